package server

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"loophole/game"
)

// verdict summarises a comparison: the aim and the losses of each question, and which aim is more
// likely.
func (c *Comparison) verdict() string {
	aim := c.row("aim")
	if aim == nil {
		return ""
	}
	var said []string
	best, worst := 0, 0
	for i, q := range c.Questions {
		x := aim.Cells[i]
		said = append(said, game.Capital(q.Label)+": "+x.Title+" "+inPlayersWords(x.Float)+c.costs(i)+".")
		if x.Float > aim.Cells[best].Float {
			best = i
		}
		if x.Float < aim.Cells[worst].Float {
			worst = i
		}
	}
	if points := 100 * (aim.Cells[best].Float - aim.Cells[worst].Float); points >= 0.05 && c.oneAim(aim) {
		said = append(said, fmt.Sprintf("That is %s points more for “%s”.", tenths(points), c.Questions[best].Label))
	}
	return strings.Join(said, " ")
}

// oneAim reports whether all questions have the same aim.
func (c *Comparison) oneAim(aim *Beside) bool {
	for _, x := range aim.Cells {
		if x.Title != aim.Cells[0].Title {
			return false
		}
	}
	return true
}

func (c *Comparison) row(role string) *Beside {
	for i := range c.Rows {
		if c.Rows[i].Role == role {
			return &c.Rows[i]
		}
	}
	return nil
}

// costs describes the losses of both sides in a question, or what they have left.
func (c *Comparison) costs(i int) string {
	mean := func(role string) (string, bool) {
		r := c.row(role)
		if r == nil || r.Cells[i].Name == "" {
			return "", false
		}
		return r.mean(i), true
	}
	theirs, a := mean("theirs")
	own, b := mean("own")
	switch {
	case a && b:
		return "; on average it costs them " + theirs + " and you " + own
	case a:
		return "; on average it costs them " + theirs
	case b:
		return "; on average it costs you " + own
	}
	theirs, a = mean("theirs-left")
	own, b = mean("own-left")
	if a && b {
		return "; on average they have " + theirs + " left and you " + own
	}
	return ""
}

// mean formats the mean of a question with one decimal, or with two if one would hide a difference from
// another question, or show a mean that is not 0 as 0.
func (r *Beside) mean(i int) string {
	x := r.Cells[i].Float
	if x != 0 && math.Abs(x) < 0.005 {
		return "less than 0.01"
	}
	for _, y := range r.Cells {
		if y.Name != "" && math.Abs(x-y.Float) >= 0.01 && tenths(x) == tenths(y.Float) || x != 0 && tenths(x) == "0" {
			return rounded(x, 100)
		}
	}
	return tenths(x)
}

// tenths formats a number with at most one decimal.
func tenths(x float64) string { return rounded(x, 10) }

// rounded formats a number, rounded to a fraction with a denominator of 10 or 100.
func rounded(x, by float64) string { return strconv.FormatFloat(math.Round(by*x)/by, 'f', -1, 64) }

// inPlayersWords describes a chance as players do: by the simplest near fraction, and whether it is a
// little more or less.
func inPlayersWords(p float64) string {
	switch {
	case p == 0:
		return "never"
	case p == 1:
		return "always"
	case p > 0.99:
		return "nearly always"
	case p < 0.049:
		return "hardly ever (" + oneIn(p) + ")"
	}
	n, of := 1, 2
	if p < 0.18 {
		of = int(math.Round(1 / p))
	}
	for _, d := range []int{3, 4, 5, 6, 8, 10, 20} {
		k := min(max(int(math.Round(p*float64(d))), 1), d-1)
		// A simpler fraction wins unless it is clearly farther away.
		if math.Abs(p-float64(k)/float64(d)) < math.Abs(p-float64(n)/float64(of))-0.015 {
			n, of = k, d
		}
	}
	text := counts[n] + " times in " + counts[of]
	switch {
	case of == 2:
		text = "half the time"
	case n == 1:
		text = "one time in " + counts[of]
	}
	switch d := p - float64(n)/float64(of); {
	case d < -0.005:
		return "nearly " + text
	case d > 0.005:
		return "a little more than " + text
	}
	return text
}

// oneIn formats a small chance as "1 in N".
func oneIn(p float64) string { return fmt.Sprintf("1 in %.0f", 1/p) }

var counts = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"}
