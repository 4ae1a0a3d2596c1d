package sim

import (
	"errors"
	"fmt"
	"runtime/debug"

	"loophole/rule"
)

// A worker runs blocks in one goroutine, with its own sampler, umpire and runner.
type worker[R comparable] struct {
	series  *run[R]
	number  int
	sampler *Sampler
	umpire  *rule.Umpire
	runner  runner[R]
	loop    func() // trials, as a function value made once

	ids []int32 // the outcomes of the block
	at  int     // the current trial of the block

	// By the runner's numbers of outcomes.
	counts []int // in the completed blocks of the round
	first  []int // the first trial of the outcome
	known  []int // its index in the series, or -1
}

func newWorker[R comparable](s *run[R], number int, p runner[R]) *worker[R] {
	w := &worker[R]{series: s, number: number, runner: p}
	if s.o.UseAliasTables {
		b, u := NewAliasSampler(s.o.Seed, 0, s.o.Policy)
		w.sampler, w.umpire = &b.Sampler, u
	} else {
		w.sampler = NewSampler(s.o.Seed, 0, s.o.Policy)
		w.umpire = rule.NewUmpire(w.sampler, nil)
	}
	w.sampler.ctx = s.ctx
	w.loop = w.trials
	return w
}

// round runs blocks of the round until none is left, one fails, or the context is cancelled. Blocks
// are taken in order, so that all blocks before a failing one are finished.
func (w *worker[R]) round() {
	s := w.series
	defer func() {
		if x := recover(); x != nil {
			s.halt.Store(true)
			s.panics <- fmt.Sprintf("sim: a trial panicked: %v\n\n%s", x, debug.Stack())
		}
	}()
	for !s.halt.Load() && s.ctx.Err() == nil {
		i := int(s.taken.Add(1)) - 1
		if i >= len(s.blocks) {
			return
		}
		b := &s.blocks[i]
		b.worker = w.number
		w.ids = s.trialsOf(i)
		if err := w.block(s.first + i); err != nil {
			s.halt.Store(true)
			if !errors.Is(err, errCancelled) {
				b.err = fmt.Errorf("sim: trial %d of seed %d: %w", (s.first+i)*BlockSize+w.at, s.o.Seed, err)
			}
			return
		}
		b.done = true
		s.played.Add(int64(len(w.ids)))
	}
}

// block runs and counts one block.
func (w *worker[R]) block(number int) error {
	w.sampler.Start(w.series.o.Seed, uint64(number))
	if err := rule.Catch(w.loop); err != nil {
		return err
	}
	if w.runner.len() > MaxOutcomes {
		return tooMany()
	}
	for i, id := range w.ids {
		if int(id) == len(w.counts) {
			w.counts = append(w.counts, 0)
			w.first = append(w.first, number*BlockSize+i)
			w.known = append(w.known, -1)
		}
		w.counts[id]++
	}
	return nil
}

// trials runs the trials of a block.
func (w *worker[R]) trials() {
	play, u, s := w.runner.play, w.umpire, w.sampler
	for i := range w.ids {
		w.at = i
		s.begin()
		w.ids[i] = int32(play(u))
	}
}
