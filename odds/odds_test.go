package odds_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

func net(u *rule.Umpire) int {
	hits := u.Count(19, rule.D6, rule.AtLeast(5), "x", "attack")
	return max(0, hits-u.Count(3, rule.D6, rule.AtLeast(5), "x", "defence"))
}

func TestWorked(t *testing.T) {
	d, err := odds.Of(context.Background(), net, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := d.P(func(n int) bool { return n >= 9 })
	if p.Exact.Cmp(big.NewRat(90324443, 1162261467)) != 0 {
		t.Fatal(p)
	}
}

type fight struct{ A, B int8 }

func melee(u *rule.Umpire) fight {
	f := fight{10, 10}
	for f.A > 0 && f.B > 0 {
		if !rule.Mark(u, "round", &f) {
			return fight{}
		}
		a := u.Count(int(f.A), rule.D6, rule.AtLeast(5), "x", "A hits")
		b := u.Count(int(f.B), rule.D6, rule.AtLeast(4), "x", "B hits")
		b -= u.Count(b, rule.D6, rule.AtLeast(5), "x", "A saves")
		f.B, f.A = f.B-min(f.B, int8(a)), f.A-min(f.A, int8(b))
	}
	return f
}

func TestMelee(t *testing.T) {
	for _, floats := range []bool{true, false} {
		d, err := odds.Of(context.Background(), melee, odds.Options{Floats: floats})
		if err != nil {
			t.Fatal(err)
		}
		if p := d.P(func(f fight) bool { return f.A > 0 }).Float; math.Abs(p-0.494029689287846) > 1e-14 {
			t.Fatal(p)
		}
		if p := d.Visits("round").Float; math.Abs(p-4.33351024153879) > 1e-13 {
			t.Fatal(p)
		}
	}
}

func BenchmarkNetFloat(b *testing.B) {
	for b.Loop() {
		odds.Of(context.Background(), net, odds.Options{Floats: true})
	}
}
func BenchmarkNetExact(b *testing.B) {
	for b.Loop() {
		d, _ := odds.Of(context.Background(), net, odds.Options{})
		d.P(func(n int) bool { return n >= 9 })
	}
}
func BenchmarkMeleeFloat(b *testing.B) {
	for b.Loop() {
		odds.Of(context.Background(), melee, odds.Options{Floats: true})
	}
}
func BenchmarkMeleeExact(b *testing.B) {
	for b.Loop() {
		odds.Of(context.Background(), melee, odds.Options{})
	}
}
