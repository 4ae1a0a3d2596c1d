package wire

import (
	"fmt"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// Step is a line of the account. The value is a number, or a text for rolls,
// readings and amounts that vary; null for a clause that has no amount.
type Step struct {
	Clause rule.Clause `json:"clause"`
	Text   string      `json:"text"`
	Value  any         `json:"value"`
}

// FirstOption is how odds and trials decide what is for a player to decide.
const FirstOption = "first option"

// AccountOf gives an account the form of JSON: notes have no value.
func AccountOf(rules *rule.Ruleset, steps []odds.Step) []Step {
	list := []Step{}
	for _, s := range steps {
		j := Step{Clause: s.Clause, Text: s.Text}
		switch {
		case s.Kind == rule.Noted:
		case s.Kind == rule.Chosen:
			j.Value = FirstOption
		case s.Kind == rule.Ruled:
			j.Text, j.Value = Asks(rules, strings.TrimPrefix(s.Name, "rulings.")), s.Text
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

// Asks is the question that a ruling answers.
func Asks(rules *rule.Ruleset, name string) string {
	for _, r := range rules.Rulings {
		if r.Name == name {
			return r.Question
		}
	}
	return ""
}

// rulingsOf lists the rulings that were followed, with their readings.
func rulingsOf(rules *rule.Ruleset, steps []odds.Step, check []rule.Entry) map[string]string {
	m := map[string]string{}
	for _, s := range Followed(rules, steps, check) {
		m[strings.TrimPrefix(s.Name, "rulings.")] = s.Text
	}
	return m
}

// An Assumption is a labelled default that an answer leans on.
type Assumption struct {
	Name       string      `json:"name"`
	Value      int         `json:"value"`
	Confidence string      `json:"confidence"`
	Clause     rule.Clause `json:"clause"`
	Text       string      `json:"text"`
}

// Assumed lists the labelled defaults of an account and of the check before
// it, each once.
func Assumed(steps []odds.Step, check []rule.Entry) []Assumption {
	list := []Assumption{}
	seen := map[string]bool{}
	for _, s := range append(steps[:len(steps):len(steps)], stepsOf(check)...) {
		if s.Assumes() && !seen[s.Name] {
			seen[s.Name] = true
			list = append(list, Assumption{s.Name, s.Low, s.Sure.String(), s.Clause, s.Text})
		}
	}
	return list
}

// stepsOf gives entries of a record the form of an account.
func stepsOf(entries []rule.Entry) []odds.Step {
	var steps []odds.Step
	for _, e := range entries {
		steps = append(steps, odds.Step{
			Kind: e.Kind, Clause: e.Cite, Text: e.Text, Name: e.Name,
			Low: e.Value, High: e.Value, Sure: e.Sure, Given: e.Given,
		})
	}
	return steps
}

// Followed lists the rulings that an account or the check before it followed,
// in the order of the rulebook.
func Followed(rules *rule.Ruleset, steps []odds.Step, check []rule.Entry) []odds.Step {
	by := map[string]odds.Step{}
	for _, s := range append(steps[:len(steps):len(steps)], stepsOf(check)...) {
		if s.Kind == rule.Ruled {
			by[s.Name] = s
		}
	}
	var list []odds.Step
	for _, r := range rules.Rulings {
		if s, ok := by["rulings."+r.Name]; ok {
			list = append(list, s)
		}
	}
	return list
}
