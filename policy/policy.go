package policy

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// A Policy takes the decisions of one side. It serves one goroutine, and
// depends on nothing but what it is given.
type Policy interface {
	// Act picks an action. The runner stands at the view of the side whose
	// decision it is, and the game is not over; Act leaves the runner there.
	Act(r *game.Runner, chance *Rand) (game.Action, error)
	// Choose takes a decision within an action and returns the index of an
	// option.
	Choose(c rule.Choice, chance *Rand) int
}

// Take asks a policy for the action of the side whose decision it is. The
// policy is shown that side's view of the position.
func Take(x Policy, f *game.Fight, p game.Position, chance *Rand) (a game.Action, err error) {
	side := f.Status(p).Side
	stopped := rule.Guard(func() { a, err = x.Act(f.Runner().At(f.View(p, side)), chance) })
	return a, errors.Join(stopped, err)
}

// makers makes the policies by name.
var makers = []struct {
	name, gist string
	make       func() Policy
}{
	{"random", "any legal action: a verb first, then its arguments", func() Policy { return &Random{} }},
	{"cautious", "the best exact odds of the next action, one's own men held dear", func() Policy { return Cautious() }},
	{"aggressive", "the best exact odds of the next action, the enemy's losses held dear", func() Policy { return Aggressive() }},
	{"search", "looks two actions ahead, with chance nodes", func() Policy { return &Search{Depth: 2, Width: 4, Samples: 4} }},
}

// Names lists the policies with what they do.
func Names() []rule.Title {
	var list []rule.Title
	for _, m := range makers {
		list = append(list, rule.Title{Name: m.name, Gist: m.gist})
	}
	return list
}

// New returns a policy by its name. The error suggests near names.
func New(name string) (Policy, error) {
	var names []string
	for _, m := range makers {
		if m.name == name {
			return m.make(), nil
		}
		names = append(names, m.name)
	}
	return nil, fmt.Errorf("policy: unknown policy %q%s", name, rule.Suggest(name, names))
}

// Random takes any legal action: a verb that has one, each alike, and then
// arguments, each alike. Within actions it takes any option.
type Random struct {
	room []game.Args
}

// Act picks by rejection: candidates are drawn until one is legal, so that
// only few need to be checked.
func (x *Random) Act(r *game.Runner, chance *Rand) (game.Action, error) {
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
		if r.Allows(game.Action{Verb: v, Args: left[k]}) {
			return left[k], true
		}
		left[k] = left[len(left)-1]
	}
	return game.Args{}, false
}

// Choose takes any option.
func (x *Random) Choose(c rule.Choice, chance *Rand) int { return chance.Below(len(c.Options)) }
