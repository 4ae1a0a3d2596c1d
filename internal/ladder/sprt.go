package ladder

import (
	"errors"
	"math"
)

// Score returns the expected score, from 0 to 1, of a policy that is elo points stronger.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// A Test is a sequential probability ratio test of two hypotheses: that a policy is Elo0 points
// stronger than another, or Elo1.
type Test struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // chances to accept Elo1 if Elo0 is true, and Elo0 if Elo1 is true
}

// Check returns an error for a test that decides nothing.
func (t Test) Check() error {
	in := func(p float64) bool { return p > 0 && p < 0.5 }
	switch {
	case !(t.Elo0 < t.Elo1) || math.Abs(t.Elo0) > 2000 || math.Abs(t.Elo1) > 2000:
		return errors.New("ladder: a test needs elo0 < elo1, both from -2000 to 2000")
	case !in(t.Alpha) || !in(t.Beta):
		return errors.New("ladder: alpha and beta must be greater than 0 and less than 0.5")
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts Elo0 and Elo1.
func (t Test) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// A Verdict is the result of a test.
type Verdict int

// The verdicts.
const (
	Open      Verdict = iota // more games are needed
	AcceptsH0                // the first policy is not stronger by Elo1
	AcceptsH1                // the first policy is stronger than by Elo0
)

// Names lists the verdicts.
func (Verdict) Names() []string { return []string{"open", "H0", "H1"} }

// String returns the name of the verdict.
func (v Verdict) String() string { return v.Names()[v] }

// leastPairs is the number of pairs before which a test decides nothing, because it estimates the
// variance from them.
const leastPairs = 8

// LLR returns the log-likelihood ratio of Elo1 to Elo0 for scores of pairs. It treats the mean of
// the scores as normal, with the variance that they show (Van den Bergh's generalised test).
func (t Test) LLR(s Stats) float64 {
	if s.N < 2 {
		return 0
	}
	s0, s1 := Score(t.Elo0), Score(t.Elo1)
	return float64(s.N) * (s1 - s0) * (2*s.Mean() - s0 - s1) / (2 * s.Variance())
}

// Verdict returns the result of the test for scores of pairs.
func (t Test) Verdict(s Stats) Verdict {
	lower, upper := t.Bounds()
	llr := t.LLR(s)
	switch {
	case s.N < leastPairs:
		return Open
	case llr >= upper:
		return AcceptsH1
	case llr <= lower:
		return AcceptsH0
	}
	return Open
}

// Stats sums up scores of pairs of games.
type Stats struct {
	N            int
	Sum, Squares float64
}

// Add adds a score.
func (s *Stats) Add(x float64) { s.N++; s.Sum += x; s.Squares += x * x }

// Mean returns the mean score; one half if there is none.
func (s *Stats) Mean() float64 {
	if s.N == 0 {
		return 0.5
	}
	return s.Sum / float64(s.N)
}

// Variance returns the variance of a score. It is at least 1/(4N²), because few games that end alike
// do not prove that all do.
func (s *Stats) Variance() float64 {
	if s.N < 2 {
		return 0.25
	}
	n := float64(s.N)
	mean := s.Sum / n
	return max((s.Squares-n*mean*mean)/(n-1), 1/(4*n*n))
}

// StdErr returns the standard error of the mean.
func (s *Stats) StdErr() float64 { return math.Sqrt(s.Variance() / float64(max(1, s.N))) }
