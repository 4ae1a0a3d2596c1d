package sim

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"loophole/rule"
)

// A run plays blocks of trials in rounds. Within a round, each worker takes the next free block and
// counts its outcomes separately. Between rounds the workers stop while their counts are added up.
// Sums of integers do not depend on the order, so the counts after a round depend only on the
// round. The stopping rule is consulted only there.
type run[R comparable] struct {
	ctx     context.Context
	o       Options
	wanted  []func(R) bool // the events whose standard errors count
	workers []*worker[R]

	// The round.
	first  int     // number of its first block
	blocks []block // its blocks
	ids    []int32 // the outcome of each of its trials, as its worker numbers it

	taken  atomic.Int64 // number of blocks taken in the round
	halt   atomic.Bool  // take no more blocks
	played atomic.Int64 // trials of the whole series, for progress
	ticks  <-chan time.Time
	panics chan string

	// The outcomes so far.
	index map[R]int
	tally []tallied[R]
}

// tallied is an outcome with its count and its first trial.
type tallied[R comparable] struct {
	OutcomeCount[R]
	first int
	holds []bool // of the wanted events
}

// block is the result of a block.
type block struct {
	worker int
	done   bool
	err    error
}

// runner runs one trial and returns the number of its outcome. Numbers start at 0, in the order of
// first occurrence.
type runner[R comparable] struct {
	play    func(*rule.Umpire) int
	outcome func(i int) R
	len     func() int // number of outcomes so far
}

func newRun[R comparable](ctx context.Context, o Options, newRunner func() runner[R]) *run[R] {
	s := &run[R]{ctx: ctx, o: o, index: map[R]int{}, panics: make(chan string, o.Workers)}
	for i := range o.Workers {
		s.workers = append(s.workers, newWorker(s, i, newRunner()))
	}
	return s
}

// play plays rounds to the end of the series.
func (s *run[R]) play() (RunInfo, []OutcomeCount[R], error) {
	if s.o.Progress != nil {
		ticker := time.NewTicker(time.Second / 10)
		defer ticker.Stop()
		s.ticks = ticker.C
	}
	info := RunInfo{Seed: s.o.Seed, Generator: Generator}
	if s.o.UseAliasTables {
		info.Generator = BulkGenerator
	}
	total := (s.o.Trials-1)/BlockSize + 1
	for s.first < total && !info.Partial && !info.Reached {
		size := min(max(firstRound, s.first), maxRound, total-s.first)
		s.round(size)
		done, err := s.settle()
		if err != nil {
			return info, nil, err
		}
		s.first += done
		info.N = min(s.first*BlockSize, s.o.Trials)
		info.Partial = done < size
		info.Reached = !info.Partial && s.reached(info.N)
	}
	if info.N == 0 {
		return info, nil, fmt.Errorf("sim: stopped before the first %d trials were done: %w", min(BlockSize, s.o.Trials), context.Cause(s.ctx))
	}
	if s.o.Progress != nil {
		s.o.Progress(info.N, s.o.Trials)
	}
	return info, s.counts(), nil
}

// round plays the next blocks and waits for them.
func (s *run[R]) round(size int) {
	s.blocks = make([]block, size)
	if trials := size * BlockSize; len(s.ids) < trials {
		s.ids = make([]int32, trials)
	}
	s.taken.Store(0)
	var workers sync.WaitGroup
	for _, w := range s.workers {
		workers.Go(w.round)
	}
	if s.o.Progress != nil {
		s.report(&workers)
	}
	workers.Wait()
	select {
	case p := <-s.panics:
		panic(p)
	default:
	}
}

// report reports the progress until the workers are done.
func (s *run[R]) report(workers *sync.WaitGroup) {
	done := make(chan struct{})
	go func() {
		workers.Wait()
		close(done)
	}()
	for {
		select {
		case <-done:
			return
		case <-s.ticks:
			s.o.Progress(int(s.played.Load()), s.o.Trials)
		}
	}
}

// settle adds up the counts of the round. It returns the number of its blocks, from the first, that
// are done without a gap, and drops the counts of blocks after a gap. The error is that of the
// first gap.
func (s *run[R]) settle() (done int, err error) {
	gap := slices.IndexFunc(s.blocks, func(b block) bool { return !b.done })
	if gap < 0 {
		gap = len(s.blocks)
	} else if err := s.blocks[gap].err; err != nil {
		return gap, err
	}
	for i := gap; i < len(s.blocks); i++ {
		if b := s.blocks[i]; b.done {
			for _, id := range s.trialsOf(i) {
				s.workers[b.worker].counts[id]--
			}
		}
	}
	for _, w := range s.workers {
		s.gather(w)
	}
	if len(s.tally) > MaxOutcomes {
		return gap, fmt.Errorf("sim: seed %d: %w", s.o.Seed, tooMany())
	}
	return gap, nil
}

// gather adds the counts of a worker to the series.
func (s *run[R]) gather(w *worker[R]) {
	for id, n := range w.counts {
		if n == 0 {
			continue
		}
		if w.known[id] < 0 {
			w.known[id] = s.intern(w.runner.outcome(id), w.first[id])
		}
		s.tally[w.known[id]].Count += n
		w.counts[id] = 0
	}
}

// intern returns the index of an outcome, with the trial that a worker first met it in.
func (s *run[R]) intern(outcome R, trial int) int {
	i, ok := s.index[outcome]
	if ok {
		s.tally[i].first = min(s.tally[i].first, trial)
		return i
	}
	i = len(s.tally)
	s.index[outcome] = i
	t := tallied[R]{OutcomeCount: OutcomeCount[R]{Outcome: outcome}, first: trial}
	for _, holds := range s.wanted {
		t.holds = append(t.holds, holds(outcome))
	}
	s.tally = append(s.tally, t)
	return i
}

// reached reports whether every wanted event has the wanted standard error.
func (s *run[R]) reached(n int) bool {
	for e := range s.wanted {
		hits := 0
		for _, t := range s.tally {
			if t.holds[e] {
				hits += t.Count
			}
		}
		if proportion(hits, n).StdErr > s.o.StdErr {
			return false
		}
	}
	return len(s.wanted) > 0
}

// counts lists the outcomes in the order of their first trials.
func (s *run[R]) counts() []OutcomeCount[R] {
	slices.SortFunc(s.tally, func(a, b tallied[R]) int { return cmp.Compare(a.first, b.first) })
	out := make([]OutcomeCount[R], len(s.tally))
	for i, t := range s.tally {
		out[i] = t.OutcomeCount
	}
	return out
}

// trialsOf returns the slice for the outcomes of a block of the round. The last block of a series
// can be short.
func (s *run[R]) trialsOf(i int) []int32 {
	n := min(BlockSize, s.o.Trials-(s.first+i)*BlockSize)
	return s.ids[i*BlockSize:][:n]
}
