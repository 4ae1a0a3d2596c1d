package game

// Any reports whether a condition holds for a number from 0 to n-1: for a unit, a place or a
// structure, by its place in a list.
func Any(n int, holds func(i int) bool) bool {
	for i := range n {
		if holds(i) {
			return true
		}
	}
	return false
}

// Count counts the numbers from 0 to n-1 for which a condition holds.
func Count(n int, holds func(i int) bool) (count int) {
	for i := range n {
		if holds(i) {
			count++
		}
	}
	return count
}

// First returns the first number from 0 to n-1 for which a condition holds, or -1.
func First(n int, holds func(i int) bool) int {
	for i := range n {
		if holds(i) {
			return i
		}
	}
	return -1
}

// Single appends an action with one argument for each number from 0 to n-1 for which a condition
// holds.
func Single(out []Args, n int, holds func(i int) bool) []Args {
	for i := range n {
		if holds(i) {
			out = append(out, Args{int16(i)})
		}
	}
	return out
}

// Pairs appends an action with two arguments for each pair of numbers, from 0 to n-1 and from 0 to
// m-1, for which both conditions hold.
func Pairs(out []Args, n int, first func(i int) bool, m int, both func(i, j int) bool) []Args {
	for i := range n {
		if !first(i) {
			continue
		}
		for j := range m {
			if both(i, j) {
				out = append(out, Args{int16(i), int16(j)})
			}
		}
	}
	return out
}

// BothSides counts for each side those of n things for which a condition holds.
func BothSides(n int, counts func(i int) (side uint8, holds bool)) (of [2]int) {
	for i := range n {
		if side, holds := counts(i); holds {
			of[side]++
		}
	}
	return of
}
