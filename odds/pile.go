package odds

import (
	"context"
	"math/big"
	"slices"
)

// A pile adds up the weights of paths by target. Fractions are piled by
// denominator, of which there are few, and brought together once at the end.
type pile struct {
	exact bool
	base  int     // slots of earlier rows: what is not above it is no slot of this row
	nodes []int32 // base and one more than the slot, by node
	outs  []int32 // and by outcome
	row   int     // node whose row is piled up
	back  bool    // some target is an earlier node; known when the row is laid down
	to    []int32
	p     []float64
	heaps []heap
	last  int         // the heap used last
	far   map[int]int // targets that stand for values too far out to index by
	away  []int       // those values
}

// A heap holds the numerators over one denominator, by slot.
type heap struct {
	den   smooth
	small []uint64   // while the denominator fits in a word
	large []*big.Int // when it does not
	added []bool     // whether such a numerator is the heap's own; else it is that of the only path
	wide  bool
}

func newPile(exact bool) *pile { return &pile{exact: exact} }

func (t *pile) reset() {
	if t.base += len(t.to); t.base > 1<<30 {
		clear(t.nodes)
		clear(t.outs)
		t.base = 0
	}
	t.to, t.p, t.last, t.back = t.to[:0], t.p[:0], 0, false
	for i := range t.heaps {
		h := &t.heaps[i]
		h.small, h.large, h.added = h.small[:0], h.large[:0], h.added[:0]
	}
	t.heaps = t.heaps[:0]
	clear(t.far)
	t.away = t.away[:0]
}

// near bounds the values that are targets themselves.
const near = 1 << 12

// value returns the target that stands for a value of a sub-roll.
func (t *pile) value(v int) int {
	if -near < v && v < near {
		return v
	}
	i, ok := t.far[v]
	if !ok {
		if t.far == nil {
			t.far = map[int]int{}
		}
		i = near + len(t.away)
		t.far[v] = i
		t.away = append(t.away, v)
	}
	return i
}

// unvalue turns targets back into the values that they stand for.
func (t *pile) unvalue(targets []int32) []int {
	values := make([]int, len(targets))
	for i, target := range targets {
		if values[i] = int(target); target >= near {
			values[i] = t.away[target-near]
		}
	}
	return values
}

// mostMore is how many slots are made besides those that are wanted. A list is
// not doubled beyond it, since many at once would take milliseconds.
const mostMore = 1 << 17

// slot finds the place of a target, a node or ^outcome.
func (t *pile) slot(target int) *int32 {
	list := &t.nodes
	if target < 0 {
		list, target = &t.outs, ^target
	}
	if target >= len(*list) {
		*list = append(*list, make([]int32, target+1-len(*list)+min(len(*list), mostMore))...)
	}
	return &(*list)[target]
}

// place returns the place of a target in the row, a new one at need.
func (t *pile) place(target int) int {
	list, i := t.nodes, target
	if target < 0 {
		list, i = t.outs, ^target
	}
	if i < len(list) {
		if n := int(list[i]) - t.base; n > 0 {
			return n - 1
		}
	}
	t.first(target, 0)
	return len(t.to) - 1
}

// first makes a place for a target that was not met in this row, with the
// weight that it has so far.
func (t *pile) first(target int, p float64) {
	t.to = append(t.to, int32(target))
	t.p = append(t.p, p)
	*t.slot(target) = int32(t.base + len(t.to))
}

// add piles the weight of the path that ends with frame f, nil for the certain
// path, on a target.
func (t *pile) add(target int, f *frame) {
	i := t.place(target)
	switch {
	case !t.exact && f == nil:
		t.p[i]++
	case !t.exact:
		t.p[i] += f.p
	case f == nil:
		t.heap(0, false).addWord(i, 1)
	case f.large != nil:
		t.heap(f.den, true).addInt(i, f.large)
	default:
		t.heap(f.den, false).addWord(i, f.num)
	}
}

func (t *pile) heap(den smooth, wide bool) *heap {
	if t.last < len(t.heaps) && t.heaps[t.last].den == den && t.heaps[t.last].wide == wide {
		return &t.heaps[t.last]
	}
	for i := range t.heaps {
		if t.heaps[i].den == den && t.heaps[i].wide == wide {
			t.last = i
			return &t.heaps[i]
		}
	}
	t.last = len(t.heaps)
	if t.last < cap(t.heaps) {
		// The slices of a heap of an earlier row are used again.
		t.heaps = t.heaps[:t.last+1]
		h := &t.heaps[t.last]
		h.den, h.wide = den, wide
	} else {
		t.heaps = append(t.heaps, heap{den: den, wide: wide})
	}
	return &t.heaps[t.last]
}

func (h *heap) addWord(i int, n uint64) {
	for len(h.small) <= i {
		h.small = append(h.small, 0)
	}
	h.small[i] += n
}

// addInt takes a numerator as it is where it is the first: most targets of a
// long list of fractions are met by one path.
func (h *heap) addInt(i int, n *big.Int) {
	for len(h.large) <= i {
		h.large, h.added = append(h.large, nil), append(h.added, false)
	}
	switch {
	case h.large[i] == nil:
		h.large[i] = n
	case h.added[i]:
		h.large[i].Add(h.large[i], n)
	default:
		h.large[i], h.added[i] = new(big.Int).Add(h.large[i], n), true
	}
}

// lay puts the targets with their weights into an arena, fractions over the
// least common denominator of the heaps. Where the question was cancelled the
// weights of large fractions are not whole.
func (t *pile) lay(ctx context.Context, a *arena) laid {
	k := laid{ways: int32(len(t.to)), self: -1, to: a.to.keep(t.to)}
	for i, to := range t.to {
		if uint(to) > uint(t.row) {
			continue // an outcome or a later state
		}
		if int(to) == t.row {
			k.self = int32(i)
		} else {
			t.back = true
		}
	}
	if !t.exact {
		k.weights = a.p.keep(t.p)
		return k
	}
	for i := range t.heaps {
		k.den = k.den.lcm(t.heaps[i].den)
	}
	if _, ok := k.den.word(); !ok {
		k.kind, k.weights.from = weightLarge, int32(len(a.large))
		a.large = append(a.large, t.large(ctx, k.den))
		return k
	}
	small, at := a.small.take(len(t.to))
	k.kind, k.weights = weightWord, at
	clear(small)
	for i := range t.heaps {
		h := &t.heaps[i]
		scale, _ := k.den.over(h.den).word()
		for j, n := range h.small {
			small[j] += n * scale
		}
	}
	return k
}

// bytes is how much memory the heaps take.
func (t *pile) bytes() int {
	n := 0
	for i := range t.heaps {
		n += 8*cap(t.heaps[i].small) + 9*cap(t.heaps[i].large)
	}
	return n
}

// large adds up the numerators of all heaps over a common denominator.
func (t *pile) large(ctx context.Context, den smooth) []*big.Int {
	if h := &t.heaps[0]; len(t.heaps) == 1 && h.wide {
		return slices.Clone(h.large)
	}
	large := make([]*big.Int, len(t.to))
	words := make([]big.Int, len(t.to))
	for i := range large {
		large[i] = &words[i]
	}
	x := new(big.Int)
	look, each := lookout{ctx: ctx}, numberWords+int(den.bits()/16)
	for i := range t.heaps {
		h := &t.heaps[i]
		scale := den.over(h.den).int()
		for j, n := range h.small {
			if n != 0 && !look.stopped(each) {
				large[j].Add(large[j], x.Mul(x.SetUint64(n), scale))
			}
		}
		for j, n := range h.large {
			if n != nil && !look.stopped(each) {
				large[j].Add(large[j], x.Mul(n, scale))
			}
		}
	}
	return large
}
