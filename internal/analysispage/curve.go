package analysispage

import (
	"fmt"
	"strings"

	"loophole/internal/wire"
)

// A curve is the drawing of the chance to win, in pixels. Each action has two parts: its
// decision, from the chance before to the expected chance, and its dice, from there to the
// chance after.
type curve struct {
	Class                       string
	Wide, High                  float64
	Left, Right, Top, Bottom    float64
	Middle                      float64
	Share, ByDecision, ByDice   string // paths: the area of the first side, and the two parts
	Dots                        []dot
	Ticks                       []tick
	First, Second               string
	LabelTop, LabelMid, LabelLo float64
	Exact                       *exactFrom // nil if none or all of the chances are exact
}

// An exactFrom is the line from which on the chances are exact, and the place of its label.
type exactFrom struct {
	X, Label, Y float64
	Anchor      string
}

// A dot marks an action whose dice or decision changed the chance much.
type dot struct {
	X, Y   float64
	Number int
	Dice   bool
	Side   int
	Title  string
}

// A tick is the number of an action below the curve.
type tick struct {
	X      float64
	Number int
}

// The smallest luck, and the smallest loss by a decision, that get a mark on the curve.
const (
	markedLuck  = 0.03
	markedGiven = 0.02
)

func curveOf(x *wire.Analysis, wide, high float64, class string) curve {
	c := curve{
		Class: class, Wide: wide, High: high, Left: 46, Right: wide - 10, Top: 12, Bottom: high - 24,
		First: x.Sides[0].Side, Second: x.Sides[1].Side,
	}
	c.Middle = (c.Top + c.Bottom) / 2
	c.LabelTop, c.LabelMid, c.LabelLo = c.Top+4, c.Middle+4, c.Bottom+4
	n := float64(max(1, len(x.Actions)))
	at := func(k float64) float64 { return c.Left + (c.Right-c.Left)*k/n }
	up := func(v float64) float64 { return c.Bottom - (c.Bottom-c.Top)*min(1, max(0, v)) }
	var share, decision, dice strings.Builder
	fmt.Fprintf(&share, "M%.1f %.1fL%.1f %.1f", at(0), c.Bottom, at(0), up(x.Start))
	for i := range x.Actions {
		a := &x.Actions[i]
		x0, x1, x2 := at(float64(i)), at(float64(i)+0.5), at(float64(i)+1)
		y0, y1, y2 := up(a.Before), up(a.Expected), up(a.After)
		fmt.Fprintf(&decision, "M%.1f %.1fL%.1f %.1f", x0, y0, x1, y1)
		fmt.Fprintf(&dice, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2)
		fmt.Fprintf(&share, "L%.1f %.1fL%.1f %.1f", x1, y1, x2, y2)
		side := 0
		if a.Side == x.Sides[1].Side {
			side = 1
		}
		if a.Given >= markedGiven {
			c.Dots = append(c.Dots, dot{x1, y1, a.Number, false, side, fmt.Sprintf("Action %d, %s: %s: %s, %s points", a.Number, a.Side, a.Said, a.Grade, wire.PointsOf(-a.Given))})
		}
		if a.Luck >= markedLuck || a.Luck <= -markedLuck {
			c.Dots = append(c.Dots, dot{x2, y2, a.Number, true, side, fmt.Sprintf("Action %d, %s: %s: luck %s points for %s", a.Number, a.Side, a.Said, wire.PointsOf(a.Luck), x.Sides[0].Side)})
		}
	}
	fmt.Fprintf(&share, "L%.1f %.1fZ", at(float64(len(x.Actions))), c.Bottom)
	c.Share, c.ByDecision, c.ByDice = share.String(), decision.String(), dice.String()
	if x.SolvedFrom > 1 {
		c.Exact = exactAt(at(float64(x.SolvedFrom-1)), c.Right, c.Top)
	}
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step = s; float64(len(x.Actions))/float64(s) <= wide/60 {
			break
		}
	}
	for k := step; k <= len(x.Actions); k += step {
		c.Ticks = append(c.Ticks, tick{at(float64(k)), k})
	}
	return c
}

// exactAt returns a line. Its label keeps away from the right edge, and from the name at the left.
func exactAt(x, right, top float64) *exactFrom {
	e := &exactFrom{x, x + 5, top + 17, "start"}
	if x > right-50 {
		e.Label, e.Anchor = x-5, "end"
	}
	if x < 220 {
		e.Y += 17
	}
	return e
}
