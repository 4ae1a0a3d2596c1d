package d20skirmish_test

import (
	command "flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/scenario"
)

// TestTranscripts plays a game of every scenario with the actions in its transcript,
// testdata/SCENARIO.game, and the dice of its seed. It compares every line. With -update it
// rewrites all lines but the actions.
func TestTranscripts(t *testing.T) {
	for _, s := range scenario.ForRuleset("d20skirmish") {
		t.Run(s.Name, func(t *testing.T) {
			name := filepath.Join("testdata", s.Name+".game")
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			have := transcript(t, s.Name, string(want))
			if have == string(want) {
				return
			}
			if f := command.Lookup("update"); f != nil && f.Value.String() == "true" {
				if err := os.WriteFile(name, []byte(have), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s differs; if the change is right, keep it with go test -update:\n%s", name, have)
		})
	}
}

// transcript plays the actions of a transcript, its lines with ">". It returns a transcript with
// the rolls, decisions and notes of each. Decisions take the first option.
func transcript(t *testing.T, scenario, text string) string {
	f := begin(t, scenario)
	var b strings.Builder
	var seed uint64
	p, round := f.Start, 0
	src := dice.NewRandom(0)
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			fmt.Fprintln(&b, line)
		case strings.HasPrefix(line, "$ seed "):
			if _, err := fmt.Sscanf(line, "$ seed %d", &seed); err != nil {
				t.Fatal(err)
			}
			src = dice.NewRandom(seed)
			src.Policy = func(rule.Choice) int { return 0 }
			fmt.Fprintf(&b, "%s\n\n%s", line, f.Text(p))
		case strings.HasPrefix(line, "> "):
			if r := f.Status(p).Round; r != round {
				round = r
				fmt.Fprintf(&b, "\n--- round %d\n", round)
			}
			fmt.Fprintln(&b, line)
			p = play(t, f, p, line[2:], src, &b)
		}
	}
	s := f.Status(p)
	if !s.Over {
		t.Fatal("the transcript ends before the game does")
	}
	fmt.Fprintf(&b, "\n%s\n%s", s.Why, f.Text(p))
	return b.String()
}

// play plays one action of a side and writes its results.
func play(t *testing.T, f *game.Instance, p game.Position, line string, src rule.Source, b *strings.Builder) game.Position {
	t.Helper()
	side, line, _ := strings.Cut(line, ": ")
	if s := f.Sides[f.Status(p).Side]; string(s) != side {
		t.Fatalf("%q: it is the %s side's turn, not the %s", line, s, side)
	}
	a, err := f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	rec := &rule.Record{}
	_, before := f.CountModels(p)
	p, err = f.Play(p, a, src, rec)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	for _, e := range rec.Entries {
		if e.Kind == rule.Rolled || e.Kind == rule.Chosen || e.Kind == rule.Noted {
			fmt.Fprintln(b, "  "+e.String())
		}
	}
	if _, lost := f.CountModels(p); lost != before {
		fmt.Fprintf(b, "  = lost: %s %d, %s %d\n", f.Sides[0], lost[0], f.Sides[1], lost[1])
	}
	return p
}
