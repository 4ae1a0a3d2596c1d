// Package scene is what a tabletop shows: structures with their storeys, who is
// where, what has happened to things. Every rulebook's game draws its positions
// into it, and whatever shows a game, in characters, as SVG or in a browser,
// draws nothing else.
//
// A scene is a plan, in inches or in hexes, with north at the top, and a slice
// of each structure, storey by storey, because a plan alone does not tell who
// stands on which floor. Pieces are told apart by shape and text, never by
// colour alone. A scene says what a side may see: it is made from a view.
package scene

// Scale is how many of the coordinates make one unit of the ground.
const Scale = 1000

// Point is a place on the plan, in thousandths of a unit, east and north.
type Point struct{ X, Y int }

// A Scene is one position as it is shown.
type Scene struct {
	Title    string // rulebook and scenario
	Headline string // round, phase, whose decision it is
	Unit     string // what a unit of the plan is: "inch", "hex", "foot"
	Sides    [2]string

	Areas      []Area
	Structures []Structure
	Openings   []Opening
	Pieces     []Piece // outside of structures
	Lines      []Line  // lines of one piece that somebody asked for
	Waiting    []Piece // who is to be set up, and has no place yet
	Hidden     int     // models that are not shown: off the table, or unseen
	Notes      []string
	Counts     []Count

	Board   [2]Point  // the lowest and the highest coordinates of the table; nil if it is as large as what stands on it
	Surface string    // what the ground of the table is drawn as: "grass", "paving"
	Scenery []Scenery // what lies on it and is only drawn, from the lowest layer up
}

// A Count is something of a side that is used up in a round or a turn, as actions and
// order dice are. It is shown as a row of marks: those that are left, and those used.
type Count struct {
	Side int
	Left int
	Of   int
	What string // "actions left"
	Dice bool   // they are dice, and square
}

// Scenery is a road, a field, the trees about a spot: it has no name, and no rule
// knows of it.
type Scenery struct {
	Terrain string
	Outline []Point
	Line    bool // the outline is a line, there and not back
	Width   int  // of a line, in thousandths of a unit
}

// An Area is ground with an outline: a hex of street, a wood, a room of grass.
type Area struct {
	Name    string
	Kind    string // "open", "wood", "rubble", "hedge"
	Outline []Point
	Terrain string // what it is drawn as, where that says more than its kind: "orchard", "bog", "wire"
	Label   bool   // its name is shown on the plan
	Title   string // what players call it; a fight fills this and all other titles in
}

// NamedSpot is a named spot in the open where pieces may stand.
func NamedSpot(name string, at Point) Area {
	const r = 300
	return Area{Name: name, Kind: "spot", Label: true, Outline: []Point{{at.X - r, at.Y}, {at.X, at.Y - r}, {at.X + r, at.Y}, {at.X, at.Y + r}}}
}

// A Structure is a building, or a part of one that stands by itself: a section,
// a hex, a room.
type Structure struct {
	Name      string
	Outline   []Point
	Floors    []Floor // from the lowest up; rubble has one
	Condition string  // "weakened", "burning", "collapsed"; empty if it is whole
	Damage    Damage  // the same as it is drawn
	Standing  bool
	Markers   []string // "objective of Soviet"
	Title     string
	Walls     string    // what they are made of: "brick", "wood"; empty where nothing is said
	Objective Objective // whether it is fought for, and who has it
}

// Damage is what a structure shows of what has happened to it, in bits; none if it is whole.
type Damage uint8

// What may have happened to a structure.
const (
	Damaged  Damage = 1 << iota // it has lost some of what it can take
	Weakened                    // a little more brings it down
	Burning
	Breached // a wall of it is open
	Ruined
)

// Names lists what has happened, in words: "weakened", "burning".
func (d Damage) Names() (list []string) {
	for i, name := range []string{"damaged", "weakened", "burning", "breached", "ruined"} {
		if d>>i&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// Objective says whether something is fought for, and who has it.
type Objective uint8

// What is fought for: by nobody, or held by nobody, by the first or by the second side.
const (
	NoObjective Objective = iota
	Nobodys
	OfFirst
	OfSecond
)

// Held is an objective that a side holds: 0 or 1, and -1 for nobody.
func Held(side int) Objective { return Nobodys + Objective(side+1) }

// A Floor is a storey, a cellar, a roof.
type Floor struct {
	Name   string   // "ground", "1", "roof"
	Note   string   // "objective of Soviet"
	Places []string // the words by which actions name it, or parts of it
	Pieces []Piece
	Title  string // with its structure: "Ground floor of the farm house"
}

// An Opening is a door, a window, a slit, on the edge of a structure.
type Opening struct {
	Name string
	Kind string // "door", "window", "slit", "gap"
	At   Point
	Wide int    // in thousandths of a unit; 0 where nobody says
	In   []Wall // one, or two where structures share the wall
	Made bool   // by the fight: a breach

	Title string
}

// A Wall is where an opening is in a structure.
type Wall struct {
	Structure string
	Floor     string // by its name
	Side      string // the side of the structure: "north"; empty inside of it
}

// label is an opening in words, as seen from one of its walls: "gate: door, north".
func (o *Opening) label(w *Wall) string {
	s := o.Name + ": " + o.Kind
	if w.Side != "" {
		s += ", " + w.Side
	}
	return s
}

// PieceNames lists the pieces of a scene, those in structures first.
func (s *Scene) PieceNames() []string {
	var names []string
	for i := range s.Structures {
		for k := range s.Structures[i].Floors {
			for _, p := range s.Structures[i].Floors[k].Pieces {
				names = append(names, p.Name)
			}
		}
	}
	for _, p := range s.Pieces {
		names = append(names, p.Name)
	}
	return names
}

// ByName are the pieces of a scene by their names.
func (s *Scene) ByName() map[string]*Piece {
	all := map[string]*Piece{}
	for i := range s.Structures {
		for k := range s.Structures[i].Floors {
			for n := range s.Structures[i].Floors[k].Pieces {
				p := &s.Structures[i].Floors[k].Pieces[n]
				all[p.Name] = p
			}
		}
	}
	for i := range s.Pieces {
		all[s.Pieces[i].Name] = &s.Pieces[i]
	}
	return all
}

// A Piece is a unit or a figure.
type Piece struct {
	Name     string
	Side     int // 0 or 1
	Kind     Kind
	Strength int      // models, wounds, figures; 0 shows none
	Markers  []string // "pinned", "2 pins", "fatigued"
	At       Point    // outside of structures
	Where    string   // the place in words, as actions name it

	Title  string
	Symbol Symbol // what its counter shows; the zero value follows from the kind
	Facing int    // degrees clockwise from north, 1 to 360; 0 where it has none
	Order  string // what it was ordered to do, where rulebooks have orders: "ambush"
	Spent  bool   // it has acted in this turn or round, or may not
	Off    string // how far it is off the table: "8″ off the map"; empty on it
}

// Kind is the shape of a piece.
type Kind uint8

// The kinds of pieces.
const (
	Infantry Kind = iota
	Team          // a crew with a heavy weapon
	Gun
	Vehicle
	Character
	Beast
)

// Names lists the kinds.
func (Kind) Names() []string {
	return []string{"infantry", "team", "gun", "vehicle", "character", "beast"}
}

// String names the kind.
func (k Kind) String() string {
	if int(k) < len(k.Names()) {
		return k.Names()[k]
	}
	return "piece"
}

// Bounds returns the lowest and the highest coordinates of the plan.
func (s *Scene) Bounds() (low, high Point) {
	first := true
	take := func(p Point) {
		if first {
			low, high, first = p, p, false
		}
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	for _, a := range s.Areas {
		for _, p := range a.Outline {
			take(p)
		}
	}
	for _, x := range s.Structures {
		for _, p := range x.Outline {
			take(p)
		}
	}
	for _, p := range s.Pieces {
		take(p.At)
	}
	for i := range s.Lines {
		take(s.Lines[i].From)
		take(s.Lines[i].To)
	}
	return low, high
}

// Table returns the lowest and the highest coordinates of the table. Where the
// scene states none it is what stands on it, in inches with a margin, in whole ones.
func (s *Scene) Table() (low, high Point) {
	if s.Board != [2]Point{} {
		return s.Board[0], s.Board[1]
	}
	low, high = s.Bounds()
	if s.Unit != "inch" {
		return low, high
	}
	down := func(n int) int { return (n-n%Scale)/Scale*Scale - Scale*(1+btoi(n%Scale < 0)) }
	return Point{down(low.X), down(low.Y)}, Point{-down(-high.X), -down(-high.Y)}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Offing says of each piece beyond the edge of the table how far off it is.
func (s *Scene) Offing() {
	if s.Board == [2]Point{} {
		return
	}
	low, high := s.Board[0], s.Board[1]
	for i := range s.Pieces {
		p := &s.Pieces[i]
		out := max(low.X-p.At.X, p.At.X-high.X, low.Y-p.At.Y, p.At.Y-high.Y)
		if out > 0 {
			l := Line{Length: out}
			p.Off = l.LengthText() + "″ off the map"
		}
	}
}

// Centre is the middle of an outline's corners.
func Centre(outline []Point) Point {
	if len(outline) == 0 {
		return Point{}
	}
	var c Point
	for _, p := range outline {
		c.X, c.Y = c.X+p.X, c.Y+p.Y
	}
	return Point{c.X / len(outline), c.Y / len(outline)}
}

// HexOutline is the outline of a hex with a flat top around its centre, a unit from
// side to side.
func HexOutline(c Point) []Point {
	// Half of a side, and half of the height: 1/(2√3) and 1/2.
	const half, up = 289, 500
	return []Point{{c.X - half, c.Y + up}, {c.X + half, c.Y + up}, {c.X + 2*half, c.Y}, {c.X + half, c.Y - up}, {c.X - half, c.Y - up}, {c.X - 2*half, c.Y}}
}
