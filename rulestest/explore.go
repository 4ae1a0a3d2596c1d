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

// An exploration holds the results of playing one question with every answer in turn: its
// legality, the clauses that took effect, and the exact odds under each way of deciding.
type exploration struct {
	question   *rule.Question
	violations rule.IllegalError // why the rules do not allow it
	fault      error             // any other error
	first      play              // the first play, before any odds
	answers    []*odds.Answer    // by way of deciding; nil if too large
	seen       map[sighting]*effect
}

// A sighting is a line of an explanation: a clause that took effect.
type sighting struct {
	kind rule.EntryKind // 0 is a violation
	cite rule.Clause
	text string
	name string // of a fact, a ruling, a table cell
}

// An effect is the range of a sighting.
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

// maxWays bounds the ways of deciding that an exploration tries: always the first option, always
// the second, and so on.
const maxWays = 8

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

// exploreVariants plays every situation under every other reading of every ruling that it
// followed, one at a time. A ruling that no path follows cannot change a situation. It leaves out the
// odds, which few of them are asked for: see [variant.decides].
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
						e := k.describeUnder(s, rule.Setting{Path: "rulings." + r.Name, Value: reading.Name})
						k.variants = append(k.variants, variant{i, r, reading.Name, e})
					}
				}
			}
		}
	})
	return k.variants
}

func (k *kit) exploreUnder(s *situation) *exploration {
	q, err := k.ask(s)
	if err != nil {
		return &exploration{fault: err}
	}
	return explore(q, odds.Options{})
}

// describeUnder checks the legality of a situation under a setting, and collects the explanation without the odds.
func (k *kit) describeUnder(s *situation, more rule.Setting) *exploration {
	q, err := k.ask(s, more)
	if err != nil {
		return &exploration{fault: err}
	}
	return checked(q, func(e *exploration) error {
		for way, widest := 0, 1; way < min(widest, maxWays); way++ {
			if err := e.sampleExplanation(odds.Options{Policy: optionPolicy(way, &widest)}); err != nil {
				return err
			}
		}
		return nil
	})
}

// decides reports whether the reading changes the result of the situation.
func (v *variant) decides(base *exploration) bool {
	if v.answers == nil && v.plays() {
		v.fault = recovered(func() error { return v.answer(odds.Options{Unexplained: true}) })
	}
	return !v.sameResult(base)
}

// explore checks the legality of a question and computes the odds of a legal one.
func explore(q *rule.Question, o odds.Options) *exploration {
	return checked(q, func(e *exploration) error { return e.answer(o) })
}

// checked checks the legality of a question, and plays a legal one.
func checked(q *rule.Question, play func(*exploration) error) *exploration {
	e := &exploration{question: q, seen: map[sighting]*effect{}}
	if err := recovered(func() error { return e.checkLegality() }); err != nil {
		e.fault = err
	} else if e.violations == nil {
		e.fault = recovered(func() error { return play(e) })
	}
	return e
}

// answer computes the odds under each way of deciding.
func (e *exploration) answer(o odds.Options) error {
	for way, widest := 0, 1; way < min(widest, maxWays); way++ {
		o.Policy = optionPolicy(way, &widest)
		a, err := odds.Solve(context.Background(), e.question, o)
		var large *odds.TooLargeError
		switch {
		case errors.As(err, &large) && o.Unexplained:
			err = nil
		case errors.As(err, &large):
			err = e.sampleExplanation(o)
		case err == nil:
			e.keepExplanation(a.Explanation)
		}
		if err != nil {
			return err
		}
		e.answers = append(e.answers, a)
	}
	return nil
}

// checkLegality checks the legality, and keeps what the check used and why it fails.
func (e *exploration) checkLegality() error {
	rec := &rule.Record{}
	err := e.question.Legal(rec)
	if err != nil && !errors.As(err, &e.violations) {
		return fmt.Errorf("the check of legality failed: %w", err)
	}
	for _, x := range rec.Entries {
		e.see(sighting{x.Kind, x.Cite, x.Text, x.Name}, effect{low: x.Value, high: x.Value, assumes: assumes(x)})
	}
	for _, r := range e.violations {
		e.see(sighting{0, r.Cite, r.Reason, ""}, effect{})
	}
	return nil
}

func assumes(x rule.Entry) bool {
	return odds.ExplanationLine{Kind: x.Kind, Sure: x.Confidence, Given: x.Overridden}.IsAssumption()
}

// explain collects the explanations that an exploration left out with [odds.Options.Unexplained].
func (e *exploration) explain() {
	for way := range e.answers {
		if e.fault == nil {
			e.fault = recovered(func() error { return e.sampleExplanation(odds.Options{Policy: optionPolicy(way, nil)}) })
		}
	}
}

// sampleExplanation collects the explanation of a question that is too large for exact odds.
func (e *exploration) sampleExplanation(o odds.Options) error {
	steps, err := odds.Explain(context.Background(), e.question, o.Policy)
	e.keepExplanation(steps)
	return err
}

func (e *exploration) keepExplanation(steps []odds.ExplanationLine) {
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

// optionPolicy returns the policy that always takes the option with a number, or the last one. It
// notes the largest number of options.
func optionPolicy(way int, widest *int) func(rule.Choice) int {
	return func(c rule.Choice) int {
		if widest != nil {
			*widest = max(*widest, len(c.Options))
		}
		return min(way, len(c.Options)-1)
	}
}

// exact lists the exact answers.
func (e *exploration) exact() []*odds.Answer {
	return slices.DeleteFunc(slices.Clone(e.answers), func(a *odds.Answer) bool { return a == nil })
}

// plays reports whether a situation is legal and had no error so far.
func (e *exploration) plays() bool { return e.violations == nil && e.fault == nil }

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

// runs returns the number of runs for the exact answers.
func (e *exploration) runs() (n int64) {
	for _, a := range e.exact() {
		n += a.Runs
	}
	return n
}

// sameResult reports whether two explorations of one procedure have the same result: the same
// legality, and the same outcomes with the same chances.
func (e *exploration) sameResult(o *exploration) bool {
	if fmt.Sprint(e.violations, e.fault) != fmt.Sprint(o.violations, o.fault) {
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

// explanationWithout returns the explanation of a question without the entries of one name.
func (e *exploration) explanationWithout(without string) string {
	var lines []string
	for s, x := range e.seen {
		if s.name != without {
			lines = append(lines, fmt.Sprint(s, x.low, x.high, x.pools))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
