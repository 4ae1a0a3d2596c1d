package wire

import (
	"encoding/csv"
	"io"
	"strconv"

	"loophole/odds"
)

// CSV writes one line for each value of the state of --from, if any, one for each event, one for
// each value of each measure, and one for each event and number of rounds, if asked for.
func (x *ExactAnswer) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write([]string{"kind", "name", "value", "p", "float", "at_least"})
	if s := x.Answer.From; s != nil {
		for i, k := range s.Keys {
			w.Write([]string{"from " + s.Checkpoint, k.Path, s.Values[i], "", "", ""})
		}
	}
	for _, e := range x.Picked {
		c := x.Answer.Events[e]
		w.Write([]string{"event", x.Procedure.Events[e].Name, "", Fraction(c), float(c.Float), ""})
	}
	for m, t := range x.Procedure.Measures {
		n := x.Answer.Measures[m]
		least := leasts(n)
		for i, v := range n.Values {
			w.Write([]string{"measure", t.Name, strconv.Itoa(v), Fraction(n.Chances[i]), float(n.Chances[i].Float), float(least[i])})
		}
	}
	for _, r := range x.Within {
		for i, e := range x.Picked {
			for k, c := range r.Chances[i] {
				w.Write([]string{"within " + r.Checkpoint + "s", x.Procedure.Events[e].Name, strconv.Itoa(k), Fraction(c), float(c.Float), ""})
			}
		}
	}
	w.Flush()
	return w.Error()
}

// leasts returns, for each value, the chance of at least that value.
func leasts(n *odds.IntDist) []float64 {
	out := make([]float64, len(n.Values))
	sum := 0.0
	for i := len(out) - 1; i >= 0; i-- {
		sum += n.Chances[i].Float
		out[i] = min(sum, 1)
	}
	return out
}

func float(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// CSV writes one line for each event with its standard error, and one for each value of each
// measure that occurred.
func (x *EstimateAnswer) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write([]string{"kind", "name", "value", "estimate", "stderr", "low", "high", "hits", "n", "seed", "generator"})
	tail := []string{strconv.Itoa(x.Result.N), strconv.FormatUint(x.Result.Seed, 10), x.Result.Generator}
	for _, e := range x.Picked {
		p := x.Result.Event(e)
		w.Write(append([]string{
			"event", x.Procedure.Events[e].Name, "",
			float(p.P), float(p.StdErr), float(p.Low), float(p.High), strconv.Itoa(p.Hits),
		}, tail...))
	}
	for m, t := range x.Procedure.Measures {
		for _, v := range x.Result.Measure(m).Values {
			share := float64(v.Count) / float64(x.Result.N)
			w.Write(append([]string{"measure", t.Name, strconv.Itoa(v.Value), float(share), "", "", "", strconv.Itoa(v.Count)}, tail...))
		}
	}
	w.Flush()
	return w.Error()
}
