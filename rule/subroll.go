package rule

import (
	"unsafe"

	"loophole/internal/intern"
	"loophole/internal/replay"
)

// A heldSlot is the slot of a recently used subroll.
type heldSlot struct {
	sub   unsafe.Pointer
	house *HouseRules
	slot  *replay.Slot
}

// slotBits is the binary logarithm of the number of slots that an umpire holds.
const slotBits = 6

// slot returns the slot of a subroll, from a small direct-mapped cache if possible. A subroll is
// identified by its address, which is cheaper than an interface.
func (u *Umpire) slot(sub any, at unsafe.Pointer) *replay.Slot {
	const spread = 0x9E3779B97F4A7C15 // odd, with bits of either kind everywhere
	if u.slots == nil {
		u.slots = new([1 << slotBits]heldSlot)
	}
	h := &u.slots[uint64(uintptr(at))*spread>>(64-slotBits)]
	if h.sub != at || h.house != u.house {
		*h = heldSlot{at, u.house, u.memo.Slot(sub, u.house)}
	}
	return h.slot
}

// A Subroll is a roll made of rolls, such as "hit, then save": a named function from a small
// comparable argument to a value. It depends only on its argument and the house rules, and contains
// no checkpoints and no choices. So engines can cache its distribution indefinitely. At the table,
// its dice are rolled one by one. A recursive Subroll must get its Play in an init function, as Go
// requires.
type Subroll[A comparable] struct {
	Name string
	Play func(u *Umpire, a A) int
}

// Roll runs the subroll. An exact engine answers from its cache.
func (s *Subroll[A]) Roll(u *Umpire, a A) int {
	if u.memo == nil {
		return s.Play(u, a)
	}
	if v, ok := u.known(); ok {
		return v
	}
	var by Side
	if u.hasSideOrSubject {
		by = u.takeSide()
	}
	if u.path == nil || u.path != &u.plan.Prefix { // otherwise the path has just shown that it has no answer
		if v, ok := u.memo.Replayed(); ok {
			return v
		}
	}
	return playCached(s, u, by, a)
}

// playCached is a function because a compiler makes each method of a generic type twice.
func playCached[A comparable](s *Subroll[A], u *Umpire, by Side, a A) int {
	slot := u.slot(s, unsafe.Pointer(s))
	args, _ := slot.Args.(*intern.Index)
	if args == nil {
		args = intern.New[A]()
		slot.Args = args
	}
	i := intern.Intern(args, &a)
	v, known, err := u.memo.Answer(slot, i)
	if !known {
		if err = fill(s, u, by, slot, i); err == nil {
			v, _, err = u.memo.Answer(slot, i)
		}
	}
	if err == replay.ErrNotCached {
		u.setSide(by)
		return s.Play(u, a)
	}
	if err != nil {
		panic(stop{err})
	}
	return v
}

// fill is separate from the lookup so that a cache hit does not allocate. The same side makes all
// of its rolls.
func fill[A comparable](s *Subroll[A], u *Umpire, by Side, slot *replay.Slot, i int) error {
	a := *intern.At[A](slot.Args.(*intern.Index), i)
	return u.memo.Fill(slot, i, s.Name, func() int {
		u.setSide(by)
		return s.Play(u, a)
	})
}

// An IndependentSubroll is a subroll for a number of independent dice or models, such as "hit, then
// wound, then save". Its value for n is the sum of n values for one. At the table, n dice are
// rolled together, step by step. An exact engine calculates one die and adds n of them.
type IndependentSubroll[A comparable] struct {
	Name string
	Play func(u *Umpire, n int, a A) int
}

// eachArgs are the arguments of an IndependentSubroll so far: the arguments of one die, and pairs
// of argument and number, packed into a word.
type eachArgs struct{ one, many *intern.Index }

// Bytes returns the approximate memory of the arguments.
func (x *eachArgs) Bytes() int { return x.one.Bytes() + x.many.Bytes() }

// Roll runs the subroll for n. An exact engine answers from its cache. It returns 0 for n of 0 or
// less.
func (e *IndependentSubroll[A]) Roll(u *Umpire, n int, a A) int {
	if n <= 0 {
		return 0
	}
	if u.memo == nil || n > MaxDice {
		return e.Play(u, n, a)
	}
	if v, ok := u.known(); ok {
		return v
	}
	var by Side
	if u.hasSideOrSubject {
		by = u.takeSide()
	}
	if u.path == nil || u.path != &u.plan.Prefix { // otherwise the path has just shown that it has no answer
		if v, ok := u.memo.Replayed(); ok {
			return v
		}
	}
	slot := u.slot(e, unsafe.Pointer(e))
	args, _ := slot.Args.(*eachArgs)
	if args == nil {
		args = &eachArgs{intern.New[A](), intern.New[uint64]()}
		slot.Args = args
	}
	one := intern.Intern(args.one, &a)
	key := uint64(one)<<32 | uint64(n)
	i := intern.Intern(args.many, &key)
	v, known, err := u.memo.Answer(slot, i)
	if !known {
		if err = fillSum(e, u, by, slot, i, one, n); err == nil {
			v, _, err = u.memo.Answer(slot, i)
		}
	}
	if err == replay.ErrNotCached {
		u.setSide(by)
		return e.Play(u, n, a)
	}
	if err != nil {
		panic(stop{err})
	}
	return v
}

// fillSum calculates one die and has the engine add n of them. With a record it runs all n, so that
// the explanation has every roll.
func fillSum[A comparable](e *IndependentSubroll[A], u *Umpire, by Side, slot *replay.Slot, i, one, n int) error {
	args := slot.Args.(*eachArgs)
	a := *intern.At[A](args.one, one)
	if u.rec != nil {
		return u.memo.Fill(slot, i, e.Name, func() int {
			u.setSide(by)
			return e.Play(u, n, a)
		})
	}
	key := uint64(one)<<32 | 1
	first := intern.Intern(args.many, &key)
	if !u.memo.Has(slot, first) {
		if err := u.memo.Fill(slot, first, e.Name, func() int { return e.Play(u, 1, a) }); err != nil {
			return err
		}
	}
	if n == 1 {
		return nil
	}
	return u.memo.FillSum(slot, i, first, n)
}
