package ground

// The functions of this file measure as the rulebooks do. All distances lie in the plan, are
// rounded up, and do not depend on ruins: a fallen section keeps its place.

// FromOpening returns the distance from a point to the nearest point of an opening. Konflikt '47
// uses it for the range of shots out of and into a building, the move of a unit that leaves it, and
// an assault on its ground floor. LaserGrenadiers uses it for fire at a slit.
func (m *Map) FromOpening(o OpeningID, p Point) Length { return m.openings[o].line.Distance(p) }

// FromSection returns the distance from a point to the nearest point of a section; it is zero
// inside. Konflikt '47 asks whether all of a unit is within an inch of the building,
// LaserGrenadiers whether an effect area reaches it.
func (m *Map) FromSection(s SectionID, p Point) Length {
	return m.sections[s].shape.corners.Distance(p)
}

// FromWall returns the distance from a point to the nearest point of a wall.
func (m *Map) FromWall(w WallID, p Point) Length { return m.walls[w].line.Distance(p) }

// FromStructure returns the distance from a point to the nearest point of a structure. The Old
// World uses it for everything to and from a unit inside: shots, charges, spells, panic.
func (m *Map) FromStructure(s StructureID, p Point) Length {
	least := Length(-1)
	for i := m.structures[s].first; i < m.structures[s].end; i++ {
		if d := m.FromSection(i, p); least < 0 || d < least {
			least = d
		}
	}
	return least
}

// BetweenSections returns the distance between two sections. It is zero for sections that touch.
func (m *Map) BetweenSections(a, b SectionID) Length {
	return m.sectionGap[int(a)*len(m.sections)+int(b)]
}

// BetweenStructures returns the distance between two structures: in The Old World the distance
// between two units that are both inside.
func (m *Map) BetweenStructures(a, b StructureID) Length {
	least := Length(-1)
	for i := m.structures[a].first; i < m.structures[a].end; i++ {
		for j := m.structures[b].first; j < m.structures[b].end; j++ {
			if d := m.BetweenSections(i, j); least < 0 || d < least {
				least = d
			}
		}
	}
	return least
}

// Widest returns the greatest distance between two corners of a structure, rounded down. In The
// Old World units may occupy buildings of at least 4 inches at their widest.
func (m *Map) Widest(s StructureID) Length {
	var w int64
	first, end := m.SectionsOf(s)
	for i := first; i < end; i++ {
		for j := i; j < end; j++ {
			for _, p := range m.sections[i].shape.corners {
				for _, q := range m.sections[j].shape.corners {
					w = max(w, from(p, q).square())
				}
			}
		}
	}
	return span{square: uint64(w)}.roundDown()
}

// Dimensions returns the extent of a section to the east and to the north. Konflikt '47
// asks for sections of about 6 by 6 inches, and forbids running through two of them if one is
// larger than a move.
func (m *Map) Dimensions(s SectionID) (width, depth Length) {
	b := &m.sections[s].shape.box
	return b.hi.X - b.lo.X, b.hi.Y - b.lo.Y
}

// Zone reports whether a part of a section and whether all of it lies in a deployment zone. In
// Konflikt '47 troops may start in a building that is partly in their zone. Touching it is not
// enough.
func (m *Map) Zone(s SectionID, zone Polygon) (some, all bool) {
	p, z := &m.sections[s].shape, shapeOf(zone)
	some = overlap(p, &z)
	all = some
	for i := range p.corners {
		all = all && zone.Holds(p.corners[i])
	}
	for i := range z.corners {
		e := z.corners.Edge(i)
		l := rayOf(Spot{Point: e.A}, Spot{Point: e.B})
		all = all && !l.pierces(p, 1)
	}
	return some, all
}

// Connected reports whether one exit leads from floor a to floor b.
func (m *Map) Connected(a, b Floor) bool {
	for _, x := range m.Exits(a) {
		if x.To == b {
			return true
		}
	}
	return false
}

// Stairs returns the number of storeys between two floors of a section, and whether exits lead
// from each to the next.
func (m *Map) Stairs(a, b Floor) (storeys int, ok bool) {
	low, high := min(a.Storey, b.Storey), max(a.Storey, b.Storey)
	for s := low; s < high; s++ {
		if !m.Connected(Floor{a.Section, s}, Floor{a.Section, s + 1}) {
			return 0, false
		}
	}
	return int(high - low), true
}

// Parted reports whether a partition of a floor stands on a segment, or touches it.
func (m *Map) Parted(f Floor, s Segment) bool {
	for _, p := range m.sections[f.Section].Inner {
		if p.Storey == int(f.Storey) && p.Meets(s) {
			return true
		}
	}
	return false
}
