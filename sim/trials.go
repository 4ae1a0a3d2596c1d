package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"loophole/rule"
)

// BlockSize is the number of trials that draw from one generator. Block b, the
// first being 0, plays trials b·BlockSize and on, one after the other.
const BlockSize = 256

// The stopping rule is consulted after a round. The first round is firstRound
// blocks; each round doubles what has been played, but is at most mostRound
// blocks: after 16, 32, 64, … 1024, 2048, 3072 blocks and so on.
const (
	firstRound = 16
	mostRound  = 1024
)

// MaxOutcomes is the most different outcomes that the trials of one run may
// have.
const MaxOutcomes = 1 << 16

// ErrTooMany is the error, wrapped, of a run with more than MaxOutcomes
// different outcomes.
var ErrTooMany = errors.New("the outcomes are too many")

func tooMany() error {
	return fmt.Errorf("%w: more than %d differ: leave out of the outcome what nobody asks for", ErrTooMany, MaxOutcomes)
}

// The trials of a run whose options give no number.
const (
	DefaultTrials = 1_000_000     // without a standard error to reach
	DefaultMost   = 1_000_000_000 // with one
	mostTrials    = 1 << 48
)

// Options say how many trials to play, and how. The zero Options play
// DefaultTrials trials of seed 0 on all cores.
type Options struct {
	// Trials is the most trials to play, up to 2^48. 0 is DefaultTrials, or
	// DefaultMost if StdErr is given.
	Trials int
	// StdErr, if not 0, ends the run early, at the first round at which the
	// standard error of the wanted event is at most this. Rounds end after 16
	// blocks, then after twice as many again, but never more than 1024 blocks
	// apart.
	StdErr float64
	// Event is the wanted event: its index in the procedure, or -1 for every
	// event of the procedure. It matters only if StdErr is given.
	Event int
	// Seed chooses the dice.
	Seed uint64
	// Workers is the number of goroutines that play; 0 is one for each core.
	// It does not change the result.
	Workers int
	// UseAliasTables draws whole pools and named sub-rolls from alias tables of their
	// exact distributions, which is several times as fast. It is another way
	// from a seed to counts, and another [Basis.Generator].
	UseAliasTables bool
	// Progress, if not nil, is called from the goroutine that called Run: some
	// ten times a second and once at the end, with the trials played so far
	// and the most that will be played.
	Progress func(done, of int)
	// Policy takes the decisions of players: it returns the index of an
	// option. It is called from several goroutines, and must answer the same
	// choice alike if the run is to be repeatable. A nil Policy takes the
	// first option.
	Policy func(rule.Choice) int
}

// RunInfo is what a sampled result rests on.
type RunInfo struct {
	N         int    // trials played; at least 1
	Seed      uint64 // as given
	Generator string // the Generator that played them
	Partial   bool   // the run was cancelled: N is the trials of the unbroken run of blocks, from the first, that were done
	Reached   bool   // the standard error that was asked for was reached
}

// OutcomeCount is an outcome and the number of trials that ended in it.
type OutcomeCount[R comparable] struct {
	Outcome R
	Count   int
}

// Run plays trials of a question. The result depends on the question, the
// policy, the seed and the number of trials alone.
//
// When the context is cancelled, Run returns within some ten milliseconds with
// what is known, marked Partial; if not even one block is done it returns the
// cause as an error. It is an error if a trial asks without end ([ErrEndless])
// or the outcomes are too many ([ErrTooMany]), and if a strict house lacks a
// fact. Whether the rules allow the situation is for [rule.Question.Legal]. A
// panic of the procedure is passed on to the caller of Run.
func Run(ctx context.Context, q *rule.Question, o Options) (*Result, error) {
	p := q.Procedure
	o, err := o.filled(len(p.Events))
	if err != nil {
		return nil, err
	}
	s := newSeries[any](ctx, o, func() player[any] {
		x := q.OutcomeRunner()
		return player[any]{x.Play, x.Outcome, x.Len}
	})
	for i := range p.Events {
		if o.StdErr > 0 && (o.Event == i || o.Event == -1) {
			s.wanted = append(s.wanted, func(outcome any) bool { return p.Holds(i, outcome) })
		}
	}
	basis, outcomes, err := s.play()
	if err != nil {
		return nil, err
	}
	return &Result{basis, sorted(p, outcomes), p}, nil
}

// sorted puts outcomes in the order of their ranks, which are found once each.
func sorted(p *rule.Procedure, outcomes []OutcomeCount[any]) []OutcomeCount[any] {
	type ranked struct {
		OutcomeCount[any]
		rank []int64
	}
	list := make([]ranked, len(outcomes))
	for i, x := range outcomes {
		list[i] = ranked{x, p.SortKey(x.Outcome)}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return slices.Compare(a.rank, b.rank) })
	for i, x := range list {
		outcomes[i] = x.OutcomeCount
	}
	return outcomes
}

// Sample plays trials of a Go function, which is called from several
// goroutines, each with its own umpire, and must depend on nothing but the
// umpire's answers. It is like [Run] otherwise, but knows no events: a StdErr
// is an error.
func Sample[R comparable](ctx context.Context, play func(*rule.Umpire) R, o Options) (*SampleResult[R], error) {
	o, err := o.filled(0)
	if err != nil {
		return nil, err
	}
	s := newSeries(ctx, o, func() player[R] {
		index, outcomes := map[R]int{}, []R(nil)
		return player[R]{
			play: func(u *rule.Umpire) int {
				r := play(u)
				i, ok := index[r]
				if !ok {
					i = len(outcomes)
					index[r] = i
					outcomes = append(outcomes, r)
				}
				return i
			},
			outcome: func(i int) R { return outcomes[i] },
			len:     func() int { return len(outcomes) },
		}
	})
	basis, outcomes, err := s.play()
	if err != nil {
		return nil, err
	}
	return &SampleResult[R]{basis, outcomes}, nil
}

// filled checks the options and puts the defaults in.
func (o Options) filled(events int) (Options, error) {
	switch {
	case o.Trials < 0 || o.Trials > mostTrials:
		return o, fmt.Errorf("sim: %d trials: give 1 to %d, or 0 for the default", o.Trials, mostTrials)
	case o.StdErr < 0 || math.IsNaN(o.StdErr):
		return o, fmt.Errorf("sim: a standard error of %v cannot be reached: give a positive number, or 0 for no early end", o.StdErr)
	case o.StdErr > 0 && events == 0:
		return o, errors.New("sim: a standard error to reach needs a procedure with events: give a number of trials instead")
	case o.StdErr > 0 && (o.Event < -1 || o.Event >= events):
		return o, fmt.Errorf("sim: there is no event %d: give 0 to %d, or -1 for all of them", o.Event, events-1)
	case o.Workers < 0:
		return o, fmt.Errorf("sim: %d workers: give 1 or more, or 0 for one on each core", o.Workers)
	}
	if o.Trials == 0 {
		o.Trials = DefaultTrials
		if o.StdErr > 0 {
			o.Trials = DefaultMost
		}
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, mostRound, (o.Trials-1)/BlockSize+1)
	return o, nil
}
