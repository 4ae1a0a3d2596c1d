package policy

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Weigher takes the action with the best expected worth of the position that
// it leads to.
type Weigher struct {
	// What a point of one's own men, of the enemy's, and of the ground weighs.
	Own, Enemy, Ground float64
}

// Cautious holds one's own men dear.
func Cautious() *Weigher { return &Weigher{Own: 3, Enemy: 2, Ground: 2} }

// Aggressive holds the enemy's losses dear.
func Aggressive() *Weigher { return &Weigher{Own: 1, Enemy: 3, Ground: 4} }

// value is what a position is worth.
func (x *Weigher) value(w game.Worth) float64 {
	return x.Own*float64(w.Own) - x.Enemy*float64(w.Enemy) + x.Ground*float64(w.Ground)
}

// A weighed action, with what may come of it, for those who look further.
type weighed struct {
	action  game.Action
	value   float64
	outlook *outlook
}

// Act weighs every action with at most one member in a set; to the best it
// then adds members as long as that is better.
func (x *Weigher) Act(r *game.Runner, chance *Rand) (game.Action, error) {
	best, err := x.best(r, chance, 1)
	if err != nil {
		return game.Action{}, err
	}
	return best[0].action, nil
}

// best returns the best few actions, best first. Of equal ones the earlier in
// the list goes first.
func (x *Weigher) best(r *game.Runner, chance *Rand, few int) ([]weighed, error) {
	p, side := r.Position(), r.Status().Side
	var list []weighed
	legal := r.Legal(nil)
	for _, a := range legal {
		if members(r.Fight, a) > 1 {
			continue
		}
		w, err := x.weigh(r.Fight, p, a, side, chance)
		if err != nil {
			return nil, err
		}
		list = insert(list, w, few)
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
			if w.value > list[0].value {
				list, better = insert(list, w, few), true
			}
		}
	}
	return list, nil
}

func (x *Weigher) weigh(f *game.Fight, p game.Position, a game.Action, side int, chance *Rand) (weighed, error) {
	o, err := look(f, p, a, chance)
	if err != nil {
		return weighed{}, err
	}
	return weighed{a, o.mean(func(i int) float64 { return x.value(o.Worth(i, side)) }), o}, nil
}

// insert keeps the best few.
func insert(list []weighed, w weighed, few int) []weighed {
	i := len(list)
	for i > 0 && list[i-1].value < w.value {
		i--
	}
	list = append(list, weighed{})
	copy(list[i+1:], list[i:])
	list[i] = w
	return list[:min(len(list), few)]
}

// members counts what an action names in sets.
func members(f *game.Fight, a game.Action) int {
	n := 0
	for i, s := range f.Game.Verbs[a.Verb].Args {
		if s.Set {
			n += len(game.Members(a.Args[i]))
		}
	}
	return n
}

// more lists the legal actions that name one more in a set, and are else the
// same.
func more(f *game.Fight, legal []game.Action, a game.Action) (list []game.Action) {
	for _, b := range legal {
		if b.Verb == a.Verb && members(f, b) == members(f, a)+1 && wider(f, a, b) {
			list = append(list, b)
		}
	}
	return list
}

func wider(f *game.Fight, a, b game.Action) bool {
	for i, s := range f.Game.Verbs[a.Verb].Args {
		if s.Set && a.Args[i]&^b.Args[i] != 0 || !s.Set && a.Args[i] != b.Args[i] {
			return false
		}
	}
	return true
}

// Choose takes the first option, which is the ordinary one.
func (x *Weigher) Choose(rule.Choice, *Rand) int { return 0 }
