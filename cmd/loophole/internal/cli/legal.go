package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// allowed checks that the rules allow the situation and, if strict, that no
// labelled default is needed. With JSON wanted, refusals also go to standard
// output.
func (c *console) allowed(ctx context.Context, q *asked, strict, json bool) error {
	var rec rule.Record
	err := q.Legal(&rec)
	q.check = rec.Entries
	var no rule.Refused
	if errors.As(err, &no) && json {
		v := struct {
			Legal    bool           `json:"legal"`
			Refusals []rule.Refusal `json:"refusals"`
		}{false, no}
		if err := c.json(v); err != nil {
			return err
		}
	}
	if err != nil || !strict {
		return err
	}
	return c.certain(ctx, q)
}

// certain refuses a question that leans on labelled defaults, and names all
// of them. It then makes the house strict, for those that no path showed.
func (c *console) certain(ctx context.Context, q *asked) error {
	steps, err := odds.Account(ctx, q.Question, nil)
	if err != nil {
		return engine(err)
	}
	list := assumed(steps, q.check)
	if len(list) == 0 {
		q.House.Strict = true
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "strict: %s not published with certainty; give each, even if as it is:", plural(len(list), "value"))
	longest := 0
	for _, a := range list {
		longest = max(longest, len(a.Name)+len(strconv.Itoa(a.Value)))
	}
	for _, a := range list {
		gap := strings.Repeat(" ", longest-len(a.Name)-len(strconv.Itoa(a.Value)))
		fmt.Fprintf(&b, "\n  --set %s=%d%s  %s: %s [%s]", a.Name, a.Value, gap, a.Confidence, a.Text, a.Clause)
	}
	return errors.New(b.String())
}

// An assumption is a labelled default that an answer leans on.
type assumption struct {
	Name       string      `json:"name"`
	Value      int         `json:"value"`
	Confidence string      `json:"confidence"`
	Clause     rule.Clause `json:"clause"`
	Text       string      `json:"text"`
}

// assumed lists the labelled defaults of an account and of the check before
// it, each once.
func assumed(steps []odds.Step, check []rule.Entry) []assumption {
	list := []assumption{}
	seen := map[string]bool{}
	for _, s := range append(steps[:len(steps):len(steps)], stepsOf(check)...) {
		if s.Assumes() && !seen[s.Name] {
			seen[s.Name] = true
			list = append(list, assumption{s.Name, s.Low, s.Sure.String(), s.Clause, s.Text})
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

// followed lists the rulings that an account or the check before it followed,
// in the order of the rulebook.
func followed(rules *rule.Ruleset, steps []odds.Step, check []rule.Entry) []odds.Step {
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
