package cli

import (
	"fmt"
	"strings"

	"loophole/cmd/loophole/internal/page"
	"loophole/odds"
	"loophole/sim"
)

// estimate is an answer by trials that is to be shown.
type estimate struct {
	*asked
	picked  []int // events
	result  *sim.Result
	account []odds.Step
}

// showEstimate writes an estimate as a player reads it.
func (c *console) showEstimate(x *estimate) error {
	p := c.page()
	title(p, x.asked)
	p.Gap()
	p.Line("%s", p.Warn(x.basis()))
	x.chances(p)
	for m := range x.Procedure.Measures {
		x.measure(p, m)
	}
	account(p, x.account)
	assumptions(p, assumed(x.account, x.check))
	readings(p, x.asked, x.account)
	housed(p, x.House)
	p.Gap()
	p.Line("the same again:  %s --trials %d --seed %d", again("sim", x.asked), x.result.N, x.result.Seed)
	return p.Flush()
}

// basis says what the estimate rests on.
func (x *estimate) basis() string {
	s := fmt.Sprintf("estimated by %s trials, seed %d, generator %s", page.Count(int64(x.result.N)), x.result.Seed, x.result.Generator)
	if x.result.Partial {
		s = "partial, interrupted: " + s
	}
	return s
}

func (x *estimate) chances(p *page.Page) {
	if len(x.picked) == 0 {
		return
	}
	p.Gap()
	p.Head("Chances")
	rows := page.Columns{Right: []int{1, 2, 3}, Paint: map[int]string{0: "strong"}}
	rows.Add("", "estimate", "std. error", "95 % interval")
	for _, e := range x.picked {
		r := x.result.Event(e)
		rows.Add(x.Procedure.Events[e].Name, page.Percent(r.P, nil), points(r.StdErr),
			between(r.Low, r.High), x.Procedure.Events[e].Gist)
	}
	p.Columns(&rows)
}

// points writes a standard error in points of a percent.
func points(e float64) string { return page.Error(100*e) + " %" }

// between writes an interval of chances with one sign of percent.
func between(low, high float64) string {
	return strings.TrimSuffix(page.Percent(low, nil), " %") + " to " + page.Percent(high, nil)
}

func (x *estimate) measure(p *page.Page, m int) {
	r := x.result.Measure(m)
	t := x.Procedure.Measures[m]
	p.Gap()
	p.Head("%s, %s", t.Name, t.Gist)
	p.Text(2, fmt.Sprintf("mean %s, standard error %s, 95 %% interval %s to %s; standard deviation %s; met from %d to %d",
		page.Number(r.Mean), page.Error(r.StdErr), page.Number(r.Low), page.Number(r.High), page.Number(r.SD), r.Min, r.Max))
	if len(r.Values) == 1 {
		return
	}
	var bars []page.Bar
	for _, v := range r.Values {
		bars = append(bars, page.Bar{Value: v.Value, Chance: float64(v.Count) / float64(r.N)})
	}
	p.Chart(bars)
}

// estimateJSON is an answer by trials. Its chances never stand in the fields
// of exact ones.
type estimateJSON struct {
	Ruleset   string                `json:"ruleset"`
	Procedure string                `json:"procedure"`
	Situation map[string]any        `json:"situation"`
	Exact     bool                  `json:"exact"`
	N         int                   `json:"n"`
	Seed      string                `json:"seed"` // text, because not every reader has 64 bits
	Generator string                `json:"generator"`
	Partial   bool                  `json:"partial"`
	Events    []estimatedJSON       `json:"events"`
	Outcomes  []countedJSON         `json:"outcomes"`
	Expected  estimatedMeasuresJSON `json:"expected"`
	Account   []stepJSON            `json:"account"`
	Assumes   []assumption          `json:"assumes"`
	Rulings   map[string]string     `json:"rulings"`
	House     string                `json:"house"`
}

type estimatedJSON struct {
	Name     string  `json:"name"`
	Estimate float64 `json:"estimate"`
	StdErr   float64 `json:"stderr"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

type countedJSON struct {
	Outcome  map[string]any `json:"outcome"`
	Estimate float64        `json:"estimate"`
	Count    int            `json:"count"`
}

type estimatedMeasuresJSON struct {
	Measures map[string]estimatedMeanJSON `json:"measures"`
}

type estimatedMeanJSON struct {
	Unit         string               `json:"unit"`
	Estimate     float64              `json:"estimate"`
	StdErr       float64              `json:"stderr"`
	Low          float64              `json:"low"`
	High         float64              `json:"high"`
	SD           float64              `json:"sd"`
	Distribution []estimatedValueJSON `json:"distribution"`
}

type estimatedValueJSON struct {
	Value    int     `json:"value"`
	Estimate float64 `json:"estimate"`
	Count    int     `json:"count"`
}

func (x *estimate) json() estimateJSON {
	r := x.result
	a := estimateJSON{
		Ruleset: x.rules.ID, Procedure: x.Procedure.Name, Situation: x.Situation(),
		N: r.N, Seed: fmt.Sprint(r.Seed), Generator: r.Generator, Partial: r.Partial,
		Events: []estimatedJSON{}, Outcomes: []countedJSON{}, Expected: estimatedMeasuresJSON{map[string]estimatedMeanJSON{}},
		Account: accountJSON(x.rules, x.account), Assumes: assumed(x.account, x.check),
		Rulings: rulingsOf(x.asked, x.account), House: x.House.Hash(),
	}
	for _, e := range x.picked {
		p := r.Event(e)
		a.Events = append(a.Events, estimatedJSON{x.Procedure.Events[e].Name, p.P, p.StdErr, p.Low, p.High})
	}
	for _, o := range r.Outcomes {
		a.Outcomes = append(a.Outcomes, countedJSON{x.Procedure.Tree(o.Outcome), float64(o.Count) / float64(r.N), o.Count})
	}
	for m, t := range x.Procedure.Measures {
		v := r.Measure(m)
		e := estimatedMeanJSON{Unit: t.Gist, Estimate: v.Mean, StdErr: v.StdErr, Low: v.Low, High: v.High, SD: v.SD}
		for _, y := range v.Values {
			e.Distribution = append(e.Distribution, estimatedValueJSON{y.Value, float64(y.Count) / float64(v.N), y.Count})
		}
		a.Expected.Measures[t.Name] = e
	}
	return a
}
