package match_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
)

// resigned is the status of a game of the Germans (0) and the Soviets (1) that a side has resigned.
func resigned(m *match.Match, by int) game.Status {
	s := m.Instance.Status(m.Position())
	s.Over, s.Winner, s.Phase, s.Why, s.Cite = true, 1-by, "the end", []string{"the German side resigns", "the Soviet side resigns"}[by], ""
	return s
}

// TestResign: either side may resign at any time. The other side then wins, the record says so in
// one line, and a match that is read from the record is over in the same way.
func TestResign(t *testing.T) {
	for _, c := range []struct {
		name  string
		by    int
		lines []string
		entry string
	}{
		{"at the start", 0, nil, `{"kind":"resign","by":"German","over":{"winner":"Soviet","why":"the German side resigns"},"position":"`},
		{"out of turn", 1, nil, `{"kind":"resign","by":"Soviet","over":{"winner":"German","why":"the Soviet side resigns"},"position":"`},
		{"after actions", 0, []string{"move rifle-squad to B3", "done rifle-squad", "fire sig-33b at squad-a suppressive"}, `{"kind":"resign","by":"German","over":{"winner":"Soviet","why":"the German side resigns"},"position":"`},
	} {
		var b bytes.Buffer
		m := begin(t, &b, record.ProgramDice(4))
		if c.by != 0 && m.Status().Side == c.by {
			t.Fatal("it is this side's turn")
		}
		do(t, m, dice.NewRandom(4), c.lines...)
		before, want := m.Position(), resigned(m, c.by)
		must(t, m.Resign(c.by))
		if m.Status() != want || m.Position() != before {
			t.Errorf("%s: the status is %+v; want %+v, in the same position", c.name, m.Status(), want)
		}
		if !strings.Contains(b.String(), "\n"+c.entry+before.Hash()+`","sum":"`) {
			t.Errorf("%s: the record has no line %s…:\n%s", c.name, c.entry, b.String())
		}
		text := b.String()
		r, err := verify(text)
		must(t, err)
		if !r.Finished || r.Actions != len(c.lines) || r.Lines != len(m.Entries)+1 || r.Sum != m.Sum() {
			t.Errorf("%s: %+v; want it finished, with %d actions", c.name, r, len(c.lines))
		}
		f, err := match.Read(strings.NewReader(text))
		must(t, err)
		var more, saved bytes.Buffer
		x, _, err := match.Resume(f, find, &more)
		must(t, err)
		if by, ok := x.Resigned(); !ok || by != c.by || x.Status() != want {
			t.Errorf("%s: it is resumed with the status %+v, resigned by %d", c.name, x.Status(), by)
		}
		must(t, x.Save(&saved))
		if saved.String() != text || more.Len() > 0 {
			t.Errorf("%s: it is saved as\n%s", c.name, saved.String())
		}
	}
}

// TestResignationIsFinal: nothing follows a resignation, with an error that says so.
func TestResignationIsFinal(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.TypedDiceWithSeed(4))
	m.Header.Terms = &match.Terms{Typed: []rule.Side{}}
	do(t, m, dice.NewRandom(4), "move rifle-squad to B3", "done rifle-squad")
	must(t, m.Undo(0, true))
	must(t, m.Resign(0))
	text := b.String()
	a, err := m.Instance.ParseAction("done rifle-squad")
	must(t, err)
	for name, err := range map[string]error{
		"an action": m.Play(a, dice.NewRandom(4)), "an undo": m.Undo(0, true), "a redo": m.Redo(0), "typed dice": m.Agree(0),
		"its own resignation": m.Resign(0), "the other's": m.Resign(1),
	} {
		if err == nil || err.Error() != "match: the game is over: the German side resigns, and a resignation is final" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, ok := m.UndoTarget(0); ok {
		t.Error("there is something to undo")
	}
	if _, ok := m.RedoTarget(); ok {
		t.Error("there is something to redo")
	}
	if b.String() != text || m.Status() != resigned(m, 0) {
		t.Error("what was refused changed something")
	}
}

// TestResignIsRefused: nobody resigns while an action is pending, or after the end.
func TestResignIsRefused(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.TypedDice())
	a, err := m.Instance.ParseAction("fire sig-33b at squad-a normal")
	must(t, err)
	var open *rule.UnansweredError
	if err := m.Play(a, dice.MustTray("")); !errors.As(err, &open) {
		t.Fatal(err)
	}
	text := b.String()
	for by := range 2 {
		if err := m.Resign(by); err == nil || err.Error() != `match: "fire sig-33b at squad-a normal" is pending: finish it, or undo it, and resign then` {
			t.Errorf("side %d: %v", by, err)
		}
	}
	if _, ok := m.Resigned(); ok || m.Status().Over || b.String() != text {
		t.Error("what was refused changed something")
	}
	must(t, m.Undo(0, false))
	must(t, m.Resign(1))
	if _, err := verify(b.String()); err != nil {
		t.Error(err)
	}

	_, m = played(t, 1, 1000)
	if err := m.Resign(0); err == nil || err.Error() != "match: the game is over: there is nothing to resign" {
		t.Errorf("after the end: %v", err)
	}
	if _, ok := m.Resigned(); ok {
		t.Error("a finished game was resigned")
	}
}

// TestForgedResignations: an audit finds a resignation at a wrong place, by nobody, or with another
// winner, and names its line.
func TestForgedResignations(t *testing.T) {
	var b bytes.Buffer
	m := begin(t, &b, record.ProgramDice(4))
	do(t, m, dice.NewRandom(4), "fire sig-33b at squad-a normal")
	must(t, m.Resign(0))
	lines := strings.SplitAfter(strings.TrimSuffix(b.String(), "\n"), "\n")
	last := len(lines)
	resign := lines[last-1] + "\n"
	ended, _ := played(t, 1, 1000)
	for _, c := range []struct {
		name, text string
		line       int
		kind       record.FaultKind
		remedy     string
	}{
		{"by the other side", forge(b.String(), last, `"by":"German"`, `"by":"Soviet"`), last, record.BadEntry, `"winner":"German"`},
		{"with itself as winner", forge(b.String(), last, `"winner":"Soviet"`, `"winner":"German"`), last, record.BadEntry, `"winner":"Soviet"`},
		{"by nobody", forge(b.String(), last, `"by":"German"`, `"by":"Roman"`), last, record.BadOrder, "a resignation by a side"},
		{"in another position", forge(b.String(), last, `"position":"`, `"position":"0`), last, record.BadOutcome, m.Position().Hash()},
		{"with an action", forge(b.String(), last, `"by":"German"`, `"by":"German","action":"x"`), last, record.BadEntry, `{"kind":"resign","by":"German","over"`},
		{"in an action", forge(strings.Join(lines[:2], "")+resign, 0, "", ""), 3, record.BadEntry, ""},
		{"twice", forge(b.String()+resign, 0, "", ""), last + 1, record.Illegal, "a resignation is final"},
		{"before an action", forge(lines[0]+strings.Replace(resign, m.Position().Hash(), m.Instance.Start.Hash(), 1)+lines[1], 0, "", ""), 3, record.Illegal, "a resignation is final"},
		{"after the end", forge(ended+resign, 0, "", ""), strings.Count(ended, "\n") + 1, record.Illegal, "there is nothing to resign"},
	} {
		var fault *record.Fault
		if _, err := verify(c.text); !errors.As(err, &fault) || fault.Line != c.line || fault.Kind != c.kind || !strings.Contains(fault.Expected, c.remedy) {
			t.Errorf("%s: %v; want a fault of line %d, %q, with %q", c.name, err, c.line, c.kind, c.remedy)
		}
	}
}

// TestResignInTranscript: a transcript says who resigned and who won.
func TestResignInTranscript(t *testing.T) {
	m := begin(t, &bytes.Buffer{}, record.ProgramDice(4))
	must(t, m.Resign(1))
	if got := m.Entries[len(m.Entries)-1].String(); got != "The Soviet side resigns: the German side wins" {
		t.Errorf("it says %q", got)
	}
	if got := m.Instance.Verdict(m.Status()); got != "the German side wins: the Soviet side resigns" {
		t.Errorf("the verdict is %q", got)
	}
}
