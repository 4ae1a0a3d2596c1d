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

// hexesBetween lists the hexes that the line from centre to centre passes, without those at the
// ends. It lists two for each step, which differ if the line runs along the side between two hexes.
func hexesBetween(a, b ground.Hex) [][2]ground.Hex {
	n := a.Distance(b)
	var line [][2]ground.Hex
	for k := 1; k < n; k++ {
		line = append(line, [2]ground.Hex{hexOnLine(a, b, k, n, 1), hexOnLine(a, b, k, n, -1)})
	}
	return line
}

// hexOnLine is the hex at k of n steps of a line from centre to centre. The line is moved aside
// very slightly, so that one along the side between two hexes passes only one of them. It rounds
// exactly: lengths are in steps of 1/(64n), and the coordinate with the greatest error follows from
// the others.
func hexOnLine(a, b ground.Hex, k, n, aside int) ground.Hex {
	one := 64 * n
	q := int(a.Q)*64*(n-k) + int(b.Q)*64*k + aside
	r := int(a.R)*64*(n-k) + int(b.R)*64*k + 2*aside
	s := -q - r
	roundQ, roundR, roundS := roundQuotient(q, one), roundQuotient(r, one), roundQuotient(s, one)
	errorQ, errorR, errorS := abs(roundQ*one-q), abs(roundR*one-r), abs(roundS*one-s)
	switch {
	case errorQ > errorR && errorQ > errorS:
		roundQ = -roundR - roundS
	case errorR > errorS:
		roundR = -roundQ - roundS
	}
	return ground.Hex{Q: int16(roundQ), R: int16(roundR)}
}

// roundQuotient is the whole number nearest to length/one.
func roundQuotient(length, one int) int {
	length += one / 2
	if length < 0 {
		return -((-length + one - 1) / one)
	}
	return length / one
}
