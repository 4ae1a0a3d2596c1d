package server

import (
	"net/http"
	"testing"
)

// TestSeed: a seed reproduces the whole match, dice and policies included, also on another server.
// Without a seed the match differs. All players see a chosen seed.
func TestSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	played := map[string]string{}
	for _, x := range []struct{ name, seed string }{{"one", "7"}, {"again", "7"}, {"other seed", "8"}, {"no seed", ""}, {"no seed again", ""}} {
		srv := served(t, Options{})
		p := began(t, srv, NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", Seed: x.seed, Seats: []NewSeat{{Policy: "random"}, {Policy: "cautious"}}})
		waited(t, "the game is over", func() bool { return p.state(p.look).Over != nil })
		if s := p.state(p.look); s.Seed != x.seed {
			t.Errorf("%s: the seed is %q", x.name, s.Seed)
		}
		played[x.name] = p.look.ask("GET", p.path+"/record.jsonl", nil).Body.String()
		holds(t, []byte(played[x.name]))
	}
	if played["one"] != played["again"] {
		t.Error("the same seed gives another match")
	}
	if played["one"] == played["other seed"] || played["no seed"] == played["no seed again"] {
		t.Error("another seed gives the same match, or no seed always the same")
	}
}

// TestPolicyAgain: undoing an earlier action does not change a policy's action.
func TestPolicyAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	w := row()
	w.Seats = []NewSeat{{}, {Policy: "random"}}
	p := began(t, srv, w)
	a := p.seats[0]
	var first string
	for n := range 6 {
		from := len(liveMatchOf(t, srv, p).match.PlayedActions())
		did := ""
		for did == "" {
			waited(t, "the player's turn", func() bool { return p.state(a).Turn == "German" })
			if did = actedAfter(t, srv, p, from); did == "" {
				lines := p.lines(a)
				a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": lines[len(lines)-1]})
			}
		}
		if n == 0 {
			first = did
		} else if did != first {
			t.Fatalf("the policy did %q and, after it was taken back, %q", first, did)
		}
		for p.state(a).Undo.Possible {
			a.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
		}
	}
}

// actedAfter returns the first action of side 1 after a number of actions, or "".
func actedAfter(t *testing.T, srv *Server, p *party, from int) string {
	at := liveMatchOf(t, srv, p)
	at.mu.Lock()
	defer at.mu.Unlock()
	for _, m := range at.match.PlayedActions()[from:] {
		if m.By == 1 {
			return at.instance.FormatAction(m.Action)
		}
	}
	return ""
}
