package server

import (
	"errors"
	"fmt"

	"loophole/dice"
	"loophole/internal/policyseat"
	"loophole/policy"
	"loophole/rule"
)

// suppliedAnswer is a seat's answer to the open question.
type suppliedAnswer struct {
	faces  []uint8 // of a roll; nil: the program rolls
	tray   int     // number of faces from the tray
	option int     // of a choice
}

// A seatSource answers the questions of an action: with the seat's answer, the faces of the tray,
// the program's dice, or a policy. A question without an answer stays open.
type seatSource struct {
	live  *liveMatch
	given *suppliedAnswer // for the first question
	from  string
}

// errShort is the error of a tray whose faces do not answer a roll.
var errShort = fmt.Errorf("the faces on the tray are too few or do not fit: %w", rule.ErrUnanswered)

// Roll answers a roll with the dice of the side that throws it.
func (u *seatSource) Roll(r rule.Roll) (int, []uint8, error) {
	t := u.live
	side := t.rollingSide(r)
	tray := &t.session.Trays[side]
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
	if lying := fittingFaces(*tray, r.Pool); len(*tray) > 0 && t.policy[side] == "" {
		if len(lying) < n {
			return 0, nil, errShort
		}
		*tray = (*tray)[n:]
		return r.Pool.Evaluate(lying), lying, nil
	}
	if t.policy[side] != "" || t.session.Dice[side] == dice.FromProgram {
		return u.program(r)
	}
	return 0, nil, rule.ErrUnanswered
}

func (u *seatSource) program(r rule.Roll) (int, []uint8, error) {
	u.from = dice.FromProgram
	if u.live.random == nil {
		return 0, nil, errors.New("server: the record of this match names no seed, so the program cannot roll")
	}
	// After an undo the same dice come again, so that an undo does not give better ones.
	return u.live.match.RepeatUndoneRolls(u.live.random).Roll(r)
}

// fittingFaces returns the faces of a tray for a roll: at most as many as the roll has dice, and none
// if one of them does not exist on the die.
func fittingFaces(tray []uint8, p rule.Pool) []uint8 {
	tray = tray[:min(len(tray), p.N())]
	for _, f := range tray {
		if f < 1 || f > uint8(p.Die()) {
			return nil
		}
	}
	return tray
}

// Choose puts a decision to its side.
func (u *seatSource) Choose(c rule.Choice) (int, error) {
	t := u.live
	side := t.sideOf(c.By)
	if t.policy[side] != "" {
		u.from = dice.FromProgram
		return t.policyOption(side, c)
	}
	u.from = dice.FromTyped
	if g := u.given; g != nil {
		u.given = nil
		return g.option, nil
	}
	return 0, rule.ErrUnanswered
}

// policyOption returns the option that a policy decides on. After an undo it repeats the earlier
// decision.
func (t *liveMatch) policyOption(side int, c rule.Choice) (int, error) {
	x, err := t.positions.New(t.policy[side])
	if err != nil {
		return 0, err
	}
	return t.match.RepeatUndoneRolls(&policyseat.Source{Match: t.match, Policy: x, RNG: t.policyRand(side)}).Choose(c)
}

// From returns the origin of the last answer.
func (u *seatSource) From() string { return u.from }

// mostEntriesOfAction is larger than the number of entries of any action.
const mostEntriesOfAction = 1 << 20

// policyRand returns the random generator for a policy's next decision. It depends on the match's
// seed, the number of current actions, and the entries of the pending one. So a match with a chosen
// seed can be repeated, and an undo does not change a policy's decision.
func (t *liveMatch) policyRand(side int) *policy.Rand {
	n := uint64(t.match.ActionCount()) * mostEntriesOfAction
	if o, open := t.match.PendingRange(); open {
		n += uint64(o.To - o.From)
	}
	return policy.NewRand(t.info.Chance, n, side)
}
