package rulestest

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"loophole/rule"
)

// A twin answers the same questions as the engine of exact odds, slowly and without its
// shortcuts: it has no checkpoints and caches no subrolls. In one mode it gives every result of
// every pool in turn. In the other, die by die, it gives every face of every die, all equally
// likely, and the pool computes the result.
type twin struct {
	byDie  bool
	option int     // taken at every choice, or else the last one
	chose  bool    // a choice occurred
	floor  float64 // less likely paths are not followed to their end
	steps  []step
	at     int        // the step that the next answer is read from
	asked  int        // questions of this path
	probe  *rand.Rand // if it is not nil, new steps begin anywhere, not with their first value
}

// A step is one answer of the current path. It moves to its next value when everything after it
// has been tried.
type step struct {
	pool   rule.Pool
	of, at int     // the number of values, and the current one
	spread *spread // by results
	// The path up to and including this step.
	p     float64
	exact *big.Rat // by results
	ways  float64  // by results: the number of ways in which the dice fall
	den   uint64   // die by die: the path has one chance in den
}

// A pathSum holds the results of a twin.
type pathSum struct {
	chance  map[any]*big.Rat
	rest    *big.Rat // the chance of the paths that were not followed
	paths   int
	ways    float64 // the number of ways in which all dice can fall
	deepest int     // the questions of the longest path
}

var (
	errRare  = errors.New("rulestest: too unlikely to be followed")
	errLarge = errors.New("rulestest: too many paths")
)

// A twin estimates the number of paths before it follows them. A few random paths show whether the number can be near
// the limit, and many whether it is tooFar above. The estimates are unbiased (Knuth, Estimating the Efficiency of
// Backtrack Programs, 1975).
const (
	fewProbes  = 32
	manyProbes = 256
	tooFar     = 1.25
)

// maxDeep bounds the questions of a path that a twin follows.
const maxDeep = 400

// pathSumOf plays every path of a question, unless there are more than limit.
func (t *twin) pathSumOf(q *rule.Question, limit int) (*pathSum, error) {
	return t.pathSum(func() (any, error) { return q.Play(t, nil) }, limit)
}

// pathSum plays every path of a function that asks the twin.
func (t *twin) pathSum(play func() (any, error), limit int) (*pathSum, error) {
	if most := float64(limit); t.floor == 0 && t.expectedPaths(play, fewProbes) > most/2 && t.expectedPaths(play, manyProbes) > tooFar*most {
		return nil, errLarge
	}
	s := &pathSum{chance: map[any]*big.Rat{}, rest: big.NewRat(1, 1)}
	counts := map[equalPaths]uint64{}
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
		case t.at != len(t.steps):
			return nil, errors.New("it asked fewer questions on the same answers")
		}
		s.deepest = max(s.deepest, t.asked)
		t.weigh(s, counts, outcome)
	}
	for h, n := range counts {
		s.add(h.outcome, new(big.Rat).SetFrac(new(big.Int).SetUint64(n), new(big.Int).SetUint64(h.den)))
	}
	for _, c := range s.chance {
		s.rest.Sub(s.rest, c)
	}
	return s, nil
}

// expectedPaths estimates the number of paths by random ones. A path stands for as many as the product of the numbers
// of values at its steps.
func (t *twin) expectedPaths(play func() (any, error), probes int) (mean float64) {
	t.probe = rand.New(rand.NewPCG(1, uint64(probes)))
	for range probes {
		t.at, t.asked, t.steps = 0, 0, t.steps[:0]
		play() // An error comes again when the path is followed.
		ways := 1.0
		for _, s := range t.steps {
			ways *= float64(s.of)
		}
		mean += ways / float64(probes)
	}
	t.probe, t.steps = nil, t.steps[:0]
	return mean
}

// equalPaths identifies equally likely paths to an outcome.
type equalPaths struct {
	outcome any
	den     uint64
}

func (t *twin) weigh(s *pathSum, counts map[equalPaths]uint64, outcome any) {
	last := t.last()
	s.ways += last.ways
	if t.byDie {
		counts[equalPaths{outcome, last.den}]++
		return
	}
	s.add(outcome, last.exact)
}

func (s *pathSum) add(outcome any, chance *big.Rat) {
	if s.chance[outcome] == nil {
		s.chance[outcome] = new(big.Rat)
	}
	s.chance[outcome].Add(s.chance[outcome], chance)
}

// last returns the path up to the last step.
func (t *twin) last() step {
	if len(t.steps) == 0 {
		return step{p: 1, exact: big.NewRat(1, 1), ways: 1, den: 1}
	}
	return t.steps[len(t.steps)-1]
}

// turn moves on to the next path. It returns false after the last.
func (t *twin) turn() bool {
	for len(t.steps) > 0 {
		w := t.last()
		t.steps = t.steps[:len(t.steps)-1]
		if w.at++; w.at < w.of {
			t.steps = append(t.steps, t.set(w))
			return true
		}
	}
	return false
}

// set computes the path that ends in a step.
func (t *twin) set(w step) step {
	before := t.last()
	if t.byDie {
		w.den, w.p = before.den*uint64(w.of), before.p/float64(w.of)
		return w
	}
	w.p, w.ways = before.p*w.spread.p[w.at], before.ways*w.spread.ways[w.at]
	w.exact = new(big.Rat).Mul(before.exact, w.spread.exact[w.at])
	return w
}

// read returns the current value of the next step, which it adds if the path has not been here
// before.
func (t *twin) read(p rule.Pool, of int, s *spread) (int, error) {
	if t.at == len(t.steps) {
		before := t.last()
		switch {
		case before.p < t.floor:
			return 0, errRare
		case t.byDie && before.den > math.MaxUint64/uint64(of):
			return 0, errLarge
		}
		first := 0
		if t.probe != nil {
			first = t.probe.IntN(of)
		}
		t.steps = append(t.steps, t.set(step{pool: p, of: of, at: first, spread: s}))
	}
	w := &t.steps[t.at]
	if w.pool != p {
		return 0, fmt.Errorf("it asked for %v where it had asked for %v on the same answers", p, w.pool)
	}
	t.at++
	return w.at, nil
}

// Roll gives the next answer.
func (t *twin) Roll(r rule.Roll) (int, []uint8, error) {
	if t.asked++; t.asked > maxDeep {
		return 0, nil, errLarge
	}
	if !t.byDie {
		s := t.spread(r.Pool)
		i, err := t.read(r.Pool, len(s.values), s)
		return s.values[i], nil, err
	}
	var failed error
	faces := r.Pool.RollFaces(func(n uint64) uint64 {
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
	if t.at < len(t.steps) {
		return t.steps[t.at].spread
	}
	return spreadOf(p)
}

// Choose takes the same option every time.
func (t *twin) Choose(c rule.Choice) (int, error) {
	if t.asked++; t.asked > maxDeep {
		return 0, errLarge
	}
	t.chose = true
	return min(t.option, len(c.Options)-1), nil
}
