package wire

import "loophole/rule"

// Procedure is the JSON description of a procedure.
type Procedure struct {
	Ruleset   string             `json:"ruleset"`
	Procedure string             `json:"procedure"`
	Gist      string             `json:"gist"`
	Keys      []rule.Key         `json:"keys"`
	Outcome   []rule.Key         `json:"outcome"`
	Events    []rule.Label       `json:"events"`
	Measures  []DescribedMeasure `json:"measures"`
	Situation map[string]any     `json:"situation" doc:"the whole situation by default"`
	Examples  []DescribedExample `json:"examples"`
}

// DescribedMeasure is a measure of a procedure.
type DescribedMeasure struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// DescribedExample is an example situation.
type DescribedExample struct {
	Name      string         `json:"name"`
	Words     string         `json:"words"`
	Gist      string         `json:"gist"`
	Situation map[string]any `json:"situation" doc:"the whole situation, with defaults for values that the words do not name"`
}

// ProcedureOf returns the description of a procedure.
func ProcedureOf(p *rule.Procedure) Procedure {
	d := Procedure{
		Ruleset: p.Rules().ID, Procedure: p.Name, Gist: p.Gist, Keys: p.Keys(), Outcome: p.OutcomeKeys(),
		Events: p.Events, Measures: []DescribedMeasure{}, Examples: []DescribedExample{}, Situation: situation(p, ""),
	}
	for _, m := range p.Measures {
		d.Measures = append(d.Measures, DescribedMeasure{m.Name, m.Gist})
	}
	for _, e := range p.Examples {
		d.Examples = append(d.Examples, DescribedExample{e.Name, e.Settings, e.Gist, situation(p, e.Name)})
	}
	return d
}

// situation returns the whole situation of the named example, or the default situation for "".
func situation(p *rule.Procedure, example string) map[string]any {
	words, err := p.Example(example)
	if err != nil {
		return nil // An error of the ruleset, which its tests report.
	}
	q, err := p.NewQuestion(nil, words)
	if err != nil {
		return nil
	}
	return q.Situation()
}
