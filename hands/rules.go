package hands

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// take applies an entry.
func (t *Table) take(e Entry, sum string) error {
	if t.done {
		return errors.New("nothing follows the end")
	}
	if !bytes.Equal(e.object(), e.lean().object()) {
		return fmt.Errorf("a line of kind %q has other fields", e.Kind)
	}
	switch e.Kind {
	case Act, Close:
		return t.applyAction(e)
	case Ask:
		return t.applyQuestion(e, sum)
	case Reveal:
		return t.applyReveal(e)
	case Roll, Again:
		return t.applyRoll(e)
	case Away:
		return t.applyAway(e)
	case Forfeited:
		return t.applyForfeit(e)
	case Rekey:
		return t.applyRekey(e)
	case Typed:
		return t.applyTyped(e)
	}
	return fmt.Errorf("unknown kind %q", e.Kind)
}

// checkSignature checks the signature of an entry.
func (t *Table) checkSignature(e Entry, key string) error {
	sig := e.Sig
	e.Sig = ""
	if !signed(key, sig, message(t.Sum, e.object())) {
		return fmt.Errorf("it is not signed by %s after the line before it", e.By)
	}
	return nil
}

// seat finds the seat of an entry, and the other one. The server has no seat.
func (t *Table) seat(e Entry) (*hand, *hand, error) {
	for i := range 2 {
		if t.hands[i].Seat == e.By {
			return &t.hands[i], &t.hands[1-i], nil
		}
	}
	return nil, nil, fmt.Errorf("there is no seat %q", e.By)
}

func (t *Table) applyAction(e Entry) error {
	me, other, err := t.seat(e)
	if err != nil {
		return err
	}
	if t.ask != nil {
		return errors.New("the question before it has no faces yet")
	}
	if err := t.checkSignature(e, me.Key); err != nil {
		return err
	}
	if e.Kind == Close {
		if !signed(other.Key, e.Consent, consented(t.Sum, e)) {
			return fmt.Errorf("%s has not signed the end", other.Seat)
		}
		t.done = true
	}
	t.author, t.given = me.Seat, nil
	return nil
}

func (t *Table) applyQuestion(e Entry, sum string) error {
	switch {
	case t.ask != nil:
		return errors.New("the question before it has no faces yet")
	case e.N < 1 || e.N > 1<<16 || e.Die < 2 || e.Die > MaxFaces:
		return fmt.Errorf("%dD%d cannot be rolled", e.N, e.Die)
	case e.At == "":
		return errors.New("the question has no place")
	}
	if _, _, err := t.seat(e); err != nil {
		return err
	}
	t.ask, t.asked, t.values, t.absent = &e, sum, make([]Value, len(t.hands)), ""
	copy(t.values, t.given)
	return nil
}

func (t *Table) applyReveal(e Entry) error {
	if owes := t.Owes(); owes == "" || owes != e.By {
		return fmt.Errorf("no value of %q is owed", e.By)
	}
	return t.takeValue(e)
}

// takeValue takes the next value of a hand.
func (t *Table) takeValue(e Entry) error {
	h := t.hand(e.By)
	v, err := ParseValue(e.Value)
	if err != nil {
		return err
	}
	if !t.fits(h, v) {
		return fmt.Errorf("the value is not the next one in the chain of %s", h.Seat)
	}
	if err := t.checkSignature(e, h.Key); err != nil {
		return err
	}
	h.last, h.used, h.over = v, h.used+1, 0
	t.ends[e.Value] = true
	t.values[slices.IndexFunc(t.hands, func(x hand) bool { return x.Seat == h.Seat })] = v
	return nil
}

// fits reports whether a value is the next one of a hand.
func (t *Table) fits(h *hand, v Value) bool {
	for range 1 + h.over {
		v = step(t.match, h.Seat, v)
	}
	return v == h.last
}

func (t *Table) applyRoll(e Entry) error {
	want, ok := t.Next()
	if !ok {
		return fmt.Errorf("the faces cannot be known yet: %s owes a value or faces", t.awaited())
	}
	if e.Kind != want.Kind || !slices.Equal(e.Faces, want.Faces) {
		return fmt.Errorf("found %s %v; expected %s %v", e.Kind, e.Faces, want.Kind, want.Faces)
	}
	if t.Header.Values == PerAct && e.Kind == Roll {
		t.given = t.values
	}
	t.rolled[t.ask.question()] = e
	t.ask = nil
	return nil
}

// awaited returns the seat from which a value or typed faces must come, or "nobody".
func (t *Table) awaited() string {
	if t.ask != nil && t.Header.Values == TypedDice {
		return t.ask.By
	}
	return cmp.Or(t.Owes(), "nobody")
}

// applyTyped takes the faces that the seat of the question has typed.
func (t *Table) applyTyped(e Entry) error {
	if t.Header.Values != TypedDice || t.ask == nil {
		return errors.New("no typed dice are expected here")
	}
	if _, known := t.Next(); known {
		return errors.New("the question was rolled before it was undone: the faces are the same")
	}
	me, _, err := t.seat(e)
	switch {
	case err != nil:
		return err
	case e.By != t.ask.By:
		return fmt.Errorf("it is for %s to type these dice", t.ask.By)
	case len(e.Faces) != t.ask.N || slices.Max(e.Faces) > t.ask.Die || slices.Min(e.Faces) < 1:
		return fmt.Errorf("found %v; expected %d faces from 1 to %d", e.Faces, t.ask.N, t.ask.Die)
	}
	if err := t.checkSignature(e, me.Key); err != nil {
		return err
	}
	t.rolled[t.ask.question()] = e
	t.ask = nil
	return nil
}

// applyAway replaces a value that is owed by the server's, if the terms allow it. The owed value is
// skipped, because it may be on its way and so known already.
func (t *Table) applyAway(e Entry) error {
	owes := t.Owes()
	switch {
	case t.Header.Away != Server || e.By != Server:
		return errors.New("the terms of this match allow no substitute for a value")
	case owes == "" || t.absent != "":
		return errors.New("the server replaces only a value that is owed, and only one")
	}
	if err := t.takeValue(e); err != nil {
		return err
	}
	t.absent = owes
	h := t.hand(owes)
	h.used, h.over = h.used+1, h.over+1
	return nil
}

// applyForfeit ends a match in which a seat owes a value for too long. The other seat declares it.
func (t *Table) applyForfeit(e Entry) error {
	me, other, err := t.seat(e)
	if err != nil {
		return err
	}
	if t.Header.Away != Forfeit || t.Owes() != other.Seat {
		return fmt.Errorf("%s owes nothing, so it cannot forfeit the game", other.Seat)
	}
	if err := t.checkSignature(e, me.Key); err != nil {
		return err
	}
	t.done = true
	return nil
}

// applyRekey gives a seat a new chain. A new key, and a new chain while a value is owed, need the
// consent of the other seat. Otherwise a seat that knows the other's value could search for a chain
// that suits it.
func (t *Table) applyRekey(e Entry) error {
	me, other, err := t.seat(e)
	if err != nil {
		return err
	}
	key := e.Key
	if key == "" {
		key = me.Key
	}
	if t.ask != nil && t.Owes() != me.Seat {
		return fmt.Errorf("%s has given its value for the open question", me.Seat)
	}
	if (e.Key != "" || t.ask != nil) && !signed(other.Key, e.Consent, consented(t.Sum, e)) {
		return fmt.Errorf("%s has not consented to it", other.Seat)
	}
	if err := t.checkSignature(e, key); err != nil {
		return err
	}
	return t.give(&Entry{By: me.Seat, Key: key, End: e.End}, false)
}

// lean returns an entry with the fields of its kind only.
func (e Entry) lean() Entry {
	x := Entry{Kind: e.Kind, By: e.By, Sig: e.Sig}
	switch e.Kind {
	case Act:
		x.Text = e.Text
	case Close:
		x.Consent = e.Consent
	case Ask:
		x = e
		x.Sig, x.Consent, x.Value, x.Faces, x.Key, x.End = "", "", "", nil, "", ""
	case Reveal, Away:
		x.Value = e.Value
	case Roll, Again:
		x = Entry{Kind: e.Kind, Faces: e.Faces}
	case Typed:
		x.Faces = e.Faces
	case Rekey:
		x.Key, x.End, x.Consent = e.Key, e.End, e.Consent
	}
	return x
}
