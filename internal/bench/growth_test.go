package bench_test

import (
	"context"
	"fmt"
	"testing"

	"loophole/internal/bench"
	"loophole/odds"
	"loophole/rule"
)

// BenchmarkGrowth shows how the cost of an exact answer grows along one axis at
// a time: its names are axis/size, and docs/numbers.md lays them out so.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		grow(b, "dice, counted, fractions", n, odds.Options{}, func(u *rule.Umpire) int {
			return u.Count(n, rule.D6, rule.AtLeast(5), "x", "a pool")
		})
		grow(b, "dice, counted, floats", n, odds.Options{Floats: true}, func(u *rule.Umpire) int {
			return u.Count(n, rule.D6, rule.AtLeast(5), "x", "a pool")
		})
	}
	for _, n := range []int{10, 100, 1000, 10_000} {
		sum := func(u *rule.Umpire) int { return u.Sum(n, rule.D6, "x", "a pool") }
		grow(b, "dice, added up, fractions", n, odds.Options{}, sum)
		grow(b, "dice, added up, floats", n, odds.Options{Floats: true}, sum)
		grow(b, "dice, the highest three kept, fractions", n, odds.Options{}, func(u *rule.Umpire) int {
			return u.Highest(n, 3, rule.D6, "x", "a pool")
		})
		bands := func(u *rule.Umpire) int { return int(u.Tally(n, rule.D6, rule.Cuts(2), "x", "a pool")) }
		grow(b, "dice, in two bands, fractions", n, odds.Options{}, bands)
		grow(b, "dice, in two bands, floats", n, odds.Options{Floats: true}, bands)
	}
	for _, n := range []int{1, 10, 100, 1000} {
		grow(b, "dice that hit, wound and are saved, fractions", n, odds.Options{}, bench.Line{Dice: n}.Unsaved)
	}
	for _, n := range []int{1, 12, 100, 1000} {
		grow(b, "turns of a bombardment, floats", n, odds.Options{Floats: true}, bench.Bombardment{Turns: n}.Play)
	}
	for _, n := range []int{1, 12, 100, 300} {
		grow(b, "turns of a bombardment, fractions", n, odds.Options{}, bench.Bombardment{Turns: n}.Play)
	}
	for _, n := range []int{1, 4, 16, 64} {
		grow(b, "storeys that a shell falls through, fractions", n, odds.Options{}, bench.Tower{Storeys: n, Occupants: 5}.Shell)
	}
	for _, n := range []int{1, 10, 100, 1000} {
		grow(b, "occupants of each of four storeys, fractions", n, odds.Options{}, bench.Tower{Storeys: 4, Occupants: n}.Shell)
	}
	for _, n := range []int{5, 10, 20, 50, 100} {
		grow(b, "men on each side of a melee, floats", n, odds.Options{Floats: true, Budget: 1e8}, bench.Fight{A: int8(n), B: int8(n)}.Apart)
		grow(b, "men against ten in a melee, floats", n, odds.Options{Floats: true}, bench.Fight{A: int8(n), B: 10}.Apart)
	}
	for _, n := range []int{5, 10, 20, 30} {
		grow(b, "men on each side of a melee, fractions", n, odds.Options{Budget: 1e9}, bench.Fight{A: int8(n), B: int8(n)}.Apart)
	}
}

func grow[R comparable](b *testing.B, axis string, n int, o odds.Options, p func(*rule.Umpire) R) {
	b.Run(fmt.Sprintf("%s/%d", axis, n), func(b *testing.B) {
		for b.Loop() {
			odds.ClearCaches()
			if _, err := odds.DistOf(context.Background(), p, o); err != nil {
				b.Fatal(err)
			}
		}
	})
}
