package policy

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// A Policy takes the decisions of one side. It serves one goroutine, and its
// decisions depend on nothing but what it is given: what it keeps from one to the
// next saves time and changes none.
type Policy interface {
	// ChooseAction picks an action. The runner stands at the view of the side whose
	// decision it is, and the game is not over; Act leaves the runner there.
	ChooseAction(r *game.Runner, chance *Rand) (game.Action, error)
	// ChooseOption takes a decision within an action and returns the index of an
	// option.
	ChooseOption(c rule.Choice, chance *Rand) int
}

// NextAction asks a policy for the action of the side whose decision it is. The
// policy is shown that side's view of the position.
func NextAction(x Policy, f *game.Instance, p game.Position, chance *Rand) (a game.Action, err error) {
	side := f.Status(p).Side
	stopped := rule.Catch(func() { a, err = x.ChooseAction(f.Runner().SetPosition(f.View(p, side)), chance) })
	return a, errors.Join(stopped, err)
}

// makers makes the policies by name.
var makers = []struct {
	name, gist string
	make       func(*TranspositionTable) Policy
}{
	{"random", "any legal action: a verb first, then its arguments", func(*TranspositionTable) Policy { return &Random{} }},
	{"cautious", "the best exact odds of the next action; its own losses weigh more than the enemy's", func(m *TranspositionTable) Policy { return cautious(m) }},
	{"aggressive", "the best exact odds of the next action; ground and the enemy's losses weigh more than its own", func(m *TranspositionTable) Policy { return aggressive(m) }},
	{"search", "looks two actions ahead, with chance nodes", func(m *TranspositionTable) Policy { return &Search{Depth: 2, Width: 4, Samples: 4, Memory: m} }},
}

// Names lists the policies with what they do.
func Names() []rule.Label {
	var list []rule.Label
	for _, m := range makers {
		list = append(list, rule.Label{Name: m.name, Gist: m.gist})
	}
	return list
}

// New returns a policy by its name, with a memory of its own. The error suggests
// near names.
func New(name string) (Policy, error) { return NewTranspositionTable(0).New(name) }

// New returns a policy by its name that keeps what it works out in this memory, or
// nowhere if it is nil. The error suggests near names.
func (m *TranspositionTable) New(name string) (Policy, error) {
	var names []string
	for _, x := range makers {
		if x.name == name {
			return x.make(m), nil
		}
		names = append(names, x.name)
	}
	return nil, fmt.Errorf("policy: unknown policy %q%s", name, rule.Suggest(name, names))
}

// Random takes any legal action: a verb that has one, each alike, and then
// arguments, each alike. Within actions it takes any option. It keeps nothing: an
// action costs it less than finding a position.
type Random struct {
	room []game.Args
}

// ChooseAction picks by rejection: candidates are drawn until one is legal, so that
// only few need to be checked.
func (x *Random) ChooseAction(r *game.Runner, chance *Rand) (game.Action, error) {
	var verbs [256]uint8
	left := verbs[:len(r.Fight.Game.Verbs)]
	for i := range left {
		left[i] = uint8(i)
	}
	for len(left) > 0 {
		k := chance.Below(len(left))
		v := left[k]
		if args, ok := x.draw(r, v, chance); ok {
			return game.Action{Verb: v, Args: args}, nil
		}
		left[k] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return game.Action{}, fmt.Errorf("policy: nothing is legal, and the game is not over")
}

// draw picks legal arguments of a verb, if there are any.
func (x *Random) draw(r *game.Runner, v uint8, chance *Rand) (game.Args, bool) {
	x.room = r.Candidates(int(v), x.room[:0])
	for left := x.room; len(left) > 0; left = left[:len(left)-1] {
		k := chance.Below(len(left))
		if r.IsLegal(game.Action{Verb: v, Args: left[k]}) {
			return left[k], true
		}
		left[k] = left[len(left)-1]
	}
	return game.Args{}, false
}

// ChooseOption takes any option.
func (x *Random) ChooseOption(c rule.Choice, chance *Rand) int { return chance.Below(len(c.Options)) }
