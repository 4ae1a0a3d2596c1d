package tideofiron

import (
	"testing"

	"loophole/rule"
)

// TestLeastRow: a squad has the range and the movement points of the figures that have least, if
// house rules give its figures different ones.
func TestLeastRow(t *testing.T) {
	h, err := Rules.House([]rule.Setting{
		{Path: "tables.units.elite.infantry-range", Value: "5"}, {Path: "tables.units.officer.move", Value: "3"}, {Path: "tables.units.mg-german.move", Value: "2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name    string
		column  int
		figures [figureKinds]uint8
		want    int
	}{
		{"elite figures", infantryRange, [figureKinds]uint8{elites: 3}, 5},
		{"elite and regular figures", infantryRange, [figureKinds]uint8{elites: 2, regulars: 1}, 4},
		{"elite figures with an officer", infantryRange, [figureKinds]uint8{elites: 2, officers: 1}, 4},
		{"a crew", infantryRange, [figureKinds]uint8{machineGuns: 2}, 5},
		{"regular figures", movePoints, [figureKinds]uint8{regulars: 4}, 4},
		{"regular figures with an officer", movePoints, [figureKinds]uint8{regulars: 3, officers: 1}, 3},
		{"regular figures with a crew", movePoints, [figureKinds]uint8{regulars: 2, machineGuns: 1}, 2},
	} {
		have := 0
		if err := rule.CheckLegal(func(u *rule.Umpire) {
			have = u.LookupCell(&unitTable, leastRow(u, x.column, x.figures, true), x.column)
		}, h, nil); err != nil {
			t.Fatal(err)
		}
		if have != x.want {
			t.Errorf("%s: %d, want %d", x.name, have, x.want)
		}
	}
}
