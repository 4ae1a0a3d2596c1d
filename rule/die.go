package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// A Die is a fair die, named by its number of faces, which are numbered from 1.
type Die uint8

// The dice of the rulebooks. Exact odds of them are fast because every number of faces is a product
// of 2, 3 and 5. For other dice see [AnyDie].
const (
	D2   Die = 2
	D3   Die = 3
	D4   Die = 4
	D5   Die = 5
	D6   Die = 6
	D8   Die = 8
	D10  Die = 10
	D12  Die = 12
	D20  Die = 20
	D30  Die = 30
	D100 Die = 100
)

// Dice lists all valid dice, smallest first.
func Dice() []Die { return []Die{D2, D3, D4, D5, D6, D8, D10, D12, D20, D30, D100} }

// String returns the die as players write it: "D6".
func (d Die) String() string { return "D" + strconv.Itoa(int(d)) }

func (d Die) isValid() bool {
	switch d {
	case D2, D3, D4, D5, D6, D8, D10, D12, D20, D30, D100:
		return true
	}
	return false
}

// A Target is a closed range of faces that are successes. The zero Target has no face.
type Target struct{ lo, hi uint8 }

const noFace = 127 // above every face of every die

// AtLeast returns the target k+: faces of k and more succeed. With k below 2 every face succeeds,
// and with k above the die none does.
func AtLeast(k int) Target { return Target{clampFace(k), noFace} }

// AtMost returns the target of a roll-under test: faces of k and less succeed. With k below 1 none
// does.
func AtMost(k int) Target { return Between(1, k) }

// Between returns the target of the faces from lo to hi, both included.
func Between(lo, hi int) Target {
	if hi < lo || hi < 1 {
		return Target{}
	}
	return Target{clampFace(lo), clampFace(hi)}
}

// Exactly returns the target of one face.
func Exactly(k int) Target { return Between(k, k) }

func clampFace(k int) uint8 { return uint8(min(max(k, 1), noFace)) }

// Hits reports whether a face is a success.
func (r Target) Hits(face int) bool { return int(r.lo) <= face && face <= int(r.hi) && r.hi > 0 }

// Faces returns the number of faces of d that succeed.
func (r Target) Faces(d Die) int {
	if r.hi == 0 {
		return 0
	}
	return max(0, min(int(r.hi), int(d))-int(r.lo)+1)
}

// String returns the target as players write it: "5+", "3-", "=6", "2..4", or "never" for no face.
func (r Target) String() string {
	switch {
	case r.hi == 0:
		return "never"
	case r.hi == noFace:
		return fmt.Sprintf("%d+", r.lo)
	case r.lo == r.hi:
		return fmt.Sprintf("=%d", r.lo)
	case r.lo == 1:
		return fmt.Sprintf("%d-", r.hi)
	}
	return fmt.Sprintf("%d..%d", r.lo, r.hi)
}

// Bands divide the faces of a die into up to four bands, numbered from 0, for rules such as "sixes
// wound twice and ones hurt you". The zero Bands puts every face in band 3.
type Bands struct{ cuts [3]uint8 }

// Cuts makes bands from the highest face of each band except the last, in ascending order: Cuts(1,
// 5) makes the bands 1, 2 to 5, and 6 on a D6. A cut that does not exceed the previous one makes an
// empty band, so a rule need not guard computed cuts. It panics with more than three cuts.
func Cuts(highest ...int) Bands {
	if len(highest) > 3 {
		panic("rule: a tally has at most four bands")
	}
	var b Bands
	last := uint8(0)
	for i := range b.cuts {
		if i < len(highest) {
			last = max(last, uint8(min(max(highest[i], 0), noFace)))
		} else {
			last = noFace
		}
		b.cuts[i] = last
	}
	return b
}

// Band returns the band of a face, 0 to 3.
func (b Bands) Band(face int) int {
	for i, c := range b.cuts {
		if face <= int(c) {
			return i
		}
	}
	return 3
}

// Counts are the numbers of dice in each of four bands, 16 bits a band.
type Counts uint64

// In returns the number of dice in band i, 0 to 3.
func (c Counts) In(i int) int { return int(uint16(c >> (16 * i))) }

// Plus returns c with n more dice in band i.
func (c Counts) Plus(i, n int) Counts { return c + Counts(n)<<(16*i) }

// String lists the bands, lowest faces first: "2/0/1/0".
func (c Counts) String() string { return c.First(4) }

// First lists the first n bands, lowest faces first: "2/0/1".
func (c Counts) First(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(strconv.Itoa(c.In(i)))
	}
	return b.String()
}

// A PoolKind is the kind of result of a pool.
type PoolKind uint8

// The kinds of results.
const (
	Count   PoolKind = iota + 1 // the number of successes
	Sum                         // the sum of the faces
	Test                        // one die: 1 if it succeeds, else 0
	Tally                       // the number of dice in each band
	Highest                     // the sum of the highest k faces
	Lowest                      // the sum of the lowest k faces
	Draw                        // the number of each face of a bag or of a die of any kind
)

// A Pool is a roll without its reason: the kind, the number and type of dice, and the target. It is
// packed in one word, so that it is cheap to pass and can be a key. Make one with the methods of
// [Umpire]; the functions here are for sources and tests.
//
// Bits from the lowest: kind 3, die 7, number of dice 20, target 28 (the two ends of a Target,
// three cuts, the number of kept dice, or a bag).
type Pool uint64

// MaxDice is the largest number of dice in one pool. Callers keep to it.
const MaxDice = 1<<20 - 1

// MaxTally is the largest number of dice in one tally.
const MaxTally = 1<<16 - 1

// pool packs a pool of 0 to MaxDice dice. It does not check the number: every roll of a trial passes here.
func pool(kind PoolKind, n int, d Die, target uint64) Pool {
	return Pool(uint64(kind) | uint64(d)<<3 | uint64(n)<<10 | target<<30)
}

// CountPool asks for the number of successes of n dice.
func CountPool(n int, d Die, r Target) Pool {
	return pool(Count, n, d, uint64(r.lo)|uint64(r.hi)<<7)
}

// SumPool asks for the sum of n dice.
func SumPool(n int, d Die) Pool { return pool(Sum, n, d, 0) }

// TestPool asks whether one die succeeds.
func TestPool(d Die, r Target) Pool { return pool(Test, 1, d, uint64(r.lo)|uint64(r.hi)<<7) }

// TallyPool asks for the number of n dice in each band.
func TallyPool(n int, d Die, b Bands) Pool {
	return pool(Tally, n, d, uint64(b.cuts[0])|uint64(b.cuts[1])<<7|uint64(b.cuts[2])<<14)
}

// KeepPool asks for the sum of the highest (or lowest) keep of n dice.
func KeepPool(kind PoolKind, n, keep int, d Die) Pool { return pool(kind, n, d, uint64(keep)) }

// Kind returns the kind of result.
func (p Pool) Kind() PoolKind { return PoolKind(p & 7) }

// Die returns the die. For a draw, its number of faces is the number of kinds.
func (p Pool) Die() Die { return Die(p >> 3 & 127) }

// N returns the number of dice.
func (p Pool) N() int { return int(p >> 10 & MaxDice) }

// Target returns the target of a count or a test.
func (p Pool) Target() Target { return Target{uint8(p >> 30 & 127), uint8(p >> 37 & 127)} }

// Bands returns the bands of a tally.
func (p Pool) Bands() Bands {
	return Bands{[3]uint8{uint8(p >> 30 & 127), uint8(p >> 37 & 127), uint8(p >> 44 & 127)}}
}

// Keep returns the number of dice that a highest or lowest roll keeps.
func (p Pool) Keep() int { return int(p >> 30 & (1<<28 - 1)) }

// Validate returns the reason why the pool cannot be rolled, or nil.
func (p Pool) Validate() error {
	switch {
	case p.Kind() == Draw:
		return p.checkDraw()
	case p.Kind() < Count:
		return fmt.Errorf("rule: pool %#x has an unknown kind", uint64(p))
	case !p.Die().isValid():
		return fmt.Errorf("rule: %v is not a die of the rulebooks; those are %v", p.Die(), Dice())
	case p.N() < 1:
		return fmt.Errorf("rule: a pool has at least one die")
	case p.Kind() == Tally && p.N() > MaxTally:
		return fmt.Errorf("rule: a tally has at most %d dice", MaxTally)
	case (p.Kind() == Highest || p.Kind() == Lowest) && (p.Keep() < 1 || p.Keep() > p.N()):
		return fmt.Errorf("rule: cannot keep %d of %d dice", p.Keep(), p.N())
	}
	return nil
}

// Evaluate returns the value of faces; no other code turns faces into values. There must be one
// face for each die of the pool, and each must be on the die.
func (p Pool) Evaluate(faces []uint8) int {
	v := 0
	switch p.Kind() {
	case Count, Test:
		r := p.Target()
		for _, f := range faces {
			if r.Hits(int(f)) {
				v++
			}
		}
	case Sum:
		for _, f := range faces {
			v += int(f)
		}
	case Tally:
		b, c := p.Bands(), Counts(0)
		for _, f := range faces {
			c = c.Plus(b.Band(int(f)), 1)
		}
		v = int(c)
	case Highest, Lowest:
		v = kept(faces, p.Keep(), p.Kind() == Highest)
	case Draw:
		var have [MaxFaces]int
		for _, f := range faces {
			have[f-1]++
		}
		v = rank(have[:p.Die()])
	}
	return v
}

func kept(faces []uint8, keep int, highest bool) int {
	var have [noFace + 1]int
	for _, f := range faces {
		have[f]++
	}
	sum := 0
	for i := 1; i <= noFace && keep > 0; i++ {
		f := i
		if highest {
			f = noFace + 1 - i
		}
		k := min(keep, have[f])
		sum, keep = sum+k*f, keep-k
	}
	return sum
}

// String returns the roll as players write it: "19D6 count 5+", "3D6 sum",
// "D20 12-", "2D6 highest 1", "4D20 tally 1/11", "5D7 faces", "2D2 draw axis:5/allies:4".
func (p Pool) String() string {
	var b strings.Builder
	if p.N() != 1 {
		b.WriteString(strconv.Itoa(p.N()))
	}
	b.WriteString(p.Die().String())
	switch p.Kind() {
	case Count:
		b.WriteString(" count " + p.Target().String())
	case Test:
		b.WriteString(" " + p.Target().String())
	case Sum:
		if p.N() > 1 {
			b.WriteString(" sum")
		}
	case Tally:
		b.WriteString(" tally ")
		cuts := p.Bands().cuts
		for i, c := range cuts[:p.bands()-1] {
			if i > 0 {
				b.WriteByte('/')
			}
			b.WriteString(strconv.Itoa(int(c)))
		}
	case Highest:
		fmt.Fprintf(&b, " highest %d", p.Keep())
	case Lowest:
		fmt.Fprintf(&b, " lowest %d", p.Keep())
	case Draw:
		b.WriteString(p.Bag().contents().suffix())
	}
	return b.String()
}

// bands returns the number of bands of a tally on its die.
func (p Pool) bands() int {
	n := 1
	for _, c := range p.Bands().cuts {
		if c < uint8(p.Die()) {
			n++
		}
	}
	return n
}

// Describe returns a value of the pool in words: "7 successes", "passed",
// "1/2/0 by band", "2 axis, 1 allies".
func (p Pool) Describe(value int) string {
	switch p.Kind() {
	case Count:
		if value == 1 {
			return "1 success"
		}
		return strconv.Itoa(value) + " successes"
	case Test:
		if value == 1 {
			return "passed"
		}
		return "failed"
	case Tally:
		return Counts(value).First(p.bands()) + " by band"
	case Draw:
		return p.read(value)
	}
	return strconv.Itoa(value)
}
