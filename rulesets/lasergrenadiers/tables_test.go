package lasergrenadiers

import (
	"strings"
	"testing"
)

// TestFlammableRows: the table of what burns has the walls, the roofs and military armour, in the order of their tables.
func TestFlammableRows(t *testing.T) {
	if got, want := len(flammable.Rows), len(walls.Rows)+len(roofs.Rows)+1; got != want {
		t.Fatalf("%d rows, want %d", got, want)
	}
	for i, wall := range walls.Rows {
		if flammable.Rows[i].Name != wall.Name {
			t.Errorf("row %d is %s, and the wall is %s", i+1, flammable.Rows[i].Name, wall.Name)
		}
	}
	for i, roof := range roofs.Rows {
		// A roof of concrete is reinforced; the others are named by what covers them.
		name, row := roof.Name, flammable.Rows[int(flammableRoofs)+i].Name
		if short := strings.TrimPrefix(row, "roof-"); short == row || !strings.Contains(name, short) {
			t.Errorf("the row of the roof %s is %s", name, row)
		}
	}
	if last := len(flammable.Rows); int(flammableArmour) != last {
		t.Errorf("military armour has row %d of %d", flammableArmour, last)
	}
}
