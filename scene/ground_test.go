package scene

import (
	"testing"

	"loophole/ground"
)

// TestOnGround draws a house with a cellar and a flat roof, a fallen barn and a hedge, and puts a
// piece on a floor.
func TestOnGround(t *testing.T) {
	plan := func(s string) ground.Polygon {
		p, err := ground.ParsePolygon(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	high := []ground.Storey{{Height: 3 * ground.Inch}, {Height: 3 * ground.Inch}, {Height: 3 * ground.Inch}}
	m, err := ground.New(ground.Plan{
		Structures: []ground.Structure{
			{Name: "house", Sections: []ground.Section{{Plan: plan("10,4 16,4 16,10 10,10"), Storeys: high, Cellars: 1, Roof: ground.Roof{Flat: true}}}},
			{Name: "barn", Sections: []ground.Section{{Plan: plan("2,4 6,4 6,8 2,8"), Storeys: high[:1]}}},
		},
		Features: []ground.Feature{{Name: "hedge", Line: []ground.Point{{X: 0, Y: 12 * ground.Inch}, {X: 20 * ground.Inch, Y: 12 * ground.Inch}}, Height: ground.Inch}},
	})
	if err != nil {
		t.Fatal(err)
	}
	barn, _ := m.FindSection("barn", "")
	house, _ := m.FindSection("house", "")
	s := FromMap(m, ground.Destroyed{}.Fallen(barn))
	s.FloorOf(m, ground.Floor{Section: house, Storey: 1}).Pieces = []Piece{{Name: "guards", Strength: 8}}
	s.FloorOf(m, ground.Floor{Section: barn}).Pieces = []Piece{{Name: "stragglers", Side: 1}}
	s.PutPiece(m, Piece{Name: "guest"}, ground.At(12, 6), ground.Floor{Section: house, Storey: 2}, true)
	s.PutPiece(m, Piece{Name: "hiker"}, ground.At(8, 2), ground.Floor{}, false)
	s.PutPlace(m, "attic", ground.At(12, 6), ground.Floor{Section: house, Storey: 2}, true)
	s.PutPlace(m, "yard", ground.At(8, 2), ground.Floor{}, false)
	if top := s.Structures[house].Floors[3]; len(top.Pieces) != 1 || top.Places[0] != "attic" {
		t.Errorf("the top floor is %+v", top)
	}
	last := len(s.Areas) - 1
	if s.Pieces[0].At != (Point{8_000, 2_000}) || s.Areas[last].Name != "yard" {
		t.Errorf("in the open are %+v and %+v", s.Pieces, s.Areas)
	}
	s.Pieces, s.Areas = nil, s.Areas[:last]
	s.Structures[house].Floors[3] = Floor{Name: s.Structures[house].Floors[3].Name}
	x := s.Structures[house]
	var names []string
	for _, f := range x.Floors {
		names = append(names, f.Name)
	}
	if got := len(names); got != 4 || names[0] != "cellar" || names[1] != "ground" || names[3] != "roof" || len(x.Floors[2].Pieces) != 1 {
		t.Errorf("the house has %v", x.Floors)
	}
	if y := s.Structures[barn]; y.Standing || y.Condition != "rubble" || len(y.Floors[0].Pieces) != 1 {
		t.Errorf("the barn is %+v", y)
	}
	if x.Outline[0] != (Point{10_000, 4_000}) || len(s.Areas) != 1 || s.Areas[0].Kind != "hedge" {
		t.Errorf("%v, %v", x.Outline, s.Areas)
	}
	golden(t, "ground.txt", s.Text(70))
}
