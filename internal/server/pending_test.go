package server

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAskedMidway: a player who is asked during an action knows its entries up to then. If they may
// fire back at a piece that was hidden and has just revealed itself, they see the piece and its
// name.
func TestAskedMidway(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	srv := served(t, Options{})
	told := 0
	for seed := uint64(1); seed < 40 && told < 3; seed++ {
		dice := rand.New(rand.NewPCG(seed, 1))
		p := began(t, srv, NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", Dice: []string{"typed", "typed"}})
		for n := 0; n < 200 && p.move(t, dice); n++ {
			told += askedBack(t, srv, p)
		}
	}
	if told < 3 {
		t.Errorf("%d were asked to fire back at somebody who was hidden", told)
	}
}

// askedBack checks the answers to a side that is asked to fire back. It returns 1 if the target was
// hidden from it before the action.
func askedBack(t *testing.T, srv *Server, p *party) int {
	t.Helper()
	for side, c := range p.seats {
		if x := p.turn(c); x.Begun == nil || !x.Begun.Yours || x.Begun.Question.Why != "who fires back?" {
			continue
		}
		s := p.state(c)
		at := liveMatchOf(t, srv, p)
		a, _ := at.match.Pending()
		line := at.instance.FormatAction(a)
		firer := strings.Fields(line)[1]
		if s.Begun.Action != line || len(s.Begun.Entries) < 3 || s.Begun.Entries[0].Action != line {
			t.Fatalf("%s is asked to fire back, and told %q of %q: %+v", s.You.Side, s.Begun.Action, line, s.Begun.Entries)
		}
		seen := namesOnWire(s)
		if !slices.Contains(seen, firer) {
			t.Fatalf("%s is asked to fire back at %s and sees %v", s.You.Side, firer, seen)
		}
		if before := viewOf(at.instance, at.match.Position(), side); pieceNames(at.instance, before)[firer] {
			return 0
		}
		return 1
	}
	return 0
}

// namesOnWire returns the names of the pieces in a state.
func namesOnWire(s *State) (names []string) {
	for _, x := range s.Scene.Pieces {
		names = append(names, x.Name)
	}
	for _, x := range s.Scene.Structures {
		for _, f := range x.Floors {
			for _, y := range f.Pieces {
				names = append(names, y.Name)
			}
		}
	}
	return names
}
