package twohands_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
)

// types has the sides type dice until one of them is to act.
func (p *party) types(chance *rand.Rand) {
	p.t.Helper()
	for {
		if e, ok := p.game.Next(); ok {
			p.add(e)
			continue
		}
		ask, open := p.game.Hands.Asked()
		if !open {
			return
		}
		e := hands.Entry{Kind: hands.Typed, By: ask.By}
		for range ask.N {
			e.Faces = append(e.Faces, 1+chance.IntN(ask.Die))
		}
		p.add(p.secrets[p.game.Side(ask.By)].Sign(p.game.Hands.Sum, e))
	}
}

// typedMatch plays some of a match with typed dice: a shot, its undo by consent, and the same shot again.
func typedMatch(t *testing.T) *party {
	const fires = "do fire sig-33b at shaken-squad normal"
	p, chance := satFor(t, "tideofiron", "row", hands.TypedDice), rand.New(rand.NewPCG(1, 2))
	acts := func(side int, text string) {
		t.Helper()
		p.add(p.by(side, text))
		p.types(chance)
		for side := p.game.Decides(); side >= 0; side = p.game.Decides() {
			p.add(p.by(side, "choose 0"))
			p.types(chance)
		}
	}
	acts(0, fires)
	acts(0, "undo")
	acts(1, "consent")
	acts(0, fires)
	if !strings.Contains(p.text.String(), `"kind":"again"`) || !strings.Contains(p.text.String(), `"kind":"typed"`) {
		t.Fatal(p.text.String())
	}
	return p
}

// TestTypedRecord: the record of a match with typed dice verifies and resumes, also after an undo, and
// only if every roll was typed.
func TestTypedRecord(t *testing.T) {
	p := typedMatch(t)
	f, err := match.Read(bytes.NewReader(p.record.Bytes()))
	must(t, err)
	_, err = match.Verify(f, rulesets.Game)
	must(t, err)
	m, _, err := match.Resume(f, rulesets.Game, nil)
	must(t, err)
	if m.Position().Hash() != p.game.Match.Position().Hash() {
		t.Error("the record leads elsewhere")
	}
	for i := range f.Entries {
		if e := &f.Entries[i]; e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			e.Rule.From = dice.FromHands
			break
		}
	}
	if _, err = match.Verify(f, rulesets.Game); err == nil || !strings.Contains(err.Error(), "found \"two hands\"") || !strings.Contains(err.Error(), "expected typed") {
		t.Errorf("a roll of two hands: %v", err)
	}
}

// TestRead reads the lines of a file, and names the line in which it is cut off or altered.
func TestRead(t *testing.T) {
	text := typedMatch(t).text.Bytes()
	if !twohands.IsLines(text) || twohands.IsLines(text[:9]) || twohands.IsLines([]byte(`{"loophole":"match"`)) {
		t.Error("the file is not recognized")
	}
	var record bytes.Buffer
	each := 0
	g, err := twohands.Read(bytes.NewReader(text), rulesets.Game, &record, func(hands.Entry) { each++ })
	must(t, err)
	if each != g.Hands.Lines-1 || each+1 != bytes.Count(text, []byte("\n")) || record.Len() == 0 {
		t.Errorf("%d of %d lines", each, g.Hands.Lines)
	}
	for _, c := range []struct {
		text []byte
		line int
	}{
		{nil, 1}, {text[:len(text)-2], g.Hands.Lines}, {bytes.Replace(text, []byte(`"text":"consent"`), []byte(`"text":"refuse"`), 1), 0},
	} {
		_, err := twohands.Read(bytes.NewReader(c.text), rulesets.Game, nil, nil)
		var f *hands.Fault
		if !errors.As(err, &f) || c.line > 0 && f.Line != c.line {
			t.Errorf("%v; want a fault in line %d", err, c.line)
		}
	}
}
