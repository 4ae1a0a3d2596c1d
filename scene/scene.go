// Package scene describes the picture of a game: structures with their storeys, pieces with their
// places, and damage. The game of every rulebook draws its positions into a [Scene]. Terminals,
// SVG pictures and browsers show scenes and nothing else.
//
// A scene has a plan, in inches, hexes or feet, with north at the top. It also has a slice of
// each structure, storey by storey, because a plan does not show on which floor a piece stands.
// Pieces differ by shape and text, never by colour alone. A scene is made from the view of a
// side, so it shows only what that side may see.
package scene

// Scale is the number of coordinate steps in one unit of the ground.
const Scale = 1000

// Point is a place on the plan, in thousandths of a unit, to the east and to the north.
type Point struct{ X, Y int }

// A Scene is the picture of one position.
type Scene struct {
	Title    string // rulebook and scenario
	Headline string // round, phase, and the side to decide
	Unit     string // the unit of the plan: "inch", "hex", "foot"
	Sides    [2]string

	Areas      []Area
	Structures []Structure
	Openings   []Opening
	Pieces     []Piece // outside of structures
	Lines      []Line  // lines of one piece, on request
	Waiting    []Piece // pieces to set up, without a place yet
	Hidden     int     // models that are not shown: off the table, or unseen
	Notes      []string
	Counts     []Count

	Board   [2]Point  // the lowest and the highest coordinates of the table; equal if it is as large as the things on it
	Surface string    // appearance of the table: "grass", "paving"
	Scenery []Scenery // terrain that is only drawn, from the lowest layer up
}

// A Count is a resource of a side in a round or a turn, such as actions or order dice. It is
// shown as a row of marks, left and used.
type Count struct {
	Side int
	Left int
	Of   int
	What string // "actions left"
	Dice bool   // they are dice, and drawn square
}

// Scenery is terrain that is only drawn, such as a road or a field. It has no name, and no rule
// uses it.
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
	Terrain string // its appearance, if more specific than its kind: "orchard", "bog", "wire"
	Label   bool   // its name is shown on the plan
	Title   string // the name that players read; [Scene.SetTitles] fills in all titles
}

// NamedSpot returns an area for a named spot in the open where pieces may stand.
func NamedSpot(name string, at Point) Area {
	const r = 300
	return Area{Name: name, Kind: "spot", Label: true, Outline: []Point{{at.X - r, at.Y}, {at.X, at.Y - r}, {at.X + r, at.Y}, {at.X, at.Y + r}}}
}

// A Structure is a building or an independent part of one: a section, a hex, a room.
type Structure struct {
	Name      string
	Outline   []Point
	Floors    []Floor // from the lowest up; rubble has one
	Condition string  // "weakened", "burning", "collapsed"; empty if it is whole
	Damage    Damage  // its condition as it is drawn
	Standing  bool
	Markers   []string // "objective of Soviet"
	Title     string
	Walls     string    // material of the walls: "brick", "wood"; may be empty
	Objective Objective // whether it is an objective, and who holds it
}

// Damage is the set of visible kinds of damage to a structure, as bits.
type Damage uint8

// The kinds of damage.
const (
	Damaged  Damage = 1 << iota // it has lost some of its damage points
	Weakened                    // a little more destroys it
	Burning
	Breached // a wall of it is open
	Ruined
)

// Names lists the kinds of damage: "weakened", "burning".
func (d Damage) Names() (list []string) {
	for i, name := range []string{"damaged", "weakened", "burning", "breached", "ruined"} {
		if d>>i&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// Objective is whether a place is an objective, and who holds it.
type Objective uint8

// The states of an objective: none, held by nobody, by the first side, by the second side.
const (
	NoObjective Objective = iota
	Nobodys
	OfFirst
	OfSecond
)

// Held returns the state of an objective that a side holds: 0 or 1, or -1 for nobody.
func Held(side int) Objective { return Nobodys + Objective(side+1) }

// ObjectiveWords says whether something is an objective, and whose: "objective of Soviet". It is "" if it is none.
func ObjectiveWords[S ~string](o Objective, sides [2]S) string {
	switch o {
	case NoObjective:
		return ""
	case Nobodys:
		return "objective"
	}
	return "objective of " + string(sides[o-OfFirst])
}

// A Floor is a storey, a cellar or a roof.
type Floor struct {
	Name   string   // "ground", "1", "roof"
	Note   string   // "objective of Soviet"
	Places []string // the words by which actions name it, or parts of it
	Pieces []Piece
	Title  string // with its structure: "Ground floor of the farm house"
}

// An Opening is a door, a window or a slit in the edge of a structure.
type Opening struct {
	Name string
	Kind string // "door", "window", "slit", "gap"
	At   Point
	Wide int    // in thousandths of a unit; 0 if unknown
	In   []Wall // one, or two where structures share the wall
	Made bool   // made in the game: a breach

	Title string
}

// A Wall is the place of an opening in a structure.
type Wall struct {
	Structure string
	Floor     string // by its name
	Side      string // the side of the structure: "north"; empty inside of it
}

// label returns an opening in words, seen from one of its walls: "gate: door, north".
func (o *Opening) label(w *Wall) string {
	s := o.Name + ": " + o.Kind
	if w.Side != "" {
		s += ", " + w.Side
	}
	return s
}

// PieceNames lists the names of all pieces, those in structures first.
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

// ByName returns the pieces by name.
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
	Where    string   // the place as actions name it

	Title  string
	Symbol Symbol // the sign on its counter; the zero value follows from the kind
	Facing int    // degrees clockwise from north, 1 to 360; 0 if it has no facing
	Order  string // its order, in rulebooks with orders: "ambush"
	Spent  bool   // it has acted in this turn or round, or may not act
	Off    string // its distance from the table: "8″ off the map"; empty on the table
}

// Kind is the kind of a piece, which decides its shape.
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

// Names lists the names of the kinds.
func (Kind) Names() []string {
	return []string{"infantry", "team", "gun", "vehicle", "character", "beast"}
}

// String returns the name of the kind.
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

// Table returns the lowest and the highest coordinates of the table. If the scene states none, it
// returns the extent of the things on it. In inches it adds a margin of one to two inches, so that the
// corners are whole inches.
func (s *Scene) Table() (low, high Point) {
	if s.Board != [2]Point{} {
		return s.Board[0], s.Board[1]
	}
	low, high = s.Bounds()
	if s.Unit != "inch" {
		return low, high
	}
	down := func(n int) int { return n - n%Scale - Scale*(1+btoi(n%Scale < 0)) }
	return Point{down(low.X), down(low.Y)}, Point{-down(-high.X), -down(-high.Y)}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// SetDistancesOff sets Off of each piece beyond the edge of the table.
func (s *Scene) SetDistancesOff() {
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

// Rect returns the outline of a rectangle by its south-west corner, its width and its height, in
// thousandths of a unit. A square of a map is Rect(east*Scale, north*Scale, Scale, Scale), and [Centre]
// is the place of what stands in it.
func Rect(x, y, width, height int) []Point {
	return []Point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}
}

// Centre returns the mean of an outline's corners.
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

// HexOutline returns the outline of a hex with a flat top around its centre. Opposite sides are
// one unit apart.
func HexOutline(c Point) []Point {
	// Half of a side, and half of the height: 1/(2√3) and 1/2.
	const half, up = 289, 500
	return []Point{{c.X - half, c.Y + up}, {c.X + half, c.Y + up}, {c.X + 2*half, c.Y}, {c.X + half, c.Y - up}, {c.X - half, c.Y - up}, {c.X - 2*half, c.Y}}
}
