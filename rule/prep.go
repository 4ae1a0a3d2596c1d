package rule

import "unsafe"

// A Prep is the part of a procedure that asks for no dice and depends on
// nothing but the situation: how many dice an attack has, what they must show.
// Where no record is kept it is worked out once for many plays of the same
// question; with a record it is worked out, and noted, every time.
type Prep[S, T any] struct {
	Work func(*Umpire, *S) T
}

// prepared is what one Prep worked out for one situation. Both are known by
// their addresses, which is cheaper to compare than interfaces.
type prepared struct {
	by, of unsafe.Pointer
	value  any
}

// Of returns what the Prep works out for a situation. It must not be written.
func (p *Prep[S, T]) Of(u *Umpire, s *S) *T {
	if u.rec == nil {
		for i := range u.ready {
			if r := &u.ready[i]; r.by == unsafe.Pointer(p) && r.of == unsafe.Pointer(s) {
				return r.value.(*T)
			}
		}
	}
	return p.work(u, s)
}

func (p *Prep[S, T]) work(u *Umpire, s *S) *T {
	src := u.src
	u.src = noDice{}
	v := p.Work(u, s)
	u.src = src
	if u.rec == nil {
		u.ready = append(u.ready, prepared{unsafe.Pointer(p), unsafe.Pointer(s), &v})
	}
	return &v
}

// Forget drops what was worked out for the situation of an earlier question.
// Engines that keep an umpire call it between questions.
func (u *Umpire) Forget() { u.ready = u.ready[:0] }
