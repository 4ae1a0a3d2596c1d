package policy

import (
	"context"
	"errors"
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// A Policy takes the decisions of one side. It serves one goroutine. Its decisions depend on its
// arguments alone; state that it keeps between them may only save time.
type Policy interface {
	// ChooseAction picks a legal action. The runner holds the view of the side to decide, and the
	// game is not over. The runner holds the same position when ChooseAction returns.
	ChooseAction(r *game.Runner, rng *Rand) (game.Action, error)
	// ChooseOption takes a decision within an action and returns the index of an option.
	ChooseOption(c rule.Choice, rng *Rand) int
}

// A Decision is a decision within an action.
type Decision struct {
	rule.Choice
	Position game.Position // before the action
	Action   game.Action
	Answers  []int // so far, in the order of the questions: results of rolls, and options
}

// A Decider is a policy that takes decisions within actions by what may follow.
type Decider interface {
	// Decide returns the index of an option.
	Decide(f *game.Instance, d Decision, rng *Rand) (int, error)
}

// A Preparer is a policy that needs time before its first decision in a game.
type Preparer interface {
	// Prepare does the slow work. It stops when the context is cancelled.
	Prepare(ctx context.Context, f *game.Instance) error
	// Ready reports whether nothing is left to prepare.
	Ready(f *game.Instance) bool
}

// Prepare gives a policy, or a Preparer, the time that it needs before its first decision in a
// game.
func Prepare(ctx context.Context, x any, f *game.Instance) (err error) {
	if y, ok := x.(Preparer); ok {
		stopped := rule.Catch(func() { err = y.Prepare(ctx, f) })
		err = errors.Join(stopped, err)
	}
	return err
}

// Decide asks a policy for a decision within an action.
func Decide(x Policy, f *game.Instance, d Decision, rng *Rand) (option int, err error) {
	y, ok := x.(Decider)
	if !ok {
		return x.ChooseOption(d.Choice, rng), nil
	}
	stopped := rule.Catch(func() { option, err = y.Decide(f, d, rng) })
	return option, errors.Join(stopped, err)
}

// NextAction asks a policy for the action of the side to decide in a position. The policy
// receives that side's view.
func NextAction(x Policy, f *game.Instance, p game.Position, rng *Rand) (a game.Action, err error) {
	side := f.Status(p).Side
	stopped := rule.Catch(func() { a, err = x.ChooseAction(f.Runner().SetPosition(f.View(p, side)), rng) })
	return a, errors.Join(stopped, err)
}

// A maker makes the policy with a name.
type maker struct {
	name, gist string
	make       func(*TranspositionTable) Policy
}

// policies lists the policies by name.
var policies = []maker{
	{"random", "any legal action: an action type first, then its arguments", func(*TranspositionTable) Policy { return &Random{} }},
	{"cautious", "the best exact odds of the next action; its own losses weigh more than the enemy's", func(m *TranspositionTable) Policy { return cautious(m) }},
	{"aggressive", "the best exact odds of the next action; ground and the enemy's losses weigh more than its own", func(m *TranspositionTable) Policy { return aggressive(m) }},
	{"search", "looks two actions ahead, with chance nodes", func(m *TranspositionTable) Policy { return &Search{Depth: 2, Width: 4, Samples: 4, Memory: m} }},
}

func init() {
	for _, l := range levels {
		policies = append(policies, maker{l.name, l.gist, func(*TranspositionTable) Policy {
			return &Lookahead{Depth: l.depth, Budget: l.budget, Endings: l.endings, Strict: l.strict, RollByRoll: true, Rollouts: l.rollouts, Mistakes: l.mistakes}
		}})
	}
}

// Names lists the policies with a description of each.
func Names() []rule.Label {
	var list []rule.Label
	for _, m := range policies {
		list = append(list, rule.Label{Name: m.name, Gist: m.gist})
	}
	return list
}

// New returns a policy by its name, with a table of its own. The error suggests similar names.
func New(name string) (Policy, error) { return NewTranspositionTable(0).New(name) }

// New returns a policy by its name that keeps its evaluations in this table, or nowhere if it is
// nil. The error suggests similar names.
func (m *TranspositionTable) New(name string) (Policy, error) {
	var names []string
	for _, x := range policies {
		if x.name == name {
			return x.make(m), nil
		}
		names = append(names, x.name)
	}
	return nil, fmt.Errorf("policy: unknown policy %q%s", name, rule.Suggest(name, names))
}

// Random takes any legal action: an action type that has one, all equally likely, and then
// arguments, all equally likely. Within actions it takes any option. It keeps nothing, since
// drawing an action is faster than looking a position up.
type Random struct {
	buffer []game.Args
}

// ChooseAction draws pseudo-legal actions until one is legal, so that it checks few of them.
func (x *Random) ChooseAction(r *game.Runner, rng *Rand) (game.Action, error) {
	var types [256]uint8
	left := types[:len(r.Instance.Game.ActionTypes)]
	for i := range left {
		left[i] = uint8(i)
	}
	for len(left) > 0 {
		k := rng.Below(len(left))
		t := left[k]
		if args, ok := x.draw(r, t, rng); ok {
			return game.Action{Type: t, Args: args}, nil
		}
		left[k] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return game.Action{}, fmt.Errorf("policy: no action is legal, but the game is not over")
}

// draw picks legal arguments for an action type. It returns false if none are legal.
func (x *Random) draw(r *game.Runner, actionType uint8, rng *Rand) (game.Args, bool) {
	x.buffer = r.PseudoLegal(int(actionType), x.buffer[:0])
	for left := x.buffer; len(left) > 0; left = left[:len(left)-1] {
		k := rng.Below(len(left))
		if r.IsLegal(game.Action{Type: actionType, Args: left[k]}) {
			return left[k], true
		}
		left[k] = left[len(left)-1]
	}
	return game.Args{}, false
}

// ChooseOption takes any option, all equally likely.
func (x *Random) ChooseOption(c rule.Choice, rng *Rand) int { return rng.Below(len(c.Options)) }
