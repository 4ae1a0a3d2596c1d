package tabletop

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// verdict says what a comparison comes to: of each question what it is after, and what
// it costs; and which is the likelier.
func (c *Comparison) verdict() string {
	aim := c.row("aim")
	if aim == nil {
		return ""
	}
	var said []string
	best, worst := 0, 0
	for i, q := range c.Questions {
		x := aim.Cells[i]
		said = append(said, capital(q.Label)+": "+x.Title+" "+often(x.Float)+c.costs(i))
		if x.Float > aim.Cells[best].Float {
			best = i
		}
		if x.Float < aim.Cells[worst].Float {
			worst = i
		}
	}
	text := strings.Join(said, ". ") + "."
	if points := 100 * (aim.Cells[best].Float - aim.Cells[worst].Float); points >= 0.05 && c.oneAim(aim) {
		text += fmt.Sprintf(" %s is ahead by %s points.", capital(c.Questions[best].Label), tenths(points))
	}
	return text
}

// oneAim reports whether all the questions are after the same.
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

// costs says what both sides lose by a question.
func (c *Comparison) costs(i int) string {
	var list []string
	for _, x := range [][2]string{{"theirs", "theirs"}, {"own", "one's own"}} {
		if r := c.row(x[0]); r != nil && r.Cells[i].Name != "" {
			list = append(list, tenths(r.Cells[i].Float)+" of "+x[1])
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ", for " + strings.Join(list, " and ") + " on average"
}

// tenths writes a number with one decimal at most.
func tenths(x float64) string { return strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64) }

// often says a chance as players do.
func often(p float64) string {
	switch {
	case p == 0:
		return "never"
	case p == 1:
		return "always"
	case p < 0.005:
		return "hardly ever"
	case p > 0.995:
		return "nearly always"
	}
	for _, f := range [][2]int{{1, 2}, {1, 3}, {2, 3}, {1, 4}, {3, 4}, {1, 5}, {2, 5}, {3, 5}, {4, 5}, {1, 6}, {5, 6}, {1, 10}, {9, 10}} {
		if math.Abs(p-float64(f[0])/float64(f[1])) < 0.005 {
			return fmt.Sprintf("%s in %d", times(f[0]), f[1])
		}
	}
	return fmt.Sprintf("%s in 100", times(int(math.Round(100*p))))
}

func times(n int) string {
	if n == 1 {
		return "1 time"
	}
	return fmt.Sprintf("%d times", n)
}
