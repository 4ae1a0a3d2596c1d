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

// BlockSize is the number of trials that draw from one generator. Block b, counted from 0, runs the
// trials from b·BlockSize, one after the other.
const BlockSize = 256

// The stopping rule is consulted after each round. The first round has firstRound blocks. Each
// round doubles the number of blocks, but has at most maxRound: the rounds end after 16, 32, 64, …
// 1024, 2048, 3072 blocks and so on.
const (
	firstRound = 16
	maxRound   = 1024
)

// MaxOutcomes is the largest number of different outcomes of one run.
const MaxOutcomes = 1 << 16

// ErrTooManyOutcomes is the wrapped error of a run with more than MaxOutcomes different outcomes.
var ErrTooManyOutcomes = errors.New("there are too many different outcomes")

func tooMany() error {
	return fmt.Errorf("%w: more than %d differ: return fewer details in the outcome", ErrTooManyOutcomes, MaxOutcomes)
}

// The trials of a run whose options give no number.
const (
	DefaultTrials    = 1_000_000     // without a standard error to reach
	DefaultMaxTrials = 1_000_000_000 // with one
	maxTrials        = 1 << 48
)

// Options set the number of trials and other properties of a run. The zero Options run
// DefaultTrials trials of seed 0 on all cores.
type Options struct {
	// Trials is the largest number of trials, up to 2^48. 0 is DefaultTrials, or DefaultMaxTrials with
	// StdErr.
	Trials int
	// StdErr, if not 0, ends the run early, after the first round in which the standard error of
	// the wanted event is at most this. Rounds end after 16 blocks, and then each time the number
	// has doubled, but at most 1024 blocks apart.
	StdErr float64
	// Event is the wanted event: its index in the procedure, or -1 for every event. It is used only
	// with StdErr.
	Event int
	// Seed is the seed of the dice.
	Seed uint64
	// Workers is the number of goroutines; 0 is one for each core. It does not change the result.
	Workers int
	// UseAliasTables draws whole pools and named subrolls from alias tables of their exact
	// distributions, which is several times as fast. Seeds then give other counts, and
	// [RunInfo.Generator] is another one.
	UseAliasTables bool
	// Progress, if not nil, is called from the goroutine of Run about ten times a second and once
	// at the end, with the trials so far and the largest number of trials.
	Progress func(done, of int)
	// Policy makes the decisions of players: it returns the index of an option. It is called from
	// several goroutines. For a reproducible run it must give the same answer to the same choice. A
	// nil Policy chooses the first option.
	Policy func(rule.Choice) int
}

// RunInfo describes the run behind a result.
type RunInfo struct {
	N         int    // number of trials; at least 1
	Seed      uint64 // from the options
	Generator string // the Generator of the run
	Partial   bool   // the run was cancelled; N counts only the blocks before the first unfinished one
	Reached   bool   // the run reached the wanted standard error
}

// OutcomeCount is an outcome and the number of trials that ended in it.
type OutcomeCount[R comparable] struct {
	Outcome R
	Count   int
}

// Run runs trials of a question. The result depends only on the question, the policy, the seed and
// the number of trials.
//
// When the context is cancelled, Run returns within about ten milliseconds with the results so far,
// marked Partial. If no block is done, it returns the cause as an error. Other errors are a trial
// without end ([ErrEndless]), too many outcomes ([ErrTooManyOutcomes]), and a fact that strict house rules
// lack. Run does not check legality; see [rule.Question.Legal]. A panic of the procedure is passed
// on to the caller of Run.
func Run(ctx context.Context, q *rule.Question, o Options) (*Result, error) {
	p := q.Procedure
	o, err := o.withDefaults(len(p.Events))
	if err != nil {
		return nil, err
	}
	s := newRun[any](ctx, o, func() runner[any] {
		x := q.OutcomeRunner()
		return runner[any]{x.Play, x.Outcome, x.Len}
	})
	for i := range p.Events {
		if o.StdErr > 0 && (o.Event == i || o.Event == -1) {
			s.wanted = append(s.wanted, func(outcome any) bool { return p.Holds(i, outcome) })
		}
	}
	info, outcomes, err := s.play()
	if err != nil {
		return nil, err
	}
	return &Result{info, sorted(p, outcomes), p}, nil
}

// sorted returns outcomes in the order of their sort keys, which it computes once each.
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

// Sample runs trials of a Go function. The function is called from several goroutines, each with
// its own umpire, and must depend only on the umpire's answers. Otherwise Sample is like [Run], but
// it has no events, so a StdErr is an error.
func Sample[R comparable](ctx context.Context, play func(*rule.Umpire) R, o Options) (*SampleResult[R], error) {
	o, err := o.withDefaults(0)
	if err != nil {
		return nil, err
	}
	s := newRun(ctx, o, func() runner[R] {
		index, outcomes := map[R]int{}, []R(nil)
		return runner[R]{
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
	info, outcomes, err := s.play()
	if err != nil {
		return nil, err
	}
	return &SampleResult[R]{info, outcomes}, nil
}

// withDefaults checks the options and sets the defaults.
func (o Options) withDefaults(events int) (Options, error) {
	switch {
	case o.Trials < 0 || o.Trials > maxTrials:
		return o, fmt.Errorf("sim: %d trials: give 1 to %d, or 0 for the default", o.Trials, maxTrials)
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
			o.Trials = DefaultMaxTrials
		}
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxRound, (o.Trials-1)/BlockSize+1)
	return o, nil
}
