package sim

import (
	"math/bits"

	"loophole/rule"
)

// A layout defines how random words encode the dice of one kind.
//
// Let f be the faces of the die. Dice are read in numbers of k dice, k the largest with f^k at most
// 8192, and a word holds up to d of them, d the largest multiple of k with f^d at most 2^56:
//
//	die   D2  D3  D4  D5  D6  D8  D10  D12  D20  D30  D100
//	k     13   8   6   5   5   4    3    3    3    2     1
//	d     52  32  24  20  20  16   15   15   12   10     8
//
// A pool of n dice takes its words one after the other: d dice from each, and the 1 to d dice that
// remain from the last. To take m dice from a word x, divide m into numbers of k dice and, last,
// the 1 to k dice that remain. A number of j dice is the high word of the 128-bit product x·f^j,
// and the low word is the x of the next number. If the low word after the last number is less than
// 2^64 mod f^m, skip the word and read the next word instead. The dice of a number are its digits
// to the base f, lowest digit first, and the face is the digit plus 1.
//
// The numbers together are the digits of ⌊x·f^m / 2^64⌋. The rejection leaves exactly ⌊2^64 / f^m⌋
// words for each of its f^m values, so that all combinations of faces are equally likely. (Lemire
// 2019, "Fast random integer generation in an interval"; Brackett-Rozinsky and Lemire 2024,
// "Batched ranged random integer generation".) Fewer than one word in 256 is skipped.
type layout struct {
	faces  int
	number int                    // k: dice in a number
	word   int                    // d: dice in a word
	power  [mostNumber + 1]uint64 // power[j] = f^j for a number of j dice
	reject [mostWord + 1]uint64   // reject[m] = 2^64 mod f^m for a word of m dice
}

const (
	tableSize  = 8192 // the most values of a number
	mostNumber = 13   // k of a D2
	mostWord   = 52   // d of a D2
	mostFaces  = 100
)

// layouts has the layout of each valid die, by its faces.
var layouts = func() (all [mostFaces + 1]layout) {
	for _, d := range rule.Dice() {
		all[d] = newLayout(uint64(d))
	}
	return all
}()

func newLayout(f uint64) layout {
	l := layout{faces: int(f)}
	l.power[0] = 1
	for l.power[l.number]*f <= tableSize {
		l.power[l.number+1] = l.power[l.number] * f
		l.number++
	}
	product := uint64(1)
	for size := l.power[l.number]; product <= 1<<56/size; product *= size {
		l.word += l.number
	}
	product = 1
	for m := 1; m <= l.word; m++ {
		product *= f
		l.reject[m] = -product % product
	}
	return l
}

// draw takes the m faces of one word into faces, which is returned cut to m. It is the direct
// method: the tables of a plan contain its results.
func (l *layout) draw(w *xoshiro256, m int, faces *[mostWord]uint8) []uint8 {
	for {
		x := w.next()
		for i := 0; i < m; {
			j := min(l.number, m-i)
			high, low := bits.Mul64(x, l.power[j])
			digits(faces[i:i+j], uint32(high), uint32(l.faces))
			i, x = i+j, low
		}
		if x >= l.reject[m] {
			return faces[:m]
		}
	}
}

// digits writes a number as faces of an f-faced die.
func digits(faces []uint8, number, f uint32) {
	for i := range faces {
		faces[i] = uint8(number%f) + 1
		number /= f
	}
}
