package rulestest

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"loophole/dice"
	"loophole/odds"
	"loophole/record"
	"loophole/rule"
	"loophole/sim"
)

// The trials of an example, and the number of standard errors by which they may differ from the
// exact odds. A few more trials may differ if an event is so rare that a standard error says
// little.
const (
	trials     = 40_000
	mostErrors = 4
	slack      = 3
)

// checkTrials samples every example, die by die and in bulk, and compares the estimates with the
// exact odds.
func (k *kit) checkTrials(t reporter) {
	compared := 0
	for i, e := range k.explore() {
		s := k.situations[i]
		if !s.example || !e.plays() {
			continue
		}
		for way, a := range e.answers {
			if a == nil {
				continue
			}
			for _, bulk := range []bool{false, true} {
				o := sim.Options{Trials: trials, Seed: seedOf(i, way), Policy: optionPolicy(way, nil), UseAliasTables: bulk}
				r, err := sim.Run(context.Background(), e.question, o)
				if err != nil {
					t.Errorf("%v: %v", s, err)
					continue
				}
				compared++
				compareEstimates(t, s, a, r)
			}
		}
	}
	t.Logf("%d times %d trials, die by die and in bulk, agree with exact answers", compared, trials)
}

// compareEstimates compares the estimates of trials with the exact odds.
func compareEstimates(t reporter, s *situation, a *odds.Answer, r *sim.Result) {
	n := float64(r.N)
	for i, title := range s.procedure.Events {
		p, hits := a.Events[i].Float, float64(r.Event(i).Hits)
		off := math.Abs(hits - n*p)
		certain := a.Events[i].Exact.IsInt()
		if off > mostErrors*math.Sqrt(n*p*(1-p))+slack || certain && off > 0 {
			t.Errorf("%v: %s has the chance %.6g, but came in %v of %v trials", s, title.Name, p, hits, n)
		}
	}
	for i, title := range s.procedure.Measures {
		m := a.Measures[i]
		mean, have := m.Mean().Float, r.Measure(i)
		if off := math.Abs(have.Mean - mean); off > mostErrors*m.SD()/math.Sqrt(n)+slack*spanOf(m)/n {
			t.Errorf("%v: %s has the mean %.6g, but %.6g in %v trials", s, title.Name, mean, have.Mean, n)
		}
	}
}

func spanOf(m *odds.IntDist) float64 {
	return float64(m.Values[len(m.Values)-1] - m.Values[0])
}

// checkRecords writes a record of every situation, reads, audits and replays it, and checks that
// the bytes stay the same.
func (k *kit) checkRecords(t reporter) {
	n := 0
	for i, e := range k.explore() {
		if !e.plays() || k.endless(e) {
			continue
		}
		n++
		if err := k.recorded(e.question, seedOf(i, 0)); err != nil {
			t.Errorf("%v: %v", k.situations[i], err)
		}
	}
	t.Logf("%d records were replayed to the byte", n)
}

// endless reports whether random dice do not end a fight.
func (k *kit) endless(e *exploration) bool {
	_, err := playSafely(e.question, seededDice(1, 0), nil)
	return err != nil
}

func (k *kit) recorded(q *rule.Question, seed uint64) error {
	rec := &rule.Record{}
	outcome, err := q.Play(dice.NewRandom(seed), rec)
	if err != nil {
		return err
	}
	var first, second bytes.Buffer
	if err := record.Write(&first, record.NewHeader(q, "conformance", record.ProgramDice(seed)), rec); err != nil {
		return err
	}
	file, err := record.Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		return err
	}
	find := func(string) (*rule.Ruleset, error) { return k.rules, nil }
	if _, err := record.Verify(file, find); err != nil {
		return err
	}
	again, replayed, err := record.Replay(file, find)
	if err != nil {
		return err
	}
	if replayed != outcome {
		return fmt.Errorf("its record replays to %v, but it was %v", replayed, outcome)
	}
	if err := record.Write(&second, file.Header, again); err != nil {
		return err
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		return fmt.Errorf("its record is written otherwise after a replay:\n%s", diff(first.String(), second.String(), nil))
	}
	return nil
}
