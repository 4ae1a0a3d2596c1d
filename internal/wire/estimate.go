package wire

import (
	"strconv"

	"loophole/odds"
	"loophole/sim"
)

// EstimateAnswer is an answer by trials.
type EstimateAnswer struct {
	CheckedQuestion
	Result      *sim.Result
	Picked      []int                  // the shown events, by their place in the procedure
	Explanation []odds.ExplanationLine // nil if even exploring some paths is too much work
}

// Estimate is an answer by trials as JSON. Its chances never use the fields of exact ones.
type Estimate struct {
	Ruleset     string            `json:"ruleset"`
	Procedure   string            `json:"procedure"`
	Situation   map[string]any    `json:"situation"`
	Exact       bool              `json:"exact"`
	N           int               `json:"n"`
	Seed        string            `json:"seed"` // text, because some readers of JSON lack 64 bits
	Generator   string            `json:"generator"`
	Partial     bool              `json:"partial"`
	Events      []EstimatedChance `json:"events"`
	Outcomes    []Counted         `json:"outcomes"`
	Expected    EstimatedMeasures `json:"expected"`
	Explanation []ExplanationLine `json:"explanation"`
	Assumes     []Assumption      `json:"assumes"`
	Rulings     map[string]string `json:"rulings"`
	Values      []HouseValue      `json:"values" doc:"the facts and table values that influence the answer"`
	House       string            `json:"house"`
}

// EstimatedChance is the frequency of an event.
type EstimatedChance struct {
	Name     string  `json:"name"`
	Says     string  `json:"says,omitempty" doc:"of an event of a game: its meaning in a sentence"`
	Estimate float64 `json:"estimate"`
	StdErr   float64 `json:"stderr"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Counted is an outcome with its number of trials.
type Counted struct {
	Outcome  map[string]any `json:"outcome"`
	Estimate float64        `json:"estimate"`
	Count    int            `json:"count"`
}

// EstimatedMeasures are the measures of an estimate, by name.
type EstimatedMeasures struct {
	Measures map[string]EstimatedMeasure `json:"measures"`
}

// EstimatedMeasure is the estimated distribution of a measure.
type EstimatedMeasure struct {
	Unit         string           `json:"unit"`
	Estimate     float64          `json:"estimate"`
	StdErr       float64          `json:"stderr"`
	Low          float64          `json:"low"`
	High         float64          `json:"high"`
	SD           float64          `json:"sd"`
	Distribution []EstimatedValue `json:"distribution"`
}

// EstimatedValue is a value of a measure with its frequency.
type EstimatedValue struct {
	Value    int     `json:"value"`
	Estimate float64 `json:"estimate"`
	Count    int     `json:"count"`
}

// JSON returns the JSON form of the estimate.
func (x *EstimateAnswer) JSON() Estimate {
	r, rules := x.Result, x.House.Rules()
	a := Estimate{
		Ruleset: rules.ID, Procedure: x.Procedure.Name, Situation: x.Situation(),
		N: r.N, Seed: Seed(r.Seed), Generator: r.Generator, Partial: r.Partial,
		Events: []EstimatedChance{}, Outcomes: []Counted{}, Expected: EstimatedMeasures{map[string]EstimatedMeasure{}},
		Explanation: ExplanationOf(rules, x.Explanation), Assumes: Assumptions(x.Explanation, x.Check),
		Rulings: rulingsOf(rules, x.Explanation, x.Check), House: x.House.Hash(),
		Values: ValuesUsed(rules, x.Explanation, x.Check),
	}
	for _, e := range x.Picked {
		p := r.Event(e)
		a.Events = append(a.Events, EstimatedChance{Name: x.Procedure.Events[e].Name, Estimate: p.P, StdErr: p.StdErr, Low: p.Low, High: p.High})
	}
	for _, o := range r.Outcomes {
		a.Outcomes = append(a.Outcomes, Counted{x.Procedure.OutcomeMap(o.Outcome), float64(o.Count) / float64(r.N), o.Count})
	}
	for m, t := range x.Procedure.Measures {
		v := r.Measure(m)
		e := EstimatedMeasure{Unit: t.Gist, Estimate: v.Mean, StdErr: v.StdErr, Low: v.Low, High: v.High, SD: v.SD}
		for _, y := range v.Values {
			e.Distribution = append(e.Distribution, EstimatedValue{y.Value, float64(y.Count) / float64(v.N), y.Count})
		}
		a.Expected.Measures[t.Name] = e
	}
	return a
}

// Seed returns a seed as text, because some readers of JSON lack 64 bits.
func Seed(seed uint64) string { return strconv.FormatUint(seed, 10) }
