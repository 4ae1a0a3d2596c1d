package policy

import (
	"math"
	"testing"

	"loophole/game"
)

// TestControl compares the sums of a Control with the definitions, on results that depend on
// luck by a known multiple.
func TestControl(t *testing.T) {
	const games = 4000
	r := NewRand(1, 0, 0)
	var c Control
	var halves [2][][2]float64 // score and luck of each game
	for g := range games {
		luck := float64(r.Below(2*luckUnit))/luckUnit - 1
		s := game.Status{Over: true, Winner: 1}
		if float64(r.Below(1000))/1000 < 0.4+0.5*luck {
			s.Winner = 0
		} else if r.Below(20) == 0 {
			s.Winner = game.Draw
		}
		c.add(&s, luck, g)
		halves[g%2] = append(halves[g%2], [2]float64{map[int]float64{0: 1, 1: 0, game.Draw: 0.5}[s.Winner], luck})
	}
	mean := func(list [][2]float64, of func(x [2]float64) float64) (m float64) {
		for _, x := range list {
			m += of(x) / float64(len(list))
		}
		return m
	}
	score := func(x [2]float64) float64 { return x[0] }
	want, squares, multiples := 0.0, 0.0, [2]float64{}
	for i := range halves {
		other := halves[1-i]
		y, l := mean(other, score), mean(other, func(x [2]float64) float64 { return x[1] })
		both := func(x [2]float64) float64 { return (x[0] - y) * (x[1] - l) }
		square := func(x [2]float64) float64 { return (x[1] - l) * (x[1] - l) }
		multiples[i] = mean(other, both) / mean(other, square)
		less := func(x [2]float64) float64 { return x[0] - multiples[i]*x[1] }
		m := mean(halves[i], less)
		want += m / 2
		off := func(x [2]float64) float64 { return (less(x) - m) * (less(x) - m) }
		squares += mean(halves[i], off) * float64(len(halves[i]))
	}
	got, stdErr := c.LessLuck()
	if math.Abs(got-want) > 1e-9 || math.Abs(stdErr-math.Sqrt(squares/(games-2)/games)) > 1e-9 {
		t.Errorf("%v ± %v, by definition %v ± %v", got, stdErr, want, math.Sqrt(squares/(games-2)/games))
	}
	if k := c.Multiple(); math.Abs(k-(multiples[0]+multiples[1])/2) > 1e-9 || math.Abs(k-0.5) > 0.05 {
		t.Errorf("the multiple is %v, by definition %v", k, multiples)
	}
	all := append(halves[0], halves[1]...)
	plain, plainErr := c.Score()
	if y := mean(all, score); math.Abs(plain-y) > 1e-9 || plainErr <= stdErr {
		t.Errorf("%v ± %v, by definition %v; less luck ± %v", plain, plainErr, y, stdErr)
	}
}

// TestControlSmall checks short series: the multiple is 1, and one game has no error.
func TestControlSmall(t *testing.T) {
	var c Control
	c.add(&game.Status{Over: true, Winner: 0}, 0.25, 0)
	if m, e := c.LessLuck(); m != 0.75 || !math.IsInf(e, 1) {
		t.Errorf("one game: %v ± %v", m, e)
	}
	c.add(&game.Status{Over: true, Winner: 1}, -0.25, 1)
	if m, e := c.LessLuck(); m != 0.5 || math.Abs(e-0.25) > 1e-12 || c.Multiple() != 1 {
		t.Errorf("two games: %v ± %v, multiple %v", m, e, c.Multiple())
	}
	// All results are alike, and luck differs: 1 is subtracted, not the regression's 0.
	var d Control
	for g := range 40 {
		d.add(&game.Status{Over: true, Winner: 0}, float64(g%5)/10, g)
	}
	if m, e := d.LessLuck(); d.Multiple() != 1 || math.Abs(m-0.8) > 1e-3 || e == 0 {
		t.Errorf("alike: %v ± %v, multiple %v", m, e, d.Multiple())
	}
}
