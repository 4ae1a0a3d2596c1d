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
	Format  int               `json:"format"`
	Setups  map[string]string `json:"setups"`
	Cases   []WrittenCase     `json:"cases"`
}

// A WrittenCase is a case in JSON.
type WrittenCase struct {
	Name    string          `json:"name"`
	File    string          `json:"file"`
	Because []string        `json:"because"`
	Setup   string          `json:"setup,omitempty"`
	With    []WrittenChange `json:"with,omitempty"`
	Plays   []rule.Clause   `json:"plays,omitempty"`
	Twin    string          `json:"twin,omitempty"`
	Lacks   []rule.Clause   `json:"lacks,omitempty"`
	Differs []rule.Clause   `json:"differs,omitempty"`
	Strict  bool            `json:"strict,omitempty"`
	Steps   []WrittenStep   `json:"steps"`
}

// A WrittenChange is a change to a set-up or to the house rules.
type WrittenChange struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// A WrittenStep is a step of a case; its fields depend on its kind.
type WrittenStep struct {
	Kind    Kind            `json:"kind"`
	Line    string          `json:"line,omitempty"`
	Fact    string          `json:"fact,omitempty"`
	Answers []WrittenAnswer `json:"answers,omitempty"`
	Refused []rule.Clause   `json:"refused,omitempty"`
}

// A WrittenAnswer answers a question.
type WrittenAnswer struct {
	By   string `json:"by,omitempty"`
	Dice string `json:"dice,omitempty"`
	Text string `json:"text"`
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
	w := WrittenStep{Kind: s.Kind, Refused: s.Refused}
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
