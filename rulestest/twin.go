package rulestest

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"loophole/rule"
)

// A twin answers the same questions as the engine of exact odds, slowly and
// without any of its shortcuts: it knows no stage marks and remembers no
// sub-rolls. By readings it gives every reading of every pool in turn; die by
// die it gives every face of every die, each one as likely as the next, and
// leaves it to the pool to read them.
type twin struct {
	byDie  bool
	option int     // taken at every choice, or the last
	chose  bool    // a choice was met
	floor  float64 // paths less likely than this are not followed to their end
	wheels []wheel
	at     int // the wheel that the next answer is read from
	asked  int // questions of this path
}

// A wheel is one answer of the path that is being played, which turns to the
// next when everything after it has been tried.
type wheel struct {
	pool   rule.Pool
	of, at int     // positions, and the present one
	spread *spread // by readings
	// The path up to and including this wheel.
	p     float64
	exact *big.Rat // by readings
	ways  float64  // by readings: in how many ways the dice fall
	den   uint64   // die by die: it has one chance in so many
}

// A spectrum is what a twin found out.
type spectrum struct {
	chance  map[any]*big.Rat
	rest    *big.Rat // the chance of the paths that were not followed
	paths   int
	faces   float64 // in how many ways all dice can fall
	deepest int     // questions of the longest path
}

var (
	errRare  = errors.New("rulestest: too unlikely to be followed")
	errLarge = errors.New("rulestest: too many paths")
)

// mostDeep bounds the questions of a path that a twin follows.
const mostDeep = 400

// spectrumOf plays every path of a question, unless there are more than limit.
func (t *twin) spectrumOf(q *rule.Question, limit int) (*spectrum, error) {
	return t.spectrum(func() (any, error) { return q.Play(t, nil) }, limit)
}

// spectrum plays every path of anything that asks the twin.
func (t *twin) spectrum(play func() (any, error), limit int) (*spectrum, error) {
	s := &spectrum{chance: map[any]*big.Rat{}, rest: big.NewRat(1, 1)}
	heaps := map[heap]uint64{}
	for more := true; more; more = t.turn() {
		if s.paths++; s.paths > limit {
			return nil, errLarge
		}
		t.at, t.asked = 0, 0
		outcome, err := play()
		switch {
		case errors.Is(err, errRare):
			continue
		case err != nil:
			return nil, err
		case t.at != len(t.wheels):
			return nil, errors.New("it asked fewer questions on the same answers")
		}
		s.deepest = max(s.deepest, t.asked)
		t.weigh(s, heaps, outcome)
	}
	for h, n := range heaps {
		s.add(h.outcome, new(big.Rat).SetFrac(new(big.Int).SetUint64(n), new(big.Int).SetUint64(h.den)))
	}
	for _, c := range s.chance {
		s.rest.Sub(s.rest, c)
	}
	return s, nil
}

// A heap is the paths to an outcome that are equally likely.
type heap struct {
	outcome any
	den     uint64
}

func (t *twin) weigh(s *spectrum, heaps map[heap]uint64, outcome any) {
	last := t.last()
	s.faces += last.ways
	if t.byDie {
		heaps[heap{outcome, last.den}]++
		return
	}
	s.add(outcome, last.exact)
}

func (s *spectrum) add(outcome any, chance *big.Rat) {
	if s.chance[outcome] == nil {
		s.chance[outcome] = new(big.Rat)
	}
	s.chance[outcome].Add(s.chance[outcome], chance)
}

// last is the path up to the last wheel.
func (t *twin) last() wheel {
	if len(t.wheels) == 0 {
		return wheel{p: 1, exact: big.NewRat(1, 1), ways: 1, den: 1}
	}
	return t.wheels[len(t.wheels)-1]
}

// turn moves on to the next path and reports false when there is none.
func (t *twin) turn() bool {
	for len(t.wheels) > 0 {
		w := t.last()
		t.wheels = t.wheels[:len(t.wheels)-1]
		if w.at++; w.at < w.of {
			t.wheels = append(t.wheels, t.set(w))
			return true
		}
	}
	return false
}

// set works out the path that a wheel is the end of.
func (t *twin) set(w wheel) wheel {
	before := t.last()
	if t.byDie {
		w.den, w.p = before.den*uint64(w.of), before.p/float64(w.of)
		return w
	}
	w.p, w.ways = before.p*w.spread.p[w.at], before.ways*w.spread.ways[w.at]
	w.exact = new(big.Rat).Mul(before.exact, w.spread.exact[w.at])
	return w
}

// read returns the position of the next wheel, a new one if the path has not
// been here before.
func (t *twin) read(p rule.Pool, of int, s *spread) (int, error) {
	if t.at == len(t.wheels) {
		before := t.last()
		switch {
		case before.p < t.floor:
			return 0, errRare
		case t.byDie && before.den > math.MaxUint64/uint64(of):
			return 0, errLarge
		}
		t.wheels = append(t.wheels, t.set(wheel{pool: p, of: of, spread: s}))
	}
	w := &t.wheels[t.at]
	if w.pool != p {
		return 0, fmt.Errorf("it asked for %v where it had asked for %v on the same answers", p, w.pool)
	}
	t.at++
	return w.at, nil
}

// Roll gives the next answer.
func (t *twin) Roll(r rule.Roll) (int, []uint8, error) {
	if t.asked++; t.asked > mostDeep {
		return 0, nil, errLarge
	}
	if !t.byDie {
		s := t.spread(r.Pool)
		i, err := t.read(r.Pool, len(s.values), s)
		return s.values[i], nil, err
	}
	var failed error
	faces := r.Pool.Fall(func(n uint64) uint64 {
		f, err := 0, failed
		if err == nil {
			f, failed = t.read(r.Pool, int(n), nil)
		}
		return uint64(f)
	})
	if failed != nil {
		return 0, nil, failed
	}
	return r.Pool.Evaluate(faces), nil, nil
}

func (t *twin) spread(p rule.Pool) *spread {
	if t.at < len(t.wheels) {
		return t.wheels[t.at].spread
	}
	return spreadOf(p)
}

// Choose takes the same option every time.
func (t *twin) Choose(c rule.Choice) (int, error) {
	if t.asked++; t.asked > mostDeep {
		return 0, errLarge
	}
	t.chose = true
	return min(t.option, len(c.Options)-1), nil
}
