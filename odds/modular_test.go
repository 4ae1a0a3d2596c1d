package odds

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPrimes compares the primality test and modular arithmetic with math/big.
func TestPrimes(t *testing.T) {
	for p := uint64(1)<<63 - 1; p > 1<<63-2000; p -= 2 {
		q := newPrime(p)
		if got, want := q.isPrime(), new(big.Int).SetUint64(p).ProbablyPrime(0); got != want {
			t.Errorf("%d is prime: %v, want %v", p, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := primeAt(rapid.IntRange(0, 5).Draw(t, "prime"))
		p := new(big.Int).SetUint64(q.p)
		a, b := rapid.Uint64Range(0, q.p-1).Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
		z := new(big.Int).Mul(x, y)
		if got := q.redc(q.redc(a, b), q.two); got != new(big.Int).Mod(z, p).Uint64() {
			t.Errorf("%d times %d modulo %d is %d", a, b, q.p, got)
		}
		z.Mul(z, z).Add(z, y)
		if got := q.of(z); got != new(big.Int).Mod(z, p).Uint64() {
			t.Errorf("%v modulo %d is %d", z, q.p, got)
		}
		if a != 0 && q.redc(q.redc(a, q.two), q.inverse(q.redc(a, q.two))) != q.one {
			t.Errorf("%d has the wrong inverse modulo %d", a, q.p)
		}
	})
}

// anyChain draws a chain that ends: every state may lead to any outcome.
func anyChain(t *rapid.T, states, outcomes int, circles bool) *chain {
	c := &chain{store: &rowStore{}}
	for n := range states {
		var r row
		den := rapid.SampledFrom([]denominator{smoothOf(12), smoothOf(20), smoothOf(6) * 12, smoothOf(10) * 30}).Draw(t, "denominator")
		left := den.int()
		share := func(to int) {
			w := new(big.Int).Quo(left, big.NewInt(rapid.Int64Range(2, 9).Draw(t, "share")))
			if w.Sign() == 0 {
				w.SetInt64(1)
			}
			if left.Cmp(w) > 0 {
				left = new(big.Int).Sub(left, w)
				r.to, r.w.large = append(r.to, int32(to)), append(r.w.large, w)
			}
		}
		if n+1 < states {
			share(n + 1) // every state can be reached
		}
		for to := range states {
			if (to >= n || circles) && to != n+1 && rapid.IntRange(0, 2).Draw(t, "leads") == 0 {
				share(to)
			}
		}
		r.to, r.w.large = append(r.to, int32(^rapid.IntRange(0, outcomes-1).Draw(t, "outcome"))), append(r.w.large, left)
		k := rowRef{ways: int32(len(r.to)), to: c.store.to.keep(r.to), den: den, self: int32(slices.Index(r.to, int32(n)))}
		if _, ok := den.word(); ok {
			small, at := c.store.small.take(len(r.to))
			for i, x := range r.w.large {
				small[i] = x.Uint64()
			}
			k.kind, k.weights = weightWord, at
		} else {
			k.kind, k.weights.from = weightLarge, int32(len(c.store.large))
			c.store.large = append(c.store.large, r.w.large)
		}
		c.rows.Add(k)
	}
	c.arrange(t.Context())
	return c
}

// TestModular compares chains solved modulo primes with their slow twins.
func TestModular(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states, outcomes, checkpoints := rapid.IntRange(1, 9).Draw(t, "states"), rapid.IntRange(1, 4).Draw(t, "outcomes"), 2
		circles := rapid.Bool().Draw(t, "circles")
		c := anyChain(t, states, outcomes, circles)
		checkpointOf := func(n int) int { return n%3 - 1 }
		visits, out, err := c.solveModular(&runBudget{ctx: context.Background(), budget: DefaultBudget}, 0, outcomes, checkpointOf, checkpoints)
		if err != nil {
			t.Fatal(err)
		}
		each, rats, err := c.solveRational(outcomes)
		if err != nil {
			t.Fatal(err)
		}
		want := zeros(checkpoints)
		for n, v := range each {
			if m := checkpointOf(n); m >= 0 {
				want[m].Add(want[m], v)
			}
		}
		same(t, "visits", visits, want)
		same(t, "outcomes", out.rats(), rats)
		if !circles {
			visits, out := c.solveLoops(outcomes, checkpointOf, checkpoints)
			same(t, "visits over one denominator", visits, want)
			same(t, "outcomes over one denominator", out.rats(), rats)
		}
	})
}

// TestModularKept compares a kept system with one that is prepared again for each start.
func TestModularKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states, outcomes := rapid.IntRange(1, 9).Draw(t, "states"), rapid.IntRange(1, 4).Draw(t, "outcomes")
		c := anyChain(t, states, outcomes, rapid.Bool().Draw(t, "circles"))
		checkpointOf := func(n int) int { return n%3 - 1 }
		solve := func(start int) ([]*big.Rat, []*big.Rat) {
			visits, out, err := c.solveModular(&runBudget{ctx: t.Context(), budget: DefaultBudget}, start, outcomes, checkpointOf, 2)
			if err != nil {
				t.Fatal(err)
			}
			return visits, out.rats()
		}
		for start := range states {
			c.keeps, c.ready = false, nil
			visits, out := solve(start)
			c.keeps = true
			for other := range states { // what is kept serves every start
				solve(other)
			}
			visitsAgain, outAgain := solve(start)
			same(t, "visits", visitsAgain, visits)
			same(t, "outcomes", outAgain, out)
		}
		if c.ready == nil || len(c.ready.kept) == 0 || c.ready.kept[0] == nil {
			t.Fatal("nothing was kept")
		}
	})
}

func (f *fractions) rats() []*big.Rat {
	var list []*big.Rat
	for _, x := range f.large {
		list = append(list, new(big.Rat).SetFrac(x, f.den))
	}
	return list
}

func same(t *rapid.T, what string, got, want []*big.Rat) {
	for i := range want {
		if got[i].Cmp(want[i]) != 0 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}
