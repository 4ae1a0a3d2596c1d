package game

// Any reports whether something holds of one of the numbers from 0 below n: of a unit, a
// place, a structure by its place in a list.
func Any(n int, holds func(i int) bool) bool {
	for i := range n {
		if holds(i) {
			return true
		}
	}
	return false
}

// Count is of how many of the numbers from 0 below n something holds.
func Count(n int, holds func(i int) bool) (count int) {
	for i := range n {
		if holds(i) {
			count++
		}
	}
	return count
}

// First is the first of the numbers from 0 below n of which something holds, or -1.
func First(n int, holds func(i int) bool) int {
	for i := range n {
		if holds(i) {
			return i
		}
	}
	return -1
}

// Single appends an action about one thing for each of the numbers from 0 below n of
// which something holds.
func Single(out []Args, n int, holds func(i int) bool) []Args {
	for i := range n {
		if holds(i) {
			out = append(out, Args{int16(i)})
		}
	}
	return out
}

// Pairs appends an action about two things for each pair of numbers from 0 below n and m
// of which both things hold.
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

// BothSides counts those of n things that count, each for its side.
func BothSides(n int, counts func(i int) (side uint8, holds bool)) (of [2]int) {
	for i := range n {
		if side, holds := counts(i); holds {
			of[side]++
		}
	}
	return of
}
