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

// A Header is line 1. The terms describe the match: rulebook, scenario and everything else. The
// match is named by their hash before anybody makes a chain for it.
type Header struct {
	Loophole string          `json:"loophole"` // always "hands"
	Format   int             `json:"format"`   // [Format]
	Terms    json.RawMessage `json:"terms"`
	Match    string          `json:"match"`            // SHA-256 of the terms
	Hands    []Hand          `json:"hands"`            // the two seats, and the server if it may replace a value
	Away     string          `json:"away"`             // the consequence of a value that is too late: [Forfeit] or [Server]
	Wait     int             `json:"wait"`             // seconds until a value is too late
	Values   string          `json:"values,omitempty"` // the use of a value: "" for one roll, [PerAct], or [TypedDice]
}

// The uses of a value of a chain, other than for one roll. Both require that away is [Forfeit].
const (
	// PerAct is the term that one value of each hand makes all dice up to the next act, because nobody
	// decides anything in between. The author of the act reveals first.
	PerAct = "act"
	// TypedDice is the term that no values are revealed: the seat of each question types the faces.
	TypedDice = "typed"
)

// The consequences of owing a value for too long.
const (
	Forfeit = "forfeit" // the seat loses the game
	Server  = "server"  // the server's chain replaces it, and the record says so
)

// A Hand is the public part of a chain and its key.
type Hand struct {
	Seat string `json:"seat"`
	Key  string `json:"key"` // Ed25519, public
	End  string `json:"end"` // v_0
}

// The kinds of entries.
const (
	Act       = "act"     // an action of a seat: signed
	Ask       = "ask"     // the rules ask for dice
	Reveal    = "reveal"  // a seat reveals its next value: signed
	Roll      = "roll"    // the faces
	Again     = "again"   // the faces of a question that was answered before the same action was undone
	Away      = "away"    // the server replaces a value that is owed: signed by it
	Rekey     = "rekey"   // a seat changes its chain, and perhaps its key: signed
	Close     = "close"   // the end: signed by one seat, with the consent of the other
	Typed     = "typed"   // the faces that a seat typed: signed; only with [TypedDice]
	Forfeited = "forfeit" // a seat declares that the other has owed a value for too long: signed; only with [Forfeit]
)

// An Entry is one line after the header.
type Entry struct {
	Kind    string `json:"kind"`
	By      string `json:"by,omitempty"`      // the seat
	Text    string `json:"text,omitempty"`    // of an act: the action; of a question: its reason
	At      string `json:"at,omitempty"`      // of a question: hash of position, action and answers so far
	Clause  string `json:"clause,omitempty"`  // of a question
	N       int    `json:"n,omitempty"`       // of a question: number of dice
	Die     int    `json:"die,omitempty"`     // of a question: faces of each die
	Reading string `json:"reading,omitempty"` // of a question: how the faces are read
	Value   string `json:"value,omitempty"`   // of a reveal
	Faces   []int  `json:"faces,omitempty"`   // of a roll, a repeated one, or typed ones
	Key     string `json:"key,omitempty"`     // of a rekey
	End     string `json:"end,omitempty"`     // of a rekey
	Consent string `json:"consent,omitempty"` // the other seat's signature, if it is needed
	Sig     string `json:"sig,omitempty"`
}

// object returns the entry as its line without the checksum.
func (e Entry) object() []byte { return encoded(e) }

func encoded(x any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(x) // Texts, numbers and lists of them always encode.
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

const sumField = `,"sum":"`

// seal adds the checksum of a line: SHA-256 over the checksum before it and the line without its checksum.
func seal(before string, object []byte) (line []byte, sum string) {
	d := sha256.Sum256(append([]byte(before), object...))
	sum = hex.EncodeToString(d[:])
	return fmt.Appendf(nil, `%s%s%s"}`, object[:len(object)-1], sumField, sum), sum
}

// unseal splits a line into object and checksum.
func unseal(line []byte) (object []byte, sum string, ok bool) {
	n := len(line) - len(sumField) - 2*sha256.Size - len(`"}`)
	if n < 1 || !bytes.HasPrefix(line[n:], []byte(sumField)) || !bytes.HasSuffix(line, []byte(`"}`)) {
		return nil, "", false
	}
	return append(bytes.Clone(line[:n]), '}'), string(line[n+len(sumField) : len(line)-2]), true
}

// decodeKnown decodes an object that has known fields only. Callers compare the bytes with those of
// the encoded result.
func decodeKnown(object []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// MatchOf returns the name of a match: the SHA-256 of its terms.
func MatchOf(terms []byte) Value { return sha256.Sum256(terms) }

// Seal returns the line of an entry after the line with the checksum before. A [Table] checks whether it
// is valid.
func Seal(before string, e Entry) []byte {
	line, _ := seal(before, e.object())
	return line
}
