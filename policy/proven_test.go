package policy_test

import (
	"testing"

	"loophole/game"
	"loophole/policy"
	"loophole/solve"
)

// TestProven weighs actions of small fights with too few plays to solve them. What is proven of each agrees with the
// whole solution, and so do the warnings that rest on it. Chances stay within what is proven.
func TestProven(t *testing.T) {
	t.Parallel()
	kinds := map[policy.Proof]int{}
	for _, name := range []string{"tideofiron/storm", "tideofiron/weakened", "tideofiron/lastgrab", "d20skirmish/grenade", "d20skirmish/holdout", "konflikt47/targets", "oldworld/javelins", "lasergrenadiers/rocket"} {
		f := openFight(t, name)
		whole, err := solve.Solve(t.Context(), f, f.Start, solve.Options{EachAction: true})
		if err != nil {
			t.Fatal(err)
		}
		list, err := whole.Actions(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		truth := map[game.Action]float64{}
		for _, a := range list {
			if a.Value.Solved() {
				truth[a.Action] = a.Value.For(f.Status(f.Start).Side).Low
			}
		}
		for _, plays := range []int{100, 400, 1_000, 2_000} {
			w, err := (&policy.Lookahead{Depth: 1, Budget: 500, Endings: plays, Strict: true, Rollouts: 1_000}).Weigh(t.Context(), f.Runner(), 3)
			if err != nil {
				t.Fatal(err)
			}
			if w.Solved {
				continue
			}
			for i := range w.Actions {
				x := &w.Actions[i]
				want, known := truth[x.Action]
				kinds[x.Proven()]++
				if known && (want < x.Low-1e-9 || want > x.High+1e-9) {
					t.Errorf("%s: %s: from %v to %v are proven, and %v is true", name, f.FormatAction(x.Action), x.Low, x.High, want)
				}
				if x.Chance < x.Low || x.Chance > x.High || x.Proven() != policy.Unproven && x.Error != 0 {
					t.Errorf("%s: %s: %v ± %v, and from %v to %v are proven", name, f.FormatAction(x.Action), x.Chance, x.Error, x.Low, x.High)
				}
				best, ok := truth[w.Actions[0].Action]
				if loss := w.GivesAway(x.Action); loss.Proven && loss.Lost > 0 && known && ok && best-want < loss.Lost-1e-9 {
					t.Errorf("%s: %s gives away %v, not %v", name, f.FormatAction(x.Action), best-want, loss.Lost)
				}
				if x.Error == 0 && x.Games > 0 && w.Actions[0].Error == 0 && x.Doubt != 0 {
					t.Errorf("%s: %s is ± %v behind, between two proven chances", name, f.FormatAction(x.Action), x.Doubt)
				}
			}
		}
	}
	for _, p := range []policy.Proof{policy.Unproven, policy.AtLeast, policy.AtMost, policy.Exactly} {
		if kinds[p] == 0 {
			t.Errorf("no chance has the proof %d: %v", p, kinds)
		}
	}
}
