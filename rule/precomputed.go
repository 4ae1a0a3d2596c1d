package rule

import "unsafe"

// A Precomputed is the part of a procedure that asks for no dice and depends on
// nothing but the situation: how many dice an attack has, what they must show.
// Where no record is kept it is worked out once for many plays of the same
// question; with a record it is worked out, and noted, every time. The situation, or the
// part of it that the work looks at, stays as it is as long as the question does, or is
// what a [Held] returned.
type Precomputed[S, T any] struct {
	Compute func(*Umpire, *S) T
}

// prepared is what one Prep worked out for one situation. All three are known
// by their addresses, which is cheaper than interfaces.
type prepared struct{ by, of, value unsafe.Pointer }

// For returns what the Prep works out for a situation. It must not be written.
func (p *Precomputed[S, T]) For(u *Umpire, s *S) *T {
	if r := &u.ready; r.by == unsafe.Pointer(p) && r.of == unsafe.Pointer(s) {
		return (*T)(r.value)
	}
	return p.find(u, s)
}

// find looks through what was worked out besides the first, or works it out.
func (p *Precomputed[S, T]) find(u *Umpire, s *S) *T {
	for i := range u.more {
		if r := &u.more[i]; r.by == unsafe.Pointer(p) && r.of == unsafe.Pointer(s) {
			return (*T)(r.value)
		}
	}
	src, pools, path := u.src, u.pools, u.path
	u.src, u.pools, u.path = noDice{}, nil, nil
	v := p.Compute(u, s)
	u.src, u.pools, u.path = src, pools, path
	if u.rec == nil || u.rec.Brief {
		r := prepared{unsafe.Pointer(p), unsafe.Pointer(s), unsafe.Pointer(&v)}
		switch {
		case u.ready.by == nil:
			u.ready = r
		case len(u.more) == mostPrepared:
			// Who asks about ever new situations, as a judge of many actions may,
			// gains nothing from what is kept of old ones.
			clear(u.more)
			u.more = append(u.more[:0], r)
		default:
			u.more = append(u.more, r)
		}
	}
	return &v
}

// mostPrepared bounds what an umpire keeps of prepared work.
const mostPrepared = 64

// Reset drops the house and what was worked out for the situation of an
// earlier question, and where sub-rolls are remembered.
// Engines that keep an umpire call it between questions.
func (u *Umpire) Reset() {
	for i := range u.slots {
		if u.slots[i].sub != nil {
			u.slots[i] = heldSlot{}
		}
	}
	u.ready, u.house = prepared{}, nil
	clear(u.more)
	u.more = u.more[:0]
	clear(u.held)
	u.held = u.held[:0]
	clear(u.onces)
	u.onces = u.onces[:0]
}
