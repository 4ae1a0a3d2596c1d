package sweep

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// Options select the part of a sweep to compute, and how. The zero Options compute all of it on all
// cores.
type Options struct {
	Workers int // goroutines; 0 is one for each core; the number does not change the result
	// Part and Parts select the shards to compute: each Parts-th one, beginning with number Part,
	// from 1. Parts 0 selects all.
	Part, Parts int
	// Done, if not nil, is called after each shard with the result so far, the number of shards and
	// questions that this run has computed, and the number that it has to compute in all. A stop
	// reduces that number. One goroutine at a time calls it. It must not keep the result. Its error
	// ends the run.
	Done func(r *Result, done, all int) error
}

// A run computes units.
type run struct {
	computer  *Computer
	o         Options
	lock      sync.Mutex
	collector *Collector
	failed    error
}

// Run computes what a result lacks, and adds it. Start is a result of the same sweep: an empty one
// of [Plan.Result] or one that was read. When the context is cancelled, Run returns the shards
// that are finished, with the cause.
func (p *Plan) Run(ctx context.Context, start *Result, o Options) (*Result, error) {
	if o.Workers < 0 {
		return nil, errors.New("sweep: the number of workers must not be negative")
	}
	if o.Parts == 0 {
		o.Part, o.Parts = 1, 1
	}
	collector, err := p.collect(start, o.Part, o.Parts)
	if err != nil {
		return nil, err
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run{computer: p.Computer(), collector: collector, o: o}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	for range min(o.Workers, len(collector.units)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				u, ok := r.take()
				if !ok {
					return
				}
				if err := r.compute(ctx, u); err != nil {
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
	if r.failed == nil {
		r.failed = context.Cause(ctx)
	}
	return collector.Result(), r.failed
}

// take returns the next unit that is needed.
func (r *run) take() (Unit, bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.collector.Next()
}

// compute computes a unit and adds it to the result.
func (r *run) compute(ctx context.Context, u Unit) error {
	x, err := r.computer.Compute(ctx, u)
	if err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	added, err := r.collector.Add(u, x)
	if err != nil || !added || r.o.Done == nil {
		return err
	}
	done, all := r.collector.Progress()
	return r.o.Done(r.collector.result, done, all)
}

// A Collector joins the results of units, in any order, and knows which units are still needed. One
// goroutine at a time may use it.
type Collector struct {
	result        *Result
	units         []Unit
	next          int
	given         map[Unit]bool // handed out, and not yet added
	sums          []sums        // of the cells
	done, skipped int
}

// sums are the sums of a cell, so that adding a shard does not add up all others again.
type sums struct {
	first int // the number of shards from the first on without a gap
	upTo  Tally
	all   Tally
}

// Collect returns a collector for what a result lacks. Start is a result of the same sweep.
func (p *Plan) Collect(start *Result) (*Collector, error) { return p.collect(start, 1, 1) }

// collect returns a collector for a part of the units.
func (p *Plan) collect(start *Result, part, parts int) (*Collector, error) {
	if err := p.empty.same(start); err != nil {
		return nil, err
	}
	if part < 1 || part > parts {
		return nil, fmt.Errorf("sweep: part %d of %d: give a part from 1 to %d", part, parts, parts)
	}
	k := &Collector{result: start.copied(), given: map[Unit]bool{}, sums: make([]sums, len(start.Cells))}
	number := 0
	for i := range k.result.Cells {
		c := &k.result.Cells[i]
		for s := range c.shards() {
			if number%parts == part-1 && !c.has(s) {
				k.units = append(k.units, Unit{i, s})
			}
			number++
		}
	}
	k.result.settle()
	for i := range k.result.Cells {
		for j := range k.result.Cells[i].Shards {
			k.sums[i].all.join(&k.result.Cells[i].Shards[j].Tally)
		}
		k.settle(i)
	}
	return k, nil
}

// settle is [Cell.settle] for a cell, from its sums.
func (k *Collector) settle(cell int) {
	c, x, rule := &k.result.Cells[cell], &k.sums[cell], k.result.rule()
	if c.Done || len(c.Shards) == 0 {
		return
	}
	for x.first < len(c.Shards) && c.Shards[x.first].Number == x.first {
		x.upTo.join(&c.Shards[x.first].Tally)
		x.first++
		if enough, _ := rule.enough(&x.upTo); enough || x.first == c.shards() {
			c.settle(rule)
			return
		}
	}
	c.Total = &x.all
}

// Next returns the next unit that is needed, and whether there is one. It hands out each unit once.
func (k *Collector) Next() (Unit, bool) {
	for k.next < len(k.units) {
		u := k.units[k.next]
		k.next++
		c := &k.result.Cells[u.Cell]
		switch {
		case c.has(u.Shard):
		case c.Done:
			k.skipped++
		default:
			k.given[u] = true
			return u, true
		}
	}
	return Unit{}, false
}

// Exhausted reports whether each unit was handed out, so that Next has no more.
func (k *Collector) Exhausted() bool { return k.next == len(k.units) }

// Open returns the units that were handed out and are still needed, in no particular order.
func (k *Collector) Open() []Unit {
	var list []Unit
	for u := range k.given {
		if !k.result.Cells[u.Cell].Done {
			list = append(list, u)
		}
	}
	return list
}

// Add adds the result of a unit. added is false for a unit that is already there and for one after
// a stop. Add fails for an impossible result, and for one that differs from the result that is
// there.
func (k *Collector) Add(u Unit, x *Computed) (added bool, err error) {
	if u.Cell < 0 || u.Cell >= len(k.result.Cells) {
		return false, fmt.Errorf("the sweep has no cell %d", u.Cell+1)
	}
	c := &k.result.Cells[u.Cell]
	if err := c.accepts(u.Shard, x); err != nil {
		return false, fmt.Errorf("%s: %w", c.Label(), err)
	}
	was := k.given[u]
	delete(k.given, u)
	if c.has(u.Shard) {
		return false, c.agrees(u.Shard, x)
	}
	if c.Done { // It stopped at an earlier shard.
		if was {
			k.skipped++
		}
		return false, nil
	}
	if x.Answer != nil {
		c.Answer, c.Done = x.Answer, true
	} else {
		c.put(Shard{u.Shard, *x.Tally})
		k.sums[u.Cell].all.join(x.Tally)
		k.settle(u.Cell)
	}
	k.done++
	return true, nil
}

// Cell returns a cell of the result so far. The caller must not change it.
func (k *Collector) Cell(number int) *Cell { return &k.result.Cells[number] }

// Complete reports whether no more units are needed.
func (k *Collector) Complete() bool {
	for i := range k.result.Cells {
		if !k.result.Cells[i].Done {
			return false
		}
	}
	return true
}

// Progress returns the number of units that were added, and the number that is needed in all, as far as
// it is known.
func (k *Collector) Progress() (done, all int) { return k.done, len(k.units) - k.skipped }

// Result returns the result so far. A later call of Add changes it.
func (k *Collector) Result() *Result {
	if complete := k.Complete(); k.result.Complete != complete {
		k.result.Complete = complete // Others may read a result that is complete.
	}
	return k.result
}

// accepts returns an error for a result that a shard of the cell cannot have.
func (c *Cell) accepts(shard int, x *Computed) error {
	switch {
	case shard < 0 || shard >= c.shards():
		return fmt.Errorf("there is no shard %d", shard)
	case (x.Answer == nil) == (x.Tally == nil) || (x.Answer == nil) != (c.Procedure == ""):
		return errors.New("games need a tally, and a question needs an answer")
	case x.Answer != nil:
		return x.Answer.check()
	}
	return c.checkShard(&Shard{shard, *x.Tally})
}
