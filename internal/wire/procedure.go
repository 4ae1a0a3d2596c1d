package wire

import "loophole/rule"

// Procedure is a procedure as JSON describes it.
type Procedure struct {
	Ruleset   string             `json:"ruleset"`
	Procedure string             `json:"procedure"`
	Gist      string             `json:"gist"`
	Keys      []rule.Key         `json:"keys"`
	Outcome   []rule.Key         `json:"outcome"`
	Events    []rule.Label       `json:"events"`
	Measures  []DescribedMeasure `json:"measures"`
	Situation map[string]any     `json:"situation" doc:"the whole of it, if nothing is said"`
	Examples  []DescribedExample `json:"examples"`
}

// DescribedMeasure is a measure of a procedure.
type DescribedMeasure struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
}

// DescribedExample is a situation worth trying.
type DescribedExample struct {
	Name      string         `json:"name"`
	Words     string         `json:"words"`
	Gist      string         `json:"gist"`
	Situation map[string]any `json:"situation" doc:"the whole of it, with what the words leave as usual"`
}

// ProcedureOf describes a procedure.
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

// situation is the whole situation of an example, or of none.
func situation(p *rule.Procedure, example string) map[string]any {
	words, err := p.Example(example)
	if err != nil {
		return nil // A fault of the rulebook, of which its tests tell.
	}
	q, err := p.NewQuestion(nil, words)
	if err != nil {
		return nil
	}
	return q.Situation()
}
