package sim

import "math/bits"

// xoshiro256 is the generator of random words: xoshiro256++ of Blackman and Vigna.
// Its state is four words a, b, c, d, never all zero. All arithmetic is modulo
// 2^64; rotl rotates to the left, and ^ is exclusive or. The next word is
//
//	rotl(a+d, 23) + a
//
// after which the state becomes, in this order,
//
//	t = b<<17; c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = rotl(d, 45)
//
// For a block of trials the state comes from splitmix64: start it at the seed
// and take one output; start it again at that output ^ block; its next four
// outputs are a, b, c, d. A splitmix64 in state x adds 0x9e3779b97f4a7c15 to x
// and outputs z, where
//
//	z = x; z = (z^z>>30)*0xbf58476d1ce4e5b9; z = (z^z>>27)*0x94d049bb133111eb; z = z^z>>31
//
// The output is a bijection of x, so the blocks of one seed start in different
// states, and no state is all zero.
type xoshiro256 struct{ a, b, c, d uint64 }

// start sets the generator to the first word of a block.
func (w *xoshiro256) start(seed, block uint64) {
	x := splitmix(&seed) ^ block
	w.a, w.b, w.c, w.d = splitmix(&x), splitmix(&x), splitmix(&x), splitmix(&x)
}

func splitmix(x *uint64) uint64 {
	*x += 0x9e3779b97f4a7c15
	z := *x
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// next returns the next word.
func (w *xoshiro256) next() uint64 {
	word := bits.RotateLeft64(w.a+w.d, 23) + w.a
	t := w.b << 17
	w.c ^= w.a
	w.d ^= w.b
	w.b ^= w.c
	w.a ^= w.d
	w.c ^= t
	w.d = bits.RotateLeft64(w.d, 45)
	return word
}
