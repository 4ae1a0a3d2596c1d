package cli

import (
	"bytes"
	"errors"
	"fmt"

	"loophole/cmd/loophole/internal/chart"
)

// drawing is an exact answer as a chart.
func (x *exact) drawing() chart.Drawing {
	d := chart.Drawing{Title: fmt.Sprintf("%s, %s", x.rules.Title, x.Procedure.Name)}
	if len(x.picked) > 0 {
		s := chart.Series{Title: "chances"}
		for _, e := range x.picked {
			s.Bars = append(s.Bars, chart.Bar{Label: x.Procedure.Events[e].Name, Chance: x.answer.Events[e].Float})
		}
		d.Series = append(d.Series, s)
	}
	for m, t := range x.Procedure.Measures {
		n := x.answer.Measures[m]
		d.Series = append(d.Series, chart.Series{
			Title: t.Name, Unit: t.Gist, Numbers: true,
			Bars: chart.Numbers(n.Values, func(i int) float64 { return n.Chances[i].Float }),
		})
	}
	return d
}

// draw writes a chart into a file.
func (c *console) draw(name string, replace bool, d chart.Drawing) error {
	// The chart is whole before the file is touched.
	var whole bytes.Buffer
	if err := chart.Write(&whole, d); err != nil {
		return err
	}
	f, err := create(name, replace)
	if err != nil {
		return err
	}
	_, err = f.Write(whole.Bytes())
	return errors.Join(err, f.Close())
}
