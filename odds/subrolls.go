package odds

import (
	"fmt"
	"slices"
	"unsafe"

	"loophole/internal/replay"
)

// The odometer remembers named sub-rolls: the first time an argument is met
// the sub-roll is played out above the current path, and its distribution is
// one question from then on.

// Replayed implements replay.SubrollCache.
func (d *odometer) Replayed() (int, bool) {
	if k := d.course.At; k < d.depth {
		d.course.At++
		d.strayed = d.strayed || d.same(k, sub) != nil
		return d.frames[k].value, true
	}
	return 0, false
}

// subKey names a sub-roll under a house. What was found with budgets apart is not
// mixed with what other budgets allowed.
type subKey struct {
	sub   any
	house any
	apart int64
}

// maxRemembered bounds the readings of sub-rolls that an odometer keeps from
// question to question: some 16 bytes each with floats, and more as fractions,
// of which an eighth as many are kept.
const maxRemembered = 1 << 19

// readsWords is what a distribution takes besides its readings.
const readsWords = int(unsafe.Sizeof(poolDist{}) / 8)

// Slot implements replay.SubrollCache.
func (d *odometer) Slot(sub any, house any) *replay.Slot {
	key := subKey{sub, house, d.apart}
	s := d.subs[key]
	if s == nil {
		s = &replay.Slot{}
		d.subs[key] = s
	}
	return s
}

// forgetSubs makes room where much is remembered.
func (d *odometer) forgetSubs() {
	if d.remembered > maxRemembered || d.exact && d.remembered > maxRemembered/8 {
		d.dropSubs()
	}
}

func (d *odometer) dropSubs() {
	clear(d.subs)
	d.remembered = 0
	d.umpire.Reset()
}

// Has implements replay.SubrollCache.
func (d *odometer) Has(s *replay.Slot, arg int) bool {
	known, _ := s.Known.([]*poolDist)
	return arg < len(known) && known[arg] != nil
}

// Answer implements replay.SubrollCache.
func (d *odometer) Answer(s *replay.Slot, arg int) (value int, known bool, err error) {
	all, _ := s.Known.([]*poolDist)
	if arg >= len(all) || all[arg] == nil {
		return 0, false, nil
	}
	if d.apart > 0 {
		if err := d.use(all[arg]); err != nil {
			return 0, true, err
		}
	}
	value, _, err = d.push(all[arg], sub)
	return value, true, err
}

// Fill implements replay.SubrollCache.
func (d *odometer) Fill(s *replay.Slot, arg int, name string, play func() int) error {
	back := func() {}
	if d.apart > 0 {
		back = d.withSubrollBudget()
	}
	r, err := d.distribution(name, play)
	back()
	if err != nil {
		return err
	}
	return d.remember(s, arg, r)
}

// purseFor is who pays for a pool, or for like rolls: the question, or with budgets
// apart a purse of its own.
func (d *odometer) purseFor() *runBudget {
	if d.apart == 0 {
		return &d.runBudget
	}
	return &runBudget{ctx: d.ctx, budget: d.apart}
}

// withSubrollBudget begins a budget of its own, and returns what goes back to the other one,
// which is then where it was.
func (d *odometer) withSubrollBudget() (back func()) {
	runs, steps, start, paid, held, check, look := d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.lookAt
	d.runs, d.steps, d.rowStart, d.held, d.runBudget = 0, 0, 0, 0, runBudget{ctx: paid.ctx, budget: d.apart}
	d.checkAt, d.lookAt = min(d.apart, d.every()), estimateAt
	return func() {
		d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.lookAt = runs, steps, start, paid, held, check, look
	}
}

// distribution plays a sub-roll out above the current path, which stays as it
// is below.
func (d *odometer) distribution(name string, play func() int) (*poolDist, error) {
	base, probe, pile := d.base, d.probe, d.subPile()
	d.base, d.probe = d.depth, nil
	d.course.Inside++
	for more := true; more; {
		d.course.At = d.base
		v := play()
		err := d.ended()
		if err == nil {
			pile.add(pile.value(v), d.top())
			more, err = d.advance()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	d.course.Inside--
	d.base, d.probe, d.course.At = base, probe, d.depth
	laid := pile.finish(d.ctx, &d.scratch)
	r := d.scratch.row(&laid)
	r.w.small = slices.Clone(r.w.small)
	x := &poolDist{values: pile.unvalue(r.to), p: slices.Clone(r.p), w: r.w, exact: d.exact}
	d.scratch.reset()
	return x, d.ctx.Err()
}

// remember keeps a distribution, unless too much is kept already.
func (d *odometer) remember(s *replay.Slot, arg int, r *poolDist) error {
	known, _ := s.Known.([]*poolDist)
	for len(known) <= arg {
		known = append(known, nil)
	}
	known[arg] = r
	d.remembered += len(r.values) + readsWords/2
	s.Known = known
	if d.apart > 0 {
		return nil // it is held by whoever asks for it
	}
	return d.holdReads(r)
}

func (d *odometer) holdReads(r *poolDist) error {
	d.held += float64(readsWords)
	return d.hold(len(r.values), r.w.large != nil, r.w.den)
}

// use counts what a sub-roll takes, once for each question that asks for it: with
// budgets apart it must not matter who found it.
func (d *odometer) use(r *poolDist) error {
	if r.used == d.number {
		return nil
	}
	r.used = d.number
	return d.holdReads(r)
}

// subPile returns the pile for a sub-roll at the present depth of nesting.
func (d *odometer) subPile() *rowBuilder {
	for len(d.piles) <= d.course.Inside {
		d.piles = append(d.piles, newPile(d.exact))
	}
	d.piles[d.course.Inside].reset()
	return d.piles[d.course.Inside]
}

// top is the topmost frame of the path, or nil where nothing was asked above
// the base.
func (d *odometer) top() *frame {
	if d.depth == d.base {
		return nil
	}
	return &d.frames[d.depth-1]
}
