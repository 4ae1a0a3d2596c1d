package main

import (
	"fmt"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
)

// players are the pairs of policies that play the games, in turn.
var players = [][2]string{
	{"corporal", "private"}, {"private", "corporal"}, {"sergeant", "recruit"}, {"recruit", "sergeant"},
	{"cautious", "corporal"}, {"corporal", "cautious"},
}

// mistakes is the percentage of actions of a game that are random.
const mistakes = 8

// mostActions bounds the length of a game.
const mostActions = 5_000

// table keeps the evaluations of the policies of all games.
var table = policy.NewTranspositionTable(64 << 20)

// play plays a game of the scenario and returns the positions in which a side had to act, in their
// order. Every game after a number of branches begins at the start. The branches begin at positions
// in the second half of it.
func (s *source) play(number int, b budget) ([]game.Position, error) {
	k := number % (1 + b.branches)
	if k == 0 {
		var err error
		s.whole, err = playGame(s.instance, s.instance.Start, players[number%len(players)], number, mistakes)
		return s.whole, err
	}
	n, by := len(s.whole), players[number%len(players)]
	if b.quick {
		by = [2]string{"cautious", "cautious"}
	}
	return playGame(s.instance, s.whole[n/2+(n-1-n/2)*(k-1)/b.branches], by, number, b.branchMistakes)
}

// playGame plays a game between two policies from a position, and returns the positions in which a side had to act.
func playGame(f *game.Instance, from game.Position, by [2]string, number, mistakes int) (positions []game.Position, err error) {
	var sides [2]policy.Policy
	var random [2]*policy.Rand
	for side, name := range by {
		if sides[side], err = table.New(name); err != nil {
			return nil, err
		}
		random[side] = policy.NewRand(1, uint64(number), side)
	}
	r := f.Runner().SetPosition(from)
	stopped := rule.Catch(func() {
		at := 0 // the side to act
		dice := sim.NewSampler(1, uint64(number), func(c rule.Choice) int {
			for side := range f.Sides {
				if c.By == f.Sides[side] {
					return sides[side].ChooseOption(c, random[side])
				}
			}
			return sides[at].ChooseOption(c, random[at])
		})
		u := rule.NewUmpire(dice, nil).WithHouseRules(f.House)
		for !r.Status().Over {
			at = r.Status().Side
			p := r.Position()
			positions = append(positions, p)
			if len(positions) > mostActions {
				err = fmt.Errorf("%s, game %d: more than %d actions", f.Scenario, number, mostActions)
				return
			}
			x := sides[at]
			if random[at].Below(100) < mistakes {
				x = &policy.Random{}
			}
			var a game.Action
			if a, err = policy.NextAction(x, f, p, random[at]); err != nil {
				return
			}
			r.Apply(u, a)
		}
	})
	if err == nil {
		err = stopped
	}
	return positions, err
}
