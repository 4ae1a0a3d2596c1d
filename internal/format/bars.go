package format

import (
	"math/big"
	"strconv"
	"strings"
)

// A Bar is one value of a distribution.
type Bar struct {
	Value  int
	Chance float64
	Exact  *big.Rat // nil where it is not known
}

// A line of a chart stands for one value or for several next to each other.
type line struct {
	lo, hi   int
	chance   float64
	exact    *big.Rat
	least    float64 // the chance of lo or more
	leastRat *big.Rat
}

const (
	faintest  = 0.00005 // what Percent cannot tell from 0.01 %
	mostLines = 32
	mostBar   = 48
	leastBar  = 10
)

// Chart writes a distribution, lowest value first: each value's chance, the
// chance of at least as much, and a bar.
func (p *Page) Chart(bars []Bar) {
	lines := chartLines(bars)
	if len(lines) == 0 {
		return
	}
	label, most := wide("value"), 0.0
	for _, l := range lines {
		label = max(label, wide(l.label()))
		most = max(most, l.chance)
	}
	room := min(mostBar, max(leastBar, p.width-label-28))
	p.Line("  %s", p.Faint(padLeft("value", label)+"   exactly  at least"))
	for _, l := range lines {
		p.Line("  %s  %s  %s  %s", padLeft(l.label(), label), padLeft(Percent(l.chance, l.exact), 8),
			padLeft(Percent(l.least, l.leastRat), 8), p.Good(bar(l.chance/most, room)))
	}
}

func (l *line) label() string {
	if l.lo == l.hi {
		return strconv.Itoa(l.lo)
	}
	return strconv.Itoa(l.lo) + "–" + strconv.Itoa(l.hi)
}

// chartLines draws together what would fill a screen with nothing: the rare
// values at both ends, and neighbours where there are too many values.
func chartLines(bars []Bar) []line {
	lines := make([]line, len(bars))
	least, exact := 0.0, new(big.Rat)
	for i := len(bars) - 1; i >= 0; i-- {
		b := bars[i]
		least += b.Chance
		lines[i] = line{lo: b.Value, hi: b.Value, chance: b.Chance, exact: b.Exact, least: min(least, 1)}
		if b.Exact != nil && exact != nil {
			exact = new(big.Rat).Add(exact, b.Exact)
			lines[i].leastRat = exact
		}
	}
	lines = rareEnds(lines)
	for step := 2; len(lines) > mostLines; step++ {
		lines = together(lines, step)
	}
	return lines
}

// rareEnds joins the values at either end that no percent shows.
func rareEnds(lines []line) []line {
	head := 0
	for head < len(lines) && lines[head].chance < faintest {
		head++
	}
	if head > 1 && head < len(lines) {
		lines = append([]line{join(lines[:head])}, lines[head:]...)
	}
	tail := len(lines)
	for tail > 0 && lines[tail-1].chance < faintest {
		tail--
	}
	if tail > 0 && len(lines)-tail > 1 {
		lines = append(lines[:tail:tail], join(lines[tail:]))
	}
	return lines
}

// together joins every step lines.
func together(lines []line, step int) []line {
	var out []line
	for i := 0; i < len(lines); i += step {
		out = append(out, join(lines[i:min(i+step, len(lines))]))
	}
	return out
}

// join makes one line of several.
func join(lines []line) line {
	j := lines[0]
	for _, l := range lines[1:] {
		j.hi = l.hi
		j.chance += l.chance
		if j.exact != nil && l.exact != nil {
			j.exact = new(big.Rat).Add(j.exact, l.exact)
		}
	}
	return j
}

var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar draws a share of the room in eighths of a character. What is not nothing
// is seen.
func bar(share float64, room int) string {
	n := int(share*float64(room)*8 + 0.5)
	if n == 0 && share > 0 {
		n = 1
	}
	return strings.Repeat("█", n/8) + eighths[n%8]
}
