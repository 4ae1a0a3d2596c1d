package oldworld

import (
	"testing"

	"loophole/ground"
)

// TestCachedLocations: distances of points off the sites are the same from the cache as computed anew.
func TestCachedLocations(t *testing.T) {
	house := func(name string, x, y int) ground.Structure {
		plan := ground.Rect(ground.At(x, y), 6*ground.Inch, 4*ground.Inch)
		return ground.Structure{Name: name, Sections: []ground.Section{{Plan: plan, Storeys: []ground.Storey{{Height: 4 * ground.Inch}}}}}
	}
	unit := func(name string, side int, at string) SetupUnit {
		return SetupUnit{Name: name, Side: side, Unit: 1, Models: 10, At: at}
	}
	f, _, err := start(Rules.Published(), &Setup{
		Rounds: 2, Sides: [2]string{"north", "south"}, Width: 30, Depth: 30,
		Ground: ground.Plan{Structures: []ground.Structure{house("house", 10, 10), house("hut", 20, 22)}},
		Spots:  []SetupSpot{{Name: "lane", At: ground.At(13, 2)}}, Objectives: []string{"house"},
		Units: []SetupUnit{unit("first", 0, "lane"), unit("second", 1, "house")},
		Task:  Task{Kind: TaskHold, Many: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 { // The second finds what the first has left.
		for k := range ground.Length(400) {
			a := location{noSite, ground.Point{X: k % 20 * 1503, Y: k / 20 * 1501}}
			for building := range f.buildings {
				at := f.siteLocation(building)
				if f.chargeLane(a, building) != f.straightLane(a, at) || f.distance(a, at) != f.measure(a, at) || f.walkTo(a, building) != f.wayOnFoot(a, at) || f.inSight(a, at) != f.overlooks(a, at) {
					t.Fatalf("round %d: the cached values of %v and %s differ", round, a.point, f.sites[building].name)
				}
			}
		}
	}
}
