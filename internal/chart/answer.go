package chart

import (
	"fmt"

	"loophole/internal/wire"
)

// OfAnswer returns the chart of an exact answer: the chances of its picked events, and the
// distribution of each measure.
func OfAnswer(x *wire.ExactAnswer) Chart {
	d := Chart{Title: fmt.Sprintf("%s, %s", x.House.Rules().Title, x.Procedure.Name)}
	if s := x.Answer.From; s != nil {
		d.Title += ", from"
		for i, k := range s.Keys {
			d.Title += fmt.Sprintf(" %s %s", k.Path, s.Values[i])
		}
	}
	if len(x.Picked) > 0 {
		s := Series{Title: "chances"}
		for _, e := range x.Picked {
			s.Bars = append(s.Bars, Bar{Label: x.Procedure.Events[e].Name, Chance: x.Answer.Events[e].Float})
		}
		d.Series = append(d.Series, s)
	}
	for m, t := range x.Procedure.Measures {
		n := x.Answer.Measures[m]
		d.Series = append(d.Series, Series{
			Title: t.Name, Unit: t.Gist, Numbers: true,
			Bars: Numbers(n.Values, func(i int) float64 { return n.Chances[i].Float }),
		})
	}
	return d
}

// OfDice returns the chart of an answer to an expression in dice notation.
func OfDice(a *wire.DiceAnswer) Chart {
	s := Series{Title: "chances"}
	switch {
	case a.Chance != nil:
		s.Bars = []Bar{{Label: "holds", Chance: a.Chance.Float}, {Label: "does not", Chance: 1 - a.Chance.Float}}
	case a.Number != nil:
		list := a.Number.Distribution
		values := make([]int, len(list))
		for i, v := range list {
			values[i] = v.Value
		}
		s.Numbers, s.Bars = true, Numbers(values, func(i int) float64 { return list[i].Float })
	default:
		for _, n := range a.Names {
			s.Bars = append(s.Bars, Bar{Label: n.Name, Chance: n.Float})
		}
	}
	return Chart{Title: a.Expression, Series: []Series{s}}
}
