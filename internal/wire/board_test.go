package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"loophole/internal/wire"
	"loophole/scene"
)

// TestABoardAsData: the JSON of a scene has the drawing style of terrain, the pieces off the table
// and waiting, the damage of structures, and the reach of pieces.
func TestABoardAsData(t *testing.T) {
	square := []scene.Point{{X: 0, Y: 0}, {X: 6000, Y: 0}, {X: 6000, Y: 6000}, {X: 0, Y: 6000}}
	s := scene.Scene{
		Unit: "inch", Surface: scene.Paving, Board: [2]scene.Point{{}, {X: 24000, Y: 12000}},
		Scenery: []scene.Scenery{{Terrain: "road", Outline: square[:2], Line: true, Width: 2000}},
		Areas:   []scene.Area{{Name: "apple", Kind: "wood", Terrain: "orchard", Outline: square}, {Name: "grass", Kind: "open", Outline: square}},
		Structures: []scene.Structure{
			{Name: "barn", Outline: square, Standing: true, Condition: "on fire, size 2, north wall open", Damage: scene.Burning | scene.Breached},
			{Name: "hut", Outline: square, Standing: true},
		},
		Openings: []scene.Opening{{Name: "barn/breach", Kind: "gap", Made: true}, {Name: "barn/door", Kind: "door"}},
		Pieces:   []scene.Piece{{Name: "mortar", At: scene.Point{X: 4000, Y: -8500}}, {Name: "squad", At: scene.Point{X: 4000, Y: 500}}},
		Waiting:  []scene.Piece{{Name: "reserve"}},
	}
	s.SetDistancesOff()
	got := wire.SceneOf(&s)
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"surface":"paving"`, `"low":[0,0],"high":[24000,12000]`,
		`"scenery":[{"terrain":"road","outline":[[0,0],[6000,0]],"line":true,"width":2000}]`,
		`"terrain":"orchard"`, `"damage":["burning","breached"]`, `"off":"8.5″ off the map"`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	if len(got.Structures[1].Damage) > 0 || got.Areas[1].Terrain != "" || got.Pieces[1].Off != "" {
		t.Errorf("a whole house, plain ground and a piece on the table say more than they are: %s", text)
	}
	if !got.Openings[0].Made || got.Openings[1].Made {
		t.Error("a breach and a door are not told apart")
	}
	if len(got.Waiting) != 1 || got.Waiting[0].Name != "reserve" || got.Waiting[0].At != nil {
		t.Errorf("who waits: %+v", got.Waiting)
	}
}

// TestReaches: a reach is a ring, an arc, or a list of places.
func TestReaches(t *testing.T) {
	ring := scene.Ring(scene.Point{X: 1000, Y: 2000}, 12, "half range")
	arc := ring
	arc.Facing, arc.Arc = 90, 60
	got := wire.ReachOf([]scene.Reach{ring, arc, {Places: []string{"D4"}, Text: "3 hexes"}})
	if r := got[0]; r.Far != 12000 || r.From[0] != 1000 || r.Text != "12″, half range" || r.Arc != 0 || len(r.Places) > 0 {
		t.Errorf("a ring: %+v", r)
	}
	if r := got[1]; r.Facing != 90 || r.Arc != 60 {
		t.Errorf("an arc: %+v", r)
	}
	if r := got[2]; r.Far != 0 || len(r.Places) != 1 || r.Places[0] != "D4" {
		t.Errorf("places: %+v", r)
	}
	if none := wire.ReachOf(nil); none == nil || len(none) > 0 {
		t.Error("no reach is not an empty list")
	}
}
