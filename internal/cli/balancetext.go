package cli

import (
	"fmt"
	"math"
	"strings"

	"loophole/balance"
	"loophole/internal/format"
)

// stripRoom is the width of the bars of a report, in columns.
const stripRoom = 24

// scoreText returns the score of the first side, less luck where it was measured.
func scoreText(s *balance.Score) string {
	m := s.Best()
	return shareOf(m.Mean, m.StdErr)
}

// briefScore returns a score in whole percent.
func briefScore(s *balance.Score) string {
	m := s.Best()
	if m.StdErr == nil {
		return fmt.Sprintf("%.0f %%", 100*m.Mean)
	}
	return fmt.Sprintf("%.0f ± %.0f %%", 100*m.Mean, math.Ceil(100**m.StdErr))
}

// showReport prints a designer's report.
func (c *console) showReport(r *balance.Report) error {
	p := c.page()
	p.Head("%s %s: %s games of each pairing, seed %s", r.Ruleset, r.Scenario, format.Count(int64(r.Games)), r.Seed)
	p.Gap()
	p.Head("Score of %s, by policy", r.Sides[0])
	showMatrix(p, r)
	p.Gap()
	p.Head("%s (%s) against %s (%s)", r.Sides[0], r.Policies[0], r.Sides[1], r.Policies[1])
	of := ""
	if r.Score.LessLuck != nil {
		of = ", less luck"
	}
	p.Line("  %-22s %s%s", "score of "+r.Sides[0], scoreText(&r.Score), of)
	if s := r.Score.ErrorSaved(); s > 0 {
		p.Line("  %-22s %s smaller than without luck subtracted", "its error", format.Percent(s, nil))
	}
	if s := &r.Score; s.LessLuck != nil {
		p.Line("  %-22s %s", "as the games ended", shareOf(s.Plain.Mean, s.Plain.StdErr))
	}
	p.Line("  %-22s %.1f rounds, %.0f actions; half of the games have %d to %d", "length", r.Length.Rounds,
		r.Length.Actions, r.Length.Lower, r.Length.Upper)
	p.Gap()
	p.Head("How games end")
	t := &format.Columns{Right: []int{0}}
	for _, e := range r.Endings {
		winner := e.Winner
		if winner == "" {
			winner = "drawn"
		}
		t.Add(format.Percent(e.Share, nil), winner, e.Why)
	}
	p.Columns(t)
	p.Gap()
	p.Head("Which units live")
	t = &format.Columns{Right: []int{2, 3, 4}}
	t.Add("unit", "side", "lives", "models", "left", "")
	for _, u := range r.Units {
		models, left := "–", "–"
		if u.Models > 0 {
			models = fmt.Sprint(u.Models)
		}
		if u.Models > 0 || u.Left > 0 {
			left = fmt.Sprintf("%.1f", u.Left)
		}
		t.Add(u.Name, u.Side, format.Percent(u.Lives, nil), models, left, p.Good(format.Strip(u.Lives, stripRoom)))
	}
	p.Columns(t)
	p.Gap()
	showDecided(p, r)
	p.Gap()
	showSwing(p, r)
	return p.Flush()
}

// showMatrix prints the scores of each policy against each.
func showMatrix(p *format.Page, r *balance.Report) {
	t := &format.Columns{Whole: true}
	head := []string{r.Sides[0] + " \\ " + r.Sides[1]}
	for i, row := range r.Matrix {
		head, t.Right = append(head, row.Policy), append(t.Right, i+1)
	}
	t.Add(head...)
	for _, row := range r.Matrix {
		line := []string{row.Policy}
		for i := range row.Scores {
			line = append(line, briefScore(&row.Scores[i]))
		}
		t.Add(line...)
	}
	p.Columns(t)
	if r.Score.LessLuck != nil {
		p.Text(2, "Luck is subtracted, so a score may fall below 0 or exceed 100 %.")
	}
	for _, text := range r.Doubts() {
		p.Text(2, text)
	}
}

// showDecided prints in which rounds games end and are decided.
func showDecided(p *format.Page, r *balance.Report) {
	p.Head("When games are decided")
	t := &format.Columns{Right: []int{0, 1, 2, 3}}
	t.Add("round", "settled", "at 90 %", "over", "")
	for _, x := range r.ByRound() {
		t.Add(fmt.Sprint(x.Round), format.Percent(x.Settled, nil), format.Percent(x.Clear, nil),
			format.Percent(x.Over, nil), p.Good(format.Strip(x.Settled, stripRoom)))
	}
	p.Columns(t)
	p.Text(2, fmt.Sprintf("Settled: the chance of the winner stays at 50 %% or more from then on (the bars). "+
		"At 90 %%: a side has it for the first time; %s of the games turned after that.",
		format.Percent(r.Decided.Turned, nil)))
}

// showSwing prints what changes the chance to win.
func showSwing(p *format.Page, r *balance.Report) {
	p.Head("What changes the chance to win")
	s := &r.Swing
	p.Text(2, fmt.Sprintf("In a game the chance changes by %.0f points in all: dice move it by %.0f points, "+
		"decisions by %.0f. Where both move it in one action, they may cancel.", 100*s.Game, 100*s.Dice, 100*s.Decisions))
	for _, list := range []struct {
		name  string
		parts []balance.Part
	}{{"action", s.Actions}, {"clause", s.Clauses}} {
		t := &format.Columns{Right: []int{1, 2, 3}}
		t.Add(list.name, "share", "a game", "points each", "")
		for _, x := range list.parts {
			times, each := fmt.Sprintf("%.1f", x.Times), fmt.Sprintf("%.1f", 100*x.Each)
			t.Add(x.Name, format.Percent(x.Share, nil), times, each, x.Gist)
		}
		p.Columns(t)
	}
	p.Text(2, "A clause counts for each action that cites it, so the shares of clauses add up to more than 100 %.")
}

// showTable prints the scores for the values of --vary.
func (c *console) showTable(t *balance.Table) error {
	p := c.page()
	games := t.Cells[0].Score.Games
	p.Head("%s %s: score of %s (%s) against %s (%s), %s games each, seed %s", t.Ruleset, t.Scenario, t.Sides[0],
		t.Policies[0], t.Sides[1], t.Policies[1], format.Count(int64(games)), t.Seed)
	if len(t.Axes) == 2 {
		showGrid(p, t)
		showDoubts(p, t)
		return p.Flush()
	}
	x := &format.Columns{Right: []int{0, 1, 2}}
	x.Add(t.Axes[0].Path, "score", "rounds", "")
	for i := range t.Cells {
		cell := &t.Cells[i]
		x.Add(cell.Values[0], scoreText(&cell.Score), fmt.Sprintf("%.1f", cell.Rounds.Mean),
			p.Good(format.Strip(cell.Score.Best().Mean, stripRoom)))
	}
	p.Columns(x)
	p.Text(2, "± is one standard error. The bars end at 100 %; all series have the same seeds.")
	showDoubts(p, t)
	return p.Flush()
}

// showDoubts prints what the standard errors of a table do not contain.
func showDoubts(p *format.Page, t *balance.Table) {
	for _, text := range t.Doubts() {
		p.Text(2, text)
	}
}

// showGrid prints a table of two axes: the first one downwards.
func showGrid(p *format.Page, t *balance.Table) {
	down, across := t.Axes[0], t.Axes[1]
	x := &format.Columns{Whole: true}
	head := []string{""}
	for i, v := range across.Values {
		head, x.Right = append(head, v), append(x.Right, i+1)
	}
	x.Add(head...)
	for i, v := range down.Values {
		line := []string{v}
		for k := range across.Values {
			line = append(line, briefScore(&t.Cells[i*len(across.Values)+k].Score))
		}
		x.Add(line...)
	}
	p.Columns(x)
	p.Text(2, fmt.Sprintf("Down: %s. Across: %s. ± is one standard error; all series have the same seeds.",
		down.Path, across.Path))
}

// The columns of the list of all scenarios.
const allColumns = "  %-16s %-14s %-26s %18s %8s  %s"

// showScenario prints the row of a scenario, after the head of the table if it is the first.
func (c *console) showScenario(x *allJSON, first bool) error {
	p := c.page()
	if first {
		p.Head("Score of the first side, %s against %s, %s games each, seed %s", x.Policies[0], x.Policies[1],
			format.Count(int64(x.Score.Games)), x.Seed)
		p.Line("%s", strings.TrimRight(fmt.Sprintf(allColumns, "rulebook", "scenario", "sides", "score", "drawn",
			""), " "))
	}
	note := ""
	if x.Uneven {
		note = "outside 35–65 %"
	}
	drawn := format.Percent(float64(x.Score.Won[2])/float64(x.Score.Games), nil)
	p.Line("%s", strings.TrimRight(fmt.Sprintf(allColumns, x.Ruleset, x.Scenario, x.Sides[0]+" – "+x.Sides[1],
		scoreText(&x.Score), drawn, note), " "))
	return p.Flush()
}

// showScenarios prints how many scenarios are even.
func (c *console) showScenarios(rows []allJSON) error {
	outside := 0
	for _, x := range rows {
		if x.Uneven {
			outside++
		}
	}
	p := c.page()
	p.Line("  %d of %s within 35–65 %%", len(rows)-outside, format.Counted(len(rows), "scenarios"))
	return p.Flush()
}
