package rulestest

import (
	"context"
	"math"
	"math/big"

	"loophole/odds"
)

// apartAtMost is the largest difference of floats from fractions.
const apartAtMost = 1e-12

// checkMass adds up the chances of the outcomes. They are 1 as a fraction, the events and
// measures follow from them, and floats agree.
func (k *kit) checkMass(t reporter) {
	n := 0
	for i, e := range k.explore() {
		if !e.plays() {
			continue
		}
		for way, a := range e.answers {
			if a == nil {
				t.Logf("%v: too large for exact odds", k.situations[i])
				continue
			}
			n++
			k.addUp(t, k.situations[i], a)
			k.checkFloats(t, k.situations[i], a, way)
		}
	}
	t.Logf("%d exact answers add up", n)
}

// addUp recomputes the sum, every event and every mean from the outcomes.
func (k *kit) addUp(t reporter, s *situation, a *odds.Answer) {
	p := s.procedure
	sum := new(big.Rat)
	events, means := make([]*big.Rat, len(p.Events)), make([]*big.Rat, len(p.Measures))
	for i := range events {
		events[i] = new(big.Rat)
	}
	for i := range means {
		means[i] = new(big.Rat)
	}
	for _, o := range a.Outcomes {
		sum.Add(sum, o.Chance.Exact)
		for i := range events {
			if p.Holds(i, o.Value) {
				events[i].Add(events[i], o.Chance.Exact)
			}
		}
		for i := range means {
			n := new(big.Rat).SetInt64(int64(p.Measure(i, o.Value)))
			means[i].Add(means[i], n.Mul(n, o.Chance.Exact))
		}
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%v: the outcomes add up to %v, not 1", s, sum)
	}
	for i, x := range events {
		if x.Cmp(a.Events[i].Exact) != 0 {
			t.Errorf("%v: event %s has the chance %v, but its outcomes add up to %v", s, p.Events[i].Name, a.Events[i], x)
		}
	}
	for i, x := range means {
		if m := a.Measures[i].Mean(); x.Cmp(m.Exact) != 0 {
			t.Errorf("%v: measure %s has the mean %v, but its outcomes add up to %v", s, p.Measures[i].Name, m, x)
		}
	}
}

// checkFloats computes the answer with floats and compares.
func (k *kit) checkFloats(t reporter, s *situation, a *odds.Answer, way int) {
	q, err := k.ask(s)
	if err != nil {
		t.Errorf("%v: %v", s, err)
		return
	}
	f, err := odds.Solve(context.Background(), q, odds.Options{Floats: true, Policy: optionPolicy(way, nil), Unexplained: true})
	if err != nil {
		t.Errorf("%v: with floats: %v", s, err)
		return
	}
	for i, e := range s.procedure.Events {
		if math.Abs(a.Events[i].Float-f.Events[i].Float) > apartAtMost {
			t.Errorf("%v: event %s is %.15g with fractions and %.15g with floats", s, e.Name, a.Events[i].Float, f.Events[i].Float)
		}
	}
	floats := map[any]float64{}
	for _, o := range f.Outcomes {
		floats[o.Value] = o.Chance.Float
	}
	for _, o := range a.Outcomes {
		if math.Abs(o.Chance.Float-floats[o.Value]) > apartAtMost {
			t.Errorf("%v: outcome %v is %.15g with fractions and %.15g with floats", s, o.Value, o.Chance.Float, floats[o.Value])
		}
	}
	if len(f.Outcomes) > len(a.Outcomes) {
		t.Errorf("%v: floats know %d outcomes and fractions %d", s, len(f.Outcomes), len(a.Outcomes))
	}
}
