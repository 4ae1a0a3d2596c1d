package rule

// NewRuling is a ruling on a question that the text leaves open. The readings alternate between
// their names and what they mean; the default comes first. It panics on a name without a meaning.
func NewRuling(name string, cite Clause, question string, readings ...string) Ruling {
	r := Ruling{Name: name, Cite: cite, Question: question}
	for i := 0; i < len(readings); i += 2 {
		r.Readings = append(r.Readings, Reading{readings[i], readings[i+1]})
	}
	return r
}

// AsOption is the ruling as a choice that the book offers itself.
func (r Ruling) AsOption() Ruling {
	r.Option = true
	return r
}

// WithExample is the ruling with a situation that it decides, as [Ruling] has it.
func (r Ruling) WithExample(situation string) Ruling {
	r.Example = situation
	return r
}
