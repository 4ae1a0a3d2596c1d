package tabletop

import (
	"context"
	"net/http"
)

// undoes tells a seat what can be taken back.
func (t *liveMatch) undoes(who seat) (u UndoState) {
	if t.standing.Asks != nobody {
		u.AskedBy = t.side(t.standing.Asks)
	}
	if who.looksOn() {
		return u
	}
	if t.over() {
		return u
	}
	by := t.taker(who)
	_, asks, ok := t.match.UndoTarget(by)
	n := t.reach()
	if u.Possible = ok && n > 0; u.Possible {
		u.Free = !asks || t.consents(who, by)
		u.Actions = n
	}
	return u
}

// reach counts the actions that an undo takes back now, a pending one included. It is 0 if only
// policies have acted.
func (t *liveMatch) reach() int {
	list, players := t.match.UndoList(1, t.policies())
	if players == 0 {
		return 0
	}
	return len(list)
}

// taker is the side as which a seat takes back: two players at one screen take
// back as the one who acted.
func (t *liveMatch) taker(who seat) int {
	if who.role != roleTable {
		return who.side
	}
	if list, players := t.match.UndoList(1, t.policies()); players > 0 {
		return list[len(list)-1].By
	}
	return 0
}

// consents reports whether the other side consents without being asked: it is
// a policy, or sits at the same screen.
func (t *liveMatch) consents(who seat, by int) bool {
	return who.role == roleTable || t.policy[1-by] != ""
}

// redoes reports whether a seat may let stand again what was taken back: its
// own action, or a policy's.
func (t *liveMatch) redoes(who seat) bool {
	whose, ok := t.match.RedoTarget()
	return ok && (who.sits(whose) || !who.looksOn() && t.policy[whose] != "")
}

// takeBack takes the last action back, or asks the other side whether it may be.
// Against a policy it takes back what the policy has done since, too, so that
// the player is where he was before his own last action.
func (t *liveMatch) takeBack(who seat) error {
	if t.over() {
		return ended()
	}
	by := t.taker(who)
	_, asks, ok := t.match.UndoTarget(by)
	if !ok || t.reach() == 0 {
		return problem(http.StatusConflict, "nothing", "nothing was played that could be taken back")
	}
	if asks && !t.consents(who, by) {
		if t.standing.Asks == by {
			return problem(http.StatusConflict, "asked", "%s has been asked already", t.side(1-by))
		}
		t.standing.Asks = by
		return nil
	}
	return t.undone(by)
}

// ended is why nothing is taken back after the end: everybody may read the seed of
// the dice by then, and all secrets.
func ended() *Problem {
	return problem(http.StatusConflict, "over", "the game is over and its record is open: nothing can be taken back")
}

// undone takes back the last action of a player, with those of a policy after it. The record
// notes consent only where it is needed.
func (t *liveMatch) undone(by int) error {
	t.question, t.standing.Asks = nil, nobody
	return t.match.UndoToPlayer(by, t.policies())
}

// policies tells which sides a policy plays.
func (t *liveMatch) policies() [2]bool { return [2]bool{t.policy[0] != "", t.policy[1] != ""} }

// letStand lets what was taken back stand again: one action of the side, and
// what a policy did after it.
func (t *liveMatch) letStand(who seat) error {
	whose, ok := t.match.RedoTarget()
	if !ok {
		return problem(http.StatusConflict, "nothing", "nothing was taken back that could stand again")
	}
	if !t.redoes(who) {
		return problem(http.StatusForbidden, "not-yours", "it was %s that took back, or had taken back: it is for that side to let it stand", t.side(whose))
	}
	by := who.side
	if who.role == roleTable {
		by = whose
	}
	t.standing.Asks = nobody
	_, err := t.match.RedoToPlayer(by, t.policies())
	return err
}

// UndoInput is a request about a match that is done once.
type UndoInput struct {
	MatchInput
	Key string `header:"Idempotency-Key" maxLength:"200" doc:"the same key again gets the same entries, and nothing is done twice"`
}

func (s *Server) undo(ctx context.Context, in *UndoInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, "undo", func(t *liveMatch, who seat) error {
		if who.looksOn() {
			return spectatorProblem()
		}
		if err := t.notByHand(); err != nil {
			return err
		}
		return t.takeBack(who)
	})
}

func (s *Server) redo(ctx context.Context, in *UndoInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, "redo", func(t *liveMatch, who seat) error {
		if who.looksOn() {
			return spectatorProblem()
		}
		if err := t.notByHand(); err != nil {
			return err
		}
		return t.letStand(who)
	})
}

type consentInput struct {
	UndoInput
	Body struct {
		Agree bool `json:"agree"`
	}
}

func (s *Server) consent(ctx context.Context, in *consentInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, []any{"consent", in.Body.Agree}, func(t *liveMatch, who seat) error {
		asks := t.standing.Asks
		if err := t.notByHand(); err != nil {
			return err
		}
		switch {
		case t.over():
			return ended()
		case asks == nobody:
			return problem(http.StatusConflict, "not-asked", "nobody asks to take anything back")
		case !who.sits(1 - asks):
			return problem(http.StatusForbidden, "not-yours", "it is for %s to consent", t.side(1-asks))
		case !in.Body.Agree:
			t.standing.Asks = nobody
			return nil
		}
		return t.undone(asks)
	})
}

func spectatorProblem() *Problem {
	return problem(http.StatusForbidden, "spectator", "this token is for looking on: ask a player for his link")
}

// dropUndoRequest lets a request to take back fall, or to delete the match, as something was
// played after it.
func (t *liveMatch) dropUndoRequest() { t.standing.Asks, t.standing.Deletes = nobody, [2]bool{} }
