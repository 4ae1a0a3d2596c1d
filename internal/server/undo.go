package server

import (
	"context"

	"loophole/internal/status"
	"loophole/internal/twohands"
)

// undoState returns what a seat can undo.
func (t *liveMatch) undoState(who seat) (u UndoState) {
	if t.session.Asks != nobody {
		u.AskedBy = t.side(t.session.Asks)
	}
	if who.spectates() {
		return u
	}
	if t.over() || !t.mayAddHere() {
		return u
	}
	by := t.undoSide(who)
	_, asks, ok := t.match.UndoTarget(by)
	n := t.undoCount()
	if u.Possible = ok && n > 0; u.Possible {
		u.Free = !asks || t.consents(who, by)
		u.Actions = n
	}
	return u
}

// undoCount counts the actions that an undo takes back now, a pending one included. It is 0 if only
// policies have acted.
func (t *liveMatch) undoCount() int {
	list, players := t.match.UndoList(1, t.policies())
	if players == 0 {
		return 0
	}
	return len(list)
}

// undoSide returns the side for which a seat undoes. Two players at one screen undo as the player
// who acted.
func (t *liveMatch) undoSide(who seat) int {
	if who.role != roleTable {
		return who.side
	}
	if list, players := t.match.UndoList(1, t.policies()); players > 0 {
		return list[len(list)-1].By
	}
	return 0
}

// consents reports whether the other side consents without being asked: a policy plays it, or it
// is at the same screen.
func (t *liveMatch) consents(who seat, by int) bool {
	return who.role == roleTable || t.policy[1-by] != ""
}

// canRedo reports whether a seat may redo: the undone action is its own or a policy's.
func (t *liveMatch) canRedo(who seat) bool {
	whose, ok := t.match.RedoTarget()
	return ok && t.mayAddHere() && (who.hasSide(whose) || !who.spectates() && t.policy[whose] != "")
}

// undo undoes the last action of a player, or asks the other side for consent. Against a policy
// it also undoes the policy's actions since, so that the player has their last decision again.
func (t *liveMatch) undo(who seat) error {
	if t.over() {
		return overProblem()
	}
	by := t.undoSide(who)
	_, asks, ok := t.match.UndoTarget(by)
	if !ok || t.undoCount() == 0 {
		return problem(status.Conflict, "nothing", "there is nothing to undo")
	}
	if asks && !t.consents(who, by) {
		if t.session.Asks == by {
			return problem(status.Conflict, "asked", "%s has been asked already", t.side(1-by))
		}
		t.session.Asks = by
		return nil
	}
	return t.undoLast(by)
}

// overProblem returns the problem of an undo after the end of the game: by then all players may read the
// seed and all hidden information.
func overProblem() *Problem {
	return problem(status.Conflict, "over", "the game is over and its record is open: no action can be undone")
}

// undoLast takes back the last action of a player, with those of a policy after it. The record
// notes consent only where it is needed.
func (t *liveMatch) undoLast(by int) error {
	t.question, t.session.Asks = nil, nobody
	return t.match.UndoToPlayer(by, t.policies())
}

// policies returns which sides a policy plays.
func (t *liveMatch) policies() [2]bool { return [2]bool{t.policy[0] != "", t.policy[1] != ""} }

// redo redoes one action of the side, and the policy's actions after it.
func (t *liveMatch) redo(who seat) error {
	whose, ok := t.match.RedoTarget()
	if !ok {
		return problem(status.Conflict, "nothing", "there is nothing to redo")
	}
	if !t.canRedo(who) {
		return problem(status.Forbidden, "not-yours", "%s undid this action and must redo it", t.side(whose))
	}
	by := who.side
	if who.role == roleTable {
		by = whose
	}
	t.session.Asks = nobody
	_, err := t.match.RedoToPlayer(by, t.policies())
	return err
}

// UndoInput is a request about a match that runs once.
type UndoInput struct {
	MatchInput
	Key string `header:"Idempotency-Key" maxLength:"200" doc:"a repeated key returns the same entries, and nothing is done twice"`
}

func (s *Server) undo(ctx context.Context, in *UndoInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, "undo", func(t *liveMatch, who seat) error {
		if who.spectates() {
			return spectatorProblem()
		}
		if t.hands != nil {
			return t.actHere(who, twohands.Undo)
		}
		return t.undo(who)
	})
}

func (s *Server) redo(ctx context.Context, in *UndoInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, "redo", func(t *liveMatch, who seat) error {
		if who.spectates() {
			return spectatorProblem()
		}
		if t.hands != nil {
			return t.actHere(who, twohands.Redo)
		}
		return t.redo(who)
	})
}

type consentInput struct {
	UndoInput
	Body struct {
		Agree bool `json:"agree"`
	}
}

func (s *Server) consentToUndo(ctx context.Context, in *consentInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, []any{"consent", in.Body.Agree}, func(t *liveMatch, who seat) error {
		asks := t.session.Asks
		if t.hands != nil && in.Body.Agree {
			return t.actHere(who, twohands.Consent)
		}
		if t.hands != nil {
			return t.actHere(who, twohands.Refuse)
		}
		switch {
		case t.over():
			return overProblem()
		case asks == nobody:
			return problem(status.Conflict, "not-asked", "nobody asks to undo")
		case !who.hasSide(1 - asks):
			return problem(status.Forbidden, "not-yours", "%s must consent", t.side(1-asks))
		case !in.Body.Agree:
			t.session.Asks = nobody
			return nil
		}
		return t.undoLast(asks)
	})
}

func spectatorProblem() *Problem {
	return problem(status.Forbidden, "spectator", "this is a spectator token: ask a player for their link")
}

// dropRequests cancels the requests to undo and to delete the match, because an action was
// played after them.
func (t *liveMatch) dropRequests() { t.session.Asks, t.session.Deletes = nobody, [2]bool{} }
