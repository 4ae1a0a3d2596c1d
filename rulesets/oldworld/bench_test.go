package oldworld_test

import (
	"context"
	"testing"

	"loophole/odds"
	"loophole/rulestest"
)

func bench(b *testing.B, words string, o odds.Options) { rulestest.Benchmark(b, ask(b, words), o) }

const siegeOnce = "siege turns=0 attackers.models=20 garrison.models=20 give-up=61"

func BenchmarkSiegeOnceExact(b *testing.B) { bench(b, siegeOnce, odds.Options{}) }
func BenchmarkSiegeOnceFloat(b *testing.B) { bench(b, siegeOnce, odds.Options{Floats: true}) }

// Ten against ten, from the first charge to the end of the siege.
const siege10 = "siege turns=0 attackers.models=10 garrison.models=10"

func BenchmarkSiege10Exact(b *testing.B) { bench(b, siege10, odds.Options{}) }
func BenchmarkSiege10Float(b *testing.B) { bench(b, siege10, odds.Options{Floats: true}) }

func BenchmarkAssaultExact(b *testing.B) { bench(b, "assault attackers.models=20", odds.Options{}) }
func BenchmarkAssaultFloat(b *testing.B) {
	bench(b, "assault attackers.models=20", odds.Options{Floats: true})
}

func BenchmarkMortarExact(b *testing.B) {
	bench(b, "template engine=mortar shot=aimed", odds.Options{})
}

// Archers shoot at every charge and between charges.
func BenchmarkSiegeExplanation(b *testing.B) {
	q := ask(b, "siege")
	for b.Loop() {
		odds.Explain(context.Background(), q, nil)
	}
}
