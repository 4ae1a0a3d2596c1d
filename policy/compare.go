package policy

import (
	"loophole/game"
	"loophole/rule"
	"loophole/winprob"
)

// A Comparer compares two actions of a position by rollouts, as the strongest levels and hints do. It
// serves one goroutine.
type Comparer struct {
	roller *roller
	at     *game.Runner
}

// NewComparer returns a comparer for a fight and its model.
func NewComparer(f *game.Instance, m *winprob.Model) *Comparer {
	return &Comparer{newRoller(f, m.Evaluator(), m.Quality), f.Runner()}
}

// Lead plays the game on after both actions with the same dice, pair after pair, until it has played about as
// many actions as plays says, at least one pair if plays is more than 0. It returns by how much more the side to decide
// wins after a than after b, with the number of pairs. The position is what that side knows. Equal seeds have equal
// results.
func (c *Comparer) Lead(p game.Position, a, b game.Action, plays int, seed uint64) (lead float64, pairs int, err error) {
	stopped := rule.Catch(func() { lead, pairs, err = c.lead(p, a, b, plays, seed) })
	if stopped != nil {
		err = stopped
	}
	return lead, pairs, err
}

func (c *Comparer) lead(p game.Position, a, b game.Action, plays int, seed uint64) (float64, int, error) {
	x, side := c.roller, c.at.SetPosition(p).Status().Side
	arms := x.arms([]Ranked{{Action: a}, {Action: b}})
	begin := x.from(c.at)
	for j := uint64(0); x.plays < plays; j++ {
		for _, arm := range arms {
			if err := x.rollout(begin, side, arm, seed, j); err != nil {
				return 0, 0, err
			}
		}
	}
	lead, _ := arms[0].lead(arms[1])
	return lead, len(arms[1].results), nil
}
