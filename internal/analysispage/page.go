package analysispage

import (
	"fmt"
	"io"
	"math"
	"strings"

	"loophole/internal/web/styles"
	"loophole/internal/wire"
)

// Write writes the analysis as an HTML file. The file is safe to open and to share: it has no
// script and no token, and loads nothing.
func Write(w io.Writer, x *wire.Analysis) error {
	if len(x.Sides) != 2 {
		return fmt.Errorf("analysispage: %d sides: an analysis has two", len(x.Sides))
	}
	all := styles.All()
	v := view{
		Analysis: x, Style: string(all["paper.css"]) + string(all["analysis.css"]),
		Curves: []curve{curveOf(x, 720, 260, "wide"), curveOf(x, 360, 220, "narrow")},
	}
	return v.document().Render(w)
}

// A view is an analysis with what its page needs.
type view struct {
	*wire.Analysis
	Style  string // CSS
	Curves []curve
}

// A turn is an action as the side that acts sees it.
type turn struct {
	wire.AnalysedAction
	Index              int // of the side
	From, Mean, To     float64
	BestMean, OwnLuck  float64
	Lucky, Gave, Known bool // luck of at least a point; at least a point given up; a better action is known
	Lines              []part
}

// A part is a roll or a decision within an action, with its luck for the side that acts.
type part struct {
	wire.AnalysedPart
	OwnLuck float64
	OwnBest float64 // of a decision, to the side that decided
}

// leastShown is the smallest change of the chance that the page mentions.
const leastShown = 0.01

func (v view) turnOf(a *wire.AnalysedAction) turn {
	t := turn{AnalysedAction: *a, From: a.Before, Mean: a.Expected, To: a.After, BestMean: a.Best, OwnLuck: a.Luck}
	own := 1.0
	if a.Side == v.Sides[1].Side {
		t.Index, own = 1, -1
		t.From, t.Mean, t.To, t.BestMean, t.OwnLuck = 1-a.Before, 1-a.Expected, 1-a.After, 1-a.Best, -a.Luck
	}
	t.Lucky, t.Gave = math.Abs(a.Luck) >= leastShown, a.Given >= leastShown
	t.Known = t.Gave && a.Better != ""
	for _, p := range a.Parts {
		best := p.Best
		if p.Side == v.Sides[1].Side {
			best = 1 - best
		}
		t.Lines = append(t.Lines, part{p, own * p.Luck, best})
	}
	return t
}

// Turns returns all actions.
func (v view) Turns() (list []turn) {
	for i := range v.Actions {
		list = append(list, v.turnOf(&v.Actions[i]))
	}
	return list
}

// TurningPoints returns the actions that changed most.
func (v view) TurningPoints() (list []turn) {
	for _, n := range v.Turning {
		if n >= 1 && n <= len(v.Actions) {
			list = append(list, v.turnOf(&v.Actions[n-1]))
		}
	}
	return list
}

// others returns the decisions within an action by which the other side gave up a point or more.
func (t turn) others() (list []part) {
	for _, p := range t.Lines {
		if p.What == "decision" && p.Side != t.Side && p.Given >= 0.01 {
			list = append(list, p)
		}
	}
	return list
}

// A row of the table of luck and decisions.
type row struct {
	What  string
	Cells [2]string
}

// Rows returns the table of luck and decisions.
func (v view) Rows() []row {
	cells := func(what string, of func(wire.AnalysisSide) string) row {
		return row{what, [2]string{of(v.Sides[0]), of(v.Sides[1])}}
	}
	count := func(of func(wire.AnalysisSide) int) func(wire.AnalysisSide) string {
		return func(s wire.AnalysisSide) string { return fmt.Sprint(of(s)) }
	}
	list := []row{
		cells("Luck, total", func(s wire.AnalysisSide) string { return wire.PointsOf(s.Luck) }),
		cells("Lucky actions (more than 10 points)", count(func(s wire.AnalysisSide) int { return s.Lucky })),
		cells("Unlucky actions (less than −10)", count(func(s wire.AnalysisSide) int { return s.Unlucky })),
	}
	if v.LuckOnly {
		return list
	}
	return append(list,
		row{"The model’s corrections, total", [2]string{wire.PointsOf(v.Corrected), wire.PointsOf(-v.Corrected)}},
		cells("Decisions (not forced)", count(func(s wire.AnalysisSide) int { return s.Decisions })),
		cells("Best, or less than 2 points below", count(func(s wire.AnalysisSide) int { return s.Good + s.Fair })),
		cells("Doubtful (2 to 5 points given up)", count(func(s wire.AnalysisSide) int { return s.Doubtful })),
		cells("Bad (5 to 10)", count(func(s wire.AnalysisSide) int { return s.Bad })),
		cells("Very bad (more than 10)", count(func(s wire.AnalysisSide) int { return s.VeryBad })),
		cells("Given up, total", func(s wire.AnalysisSide) string { return wire.PointsOf(-s.Given) }),
		cells("Given up, each decision", func(s wire.AnalysisSide) string { return wire.PointsOf(-s.Given / float64(max(1, s.Decisions))) }),
	)
}

// marks lists how often each face came up.
func marks(counts []int) string {
	var list []string
	for i, n := range counts {
		list = append(list, fmt.Sprintf("%d\u00a0×\u00a0%d", n, i+1))
	}
	return strings.Join(list, ", ")
}

// tight keeps a number and its percent sign on one line.
func tight(s string) string { return strings.ReplaceAll(s, " %", "\u202f%") }
