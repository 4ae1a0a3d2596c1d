package odds_test

import (
	"math/big"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// checkResult compares the odds of a result of two parts, hits and sixes among them, with the odds of
// the same rolls without a subroll. It rolls the subroll alone and within another one.
func checkResult[R comparable](t *testing.T, result func(hits, sixes int) R) {
	t.Helper()
	roll := func(u *rule.Umpire, n int) R {
		hits := u.Count(n, rule.D6, rule.AtLeast(4), "x", "to hit")
		return result(hits, u.Count(hits, rule.Die(3), rule.AtLeast(3), "x", "which of them are sixes"))
	}
	sub := rule.NewResultSubroll("hits", roll)
	twice := rule.NewResultSubroll("hits of two", func(u *rule.Umpire, n int) [2]R {
		return [2]R{sub.Roll(u, n), sub.Roll(u, n)}
	})
	type three struct {
		one R
		two [2]R
	}
	fast := func(u *rule.Umpire) three { return three{sub.Roll(u, 3), twice.Roll(u, 2)} }
	slow := func(u *rule.Umpire) three { return three{roll(u, 3), [2]R{roll(u, 2), roll(u, 2)}} }
	a, err := odds.DistOf(t.Context(), fast, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := odds.DistOf(t.Context(), slow, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for all := range 4 {
		for sixes := range all + 1 {
			for one := range 3 {
				want := three{result(all, sixes), [2]R{result(one, 0), result(2, 1)}}
				is := func(x three) bool { return x == want }
				if got, want := a.P(is).Exact, b.P(is).Exact; got.Cmp(want) != 0 || want.Sign() == 0 {
					t.Errorf("%d hits, %d sixes, then %d hits: %v, want %v", all, sixes, one, got, want)
				}
			}
		}
	}
	// Two hits of three dice (3/8), one of them a six (2 · 1/3 · 2/3).
	if got := a.P(func(x three) bool { return x.one == result(2, 1) }).Exact; got.Cmp(big.NewRat(1, 6)) != 0 {
		t.Errorf("two hits and a six: %v, want 1/6", got)
	}
}

// TestResultSubroll rolls results of every form: a few bytes, negative numbers, padding, many bytes,
// a text.
func TestResultSubroll(t *testing.T) {
	type small struct{ hits, sixes int8 }
	checkResult(t, func(hits, sixes int) small { return small{int8(hits), int8(sixes)} })
	checkResult(t, func(hits, sixes int) int8 { return int8(-16*hits - sixes) })
	checkResult(t, func(hits, sixes int) [8]int8 { return [8]int8{0: int8(hits), 7: int8(-1 - sixes)} })
	type padded struct {
		six  bool
		hits int32
		more uint8
	}
	checkResult(t, func(hits, sixes int) padded { return padded{sixes > 0, int32(hits), uint8(sixes)} })
	checkResult(t, func(hits, sixes int) [2]int { return [2]int{hits, sixes} })
	type named struct {
		name string
		hits uint8
	}
	checkResult(t, func(hits, sixes int) named { return named{strings.Repeat("six ", sixes), uint8(hits)} })
}

// TestDecisionInSubroll: a subroll that asks for a decision is an error with a remedy, and no wrong number.
func TestDecisionInSubroll(t *testing.T) {
	sub := rule.Subroll[int]{Name: "grenade", Play: func(u *rule.Umpire, n int) int {
		if u.Choose("red", "x", "throw again", "no", "yes") == 1 {
			n++
		}
		return u.Count(n, rule.D6, rule.AtLeast(4), "x", "to hit")
	}}
	play := func(u *rule.Umpire) int { return sub.Roll(u, 1) + sub.Roll(u, 2) }
	if _, err := odds.DistOf(t.Context(), play, odds.Options{}); err == nil || !strings.Contains(err.Error(), "throw again") || !strings.Contains(err.Error(), "ask for it before the subroll") {
		t.Errorf("%v", err)
	}
}
