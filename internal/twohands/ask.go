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

// Derive returns the question that the rules ask now. A [hands.Player] gives its value for this
// question only.
func (g *Game) Derive(*hands.Table) (hands.Entry, error) {
	if g.Match == nil || g.open == nil || g.open.Choice.Why != "" {
		return hands.Entry{}, errors.New("no dice are needed now")
	}
	r := g.open.Roll
	if r.Pool.Kind() == rule.Draw {
		return hands.Entry{}, fmt.Errorf("two hands can only roll fair dice, not %s", r.Pool)
	}
	at, err := g.questionPlace()
	if err != nil {
		return hands.Entry{}, err
	}
	_, reading, _ := strings.Cut(r.Pool.String(), " ")
	by := match.Thrower(r, g.Match.Instance.Sides, g.acting())
	return hands.Entry{
		Kind: hands.Ask, By: string(g.Match.Instance.Sides[by]), Text: r.Why, At: at, Clause: string(r.Cite),
		N: r.Pool.N(), Die: int(r.Pool.Die()), Reading: reading,
	}, nil
}

// Next returns the unsigned line that must follow: the question of the rules, or its faces. ok is
// false if a side is to act or owes a value.
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

// questionPlace names the place of a question by a hash of the position, the number of current
// actions, the action, and its answers so far. Only an undo leads to the same place again.
func (g *Game) questionPlace() (string, error) {
	o, open := g.Match.PendingRange()
	if !open {
		return "", errors.New("no action has begun")
	}
	position := sha256.Sum256(o.Before.Bytes())
	place := []any{hex.EncodeToString(position[:]), g.Match.ActionCount(), g.Match.Instance.FormatAction(o.Action)}
	for _, e := range g.Match.Entries[o.From:o.To] {
		switch e.Rule.Kind {
		case rule.Rolled:
			faces := make([]int, len(e.Rule.Faces)) // JSON would encode bytes as text.
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

// checkQuestion compares a question with the one that the rules ask.
func (g *Game) checkQuestion(e hands.Entry) error {
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
