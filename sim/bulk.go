package sim

import (
	"errors"
	"math"
	"math/bits"

	"loophole/odds"
	"loophole/rule"
)

// A Bulk is a source of dice for trials by the million: it draws the reading
// of a large pool, and the value of a named sub-roll, with one random word each,
// from an alias table of its exact distribution. No dice fall in between.
// Chances are rounded to 53 bits, as those of float64; what has too many values
// for a table, or is too dear to work out, is rolled as by a [Sampler]. A Bulk
// serves one goroutine.
type Bulk struct {
	Sampler
	tutor    *odds.Tutor
	learning bool // it is the tutor who answers
	slots    map[subKey]*rule.Slot
	tables   map[rule.Pool]*alias
	cells    int // of all tables
}

type subKey struct {
	sub   any
	house *rule.House
}

// NewBulk returns a source at the first word of a block, as [NewSampler] does,
// with the umpire that it serves.
func NewBulk(seed, block uint64, policy func(rule.Choice) int) (*Bulk, *rule.Umpire) {
	b := &Bulk{tutor: odds.NewTutor(), slots: map[subKey]*rule.Slot{}, tables: map[rule.Pool]*alias{}}
	b.policy, b.bulk = policy, b
	b.Start(seed, block)
	return b, rule.NewUmpire(b, nil)
}

// Roll answers a pool.
func (b *Bulk) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if b.learning {
		return b.tutor.Roll(r)
	}
	return b.Sampler.Roll(r)
}

func (b *Bulk) draw(t *alias) (int, error) {
	if b.left--; b.left < 0 {
		if err := b.pause(); err != nil {
			return 0, err
		}
	}
	return t.value(b.words.next()), nil
}

// mostCells bounds the values of what is drawn from a table, which decides alone
// whether it is: what a Bulk met before must not change how it draws. allCells
// bounds what a Bulk keeps at the end of a block, some 40 bytes each.
const (
	mostCells = 1 << 12
	allCells  = 1 << 20
)

// tidy forgets everything if it has become much. It is made again when needed,
// and is then the same.
func (b *Bulk) tidy() {
	if b.cells < allCells {
		return
	}
	b.cells = 0
	clear(b.tables)
	clear(b.plans[:])
	for _, s := range b.slots {
		s.Args, s.Known = nil, &[]lesson{}
	}
}

// prepare has a pool that takes several words drawn with one.
func (b *Bulk) prepare(p *plan) error {
	t, ok := b.tables[p.pool]
	if !ok {
		r, err := b.tutor.Pool(p.pool)
		if err != nil && !errors.Is(err, odds.ErrTooDear) {
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

// table makes an alias table, but for what has too many values.
func (b *Bulk) table(r *odds.Readings) *alias {
	values, _ := r.All()
	b.cells += 1 + len(values)
	if len(values) > mostCells {
		return nil
	}
	return newAlias(r.All())
}

// A lesson is what a Bulk knows of one argument of a sub-roll.
type lesson struct {
	readings *odds.Readings // nil if too dear
	table    *alias         // nil if there is no room for it
	known    bool
}

// Again implements rule.Memo.
func (b *Bulk) Again() (value int, ok bool) {
	if !b.learning {
		return 0, false
	}
	return b.tutor.Again()
}

// Slot implements rule.Memo.
func (b *Bulk) Slot(sub any, house *rule.House) *rule.Slot {
	key := subKey{sub, house}
	s := b.slots[key]
	if s == nil {
		s = &rule.Slot{Known: &[]lesson{}}
		b.slots[key] = s
	}
	return s
}

func lessons(s *rule.Slot) *[]lesson { return s.Known.(*[]lesson) }

// Knows implements rule.Memo.
func (b *Bulk) Knows(s *rule.Slot, arg int) bool {
	all := *lessons(s)
	return arg < len(all) && all[arg].known
}

// Ask implements rule.Memo.
func (b *Bulk) Ask(s *rule.Slot, arg int) (value int, known bool, err error) {
	all := *lessons(s)
	if arg >= len(all) || !all[arg].known {
		return 0, false, nil
	}
	l := &all[arg]
	switch {
	case l.table != nil && !b.learning:
		value, err = b.draw(l.table)
	case l.readings != nil && b.learning:
		value, err = b.tutor.Ask(l.readings)
	case b.learning:
		err = odds.ErrTooDear // what is made of it is too dear as well
	default:
		err = rule.ErrPlay
	}
	return value, true, err
}

// Learn implements rule.Memo.
func (b *Bulk) Learn(s *rule.Slot, arg int, name string, play func() int) error {
	before := b.learning
	b.learning = true
	r, err := b.tutor.Learn(name, play)
	b.learning = before
	return b.learnt(s, arg, r, err)
}

// Repeat implements rule.Memo.
func (b *Bulk) Repeat(s *rule.Slot, arg, one, n int) error {
	readings := (*lessons(s))[one].readings
	if readings == nil {
		return b.learnt(s, arg, nil, odds.ErrTooDear)
	}
	r, err := b.tutor.Repeat(readings, n)
	return b.learnt(s, arg, r, err)
}

func (b *Bulk) learnt(s *rule.Slot, arg int, r *odds.Readings, err error) error {
	if err != nil && !errors.Is(err, odds.ErrTooDear) {
		return err
	}
	l := lesson{known: true}
	if err == nil {
		l.readings, l.table = r, b.table(r)
	}
	all := lessons(s)
	for len(*all) <= arg {
		*all = append(*all, lesson{})
	}
	(*all)[arg] = l
	return nil
}

// An alias table draws from a distribution with one word: the upper part
// chooses a cell, the lower part one of its two values (Walker's method, in
// Vose's order).
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
