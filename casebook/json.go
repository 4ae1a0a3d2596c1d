package casebook

import (
	"loophole/rule"
	"loophole/scenario"
)

// Format is the version of the JSON form.
const Format = 1

// Written is a casebook in JSON, as docs/casebook.md describes it.
type Written struct {
	Ruleset string            `json:"ruleset"`
	Format  int               `json:"format"` // [Format]
	Setups  map[string]string `json:"setups"` // by the Setup of a case, as YAML
	Cases   []WrittenCase     `json:"cases"`
}

// A WrittenCase is a [Case] in JSON.
type WrittenCase struct {
	Name    string          `json:"name"`
	File    string          `json:"file"`              // without its folder
	Because []string        `json:"because"`           // how the facts follow from the book
	Setup   string          `json:"setup,omitempty"`   // a key of [Written.Setups]
	With    []WrittenChange `json:"with,omitempty"`    // changes to the set-up and the house rules
	Plays   []rule.Clause   `json:"plays,omitempty"`   // the clauses whose effect the case shows
	Twin    string          `json:"twin,omitempty"`    // the case of which this one is the twin
	Lacks   []rule.Clause   `json:"lacks,omitempty"`   // clauses that the other case plays and this one does not cite
	Differs []rule.Clause   `json:"differs,omitempty"` // clauses that both cite, with another effect here
	Strict  bool            `json:"strict,omitempty"`  // values that are not certain are rejected
	Steps   []WrittenStep   `json:"steps"`
}

// A WrittenChange is a change to a set-up or to the house rules.
type WrittenChange struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// A WrittenStep is a step of a case; its fields depend on its kind.
type WrittenStep struct {
	Kind     Kind            `json:"kind"`
	Line     string          `json:"line,omitempty"`    // an action or a question
	Fact     string          `json:"fact,omitempty"`    // that must hold now
	Answers  []WrittenAnswer `json:"answers,omitempty"` // to the questions of an action, in order
	Violated []rule.Clause   `json:"refused,omitempty"` // the clauses that forbid the action or question
}

// A WrittenAnswer answers a question of an action.
type WrittenAnswer struct {
	By   string `json:"by,omitempty"`   // the side that must be asked
	Dice string `json:"dice,omitempty"` // the dice that must be rolled, as 5D6
	Text string `json:"text"`           // faces, or an option
}

// Write returns some cases of the book in their JSON form, with the set-ups that they use,
// bundled ones included.
func (b *Book) Write(cases []*Case) (*Written, error) {
	w := &Written{Ruleset: b.Ruleset, Format: Format, Setups: map[string]string{}, Cases: []WrittenCase{}}
	for _, c := range cases {
		if c.Bundled {
			s, err := scenario.Find(b.Ruleset, c.Setup)
			if err != nil {
				return nil, err
			}
			w.Setups[c.Setup] = s.FileText()
		} else if c.Setup != "" {
			w.Setups[c.Setup] = b.Setups[c.Setup]
		}
		x := WrittenCase{
			Name: c.Name, File: c.File, Because: c.Because, Setup: c.Setup, Plays: c.Plays,
			Twin: c.Twin, Lacks: c.Lacks, Differs: c.Differs, Strict: c.Strict, Steps: []WrittenStep{},
		}
		for _, s := range c.With {
			x.With = append(x.With, WrittenChange{s.Path, s.Value})
		}
		for _, s := range c.Steps {
			x.Steps = append(x.Steps, s.written())
		}
		w.Cases = append(w.Cases, x)
	}
	return w, nil
}

func (s *Step) written() WrittenStep {
	w := WrittenStep{Kind: s.Kind, Violated: s.Violated}
	if s.Kind == Fact {
		w.Fact = s.Text
	} else {
		w.Line = s.Text
	}
	for _, a := range s.Answers {
		w.Answers = append(w.Answers, WrittenAnswer{a.By, a.Dice, a.Text})
	}
	return w
}
