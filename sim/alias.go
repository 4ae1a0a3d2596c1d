package sim

import (
	"errors"
	"math"
	"math/bits"

	"loophole/internal/replay"
	"loophole/odds"
	"loophole/rule"
)

// An AliasSampler is a source for many trials. It draws the result of a large pool, and the value
// of a named subroll, with one random word from an alias table of its exact distribution. It rolls
// no dice for them. Probabilities are rounded to 53 bits, like those of float64. Pools with too
// many values for a table, and distributions that are too expensive, are rolled as by a [Sampler].
// It is not safe for concurrent use.
type AliasSampler struct {
	Sampler
	solver  *odds.SubrollSolver
	solving bool // the solver answers
	slots   map[subKey]*replay.Slot
	tables  map[rule.Pool]*alias
	cells   int // of all tables
}

type subKey struct {
	sub   any
	house any
}

// NewAliasSampler returns a source at the first word of a block, like [NewSampler], and its umpire.
func NewAliasSampler(seed, block uint64, policy func(rule.Choice) int) (*AliasSampler, *rule.Umpire) {
	b := &AliasSampler{solver: odds.NewSubrollSolver(), slots: map[subKey]*replay.Slot{}, tables: map[rule.Pool]*alias{}}
	b.policy, b.bulk = policy, b
	b.Start(seed, block)
	return b, rule.NewUmpire(b, nil)
}

// Roll answers a pool.
func (b *AliasSampler) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	value, err = b.RollPool(r.Pool)
	return value, nil, err
}

// RollPool answers a pool.
func (b *AliasSampler) RollPool(p rule.Pool) (value int, err error) {
	if b.solving {
		value, _, err = b.solver.Roll(rule.Roll{Pool: p})
		return value, err
	}
	return b.Sampler.RollPool(p)
}

func (b *AliasSampler) draw(t *alias) (int, error) {
	if b.left--; b.left < 0 {
		if err := b.pause(); err != nil {
			return 0, err
		}
	}
	return t.value(b.xoshiro256.next()), nil
}

// mostCells is the largest number of values of a table. It alone decides whether a pool has a
// table, because earlier questions must not change the way of drawing. allCells bounds the cells
// that an AliasSampler keeps at the end of a block, of about 40 bytes each.
const (
	mostCells = 1 << 12
	allCells  = 1 << 20
)

// dropTables drops all tables once they take too much memory. They are rebuilt when needed, with
// the same contents.
func (b *AliasSampler) dropTables() {
	if b.cells < allCells {
		return
	}
	b.cells = 0
	clear(b.tables)
	clear(b.plans[:])
	for _, s := range b.slots {
		s.Args, s.Results, s.Known = nil, nil, &[]cachedDist{}
	}
}

// prepare lets a pool that takes several words be drawn with one.
func (b *AliasSampler) prepare(p *plan) error {
	t, ok := b.tables[p.pool]
	if !ok {
		r, err := b.solver.Pool(p.pool)
		if err != nil && !errors.Is(err, odds.ErrTooExpensive) {
			return err
		}
		if err == nil {
			t = b.table(r)
		}
		b.tables[p.pool] = t
	}
	if t != nil {
		p.way, p.alias, p.words = byAlias, t, 1
	}
	return nil
}

// table returns an alias table, or nil for too many values.
func (b *AliasSampler) table(r *odds.PoolDist) *alias {
	values, _ := r.All()
	b.cells += 1 + len(values)
	if len(values) > mostCells {
		return nil
	}
	return newAlias(r.All())
}

// A cachedDist is the distribution of one argument of a subroll.
type cachedDist struct {
	dist  *odds.PoolDist // nil if too expensive
	table *alias         // nil if there is no room for it
	known bool
}

// Replayed implements replay.SubrollCache.
func (b *AliasSampler) Replayed() (value int, ok bool) {
	if !b.solving {
		return 0, false
	}
	return b.solver.Replayed()
}

// Slot implements replay.SubrollCache.
func (b *AliasSampler) Slot(sub any, house any) *replay.Slot {
	key := subKey{sub, house}
	s := b.slots[key]
	if s == nil {
		s = &replay.Slot{Known: &[]cachedDist{}}
		b.slots[key] = s
	}
	return s
}

func cachedDists(s *replay.Slot) *[]cachedDist { return s.Known.(*[]cachedDist) }

// Has implements replay.SubrollCache.
func (b *AliasSampler) Has(s *replay.Slot, arg int) bool {
	all := *cachedDists(s)
	return arg < len(all) && all[arg].known
}

// Answer implements replay.SubrollCache.
func (b *AliasSampler) Answer(s *replay.Slot, arg int) (value int, known bool, err error) {
	all := *cachedDists(s)
	if arg >= len(all) || !all[arg].known {
		return 0, false, nil
	}
	l := &all[arg]
	switch {
	case l.table != nil && !b.solving:
		value, err = b.draw(l.table)
	case l.dist != nil && b.solving:
		value, err = b.solver.Answer(l.dist)
	case b.solving:
		err = odds.ErrTooExpensive // sums of it are too expensive as well
	default:
		err = replay.ErrNotCached
	}
	return value, true, err
}

// Fill implements replay.SubrollCache.
func (b *AliasSampler) Fill(s *replay.Slot, arg int, name string, play func() int) error {
	before := b.solving
	b.solving = true
	r, err := b.solver.Subroll(name, play)
	b.solving = before
	return b.cacheDist(s, arg, r, err)
}

// FillSum implements replay.SubrollCache.
func (b *AliasSampler) FillSum(s *replay.Slot, arg, one, n int) error {
	readings := (*cachedDists(s))[one].dist
	if readings == nil {
		return b.cacheDist(s, arg, nil, odds.ErrTooExpensive)
	}
	r, err := b.solver.Sum(readings, n)
	return b.cacheDist(s, arg, r, err)
}

func (b *AliasSampler) cacheDist(s *replay.Slot, arg int, r *odds.PoolDist, err error) error {
	if err != nil && !errors.Is(err, odds.ErrTooExpensive) {
		return err
	}
	l := cachedDist{known: true}
	if err == nil {
		l.dist, l.table = r, b.table(r)
	}
	all := cachedDists(s)
	for len(*all) <= arg {
		*all = append(*all, cachedDist{})
	}
	(*all)[arg] = l
	return nil
}

// An alias table draws from a distribution with one word. The upper part selects a cell, and the
// lower part one of its two values (Walker's method, in Vose's order).
type alias struct{ cells []aliasCell }

type aliasCell struct {
	below uint64 // lower parts below this mean value, others mean other
	value int
	other int
}

func (t *alias) value(word uint64) int {
	i, low := bits.Mul64(word, uint64(len(t.cells)))
	c := &t.cells[i]
	if low < c.below {
		return c.value
	}
	return c.other
}

func newAlias(values []int, chances []float64) *alias {
	n := len(values)
	t := &alias{make([]aliasCell, n)}
	share := make([]float64, n)
	var small, large []int
	for i, p := range chances {
		share[i] = p * float64(n)
		t.cells[i] = aliasCell{math.MaxUint64, values[i], values[i]}
		if share[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		t.cells[s].below, t.cells[s].other = uint64(share[s]*(1<<63))<<1, values[l]
		if share[l] += share[s] - 1; share[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	return t
}
