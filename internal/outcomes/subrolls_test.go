package outcomes_test

import (
	"errors"
	"math"
	"testing"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/internal/testgame"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestSubrolls compares actions whose subrolls are one question each with the same actions roll by roll, in all
// rulebooks: the values are the same. So are the values after each first roll, which may be in the middle of a subroll.
func TestSubrolls(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f := testgame.New(t, scenario.ForRuleset(g.Rules.ID)[0])
			plain, joined := outcomes.NewFinder(f), outcomes.NewFinder(f)
			joined.Subrolls = true
			found, answered := 0, 0
			positions(t, f, 1, func(p game.Position, a game.Action) {
				tree, err := plain.Tree(t.Context(), p, a, outcomes.Limits{Paths: 2_000})
				if errors.Is(err, outcomes.ErrTooMany) {
					return
				}
				must(t, err)
				defer tree.Release()
				one, err := joined.Find(t.Context(), p, a, wide)
				must(t, err)
				defer one.Release()
				if got, want := worth(f, one), worth(f, tree); !near(got, want) {
					t.Errorf("%s: %v with subrolls, %v roll by roll", f.FormatAction(a), got, want)
				}
				found++
				if tree.Root.Kind != outcomes.Chance {
					return
				}
				for i, part := range tree.Root.Parts {
					answer := tree.Root.Asked.Values[i]
					rest, err := joined.After(t.Context(), p, a, []int{answer}, wide)
					must(t, err)
					if got, want := worth(f, rest), part.Value(valueOf(f, tree)); !near(got, want) {
						t.Errorf("%s after %d: %v with subrolls, %v roll by roll", f.FormatAction(a), answer, got, want)
					}
					rest.Release()
					answered++
				}
			})
			if found < 10 || answered < 10 {
				t.Errorf("only %d actions and %d answers were compared", found, answered)
			}
		})
	}
}

// TestFewerPlays: the subrolls of Konflikt '47 spare at least half of the plays.
func TestFewerPlays(t *testing.T) {
	f := testgame.Bundled(t, "konflikt47", "farmhouse")
	plays := [2]int{}
	positions(t, f, 1, func(p game.Position, a game.Action) {
		var took [2]int
		for i := range took {
			x := outcomes.NewFinder(f)
			x.Subrolls = i == 1
			o, err := x.After(t.Context(), p, a, nil, outcomes.Limits{Paths: 2_000})
			if errors.Is(err, outcomes.ErrTooMany) {
				return
			}
			must(t, err)
			o.Release()
			took[i] = x.Plays
		}
		plays[0], plays[1] = plays[0]+took[0], plays[1]+took[1]
	})
	if plays[1] == 0 || 2*plays[1] > plays[0] {
		t.Errorf("%d plays with subrolls, %d roll by roll; want at most half as many", plays[1], plays[0])
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// valueOf gives every position a value that few others have.
func valueOf(f *game.Instance, o *outcomes.Outcomes) func(int) float64 {
	return func(i int) float64 {
		v := f.Evaluate(o.At(i), 0)
		return float64(v.Own) - 0.6*float64(v.Enemy) + 0.37*float64(v.Objectives)
	}
}

func worth(f *game.Instance, o *outcomes.Outcomes) float64 { return o.Value(valueOf(f, o)) }
