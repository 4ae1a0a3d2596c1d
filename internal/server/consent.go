package server

import (
	"context"

	"loophole/hands"
	"loophole/internal/status"
)

// Some lines need the other side's consent: the end of the match, and a new key or chain while a
// question is open. One side asks, and the other's signature is kept until the line comes.

// offer is a request for consent. Any new line cancels it.
type offer struct {
	Entry HandEntry `json:"entry"`
}

type consentHandInput struct {
	MatchInput
	Body struct {
		Sum   string    `json:"sum" maxLength:"64" doc:"the checksum of the line before the entry"`
		Entry HandEntry `json:"entry" doc:"a close or a rekey without sig; without consent by the side itself, with its consent by the other"`
	}
}

type handsStateOutput struct {
	Body *HandsState
}

// offerHand notes a request for consent, or the consent.
func (s *Server) offerHand(ctx context.Context, in *consentHandInput) (*handsStateOutput, error) {
	out := &handsStateOutput{}
	err := s.withWriteLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		x := in.Body.Entry
		if err := t.mayOffer(who, in.Body.Sum, &x); err != nil {
			return err
		}
		x.Sig = ""
		side, _ := t.sideNamed(x.By)
		if t.policy[1-side] != "" && x.Consent == "" {
			t.consentOf(1-side, &x)
		}
		t.session.Offers[side] = &offer{x}
		if err := t.commit(nil); err != nil {
			return notKept(err)
		}
		out.Body = t.handsState()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// mayOffer returns the reason why a seat may not ask for a line or consent to it now.
func (t *liveMatch) mayOffer(who seat, sum string, x *HandEntry) error {
	if t.hands == nil {
		return noHands()
	}
	if who.spectates() {
		return spectatorProblem()
	}
	side, err := t.sideNamed(x.By)
	asks := x.Consent == ""
	if err != nil || asks && !t.mayActFor(who, side) || !asks && !t.mayActFor(who, 1-side) {
		return problem(status.Forbidden, "not-yours", "a side asks for a line of its own, and the other consents")
	}
	e := x.entry()
	if err := t.maySign(seat{roleSeat, side}, sum, &e); err != nil {
		return err
	}
	if e.Kind != hands.Close && e.Kind != hands.Rekey {
		return problem(status.UnprocessableEntity, "false-line", "a line of kind %q needs no consent", e.Kind)
	}
	if err := t.hands.game.CheckEntry(e); err != nil {
		return lineProblem(err)
	}
	if !asks && !t.hands.game.Hands.Consented(e) {
		return problem(status.UnprocessableEntity, "false-line", "the consent is not signed by %s after the last line", t.side(1-side))
	}
	return nil
}

// consentOf lets a policy consent to the end, and to a new chain that nobody could have chosen
// with knowledge of the question.
func (t *liveMatch) consentOf(side int, x *HandEntry) {
	g := t.hands.game
	if _, asked := g.Hands.Asked(); x.Kind == hands.Close || !asked {
		x.Consent = t.hands.own[t.side(side)].Consent(g.Hands.Sum, x.entry())
	}
}
