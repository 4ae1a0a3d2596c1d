package ground

// Plan describes the ground of one table. The zero value is an empty table.
type Plan struct {
	Structures []Structure
	Features   []Feature
	Links      []Link // between structures: tunnels, bridges

	// What follows is drawn, and matters to no rule. It is left out of a record
	// where it is not told, so that records from before it hold.
	Table   [2]Point  `json:",omitzero"` // its south-west and its north-east corner; none if it is as large as what stands on it
	Surface Terrain   `json:",omitzero"` // of the table
	Scenery []Scenery `json:",omitzero"` // from the lowest layer up
}

// Scenery is what lies on the ground and is only drawn: a road, a field, the
// trees about a spot. It has either a Plan or a Line of two points and more.
type Scenery struct {
	Terrain Terrain
	Plan    Polygon
	Line    []Point
	Width   Length // of a line
}

// Structure is a building, a bunker, a trench: one section, or several that
// stand together. Large buildings are several house-sized sections.
type Structure struct {
	Name     string
	Sections []Section
	Links    []Link // between its sections; [Place.Structure] may be left out
}

// Section is a part of a structure that is occupied, shot at and destroyed as
// one. A structure of one section may leave the section's name out.
type Section struct {
	Name     string
	Plan     Polygon  // corners in inches, either way round
	Base     Length   // height of the ground that it stands on
	Storeys  []Storey // from the lowest up
	Cellars  int      // how many of the storeys lie below the ground
	NoStairs bool     // storeys are joined by Links only
	Roof     Roof
	Material Material // of walls that state none
	Walls    []Wall   // none, or one for each side of the plan in its order
	Openings []Opening
	Inner    []Partition
	Rubble   Length // height of the heap that is left when it falls
}

// Storey is one floor of a section.
type Storey struct {
	Name     string
	Height   Length // from its floor to the next
	Capacity int    // what it holds, in the units of the rulebook; 0 if nothing is stated
}

// Roof is what covers a section.
type Roof struct {
	Material Material
	None     bool   // open to the sky: a trench, a ruin without a roof
	Flat     bool   // troops can stand on it: it is one more floor
	Rise     Length // height of its ridge or parapet above the topmost storey
}

// Wall is one side of a plan. Without a name it is called after the side that
// it faces: north, or north-1 and north-2 when several face north.
type Wall struct {
	Name     string
	Material Material
}

// Opening is a hole in a wall.
type Opening struct {
	Name     string
	Kind     OpeningKind
	Wall     string
	Storey   int    // 0 is the ground floor, cellars are negative
	Place    Length // of its middle, from the left end of the wall as seen from outside
	Width    Length
	Capacity int    // how many may fire or leave through it; 0 if nothing is stated
	Height   Length // of its middle above its floor; 0 for half the storey
}

// Partition is a wall inside a section, through which nobody sees or fires.
type Partition struct {
	Segment
	Storey int
}

// Feature is terrain that is not a structure: a wood, a hill, a hedge. It has
// either a Plan or a Line of two points and more.
type Feature struct {
	Name   string
	Plan   Polygon
	Line   []Point
	Height Length // above the table
	View   Opacity
	Going  Passability

	Terrain Terrain `json:",omitzero"` // what it is drawn as
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
	Section   string
	Storey    int // the number of storeys above the ground for a flat roof
}
