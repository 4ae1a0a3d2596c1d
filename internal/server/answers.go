package server

import (
	"context"

	"loophole/dice"
	"loophole/internal/status"
)

type answerInput struct {
	MatchInput
	ToldInput
	Key  string `header:"Idempotency-Key" maxLength:"200" doc:"a repeated key returns the same entries, and nothing is answered twice"`
	Body Answer
}

// Answer answers the open question, in one of three ways.
type Answer struct {
	Question string `json:"question" minLength:"1" maxLength:"32" doc:"the id of the question"`
	Faces    []int  `json:"faces,omitempty" maxItems:"4096" doc:"the faces of the dice"`
	Option   *int   `json:"option,omitempty" minimum:"0" doc:"the chosen option, from 0"`
	Roll     bool   `json:"roll,omitempty" doc:"let the program roll these dice"`
}

// answer answers the open question and resumes the action.
func (s *Server) answer(ctx context.Context, in *answerInput) (*playOutput, error) {
	out, err := s.change(ctx, &in.MatchInput, in.Key, in.Body, func(t *liveMatch, who seat) error {
		if who.spectates() {
			return spectatorProblem()
		}
		if !t.byPhones() || t.awaitsHands() {
			if err := t.notByHand(); err != nil {
				return err
			}
		}
		if t.question == nil || in.Body.Question != t.questionID() {
			return t.conflict(who, "answered", "that question is not open")
		}
		if !t.mayActFor(who, t.answeringSide()) {
			return problem(status.Forbidden, "not-yours", "%s must answer", t.side(t.answeringSide()))
		}
		g, err := t.given(&in.Body)
		if err != nil {
			return err
		}
		if t.byPhones() {
			return t.answerHere(who, g)
		}
		a, _ := t.match.Pending()
		return t.redactError(who, t.playAction(a, g))
	})
	if err == nil && in.Told {
		s.tellPlayed(ctx, &in.MatchInput, &out.Body)
	}
	return out, err
}

// given checks an answer against the open question. It changes nothing.
func (t *liveMatch) given(a *Answer) (*suppliedAnswer, error) {
	q := t.openQuestion()
	ways := 0
	for _, given := range []bool{len(a.Faces) > 0, a.Option != nil, a.Roll} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		return nil, badAnswer("give faces, an option or roll: one of them")
	}
	switch {
	case q.Kind == "choice" && a.Option == nil:
		return nil, badAnswer("this is a decision: give an option from 0 to %d", len(t.question.Choice.Options)-1)
	case q.Kind == "choice" && (*a.Option < 0 || *a.Option >= len(t.question.Choice.Options)):
		return nil, badAnswer("there is no option %d; the options are 0 to %d", *a.Option, len(t.question.Choice.Options)-1)
	case q.Kind == "choice":
		return &suppliedAnswer{option: *a.Option}, nil
	case a.Option != nil:
		return nil, badAnswer("these are dice: give %d faces of D%d, or roll", q.Many, q.Die)
	case a.Roll && t.random == nil:
		return nil, badAnswer("the program has no dice in this match: give %d faces of D%d", q.Many, q.Die)
	case a.Roll:
		return &suppliedAnswer{}, nil
	case len(a.Faces) != q.Many:
		return nil, badAnswer("the faces given are %d; wanted are %d of D%d: %s", len(a.Faces), q.Many, q.Die, dice.PromptFor(t.question.Roll))
	}
	g, err := facesOf(q.Given, a.Faces, q.Die)
	if err != nil {
		return nil, err
	}
	if err := t.question.Roll.Pool.CheckFaces(g.faces); err != nil {
		return nil, badAnswer("%v: %s", err, dice.PromptFor(t.question.Roll))
	}
	return g, nil
}

// facesOf appends the faces of an answer to those on the tray.
func facesOf(lying, shown []int, die int) (*suppliedAnswer, error) {
	g := &suppliedAnswer{faces: make([]uint8, 0, len(lying)+len(shown))}
	for _, f := range lying {
		g.faces = append(g.faces, uint8(f))
	}
	for i, f := range shown {
		if f < 1 || f > die {
			return nil, badAnswer("die %d shows %d; a D%d shows 1 to %d", i+1, f, die, die)
		}
		g.faces = append(g.faces, uint8(f))
	}
	g.tray = len(lying)
	return g, nil
}

func badAnswer(format string, args ...any) *Problem {
	return problem(status.UnprocessableEntity, "misfit", format, args...)
}
