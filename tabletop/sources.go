package tabletop

import (
	"errors"
	"fmt"

	"loophole/dice"
	"loophole/policy"
	"loophole/rule"
)

// suppliedAnswer is the answer that a seat gave to the open question.
type suppliedAnswer struct {
	faces  []uint8 // of a roll; nil lets the program roll
	tray   int     // how many of them come from the tray
	option int     // of a choice
}

// A seatSource answers an action at a table: with what a seat just gave, with the
// faces of the tray, by the program, by a policy. Where none of them knows, the
// question stays open.
type seatSource struct {
	table *liveMatch
	given *suppliedAnswer // for the first question
	from  string
}

// errShort is why a tray that is not empty does not answer a roll.
var errShort = fmt.Errorf("the faces on the tray are too few or do not fit: %w", rule.ErrUnanswered)

// Roll answers a roll, from the dice of the side that throws it.
func (u *seatSource) Roll(r rule.Roll) (int, []uint8, error) {
	t := u.table
	side := t.throws(r)
	tray := &t.standing.Trays[side]
	n := r.Pool.N()
	u.from = dice.FromTyped
	if g := u.given; g != nil {
		u.given = nil
		if g.faces == nil {
			return u.program(r)
		}
		*tray = (*tray)[g.tray:]
		return r.Pool.Evaluate(g.faces), g.faces, nil
	}
	if lies := fitting(*tray, r.Pool); len(*tray) > 0 && t.policy[side] == "" {
		if len(lies) < n {
			return 0, nil, errShort
		}
		*tray = (*tray)[n:]
		return r.Pool.Evaluate(lies), lies, nil
	}
	if t.policy[side] != "" || t.standing.Dice[side] == dice.FromProgram {
		return u.program(r)
	}
	return 0, nil, rule.ErrUnanswered
}

func (u *seatSource) program(r rule.Roll) (int, []uint8, error) {
	u.from = dice.FromProgram
	if u.table.random == nil {
		return 0, nil, errors.New("tabletop: the record of this match names no seed, so the program cannot roll")
	}
	// Dice that were taken back come again, so that taking back is no way to
	// better ones.
	return u.table.match.RepeatUndoneRolls(u.table.random).Roll(r)
}

// A policySource has a policy decide.
type policySource struct {
	rule.Source
	policy policy.Policy
	chance *policy.Rand
}

// Choose decides.
func (d *policySource) Choose(c rule.Choice) (int, error) {
	return d.policy.ChooseOption(c, d.chance), nil
}

// fitting is the beginning of a tray that can answer a roll: at most as many
// faces as it has dice, and none if one of them is not on the die.
func fitting(tray []uint8, p rule.Pool) []uint8 {
	tray = tray[:min(len(tray), p.N())]
	for _, f := range tray {
		if f < 1 || f > uint8(p.Die()) {
			return nil
		}
	}
	return tray
}

// Choose puts a decision to the side that it belongs to.
func (u *seatSource) Choose(c rule.Choice) (int, error) {
	t := u.table
	side := t.sideOf(c.By)
	if t.policy[side] != "" {
		u.from = dice.FromProgram
		return t.decides(side, c)
	}
	u.from = dice.FromTyped
	if g := u.given; g != nil {
		u.given = nil
		return g.option, nil
	}
	return 0, rule.ErrUnanswered
}

// decides has the policy of a side decide. What it decided in an action that was taken
// back it decides again.
func (t *liveMatch) decides(side int, c rule.Choice) (int, error) {
	x, err := t.memory.New(t.policy[side])
	if err != nil {
		return 0, err
	}
	return t.match.RepeatUndoneRolls(&policySource{policy: x, chance: t.chance(side)}).Choose(c)
}

// From says where the last answer came from.
func (u *seatSource) From() string { return u.from }

// mostOfAction bounds the entries of an action: no action comes near it.
const mostOfAction = 1 << 20

// chance is the generator for the next decision of a policy. It follows from the
// match's own seed, the number of actions that stand and how far the open one has
// come: so a match with a seed can be played again, and who takes an action back
// does not get another decision of the policy from the same position.
func (t *liveMatch) chance(side int) *policy.Rand {
	n := uint64(t.match.ActionCount()) * mostOfAction
	if o, open := t.match.PendingRange(); open {
		n += uint64(o.To - o.From)
	}
	return policy.NewRand(t.facts.Chance, n, side)
}
