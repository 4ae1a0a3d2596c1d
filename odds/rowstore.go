package odds

import "math/big"

// A rowStore is where the ways of a chain are laid down, so that they cost no
// allocation of their own. It grows by blocks: nothing that was laid down is
// moved, since a copy of some millions of ways would keep a question that was
// cancelled from stopping.
type rowStore struct {
	to    chunkedList[int32]
	p     chunkedList[float64]
	small chunkedList[uint64]
	large [][]*big.Int // the weights of rows whose denominators are beyond a word
	given chunkedList[int]
}

// A rowRef row is a row in an arena. There may be a million, so it is small and
// holds no pointer that a garbage collection would have to follow.
type rowRef struct {
	ways    int32 // how many
	self    int32 // as in a row
	to      place
	weights place // of large ones the number of the list
	den     smooth
	kind    kindOfWeight
}

type kindOfWeight uint8

const (
	weightFloat kindOfWeight = iota
	weightWord
	weightLarge
)

// row returns a row as it was laid down.
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

// floats is row where only the ways and their chances are wanted.
func (a *rowStore) floats(k *rowRef) (to []int32, p []float64) {
	return a.to.at(k.to, k.ways), a.p.at(k.weights, k.ways)
}

// words is about how much memory the rows take.
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

// chunkedList are lists, each twice as long as the one before up to a limit.
type chunkedList[T any] struct {
	all  [][]T
	last int // the one that is being filled
	used int // places in all
}

// A place is where a list begins among blocks.
type place struct{ block, from int32 }

const (
	leastBlock = 1 << 6
	mostBlock  = 1 << 14
	keptBlocks = 7 // that stay when a question is done: 8,128 places
)

// take returns room for n, with what was there before in it.
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

// at returns a list that was taken.
func (b *chunkedList[T]) at(p place, n int32) []T {
	return b.all[p.block][p.from : p.from+n : p.from+n]
}

// keep copies a list to where it stays.
func (b *chunkedList[T]) keep(list []T) place {
	kept, at := b.take(len(list))
	copy(kept, list)
	return at
}

// reset makes the room free again, and gives back what a large question took.
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
