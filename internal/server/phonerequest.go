package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"loophole/hands"
	"loophole/internal/message"
	"loophole/internal/store"
)

// A PhoneRequest is a request of the page about a match on two devices.
type PhoneRequest struct {
	Do   string `json:"do"` // begin, give or take
	ID   string `json:"id"` // give: the match
	Text string `json:"text"`
	Join bool   `json:"join"` // take: join the match of an invitation

	// Of begin.
	New  *NewMatch `json:"new"`
	Side int       `json:"side"`
	Dice string    `json:"dice"` // "two hands" or "typed"
}

// A PhoneAnswer answers a [PhoneRequest].
type PhoneAnswer struct {
	Match *Brought      `json:"match,omitempty"` // begun or joined
	Kind  string        `json:"kind,omitempty"`  // of the message: invitation, joining or turn
	ID    string        `json:"id,omitempty"`    // of its match
	Text  string        `json:"text,omitempty"`  // give: the message
	Parts []string      `json:"parts,omitempty"` // give: the message for QR codes
	Added int           `json:"added"`           // take: the number of new moves; 0 if the message was taken before
	Of    int           `json:"of,omitempty"`    // take: the number of parts of an incomplete message
	Lacks []int         `json:"lacks,omitempty"` // take: the missing parts
	Offer *OfferedMatch `json:"offer,omitempty"` // take: the match of an invitation that is not joined yet
}

// An OfferedMatch describes the match of an invitation.
type OfferedMatch struct {
	Title   string            `json:"title"`
	Book    string            `json:"book"`
	Sides   []string          `json:"sides"`
	Side    string            `json:"side"`   // for this device
	Player  string            `json:"player"` // the other one
	Values  string            `json:"values"`
	House   map[string]string `json:"house"`
	Strict  bool              `json:"strict"`
	Hints   bool              `json:"hints"`
	Program string            `json:"program"`
}

// mostInPart is the number of characters of a part, for which a QR code of 85 modules a side is enough.
const mostInPart = 640

var kindNames = map[message.Kind]string{message.Invitation: "invitation", message.Joining: "joining", message.Turn: "turn"}

// Phones answers a request about matches on two devices. Its caller owns this device.
func (s *Server) Phones(ctx context.Context, text []byte) ([]byte, error) {
	var r PhoneRequest
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	a, err := &PhoneAnswer{}, error(nil)
	switch {
	case r.Do == "begin" && r.New != nil && (r.Side == 0 || r.Side == 1):
		a.Match, err = s.beginOnPhones(&r)
	case r.Do == "give":
		err = s.onPhone(ctx, r.ID, func(t *liveMatch) error { return t.give(ctx, a) })
	case r.Do == "take":
		err = s.takeMessage(ctx, &r, a)
	default:
		err = errors.New("the request about two devices is not known")
	}
	if err != nil {
		return nil, errors.New(InWords(s.fault(ctx, err)))
	}
	return json.Marshal(a)
}

func (s *Server) beginOnPhones(r *PhoneRequest) (*Brought, error) {
	values := hands.PerAct
	if r.Dice == hands.TypedDice {
		values = hands.TypedDice
	}
	o, err := s.offerOf(r.New, values)
	if err != nil {
		return nil, err
	}
	return s.newPhoneMatch(o, newID(), r.Side, true)
}

// give writes the message of the match for the other device.
func (t *liveMatch) give(ctx context.Context, a *PhoneAnswer) error {
	m, err := t.message(ctx)
	if err != nil {
		return err
	}
	a.ID, a.Kind = t.id, kindNames[m.Kind]
	if a.Text, err = m.Text(); err != nil {
		return err
	}
	a.Parts, err = message.Parts(a.Text, mostInPart)
	return err
}

// onPhone runs do with the lock of a match on two devices.
func (s *Server) onPhone(ctx context.Context, id string, do func(*liveMatch) error) error {
	t, err := s.registry.match(ctx, id)
	if err != nil {
		return err
	}
	defer s.registry.release(t)
	t.writeLocked(func() {
		switch {
		case t.broken != nil:
			err = t.broken
		case !t.byPhones():
			err = messageProblem("no-phones", "this match is not played on two devices")
		default:
			err = do(t)
		}
	})
	return err
}

// takeMessage takes a message of the other device. An invitation is only shown, unless the request joins.
func (s *Server) takeMessage(ctx context.Context, r *PhoneRequest, a *PhoneAnswer) error {
	m, err := message.Read(r.Text)
	var lacks *message.MissingPartsError
	if errors.As(err, &lacks) {
		a.Of, a.Lacks = lacks.Of, lacks.Missing
		return nil
	}
	if err != nil {
		return invalidProblem(err)
	}
	a.ID, a.Kind = m.ID, kindNames[m.Kind]
	_, err = s.store.Load(ctx, m.ID)
	switch {
	case err == nil:
		return s.onPhone(ctx, m.ID, func(t *liveMatch) error { return t.takeHere(ctx, m, a) })
	case !errors.Is(err, store.ErrNotFound):
		return err
	case m.Kind != message.Invitation:
		return messageProblem("no-match", "this message is of a match that is not on this device: take its invitation first")
	}
	return s.invited(ctx, m, r.Join, a)
}

// takeHere takes a message of a match on this device, and keeps what it brings.
func (t *liveMatch) takeHere(ctx context.Context, m *message.Message, a *PhoneAnswer) error {
	before := 0
	if t.hands.game != nil {
		before = t.hands.game.Hands.Lines
	}
	_, err := t.try(func() (err error) {
		if m.Kind == message.Invitation {
			if m.Side == t.info.Phones.Side {
				return messageProblem("own-message", "this is the invitation of this device: the other one takes it")
			}
			return t.meetOtherDevice(m)
		}
		a.Added, err = t.takeMessage(ctx, m)
		return err
	})
	if err != nil {
		return err
	}
	if before == 0 && t.hands.game != nil {
		a.Added++ // The match begins.
	}
	if err := t.commit(nil); err != nil {
		return notKept(err)
	}
	return nil
}

// invited describes the match of an invitation, and joins it if wanted.
func (s *Server) invited(ctx context.Context, m *message.Message, join bool, a *PhoneAnswer) error {
	var o phoneOffer
	if err := json.Unmarshal(m.Offer, &o); err != nil {
		return invalidProblem(fmt.Errorf("the invitation cannot be read: %w", err))
	}
	f, h, err := o.open(m.ID)
	if err != nil {
		return invalidProblem(err)
	}
	terms, err := h.Line1()
	if err != nil {
		return err
	}
	if message.SumOf(hands.MatchOf(terms).String()) != m.Match {
		return messageProblem("other-result", "this device sets the match up in another way than the other one: both need the same version of the program, and it has %s", o.Program)
	}
	own := 1 - m.Side
	if !join {
		a.Offer = &OfferedMatch{
			o.Title, f.Game.Rules.Title, []string{string(f.Sides[0]), string(f.Sides[1])}, string(f.Sides[own]), o.Players[m.Side], o.Values, o.House, o.Strict, o.Hints, o.Program,
		}
		return nil
	}
	if a.Match, err = s.newPhoneMatch(&o, m.ID, own, false); err != nil {
		return err
	}
	return s.onPhone(ctx, m.ID, func(t *liveMatch) error { return t.takeHere(ctx, m, a) })
}
