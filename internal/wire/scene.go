package wire

import "loophole/scene"

// Scene is a scene as JSON. Coordinates are whole thousandths of the unit, east and north of the
// south-west corner.
type Scene struct {
	Title      string      `json:"title"`
	Head       string      `json:"head" doc:"round, phase, and the side that decides"`
	Unit       string      `json:"unit" doc:"the unit of the map: inch, hex, foot"`
	Scale      int         `json:"scale" doc:"coordinates per unit"`
	Sides      []string    `json:"sides"`
	Low        []int       `json:"low" doc:"the south-west corner of the table"`
	High       []int       `json:"high" doc:"its north-east corner"`
	Surface    string      `json:"surface" doc:"the drawing style of the table: grass, paving"`
	Scenery    []Scenery   `json:"scenery" doc:"decoration of the ground, from the lowest layer up"`
	Areas      []Area      `json:"areas"`
	Structures []Structure `json:"structures"`
	Openings   []Opening   `json:"openings"`
	Pieces     []Piece     `json:"pieces" doc:"pieces outside of structures"`
	Waiting    []Piece     `json:"waiting" doc:"pieces that must be set up and have no place yet"`
	Hidden     int         `json:"hidden" doc:"the number of models not shown"`
	Notes      []string    `json:"notes"`
	Counts     []Count     `json:"counts" doc:"resources that the sides use up in a round or a turn, such as actions and order dice, with their remaining number"`
}

// Count is a number that a side uses up in a round or a turn.
type Count struct {
	Side int    `json:"side" minimum:"0" maximum:"1"`
	Left int    `json:"left"`
	Of   int    `json:"of"`
	What string `json:"what" doc:"its name: actions left"`
	Dice bool   `json:"dice,omitempty" doc:"the resource is dice"`
}

// Scenery is drawn terrain, such as a road, a field, or trees around a spot.
type Scenery struct {
	Terrain string  `json:"terrain"`
	Outline [][]int `json:"outline"`
	Line    bool    `json:"line" doc:"the outline is an open line"`
	Width   int     `json:"width" doc:"of a line"`
}

// Area is terrain with an outline.
type Area struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`
	Terrain string  `json:"terrain,omitempty" doc:"the drawing style, if it is more specific than the kind: orchard, bog, wire"`
	Outline [][]int `json:"outline"`
	Label   bool    `json:"label"`
	Title   string  `json:"title" doc:"the name for players"`
}

// Structure is a building, or a section of one that is drawn apart.
type Structure struct {
	Name      string   `json:"name"`
	Outline   [][]int  `json:"outline"`
	Floors    []Floor  `json:"floors" doc:"from the lowest up"`
	Condition string   `json:"condition" doc:"its condition in words; empty if it is intact"`
	Damage    []string `json:"damage,omitempty" doc:"the condition as data: damaged, weakened, burning, breached, ruined"`
	Standing  bool     `json:"standing"`
	Markers   []string `json:"markers"`
	Title     string   `json:"title" doc:"the name for players"`
	Walls     string   `json:"walls,omitempty" doc:"the material of its walls"`
	Objective bool     `json:"objective,omitempty" doc:"it is an objective"`
	Holder    *int     `json:"holder,omitempty" doc:"the side that holds the objective, 0 or 1, if one does"`
}

// Floor is a storey, a cellar or a roof.
type Floor struct {
	Name   string   `json:"name"`
	Note   string   `json:"note"`
	Places []string `json:"places" doc:"the words that name it or parts of it in actions"`
	Pieces []Piece  `json:"pieces"`
	Title  string   `json:"title" doc:"the name for players, with its structure"`
}

// Opening is a door, a window or a slit on the edge of a structure.
type Opening struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	At    []int  `json:"at"`
	Wide  int    `json:"wide,omitempty" doc:"the width in thousandths of a unit; left out if unknown"`
	Made  bool   `json:"made,omitempty" doc:"the fight made it: a breach"`
	Title string `json:"title" doc:"the name for players"`
}

// Piece is a unit or a single model.
type Piece struct {
	Name     string   `json:"name"`
	Side     int      `json:"side" minimum:"0" maximum:"1"`
	Kind     string   `json:"kind"`
	Strength int      `json:"strength" doc:"models, wounds or figures; 0 for none"`
	Markers  []string `json:"markers"`
	At       []int    `json:"at,omitempty" doc:"the coordinates outside of structures"`
	Where    string   `json:"where" doc:"the place as actions name it"`
	Title    string   `json:"title" doc:"the name for players"`
	Symbol   string   `json:"symbol" doc:"the symbol of its counter"`
	Facing   int      `json:"facing,omitempty" minimum:"0" maximum:"360" doc:"degrees clockwise from north; 0 or left out without a facing"`
	Order    string   `json:"order,omitempty" doc:"its order, in rulebooks with orders"`
	Spent    bool     `json:"spent,omitempty" doc:"it has acted, or cannot act any more, in this turn or round"`
	Off      string   `json:"off,omitempty" doc:"the distance beyond the table's edge, if it is outside"`
}

// SceneOf returns the JSON form of a scene.
func SceneOf(s *scene.Scene) *Scene {
	low, high := s.Table()
	j := &Scene{
		Title: s.Title, Head: s.Headline, Unit: s.Unit, Scale: scene.Scale, Sides: s.Sides[:], Low: point(low), High: point(high),
		Areas: []Area{}, Structures: []Structure{}, Openings: []Opening{}, Pieces: pieces(s.Pieces, true), Waiting: pieces(s.Waiting, false), Hidden: s.Hidden, Notes: list(s.Notes),
		Surface: s.Surface, Scenery: []Scenery{}, Counts: []Count{},
	}
	for _, x := range s.Scenery {
		j.Scenery = append(j.Scenery, Scenery{x.Terrain, outline(x.Outline), x.Line, x.Width})
	}
	for _, c := range s.Counts {
		j.Counts = append(j.Counts, Count(c))
	}
	for _, a := range s.Areas {
		j.Areas = append(j.Areas, Area{a.Name, a.Kind, a.Terrain, outline(a.Outline), a.Label, a.Title})
	}
	for _, x := range s.Structures {
		y := Structure{x.Name, outline(x.Outline), []Floor{}, x.Condition, x.Damage.Names(), x.Standing, list(x.Markers), x.Title, x.Walls, x.Objective != scene.NoObjective, nil}
		if x.Objective > scene.Nobodys {
			side := int(x.Objective - scene.OfFirst)
			y.Holder = &side
		}
		for _, f := range x.Floors {
			y.Floors = append(y.Floors, Floor{f.Name, f.Note, list(f.Places), pieces(f.Pieces, false), f.Title})
		}
		j.Structures = append(j.Structures, y)
	}
	for _, o := range s.Openings {
		j.Openings = append(j.Openings, Opening{o.Name, o.Kind, point(o.At), o.Wide, o.Made, o.Title})
	}
	return j
}

func pieces(of []scene.Piece, outside bool) []Piece {
	out := []Piece{}
	for _, p := range of {
		j := Piece{Name: p.Name, Side: p.Side, Kind: p.Kind.String(), Strength: p.Strength, Markers: list(p.Markers), Where: p.Where,
			Title: p.Title, Symbol: p.Sign(), Facing: p.Facing, Order: p.Order, Spent: p.Spent, Off: p.Off}
		if outside {
			j.At = point(p.At)
		}
		out = append(out, j)
	}
	return out
}

func point(p scene.Point) []int { return []int{p.X, p.Y} }

func outline(of []scene.Point) [][]int {
	out := [][]int{}
	for _, p := range of {
		out = append(out, point(p))
	}
	return out
}

// list returns an empty list for nil, so that JSON has no null.
func list[T any](of []T) []T {
	if of == nil {
		return []T{}
	}
	return of
}
