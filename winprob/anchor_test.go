package winprob_test

import (
	"math"
	"testing"

	"loophole/internal/testgame"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/sim"
	"loophole/winprob"
)

// TestAnchored: an anchored model gives the start its chance, moves the chances of all positions by one logit, and changes
// no result.
func TestAnchored(t *testing.T) {
	names := map[string]string{"d20skirmish": "wxyz", "konflikt47": "bunkers", "lasergrenadiers": "farm", "oldworld": "last-stand", "tideofiron": "ambush"}
	for _, g := range rulesets.Games {
		f := testgame.Bundled(t, g.Rules.ID, names[g.Rules.ID])
		m, err := new(winprob.Library).Model(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		const start = 0.9
		was, is := m.Evaluator(), m.Anchored(f, start).Evaluator()
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
		first, last := logit(at(is))-logit(at(was)), 0
		for seed := range uint64(4) {
			r.SetPosition(f.Start)
			u := rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil).WithHouseRules(f.House)
			for i := uint64(0); !r.Status().Over; i++ {
				last = max(last, r.Status().Round)
				x, y := was.At(r, winprob.Everybody), is.At(r, winprob.Everybody)
				if by := logit(y) - logit(x); math.Abs(by-first) > 0.01 {
					t.Errorf("%s, round %d: the logit moves by %.3f, at the start by %.3f", g.Rules.ID, r.Status().Round, by, first)
				}
				legal := r.Legal(nil)
				r.Apply(u, legal[(seed+3*i)%uint64(len(legal))])
			}
			s := r.Status()
			if v := is.At(r, winprob.Everybody); v != winprob.Result(&s) {
				t.Errorf("%s: the end is worth %v, the result is %v", g.Rules.ID, v, winprob.Result(&s))
			}
		}
		if last < 2 {
			t.Errorf("%s: the games had one round", g.Rules.ID)
		}
	}
}

// TestNotAnchored: without a chance between 0 and 1 the model stays as it is, and a start that is certain by the model
// can be anchored too.
func TestNotAnchored(t *testing.T) {
	f := testgame.Bundled(t, "oldworld", "last-stand")
	m, err := new(winprob.Library).Model(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []float64{0, 1, -1, 2, math.NaN(), math.Inf(1)} {
		if m.Anchored(f, start) != m {
			t.Errorf("the model is anchored to %v", start)
		}
	}
	sure := *m
	sure.Weights = append([][2]float32{{1000, 1000}}, m.Weights[1:]...)
	if v := sure.Anchored(f, 0.5).Evaluator().At(f.Runner(), winprob.Everybody); math.IsNaN(v) || v < 0.5 {
		t.Errorf("a start that was certain is worth %v", v)
	}
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }
