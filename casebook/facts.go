package casebook

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

// The functions of this file check facts about the game and its last action. Their error states
// the actual value.

func (r *run) legal(m []string) error {
	a, err := r.instance.ParseAction(m[1])
	if err == nil {
		err = r.instance.WhyIllegal(r.position, a)
	}
	if err != nil {
		return errors.New(inLine(err))
	}
	return nil
}

func (r *run) illegal(m []string) error {
	a, err := r.instance.ParseAction(m[1])
	if err != nil {
		return err
	}
	var want []rule.Clause
	for _, c := range strings.FieldsFunc(m[2], func(x rune) bool { return x == ' ' || x == ',' }) {
		want = append(want, rule.Clause(c))
	}
	err = r.instance.WhyIllegal(r.position, a)
	if err == nil {
		return errAllowed
	}
	return r.checkViolations(err, want)
}

func (r *run) status() game.Status { return r.instance.Status(r.position) }

func (r *run) turn(m []string) error {
	return equal(string(r.instance.Sides[r.status().Side]), m[1])
}

func (r *run) round(m []string) error { return equal(strconv.Itoa(r.status().Round), m[1]) }

func (r *run) phase(m []string) error {
	if p := r.status().Phase; !within(p, m[1]) {
		return fmt.Errorf("it is %q", p)
	}
	return nil
}

func (r *run) notOver([]string) error {
	if s := r.status(); s.Over {
		return fmt.Errorf("it is over: %s", s.Why)
	}
	return nil
}

func (r *run) over(m []string) error {
	s := r.status()
	switch {
	case !s.Over:
		return errors.New("it is not over")
	case s.Winner == game.Draw:
		return equal("draw", m[1])
	}
	return equal(string(r.instance.Sides[s.Winner]), m[1])
}

func (r *run) occurred(name string) (bool, error) {
	i, err := findLabel(r.game.Events, name)
	if err != nil {
		return false, err
	}
	if r.action == nil {
		return false, errors.New("no action was played")
	}
	return r.instance.Holds(i, r.before, r.position, *r.action), nil
}

func (r *run) event(m []string) error   { return r.holds(m[1], true) }
func (r *run) noEvent(m []string) error { return r.holds(m[1], false) }

func (r *run) holds(event string, want bool) error {
	came, err := r.occurred(event)
	if err == nil && came != want {
		err = errors.New("it did not occur")
		if came {
			err = errors.New("it occurred")
		}
	}
	return err
}

// statements lists the texts and clauses of the last line: the entries of an action, or the
// explanation of a question.
func (r *run) statements() (lines []string, cites []rule.Clause) {
	for _, e := range r.entries {
		lines, cites = append(lines, e.String()), append(cites, e.Cite)
	}
	if r.answer != nil {
		for _, s := range r.answer.Explanation {
			lines, cites = append(lines, fmt.Sprintf("%s: %d to %d [%s]", s.Text, s.Low, s.High, s.Clause)), append(cites, s.Clause)
		}
	}
	return lines, cites
}

// cited lists the clauses of the last line, with those that made it illegal.
func (r *run) cited() []rule.Clause {
	_, cites := r.statements()
	for _, x := range r.violations {
		cites = append(cites, x.Cite)
	}
	return cites
}

func (r *run) cites(m []string) error {
	cites := r.cited()
	if !slices.Contains(cites, rule.Clause(m[1])) {
		return fmt.Errorf("the cited clauses are %v", slices.Compact(slices.Sorted(slices.Values(cites))))
	}
	return nil
}

func (r *run) citesNot(m []string) error {
	if slices.Contains(r.cited(), rule.Clause(m[1])) {
		return errors.New("it is cited")
	}
	return nil
}

func (r *run) amount(m []string) error {
	want, err := strconv.Atoi(m[2])
	if err != nil {
		return err
	}
	var have []int
	for _, e := range r.entries {
		if string(e.Cite) == m[1] && (e.Kind == rule.Applied || e.Kind == rule.TableUsed || e.Kind == rule.FactUsed) {
			have = append(have, e.Value)
		}
	}
	if r.answer != nil {
		for _, s := range r.answer.Explanation {
			if string(s.Clause) == m[1] && s.Kind != rule.Rolled && s.Kind != rule.Noted {
				have = append(have, s.Low, s.High)
			}
		}
	}
	if !slices.Contains(have, want) {
		return fmt.Errorf("the amounts are %v", have)
	}
	return nil
}

func (r *run) says(m []string) error {
	lines, _ := r.statements()
	if !slices.ContainsFunc(lines, func(s string) bool { return within(s, m[1]) }) {
		return fmt.Errorf("it says:\n    %s", strings.Join(lines, "\n    "))
	}
	return nil
}

func (r *run) silent(m []string) error {
	lines, _ := r.statements()
	if i := slices.IndexFunc(lines, func(s string) bool { return within(s, m[1]) }); i >= 0 {
		return fmt.Errorf("it says %q", lines[i])
	}
	return nil
}

func (r *run) refusedWith(m []string) error {
	if len(r.violations) == 0 {
		return errors.New("nothing was illegal")
	}
	if !slices.ContainsFunc(r.violations, func(x rule.Violation) bool { return within(x.Reason, m[1]) }) {
		return fmt.Errorf("the reasons are: %s", inLine(r.violations))
	}
	return nil
}

// within reports whether a text contains some words, in any case.
func within(text, words string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(words))
}

func equal(have, want string) error {
	if !strings.EqualFold(have, want) {
		return fmt.Errorf("it is %s", have)
	}
	return nil
}

// scene draws the position.
func (r *run) scene() *scene.Scene {
	s, _ := r.instance.Scene(r.position)
	return &s
}

func (r *run) lost(m []string) error {
	_, lost := r.instance.CountModels(r.position)
	for i, side := range r.instance.Sides {
		if strings.EqualFold(string(side), m[1]) {
			return equal(strconv.Itoa(lost[i]), m[2])
		}
	}
	return fmt.Errorf("unknown side %q: the sides are %s and %s", m[1], r.instance.Sides[0], r.instance.Sides[1])
}

func (r *run) lineOf(m []string) error {
	list, err := r.instance.SightLines(r.position, m[1])
	if err != nil {
		return err
	}
	var targets []string
	for _, l := range list {
		if !strings.EqualFold(l.Target, m[2]) {
			targets = append(targets, l.Target)
			continue
		}
		for _, c := range l.Clauses {
			r.result.Cited[rule.Clause(c)] = true
		}
		have := "blocked"
		if l.Clear {
			have = "clear"
		}
		if m[4] != "" {
			have += " " + l.LengthText()
		}
		if err := equal(have, strings.TrimSpace(m[3]+" "+m[4])); err != nil {
			return fmt.Errorf("%w: %s", err, l.Text)
		}
		return nil
	}
	return fmt.Errorf("%s has no line to %s; it has lines to %s", m[1], m[2], strings.Join(targets, ", "))
}
