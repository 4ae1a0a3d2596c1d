package sim

import (
	"math/bits"

	"loophole/rule"
)

// A drawing is the method by which a sampler draws from a bag. Each die or piece takes one word,
// and is the high word of its product with the number of pieces. Words whose low word is less than
// 2^64 modulo that number are skipped.
type drawing struct {
	pool  rule.Pool
	back  bool
	there []int // of each face
	left  []int // during a draw
	have  []int
	total int
}

func newDrawing(pool rule.Pool) *drawing {
	b := pool.Bag()
	d := &drawing{pool: pool, back: b.WithReplacement(), total: b.Size()}
	for f := range b.NumFaces() {
		d.there = append(d.there, b.Count(f+1))
	}
	d.left, d.have = make([]int, len(d.there)), make([]int, len(d.there))
	return d
}

func (d *drawing) draw(w *xoshiro256) int {
	copy(d.left, d.there)
	clear(d.have)
	total := uint64(d.total)
	for range d.pool.N() {
		high, low := bits.Mul64(w.next(), total)
		for low < -total%total {
			high, low = bits.Mul64(w.next(), total)
		}
		x, face := int(high), 0
		for ; x >= d.left[face]; face++ {
			x -= d.left[face]
		}
		if d.have[face]++; !d.back {
			d.left[face]--
			total--
		}
	}
	return d.pool.Result(d.have)
}
