package balancepage

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"loophole/balance"
	"loophole/internal/format"
	. "loophole/internal/markup"
	"loophole/sweep"
)

// WriteSweep writes the result of a sweep as an HTML file. The file loads nothing, and has a script only if
// a table is long.
func WriteSweep(w io.Writer, r *sweep.Result) error {
	state := "complete"
	if n, _ := r.Missing(); n > 0 {
		state = fmt.Sprintf("not complete: %s missing", format.Counted(n, "shards"))
	}
	s := &sweepPage{result: r}
	sections := Map(r.Groups(), func(g sweep.Group) Node {
		if g.Cells[0].Procedure == "" {
			return Section(H2(Text(g.Title)), s.games(&g))
		}
		return Section(H2(Text(g.Title)), s.answers(g.Cells))
	})
	policy := contentPolicy
	var script Node
	if s.long {
		policy += "; script-src " + scriptHash
		script = Script(Raw(listingScript))
	}
	return documentWith(r.Name, false, policy, Group{
		Header(P(Class("soft"), Textf("%s · seed %s · %s", r.Program, r.Seed, state)), H1(Text(r.Name))),
		sections,
	}, script).Render(w)
}

// A sweepPage is the page of a result while it is written.
type sweepPage struct {
	result *sweep.Result
	long   bool // a table needs the script
}

// list shows a listing.
func (s *sweepPage) list(l *listing) Node {
	s.long = s.long || l.long()
	return l.node()
}

// mostPoints bounds the points of a chart and the columns of a grid, and mostGrid the cells of a grid.
const (
	mostPoints = 100
	mostGrid   = 2000
)

// games shows what is measured in the cells of a scenario. If the file does not name it, that is the
// score: a chart if one value varies, a grid if two do, and a list otherwise, if games are missing, and
// with the verdicts of a sequential test. If the file names the score, the chart or the grid comes
// before the list of all measures.
func (s *sweepPage) games(g *sweep.Group) Node {
	cells, test := g.Cells, s.result.Test
	asked, score := cells[0].Asked(), slices.Contains(cells[0].Measures(), sweep.Score)
	t, whole := tableOf(cells)
	who := fmt.Sprintf("%s (%s) against %s (%s)", t.Sides[0], t.Policies[0], t.Sides[1], t.Policies[1])
	var parts Group
	if score {
		parts = append(parts, P(Textf("Score of %s", who)))
	} else {
		parts = append(parts, P(Text(who)))
	}
	drawn := false
	if score && whole && test == nil {
		switch {
		case len(t.Axes) == 1 && len(t.Cells) <= mostPoints:
			drawn = true
			if asked {
				parts = append(parts, linePlot(t))
			} else {
				parts = append(parts, line(t))
			}
		case len(t.Axes) == 2 && len(t.Axes[0].Values)*len(t.Axes[1].Values) == len(t.Cells) &&
			len(t.Axes[1].Values) <= mostPoints && len(t.Cells) <= mostGrid:
			drawn = true
			parts = append(parts, grid(t))
		}
	}
	if test != nil {
		parts = append(parts, P(Textf("H0: the first side is %d Elo points stronger. H1: it is %d points stronger.", test.Elo0, test.Elo1)))
	}
	if asked || !drawn {
		parts = append(parts, s.list(gameList(cells, test != nil)))
	}
	if score {
		parts = append(parts, s.spreads(g.Spreads()))
	}
	return append(parts, s.listed(cells))
}

// tableOf returns the scores of cells as a table of package balance, and whether all have games.
func tableOf(cells []*sweep.Cell) (t *balance.Table, whole bool) {
	t, whole = &balance.Table{Sides: [2]string(cells[0].Sides), Policies: [2]string(cells[0].Policies)}, true
	for i, v := range cells[0].Values {
		a := balance.Axis{Path: v.Path}
		seen := map[string]bool{}
		for _, c := range cells {
			if value := c.Values[i].Value; !seen[value] {
				seen[value] = true
				a.Values = append(a.Values, value)
			}
		}
		t.Axes = append(t.Axes, a)
	}
	for _, c := range cells {
		if c.Total == nil {
			return t, false
		}
		x := balance.Cell{Score: c.Score()}
		if c.Total.Rounds != nil {
			x.Rounds = balance.Mean{Mean: c.Total.Rounds.Of(c.Total.Games).Mean()}
		}
		for _, v := range c.Values {
			x.Values = append(x.Values, v.Value)
		}
		t.Cells = append(t.Cells, x)
	}
	return t, whole
}

// gameList lists cells with what is columns of a table: what the file asks for, or the score and rounds.
func gameList(cells []*sweep.Cell, tested bool) *listing {
	measures := []string{sweep.Score, sweep.Rounds}
	if cells[0].Asked() {
		measures = slices.DeleteFunc(slices.Clone(cells[0].Measures()), sweep.Listed)
	}
	l := &listing{}
	valueColumns(l, cells[0])
	l.add("Games", numberColumn)
	for _, m := range measures {
		kind := numberColumn
		if m == sweep.Score || m == sweep.Won {
			kind = shareColumn
		}
		for _, name := range cells[0].Columns(m) {
			l.add(format.Capital(name), kind)
		}
	}
	if tested {
		l.add("Test", textColumn)
	}
	for _, c := range cells {
		row := valueCells(c)
		if c.Total == nil {
			row = append(row, count(0))
			for range len(l.columns) - len(row) {
				row = append(row, datum{text: "–"})
			}
		} else {
			row = append(row, count(c.Total.Games))
			for _, m := range measures {
				for _, n := range c.Numbers(m) {
					row = append(row, numberDatum(n))
				}
			}
			if tested {
				row = append(row, datum{text: cmp.Or(c.Verdict, "open")})
			}
		}
		l.row(row...)
	}
	return l
}

// listed shows the endings, the units and the last rounds of cells, as far as they are measured.
func (s *sweepPage) listed(cells []*sweep.Cell) Node {
	var parts Group
	for _, m := range cells[0].Measures() {
		if !sweep.Listed(m) {
			continue
		}
		l := &listing{}
		valueColumns(l, cells[0])
		var head string
		switch m {
		case sweep.Endings:
			head = "How games end"
			l.add("Winner", textColumn)
			l.add("Why", textColumn)
			l.add("Games", shareColumn)
		case sweep.Units:
			head = "Which units live"
			l.add("Unit", textColumn)
			l.add("Side", textColumn)
			l.add("Outlives", shareColumn)
			l.add("Models", numberColumn)
			l.add("Left", numberColumn)
		case sweep.LastRound:
			head = "In which round games end"
			l.add("Round", numberColumn)
			l.add("Games", shareColumn)
		}
		for _, c := range cells {
			if c.Total != nil {
				listRows(l, c, m)
			}
		}
		parts = append(parts, H3(Text(head)), s.list(l))
	}
	return parts
}

// listRows adds the rows of a cell.
func listRows(l *listing, c *sweep.Cell, measure string) {
	t := c.Total
	share := func(games int) datum {
		x := float64(games) / float64(t.Games)
		return datum{text: format.Percent(x, nil), share: x, order: x}
	}
	row := func(more ...datum) { l.row(append(valueCells(c), more...)...) }
	switch measure {
	case sweep.Endings:
		for _, e := range t.Endings {
			row(datum{text: c.Winner(e.Winner)}, datum{text: e.Why}, share(e.Games))
		}
	case sweep.Units:
		for _, u := range t.Units {
			models, left := datum{text: "–"}, datum{text: "–"}
			if u.Models > 0 {
				models = count(u.Models)
			}
			if u.HasModels() {
				mean := sweep.Sum(u.Left).Of(t.Games).Mean()
				left = datum{text: fmt.Sprintf("%.1f", mean), order: mean}
			}
			row(datum{text: u.Name}, datum{text: c.Sides[u.Side]}, share(u.Lives), models, left)
		}
	case sweep.LastRound:
		for i, n := range t.LastRounds {
			row(count(i+1), share(n))
		}
	}
}

// spreads compares the scores of several seeds.
func (s *sweepPage) spreads(list []sweep.Spread) Node {
	if len(list) == 0 {
		return Group{}
	}
	l := &listing{}
	for _, v := range list[0].Values {
		l.add(v.Path, headColumn)
	}
	l.add("Seeds", numberColumn)
	for _, head := range []string{"Least", "Greatest", "Standard deviation", "All games"} {
		l.add(head, shareColumn)
	}
	for _, x := range list {
		row := valueCells(&sweep.Cell{Values: x.Values})
		row = append(row, count(x.Seeds))
		for _, p := range []float64{x.Least, x.Greatest, x.Deviation} {
			row = append(row, datum{text: format.Percent(p, nil), share: p, order: p})
		}
		mean := x.Together.Plain
		l.row(append(row, datum{text: shareOf(mean), share: mean.Mean, order: mean.Mean})...)
	}
	return Group{H3(Text("Scores of the seeds")), s.list(l)}
}

// valueColumns adds a column for each value of a cell.
func valueColumns(l *listing, c *sweep.Cell) {
	for _, v := range c.Values {
		l.add(v.Path, headColumn)
	}
}

func valueCells(c *sweep.Cell) []datum {
	row := make([]datum, len(c.Values))
	for i, v := range c.Values {
		row[i].text = v.Value
	}
	return row
}

func count(n int) datum { return datum{text: fmt.Sprint(n), order: float64(n)} }

// numberDatum returns a number of a cell of games with its standard error.
func numberDatum(n sweep.Number) datum {
	x := datum{text: format.Number(n.Mean), order: n.Mean}
	if n.Share {
		x.text, x.share = format.Percent(n.Mean, nil), n.Mean
	}
	switch {
	case math.IsInf(n.StdErr, 0):
	case n.Share:
		x.text += " ± " + format.Percent(n.StdErr, nil)
	default:
		x.text += " ± " + format.StdErr(n.StdErr)
	}
	return x
}

// answers shows the exact answers of a question: a row for each number if there are few, and otherwise the
// extremes and a row for each question.
func (s *sweepPage) answers(cells []*sweep.Cell) Node {
	few := len(cells)
	for _, c := range cells {
		if c.Answer != nil {
			few += len(c.Answer.Events) + len(c.Answer.Measures)
		}
	}
	if few <= 2*wholeRows {
		return fewAnswers(cells)
	}
	i := slices.IndexFunc(cells, func(c *sweep.Cell) bool { return c.Answer != nil && c.Answer.Error == "" })
	if i < 0 {
		i = 0
	}
	l, names := &listing{}, 0
	valueColumns(l, cells[0])
	if a := cells[i].Answer; a != nil {
		for _, x := range a.Events {
			l.add(x.Name, shareColumn)
		}
		for _, x := range a.Measures {
			l.add("mean of "+x.Name, numberColumn)
		}
		names = len(a.Events) + len(a.Measures)
	}
	known := slices.ContainsFunc(cells, func(c *sweep.Cell) bool { return c.Answer == nil || c.Answer.Error != "" })
	if known {
		l.add("Note", textColumn)
	}
	for _, c := range cells {
		row, note := valueCells(c), ""
		switch {
		case c.Answer == nil:
			note = "not computed"
		case c.Answer.Error != "":
			note = c.Answer.Error
		default:
			for k, x := range slices.Concat(c.Answer.Events, c.Answer.Measures) {
				if k < names {
					row = append(row, fractionDatum(x, k < len(c.Answer.Events)))
				}
			}
		}
		for len(row) < len(l.columns) {
			row = append(row, datum{})
		}
		if known {
			row[len(row)-1] = datum{text: note}
		}
		l.row(row...)
	}
	return Group{
		P(Textf("%s questions.", format.Count(int64(len(cells))))),
		extremes(l, cells), s.list(l),
	}
}

// fractionDatum returns an exact number, as a chance or a mean.
func fractionDatum(x sweep.Fraction, chance bool) datum {
	n, ok := x.Rat()
	if !ok {
		return datum{text: x.Value}
	}
	f, _ := n.Float64()
	d := datum{text: format.Number(f), order: f}
	if chance {
		d.text, d.share = format.Percent(f, n), max(0, min(1, f))
	}
	if d.exact, _ = format.Fraction(n); n.IsInt() {
		d.exact = "" // The text is exact.
	}
	return d
}

// extremes returns the table of the least and the greatest value of each number of a listing, each with the
// first question that has it.
func extremes(l *listing, cells []*sweep.Cell) Node {
	values := len(cells[0].Values)
	return scroll(Table(heads(text("Name"), number("Least"), text("First at"), number("Greatest"), text("First at")),
		TBody(Map(l.columns[values:], func(c listingColumn) Node {
			if c.kind == textColumn {
				return Group{}
			}
			least, most := -1, -1
			for i, d := range c.cells {
				if d.text == "" {
					continue
				}
				if least < 0 || d.order < c.cells[least].order {
					least = i
				}
				if most < 0 || d.order > c.cells[most].order {
					most = i
				}
			}
			if least < 0 {
				return Group{}
			}
			return Tr(Th(Scope("row"), Text(c.head)),
				c.cells[least].node(numberColumn), Td(Text(cells[least].ValuesText())),
				c.cells[most].node(numberColumn), Td(Text(cells[most].ValuesText())))
		}))))
}

// fewAnswers returns a table with a row for each number.
func fewAnswers(cells []*sweep.Cell) Node {
	return scroll(Table(heads(text("Values"), text("Name"), number("Value"), hidden("Chart"), number("Exactly")),
		TBody(Map(cells, func(c *sweep.Cell) Node {
			name := Th(Scope("row"), Text(c.ValuesText()))
			if c.Answer == nil {
				return Tr(name, Td(Text("not computed")), cell(""), Td(), cell(""))
			}
			if c.Answer.Error != "" {
				return Tr(name, Td(ColSpan("4"), Text(c.Answer.Error)))
			}
			return Group{
				Map(c.Answer.Events, func(x sweep.Fraction) Node { return answer(name, x, true) }),
				Map(c.Answer.Measures, func(x sweep.Fraction) Node { return answer(name, x, false) }),
			}
		}))))
}

// answer returns a row: a chance with a bar, or a mean.
func answer(name Node, x sweep.Fraction, chance bool) Node {
	n, ok := x.Rat()
	if !ok {
		return Group{}
	}
	f, _ := n.Float64()
	exact, _ := format.Fraction(n)
	if !chance {
		return Tr(name, Td(Text("mean of "+x.Name)), cell(format.Number(f)), Td(), cell(exact))
	}
	return Tr(name, Td(Text(x.Name)), cell(format.Percent(f, n)), strip(max(0, min(1, f))), cell(exact))
}
