package sim

import (
	"context"
	"math/bits"

	"loophole/rule"
)

// A Sampler is a source for trials. It answers every valid pool, of up to [rule.MaxDice] dice, with
// an exactly fair result and no faces. Rolls do not allocate, except for tables of results, which
// are built on first use and take about 4 MiB at most.
//
// The zero Sampler is ready to use and starts at the first word of seed 0, block 0. A Sampler is
// not safe for concurrent use.
type Sampler struct {
	xoshiro256
	left int64 // words to draw before the next pause

	// For a run of trials; otherwise ctx is nil.
	ctx   context.Context
	drawn int64 // words of the trial before the last pause

	policy func(rule.Choice) int
	awake  bool
	bulk   *AliasSampler // the sampler that contains this one, or nil
	memory int           // of the tables, in bytes
	tables map[rule.Pool]table
	plans  [1 << planBits]plan
}

// NewSampler returns a sampler at the first word of a block. The policy makes the decisions of
// players: it returns the index of an option. A nil policy chooses the first option.
func NewSampler(seed, block uint64, policy func(rule.Choice) int) *Sampler {
	s := &Sampler{policy: policy}
	s.Start(seed, block)
	return s
}

// Start moves the sampler to the first word of a block. It keeps the tables.
func (s *Sampler) Start(seed, block uint64) {
	if s.bulk != nil {
		s.bulk.dropTables()
	}
	s.start(seed, block)
	s.awake = true
	s.left, s.drawn = pauseWords, 0
}

// wake starts a zero Sampler.
func (s *Sampler) wake() {
	if !s.awake {
		s.Start(0, 0)
	}
}

// Roll answers a pool. For an invalid pool the error has the reason.
func (s *Sampler) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	value, err = s.RollPool(r.Pool)
	return value, nil, err
}

// RollPool answers a pool. A sampler does not read the reason of a roll.
func (s *Sampler) RollPool(pool rule.Pool) (value int, err error) {
	p := &s.plans[slot(pool)]
	if p.pool != pool {
		if err := s.prepare(p, pool); err != nil {
			return 0, err
		}
	}
	if s.left -= p.words; s.left < 0 {
		if err := s.pause(); err != nil {
			return 0, err
		}
	}
	if p.way != byTable {
		return s.rollWithoutTable(p)
	}
	// Most rolls of most games end here, without another call.
	v := -p.less
	if p.full > 0 {
		v += s.fullWords(p)
	}
	for {
		sum, x := v, s.next()
		for range p.lastGroups {
			number, low := bits.Mul64(x, p.size)
			sum, x = sum+int(p.narrow[number]), low
		}
		number, low := bits.Mul64(x, p.rest)
		if low >= p.lastReject {
			return sum + int(p.narrow[number]), nil
		}
	}
}

// rollWithoutTable rolls the pools without a narrow table.
func (s *Sampler) rollWithoutTable(p *plan) (value int, err error) {
	switch p.way {
	case byTest:
		return s.byTest(p), nil
	case byBands:
		return s.byBands(p), nil
	case byFaces:
		return s.byFaces(p.pool), nil
	case byAlias:
		return p.alias.value(s.next()), nil
	case byDraw:
		return p.drawing.draw(&s.xoshiro256), nil
	}
	// The empty plan is the plan of pool 0, which has no kind.
	return 0, p.pool.Validate()
}

// Choose returns the option of the policy.
func (s *Sampler) Choose(c rule.Choice) (option int, err error) {
	s.wake()
	if s.left--; s.left < 0 {
		if err := s.pause(); err != nil {
			return 0, err
		}
	}
	if s.policy == nil {
		return 0, nil
	}
	return s.policy(c), nil
}

// byTest reads one die without a table.
func (s *Sampler) byTest(p *plan) int {
	for {
		digit, low := bits.Mul64(s.next(), p.size)
		if low < p.lastReject {
			continue
		}
		if digit+1-p.lo <= p.span {
			return 1
		}
		return 0
	}
}

// fullWords reads the words of a large pool that contain the full number of dice.
func (s *Sampler) fullWords(p *plan) int {
	v := 0
	for i := 0; i < p.full; {
		sum, x := 0, s.next()
		for range p.groups {
			number, low := bits.Mul64(x, p.size)
			sum, x = sum+int(p.narrow[number]), low
		}
		if x >= p.fullReject {
			v, i = v+sum, i+1
		}
	}
	return v
}

// byBands reads a pool by the wide table.
func (s *Sampler) byBands(p *plan) int {
	v := -p.less
	for range p.full {
		v += s.bandWord(p, p.groups-1, p.size, p.fullReject)
	}
	return v + s.bandWord(p, p.lastGroups, p.rest, p.lastReject)
}

// bandWord reads one word: whole numbers, then one number below last.
func (s *Sampler) bandWord(p *plan, whole int, last, reject uint64) int {
	for {
		v, x := 0, s.next()
		for range whole {
			number, low := bits.Mul64(x, p.size)
			v, x = v+unpack(p.wide[number]), low
		}
		number, low := bits.Mul64(x, last)
		if low >= reject {
			return v + unpack(p.wide[number])
		}
	}
}

// byFaces reads a pool face by face.
func (s *Sampler) byFaces(pool rule.Pool) int {
	l := &layouts[pool.Die()]
	var room [mostWord]uint8
	var have [mostFaces + 1]int
	keeps := pool.Kind() == rule.Highest || pool.Kind() == rule.Lowest
	v := 0
	for n := pool.N(); n > 0; n -= l.word {
		faces := l.draw(&s.xoshiro256, min(n, l.word), &room)
		if !keeps {
			v += pool.Evaluate(faces)
			continue
		}
		for _, f := range faces {
			have[f]++
		}
	}
	if keeps {
		v = kept(have[1:l.faces+1], pool.Keep(), pool.Kind() == rule.Highest)
	}
	return v
}

// kept returns the sum of the highest or lowest dice, from the number of dice of each face.
func kept(have []int, keep int, highest bool) int {
	sum := 0
	for i := range have {
		face := i + 1
		if highest {
			face = len(have) - i
		}
		k := min(keep, have[face-1])
		sum, keep = sum+k*face, keep-k
		if keep == 0 {
			break
		}
	}
	return sum
}
