package balancepage

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"loophole/balance"
	"loophole/internal/format"
	"loophole/sweep"
	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"
)

// WriteSweep writes the result of a sweep as an HTML file. The file has no script, and loads
// nothing.
func WriteSweep(w io.Writer, r *sweep.Result) error {
	state := "complete"
	if n, _ := r.Missing(); n > 0 {
		state = fmt.Sprintf("not complete: %s missing", format.Counted(n, "shards"))
	}
	return document(r.Name, false, Group{
		Header(P(Class("soft"), Textf("%s · seed %s · %s", r.Program, r.Seed, state)), H1(Text(r.Name))),
		Map(r.Groups(), func(g sweep.Group) Node {
			content := answers(g.Cells)
			if g.Cells[0].Procedure == "" {
				content = games(g.Cells, r.Test)
			}
			return Section(H2(Text(g.Title)), content)
		}),
	}).Render(w)
}

// games shows the scores of a scenario: a chart if one value varies, a grid if two do, and a list
// otherwise, if games are missing, and with the verdicts of a sequential test.
func games(cells []*sweep.Cell, test *sweep.Test) Node {
	t := &balance.Table{Sides: [2]string(cells[0].Sides), Policies: [2]string(cells[0].Policies)}
	whole := test == nil
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
			whole = false
			break
		}
		x := balance.Cell{Score: c.Score(), Rounds: balance.Mean{Mean: c.Total.Rounds.Of(c.Total.Games).Mean()}}
		for _, v := range c.Values {
			x.Values = append(x.Values, v.Value)
		}
		t.Cells = append(t.Cells, x)
	}
	head := P(Textf("Score of %s (%s) against %s (%s)", t.Sides[0], t.Policies[0], t.Sides[1], t.Policies[1]))
	switch {
	case whole && len(t.Axes) == 1:
		return Group{head, line(t)}
	case whole && len(t.Axes) == 2 && len(t.Axes[0].Values)*len(t.Axes[1].Values) == len(t.Cells):
		return Group{head, grid(t)}
	}
	columns := Group{text("Values"), number("Games"), number("Score"), number("Rounds")}
	var about Node
	if test != nil {
		columns = append(columns, text("Test"))
		about = P(Textf("H0: the first side is %d Elo points stronger. H1: it is %d points stronger.", test.Elo0, test.Elo1))
	}
	return Group{head, about, scroll(Table(heads(columns...), TBody(Map(cells, func(c *sweep.Cell) Node {
		row := Group{Th(Scope("row"), Text(values(c))), cell("0"), cell("–"), cell("–")}
		if c.Total != nil {
			rounds := fmt.Sprintf("%.1f", c.Total.Rounds.Of(c.Total.Games).Mean())
			row = Group{row[0], cell(fmt.Sprint(c.Total.Games)), score(c.Score()), cell(rounds)}
		}
		if test != nil {
			row = append(row, Td(Text(cmp.Or(c.Verdict, "open"))))
		}
		return Tr(row)
	}))))}
}

// answers is the table of the exact answers of a question.
func answers(cells []*sweep.Cell) Node {
	return scroll(Table(heads(text("Values"), text("Name"), number("Value"), hidden("Chart"), number("Exactly")),
		TBody(Map(cells, func(c *sweep.Cell) Node {
			name := Th(Scope("row"), Text(values(c)))
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

// answer is a row: a chance with a bar, or a mean.
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

// values lists the values of a cell.
func values(c *sweep.Cell) string {
	var list []string
	for _, v := range c.Values {
		list = append(list, v.Path+"="+v.Value)
	}
	return strings.Join(list, " ")
}
