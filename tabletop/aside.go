package tabletop

import (
	"loophole/game"
	"loophole/rule"
	"loophole/sim"
)

// An action is looked at so often for the question that it puts: the dice before it may
// end it early, as an order that is not obeyed.
const looksAtAction = 24

// benchOf is the address of the question that an action puts to a procedure, as the
// position has it: empty for an action that plays none.
func benchOf(f *game.Fight, p game.Position, a game.Action) string {
	for look := range uint64(looksAtAction) {
		if q, words := asks(f, p, a, look+1); q != nil {
			return benchAddress(q, words, f.House)
		}
	}
	return ""
}

// asks plays an action and returns the first lawful situation that it builds for a
// procedure of the rulebook.
func asks(f *game.Fight, p game.Position, a game.Action, seed uint64) (found *rule.Procedure, words []string) {
	u := rule.NewUmpire(sim.NewSampler(seed, 0, func(rule.Choice) int { return 0 }), nil)
	u.Overhear(func(situation any) {
		for _, x := range f.Game.Rules.Procedures {
			if said, ok := x.Said(situation); ok && found == nil && lawful(x, f.House, said) {
				found, words = x, said
			}
		}
	})
	play := f.Outcomes(p, a).Play
	if rule.Guard(func() { play(u) }) != nil {
		return nil, nil
	}
	return found, words
}

// lawful reports whether a question can be asked in these words.
func lawful(p *rule.Procedure, house *rule.House, words []string) bool {
	settings, err := rule.ParseWords(words)
	if err != nil {
		return false
	}
	q, err := p.Ask(house, settings)
	return err == nil && q.Legal(nil) == nil
}
