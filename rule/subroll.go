package rule

import (
	"unsafe"

	"loophole/internal/intern"
	"loophole/internal/replay"
)

// A heldSlot is the slot of a sub-roll that was asked for not long ago.
type heldSlot struct {
	sub   unsafe.Pointer
	house *HouseRules
	slot  *replay.Slot
}

// slot returns the slot of a sub-roll, from a small direct-mapped cache where it
// can. The sub-roll is known by its address, which is cheaper than an interface.
func (u *Umpire) slot(sub any, at unsafe.Pointer) *replay.Slot {
	h := &u.slots[uintptr(at)>>4%uintptr(len(u.slots))]
	if h.sub != at || h.house != u.house {
		*h = heldSlot{at, u.house, u.memo.Slot(sub, u.house)}
	}
	return h.slot
}

// A Subroll is a roll made of rolls, such as "hit, then save": a named function of
// a small comparable argument whose value is all that matters about it. It
// depends on its argument and the house alone, and holds no stage marks and no
// choices, so that engines may remember its distribution for as long as they
// like. With dice on the table its rolls are made one by one. A Sub that rolls
// itself again gets its Play in an init function, as Go wants it.
type Subroll[A comparable] struct {
	Name string
	Play func(u *Umpire, a A) int
}

// Roll plays the sub-roll, or has an exact engine answer from memory.
func (s *Subroll[A]) Roll(u *Umpire, a A) int {
	if u.memo == nil {
		return s.Play(u, a)
	}
	if v, ok := u.known(); ok {
		return v
	}
	var by Side
	if u.said {
		by = u.thrower()
	}
	if u.path == nil || u.path != &u.course.Prefix { // else the path has just said that it has no answer
		if v, ok := u.memo.Replayed(); ok {
			return v
		}
	}
	return s.remember(u, by, a)
}

func (s *Subroll[A]) remember(u *Umpire, by Side, a A) int {
	slot := u.slot(s, unsafe.Pointer(s))
	args, _ := slot.Args.(*intern.Index[A])
	if args == nil {
		args = &intern.Index[A]{}
		slot.Args = args
	}
	i := args.Intern(&a)
	v, known, err := u.memo.Answer(slot, i)
	if !known {
		if err = s.learn(u, by, slot, i); err == nil {
			v, _, err = u.memo.Answer(slot, i)
		}
	}
	if err == replay.ErrNotCached {
		u.throws(by)
		return s.Play(u, a)
	}
	if err != nil {
		panic(stop{err})
	}
	return v
}

// learn is apart from remember so that an argument met before costs no
// allocation. All its plays are by the same hand.
func (s *Subroll[A]) learn(u *Umpire, by Side, slot *replay.Slot, i int) error {
	a := slot.Args.(*intern.Index[A]).At(i)
	return u.memo.Fill(slot, i, s.Name, func() int {
		u.throws(by)
		return s.Play(u, a)
	})
}

// An IndependentSubroll is a sub-roll for a number of dice, or models, each of which fares by
// itself, such as "hit, then wound, then save": its value for n is the sum of n
// values for one. At the table n dice are rolled together, step by step. An
// exact engine plays one, and adds n of them up.
type IndependentSubroll[A comparable] struct {
	Name string
	Play func(u *Umpire, n int, a A) int
}

// eachArgs are the arguments of an Each that were seen: those of one, and with
// each of them the numbers, packed into a word.
type eachArgs[A comparable] struct {
	one  intern.Index[A]
	many intern.Index[uint64]
}

// Bytes is about how much memory the arguments take.
func (x *eachArgs[A]) Bytes() int { return x.one.Bytes() + x.many.Bytes() }

// Roll plays the sub-roll for n, or has an exact engine answer from memory. It
// is 0 for n of 0 or less.
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
	if u.said {
		by = u.thrower()
	}
	if u.path == nil || u.path != &u.course.Prefix { // else the path has just said that it has no answer
		if v, ok := u.memo.Replayed(); ok {
			return v
		}
	}
	slot := u.slot(e, unsafe.Pointer(e))
	args, _ := slot.Args.(*eachArgs[A])
	if args == nil {
		args = &eachArgs[A]{}
		slot.Args = args
	}
	one := args.one.Intern(&a)
	key := uint64(one)<<32 | uint64(n)
	i := args.many.Intern(&key)
	v, known, err := u.memo.Answer(slot, i)
	if !known {
		if err = e.learn(u, by, slot, i, one, n); err == nil {
			v, _, err = u.memo.Answer(slot, i)
		}
	}
	if err == replay.ErrNotCached {
		u.throws(by)
		return e.Play(u, n, a)
	}
	if err != nil {
		panic(stop{err})
	}
	return v
}

// learn plays one, and has the engine add up n of them. Where an account is
// kept all n are played, so that it tells of the dice that are rolled.
func (e *IndependentSubroll[A]) learn(u *Umpire, by Side, slot *replay.Slot, i, one, n int) error {
	args := slot.Args.(*eachArgs[A])
	a := args.one.At(one)
	if u.rec != nil {
		return u.memo.Fill(slot, i, e.Name, func() int {
			u.throws(by)
			return e.Play(u, n, a)
		})
	}
	key := uint64(one)<<32 | 1
	first := args.many.Intern(&key)
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
