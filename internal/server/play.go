package server

import (
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/twohands"
	"loophole/internal/usertext"
	"loophole/rule"
)

type playInput struct {
	MatchInput
	ToldInput
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"a repeated key returns the same entries, and nothing is played twice"`
	Body struct {
		Action   string `json:"action" minLength:"1" maxLength:"1024" doc:"the line of the action"`
		Position string `json:"position,omitempty" maxLength:"64" doc:"the position that the action is meant for; in another position it is rejected"`
	}
}

// play plays an action.
func (s *Server) play(ctx context.Context, in *playInput) (*playOutput, error) {
	out, err := s.change(ctx, &in.MatchInput, in.Key, in.Body, func(t *liveMatch, who seat) error {
		if err := t.checkTurn(who, in.Body.Position); err != nil {
			return err
		}
		a, err := t.readAction(who, in.Body.Action)
		if err != nil {
			return err
		}
		if t.byPhones() {
			return t.redactError(who, t.actHere(who, twohands.Do+" "+t.instance.FormatAction(a)))
		}
		t.dropRequests()
		return t.redactError(who, t.playAction(a, nil))
	})
	if err == nil && in.Told {
		s.tellPlayed(ctx, &in.MatchInput, &out.Body)
	}
	return out, err
}

// checkTurn returns the reason why a seat may not play now, or nil.
func (t *liveMatch) checkTurn(who seat, position string) error {
	switch {
	case who.spectates():
		return spectatorProblem()
	case t.hands != nil && !t.byPhones():
		return t.notByHand()
	case t.over():
		return t.conflict(who, "over", "the game is over")
	case t.question != nil:
		return t.conflict(who, "open", "an action waits for an answer: answer its question, or undo it")
	case position != "" && position != t.now(who).hash:
		return t.conflict(who, "moved-on", "the position has changed since: look at it and choose again")
	case !t.mayActFor(who, t.match.Status().Side):
		return problem(status.Forbidden, "not-your-turn", "it is the turn of %s", t.side(t.match.Status().Side))
	}
	return nil
}

// conflict returns a problem that has the current state.
func (t *liveMatch) conflict(who seat, kind, detail string) *Problem {
	p := problem(status.Conflict, kind, "%s", detail)
	p.State = t.state(who)
	return p
}

// readAction parses a line and checks that the action is legal in the seat's view. The view is checked
// first, so that no error reveals hidden pieces.
func (t *liveMatch) readAction(who seat, line string) (game.Action, error) {
	a, err := t.instance.ParseAction(line)
	p := t.now(who).view
	hidden := t.hiddenNow(who)
	if err != nil || mentions(t.instance.FormatAction(a), hidden) {
		return a, t.parseProblem(line, err, hidden)
	}
	return a, t.redactError(who, t.instance.WhyIllegal(p, a))
}

// parseProblem returns the problem of a line that is not an action. If pieces are hidden, it has
// no suggestions: a hidden name and an unknown name get the same answer.
func (t *liveMatch) parseProblem(line string, err error, hidden map[string]bool) *Problem {
	if len(hidden) == 0 {
		return problem(status.UnprocessableEntity, "unknown-action", "%s", InWords(err))
	}
	return problem(status.UnprocessableEntity, "unknown-action", "%q names something unknown or unseen, or is not written as an action is: the list of actions has every line", usertext.Truncate(line))
}

// redactError removes hidden names from violations.
func (t *liveMatch) redactError(who seat, err error) error {
	var no rule.IllegalError
	if !errors.As(err, &no) {
		return err
	}
	hidden := t.hiddenNow(who)
	out := slices.Clone(no)
	for i := range out {
		if mentions(out[i].Reason, hidden) {
			out[i].Reason = "something that is not seen is in the way"
		}
	}
	return t.instance.SpokenViolations(out)
}
