package chart

import (
	"fmt"

	"loophole/wire"
)

// Of is an exact answer as a drawing: the chances of its events, and how each
// of its numbers is distributed.
func Of(x *wire.Exact) Drawing {
	d := Drawing{Title: fmt.Sprintf("%s, %s", x.House.Rules().Title, x.Procedure.Name)}
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
