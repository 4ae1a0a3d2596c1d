package rule

import "unsafe"

// A Held is where an action keeps the situation that it builds from a position
// for a procedure. An engine plays an action again and again from one
// position; the situation is then found at one address, so that what a [Precomputed]
// worked out for it serves every play.
//
//	s := assault.Of(u, &Assault{…})
//	r := playAssault(u, s)
//
// A Held is a variable of the rulebook, one for each action that builds a
// situation. What Of returns must not be written, and is good until the
// umpire's next Of with another situation. The last few are kept: a shot and the one
// that is fired back take turns.
type Held[S comparable] struct{ _ byte } // of some size, so that two have two addresses

// held is the last situations of one Held, known by its address.
type held struct {
	by     unsafe.Pointer
	values [mostHeld]unsafe.Pointer
	next   int // the place of the oldest, which gives way
}

// Of returns the situation at its place of this umpire.
func (h *Held[S]) Of(u *Umpire, s *S) *S {
	if u.heard != nil {
		u.heard(*s)
	}
	kept := u.heldBy(unsafe.Pointer(h))
	for _, v := range kept.values {
		if p := (*S)(v); p != nil && *p == *s {
			return p
		}
	}
	p := (*S)(kept.values[kept.next])
	if p == nil {
		p = new(S)
		kept.values[kept.next] = unsafe.Pointer(p)
	} else {
		u.drop(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	kept.next = (kept.next + 1) % mostHeld
	*p = *s
	return p
}

// heldBy is where this umpire keeps the situations of a Held.
func (u *Umpire) heldBy(h unsafe.Pointer) *held {
	for i := range u.held {
		if u.held[i].by == h {
			return &u.held[i]
		}
	}
	u.held = append(u.held, held{by: h})
	return &u.held[len(u.held)-1]
}

// mostHeld is how many situations of one Held an umpire keeps.
const mostHeld = 4

// Overhear has somebody told every situation that actions build for procedures.
func (u *Umpire) Overhear(heard func(situation any)) { u.heard = heard }

// drop forgets what was worked out for a situation of some size, or for a part of it.
func (u *Umpire) drop(of unsafe.Pointer, size uintptr) {
	within := func(r *prepared) bool { return uintptr(r.of)-uintptr(of) < size }
	if within(&u.ready) {
		u.ready = prepared{}
	}
	for i := len(u.more) - 1; i >= 0; i-- {
		if within(&u.more[i]) {
			last := len(u.more) - 1 // Their order is nothing.
			u.more[i], u.more[last] = u.more[last], prepared{}
			u.more = u.more[:last]
		}
	}
}
