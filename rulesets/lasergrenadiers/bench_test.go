package lasergrenadiers_test

import (
	"testing"

	"loophole/odds"
	"loophole/rulestest"
)

const (
	breachQuestion   = "breach structure=house workers=wardrone,combat-engineer workers.2.tool=demolition-charge points=6 building-points=20 turns=12 checks=yes"
	growthQuestion   = "fire-growth weapon=flamer weather=mist groups=infantry,infantry,light-vehicle groups.1.count=4 groups.2.count=3 groups.2.reached-at=4 groups.3.reached-at=8"
	demolishQuestion = "demolish structure=factory guns=light-cannon,rpg guns.1.count=2 guns.2.count=2 turns=6 points=60 variant=2 checks=yes section-points=20 sections=3 inside=8"
	collapseQuestion = "collapse points=24 lost=2 more=3 turns=12 inside=6"
	throughQuestion  = "through weapon=rotary-cannon structure=pillbox damage=points variant=2 points=30"
	openingQuestion  = "opening into=embrasure range=short"
)

func benchmark(b *testing.B, words string, o odds.Options) { rulestest.Benchmark(b, ask(b, words), o) }

func BenchmarkBreachExact(b *testing.B)   { benchmark(b, breachQuestion, odds.Options{}) }
func BenchmarkBreachFloat(b *testing.B)   { benchmark(b, breachQuestion, odds.Options{Floats: true}) }
func BenchmarkGrowthExact(b *testing.B)   { benchmark(b, growthQuestion, odds.Options{}) }
func BenchmarkGrowthFloat(b *testing.B)   { benchmark(b, growthQuestion, odds.Options{Floats: true}) }
func BenchmarkDemolishExact(b *testing.B) { benchmark(b, demolishQuestion, odds.Options{}) }
func BenchmarkDemolishFloat(b *testing.B) { benchmark(b, demolishQuestion, odds.Options{Floats: true}) }
func BenchmarkCollapseExact(b *testing.B) { benchmark(b, collapseQuestion, odds.Options{}) }
func BenchmarkCollapseFloat(b *testing.B) { benchmark(b, collapseQuestion, odds.Options{Floats: true}) }
func BenchmarkThroughExact(b *testing.B)  { benchmark(b, throughQuestion, odds.Options{}) }
func BenchmarkThroughFloat(b *testing.B)  { benchmark(b, throughQuestion, odds.Options{Floats: true}) }
func BenchmarkOpeningExact(b *testing.B)  { benchmark(b, openingQuestion, odds.Options{}) }
func BenchmarkOpeningFloat(b *testing.B)  { benchmark(b, openingQuestion, odds.Options{Floats: true}) }
