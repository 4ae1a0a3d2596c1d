package wire

import "loophole/scene"

// Scene is a scene as JSON. Coordinates are whole thousandths of the unit, east
// and north of the plan's corner.
type Scene struct {
	Title      string      `json:"title"`
	Head       string      `json:"head" doc:"round, phase, whose decision it is"`
	Unit       string      `json:"unit" doc:"what a unit of the plan is: inch, hex, foot"`
	Scale      int         `json:"scale" doc:"how many of the coordinates make one unit"`
	Sides      []string    `json:"sides"`
	Low        []int       `json:"low" doc:"the lowest coordinates of the plan"`
	High       []int       `json:"high" doc:"the highest coordinates of the plan"`
	Areas      []Area      `json:"areas"`
	Structures []Structure `json:"structures"`
	Openings   []Opening   `json:"openings"`
	Pieces     []Piece     `json:"pieces" doc:"pieces outside of structures"`
	Hidden     int         `json:"hidden" doc:"models that are not shown"`
	Notes      []string    `json:"notes"`
}

// Area is ground with an outline.
type Area struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`
	Outline [][]int `json:"outline"`
	Label   bool    `json:"label"`
	Title   string  `json:"title" doc:"what players call it"`
}

// Structure is a building, or a part of one that stands by itself.
type Structure struct {
	Name      string   `json:"name"`
	Outline   [][]int  `json:"outline"`
	Floors    []Floor  `json:"floors" doc:"from the lowest up"`
	Condition string   `json:"condition"`
	Standing  bool     `json:"standing"`
	Markers   []string `json:"markers"`
	Title     string   `json:"title" doc:"what players call it"`
}

// Floor is a storey, a cellar, a roof.
type Floor struct {
	Name   string   `json:"name"`
	Note   string   `json:"note"`
	Places []string `json:"places" doc:"the words by which actions name it, or parts of it"`
	Pieces []Piece  `json:"pieces"`
	Title  string   `json:"title" doc:"what players call it, with its structure"`
}

// Opening is a door, a window, a slit on the edge of a structure.
type Opening struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	At    []int  `json:"at"`
	Title string `json:"title" doc:"what players call it"`
}

// Piece is a unit or a figure.
type Piece struct {
	Name     string   `json:"name"`
	Side     int      `json:"side" minimum:"0" maximum:"1"`
	Kind     string   `json:"kind"`
	Strength int      `json:"strength" doc:"models, wounds or figures; 0 shows none"`
	Markers  []string `json:"markers"`
	At       []int    `json:"at,omitempty" doc:"outside of structures"`
	Where    string   `json:"where" doc:"the place in words, as actions name it"`
	Title    string   `json:"title" doc:"what players call it"`
	Symbol   string   `json:"symbol" doc:"what its counter shows"`
	Facing   int      `json:"facing,omitempty" minimum:"0" maximum:"360" doc:"degrees clockwise from north; 0 or left out where it has none"`
	Order    string   `json:"order,omitempty" doc:"what it was ordered to do, where the rulebook has orders"`
	Spent    bool     `json:"spent,omitempty" doc:"it has acted, or may not act any more, in this turn or round"`
}

// SceneOf gives a scene the form of JSON.
func SceneOf(s *scene.Scene) *Scene {
	low, high := s.Bounds()
	j := &Scene{
		Title: s.Title, Head: s.Head, Unit: s.Unit, Scale: scene.Scale, Sides: s.Sides[:], Low: point(low), High: point(high),
		Areas: []Area{}, Structures: []Structure{}, Openings: []Opening{}, Pieces: pieces(s.Pieces, true), Hidden: s.Hidden, Notes: list(s.Notes),
	}
	for _, a := range s.Areas {
		j.Areas = append(j.Areas, Area{a.Name, a.Kind, outline(a.Outline), a.Label, a.Title})
	}
	for _, x := range s.Structures {
		y := Structure{x.Name, outline(x.Outline), []Floor{}, x.Condition, x.Standing, list(x.Markers), x.Title}
		for _, f := range x.Floors {
			y.Floors = append(y.Floors, Floor{f.Name, f.Note, list(f.Places), pieces(f.Pieces, false), f.Title})
		}
		j.Structures = append(j.Structures, y)
	}
	for _, o := range s.Openings {
		j.Openings = append(j.Openings, Opening{o.Name, o.Kind, point(o.At), o.Title})
	}
	return j
}

func pieces(of []scene.Piece, outside bool) []Piece {
	out := []Piece{}
	for _, p := range of {
		j := Piece{Name: p.Name, Side: p.Side, Kind: p.Kind.String(), Strength: p.Strength, Markers: list(p.Markers), Where: p.Where,
			Title: p.Title, Symbol: p.Sign(), Facing: p.Facing, Order: p.Order, Spent: p.Spent}
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

// list is never null.
func list[T any](of []T) []T {
	if of == nil {
		return []T{}
	}
	return of
}
