package ground

// A HexStep is a part of a line between two centre dots: the hex that the line passes through,
// with One equal to Other, or the two hexes between which it runs along a hexside.
type HexStep struct{ One, Other Hex }

// Along reports whether the line runs along the side between two hexes.
func (s HexStep) Along() bool { return s.One != s.Other }

// HexLine appends to steps the hexes that the straight line between two centre dots passes, in
// order, with both ends. It is exact: a hex counts if any part of the line lies inside it. A line
// along a hexside lists the two hexes of that side together. Touching a corner does not count.
func HexLine(a, b Hex, steps []HexStep) []HexStep {
	l := dotLine(a, b)
	begin := len(steps)
	for q := min(a.Q, b.Q) - 1; q <= max(a.Q, b.Q)+1; q++ {
		lo, hi := l.rows(q)
		for r := lo; r <= hi; r++ {
			steps = l.put(steps, begin, Hex{q, r})
		}
	}
	return steps
}

// A hexLine is a line between centre dots on a grid on which every corner of every hex has whole
// coordinates: 3q across and q+2r down. The grid is stretched. That does not change on which side
// of a line a corner lies.
type hexLine struct {
	a, b   Hex
	x, y   int // of the first end
	dx, dy int
	reach  int  // how far the corners of a hex extend across the line
	flush  bool // the line is parallel to sides of hexes
}

func dotLine(a, b Hex) hexLine {
	l := hexLine{a: a, b: b, x: 3 * int(a.Q), y: int(a.Q) + 2*int(a.R)}
	l.dx = 3*int(b.Q) - l.x
	l.dy = int(b.Q) + 2*int(b.R) - l.y
	// The corners lie at (2,0), (1,1), (1,-1) and opposite; across the line they
	// are 2dy, dx-dy and dx+dy away from the centre, all on one scale.
	x, y := abs(l.dx), abs(l.dy)
	l.reach = max(2*y, x+y)
	l.flush = y == 0 || x == y
	return l
}

// rows returns the range of rows of a column that may be near the line.
func (l *hexLine) rows(q int16) (lo, hi int16) {
	if l.dx == 0 {
		return min(l.a.R, l.b.R) - 1, max(l.a.R, l.b.R) + 1
	}
	// Where the line enters and leaves the column, and one more for the hex.
	y0 := l.y + floorDiv(l.dy*(3*int(q)-2-l.x), l.dx)
	y1 := l.y + floorDiv(l.dy*(3*int(q)+2-l.x), l.dx)
	return int16(floorDiv(min(y0, y1)-int(q), 2)), int16(floorDiv(max(y0, y1)+2-int(q), 2))
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// passes reports whether the infinite line through both dots passes through the inside of a hex
// or along one of its sides.
func (l *hexLine) passes(h Hex) (through, beside bool) {
	c := abs(l.dx*(int(h.Q)+2*int(h.R)-l.y) - l.dy*(3*int(h.Q)-l.x))
	return c < l.reach, c == l.reach && l.flush
}

// order returns how far along the line the centre of a hex lies. A straight line passes hexes in
// the order of their centres; the two hexes of a hexside have equal order.
func (l *hexLine) order(h Hex) int {
	q, r := int(h.Q)-int(l.a.Q), int(h.R)-int(l.a.R)
	dq, dr := int(l.b.Q)-int(l.a.Q), int(l.b.R)-int(l.a.R)
	return 2*q*dq + 2*r*dr + q*dr + r*dq
}

// put inserts a hex that the line passes through or along, in order.
func (l *hexLine) put(steps []HexStep, begin int, h Hex) []HexStep {
	through, beside := l.passes(h)
	if l.a == l.b {
		through, beside = h == l.a, false
	}
	at := l.order(h)
	if !through && !beside || at < 0 || at > l.order(l.b) {
		return steps
	}
	i := len(steps)
	for i > begin && l.order(steps[i-1].One) > at {
		i--
	}
	if beside && i > begin && l.order(steps[i-1].One) == at {
		steps[i-1].Other = h
		return steps
	}
	steps = append(steps, HexStep{})
	copy(steps[i+1:], steps[i:])
	steps[i] = HexStep{h, h}
	return steps
}
