package odds

// A sliceAllocator hands out short lists from slabs, because small questions take only as long as a
// few allocations. A list that is kept holds on to its slab of a few kilobytes.
type sliceAllocator[T any] struct{ free []T }

const (
	slabSize = 1 << 8
	mostSlab = 1 << 5 // largest number of places of a list from a slab
)

// take returns an empty list with capacity n.
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
