package policy_test

import (
	"math"
	"os"
	"sync"
	"testing"

	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/sim"
	"loophole/winprob"
)

// TestWeighAnchored: chances that are moved to the score of strong players keep the order of the actions and stay the
// means of their reasons. Exact ones stay as they are.
func TestWeighAnchored(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	g, err := rulesets.Game("oldworld")
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.Open(g, "troll-barn", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := policy.Models.Model(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	const start = 0.1
	m, r := m.Anchored(f, start), f.Runner()
	for range 2 { // both sides decide
		side, round := r.Status().Side, r.Status().Round
		adviser := policy.Adviser()
		plain, err := adviser.Weigh(t.Context(), r, 3)
		if err != nil {
			t.Fatal(err)
		}
		adviser = policy.Adviser()
		adviser.Start = start
		moved, err := adviser.Weigh(t.Context(), r, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i := range plain.Actions {
			x, y := &plain.Actions[i], &moved.Actions[i]
			if x.Action != y.Action || x.Games != y.Games || math.Abs(y.Chance-m.Move(x.Chance, side, round)) > 1e-12 {
				t.Errorf("side %d, place %d: %+v, and %+v where the start is anchored", side, i, x.Ranked, y.Ranked)
			}
			if x.Error > 0 { // About as far as one error moves.
				if d := m.Move(x.Chance+x.Error/20, side, round) - y.Chance; math.Abs(20*d/y.Error-1) > 0.1 {
					t.Errorf("side %d, place %d: the error is %v of %v", side, i, y.Error, x.Error)
				}
			}
			if x.Doubt > 0 && x.Chance < plain.Actions[0].Chance {
				was, is := x.Doubt/(plain.Actions[0].Chance-x.Chance), y.Doubt/(moved.Actions[0].Chance-y.Chance)
				if math.Abs(was/is-1) > 0.01 {
					t.Errorf("side %d, place %d: the doubt is %v of the lead, and was %v", side, i, is, was)
				}
			}
			if y.Reason == nil || y.Sampled {
				continue
			}
			for _, e := range y.Reason.Events {
				if mean := e.P*e.If + (1-e.P)*e.Else; math.Abs(mean-y.Chance) > 1e-6 {
					t.Errorf("side %d: %s: event %d makes %.4f of %.4f", side, f.FormatAction(y.Action), e.Event, mean, y.Chance)
				}
			}
		}
		if math.Abs(plain.Actions[0].Chance-moved.Actions[0].Chance) < 0.1 {
			t.Errorf("side %d: %.3f became %.3f", side, plain.Actions[0].Chance, moved.Actions[0].Chance)
		}
		for first := r.Status().Side; r.Status().Side == first; {
			r.Apply(rule.NewUmpire(sim.NewSampler(4, 0, nil), nil).WithHouseRules(f.House), r.Legal(nil)[0])
		}
	}
	f = openFight(t, "oldworld/sally")
	adviser := policy.Adviser()
	adviser.Start = start
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
		g, err := rulesets.Game(name[0])
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Open(g, name[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := policy.Models.Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var brier [2]float64
		games, moved, lock := 0, m.Anchored(f, scenario.StartChance(f)), sync.Mutex{}
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
				for i, v := range []float64{s.Before, moved.Move(s.Before, 0, s.Round)} {
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
