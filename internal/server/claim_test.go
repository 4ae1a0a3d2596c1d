package server

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// invited begins a match at two screens. The second seat has an invitation.
func invited(t testing.TB, s http.Handler) *party {
	w := row()
	w.Seats = []NewSeat{{Player: "host"}, {Player: "guest", Invite: true}}
	return began(t, s, w)
}

// claimed claims a seat and returns its new client.
func claimed(c *client, p *party, side, token string) *client {
	c.t.Helper()
	var x struct{ Token, Side string }
	body := map[string]string{}
	if token != "" {
		body["token"] = token
	}
	c.want(http.StatusOK, &x, "POST", p.path+"/seats/"+side+"/claim", body)
	if x.Side != side || len(x.Token) < 22 || token != "" && x.Token != token {
		c.t.Fatalf("%+v", x)
	}
	return &client{t: c.t, s: c.s, token: x.Token}
}

// shutOut fails if a token gives access to a match.
func shutOut(c *client, p *party) {
	c.t.Helper()
	for _, path := range []string{"", "/actions", "/record", "/told", "/steps/0", "/record.jsonl", "/events"} {
		c.want(http.StatusForbidden, nil, "GET", p.path+path, nil)
	}
	c.want(http.StatusForbidden, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	c.want(http.StatusForbidden, nil, "POST", p.path+"/answers", Answer{Question: "1", Roll: true})
	c.want(http.StatusForbidden, nil, "POST", p.path+"/undo", nil)
	c.want(http.StatusForbidden, nil, "POST", p.path+"/redo", nil)
	c.want(http.StatusForbidden, nil, "POST", p.path+"/undo/consent", map[string]bool{"agree": true})
	for _, side := range p.Sides {
		c.want(http.StatusForbidden, nil, "PUT", p.path+"/seats/"+side+"/dice", map[string]string{"dice": "typed"})
		c.want(http.StatusForbidden, nil, "PUT", p.path+"/seats/"+side+"/player", map[string]string{"player": "x"})
		c.want(http.StatusForbidden, nil, "POST", p.path+"/seats/"+side+"/claim", map[string]string{})
	}
}

// TestInvitation: an invitation only spectates. Claiming it gives the seat, and the invitation then
// opens nothing for anybody, including the player who began the match.
func TestInvitation(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := invited(t, srv)
	host, paper := p.seats[0], p.seats[1]
	x := p.state(paper)
	if x.You != (Viewer{"invited", "Soviet"}) || x.Seats[0].Held != "given" || x.Seats[1].Held != "invited" || x.HotSeat {
		t.Errorf("%+v %+v", x.You, x.Seats)
	}
	host.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	host.want(http.StatusOK, nil, "POST", p.path+"/undo", nil) // Dice were rolled.
	for _, part := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/actions", map[string]string{"action": fires}},
		{"POST", "/undo", nil},
		{"POST", "/redo", nil},
		{"POST", "/undo/consent", map[string]bool{"agree": true}},
		{"PUT", "/seats/Soviet/dice", map[string]string{"dice": "typed"}},
		{"PUT", "/seats/Soviet/player", map[string]string{"player": "x"}},
		{"POST", "/seats/German/claim", map[string]string{}},
	} {
		paper.want(http.StatusForbidden, nil, part.method, p.path+part.path, part.body)
	}
	host.want(http.StatusForbidden, nil, "POST", p.path+"/seats/Soviet/claim", map[string]string{})
	host.want(http.StatusForbidden, nil, "POST", p.path+"/undo/consent", map[string]bool{"agree": true})
	host.want(http.StatusNotFound, nil, "POST", p.path+"/seats/Romans/claim", map[string]string{})
	p.look.want(http.StatusForbidden, nil, "POST", p.path+"/seats/Soviet/claim", map[string]string{})
	paper.want(http.StatusConflict, nil, "POST", p.path+"/seats/Soviet/claim", map[string]string{"token": host.token})
	paper.want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/seats/Soviet/claim", map[string]string{"token": "short"})

	guest := claimed(paper, p, "Soviet", "")
	shutOut(paper, p)
	if x := p.state(guest); x.You != (Viewer{"seat", "Soviet"}) || x.Seats[1].Held != "claimed" || x.Undo.AskedBy != "German" {
		t.Errorf("%+v %+v", x.You, x.Seats)
	}
	again := claimed(guest, p, "Soviet", guest.token) // A lost answer is requested again.
	again.want(http.StatusOK, nil, "POST", p.path+"/undo/consent", map[string]bool{"agree": true})

	// Another server has the same state.
	second := servedFrom(t, dir, Options{})
	for _, c := range []*client{paper, guest, host} {
		c.s = second
	}
	shutOut(paper, p)
	if x := p.state(guest); x.You.Role != "seat" || x.Seats[1].Held != "claimed" {
		t.Errorf("%+v", x.Seats)
	}
}

// TestClaimedAtOnce: of many simultaneous claims of an invitation, one gets the seat.
func TestClaimedAtOnce(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := invited(t, srv)
	const many = 24
	tokens, status := [many]string{}, [many]int{}
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range many {
		tokens[i], _ = newToken()
		all.Go(func() {
			r := httptest.NewRequest("POST", "/api/v1"+p.path+"/seats/Soviet/claim", strings.NewReader(`{"token":"`+tokens[i]+`"}`))
			r.Host = "localhost"
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+p.seats[1].token)
			w := httptest.NewRecorder()
			<-start
			srv.ServeHTTP(w, r)
			status[i] = w.Code
		})
	}
	close(start)
	all.Wait()
	won := 0
	second := servedFrom(t, dir, Options{})
	for i := range many {
		for _, s := range []http.Handler{srv, second} {
			c := &client{t: t, s: s, token: tokens[i]}
			if status[i] == http.StatusOK {
				won++
				c.want(http.StatusOK, nil, "GET", p.path, nil)
			} else {
				c.want(http.StatusForbidden, nil, "GET", p.path, nil)
			}
		}
		if status[i] != http.StatusOK && status[i] != http.StatusForbidden {
			t.Errorf("%d", status[i])
		}
	}
	if won != 2 {
		t.Errorf("%v", status)
	}
}

// TestClaimedFromTheMaker: in a match without an invitation, its maker has the token of the guest's
// seat. After the guest claims it, the maker cannot read, act, consent or listen with it, and their
// tray on that seat is cleared.
func TestClaimedFromTheMaker(t *testing.T) {
	srv := served(t, Options{})
	web := httptest.NewServer(srv)
	t.Cleanup(web.Close)
	p := began(t, srv, row("program", "typed"))
	maker := p.seats[1]
	maker.want(http.StatusOK, nil, "PUT", p.path+"/seats/Soviet/dice", map[string]any{"block": []int{1, 1, 1}})
	heard := listen(t, web.URL, p.path+"/events", maker.token)
	guest := claimed(maker, p, "Soviet", "")
	for { // The stream ends.
		if _, ok := heard.next(); !ok {
			break
		}
	}
	shutOut(maker, p)
	if x := p.state(guest).Seats[1]; x.Tray != 0 || len(x.Lies) != 0 || x.Held != "claimed" || x.Dice != "typed" {
		t.Errorf("%+v", x)
	}
	// The guest moves the seat to another machine, and the old token opens nothing.
	moved := claimed(guest, p, "Soviet", "")
	shutOut(guest, p)
	p.state(moved)
}

// TestOneScreen: at one screen no seat has an owner, and the state says so.
func TestOneScreen(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.HotSeat = true
	p := began(t, srv, w)
	for _, c := range []*client{p.seats[0], p.both, p.look} {
		if x := p.state(c); !x.HotSeat || x.Seats[0].Held != "screen" || x.Seats[1].Held != "screen" {
			t.Errorf("%+v", x.Seats)
		}
		c.want(http.StatusConflict, nil, "POST", p.path+"/seats/German/claim", map[string]string{})
	}
	w.Seats = []NewSeat{{}, {Invite: true}}
	p.look.want(http.StatusUnprocessableEntity, nil, "POST", "/matches", w)
	w.HotSeat, w.Seats[1].Policy = false, "random"
	p.look.want(http.StatusUnprocessableEntity, nil, "POST", "/matches", w)
}

// TestNobodyForetells: nobody gets the sealed record before the end of any game. After the end
// there is no undo, because all players can then read the seed.
func TestNobodyForetells(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	shared := row()
	shared.HotSeat = true
	alone := row()
	alone.Seats = []NewSeat{{}, {Policy: "random"}}
	for _, w := range []NewMatch{row(), shared, alone} {
		p := began(t, srv, w)
		for _, c := range []*client{p.seats[0], p.seats[1], p.both, p.look} {
			if c == nil {
				continue
			}
			c.want(http.StatusForbidden, nil, "GET", p.path+"/record.jsonl", nil)
			if p.state(c).Record {
				t.Error("the record may be read before the end")
			}
		}
	}
	both := row()
	both.Ruleset, both.Scenario, both.HotSeat = "tideofiron", "worked", true
	p := began(t, srv, both)
	dice := rand.New(rand.NewPCG(3, 0))
	for n := 0; p.move(t, dice); n++ {
		if n > 4000 {
			t.Fatal("no end")
		}
	}
	for _, c := range []*client{p.seats[0], p.seats[1], p.both} {
		if x := p.state(c); !x.Record || x.Undo.Possible || x.Over == nil {
			t.Errorf("%+v", x.Undo)
		}
		c.want(http.StatusConflict, nil, "POST", p.path+"/undo", nil)
		c.want(http.StatusConflict, nil, "POST", p.path+"/undo/consent", map[string]bool{"agree": true})
		c.want(http.StatusOK, nil, "GET", p.path+"/record.jsonl", nil)
	}
}
