package policy_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
	"loophole/solve"
	"loophole/winprob"
)

// decisions plays a game by every seventh legal action, and calls check at each decision of its
// first actions.
func decisions(t *testing.T, ruleset, name string, most int, check func(r *game.Runner)) {
	t.Helper()
	f := testgame.Bundled(t, ruleset, name)
	r := f.Runner()
	u := rule.NewUmpire(sim.NewSampler(5, 0, func(rule.Choice) int { return 0 }), nil).WithHouseRules(f.House)
	for n := range most {
		if r.Status().Over {
			return
		}
		check(f.Runner().SetPosition(f.View(r.Position(), r.Status().Side)))
		legal := r.Legal(nil)
		r.Apply(u, legal[7*n%len(legal)])
	}
}

// TestWeigh compares a weighing with the ranking of a policy that searches as deep, and checks
// that the reasons of actions add up to their chances.
func TestWeigh(t *testing.T) {
	for _, s := range [][2]string{{"tideofiron", "stairs"}, {"d20skirmish", "arnhem"}, {"lasergrenadiers", "bastion"}} {
		told := 0
		decisions(t, s[0], s[1], 12, func(r *game.Runner) {
			x := &policy.Lookahead{Depth: 2, Budget: 1 << 30}
			w, err := x.Weigh(t.Context(), r, 3)
			if err != nil {
				t.Fatal(err)
			}
			list, err := x.Rank(r, policy.NewRand(1, 0, w.Side))
			if err != nil || len(list) != len(w.Actions) {
				t.Fatal(err, len(list), len(w.Actions))
			}
			for i, y := range w.Actions {
				if y.Ranked != list[i] {
					t.Errorf("%v: place %d is %+v, and %+v in the ranking", s, i, y.Ranked, list[i])
				}
				if (y.Reason != nil) != (i < 3) {
					t.Errorf("%v: place %d: reason %v", s, i, y.Reason)
				}
				if y.Reason == nil || y.Sampled {
					continue
				}
				for _, e := range y.Reason.Events {
					told++
					if mean := e.P*e.If + (1-e.P)*e.Else; math.Abs(mean-y.Chance) > 0.02 {
						t.Errorf("%v: %s: event %d makes %.3f of %.3f", s, r.Instance.FormatAction(y.Action), e.Event, mean, y.Chance)
					}
				}
			}
		})
		if told == 0 {
			t.Errorf("%v: no reason has an event", s)
		}
	}
}

// TestNextAction: where nothing explains an action, its reason names an action that the solution of the fight takes then.
func TestNextAction(t *testing.T) {
	t.Parallel()
	named := 0
	for _, path := range []string{"tideofiron/crossing", "d20skirmish/holdout", "oldworld/sally"} {
		f := openFight(t, path)
		r := f.Runner()
		w, err := policy.Adviser().Weigh(t.Context(), r, 10)
		if err != nil {
			t.Fatal(err)
		}
		if !w.Solved {
			t.Fatalf("%s is not solved", path)
		}
		for _, y := range w.Actions {
			if y.Reason == nil || y.Reason.Next == nil {
				continue
			}
			after := f.Runner().SetPosition(r.Position())
			after.Apply(rule.NewUmpire(nil, nil).WithHouseRules(f.House), y.Action)
			solution, err := solve.Solve(t.Context(), f, after.Position(), solve.Options{Positions: 50_000, EachAction: true})
			if err != nil {
				t.Fatal(err)
			}
			list, err := solution.Actions(after.Position())
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(list, func(a solve.ActionValue) bool { return a.Action == y.Reason.Next.Action })
			if i < 0 || !list[i].Value.Solved() || !y.Reason.Next.Solved || math.Abs(list[i].Value.Low-list[0].Value.Low) > 1e-9 {
				t.Errorf("%s: after %q the best is %+v, not %+v", path, f.FormatAction(y.Action), list[0], y.Reason.Next)
			}
			named++
		}
	}
	t.Logf("%d reasons name what is best then", named)
	if named == 0 {
		t.Error("no reason names what is best then")
	}
}

// openFight opens a fight of the exam.
func openFight(t *testing.T, name string) *game.Instance {
	t.Helper()
	return testgame.File(t, "../internal/exam/fights/"+name+".yaml")
}

// TestWeighEqually checks that an action asked about is searched as deep as the best, and that a
// depth which the budget does not finish is given up for all.
func TestWeighEqually(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	deep := 0
	decisions(t, "tideofiron", "block", 6, func(r *game.Runner) {
		whole, err := (&policy.Lookahead{Depth: 1}).Weigh(t.Context(), r, 0)
		if err != nil {
			t.Fatal(err)
		}
		last := whole.Actions[len(whole.Actions)-1].Action
		w, err := (&policy.Lookahead{Depth: 2, Budget: 1 << 20}).Weigh(t.Context(), r, 1, last)
		if err != nil {
			t.Fatal(err)
		}
		i := w.Find(last)
		if i < 0 || w.Actions[i].Depth != w.Actions[0].Depth || w.Actions[i].Reason == nil {
			t.Errorf("the action asked about is at place %d: %+v; the best is searched %d deep", i, w.Actions[max(0, i)], w.Actions[0].Depth)
		}
		if w.Actions[0].Depth == 2 {
			deep++
		}
		if w, err = (&policy.Lookahead{Depth: 2, Budget: 1}).Weigh(t.Context(), r, 0); err != nil {
			t.Fatal(err)
		}
		for i, x := range w.Actions {
			if x.Depth == 2 && len(w.Actions) > 1 || x.Ranked.Chance != whole.Actions[i].Chance {
				t.Errorf("without a budget place %d is %+v; want %+v", i, x, whole.Actions[i])
			}
		}
	})
	if deep == 0 {
		t.Error("nothing was searched two actions deep")
	}
}

// TestWeighCancelled checks that a weighing ends with its context.
func TestWeighCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	decisions(t, "d20skirmish", "arnhem", 1, func(r *game.Runner) {
		x := policy.Adviser()
		if err := x.Prepare(t.Context(), r.Instance); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Weigh(ctx, r, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

// TestEndingActions: an action that ends the game has its exact chance to win, without the error of rollouts, where
// nothing else is solved.
func TestEndingActions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	seen, uncertain := 0, 0
	for _, path := range []string{"tideofiron/storm", "oldworld/sally", "d20skirmish/holdout"} {
		f := openFight(t, path)
		for seed := range uint64(20) {
			r := f.Runner()
			u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
			for i := uint64(0); !r.Status().Over; i++ {
				legal := r.Legal(nil)
				x := &policy.Lookahead{Depth: 1, Budget: 4000, Rollouts: 3000}
				w, err := x.Weigh(t.Context(), r, 1)
				if err != nil {
					t.Fatal(err)
				}
				for _, y := range w.Actions {
					if !y.Ends {
						continue
					}
					// The solution of all plays of the action is the slow twin.
					s, err := solve.Solve(t.Context(), f, r.Position(), solve.Options{Positions: 50_000, EachAction: true})
					if err != nil {
						t.Fatal(err)
					}
					list, err := s.Actions(r.Position())
					if err != nil {
						t.Fatal(err)
					}
					k := slices.IndexFunc(list, func(a solve.ActionValue) bool { return a.Action == y.Action })
					want := list[k].Value.For(w.Side).Low
					if y.Error != 0 || math.Abs(y.Chance-want) > 1e-9 {
						t.Errorf("%s: %s has %.4f ± %.4f, and exactly %.4f", path, f.FormatAction(y.Action), y.Chance, y.Error, want)
					}
					if seen++; y.Games > 0 && want > 0.01 && want < 0.99 {
						uncertain++
					}
				}
				r.Apply(u, legal[(seed+3*i)%uint64(len(legal))])
			}
		}
	}
	t.Logf("%d actions end a game, %d of them by dice", seen, uncertain)
	if uncertain == 0 {
		t.Error("no action that was played on from ends a game by dice")
	}
}

// TestGivesAway checks the limits of a warning.
func TestGivesAway(t *testing.T) {
	best, other := game.Action{Type: 1}, game.Action{Type: 2}
	at := func(a game.Action, chance, atOnce float64, depth int, sampled bool) policy.Weighed {
		return policy.Weighed{Ranked: policy.Ranked{Action: a, Chance: chance, Depth: depth}, AtOnce: atOnce, Sampled: sampled}
	}
	good := winprob.Quality{Brier: 0.1, Constant: 0.2}
	for _, c := range []struct {
		name    string
		x       policy.Weighed
		quality winprob.Quality
		want    bool
	}{
		{"a blunder", at(other, 0.45, 0.5, 2, false), good, true},
		{"a little less", at(other, 0.51, 0.5, 2, false), good, false},
		{"one that shows only deep", at(other, 0.3, 0.58, 2, false), good, false},
		{"one searched less deep", at(other, 0.45, 0.5, 1, false), good, false},
		{"an estimate", at(other, 0.45, 0.5, 2, true), good, false},
		{"a large one of an estimate", at(other, 0.35, 0.4, 2, true), good, true},
		{"by a poor model", at(other, 0.3, 0.3, 2, false), winprob.Quality{Brier: 0.19, Constant: 0.2}, false},
		{"by a model without a test", at(other, 0.3, 0.3, 2, false), winprob.Quality{}, false},
	} {
		w := &policy.Weighing{Actions: []policy.Weighed{at(best, 0.6, 0.6, 2, false), c.x}, Quality: c.quality}
		if x := w.GivesAway(other); x.Warn != c.want || math.Abs(x.Lost-(0.6-c.x.Chance)) > 1e-9 {
			t.Errorf("%s: %+v", c.name, x)
		}
		if x := w.GivesAway(best); x.Lost != 0 || x.Warn {
			t.Errorf("%s: the best gives away %+v", c.name, x)
		}
	}
}

// TestProvenLoss: if a chance is only a bound, the loss between the bounds counts. Otherwise a proof that an action is
// better than estimated would warn of it.
func TestProvenLoss(t *testing.T) {
	best, other := game.Action{Type: 1}, game.Action{Type: 2}
	rolled := func(a game.Action, chance, stdErr, doubt float64) policy.Weighed {
		return policy.Weighed{Ranked: policy.Ranked{Action: a, Chance: chance, Depth: 1}, Games: 50, Error: stdErr, Doubt: doubt, High: 1}
	}
	within := func(x policy.Weighed, low, high float64) policy.Weighed {
		x.Low, x.High, x.Chance = low, high, max(low, min(high, x.Chance))
		return x
	}
	for _, c := range []struct {
		name    string
		best, x policy.Weighed
		want    policy.Loss
	}{
		{"estimates", rolled(best, 0.45, 0.03, 0), rolled(other, 0.25, 0.03, 0.05), policy.Loss{Lost: 0.2, Warn: true}},
		{"an action that is at least as good", rolled(best, 0.45, 0.03, 0), within(rolled(other, 0.25, 0, 0.03), 0.3, 1), policy.Loss{Proven: true}},
		{"a best one that is at least as good", within(rolled(best, 0.25, 0, 0), 0.45, 1), rolled(other, 0.25, 0.03, 0.03), policy.Loss{Proven: true}},
		{"bounds that are apart", within(rolled(best, 0.25, 0, 0), 0.45, 1), within(rolled(other, 0.4, 0, 0), 0, 0.25), policy.Loss{Lost: 0.2, Proven: true, Warn: true}},
		{"bounds that are close", within(rolled(best, 0.25, 0, 0), 0.45, 1), within(rolled(other, 0.5, 0, 0), 0, 0.4), policy.Loss{Lost: 0.05, Proven: true}},
		{"an upper bound behind an uncertain best one", rolled(best, 0.42, 0.06, 0), within(rolled(other, 0.5, 0, 0.06), 0, 0.31), policy.Loss{Lost: 0.11}},
		{"exact chances", within(rolled(best, 0.5, 0, 0), 0.45, 0.45), within(rolled(other, 0.5, 0, 0), 0.3, 0.3), policy.Loss{Lost: 0.15, Proven: true, Warn: true}},
		{"an exact one behind a certain estimate", rolled(best, 0.5, 0.01, 0), within(rolled(other, 0.5, 0, 0.01), 0.3, 0.3), policy.Loss{Lost: 0.2, Warn: true}},
	} {
		w := &policy.Weighing{Actions: []policy.Weighed{c.best, c.x}, Quality: winprob.Quality{Brier: 0.1, Constant: 0.2}}
		if x := w.GivesAway(other); x.Warn != c.want.Warn || x.Proven != c.want.Proven || math.Abs(x.Lost-c.want.Lost) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", c.name, x, c.want)
		}
	}
}

// TestWeighOptions checks that a policy takes the option that is weighed as the best.
func TestWeighOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	seen := 0
	decisions(t, "tideofiron", "block", 40, func(r *game.Runner) {
		f, p := r.Instance, r.Position()
		for _, a := range r.Legal(nil) {
			if seen >= 40 {
				return
			}
			var met *policy.Decision
			x := f.ActionRunner(p, a)
			u := rule.NewUmpire(sim.NewSampler(9, 0, func(c rule.Choice) int {
				if met == nil {
					met = &policy.Decision{Choice: c, Position: p, Action: a}
				}
				return 0
			}), nil).WithHouseRules(f.House)
			if err := rule.Catch(func() { x.Play(u) }); err != nil {
				t.Fatal(err)
			}
			x.Release()
			if met == nil {
				continue
			}
			w, err := policy.Adviser().WeighOptions(t.Context(), f, *met)
			if err != nil {
				t.Fatal(err)
			}
			if w.Chances == nil { // Dice came before the decision.
				continue
			}
			seen++
			if played := w.Games > 0; played == w.Solved || played != (len(w.Errors) == len(w.Chances)) {
				t.Errorf("%s: solved %v, %d games, errors %v", f.FormatAction(a), w.Solved, w.Games, w.Errors)
			}
			side := slices.Index(f.Sides[:], met.By)
			taken, err := policy.Adviser().Decide(f, *met, policy.NewRand(1, 0, side))
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range w.Chances {
				if v < 0 || v > 1 || v > w.Chances[taken]+1e-12 {
					t.Errorf("%s: option %d has %.3f, and option %d is taken with %.3f", f.FormatAction(a), i, v, taken, w.Chances[taken])
				}
			}
		}
	})
	if seen == 0 {
		t.Error("no decision was met")
	}
}

// TestBestAreExplained: the best actions after rollouts have reasons, because a hint leaves out those without one. Among
// many alike actions, they may have stood far down the search's list.
func TestBestAreExplained(t *testing.T) {
	t.Parallel()
	beyond := 0
	for _, s := range [][2]string{{"konflikt47", "terrace"}, {"tideofiron", "block"}, {"oldworld", "siege-train"}} {
		decisions(t, s[0], s[1], 10, func(r *game.Runner) {
			const most = 3
			w, err := (&policy.Lookahead{Depth: 1, Budget: 1_000, Rollouts: 2_000}).Weigh(t.Context(), r, most)
			if err != nil {
				t.Fatal(err)
			}
			for _, y := range w.Actions[:min(most, len(w.Actions))] {
				if y.Reason == nil {
					t.Errorf("%v: %s has no reason", s, r.Instance.FormatAction(y.Action))
				}
			}
			list, err := (&policy.Lookahead{Depth: 1, Budget: 1_000}).Weigh(t.Context(), r, most)
			if err != nil {
				t.Fatal(err)
			}
			if w.Actions[0].Games > 0 && list.Find(w.Actions[0].Action) >= most {
				beyond++
			}
			if x := &w.Actions[0]; !w.Explains(x.Action) {
				t.Errorf("%v: the best action is not explained: %+v", s, x)
			}
		})
	}
	if beyond == 0 {
		t.Error("the best action was among the first of the search each time")
	}
}
