package ground

import (
	"fmt"
	"slices"
)

// The widths of a gap that a fight makes: as wide as a doorway or, if other openings leave less
// room, down to a quarter of that.
const (
	gapWidth      = Inch
	leastGapWidth = Inch / 4
	gapStep       = Inch / 8
)

// GapName returns the name of the gap that a fight may make in a wall on a storey.
func GapName(wall string, storey int) string {
	if storey > 0 {
		return fmt.Sprintf("%s-gap-%d", wall, storey)
	}
	return wall + "-gap"
}

// WithGaps returns the plan of the map with a gap in each wall of some structures, on the ground floor
// and on every storey above it, as near to the middle of the wall as its openings leave room. A ruleset
// whose fights breach walls measures the lines and ways through all gaps beforehand, and uses those of
// the gaps that the fight has made. The plan l must be that of the map.
func (m *Map) WithGaps(l Plan, breakable func(StructureID) bool) Plan {
	l.Structures = slices.Clone(l.Structures)
	s := SectionID(0)
	for i := range l.Structures {
		x := &l.Structures[i]
		x.Sections = slices.Clone(x.Sections)
		for j := range x.Sections {
			if breakable(StructureID(i)) {
				x.Sections[j].Openings = m.withGaps(&x.Sections[j], s)
			}
			s++
		}
	}
	return l
}

// withGaps returns the openings of a section with a gap in each wall.
func (m *Map) withGaps(x *Section, s SectionID) []Opening {
	list := slices.Clone(x.Openings)
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		wall := &m.walls[w]
		for storey := range len(x.Storeys) - x.Cellars {
			gap := Opening{Name: GapName(wall.Name, storey), Kind: Gap, Wall: wall.Name, Storey: storey, Width: gapWidth}
			if gap.place(list, wall.length) {
				list = append(list, gap)
			}
		}
	}
	return list
}

// place puts an opening as near to the middle of its wall as others leave room, makes it narrower if
// necessary, and reports whether it has found room.
func (o *Opening) place(others []Opening, wall Length) bool {
	for ; o.Width >= leastGapWidth; o.Width /= 2 {
		for off := Length(0); off <= wall/2; off += gapStep {
			for _, o.Place = range []Length{wall/2 - off, wall/2 + off} {
				if o.fits(others, wall) {
					return true
				}
			}
		}
	}
	return false
}

// fits reports whether an opening lies within its wall and apart from others.
func (o *Opening) fits(others []Opening, wall Length) bool {
	left, right := o.span()
	apart := func(x Opening) bool {
		l, r := x.span()
		return x.Wall != o.Wall || x.Storey != o.Storey || left > r || l > right
	}
	return left >= 0 && right <= wall && !slices.ContainsFunc(others, func(x Opening) bool { return !apart(x) })
}

// span returns the ends of an opening, from the left end of its wall.
func (o *Opening) span() (left, right Length) {
	left = o.Place - o.Width/2
	return left, left + o.Width
}
