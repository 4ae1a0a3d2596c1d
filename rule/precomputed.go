package rule

import "unsafe"

// A Precomputed is the part of a procedure that rolls no dice, asks no player and depends only on
// the situation and the house rules, such as the number of dice of an attack and their target. An
// engine plays a question or an action many times. Without a record, the part runs once for equal
// situations. With a record, every use runs it and notes its steps.
//
// Compute must note no violations, because a later check can reuse its result without running it. A Precomputed is a
// variable of the ruleset, one for each such part.
type Precomputed[S comparable, T any] struct {
	Compute func(*Umpire, *S) T
}

// prepared is the value of a Precomputed for the situation of a question, or for a part of it. by and
// of are the addresses of the Precomputed and of the situation, which are cheaper to compare than values.
type prepared struct{ by, of, value unsafe.Pointer }

// For returns the result of Compute for a situation. It reuses the result of an equal earlier situation.
// The result must not be written.
func (p *Precomputed[S, T]) For(u *Umpire, s *S) *T {
	if r := &u.ready; r.by == unsafe.Pointer(p) && r.of == unsafe.Pointer(s) {
		return (*T)(r.value)
	}
	return find(p, u, s)
}

// find returns the value by the address of the situation if the question asks about it, and by its
// value otherwise. No pointer to the situation of an action may reach Compute: each run would have to
// allocate the situation. It is a function, since a compiler makes each method of a generic type twice.
func find[S comparable, T any](p *Precomputed[S, T], u *Umpire, s *S) *T {
	if at := uintptr(unsafe.Pointer(s)) - uintptr(u.asked); at < u.askedSize {
		return findByAddress(p, u, (*S)(unsafe.Add(u.asked, at)))
	}
	return findByValue(p, u, s)
}

// findByAddress returns the value for the situation of the question, or for a part of it. That
// situation keeps its address and never changes.
func findByAddress[S comparable, T any](p *Precomputed[S, T], u *Umpire, s *S) *T {
	for i := range u.more {
		if r := &u.more[i]; r.by == unsafe.Pointer(p) && r.of == unsafe.Pointer(s) {
			return (*T)(r.value)
		}
	}
	v := new(T)
	*v = compute(p, u, s)
	if u.cachesValues() {
		if r := (prepared{unsafe.Pointer(p), unsafe.Pointer(s), unsafe.Pointer(v)}); u.ready.by == nil {
			u.ready = r
		} else {
			u.more = append(u.more, r)
		}
	}
	return v
}

// findByValue returns the value for a situation that an action built. It reuses the value if one of the
// last situations is equal.
func findByValue[S comparable, T any](p *Precomputed[S, T], u *Umpire, s *S) *T {
	cached := cacheOf(p, u)
	for i, w := range cached {
		if w == nil {
			break
		}
		if w.situation == *s {
			if i > 0 {
				copy(cached[1:i+1], cached[:i])
				cached[0] = w
			}
			return w.value
		}
	}
	w := cached[mostPrecomputed-1]
	if cached[mostPrecomputed-1] = nil; w == nil {
		w = &precomputed[S, T]{}
	}
	w.situation, w.value = *s, new(T)
	*w.value = compute(p, u, &w.situation)
	if u.cachesValues() {
		copy(cached[1:], cached[:])
		cached[0] = w
	}
	return w.value
}

func compute[S comparable, T any](p *Precomputed[S, T], u *Umpire, s *S) T {
	src, pools, path := u.src, u.pools, u.path
	u.src, u.pools, u.path = noDice{}, nil, nil
	v := p.Compute(u, s)
	u.src, u.pools, u.path = src, pools, path
	return v
}

// cachesValues reports whether values of a Precomputed are cached. A full record needs the notes of
// every computation, so nothing is cached then.
func (u *Umpire) cachesValues() bool { return u.rec == nil || u.rec.Brief }

// precomputed is a situation with its value. A newer situation may replace it in the cache, but the
// value stays valid for callers that hold it.
type precomputed[S comparable, T any] struct {
	situation S
	value     *T
}

// mostPrecomputed is the number of situations for which an umpire caches the values of a Precomputed. An
// action has few recurring situations.
const mostPrecomputed = 8

// precomputedCache is the umpire's cache of one Precomputed, identified by its address: a
// *[mostPrecomputed]*precomputed, the most recent first.
type precomputedCache struct{ by, cached unsafe.Pointer }

// cacheOf returns the umpire's cache of the Precomputed.
func cacheOf[S comparable, T any](p *Precomputed[S, T], u *Umpire) *[mostPrecomputed]*precomputed[S, T] {
	for i := range u.caches {
		if u.caches[i].by == unsafe.Pointer(p) {
			return (*[mostPrecomputed]*precomputed[S, T])(u.caches[i].cached)
		}
	}
	cached := new([mostPrecomputed]*precomputed[S, T])
	u.caches = append(u.caches, precomputedCache{unsafe.Pointer(p), unsafe.Pointer(cached)})
	return cached
}

// asks sets the situation of the umpire's question. The situation must not change while the
// question is asked.
func asks[S any](u *Umpire, h *HouseRules, situation *S) {
	u.house, u.asked, u.askedSize = h, unsafe.Pointer(situation), unsafe.Sizeof(*situation)
}

// Trace sets a function that is called with every situation that an action builds for a
// procedure. See [Traced].
func (u *Umpire) Trace(trace func(situation any)) { u.trace = trace }

// Traced returns the situation that an action built for a procedure, after passing it to the
// function of [Umpire.Trace], if any:
//
//	r := playAssault(u, rule.Traced(u, &s))
func Traced[S any](u *Umpire, s *S) *S {
	if u.trace != nil {
		u.trace(*s)
	}
	return s
}

// Reset drops the house rules, the values of every [Precomputed] and [Memoized], and the subroll slots.
// Engines that reuse an umpire call it between questions.
func (u *Umpire) Reset() {
	if u.slots != nil {
		clear(u.slots[:])
	}
	u.ready, u.house, u.checker = prepared{}, nil, nil
	u.asked, u.askedSize = nil, 0
	clear(u.more)
	u.more = u.more[:0]
	clear(u.caches)
	u.caches = u.caches[:0]
	clear(u.memos)
	u.memos = u.memos[:0]
}
