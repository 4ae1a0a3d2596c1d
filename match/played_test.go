package match_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
	"loophole/scenario"
)

// guided answers a game: rolls from a seed, decisions by the random policy.
type guided struct {
	*dice.Random
	policy policy.Random
	rng    *policy.Rand
}

func (g *guided) Choose(c rule.Choice) (int, error) { return g.policy.ChooseOption(c, g.rng), nil }

// TestPlayed plays a game of every bundled scenario with fixed dice, and compares it with its
// transcript: actions, rolls, decisions, effects, and the last position.
func TestPlayed(t *testing.T) {
	for _, b := range scenario.Bundled() {
		t.Run(b.Ruleset+"/"+b.Name, func(t *testing.T) {
			m, happened := wholeGame(t, b)
			f := m.Instance
			have := f.Text(f.Start) + "\n" + happened + "\n" + f.Text(m.Position())
			name := filepath.Join("testdata", "played", b.Ruleset+"-"+b.Name+".txt")
			if *update {
				if err := os.WriteFile(name, []byte(have), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if have != string(want) {
				t.Errorf("%s differs; go test -update rewrites it, and the difference is to be read", name)
			}
		})
	}
}

// wholeGame plays a game to its end, and returns it with its transcript.
func wholeGame(t *testing.T, b *scenario.Scenario) (*match.Match, string) {
	f := testgame.New(t, b)
	h, err := match.NewHeader(f, "test", [2]string{"policy random", "policy random"}, record.ProgramDice(7))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(f, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	src := &guided{Random: dice.NewRandom(7), rng: policy.NewRand(7, 0, 0)}
	var out strings.Builder
	for !m.Status().Over {
		a, err := src.policy.ChooseAction(f.Runner().SetPosition(m.Position()), src.rng)
		if err != nil {
			t.Fatal(err)
		}
		from := len(m.Entries)
		if err := m.Play(a, src); err != nil {
			t.Fatal(err)
		}
		for _, e := range m.Entries[from:] {
			if e.Kind != match.Ruled || e.Rule.Kind == rule.Rolled || e.Rule.Kind == rule.Chosen {
				out.WriteString(e.String() + "\n")
			}
		}
	}
	return m, out.String()
}
