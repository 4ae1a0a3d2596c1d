package cli

import (
	"fmt"
	"strings"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/sim"
)

// estimate is an answer by trials, with what is shown of it.
type estimate struct {
	*checkedQuestion
	picked      []int // events
	result      *sim.Result
	explanation []odds.ExplanationLine
}

// showEstimate prints an estimate.
func (c *console) showEstimate(x *estimate) error {
	p := c.page()
	title(p, x.checkedQuestion)
	p.Gap()
	p.Line("%s", p.Warn(x.basis()))
	x.chances(p)
	for m := range x.Procedure.Measures {
		x.measure(p, m)
	}
	explanation(p, x.explanation)
	assumptions(p, wire.Assumptions(x.explanation, x.Check))
	readings(p, x.checkedQuestion, x.explanation)
	houseRules(p, x.House)
	p.Gap()
	p.Line("to repeat it:  %s --trials %d --seed %d", sameQuestion("sim", x.checkedQuestion), x.result.N, x.result.Seed)
	return p.Flush()
}

// basis describes the trials of the estimate.
func (x *estimate) basis() string {
	s := fmt.Sprintf("estimated by %s, seed %d, generator %s", many(float64(x.result.N), "trials"), x.result.Seed, x.result.Generator)
	if x.result.Partial {
		s = "partial, interrupted: " + s
	}
	return s
}

// chances prints the estimated chances of the selected events.
func (x *estimate) chances(p *format.Page) {
	if len(x.picked) == 0 {
		return
	}
	p.Gap()
	p.Head("Chances")
	rows := format.Columns{Right: []int{1, 2, 3}, Paint: map[int]string{0: "strong"}}
	rows.Add("", "estimate", "std. error", "95 % interval")
	for _, e := range x.picked {
		r := x.result.Event(e)
		rows.Add(x.Procedure.Events[e].Name, format.Percent(r.P, nil), points(r.StdErr),
			between(r.Low, r.High), x.Procedure.Events[e].Gist)
	}
	p.Columns(&rows)
}

// points returns a standard error in percentage points.
func points(e float64) string { return format.StdErr(100*e) + " %" }

// between returns an interval of chances: "1.2 to 3.4 %".
func between(low, high float64) string {
	return strings.TrimSuffix(format.Percent(low, nil), " %") + " to " + format.Percent(high, nil)
}

// measure prints the estimated distribution of a measure.
func (x *estimate) measure(p *format.Page, m int) {
	r := x.result.Measure(m)
	t := x.Procedure.Measures[m]
	p.Gap()
	p.Head("%s, %s", t.Name, t.Gist)
	p.Text(2, fmt.Sprintf("mean %s, standard error %s, 95 %% interval %s to %s; standard deviation %s; observed from %d to %d",
		format.Number(r.Mean), format.StdErr(r.StdErr), format.Number(r.Low), format.Number(r.High), format.Number(r.SD), r.Min, r.Max))
	if len(r.Values) == 1 {
		return
	}
	var bars []format.Bar
	for _, v := range r.Values {
		bars = append(bars, format.Bar{Value: v.Value, Chance: float64(v.Count) / float64(r.N)})
	}
	p.Chart(bars)
}

// wire returns the estimate in the form that command line and API share.
func (x *estimate) wire() *wire.EstimateAnswer {
	return &wire.EstimateAnswer{CheckedQuestion: *x.checkedQuestion, Result: x.result, Picked: x.picked, Explanation: x.explanation}
}
