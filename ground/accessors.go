package ground

import "slices"

// StructureName returns the name of a structure.
func (m *Map) StructureName(s StructureID) string { return m.structures[s].name }

// StructureOf returns the structure that a section belongs to.
func (m *Map) StructureOf(s SectionID) StructureID { return m.sections[s].structure }

// SectionsOf returns the first section of a structure and the one after its last, for a loop from
// first to end-1.
func (m *Map) SectionsOf(s StructureID) (first, end SectionID) {
	return m.structures[s].first, m.structures[s].end
}

// SectionName returns the name of a section with its structure: "mill/hall", or "mill" for the
// only section of a structure.
func (m *Map) SectionName(s SectionID) string { return m.sections[s].name }

// OpeningName returns the name of an opening with its section: "mill/hall/gate".
func (m *Map) OpeningName(o OpeningID) string { return m.openings[o].name }

// OpeningNamed finds an opening by the name that [Map.OpeningName] returns.
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

// Storeys returns the numbers of the lowest storey, 0 or less, and of the highest. A flat roof
// counts as a storey.
func (m *Map) Storeys(s SectionID) (lowest, highest int) {
	x := &m.sections[s]
	highest = len(x.Storeys) - x.Cellars - 1
	if x.Roof.Flat {
		highest++
	}
	return -x.Cellars, highest
}

// HasFloor reports whether the section has the floor. A flat roof is a floor.
func (m *Map) HasFloor(f Floor) bool {
	lo, hi := m.Storeys(f.Section)
	return lo <= int(f.Storey) && int(f.Storey) <= hi
}

// OnRoof reports whether the floor is the flat roof of its section.
func (m *Map) OnRoof(f Floor) bool {
	x := &m.sections[f.Section]
	return x.Roof.Flat && int(f.Storey) == len(x.Storeys)-x.Cellars
}

// FloorHeight returns the height of a floor above the table. For the storey above the topmost it
// returns the height of the roof.
func (m *Map) FloorHeight(f Floor) Length {
	x := &m.sections[f.Section]
	return x.floors[int(f.Storey)+x.Cellars]
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

// OpeningsOf returns the first opening of a section and the one after its last. Openings are
// ordered by wall, storey and place.
func (m *Map) OpeningsOf(s SectionID) (first, end OpeningID) {
	return m.sections[s].open, m.sections[s].openEnd
}

// Opening returns the description of an opening in the plan.
func (m *Map) Opening(o OpeningID) Opening { return m.openings[o].Opening }

// OpeningLine returns the part of the wall that an opening takes up.
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

// Feature returns a copy of the description of a feature in the plan.
func (m *Map) Feature(f FeatureID) Feature {
	x := m.features[f].Feature
	x.Plan, x.Line = slices.Clone(x.Plan), slices.Clone(x.Line)
	return x
}

// Exits returns the floors that one step inside leads to from a floor: by stairs first, then by
// the links of the plan in their order. The slice is shared: do not change it.
func (m *Map) Exits(f Floor) []Exit {
	return m.exits[int(m.floorAt[f.Section])+int(f.Storey)+m.sections[f.Section].Cellars]
}

// StructureWalls returns the first wall of a structure and the one after its last.
func (m *Map) StructureWalls(s StructureID) (first, end WallID) {
	x := &m.structures[s]
	return m.sections[x.first].walls, m.sections[x.end-1].wallsEnd
}

// Extent returns the corners of the rectangle around a structure.
func (m *Map) Extent(s StructureID) (low, high Point) {
	x := &m.structures[s]
	b := m.sections[x.first].shape.box
	for i := x.first + 1; i < x.end; i++ {
		c := &m.sections[i].shape.box
		b = boxOf(b.lo, b.hi, c.lo, c.hi)
	}
	return b.lo, b.hi
}

// SectionAt returns the section that a point is inside of. The outline is not inside.
func (m *Map) SectionAt(p Point) (SectionID, bool) {
	for i := range m.sections {
		if m.sections[i].shape.corners.Locate(p) == Inside {
			return SectionID(i), true
		}
	}
	return None, false
}

// Barred reports whether a point is inside an impassable feature.
func (m *Map) Barred(p Point) bool {
	_, barred := m.BarrierAt(p)
	return barred
}

// BarrierAt returns the impassable feature that a point is inside of.
func (m *Map) BarrierAt(p Point) (FeatureID, bool) {
	for i := range m.features {
		if x := &m.features[i]; x.Going == Impassable && len(x.Plan) > 0 && x.Plan.Locate(p) == Inside {
			return FeatureID(i), true
		}
	}
	return None, false
}

// RoofHeight returns the height of the top of a section's walls above the table.
func (m *Map) RoofHeight(s SectionID) Length {
	floors := m.sections[s].floors
	return floors[len(floors)-1]
}

// BlockerNames lists the names of what [Map.Blockers] lists: sections first, then features.
func (m *Map) BlockerNames(a, b Spot, r Destroyed) (names []string) {
	sections, features := m.Blockers(a, b, r)
	for _, s := range sections {
		names = append(names, m.SectionName(s))
	}
	for _, f := range features {
		names = append(names, m.features[f].Name)
	}
	return names
}
