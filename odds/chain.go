package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"loophole/internal/intern"
	"loophole/rule"
)

// A row lists the transitions of one node: targets, each a node or ^outcome, with their weights.
type row struct {
	to   []int32
	p    []float64
	w    weights
	self int // index of the transition to the node itself, or -1
}

// A chain is the Markov chain of a question: a row for every reachable state. If no state repeats,
// one pass in order solves it. A state that leads only to itself and to later ones needs one
// division. States that lead to each other in a circle need a linear system.
type chain struct {
	store *rowStore
	rows  intern.Pages[rowRef]
	// straight reports that every state leads to itself, to later states or to outcomes, so that
	// the states are in order already.
	straight bool
	loops    bool    // some state leads to itself
	keeps    bool    // the chain will be solved from other states too
	ready    *system // prepared for solving modulo primes, if keeps is set
	order    groups  // if not straight: groups of states that lead to each other, each before its successors
}

// row returns the transitions of a node.
func (c *chain) row(n int) row { return c.store.row(c.rows.At(n)) }

// ways returns the targets of a node.
func (c *chain) ways(n int) []int32 {
	k := c.rows.At(n)
	return c.store.to.at(k.to, k.ways)
}

// maxEdges limits the number of transitions, and so the memory of a chain.
const maxEdges = 1 << 25

// errEndless is the error for a procedure with a state that cannot end.
var errEndless = errors.New("odds: the procedure never ends: some states only lead to each other")

// compile plays every state that can be reached from the start. The chain uses the rows of the
// odometer, for as long as the odometer serves this question.
func (d *odometer) compile() (c *chain, err error) {
	stopped := rule.Catch(func() { c, err = d.rows() })
	if stopped != nil {
		return nil, stopped
	}
	return c, err
}

func (d *odometer) rows() (*chain, error) {
	c := &d.chain
	c.rows.Reset()
	c.store, c.straight, c.loops, c.order = &d.store, true, false, groups{}
	c.keeps, c.ready = false, nil
	t := d.rowBuilder
	for n := 0; n < d.nodes.Len(); n++ {
		t.reset()
		t.row = n
		if err := d.enumerate(n, t); err != nil {
			return nil, err
		}
		k := t.finish(d.ctx, c.store)
		c.rows.Add(k)
		if err := c.store.whole(d.ctx, &k); err != nil {
			return nil, err
		}
		if err := d.hold(int(k.ways), k.kind == weightLarge, k.den); err != nil {
			return nil, err
		}
		c.loops, c.straight = c.loops || k.self >= 0, c.straight && !t.back
		if c.store.to.used > maxEdges {
			return nil, &TooLargeError{Runs: float64(d.runs), Budget: d.budget, Why: fmt.Sprintf("more than %d ways from state to state", maxEdges)}
		}
	}
	if !c.straight {
		c.arrange(d.ctx)
	}
	return c, d.ctx.Err()
}

// groups returns the states in order. States that lead to each other form one group.
func (c *chain) groups() *groups {
	if c.order.len() == 0 {
		c.order.states = make([]int32, c.rows.Len())
		c.order.ends = make([]int32, c.rows.Len())
		for n := range c.order.states {
			c.order.states[n], c.order.ends[n] = int32(n), int32(n+1)
		}
	}
	return &c.order
}

// whole checks that the weights of a row add up to one.
func (a *rowStore) whole(ctx context.Context, k *rowRef) error {
	if k.kind != weightFloat {
		r := a.row(k)
		return r.w.whole(ctx)
	}
	if _, p := a.floats(k); !nearlyOne(total(p)) {
		return fmt.Errorf("odds: the chances of what follows a state add up to %v, not to 1", total(p))
	}
	return nil
}

// total adds up in four lanes, so that no addition waits for the previous one.
func total(p []float64) float64 {
	var a, b, c, d float64
	for ; len(p) >= 4; p = p[4:] {
		a, b, c, d = a+p[0], b+p[1], c+p[2], d+p[3]
	}
	for _, x := range p {
		a += x
	}
	return a + b + (c + d)
}

// arrange orders the states so that each comes before its successors, and groups states that lead
// to each other. It is Tarjan's algorithm with a stack of its own, because chains are long.
func (c *chain) arrange(ctx context.Context) {
	n := c.rows.Len()
	a := tarjan{chain: c, number: make([]int32, n), low: make([]int32, n), on: make([]bool, n)}
	poll := cancelPoll{ctx: ctx}
	path := []visit{{0, 0}}
	for len(path) > 0 {
		v := &path[len(path)-1]
		if v.next == 0 {
			a.met(v.node)
		}
		from := v.next
		deeper := a.descend(v)
		if poll.cancelled(numberWords + 4*int(v.next-from)) {
			return
		}
		if deeper >= 0 {
			path = append(path, visit{deeper, 0})
			continue
		}
		x := v.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			p := path[len(path)-1].node
			a.low[p] = min(a.low[p], a.low[x])
		}
		if a.low[x] == a.number[x] {
			a.close(x)
		}
	}
	c.order.reverse()
}

// A visit is a state on the current path of arrange, with the index of its next transition.
type visit struct{ node, next int32 }

// tarjan is the state of Tarjan's algorithm.
type tarjan struct {
	*chain
	number []int32 // numbers of the states in the order of their discovery, from 1
	low    []int32 // the lowest number that a state leads back to
	stack  []int32 // states whose groups are incomplete
	on     []bool  // whether a state is on the stack
	count  int32
}

func (a *tarjan) met(n int32) {
	a.count++
	a.number[n], a.low[n] = a.count, a.count
	a.stack, a.on[n] = append(a.stack, n), true
}

// descend follows the transitions of a state to one that was not visited yet. It returns -1 if
// there is none.
func (a *tarjan) descend(v *visit) int32 {
	for ways := a.ways(int(v.node)); int(v.next) < len(ways); {
		to := ways[v.next]
		v.next++
		switch {
		case to < 0:
		case a.number[to] == 0:
			return to
		case a.on[to]:
			a.low[v.node] = min(a.low[v.node], a.number[to])
		}
	}
	return -1
}

// close makes a group of the states on the stack from first on.
func (a *tarjan) close(first int32) {
	i := len(a.stack) - 1
	for a.stack[i] != first {
		i--
	}
	for _, n := range a.stack[i:] {
		a.on[n] = false
	}
	a.order.add(a.stack[i:]...)
	a.stack = a.stack[:i]
}

// repeats reports whether some state can be reached from itself.
func (c *chain) repeats() bool {
	return c.loops || !c.straight && c.order.len() < c.rows.Len()
}

// closed reports whether some state leads only to itself.
func (c *chain) closed() bool {
	for n := range c.rows.Len() {
		if k := c.rows.At(n); k.ways == 1 && k.self == 0 {
			return true
		}
	}
	return false
}

// solveFloats returns the expected number of visits of every state, and the chance of every
// outcome, from a start.
func (c *chain) solveFloats(pay *runBudget, start, outcomes int) (visits, out []float64, err error) {
	// Outcomes come before the states, in reverse order, so that one addition finds the place of a
	// target.
	all := make([]float64, outcomes+c.rows.Len())
	visits = all[outcomes:]
	visits[start] = 1
	if c.straight {
		poll := cancelPoll{ctx: pay.ctx}
		for n := start; n < c.rows.Len() && err == nil; n++ {
			err = c.carry(n, all, outcomes, &poll)
		}
	} else {
		err = c.carryGroups(pay, all, outcomes)
	}
	if err == nil {
		err = pay.ctx.Err()
	}
	out = all[:outcomes:outcomes]
	slices.Reverse(out)
	return visits, out, err
}

// carryGroups is the part of solveFloats for states in groups.
func (c *chain) carryGroups(pay *runBudget, all []float64, outcomes int) error {
	visits := all[outcomes:]
	poll := cancelPoll{ctx: pay.ctx}
	place := c.order.places()
	for g := range c.order.len() {
		group := c.order.at(g)
		if len(group) == 1 {
			if err := c.carry(int(group[0]), all, outcomes, &poll); err != nil {
				return err
			}
			continue
		}
		if err := c.settleFloats(pay, group, place, visits); err != nil {
			return err
		}
		for _, n := range group {
			to, p := c.store.floats(c.rows.At(int(n)))
			if poll.cancelled(len(to)) {
				return pay.ctx.Err()
			}
			for i, to := range to {
				if !inGroup(group, place, to) {
					all[int(to)+outcomes] += visits[n] * p[i]
				}
			}
		}
	}
	return nil
}

// carry computes the visits of a state outside any circle from its arrivals, and adds them to the
// arrivals of its targets.
func (c *chain) carry(n int, all []float64, outcomes int, poll *cancelPoll) error {
	k := c.rows.At(n)
	to, p := c.store.floats(k)
	if poll.cancelled(len(to)) {
		return poll.ctx.Err()
	}
	if k.self >= 0 {
		leave := leave(p, int(k.self))
		if leave == 0 {
			return errEndless
		}
		all[n+outcomes] /= leave
	}
	v := all[n+outcomes]
	p = p[:len(to)]
	for i, to := range to {
		all[int(to)+outcomes] += v * p[i]
	}
	all[n+outcomes] = v // the division has counted the returns
	return nil
}

// leave returns the chance to leave a state whose transition to itself has the index self. A sum of
// the other weights is more precise than one minus the chance to stay.
func leave(p []float64, self int) float64 {
	return total(p[:self]) + total(p[self+1:])
}

// settleFloats computes the visits of states that lead to each other from their arrivals from
// outside.
func (c *chain) settleFloats(pay *runBudget, group, place []int32, visits []float64) error {
	why := fmt.Sprintf("%d states lead to each other", len(group))
	if err := checkMatrixSize(len(group)); err != nil {
		return err
	}
	if err := pay.require(cube(len(group)), why); err != nil {
		return err
	}
	m := make([][]float64, len(group))
	poll := cancelPoll{ctx: pay.ctx}
	for i := range m {
		if poll.cancelled(len(group)) {
			return pay.ctx.Err()
		}
		m[i] = make([]float64, len(group)+1)
		m[i][i], m[i][len(group)] = 1, visits[group[i]]
	}
	for j, n := range group {
		to, p := c.store.floats(c.rows.At(int(n)))
		if poll.cancelled(16 * len(to)) { // each target is in another row
			return pay.ctx.Err()
		}
		for k, to := range to {
			if inGroup(group, place, to) {
				m[place[to]][j] -= p[k]
			}
		}
	}
	ok, err := eliminate(m, func(words int) error { return pay.spend(float64(words), why) })
	if err != nil {
		return err
	}
	if !ok {
		return errEndless
	}
	for i, n := range group {
		visits[n] = m[i][len(group)]
	}
	return nil
}

// checkMatrixSize fails if a linear system of a number of states would take more memory than any budget
// allows.
func checkMatrixSize(states int) error {
	if n := float64(states); n*n > maxMemory {
		return &TooLargeError{Runs: cube(states) / wordsPerRun, Why: fmt.Sprintf("%d states lead to each other, which takes more than %d MiB", states, maxMemory>>17)}
	}
	return nil
}

// eliminate solves the system in place by Gauss-Jordan elimination with partial pivoting. pay
// accounts for the work on each row.
func eliminate(m [][]float64, pay func(words int) error) (ok bool, err error) {
	for i := range m {
		best := i
		for r := i; r < len(m); r++ {
			if abs(m[r][i]) > abs(m[best][i]) {
				best = r
			}
		}
		m[i], m[best] = m[best], m[i]
		if abs(m[i][i]) < 1e-14 {
			return false, nil
		}
		for r := range m {
			if err := pay(len(m)); err != nil {
				return false, err
			}
			if r == i || m[r][i] == 0 {
				continue
			}
			f := m[r][i] / m[i][i]
			for k := i; k < len(m[r]); k++ {
				m[r][k] -= f * m[i][k]
			}
		}
	}
	for i := range m {
		m[i][len(m)] /= m[i][i]
	}
	return true, nil
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }
