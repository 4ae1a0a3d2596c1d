package rule

import "fmt"

// NewRuling returns a ruling on a question that the text leaves open. readings alternates between
// the name of a reading and its meaning; the default comes first. It panics if a name has no
// meaning.
func NewRuling(name string, cite Clause, question string, readings ...string) Ruling {
	if len(readings)%2 != 0 {
		panic(fmt.Sprintf("rule: ruling %s: the reading %q has no meaning", name, readings[len(readings)-1]))
	}
	r := Ruling{Name: name, Cite: cite, Question: question}
	for i := 0; i < len(readings); i += 2 {
		r.Readings = append(r.Readings, Reading{readings[i], readings[i+1]})
	}
	return r
}

// AsOption returns the ruling as an option that the rulebook itself offers.
func (r Ruling) AsOption() Ruling {
	r.Option = true
	return r
}

// WithExample returns the ruling with an example: a situation that depends on it, written as for
// [Ruling.Example].
func (r Ruling) WithExample(situation string) Ruling {
	r.Example = situation
	return r
}
