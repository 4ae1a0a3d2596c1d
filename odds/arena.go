package odds

// An arena is where the nodes and rows of a chain are laid down, so that they cost no
// allocation of their own. It grows by blocks: nothing that was laid down is
// moved, since a copy of some millions of ways would keep a question that was
// cancelled from stopping.
type arena struct {
	nodes blocks[node]
	rows  blocks[row]
	to    blocks[int32]
	p     blocks[float64]
	small blocks[uint64]
	ways  int // how many were laid down
}

func (a *arena) reset() {
	a.nodes.reset()
	a.rows.reset()
	a.to.reset()
	a.p.reset()
	a.small.reset()
	a.ways = 0
}

// blocks are lists, each twice as long as the one before up to a limit.
type blocks[T any] struct {
	all [][]T
	at  int // the one that is being filled
}

const (
	leastBlock = 1 << 6
	mostBlock  = 1 << 14
	keptBlocks = 7 // that stay when a question is done: 8,128 places
)

// take returns room for n, with what was there before in it.
func (b *blocks[T]) take(n int) []T {
	for ; b.at < len(b.all); b.at++ {
		if block := &b.all[b.at]; cap(*block)-len(*block) >= n {
			from := len(*block)
			*block = (*block)[:from+n]
			return (*block)[from : from+n : from+n]
		}
	}
	size := leastBlock
	if k := len(b.all); k > 0 {
		size = min(mostBlock, 2*cap(b.all[k-1]))
	}
	b.all = append(b.all, make([]T, n, max(size, n)))
	return b.all[b.at][:n:n]
}

// keep copies a list to where it stays.
func (b *blocks[T]) keep(list []T) []T {
	kept := b.take(len(list))
	copy(kept, list)
	return kept
}

// reset makes the room free again, and gives back what a large question took.
func (b *blocks[T]) reset() {
	if len(b.all) > keptBlocks {
		clear(b.all[keptBlocks:])
		b.all = b.all[:keptBlocks]
	}
	for i := range b.all {
		b.all[i] = b.all[i][:0]
	}
	b.at = 0
}
