package rulestest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// An exploration is what is known of one question after every answer was
// given in turn: what the rules say to it, which clauses were seen to take
// effect, and the exact odds under each way of deciding.
type exploration struct {
	question *rule.Question
	refusals rule.IllegalError // why the rules do not allow it
	fault    error             // anything else that went wrong
	first    play              // the very first play, before any odds
	answers  []*odds.Answer    // by way of deciding; nil if too large
	seen     map[sighting]*effect
}

// A sighting is a line of an account: a clause that was seen to take effect.
type sighting struct {
	kind rule.Kind // 0 is a refusal
	cite rule.Clause
	text string
	name string // of a fact, a ruling, a table cell
}

// An effect is what a sighting amounted to.
type effect struct {
	low, high int
	pools     []rule.Pool
	assumes   bool // a labelled default was used
}

// A variant is a situation under another reading of one ruling.
type variant struct {
	situation int
	ruling    *rule.Ruling
	reading   string
	*exploration
}

// mostWays bounds the ways of deciding that an exploration tries: always the
// first option, always the second, and so on.
const mostWays = 8

// explore explores every situation, once.
func (k *kit) explore() []*exploration {
	k.explored.Do(func() {
		for i, s := range k.situations {
			first := k.playFirst(i)
			e := k.exploreUnder(s)
			e.first = first
			k.base = append(k.base, e)
		}
	})
	return k.base
}

// exploreVariants plays every situation under every other reading of every
// ruling that was followed in it, one switch at a time. A ruling that no path
// of a situation follows cannot change it.
func (k *kit) exploreVariants() []variant {
	k.explore()
	k.switched.Do(func() {
		for i, s := range k.situations {
			for _, r := range k.rules.Rulings {
				if !k.base[i].uses("rulings." + r.Name) {
					continue
				}
				inForce := k.base[i].question.House.Readings()[r.Name]
				for _, reading := range r.Readings {
					if reading.Name != inForce {
						e := k.exploreUnder(s, rule.Setting{Path: "rulings." + r.Name, Value: reading.Name})
						k.variants = append(k.variants, variant{i, r, reading.Name, e})
					}
				}
			}
		}
	})
	return k.variants
}

func (k *kit) exploreUnder(s *situation, more ...rule.Setting) *exploration {
	q, err := k.ask(s, more...)
	if err != nil {
		return &exploration{fault: err}
	}
	return explore(q, odds.Options{})
}

// explore asks whether the rules allow a question and, if so, for its odds.
func explore(q *rule.Question, o odds.Options) *exploration {
	e := &exploration{question: q, seen: map[sighting]*effect{}}
	if err := safely(func() error { return e.judge() }); err != nil {
		e.fault = err
	} else if e.refusals == nil {
		e.fault = safely(func() error { return e.answer(o) })
	}
	return e
}

// answer asks for the odds under each way of deciding.
func (e *exploration) answer(o odds.Options) error {
	for way, widest := 0, 1; way < min(widest, mostWays); way++ {
		o.Policy = deciding(way, &widest)
		a, err := odds.Solve(context.Background(), e.question, o)
		var large *odds.TooLargeError
		if errors.As(err, &large) {
			err = e.skim(o)
		} else if err == nil {
			e.account(a.Account)
		}
		if err != nil {
			return err
		}
		e.answers = append(e.answers, a)
	}
	return nil
}

// judge asks for legality.
func (e *exploration) judge() error {
	rec := &rule.Record{}
	err := e.question.Legal(rec)
	if err != nil && !errors.As(err, &e.refusals) {
		return fmt.Errorf("the check of legality failed: %w", err)
	}
	for _, x := range rec.Entries {
		e.see(sighting{x.Kind, x.Cite, x.Text, x.Name}, effect{low: x.Value, high: x.Value, assumes: assumes(x)})
	}
	for _, r := range e.refusals {
		e.see(sighting{0, r.Cite, r.Reason, ""}, effect{})
	}
	return nil
}

func assumes(x rule.Entry) bool {
	return odds.ExplanationLine{Kind: x.Kind, Sure: x.Confidence, Given: x.Overridden}.IsAssumption()
}

// skim looks at as much of a question that is too large for exact odds as an
// account looks at.
func (e *exploration) skim(o odds.Options) error {
	steps, err := odds.Explain(context.Background(), e.question, o.Policy)
	e.account(steps)
	return err
}

func (e *exploration) account(steps []odds.ExplanationLine) {
	for _, s := range steps {
		e.see(sighting{s.Kind, s.Clause, s.Text, s.Name}, effect{s.Low, s.High, s.Pools, s.IsAssumption()})
	}
}

func (e *exploration) see(s sighting, x effect) {
	y := e.seen[s]
	if y == nil {
		e.seen[s] = &x
		return
	}
	y.low, y.high, y.assumes = min(y.low, x.low), max(y.high, x.high), y.assumes || x.assumes
	for _, p := range x.pools {
		if !slices.Contains(y.pools, p) {
			y.pools = append(y.pools, p)
		}
	}
}

// deciding is the policy of always taking the option with this number, or the
// last if there are fewer. It notes how many there are at most.
func deciding(way int, widest *int) func(rule.Choice) int {
	return func(c rule.Choice) int {
		if widest != nil {
			*widest = max(*widest, len(c.Options))
		}
		return min(way, len(c.Options)-1)
	}
}

// exact lists the answers that there are.
func (e *exploration) exact() []*odds.Answer {
	return slices.DeleteFunc(slices.Clone(e.answers), func(a *odds.Answer) bool { return a == nil })
}

// plays reports whether a situation can be played: the rules allow it, and
// nothing went wrong so far.
func (e *exploration) plays() bool { return e.refusals == nil && e.fault == nil }

// uses reports whether a fact, ruling or table cell was used on some path.
func (e *exploration) uses(name string) bool {
	for s := range e.seen {
		if s.name == name {
			return true
		}
	}
	return false
}

// rolls reports whether dice were rolled on some path.
func (e *exploration) rolls() bool {
	for s := range e.seen {
		if s.kind == rule.Rolled {
			return true
		}
	}
	return false
}

// runs is how often the procedure was played for the exact answers.
func (e *exploration) runs() (n int64) {
	for _, a := range e.exact() {
		n += a.Runs
	}
	return n
}

// sameResult reports whether two explorations of one procedure came to the same: the same
// legality, and the same outcomes with the same chances.
func (e *exploration) sameResult(o *exploration) bool {
	if fmt.Sprint(e.refusals, e.fault) != fmt.Sprint(o.refusals, o.fault) {
		return false
	}
	return slices.EqualFunc(e.exact(), o.exact(), func(a, b *odds.Answer) bool {
		return slices.EqualFunc(a.Outcomes, b.Outcomes, func(x, y odds.Outcome) bool {
			return x.Chance.Exact.Cmp(y.Chance.Exact) == 0 && (x.Value == y.Value || e.text(x.Value) == o.text(y.Value))
		})
	})
}

// text returns an outcome as JSON.
func (e *exploration) text(outcome any) string {
	j, _ := json.Marshal(e.question.Procedure.OutcomeMap(outcome))
	return string(j)
}

// told sums up the account of a question, leaving out the entries of one name.
func (e *exploration) told(without string) string {
	var lines []string
	for s, x := range e.seen {
		if s.name != without {
			lines = append(lines, fmt.Sprint(s, x.low, x.high, x.pools))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
