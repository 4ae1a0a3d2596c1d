package notation

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// An Expr is a parsed expression. It is safe for concurrent use.
type Expr struct {
	source string // with the spaces before it
	root   node
	vars   int
	notes  []string
}

// Notes returns the assumptions as sentences, such as the limit on explosions that the expression
// does not give.
func (e *Expr) Notes() []string { return e.notes }

// String returns the expression as written.
func (e *Expr) String() string { return strings.TrimSpace(e.source) }

// IsComparison reports whether the expression is a comparison, whose value is 1 if it is true and 0
// otherwise.
func (e *Expr) IsComparison() bool { return e.root.sort() == truth }

// Dist returns the exact distribution. The error is an [*Error]. It wraps [ErrTooLarge], or describes
// a part without a value, such as a division by 0.
func (e *Expr) Dist() (x *Dist, err error) {
	w := &worker{left: mostWork}
	defer e.caught(&err, &w.at)
	return e.root.dist(w, make([]int, e.vars)), nil
}

// P returns the chance that a comparison is true, or that another expression is not 0.
func (e *Expr) P() (*big.Rat, error) {
	x, err := e.Dist()
	if err != nil {
		return nil, err
	}
	return x.nonZero(), nil
}

// A sort is the type of an expression's value.
type sort uint8

const (
	number sort = iota
	truth       // 1 or 0
	named       // the index of a name
)

// A node is a part of an expression. vars are the values of the variables.
type node interface {
	sort() sort
	dist(w *worker, vars []int) *Dist
	roll(r *roller, vars []int) int
	free() bool // it uses no variables
}

type constant int

func (constant) sort() sort                      { return number }
func (c constant) dist(w *worker, _ []int) *Dist { return w.constant(int(c)) }
func (c constant) roll(*roller, []int) int       { return int(c) }
func (constant) free() bool                      { return true }

// A variable is the value of a name.
type variable int

func (variable) sort() sort                         { return number }
func (v variable) dist(w *worker, vars []int) *Dist { return w.constant(vars[v]) }
func (v variable) roll(_ *roller, vars []int) int   { return vars[v] }
func (variable) free() bool                         { return false }

// A binding rolls once and gives the result a name.
type binding struct {
	at     int // index of the variable
	begin  int // place of the definition
	of, in node
}

func (b *binding) sort() sort { return b.in.sort() }
func (b *binding) free() bool { return b.of.free() && b.in.free() }
func (b *binding) dist(w *worker, vars []int) *Dist {
	of := b.of.dist(w, vars)
	w.at = b.begin
	return w.mix(of, func(v int) *Dist {
		vars[b.at] = v
		return b.in.dist(w, vars)
	})
}
func (b *binding) roll(r *roller, vars []int) int {
	vars[b.at] = b.of.roll(r, vars)
	return b.in.roll(r, vars)
}

// An operation combines two independent numbers.
type operation struct {
	of   sort
	at   int // place of the operator
	a, b node
	f    func(x, y int) int
}

func (o *operation) sort() sort { return o.of }
func (o *operation) free() bool { return o.a.free() && o.b.free() }
func (o *operation) dist(w *worker, vars []int) *Dist {
	a, b := o.a.dist(w, vars), o.b.dist(w, vars)
	w.at = o.at
	x := w.pair(a, b, o.f)
	if o.of == named {
		x.names = verdicts
	}
	return x
}
func (o *operation) roll(r *roller, vars []int) int {
	a, b := o.a.roll(r, vars), o.b.roll(r, vars)
	r.at = o.at
	return o.f(a, b)
}

// verdicts are the results of "vs" for its first operand.
var verdicts = []string{"loses", "ties", "wins"}

// A change is a function of a number.
type change struct {
	of node
	f  func(int) int
}

func (c *change) sort() sort                       { return number }
func (c *change) free() bool                       { return c.of.free() }
func (c *change) dist(w *worker, vars []int) *Dist { return w.each(c.of.dist(w, vars), c.f) }
func (c *change) roll(r *roller, vars []int) int   { return c.f(c.of.roll(r, vars)) }

// A condition chooses between two expressions.
type condition struct {
	begin             int // place of its text
	when, then, other node
}

func (c *condition) sort() sort { return c.then.sort() }
func (c *condition) free() bool { return c.when.free() && c.then.free() && c.other.free() }
func (c *condition) dist(w *worker, vars []int) *Dist {
	when := c.when.dist(w, vars)
	w.at = c.begin
	return w.mix(w.each(when, truthOf), func(v int) *Dist {
		if v != 0 {
			return c.then.dist(w, vars)
		}
		return c.other.dist(w, vars)
	})
}
func (c *condition) roll(r *roller, vars []int) int {
	if c.when.roll(r, vars) != 0 {
		return c.then.roll(r, vars)
	}
	return c.other.roll(r, vars)
}

func truthOf(v int) int {
	if v != 0 {
		return 1
	}
	return 0
}

func (h *pool) sort() sort {
	if h.groups[0].die.names != nil && h.read.name == summed.name {
		return named
	}
	return number
}

func (h *pool) free() bool {
	for _, g := range h.groups {
		if g.count != nil && !g.count.free() {
			return false
		}
	}
	return true
}

func (h *pool) dist(w *worker, vars []int) *Dist {
	if x := w.known[h]; x != nil {
		return x
	}
	w.at = h.begin
	x := h.eachCount(w, vars, 0, make([]int, len(h.groups)))
	if h.sort() == named {
		x.names = h.groups[0].die.names
	}
	if h.free() {
		if w.known == nil {
			w.known = map[*pool]*Dist{}
		}
		w.known[h] = x
	}
	return x
}

// eachCount evaluates the numbers of dice of the groups from i on, and then the pool.
func (h *pool) eachCount(w *worker, vars []int, i int, many []int) *Dist {
	if i == len(h.groups) {
		return h.result(w, many)
	}
	g := &h.groups[i]
	if g.count == nil {
		many[i] = g.many
		return h.eachCount(w, vars, i+1, many)
	}
	count := g.count.dist(w, vars)
	w.at = h.begin
	return w.mix(count, func(n int) *Dist {
		many[i] = h.checkedCount(n)
		return h.eachCount(w, vars, i+1, many)
	})
}

// checkedCount checks a number of dice and returns it; a negative number becomes 0.
func (h *pool) checkedCount(n int) int {
	if n > MostDice {
		panic(fault{fmt.Errorf("%d dice are too many: a term can have %d", n, MostDice), h.begin})
	}
	if total := h.groups[0].die.total; h.drawn && int64(n) > total {
		panic(fault{tooFewToDraw(n, total), h.begin})
	}
	return max(n, 0)
}

// tooFewToDraw returns the error of a draw of more than there is.
func tooFewToDraw(n int, total int64) error {
	return fmt.Errorf("%d cannot be drawn from a bag of %d: draw fewer, or give a number of copies, as in {1..13:4}", n, total)
}

// check returns the error of a parsed pool.
func (h *pool) check() error {
	for i := range h.groups {
		g := &h.groups[i]
		all := g.reroll != nil && !g.once && g.die.of == nil
		for _, f := range g.die.faces {
			all = all && g.reroll.has(f.value)
		}
		switch {
		case all:
			return g.endlessReroll()
		case g.explode && g.exploding == nil && g.die.of != nil:
			return errors.New("say what explodes, as in !!18")
		case g.explode && !g.summed && (len(h.keep) > 0 || h.read.score == nil):
			return errors.New("a single ! adds dice, so it does not work with dice that are kept or matched: write !! to add the explosions to one die")
		case g.explode && g.die.names != nil && g.exploding == nil:
			return errors.New("say which faces explode: !=name")
		case g.explode && g.summed && g.die.names != nil:
			return errors.New("names cannot be added up: use a single !, which adds dice")
		}
	}
	return nil
}

// checkNames returns the error of a pool of several named dice in which nothing is counted.
func (h *pool) checkNames() error {
	if g := &h.groups[0]; h.sort() == named && (g.count != nil || g.many != 1 || g.explode) {
		return fmt.Errorf("names cannot be added up: say what counts, as in =%s", g.die.names[0])
	}
	return nil
}
