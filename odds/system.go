package odds

import (
	"context"
	"math"
	"math/big"
)

// A system is a chain prepared for solving modulo primes: reduced rows in order, with the targets
// of all rows in one list. Target i is state i if i is below the number of states, and an outcome
// otherwise.
type system struct {
	ctx    context.Context
	order  *groups
	group  []int32 // of each state
	states int
	rows   []span
	to     []int32
	small  []uint64
	large  []*big.Int // weights that exceed a word, else nil; empty if all fit
	common *big.Int   // the common denominator, if it is known in advance
	bits   float64    // of the largest possible result
	work   float64    // operations on words for one prime
	kept   []*reduced // by prime, if the system is kept
}

// A span is the row of one state: targets from first to inner leave its group, those from inner to
// last stay in it.
type span struct {
	first, inner, last int32
	place              int32 // index within its group
	checkpoint         int   // checkpoint, or -1 for the start
	den                *big.Int
}

// system prepares a chain. It is incomplete if the question was cancelled.
func (c *chain) system(ctx context.Context, checkpointOf func(n int) int) *system {
	ways := c.store.to.used
	s := &system{ctx: ctx, states: c.rows.Len(), order: c.groups(), rows: make([]span, c.rows.Len())}
	s.to, s.small = make([]int32, 0, ways), make([]uint64, 0, ways)
	poll := cancelPoll{ctx: ctx}
	s.group = make([]int32, s.states)
	for g := range s.order.len() {
		members := s.order.at(g)
		if poll.cancelled(len(members)) {
			return s
		}
		for i, n := range members {
			s.group[n] = int32(g)
			s.rows[n].place = int32(i)
		}
	}
	for n := range s.states {
		r := c.row(n)
		if poll.cancelled(4*numberWords + (int(r.w.bits/64)+numberWords)*len(r.to)) {
			return s
		}
		s.addRow(n, &r)
		s.rows[n].checkpoint = checkpointOf(n)
	}
	s.measure()
	return s
}

// addRow adds the row of a state to the lists. Targets within its group come last.
func (s *system) addRow(n int, r *row) {
	small, large, den := r.w.reduced()
	stays := func(to int) bool { return to >= 0 && s.group[to] == s.group[n] }
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

// measure computes an upper bound of the results. A single state multiplies the common denominator
// by the weight of leaving it. A group multiplies it by the determinant of its system, which is at
// most the product of its diagonal. Visits may exceed one, by no more than the longest expected
// stay and the number of states.
func (s *system) measure() {
	stay, all := 0.0, make([]*big.Int, s.order.len())
	poll := cancelPoll{ctx: s.ctx}
	for g := range all {
		group := s.order.at(g)
		if poll.cancelled(4 * numberWords * len(group)) {
			return
		}
		dens := 0.0
		for _, n := range group {
			dens += log2(s.rows[n].den)
		}
		if all[g] = s.determinant(group); all[g] != nil {
			over := dens - log2(all[g])
			stay = max(stay, over)
			if len(group) == 1 {
				dens -= over
			}
		}
		s.bits += dens
		k := float64(len(group))
		s.work += k*k*k/3 + 8*k
	}
	s.work += float64(len(s.to))
	if s.common = s.commonDenominator(all); s.common != nil {
		s.bits = log2(s.common)
	}
	s.bits += stay + math.Log2(float64(s.states)) + 2
}

// determinant returns the weight of leaving a single state, and the determinant of the system of
// two states that lead to each other. It returns nil for larger groups, and if no transition leaves
// the group.
func (s *system) determinant(group []int32) *big.Int {
	if len(group) > 2 {
		return nil
	}
	d := s.leave(int(group[0]))
	if len(group) == 2 {
		n, m := int(group[0]), int(group[1])
		d.Mul(d, s.leave(m))
		d.Sub(d, new(big.Int).Mul(s.weightBetween(n, m), s.weightBetween(m, n)))
	}
	if d.Sign() == 0 {
		return nil
	}
	return d
}

// maxSharing is the largest number of steps of the search for a common denominator.
const maxSharing = 1 << 24

// commonDenominator finds a common denominator that is smaller than the product of the determinants of all
// groups. Passing through a group multiplies the denominator of a path by its determinant. So each
// factor is needed as often as it occurs on a single path at most. It returns nil if a determinant
// is unknown.
func (s *system) commonDenominator(all []*big.Int) *big.Int {
	poll := cancelPoll{ctx: s.ctx}
	own, atom, atoms, ok := factorsOf(all, &poll)
	if !ok {
		return nil
	}
	next, ends := s.successors(&poll)
	if (len(atoms)+3)*(len(next)+len(all)) > maxSharing {
		return nil
	}
	before := make([]int, len(all))
	longest := func(weight func(g int) int) int {
		clear(before)
		most, from := 0, int32(0)
		for g := range all {
			if poll.cancelled(int(ends[g]-from) + 1) {
				return 0
			}
			x := before[g] + weight(g)
			most = max(most, x)
			for _, to := range next[from:ends[g]] {
				before[to] = max(before[to], x)
			}
			from = ends[g]
		}
		return most
	}
	common := big.NewInt(1)
	for i, p := range []int64{2, 3, 5} {
		e := longest(func(g int) int { return own[g].lane(i) })
		common.Mul(common, new(big.Int).Exp(big.NewInt(p), big.NewInt(int64(e)), nil))
	}
	for i, a := range atoms {
		e := longest(func(g int) int {
			if atom[g] == i {
				return 1
			}
			return 0
		})
		if poll.off {
			return nil
		}
		common.Mul(common, new(big.Int).Exp(a, big.NewInt(int64(e)), nil))
	}
	return common
}

// factorsOf splits each number into its factors 2, 3 and 5, and the rest, which atom has as an index
// into the different rests, or -1 for a rest of 1. It reports false if a number is nil, and when it
// is cancelled.
func factorsOf(all []*big.Int, poll *cancelPoll) (own []denominator, atom []int, atoms []*big.Int, ok bool) {
	own, atom = make([]denominator, len(all)), make([]int, len(all))
	index := map[string]int{}
	for g, rest := range all {
		if rest == nil || poll.cancelled(4*numberWords) {
			return nil, nil, nil, false
		}
		own[g], rest = strip(rest)
		atom[g] = -1
		if rest.BitLen() > 1 {
			key := string(rest.Bytes())
			i, ok := index[key]
			if !ok {
				i = len(atoms)
				index[key] = i
				atoms = append(atoms, rest)
			}
			atom[g] = i
		}
	}
	return own, atom, atoms, true
}

// successors lists the successors of each group, one list after the other, and the end of each list.
func (s *system) successors(poll *cancelPoll) (next, ends []int32) {
	seen := make([]int32, s.order.len()) // the last group that listed it, counted from 1
	for g := range s.order.len() {
		for _, n := range s.order.at(g) {
			if poll.cancelled(4 * int(s.rows[n].inner-s.rows[n].first)) {
				return nil, make([]int32, s.order.len())
			}
			for _, to := range s.to[s.rows[n].first:s.rows[n].inner] {
				if int(to) < s.states && seen[s.group[to]] != int32(g+1) {
					seen[s.group[to]] = int32(g + 1)
					next = append(next, s.group[to])
				}
			}
		}
		ends = append(ends, int32(len(next)))
	}
	return next, ends
}

// strip splits a number into its factors 2, 3 and 5 and the rest.
func strip(x *big.Int) (denominator, *big.Int) {
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

// leave returns the weight of the transitions from a state to others.
func (s *system) leave(n int) *big.Int {
	return new(big.Int).Sub(s.rows[n].den, s.weightBetween(n, n))
}

// weightBetween returns the weight of the transitions from one state of a group to another, or to itself.
func (s *system) weightBetween(from, to int) *big.Int {
	sum := new(big.Int)
	for i := s.rows[from].inner; i < s.rows[from].last; i++ {
		if int(s.to[i]) == to {
			sum.Add(sum, s.weight(int(i)))
		}
	}
	return sum
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

// reduced returns the weights of a row and their sum, divided by their common factors, as words if
// they fit.
func (w *weights) reduced() (small []uint64, large []*big.Int, den *big.Int) {
	if w.large == nil {
		g, _ := w.den.word()
		d := g
		for _, x := range w.small {
			if g = commonDivisor(g, x); g == 1 {
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
