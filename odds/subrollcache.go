package odds

import (
	"errors"

	"loophole/internal/replay"
)

// A SubrollCache has a SubrollSolver compute the distribution of a subroll when it is first asked for, and keeps it
// with a value that is made of it, such as a table to draw from. A source embeds it, and answers with what Find
// returns. It is not safe for concurrent use.
type SubrollCache[T any] struct {
	Solver  *SubrollSolver
	Solving bool // the solver answers the questions of a subroll
	Values  int  // the number of values of all distributions, plus one for each distribution
	of      func(*PoolDist) T
	slots   map[subrollKey]*replay.Slot
}

type subrollKey struct{ sub, house any }

// A SubrollDist is the distribution of one argument of a subroll.
type SubrollDist[T any] struct {
	Dist  *PoolDist // nil if it is too expensive
	Of    T         // made of it
	known bool
}

// NewSubrollCache returns a cache without distributions. The function makes a value of each.
func NewSubrollCache[T any](of func(*PoolDist) T) *SubrollCache[T] {
	return &SubrollCache[T]{Solver: NewSubrollSolver(), of: of, slots: map[subrollKey]*replay.Slot{}}
}

// Forget drops all distributions. They are computed again when they are needed.
func (c *SubrollCache[T]) Forget() {
	c.Values = 0
	for _, s := range c.slots {
		s.Args, s.Results, s.Known = nil, nil, &[]SubrollDist[T]{}
	}
}

// Slot implements replay.SubrollCache.
func (c *SubrollCache[T]) Slot(sub, house any) *replay.Slot {
	key := subrollKey{sub, house}
	s := c.slots[key]
	if s == nil {
		s = &replay.Slot{Known: &[]SubrollDist[T]{}}
		c.slots[key] = s
	}
	return s
}

// Find returns the distribution for an argument, or nil if it was not computed yet.
func (c *SubrollCache[T]) Find(s *replay.Slot, arg int) *SubrollDist[T] {
	all := *s.Known.(*[]SubrollDist[T])
	if arg >= len(all) || !all[arg].known {
		return nil
	}
	return &all[arg]
}

// Has implements replay.SubrollCache.
func (c *SubrollCache[T]) Has(s *replay.Slot, arg int) bool { return c.Find(s, arg) != nil }

// Nested answers a subroll within the subroll that is being solved. If the distribution of the inner one is too
// expensive, the error is [ErrTooExpensive], because that of the outer one is too expensive as well.
func (c *SubrollCache[T]) Nested(d *SubrollDist[T]) (int, error) {
	if d.Dist == nil {
		return 0, ErrTooExpensive
	}
	return c.Solver.Answer(d.Dist)
}

// Fill implements replay.SubrollCache.
func (c *SubrollCache[T]) Fill(s *replay.Slot, arg int, name string, play func() int) error {
	before := c.Solving
	c.Solving = true
	r, err := c.Solver.Subroll(name, play)
	c.Solving = before
	return c.keep(s, arg, r, err)
}

// FillSum implements replay.SubrollCache.
func (c *SubrollCache[T]) FillSum(s *replay.Slot, arg, one, n int) error {
	d := c.Find(s, one).Dist
	if d == nil {
		return c.keep(s, arg, nil, ErrTooExpensive)
	}
	r, err := c.Solver.Sum(d, n)
	return c.keep(s, arg, r, err)
}

func (c *SubrollCache[T]) keep(s *replay.Slot, arg int, r *PoolDist, err error) error {
	if err != nil && !errors.Is(err, ErrTooExpensive) {
		return err
	}
	d := SubrollDist[T]{known: true}
	if c.Values++; err == nil {
		c.Values += len(r.values)
		d.Dist, d.Of = r, c.of(r)
	}
	all := s.Known.(*[]SubrollDist[T])
	for len(*all) <= arg {
		*all = append(*all, SubrollDist[T]{})
	}
	(*all)[arg] = d
	return nil
}
