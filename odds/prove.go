package odds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"loophole/rule"
)

// The most paths that [Check] follows, and the most questions on each.
const (
	checkPaths = 1 << 17
	checkSteps = 1 << 10
)

// Check compares the answer to a procedure with a slow one, for tests of procedures. It plays each
// path without checkpoints and with every subroll played, and plays it twice, the second time with
// a record. The error says one of these:
//
//   - The procedure is not pure: the same answers lead to other questions or to another outcome.
//   - [DistOf] returns a wrong chance for an outcome: a checkpoint leaves out something that the
//     rest depends on, or a subroll depends on more than its argument.
//   - [DistOf] fails.
//
// If there are too many paths, Check plays only the likely ones, and followed is the sum of their
// chances. Outcomes may then differ by the rest. If even the likely ones are too many, followed is 0, and
// nothing was compared.
func Check[R comparable](ctx context.Context, p func(*rule.Umpire) R, o Options) (followed float64, err error) {
	fast, err := DistOf(ctx, p, o)
	if err != nil {
		return 0, err
	}
	for _, floor := range []float64{1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2} {
		slow := &slowAnswer[R]{path: path{ctx: ctx, policy: o.Policy, floor: floor}, chance: map[R]float64{}}
		if slow.policy == nil {
			slow.policy = firstOption
		}
		done, err := slow.play(p)
		if err != nil {
			return 0, err
		}
		if done {
			return slow.followed, slow.compare(fast)
		}
	}
	return 0, nil
}

// A step is an answer of the current path.
type step struct {
	roll   rule.Roll
	choice rule.Choice
	values []int
	p      []float64
	at     int
	weight float64 // of the path up to here
}

// A path is a source that gives the answers of the path, and first answers after them. It ignores
// checkpoints and caches no subrolls.
type path struct {
	ctx    context.Context
	policy func(rule.Choice) int
	floor  float64
	steps  []step
	at     int
}

var errUnlikely = errors.New("odds: a path is too unlikely to be followed")

// weight returns the chance of the path up to an answer.
func (x *path) weight(n int) float64 {
	if n == 0 {
		return 1
	}
	return x.steps[n-1].weight
}

func (x *path) Roll(r rule.Roll) (int, []uint8, error) {
	r.By = ""
	if x.at == len(x.steps) {
		d, err := cachedPoolDist(r.Pool, false, &runBudget{ctx: x.ctx, budget: poolBudget})
		if err != nil {
			return 0, nil, err
		}
		x.steps = append(x.steps, step{roll: r, values: d.values, p: d.p, weight: x.weight(x.at) * d.p[0]})
	}
	s := &x.steps[x.at]
	if s.roll != r {
		return 0, nil, fmt.Errorf("%w: %v for %s, and before that %v for %s in the same place", errImpure, r.Pool, r.Why, s.roll.Pool, s.roll.Why)
	}
	x.at++
	if s.weight < x.floor || x.at > checkSteps {
		return 0, nil, errUnlikely
	}
	return s.values[s.at], nil, nil
}

func (x *path) Choose(c rule.Choice) (int, error) {
	if x.at == len(x.steps) {
		x.steps = append(x.steps, step{choice: c, values: []int{x.policy(c)}, weight: x.weight(x.at)})
	}
	s := &x.steps[x.at]
	if s.choice.By != c.By || s.choice.Why != c.Why || s.choice.Cite != c.Cite || !slices.Equal(s.choice.Options, c.Options) {
		return 0, fmt.Errorf("%w: %s: %s", errImpure, c.By.WithVerb("choose"), c.Why)
	}
	x.at++
	return s.values[0], nil
}

// next moves on to the next path. It reports false if there is none.
func (x *path) next() bool {
	for n := len(x.steps) - 1; n >= 0; n-- {
		s := &x.steps[n]
		if s.at++; s.at < len(s.values) {
			s.weight = x.weight(n) * s.p[s.at]
			return true
		}
		x.steps = x.steps[:n]
	}
	return false
}

// slowAnswer collects the outcomes of the paths.
type slowAnswer[R comparable] struct {
	path
	chance   map[R]float64
	followed float64
}

// play plays all paths. done is false if there are too many.
func (x *slowAnswer[R]) play(p func(*rule.Umpire) R) (done bool, err error) {
	for n := 0; ; n++ {
		if n == checkPaths {
			return false, nil
		}
		if err := x.ctx.Err(); err != nil {
			return false, err
		}
		r, err := x.once(p, nil)
		if err == nil {
			var again R
			if again, err = x.once(p, &rule.Record{}); err == nil && again != r {
				err = fmt.Errorf("odds: given the same answers, the outcome was %v, and then %v", r, again)
			}
		}
		switch {
		case errors.Is(err, errUnlikely):
		case err != nil:
			return false, err
		default:
			x.chance[r] += x.weight(len(x.steps))
			x.followed += x.weight(len(x.steps))
		}
		if !x.next() {
			return true, nil
		}
	}
}

// once plays the current path.
func (x *slowAnswer[R]) once(p func(*rule.Umpire) R, rec *rule.Record) (R, error) {
	x.at = 0
	r, err := rule.Play(p, &x.path, rec)
	if err == nil && x.at < len(x.steps) {
		err = errImpure
	}
	return r, err
}

// compare compares the fast answer with the played paths.
func (x *slowAnswer[R]) compare(fast *Dist[R]) error {
	const near = 1e-9
	rest := math.Max(0, 1-x.followed)
	for i, r := range fast.Outcomes {
		p := fast.Chance(i).Float
		if slow := x.chance[r]; p < slow-near || p > slow+rest+near {
			return fmt.Errorf("odds: %v has a chance of %.9f, but path by path it is %.9f to %.9f: a checkpoint or a subroll leaves something out", r, p, slow, slow+rest)
		}
		delete(x.chance, r)
	}
	for r, slow := range x.chance {
		if slow > near {
			return fmt.Errorf("odds: %v never occurs, but path by path it has a chance of %.9f: a checkpoint or a subroll leaves something out", r, slow)
		}
	}
	return nil
}
