package ground

// WallSeen counts the marks of a wall, at the height of a storey's middle, that
// can be seen from a spot, and how many it has. Marks are spread evenly, at most
// half an inch apart on walls of up to 24 inches; so the quotient is the visible
// fraction of the wall, and a chink narrower than that may be missed. The storey
// above the topmost is the edge of the roof.
func (m *Map) WallSeen(w WallID, storey int, from Spot, r Destroyed) (seen, marks int) {
	x := &m.walls[w]
	if r.HasFallen(x.section) || x.line.side(from.Point) >= 0 {
		return 0, len(x.marks)
	}
	z := m.middle(Floor{x.section, int8(storey)})
	for _, p := range x.marks {
		if m.Sees(from, Spot{p, z}, r) {
			seen++
		}
	}
	return seen, len(x.marks)
}

// Marks on what is looked at: so many columns from one edge to the other and
// so many rows from the lowest to the highest, so that halves, thirds and
// quarters of it are whole numbers of marks.
const (
	seenColumns = 12
	seenRows    = 3
)

// Seen counts how much of a unit, a vehicle or a man can be seen from a spot: of
// 36 marks spread evenly over its outline as it looks from there and from its
// lowest to its highest, those to which a line is clear. LaserGrenadiers asks
// for thirds of a piece, the Old World for half of a unit. Other units are not
// part of the ground and hide nothing here. From within the outline all of it
// is seen.
func (m *Map) Seen(outline Polygon, low, high Length, from Spot, r Destroyed) (seen, marks int) {
	marks = seenColumns * seenRows
	if outline.Holds(from.Point) {
		return marks, marks
	}
	across := outline.Silhouette(from.Point)
	ab := vecOf(across)
	for i := range int64(seenColumns) {
		p := Point{
			across.A.X + Length(scale(ab.x, 2*i+1, 2*seenColumns)),
			across.A.Y + Length(scale(ab.y, 2*i+1, 2*seenColumns)),
		}
		for k := range Length(seenRows) {
			if m.Sees(from, Spot{p, low + (high-low)*(2*k+1)/(2*seenRows)}, r) {
				seen++
			}
		}
	}
	return seen, marks
}

// Silhouette returns the line from the leftmost to the rightmost corner of a
// plan as they are seen from a point outside; of corners in one direction the
// nearer. The plan must not bend around the point.
func (p Polygon) Silhouette(from Point) Segment {
	s := Segment{p[0], p[0]}
	for _, c := range p[1:] {
		if t := turn(from, s.A, c); t > 0 || t == 0 && Distance(from, c) < Distance(from, s.A) {
			s.A = c
		}
		if t := turn(from, s.B, c); t < 0 || t == 0 && Distance(from, c) < Distance(from, s.B) {
			s.B = c
		}
	}
	return s
}
