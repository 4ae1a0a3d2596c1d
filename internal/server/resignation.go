package server

import (
	"context"

	"loophole/internal/status"
	"loophole/internal/twohands"
)

type resignInput struct {
	UndoInput
	Body struct {
		Side string `json:"side" minLength:"1" maxLength:"200" doc:"the side that resigns: that of the seat, or either one at one screen"`
	}
}

// resign ends a match: a side gives it up, and the other side wins.
func (s *Server) resign(ctx context.Context, in *resignInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, in.Key, []any{"resign", in.Body.Side}, func(t *liveMatch, who seat) error {
		side, err := t.mayResign(who, in.Body.Side)
		if err != nil {
			return err
		}
		if t.hands != nil {
			return t.actHere(who, twohands.Resign)
		}
		t.dropRequests()
		return t.match.Resign(side)
	})
}

// mayResign returns the side that a request names, or the reason why the seat may not resign for it
// now. Nobody resigns for a policy or for another player.
func (t *liveMatch) mayResign(who seat, name string) (side int, err error) {
	if who.spectates() {
		return 0, spectatorProblem()
	}
	if side, err = t.sideNamed(name); err != nil {
		return 0, err
	}
	_, pending := t.match.Pending()
	switch {
	case !t.mayActFor(who, side):
		return 0, problem(status.Forbidden, "not-yours", "nobody but its player resigns for %s", t.side(side))
	case t.over():
		return 0, t.conflict(who, "over", "the game is over: there is nothing to resign")
	case pending:
		return 0, t.conflict(who, "open", "an action waits for an answer: finish it, or undo it, and resign then")
	}
	return side, nil
}
