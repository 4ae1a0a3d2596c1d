package odds

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"sync"
)

// Where states repeat or lead round to each other the chances of a long fight
// are fractions of thousands of digits, and every intermediate fraction would
// be as long. So the chain is solved in words instead, modulo one prime after
// another, and the fractions are put together at the end by the Chinese
// remainder theorem. How many primes are needed is known beforehand: every
// chance is a numerator over one common denominator, the product of the
// determinants of the groups, which is bounded by the product of the rows'
// denominators.

// A prime is a modulus below 2^63 with what Montgomery's multiplication needs.
type prime struct {
	p   uint64
	neg uint64 // -1/p modulo 2^64
	one uint64 // 2^64 modulo p
	two uint64 // 2^128 modulo p
}

// redc returns a·b/2^64 modulo p; the product a·b must be below p·2^64.
func (q *prime) redc(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	h, l := bits.Mul64(lo*q.neg, q.p)
	_, carry := bits.Add64(lo, l, 0)
	// hi and h are below p, which is below 2^63, so that nothing overflows.
	r := hi + h + carry
	if r >= q.p {
		r -= q.p
	}
	return r
}

func (q *prime) add(a, b uint64) uint64 {
	a += b
	if a >= q.p {
		a -= q.p
	}
	return a
}

func (q *prime) sub(a, b uint64) uint64 {
	if a < b {
		a += q.p
	}
	return a - b
}

// of reduces a natural number.
func (q *prime) of(x *big.Int) uint64 {
	words, r := x.Bits(), uint64(0)
	for i := len(words) - 1; i >= 0; i-- {
		r = q.add(q.redc(r, q.two), uint64(words[i])%q.p)
	}
	return r
}

// power returns x^n with x and the result in Montgomery's form.
func (q *prime) power(x, n uint64) uint64 {
	y := q.one
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = q.redc(y, x)
		}
		x = q.redc(x, x)
	}
	return y
}

// inverse returns 2^128/x for x in Montgomery's form or not: the inverse of a
// number in form is in form.
func (q *prime) inverse(x uint64) uint64 { return q.power(x, q.p-2) }

func newPrime(p uint64) prime {
	inv := p // right to 3 bits, and twice as many with every step
	for range 5 {
		inv *= 2 - p*inv
	}
	_, one := bits.Div64(1, 0, p)
	_, two := bits.Div64(one, 0, p)
	return prime{p: p, neg: -inv, one: one, two: two}
}

// isPrime is the test of Miller and Rabin with bases that decide every word.
func (q *prime) isPrime() bool {
	s := bits.TrailingZeros64(q.p - 1)
	minus := q.p - q.one
next:
	for _, base := range [...]uint64{2, 325, 9375, 28178, 450775, 9780504, 1795265022} {
		x := q.power(q.redc(base, q.two), (q.p-1)>>s)
		if x == q.one || x == minus {
			continue
		}
		for range s - 1 {
			if x = q.redc(x, x); x == minus {
				continue next
			}
		}
		return false
	}
	return true
}

// primes are the largest ones below 2^63 in falling order, found when needed.
var primes struct {
	sync.Mutex
	list []prime
}

// primeAt returns the n-th prime.
func primeAt(n int) prime {
	primes.Lock()
	defer primes.Unlock()
	p := uint64(1)<<63 + 1
	if k := len(primes.list); k > 0 {
		p = primes.list[k-1].p
	}
	for len(primes.list) <= n {
		p -= 2
		if p%3 == 0 || p%5 == 0 || p%7 == 0 || p%11 == 0 || p%13 == 0 {
			continue
		}
		if q := newPrime(p); q.isPrime() {
			primes.list = append(primes.list, q)
		}
	}
	return primes.list[n]
}

// primeBits is what one prime surely adds to what can be told apart.
const primeBits = 62.99

// A system is a chain made ready to be solved modulo primes: rows reduced, one
// after the other, with the targets of all rows in one list. Target i stands
// for state i below the number of states and for an outcome from there on.
type system struct {
	ctx    context.Context
	order  [][]int
	states int
	rows   []span
	to     []int32
	small  []uint64
	large  []*big.Int // of weights beyond a word, else nil; empty where all fit
	common *big.Int   // the common denominator, where it is known beforehand
	bits   float64    // of the largest number that can come out
	work   float64    // word operations for one prime
}

// A span is the row of one state: targets from first to inner lead out of its
// group, those from inner to last stay in it.
type span struct {
	first, inner, last int32
	place              int32 // within its group
	mark               int   // -1 for the start
	den                *big.Int
}

func (c *chain) system(ctx context.Context, mark func(n int) int) *system {
	s := &system{ctx: ctx, states: len(c.rows), order: c.groups(), rows: make([]span, len(c.rows))}
	group := make([]int, len(c.rows))
	for g, members := range s.order {
		for i, n := range members {
			group[n] = g
			s.rows[n].place = int32(i)
		}
	}
	for n := range c.rows {
		s.lay(n, &c.rows[n], group)
		s.rows[n].mark = mark(n)
	}
	s.measure()
	return s
}

// lay adds the row of a state to the lists, what stays in its group last.
func (s *system) lay(n int, r *row, group []int) {
	small, large, den := r.w.reduced()
	stays := func(to int) bool { return to >= 0 && group[to] == group[n] }
	add := func(inner bool) {
		for i, to := range r.to {
			if stays(int(to)) != inner {
				continue
			}
			if to < 0 {
				to = int32(s.states) + ^to
			}
			s.to = append(s.to, to)
			if large == nil {
				s.small = append(s.small, small[i])
				continue
			}
			for len(s.large) < len(s.small) {
				s.large = append(s.large, nil)
			}
			s.small, s.large = append(s.small, 0), append(s.large, large[i])
		}
	}
	at := &s.rows[n]
	at.den, at.first = den, int32(len(s.to))
	add(false)
	at.inner = int32(len(s.to))
	add(true)
	at.last = int32(len(s.to))
}

// measure bounds the numbers that come out. A state on its own adds the
// weight of leaving it to the common denominator; a group of states the
// determinant of its system, which is at most the product of its diagonal.
// Visits may exceed one, by no more than the longest expected stay and the
// number of states.
func (s *system) measure() {
	stay := 0.0
	for _, group := range s.order {
		for _, n := range group {
			s.bits += log2(s.rows[n].den)
		}
		if len(group) == 1 {
			over := log2(s.rows[group[0]].den) - log2(s.leave(group[0]))
			s.bits -= over
			stay = max(stay, over)
		}
		k := float64(len(group))
		s.work += k*k*k/3 + 8*k
	}
	s.work += float64(len(s.to))
	if s.common = s.shared(); s.common != nil {
		s.bits = log2(s.common)
	}
	s.bits += stay + math.Log2(float64(s.states)) + 2
}

// maxSharing bounds the steps that looking for a common denominator may take.
const maxSharing = 1 << 24

// shared finds a common denominator that is smaller than the product over all
// states. Leaving a state multiplies the denominator of a path; what different
// paths have in common is counted once. So each factor stands in it as often as
// it is met on one path at most. Where states lead round to each other there is
// no such path, and nil is returned.
func (s *system) shared() *big.Int {
	own := make([]smooth, s.states)
	atom := make([]int, s.states) // the factor that is not 2, 3 or 5; -1 for none
	index := map[string]int{}
	var atoms []*big.Int
	for _, group := range s.order {
		if len(group) > 1 {
			return nil
		}
		n := group[0]
		rest := s.leave(n)
		own[n], rest = strip(rest)
		atom[n] = -1
		if rest.BitLen() > 1 {
			key := string(rest.Bytes())
			i, ok := index[key]
			if !ok {
				i = len(atoms)
				index[key] = i
				atoms = append(atoms, rest)
			}
			atom[n] = i
		}
	}
	if (len(atoms)+3)*(len(s.to)+s.states) > maxSharing {
		return nil
	}
	before := make([]int, s.states)
	longest := func(weight func(n int) int) int {
		clear(before)
		most := 0
		for _, group := range s.order {
			n := group[0]
			x := before[n] + weight(n)
			most = max(most, x)
			for _, to := range s.to[s.rows[n].first:s.rows[n].inner] {
				if int(to) < s.states {
					before[to] = max(before[to], x)
				}
			}
		}
		return most
	}
	common := big.NewInt(1)
	for i, p := range []int64{2, 3, 5} {
		e := longest(func(n int) int { return own[n].lane(i) })
		common.Mul(common, new(big.Int).Exp(big.NewInt(p), big.NewInt(int64(e)), nil))
	}
	for i, a := range atoms {
		if s.ctx.Err() != nil {
			return nil
		}
		e := longest(func(n int) int {
			if atom[n] == i {
				return 1
			}
			return 0
		})
		common.Mul(common, new(big.Int).Exp(a, big.NewInt(int64(e)), nil))
	}
	return common
}

// strip takes the factors 2, 3 and 5 out of a number.
func strip(x *big.Int) (smooth, *big.Int) {
	var e [3]int
	e[0] = int(x.TrailingZeroBits())
	x = new(big.Int).Rsh(x, uint(e[0]))
	q, r := new(big.Int), new(big.Int)
	for i, p := range []*big.Int{nil, big.NewInt(3), big.NewInt(5)} {
		for p != nil && x.BitLen() > 1 {
			if q.QuoRem(x, p, r); r.Sign() != 0 {
				break
			}
			e[i]++
			x.Set(q)
		}
	}
	return makeSmooth(e[0], e[1], e[2]), x
}

// leave is the weight of leaving a state on its own.
func (s *system) leave(n int) *big.Int {
	r := &s.rows[n]
	l := new(big.Int).Set(r.den)
	for i := r.inner; i < r.last; i++ {
		l.Sub(l, s.weight(int(i)))
	}
	return l
}

func (s *system) weight(i int) *big.Int {
	if i < len(s.large) && s.large[i] != nil {
		return s.large[i]
	}
	return new(big.Int).SetUint64(s.small[i])
}

func log2(x *big.Int) float64 {
	n := x.BitLen()
	if n <= 64 {
		return math.Log2(float64(x.Uint64()))
	}
	top := new(big.Int).Rsh(x, uint(n-64)).Uint64()
	return math.Log2(float64(top)+1) + float64(n-64)
}

// reduced returns the weights of a row and their sum divided by what they have
// in common, in words where they then fit.
func (w *weights) reduced() (small []uint64, large []*big.Int, den *big.Int) {
	if w.large == nil {
		g, _ := w.den.word()
		d := g
		for _, x := range w.small {
			if g = gcdWords(g, x); g == 1 {
				return w.small, nil, new(big.Int).SetUint64(d)
			}
		}
		small = make([]uint64, len(w.small))
		for i, x := range w.small {
			small[i] = x / g
		}
		return small, nil, new(big.Int).SetUint64(d / g)
	}
	den = w.den.int()
	g := new(big.Int).Set(den)
	for _, x := range w.large {
		if g.IsUint64() && g.Uint64() == 1 {
			break
		}
		g.GCD(nil, nil, g, x)
	}
	den.Quo(den, g)
	large = make([]*big.Int, len(w.large))
	for i, x := range w.large {
		large[i] = new(big.Int).Quo(x, g)
	}
	if !den.IsUint64() {
		return nil, large, den
	}
	small = make([]uint64, len(large))
	for i, x := range large {
		small[i] = x.Uint64()
	}
	return small, nil, den
}

func gcdWords(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// A solver solves a system modulo one prime after another.
type solver struct {
	*system
	start  int
	q      prime
	w      []uint64 // weights, modulo the prime where they are beyond a word
	den    []uint64 // of rows, modulo the prime
	diag   []uint64 // of states: the weight of leaving, in form
	across []uint64 // of states in pairs: the weight of going to the other, in form
	inv    []uint64 // of the first state of a group: 2^128 over its determinant
	mass   []uint64 // of states, then of outcomes
	visits []uint64 // by mark
	det    uint64   // the common denominator
	matrix [][]uint64
}

func (s *system) solver(outcomes, marks int) *solver {
	v := &solver{
		system: s, w: s.small, den: make([]uint64, s.states), diag: make([]uint64, s.states),
		across: make([]uint64, s.states), inv: make([]uint64, s.states),
		mass: make([]uint64, s.states+outcomes), visits: make([]uint64, marks),
	}
	if s.large != nil {
		v.w = append([]uint64(nil), s.small...)
	}
	largest := 0
	for _, group := range s.order {
		if len(group) > 1 {
			largest = max(largest, len(group))
		}
	}
	for range largest {
		v.matrix = append(v.matrix, make([]uint64, largest+1))
	}
	return v
}

// few is how many primes one worker takes before another one is worth it.
const few = 24

// residues solves a system modulo as many primes as are wanted: the values of
// one solution are the common denominator, the visits and the outcomes. Primes
// that tell nothing are passed over.
func (s *system) residues(ctx context.Context, wanted int, solver func() *solver) (used []prime, found [][]uint64, err error) {
	results := make([][]uint64, wanted)
	workers := min(runtime.GOMAXPROCS(0), 1+wanted/few)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			v := solver()
			for i := w; i < wanted && ctx.Err() == nil; i += workers {
				results[i] = v.values(primeAt(i))
			}
		}()
	}
	wait.Wait()
	v := solver()
	for i := 0; len(used) < wanted; i++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if i == 2*wanted+8 {
			return nil, nil, errEndless
		}
		q := primeAt(i)
		if i >= wanted {
			results = append(results, v.values(q))
		}
		if results[i] != nil {
			used, found = append(used, q), append(found, results[i])
		}
	}
	return used, found, nil
}

// values solves modulo a prime, or returns nil where it tells nothing.
func (v *solver) values(q prime) []uint64 {
	if !v.solve(q) {
		return nil
	}
	values := append(make([]uint64, 0, 1+len(v.visits)+len(v.mass)-v.states), v.det)
	values = append(values, v.visits...)
	return append(values, v.mass[v.states:]...)
}

// solve fills mass and visits with numerators over det, or reports false where
// the prime divides the denominator and tells nothing.
func (v *solver) solve(q prime) bool {
	v.q = q
	clear(v.visits)
	v.reduce()
	if !v.invert() {
		return false
	}
	clear(v.mass)
	v.mass[v.start] = 1
	for i, group := range v.order {
		if i&(1<<12-1) == 0 && v.ctx.Err() != nil {
			return false
		}
		switch n := group[0]; {
		case len(group) == 1:
			v.push(n, q.redc(v.mass[n], v.inv[n]))
		case len(group) == 2:
			v.pair(n, group[1])
		case !v.round(group):
			return false
		}
	}
	// Chances become numerators.
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

// reduce brings weights that are beyond a word below the prime; words are
// multiplied as they are. It works out the weight of leaving each state.
func (v *solver) reduce() {
	q := &v.q
	for i, x := range v.large {
		if x != nil {
			v.w[i] = q.of(x)
		}
	}
	for n := range v.rows {
		r := &v.rows[n]
		v.den[n] = q.of(r.den)
		d := v.den[n]
		for i := r.inner; i < r.last; i++ {
			if int(v.to[i]) == n {
				d = q.sub(d, v.w[i]%q.p)
			}
		}
		v.diag[n] = q.redc(d, q.two)
	}
}

// invert finds the inverses of the determinants of all groups of one or two
// states with a single division, and their product.
func (v *solver) invert() bool {
	q, before := &v.q, v.mass // borrowed for the products up to each group
	product := q.one
	for _, group := range v.order {
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
	v.det = q.redc(product, 1)
	inverse := q.inverse(product)
	for i := len(v.order) - 1; i >= 0; i-- {
		if len(v.order[i]) <= 2 {
			n := v.order[i][0]
			d := v.inv[n]
			v.inv[n] = q.redc(q.redc(inverse, before[n]), q.two)
			inverse = q.redc(inverse, d)
		}
	}
	return true
}

// determinant returns the determinant of a group of one or two states, in form. It
// notes what leads from each of two to the other.
func (v *solver) determinant(group []int) uint64 {
	n, q := group[0], &v.q
	if len(group) == 1 {
		return v.diag[n]
	}
	m := group[1]
	v.across[n], v.across[m] = v.leads(n, m), v.leads(m, n)
	return q.sub(q.redc(v.diag[n], v.diag[m]), q.redc(v.across[n], v.across[m]))
}

// leads returns the weight that leads from one state to another of its group,
// in form.
func (v *solver) leads(from, to int) uint64 {
	r := &v.rows[from]
	for i := r.inner; i < r.last; i++ {
		if int(v.to[i]) == to {
			return v.q.redc(v.w[i], v.q.two)
		}
	}
	return 0
}

// pair settles two states that lead to each other by Cramer's rule.
func (v *solver) pair(n, m int) {
	q := &v.q
	a := q.add(q.redc(v.mass[n], v.diag[m]), q.redc(v.mass[m], v.across[m]))
	b := q.add(q.redc(v.mass[m], v.diag[n]), q.redc(v.mass[n], v.across[n]))
	v.push(n, q.redc(a, v.inv[n]))
	v.push(m, q.redc(b, v.inv[n]))
}

// push carries what leaves the group of a state to where it goes. The factor
// is the visits over the denominator of the row, in form.
func (v *solver) push(n int, factor uint64) {
	if factor == 0 {
		return
	}
	q, r := &v.q, &v.rows[n]
	if r.mark >= 0 {
		v.visits[r.mark] = q.add(v.visits[r.mark], q.redc(factor, v.den[n]))
	}
	to, w := v.to[r.first:r.inner], v.w[r.first:r.inner]
	w = w[:len(to)]
	for i, t := range to {
		v.mass[t] = q.add(v.mass[t], q.redc(factor, w[i]))
	}
}

// round solves the linear system of states that lead round to each other.
func (v *solver) round(group []int) bool {
	q, k := &v.q, len(group)
	m := v.matrix[:k]
	for i := range m {
		m[i] = m[i][:k+1]
		clear(m[i])
	}
	for j, n := range group {
		r := &v.rows[n]
		m[j][j] = v.diag[n]
		m[j][k] = q.redc(v.mass[n], q.two)
		for i := r.inner; i < r.last; i++ {
			if t := int(v.to[i]); t != n {
				at := &m[v.rows[t].place][j]
				*at = q.sub(*at, q.redc(v.w[i], q.two))
			}
		}
	}
	det, ok := q.eliminate(m, func() bool { return v.ctx.Err() != nil })
	if !ok {
		return false
	}
	v.det = q.redc(v.det, det)
	for j, n := range group {
		v.push(n, m[j][k])
	}
	return true
}

// eliminate solves a system in form by Gauss and Jordan; the solution is in
// the last column. It returns the determinant, or nothing when it is stopped.
func (q *prime) eliminate(m [][]uint64, stop func() bool) (det uint64, ok bool) {
	det = q.one
	for i := range m {
		if stop() {
			return 0, false
		}
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

// solveModular solves a chain of any shape.
func (c *chain) solveModular(pay *purse, start, outcomes int, mark func(n int) int, marks int) (visits []*big.Rat, out fractions, err error) {
	s := c.system(pay.ctx, mark)
	count := s.primes()
	why := fmt.Sprintf("the fractions of its %d states have some %.0f digits; with floats it may go", s.states, s.bits*math.Log10(2))
	if err := pay.afford(s.cost(count, outcomes+marks), why); err != nil {
		return nil, out, err
	}
	if err := matrix(s.order); err != nil {
		return nil, out, err
	}
	ctx := pay.ctx
	used, found, err := s.residues(ctx, count, func() *solver {
		v := s.solver(outcomes, marks)
		v.start = start
		return v
	})
	if err != nil {
		return nil, out, err
	}
	whole, err := recombine(ctx, used, found)
	if err != nil {
		return nil, out, err
	}
	for _, x := range whole[1 : 1+marks] {
		visits = append(visits, new(big.Rat).SetFrac(x, whole[0]))
	}
	return visits, fractions{large: whole[1+marks:], den: whole[0]}, nil
}

// primes is how many tell every number apart that can come out.
func (s *system) primes() int { return int(s.bits/primeBits) + 1 }

// cost is the operations on words that a solution takes: modulo the primes, to
// put the numbers together, and to reduce the fractions when they are looked at.
func (s *system) cost(primes, numbers int) float64 {
	n := float64(primes)
	return n*s.work*2 + n*n*float64(2+numbers)
}

// recombine finds the numbers below the product of the primes from their
// residues, one list for each prime.
func recombine(ctx context.Context, used []prime, found [][]uint64) ([]*big.Int, error) {
	// Garner's weights: each residue times the inverse of the product of the
	// other primes, so that a tree of products does the rest.
	for j := range used {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := &used[j]
		product := q.one
		for i := range used {
			if i != j {
				product = q.redc(product, q.redc(used[i].p%q.p, q.two))
			}
		}
		inverse := q.inverse(product)
		for i, x := range found[j] {
			found[j][i] = q.redc(x, inverse)
		}
	}
	whole := make([]*big.Int, len(found[0]))
	tree := products(used)
	for i := range whole {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		whole[i] = tree.combine(found, i)
		whole[i].Mod(whole[i], tree.product)
	}
	return whole, nil
}

// A branch is a tree of products of primes.
type branch struct {
	product     *big.Int
	left, right *branch
	at          int
}

func products(used []prime) *branch {
	var grow func(lo, hi int) *branch
	grow = func(lo, hi int) *branch {
		if hi-lo == 1 {
			return &branch{product: new(big.Int).SetUint64(used[lo].p), at: lo}
		}
		mid := (lo + hi) / 2
		b := &branch{left: grow(lo, mid), right: grow(mid, hi)}
		b.product = new(big.Int).Mul(b.left.product, b.right.product)
		return b
	}
	return grow(0, len(used))
}

// combine adds up the i-th residues, each times the product of the other
// primes of its branch.
func (b *branch) combine(found [][]uint64, i int) *big.Int {
	if b.left == nil {
		return new(big.Int).SetUint64(found[b.at][i])
	}
	x := b.left.combine(found, i)
	y := b.right.combine(found, i)
	x.Mul(x, b.right.product)
	return x.Add(x, y.Mul(y, b.left.product))
}
