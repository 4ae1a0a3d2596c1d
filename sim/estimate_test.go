package sim

import (
	"context"
	"math"
	"testing"

	"loophole/rule"
)

func TestProportion(t *testing.T) {
	// Published intervals of Wilson: 10 of 20, 0 of 10, 10 of 10, 1 of 29.
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{10, 20, 0.2993, 0.7007}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {1, 29, 0.0061, 0.1718}, {0, 1, 0, 0.7935},
	} {
		p := proportion(c.hits, c.n)
		if math.Abs(p.Low-c.low) > 5e-5 || math.Abs(p.High-c.high) > 5e-5 || p.Hits != c.hits || p.N != c.n {
			t.Errorf("%d of %d: %+v, want %v to %v", c.hits, c.n, p, c.low, c.high)
		}
		if p.StdErr <= 0 || p.Low < 0 || p.High > 1 || p.Low > p.P || p.High < p.P {
			t.Errorf("%d of %d: %+v", c.hits, c.n, p)
		}
	}
	if p := proportion(300_000, 1_000_000); math.Abs(p.StdErr-math.Sqrt(0.3*0.7/1e6)) > 1e-8 {
		t.Errorf("the standard error of many trials is %v", p.StdErr)
	}
}

func TestMean(t *testing.T) {
	outcomes := []OutcomeCount[int]{{3, 2}, {-1, 1}, {13, 1}, {23, 1}} // 3 and 13 and 23 measure 3
	m := measure(outcomes, 5, func(r int) int { return max(-1, r%10) })
	if m.Mean != 2.2 || math.Abs(m.SD-math.Sqrt(3.2)) > 1e-12 || math.Abs(m.StdErr-0.8) > 1e-12 || m.Min != -1 || m.Max != 3 || m.N != 5 {
		t.Errorf("%+v", m)
	}
	if len(m.Values) != 2 || m.Values[0] != (Value{-1, 1}) || m.Values[1] != (Value{3, 4}) {
		t.Errorf("values %v", m.Values)
	}
	if math.Abs(m.High-m.Mean-1.96*0.8) > 1e-4 || math.Abs(m.Mean-m.Low-1.96*0.8) > 1e-4 {
		t.Errorf("interval %v to %v", m.Low, m.High)
	}
	if one := measure([]OutcomeCount[int]{{7, 1}}, 1, func(r int) int { return r }); one.Mean != 7 || one.SD != 0 || one.StdErr != 0 {
		t.Errorf("one trial: %+v", one)
	}
}

// TestIntervalsCover: the 95 % intervals contain the true value about 95 times in a hundred.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const runs, truth = 1000, 90324443. / 1162261467
	held, meanHeld := 0, 0
	for seed := range uint64(runs) {
		s, err := Sample(context.Background(), func(u *rule.Umpire) int { return attack(u) }, Options{Trials: 500, Seed: seed, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if p := s.Event(func(net int) bool { return net >= 9 }); p.Low <= truth && truth <= p.High {
			held++
		}
		d, err := Sample(context.Background(), func(u *rule.Umpire) int { return u.Sum(2, rule.D6, "", "") }, Options{Trials: 500, Seed: seed, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if m := d.Measure(func(sum int) int { return sum }); m.Low <= 7 && 7 <= m.High {
			meanHeld++
		}
	}
	if held < 925 || held > 975 || meanHeld < 925 || meanHeld > 975 {
		t.Errorf("of %d intervals %d and %d hold the truth", runs, held, meanHeld)
	}
}
