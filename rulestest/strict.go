package rulestest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"loophole/odds"
	"loophole/rule"
)

// checkStrict solves every situation under strict house rules. They must reject exactly the situations
// that use a labelled default, and none once house rules give a value for each.
func (k *kit) checkStrict(t reporter) {
	leaning := 0
	for i, e := range k.explore() {
		s := k.situations[i]
		if e.fault != nil || slices.Contains(e.answers, nil) {
			continue
		}
		given := e.defaults()
		var missing *rule.MissingFactError
		err := k.strictly(s, e)
		switch {
		case errors.As(err, &missing):
			if len(given) == 0 {
				t.Errorf("%v: strict house rules reject it (%v), but its explanation shows no labelled default", s, err)
			}
		case err != nil:
			t.Errorf("%v: under strict house rules: %v", s, err)
		case len(given) > 0:
			t.Errorf("%v: strict house rules accept it, but it uses %s, a labelled default", s, given[0].Path)
		}
		if len(given) == 0 {
			continue
		}
		leaning++
		if err := k.strictly(s, e, given...); err != nil {
			t.Errorf("%v: under strict house rules with %v: %v", s, given, err)
		}
	}
	t.Logf("%d of %d situations lean on labelled defaults", leaning, len(k.situations))
}

// defaults lists the labelled defaults that a question uses, as settings that give them.
func (e *exploration) defaults() (given []rule.Setting) {
	for x, effect := range e.seen {
		if effect.assumes {
			given = append(given, rule.Setting{Path: x.name, Value: strconv.Itoa(effect.low)})
		}
	}
	return given
}

// strictly solves a situation under strict house rules, without a record, and expects the answer
// of the lenient ones.
func (k *kit) strictly(s *situation, e *exploration, more ...rule.Setting) error {
	q, err := k.ask(s, more...)
	if err != nil {
		return err
	}
	q.House.Strict = true
	if err := q.Legal(nil); err != nil || e.violations != nil {
		var reasons rule.IllegalError
		if errors.As(err, &reasons) && slices.Equal(reasons, e.violations) {
			return nil
		}
		if err == nil {
			return fmt.Errorf("strict house rules allow it, and lenient ones do not: %v", e.violations)
		}
		return fmt.Errorf("the answer is %w, and %v under lenient house rules", err, e.violations)
	}
	for way, a := range e.answers {
		chances, err := odds.Chances(context.Background(), q, odds.Options{Policy: optionPolicy(way, nil)})
		if err != nil {
			return err
		}
		for i, c := range chances {
			if c.String() != a.Events[i].String() {
				return fmt.Errorf("event %s has the chance %v, and %v under lenient house rules", s.procedure.Events[i].Name, c, a.Events[i])
			}
		}
	}
	return nil
}
