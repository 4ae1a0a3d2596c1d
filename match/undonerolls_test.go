package match_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
)

// keeping begins a match whose undone rolls repeat.
func keeping(t *testing.T, w *bytes.Buffer, d record.DiceOrigin) *match.Match {
	t.Helper()
	f := testgame.Bundled(t, "tideofiron", "block")
	h, err := match.NewHeader(f, "test", [2]string{"white", "policy random"}, d)
	must(t, err)
	h.UndoneRollsRepeat = true
	m, err := match.New(f, h, w)
	must(t, err)
	return m
}

// faces returns the faces of every roll from an entry on.
func faces(m *match.Match, from int) (list [][]uint8) {
	for _, e := range m.Entries[from:] {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			list = append(list, e.Rule.Faces)
		}
	}
	return list
}

// TestAgain: an undone action that is repeated from the same position gets the same dice, also
// after other actions and after resuming. From another position it does not.
func TestAgain(t *testing.T) {
	const shot, detour = "fire mg-squad at maxim normal", "move rifle-squad to B3"
	var b bytes.Buffer
	m := keeping(t, &b, record.TypedDiceWithSeed(9))
	src := m.RepeatUndoneRolls(dice.NewRandom(9))
	do(t, m, src, shot)
	first := faces(m, 0)
	must(t, m.Undo(0, true))
	do(t, m, src, detour)
	must(t, m.Undo(0, false))
	from := len(m.Entries)
	do(t, m, src, shot)
	if len(first) < 2 || !slices.EqualFunc(first, faces(m, from), bytes.Equal) {
		t.Errorf("first %v, then %v", first, faces(m, from))
	}
	must(t, m.Undo(0, true))
	if _, err := verify(b.String()); err != nil {
		t.Fatal(err)
	}
	f, err := match.Read(strings.NewReader(b.String()))
	must(t, err)
	var rest bytes.Buffer
	m, random, err := match.Resume(f, find, &rest)
	must(t, err)
	from, src = len(m.Entries), m.RepeatUndoneRolls(random)
	do(t, m, src, shot)
	if !slices.EqualFunc(first, faces(m, from), bytes.Equal) {
		t.Errorf("after resuming %v, first %v", faces(m, from), first)
	}
	must(t, m.Undo(0, true))
	from = len(m.Entries)
	do(t, m, src, detour, "done rifle-squad", shot)
	if slices.EqualFunc(first, faces(m, from), bytes.Equal) {
		t.Error("from another position the same dice come")
	}
	if _, err := verify(b.String() + rest.String()); err != nil {
		t.Error(err)
	}
}

// TestRolledAnew: verification detects a record in which the program rolled again for the same
// action.
func TestRolledAnew(t *testing.T) {
	var b bytes.Buffer
	m := keeping(t, &b, record.TypedDiceWithSeed(9))
	random := dice.NewRandom(9)
	do(t, m, random, "fire mg-squad at maxim normal")
	must(t, m.Undo(0, true))
	do(t, m, random, "fire mg-squad at maxim normal")
	var fault *record.Fault
	if _, err := verify(b.String()); !errors.As(err, &fault) || fault.Kind != record.BadFace {
		t.Errorf("rolled anew: %v", err)
	}
}

// TestAgainTyped: only the program's answers repeat; players roll their dice again.
func TestAgainTyped(t *testing.T) {
	var b bytes.Buffer
	m := keeping(t, &b, record.TypedDiceWithSeed(9))
	a, err := m.Instance.ParseAction("fire mg-squad at maxim normal")
	must(t, err)
	var open *rule.UnansweredError
	if err := m.Play(a, dice.MustTray("5 5 1 2 6 6 |")); !errors.As(err, &open) {
		t.Fatal(err)
	}
	must(t, m.Undo(0, true))
	from := len(m.Entries)
	do(t, m, m.RepeatUndoneRolls(dice.NewRandom(9)), "fire mg-squad at maxim normal")
	_, want, err := dice.NewRandom(9).Roll(rule.Roll{Pool: rule.SumPool(6, rule.D6)})
	must(t, err)
	if got := faces(m, from); !bytes.Equal(got[0], want) {
		t.Errorf("the program rolled %v; want its first dice, %v", got[0], want)
	}
	if _, err := verify(b.String()); err != nil {
		t.Error(err)
	}
}

// TestActionsBefore: Actions counts finished actions, and UpToLine cuts a file at a line.
func TestActionsBefore(t *testing.T) {
	text, m := played(t, 5, 9)
	f, err := match.Read(strings.NewReader(text))
	must(t, err)
	if f.Actions() != 9 {
		t.Errorf("%d actions", f.Actions())
	}
	third := m.PlayedActions()[2]
	cut := f.UpToLine(third.To + 1) // its last entry is in line To+1
	if cut.Actions() != 2 || len(cut.Entries) != third.To-1 {
		t.Errorf("%d actions and %d entries before line %d", cut.Actions(), len(cut.Entries), third.To+1)
	}
	if _, _, err := match.Resume(cut, find, nil); err != nil {
		t.Error(err)
	}
}
