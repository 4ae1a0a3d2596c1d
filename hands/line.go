package hands

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Format is the version of the lines that this package writes and reads.
const Format = 1

// A Header is line 1. The terms are what the match is, rulebook, scenario and all; the
// match has its name from them, before anybody makes a chain for it.
type Header struct {
	Loophole string          `json:"loophole"` // always "hands"
	Format   int             `json:"format"`   // [Format]
	Terms    json.RawMessage `json:"terms"`
	Match    string          `json:"match"` // SHA-256 of the terms as they stand
	Hands    []Hand          `json:"hands"` // the two seats, and the server if it may stand in
	Away     string          `json:"away"`  // what follows when a value is owed too long: [Forfeit] or [Server]
	Wait     int             `json:"wait"`  // how long that is, in seconds
}

// What follows when a value is owed for too long.
const (
	Forfeit = "forfeit" // the game is lost
	Server  = "server"  // the server's chain stands in, and it is said
)

// A Hand is what everybody knows of a chain and its key.
type Hand struct {
	Seat string `json:"seat"`
	Key  string `json:"key"` // Ed25519, public
	End  string `json:"end"` // v_0
}

// The kinds of entries.
const (
	Act    = "act"    // a seat does something: signed
	Ask    = "ask"    // the rules ask for dice
	Reveal = "reveal" // a hand gives its next value: signed
	Roll   = "roll"   // what the dice show
	Again  = "again"  // a question that was answered before the same was taken back has the same faces
	Away   = "away"   // the server stands in for a value that is owed: signed by it
	Rekey  = "rekey"  // a seat takes a new chain, and perhaps a new key: signed
	Close  = "close"  // the end, signed by the one seat and consented to by the other
	Lost   = "forfeit"
)

// An Entry is one line after the header.
type Entry struct {
	Kind    string `json:"kind"`
	By      string `json:"by,omitempty"`      // whose it is
	Text    string `json:"text,omitempty"`    // of an act: its line; of a question: what for
	At      string `json:"at,omitempty"`      // of a question: position, action and answers so far, by a hash
	Clause  string `json:"clause,omitempty"`  // of a question
	N       int    `json:"n,omitempty"`       // of a question: how many dice
	Die     int    `json:"die,omitempty"`     // of a question: how many faces each has
	Reading string `json:"reading,omitempty"` // of a question: how the faces are read
	Value   string `json:"value,omitempty"`   // of a reveal
	Faces   []int  `json:"faces,omitempty"`   // of a roll, or of one that comes again
	Key     string `json:"key,omitempty"`     // of a rekey
	End     string `json:"end,omitempty"`     // of a rekey
	Consent string `json:"consent,omitempty"` // the other seat's signature, where it is needed
	Sig     string `json:"sig,omitempty"`
}

// object is the entry as it stands on its line, without the sum.
func (e Entry) object() []byte { return encoded(e) }

func encoded(x any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(x) // Texts, numbers and lists of them are always JSON.
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

const sumField = `,"sum":"`

// seal adds the sum of a line: SHA-256 over the sum before it and the line without.
func seal(before string, object []byte) (line []byte, sum string) {
	d := sha256.Sum256(append([]byte(before), object...))
	sum = hex.EncodeToString(d[:])
	return fmt.Appendf(nil, `%s%s%s"}`, object[:len(object)-1], sumField, sum), sum
}

// unseal takes the sum off a line.
func unseal(line []byte) (object []byte, sum string, ok bool) {
	n := len(line) - len(sumField) - 2*sha256.Size - len(`"}`)
	if n < 1 || !bytes.HasPrefix(line[n:], []byte(sumField)) || !bytes.HasSuffix(line, []byte(`"}`)) {
		return nil, "", false
	}
	return append(bytes.Clone(line[:n]), '}'), string(line[n+len(sumField) : len(line)-2]), true
}

// strictly reads an object that is written as this package writes it, and no other.
func strictly(object []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	return nil
}

// MatchOf is the name of a match: the SHA-256 of its terms.
func MatchOf(terms []byte) Value { return sha256.Sum256(terms) }

// Seal is the line of an entry after the line with a sum, whoever writes it: that it
// holds is for a [Table] to say.
func Seal(before string, e Entry) []byte {
	line, _ := seal(before, e.object())
	return line
}
