package tabletop

import (
	"errors"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/sim"
)

// An action is looked at so often for the question that it puts: the dice before it may
// end it early, as an order that is not obeyed.
const looksAtAction = 24

// An aside is the question that an action puts to a procedure.
type aside struct {
	procedure *rule.Procedure // nil if it puts none that can be asked
	words     []string        // the situation
	refused   *rule.Procedure // the first that its situation was no question for
	why       error           // why not
}

// asideOf is the question that an action puts to a procedure, as the position has it.
func asideOf(f *game.Instance, p game.Position, a game.Action) (x aside) {
	for look := uint64(1); look <= looksAtAction && x.procedure == nil; look++ {
		x.hear(f, p, a, look)
	}
	return x
}

// hear plays an action and keeps the first lawful situation that it builds for a
// procedure of the rulebook.
func (x *aside) hear(f *game.Instance, p game.Position, a game.Action, seed uint64) {
	u := rule.NewUmpire(sim.NewSampler(seed, 0, func(rule.Choice) int { return 0 }), nil)
	var heard aside
	u.Overhear(func(situation any) {
		for _, by := range f.Game.Rules.Procedures {
			said, ok := by.Said(situation)
			if !ok || heard.procedure != nil {
				continue
			}
			if err := lawful(by, f.House, said); err == nil {
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

// lawful says why a question cannot be asked in these words, or nothing.
func lawful(p *rule.Procedure, house *rule.HouseRules, words []string) error {
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

// bench is the address of the question, empty if there is none.
func (x *aside) bench(house *rule.HouseRules) string {
	if x.procedure == nil {
		return ""
	}
	return benchAddress(x.procedure, x.words, house)
}

// title is what the bench is asked, in a few words: "Shoot at a building".
func (x *aside) title() string {
	if x.procedure == nil {
		return ""
	}
	return x.procedure.Phrase().Title
}

// without says why the bench has no question for an action that rolls dice.
func (x *aside) without(f *game.Instance, p game.Position, a game.Action) string {
	var refused rule.IllegalError
	switch {
	case errors.As(x.why, &refused):
		reason, _, _ := strings.Cut(f.Spoken(refused[0].Reason), ":") // without the keys that would mend it
		return fmt.Sprintf("The bench has no question for this. “%s” cannot be asked here: %s.", x.refused.Phrase().Title, reason)
	case x.refused != nil: // a value that its keys do not take
		return fmt.Sprintf("The bench has no question for this: “%s” takes no such situation.", x.refused.Phrase().Title)
	}
	var b beginning
	b.of(f, p, a, func(rule.Choice) int { return 0 }, func(rule.Die) uint8 { return 1 })
	return fmt.Sprintf("The bench has no question for this. It is rolled for “%s”, and no procedure is about that.", f.Spoken(b.first.Why))
}
