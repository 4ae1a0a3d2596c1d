package oldworld_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
	"loophole/rulesets/oldworld"
	"loophole/scenario"
)

// TestTranscript plays the actions of testdata/farmhouse.game, its "$" lines, with the dice of one
// seed, and compares the results. With -update it rewrites the results.
func TestTranscript(t *testing.T) {
	const name = "testdata/farmhouse.game"
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.Open(oldworld.Game, "farmhouse", nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("# The scenario farmhouse from set-up to the end, with the dice of seed 7. A $\n# line is an action, a > line a roll or a choice, a - line what follows.\n\n")
	out.WriteString(f.Text(f.Start))
	p, d := f.Start, dice.NewRandom(7)
	for _, line := range strings.Split(string(b), "\n") {
		action, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		a, err := f.ParseAction(action)
		if err != nil {
			t.Fatal(err)
		}
		var rec rule.Record
		if p, err = f.Play(p, a, d, &rec); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		fmt.Fprintf(&out, "\n$ %s\n", action)
		for _, e := range rec.Entries {
			switch e.Kind {
			case rule.Rolled, rule.Chosen:
				fmt.Fprintf(&out, "> %v\n", e)
			case rule.Noted:
				fmt.Fprintf(&out, "- %v\n", e)
			}
		}
	}
	s := f.Status(p)
	fmt.Fprintf(&out, "\n%s\n%s: the winner is %d\n", f.Text(p), s.Why, s.Winner)
	if !s.Over {
		t.Errorf("the game is not over: %+v", s)
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(name, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(b) {
		t.Errorf("%s differs; if the change is right, keep it with go test -update\n%s", name, out.String())
	}
}
