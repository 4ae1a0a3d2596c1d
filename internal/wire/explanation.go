package wire

import (
	"fmt"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// ExplanationLine is a line of the explanation. The value is a number, a text for rolls, readings and
// amounts that vary, or null for a clause without an amount.
type ExplanationLine struct {
	Clause rule.Clause `json:"clause"`
	Text   string      `json:"text"`
	Value  any         `json:"value"`
}

// FirstOption names the way in which odds and trials make the decisions of players.
const FirstOption = "first option"

// ExplanationOf returns the JSON form of an explanation. Notes have no value.
func ExplanationOf(rules *rule.Ruleset, steps []odds.ExplanationLine) []ExplanationLine {
	list := []ExplanationLine{}
	for _, s := range steps {
		j := ExplanationLine{Clause: s.Clause, Text: s.Text}
		switch {
		case s.Kind == rule.Noted:
		case s.Kind == rule.Chosen:
			j.Value = FirstOption
		case s.Kind == rule.RulingUsed:
			j.Text, j.Value = RulingQuestion(rules, strings.TrimPrefix(s.Name, "rulings.")), s.Text
		case s.Kind == rule.Rolled:
			j.Value = Pools(s.Pools)
		case s.Low == s.High:
			j.Value = s.Low
		default:
			j.Value = fmt.Sprintf("%d to %d", s.Low, s.High)
		}
		list = append(list, j)
	}
	return list
}

// RulingQuestion returns the question of a ruling, or "" if no ruling has the name.
func RulingQuestion(rules *rule.Ruleset, name string) string {
	for _, r := range rules.Rulings {
		if r.Name == name {
			return r.Question
		}
	}
	return ""
}

// rulingsOf returns the rulings that applied, with their readings.
func rulingsOf(rules *rule.Ruleset, steps []odds.ExplanationLine, check []rule.Entry) map[string]string {
	m := map[string]string{}
	for _, s := range RulingsUsed(rules, steps, check) {
		m[strings.TrimPrefix(s.Name, "rulings.")] = s.Text
	}
	return m
}

// An Assumption is an uncertain default that an answer used.
type Assumption struct {
	Name       string      `json:"name"`
	Value      int         `json:"value"`
	Confidence string      `json:"confidence"`
	Clause     rule.Clause `json:"clause"`
	Text       string      `json:"text"`
}

// Assumptions lists the uncertain defaults of an explanation and of the legality check, each
// once.
func Assumptions(steps []odds.ExplanationLine, check []rule.Entry) []Assumption {
	list := []Assumption{}
	seen := map[string]bool{}
	for _, s := range append(steps[:len(steps):len(steps)], stepsOf(check)...) {
		if s.IsAssumption() && !seen[s.Name] {
			seen[s.Name] = true
			list = append(list, Assumption{s.Name, s.Low, s.Sure.String(), s.Clause, s.Text})
		}
	}
	return list
}

// A HouseValue is a host fact or a table cell that an answer used, with the range that house
// rules may set.
type HouseValue struct {
	Name       string      `json:"name" doc:"as in house rules: facts.NAME, tables.TABLE.ROW.COLUMN"`
	Text       string      `json:"text"`
	Clause     rule.Clause `json:"clause"`
	Value      int         `json:"value" doc:"the value in play"`
	Printed    int         `json:"printed" doc:"the printed value, or the program's assumption"`
	Low        int         `json:"low"`
	High       int         `json:"high"`
	Confidence string      `json:"confidence"`
	Given      bool        `json:"given" doc:"the house rules set it, even to the printed value"`
}

// ValuesUsed lists the facts and cells that an explanation and the legality check used, each
// once, in order of first use.
func ValuesUsed(rules *rule.Ruleset, steps []odds.ExplanationLine, check []rule.Entry) []HouseValue {
	list := []HouseValue{}
	seen := map[string]bool{}
	for _, s := range append(stepsOf(check), steps...) {
		v, ok := rules.Value(s.Name)
		if !ok || seen[s.Name] {
			continue
		}
		seen[s.Name] = true
		list = append(list, HouseValue{s.Name, v.Text, v.Cite, s.Low, v.Printed, v.Min, v.Max, v.Confidence.String(), s.Given})
	}
	return list
}

// stepsOf returns entries of a record as lines of an explanation.
func stepsOf(entries []rule.Entry) []odds.ExplanationLine {
	var steps []odds.ExplanationLine
	for _, e := range entries {
		steps = append(steps, odds.ExplanationLine{
			Kind: e.Kind, Clause: e.Cite, Text: e.Text, Name: e.Name,
			Low: e.Value, High: e.Value, Sure: e.Confidence, Given: e.Overridden,
		})
	}
	return steps
}

// RulingsUsed lists the rulings that an explanation or the legality check followed, in the order
// of the ruleset.
func RulingsUsed(rules *rule.Ruleset, steps []odds.ExplanationLine, check []rule.Entry) []odds.ExplanationLine {
	by := map[string]odds.ExplanationLine{}
	for _, s := range append(steps[:len(steps):len(steps)], stepsOf(check)...) {
		if s.Kind == rule.RulingUsed {
			by[s.Name] = s
		}
	}
	var list []odds.ExplanationLine
	for _, r := range rules.Rulings {
		if s, ok := by["rulings."+r.Name]; ok {
			list = append(list, s)
		}
	}
	return list
}
