package policy_test

import (
	"math"
	"os"
	"sync"
	"testing"

	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/scenario"
	"loophole/winprob"
)

// TestWeighAnchored: where the games of a fit are far from those of strong players, the best action from the start has
// nearly the chance at which the model is anchored, and reasons still add up. Exact chances stay as they are.
func TestWeighAnchored(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, x := range []struct {
		ruleset, name string
		start         float64 // the chance of the first side
	}{{"oldworld", "troll-barn", 0.1}, {"tideofiron", "row", 0.9}, {"d20skirmish", "wxyz", 0.85}} {
		f := testgame.Bundled(t, x.ruleset, x.name)
		r := f.Runner()
		side := r.Status().Side
		adviser := policy.Adviser()
		adviser.Start = x.start
		w, err := adviser.Weigh(t.Context(), r, 3)
		if err != nil {
			t.Fatal(err)
		}
		chance := w.Actions[0].Chance
		if side == 1 {
			chance = 1 - chance
		}
		if math.Abs(chance-x.start) > 0.15 {
			t.Errorf("%s: the best action has %.3f, and the start is anchored at %v", x.name, chance, x.start)
		}
		for _, y := range w.Actions {
			if y.Reason == nil || y.Sampled {
				continue
			}
			for _, e := range y.Reason.Events {
				if mean := e.P*e.If + (1-e.P)*e.Else; math.Abs(mean-y.Chance) > 1e-6 {
					t.Errorf("%s: %s: event %d makes %.4f of %.4f", x.name, f.FormatAction(y.Action), e.Event, mean, y.Chance)
				}
			}
		}
	}
	f := openFight(t, "oldworld/sally")
	adviser := policy.Adviser()
	adviser.Start = 0.1
	if w, err := adviser.Weigh(t.Context(), f.Runner(), 1); err != nil || !w.Solved {
		t.Fatal(err)
	} else if v, err := policy.Adviser().Weigh(t.Context(), f.Runner(), 1); err != nil || w.Actions[0].Chance != v.Actions[0].Chance {
		t.Errorf("an exact chance moves from %v to %v: %v", v.Actions[0].Chance, w.Actions[0].Chance, err)
	}
}

// TestAnchorIsTruer plays games between captains, in scenarios where the games of a fit are far from those of strong
// players. The anchored model is nearer to the results.
func TestAnchorIsTruer(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("a long test: set LOOPHOLE_LONG=1")
	}
	for _, name := range [][2]string{{"oldworld", "troll-barn"}, {"tideofiron", "row"}} {
		f := testgame.Bundled(t, name[0], name[1])
		m, err := policy.Models.Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var brier [2]float64
		games, lock := 0, sync.Mutex{}
		by := logit(scenario.StartChance(f)) - logit(m.Evaluator().At(f.Runner(), winprob.Everybody))
		captain := func() policy.Policy {
			x, err := policy.New("captain")
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		o := policy.Options{Games: 40, Seed: 77, Luck: m, Watch: func(p *policy.PlayedGame) {
			lock.Lock()
			defer lock.Unlock()
			games++
			result := winprob.Result(&p.End)
			for _, s := range p.Steps {
				for i, v := range []float64{s.Before, 1 / (1 + math.Exp(-logit(s.Before)-by))} {
					brier[i] += (v - result) * (v - result) / float64(len(p.Steps))
				}
			}
		}}
		if _, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{captain, captain}, o); err != nil {
			t.Fatal(err)
		}
		n := float64(games)
		t.Logf("%v: Brier score %.3f, anchored %.3f, over %d games", name, brier[0]/n, brier[1]/n, games)
		if brier[1] > 0.8*brier[0] {
			t.Errorf("%v: the anchored model has a Brier score of %.3f, the other one %.3f", name, brier[1]/n, brier[0]/n)
		}
	}
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
