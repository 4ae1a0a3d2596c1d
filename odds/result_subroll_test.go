package odds_test

import (
	"math/big"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// hits are dice that hit, and sixes among them.
type hits struct{ all, sixes int8 }

func (h hits) Pack() int           { return int(h.all)<<8 | int(h.sixes) }
func (hits) Unpack(n int) (h hits) { return hits{int8(n >> 8), int8(n & 0xff)} }

// TestResultSubroll: the odds of a result of two parts are those of the rolls without a subroll.
func TestResultSubroll(t *testing.T) {
	roll := func(u *rule.Umpire, n int) hits {
		h := u.Count(n, rule.D6, rule.AtLeast(4), "x", "to hit")
		return hits{int8(h), int8(u.Count(h, rule.Die(3), rule.AtLeast(3), "x", "which of them are sixes"))}
	}
	sub := rule.NewResultSubroll("hits", roll)
	fast := func(u *rule.Umpire) hits { return sub.Roll(u, 3) }
	slow := func(u *rule.Umpire) hits { return roll(u, 3) }

	a, err := odds.DistOf(t.Context(), fast, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := odds.DistOf(t.Context(), slow, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for all := range int8(4) {
		for sixes := range all + 1 {
			is := func(h hits) bool { return h == hits{all, sixes} }
			if got, want := a.P(is).Exact, b.P(is).Exact; got.Cmp(want) != 0 || want.Sign() == 0 {
				t.Errorf("%d hits, %d sixes: %v, want %v", all, sixes, got, want)
			}
		}
	}
	// Two hits of three dice (3/8), one of them a six (2 · 1/3 · 2/3).
	if got := a.P(func(h hits) bool { return h == hits{2, 1} }).Exact; got.Cmp(big.NewRat(1, 6)) != 0 {
		t.Errorf("two hits and a six: %v, want 1/6", got)
	}
}
