package balancepage

import (
	_ "embed"
	"fmt"
	"io"
	"math"

	"loophole/balance"
	"loophole/internal/format"
)

//go:embed page.css
var sheet string

// WriteReport writes a report as an HTML file. The file has no script, and loads nothing.
func WriteReport(w io.Writer, r *balance.Report) error {
	return document(r.Scenario, r.Score.LessLuck != nil, report(r)).Render(w)
}

// WriteTable writes a table as an HTML file. The file has no script, and loads nothing.
func WriteTable(w io.Writer, t *balance.Table) error {
	return document(t.Scenario, t.Cells[0].Score.LessLuck != nil, table(t)).Render(w)
}

// shareOf returns an estimate in percent with its standard error.
func shareOf(m balance.Mean) string {
	if m.StdErr == nil {
		return format.Percent(m.Mean, nil)
	}
	return format.Percent(m.Mean, nil) + " ± " + format.Percent(*m.StdErr, nil)
}

// shade returns the class of a score: how far it is from even.
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

// at returns the height of a share.
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
