package ground

// Hex is a hex of a board in axial coordinates. [Hex.Neighbour] returns its six neighbours.
type Hex struct{ Q, R int16 }

// directions are the neighbours of a hex in order around it.
var directions = [6]Hex{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Neighbour returns the neighbour in one of six directions, 0 to 5, in order around the hex. On a
// board whose columns are numbered by Q and whose R grows southwards, direction 2 is north, and
// they go round anticlockwise.
func (h Hex) Neighbour(direction int) Hex {
	d := directions[direction]
	return Hex{h.Q + d.Q, h.R + d.R}
}

// Distance returns the number of steps from one hex to another, as Tide of Iron counts ranges
// from centre dot to centre dot. Neighbours are 1 apart.
func (h Hex) Distance(g Hex) int {
	q, r := int(g.Q)-int(h.Q), int(g.R)-int(h.R)
	return max(abs(q), abs(r), abs(q+r))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
