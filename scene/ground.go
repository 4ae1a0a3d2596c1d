package scene

import (
	"fmt"

	"loophole/ground"
)

// FromMap draws the terrain of a game in inches: features as areas, and sections as structures
// with their openings, in the order of their numbers. The game adds its pieces.
func FromMap(m *ground.Map, r ground.Destroyed) Scene {
	s := Scene{Unit: "inch", Surface: Grass}
	if m.Surface() != ground.Untold {
		s.Surface = m.Surface().String()
	}
	if low, high, stated := m.Table(); stated {
		s.Board = [2]Point{point(low), point(high)}
	}
	for _, x := range m.Scenery() {
		s.Scenery = append(s.Scenery, Scenery{x.Terrain.String(), append(outline(x.Plan, nil), path(x.Line)...), len(x.Line) > 0, int(x.Width) * Scale / int(ground.Inch)})
	}
	for i := range m.Features() {
		id := ground.FeatureID(i)
		if r.IsGone(id) {
			continue
		}
		f := m.Feature(id)
		s.Areas = append(s.Areas, Area{Name: f.Name, Kind: kindOf(&f), Terrain: terrainOf(&f), Outline: outline(f.Plan, f.Line), Label: true})
	}
	for i := range m.Sections() {
		id := ground.SectionID(i)
		x := Structure{Name: m.SectionName(id), Outline: outline(m.Plan(id), nil), Standing: !r.HasFallen(id)}
		if k := m.Material(id); k != ground.Unstated {
			x.Walls = k.String()
		}
		if !x.Standing {
			x.Condition, x.Damage = "rubble", Ruined
			x.Floors = []Floor{{Name: "rubble"}}
		} else {
			x.Floors = floorsOf(m, id)
		}
		s.Structures = append(s.Structures, x)
	}
	for i := range m.Openings() {
		id := ground.OpeningID(i)
		f := m.FloorOfOpening(id)
		if r.HasFallen(f.Section) {
			continue
		}
		s.Openings = append(s.Openings, Opening{
			Name: m.OpeningName(id), Kind: m.Opening(id).Kind.String(), At: point(m.OpeningSpot(id).Point), Wide: int(m.Opening(id).Width) * Scale / int(ground.Inch),
			In: []Wall{{m.SectionName(f.Section), floorName(m, f), m.WallSide(m.WallOfOpening(id)).String()}},
		})
	}
	return s
}

// floorsOf names the floors of a section, with cellars and a flat roof.
func floorsOf(m *ground.Map, id ground.SectionID) []Floor {
	low, high := m.Storeys(id)
	var floors []Floor
	for storey := low; storey <= high; storey++ {
		floors = append(floors, Floor{Name: floorName(m, ground.Floor{Section: id, Storey: int8(storey)})})
	}
	return floors
}

func floorName(m *ground.Map, f ground.Floor) string {
	switch {
	case m.OnRoof(f):
		return "roof"
	case f.Storey == 0:
		return "ground"
	case f.Storey < 0:
		return "cellar"
	}
	return fmt.Sprint(f.Storey)
}

// FloorOf returns the floor of a scene that [FromMap] made. For a fallen section it returns the
// heap.
func (s *Scene) FloorOf(m *ground.Map, f ground.Floor) *Floor {
	x := &s.Structures[f.Section]
	if !x.Standing {
		return &x.Floors[0]
	}
	low, _ := m.Storeys(f.Section)
	return &x.Floors[int(f.Storey)-low]
}

// PutPiece shows a piece in a scene that [FromMap] made: on a floor, or in the open at a point.
func (s *Scene) PutPiece(m *ground.Map, p Piece, at ground.Point, on ground.Floor, inside bool) {
	if inside {
		floor := s.FloorOf(m, on)
		floor.Pieces = append(floor.Pieces, p)
		return
	}
	p.At = point(at)
	s.Pieces = append(s.Pieces, p)
}

// PutPlace shows a place where pieces may stand in a scene that [FromMap] made: on a floor, or in the open
// at a point.
func (s *Scene) PutPlace(m *ground.Map, name string, at ground.Point, on ground.Floor, inside bool) {
	if inside {
		floor := s.FloorOf(m, on)
		floor.Places = append(floor.Places, name)
		return
	}
	s.Areas = append(s.Areas, NamedSpot(name, point(at)))
}

// Spot converts a point of the ground to a point of the plan.
func Spot(p ground.Point) Point { return point(p) }

func point(p ground.Point) Point {
	const perUnit = int(ground.Inch) / Scale
	return Point{int(p.X) / perUnit, int(p.Y) / perUnit}
}

// Outline converts the corners of a polygon to points of the plan.
func Outline(p ground.Polygon) []Point { return outline(p, nil) }

// outline returns the corners of a plan, or a line there and back.
func outline(plan ground.Polygon, line []ground.Point) []Point {
	var out []Point
	for _, p := range plan {
		out = append(out, point(p))
	}
	for _, p := range line {
		out = append(out, point(p))
	}
	for i := len(line) - 2; i > 0; i-- {
		out = append(out, point(line[i]))
	}
	return out
}

// Grass and Paving are the usual surfaces of tables.
const (
	Grass  = "grass"
	Paving = "paving"
)

// path returns the points of a line, one way.
func path(line []ground.Point) (out []Point) {
	for _, p := range line {
		out = append(out, point(p))
	}
	return out
}

// terrainOf returns the appearance of a feature: the terrain that its plan states. Without one, a
// line is a fence or, if it affects sight, a hedge. An area is craters if it has no height, a
// hill if it is opaque, and else a wood.
func terrainOf(f *ground.Feature) string {
	switch {
	case f.Terrain != ground.Untold:
		return f.Terrain.String()
	case len(f.Line) > 0 && f.View == ground.Plain:
		return ground.Fence.String()
	case len(f.Line) > 0:
		return ground.Hedge.String()
	case f.Height == 0:
		return ground.Craters.String()
	case f.View == ground.Opaque:
		return ground.Hill.String()
	}
	return ground.Woods.String()
}

// kindOf returns the word for the kind of a feature.
func kindOf(f *ground.Feature) string {
	switch {
	case len(f.Line) > 0:
		return "hedge"
	case f.Height == 0:
		return "rubble"
	}
	return "wood"
}
