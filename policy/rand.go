package policy

// Rand is a small generator (splitmix64) for decisions. It is separate from the dice, so that a
// series can repeat the same dice with other decisions. The zero Rand has seed 0. It serves one
// goroutine.
type Rand struct{ x uint64 }

// NewRand returns the generator for the decisions of a side in one game of a series.
func NewRand(seed, game uint64, side int) *Rand {
	r := &Rand{seed}
	r.x = r.next() ^ (2*game + uint64(side))
	r.x = r.next()
	return r
}

func (r *Rand) next() uint64 {
	r.x += 0x9e3779b97f4a7c15
	z := r.x
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// state returns a value that changes with each number drawn. It is 0 for a nil Rand, which draws
// none.
func (r *Rand) state() uint64 {
	if r == nil {
		return 0
	}
	return r.x
}

// Below returns a whole number from 0 to n-1; n is at least 1. The numbers are equally likely up
// to one part in 2^32.
func (r *Rand) Below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }
