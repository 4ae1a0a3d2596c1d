package odds

import (
	"fmt"
	"math/big"

	"loophole/rule"
)

// keepDist counts the ways to reach each sum of kept dice, face by face, from the face that is kept first. Once
// enough dice are kept, the others may show any remaining face. So a count continues only while
// dice are wanted, and its cost depends on the number of kept dice instead of the rolled ones.
func keepDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	n, f, keep := p.N(), int(p.Die()), p.Keep()
	den, ok := smoothOf(f).power(n)
	if !ok {
		return nil, &TooLargeError{Why: fmt.Sprintf("the fractions of %v have too many digits", p)}
	}
	k := &keptCounter{n: n, keep: keep, sums: keep*f + 1}
	var err error
	if k.width, err = pay.wide(p, (keep+1)*k.sums, den, keep); err != nil {
		return nil, err
	}
	k.ways = make([]*big.Int, keep*k.sums)
	k.kept = make([]*big.Int, k.sums)
	k.ways[0] = big.NewInt(1)
	for i := range f {
		face := i + 1
		if p.Kind() == rule.Highest {
			face = f - i
		}
		if err := k.face(face, f-i-1); err != nil {
			return nil, err
		}
	}
	r := &poolDist{}
	var nums []*big.Int
	for v, x := range k.kept {
		if x != nil {
			r.values, nums = append(r.values, v), append(nums, x)
		}
	}
	r.weigh(nums, den)
	if err := r.floats(pay, p); err != nil {
		return nil, err
	}
	if !exact {
		r.w, r.exact = weights{}, false
	}
	return r, nil
}

// A keptCounter counts ways by the number of kept dice and their sum.
type keptCounter struct {
	n, keep, sums int
	ways          []*big.Int // by number of kept dice below keep, then by sum
	kept          []*big.Int // by sum, with all dice kept
	width         *width
}

// face counts one face. others is the number of faces after it, which the remaining dice may show.
func (k *keptCounter) face(face, others int) error {
	ways := make([]*big.Int, len(k.ways))
	for m := range k.keep {
		few, enough := k.waysOfFace(m, others)
		for sum, x := range k.ways[m*k.sums : (m+1)*k.sums] {
			if x == nil {
				continue
			}
			if err := k.width.payNumbers(2 * (k.keep - m)); err != nil {
				return err
			}
			for more, w := range few {
				add(&ways[(m+more)*k.sums+sum+more*face], x, w)
			}
			add(&k.kept[sum+(k.keep-m)*face], x, enough)
		}
	}
	k.ways = ways
	return nil
}

// waysOfFace counts the ways in which the remaining dice show a face when m dice are kept already.
// few[i] is the number of ways to choose i dice that show it, for each i that leaves too few kept
// dice. enough is the number of ways of all remaining dice in which enough of them show it.
func (k *keptCounter) waysOfFace(m, others int) (few []*big.Int, enough *big.Int) {
	left := int64(k.n - m)
	enough = new(big.Int).Exp(big.NewInt(int64(others)+1), big.NewInt(left), nil)
	x := big.NewInt(1)
	for more := range int64(k.keep - m) {
		few = append(few, x)
		power := new(big.Int).Exp(big.NewInt(int64(others)), big.NewInt(left-more), nil)
		enough.Sub(enough, power.Mul(power, x))
		x = new(big.Int).Mul(x, big.NewInt(left-more))
		x.Quo(x, big.NewInt(more+1))
	}
	return few, enough
}

// add adds x times y to a place, which may be nil.
func add(to **big.Int, x, y *big.Int) {
	if y.Sign() == 0 {
		return
	}
	z := new(big.Int).Mul(x, y)
	if *to != nil {
		z.Add(z, *to)
	}
	*to = z
}
