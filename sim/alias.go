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
	*odds.SubrollCache[*alias] // a nil table for too many values
	tables                     map[rule.Pool]*alias
	cells                      int // of the tables of pools
}

// NewAliasSampler returns a source at the first word of a block, like [NewSampler], and its umpire.
func NewAliasSampler(seed, block uint64, policy func(rule.Choice) int) (*AliasSampler, *rule.Umpire) {
	b := &AliasSampler{SubrollCache: odds.NewSubrollCache(aliasOf), tables: map[rule.Pool]*alias{}}
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
	if b.Solving {
		value, _, err = b.Solver.Roll(rule.Roll{Pool: p})
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
	if b.cells+b.Values < allCells {
		return
	}
	b.cells = 0
	clear(b.tables)
	clear(b.plans[:])
	b.Forget()
}

// prepare lets a pool that takes several words be drawn with one.
func (b *AliasSampler) prepare(p *plan) error {
	t, ok := b.tables[p.pool]
	if !ok {
		r, err := b.Solver.Pool(p.pool)
		if err != nil && !errors.Is(err, odds.ErrTooExpensive) {
			return err
		}
		if err == nil {
			t = aliasOf(r)
			values, _ := r.All()
			b.cells += 1 + len(values)
		}
		b.tables[p.pool] = t
	}
	if t != nil {
		p.way, p.alias, p.words = byAlias, t, 1
	}
	return nil
}

// aliasOf returns an alias table, or nil for more than mostCells values.
func aliasOf(r *odds.PoolDist) *alias {
	values, chances := r.All()
	if len(values) > mostCells {
		return nil
	}
	return newAlias(values, chances)
}

// Replayed implements replay.SubrollCache.
func (b *AliasSampler) Replayed() (value int, ok bool) {
	if !b.Solving {
		return 0, false
	}
	return b.Solver.Replayed()
}

// Answer implements replay.SubrollCache.
func (b *AliasSampler) Answer(s *replay.Slot, arg int) (value int, known bool, err error) {
	d := b.Find(s, arg)
	switch {
	case d == nil:
		return 0, false, nil
	case b.Solving:
		value, err = b.Nested(d)
	case d.Of != nil:
		value, err = b.draw(d.Of)
	default:
		err = replay.ErrNotCached
	}
	return value, true, err
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
