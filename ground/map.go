package ground

import "sync/atomic"

// StructureID, SectionID, WallID, OpeningID and FeatureID number the parts of a map, each from 0
// in the order of the plan. Openings are ordered by wall, storey and place. A number out of range
// panics like an index.
type (
	StructureID int16
	SectionID   int16
	WallID      int16
	OpeningID   int16
	FeatureID   int16
)

// None is the number of no section, wall, opening or feature.
const None = -1

// Floor is a storey of a section, where a unit inside stands.
type Floor struct {
	Section SectionID
	Storey  int8
}

// Exit is a way from one floor to another.
type Exit struct {
	Kind LinkKind
	To   Floor
}

// Map is terrain that [New] has checked. It does not change, and serves several goroutines at
// once.
type Map struct {
	structures  []structure
	sections    []section
	walls       []wall
	openings    []opening
	features    []feature
	solids      []solid
	fences      []fence
	touchPoints []touchPoint
	waypoints   []waypoint
	ways        []atomic.Uint32 // between each two waypoints, two bits for each pair; see passableBetween
	sectionGap  []Length        // distance between each two sections
	pairs       []atomic.Pointer[[]pair]
	floorAt     []int32 // of each section, where its exits begin
	exits       [][]Exit

	table   [2]Point
	surface Terrain
	scenery []Scenery
}

type structure struct {
	name       string
	first, end SectionID // the sections are first..end-1
}

type section struct {
	Section
	name            string // with the structure's name
	structure       StructureID
	shape           shape
	floors          []Length // heights of the floors, the roof's last
	walls, wallsEnd WallID
	open, openEnd   OpeningID
}

type wall struct {
	Wall
	section       SectionID
	side          Side
	line          Segment // the inside is on its left
	length        Length  // rounded down
	marks         []Point
	open, openEnd OpeningID // openings in order of storey and place
}

type opening struct {
	Opening
	name        string // with the section's name
	wall        WallID
	line        Segment
	middle      Spot
	sightPoints []Spot // the ends of lines of sight
}

type feature struct {
	Feature
	shape    *shape
	polyline *polyline
}

// A solid is an obstacle with an area, a fence one without. A solid has the height top at first, and the
// height low after its destruction. A fence that is destroyed is gone.
type solid struct {
	shape
	top, low int64
	id       int // in masks
	view     Opacity
	going    Passability
}

type fence struct {
	polyline
	top   int64
	id    int
	view  Opacity
	going Passability
}

// height returns the current height of the solid.
func (s *solid) height(r *Destroyed) int64 {
	if r.gone.has(s.id) {
		return s.low
	}
	return s.top
}

// New checks a plan and builds its map. The error is [Faults]: all of them, each with the name of
// the structure, wall or opening. New also returns a map beside the error if the faults leave
// one, without the faulty openings, so that the caller can report more faults.
func New(l Plan) (*Map, error) {
	b := builder{m: new(Map), byName: map[string]SectionID{}}
	b.checkSizes(&l)
	if len(b.faults) > 0 {
		return nil, b.faults
	}
	b.names(&l)
	for i := range l.Structures {
		b.structure(i, &l.Structures[i])
	}
	for i := range l.Features {
		b.feature(i, &l.Features[i])
	}
	b.scenery(&l)
	if !b.broken {
		b.checkNeighbours()
		b.links(&l)
	}
	if b.broken {
		return nil, b.faults
	}
	b.m.finish()
	return b.m, b.faults.orNil()
}

// Structures, Sections, Walls, Openings and Features return how many of each the map has.
func (m *Map) Structures() int { return len(m.structures) }
func (m *Map) Sections() int   { return len(m.sections) }
func (m *Map) Walls() int      { return len(m.walls) }
func (m *Map) Openings() int   { return len(m.openings) }
func (m *Map) Features() int   { return len(m.features) }

// FindSection returns the section of a structure by its name. The name may be empty for the only
// section.
func (m *Map) FindSection(structure, name string) (SectionID, bool) {
	for i := range m.sections {
		s := &m.sections[i]
		st := &m.structures[s.structure]
		if st.name == structure && (s.Name == name || name == "" && st.end-st.first == 1) {
			return SectionID(i), true
		}
	}
	return None, false
}

// FindWall returns the wall of a section by its name.
func (m *Map) FindWall(s SectionID, name string) (WallID, bool) {
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		if m.walls[w].Name == name {
			return w, true
		}
	}
	return None, false
}
