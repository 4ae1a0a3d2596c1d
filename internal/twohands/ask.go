package twohands

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loophole/hands"
	"loophole/match"
	"loophole/rule"
)

// Derive is the question that the rules ask for now: what a [hands.Player] gives its
// value for, and nothing else.
func (g *Game) Derive(*hands.Table) (hands.Entry, error) {
	if g.Match == nil || g.open == nil || g.open.Choice.Why != "" {
		return hands.Entry{}, errors.New("no dice are to be rolled here")
	}
	r := g.open.Roll
	if r.Pool.Kind() == rule.Draw {
		return hands.Entry{}, fmt.Errorf("two hands roll dice that are fair and put back, not %s", r.Pool)
	}
	at, err := g.at()
	if err != nil {
		return hands.Entry{}, err
	}
	_, reading, _ := strings.Cut(r.Pool.String(), " ")
	by := match.Thrower(r, g.Match.Fight.Sides, g.acting())
	return hands.Entry{
		Kind: hands.Ask, By: string(g.Match.Fight.Sides[by]), Text: r.Why, At: at, Clause: string(r.Cite),
		N: r.Pool.N(), Die: int(r.Pool.Die()), Reading: reading,
	}, nil
}

// Next is the line that has to follow and that nobody signs: the question that the rules
// ask, or its faces. ok is false where somebody is to act, or owes a value.
func (g *Game) Next() (e hands.Entry, ok bool) {
	if g.Hands.Closed() {
		return e, false
	}
	if e, ok = g.Hands.Next(); ok {
		return e, true
	}
	if _, asked := g.Hands.Asked(); asked {
		return e, false
	}
	e, err := g.Derive(g.Hands)
	return e, err == nil
}

// at names the place of a question: the position, how many actions stand, the action, and
// the answers in it so far. Only what was taken back leads there again.
func (g *Game) at() (string, error) {
	o, open := g.Match.PendingRange()
	if !open {
		return "", errors.New("no action is begun")
	}
	position := sha256.Sum256(o.Before.Bytes())
	place := []any{hex.EncodeToString(position[:]), g.Match.ActionCount(), g.Match.Fight.FormatAction(o.Action)}
	for _, e := range g.Match.Entries[o.From:o.To] {
		switch e.Rule.Kind {
		case rule.Rolled:
			faces := make([]int, len(e.Rule.Faces)) // Bytes would be written as text.
			for i, f := range e.Rule.Faces {
				faces[i] = int(f)
			}
			place = append(place, faces)
		case rule.Chosen:
			place = append(place, e.Rule.Value)
		}
	}
	text, err := json.Marshal(place)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// asked holds a question against the one that the rules ask.
func (g *Game) asked(e hands.Entry) error {
	want, err := g.Derive(g.Hands)
	if err != nil {
		return err
	}
	found, _ := json.Marshal(e) // Entries are always JSON.
	ours, _ := json.Marshal(want)
	if !bytes.Equal(found, ours) {
		return fmt.Errorf("found the question %s; the rules ask %s", found, ours)
	}
	return nil
}
