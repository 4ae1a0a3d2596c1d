package server

import (
	"net/http"
	"strings"
	"testing"
)

// FuzzBodies sends any bytes as the body of every request with one. The server answers, and never
// with an internal error.
func FuzzBodies(f *testing.F) {
	srv := served(f, Options{MaxMatches: 1 << 30})
	p := began(f, srv, row("typed", "typed"))
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	veiled := began(f, srv, NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", HotSeat: true})
	given := began(f, srv, row())
	routes := []struct {
		method, path string
		by           *client
	}{
		{"POST", "/matches", &client{t: f, s: srv}},
		{"POST", p.path + "/actions", p.seats[0]},
		{"POST", p.path + "/answers", p.seats[0]},
		{"POST", p.path + "/undo/consent", p.seats[1]},
		{"PUT", p.path + "/seats/German/dice", p.seats[0]},
		{"POST", veiled.path + "/actions", veiled.seats[0]},
		{"POST", given.path + "/resignation", given.seats[1]},
	}
	for _, body := range []string{
		`{"ruleset":"tideofiron","scenario":"row","house":{"facts.x":"1"},"seats":[{"policy":"random"},{}],"dice":["typed"]}`,
		`{"yaml":"format: 1\nruleset: tideofiron\nname: x\nsetup: {rounds: 3}"}`,
		`{"action":"fire sig-33b at shaken-squad normal","position":"00"}`, `{"action":"move wardrone to gutter"}`, `{"action":"\u0000 ſire ﬁ"}`,
		`{"question":"6","faces":[6,6,6,6,6,6,6,6,6,6,6,6]}`, `{"question":"6","option":-1}`, `{"question":"6","roll":true}`, `{"question":"6","faces":[1e9]}`,
		`{"agree":true}`, `{"side":"German"}`, `{"side":"Soviet"}`, `{"side":"\u0000"}`, `{"dice":"typed","block":[1,2,3,99999999999999999999]}`, `{"block":[100]}`, `{`, `null`, `[]`, `""`, "\xff", `{"action":{}}`,
	} {
		for i := range routes {
			f.Add(uint8(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, route uint8, body string) {
		x := routes[int(route)%len(routes)]
		c := &client{t: t, s: srv, token: x.by.token}
		if w := c.ask(x.method, x.path, body); w.Code >= 500 {
			t.Errorf("%s %s %q: %d %s", x.method, x.path, body, w.Code, w.Body)
		}
		look := &client{t: t, s: srv, token: p.look.token}
		if w := look.ask("GET", p.path, nil); w.Code != http.StatusOK {
			t.Errorf("after %q: %d %s", body, w.Code, w.Body)
		}
	})
}

// FuzzQueries sends any query with a question.
func FuzzQueries(f *testing.F) {
	srv := served(f, Options{OddsBudget: 2000})
	for _, q := range []string{"example=worked", "set=level%3D1&set=level%3D2", "ruling=halving%3Dbefore", "house=facts.x%3D1", "trials=10&seed=18446744073709551615", "event=none", "set=%00%3D%ff", "set", "trials=-1", "floats=maybe"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		if strings.ContainsFunc(q, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '#' }) {
			t.Skip("it cannot stand in a request")
		}
		if w := (&client{t: t, s: srv}).ask("GET", "/rulesets/tideofiron/procedures/attack/odds?"+q, nil); w.Code >= 500 {
			t.Errorf("%q: %d %s", q, w.Code, w.Body)
		}
	})
}
