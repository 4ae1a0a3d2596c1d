package server

import (
	"context"
	"strings"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/status"
	"loophole/match"
	"loophole/rule"
)

// termsOf returns the terms of a match between two people at different screens: each side rolls
// as chosen at the start. At one screen, and against a policy, no terms are needed.
func termsOf(f *game.Instance, players, how [2]string, hotseat bool) *match.Terms {
	if hotseat || strings.HasPrefix(players[0], byPolicy) || strings.HasPrefix(players[1], byPolicy) {
		return nil
	}
	t := &match.Terms{Typed: []rule.Side{}}
	for side, x := range how {
		if x == dice.FromTyped {
			t.Typed = append(t.Typed, f.Sides[side])
		}
	}
	return t
}

type diceInput struct {
	MatchInput
	Side string `path:"side" maxLength:"200" doc:"the name of the side"`
	Body struct {
		Dice  string `json:"dice,omitempty" enum:"program,typed" doc:"who rolls from now on; unchanged if left out"`
		Block *[]int `json:"block,omitempty" maxItems:"4096" doc:"a tray of faces that are used first; an empty one clears the tray"`
	}
}

// dice sets how a side rolls, and fills its tray. If the terms of the match let the program roll
// for the side, the other side is asked for consent to typed dice.
func (s *Server) dice(ctx context.Context, in *diceInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, "", nil, func(t *liveMatch, who seat) error {
		side, err := t.sideNamed(in.Side)
		if err != nil {
			return err
		}
		if !t.mayActFor(who, side) {
			return problem(status.Forbidden, "not-yours", "the dice of %s are not yours", in.Side)
		}
		if err := t.notByHand(); err != nil {
			return err
		}
		bound := !t.match.MayType(side)
		if bound && t.over() {
			return problem(status.Conflict, "over", "the game is over")
		}
		if bound && in.Body.Block != nil && len(*in.Body.Block) > 0 {
			return problem(status.Forbidden, "terms", "by the terms of this match the program rolls for %s: ask for dice of your own first, by dice \"typed\"; %s is to agree", in.Side, t.side(1-side))
		}
		if in.Body.Dice != "" {
			t.session.Wants[side] = bound && in.Body.Dice == dice.FromTyped
		}
		if t.session.Wants[side] {
			return nil
		}
		if in.Body.Block != nil {
			tray, err := trayOf(*in.Body.Block)
			if err != nil {
				return err
			}
			t.session.Trays[side] = tray
		}
		if in.Body.Dice != "" {
			t.session.Dice[side] = in.Body.Dice
		}
		if a, open := t.match.Pending(); open {
			return t.redactError(who, t.playAction(a, nil)) // The open question may have its answer now.
		}
		return nil
	})
}

func trayOf(faces []int) ([]uint8, error) {
	tray := []uint8{}
	for i, f := range faces {
		if f < 1 || f > int(rule.D100) {
			return nil, badAnswer("die %d of the block shows %d; a face is 1 to %d", i+1, f, rule.D100)
		}
		tray = append(tray, uint8(f))
	}
	return tray, nil
}

type agreeInput struct {
	UndoInput
	Side string `path:"side" maxLength:"200" doc:"the name of the side that asks"`
	Body struct {
		Agree bool `json:"agree"`
	}
}

// agreeToDice allows or refuses typed dice of the other side.
func (s *Server) agreeToDice(ctx context.Context, in *agreeInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, []any{"agree", in.Side, in.Body.Agree}, func(t *liveMatch, who seat) error {
		side, err := t.sideNamed(in.Side)
		if err != nil {
			return err
		}
		switch {
		case t.hands != nil:
			return t.notByHand()
		case !who.hasSide(1 - side):
			return problem(status.Forbidden, "not-yours", "%s must agree", t.side(1-side))
		case t.over():
			return problem(status.Conflict, "over", "the game is over")
		case !t.session.Wants[side]:
			return problem(status.Conflict, "not-asked", "%s does not ask for dice of its own", in.Side)
		}
		if _, open := t.match.Pending(); open && in.Body.Agree {
			return t.conflict(who, "open", "an action waits for an answer: agree when it is done")
		}
		t.session.Wants[side] = false
		if !in.Body.Agree {
			return nil
		}
		t.session.Dice[side] = dice.FromTyped
		return t.match.Agree(side)
	})
}
