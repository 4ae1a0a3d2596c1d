package notation

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
)

// The limits of a calculation.
const (
	MostValues = 1 << 16   // of an expression
	mostWork   = 2_000_000 // products and sums of numbers of up to 256 bits; longer ones count more
)

// ErrTooLarge is wrapped by the error for an answer that would take too much time or memory. Its
// text gives a remedy.
var ErrTooLarge = errors.New("this is too large for an exact answer")

// A Dist is the exact distribution of a whole number. The values of names are their indices.
type Dist struct {
	names   []string
	weights map[int]*big.Int
	total   *big.Int
}

// always returns the distribution of a constant.
func always(v int) *Dist {
	x := &Dist{total: big.NewInt(1)}
	x.add(v, big.NewInt(1))
	return x
}

// add adds a weight to a value. The distribution owns the weight from then on.
func (x *Dist) add(v int, w *big.Int) {
	if x.weights == nil {
		x.weights = map[int]*big.Int{}
	}
	if was := x.weights[v]; was != nil {
		was.Add(was, w)
		return
	}
	x.weights[v] = w
}

// Values returns the possible values, the lowest first.
func (x *Dist) Values() []int { return slices.Sorted(maps.Keys(x.weights)) }

// All iterates over the values with their chances, the lowest first.
func (x *Dist) All() iter.Seq2[int, *big.Rat] {
	return func(yield func(int, *big.Rat) bool) {
		for _, v := range x.Values() {
			if !yield(v, x.P(v)) {
				return
			}
		}
	}
}

// Names returns the names of the values, by value, or nil if they are numbers.
func (x *Dist) Names() []string { return x.names }

// P returns the chance of a value.
func (x *Dist) P(v int) *big.Rat {
	w := x.weights[v]
	if w == nil {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(w, x.total)
}

// Digits returns the approximate number of decimal digits of all fractions together.
func (x *Dist) Digits() int { return len(x.weights) * (2 + x.total.BitLen()*6/10) }

// nonZero returns the chance of any value but 0.
func (x *Dist) nonZero() *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), x.P(0)) }

// A worker counts the cost of a calculation and ends it at the limit.
type worker struct {
	at      int // place of the term or operator that is computed
	left    int
	known   map[*pool]*Dist // of pools without variables
	values  map[int]*Dist   // of names and numbers, each a constant
	product big.Int         // scratch
}

// constant returns the distribution of the value of a name or a number, which is asked for again and
// again. Nobody may change it.
func (w *worker) constant(v int) *Dist {
	x := w.values[v]
	if x == nil {
		if w.values == nil {
			w.values = map[int]*Dist{}
		}
		x = always(v)
		w.values[v] = x
	}
	return x
}

// works adds n operations with numbers of the length of total.
func (w *worker) works(n int, total *big.Int) { w.worksOn(n, total.BitLen()) }

// worksOn adds n operations with numbers of some bits.
func (w *worker) worksOn(n, bits int) {
	each := 1 + bits/256
	if n > w.left/each {
		panic(fault{fmt.Errorf("%w: it takes too many steps; ask for fewer dice, or smaller ones", ErrTooLarge), nowhere})
	}
	w.left -= n * each
}

// A fault is a panic that ends a calculation with an error. at is its place, or nowhere if it is that
// of the present term.
type fault struct {
	why error
	at  int
}

const nowhere = -1

// caught turns a fault into an [*Error]. present is the place of the present term.
func (e *Expr) caught(err *error, present *int) {
	switch x := recover().(type) {
	case nil:
	case fault:
		if x.at == nowhere {
			x.at = *present
		}
		*err = &Error{e.source, x.at, x.why.Error(), x.why}
	default:
		panic(x)
	}
}

// pair returns the distribution of a function of two independent numbers.
func (w *worker) pair(a, b *Dist, f func(x, y int) int) *Dist {
	c := &Dist{total: new(big.Int).Mul(a.total, b.total)}
	w.works(len(a.weights)*len(b.weights), c.total)
	for x, p := range a.weights {
		for y, q := range b.weights {
			// A fault of f precedes that of too many values, which are not kept.
			if v := f(x, y); len(c.weights) <= MostValues {
				w.addProduct(c, v, p, q)
			}
		}
	}
	return w.bounded(c)
}

// addProduct adds the product of two weights to a value.
func (w *worker) addProduct(c *Dist, v int, p, q *big.Int) {
	if was := c.weights[v]; was != nil {
		was.Add(was, w.product.Mul(p, q))
		return
	}
	c.add(v, new(big.Int).Mul(p, q))
}

func (w *worker) bounded(x *Dist) *Dist {
	if len(x.weights) > MostValues {
		panic(fault{fmt.Errorf("%w: it has more than %d values; compare it with a number, or use smaller dice", ErrTooLarge, MostValues), nowhere})
	}
	return x
}

// each returns the distribution of a function of a number.
func (w *worker) each(a *Dist, f func(int) int) *Dist {
	w.works(len(a.weights), a.total)
	c := &Dist{total: a.total}
	for x, p := range a.weights {
		c.add(f(x), new(big.Int).Set(p))
	}
	return c
}

// mix returns the distribution of a number that depends on another: of(v) if that one is v.
func (w *worker) mix(a *Dist, of func(v int) *Dist) *Dist {
	at := w.at
	parts := make(map[int]*Dist, len(a.weights))
	common := big.NewInt(1)
	var names []string
	for _, v := range a.Values() { // in order, so that the same fault is always found first
		p := of(v)
		parts[v], names = p, p.names
		gcd := new(big.Int).GCD(nil, nil, common, p.total)
		common.Mul(common, new(big.Int).Quo(p.total, gcd))
	}
	w.at = at
	c := &Dist{total: new(big.Int).Mul(a.total, common), names: names}
	for v := range a.weights { // this fault precedes that of too many values
		w.works(len(parts[v].weights), c.total)
	}
	scale := new(big.Int)
	for v, weight := range a.weights {
		p := parts[v]
		scale.Mul(weight, scale.Quo(common, p.total))
		for x, q := range p.weights {
			w.addProduct(c, x, q, scale)
		}
		w.bounded(c)
	}
	return c
}
