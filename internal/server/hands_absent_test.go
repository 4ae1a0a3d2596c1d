package server

import (
	"bytes"
	mrand "math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

// TestHandsWithheld: a player withholds a value. The match names the player, stops, and the agreed
// consequence follows, but not before its time.
func TestHandsWithheld(t *testing.T) {
	srv := served(t, Options{})
	srv.since = time.Now().Add(-time.Hour) // The server was running all the time.
	p, a, b := fired(t, srv, handed(hands.Forfeit, 60))
	owes := p.state(p.look).Hands.Owes
	if owes == nil || owes.Side != "German" || owes.Then != "forfeit" || owes.Until <= owes.Since {
		t.Fatalf("%+v", owes)
	}
	b.tries(http.StatusConflict, "too-soon", b.secret.Sign(b.sum(), hands.Entry{Kind: hands.Forfeited, By: b.side}))
	a.reveal() // The second player now knows the faces and withholds the value.
	if owes := p.state(p.look).Hands.Owes; owes == nil || owes.Side != "Soviet" {
		t.Fatalf("%+v", owes)
	}
	a.must(a.hear())
	a.tries(http.StatusUnprocessableEntity, "false-line", a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Act, By: a.side, Text: "undo"}))
	claim := a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Forfeited, By: a.side})
	a.tries(http.StatusConflict, "too-soon", claim)
	later(t, srv, p, time.Minute+time.Second)
	a.sends(http.StatusOK, nil, claim)
	x := p.state(p.look)
	if x.Over == nil || x.Over.Winner != "German" || !x.Hands.Closed || x.Hands.Owes != nil {
		t.Errorf("%+v %+v", x.Over, x.Hands)
	}
	b.must(b.hear())
	if b.Lost() != 1 {
		t.Error("the player who withheld a value has not lost")
	}
	audited2(t, p)
}

// later moves the beginning of an owed value into the past.
func later(t *testing.T, s *Server, p *party, d time.Duration) {
	t.Helper()
	x, err := s.registry.match(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer s.registry.release(x)
	x.writeLocked(func() { x.session.Owed.Since = x.session.Owed.Since.Add(-d) })
}

// audited2 checks the lines with the verifiers: no roll may be complete.
func audited2(t *testing.T, p *party) {
	t.Helper()
	g := twohands.New(rulesets.Game, nil)
	lines := p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.Bytes()
	for _, l := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Hands.Closed() {
		t.Error("the lines have no end")
	}
}

// TestHandsStandIn: if the terms say so, the server replaces the value of an absent player, once
// for each roll, at its time and not before, also after a restart.
func TestHandsStandIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p, a, b := fired(t, srv, handed(hands.Server, 3))
	if owes := p.state(p.look).Hands.Owes; owes.Then != "server" {
		t.Errorf("%+v", owes)
	}
	b.tries(http.StatusUnprocessableEntity, "false-line", b.secret.Sign(b.sum(), hands.Entry{Kind: hands.Forfeited, By: b.side}))
	a.reveal()
	srv.Close()
	if err := srv.store.Close(); err != nil {
		t.Fatal(err)
	}
	second := servedFrom(t, dir, Options{})
	for _, c := range []*client{a.client, b.client, p.look} {
		c.s = second
	}
	if owes := p.state(p.look).Hands.Owes; owes == nil || owes.Side != "Soviet" { // The match is loaded now, and the time runs.
		t.Fatalf("%+v", owes)
	}
	waited(t, "the server stands in", func() bool {
		return strings.Contains(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"away"`)
	})
	a.must(a.hear())
	lines := p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String()
	if strings.Count(lines, `"kind":"away"`) != 1 || !strings.Contains(lines, `"kind":"roll"`) {
		t.Error(lines)
	}
	b.must(b.hear()) // The player returns and continues.
	// Both players are absent: the server replaces the first value, and makes no dice alone.
	waited(t, "nothing follows", func() bool {
		owes := p.state(p.look).Hands.Owes
		return owes != nil && owes.Side == "Soviet" && owes.Then == "nothing"
	})
	reveals(a, b)
	audited(t, p)
}

// TestHandsBack: the server replaces the values of an absent player for ten rolls. The player
// returns with their file, with their open client, and with only their recovery line. Each of these
// gives the same value, which is not a skipped one. A value sent before comes too late.
func TestHandsBack(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	srv := served(t, Options{})
	srv.since = time.Now().Add(-time.Hour)
	w := handed(hands.Server, 60)
	w.Ruleset, w.Scenario = "konflikt47", "farmhouse"
	p, h := two(t, srv, w)
	first, second := h[0], h[1]
	chance := mrand.New(mrand.NewPCG(1, 0))
	var late hands.Entry
	missed := 0
	for n := 0; missed < 10; n++ {
		if n > 400 {
			t.Fatal("nobody rolls ten times")
		}
		first.reveal()
		first.must(first.hear())
		side := first.Side(first.side)
		_, begun := first.Match.Pending()
		switch {
		case first.Player.Hands.Owes() == second.side:
			if missed == 0 { // The value is ready, and the connection is cut.
				second.must(second.hear())
				var err error
				late, err = second.Reveal()
				second.must(err)
			}
			later(t, srv, p, 2*time.Minute)
			srv.replaceOwedValue(p.ID)
			missed++
		case first.Decides() == side || first.Decides() < 0 && !begun && first.Match.Status().Side == side:
			steps(chance, first)
		default: // The player is present, but sends no values.
			second.must(second.hear())
			steps(chance, second)
		}
	}
	if n := strings.Count(p.look.ask("GET", p.path+"/hands.jsonl", nil).Body.String(), `"kind":"away"`); n != 10 {
		t.Fatalf("the server stood in %d times", n)
	}
	memory := second.Memory()
	second.tries(http.StatusConflict, "moved-on", late)
	for n := 0; ; n++ { // Until the player owes a value again.
		if n > 400 {
			t.Fatal("nobody rolls any more")
		}
		first.reveal()
		first.must(first.hear())
		second.must(second.hear())
		if second.Owes() {
			break
		}
		steps(chance, first, second)
	}
	late = second.secret.Sign(second.sum(), late)
	second.tries(http.StatusUnprocessableEntity, "false-line", late)
	want, err := second.secret.Value(11)
	second.must(err)
	for name, m := range map[string]hands.Memory{"the file": memory, "the recovery line": {}} {
		back := *second
		back.Player = twohands.NewPlayer(rulesets.Game, second.secret, m)
		back.must(back.hear())
		if e, err := back.Reveal(); err != nil || e.Value != want.String() {
			t.Errorf("%s: %v; the player gives %s, not the eleventh value %s", name, err, e.Value, want)
		}
	}
	if e, err := second.Reveal(); err != nil || e.Value != want.String() {
		t.Errorf("%v; the player gives %s, not the eleventh value %s", err, e.Value, want)
	}
	reveals(first, second)
	audited(t, p)
}

// TestHandsDue: the consequence of an owed value is valid from the second that the clients are
// told.
func TestHandsDue(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	p, a, b := fired(t, srv, handed(hands.Forfeit, 1))
	a.reveal()
	a.must(a.hear())
	until, err := time.Parse(time.RFC3339, p.state(p.look).Hands.Owes.Until)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Until(until))
	a.sends(http.StatusOK, nil, a.secret.Sign(a.sum(), hands.Entry{Kind: hands.Forfeited, By: a.side}))
	b.must(b.hear())
	if b.Lost() != 1 {
		t.Error("the player who withheld a value has not lost")
	}
}
