package hands

import (
	"bytes"
	"errors"
	"fmt"
)

// A Fault is a line that does not hold.
type Fault struct {
	Line int // from 1, the header
	Why  string
}

// Error names the line and what is wrong with it.
func (f *Fault) Error() string { return fmt.Sprintf("hands: line %d: %s", f.Line, f.Why) }

// A Table is a match as its lines tell it. It takes a line only if that may follow.
type Table struct {
	Header Header
	Sum    string // of the last line
	Lines  int
	Last   Entry // what the last line says; empty after the header

	match  Value
	hands  []hand
	ask    *Entry           // the question that is open
	asked  string           // its sum
	values []Value          // that were given for it, by hand
	absent string           // the seat that the server stands in for
	rolled map[string]Entry // by what was asked and where: the faces that it had
	ends   map[string]bool  // every end and value that was ever out
	done   bool
}

// A hand is where a chain has come to.
type hand struct {
	Hand
	last Value // the end, or the value that was given last
	used int   // how many are given or passed over
	over int   // how many were passed over since the last that was given
}

// Begin sets a table up by its header, and returns line 1.
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
	case h.Away != Forfeit && h.Away != Server || h.Wait < 0:
		return fmt.Errorf("hands: away is %q; it is %s or %s", h.Away, Forfeit, Server)
	case len(h.Hands) != 2+len(h.standIn()):
		return errors.New("hands: there are two hands, and the server's where it may stand in")
	}
	t.Header, t.match, t.rolled, t.ends = h, match, map[string]Entry{}, map[string]bool{}
	seats := map[string]bool{}
	for i, x := range h.Hands {
		if x.Seat == "" || seats[x.Seat] || (x.Seat == Server) != (i == 2) {
			return fmt.Errorf("hands: hand %d cannot be called %q", i+1, x.Seat)
		}
		seats[x.Seat] = true
		if err := t.give(&Entry{By: x.Seat, Key: x.Key, End: x.End}, true); err != nil {
			return err
		}
	}
	return nil
}

// standIn is the name of the third hand, where the terms have one.
func (h *Header) standIn() []string {
	if h.Away == Server {
		return []string{Server}
	}
	return nil
}

// give has a hand go on with a new chain. No two have an end, a value or a key in
// common: else the one could answer with what the other has shown.
func (t *Table) give(e *Entry, anew bool) error {
	end, err := ParseValue(e.End)
	if err != nil {
		return err
	}
	if err := CheckKey(e.Key); err != nil {
		return err
	}
	if t.ends[e.End] {
		return errors.New("hands: this end was out already: a chain is used once, and by one hand")
	}
	for _, h := range t.hands {
		if h.Seat != e.By && h.Key == e.Key {
			return errors.New("hands: two hands have one key")
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

// Owes is the seat whose value is owed, or empty. The first hand gives first, so that
// it is always one who is waited for.
func (t *Table) Owes() string {
	if t.ask == nil || t.done {
		return ""
	}
	if _, known := t.rolled[t.ask.question()]; known {
		return ""
	}
	for i := range 2 {
		if t.values[i] == (Value{}) && t.hands[i].Seat != t.absent {
			return t.hands[i].Seat
		}
	}
	return ""
}

// Hand is the key and the end of a seat's chain as they are by now; ok is false where
// there is no such hand.
func (t *Table) Hand(seat string) (h Hand, ok bool) {
	x := t.hand(seat)
	if x == nil {
		return h, false
	}
	return x.Hand, true
}

// Left is how many rolls the chain of a seat is good for.
func (t *Table) Left(seat string) int {
	h := t.hand(seat)
	if h == nil {
		return Length
	}
	return max(0, Length-h.used)
}

// Current is the secret of a seat after a line by which it may have gone on with the chain
// that follows.
func (t *Table) Current(s *Secret) *Secret {
	next := s.Renewed()
	if h, ok := t.Hand(s.seat); ok && h == next.hand {
		return next
	}
	return s
}

// Absent is the seat for which the server stands in, in the question that is open.
func (t *Table) Absent() string {
	if t.ask == nil {
		return ""
	}
	return t.absent
}

// Asked returns the question that is open.
func (t *Table) Asked() (Entry, bool) {
	if t.ask == nil {
		return Entry{}, false
	}
	return *t.ask, true
}

// question is what makes two questions the same one: where they are asked, and what.
func (e Entry) question() string {
	return string(encoded([]any{e.At, e.Text, e.Clause, e.N, e.Die, e.Reading}))
}

// Next is what has to follow an open question when nothing is owed: the faces.
func (t *Table) Next() (Entry, bool) {
	if t.ask == nil || t.done || t.Owes() != "" {
		return Entry{}, false
	}
	if was, known := t.rolled[t.ask.question()]; known {
		return Entry{Kind: Again, Faces: was.Faces}, true
	}
	return Entry{Kind: Roll, Faces: Faces(t.asked, t.ask.N, t.ask.Die, t.values)}, true
}

// Append takes an entry and returns its line.
func (t *Table) Append(e Entry) ([]byte, error) {
	object := e.object()
	line, sum := seal(t.Sum, object)
	if err := t.take(e, sum); err != nil {
		return nil, err
	}
	t.Sum, t.Lines, t.Last = sum, t.Lines+1, e
	return line, nil
}

// Take reads a line. The error is a [*Fault]; then the table is as it was.
func (t *Table) Take(line []byte) error {
	fault := func(why any) error { return &Fault{t.Lines + 1, fmt.Sprint(why)} }
	object, sum, ok := unseal(line)
	if !ok {
		return fault("it does not end in a sum of 64 digits")
	}
	if _, want := seal(t.Sum, object); want != sum {
		return fault("its sum is wrong: this line or an earlier one was changed")
	}
	if t.Lines == 0 {
		var h Header
		if err := strictly(object, &h); err != nil {
			return fault(err)
		}
		if !bytes.Equal(encoded(h), object) {
			return fault("it is not written as a header is")
		}
		if err := t.begin(h); err != nil {
			*t = Table{}
			return fault(err)
		}
	} else {
		var e Entry
		if err := strictly(object, &e); err != nil {
			return fault(err)
		}
		if !bytes.Equal(e.object(), object) {
			return fault("it is not written as an entry is")
		}
		if err := t.take(e, sum); err != nil {
			return fault(err)
		}
		t.Last = e
	}
	t.Sum, t.Lines = sum, t.Lines+1
	return nil
}

// Read reads a whole file.
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

// Value is the value that a secret owes next, signed: of a seat a reveal, of the
// server what stands in. The error says that the chain is used up, or that the key and
// the chain of the seat are others.
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
		return Entry{}, errors.New("hands: the chain and the key of my seat are not mine")
	}
	kind := Reveal
	if s.seat == Server {
		kind = Away
	}
	return s.Sign(t.Sum, Entry{Kind: kind, By: s.seat, Value: v.String()}), nil
}

// Consented reports whether the consent that an entry has is the other seat's, to this
// entry after the last line.
func (t *Table) Consented(e Entry) bool {
	_, other, err := t.seat(e)
	return err == nil && signed(other.Key, e.Consent, consented(t.Sum, e))
}

// Closed reports whether both seats have signed the end, or one has forfeited.
func (t *Table) Closed() bool { return t.done }
