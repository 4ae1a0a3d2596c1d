package server

import (
	"errors"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/sim"
)

// looksAtAction is the number of random plays of an action in the search for the question that it
// asks. More than one is needed because earlier dice may end the action, such as those for an
// order.
const looksAtAction = 24

// An actionQuestion is the question of a procedure that an action asks.
type actionQuestion struct {
	procedure *rule.Procedure // nil if none can be asked
	words     []string        // the situation
	refused   *rule.Procedure // the first procedure that does not accept its situation
	why       error           // why refused does not accept it
}

// questionOf finds the question that an action asks in a position.
func questionOf(f *game.Instance, p game.Position, a game.Action) (x actionQuestion) {
	for look := uint64(1); look <= looksAtAction && x.procedure == nil; look++ {
		x.observe(f, p, a, look)
	}
	return x
}

// observe plays an action and keeps the first legal situation that it builds for a procedure of
// the ruleset.
func (x *actionQuestion) observe(f *game.Instance, p game.Position, a game.Action, seed uint64) {
	u := rule.NewUmpire(sim.NewSampler(seed, 0, func(rule.Choice) int { return 0 }), nil)
	var heard actionQuestion
	u.Trace(func(situation any) {
		for _, by := range f.Game.Rules.Procedures {
			said, ok := by.Said(situation)
			if !ok || heard.procedure != nil {
				continue
			}
			if err := checkWords(by, f.House, said); err == nil {
				heard.procedure, heard.words = by, said
			} else if heard.refused == nil {
				heard.refused, heard.why = by, err
			}
		}
	})
	play := f.ActionRunner(p, a).Play
	if rule.Catch(func() { play(u) }) != nil {
		return
	}
	if x.procedure, x.words = heard.procedure, heard.words; x.refused == nil {
		x.refused, x.why = heard.refused, heard.why
	}
}

// checkWords returns nil if a procedure accepts a situation in these words, and otherwise the
// reason.
func checkWords(p *rule.Procedure, house *rule.HouseRules, words []string) error {
	settings, err := rule.ParseWords(words)
	if err != nil {
		return err
	}
	q, err := p.NewQuestion(house, settings)
	if err != nil {
		return err
	}
	return q.Legal(nil)
}

// bench returns the address of the question on the odds page, or "" if there is none.
func (x *actionQuestion) bench(house *rule.HouseRules) string {
	if x.procedure == nil {
		return ""
	}
	return benchAddress(x.procedure, x.words, house)
}

// title returns a short title of the question, such as "Shoot at a building".
func (x *actionQuestion) title() string {
	if x.procedure == nil {
		return ""
	}
	return x.procedure.Phrase().Title
}

// whyNone explains why the odds page has no question for an action that rolls dice.
func (x *actionQuestion) whyNone(f *game.Instance, p game.Position, a game.Action) string {
	var refused rule.IllegalError
	switch {
	case errors.As(x.why, &refused):
		reason, _, _ := strings.Cut(f.Spoken(refused[0].Reason), ":") // without the keys that would change it
		return fmt.Sprintf("The bench has no question for this. “%s” cannot be asked here: %s.", x.refused.Phrase().Title, reason)
	case x.refused != nil: // a value that its keys do not accept
		return fmt.Sprintf("The bench has no question for this: “%s” takes no such situation.", x.refused.Phrase().Title)
	}
	var b firstRolls
	b.observe(f, p, a, func(rule.Choice) int { return 0 }, func(rule.Die) uint8 { return 1 })
	return fmt.Sprintf("The bench has no question for this. It is rolled for “%s”, and no procedure is about that.", f.Spoken(b.first.Why))
}
