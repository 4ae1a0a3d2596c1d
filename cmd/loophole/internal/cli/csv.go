package cli

import (
	"encoding/csv"
	"io"
	"strconv"

	"loophole/odds"
)

// csv writes one line for each event and one for each value of each measure.
func (x *exact) csv(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write([]string{"kind", "name", "value", "p", "float", "at_least"})
	for _, e := range x.picked {
		c := x.answer.Events[e]
		w.Write([]string{"event", x.Procedure.Events[e].Name, "", fraction(c), float(c.Float), ""})
	}
	for m, t := range x.Procedure.Measures {
		n := x.answer.Measures[m]
		least := leasts(n)
		for i, v := range n.Values {
			w.Write([]string{"measure", t.Name, strconv.Itoa(v), fraction(n.Chances[i]), float(n.Chances[i].Float), float(least[i])})
		}
	}
	w.Flush()
	return w.Error()
}

// leasts lists, for each value, the chance of it or more.
func leasts(n *odds.Numbers) []float64 {
	out := make([]float64, len(n.Values))
	sum := 0.0
	for i := len(out) - 1; i >= 0; i-- {
		sum += n.Chances[i].Float
		out[i] = min(sum, 1)
	}
	return out
}

func float(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// csv writes one line for each event, with its error, and one for each value
// of each measure that was met.
func (x *estimate) csv(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write([]string{"kind", "name", "value", "estimate", "stderr", "low", "high", "hits", "n", "seed", "generator"})
	tail := []string{strconv.Itoa(x.result.N), strconv.FormatUint(x.result.Seed, 10), x.result.Generator}
	for _, e := range x.picked {
		p := x.result.Event(e)
		w.Write(append([]string{
			"event", x.Procedure.Events[e].Name, "",
			float(p.P), float(p.StdErr), float(p.Low), float(p.High), strconv.Itoa(p.Hits),
		}, tail...))
	}
	for m, t := range x.Procedure.Measures {
		for _, v := range x.result.Measure(m).Values {
			share := float64(v.Count) / float64(x.result.N)
			w.Write(append([]string{"measure", t.Name, strconv.Itoa(v.Value), float(share), "", "", "", strconv.Itoa(v.Count)}, tail...))
		}
	}
	w.Flush()
	return w.Error()
}
