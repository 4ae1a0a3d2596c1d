package sweep

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"loophole/odds"
	"loophole/policy"
)

// Options say which part of a sweep to compute, and how. The zero Options compute all of it on all
// cores.
type Options struct {
	Workers int // goroutines; 0 is one for each core; the number does not change the result
	// Part and Parts select the shards to compute: each Parts-th one, beginning with number Part,
	// from 1. Parts 0 selects all.
	Part, Parts int
	// Done, if not nil, is called after each shard with the result so far, the number of shards and
	// questions that this run computed, and that of all it has to compute. A stop lessens the latter. One goroutine at a time calls it; it must not keep the result. Its error ends the run.
	Done func(r *Result, done, all int) error
}

// A unit is a shard of a cell.
type unit struct{ cell, shard int }

// A run computes units.
type run struct {
	plan          *Plan
	result        *Result
	o             Options
	lock          sync.Mutex
	units         []unit
	next          int
	open          *opened
	done, skipped int
	failed        error
}

// An opened cell is ready to be played.
type opened struct {
	cell int
	once sync.Once
	err  error
	play func(ctx context.Context, first, games int) (*policy.Series, error)
}

// Run computes what a result lacks, and adds it. Start is a result of the same sweep: an empty one
// of [Plan.Result] or one that was read. When the context is cancelled, Run returns the shards
// that are finished, with the cause.
func (p *Plan) Run(ctx context.Context, start *Result, o Options) (*Result, error) {
	if err := p.empty.same(start); err != nil {
		return nil, err
	}
	if o.Parts == 0 {
		o.Part, o.Parts = 1, 1
	}
	if o.Part < 1 || o.Part > o.Parts {
		return nil, fmt.Errorf("sweep: part %d of %d: give a part from 1 to %d", o.Part, o.Parts, o.Parts)
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run{plan: p, result: start.bare(), o: o}
	number := 0
	for i := range r.result.Cells {
		c := &r.result.Cells[i]
		c.Shards, c.Answer = slices.Clone(start.Cells[i].Shards), start.Cells[i].Answer
		for s := range c.shards() {
			if number%o.Parts == o.Part-1 && !c.has(s) {
				r.units = append(r.units, unit{i, s})
			}
			number++
		}
	}
	r.result.settle()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	for range min(o.Workers, len(r.units)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				u, cell, ok := r.take()
				if !ok {
					return
				}
				if err := r.compute(ctx, u, cell); err != nil {
					cancel(err)
					r.lock.Lock()
					if r.failed == nil {
						r.failed = err
					}
					r.lock.Unlock()
				}
			}
		})
	}
	workers.Wait()
	r.result.settle()
	if r.failed == nil {
		r.failed = context.Cause(ctx)
	}
	return r.result, r.failed
}

// take returns the next unit that is needed.
func (r *run) take() (unit, *opened, bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for r.next < len(r.units) {
		u := r.units[r.next]
		r.next++
		if r.result.Cells[u.cell].Done {
			r.skipped++
			continue
		}
		if r.open == nil || r.open.cell != u.cell {
			r.open = &opened{cell: u.cell}
		}
		return u, r.open, true
	}
	return unit{}, nil, false
}

// compute computes a unit and adds it to the result.
func (r *run) compute(ctx context.Context, u unit, cell *opened) error {
	c := &r.plan.cells[u.cell]
	var tally Tally
	var answer *Answer
	if c.ask != nil {
		var err error
		if answer, err = c.answer(ctx); err != nil {
			return fmt.Errorf("%s: %w", r.plan.empty.Cells[u.cell].Label(), err)
		}
	} else {
		x := &r.plan.empty.Cells[u.cell]
		games := x.gamesOf(u.shard)
		cell.once.Do(func() { cell.err = cell.prepare(c) })
		if cell.err != nil {
			return fmt.Errorf("%s: %w", x.Label(), cell.err)
		}
		b, err := cell.play(ctx, u.shard*x.Shard, games)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", x.Label(), err)
		}
		tally = tallyOf(b)
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	x := &r.result.Cells[u.cell]
	if x.Done { // It stopped at an earlier shard.
		r.skipped++
		return nil
	}
	if answer != nil {
		x.Answer = answer
	} else {
		x.put(Shard{u.shard, tally})
	}
	x.settle(r.result.Stop)
	r.done++
	if r.o.Done == nil {
		return nil
	}
	return r.o.Done(r.result, r.done, len(r.units)-r.skipped)
}

// prepare sets a cell up. The shards share a transposition table, because all games begin alike.
func (o *opened) prepare(c *cell) error {
	f, err := c.base.Instance(c.changes)
	if err != nil {
		return err
	}
	tables := policy.NewTranspositionTable(0)
	var makers [2]func() policy.Policy
	for side, name := range c.names {
		makers[side] = func() policy.Policy {
			x, _ := tables.New(name) // The plan has checked the name.
			return x
		}
	}
	o.play = func(ctx context.Context, first, games int) (*policy.Series, error) {
		return policy.PlaySeries(ctx, f, makers, policy.Options{
			Games: games, First: uint64(first), Seed: c.seed, Workers: 1,
		})
	}
	return nil
}

// answer answers the question of a cell. A situation that the rules do not allow and a question
// that is too large are answers.
func (c *cell) answer(ctx context.Context) (*Answer, error) {
	q, err := c.ask.question(c.changes)
	if err != nil {
		return nil, err
	}
	a, err := odds.Solve(ctx, q, odds.Options{})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &Answer{Error: err.Error()}, nil
	}
	x := &Answer{}
	for i, e := range q.Procedure.Events {
		if a.Events[i].Exact == nil {
			return nil, errors.New("the answer is not exact")
		}
		x.Events = append(x.Events, Fraction{e.Name, a.Events[i].Exact.RatString()})
	}
	for i, m := range q.Procedure.Measures {
		mean := a.Measures[i].Mean()
		if mean.Exact == nil {
			return nil, fmt.Errorf("the mean of %s is not exact", m.Name)
		}
		x.Measures = append(x.Measures, Fraction{m.Name, mean.Exact.RatString()})
	}
	return x, nil
}
