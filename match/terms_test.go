package match_test

import (
	"bytes"
	"errors"
	"testing"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
)

// apart begins a match of two players who do not see each other's dice.
func apart(t *testing.T, terms *match.Terms, w *bytes.Buffer) *match.Match {
	t.Helper()
	f := testgame.Bundled(t, "tideofiron", "block")
	h, err := match.NewHeader(f, "test", [2]string{"white", "black"}, record.TypedDiceWithSeed(7))
	must(t, err)
	h.Terms = terms
	m, err := match.New(f, h, w)
	must(t, err)
	return m
}

// TestTermsAreAudited: a record is invalid if a side typed dice without permission, or if its terms
// were changed later, with old or new checksums.
func TestTermsAreAudited(t *testing.T) {
	const bombards = "bombard sig-33b at D4"
	for _, c := range []struct {
		name  string
		terms *match.Terms
		agree bool
		holds bool
	}{
		{"no terms", nil, false, true},
		{"nobody types", &match.Terms{}, false, false},
		{"the other types", &match.Terms{Typed: []rule.Side{"Soviet"}}, false, false},
		{"the side types", &match.Terms{Typed: []rule.Side{"German"}}, false, true},
		{"agreed", &match.Terms{}, true, true},
	} {
		var file bytes.Buffer
		m := apart(t, c.terms, &file)
		if c.agree {
			must(t, m.Agree(0))
			if m.Agree(0) == nil {
				t.Errorf("%s: it is agreed twice", c.name)
			}
		}
		do(t, m, dice.MustTray("400x5"), bombards)
		f, err := match.Read(&file)
		must(t, err)
		_, err = match.Verify(f, find)
		if c.holds != (err == nil) {
			t.Errorf("%s: %v", c.name, err)
		}
		var fault *record.Fault
		if !c.holds && (!errors.As(err, &fault) || fault.Kind != record.BadOrigin) {
			t.Errorf("%s: the fault is %v", c.name, err)
		}
	}
}

// TestTermsNameSides: terms name sides, each once.
func TestTermsNameSides(t *testing.T) {
	for _, typed := range [][]rule.Side{{"Romans"}, {"German", "German"}} {
		var file bytes.Buffer
		apart(t, &match.Terms{Typed: typed}, &file)
		f, err := match.Read(&file)
		must(t, err)
		var fault *record.Fault
		if _, err := match.Verify(f, find); !errors.As(err, &fault) || fault.Kind != record.BadHeader {
			t.Errorf("%v: %v", typed, err)
		}
	}
}

// TestHandsAreAudited: with dice of two hands, rolls of the program and typed rolls are invalid,
// and so are terms that contradict the dice.
func TestHandsAreAudited(t *testing.T) {
	for _, c := range []struct {
		name string
		d    record.DiceOrigin
		h    *match.Hands
		kind record.FaultKind
	}{
		{"typed where two hands are agreed", match.HandDice(), &match.Hands{Match: "m", Away: "forfeit", Wait: 1}, record.BadOrigin},
		{"two hands without terms", match.HandDice(), nil, record.BadHeader},
		{"terms without two hands", record.TypedDiceWithSeed(7), &match.Hands{Match: "m", Away: "forfeit", Wait: 1}, record.BadHeader},
	} {
		f := testgame.Bundled(t, "tideofiron", "block")
		h, err := match.NewHeader(f, "test", [2]string{"white", "black"}, c.d)
		must(t, err)
		h.Terms = &match.Terms{Typed: []rule.Side{}, Hands: c.h}
		var file bytes.Buffer
		m, err := match.New(f, h, &file)
		must(t, err)
		if m.Agree(0) == nil && c.h != nil {
			t.Errorf("%s: typed dice are agreed to", c.name)
		}
		do(t, m, dice.MustTray("400x5"), "bombard sig-33b at D4")
		x, err := match.Read(&file)
		must(t, err)
		var fault *record.Fault
		if _, err := match.Verify(x, find); !errors.As(err, &fault) || fault.Kind != c.kind {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
