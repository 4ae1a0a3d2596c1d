package odds

import (
	"fmt"
	"slices"
	"unsafe"

	"loophole/internal/replay"
)

// The odometer caches named subrolls. At the first use of an argument it plays the subroll above
// the current path. From then on the subroll is a single question with its distribution.

// Replayed implements replay.SubrollCache.
func (d *odometer) Replayed() (int, bool) {
	if k := d.plan.At; k < d.depth {
		d.plan.At++
		d.strayed = d.strayed || d.compareQuestion(k, subrollQuestion) != nil
		return d.frames[k].value, true
	}
	return 0, false
}

// subKey identifies a subroll under house rules. Results with separate budgets are kept apart from
// others.
type subKey struct {
	sub           any
	house         any
	subrollBudget int64
}

// maxRemembered is the largest number of results of subrolls that an odometer keeps between
// questions. A result takes about 16 bytes with floats. Fractions take more, so an eighth as many
// are kept.
const maxRemembered = 1 << 19

// distWords is the memory of a distribution without its results.
const distWords = int(unsafe.Sizeof(poolDist{}) / 8)

// Slot implements replay.SubrollCache.
func (d *odometer) Slot(sub any, house any) *replay.Slot {
	key := subKey{sub, house, d.subrollBudget}
	s := d.subs[key]
	if s == nil {
		s = &replay.Slot{}
		d.subs[key] = s
	}
	return s
}

// forgetSubs frees memory if the odometer keeps too many subrolls.
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
	if d.subrollBudget > 0 {
		if err := d.use(all[arg]); err != nil {
			return 0, true, err
		}
	}
	value, _, err = d.push(all[arg], subrollQuestion)
	return value, true, err
}

// Fill implements replay.SubrollCache.
func (d *odometer) Fill(s *replay.Slot, arg int, name string, play func() int) error {
	back := func() {}
	if d.subrollBudget > 0 {
		back = d.withSubrollBudget()
	}
	r, err := d.distribution(name, play)
	back()
	if err != nil {
		return err
	}
	return d.remember(s, arg, r)
}

// budgetFor returns the budget for a pool or for equal rolls: that of the question, or one of its
// own if budgets are separate.
func (d *odometer) budgetFor() *runBudget {
	if d.subrollBudget == 0 {
		return &d.runBudget
	}
	return &runBudget{ctx: d.ctx, budget: d.subrollBudget}
}

// withSubrollBudget begins a separate budget. back restores the former one.
func (d *odometer) withSubrollBudget() (back func()) {
	runs, steps, start, paid, held, check, next := d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.estimateNext
	d.runs, d.steps, d.rowStart, d.held, d.runBudget = 0, 0, 0, 0, runBudget{ctx: paid.ctx, budget: d.subrollBudget}
	d.checkAt, d.estimateNext = min(d.subrollBudget, d.every()), estimateAt
	return func() {
		d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.estimateNext = runs, steps, start, paid, held, check, next
	}
}

// distribution plays a subroll above the current path, which stays unchanged.
func (d *odometer) distribution(name string, play func() int) (*poolDist, error) {
	base, probe, builder := d.base, d.probe, d.subrollRow()
	d.base, d.probe = d.depth, nil
	d.plan.Ignoring++
	d.subrolling++
	for more := true; more; {
		d.plan.At = d.base
		v := play()
		err := d.checkPath()
		if err == nil {
			builder.add(builder.targetOf(v), d.top())
			more, err = d.advance()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	d.plan.Ignoring--
	d.subrolling--
	d.base, d.probe, d.plan.At = base, probe, d.depth
	ref := builder.finish(d.ctx, &d.scratch)
	r := d.scratch.row(&ref)
	r.w.small = slices.Clone(r.w.small)
	x := &poolDist{values: builder.valuesOf(r.to), p: slices.Clone(r.p), w: r.w, exact: d.exact}
	d.scratch.reset()
	return x, d.ctx.Err()
}

// remember keeps a distribution within the limit.
func (d *odometer) remember(s *replay.Slot, arg int, r *poolDist) error {
	known, _ := s.Known.([]*poolDist)
	for len(known) <= arg {
		known = append(known, nil)
	}
	known[arg] = r
	d.remembered += len(r.values) + distWords/2
	s.Known = known
	if d.subrollBudget > 0 {
		return nil // the caller holds it
	}
	return d.holdDist(r)
}

func (d *odometer) holdDist(r *poolDist) error {
	d.held += float64(distWords)
	return d.hold(len(r.values), r.w.large != nil, r.w.den)
}

// use counts the memory of a subroll, once for each question that uses it. With separate budgets
// the result must not depend on which question computed it.
func (d *odometer) use(r *poolDist) error {
	if r.used == d.number {
		return nil
	}
	r.used = d.number
	return d.holdDist(r)
}

// subrollRow returns the row builder for a subroll at the current depth of nesting.
func (d *odometer) subrollRow() *rowBuilder {
	for len(d.subrollBuilders) <= d.plan.Ignoring {
		d.subrollBuilders = append(d.subrollBuilders, newRowBuilder(d.exact))
	}
	d.subrollBuilders[d.plan.Ignoring].reset()
	return d.subrollBuilders[d.plan.Ignoring]
}

// top returns the topmost frame of the path, or nil if there is none above the base.
func (d *odometer) top() *frame {
	if d.depth == d.base {
		return nil
	}
	return &d.frames[d.depth-1]
}
