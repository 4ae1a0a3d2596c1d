package cli

import (
	"cmp"
	"fmt"

	"loophole/internal/format"
	"loophole/sweep"
)

// missingText says what a result lacks.
func missingText(n int, first string) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("not complete: %s %s missing, first of %s\n", format.Counted(n, "shards"), verb, first)
}

// showSweepTables prints a table for each scenario and question.
func (c *console) showSweepTables(r *sweep.Result) error {
	p := c.page()
	p.Head("%s: seed %s", r.Name, r.Seed)
	games := false
	for _, g := range r.Groups() {
		p.Line("%s", g.Title)
		if g.Cells[0].Procedure != "" {
			showAnswers(p, g.Cells)
		} else {
			showCells(p, g.Cells, r.Test != nil)
			games = true
		}
	}
	if games {
		p.Text(0, "The score is that of the first side; a draw counts half. ± is one standard error.")
		if t := r.Test; t != nil {
			p.Text(0, fmt.Sprintf("H0: the first side is %d Elo points stronger. H1: it is %d points stronger.", t.Elo0, t.Elo1))
		}
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

// showCells prints the scores of a scenario, and the verdicts of a sequential test if there is one.
func showCells(p *format.Page, cells []*sweep.Cell, tested bool) {
	heads, _ := valuesOfCells(cells[0])
	x := &format.Columns{}
	for i := range len(heads) + 3 {
		x.Right = append(x.Right, i)
	}
	add := func(row []string, verdict string, more ...string) {
		if tested {
			row = append(row, verdict)
		}
		x.Add(append(row, more...)...)
	}
	add(heads, "test", "games", "score of "+cells[0].Sides[0], "rounds", "")
	for _, c := range cells {
		_, row := valuesOfCells(c)
		if c.Total == nil {
			add(row, "open", "0", "", "", "")
			continue
		}
		s := c.Score()
		add(row, cmp.Or(c.Verdict, "open"), format.Count(int64(s.Games)), shareOf(s.Plain.Mean, s.Plain.StdErr),
			fmt.Sprintf("%.1f", c.Total.Rounds.Of(s.Games).Mean()), p.Good(format.Strip(s.Plain.Mean, stripRoom)))
	}
	p.Columns(x)
}

// showAnswers prints the chances of a question's events and the means of its measures.
func showAnswers(p *format.Page, cells []*sweep.Cell) {
	for _, c := range cells {
		label := ""
		for _, v := range c.Values {
			label += v.Path + "=" + v.Value + " "
		}
		if label != "" {
			p.Line("  %s", label[:len(label)-1])
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
