package sweep

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"loophole/balance"
	"loophole/game"
	"loophole/odds"
	"loophole/policy"
)

// A Unit names a shard of a cell by their numbers, from 0. A question is shard 0 of its cell.
type Unit struct{ Cell, Shard int }

// A Computed is the result of a unit: the tally of games, or the answer to a question.
type Computed struct {
	Tally  *Tally  `json:"tally,omitempty"`
	Answer *Answer `json:"answer,omitempty"`
}

// A Computer computes units of a plan. Goroutines may share it.
type Computer struct {
	plan *Plan
	lock sync.Mutex
	open []*opened // the cells used last, most recent first
}

// mostOpen is the largest number of cells that a computer keeps set up.
const mostOpen = 2

// Computer returns a computer.
func (p *Plan) Computer() *Computer { return &Computer{plan: p} }

// An opened cell is ready to be played.
type opened struct {
	cell int
	once sync.Once
	err  error
	play func(ctx context.Context, first, games int) (*Tally, error)
}

// An overTally counts facts that are known only when a game is over.
type overTally struct {
	units  *balance.UnitCounter // nil: not measured
	rounds []int                // games by the round in which they ended, from round 1
}

// Compute computes a unit. The result depends only on the plan and the unit. If the context is
// cancelled, the error is its cause.
func (k *Computer) Compute(ctx context.Context, u Unit) (*Computed, error) {
	if u.Cell < 0 || u.Cell >= len(k.plan.cells) || u.Shard < 0 || u.Shard >= k.plan.empty.Cells[u.Cell].shards() {
		return nil, fmt.Errorf("the sweep has no shard %d of cell %d", u.Shard, u.Cell+1)
	}
	c, x := &k.plan.cells[u.Cell], &k.plan.empty.Cells[u.Cell]
	if c.ask != nil {
		answer, err := c.answer(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.Label(), err)
		}
		return &Computed{Answer: answer}, nil
	}
	cell := k.opened(u.Cell)
	cell.once.Do(func() { cell.err = cell.prepare(c, x) })
	if cell.err != nil {
		return nil, fmt.Errorf("%s: %w", x.Label(), cell.err)
	}
	tally, err := cell.play(ctx, u.Shard*x.Shard, x.gamesOf(u.Shard))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.Label(), err)
	}
	return &Computed{Tally: tally}, nil
}

// opened returns a cell that is set up, or a new one.
func (k *Computer) opened(cell int) *opened {
	k.lock.Lock()
	defer k.lock.Unlock()
	x := &opened{cell: cell}
	list := []*opened{x}
	for _, o := range k.open {
		switch {
		case o.cell == cell:
			list[0] = o
		case len(list) < mostOpen:
			list = append(list, o)
		}
	}
	k.open = list
	return list[0]
}

// prepare sets a cell up. The shards share a transposition table, because all games begin alike.
func (o *opened) prepare(c *cell, x *Cell) error {
	f, err := c.base.Instance(c.changes)
	if err != nil {
		return err
	}
	tables := policy.NewTranspositionTable(0)
	var makers [2]func() policy.Policy
	for side, name := range c.names {
		makers[side] = func() policy.Policy {
			p, _ := tables.New(name) // The plan has checked the name.
			return p
		}
	}
	units, rounds := x.measures(Units), x.measures(LastRound)
	o.play = func(ctx context.Context, first, games int) (*Tally, error) {
		over := &overTally{}
		if units {
			over.units = balance.NewUnitCounter(f)
		}
		o := policy.Options{Games: games, First: uint64(first), Seed: c.seed, Workers: 1}
		if units || rounds {
			o.Ended = func(end game.Status, last game.Position) {
				if units {
					over.units.Add(last)
				}
				if rounds {
					over.ended(end.Round)
				}
			}
		}
		b, err := policy.PlaySeries(ctx, f, makers, o)
		if err != nil {
			return nil, err
		}
		return x.tallyOf(b, c.metrics, over), nil
	}
	return nil
}

// ended counts a game by its last round.
func (t *overTally) ended(round int) {
	round = max(round, 1)
	for len(t.rounds) < round {
		t.rounds = append(t.rounds, 0)
	}
	t.rounds[round-1]++
}

// answer answers the question of a cell. An illegal situation, or a question that is too large, gives
// an answer with an error.
func (c *cell) answer(ctx context.Context) (*Answer, error) {
	q, err := c.ask.question(c.changes)
	if err != nil {
		return nil, err
	}
	a, err := odds.Solve(ctx, q, odds.Options{Unexplained: true})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &Answer{Error: err.Error()}, nil
	}
	x := &Answer{}
	for _, i := range c.ask.events {
		e := &q.Procedure.Events[i]
		if a.Events[i].Exact == nil {
			return nil, errors.New("the answer is not exact")
		}
		x.Events = append(x.Events, Fraction{e.Name, a.Events[i].Exact.RatString()})
	}
	for _, i := range c.ask.measures {
		m := &q.Procedure.Measures[i]
		mean := a.Measures[i].Mean()
		if mean.Exact == nil {
			return nil, fmt.Errorf("the mean of %s is not exact", m.Name)
		}
		x.Measures = append(x.Measures, Fraction{m.Name, mean.Exact.RatString()})
	}
	return x, nil
}
