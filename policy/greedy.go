package policy

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Greedy takes the action with the best expected worth of the position that
// it leads to. A position in which it has decided before costs it a look into its
// memory, unless an action there was weighed by trials.
type Greedy struct {
	// What a point of its side, of the enemy's, and of the ground weighs.
	Own, Enemy, Ground float64
	// Memory is where it keeps what it works out; nil to keep nothing.
	Memory *TranspositionTable

	budget int64 // of weighing an action, in runs; 0 is weighBudget
}

// Cautious holds its own side dear. It has a memory of its own.
func Cautious() *Greedy { return cautious(NewTranspositionTable(0)) }

// Aggressive holds the enemy's losses dear. It has a memory of its own.
func Aggressive() *Greedy { return aggressive(NewTranspositionTable(0)) }

func cautious(m *TranspositionTable) *Greedy { return &Greedy{Own: 3, Enemy: 2, Ground: 2, Memory: m} }

func aggressive(m *TranspositionTable) *Greedy {
	return &Greedy{Own: 1, Enemy: 3, Ground: 4, Memory: m}
}

// value is what a position is worth.
func (x *Greedy) value(w game.Evaluation) float64 {
	return x.Own*float64(w.Own) - x.Enemy*float64(w.Enemy) + x.Ground*float64(w.Objectives)
}

// A scoredAction action, with what may come of it, for those who look further.
type scoredAction struct {
	action  game.Action
	value   [2]float64 // to each side; to the one that acts only, where just the best was wanted
	outlook *outlook   // nil where the action was found in a memory
}

// ChooseAction weighs every action with at most one member in a set; to the best it
// then adds members as long as that is better.
func (x *Greedy) ChooseAction(r *game.Runner, chance *Rand) (game.Action, error) {
	best, err := x.best(r, chance, 1)
	if err != nil {
		return game.Action{}, err
	}
	best[0].outlook.release()
	return best[0].action, nil
}

// best returns the best few actions, best first, which are not to be written. Of
// equal ones the earlier in the list goes first.
func (x *Greedy) best(r *game.Runner, chance *Rand, few int) ([]scoredAction, error) {
	about := x.about(r.Fight, few)
	if list := x.Memory.find(about, r); list != nil {
		return list, nil
	}
	before := chance.drawn()
	list, err := x.weighAll(r, chance, few)
	if err == nil && chance.drawn() == before {
		x.Memory.keep(about, r, list)
	}
	return list, err
}

// weighAll is best without a memory.
func (x *Greedy) weighAll(r *game.Runner, chance *Rand, few int) ([]scoredAction, error) {
	p, side := r.Position(), r.Status().Side
	var list []scoredAction
	legal := r.Legal(nil)
	for _, a := range legal {
		if members(r.Fight, a) > 1 {
			continue
		}
		w, err := x.weigh(r.Fight, p, a, side, chance)
		if err != nil {
			return nil, err
		}
		list = insert(list, w, few, side)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("policy: nothing is legal, and the game is not over")
	}
	for better := true; better; {
		better = false
		for _, a := range more(r.Fight, legal, list[0].action) {
			w, err := x.weigh(r.Fight, p, a, side, chance)
			if err != nil {
				return nil, err
			}
			if w.value[side] > list[0].value[side] {
				list, better = insert(list, w, few, side), true
			} else {
				w.outlook.release()
			}
		}
	}
	if few > 1 {
		for i := range list {
			list[i].value[1-side] = x.mean(list[i].outlook, 1-side)
		}
	}
	return list, nil
}

func (x *Greedy) weigh(f *game.Instance, p game.Position, a game.Action, side int, chance *Rand) (scoredAction, error) {
	o, err := look(f, p, a, x.budget, chance)
	if err != nil {
		return scoredAction{}, err
	}
	w := scoredAction{action: a, outlook: o}
	w.value[side] = x.mean(o, side)
	return w, nil
}

// mean is the expected value of an outlook for a side.
func (x *Greedy) mean(o *outlook, side int) float64 {
	return o.mean(func(i int) float64 { return x.value(o.Worth(i, side)) })
}

// insert keeps the few that are best for a side.
func insert(list []scoredAction, w scoredAction, few, side int) []scoredAction {
	i := len(list)
	for i > 0 && list[i-1].value[side] < w.value[side] {
		i--
	}
	list = append(list, scoredAction{})
	copy(list[i+1:], list[i:])
	list[i] = w
	for _, out := range list[min(len(list), few):] {
		out.outlook.release()
	}
	return list[:min(len(list), few)]
}

// members counts what an action names in sets.
func members(f *game.Instance, a game.Action) int {
	n := 0
	for i, s := range f.Game.Verbs[a.Verb].Args {
		if s.Set {
			n += len(game.SetMembers(a.Args[i]))
		}
	}
	return n
}

// more lists the legal actions that name one more in a set, and are else the
// same.
func more(f *game.Instance, legal []game.Action, a game.Action) (list []game.Action) {
	for _, b := range legal {
		if b.Verb == a.Verb && members(f, b) == members(f, a)+1 && wider(f, a, b) {
			list = append(list, b)
		}
	}
	return list
}

func wider(f *game.Instance, a, b game.Action) bool {
	for i, s := range f.Game.Verbs[a.Verb].Args {
		if s.Set && a.Args[i]&^b.Args[i] != 0 || !s.Set && a.Args[i] != b.Args[i] {
			return false
		}
	}
	return true
}

// ChooseOption takes the first option, which is the ordinary one.
func (x *Greedy) ChooseOption(rule.Choice, *Rand) int { return 0 }
