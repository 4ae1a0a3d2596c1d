package odds

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// fractions holds chances as integers over one denominator: words if the denominator fits in a
// word, big integers otherwise.
type fractions struct {
	small []uint64
	word  uint64
	large []*big.Int
	den   *big.Int
}

// of returns the sum of chances, each times the whole number that times returns.
func (f *fractions) of(n int, times func(i int) int64) Chance {
	if f.large == nil {
		if sum, ok := f.words(n, times); ok {
			return ratio(sum, f.word)
		}
	}
	sum, x := new(big.Int), new(big.Int)
	for i := range n {
		switch t := times(i); {
		case t == 0:
		case f.large != nil:
			sum.Add(sum, x.Mul(f.large[i], big.NewInt(t)))
		default:
			sum.Add(sum, x.Mul(x.SetUint64(f.small[i]), big.NewInt(t)))
		}
	}
	return exactly(new(big.Rat).SetFrac(sum, f.denominator()))
}

// ratio returns a chance of words in lowest terms. It takes a tenth of the time of big integers.
func ratio(num, den uint64) Chance {
	g := commonDivisor(num, den)
	num, den = num/g, den/g
	x := new(big.Rat).SetInt64(1) // so that it has a denominator to set
	x.Num().SetUint64(num)
	x.Denom().SetUint64(den)
	if max(num, den) > mostInFloat {
		return exactly(x)
	}
	return Chance{x, float64(num) / float64(den)}
}

// mostInFloat is the largest word up to which floats represent every whole number.
const mostInFloat = 1 << 53

// commonDivisor returns the greatest common divisor of two words. At least one is not 0.
func commonDivisor(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	twos := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << twos
}

// words sums words if each chance counts once or not at all. ok is false if big integers are
// needed.
func (f *fractions) words(n int, times func(i int) int64) (sum uint64, ok bool) {
	for i := range n {
		switch times(i) {
		case 0:
		case 1:
			sum += f.small[i]
		default:
			return 0, false
		}
	}
	return sum, true
}

func (f *fractions) denominator() *big.Int {
	if f.den == nil {
		return new(big.Int).SetUint64(f.word)
	}
	return f.den
}

// wordLength returns the length of a fraction in words.
func (f *fractions) wordLength() int {
	if f == nil || f.den == nil {
		return 1
	}
	return len(f.den.Bits())
}

var wholeMass = big.NewRat(1, 1)

// certain returns an error unless the chances add up to one.
func (f *fractions) certain(ctx context.Context, n int) error {
	poll := cancelPoll{ctx: ctx}
	words := numberWords + f.wordLength()
	one := func(int) int64 { return indicator(!poll.cancelled(words)) }
	m := f.of(n, one)
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.Exact.Cmp(wholeMass) != 0 {
		return fmt.Errorf("odds: the mass is %v, not 1", m.Exact)
	}
	return nil
}

// singleRow returns the chances of a question that is a single row.
func (r row) singleRow(outcomes int) *fractions {
	f := &fractions{}
	if r.w.large != nil {
		f.large, f.den = make([]*big.Int, outcomes), r.w.den.int()
		for i := range f.large {
			f.large[i] = new(big.Int)
		}
	} else {
		f.small = make([]uint64, outcomes)
		f.word, _ = r.w.den.word()
	}
	for i, to := range r.to {
		if r.w.large != nil {
			f.large[^to] = r.w.large[i]
		} else {
			f.small[^to] = r.w.small[i]
		}
	}
	return f
}

// fewStates is the largest number of states for which a chain without repetition is solved with big
// integers. Words modulo primes are faster for more states.
const fewStates = 500

// solveFractions is solveFloats with fractions. It sums visits by checkpoint. Without repeated
// states every denominator is a product of those of rows, so masses are integers that are added without a
// division.
func (c *chain) solveFractions(pay *runBudget, start, outcomes int, checkpointOf func(n int) int, checkpoints int) (visits []*big.Rat, out fractions, err error) {
	if c.repeats() || c.rows.Len() > fewStates {
		return c.solveModular(pay, start, outcomes, checkpointOf, checkpoints)
	}
	return c.solveSmooth(pay, start, outcomes, checkpointOf, checkpoints)
}

func (c *chain) solveSmooth(pay *runBudget, start, outcomes int, checkpointOf func(n int) int, checkpoints int) (visits []*big.Rat, out fractions, err error) {
	mass, last, total := make([]sum, c.rows.Len()), make([]sum, outcomes), make([]sum, checkpoints)
	mass[start].add(big.NewInt(1), 0)
	x, w := new(big.Int), new(big.Int)
	for _, n := range c.groups().states {
		r := c.row(int(n))
		if !mass[n].some {
			continue // this start does not reach it
		}
		if m := checkpointOf(int(n)); m >= 0 {
			total[m].add(&mass[n].num, mass[n].den)
		}
		den, ok := mass[n].den.times(r.w.den)
		if !ok {
			return nil, out, &TooLargeError{Why: tooManyDigits}
		}
		if err := pay.spend(float64(len(r.to))*(den.bits()/64+8), "the fractions of its states"); err != nil {
			return nil, out, err
		}
		for i, to := range r.to {
			x.Mul(&mass[n].num, r.w.into(w, i))
			if to >= 0 {
				mass[to].add(x, den)
			} else {
				last[^to].add(x, den)
			}
		}
	}
	for i := range total {
		visits = append(visits, new(big.Rat).SetFrac(&total[i].num, total[i].den.int()))
	}
	return visits, toCommonDenominator(last), nil
}

// toCommonDenominator converts sums to their least common denominator.
func toCommonDenominator(sums []sum) fractions {
	den := denominator(0)
	for i := range sums {
		den = den.lcm(sums[i].den)
	}
	f := fractions{den: den.int(), large: make([]*big.Int, len(sums))}
	for i := range sums {
		f.large[i] = new(big.Int).Mul(&sums[i].num, den.over(sums[i].den).int())
	}
	return f
}

// A sum is a fraction to which terms are added.
type sum struct {
	num  big.Int
	den  denominator
	some bool
}

func (s *sum) add(num *big.Int, den denominator) {
	switch {
	case !s.some:
		s.num.Set(num)
		s.den, s.some = den, true
	case s.den == den:
		s.num.Add(&s.num, num)
	default:
		both := s.den.lcm(den)
		s.num.Mul(&s.num, both.over(s.den).int())
		s.num.Add(&s.num, new(big.Int).Mul(num, both.over(den).int()))
		s.den = both
	}
}
