package ground

// The marks on a target: columns from one edge to the other, and rows from the lowest point to
// the highest. Halves, thirds and quarters of a target are whole numbers of marks.
const (
	seenColumns = 12
	seenRows    = 3
)

// Seen returns how many of 36 marks on a unit, a vehicle or a model a clear line from a spot reaches, and
// the number 36. The marks are spread evenly over the outline as seen from the spot, and from the
// lowest point to the highest. LaserGrenadiers asks for thirds of a piece, The Old World for half
// of a unit. Other units do not block here. From within the outline all marks are seen.
func (m *Map) Seen(outline Polygon, low, high Length, from Spot, r Destroyed) (seen, marks int) {
	marks = seenColumns * seenRows
	if outline.Holds(from.Point) {
		return marks, marks
	}
	across := outline.silhouette(from.Point)
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

// silhouette returns the line from the leftmost to the rightmost corner of a plan as seen from a
// point outside. Of corners in one direction it takes the nearer. The plan must not bend around
// the point.
func (p Polygon) silhouette(from Point) Segment {
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
