package casebook

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
)

// ask solves a question to a procedure, without a game.
func (r *run) ask(s *Step) bool {
	q, err := r.question(s.Text)
	if err != nil {
		r.fault(s.Line, "$ %s: %s", s.Text, inLine(err))
		return false
	}
	r.entries, r.violations, r.answer = nil, nil, nil
	err = q.Legal(nil)
	if s.Violated != nil {
		if err = r.checkViolations(err, s.Violated); err != nil {
			r.fault(s.Line, "$ %s: %v", s.Text, err)
		}
		return err == nil
	}
	if err == nil {
		r.answer, err = odds.Solve(context.Background(), q, odds.Options{})
	}
	if err != nil {
		r.fault(s.Line, "$ %s: %s", s.Text, inLine(err))
		return false
	}
	for _, x := range r.answer.Explanation {
		r.result.Cited[x.Clause] = true
	}
	return true
}

// question reads "attack dice=9 | facts.defence.dice=1".
func (r *run) question(text string) (*rule.Question, error) {
	words, given, _ := strings.Cut(text, "|")
	name, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
	p, err := r.game.Rules.Procedure(name)
	if err != nil {
		return nil, err
	}
	situation, err := rule.ParseWords(strings.Fields(rest))
	if err != nil {
		return nil, err
	}
	more, err := rule.ParseWords(strings.Fields(given))
	if err != nil {
		return nil, err
	}
	h, err := r.game.Rules.House(r.house.Overrides(), more)
	if err != nil {
		return nil, err
	}
	return p.NewQuestion(h, situation)
}

var errUnasked = errors.New("no question was asked: add $ PROCEDURE KEY=VALUE …")

func (r *run) chanceOf(m []string) error {
	if r.answer == nil {
		return errUnasked
	}
	i, err := findLabel(r.answer.Question.Procedure.Events, m[1])
	if err != nil {
		return err
	}
	return equalFraction(r.answer.Events[i].Exact, m[2])
}

func (r *run) meanOf(m []string) error {
	if r.answer == nil {
		return errUnasked
	}
	i, err := findLabel(r.answer.Question.Procedure.Measures, m[1])
	if err != nil {
		return err
	}
	return equalFraction(r.answer.Measures[i].Mean().Exact, m[2])
}

// chance checks the chance that an action in this position leads to an event.
func (r *run) chance(m []string) error {
	a, err := r.instance.ParseAction(m[1])
	if err != nil {
		return err
	}
	i, err := findLabel(r.game.Events, m[2])
	if err != nil {
		return err
	}
	if !slices.Contains(r.game.ActionTypes[a.Type].Events, i) {
		return fmt.Errorf("%s is not an event of this action", m[2])
	}
	var options []string
	for _, x := range strings.Split(m[4], ",") {
		if x = strings.TrimSpace(x); x != "" {
			options = append(options, x)
		}
	}
	x, err := policy.Odds(context.Background(), r.instance, r.position, a, odds.Options{}, options...)
	if err != nil {
		return errors.New(inLine(err))
	}
	steps, err := odds.ExplainFunc(context.Background(), r.instance.ActionRunner(r.position, a).Play, policy.PresetChoices(options))
	if err != nil {
		return err
	}
	for _, s := range steps {
		r.result.Cited[s.Clause] = true
	}
	for _, e := range x.Events {
		if e.Event == i {
			return equalFraction(e.Chance.Exact, m[3])
		}
	}
	return fmt.Errorf("%s is not an event of this action", m[2])
}

func findLabel(list []rule.Label, name string) (int, error) {
	var names []string
	for i, t := range list {
		if t.Name == name {
			return i, nil
		}
		names = append(names, t.Name)
	}
	return 0, fmt.Errorf("unknown name %q: use %s", name, strings.Join(names, ", "))
}

// equalFraction compares a fraction with a written one.
func equalFraction(have *big.Rat, want string) error {
	w, ok := new(big.Rat).SetString(want)
	if !ok {
		return fmt.Errorf("%q is not a fraction", want)
	}
	if have.Cmp(w) != 0 {
		f, _ := have.Float64()
		return fmt.Errorf("it is %s (%.4g %%)", have.RatString(), 100*f)
	}
	return nil
}
