package notation

import (
	"fmt"
	"math/big"
	"slices"
)

// A kind is a die with its rerolls and explosions.
type kind struct {
	die       *die
	reroll    *set // faces that are rerolled, or nil
	once      bool // they are rerolled once only
	exploding *set // faces that explode, or nil
	limit     int  // largest number of explosions in a row
	summed    bool // explosions are added to one die
	explode   bool // it explodes, on its top face if exploding is nil
}

// usualExplosions is the largest number of explosions in a row if the expression gives none.
const usualExplosions = 10

// explodes reports whether a face explodes.
func (k *kind) explodes(v int) bool {
	return k.explode && (k.exploding == nil && v == k.die.top() || k.exploding != nil && k.exploding.has(v))
}

// face returns the distribution of one die with its rerolls.
func (k *kind) face(w *worker) *Dist {
	at := w.at
	base := k.die.dist(w)
	w.at = at
	if k.reroll == nil {
		return base
	}
	kept, gone := &Dist{total: new(big.Int), names: base.names}, new(big.Int)
	for v, p := range base.weights {
		if k.reroll.has(v) {
			gone.Add(gone, p)
			continue
		}
		kept.add(v, p)
		kept.total.Add(kept.total, p)
	}
	if !k.once {
		if len(kept.weights) == 0 {
			panic(fault{k.endlessReroll(), nowhere})
		}
		return kept
	}
	return w.mix(base, func(v int) *Dist {
		if k.reroll.has(v) {
			return base
		}
		return always(v)
	})
}

func (k *kind) endlessReroll() error {
	return fmt.Errorf("%s would be rerolled for ever: every face is %s", k.die.text, k.reroll)
}

// scored returns the distribution of the score of one die with its explosions.
func (k *kind) scored(w *worker, score func(int) int) *Dist {
	one := k.face(w)
	if !k.explode {
		return w.each(one, score)
	}
	x := always(0)
	for left := 0; left <= k.limit; left++ {
		next := x
		x = w.mix(one, func(v int) *Dist {
			if !k.explodes(v) || left == 0 {
				return always(score(v))
			}
			return w.each(next, func(more int) int { return score(v) + more })
		})
	}
	return x
}

// A pool is a number of dice that are rolled and read together.
type pool struct {
	groups []group
	drawn  bool // without replacement: the die of its only group is the bag
	keep   []keeping
	read   reading
	text   string // as written
	begin  int    // place of the text
}

// A group is a number of dice of one kind. many is the number if count is nil.
type group struct {
	kind
	count node
	many  int
}

// A keeping keeps or drops some of the lowest or the highest dice.
type keeping struct {
	n             int
	highest, drop bool
}

// kept returns which of n dice count, by their rank from the lowest: from low up to but not
// including high.
func (h *pool) kept(n int) (low, high int) {
	high = n
	for _, k := range h.keep {
		many := min(k.n, high-low)
		if k.drop {
			many = high - low - many
		}
		if k.highest != k.drop {
			low = high - many
		} else {
			high = low + many
		}
	}
	return low, high
}

// A state is what a reading carries from face to face.
type state [3]int

// A reading computes a number from the faces of a pool. It receives each face that occurs, the
// lowest first, with the number of dice that show it.
type reading struct {
	name  string
	score func(v int) int // of one die, if the reading adds up dice
	next  func(s state, v, many int) state
	value func(s state) int
}

func first(s state) int { return s[0] }

func additive(name string, score func(v int) int) reading {
	return reading{name, score, func(s state, v, many int) state { s[0] += many * score(v); return s }, first}
}

var summed = additive("sum", func(v int) int { return v })

// counted returns a reading that counts the dice in a set.
func counted(x *set) reading {
	return additive("count "+x.String(), func(v int) int {
		if x.has(v) {
			return 1
		}
		return 0
	})
}

// readings are the named readings, which expressions use as functions.
var readings = map[string]reading{
	"largest": {name: "largest set", next: func(s state, v, many int) state { s[0] = max(s[0], many); return s }, value: first},
	"distinct": {name: "different faces", next: func(s state, v, many int) state {
		s[0]++
		return s
	}, value: first},
	"pairs": {name: "pairs", next: func(s state, v, many int) state { s[0] += many / 2; return s }, value: first},
	// The longest run so far, the length of the run up to the last face, and that face.
	"straight": {name: "longest run", next: func(s state, v, many int) state {
		if s[1] > 0 && s[2]+1 == v {
			s[1]++
		} else {
			s[1] = 1
		}
		s[2] = v
		s[0] = max(s[0], s[1])
		return s
	}, value: first},
}

// result returns the distribution of a pool with the given numbers of dice by group.
func (h *pool) result(w *worker, many []int) *Dist {
	if h.read.score != nil && len(h.keep) == 0 && !h.drawn {
		return h.sumOfDice(w, many)
	}
	return h.enumerate(w, many)
}

// sumOfDice returns the distribution if each die counts independently: a sum of independent numbers.
func (h *pool) sumOfDice(w *worker, many []int) *Dist {
	sum := always(0)
	for i := range h.groups {
		sum = w.pair(sum, w.times(h.groups[i].one(w, h.read.score), many[i]), func(x, y int) int { return x + y })
	}
	return sum
}

// one returns the distribution of the score of one die of a group.
func (g *group) one(w *worker, score func(int) int) *Dist {
	if !g.summed {
		return g.scored(w, score)
	}
	return w.each(g.scored(w, summed.score), score)
}

// A slot is a state of the enumeration of a pool: the dice of each group that have not shown a face
// yet, and the state of the reading.
type slot struct {
	left [mostGroups]int
	state
}

const mostGroups = 6

// enumerate goes through the faces, the lowest first, and the number of dice of each group that show
// each. It merges equal states.
func (h *pool) enumerate(w *worker, many []int) *Dist {
	var begin slot
	dists := make([]*Dist, len(h.groups))
	all, total := 0, big.NewInt(1)
	var faces []int
	for i := range h.groups {
		g := &h.groups[i]
		x := g.one(w, summed.score)
		dists[i] = x
		begin.left[i] = many[i]
		all += many[i]
		faces = append(faces, x.Values()...)
		if h.drawn {
			total.Binomial(x.total.Int64(), int64(many[i]))
		} else {
			total.Mul(total, new(big.Int).Exp(x.total, big.NewInt(int64(many[i])), nil))
		}
	}
	slices.Sort(faces)
	faces = slices.Compact(faces)
	last := make([]int, len(dists)) // the highest face of each group
	for i, x := range dists {
		last[i] = slices.Max(x.Values())
	}
	low, high := h.kept(all)
	now := map[slot]*big.Int{begin: big.NewInt(1)}
	for _, v := range faces {
		next := map[slot]*big.Int{}
		for s, weight := range now {
			h.distribute(w, &faceStep{dists, last, v, total}, 0, 0, s, weight, func(s slot, shown int, weight *big.Int) {
				seen := all - s.waiting() - shown
				if k := min(seen+shown, high) - max(seen, low); k > 0 {
					s.state = h.read.next(s.state, v, k)
				}
				if was := next[s]; was != nil {
					was.Add(was, weight)
				} else {
					next[s] = weight
				}
			})
		}
		now = next
	}
	x := &Dist{total: total}
	for s, weight := range now {
		if s.waiting() == 0 {
			x.add(h.read.value(s.state), weight)
		}
	}
	return w.bounded(x)
}

func (s *slot) waiting() (n int) {
	for _, k := range s.left {
		n += k
	}
	return n
}

// A faceStep is a face with the states of the enumeration.
type faceStep struct {
	dists []*Dist
	last  []int
	v     int
	total *big.Int
}

// distribute enumerates the numbers of dice of the groups from i on that show a face. At the highest
// face of a group, all dice that are left show it.
func (h *pool) distribute(w *worker, f *faceStep, i, shown int, s slot, weight *big.Int, then func(slot, int, *big.Int)) {
	if i == len(f.dists) {
		w.works(1, f.total)
		then(s, shown, weight)
		return
	}
	left := s.left[i]
	p := f.dists[i].weights[f.v]
	if p == nil {
		h.distribute(w, f, i+1, shown, s, weight, then)
		return
	}
	ways := new(big.Int).Set(weight) // of k dice, times the former ways
	for k := 0; ; k++ {
		if k == left || f.v != f.last[i] {
			s.left[i] = left - k
			h.distribute(w, f, i+1, shown+k, s, new(big.Int).Set(ways), then)
		}
		if k == left {
			return
		}
		// C(left, k+1) p^(k+1) from C(left, k) p^k; for a bag C(p, k+1) from C(p, k).
		if h.drawn {
			ways.Mul(ways, big.NewInt(p.Int64()-int64(k)))
		} else {
			ways.Mul(ways, p)
			ways.Mul(ways, big.NewInt(int64(left-k)))
		}
		if ways.Quo(ways, big.NewInt(int64(k+1))); ways.Sign() == 0 {
			return
		}
	}
}
