package balancepage

import (
	"fmt"
	"strconv"

	"loophole/balance"
	"loophole/internal/format"
	. "loophole/internal/markup"
	"loophole/internal/web/styles"
)

// contentPolicy forbids the page to load or to run anything. A page with long tables also allows
// their script.
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"

// document returns a whole page. lessLuck reports that luck is subtracted from the scores.
func document(title string, lessLuck bool, content Node) Node {
	return documentWith(title, lessLuck, contentPolicy, content, nil)
}

// documentWith returns a page with a policy of its content, and a script or nil.
func documentWith(title string, lessLuck bool, policy string, content, script Node) Node {
	basis := "The program played all games. A score is the share of games that the first side won, with draws as half a win. ± is one standard error."
	if lessLuck {
		basis += " Luck is measured at each roll and subtracted, which changes no expectation."
	}
	return Doctype(HTML(Lang("en"),
		Head(
			Meta(Charset("utf-8")),
			Meta(Name("viewport"), Content("width=device-width, initial-scale=1")),
			Meta(Attr("http-equiv", "Content-Security-Policy"), Content(policy)),
			Meta(Name("generator"), Content("loophole")),
			TitleEl(Text("Balance: "+title)),
			StyleEl(Raw(string(styles.All()["paper.css"])+sheet)),
		),
		Body(Main(content, Section(H2(Text("Basis")), P(Text(basis)))), script),
	))
}

// report returns the parts of a report.
func report(r *balance.Report) Node {
	one, two := r.Sides[0], r.Sides[1]
	return Group{
		Header(P(Class("soft"), Textf("%s · %s · %d games of each pairing · seed %v", r.Rulebook, r.Scenario, r.Games, r.Seed)), H1(Text("Balance"))),
		Iff(len(r.Matrix) > 0, func() Node { return matrix(r) }),
		Section(H2(Textf("%s (%s) against %s (%s)", one, r.Policies[0], two, r.Policies[1])),
			P(Text(one+" scores "), B(Text(shareOf(r.Score.Best()))), Textf("; as the games ended, %s. A game has %.1f rounds and %.0f actions; half of the games have %v to %v.",
				shareOf(r.Score.Plain), r.Length.Rounds, r.Length.Actions, r.Length.Lower, r.Length.Upper)),
			H3(Text("How games end")),
			Table(heads(number("Share"), text("Winner"), text("Why")), TBody(Map(r.Endings, func(e balance.Ending) Node {
				winner := e.Winner
				if winner == "" {
					winner = "drawn"
				}
				return Tr(percent(e.Share), Td(Text(winner)), Td(Text(e.Why)))
			}))),
		),
		Section(H2(Text("Which units live")), units(r)),
		Section(H2(Text("When games are decided")), rounds(r)),
		Section(H2(Text("What changes the chance to win")),
			P(Textf("In a game the chance changes by %.0f points in all: dice move it by %.0f points, decisions by %.0f. Where both move it in one action, they may cancel.", 100*r.Swing.Game, 100*r.Swing.Dice, 100*r.Swing.Decisions)),
			parts(r.Swing.Actions), parts(r.Swing.Clauses),
			P(Class("small soft"), Text("A clause counts for each action that cites it, so the shares of clauses add up to more than 100 %.")),
		),
	}
}

// matrix returns the table of all pairs of policies.
func matrix(r *balance.Report) Node {
	columns := Group{text(r.Sides[0] + " \\ " + r.Sides[1])}
	for _, row := range r.Matrix {
		columns = append(columns, number(row.Policy))
	}
	return Section(H2(Textf("Score of %s, by policy", r.Sides[0])),
		scroll(Table(heads(columns), TBody(Map(r.Matrix, func(row balance.Row) Node {
			return Tr(Th(Scope("row"), Text(row.Policy)), Map(row.Scores, score))
		})))),
		P(Class("small soft"), Textf("Blue: %s has more than 65 %%. Orange: less than 35 %%.", r.Sides[0])),
		doubts(r.Doubts()),
	)
}

// doubts says what the standard errors do not contain.
func doubts(list []string) Node {
	return Map(list, func(text string) Node { return P(Class("small soft"), Text(text)) })
}

// units returns the table of survival.
func units(r *balance.Report) Node {
	return scroll(Table(heads(text("Unit"), text("Side"), number("Lives"), hidden("Chart"), number("Models"), number("Left")),
		TBody(Map(r.Units, func(u balance.Unit) Node {
			models, left := "–", "–"
			if u.Models != 0 {
				models = fmt.Sprint(u.Models)
			}
			if u.Models != 0 || u.Left != 0 {
				left = fmt.Sprintf("%.1f", u.Left)
			}
			return Tr(Th(Scope("row"), Text(u.Name)), Td(Text(u.Side)), percent(u.Lives), strip(u.Lives), cell(models), cell(left))
		}))))
}

// rounds shows in which rounds games are decided.
func rounds(r *balance.Report) Node {
	c := decidedChart(r)
	bars := Map(c.Bars, func(b bar) Node {
		return Group{
			El("rect", Class("bar"), at("x", b.X), at("y", b.Y), at("width", b.Wide), at("height", b.High), El("title", Text(b.Title))),
			El("text", at("x", b.LabelX), at("y", c.Bottom+20), Text(b.Label)),
		}
	})
	return Group{
		c.plot("The share of games that are settled in each round", c.axis(), c.scale(), bars),
		scroll(Table(heads(number("Round"), number("Settled"), number("At 90 %"), number("Over")), TBody(Map(r.ByRound(), func(x balance.RoundRow) Node {
			return Tr(cell(fmt.Sprint(x.Round)), percent(x.Settled), percent(x.Clear), percent(x.Over))
		})))),
		P(Textf("Settled: the chance of the winner stays at 50 %% or more from then on. At 90 %%: a side has that chance for the first time; %s of the games turned after that.",
			format.Percent(r.Decided.Turned, nil))),
	}
}

// parts returns a table of what changes the chance to win.
func parts(list []balance.Part) Node {
	return scroll(Table(Class("parts"), heads(text("Name"), number("Share"), hidden("Chart"), number("A game"), number("Points each"), text("What it is")),
		TBody(Map(list, func(x balance.Part) Node {
			return Tr(Th(Scope("row"), Code(Text(x.Name))), percent(x.Share), strip(x.Share),
				cell(fmt.Sprintf("%.1f", x.Times)), cell(fmt.Sprintf("%.1f", 100*x.Each)), Td(Text(x.Gist)))
		}))))
}

// table returns the parts of a table with one axis or two.
func table(t *balance.Table) Node {
	body := line(t)
	if len(t.Axes) > 1 {
		body = grid(t)
	}
	return Group{
		Header(P(Class("soft"), Textf("%s · %s · %d games each · seed %v", t.Rulebook, t.Scenario, t.Cells[0].Score.Games, t.Seed)),
			H1(Textf("Score of %s", t.Sides[0])),
			P(Textf("%s (%s) against %s (%s)", t.Sides[0], t.Policies[0], t.Sides[1], t.Policies[1]))),
		Section(body, doubts(t.Doubts())),
	}
}

// grid returns the table of two axes.
func grid(t *balance.Table) Node {
	columns := Group{text(t.Axes[0].Path + " \\ " + t.Axes[1].Path)}
	for _, v := range t.Axes[1].Values {
		columns = append(columns, number(v))
	}
	n := len(t.Axes[1].Values)
	var rows Group
	for i, v := range t.Axes[0].Values {
		rows = append(rows, Tr(Th(Scope("row"), Text(v)), Map(t.Cells[i*n:(i+1)*n], func(x balance.Cell) Node { return score(x.Score) })))
	}
	return scroll(Table(heads(columns), TBody(rows)))
}

// line returns the chart and the table of one axis.
func line(t *balance.Table) Node {
	return Group{
		linePlot(t),
		scroll(Table(heads(text("Value"), number("Score"), number("As the games ended"), number("Rounds")), TBody(Map(t.Cells, func(x balance.Cell) Node {
			return Tr(Th(Scope("row"), Text(x.Values[0])), score(x.Score), cell(shareOf(x.Score.Plain)), cell(fmt.Sprintf("%.1f", x.Rounds.Mean)))
		})))),
	}
}

// linePlot returns the chart of one axis.
func linePlot(t *balance.Table) Node {
	c := scoreChart(t)
	points := Map(c.Points, func(p point) Node {
		return El("g", El("title", Text(p.Title)),
			El("line", Class("error"), at("x1", p.X), at("y1", p.From), at("x2", p.X), at("y2", p.To)),
			El("circle", Class("dot"), at("cx", p.X), at("cy", p.Y), at("r", 4)),
			El("text", at("x", p.X), at("y", c.Bottom+20), Text(p.Label)))
	})
	return Group{
		H2(Text("By "), Code(Text(t.Axes[0].Path))),
		c.plot("The score for each value",
			El("rect", Class("even-band"), at("x", c.Left), at("y", c.Up), at("width", c.Right-c.Left), at("height", c.Low-c.Up)),
			El("line", Class("middle"), at("x1", c.Left), at("y1", c.Even), at("x2", c.Right), at("y2", c.Even)),
			c.axis(), c.scale(), El("path", Class("path"), Attr("d", c.Line)), points),
		P(Class("small soft"), Text("The lines are two standard errors long to each side. The band is 35 to 65 %.")),
	}
}

func (c *chart) plot(label string, parts ...Node) Node {
	return scroll(SVG(Class("plot"), Attr("viewBox", fmt.Sprintf("0 0 %v %v", c.Wide, c.High)), Role("img"), Aria("label", label), Group(parts)))
}

func (c *chart) axis() Node {
	return El("line", Class("axis"), at("x1", c.Left), at("y1", c.Bottom), at("x2", c.Right), at("y2", c.Bottom))
}

func (c *chart) scale() Node {
	mark := func(y float64, said string) Node { return El("text", at("x", c.Left-6), at("y", y+5), Text(said)) }
	return El("g", Class("scale"), mark(c.Top, "100 %"), mark(c.Even, "50 %"), mark(c.Bottom, "0 %"))
}

// at returns a number of pixels as an attribute.
func at(name string, v float64) Node { return Attr(name, strconv.FormatFloat(v, 'f', -1, 64)) }

func scroll(content Node) Node { return Div(Class("scroll"), content) }

func heads(columns ...Node) Node { return THead(Tr(Group(columns))) }

func text(said string) Node { return Th(Scope("col"), Text(said)) }

func number(said string) Node { return Th(Scope("col"), Class("number"), Text(said)) }

func hidden(said string) Node { return Th(Scope("col"), Span(Class("voice"), Text(said))) }

func cell(said string) Node { return Td(Class("number"), Text(said)) }

func percent(share float64) Node { return cell(format.Percent(share, nil)) }

func score(s balance.Score) Node { return Td(Class("number "+shade(s)), Text(shareOf(s.Best()))) }

// strip draws a share as a bar.
func strip(share float64) Node {
	return Td(SVG(Class("strip"), Attr("viewBox", "0 0 100 8"), Attr("preserveAspectRatio", "none"), Aria("hidden", "true"),
		El("rect", at("width", 100*share), at("height", 8))))
}
