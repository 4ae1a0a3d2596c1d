package server

import (
	"net/http"
	"testing"
	"time"
)

// TestDelete: a player without an opponent deletes a match at once. Two players must both ask, and
// the next action cancels the request. A deleted match is gone for everybody.
func TestDelete(t *testing.T) {
	srv := served(t, Options{})
	type answer struct {
		Deleted bool
		Waits   string
	}
	p := began(t, srv, row())
	german, soviet := p.seats[0], p.seats[1]
	var x answer
	p.look.want(http.StatusForbidden, nil, "DELETE", p.path, nil)
	german.want(http.StatusOK, &x, "DELETE", p.path, nil)
	if x.Deleted || x.Waits != "Soviet" || !p.state(soviet).Seats[0].Deletes {
		t.Fatalf("one of two: %+v", x)
	}
	german.want(http.StatusOK, &x, "DELETE", p.path, nil)
	if x.Deleted {
		t.Fatal("who asks twice is two")
	}
	german.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	if p.state(soviet).Seats[0].Deletes {
		t.Error("it is played on, and the request stands")
	}
	soviet.want(http.StatusOK, &x, "DELETE", p.path, nil)
	if x.Deleted || x.Waits != "German" {
		t.Errorf("%+v", x)
	}
	german.want(http.StatusOK, &x, "DELETE", p.path, nil)
	if !x.Deleted {
		t.Errorf("both have asked: %+v", x)
	}
	for _, c := range []*client{german, soviet, p.look} {
		c.want(http.StatusNotFound, nil, "GET", p.path, nil)
		c.want(http.StatusNotFound, nil, "GET", p.path+"/record", nil)
		c.want(http.StatusNotFound, nil, "DELETE", p.path, nil)
	}
	for name, w := range map[string]NewMatch{
		"at one screen":     {Ruleset: "tideofiron", Scenario: "row", HotSeat: true},
		"against a policy":  {Ruleset: "tideofiron", Scenario: "row", Seats: []NewSeat{{}, {Policy: "random"}}},
		"where nobody came": {Ruleset: "tideofiron", Scenario: "row", Seats: []NewSeat{{}, {Invite: true}}},
	} {
		p := began(t, srv, w)
		c := p.seats[0]
		if p.both != nil {
			c = p.both
		}
		c.want(http.StatusOK, &x, "DELETE", p.path, nil)
		if !x.Deleted {
			t.Errorf("%s: %+v", name, x)
		}
		c.want(http.StatusNotFound, nil, "GET", p.path, nil)
	}
	if n, err := srv.store.Count(t.Context()); err != nil || n != 0 {
		t.Errorf("%d matches are kept, %v", n, err)
	}
}

// TestExpiry: an expired match is deleted even while it is in memory. An action postpones one limit
// and not the other, and the state has the date.
func TestExpiry(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	srv := served(t, Options{Keep: 100 * time.Hour, Idle: 10 * time.Hour})
	p, q := began(t, srv, row()), began(t, srv, row())
	at, err := time.Parse(time.RFC3339, p.state(p.look).Expires)
	if in := time.Until(at); err != nil || in > 10*time.Hour || in < 10*time.Hour-2*time.Minute {
		t.Errorf("it expires %s, %v", at, err)
	}
	if at := srv.expires(time.Unix(0, 0), time.Unix(0, 0).Add(95*time.Hour)); at != time.Unix(0, 0).Add(100*time.Hour) {
		t.Errorf("one that is played expires %s", at)
	}
	srv.expire(time.Now().Add(9 * time.Hour))
	p.state(p.look)
	time.Sleep(1100 * time.Millisecond) // The store counts whole seconds.
	now := time.Now()
	q.seats[0].want(http.StatusOK, nil, "POST", q.path+"/actions", map[string]string{"action": fires})
	srv.expire(now.Add(10 * time.Hour).Truncate(time.Second))
	p.look.want(http.StatusNotFound, nil, "GET", p.path, nil)
	q.state(q.look)
	srv.expire(now.Add(101 * time.Hour))
	q.look.want(http.StatusNotFound, nil, "GET", q.path, nil)
	if x := served(t, Options{}); x.expires(now, now) != (time.Time{}) {
		t.Error("without bounds a match expires")
	}
}
