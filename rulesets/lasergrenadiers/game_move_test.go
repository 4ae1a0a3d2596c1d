package lasergrenadiers_test

import (
	"slices"
	"testing"
)

// TestLongMoves: every legal move is listed, however far house rules let pieces move. From far-west at
// 1,59 the road is 35 inches away.
func TestLongMoves(t *testing.T) {
	x := field{
		ground: `
	- name: shed
		sections:
			- {name: only, plan: "20,20 24,20 24,24 20,24", storeys: [{height: "2.5"}]}`,
		structures: `- {name: shed, structure: shed}`,
		places:     `- {name: road, at: "36,59"}`,
	}
	for house, want := range map[string]bool{"": false, "tables.paces.infantry.inches=34": false, "tables.paces.infantry.inches=35": true} {
		x.house = house
		f := lay(t, x)
		list, err := f.Legal(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, a := range list {
			listed = append(listed, f.FormatAction(a))
		}
		if got := slices.Contains(listed, "move red to road"); got != want {
			t.Errorf("with %q the move is listed: %v, want %v", house, got, want)
		}
	}
}
