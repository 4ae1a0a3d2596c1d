package tideofiron

import (
	"fmt"
	"strconv"

	"loophole/ground"
)

// parseHex reads a name such as "C4": the column is a letter from A, the row a
// number from 1. Odd columns (B, D, …) lie half a hex lower.
func parseHex(name string) (ground.Hex, error) {
	if len(name) >= 2 && len(name) <= 3 && name[0] >= 'A' && name[0] <= 'Z' {
		if row, err := strconv.Atoi(name[1:]); err == nil && row >= 1 && strconv.Itoa(row) == name[1:] {
			column := int(name[0] - 'A')
			return ground.Hex{Q: int16(column), R: int16(row - column/2)}, nil
		}
	}
	return ground.Hex{}, fmt.Errorf("hex %q: a name is a letter and a number, such as C4", name)
}

// hexesBetween lists the hexes that the line from centre to centre passes, without those at the
// ends. It lists two for each step, which differ if the line runs along the side between two hexes.
func hexesBetween(from, to ground.Hex) [][2]ground.Hex {
	steps := from.Distance(to)
	var line [][2]ground.Hex
	for step := 1; step < steps; step++ {
		line = append(line, [2]ground.Hex{hexOnLine(from, to, step, steps, 1), hexOnLine(from, to, step, steps, -1)})
	}
	return line
}

// hexOnLine returns the hex after a number of equal steps along a line from centre to centre. The line is
// moved aside very slightly, so that one along the side between two hexes passes only one of them. It
// rounds exactly: lengths are in units of 1/(64·steps), and the coordinate with the greatest error
// follows from the others.
func hexOnLine(from, to ground.Hex, step, steps, aside int) ground.Hex {
	unit := 64 * steps
	q := int(from.Q)*64*(steps-step) + int(to.Q)*64*step + aside
	r := int(from.R)*64*(steps-step) + int(to.R)*64*step + 2*aside
	s := -q - r
	roundQ, roundR, roundS := roundQuotient(q, unit), roundQuotient(r, unit), roundQuotient(s, unit)
	errorQ, errorR, errorS := abs(roundQ*unit-q), abs(roundR*unit-r), abs(roundS*unit-s)
	switch {
	case errorQ > errorR && errorQ > errorS:
		roundQ = -roundR - roundS
	case errorR > errorS:
		roundR = -roundQ - roundS
	}
	return ground.Hex{Q: int16(roundQ), R: int16(roundR)}
}

// roundQuotient returns the whole number nearest to n/divisor.
func roundQuotient(n, divisor int) int {
	n += divisor / 2
	if n < 0 {
		return -((-n + divisor - 1) / divisor)
	}
	return n / divisor
}
