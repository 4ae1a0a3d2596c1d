package rulestest

import (
	"cmp"
	"errors"
	"math"
	"math/big"
	"slices"

	"loophole/odds"
	"loophole/rule"
)

// The limits of the slow twins, which run in every test. A twin that plays die by die has limits of
// its own.
var (
	maxOfOne = map[bool]int{false: 20_000, true: 60_000}   // paths of one situation; true is die by die
	maxOfAll = map[bool]int{false: 400_000, true: 250_000} // paths of one procedure
)

// floors are the least chances of the paths that a twin follows. In an endless fight it can follow
// only the likelier paths, and tries one floor after the other. It uses the first floor that leaves
// out at most enough, and none that leaves out more than tooMuch.
var (
	floors  = []float64{1e-3, 1e-4, 1e-5, 1e-6, 1e-7}
	enough  = big.NewRat(1, 200)
	tooMuch = big.NewRat(1, 20)
)

// tooMuchGrowth times the limit are too many expected paths to try the next floor.
const tooMuchGrowth = 2

// twinWork identifies the work of one of the twins on one procedure.
type twinWork struct {
	procedure *rule.Procedure
	byDie     bool
}

// A twinTask is a situation under one way of deciding, for one of the twins.
type twinTask struct {
	situation, way int
	byDie          bool
}

// A twinResult is the result of a task. It has no pathSum if the task is too large.
type twinResult struct {
	*pathSum
	err error
}

func (k *kit) workOf(m twinTask) twinWork {
	return twinWork{k.situations[m.situation].procedure, m.byDie}
}

// left returns the number of paths that a twin may follow for one more task.
func (k *kit) left(m twinTask) int {
	return min(maxOfOne[m.byDie], maxOfAll[m.byDie]-k.followed[k.workOf(m)])
}

// resultOf returns the result of a task. It computes each task once, within the limits.
func (k *kit) resultOf(m twinTask) twinResult {
	if f, ok := k.twinResults[m]; ok {
		return f
	}
	var f twinResult
	var paths []int
	for _, floor := range floorsOf(k.workOf(m).procedure) {
		limit := k.left(m)
		x := &twin{byDie: m.byDie, option: m.way, floor: floor}
		var s *pathSum
		err := errLarge
		if expectedGrowth(paths) <= tooMuchGrowth*float64(limit) {
			s, err = x.pathSumOf(k.base[m.situation].question, limit)
		}
		if errors.Is(err, errLarge) {
			k.followed[k.workOf(m)] += limit
			break
		}
		if f = (twinResult{s, err}); err != nil {
			break
		}
		paths = append(paths, s.paths)
		if k.followed[k.workOf(m)] += s.paths; s.rest.Cmp(enough) <= 0 {
			break
		}
	}
	k.twinResults[m] = f
	return f
}

// expectedGrowth guesses the number of paths above the next floor by those above the last ones. It grows at most as it
// grew from one floor to the next. From the first floor alone it guesses only half.
func expectedGrowth(paths []int) float64 {
	switch n := len(paths); n {
	case 0:
		return 0
	case 1:
		return math.Pow(float64(paths[0]), 4./3) / 2
	default:
		return float64(paths[n-1]) * float64(paths[n-1]) / float64(paths[n-2])
	}
}

// floorsOf returns the floors for a procedure: 0, which leaves out nothing, unless it is endless.
func floorsOf(p *rule.Procedure) []float64 {
	if p.MaxQuestions > 0 {
		return []float64{0}
	}
	return floors
}

// checkTwins compares the engine with both twins, as fractions.
func (k *kit) checkTwins(t reporter) {
	all, byResult, byDie, played := 0, 0, 0, 0
	for _, p := range k.rules.Procedures {
		var small []twinTask
		n := 0
		for i, e := range k.explore() {
			if k.situations[i].procedure != p || !e.plays() || !e.rolls() {
				continue
			}
			for way := range e.answers {
				m := twinTask{situation: i, way: way}
				if n++; k.compareTask(t, m) {
					small = append(small, m)
				}
			}
		}
		d, paths := k.dieByDie(t, small)
		if n > 0 && d == 0 {
			t.Errorf("%s: no situation is small enough to be enumerated die by die: write a case with few dice, such as %s … | facts.…=1", p.Name, p.Name)
		}
		all, byResult, byDie, played = all+n, byResult+len(small), byDie+d, played+paths
	}
	t.Logf("of %d situations with dice, %d were compared by results and %d die by die (%d plays)", all, byResult, byDie, played)
}

// dieByDie compares the smallest situations of a procedure with the twin that works die by die.
// It returns the numbers of situations and paths.
func (k *kit) dieByDie(t reporter, small []twinTask) (compared, paths int) {
	slices.SortStableFunc(small, func(a, b twinTask) int { return cmp.Compare(k.resultOf(a).ways, k.resultOf(b).ways) })
	for _, m := range small {
		ways := k.resultOf(m).ways
		m.byDie = true
		if k.workOf(m).procedure.MaxQuestions > 0 && ways > float64(k.left(m)) {
			break
		}
		before := k.followed[k.workOf(m)]
		if k.compareTask(t, m) {
			compared++
		}
		paths += k.followed[k.workOf(m)] - before
	}
	return compared, paths
}

// compareTask compares a task with the engine, if a twin can compute it. It reports whether it did.
func (k *kit) compareTask(t reporter, m twinTask) bool {
	f := k.resultOf(m)
	if f.err != nil {
		t.Errorf("%v: %v", k.situations[m.situation], f.err)
	}
	return f.err == nil && f.pathSum != nil && k.compare(t, m, f.pathSum)
}

// compare compares the engine's chances with those of a twin. It reports whether it compared any.
func (k *kit) compare(t reporter, m twinTask, s *pathSum) bool {
	a := k.base[m.situation].answers[m.way]
	if a == nil || s.rest.Cmp(tooMuch) > 0 {
		return false
	}
	have := map[any]*big.Rat{}
	for _, o := range a.Outcomes {
		have[o.Value] = o.Chance.Exact
	}
	for outcome, want := range s.chance {
		x := have[outcome]
		delete(have, outcome)
		if x == nil {
			x = new(big.Rat)
		}
		if most := new(big.Rat).Add(want, s.rest); x.Cmp(want) < 0 || x.Cmp(most) > 0 {
			k.reportDifference(t, m, outcome, x, want)
			return true
		}
	}
	for outcome, x := range have {
		if x.Cmp(s.rest) > 0 {
			k.reportDifference(t, m, outcome, x, new(big.Rat))
			return true
		}
	}
	return true
}

// reportDifference reports an outcome that has one chance by the engine and another by a twin.
func (k *kit) reportDifference(t reporter, m twinTask, outcome any, x, want *big.Rat) {
	how := map[bool]string{false: "by results", true: "die by die"}[m.byDie]
	t.Errorf("%v: the odds give %v the chance %s, but counted %s it has %s: "+
		"look for a checkpoint whose state leaves something out, or a subroll that depends on more than its argument",
		k.situations[m.situation], outcome, odds.Chance{Exact: x}, how, odds.Chance{Exact: want})
}
