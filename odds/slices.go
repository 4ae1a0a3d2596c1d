package odds

// A sliceAllocator hands out short lists of which several are made at once, since small
// questions are answered in the time of a few allocations. A list that somebody
// keeps holds on to the others of its slab: a few kilobytes.
type sliceAllocator[T any] struct{ free []T }

const (
	slabSize = 1 << 8
	mostSlab = 1 << 5 // places of a list that is cut from a slab
)

// take returns an empty list with room for n.
func (s *sliceAllocator[T]) take(n int) []T {
	if n > mostSlab {
		return make([]T, 0, n)
	}
	if len(s.free) < n {
		s.free = make([]T, slabSize)
	}
	list := s.free[:0:n]
	s.free = s.free[n:]
	return list
}
