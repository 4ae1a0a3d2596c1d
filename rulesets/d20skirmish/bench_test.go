package d20skirmish_test

import (
	"testing"

	"loophole/odds"
	"loophole/rulestest"
)

// The questions are a room of two defenders, from the grenade to the finish, and houses of three
// rooms.
const (
	room       = "assault"
	threeRooms = "assault rooms=2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2"
	mixedHouse = "assault rooms=3,2,2 rooms.1.defenders=3 rooms.1.defenders.1.smg=1 rooms.1.attackers.1.charging=yes " +
		"rooms.2.defenders=2 rooms.2.defenders.1.element=b rooms.3.defenders=1 rooms.3.defenders.1.element=c"
)

func BenchmarkRoomExact(b *testing.B)       { benchmarkOdds(b, room, odds.Options{}) }
func BenchmarkRoomFloat(b *testing.B)       { benchmarkOdds(b, room, odds.Options{Floats: true}) }
func BenchmarkThreeRoomsExact(b *testing.B) { benchmarkOdds(b, threeRooms, odds.Options{}) }
func BenchmarkThreeRoomsFloat(b *testing.B) {
	benchmarkOdds(b, threeRooms, odds.Options{Floats: true})
}
func BenchmarkMixedHouseExact(b *testing.B) { benchmarkOdds(b, mixedHouse, odds.Options{}) }
func BenchmarkMixedHouseFloat(b *testing.B) {
	benchmarkOdds(b, mixedHouse, odds.Options{Floats: true})
}
func benchmarkOdds(b *testing.B, words string, o odds.Options) {
	rulestest.Benchmark(b, ask(b, words), o)
}
