package rulestest

import (
	"errors"
	"math/big"
	"slices"

	"loophole/odds"
)

// The limits of the slow twins: they are compared with the engine on every
// test run, so they may not take long.
const (
	mostReadings = 20_000  // paths of one situation by readings
	mostFaces    = 60_000  // ways in which its dice may fall
	mostDice     = 250_000 // the same for all situations of a procedure
)

// floors are tried one after the other until a situation is small enough. All
// but the first cut off what is less likely, as a fight without end needs.
var floors = []float64{0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}

// mostRest is how much of the chances a comparison may leave out.
var mostRest = big.NewRat(1, 20)

// A match is a situation that is small enough for the twins, under one way of
// deciding.
type match struct {
	situation, way int
	floor          float64
	faces          float64
}

// checkTwins compares the engine with both twins, as fractions.
func (k *kit) checkTwins(t reporter) {
	all, byReading, byDie, played := 0, 0, 0, 0
	for _, p := range k.rules.Procedures {
		rolls := false
		var small []match
		for i, e := range k.explore() {
			if k.situations[i].procedure != p || !e.plays() || !e.rolls() {
				continue
			}
			rolls = true
			for way := range e.answers {
				all++
				if m, ok := k.readings(t, match{situation: i, way: way}); ok {
					small = append(small, m)
				}
			}
		}
		byReading += len(small)
		n, paths := k.dieByDie(t, small)
		byDie, played = byDie+n, played+paths
		if rolls && n == 0 {
			t.Errorf("%s: no situation is small enough to be enumerated die by die: write a case with few dice, such as %s … | facts.…=1", p.Name, p.Name)
		}
	}
	t.Logf("of %d situations with dice, %d were compared by readings and %d die by die (%d plays)", all, byReading, byDie, played)
}

// readings compares a situation with the twin by readings, if it is small
// enough for it.
func (k *kit) readings(t reporter, m match) (match, bool) {
	e := k.base[m.situation]
	for _, floor := range floors {
		if floor > 0 && e.question.Procedure.Questions > 0 {
			return m, false
		}
		x := &twin{option: m.way, floor: floor}
		s, err := x.spectrumOf(e.question, mostReadings)
		if errors.Is(err, errLarge) {
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", k.situations[m.situation], err)
			return m, false
		}
		m.floor, m.faces = floor, s.faces
		return m, k.compare(t, m, s, "by readings")
	}
	return m, false
}

// dieByDie compares the smallest situations of a procedure with the twin that
// knows nothing but faces, and says how many.
func (k *kit) dieByDie(t reporter, small []match) (compared, paths int) {
	slices.SortStableFunc(small, func(a, b match) int { return int(a.faces) - int(b.faces) })
	for _, m := range small {
		e := k.base[m.situation]
		if m.floor == 0 && (m.faces > mostFaces || paths+int(m.faces) > mostDice) {
			continue
		}
		for _, floor := range floors {
			if floor < m.floor {
				continue
			}
			x := &twin{byDie: true, option: m.way, floor: floor}
			s, err := x.spectrumOf(e.question, min(mostFaces, mostDice-paths))
			if errors.Is(err, errLarge) {
				continue
			}
			if err != nil {
				t.Errorf("%v: %v", k.situations[m.situation], err)
			} else if paths += s.paths; k.compare(t, m, s, "die by die") {
				compared++
			}
			break
		}
	}
	return compared, paths
}

// compare holds the engine's chances against those of a twin. It reports
// whether there was something to compare.
func (k *kit) compare(t reporter, m match, s *spectrum, how string) bool {
	a := k.base[m.situation].answers[m.way]
	if a == nil || s.rest.Cmp(mostRest) > 0 {
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
			k.apart(t, m, outcome, x, want, how)
			return true
		}
	}
	for outcome, x := range have {
		if x.Cmp(s.rest) > 0 {
			k.apart(t, m, outcome, x, new(big.Rat), how)
			return true
		}
	}
	return true
}

func (k *kit) apart(t reporter, m match, outcome any, x, want *big.Rat, how string) {
	t.Errorf("%v: the odds give %v the chance %s, but counted %s it has %s: "+
		"look for a mark whose state leaves something out, or a sub-roll that depends on more than its argument",
		k.situations[m.situation], outcome, odds.Chance{Exact: x}, how, odds.Chance{Exact: want})
}
