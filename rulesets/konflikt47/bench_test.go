package konflikt47_test

import (
	"testing"

	"loophole/odds"
	"loophole/rulestest"
)

// The largest sensible question of each procedure.
const (
	shellQuestion    = "shell weapon=heavy-howitzer hit=yes storeys=4 floors=10,8,5,10"
	shellRoof        = "shell weapon=heavy-howitzer storeys=4 floors=10,8,5,12 floors.4.tough=yes roof=10"
	directQuestion   = "direct-he weapon=heavy-howitzer by.unit=churchill-avre distance=10 floors=12,8 floors.1.tough=yes"
	assaultQuestion  = "assault attackers=10 defenders=10"
	reactionQuestion = "assault attackers=12 defenders=12 attackers.pins=1 defenders.pins=1 attackers.assault-weapons=12 defenders.tough=yes reacts=shoot defenders.weapons=assault-rifle openings=6"
	flameQuestion    = "flame weapon=flamethrower-vehicle distance=11 storeys=4 floors=10,8,6,12 roof=4 floors.1.tough=yes"
	ramQuestion      = "ram unit=zeus pins=2 material=brick floors=8,8"
	atQuestion       = "shoot-at men=12 tough=yes weapons=rifle,lmg-german,smg,assault-rifle weapons.1.count=6 weapons.2.count=2 weapons.3.count=2 weapons.4.count=4 distance=10"
	fromQuestion     = "shoot-from men=12 weapons=rifle,lmg-german,panzerfaust,smg weapons.1.count=6 weapons.1.openings=4 weapons.2.side=east weapons.2.opening=window weapons.2.count=2 weapons.2.target=2 weapons.3.side=south weapons.3.opening=window weapons.3.target=3 weapons.4.opening=window weapons.4.count=2 targets=8,10,0 targets.1.distance=12 targets.2.distance=20 targets.2.tough=yes targets.3.unit=tiger targets.3.distance=10"
	orderQuestion    = "order order=rally pins=5 enemy-in-sight=yes friend-in-danger=yes"
	moraleQuestion   = "morale men=8 lost=4 pins=2"
)

func benchmark(b *testing.B, words string, o odds.Options) { rulestest.Benchmark(b, ask(b, words), o) }

var floats = odds.Options{Floats: true}

func BenchmarkShellExact(b *testing.B)         { benchmark(b, shellQuestion, odds.Options{}) }
func BenchmarkShellFloat(b *testing.B)         { benchmark(b, shellQuestion, floats) }
func BenchmarkOrderExact(b *testing.B)         { benchmark(b, orderQuestion, odds.Options{}) }
func BenchmarkMoraleExact(b *testing.B)        { benchmark(b, moraleQuestion, odds.Options{}) }
func BenchmarkShellWithRoofFloat(b *testing.B) { benchmark(b, shellRoof, floats) }
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
