package tideofiron

import (
	"fmt"
	"strconv"

	"loophole/ground"
)

// parseCell reads a name such as "C4": the column is a letter from A, the row a
// number from 1. Odd columns (B, D, …) lie half a hex lower.
func parseCell(name string) (ground.Hex, error) {
	if len(name) >= 2 && len(name) <= 3 && name[0] >= 'A' && name[0] <= 'Z' {
		if row, err := strconv.Atoi(name[1:]); err == nil && row >= 1 && strconv.Itoa(row) == name[1:] {
			q := int(name[0] - 'A')
			return ground.Hex{Q: int16(q), R: int16(row - q/2)}, nil
		}
	}
	return ground.Hex{}, fmt.Errorf("hex %q: a name is a letter and a number, such as C4", name)
}

// between lists the hexes that the line from centre to centre passes, without those at the ends. It
// lists two for each step, which differ if the line runs along the side between two hexes.
func between(a, b ground.Hex) [][2]ground.Hex {
	n := a.Distance(b)
	var line [][2]ground.Hex
	for k := 1; k < n; k++ {
		line = append(line, [2]ground.Hex{towards(a, b, k, n, 1), towards(a, b, k, n, -1)})
	}
	return line
}

// towards is the hex at k of n steps of a line that is moved aside very slightly. It rounds
// exactly: lengths are in steps of 1/(64n).
func towards(a, b ground.Hex, k, n, aside int) ground.Hex {
	one := 64 * n
	q := int(a.Q)*64*(n-k) + int(b.Q)*64*k + aside
	r := int(a.R)*64*(n-k) + int(b.R)*64*k + 2*aside
	s := -q - r
	cq, cr, cs := nearest(q, one), nearest(r, one), nearest(s, one)
	dq, dr, ds := abs(cq*one-q), abs(cr*one-r), abs(cs*one-s)
	switch {
	case dq > dr && dq > ds:
		cq = -cr - cs
	case dr > ds:
		cr = -cq - cs
	}
	return ground.Hex{Q: int16(cq), R: int16(cr)}
}

// nearest is the whole number nearest to x/one.
func nearest(x, one int) int {
	x += one / 2
	if x < 0 {
		return -((-x + one - 1) / one)
	}
	return x / one
}
