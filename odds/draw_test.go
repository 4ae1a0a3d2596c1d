package odds

import (
	"math/big"
	"testing"

	"loophole/rule"
)

// slowDraw enumerates all orders in which faces can be drawn.
func slowDraw(p rule.Pool) map[int]*big.Rat {
	b := p.Bag()
	found := map[int]*big.Rat{}
	left := make([]int, b.NumFaces())
	for f := range left {
		left[f] = b.Count(f + 1)
	}
	var next func(faces []uint8, weight *big.Rat)
	next = func(faces []uint8, weight *big.Rat) {
		if len(faces) == p.N() {
			v := p.Evaluate(faces)
			if found[v] == nil {
				found[v] = new(big.Rat)
			}
			found[v].Add(found[v], weight)
			return
		}
		sum := 0
		for _, n := range left {
			sum += n
		}
		for f, n := range left {
			if n == 0 {
				continue
			}
			if !b.WithReplacement() {
				left[f]--
			}
			next(append(faces, uint8(f+1)), new(big.Rat).Mul(weight, big.NewRat(int64(n), int64(sum))))
			left[f] = n
		}
	}
	next(nil, big.NewRat(1, 1))
	return found
}

var draws = []rule.Pool{
	rule.DrawPool(1, rule.AnyDie(7)), rule.DrawPool(4, rule.AnyDie(6)), rule.DrawPool(3, rule.AnyDie(11)), rule.DrawPool(5, rule.AnyDie(2)), rule.DrawPool(1, rule.AnyDie(1)),
	rule.DrawPool(1, rule.WeightedDie(2, 4)), rule.DrawPool(4, rule.WeightedDie(3, 0, 4, 6)), rule.DrawPool(3, rule.WeightedDie(0, 7, 7, 0)),
	rule.DrawPool(1, rule.BagOf(5, 4)), rule.DrawPool(3, rule.BagOf(5, 4)), rule.DrawPool(9, rule.BagOf(5, 4)), rule.DrawPool(4, rule.BagOf(0, 2, 1, 3, 0, 1)), rule.DrawPool(3, rule.BagOf(1, 1, 1, 1, 1)),
}

// TestDraws compares the chances of a draw with an enumeration of all orders, as fractions and as
// floats. Its readings are in ascending order.
func TestDraws(t *testing.T) {
	for _, p := range draws {
		want := slowDraw(p)
		for _, exact := range []bool{true, false} {
			r, err := cachedPoolDist(p, exact, &runBudget{ctx: t.Context(), budget: poolBudget})
			if err != nil {
				t.Fatal(p, err)
			}
			if len(r.values) != len(want) || float64(len(want)) != valuesOf(p) {
				t.Errorf("%v has %d readings, %v; want %d", p, len(r.values), valuesOf(p), len(want))
			}
			for i, v := range r.values {
				if i > 0 && v <= r.values[i-1] {
					t.Errorf("%v: %d comes after %d", p, v, r.values[i-1])
				}
				if want[v] == nil {
					t.Fatalf("%v: %s is impossible", p, p.Describe(v))
				}
				if f, _ := want[v].Float64(); exact && new(big.Rat).SetFrac(r.w.at(i), r.w.den.int()).Cmp(want[v]) != 0 || f-r.p[i] > 1e-15 || r.p[i]-f > 1e-15 {
					t.Errorf("%v: the chance of %s is %v, want %v", p, p.Describe(v), r.p[i], want[v])
				}
			}
		}
	}
	if _, err := AtLeast(draws[0], 1); err == nil {
		t.Error("AtLeast accepts a draw, which has no order")
	}
}

// TestWide compares denominators that have any factors with integers.
func TestWide(t *testing.T) {
	numbers := []int64{1, 2, 3, 7, 14, 30, 49, 77, 2598960, 1 << 40, 49 * 11, 97 * 89 * 83 * 79 * 73 * 71}
	for _, a := range numbers {
		for _, b := range numbers {
			x, y := big.NewInt(a), big.NewInt(b)
			s, u := denominatorOf(x), denominatorOf(y)
			product := new(big.Int).Mul(x, y)
			if got, ok := s.times(u); !ok || got != denominatorOf(product) || got.int().Cmp(product) != 0 || got.over(u) != s {
				t.Errorf("%d times %d is %v", a, b, got.int())
			}
			common := new(big.Int).Quo(product, new(big.Int).GCD(nil, nil, x, y))
			if got := s.lcm(u); got != denominatorOf(common) || got.int().Cmp(common) != 0 {
				t.Errorf("the least common multiple of %d and %d is %v", a, b, got.int())
			}
			num := new(big.Int).Mul(product, big.NewInt(12))
			if got, want := s.ratio(num, s.int()), new(big.Rat).SetFrac(num, x); got.Cmp(want) != 0 {
				t.Errorf("%v / %d is %v", num, a, got)
			}
		}
		s := denominatorOf(big.NewInt(a))
		if w, ok := s.word(); !ok || w != uint64(a) {
			t.Errorf("%d is the word %d", a, w)
		}
		if got, ok := s.power(30); !ok || got.int().Cmp(new(big.Int).Exp(big.NewInt(a), big.NewInt(30), nil)) != 0 {
			t.Errorf("%d to the power of 30 is %v", a, got.int())
		}
		if f := log2(big.NewInt(a)); s.bits() < f-1e-9 || s.bits() > f+1e-9 {
			t.Errorf("%d has %v bits, want %v", a, s.bits(), f)
		}
	}
}

// drawn draws chits until both kinds are gone or a weighted die ends it. It has checkpoints, draws
// and dice whose denominators have no common factor.
func drawn(marked bool) func(u *rule.Umpire) [2]int {
	die := rule.WeightedDie(6, 5) // and the second falls
	return func(u *rule.Umpire) [2]int {
		s := [3]int{3, 4, 0} // chits, and how many were drawn
		for s[0]+s[1] > 0 {
			if marked && !rule.Checkpoint(u, "turn", &s) {
				return [2]int{}
			}
			s[u.Draw(1, rule.BagOf(s[0], s[1]), "", "a chit").Face()-1]--
			s[2]++
			if u.Draw(s[2]%2+1, die, "", "dice").Of(2) > 0 && u.Test(rule.D6, rule.AtLeast(4), "", "it ends") {
				break
			}
		}
		return [2]int{s[0], s[1]}
	}
}

// TestDrawsOfMany: a procedure of draws and dice has the same fractions with and without
// checkpoints, and floats that are equal but for rounding.
func TestDrawsOfMany(t *testing.T) {
	plain, err := DistOf(t.Context(), drawn(false), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Floats: true}} {
		marked, err := DistOf(t.Context(), drawn(true), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range plain.Outcomes {
			is := func(x [2]int) bool { return x == r }
			want, got := plain.P(is), marked.P(is)
			if !o.Floats && want.Exact.Cmp(got.Exact) != 0 || want.Float-got.Float > 1e-12 || got.Float-want.Float > 1e-12 {
				t.Errorf("%v: %v with checkpoints, %v without", r, got, want)
			}
		}
	}
}

// TestDrawsForEver: a walk by a seven-sided die, which may stay and has no last step, has the
// chance of the gambler's ruin: (1-2^2)/(1-2^4).
func TestDrawsForEver(t *testing.T) {
	die := rule.AnyDie(7)
	walk := func(u *rule.Umpire) int {
		for at := 2; ; {
			if !rule.Checkpoint(u, "step", &at) || at == 0 || at == 4 {
				return at
			}
			switch face := u.Draw(1, die, "", "a step").Face(); {
			case face <= 2:
				at++
			case face >= 4:
				at--
			}
		}
	}
	d, err := DistOf(t.Context(), walk, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.P(func(at int) bool { return at == 4 }); got.Exact.RatString() != "1/5" {
		t.Error(got)
	}
	// Without a checkpoint the fractions of forty dice are multiplied.
	again, err := DistOf(t.Context(), func(u *rule.Umpire) bool {
		for range 40 {
			if u.Draw(1, rule.WeightedDie(12, 2), "", "a die").Face() == 2 {
				return true
			}
		}
		return false
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(6), big.NewInt(40), nil), new(big.Int).Exp(big.NewInt(7), big.NewInt(40), nil))
	if got := again.P(func(seven bool) bool { return !seven }); got.Exact.Cmp(want) != 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRepeatedDraws: the sum of independent subrolls of draws equals that of draws that are run one
// by one.
func TestRepeatedDraws(t *testing.T) {
	die := rule.WeightedDie(3, 3, 5)
	each := &rule.IndependentSubroll[int]{Name: "hit, then save", Play: func(u *rule.Umpire, n int, least int) int {
		hits := 0
		for face, many := range u.Draw(n, die, "", "to hit").All() {
			if face >= least {
				hits += many
			}
		}
		return hits - u.Count(hits, rule.D6, rule.AtLeast(4), "", "to save")
	}}
	fast, err := DistOf(t.Context(), func(u *rule.Umpire) int { return each.Roll(u, 5, 2) }, Options{})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := DistOf(t.Context(), func(u *rule.Umpire) int { return each.Play(u, 5, 2) }, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 {
		is := func(x int) bool { return x == n }
		if got, want := fast.P(is), slow.P(is); got.Exact.Cmp(want.Exact) != 0 || want.Float == 0 {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
}
