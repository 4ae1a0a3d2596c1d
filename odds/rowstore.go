package odds

import "math/big"

// A rowStore holds the transitions of a chain, so that they need no allocations of their own. It
// grows by blocks and moves nothing, because a copy of millions of transitions would delay the end
// of a cancelled question.
type rowStore struct {
	to    chunkedList[int32]
	p     chunkedList[float64]
	small chunkedList[uint64]
	large [][]*big.Int // weights of rows whose denominators exceed a word
	given chunkedList[int]
}

// A rowRef refers to a row in a rowStore. There may be a million, so it is small and has no pointers
// for the garbage collector to follow.
type rowRef struct {
	ways    int32 // number of transitions
	self    int32 // as in a row
	to      place
	weights place // for large ones, the number of the list
	den     denominator
	kind    kindOfWeight
}

type kindOfWeight uint8

const (
	weightFloat kindOfWeight = iota
	weightWord
	weightLarge
)

// row returns a row.
func (a *rowStore) row(k *rowRef) row {
	r := row{to: a.to.at(k.to, k.ways), self: int(k.self)}
	switch k.kind {
	case weightFloat:
		r.p = a.p.at(k.weights, k.ways)
		return r
	case weightWord:
		r.w.small = a.small.at(k.weights, k.ways)
	case weightLarge:
		r.w.large = a.large[k.weights.from]
	}
	r.w.den, r.w.bits = k.den, k.den.bits()
	return r
}

// floats returns the targets and their chances only.
func (a *rowStore) floats(k *rowRef) (to []int32, p []float64) {
	return a.to.at(k.to, k.ways), a.p.at(k.weights, k.ways)
}

// words returns the approximate memory of the rows.
func (a *rowStore) words() int {
	words := a.to.used/2 + a.p.used + a.small.used
	for _, list := range a.large {
		for _, x := range list {
			words += numberWords/8 + len(x.Bits())
		}
	}
	return words
}

func (a *rowStore) reset() {
	a.to.reset()
	a.p.reset()
	a.small.reset()
	a.given.reset()
	clear(a.large)
	a.large = a.large[:0]
}

// chunkedList is a list of blocks, each twice as long as the previous one up to a limit.
type chunkedList[T any] struct {
	all  [][]T
	last int // the block that is being filled
	used int // places in all blocks
}

// A place is the start of a list among blocks.
type place struct{ block, from int32 }

const (
	leastBlock = 1 << 6
	mostBlock  = 1 << 14
	keptBlocks = 7 // blocks that stay after a question: 8,128 places
)

// take returns a list of n places, with their former contents.
func (b *chunkedList[T]) take(n int) ([]T, place) {
	b.used += n
	for ; b.last < len(b.all); b.last++ {
		if block := &b.all[b.last]; cap(*block)-len(*block) >= n {
			at := place{int32(b.last), int32(len(*block))}
			*block = (*block)[:len(*block)+n]
			return b.at(at, int32(n)), at
		}
	}
	size := leastBlock
	if k := len(b.all); k > 0 {
		size = min(mostBlock, 2*cap(b.all[k-1]))
	}
	b.all = append(b.all, make([]T, n, max(size, n)))
	at := place{int32(b.last), 0}
	return b.at(at, int32(n)), at
}

// at returns a list that take or keep has placed.
func (b *chunkedList[T]) at(p place, n int32) []T {
	return b.all[p.block][p.from : p.from+n : p.from+n]
}

// keep copies a list into the blocks.
func (b *chunkedList[T]) keep(list []T) place {
	kept, at := b.take(len(list))
	copy(kept, list)
	return at
}

// reset frees all places, and releases the memory of a large question.
func (b *chunkedList[T]) reset() {
	if len(b.all) > keptBlocks {
		clear(b.all[keptBlocks:])
		b.all = b.all[:keptBlocks]
	}
	for i := range min(b.last+1, len(b.all)) {
		b.all[i] = b.all[i][:0]
	}
	b.last, b.used = 0, 0
}
