package server

import (
	"context"
	"sync/atomic"

	"loophole/game"
	"loophole/internal/status"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/scenario"
)

// HintsState is whether hints are available.
type HintsState struct {
	On    bool     `json:"on" doc:"hints are available"`
	Asks  bool     `json:"asks" doc:"hints need the consent of both players, because each has a screen"`
	Agree []string `json:"agree" doc:"the sides that have agreed to hints, if consent is needed"`
}

// The values of the option for hints of a new match.
const (
	hintsOn  = "on"
	hintsOff = "off"
)

// solo reports whether one player, or players at one screen, play all sides that no policy plays.
func (t *liveMatch) solo() bool {
	return t.info.HotSeat || t.policy[0] != "" || t.policy[1] != ""
}

// hintsState returns whether hints are allowed, and who has agreed to them.
func (t *liveMatch) hintsState() HintsState {
	x := HintsState{Agree: []string{}}
	switch {
	case t.solo():
		x.On = t.info.Hints != hintsOff
		return x
	case t.byPhones(): // The invitation decides: no message has a consent.
		x.On = t.session.Hints == [2]bool{true, true}
		return x
	}
	x.Asks, x.On = true, true
	for side, agrees := range t.session.Hints {
		if agrees {
			x.Agree = append(x.Agree, t.side(side))
		}
		x.On = x.On && agrees
	}
	return x
}

// hintsAtFirst returns the sides that agree to hints when a match begins: those without an
// invitation, if the request asks for hints.
func hintsAtFirst(w *NewMatch) (agree [2]bool) {
	for side := range agree {
		agree[side] = w.Hints == hintsOn && (side >= len(w.Seats) || !w.Seats[side].Invite)
	}
	return agree
}

type agreeToHintsInput struct {
	MatchInput
	Body struct {
		Agree bool `json:"agree" doc:"whether this side agrees that both sides may have hints"`
	}
}

// agreeToHints sets whether a seat agrees to hints. Each player can withdraw their consent at any
// time.
func (s *Server) agreeToHints(ctx context.Context, in *agreeToHintsInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, "", nil, func(t *liveMatch, who seat) error {
		switch {
		case who.role != roleSeat:
			return problem(status.Forbidden, "not-yours", "only the players of the match agree to hints")
		case t.solo(), t.byPhones():
			return problem(status.Conflict, "no-consent", "hints need no consent in this match: the player who began it has decided")
		}
		t.session.Hints[who.side] = in.Body.Agree
		return nil
	})
}

type hintInput struct {
	MatchInput
	Action string `query:"action" maxLength:"1024" doc:"the line of an action to evaluate as well"`
}

type hintOutput struct {
	Cache string `header:"Cache-Control"`
	Body  *wire.Hint
}

// A hintQuestion is a decision of a player, with the knowledge of their side.
type hintQuestion struct {
	instance *game.Instance
	side     int
	view     game.Position
	asked    *game.Action
	decision *policy.Decision // nil for the choice of an action
	last     *atomic.Pointer[weighedView]
}

// A weighedView is the evaluation of the actions of a view, for the side that decides.
type weighedView struct {
	side     int
	view     string // its hash
	weighing *policy.Weighing
}

// hint suggests the best actions to the side that decides, from what it knows.
func (s *Server) hint(ctx context.Context, in *hintInput) (*hintOutput, error) {
	var q *hintQuestion
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) (err error) {
		q, err = t.hintQuestion(who, in.Action)
		return err
	})
	if err != nil {
		return nil, err
	}
	x := s.adviser()
	x.Start = scenario.StartChance(q.instance)
	if !x.Ready(q.instance) {
		s.prepare(x, q.instance)
		h := wire.NewHint(q.instance, q.side, "action")
		if q.decision != nil {
			h.Kind = "option"
		}
		h.Basis = "The model of this scenario is being fitted by self-play, which takes up to a minute: ask again after that."
		return &hintOutput{"private, no-store", h}, nil
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	h, err := q.answer(ctx, x)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return &hintOutput{"private, no-store", h}, nil
}

// hintQuestion returns the decision of a seat, or the reason why it gets no hint.
func (t *liveMatch) hintQuestion(who seat, line string) (*hintQuestion, error) {
	side := t.answeringSide()
	choice := t.question != nil && t.question.Choice.Why != ""
	switch {
	case who.spectates():
		return nil, spectatorProblem()
	case t.over():
		return nil, t.conflict(who, "over", "the game is over")
	case !t.hintsState().On && (t.solo() || t.byPhones()):
		return nil, problem(status.Forbidden, "no-hints", "this match was begun without hints: begin a new match with hints")
	case !t.hintsState().On:
		return nil, problem(status.Forbidden, "no-hints", "between players at two screens hints are given only while both agree to them")
	case !t.mayActFor(who, side):
		return nil, problem(status.Forbidden, "not-your-turn", "hints are for the side that decides, which is %s", t.side(side))
	case t.question != nil && !choice:
		return nil, t.conflict(who, "open", "the dice must be rolled first: answer with them, then ask again")
	case choice && line != "":
		return nil, t.conflict(who, "open", "an action waits for a decision: ask without an action")
	}
	q := &hintQuestion{instance: t.instance, side: side, view: t.instance.View(t.match.Position(), side), last: &t.weighed}
	if choice {
		if err := t.addDecision(who, q); err != nil {
			return nil, err
		}
		return q, nil
	}
	if _, open := t.match.Pending(); open {
		return nil, t.conflict(who, "open", "an action is pending: finish or undo it, then ask again")
	}
	if line != "" {
		a, err := t.readAction(who, line)
		if err != nil {
			return nil, err
		}
		q.asked = &a
	}
	return q, nil
}

// addDecision adds the open decision. If pieces are hidden, the results of the action up to now
// may depend on them. So the decision is evaluated only if nothing was rolled or decided yet.
func (t *liveMatch) addDecision(who seat, q *hintQuestion) error {
	a, _ := t.match.Pending()
	q.decision = &policy.Decision{Choice: t.question.Choice, Position: q.view, Action: a}
	q.decision.By = t.instance.Sides[q.side]
	if !t.instance.HasHiddenInfo() {
		q.decision.Answers = t.match.PendingAnswers()
		return nil
	}
	if b := t.pendingAction(who); b == nil || !b.Weighed {
		return problem(status.Conflict, "unweighed", "no hint: the results of this action so far may depend on hidden pieces; decide without one")
	}
	return nil
}

// answer evaluates the decision.
func (q *hintQuestion) answer(ctx context.Context, x *policy.Lookahead) (*wire.Hint, error) {
	if q.decision != nil {
		w, err := x.WeighOptions(ctx, q.instance, *q.decision)
		if err != nil {
			return nil, err
		}
		return wire.OptionsHint(q.instance, q.side, q.decision.Options, w), nil
	}
	w, err := q.weighing(ctx, x)
	if err != nil {
		return nil, err
	}
	if q.asked == nil || w.Explains(*q.asked) {
		return wire.HintOf(q.instance, w, q.asked), nil
	}
	w, err = x.Weigh(ctx, q.instance.Runner().SetPosition(q.view), wire.WeighedActions, *q.asked)
	if err != nil {
		return nil, err
	}
	return wire.HintOf(q.instance, w, q.asked), nil
}

// weighing evaluates the actions of the view, or returns the last evaluation if it was of the same
// view. Most questions of a player are about one of their best actions, which then needs no second search.
func (q *hintQuestion) weighing(ctx context.Context, x *policy.Lookahead) (*policy.Weighing, error) {
	view := q.view.Hash()
	if last := q.last.Load(); last != nil && last.side == q.side && last.view == view {
		return last.weighing, nil
	}
	w, err := x.Weigh(ctx, q.instance.Runner().SetPosition(q.view), wire.WeighedActions)
	if err == nil {
		q.last.Store(&weighedView{q.side, view, w})
	}
	return w, err
}
