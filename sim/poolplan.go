package sim

import (
	"loophole/rule"
)

// A plan is the method by which a sampler reads one pool. Every plan gives the result of drawing
// the faces and evaluating them; a faster plan never changes an answer.
type plan struct {
	pool  rule.Pool
	way   way
	words int64 // drawn for the pool, without skipped ones

	// For byTest: faces lo to lo+span pass.
	lo, span uint64

	// For byTable and byBands: full words, each of groups whole numbers, then a last word of lastGroups
	// whole numbers and a number below rest. The last number can have fewer dice than the table
	// reads. The absent ones count as face 1, and less subtracts them.
	narrow                 []uint8
	wide                   []uint16
	full                   int
	groups, lastGroups     int
	size, rest             uint64
	fullReject, lastReject uint64
	less                   int

	// For byAlias.
	alias *alias

	// For byDraw.
	drawing *drawing
}

type way uint8

const (
	noWay   way = iota // the empty plan
	byTest             // one die
	byTable            // add up the narrow table: counts, sums, few kept dice
	byBands            // add up the wide table: tallies
	byFaces            // one face after the other
	byAlias            // the result itself, from an alias table
	byDraw             // piece after piece, out of a bag
)

// The plans of a sampler are in a direct-mapped cache in front of its tables.
const (
	planBits = 8
	// tableMemory bounds the tables of one sampler, in bytes. Pools beyond it are read by faces:
	// about five times slower, but with the same results.
	tableMemory = 4 << 20
	tableCost   = 256 // fixed cost of a table beyond its entries
)

func slot(p rule.Pool) uint64 { return uint64(p) * 0x9e3779b97f4a7c15 >> (64 - planBits) }

// A table holds the result of every number of k dice.
type table struct {
	narrow []uint8
	wide   []uint16 // four bands of four bits
}

// prepare makes the plan of a pool, or returns the reason why the pool is invalid.
func (s *Sampler) prepare(p *plan, pool rule.Pool) error {
	if err := pool.Validate(); err != nil {
		return err
	}
	s.wake()
	if pool.Kind() == rule.Draw {
		*p = plan{pool: pool, way: byDraw, words: int64(pool.N()), drawing: newDrawing(pool)}
		if s.bulk != nil {
			return s.bulk.prepare(p)
		}
		return nil
	}
	n, l := pool.N(), &layouts[pool.Die()]
	*p = plan{pool: pool, way: byFaces, words: int64((n + l.word - 1) / l.word)}
	switch kind := pool.Kind(); {
	case kind == rule.Test && n == 1:
		lo, hi := span(pool)
		p.way, p.lo, p.span, p.size, p.lastReject = byTest, uint64(lo), uint64(hi-lo), uint64(l.faces), l.reject[1]
		if hi == 0 {
			p.lo, p.span = mostFaces+1, 0
		}
	case kind == rule.Count || kind == rule.Test || kind == rule.Sum || kind == rule.Tally || pool.Keep() == n:
		s.tabulate(p, l)
	case n <= l.number:
		s.tabulateKept(p, l)
	}
	if s.bulk != nil && p.words > 1 {
		return s.bulk.prepare(p)
	}
	return nil
}

// tabulate plans a pool whose result is the sum of the results of its dice.
func (s *Sampler) tabulate(p *plan, l *layout) {
	key := tableKey(p.pool)
	way, size := byTable, int(l.power[l.number])
	if key.Kind() == rule.Tally {
		way, size = byBands, 2*size
	}
	t, ok := s.table(key, size, func() table { return additive(key, l) })
	if !ok {
		return
	}
	p.way, p.narrow, p.wide, p.size = way, t.narrow, t.wide, l.power[l.number]
	p.full, p.groups, p.fullReject = (p.pool.N()-1)/l.word, l.word/l.number, l.reject[l.word]
	last := p.pool.N() - p.full*l.word
	p.lastGroups, p.lastReject = (last-1)/l.number, l.reject[last]
	rest := last - p.lastGroups*l.number
	p.rest, p.less = l.power[rest], (l.number-rest)*faceValue(key, 1)
}

// tabulateKept plans a pool of so few dice that they fit in one number.
func (s *Sampler) tabulateKept(p *plan, l *layout) {
	n := p.pool.N()
	size := int(l.power[n])
	t, ok := s.table(p.pool, size, func() table {
		t := make([]uint8, size)
		var room [mostNumber]uint8
		for i := range t {
			faces := room[:n]
			digits(faces, uint32(i), uint32(l.faces))
			var have [mostFaces]int
			for _, face := range faces {
				have[face-1]++
			}
			t[i] = uint8(kept(have[:l.faces], p.pool.Keep(), p.pool.Kind() == rule.Highest))
		}
		return table{narrow: t}
	})
	if !ok {
		return
	}
	p.way, p.narrow, p.size, p.rest, p.lastReject = byTable, t.narrow, uint64(size), uint64(size), l.reject[n]
}

// table returns the table with this key, built on first use, unless the memory for tables is used
// up.
func (s *Sampler) table(key rule.Pool, size int, build func() table) (table, bool) {
	t, ok := s.tables[key]
	if ok {
		return t, true
	}
	if s.memory+size+tableCost > tableMemory {
		return table{}, false
	}
	if s.tables == nil {
		s.tables = map[rule.Pool]table{}
	}
	t = build()
	s.tables[key] = t
	s.memory += size + tableCost
	return t, true
}

// tableKey returns one die of a pool, with equivalent targets made equal: 5+ and 5..6 on a D6 share
// a table, and so do all numbers of dice.
func tableKey(p rule.Pool) rule.Pool {
	switch p.Kind() {
	case rule.Count, rule.Test:
		return rule.CountPool(1, p.Die(), rule.Between(span(p)))
	case rule.Tally:
		var cuts [3]int
		for face := 1; face <= int(p.Die()); face++ {
			for i := p.Bands().Band(face); i < len(cuts); i++ {
				cuts[i]++
			}
		}
		return rule.TallyPool(1, p.Die(), rule.Cuts(cuts[:]...))
	}
	return rule.SumPool(1, p.Die())
}

// span returns the first and the last face that is a success, or 0, 0.
func span(p rule.Pool) (lo, hi int) {
	r := p.Target()
	for face := int(p.Die()); face >= 1; face-- {
		if r.Hits(face) {
			lo, hi = face, max(hi, face)
		}
	}
	return lo, hi
}

// faceValue returns the contribution of one face to the result of a pool.
func faceValue(key rule.Pool, face int) int { return key.Evaluate([]uint8{uint8(face)}) }

// additive makes the table of a sum of results. With each further die, every number so far appears
// once for each of its faces.
func additive(key rule.Pool, l *layout) table {
	t := make([]uint16, l.power[l.number])
	for j := range l.number {
		size := int(l.power[j])
		for digit := l.faces - 1; digit >= 0; digit-- {
			v := pack(key, faceValue(key, digit+1))
			for i := range size {
				t[digit*size+i] = t[i] + v
			}
		}
	}
	if key.Kind() == rule.Tally {
		return table{wide: t}
	}
	narrow := make([]uint8, len(t))
	for i, v := range t {
		narrow[i] = uint8(v)
	}
	return table{narrow: narrow}
}

// pack puts a value into the 16 bits of a table. A tally has four bits for each band, which suffice for the
// 13 dice of the longest number.
func pack(key rule.Pool, v int) uint16 {
	if key.Kind() != rule.Tally {
		return uint16(v)
	}
	c := rule.Counts(v)
	return uint16(c.In(0) | c.In(1)<<4 | c.In(2)<<8 | c.In(3)<<12)
}

// unpack spreads four bands of four bits to 16 bits each.
func unpack(v uint16) int {
	x := uint64(v)
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x | x<<12) & 0x000f000f000f000f
	return int(x)
}
