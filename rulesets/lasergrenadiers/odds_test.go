package lasergrenadiers_test

import (
	"fmt"
	"math/big"
	"testing"
)

// These tests compute chances with fractions, by other means than the engine.

func frac(n, d int64) *big.Rat { return big.NewRat(n, d) }

func times(x ...*big.Rat) *big.Rat {
	p := frac(1, 1)
	for _, y := range x {
		p.Mul(p, y)
	}
	return p
}

func less(x *big.Rat) *big.Rat { return new(big.Rat).Sub(frac(1, 1), x) }

func power(x *big.Rat, n int) *big.Rat {
	p := frac(1, 1)
	for range n {
		p.Mul(p, x)
	}
	return p
}

func choose(n, k int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
}

// TestWardrone: three successes at 9/10 times 5/10 each.
func TestWardrone(t *testing.T) {
	p := frac(45, 100)
	want := new(big.Rat)
	for turn := 1; turn <= 12; turn++ {
		now := times(choose(turn-1, 2), power(p, 3), power(less(p), turn-3+max(0, 3-turn)))
		if turn < 3 {
			now = new(big.Rat)
		}
		want.Add(want, now)
		words := "breach structure=none wall=brick"
		same(t, fmt.Sprint("turn ", turn), tells(t, words, "turn", turn), now)
	}
	same(t, "breached in 12 turns", chance(t, "breach structure=none wall=brick", "breached"), want)
}

// TestTwelveTurns: two workers, a wall of five points and collapse checks, by a
// table of chances over the damage.
func TestTwelveTurns(t *testing.T) {
	const wall = 5
	stroke := []*big.Rat{frac(9*5, 100), frac(9*7, 100)} // chainsaw, charge: hit 9, AF 6 and 8 against brick
	state := make([]*big.Rat, wall)
	for i := range state {
		state[i] = new(big.Rat)
	}
	state[0] = frac(1, 1)
	breached, collapsed := new(big.Rat), new(big.Rat)
	for range 12 {
		for d := range state {
			fall := times(state[d], frac(int64(10*d/wall), 10))
			collapsed.Add(collapsed, fall)
			state[d] = new(big.Rat).Sub(state[d], fall)
		}
		for _, p := range stroke {
			next := make([]*big.Rat, wall)
			for d := range next {
				next[d] = times(state[d], less(p))
				if d > 0 {
					next[d].Add(next[d], times(state[d-1], p))
				}
			}
			breached.Add(breached, times(state[wall-1], p))
			state = next
		}
	}
	words := "breach workers=wardrone,combat-engineer workers.2.tool=demolition-charge points=5 turns=12 checks=yes"
	same(t, "breached", chance(t, words, "breached"), breached)
	same(t, "collapsed", chance(t, words, "collapsed"), collapsed)
}

// TestCollapse: at 40% the turn of collapse is geometric.
func TestCollapse(t *testing.T) {
	for turn := 1; turn <= 20; turn++ {
		same(t, fmt.Sprint("turn ", turn), tells(t, "collapse", "turn", turn), times(frac(2, 5), power(frac(3, 5), turn-1)))
	}
	same(t, "stands", chance(t, "collapse", "stands"), power(frac(3, 5), 20))
	// 9 of 24 points are 37.5%: three faces, four, four.
	for reading, faces := range map[string]int64{"down": 3, "nearest": 4, "up": 4} {
		words := "collapse points=24 lost=9 turns=1 | rulings.collapse-rounding=" + reading
		same(t, words, chance(t, words, "collapsed"), frac(faces, 10))
	}
	same(t, "without new damage", chance(t, "collapse turns=9 | rulings.collapse-again=new-damage", "collapsed"), frac(2, 5))
}

// TestDemolish: one fusion rifle in variant 3 at 24 points: a miss, a hit of 2,
// a penetration of 14.
func TestDemolish(t *testing.T) {
	state := map[int]*big.Rat{0: frac(1, 1)}
	for range 5 {
		next := map[int]*big.Rat{}
		for lost, p := range state {
			for points, q := range map[int]*big.Rat{0: frac(1, 10), 2: frac(36, 100), 14: frac(54, 100)} {
				to := min(24, lost+points)
				if lost == 24 {
					to = 24
				}
				if next[to] == nil {
					next[to] = new(big.Rat)
				}
				next[to].Add(next[to], times(p, q))
			}
		}
		state = next
	}
	same(t, "destroyed", chance(t, "demolish turns=5", "destroyed"), state[24])
}

// TestThrough: the half of a fusion rifle's area reaches two of the three.
func TestThrough(t *testing.T) {
	hit, pen, out := frac(9, 10), frac(6, 10), frac(9, 10)
	same(t, "two", tells(t, "through", "penetrated", 2), times(hit, pen, out, out))
	same(t, "one", tells(t, "through", "penetrated", 1), times(frac(2, 1), hit, pen, out, less(out)))
	same(t, "half the radius", tells(t, "through | rulings.half-area=half-radius", "hit", 1), times(hit, pen))
	same(t, "out at once", tells(t, "through | rulings.inside=out", "penetrated", 2), times(hit, pen))
	for mode, n := range map[string]int64{"single": 3, "beam": 3, "automatic": 4, "pulse": 4, "rotary": 5} {
		words := "through weapon=none af=7 mode=" + mode
		same(t, words, chance(t, words, "piece-hit"), times(hit, pen, frac(n, 10)))
		probe := words + " attack=exploratory | rulings.probing=any"
		same(t, probe, chance(t, probe, "piece-hit"), times(hit, pen, frac(n-2, 10)))
		each := words + "| rulings.pieces=each"
		same(t, each, chance(t, each, "piece-hit"), times(hit, pen, less(power(less(frac(n, 10)), 3))))
	}
}

// TestOpening: a warhead through the opening hits the pieces within its area.
func TestOpening(t *testing.T) {
	hit, out := frac(3, 10), frac(9, 10)
	same(t, "all three", tells(t, "opening", "penetrated", 3), times(hit, power(out, 3)))
	wall := times(less(hit), frac(3, 10)) // AF 7 against reinforced concrete
	same(t, "a miss that penetrates the wall", chance(t, "opening | rulings.opening-miss=wall", "penetrated"), wall)
	// A miss that strikes the wall destroys those inside as fire through the wall does.
	nuclear := "opening weapon=nuclear-warhead hit-on=1 | rulings.opening-miss=wall"
	same(t, "a nuclear miss", tells(t, nuclear, "penetrated", 3), frac(1, 1))
	collapse := "opening hit-on=1 penetrates-on=10 damage=points variant=3 points=1 pieces=infantry pieces.1.depth=40 | rulings.opening-miss=wall rulings.insiders=lost"
	same(t, "a miss that brings the structure down", chance(t, collapse, "piece-penetrated"), frac(9, 10))
}

// TestBurn: 1 to 7 against armour class 3, once or for three turns.
func TestBurn(t *testing.T) {
	for k := 0; k <= 8; k++ {
		want := times(choose(8, k), power(frac(7, 10), k), power(frac(3, 10), 8-k))
		same(t, fmt.Sprint(k, " of 8"), tells(t, "burn groups.1.count=8", "casualties", k), want)
	}
	survive := power(frac(3, 10), 3)
	same(t, "three turns", tells(t, "burn turns=3", "unharmed", 4), power(survive, 4))
	same(t, "once", tells(t, "burn turns=3 | rulings.burn-often=once", "unharmed", 4), power(frac(3, 10), 4))
}

// TestSixTurns: a fire lit with 1 to 9 reaches four soldiers at size 4, in its
// fourth turn, and attacks three times.
func TestSixTurns(t *testing.T) {
	lit, survive := frac(9, 10), power(frac(3, 10), 3)
	same(t, "casualty", chance(t, "fire-growth", "casualty"), times(lit, less(power(survive, 4))))
	same(t, "size 8", tells(t, "fire-growth", "size", 8), lit)
	// A burning barn loses two of 20 points a turn: it stands the checks of
	// turns 2 to 6 with 9, 8, 7, 6 and 5 faces.
	words := "fire-growth weapon=none points=20 judged-fire-points=2 checks=yes"
	same(t, "stands", less(chance(t, words, "collapsed")), frac(9*8*7*6*5, 100000))
}

// TestDetect: four observers, if each rolls.
func TestDetect(t *testing.T) {
	same(t, "as one", chance(t, "detect", "detected"), frac(4, 10))
	same(t, "each", chance(t, "detect | rulings.team=each", "detected"), less(power(frac(6, 10), 4)))
	same(t, "reply", chance(t, "detect reply=yes", "out-of-action"), times(frac(4, 10), frac(3, 10), frac(6, 10)))
	same(t, "everybody is revealed", chance(t, "detect concealment=a-third | rulings.reveals=each", "detected"), frac(8, 10))
}
