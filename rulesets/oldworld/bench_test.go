//go:build draft

package oldworld_test

import (
	"context"
	"testing"

	"loophole/odds"
)

func bench(b *testing.B, words string, o odds.Options) {
	q := ask(b, words)
	if err := q.Legal(nil); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := odds.Chances(context.Background(), q, o); err != nil {
			b.Fatal(err)
		}
	}
}

const siege20 = "siege turns=0 attackers.models=20 garrison.models=20"

func BenchmarkSiege20Exact(b *testing.B) { bench(b, siege20, odds.Options{}) }
func BenchmarkSiege20Float(b *testing.B) { bench(b, siege20, odds.Options{Floats: true}) }

const siegeGame = "siege attackers.models=20 garrison.models=20 turns=8"

func BenchmarkSiegeGameExact(b *testing.B) { bench(b, siegeGame, odds.Options{}) }
func BenchmarkSiegeGameFloat(b *testing.B) { bench(b, siegeGame, odds.Options{Floats: true}) }

const siegeOnce = "siege turns=0 attackers.models=20 garrison.models=20 give-up=61"

func BenchmarkSiegeOnceExact(b *testing.B) { bench(b, siegeOnce, odds.Options{}) }
func BenchmarkSiegeOnceFloat(b *testing.B) { bench(b, siegeOnce, odds.Options{Floats: true}) }

func TestRuns(t *testing.T) {
	for _, w := range []string{siege20, siegeGame, siegeOnce} {
		a, err := odds.Ask(context.Background(), ask(t, w), odds.Options{Floats: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(w, a.Runs, a.States)
	}
}

func BenchmarkSiegeAccount(b *testing.B) {
	q := ask(b, "siege")
	for b.Loop() {
		odds.Account(context.Background(), q, nil)
	}
}
