package outcomes

import (
	"errors"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// errDecides ends a probe.
var errDecides = errors.New("outcomes: somebody decides")

// A probe plays an action with the greatest result of every roll until somebody decides something. That is a guess:
// other results may lead to decisions where these do not.
type probe struct {
	*Finder
	rolls int
}

// probe plays an action once. It reports whether somebody decides something, and otherwise where the action ends,
// and whether anything was rolled.
func (x *Finder) probe(r *game.ActionRunner) (end int, rolls, decides bool, err error) {
	b := &probe{Finder: x}
	u := rule.NewUmpire(b, nil)
	err = rule.Catch(func() { end = r.Play(u) })
	switch {
	case errors.Is(err, errDecides):
		return 0, b.rolls > 0, true, nil
	case errors.Is(err, errEndless) || errors.Is(err, odds.ErrTooExpensive):
		err = nil // The engine of exact odds may do better.
	}
	return end, b.rolls > 0, false, err
}

// IsWordless reports that the umpire may leave out the words of questions.
func (*probe) IsWordless() bool { return true }

// Roll answers with the greatest result of the pool.
func (b *probe) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if b.rolls++; b.rolls > mostQuestions {
		return 0, nil, errEndless
	}
	d, err := b.pool(r.Pool)
	if err != nil {
		return 0, nil, err
	}
	values, _ := d.All()
	return values[len(values)-1], nil, nil
}

// Choose ends the probe.
func (*probe) Choose(rule.Choice) (int, error) { return 0, errDecides }
