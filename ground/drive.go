package ground

import (
	"cmp"
	"slices"
)

// A Drive is the straight way from a point to a section: to the nearest of the walls that face the point.
type Drive struct {
	Wall   WallID // or None if no wall of the section faces the point
	Way    Segment
	Behind uint16 // the sections in the way, as a set: all must have fallen
	Barred bool   // there is no wall, or an obstacle that cannot fall is in the way
}

// Drive returns the straight way from a point to a section, on a map with at most 16 sections.
func (m *Map) Drive(from Point, s SectionID) Drive {
	walls := m.facingWalls(s, from)
	if len(walls) == 0 {
		return Drive{Wall: None, Barred: true}
	}
	wall := slices.MinFunc(walls, func(a, b WallID) int { return cmp.Compare(m.FromWall(a, from), m.FromWall(b, from)) })
	d := Drive{Wall: wall, Way: Segment{from, m.WallLine(wall).Nearest(from)}}
	if d.Barred = !m.Passable(d.Way, m.fallenBut(None)); d.Barred {
		return d
	}
	for other := range SectionID(m.Sections()) {
		if other != s && !m.Passable(d.Way, m.fallenBut(other)) {
			d.Behind |= 1 << other
		}
	}
	return d
}

// fallenBut returns the state in which every section but one has fallen, or every section for [None].
func (m *Map) fallenBut(standing SectionID) (r Destroyed) {
	for s := range SectionID(m.Sections()) {
		if s != standing {
			r = r.Fallen(s)
		}
	}
	return r
}

// FromRoute returns the distance from a point to a route, rounded up, but at most [Limit].
func (p Point) FromRoute(route []Point) Length {
	best := Limit
	for i := 1; i < len(route); i++ {
		best = min(best, Segment{route[i-1], route[i]}.Distance(p))
	}
	return best
}

// SectionWithin reports whether a section comes nearer to a point than a length.
func (m *Map) SectionWithin(p Point, l Length) bool {
	return slices.ContainsFunc(m.sections, func(x section) bool { return x.shape.corners.Distance(p) < l })
}
