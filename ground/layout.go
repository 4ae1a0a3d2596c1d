package ground

// Plan describes the terrain of one table. The zero value is an empty table.
type Plan struct {
	Structures []Structure
	Features   []Feature
	Links      []Link // between structures: tunnels, bridges

	// The remaining fields are only drawn and matter to no rule. A record omits them where they
	// are not set, so that records from before they existed stay valid.
	Table   [2]Point  `json:",omitzero"` // its south-west and north-east corners; equal if it is as large as the things on it
	Surface Terrain   `json:",omitzero"` // of the table
	Scenery []Scenery `json:",omitzero"` // from the lowest layer up
}

// Scenery is terrain that is only drawn, such as a road or a field. It has either a Plan or a
// Line of at least two points.
type Scenery struct {
	Terrain Terrain
	Plan    Polygon
	Line    []Point
	Width   Length `doc:"of a line, in inches"`
}

// Structure is a building, a bunker or a trench: one section, or several adjoining ones. A large
// building is several house-sized sections.
type Structure struct {
	Name     string
	Sections []Section
	Links    []Link `doc:"ways between its sections; without one, nobody goes from one to the other inside"` // between its sections; [Place.Structure] may be left out
}

// Section is a part of a structure that is occupied, shot at and destroyed as one. The only
// section of a structure needs no name.
type Section struct {
	Name     string   `doc:"one word; the only section of a structure needs none"`
	Plan     Polygon  `doc:"corners in inches, either way round"`
	Base     Length   `doc:"height of the ground under it, in inches"`
	Storeys  []Storey `doc:"from the lowest up"`
	Cellars  int      `doc:"how many of the storeys are below the ground"`
	NoStairs bool     `doc:"only links join its storeys"`
	Roof     Roof
	Material Material `doc:"of walls that state none"`
	Walls    []Wall   `doc:"none, or one for each side of the plan in its order"`
	Openings []Opening
	Inner    []Partition `doc:"walls inside that block sight and fire"`
	Rubble   Length      `doc:"height of the heap that remains when it falls, in inches"`
}

// Storey is one floor of a section.
type Storey struct {
	Name     string
	Height   Length `doc:"from its floor to the next, in inches"`
	Capacity int    `doc:"how many it holds, in the units of the rulebook; 0 if unstated"`
}

// Roof describes the roof of a section.
type Roof struct {
	Material Material
	None     bool   `doc:"open to the sky"`
	Flat     bool   `doc:"troops can stand on it: it is one more floor"`
	Rise     Length `doc:"height of its ridge or parapet above the topmost storey, in inches"`
}

// Wall is one side of an outline. A wall without a name is named after the side that it faces:
// north, or north-1 and north-2 if several face north.
type Wall struct {
	Name     string
	Material Material
}

// Opening is an opening in a wall.
type Opening struct {
	Name     string
	Kind     OpeningKind
	Wall     string `doc:"the side that it faces, or the name of the wall; north-1, north-2 in the order of the corners"`
	Storey   int    `min:"-99" doc:"0 is the ground floor, cellars are negative"`
	Place    Length `doc:"inches to its middle, from the left end of the wall as seen from outside"`
	Width    Length `doc:"in inches"`
	Capacity int    `doc:"models that may fire or leave through it; 0 if unstated"`
	Height   Length `doc:"inches from the floor to its middle; 0 is half the storey"`
}

// Partition is a wall inside a section that blocks sight and fire.
type Partition struct {
	Segment
	Storey int `min:"-99"`
}

// Feature is terrain that is not a structure: a wood, a hill, a hedge. It has either a Plan or a
// Line of at least two points.
type Feature struct {
	Name   string
	Plan   Polygon `doc:"corners in inches; give a plan or a line"`
	Line   []Point `doc:"at least two points, in inches"`
	Height Length  `doc:"above the table, in inches"`
	View   Opacity
	Going  Passability

	Terrain Terrain `json:",omitzero" doc:"only drawn"`
}

// Link joins two floors so that troops can go from one to the other.
type Link struct {
	Name     string
	Kind     LinkKind
	From, To Place
}

// Place names a floor in a [Plan].
type Place struct {
	Structure string
	Section   string `doc:"left out for the only section of its structure"`
	Storey    int    `min:"-99" doc:"0 is the ground floor; a flat roof is the storey above the topmost"`
}
