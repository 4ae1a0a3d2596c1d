package balancepage

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"loophole/balance"
	"loophole/internal/format"
	"loophole/tabletop/page"
)

//go:embed page.html
var source string

//go:embed page.css
var sheet string

var layout = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": func(v float64) string { return format.Percent(v, nil) },
	"best":    func(s balance.Score) balance.Mean { return s.Best() },
	"fixed":   func(digits int, v float64) string { return fmt.Sprintf("%.*f", digits, v) },
	"points":  func(v float64) string { return fmt.Sprintf("%.0f", 100*v) },
	"share":   shareOf,
	"shade":   shade,
	"add":     func(a, b float64) float64 { return a + b },
	"sub":     func(a, b float64) float64 { return a - b },
	"mul":     func(a, b float64) float64 { return a * b },
}).Parse(source))

// A view is what the template shows: a report or a table.
type view struct {
	Title string
	Style template.CSS
	*balance.Report
	Table   *balance.Table
	Decided chart // of a report
	Scores  chart // of a table with one axis
	Grid    [][]balance.Cell
	// LessLuck reports that luck is subtracted from the scores.
	LessLuck bool
}

// WriteReport writes a report as an HTML file. The file has no script, and loads nothing.
func WriteReport(w io.Writer, r *balance.Report) error {
	return layout.Execute(w, view{
		Title: r.Scenario, Style: style(), Report: r, Decided: decidedChart(r), LessLuck: r.Score.Less != nil,
	})
}

// WriteTable writes a table as an HTML file. The file has no script, and loads nothing.
func WriteTable(w io.Writer, t *balance.Table) error {
	v := view{Title: t.Scenario, Style: style(), Table: t, LessLuck: t.Cells[0].Score.Less != nil}
	if len(t.Axes) == 1 {
		v.Scores = scoreChart(t)
	} else {
		n := len(t.Axes[1].Values)
		for i := range t.Axes[0].Values {
			v.Grid = append(v.Grid, t.Cells[i*n:(i+1)*n])
		}
	}
	return layout.Execute(w, v)
}

func style() template.CSS {
	return template.CSS(string(page.Bundled()["paper.css"]) + sheet)
}

// shareOf is an estimate in percent with its standard error.
func shareOf(m balance.Mean) string {
	if m.StdErr == nil {
		return format.Percent(m.Mean, nil)
	}
	return format.Percent(m.Mean, nil) + " ± " + format.Percent(*m.StdErr, nil)
}

// shade is the class of a score: how far it is from even.
func shade(s balance.Score) string {
	switch m := s.Best().Mean; {
	case m > 0.8:
		return "much-more"
	case m > 0.65:
		return "more"
	case m < 0.2:
		return "much-less"
	case m < 0.35:
		return "less"
	}
	return "even"
}

// A chart has upright bars or points, in pixels.
type chart struct {
	Wide, High, Left, Right, Top, Bottom float64
	Bars                                 []bar
	Points                               []point
	Line                                 string // a path through the points
	Low, Even, Up                        float64
}

// A bar is a share.
type bar struct {
	X, Y, Wide, High, LabelX float64
	Label, Title             string
}

// A point is a score with two standard errors to each side.
type point struct {
	X, Y, From, To float64
	Label, Title   string
}

func newChart() chart {
	c := chart{Wide: 720, High: 260, Left: 46, Right: 710, Top: 12, Bottom: 226}
	c.Low, c.Even, c.Up = c.at(0.35), c.at(0.5), c.at(0.65)
	return c
}

// at is the height of a share.
func (c *chart) at(share float64) float64 {
	return c.Bottom - (c.Bottom-c.Top)*min(1, max(0, share))
}

// decidedChart shows in which rounds games are settled.
func decidedChart(r *balance.Report) chart {
	c := newChart()
	each := (c.Right - c.Left) / float64(max(1, len(r.Decided.Settled)))
	for i, s := range r.Decided.Settled {
		x, y := c.Left+each*(float64(i)+0.15), c.at(s.Share)
		c.Bars = append(c.Bars, bar{x, y, 0.7 * each, c.Bottom - y, x + 0.35*each, fmt.Sprint(s.Round),
			fmt.Sprintf("Round %d: %s", s.Round, format.Percent(s.Share, nil))})
	}
	return c
}

// scoreChart shows the score for each value.
func scoreChart(t *balance.Table) chart {
	c := newChart()
	each := (c.Right - c.Left) / float64(len(t.Cells))
	for i := range t.Cells {
		m := t.Cells[i].Score.Best()
		p := point{X: c.Left + each*(float64(i)+0.5), Y: c.at(m.Mean), Label: t.Cells[i].Values[0]}
		p.From, p.To = p.Y, p.Y
		if m.StdErr != nil && !math.IsInf(*m.StdErr, 0) {
			p.From, p.To = c.at(m.Mean-2**m.StdErr), c.at(m.Mean+2**m.StdErr)
		}
		p.Title = fmt.Sprintf("%s: %s", p.Label, shareOf(m))
		c.Points = append(c.Points, p)
		c.Line += fmt.Sprintf("%c%.1f %.1f", "ML"[min(i, 1)], p.X, p.Y)
	}
	return c
}
