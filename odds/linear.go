package odds

import (
	"context"
	"runtime"
	"sync"
)

// A modularSolver solves a system modulo one prime after another.
type modularSolver struct {
	*system
	*reduced
	poll   cancelPoll
	start  int
	mass   []uint64 // of states, then of outcomes
	visits []uint64 // by checkpoint
	det    uint64   // the common denominator
	matrix [][]uint64
}

// A reduced system is the part of a solution modulo a prime that is the same for every start.
// Numbers "in form" are in Montgomery form.
type reduced struct {
	q           prime
	w           []uint64 // weights, reduced if they exceed a word
	den         []uint64 // denominators of rows, reduced
	diag        []uint64 // of states: the weight of leaving, in form
	pairWeights []uint64 // of states in pairs: the weight of the transition to the other, in form
	inv         []uint64 // of the first state of a group: 2^128 over its determinant
	whole       uint64   // the product of the determinants of groups of one or two states
}

func (s *system) reduced() *reduced {
	r := &reduced{w: s.small, den: make([]uint64, s.states), diag: make([]uint64, s.states), pairWeights: make([]uint64, s.states), inv: make([]uint64, s.states)}
	if s.large != nil {
		r.w = append([]uint64(nil), s.small...)
	}
	return r
}

// words returns the memory of a kept system, in words.
func (s *system) words() int {
	words := len(s.to)/2 + len(s.small) + len(s.large) + 8*s.states
	for _, r := range s.kept {
		if r != nil {
			words += len(r.den) + len(r.diag) + len(r.pairWeights) + len(r.inv)
			if s.large != nil {
				words += len(r.w)
			}
		}
	}
	return words
}

// maxReduced limits the memory of a system modulo all its primes, in words: 4 MiB.
const maxReduced = 1 << 19

// keep makes a system keep its results for each prime, within the limit of memory.
func (s *system) keep(primes int) {
	words := 4 * s.states
	if s.large != nil {
		words += len(s.small)
	}
	if primes*words <= maxReduced {
		s.kept = make([]*reduced, primes)
	}
}

func (s *system) solver(outcomes, checkpoints int) *modularSolver {
	v := &modularSolver{
		system: s, poll: cancelPoll{ctx: s.ctx},
		mass: make([]uint64, s.states+outcomes), visits: make([]uint64, checkpoints),
	}
	if n := s.order.largest(); n > 2 {
		poll := cancelPoll{ctx: s.ctx}
		for range n {
			if poll.cancelled(n) {
				break
			}
			v.matrix = append(v.matrix, make([]uint64, n+1))
		}
	}
	return v
}

// primesPerWorker is the number of primes from which another worker pays off.
const primesPerWorker = 24

// residues solves a system modulo the wanted number of primes. The values of one solution are the
// common denominator, the visits and the outcomes. It skips primes that divide the denominator.
func (s *system) residues(ctx context.Context, wanted int, another func() *modularSolver) (used []prime, found [][]uint64, err error) {
	results := make([][]uint64, wanted)
	workers := min(runtime.GOMAXPROCS(0), 1+wanted/primesPerWorker)
	if n := s.order.largest(); n > 2 {
		workers = max(1, min(workers, maxMemory/(n*n))) // each needs a matrix of its own
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			v := another()
			for i := w; i < wanted && ctx.Err() == nil; i += workers {
				results[i] = v.values(i)
			}
		}()
	}
	wait.Wait()
	var last *modularSolver
	for i := 0; len(used) < wanted; i++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if i == 2*wanted+8 {
			return nil, nil, errEndless
		}
		if i >= wanted {
			if last == nil {
				last = another()
			}
			results = append(results, last.values(i))
		}
		if results[i] != nil {
			used, found = append(used, primeAt(i)), append(found, results[i])
		}
	}
	return used, found, nil
}

// values solves modulo the prime with a number. It returns nil if the prime divides the
// denominator.
func (v *modularSolver) values(i int) []uint64 {
	if !v.ready(i) || !v.solve() {
		return nil
	}
	values := append(make([]uint64, 0, 1+len(v.visits)+len(v.mass)-v.states), v.det)
	values = append(values, v.visits...)
	return append(values, v.mass[v.states:]...)
}

// ready reduces the system modulo the prime with a number, or finds the kept result. It reports
// false if the prime divides the denominator, and when it is cancelled.
func (v *modularSolver) ready(i int) bool {
	keeps := i < len(v.kept)
	if keeps && v.kept[i] != nil {
		v.reduced = v.kept[i]
		return true
	}
	if v.reduced == nil || len(v.kept) > 0 { // the current one is kept
		v.reduced = v.system.reduced()
	}
	v.q = primeAt(i)
	if !v.reduce() || !v.invert() {
		return false
	}
	if keeps {
		v.kept[i] = v.reduced
	}
	return true
}

// solve fills mass and visits with numerators over det. It reports false if the prime divides the
// denominator.
func (v *modularSolver) solve() bool {
	q := &v.q
	v.det = v.whole
	clear(v.visits)
	clear(v.mass)
	v.mass[v.start] = 1
	for g := range v.order.len() {
		group := v.order.at(g)
		n := int(group[0])
		if v.poll.cancelled(2 * int(v.rows[n].last-v.rows[n].first)) {
			return false
		}
		switch {
		case len(group) == 1:
			v.push(n, q.redc(v.mass[n], v.inv[n]))
		case len(group) == 2:
			v.solvePair(n, int(group[1]))
		case !v.solveGroup(group):
			return false
		}
	}
	// Convert chances to numerators.
	if v.common != nil {
		v.det = q.of(v.common)
	}
	scale := q.redc(v.det, q.two)
	for i := v.states; i < len(v.mass); i++ {
		v.mass[i] = q.redc(v.mass[i], scale)
	}
	for i := range v.visits {
		v.visits[i] = q.redc(v.visits[i], scale)
	}
	return true
}

// reduce reduces weights that exceed a word; words are multiplied as they are. It computes the
// weight of leaving each state. It reports false when it is cancelled.
func (v *modularSolver) reduce() bool {
	q := &v.q
	for i, x := range v.large {
		if x != nil {
			if v.poll.cancelled(len(x.Bits()) + 1) {
				return false
			}
			v.w[i] = q.of(x)
		}
	}
	for n := range v.rows {
		r := &v.rows[n]
		if v.poll.cancelled(numberWords + int(r.last-r.inner)) {
			return false
		}
		v.den[n] = q.of(r.den)
		d := v.den[n]
		for i := r.inner; i < r.last; i++ {
			if int(v.to[i]) == n {
				d = q.sub(d, v.w[i]%q.p)
			}
		}
		v.diag[n] = q.redc(d, q.two)
	}
	return true
}

// invert computes the inverses of the determinants of all groups of one or two states with a single
// division, and their product. It reports false if the prime divides the denominator, and when it
// is cancelled.
func (v *modularSolver) invert() bool {
	q, before := &v.q, v.mass // temporary: the products up to each group
	product := q.one
	for g := range v.order.len() {
		group := v.order.at(g)
		if v.poll.cancelled(numberWords) {
			return false
		}
		if len(group) > 2 {
			continue
		}
		d := v.determinant(group)
		if d == 0 {
			return false
		}
		v.inv[group[0]], before[group[0]] = d, product
		product = q.redc(product, d)
	}
	v.whole = q.redc(product, 1)
	inverse := q.inverse(product)
	for i := v.order.len() - 1; i >= 0; i-- {
		if v.poll.cancelled(numberWords) {
			return false
		}
		if group := v.order.at(i); len(group) <= 2 {
			n := group[0]
			d := v.inv[n]
			v.inv[n] = q.redc(q.redc(inverse, before[n]), q.two)
			inverse = q.redc(inverse, d)
		}
	}
	return true
}

// determinant returns the determinant of a group of one or two states, in form. Of two states it
// keeps the weights of the transitions to each other.
func (v *modularSolver) determinant(group []int32) uint64 {
	n, q := int(group[0]), &v.q
	if len(group) == 1 {
		return v.diag[n]
	}
	m := int(group[1])
	v.pairWeights[n], v.pairWeights[m] = v.weightBetween(n, m), v.weightBetween(m, n)
	return q.sub(q.redc(v.diag[n], v.diag[m]), q.redc(v.pairWeights[n], v.pairWeights[m]))
}

// weightBetween returns the weight of the transitions from one state of a group to another, in form.
func (v *modularSolver) weightBetween(from, to int) uint64 {
	r := &v.rows[from]
	for i := r.inner; i < r.last; i++ {
		if int(v.to[i]) == to {
			return v.q.redc(v.w[i], v.q.two)
		}
	}
	return 0
}

// solvePair solves two states that lead to each other by Cramer's rule.
func (v *modularSolver) solvePair(n, m int) {
	q := &v.q
	a := q.add(q.redc(v.mass[n], v.diag[m]), q.redc(v.mass[m], v.pairWeights[m]))
	b := q.add(q.redc(v.mass[m], v.diag[n]), q.redc(v.mass[n], v.pairWeights[n]))
	v.push(n, q.redc(a, v.inv[n]))
	v.push(m, q.redc(b, v.inv[n]))
}

// push adds the mass that leaves the group of a state to its targets. factor is the visits over the
// denominator of the row, in form.
func (v *modularSolver) push(n int, factor uint64) {
	if factor == 0 {
		return
	}
	q, r := &v.q, &v.rows[n]
	if r.checkpoint >= 0 {
		v.visits[r.checkpoint] = q.add(v.visits[r.checkpoint], q.redc(factor, v.den[n]))
	}
	to, w := v.to[r.first:r.inner], v.w[r.first:r.inner]
	w = w[:len(to)]
	for i, t := range to {
		v.mass[t] = q.add(v.mass[t], q.redc(factor, w[i]))
	}
}

// solveGroup solves the linear system of states that lead to each other in a circle.
func (v *modularSolver) solveGroup(group []int32) bool {
	q, k := &v.q, len(group)
	m := v.matrix[:k]
	for i := range m {
		if v.poll.cancelled(k) {
			return false
		}
		m[i] = m[i][:k+1]
		clear(m[i])
	}
	for j, n := range group {
		r := &v.rows[n]
		m[j][j] = v.diag[n]
		m[j][k] = q.redc(v.mass[n], q.two)
		for i := r.inner; i < r.last; i++ {
			if t := v.to[i]; t != n {
				at := &m[v.rows[t].place][j]
				*at = q.sub(*at, q.redc(v.w[i], q.two))
			}
		}
	}
	det, ok := q.eliminate(m, &v.poll)
	if !ok {
		return false
	}
	v.det = q.redc(v.det, det)
	for j, n := range group {
		v.push(int(n), m[j][k])
	}
	return true
}

// eliminate solves a system in form by Gauss-Jordan elimination. The last column becomes the
// solution. It returns the determinant. ok is false if the determinant is 0 or the question is
// cancelled.
func (q *prime) eliminate(m [][]uint64, poll *cancelPoll) (det uint64, ok bool) {
	det = q.one
	for i := range m {
		p := i
		for p < len(m) && m[p][i] == 0 {
			p++
		}
		if p == len(m) {
			return 0, false
		}
		if p != i {
			m[i], m[p] = m[p], m[i]
			det = q.sub(0, det)
		}
		det = q.redc(det, m[i][i])
		inverse := q.inverse(m[i][i])
		for k := i; k <= len(m); k++ {
			m[i][k] = q.redc(m[i][k], inverse)
		}
		for r := range m {
			if poll.cancelled(4 * len(m)) {
				return 0, false
			}
			if r == i || m[r][i] == 0 {
				continue
			}
			f := m[r][i]
			for k := i; k <= len(m); k++ {
				m[r][k] = q.sub(m[r][k], q.redc(f, m[i][k]))
			}
		}
	}
	return det, true
}
