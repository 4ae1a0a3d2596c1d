package cli

import (
	"cmp"
	"fmt"
	"slices"

	"loophole/internal/format"
	"loophole/sweep"
)

// showSweepTables prints a table for each scenario and question.
func (c *console) showSweepTables(r *sweep.Result) error {
	p := c.page()
	p.Head("%s: seed %s", r.Name, r.Seed)
	games, scores := false, false
	for _, g := range r.Groups() {
		p.Line("%s", g.Title)
		if g.Cells[0].Procedure != "" {
			showAnswers(p, g.Cells)
			continue
		}
		games = true
		showCells(p, g.Cells, r.Test != nil)
		if slices.Contains(g.Cells[0].Measures(), sweep.Score) {
			showSpreads(p, g.Spreads())
			scores = true
		}
		for _, x := range g.Cells {
			showLists(p, x)
		}
	}
	if scores {
		p.Text(0, "The score is that of the first side; a draw counts half. ± is one standard error.")
	}
	if t := r.Test; games && t != nil {
		p.Text(0, fmt.Sprintf("H0: the first side is %d Elo points stronger. H1: it is %d points stronger.", t.Elo0, t.Elo1))
	}
	return p.Flush()
}

// valuesOfCells starts a table: the paths that vary as heads.
func valuesOfCells(c *sweep.Cell) (heads, values []string) {
	for _, v := range c.Values {
		heads, values = append(heads, v.Path), append(values, v.Value)
	}
	return heads, values
}

// shownMeasures lists the measures that are columns of a table: those that the file asks for, or the
// score and the rounds.
func shownMeasures(c *sweep.Cell) (list []string) {
	if !c.Asked() {
		return []string{sweep.Score, sweep.Rounds}
	}
	for _, m := range c.Measures() {
		if !sweep.Listed(m) {
			list = append(list, m)
		}
	}
	return list
}

// showCells prints what is measured in the cells of a scenario, and the verdicts of a sequential test if
// there is one.
func showCells(p *format.Page, cells []*sweep.Cell, tested bool) {
	row, _ := valuesOfCells(cells[0])
	if tested {
		row = append(row, "test")
	}
	row = append(row, "games")
	bar := false
	for _, m := range shownMeasures(cells[0]) {
		row = append(row, cells[0].Columns(m)...)
		bar = bar || m == sweep.Score
	}
	x := &format.Columns{}
	for i := range row {
		x.Right = append(x.Right, i)
	}
	x.Add(append(row, "")...)
	for _, c := range cells {
		_, row := valuesOfCells(c)
		if tested {
			row = append(row, cmp.Or(c.Verdict, "open"))
		}
		strip := ""
		if c.Total == nil {
			row = append(row, "0")
			for _, m := range shownMeasures(c) {
				row = append(row, make([]string, len(c.Columns(m)))...)
			}
		} else {
			row = append(row, format.Count(int64(c.Total.Games)))
			for _, m := range shownMeasures(c) {
				row = append(row, cellTexts(c, m)...)
			}
			if bar {
				strip = p.Good(format.Strip(c.Score().Plain.Mean, stripRoom))
			}
		}
		x.Add(append(row, strip)...)
	}
	p.Columns(x)
}

// cellTexts returns the numbers of a measure as texts of a table.
func cellTexts(c *sweep.Cell, measure string) (list []string) {
	for _, n := range c.Numbers(measure) {
		switch {
		case measure == sweep.Score:
			s := c.Score().Plain
			list = append(list, shareOf(s.Mean, s.StdErr))
		case n.Share:
			list = append(list, format.Percent(n.Mean, nil))
		case measure == sweep.Rounds || measure == sweep.Actions:
			list = append(list, fmt.Sprintf("%.1f", n.Mean))
		default:
			list = append(list, format.Number(n.Mean))
		}
	}
	return list
}

// showSpreads compares the scores of several seeds.
func showSpreads(p *format.Page, list []sweep.Spread) {
	for _, x := range list {
		label := x.Label()
		if label != "" {
			label += ": "
		}
		p.Text(2, fmt.Sprintf("%s%d seeds score %s to %s, with a standard deviation of %s; together %s", label, x.Seeds,
			format.Percent(x.Least, nil), format.Percent(x.Greatest, nil), format.Percent(x.Deviation, nil),
			shareOf(x.Together.Plain.Mean, x.Together.Plain.StdErr)))
	}
}

// showLists prints the endings, the units and the last rounds of a cell, if they are measured.
func showLists(p *format.Page, c *sweep.Cell) {
	if c.Total == nil || !slices.ContainsFunc(c.Measures(), sweep.Listed) {
		return
	}
	if label := c.ValuesText(); label != "" {
		p.Line("  %s", label)
	}
	share := func(games int) string { return format.Percent(float64(games)/float64(c.Total.Games), nil) }
	bar := func(games int) string {
		return p.Good(format.Strip(float64(games)/float64(c.Total.Games), stripRoom))
	}
	for _, m := range c.Measures() {
		t := &format.Columns{Right: []int{1}}
		switch m {
		case sweep.Endings:
			t.Add("  ending", "games", "", "")
			for _, e := range c.Total.Endings {
				t.Add("  "+c.Winner(e.Winner), share(e.Games), e.Why)
			}
		case sweep.LastRound:
			t.Add("  last round", "games", "")
			for i, n := range c.Total.LastRounds {
				t.Add(fmt.Sprintf("  %d", i+1), share(n), bar(n))
			}
		case sweep.Units:
			t.Right = []int{2, 3, 4}
			t.Add("  unit", "side", "outlives", "models", "left", "")
			for _, u := range c.Total.Units {
				models, left := "–", "–"
				if u.Models > 0 {
					models = fmt.Sprint(u.Models)
				}
				if u.HasModels() {
					left = fmt.Sprintf("%.1f", sweep.Sum(u.Left).Of(c.Total.Games).Mean())
				}
				t.Add("  "+u.Name, c.Sides[u.Side], share(u.Lives), models, left, bar(u.Lives))
			}
		default:
			continue
		}
		p.Columns(t)
	}
}

// showAnswers prints the chances of a question's events and the means of its measures.
func showAnswers(p *format.Page, cells []*sweep.Cell) {
	for _, c := range cells {
		if label := c.ValuesText(); label != "" {
			p.Line("  %s", label)
		}
		switch {
		case c.Answer == nil:
			p.Line("    not computed")
			continue
		case c.Answer.Error != "":
			p.Text(4, c.Answer.Error)
			continue
		}
		x := &format.Columns{Right: []int{1, 2}}
		for i, list := range [][]sweep.Fraction{c.Answer.Events, c.Answer.Measures} {
			for _, e := range list {
				n, ok := e.Rat()
				if !ok {
					continue
				}
				f, _ := n.Float64()
				text, _ := format.Fraction(n)
				if i == 0 {
					x.Add("  "+e.Name, format.Percent(f, n), text)
				} else {
					x.Add("  mean of "+e.Name, format.Number(f), text)
				}
			}
		}
		p.Columns(x)
	}
}
