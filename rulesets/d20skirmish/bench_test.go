package d20skirmish_test

import (
	"context"
	"testing"

	"loophole/odds"
)

// The whole questions: a room of two from the grenade to the finish, a house of
// three rooms, and one of six.
const (
	room       = "assault"
	threeRooms = "assault rooms=2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2"
	mixedHouse = "assault rooms=3,2,2 rooms.1.defenders=3 rooms.1.defenders.1.smg=1 rooms.1.attackers.1.charging=yes " +
		"rooms.2.defenders=2 rooms.2.defenders.1.element=b rooms.3.defenders=1 rooms.3.defenders.1.element=c"
	sixRooms = threeRooms + " rooms.4.attackers=2 rooms.4.defenders=2 rooms.5.attackers=2 rooms.5.defenders=2 rooms.6.attackers=2 rooms.6.defenders=2"
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
func BenchmarkSixRoomsExact(b *testing.B) { benchmarkOdds(b, sixRooms, odds.Options{}) }
func BenchmarkSixRoomsFloat(b *testing.B) {
	benchmarkOdds(b, sixRooms, odds.Options{Floats: true})
}
func BenchmarkMeleeExact(b *testing.B) {
	benchmarkOdds(b, "melee attackers=10 defenders=10", odds.Options{})
}
func BenchmarkMeleeFloat(b *testing.B) {
	benchmarkOdds(b, "melee attackers=10 defenders=10", odds.Options{Floats: true})
}

func BenchmarkMeleeHelmetsExact(b *testing.B) {
	benchmarkOdds(b, "melee attackers=10 defenders=10 attackers-helmet=8 defenders-helmet=8", odds.Options{})
}

func benchmarkOdds(b *testing.B, words string, o odds.Options) {
	q := ask(b, words)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := odds.Chances(context.Background(), q, o, 0); err != nil {
			b.Fatal(err)
		}
	}
}
