package oldworld

import "sync/atomic"

// A memo remembers what was last worked out between footings off the tables of the
// field. Lists, checks and deeds ask about the same few of them again and again, and
// the ground never changes. Goroutines that play the field share it: what one forgets,
// another works out again.
type memo[T any] struct {
	kept [256]atomic.Pointer[known[T]]
}

// known is what one pair of footings has come to.
type known[T any] struct {
	a, b footing
	of   T
}

// of returns what some work comes to for two footings, as it is remembered.
func (m *memo[T]) of(f *Battlefield, a, b footing, work func(f *Battlefield, a, b footing) T) T {
	slot := &m.kept[a.mixed(b)]
	if k := slot.Load(); k != nil && k.a == a && k.b == b {
		return k.of
	}
	v := work(f, a, b)
	slot.Store(&known[T]{a, b, v})
	return v
}

// mixed is a number that differs, mostly, for different pairs of footings.
func (a footing) mixed(b footing) uint8 {
	n := uint32(a.at.X) + 31*uint32(a.at.Y) + 961*uint32(b.at.X) + 29791*uint32(b.at.Y) + uint32(a.site) + 7*uint32(b.site)
	return uint8(n * 0x9E3779B1 >> 24)
}
