package cli

import (
	"fmt"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// answerJSON is an exact answer, or one computed with float64.
type answerJSON struct {
	Ruleset   string            `json:"ruleset"`
	Procedure string            `json:"procedure"`
	Situation map[string]any    `json:"situation"`
	Exact     bool              `json:"exact"`
	Method    string            `json:"method,omitempty"`
	Events    []chanceJSON      `json:"events"`
	Outcomes  []outcomeJSON     `json:"outcomes"`
	Expected  expectedJSON      `json:"expected"`
	Account   []stepJSON        `json:"account"`
	Assumes   []assumption      `json:"assumes"`
	Rulings   map[string]string `json:"rulings"`
	House     string            `json:"house"`
}

// chanceJSON is the chance of an event: a fraction, if it is exact, and a
// float beside it.
type chanceJSON struct {
	Name  string  `json:"name"`
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

type outcomeJSON struct {
	Outcome map[string]any `json:"outcome"`
	P       string         `json:"p,omitempty"`
	Float   float64        `json:"float"`
}

// expectedJSON is what is to be expected of measures and stage marks.
type expectedJSON struct {
	Measures map[string]*measureJSON `json:"measures"`
	Visits   map[string]*meanJSON    `json:"visits"`
}

// meanJSON is an expected value.
type meanJSON struct {
	Mean  string  `json:"mean,omitempty"`
	Float float64 `json:"float"`
}

type measureJSON struct {
	Unit string `json:"unit"`
	meanJSON
	SD           float64     `json:"sd"`
	Median       int         `json:"median"`
	Mode         int         `json:"mode"`
	Distribution []valueJSON `json:"distribution"`
}

type valueJSON struct {
	Value int     `json:"value"`
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

// stepJSON is a line of the account. The value is a number, or a text for
// rolls, readings and amounts that vary.
type stepJSON struct {
	Clause rule.Clause `json:"clause"`
	Text   string      `json:"text"`
	Value  any         `json:"value"`
}

// fraction is a chance or mean as "a/b", whole numbers too.
func fraction(c odds.Chance) string {
	if c.Exact == nil {
		return ""
	}
	return c.Exact.String()
}

func chanceOf(name string, c odds.Chance) chanceJSON { return chanceJSON{name, fraction(c), c.Float} }

func meanOf(c odds.Chance) *meanJSON { return &meanJSON{fraction(c), c.Float} }

func (x *exact) json() answerJSON {
	a := answerJSON{
		Ruleset: x.rules.ID, Procedure: x.Procedure.Name, Situation: x.Situation(), Exact: !x.floats,
		Events: []chanceJSON{}, Outcomes: []outcomeJSON{},
		Expected: expectedJSON{map[string]*measureJSON{}, map[string]*meanJSON{}},
		Account:  accountJSON(x.rules, x.answer.Account), Assumes: assumed(x.answer.Account, x.check),
		Rulings: rulingsOf(x.asked, x.answer.Account), House: x.House.Hash(),
	}
	if x.floats {
		a.Method = "float64"
	}
	for _, e := range x.picked {
		a.Events = append(a.Events, chanceOf(x.Procedure.Events[e].Name, x.answer.Events[e]))
	}
	for _, o := range x.answer.Outcomes {
		a.Outcomes = append(a.Outcomes, outcomeJSON{x.Procedure.Tree(o.Value), fraction(o.Chance), o.Chance.Float})
	}
	for m, t := range x.Procedure.Measures {
		a.Expected.Measures[t.Name] = measureOf(t.Gist, x.answer.Measures[m])
	}
	for mark, v := range x.answer.Visits {
		a.Expected.Visits[mark] = meanOf(v)
	}
	return a
}

func measureOf(unit string, n *odds.Numbers) *measureJSON {
	m := &measureJSON{Unit: unit, meanJSON: *meanOf(n.Mean()), SD: n.SD(), Median: n.Median(), Mode: n.Mode()}
	for i, v := range n.Values {
		m.Distribution = append(m.Distribution, valueJSON{v, fraction(n.Chances[i]), n.Chances[i].Float})
	}
	return m
}

// accountJSON gives an account the form of JSON: notes have no value.
func accountJSON(rules *rule.Ruleset, steps []odds.Step) []stepJSON {
	list := []stepJSON{}
	for _, s := range steps {
		j := stepJSON{Clause: s.Clause, Text: s.Text}
		switch {
		case s.Kind == rule.Noted:
		case s.Kind == rule.Chosen:
			j.Value = firstOption
		case s.Kind == rule.Ruled:
			j.Text, j.Value = asks(rules, strings.TrimPrefix(s.Name, "rulings.")), s.Text
		case s.Kind == rule.Rolled:
			j.Value = pools(s.Pools)
		case s.Low == s.High:
			j.Value = s.Low
		default:
			j.Value = fmt.Sprintf("%d to %d", s.Low, s.High)
		}
		list = append(list, j)
	}
	return list
}

// rulingsOf lists the rulings that were followed, with their readings.
func rulingsOf(q *asked, steps []odds.Step) map[string]string {
	m := map[string]string{}
	for _, s := range followed(q.rules, steps, q.check) {
		m[strings.TrimPrefix(s.Name, "rulings.")] = s.Text
	}
	return m
}
