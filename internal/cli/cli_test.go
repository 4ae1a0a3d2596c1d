package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	_ "loophole/internal/lazygc"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// duel is a rulebook of the test: a fight with checkpoints and a choice, for
// what the shelf may not show in one short procedure.
type duel struct {
	A int8 `key:"a" unit:"lives" min:"1" max:"9" doc:"lives of A"`
	B int8 `key:"b" unit:"lives" min:"1" max:"9" doc:"lives of B"`
}

type won struct {
	A bool `key:"a-wins" doc:"A is the last to stand"`
}

var duelSpec = rule.Spec[duel, won]{
	Name: "fight", Gist: "two fight until one falls", Default: duel{A: 2, B: 2},
	Legal: func(u *rule.Umpire, s *duel) { u.Require(s.A < 9, "d.fair", "nine lives are for cats") },
	Play: func(u *rule.Umpire, s *duel) won {
		f := *s
		first := u.Choose("A", "d.fair", "who strikes first?", "A", "B")
		for f.A > 0 && f.B > 0 {
			if !rule.Checkpoint(u, "round", &f) {
				return won{}
			}
			if u.Test(rule.D6, rule.AtLeast(4), "d.roll", "A strikes?") {
				f.B--
			} else {
				f.A -= int8(1 + first)
			}
		}
		return won{f.A > 0}
	},
	Events:   []rule.Event[won]{{Name: "a-wins", Gist: "A wins", Holds: func(w won) bool { return w.A }}},
	Examples: []rule.Example{{Name: "even", Settings: "a=2 b=2", Gist: "two against two"}},
}

func TestMain(m *testing.M) {
	rulesets.All = append(rulesets.All, rule.MustRuleset(rule.Ruleset{
		ID: "duel", Title: "Duel", Chapter: "all of it", Procedures: []*rule.Procedure{duelSpec.Procedure()},
	}, "## All\nd.fair | rule | p1 | Fair play.\nd.roll | rule | p1 | A strikes on 4 and more.\n"))
	m.Run()
}

// run runs a command line.
func run(t *testing.T, args ...string) (status int, out, err string) {
	t.Helper()
	var o, e strings.Builder
	status = Main(context.Background(), args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestMarksAndChoices(t *testing.T) {
	status, out, err := run(t, "odds", "duel", "fight", "--example", "even")
	for _, want := range []string{
		"Duel, all of it\n", "expected rounds: 2.50\n", "  a-wins  50.0 %  1/2  A wins\n",
		"first option  who strikes first? [d.fair]\n", "D6 4+         A strikes? [d.roll]\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if status != 0 || err != "" {
		t.Error(status, err)
	}
	if t.Failed() {
		t.Log(out)
	}
	_, out, _ = run(t, "odds", "duel", "fight", "--json")
	if !strings.Contains(out, "\"round\": {\n        \"mean\": \"5/2\",\n        \"float\": 2.5\n      }") {
		t.Error(out)
	}
}

func TestSimMarks(t *testing.T) {
	status, out, err := run(t, "sim", "duel", "fight", "--trials", "1000", "--seed", "3")
	if status != 0 || !strings.Contains(out, "estimated by 1 000 trials, seed 3") || !strings.Contains(out, "a-wins") {
		t.Error(status, out, err)
	}
}

func TestRollChoice(t *testing.T) {
	status, out, err := run(t, "roll", "duel", "fight", "a=1", "b=1", "--dice", "B | 3")
	for _, want := range []string{"who strikes first?: the A side chooses B [d.fair]", "Outcome\n  a-wins  no\n", "  a-wins  no  A wins\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if status != 0 {
		t.Error(status, err)
	}
	status, _, err = run(t, "roll", "duel", "fight", "--dice", "C | 3")
	if status != 2 || !strings.Contains(err, `"C" is not an option`) {
		t.Error(status, err)
	}
}

func TestRefusedStatus(t *testing.T) {
	status, out, err := run(t, "odds", "duel", "fight", "a=9", "--json")
	if status != 1 || !strings.Contains(out, `"legal": false`) || !strings.Contains(err, "nine lives are for cats [d.fair]") {
		t.Error(status, out, err)
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {rule.IllegalError{}, 1}, {invalid(io.EOF), 1}, {io.EOF, 2}, {internalError(io.EOF), 3}, {context.Canceled, 130},
		{solverError(&odds.TooLargeError{}), 2}, {solverError(&rule.MissingFactError{}), 2}, {solverError(errors.New("the mass is not 1")), 3}, {solverError(nil), 0},
	} {
		if got := statusOf(c.err); got != c.want {
			t.Errorf("%v: status %d, want %d", c.err, got, c.want)
		}
	}
}

func TestReportFault(t *testing.T) {
	var b strings.Builder
	c := &console{err: &b}
	c.report(internalError(errors.New("the mass is not 1")))
	c.report(context.Canceled)
	if b.String() != "bug in loophole: the mass is not 1\nPlease report it with the command that you typed.\ninterrupted\n" {
		t.Error(b.String())
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, err strings.Builder
	status := Main(ctx, []string{"sim", "duel", "fight"}, nil, &out, &err)
	if status != 130 || err.String() != "interrupted\n" {
		t.Error(status, out.String(), err.String())
	}
}

// TestAgain types what a refusal proposes, and asks the same question by it.
func TestAgain(t *testing.T) {
	c := &console{in: strings.NewReader("")}
	q, err := c.ask([]string{"tideofiron", "attack"}, &questionFlags{
		example: "worked", rulings: []string{"halving=before"}, sets: []string{"facts.defence.block=4", "tables.units.sig-33b.move=7"},
	})
	if err != nil {
		t.Fatal(err)
	}
	line := sameQuestion("sim", q)
	const want = "loophole sim tideofiron attack lead=sig-33b lead.distance=3 support=panzer-iii card=yes level=1 hexes=2 squads=4" +
		" --set facts.defence.block=4 --ruling halving=before --set tables.units.sig-33b.move=7"
	if line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
	status, out, stderr := run(t, append(strings.Fields(line)[1:], "--trials", "300", "--json")...)
	if status != 0 || !strings.Contains(out, `"house": "`+q.House.Hash()+`"`) {
		t.Error(status, out, stderr)
	}
}

func TestPools(t *testing.T) {
	count := func(n int) rule.Pool { return rule.CountPool(n, rule.D6, rule.AtLeast(5)) }
	for want, list := range map[string][]rule.Pool{
		"":                              nil,
		"19D6 count 5+":                 {count(19)},
		"3–19D6 count 5+":               {count(7), count(19), count(3)},
		"D20 12-":                       {rule.TestPool(rule.D20, rule.AtMost(12))},
		"2D6 sum, 2D3 sum, 2D10 sum, …": {rule.SumPool(2, rule.D6), rule.SumPool(2, rule.D3), rule.SumPool(2, rule.D10), rule.SumPool(2, rule.D20)},
	} {
		if got := wire.Pools(list); got != want {
			t.Errorf("%v: got %q, want %q", list, got, want)
		}
	}
}

func TestSeed(t *testing.T) {
	for _, s := range []string{"-1", "x", "18446744073709551616", "1.5"} {
		if _, err := seedOf(s); err == nil {
			t.Errorf("%q is no seed", s)
		}
	}
	if n, err := seedOf("18446744073709551615"); n != 1<<64-1 || err != nil {
		t.Error(n, err)
	}
}

func BenchmarkWorkedExample(b *testing.B) {
	args := strings.Fields("odds tideofiron attack --example worked")
	for b.Loop() {
		if s := Main(context.Background(), args, nil, io.Discard, io.Discard); s != 0 {
			b.Fatal(s)
		}
	}
}
