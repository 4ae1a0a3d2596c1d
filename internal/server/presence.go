package server

import (
	"context"
	"strings"
	"unicode"

	"loophole/internal/status"
)

// Presence lists the listeners of a match. The event stream sends it first, and after each
// change.
type Presence struct {
	Here       []string `json:"here" doc:"the sides with a connected player"`
	Table      bool     `json:"table" doc:"a player of both sides is connected"`
	Spectators int      `json:"spectators"`
}

// presence returns the present listeners. The caller holds the lock.
func (t *liveMatch) presence() Presence {
	p := Presence{Here: []string{}}
	var seated [2]bool
	for _, who := range t.watchers {
		switch who.role {
		case roleSeat:
			seated[who.side] = true
		case roleTable:
			p.Table = true
		case roleSpectator, roleInvited:
			p.Spectators++
		}
	}
	for side, is := range seated {
		if is {
			p.Here = append(p.Here, t.side(side))
		}
	}
	return p
}

// presenceJSON returns the presence as JSON, computed once for all listeners. If each of a thousand
// listeners counted a thousand, that would cost more than the game. The caller holds the lock.
func (t *liveMatch) presenceJSON() string {
	if t.presenceText == "" {
		t.presenceText = string(jsonOf(t.presence()))
	}
	return t.presenceText
}

type nameInput struct {
	MatchInput
	Side string `path:"side" maxLength:"200" doc:"the name of the side"`
	Body struct {
		Player string `json:"player" maxLength:"40" doc:"the name to show; an empty one restores the name from the beginning of the match"`
	}
}

// rename sets the name of a side's player.
func (s *Server) rename(ctx context.Context, in *nameInput) (*playOutput, error) {
	return s.change(ctx, &in.MatchInput, "", nil, func(t *liveMatch, who seat) error {
		side, err := t.sideNamed(in.Side)
		if err != nil {
			return err
		}
		if !t.mayActFor(who, side) {
			return problem(status.Forbidden, "not-yours", "the seat of %s is not yours", in.Side)
		}
		name := tidyName(in.Body.Player)
		if strings.HasPrefix(name+" ", byPolicy) {
			return badAnswer("a player's name must not begin with the word policy: give another name")
		}
		t.session.Names[side] = name
		return nil
	})
}

// tidyName returns a player's name with single spaces and without unprintable characters.
func tidyName(text string) string {
	return strings.Join(strings.Fields(strings.Map(printable, text)), " ")
}

// printable replaces spaces and drops unprintable characters, such as those that change the text
// direction.
func printable(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	if !unicode.IsPrint(r) {
		return -1
	}
	return r
}

// player returns the name of a side's player. The caller holds the lock.
func (t *liveMatch) player(side int) string {
	if name := t.session.Names[side]; name != "" {
		return name
	}
	return t.match.Header.Seats[side].Player
}
