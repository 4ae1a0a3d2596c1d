package ground

import "slices"

// StructureName returns the name of a structure.
func (m *Map) StructureName(s StructureID) string { return m.structures[s].name }

// StructureOf returns the structure that a section belongs to.
func (m *Map) StructureOf(s SectionID) StructureID { return m.sections[s].structure }

// SectionsOf returns the first section of a structure and the one after its
// last: for s := first; s < end; s++.
func (m *Map) SectionsOf(s StructureID) (first, end SectionID) {
	return m.structures[s].first, m.structures[s].last
}

// SectionName returns the name of a section after that of its structure:
// "mill/hall", or "mill" if it has no other section.
func (m *Map) SectionName(s SectionID) string { return m.sections[s].name }

// OpeningName returns the name of an opening after that of its section:
// "mill/hall/gate".
func (m *Map) OpeningName(o OpeningID) string { return m.openings[o].name }

// SectionNamed and OpeningNamed are the inverse of [Map.SectionName] and
// [Map.OpeningName].
func (m *Map) SectionNamed(name string) (SectionID, bool) {
	for i := range m.sections {
		if m.sections[i].name == name {
			return SectionID(i), true
		}
	}
	return None, false
}

func (m *Map) OpeningNamed(name string) (OpeningID, bool) {
	for i := range m.openings {
		if m.openings[i].name == name {
			return OpeningID(i), true
		}
	}
	return None, false
}

// Plan returns a copy of a section's plan, its corners counterclockwise.
func (m *Map) Plan(s SectionID) Polygon { return slices.Clone(m.sections[s].shape.corners) }

// Roof returns the roof of a section.
func (m *Map) Roof(s SectionID) Roof { return m.sections[s].Roof }

// Storeys returns the number of the lowest storey, 0 or less, and of the
// highest; a flat roof counts as a storey.
func (m *Map) Storeys(s SectionID) (lowest, highest int) {
	x := &m.sections[s]
	highest = len(x.Storeys) - x.Cellars - 1
	if x.Roof.Flat {
		highest++
	}
	return -x.Cellars, highest
}

// HasFloor reports whether the section has the floor; a flat roof is one.
func (m *Map) HasFloor(f Floor) bool {
	lo, hi := m.Storeys(f.Section)
	return lo <= int(f.Storey) && int(f.Storey) <= hi
}

// OnRoof reports whether the floor is the flat roof of its section.
func (m *Map) OnRoof(f Floor) bool {
	x := &m.sections[f.Section]
	return x.Roof.Flat && int(f.Storey) == len(x.Storeys)-x.Cellars
}

// FloorHeight returns the height above the table on which troops stand there;
// for the storey above the topmost, that of the roof.
func (m *Map) FloorHeight(f Floor) Length {
	x := &m.sections[f.Section]
	return x.floors[int(f.Storey)+x.Cellars]
}

// Capacity returns what a storey holds, and 0 where the layout states nothing
// and for roofs.
func (m *Map) Capacity(f Floor) int {
	x := &m.sections[f.Section]
	if i := int(f.Storey) + x.Cellars; i < len(x.Storeys) {
		return x.Storeys[i].Capacity
	}
	return 0
}

// WallsOf returns the first wall of a section and the one after its last.
func (m *Map) WallsOf(s SectionID) (first, end WallID) {
	return m.sections[s].walls, m.sections[s].wallsEnd
}

// Wall returns a wall's name and material.
func (m *Map) Wall(w WallID) Wall { return m.walls[w].Wall }

// WallSide returns the side of the compass that a wall faces.
func (m *Map) WallSide(w WallID) Side { return m.walls[w].side }

// WallLine returns the line of a wall. Seen from outside, its first end is on
// the left.
func (m *Map) WallLine(w WallID) Segment { return m.walls[w].line }

// SectionOfWall returns the section that a wall belongs to.
func (m *Map) SectionOfWall(w WallID) SectionID { return m.walls[w].section }

// OpeningsOf returns the first opening of a section and the one after its last.
// They are in the order of their walls, storeys and places.
func (m *Map) OpeningsOf(s SectionID) (first, end OpeningID) {
	return m.sections[s].open, m.sections[s].openEnd
}

// OpeningsIn returns the first opening of a wall and the one after its last.
func (m *Map) OpeningsIn(w WallID) (first, end OpeningID) { return m.walls[w].open, m.walls[w].openEnd }

// Opening returns what the layout says of an opening.
func (m *Map) Opening(o OpeningID) Opening { return m.openings[o].Opening }

// OpeningLine returns the opening as a piece of its wall.
func (m *Map) OpeningLine(o OpeningID) Segment { return m.openings[o].line }

// OpeningSpot returns the middle of an opening.
func (m *Map) OpeningSpot(o OpeningID) Spot { return m.openings[o].middle }

// WallOfOpening returns the wall that an opening is in.
func (m *Map) WallOfOpening(o OpeningID) WallID { return m.openings[o].wall }

// FloorOfOpening returns the floor that an opening belongs to.
func (m *Map) FloorOfOpening(o OpeningID) Floor {
	x := &m.openings[o]
	return Floor{m.walls[x.wall].section, int8(x.Storey)}
}

// Feature returns a copy of what the layout says of a feature.
func (m *Map) Feature(f FeatureID) Feature {
	x := m.features[f].Feature
	x.Plan, x.Line = slices.Clone(x.Plan), slices.Clone(x.Line)
	return x
}

// Exits returns the floors that can be reached from a floor in one step inside:
// by stairs first, then by the links of the layout in their order. The slice is
// shared: it must not be changed.
func (m *Map) Exits(f Floor) []Exit {
	return m.exits[int(m.floorAt[f.Section])+int(f.Storey)+m.sections[f.Section].Cellars]
}
