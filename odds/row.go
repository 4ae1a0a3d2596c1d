package odds

import (
	"context"
	"math/big"
)

// A rowBuilder adds up the weights of paths by target. It collects fractions by denominator and
// adds them once at the end. Numerators that fit in a word are kept by denominator and slot,
// because there are few such denominators. Larger ones are kept by slot and denominator, because a
// slot has few of them.
type rowBuilder struct {
	exact          bool
	base           int     // slots of earlier rows: only larger numbers are slots of this row
	nodes          []int32 // by node: base, plus the slot, plus one
	outs           []int32 // the same by outcome
	row            int     // node of the row
	back           bool    // some target is an earlier node; known when the row is finished
	to             []int32
	p              []float64
	byDenominator  []numerators
	lastUsed       int           // the index in byDenominator that was used last
	largeTerms     [][]term      // by slot
	indirect       map[int]int32 // runs of values that are too large as indices: where each begins in places
	places         []int32       // targets of these values, less maxDirect, plus one; 0 for none
	lastRun        int           // the run of the last such value
	lastStart      int32         // where it begins in places
	indirectValues []int         // those values
}

// A numerators holds the numerators over one denominator that fits in a word, by slot.
type numerators struct {
	den   denominator
	small []uint64
}

// A term is a numerator over a denominator that does not fit in a word.
type term struct {
	den denominator
	num *big.Int
	own bool // otherwise it is the number of the only path, and must not be changed
}

func newRowBuilder(exact bool) *rowBuilder { return &rowBuilder{exact: exact} }

func (t *rowBuilder) reset() {
	if t.base += len(t.to); t.base > 1<<30 {
		clear(t.nodes)
		clear(t.outs)
		t.base = 0
	}
	t.to, t.p, t.lastUsed, t.back = t.to[:0], t.p[:0], 0, false
	for i := range t.byDenominator {
		t.byDenominator[i].small = t.byDenominator[i].small[:0]
	}
	t.byDenominator = t.byDenominator[:0]
	t.forgetLarge()
	if len(t.indirectValues) > 0 {
		clear(t.indirect)
		t.places, t.indirectValues = t.places[:0], t.indirectValues[:0]
	}
}

// mostTerms is the number of slots that keep the memory of their terms.
const mostTerms = 1 << 10

func (t *rowBuilder) forgetLarge() {
	if cap(t.largeTerms) > mostTerms {
		t.largeTerms = nil
		return
	}
	for i := range t.largeTerms {
		clear(t.largeTerms[i])
		t.largeTerms[i] = t.largeTerms[i][:0]
	}
	t.largeTerms = t.largeTerms[:0]
}

// maxDirect limits the values that are used as targets directly.
const maxDirect = 1 << 12

// runBits is the logarithm of the length of a run of values. Large values mostly follow each other,
// so that few of them need a look into the map.
const runBits = 3

// targetOf returns the target for a value of a subroll.
func (t *rowBuilder) targetOf(v int) int {
	if -maxDirect < v && v < maxDirect {
		return v
	}
	if run := v >> runBits; len(t.indirectValues) == 0 || run != t.lastRun {
		t.lastRun, t.lastStart = run, t.startOf(run)
	}
	at := &t.places[int(t.lastStart)+v&(1<<runBits-1)]
	if *at == 0 {
		t.indirectValues = append(t.indirectValues, v)
		*at = int32(len(t.indirectValues))
	}
	return maxDirect + int(*at) - 1
}

// startOf returns where the targets of a run begin. It makes a place for them the first time.
func (t *rowBuilder) startOf(run int) int32 {
	start, ok := t.indirect[run]
	if !ok {
		if t.indirect == nil {
			t.indirect = map[int]int32{}
		}
		start = int32(len(t.places))
		t.indirect[run] = start
		t.places = append(t.places, make([]int32, 1<<runBits)...)
	}
	return start
}

// valuesOf returns the values of targets.
func (t *rowBuilder) valuesOf(targets []int32) []int {
	values := make([]int, len(targets))
	for i, target := range targets {
		if values[i] = int(target); target >= maxDirect {
			values[i] = t.indirectValues[target-maxDirect]
		}
	}
	return values
}

// mostMore is the largest number of spare slots. Doubling a longer list would take milliseconds.
const mostMore = 1 << 17

// slot returns the slot of a target, a node or ^outcome.
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

// place returns the place of a target in the row. It makes one if needed.
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

// first makes a place for a target that is new in this row, with its weight so far.
func (t *rowBuilder) first(target int, p float64) {
	t.to = append(t.to, int32(target))
	t.p = append(t.p, p)
	*t.slot(target) = int32(t.base + len(t.to))
}

// add adds the weight of the path that ends with frame f to a target. A nil frame is the certain
// path.
func (t *rowBuilder) add(target int, f *frame) {
	i := t.place(target)
	switch {
	case !t.exact && f == nil:
		t.p[i]++
	case !t.exact:
		t.p[i] += f.p
	case f == nil:
		t.numeratorsFor(0).add(i, 1)
	case f.large != nil:
		t.addLarge(i, f.den, f.large)
	default:
		t.numeratorsFor(f.den).add(i, f.num)
	}
}

// numeratorsFor returns the numerators over a denominator that fits in a word.
func (t *rowBuilder) numeratorsFor(den denominator) *numerators {
	if t.lastUsed < len(t.byDenominator) && t.byDenominator[t.lastUsed].den == den {
		return &t.byDenominator[t.lastUsed]
	}
	for i := range t.byDenominator {
		if t.byDenominator[i].den == den {
			t.lastUsed = i
			return &t.byDenominator[i]
		}
	}
	t.lastUsed = len(t.byDenominator)
	if t.lastUsed < cap(t.byDenominator) {
		// Reuse the slices of an earlier row.
		t.byDenominator = t.byDenominator[:t.lastUsed+1]
		t.byDenominator[t.lastUsed].den = den
	} else {
		t.byDenominator = append(t.byDenominator, numerators{den: den})
	}
	return &t.byDenominator[t.lastUsed]
}

func (h *numerators) add(i int, n uint64) {
	for len(h.small) <= i {
		h.small = append(h.small, 0)
	}
	h.small[i] += n
}

// addLarge adds a large numerator. The first of a slot is kept without a copy, because most targets
// of a long list of fractions have one path.
func (t *rowBuilder) addLarge(i int, den denominator, n *big.Int) {
	for len(t.largeTerms) <= i {
		if len(t.largeTerms) < cap(t.largeTerms) {
			t.largeTerms = t.largeTerms[:len(t.largeTerms)+1] // reuses the memory of an earlier row
		} else {
			t.largeTerms = append(t.largeTerms, nil)
		}
	}
	for k := range t.largeTerms[i] {
		x := &t.largeTerms[i][k]
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
	t.largeTerms[i] = append(t.largeTerms[i], term{den: den, num: n})
}

// finish puts the targets with their weights into a rowStore, fractions over the least common
// denominator of all terms. If the question was cancelled, the weights of large fractions are
// incomplete.
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
		a.large = append(a.large, t.overCommonDenominator(ctx, k.den))
		return k
	}
	small, at := a.small.take(len(t.to))
	k.kind, k.weights = weightWord, at
	clear(small)
	for i := range t.byDenominator {
		h := &t.byDenominator[i]
		scale, _ := k.den.over(h.den).word()
		for j, n := range h.small {
			small[j] += n * scale
		}
	}
	return k
}

// denominator returns the least common denominator of all weights.
func (t *rowBuilder) denominator() (den denominator) {
	for i := range t.byDenominator {
		den = den.lcm(t.byDenominator[i].den)
	}
	last := den
	for _, terms := range t.largeTerms {
		for k := range terms {
			if terms[k].den != last {
				last = terms[k].den
				den = den.lcm(last)
			}
		}
	}
	return den
}

// bytes returns the memory of the weights without the large numbers.
func (t *rowBuilder) bytes() int {
	n := 64*cap(t.largeTerms) + 4*cap(t.places) + 8*cap(t.indirectValues)
	for i := range t.byDenominator {
		n += 8 * cap(t.byDenominator[i].small)
	}
	return n
}

// overCommonDenominator adds up the numerators of all slots over a common denominator.
func (t *rowBuilder) overCommonDenominator(ctx context.Context, den denominator) []*big.Int {
	list := make([]*big.Int, len(t.to))
	poll, each := cancelPoll{ctx: ctx}, numberWords+int(den.bits()/16)
	scales := map[denominator]*big.Int{}
	scale := func(d denominator) *big.Int {
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
		if i < len(t.largeTerms) && !poll.cancelled(each) {
			terms = t.largeTerms[i]
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
	for h := range t.byDenominator {
		scale := scale(t.byDenominator[h].den)
		for i, n := range t.byDenominator[h].small {
			if n != 0 && !poll.cancelled(each) {
				// A number of a path must not be changed.
				list[i] = new(big.Int).Add(list[i], x.Mul(x.SetUint64(n), scale))
			}
		}
	}
	return list
}
