package sim

import (
	"cmp"
	"math"
	"slices"

	"loophole/rule"
)

// A Result is the result of the trials of a question.
type Result struct {
	RunInfo
	// Outcomes are in the order of [rule.Procedure.SortKey], each with at least one trial. The
	// counts add up to N.
	Outcomes  []OutcomeCount[any]
	procedure *rule.Procedure
}

// SampleResult is the result of the trials of a Go function.
type SampleResult[R comparable] struct {
	RunInfo
	// Outcomes are in the order of the first trial that had each. The counts add up to N.
	Outcomes []OutcomeCount[R]
}

// A Proportion is the estimate of a chance.
type Proportion struct {
	P float64 // Hits / N
	// StdErr is the standard error √(q(1−q)/(N+z²)), where z is 1.96 and q is the proportion after
	// z² more trials, half of them hits (Agresti and Coull). With many hits and misses it is close
	// to √(P(1−P)/N). Unlike that, it is not 0 if the event happened never or always.
	StdErr float64
	// Low and High are the ends of the 95 % interval of Wilson.
	Low, High float64
	Hits, N   int
}

// A Mean is the estimate of the mean of a measure, with the sampled distribution.
type Mean struct {
	Mean float64
	// StdErr is the standard error of Mean, SD/√N. It depends only on the sample: it is 0 if every
	// trial had the same value.
	StdErr float64
	// Low and High are the ends of the 95 % interval, Mean ± 1.96 StdErr.
	Low, High float64
	SD        float64 // the standard deviation of a trial, with divisor N−1; 0 if N is 1
	Min, Max  int
	N         int
	Values    []Value // ascending
}

// A Value of a measure, with the number of trials that had it.
type Value struct{ Value, Count int }

// z95 is the 97.5 % point of the normal distribution.
const z95 = 1.959963984540054

// Event estimates the chance of an event of the procedure, by its index.
func (r *Result) Event(i int) Proportion {
	return event(r.Outcomes, r.N, func(outcome any) bool { return r.procedure.Holds(i, outcome) })
}

// Measure estimates the mean of a measure of the procedure, by its index.
func (r *Result) Measure(i int) Mean {
	return measure(r.Outcomes, r.N, func(outcome any) int { return r.procedure.Measure(i, outcome) })
}

// Event estimates the chance of an event.
func (s *SampleResult[R]) Event(holds func(R) bool) Proportion { return event(s.Outcomes, s.N, holds) }

// Measure estimates the mean of a measure.
func (s *SampleResult[R]) Measure(of func(R) int) Mean { return measure(s.Outcomes, s.N, of) }

func event[R comparable](outcomes []OutcomeCount[R], n int, holds func(R) bool) Proportion {
	hits := 0
	for _, o := range outcomes {
		if holds(o.Outcome) {
			hits += o.Count
		}
	}
	return proportion(hits, n)
}

// proportion estimates a chance from at least one trial.
func proportion(hits, n int) Proportion {
	const z2 = z95 * z95
	size := float64(n)
	p := float64(hits) / size
	q := (float64(hits) + z2/2) / (size + z2)
	half := z95 / (size + z2) * math.Sqrt(size*p*(1-p)+z2/4)
	out := Proportion{P: p, StdErr: math.Sqrt(q * (1 - q) / (size + z2)), Low: q - half, High: q + half, Hits: hits, N: n}
	// Rounding must not change the known ends.
	if hits == 0 {
		out.Low = 0
	}
	if hits == n {
		out.High = 1
	}
	return out
}

func measure[R comparable](outcomes []OutcomeCount[R], n int, of func(R) int) Mean {
	counts := map[int]int{}
	for _, o := range outcomes {
		counts[of(o.Outcome)] += o.Count
	}
	m := Mean{N: n}
	for v, c := range counts {
		m.Values = append(m.Values, Value{v, c})
	}
	slices.SortFunc(m.Values, func(a, b Value) int { return cmp.Compare(a.Value, b.Value) })
	m.Min, m.Max = m.Values[0].Value, m.Values[len(m.Values)-1].Value
	sum, squares := 0.0, 0.0
	for _, v := range m.Values {
		sum += float64(v.Value) * float64(v.Count)
	}
	m.Mean = sum / float64(n)
	for _, v := range m.Values {
		d := float64(v.Value) - m.Mean
		squares += d * d * float64(v.Count)
	}
	if n > 1 {
		m.SD = math.Sqrt(squares / float64(n-1))
	}
	m.StdErr = m.SD / math.Sqrt(float64(n))
	m.Low, m.High = m.Mean-z95*m.StdErr, m.Mean+z95*m.StdErr
	return m
}
