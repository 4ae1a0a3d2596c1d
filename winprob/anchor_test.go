package winprob_test

import (
	"math"
	"testing"

	"loophole/rule"
	"loophole/rulesets"
	"loophole/sim"
	"loophole/winprob"
)

// TestAnchored: an anchored model gives the start its chance, moves the chances of a round by one logit, which falls
// linearly to 0 in the last round, and changes no result.
func TestAnchored(t *testing.T) {
	names := map[string]string{"d20skirmish": "wxyz", "konflikt47": "bunkers", "lasergrenadiers": "farm", "oldworld": "last-stand", "tideofiron": "ambush"}
	for _, g := range rulesets.Games {
		f := open(t, g.Rules.ID, names[g.Rules.ID])
		m, err := new(winprob.Library).Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		const start = 0.9
		moved := m.Anchored(f, start)
		was, is := m.Evaluator(), moved.Evaluator()
		r := f.Runner()
		at := func(e *winprob.Evaluator) float64 { return e.At(r, winprob.Everybody) }
		if f.HasHiddenInfo() { // It is the mean of what the sides see that is anchored.
			view := f.Runner()
			at = func(e *winprob.Evaluator) float64 {
				return (e.At(view.View(r, 0), 0) + e.At(view.View(r, 1), 1)) / 2
			}
		}
		if v := at(is); math.Abs(v-start) > 0.002 {
			t.Errorf("%s: the start is worth %.4f, not %v", g.Rules.ID, v, start)
		}
		first := logit(at(is)) - logit(at(was))
		rounds, last := map[int]bool{}, 0
		for seed := range uint64(4) {
			r.SetPosition(f.Start)
			u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
			for i := uint64(0); !r.Status().Over; i++ {
				round := r.Status().Round
				x, y := was.At(r, winprob.Everybody), is.At(r, winprob.Everybody)
				share := 1 - float64(round-1)/float64(max(1, m.Rounds-1))
				if by := logit(y) - logit(x); math.Abs(by-first*max(0, share)) > 0.01 {
					t.Errorf("%s, round %d of %d: the logit moves by %.3f, at the start by %.3f", g.Rules.ID, round, m.Rounds, by, first)
				}
				if z := moved.Move(x, 0, round); math.Abs(z-y) > 1e-5 {
					t.Errorf("%s, round %d: Move gives %v, and the model %v", g.Rules.ID, round, z, y)
				}
				if a, b := moved.Move(x, 0, round), moved.Move(1-x, 1, round); math.Abs(a+b-1) > 1e-12 {
					t.Errorf("%s, round %d: the sides have %v and %v", g.Rules.ID, round, a, b)
				}
				rounds[round], last = true, max(last, round)
				legal := r.Legal(nil)
				r.Apply(u, legal[(seed+3*i)%uint64(len(legal))])
			}
			s := r.Status()
			if v := is.At(r, winprob.Everybody); v != winprob.Result(&s) || moved.Move(v, 0, 1) != v {
				t.Errorf("%s: the end is worth %v, the result is %v", g.Rules.ID, v, winprob.Result(&s))
			}
		}
		if len(rounds) < 2 {
			t.Errorf("%s: the games had %d rounds", g.Rules.ID, last)
		}
	}
}

// TestNotAnchored: without a chance between 0 and 1 the model stays as it is, and a start that is certain by the model
// can be anchored too.
func TestNotAnchored(t *testing.T) {
	f := open(t, "oldworld", "last-stand")
	m, err := new(winprob.Library).Model(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []float64{0, 1, -1, 2, math.NaN(), math.Inf(1)} {
		if m.Anchored(f, start) != m {
			t.Errorf("the model is anchored to %v", start)
		}
	}
	if v := m.Move(0.3, 1, 1); v != 0.3 {
		t.Errorf("a model that is not anchored moves 0.3 to %v", v)
	}
	sure := *m
	sure.Weights = append([][2]float32{{1000, 1000}}, m.Weights[1:]...)
	if v := sure.Anchored(f, 0.5).Evaluator().At(f.Runner(), winprob.Everybody); math.IsNaN(v) || v < 0.5 {
		t.Errorf("a start that was certain is worth %v", v)
	}
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
