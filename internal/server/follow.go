package server

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/internal/wire"
	"loophole/policy"
)

// This file follows the lines of a match on another server. A page does this with the program in
// the browser, to check that the lines lead to what that server shows.

// A FollowRequest has the next lines of a match of two-hands dice.
type FollowRequest struct {
	Match   string   `json:"match"`
	From    int      `json:"from"` // the number of lines before; with 0 the match begins anew
	Lines   []string `json:"lines"`
	Entries int      `json:"entries"` // answer with the record's entries from this number on
}

// A Followed is the result of following lines. Fault is the reason why a line does not follow from
// the earlier ones by the rules.
type Followed struct {
	Lines   int          `json:"lines"`
	Fault   string       `json:"fault,omitempty"`
	State   *State       `json:"state,omitempty"` // for a spectator
	Entries []wire.Entry `json:"entries"`
}

// followed are the matches that the program follows.
type followed struct {
	mu      sync.Mutex
	matches map[string]*liveMatch
}

// Follow takes the lines of a [FollowRequest] in JSON and returns a [Followed] in JSON. It keeps nothing
// in the store.
func (s *Server) Follow(text []byte) ([]byte, error) {
	var r FollowRequest
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	s.followed.mu.Lock()
	defer s.followed.mu.Unlock()
	t := s.followed.matches[r.Match]
	if r.From == 0 {
		t = s.newFollowed(r.Match)
		s.followed.matches = map[string]*liveMatch{r.Match: t}
	}
	if t == nil || t.hands.game.Hands.Lines != r.From {
		return nil, errors.New("the lines before are missing")
	}
	out := &Followed{Entries: []wire.Entry{}}
	for _, line := range r.Lines {
		if err := t.followLine([]byte(line)); err != nil {
			out.Fault = InWords(err)
			break
		}
	}
	if out.Lines = t.hands.game.Hands.Lines; out.Lines > 0 && out.Fault == "" {
		spectator := seat{role: roleSpectator}
		t.fog.extend(t.match)
		out.State = t.state(spectator)
		out.Entries = t.entriesTo(spectator, r.Entries, t.sequence())
	}
	return json.Marshal(out)
}

// newFollowed returns a match without lines.
func (s *Server) newFollowed(id string) *liveMatch {
	t := &liveMatch{server: s, id: id, positions: policy.NewTranspositionTable(0), watchers: map[chan struct{}]seat{}, session: session{Asks: nobody, Dice: handDice}}
	t.keys.Store(&keys{})
	t.hands = &twoHands{own: map[string]*hands.Secret{}, game: twohands.New(sharedGame, t)}
	return t
}

// followLine takes a line and plays it by the rules.
func (t *liveMatch) followLine(line []byte) error {
	g := t.hands.game
	if err := g.Take(line); err != nil {
		return err
	}
	t.pending = nil // The record is not kept.
	if g.Hands.Lines > 1 {
		t.syncHands()
		return nil
	}
	t.match, t.instance = g.Match, g.Match.Instance
	h := g.Match.Header
	t.hands.terms, t.hands.name = h.Terms.Hands, hands.MatchOf(g.Hands.Header.Terms)
	for side, x := range h.Seats {
		if name, ok := strings.CutPrefix(x.Player, byPolicy); ok {
			t.policy[side] = name
		}
	}
	t.assumptions, t.bundled = assumptionsOf(t.instance.House), bundled(t.instance)
	t.views = &viewCache{instance: t.instance}
	t.fog = newFogOfWar(t.match, t.views)
	return nil
}
