package format

import (
	"math/big"
	"strconv"
	"strings"

	"loophole/internal/fraction"
)

// A Bar is one value of a distribution.
type Bar struct {
	Value  int
	Chance float64
	Exact  *big.Rat // nil if it is unknown
}

// A line of a chart shows one value, or several neighbouring values together.
type line struct {
	lo, hi   int
	chance   float64
	exact    *big.Rat
	least    float64 // the chance of lo or more
	leastRat *big.Rat
}

const (
	faintest  = 0.00005 // chances below this show as less than 0.01 %
	mostLines = 32
	mostBar   = 48
	leastBar  = 10
)

// Chart writes a distribution, the lowest value first: for each value its chance, the chance of at
// least that value, and a bar. The bars must be in ascending order.
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

// label returns the value of a line, or the range of its values.
func (l *line) label() string {
	if l.lo == l.hi {
		return strconv.Itoa(l.lo)
	}
	return strconv.Itoa(l.lo) + "–" + strconv.Itoa(l.hi)
}

// chartLines returns the lines of a chart, at most mostLines. It joins the rare values at both ends,
// and neighbours if the values are many.
func chartLines(bars []Bar) []line {
	lines := make([]line, len(bars))
	least := 0.0
	for i := len(bars) - 1; i >= 0; i-- {
		b := bars[i]
		least += b.Chance
		lines[i] = line{lo: b.Value, hi: b.Value, chance: b.Chance, exact: b.Exact, least: min(least, 1)}
	}
	lines = rareEnds(lines)
	for step := 2; len(lines) > mostLines; step++ {
		lines = joinGroups(lines, step)
	}
	var exact fraction.Sum
	for i := len(lines) - 1; i >= 0 && lines[i].exact != nil; i-- {
		exact.Add(lines[i].exact, 1)
		lines[i].leastRat = exact.Rat()
	}
	return lines
}

// rareEnds joins the values at either end whose chances are below faintest.
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

// joinGroups joins each group of step lines.
func joinGroups(lines []line, step int) []line {
	var out []line
	for i := 0; i < len(lines); i += step {
		out = append(out, join(lines[i:min(i+step, len(lines))]))
	}
	return out
}

// join returns one line for several. The chance of at least its value is that of the first.
func join(lines []line) line {
	j := lines[0]
	var exact fraction.Sum
	for i, l := range lines {
		if i > 0 {
			j.hi = l.hi
			j.chance += l.chance
		}
		if l.exact != nil {
			exact.Add(l.exact, 1)
		}
	}
	if j.exact != nil {
		j.exact = exact.Rat()
	}
	return j
}

var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Strip returns a bar that fills a share, from 0 to 1, of so many columns.
func Strip(share float64, room int) string { return bar(min(1, max(0, share)), room) }

// bar returns a bar that fills a share of the room, in eighths of a character. A positive share has
// at least one eighth.
func bar(share float64, room int) string {
	n := int(share*float64(room)*8 + 0.5)
	if n == 0 && share > 0 {
		n = 1
	}
	return strings.Repeat("█", n/8) + eighths[n%8]
}
