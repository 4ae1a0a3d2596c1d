package odds

import (
	"context"
	"math/big"
)

// A rowBuilder adds up the weights of paths by target. Fractions are piled by
// denominator, and brought together once at the end: numerators of a word by
// denominator and slot, as there are few such denominators, and larger ones by slot
// and denominator, as a slot has few of them.
type rowBuilder struct {
	exact bool
	base  int     // slots of earlier rows: what is not above it is no slot of this row
	nodes []int32 // base and one more than the slot, by node
	outs  []int32 // and by outcome
	row   int     // node whose row is piled up
	back  bool    // some target is an earlier node; known when the row is laid down
	to    []int32
	p     []float64
	heaps []numerators
	last  int         // the heap used last
	large [][]term    // by slot
	far   map[int]int // targets that stand for values too far out to index by
	away  []int       // those values
}

// A numerators holds the numerators over one denominator that fits in a word, by slot.
type numerators struct {
	den   smooth
	small []uint64
}

// A term is a numerator over a denominator that does not fit in a word.
type term struct {
	den smooth
	num *big.Int
	own bool // else it is that of the only path, which must not be written
}

func newPile(exact bool) *rowBuilder { return &rowBuilder{exact: exact} }

func (t *rowBuilder) reset() {
	if t.base += len(t.to); t.base > 1<<30 {
		clear(t.nodes)
		clear(t.outs)
		t.base = 0
	}
	t.to, t.p, t.last, t.back = t.to[:0], t.p[:0], 0, false
	for i := range t.heaps {
		t.heaps[i].small = t.heaps[i].small[:0]
	}
	t.heaps = t.heaps[:0]
	t.forgetLarge()
	if len(t.away) > 0 {
		clear(t.far)
		t.away = t.away[:0]
	}
}

// mostTerms is how many slots keep the room for their terms.
const mostTerms = 1 << 10

func (t *rowBuilder) forgetLarge() {
	if cap(t.large) > mostTerms {
		t.large = nil
		return
	}
	for i := range t.large {
		clear(t.large[i])
		t.large[i] = t.large[i][:0]
	}
	t.large = t.large[:0]
}

// near bounds the values that are targets themselves.
const near = 1 << 12

// value returns the target that stands for a value of a sub-roll.
func (t *rowBuilder) value(v int) int {
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
func (t *rowBuilder) unvalue(targets []int32) []int {
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
func (t *rowBuilder) slot(target int) *int32 {
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
func (t *rowBuilder) place(target int) int {
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
func (t *rowBuilder) first(target int, p float64) {
	t.to = append(t.to, int32(target))
	t.p = append(t.p, p)
	*t.slot(target) = int32(t.base + len(t.to))
}

// add piles the weight of the path that ends with frame f, nil for the certain
// path, on a target.
func (t *rowBuilder) add(target int, f *frame) {
	i := t.place(target)
	switch {
	case !t.exact && f == nil:
		t.p[i]++
	case !t.exact:
		t.p[i] += f.p
	case f == nil:
		t.heap(0).add(i, 1)
	case f.large != nil:
		t.addLarge(i, f.den, f.large)
	default:
		t.heap(f.den).add(i, f.num)
	}
}

func (t *rowBuilder) heap(den smooth) *numerators {
	if t.last < len(t.heaps) && t.heaps[t.last].den == den {
		return &t.heaps[t.last]
	}
	for i := range t.heaps {
		if t.heaps[i].den == den {
			t.last = i
			return &t.heaps[i]
		}
	}
	t.last = len(t.heaps)
	if t.last < cap(t.heaps) {
		// The slices of a heap of an earlier row are used again.
		t.heaps = t.heaps[:t.last+1]
		t.heaps[t.last].den = den
	} else {
		t.heaps = append(t.heaps, numerators{den: den})
	}
	return &t.heaps[t.last]
}

func (h *numerators) add(i int, n uint64) {
	for len(h.small) <= i {
		h.small = append(h.small, 0)
	}
	h.small[i] += n
}

// addLarge takes a numerator as it is where it is the first: most targets of a
// long list of fractions are met by one path.
func (t *rowBuilder) addLarge(i int, den smooth, n *big.Int) {
	for len(t.large) <= i {
		if len(t.large) < cap(t.large) {
			t.large = t.large[:len(t.large)+1] // with the room of an earlier row
		} else {
			t.large = append(t.large, nil)
		}
	}
	for k := range t.large[i] {
		x := &t.large[i][k]
		switch {
		case x.den != den:
			continue
		case x.own:
			x.num.Add(x.num, n)
		default:
			x.num, x.own = new(big.Int).Add(x.num, n), true
		}
		return
	}
	t.large[i] = append(t.large[i], term{den: den, num: n})
}

// finish puts the targets with their weights into an arena, fractions over the
// least common denominator of the heaps. Where the question was cancelled the
// weights of large fractions are not whole.
func (t *rowBuilder) finish(ctx context.Context, a *rowStore) rowRef {
	k := rowRef{ways: int32(len(t.to)), self: -1, to: a.to.keep(t.to)}
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
	k.den = t.denominator()
	if _, ok := k.den.word(); !ok {
		k.kind, k.weights.from = weightLarge, int32(len(a.large))
		a.large = append(a.large, t.together(ctx, k.den))
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

// denominator is the least common one of all that was piled up.
func (t *rowBuilder) denominator() (den smooth) {
	for i := range t.heaps {
		den = den.lcm(t.heaps[i].den)
	}
	last := den
	for _, terms := range t.large {
		for k := range terms {
			if terms[k].den != last {
				last = terms[k].den
				den = den.lcm(last)
			}
		}
	}
	return den
}

// bytes is how much memory the weights take, without the large numbers.
func (t *rowBuilder) bytes() int {
	n := 64 * cap(t.large)
	for i := range t.heaps {
		n += 8 * cap(t.heaps[i].small)
	}
	return n
}

// together adds up the numerators of all slots over a common denominator.
func (t *rowBuilder) together(ctx context.Context, den smooth) []*big.Int {
	list := make([]*big.Int, len(t.to))
	look, each := cancelPoll{ctx: ctx}, numberWords+int(den.bits()/16)
	scales := map[smooth]*big.Int{}
	scale := func(d smooth) *big.Int {
		x := scales[d]
		if x == nil {
			x = den.over(d).int()
			scales[d] = x
		}
		return x
	}
	x := new(big.Int)
	for i := range list {
		var terms []term
		if i < len(t.large) && !look.cancelled(each) {
			terms = t.large[i]
		}
		if len(terms) == 1 && terms[0].den == den {
			list[i] = terms[0].num
			continue
		}
		list[i] = new(big.Int)
		for k := range terms {
			list[i].Add(list[i], x.Mul(terms[k].num, scale(terms[k].den)))
		}
	}
	for h := range t.heaps {
		scale := scale(t.heaps[h].den)
		for i, n := range t.heaps[h].small {
			if n != 0 && !look.cancelled(each) {
				// What was taken from a path as it is is not written.
				list[i] = new(big.Int).Add(list[i], x.Mul(x.SetUint64(n), scale))
			}
		}
	}
	return list
}
