package odds

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"loophole/rule"
)

// A row is what follows from one node: targets, each a node or ^outcome, with
// their weights.
type row struct {
	to   []int32
	p    []float64
	w    weights
	self int // where in the row the state leads to itself, or -1
}

// A chain is a question played out: a row for every state that can be
// reached. Its shape tells how it is solved: states in order where no state
// comes back, division by one minus the chance to stay where a state repeats
// itself, a linear system where states lead round in a circle.
type chain struct {
	rows []*row
	// straight: every state leads to itself, to later ones or to outcomes, so
	// that the states stand in order as they are.
	straight bool
	loops    bool    // some state leads to itself
	order    [][]int // else groups of states that lead to each other, each before what follows
}

// maxEdges bounds what a chain takes of memory.
const maxEdges = 1 << 25

// errEndless is the error of a procedure that has a state with no way out.
var errEndless = errors.New("odds: the procedure never ends: some states only lead to each other")

// compile plays out every state that the start leads to. The chain is laid in
// the odometer's arena, for as long as the odometer serves this question.
func (d *odometer) compile() (c *chain, err error) {
	stopped := rule.Guard(func() { c, err = d.rows() })
	if stopped != nil {
		return nil, stopped
	}
	return c, err
}

func (d *odometer) rows() (*chain, error) {
	c := &d.chain
	*c = chain{rows: c.rows[:0], straight: true}
	t := d.pile
	for n := 0; n < len(d.nodes); n++ {
		t.reset()
		t.row = n
		if err := d.enumerate(n, t); err != nil {
			return nil, err
		}
		r := &d.arena.rows.take(1)[0]
		r.self = t.self
		r.to, r.p, r.w = t.finish(&d.arena)
		if err := r.whole(d.exact); err != nil {
			return nil, err
		}
		if err := d.hold(r.w, len(r.to)); err != nil {
			return nil, err
		}
		c.loops, c.straight = c.loops || t.self >= 0, c.straight && !t.back
		c.rows = append(c.rows, r)
		if d.arena.ways > maxEdges {
			return nil, &TooLarge{Runs: float64(d.runs), Budget: d.budget, Why: fmt.Sprintf("more than %d ways from state to state", maxEdges)}
		}
	}
	if !c.straight {
		c.arrange(d.ctx)
	}
	return c, d.ctx.Err()
}

// groups returns the states in order, those that lead to each other together.
func (c *chain) groups() [][]int {
	if c.order == nil {
		all := make([]int, len(c.rows))
		c.order = make([][]int, len(c.rows))
		for n := range all {
			all[n] = n
			c.order[n] = all[n : n+1 : n+1]
		}
	}
	return c.order
}

// whole checks that the weights of a row add up to one.
func (r *row) whole(exact bool) error {
	if exact {
		if den, ok := r.w.den.word(); ok && r.w.large == nil {
			for _, n := range r.w.small {
				den -= n
			}
			if den == 0 {
				return nil
			}
		}
		if m := r.w.mass(); m.Cmp(big.NewRat(1, 1)) != 0 {
			return fmt.Errorf("odds: the mass of a state is %v, not 1", m)
		}
		return nil
	}
	if sum := total(r.p); !nearlyOne(sum) {
		return fmt.Errorf("odds: the mass of a state is %v, not 1", sum)
	}
	return nil
}

// total adds up in four lanes, so that no addition waits for the one before.
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

// arrange orders the states so that each stands before those it leads to, and
// groups those that lead round in a circle (Tarjan's algorithm, on a stack of
// its own because chains are long).
func (c *chain) arrange(ctx context.Context) {
	n := len(c.rows)
	number, low := make([]int, n), make([]int, n)
	on := make([]bool, n)
	var stack []int
	type visit struct{ node, next int }
	count := 0
	path := []visit{{0, 0}}
	for step := 1; len(path) > 0 && !stopped(ctx, step); step++ {
		v := &path[len(path)-1]
		if v.next == 0 {
			count++
			number[v.node], low[v.node] = count, count
			stack = append(stack, v.node)
			on[v.node] = true
		}
		if v.next < len(c.rows[v.node].to) {
			to := int(c.rows[v.node].to[v.next])
			v.next++
			switch {
			case to < 0:
			case number[to] == 0:
				path = append(path, visit{to, 0})
			case on[to]:
				low[v.node] = min(low[v.node], number[to])
			}
			continue
		}
		x := v.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			p := path[len(path)-1].node
			low[p] = min(low[p], low[x])
		}
		if low[x] == number[x] {
			i := len(stack) - 1
			for stack[i] != x {
				i--
			}
			for _, y := range stack[i:] {
				on[y] = false
			}
			c.order = append(c.order, append([]int(nil), stack[i:]...))
			stack = stack[:i]
		}
	}
	for i, j := 0, len(c.order)-1; i < j; i, j = i+1, j-1 {
		c.order[i], c.order[j] = c.order[j], c.order[i]
	}
}

// repeats reports whether some state can come back to itself.
func (c *chain) repeats() bool {
	if c.loops || c.straight {
		return c.loops
	}
	for _, group := range c.order {
		if len(group) > 1 {
			return true
		}
	}
	return false
}

// closed reports whether some state leads nowhere but to itself.
func (c *chain) closed() bool {
	for n := range c.rows {
		if r := c.rows[n]; len(r.to) == 1 && int(r.to[0]) == n {
			return true
		}
	}
	return false
}

// solveFloats returns the expected visits of every state, and the chance of
// every outcome, from a start.
func (c *chain) solveFloats(pay *purse, start, outcomes int) (visits, out []float64, err error) {
	// Outcomes stand before the states, the first one last, so that a target
	// finds its place by one addition.
	all := make([]float64, outcomes+len(c.rows))
	visits = all[outcomes:]
	visits[start] = 1
	if c.straight {
		for n := start; n < len(c.rows) && err == nil && !stopped(pay.ctx, n); n++ {
			err = c.carry(n, all, outcomes)
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

// carryGroups is the part of solveFloats for states that stand in groups.
func (c *chain) carryGroups(pay *purse, all []float64, outcomes int) error {
	visits := all[outcomes:]
	for i, group := range c.order {
		if stopped(pay.ctx, i) {
			return pay.ctx.Err()
		}
		if len(group) == 1 {
			if err := c.carry(group[0], all, outcomes); err != nil {
				return err
			}
			continue
		}
		if err := c.settleFloats(pay, group, visits); err != nil {
			return err
		}
		in := map[int32]bool{}
		for _, n := range group {
			in[int32(n)] = true
		}
		for _, n := range group {
			for i, to := range c.rows[n].to {
				if !in[to] {
					all[int(to)+outcomes] += visits[n] * c.rows[n].p[i]
				}
			}
		}
	}
	return nil
}

// carry turns the arrivals at a state on its own into visits, and carries them
// to where it leads.
func (c *chain) carry(n int, all []float64, outcomes int) error {
	r := c.rows[n]
	if r.self >= 0 {
		leave := r.leave()
		if leave == 0 {
			return errEndless
		}
		all[n+outcomes] /= leave
	}
	v := all[n+outcomes]
	p := r.p[:len(r.to)]
	for i, to := range r.to {
		all[int(to)+outcomes] += v * p[i]
	}
	all[n+outcomes] = v // what led back to the state has been counted
	return nil
}

// leave is the chance to leave a state that may repeat itself, which is sharper
// than one minus the chance to stay.
func (r *row) leave() float64 {
	return total(r.p[:r.self]) + total(r.p[r.self+1:])
}

// settleFloats turns the arrivals at states that lead to each other from
// outside into visits.
func (c *chain) settleFloats(pay *purse, group []int, visits []float64) error {
	why := fmt.Sprintf("%d states lead to each other", len(group))
	if err := matrix([][]int{group}); err != nil {
		return err
	}
	if err := pay.afford(cube(len(group)), why); err != nil {
		return err
	}
	place := map[int]int{}
	for i, n := range group {
		place[n] = i
	}
	m := make([][]float64, len(group))
	for i := range m {
		m[i] = make([]float64, len(group)+1)
		m[i][i], m[i][len(group)] = 1, visits[group[i]]
	}
	for j, n := range group {
		for k, to := range c.rows[n].to {
			if i, ok := place[int(to)]; ok {
				m[i][j] -= c.rows[n].p[k]
			}
		}
	}
	ok, err := eliminate(m, func(k int) error { return pay.pay(float64(k)*float64(k), why) })
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

// matrix refuses a linear system that takes too much memory, whatever the
// budget.
func matrix(groups [][]int) error {
	for _, g := range groups {
		if n := float64(len(g)); n*n > maxMemory {
			return &TooLarge{Runs: cube(len(g)) / wordsPerRun, Why: fmt.Sprintf("%d states lead to each other, which takes more than %d MiB", len(g), maxMemory>>17)}
		}
	}
	return nil
}

// eliminate solves the system in place by Gauss and Jordan with partial
// pivoting. Each column is paid for.
func eliminate(m [][]float64, pay func(columns int) error) (ok bool, err error) {
	for i := range m {
		if err := pay(len(m)); err != nil {
			return false, err
		}
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
