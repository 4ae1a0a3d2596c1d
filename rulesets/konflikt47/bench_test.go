//go:build draft

package konflikt47_test

import (
	"context"
	"testing"

	"loophole/odds"
)

const (
	shellQuestion    = "shell weapon=heavy-howitzer hit=yes storeys=4 floors=10,8,5,10"
	shellRoof        = "shell weapon=heavy-howitzer storeys=4 floors=10,8,5,10 roof=10"
	directQuestion   = "direct-he weapon=heavy-howitzer by.unit=churchill-avre distance=10 floors=10,8"
	assaultQuestion  = "assault attackers=10 defenders=10"
	reactionQuestion = "assault attackers=10 defenders=10 attackers.pins=1 defenders.pins=1 reacts=shoot defenders.weapon=assault-rifle"
	flameQuestion    = "flame weapon=flamethrower-vehicle distance=11 storeys=3 floors=10,8,6"
	ramQuestion      = "ram unit=zeus pins=2 material=brick floors=8,8"
	atQuestion       = "shoot-at men=10 weapons=rifle,lmg-german,smg weapons.1.count=6 weapons.3.count=2 weapons.1.distance=10 distance=10"
	fromQuestion     = "shoot-from men=8 weapons=rifle,lmg-german weapons.1.count=4 weapons.1.openings=2 weapons.2.side=east weapons.2.opening=window weapons.2.target=2 targets=8,6 targets.1.distance=12 targets.2.distance=20"
)

func benchmark(b *testing.B, words string, o odds.Options) {
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

var floats = odds.Options{Floats: true}

func BenchmarkShellExact(b *testing.B)         { benchmark(b, shellQuestion, odds.Options{}) }
func BenchmarkShellFloat(b *testing.B)         { benchmark(b, shellQuestion, floats) }
func BenchmarkShellWithRoofExact(b *testing.B) { benchmark(b, shellRoof, odds.Options{}) }
func BenchmarkDirectExact(b *testing.B)        { benchmark(b, directQuestion, odds.Options{}) }
func BenchmarkDirectFloat(b *testing.B)        { benchmark(b, directQuestion, floats) }
func BenchmarkAssaultExact(b *testing.B)       { benchmark(b, assaultQuestion, odds.Options{}) }
func BenchmarkAssaultFloat(b *testing.B)       { benchmark(b, assaultQuestion, floats) }
func BenchmarkReactionExact(b *testing.B)      { benchmark(b, reactionQuestion, odds.Options{}) }
func BenchmarkReactionFloat(b *testing.B)      { benchmark(b, reactionQuestion, floats) }
func BenchmarkFlameExact(b *testing.B)         { benchmark(b, flameQuestion, odds.Options{}) }
func BenchmarkFlameFloat(b *testing.B)         { benchmark(b, flameQuestion, floats) }
func BenchmarkRamExact(b *testing.B)           { benchmark(b, ramQuestion, odds.Options{}) }
func BenchmarkRamFloat(b *testing.B)           { benchmark(b, ramQuestion, floats) }
func BenchmarkShootAtExact(b *testing.B)       { benchmark(b, atQuestion, odds.Options{}) }
func BenchmarkShootAtFloat(b *testing.B)       { benchmark(b, atQuestion, floats) }
func BenchmarkShootFromExact(b *testing.B)     { benchmark(b, fromQuestion, odds.Options{}) }
func BenchmarkShootFromFloat(b *testing.B)     { benchmark(b, fromQuestion, floats) }
