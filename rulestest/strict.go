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

// checkStrict asks every situation of a strict house. It must refuse exactly
// those that lean on a labelled default, and none once those are given.
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
				t.Errorf("%v: a strict house refuses it (%v), though its account shows no labelled default", s, err)
			}
		case err != nil:
			t.Errorf("%v: a strict house fails: %v", s, err)
		case len(given) > 0:
			t.Errorf("%v: a strict house plays it, though it leans on %s, which is a labelled default", s, given[0].Path)
		}
		if len(given) == 0 {
			continue
		}
		leaning++
		if err := k.strictly(s, e, given...); err != nil {
			t.Errorf("%v: a strict house that is given %v: %v", s, given, err)
		}
	}
	t.Logf("%d of %d situations lean on labelled defaults", leaning, len(k.situations))
}

// defaults lists the labelled defaults that a question leans on, as settings
// that give them.
func (e *exploration) defaults() (given []rule.Setting) {
	for x, effect := range e.seen {
		if effect.assumes {
			given = append(given, rule.Setting{Path: x.name, Value: strconv.Itoa(effect.low)})
		}
	}
	return given
}

// strictly asks a situation of a strict house, without a record, and expects
// what the lenient house answered.
func (k *kit) strictly(s *situation, e *exploration, more ...rule.Setting) error {
	q, err := k.ask(s, more...)
	if err != nil {
		return err
	}
	q.House.Strict = true
	if err := q.Legal(nil); err != nil || e.refusals != nil {
		var reasons rule.IllegalError
		if errors.As(err, &reasons) && slices.Equal(reasons, e.refusals) {
			return nil
		}
		return fmt.Errorf("it says %w, where the lenient one says %v", err, e.refusals)
	}
	for way, a := range e.answers {
		chances, err := odds.Chances(context.Background(), q, odds.Options{Policy: deciding(way, nil)})
		if err != nil {
			return err
		}
		for i, c := range chances {
			if c.String() != a.Events[i].String() {
				return fmt.Errorf("it gives %s the chance %v, and the lenient one %v", s.procedure.Events[i].Name, c, a.Events[i])
			}
		}
	}
	return nil
}
