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
	Width   Length // of a line
}

// Structure is a building, a bunker or a trench: one section, or several adjoining ones. A large
// building is several house-sized sections.
type Structure struct {
	Name     string
	Sections []Section
	Links    []Link // between its sections; [Place.Structure] may be left out
}

// Section is a part of a structure that is occupied, shot at and destroyed as one. The only
// section of a structure needs no name.
type Section struct {
	Name     string
	Plan     Polygon  // corners in inches, either way round
	Base     Length   // height of the ground under it
	Storeys  []Storey // from the lowest up
	Cellars  int      // the number of storeys below the ground
	NoStairs bool     // only Links join its storeys
	Roof     Roof
	Material Material // of walls that state none
	Walls    []Wall   // none, or one for each side of the plan in its order
	Openings []Opening
	Inner    []Partition
	Rubble   Length // height of the heap that remains when it falls
}

// Storey is one floor of a section.
type Storey struct {
	Name     string
	Height   Length // from its floor to the next
	Capacity int    // capacity, in the units of the rulebook; 0 if none is stated
}

// Roof describes the roof of a section.
type Roof struct {
	Material Material
	None     bool   // open to the sky: a trench, a ruin without a roof
	Flat     bool   // troops can stand on it: it is one more floor
	Rise     Length // height of its ridge or parapet above the topmost storey
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
	Wall     string
	Storey   int    `min:"-99"` // 0 is the ground floor, cellars are negative
	Place    Length // of its middle, from the left end of the wall as seen from outside
	Width    Length
	Capacity int    // models that may fire or leave through it; 0 if none is stated
	Height   Length // of its middle above its floor; 0 for half the storey
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
	Plan   Polygon
	Line   []Point
	Height Length // above the table
	View   Opacity
	Going  Passability

	Terrain Terrain `json:",omitzero"` // its appearance
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
	Storey    int `min:"-99"` // the number of storeys above the ground for a flat roof
}
