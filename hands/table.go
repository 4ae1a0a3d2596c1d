package hands

import (
	"bytes"
	"errors"
	"fmt"
)

// A Fault is an invalid line.
type Fault struct {
	Line int // from 1, the header
	Why  string
}

// Error names the line and the fault.
func (f *Fault) Error() string { return fmt.Sprintf("hands: line %d: %s", f.Line, f.Why) }

// A Table is the state of a match after its lines. It accepts only valid lines.
type Table struct {
	Header Header
	Sum    string // of the last line
	Lines  int
	Last   Entry // the last entry; empty after the header

	match  Value
	hands  []hand
	ask    *Entry           // the open question
	asked  string           // its checksum
	values []Value          // revealed for it, by hand
	absent string           // the seat whose value the server replaces
	author string           // the seat of the last act
	given  []Value          // with [PerAct], the values since the last act, once both are there
	rolled map[string]Entry // by question and place: the former faces
	ends   map[string]bool  // every end and value that was ever revealed
	done   bool
}

// A hand is the state of a chain.
type hand struct {
	Hand
	last Value // the end, or the last revealed value
	used int   // values that were revealed or skipped
	over int   // values skipped since the last revealed one
}

// Begin returns a table for a header, and line 1.
func Begin(h Header) (*Table, []byte, error) {
	t := &Table{}
	line, sum := seal("", encoded(h))
	if err := t.begin(h); err != nil {
		return nil, nil, err
	}
	t.Sum, t.Lines = sum, 1
	return t, line, nil
}

func (t *Table) begin(h Header) error {
	match, err := ParseValue(h.Match)
	switch {
	case h.Loophole != "hands" || h.Format != Format:
		return fmt.Errorf("hands: %q of format %d is not known here", h.Loophole, h.Format)
	case err != nil:
		return err
	case match != MatchOf(h.Terms):
		return errors.New("hands: the match is not the SHA-256 of its terms")
	case h.Away != Forfeit && h.Away != Server:
		return fmt.Errorf("hands: away is %q; it is %s or %s", h.Away, Forfeit, Server)
	case h.Wait < 0:
		return fmt.Errorf("hands: wait is %d seconds: give 0 or more", h.Wait)
	case len(h.Hands) != 2+len(h.standIn()):
		return errors.New("hands: a match has two hands, and a third for the server if it may replace values")
	case h.Values != "" && (h.Values != PerAct && h.Values != TypedDice || h.Away != Forfeit):
		return fmt.Errorf("hands: values is %q; with away %s it is %s, %s or left out", h.Values, Forfeit, PerAct, TypedDice)
	}
	t.Header, t.match, t.rolled, t.ends = h, match, map[string]Entry{}, map[string]bool{}
	seats := map[string]bool{}
	for i, x := range h.Hands {
		if x.Seat == "" || seats[x.Seat] || (x.Seat == Server) != (i == 2) {
			return fmt.Errorf("hands: hand %d cannot have the name %q", i+1, x.Seat)
		}
		seats[x.Seat] = true
		if err := t.give(&Entry{By: x.Seat, Key: x.Key, End: x.End}, true); err != nil {
			return err
		}
	}
	return nil
}

// standIn returns the name of the third hand, if the terms have one.
func (h *Header) standIn() []string {
	if h.Away == Server {
		return []string{Server}
	}
	return nil
}

// give gives a hand a new chain. No two hands may have an end, a value or a key in common, so that
// none can answer with a value that the other revealed.
func (t *Table) give(e *Entry, anew bool) error {
	end, err := ParseValue(e.End)
	if err != nil {
		return err
	}
	if err := CheckKey(e.Key); err != nil {
		return err
	}
	if t.ends[e.End] {
		return errors.New("hands: this end was already revealed: a chain serves one hand, once")
	}
	for _, h := range t.hands {
		if h.Seat != e.By && h.Key == e.Key {
			return errors.New("hands: two hands have the same key")
		}
	}
	t.ends[e.End] = true
	x := hand{Hand: Hand{e.By, e.Key, e.End}, last: end}
	if anew {
		t.hands = append(t.hands, x)
	} else {
		*t.hand(e.By) = x
	}
	return nil
}

func (t *Table) hand(seat string) *hand {
	for i := range t.hands {
		if t.hands[i].Seat == seat {
			return &t.hands[i]
		}
	}
	return nil
}

// Owes returns the seat that owes a value, or "". One seat reveals first, so that at most one owes:
// the first hand, or with [PerAct] the author of the last act.
func (t *Table) Owes() string {
	if t.ask == nil || t.done || t.Header.Values == TypedDice {
		return ""
	}
	if _, known := t.rolled[t.ask.question()]; known {
		return ""
	}
	first := 0
	if t.Header.Values == PerAct && t.author == t.hands[1].Seat {
		first = 1
	}
	for _, i := range [2]int{first, 1 - first} {
		if t.values[i] == (Value{}) && t.hands[i].Seat != t.absent {
			return t.hands[i].Seat
		}
	}
	return ""
}

// Hand returns the current key and end of a seat's chain. ok is false if there is no such hand.
func (t *Table) Hand(seat string) (h Hand, ok bool) {
	x := t.hand(seat)
	if x == nil {
		return h, false
	}
	return x.Hand, true
}

// Left returns the number of rolls that the chain of a seat has values for, and [ChainLength] for a seat
// without a hand.
func (t *Table) Left(seat string) int {
	h := t.hand(seat)
	if h == nil {
		return ChainLength
	}
	return max(0, ChainLength-h.used)
}

// Current returns the secret of a seat after a line that may have changed its chain.
func (t *Table) Current(s *Secret) *Secret {
	next := s.Renewed()
	if h, ok := t.Hand(s.seat); ok && h == next.hand {
		return next
	}
	return s
}

// Absent returns the seat whose value the server replaces in the open question.
func (t *Table) Absent() string {
	if t.ask == nil {
		return ""
	}
	return t.absent
}

// Asked returns the open question.
func (t *Table) Asked() (Entry, bool) {
	if t.ask == nil {
		return Entry{}, false
	}
	return *t.ask, true
}

// question identifies a question by its place and its dice.
func (e Entry) question() string {
	return string(encoded([]any{e.At, e.Text, e.Clause, e.N, e.Die, e.Reading}))
}

// Next returns the entry that must follow an open question when no value is owed: the faces, unless a
// seat is to type them.
func (t *Table) Next() (Entry, bool) {
	if t.ask == nil || t.done || t.Owes() != "" {
		return Entry{}, false
	}
	if was, known := t.rolled[t.ask.question()]; known {
		return Entry{Kind: Again, Faces: was.Faces}, true
	}
	if t.Header.Values == TypedDice {
		return Entry{}, false
	}
	return Entry{Kind: Roll, Faces: Faces(t.asked, t.ask.N, t.ask.Die, t.values)}, true
}

// Append applies an entry and returns its line.
func (t *Table) Append(e Entry) ([]byte, error) {
	object := e.object()
	line, sum := seal(t.Sum, object)
	if err := t.take(e, sum); err != nil {
		return nil, err
	}
	t.Sum, t.Lines, t.Last = sum, t.Lines+1, e
	return line, nil
}

// Take reads a line. The error is a [*Fault], and then the table is unchanged.
func (t *Table) Take(line []byte) error {
	fault := func(why any) error { return &Fault{t.Lines + 1, fmt.Sprint(why)} }
	object, sum, ok := unseal(line)
	if !ok {
		return fault("it does not end in a checksum of 64 digits")
	}
	if _, want := seal(t.Sum, object); want != sum {
		return fault("its checksum is wrong: this line or an earlier one was changed")
	}
	if t.Lines == 0 {
		var h Header
		if err := decodeKnown(object, &h); err != nil {
			return fault(err)
		}
		if !bytes.Equal(encoded(h), object) {
			return fault("it is not a header in exactly the form that this program writes")
		}
		if err := t.begin(h); err != nil {
			*t = Table{}
			return fault(err)
		}
	} else {
		var e Entry
		if err := decodeKnown(object, &e); err != nil {
			return fault(err)
		}
		if !bytes.Equal(e.object(), object) {
			return fault("it is not an entry in exactly the form that this program writes")
		}
		if err := t.take(e, sum); err != nil {
			return fault(err)
		}
		t.Last = e
	}
	t.Sum, t.Lines = sum, t.Lines+1
	return nil
}

// Read reads a whole file. The error is a [*Fault], and the table then has the lines before it.
func Read(text []byte) (*Table, error) {
	t := &Table{}
	text, whole := bytes.CutSuffix(text, []byte("\n"))
	if !whole {
		return t, &Fault{bytes.Count(text, []byte("\n")) + 1, "the file ends in the middle of it"}
	}
	for _, line := range bytes.Split(text, []byte("\n")) {
		if err := t.Take(line); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Value returns the next value that a secret owes, signed: a reveal of a seat, or a replacement by
// the server. It fails if the chain is used up, or if the seat has another key or chain.
func (t *Table) Value(s *Secret) (Entry, error) {
	h := t.hand(s.seat)
	if h == nil {
		return Entry{}, fmt.Errorf("hands: there is no hand %q", s.seat)
	}
	v, err := s.Value(h.used + 1)
	if err != nil {
		return Entry{}, err
	}
	if h.Key != s.Hand().Key || !t.fits(h, v) {
		return Entry{}, errors.New("hands: the secret does not match the key and the chain of its seat")
	}
	kind := Reveal
	if s.seat == Server {
		kind = Away
	}
	return s.Sign(t.Sum, Entry{Kind: kind, By: s.seat, Value: v.String()}), nil
}

// Consented reports whether the entry has the other seat's consent to this entry after the last
// line.
func (t *Table) Consented(e Entry) bool {
	_, other, err := t.seat(e)
	return err == nil && signed(other.Key, e.Consent, consented(t.Sum, e))
}

// Closed reports whether both seats have signed the end, or one seat has forfeited.
func (t *Table) Closed() bool { return t.done }
