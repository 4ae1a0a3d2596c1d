package server

import (
	"context"
	"crypto/sha256"
	"maps"

	"loophole/internal/status"
	"loophole/internal/store"
)

type claimInput struct {
	MatchInput
	Side string `path:"side" maxLength:"200" doc:"the name of the side"`
	Body struct {
		Token string  `json:"token,omitempty" minLength:"22" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"the new token, made by the client at random, so that it is known even if the answer is lost; if left out, the server makes one"`
		Hand  *HandIn `json:"hand,omitempty" doc:"for dice of two hands: the key and the end of a chain for this match and side"`
	}
}

type claimOutput struct {
	Body struct {
		Token string `json:"token" doc:"the only token that opens the seat from now on"`
		Side  string `json:"side"`
	}
}

// claim gives a seat to the client with its token or invitation. The client's new token opens the
// seat and all former ones stop working. Of two simultaneous claims the first wins, and the
// invitation of the second is invalid.
func (s *Server) claim(ctx context.Context, in *claimInput) (*claimOutput, error) {
	out := &claimOutput{}
	err := s.withWriteLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		side, err := t.sideNamed(in.Side)
		if err != nil {
			return err
		}
		switch {
		case t.info.HotSeat:
			return problem(status.Conflict, "one-screen", "both sides of this match are played at one screen: its seats cannot be claimed")
		case who != (seat{roleSeat, side}) && who != (seat{roleInvited, side}):
			return problem(status.Forbidden, "not-yours", "this token is no invitation to the seat of %s", in.Side)
		}
		token := in.Body.Token
		if token == "" {
			token, _ = newToken()
		}
		out.Body.Token, out.Body.Side = token, in.Side
		key := store.Hash(sha256.Sum256([]byte(token)))
		if is, taken := t.seatOf(key); taken {
			if is == who && t.session.Claimed[side] {
				return t.replaceHand(side, in.Body.Hand) // The client repeats its claim.
			}
			return problem(status.Conflict, "token-taken", "this token opens something in this match already: make another one, at random")
		}
		return t.giveSeat(side, key, in.Body.Hand)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// giveSeat makes one key the only one that opens a seat. It also clears the former player's tray
// and requests.
func (t *liveMatch) giveSeat(side int, key store.Hash, hand *HandIn) error {
	if err := t.setHand(side, hand); err != nil {
		return err
	}
	x := &store.Reseat{Seat: seatWord(side), Hash: key}
	for old, who := range *t.keys.Load() {
		if who.side == side && (who.role == roleSeat || who.role == roleInvited) {
			x.Was = append(x.Was, old)
		}
	}
	t.reseat = x
	t.session.Claimed[side], t.session.Trays[side], t.session.Wants[side], t.session.Deletes[side] = true, nil, false, false
	if t.session.Asks == side {
		t.session.Asks = nobody
	}
	if t.hands != nil {
		return t.saveHand()
	}
	if err := t.commit(nil); err != nil {
		return notKept(err)
	}
	return nil
}

// replaceHand takes a hand from the client that has already claimed the seat.
func (t *liveMatch) replaceHand(side int, hand *HandIn) error {
	was := t.session.Hands[side]
	if err := t.setHand(side, hand); err != nil || t.session.Hands[side] == was {
		return err
	}
	return t.saveHand()
}

// saveHand saves the hand, and starts the match if both hands are there.
func (t *liveMatch) saveHand() error {
	if t.hands.game == nil {
		if err := t.join(); err != nil {
			t.broken, t.reseat = err, nil // None of it was saved.
			t.server.registry.forget(t)
			return err
		}
	}
	if err := t.commit(nil); err != nil {
		return notKept(err)
	}
	t.drive()
	return nil
}

// newKeys applies a seat change that the store has saved.
func (t *liveMatch) newKeys(x *store.Reseat) {
	seats := maps.Clone(*t.keys.Load())
	for _, old := range x.Was {
		delete(seats, old)
	}
	seats[x.Hash] = seatWords[x.Seat]
	t.keys.Store(&seats)
}
