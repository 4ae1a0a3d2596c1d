package tideofiron

import (
	"fmt"
	"strconv"
)

// A cell is a hex in axial coordinates.
type cell struct{ q, r int }

// around lists the steps to the six neighbours.
var around = [6]cell{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// parseCell reads a name such as "C4": the column is a letter from A, the row a
// number from 1. Odd columns (B, D, …) lie half a hex lower.
func parseCell(name string) (cell, error) {
	if len(name) >= 2 && len(name) <= 3 && name[0] >= 'A' && name[0] <= 'Z' {
		if row, err := strconv.Atoi(name[1:]); err == nil && row >= 1 && strconv.Itoa(row) == name[1:] {
			q := int(name[0] - 'A')
			return cell{q, row - q/2}, nil
		}
	}
	return cell{}, fmt.Errorf("hex %q: a name is a letter and a number, such as C4", name)
}

// distance counts the steps between two hexes.
func (a cell) distance(b cell) int {
	q, r := a.q-b.q, a.r-b.r
	return max(abs(q), abs(r), abs(q+r))
}

// between lists the hexes that the line from centre to centre passes, those at
// the ends left out: two for each step, which differ where the line runs along
// the side between two hexes.
func (a cell) between(b cell) [][2]cell {
	n := a.distance(b)
	var line [][2]cell
	for k := 1; k < n; k++ {
		line = append(line, [2]cell{a.towards(b, k, n, 1), a.towards(b, k, n, -1)})
	}
	return line
}

// towards is the hex at k of n steps, the line being moved aside by very
// little. It rounds exactly: lengths are in steps of 1/(64n).
func (a cell) towards(b cell, k, n, aside int) cell {
	one := 64 * n
	q := a.q*64*(n-k) + b.q*64*k + aside
	r := a.r*64*(n-k) + b.r*64*k + 2*aside
	s := -q - r
	cq, cr, cs := nearest(q, one), nearest(r, one), nearest(s, one)
	dq, dr, ds := abs(cq*one-q), abs(cr*one-r), abs(cs*one-s)
	switch {
	case dq > dr && dq > ds:
		cq = -cr - cs
	case dr > ds:
		cr = -cq - cs
	}
	return cell{cq, cr}
}

// nearest is the whole number nearest to x/one.
func nearest(x, one int) int {
	x += one / 2
	if x < 0 {
		return -((-x + one - 1) / one)
	}
	return x / one
}
