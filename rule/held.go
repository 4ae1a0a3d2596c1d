package rule

import "unsafe"

// A Held is where an action keeps the situation that it builds from a position
// for a procedure. An engine plays an action again and again from one
// position; the situation is then found at one address, so that what a [Prep]
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

// held is the situation of one Held, known by its address.
type held struct{ by, value unsafe.Pointer }

// Of returns the situation at its place of this umpire.
func (h *Held[S]) Of(u *Umpire, s *S) *S {
	if u.heard != nil {
		u.heard(*s)
	}
	many, oldest := 0, 0
	for i := range u.held {
		if u.held[i].by != unsafe.Pointer(h) {
			continue
		}
		if p := (*S)(u.held[i].value); *p == *s {
			return p
		}
		if many == 0 {
			oldest = i
		}
		many++
	}
	p := new(S)
	if many == mostHeld {
		p = (*S)(u.held[oldest].value)
		u.drop(unsafe.Pointer(p))
		u.held = append(u.held[:oldest], u.held[oldest+1:]...)
	}
	*p = *s
	u.held = append(u.held, held{unsafe.Pointer(h), unsafe.Pointer(p)})
	return p
}

// mostHeld is how many situations of one Held an umpire keeps.
const mostHeld = 4

// Overhear has somebody told every situation that actions build for procedures.
func (u *Umpire) Overhear(heard func(situation any)) { u.heard = heard }

// drop forgets what was worked out for a situation.
func (u *Umpire) drop(of unsafe.Pointer) {
	if u.ready.of == of {
		u.ready = prepared{}
	}
	kept := u.more[:0]
	for _, r := range u.more {
		if r.of != of {
			kept = append(kept, r)
		}
	}
	clear(u.more[len(kept):])
	u.more = kept
}
