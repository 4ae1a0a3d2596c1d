package exam

import (
	"fmt"

	"loophole/game"
	"loophole/policy"
)

// A choice is an action that a policy takes with a probability.
type choice struct {
	action      game.Action
	probability float64
}

// A chooser returns the probability with which a policy takes each action and option.
type chooser interface {
	actions(e *examiner, p game.Position) ([]choice, error)
	// options returns the probability of each option of a decision within an action.
	options(e *examiner, d policy.Decision) ([]float64, error)
}

// prepare sets the chooser for a policy and lets the policy prepare. Lookahead policies that differ only in
// Mistakes share one cache.
func (e *examiner) prepare(x policy.Policy) error {
	switch y := x.(type) {
	case *policy.Random:
		e.chooser = randomChoices{}
		return nil
	case *policy.Lookahead:
		key := *y
		key.Mistakes = 0
		pure, ok := e.fight.pure[key]
		if !ok {
			z := key
			pure = &pureChoices{policy: &z, actionCache: map[string]game.Action{}, optionCache: map[string]int{}}
			if err := policy.Prepare(e.ctx, &z, e.fight.Instance); err != nil {
				return err
			}
			e.fight.pure[key] = pure
		}
		e.chooser = pure
		if y.Mistakes > 0 {
			e.chooser = mixedChoices{pure, float64(y.Mistakes) / 100}
		}
		return nil
	}
	e.chooser = &pureChoices{policy: x, actionCache: map[string]game.Action{}, optionCache: map[string]int{}}
	return policy.Prepare(e.ctx, x, e.fight.Instance)
}

// pureChoices are the choices of a policy that takes one action in each position. If it draws
// random numbers, they come from a fixed seed.
type pureChoices struct {
	policy      policy.Policy
	actionCache map[string]game.Action // by positions
	optionCache map[string]int         // by positions, actions and answers
}

func (x *pureChoices) actions(e *examiner, p game.Position) ([]choice, error) {
	key := string(p.Bytes())
	a, ok := x.actionCache[key]
	if !ok {
		var err error
		if a, err = policy.NextAction(x.policy, e.fight.Instance, p, policy.NewRand(seed, 0, e.side)); err != nil {
			return nil, err
		}
		x.actionCache[key] = a
	}
	return []choice{{a, 1}}, nil
}

func (x *pureChoices) options(e *examiner, d policy.Decision) ([]float64, error) {
	key := fmt.Sprint(string(d.Position.Bytes()), d.Action, d.Answers)
	i, ok := x.optionCache[key]
	if !ok {
		var err error
		if i, err = policy.Decide(x.policy, e.fight.Instance, d, policy.NewRand(seed, 0, e.side)); err != nil {
			return nil, err
		}
		x.optionCache[key] = i
	}
	list := make([]float64, len(d.Options))
	list[i] = 1
	return list, nil
}

// randomChoices takes an action type that has a legal action, all equally likely, and then its
// arguments, all equally likely, as policy.Random does.
type randomChoices struct{}

func (randomChoices) actions(e *examiner, p game.Position) ([]choice, error) {
	legal, err := e.fight.Legal(e.fight.View(p, e.side))
	if err != nil {
		return nil, err
	}
	of, types := map[uint8]int{}, 0
	for _, a := range legal {
		if of[a.Type]++; of[a.Type] == 1 {
			types++
		}
	}
	list := make([]choice, len(legal))
	for i, a := range legal {
		list[i] = choice{a, 1 / float64(types*of[a.Type])}
	}
	return list, nil
}

func (randomChoices) options(_ *examiner, d policy.Decision) ([]float64, error) {
	list := make([]float64, len(d.Options))
	for i := range list {
		list[i] = 1 / float64(len(list))
	}
	return list, nil
}

// mixedChoices takes a share of its decisions at random.
type mixedChoices struct {
	pure   chooser
	random float64 // the share
}

func (x mixedChoices) actions(e *examiner, p game.Position) ([]choice, error) {
	list, err := x.pure.actions(e, p)
	if err != nil {
		return nil, err
	}
	all, err := randomChoices{}.actions(e, p)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].probability *= x.random
		for _, c := range list {
			if c.action == all[i].action {
				all[i].probability += (1 - x.random) * c.probability
			}
		}
	}
	return all, nil
}

func (x mixedChoices) options(e *examiner, d policy.Decision) ([]float64, error) {
	list, err := x.pure.options(e, d)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i] = (1-x.random)*list[i] + x.random/float64(len(list))
	}
	return list, nil
}
