package analysispage

import (
	"fmt"
	"math"
	"strconv"

	"loophole/internal/format"
	. "loophole/internal/markup"
	"loophole/internal/wire"
)

// contentPolicy forbids the page to load or to run anything.
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"

// document returns the whole page.
func (v view) document() Node {
	return Doctype(HTML(Lang("en"),
		Head(
			Meta(Charset("utf-8")),
			Meta(Name("viewport"), Content("width=device-width, initial-scale=1")),
			Meta(Attr("http-equiv", "Content-Security-Policy"), Content(contentPolicy)),
			Meta(Name("generator"), Content("loophole")),
			TitleEl(Text("Was it luck? "+v.Game+", "+v.Scenario)),
			StyleEl(Raw(v.Style)),
		),
		Body(Class("page-analysis"), Main(Class("analysis"),
			v.head(),
			v.chances(),
			v.sums(),
			Iff(!v.LuckOnly, v.turningPoints),
			v.actions(),
			Iff(len(v.Faces) > 0, v.faces),
			Section(H2(Text("Basis")), P(Text(tight(v.Says.Basis))),
				P(Class("small soft"), Text("The luck-adjusted result is unbiased, whatever the model is. What a decision gave up depends on the model."))),
		)),
	))
}

// head names the game and gives its result, as played and adjusted for luck.
func (v view) head() Node {
	players := Map(v.Sides, func(s wire.AnalysisSide) Node {
		return If(s.Player != "", Text(" · "+s.Side+": "+s.Player))
	})
	end := "At the end of the record"
	if v.Over {
		end = "Result"
	}
	chances := func(what string, p float64) Node {
		return Tr(Th(Scope("row"), Text(what)), number(chance(p)), number(chance(1-p)))
	}
	return Header(Class("luck-head"),
		P(Class("soft"), Text(v.Game+" · "+v.Scenario), players),
		H1(Text("Was it luck?")),
		P(Class("luck-says"), Text(tight(v.Says.Result))),
		P(Class("luck-says"), Text(tight(v.Says.Adjusted))),
		Table(Class("luck-results"), v.sidesHead("Chance to win"), TBody(
			chances("At the start", v.Start),
			chances(end, v.End),
			chances("Adjusted for luck", v.Adjusted),
		)),
	)
}

// sidesHead returns the head of a table with a column for each side.
func (v view) sidesHead(what string) Node {
	sides := make(Group, len(v.Sides))
	for i, s := range v.Sides {
		sides[i] = Th(Scope("col"), Class("number"), sideMark(i), Text("\u00a0"+s.Side))
	}
	return THead(Tr(Th(Scope("col"), Span(Class("voice"), Text(what))), sides))
}

// chances draws the curve, and gives the same numbers as a table.
func (v view) chances() Node {
	return Section(H2(Text("Chance to win")),
		Map(v.Curves, curve.node),
		legend(),
		Details(Summary(Text("The curve as a table")), Div(Class("scroll"), Attr("tabindex", "0"), Role("group"), Aria("label", "The curve as a table"), P(Class("small soft"), Text(v.Sides[0].Side+": chance to win")), Table(
			THead(Tr(head("Action", true), head("Side", false), head("Before", true), head("Expected", true), head("After", true))),
			TBody(Map(v.Actions, func(a wire.AnalysedAction) Node {
				return Tr(number(strconv.Itoa(a.Number)), Td(Text(a.Side)), number(chance(a.Before)), number(chance(a.Expected)), number(chance(a.After)))
			})),
		))),
	)
}

// sums returns the table of luck and decisions.
func (v view) sums() Node {
	return Section(H2(Text("Luck and decisions")),
		Table(Class("luck-table"), v.sidesHead("What is counted"), TBody(Map(v.Rows(), func(r row) Node {
			return Tr(Th(Scope("row"), Text(r.What)), number(r.Cells[0]), number(r.Cells[1]))
		}))),
		P(Class("small soft"), Text(tight("A point is one hundredth of the chance to win. "+v.Says.Sums))),
	)
}

// turningPoints lists the actions that changed most.
func (v view) turningPoints() Node {
	list := v.TurningPoints()
	if len(list) == 0 {
		return Section(H2(Text("Turning points")), P(Text("No action changed a chance to win by 3 points.")))
	}
	return Section(H2(Text("Turning points")), P(Class("small soft"), Text(apart)), Ol(Class("turning"), Map(list, func(t turn) Node {
		n := strconv.Itoa(t.Number)
		return Li(Class(t.class()), Value(n),
			P(Span(Class("soft"), Text(n)), Text(" "), sideMark(t.Index), Text(" "), B(Text(t.Side+": "+t.Said))),
			t.description(),
			Iff(len(t.others()) > 0, func() Node { return Ul(Map(t.others(), part.node)) }),
			P(Class("small"), A(Href("#action-"+n), Text("Open action "+n))),
		)
	})))
}

// apart says why a hint may have said otherwise. The page of the tabletop has the same sentence.
const apart = "A hint in the match plays the game out from each good action; this page does so only where an action seems to give up 5 points. So the two can disagree."

// actions lists every action, with its rolls and decisions.
func (v view) actions() Node {
	return Section(H2(Text("Every action")),
		P(Class("small soft"), Text("Chances and points are those of the side that acts.")),
		Map(v.Turns(), func(t turn) Node {
			n := strconv.Itoa(t.Number)
			return Details(Class("luck-action "+t.class()),
				Summary(Span(Class("luck-number"), Text(n)), sideMark(t.Index),
					Span(Class("luck-said"), Span(Class("voice"), Text(t.Side+": ")), Text(t.Said)), t.sums()),
				Div(Class("luck-open"), ID("action-"+n),
					t.description(),
					If(len(t.Lines) > 0, Ul(Map(t.Lines, part.node))),
					P(Class("small soft"), Code(Text(t.Action)))),
			)
		}),
	)
}

// faces returns the table of the faces that came up.
func (v view) faces() Node {
	return Section(H2(Text("Dice")),
		Div(Class("scroll"), Attr("tabindex", "0"), Role("group"), Aria("label", "Faces of the dice"), Table(
			THead(Tr(head("Side", false), head("Dice", false), head("Mean", true), head("Expected", true), head("p", true), head("p of the faces", true))),
			TBody(Map(v.Faces, func(f wire.AnalysedFaces) Node {
				p := "–"
				if f.P < 1 {
					p = wire.PValueOf(f.P)
				}
				return Group{
					Tr(Class("counted"), Td(Text(f.Side)), Td(Textf("%d\u00a0D%d", f.Rolled, f.Faces)),
						number(fmt.Sprintf("%.2f", f.Mean)), number(fmt.Sprintf("%.2f", float64(f.Faces+1)/2)), number(wire.PValueOf(f.MeanP)), number(p)),
					Tr(Td(Class("small soft"), ColSpan("6"), Text(marks(f.Counts)))),
				}
			})),
		)),
		P(Text(v.Says.Dice)),
		P(Class("small soft"), Text(v.Says.Tests)),
	)
}

func (t turn) class() string { return fmt.Sprintf("side-%d", t.Index) }

// sums returns the luck of an action and what its decision gave up, if they matter.
func (t turn) sums() Node {
	return Span(Class("luck-sums"),
		If(t.Lucky, Span(Text("luck "+wire.PointsOf(t.OwnLuck)))),
		If(t.Gave, Group{Text(" "), Span(Class("grade"), Text(t.Grade+" "+wire.PointsOf(-t.Given)))}),
	)
}

// description returns the chances before, in between and after an action, and what would have been
// better.
func (t turn) description() Node {
	said := fmt.Sprintf("%s before, %s expected, %s after", chance(t.From), chance(t.Mean), chance(t.To))
	if t.Lucky {
		said += "; luck " + wire.PointsOf(t.OwnLuck)
	}
	said += "."
	for _, more := range []struct {
		holds bool
		say   string
	}{{t.Forced, " Nothing else was legal."}, {t.Solved, " Solved exactly."}, {t.Sampled, " The expected chance is an estimate."}} {
		if more.holds {
			said += more.say
		}
	}
	return Group{P(Text(said)), If(t.Gave, P(
		B(Text(format.Capital(t.Grade))), Text(", "+wire.GivenSays(t.Given, t.Within)+"."),
		If(t.Known, Group{Text(" Better: "), B(Text(t.BetterAs)), Textf(", %s to win instead of %s.", chance(t.BestMean), chance(t.Mean))}),
	)), If(t.Known && t.Why != "", Group{
		P(Class("small"), Text(tight(t.Why))),
		If(len(t.Events) > 0, P(Class("small soft event-odds"), Text("Its odds: "+tight(wire.EventsSay(t.Events))+"."))),
	})}
}

// node describes a roll or a decision within an action.
func (p part) node() Node {
	if p.What == "roll" {
		return Li(Text("Roll ("+p.Side+"): "+p.Text+": "), B(Text(p.Rolled)), Text(", luck "+wire.PointsOf(p.OwnLuck)))
	}
	return Li(Text("Decision ("+p.Side+"): "+p.Text),
		If(p.Taken != "", Group{Text(": "), B(Text(p.Taken))}),
		If(p.Given >= 0.0005, Text(", "+wire.PointsOf(-p.Given))),
		If(p.Better != "", Group{Text(". Better: "), B(Text(p.Better)), Text(", " + chance(p.OwnBest) + " to win")}),
	)
}

// node draws the curve.
func (c curve) node() Node {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	text := func(class string, x, y float64, said string) Node {
		return El("text", If(class != "", Class(class)), Attr("x", f(x)), Attr("y", f(y)), Text(said))
	}
	return SVG(Class("luck-curve "+c.Class), Attr("viewBox", "0 0 "+f(c.Wide)+" "+f(c.High)), Role("group"),
		Aria("label", "Chance of "+c.First+" to win, after each action"),
		El("rect", Class("share-1"), Attr("x", f(c.Left)), Attr("y", f(c.Top)), Width(f(c.Right-c.Left)), Height(f(c.Bottom-c.Top))),
		path("share-0", c.Share),
		path("even", "M"+f(c.Left)+" "+f(c.Middle)+"H"+f(c.Right)),
		El("g", Class("scale"), text("", c.Left-6, c.LabelTop, "100 %"), text("", c.Left-6, c.LabelMid, "50 %"), text("", c.Left-6, c.LabelLo, "0 %")),
		text("owner side-1", c.Left+8, c.Top+17, c.Second),
		text("owner side-0", c.Left+8, c.Bottom-8, c.First),
		Map(c.Ticks, func(t tick) Node {
			return El("text", Class("tick"), Attr("x", f(t.X)), Attr("y", f(c.Bottom)), Attr("dy", "16"), Text(strconv.Itoa(t.Number)))
		}),
		Iff(c.Exact != nil, func() Node {
			e := c.Exact
			return Group{path("exact-from", "M"+f(math.Round(10*e.X)/10)+" "+f(c.Top)+"V"+f(c.Bottom)),
				El("text", Class("exact-from"), Attr("x", f(e.Label)), Attr("y", f(e.Y)), Attr("text-anchor", e.Anchor), Text("exact"))}
		}),
		path("by-decision", c.ByDecision),
		path("by-dice", c.ByDice),
		Map(c.Dots, dot.node),
	)
}

// node draws the mark of an action, which leads to it.
func (d dot) node() Node {
	mark := El("circle", Class("dice-dot"), Attr("cx", fmt.Sprint(d.X)), Attr("cy", fmt.Sprint(d.Y)), Attr("r", "5"))
	if !d.Dice {
		mark = diamond("", fmt.Sprintf("translate(%v %v)", d.X, d.Y))
	}
	return A(Href(fmt.Sprintf("#action-%d", d.Number)), Aria("label", d.Title), Class(fmt.Sprintf("dot side-%d", d.Side)), El("title", Text(d.Title)), mark)
}

// legend explains the marks of the curve.
func legend() Node {
	drawing := func(wide string, nodes ...Node) Node {
		return SVG(Width(wide), Height("14"), Attr("viewBox", "0 0 "+wide+" 14"), Aria("hidden", "true"), Group(nodes))
	}
	return Ul(Class("legend"),
		Li(drawing("46", path("by-decision", "M0 7H46"), diamond("side-0", "translate(14 7)"), diamond("side-1", "translate(32 7)")),
			Text(" decision; marked where it gives up 2 points")),
		Li(drawing("30", path("by-dice", "M0 7H30"), El("circle", Class("dice-dot"), Attr("cx", "15"), Attr("cy", "7"), Attr("r", "5"))),
			Text(" dice, and decisions within the action; marked where luck is 3 points")),
	)
}

// sideMark draws the frame of a side's pieces.
func sideMark(side int) Node {
	outline := "M-21-15h42v30h-42z"
	if side == 1 {
		outline = "M-15-15h30l6 6v18l-6 6h-30l-6-6v-18z"
	}
	return SVG(Class(fmt.Sprintf("luck-mark side-%d", side)), Width("18"), Height("14"), Attr("viewBox", "-23 -17 46 34"), Aria("hidden", "true"),
		El("path", Attr("d", outline)))
}

func path(class, d string) Node { return El("path", Class(class), Attr("d", d)) }

func diamond(class, where string) Node {
	if class != "" {
		class = " " + class
	}
	return El("path", Class("decision-dot"+class), Attr("transform", where), Attr("d", "M0-6.5L6.5 0L0 6.5L-6.5 0z"))
}

func head(said string, numbers bool) Node {
	return Th(Scope("col"), If(numbers, Class("number")), Text(said))
}

func number(said string) Node { return Td(Class("number"), Text(said)) }

// chance formats a chance to win, on one line.
func chance(v float64) string { return tight(wire.WinChance(v)) }
