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
	refusals rule.Refused // why the rules do not allow it
	fault    error        // anything else that went wrong
	first    play         // the very first play, before any odds
	ways     int          // of deciding
	answers  []*odds.Answer
	outcomes []string // what it may come to, with its chance, by way of deciding
	seen     map[sighting]*effect
	deep     bool // every path was looked at for what takes effect
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
			e := k.begin(s)
			if e.first = first; e.plays() {
				e.everyWay(odds.Options{}, e.answer)
			}
			e.deep = true
			k.base = append(k.base, e)
		}
	})
	return k.base
}

// exploreVariants plays every situation under every other reading of every
// ruling that was followed in it, one switch at a time. A ruling that no path
// of a situation follows cannot change it. For what takes effect it looks at
// some plays only; [kit.deepen] looks at the rest.
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
						e := k.glance(s, odds.Options{}, rule.Setting{Path: "rulings." + r.Name, Value: reading.Name})
						e.watch()
						k.variants = append(k.variants, variant{i, r, reading.Name, e})
					}
				}
			}
		}
	})
	return k.variants
}

// deepen looks at every path of some more variants, because something is
// missing so far. It reports false when there is no more to see.
func (k *kit) deepen() bool {
	const atOnce = 32
	n := 0
	for _, v := range k.exploreVariants() {
		if n < atOnce && v.plays() && !v.deep {
			v.deepen()
			n++
		}
	}
	return n > 0
}

// begin asks whether the rules allow a situation.
func (k *kit) begin(s *situation, more ...rule.Setting) *exploration {
	q, err := k.ask(s, more...)
	e := &exploration{question: q, fault: err, seen: map[sighting]*effect{}}
	if err == nil {
		e.fault = safely(e.judge)
	}
	return e
}

// glance finds out what a situation comes to, but not how.
func (k *kit) glance(s *situation, o odds.Options, more ...rule.Setting) *exploration {
	e := k.begin(s, more...)
	if e.plays() {
		e.everyWay(o, e.weigh)
	}
	return e
}

// everyWay explores a question under each way of deciding.
func (e *exploration) everyWay(o odds.Options, explore func(odds.Options) error) {
	widest := 1
	for e.fault == nil && e.ways < min(widest, mostWays) {
		o.Policy = deciding(e.ways, &widest)
		e.ways++
		e.fault = safely(func() error { return explore(o) })
	}
}

// answer asks for the odds and how they come about.
func (e *exploration) answer(o odds.Options) error {
	a, err := odds.Ask(context.Background(), e.question, o)
	e.answers = append(e.answers, a)
	var large *odds.TooLarge
	if errors.As(err, &large) {
		return e.skim(o)
	}
	if err == nil {
		e.account(a.Account)
		e.add(a.Outcomes)
	}
	return err
}

// weigh asks for the odds alone.
func (e *exploration) weigh(o odds.Options) error {
	found, err := outcomes(e.question, o)
	var large *odds.TooLarge
	if err == nil || errors.As(err, &large) {
		e.add(found)
		return nil
	}
	return err
}

// outcomes answers a question without an account, which is what takes long.
func outcomes(q *rule.Question, o odds.Options) (found []odds.Outcome, err error) {
	player := q.Player()
	d, err := odds.Of(context.Background(), player.Play, o)
	if err != nil {
		return nil, err
	}
	n := d.Numbers(func(i int) int { return i })
	for i, v := range n.Values {
		found = append(found, odds.Outcome{Value: player.Outcome(v), Chance: n.Chances[i]})
	}
	slices.SortStableFunc(found, func(a, b odds.Outcome) int { return q.Procedure.Compare(a.Value, b.Value) })
	return found, nil
}

func (e *exploration) add(found []odds.Outcome) {
	for _, o := range found {
		j, _ := json.Marshal(e.question.Procedure.Tree(o.Value))
		e.outcomes = append(e.outcomes, fmt.Sprintf("%s %v", j, o.Chance))
	}
	e.outcomes = append(e.outcomes, "")
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

// runs is how often the procedure was played for the exact answers.
func (e *exploration) runs() (n int64) {
	for _, a := range e.exact() {
		n += a.Runs
	}
	return n
}

// result is what a question comes to: its legality and its odds. Equal results
// are equal texts.
func (e *exploration) result() string {
	return fmt.Sprintln(e.refusals, e.fault) + strings.Join(e.outcomes, "\n")
}
