package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"loophole/internal/wire"
)

// each calls do with each operation of the document.
func each(do func(path string, o *huma.Operation)) {
	for path, p := range described().Paths {
		for _, o := range []*huma.Operation{p.Get, p.Post, p.Put, p.Delete} {
			if o != nil {
				do(path, o)
			}
		}
	}
}

// TestEveryOperation: every operation answers invalid requests with a problem: another host name, a
// page of another origin, too many requests, a missing or wrong token, unknown parameters, bodies
// that are too large, of another type or not JSON, and unknown paths.
func TestEveryOperation(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, block)
	names := strings.NewReplacer("{id}", p.ID, "{puzzle}", "tideofiron-1", "{ruleset}", "tideofiron", "{procedure}", "attack", "{name}", "block", "{side}", p.Sides[0], "{n}", "0")
	nowhere := strings.NewReplacer("{id}", "none", "{puzzle}", "none", "{ruleset}", "none", "{procedure}", "none", "{name}", "none", "{side}", "none", "{n}", "999")
	far, busy := served(t, Options{Loopback: true}), served(t, Options{Rate: 1e-9})
	each(func(path string, o *huma.Operation) {
		var body any
		if o.RequestBody != nil {
			body = bodies[o.OperationID]
		}
		var headers []string
		if o.RequestBody != nil && o.RequestBody.Content["application/jsonl"] != nil {
			body, headers = "{}", []string{"Content-Type", "application/jsonl"}
		}
		refused := func(s *Server, status int, path, token string, body any, headers ...string) {
			t.Helper()
			var x Problem
			h := (&client{t: t, s: s, token: token}).want(status, &x, o.Method, path, body, headers...)
			if h.Get("Content-Type") != "application/problem+json" || x.Status != status || x.Title == "" || x.Detail == "" {
				t.Errorf("%s %s: %v %+v", o.Method, path, h, x)
			}
		}
		at, mine := names.Replace(path)+queries[o.OperationID], p.Tokens[p.Sides[0]]
		refused(far, http.StatusMisdirectedRequest, at, mine, body, "Host", "elsewhere.example")
		refused(busy, http.StatusTooManyRequests, at, mine, body)
		refused(srv, http.StatusUnprocessableEntity, names.Replace(path)+"?nonsense=1", mine, body)
		if o.Method != http.MethodGet {
			refused(srv, http.StatusForbidden, at, mine, body, "Sec-Fetch-Site", "cross-site")
		}
		if len(o.Security) > 0 {
			refused(srv, http.StatusUnauthorized, at, "", body)
			refused(srv, http.StatusForbidden, at, "wrong", body)
		}
		if gone := nowhere.Replace(path); gone != path {
			gone += queries[o.OperationID]
			refused(srv, http.StatusNotFound, gone, mine, body)
		}
		if o.RequestBody != nil {
			refused(srv, http.StatusRequestEntityTooLarge, at, mine, `{"x":"`+strings.Repeat("x", 2<<20)+`"}`, headers...)
			refused(srv, http.StatusUnsupportedMediaType, at, mine, body, "Content-Type", "text/plain")
			wrong := http.StatusBadRequest
			if headers != nil {
				wrong = http.StatusUnprocessableEntity // Its form is checked with the record.
			}
			refused(srv, wrong, at, mine, "{", headers...)
		}
		if o.Responses["304"] != nil {
			(&client{t: t, s: srv, token: mine}).want(http.StatusNotModified, nil, o.Method, at, nil, "If-None-Match", "*")
		}
	})
	(&client{t: t, s: srv}).want(http.StatusNotFound, &Problem{}, "GET", "/api/v1/nothing", nil)
	(&client{t: t, s: srv}).want(http.StatusMethodNotAllowed, &Problem{}, "DELETE", "/api/v1/matches", nil)
}

// Valid requests, by operation.
var (
	bodies = map[string]string{
		"begin-match": `{"ruleset":"tideofiron","scenario":"block"}`, "play-action": `{"action":"x"}`, "solve-puzzle": `{"action":"x"}`, "answer-question": `{"question":"1","roll":true}`,
		"set-dice": `{"dice":"typed"}`, "name-player": `{"player":"Ada"}`, "set-network": `{"open":false}`, "draw-code": `{"text":"x"}`, "claim-seat": `{}`, "consent-to-undo": `{"agree":true}`, "resign": `{"side":"German"}`, "read-scenario": `{"yaml":"x"}`, "agree-to-dice": `{"agree":true}`, "agree-to-hints": `{"agree":true}`,
		"sign-line": `{"sum":"","entry":{"kind":"act","by":"German","text":"undo"}}`, "consent-to-line": `{"sum":"","entry":{"kind":"close","by":"German"}}`,
	}
	queries = map[string]string{
		"get-odds": "?example=worked", "draw-odds": "?example=worked", "list-odds": "?example=worked", "list-states": "?example=worked", "get-action-odds": "?action=x", "get-puzzle-odds": "?action=x", "get-sight": "?piece=x", "list-tags": "?piece=x",
		"list-changes": "?example=worked", "compare-odds": "?ask=tideofiron/attack%3Fexample%3Dworked&ask=tideofiron/attack%3Fexample%3Dworked",
	}
)

// TestNotKept: a change of a match that cannot be saved has no effect, and the answer says so.
func TestNotKept(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	typed := row("typed", "typed")
	for _, x := range []struct {
		before, method, path string
		body                 any
	}{
		{"", "POST", "/actions", map[string]string{"action": fires}},
		{"begun", "POST", "/answers", `{"question":"6","roll":true}`},
		{"", "PUT", "/seats/German/dice", `{"dice":"program"}`},
		{"", "PUT", "/seats/German/player", `{"player":"Ada"}`},
		{"begun", "POST", "/undo", nil},
		{"asked", "POST", "/undo/consent", `{"agree":true}`},
		{"undone", "POST", "/redo", nil},
		{"", "POST", "/seats/German/claim", `{}`},
		{"wanted", "POST", "/seats/German/dice/consent", `{"agree":true}`},
		{"", "PUT", "/hints", `{"agree":true}`},
		{"", "POST", "/resignation", `{"side":"German"}`},
		{"", "DELETE", "", nil},
	} {
		srv := served(t, Options{})
		w := typed
		if x.before == "wanted" {
			w = row("program", "typed")
		}
		p := began(t, srv, w)
		who := p.seats[0]
		switch x.before {
		case "begun":
			who.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
		case "asked":
			who.want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", `{"dice":"program"}`)
			who.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
			who.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
			who = p.seats[1]
		case "wanted":
			who.want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", `{"dice":"typed"}`)
			who = p.seats[1]
		case "undone":
			who.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": "rest sig-33b"})
			who.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
		}
		srv.store.Close()
		var kept Problem
		h := who.want(http.StatusServiceUnavailable, &kept, x.method, p.path+x.path, x.body)
		if kept.Kind != "urn:loophole:not-kept" || h.Get("Retry-After") == "" {
			t.Errorf("%s %s: %+v %v", x.method, x.path, kept, h)
		}
	}
}

// TestBusy: a question is rejected if too many are being answered, in every format.
func TestBusy(t *testing.T) {
	srv := served(t, Options{})
	hinted := row()
	hinted.Hints = "on"
	p, fired := began(t, srv, hinted), began(t, srv, row())
	fired.seats[0].want(http.StatusOK, nil, "POST", fired.path+"/actions", map[string]string{"action": fires})
	for _, g := range []*queueLimiter{srv.compute, srv.bench} {
		for range cap(g.queue) {
			g.queue <- struct{}{}
		}
	}
	const attack = "/rulesets/tideofiron/procedures/attack/"
	for _, path := range []string{attack + "odds", attack + "odds.csv", attack + "odds.svg", attack + "states", attack + "changes", "/compare?ask=tideofiron/attack%3Fexample%3Dworked&ask=tideofiron/attack%3Fexample%3Dworked", "/dice?q=2d6", "/topics/chances", p.path + "/odds" + query("action", fires), p.path + "/tags?piece=sig-33b", p.path + "/hint", fired.path + "/told", "/puzzles/tideofiron-1/odds" + query("action", "skirmish sig-33b")} {
		if strings.HasPrefix(path, attack) {
			path += "?example=worked"
		}
		who := p.seats[0]
		if strings.HasPrefix(path, fired.path) {
			who = fired.seats[0]
		}
		if h := who.want(http.StatusServiceUnavailable, &Problem{}, "GET", path, nil); h.Get("Retry-After") == "" {
			t.Error(path, h)
		}
	}
}

// TestConflicts: after another server on the same store has continued a match, requests for the old
// state fail. A finished game does not continue, and there is no redo without an undo.
func TestConflicts(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, row("typed", "typed"))
	p.seats[0].want(http.StatusConflict, &Problem{}, "POST", p.path+"/redo", nil)
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	second := New(srv.store, Options{Program: "loophole test"})
	defer second.Close()
	c := &client{t: t, s: second, token: p.seats[0].token}
	c.want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", `{"dice":"program"}`)
	p.seats[0].want(http.StatusConflict, &Problem{}, "PUT", p.path+"/seats/German/dice", `{"dice":"program"}`)

	w := row()
	w.Seats = []NewSeat{{Policy: "random"}, {Policy: "random"}}
	over := began(t, srv, w)
	waited(t, "the game is over", func() bool { return over.state(over.look).Over != nil })
	over.look.want(http.StatusConflict, &Problem{}, "GET", over.path+"/odds?action=rest+sig-33b", nil)
}

// TestStrictMatch: a strict match needs all values that are not published with certainty, and a
// question of typed dice can be left to the program.
func TestStrictMatch(t *testing.T) {
	srv := served(t, Options{})
	w := row("typed", "typed")
	loose := began(t, srv, w)
	w.Strict, w.House = true, map[string]string{}
	for _, x := range loose.state(loose.look).Labels {
		w.House[x.Name] = fmt.Sprint(x.Value)
	}
	// The problems name the other missing values, one after the other.
	var p *party
	for lacks := regexp.MustCompile(`"([^"]+)" is not published .* default is (-?\d+)`); p == nil; {
		r := (&client{t: t, s: srv}).ask("POST", "/matches", w)
		if r.Code == http.StatusCreated {
			p = began(t, srv, w)
			r = p.seats[0].ask("POST", p.path+"/actions", map[string]string{"action": fires})
		}
		if r.Code < 300 {
			break
		}
		p = nil
		var no Problem
		json.Unmarshal(r.Body.Bytes(), &no)
		m := lacks.FindStringSubmatch(no.Detail)
		if m == nil || w.House[m[1]] != "" {
			t.Fatalf("%d %s", r.Code, r.Body)
		}
		w.House[m[1]] = m[2]
	}
	s := p.state(p.seats[0])
	if !s.Strict || len(s.Labels) > 0 || s.Begun == nil {
		t.Fatalf("%+v", s)
	}
	var out Played
	p.seats[0].want(http.StatusOK, &out, "POST", p.path+"/answers", Answer{Question: s.Begun.Question.ID, Roll: true})
	if out.Entries[0].From != "program" || len(out.Entries[0].Faces) != s.Begun.Question.Many {
		t.Errorf("%+v", out.Entries[0])
	}
}

// TestVisits: a fight with rounds has the expected number of rounds.
func TestVisits(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	var about ProcedureDetail
	c.want(http.StatusOK, &about, "GET", "/rulesets/d20skirmish/procedures/melee", nil)
	var x struct {
		Expected struct{ Visits map[string]wire.Mean }
	}
	c.want(http.StatusOK, &x, "GET", "/rulesets/d20skirmish/procedures/melee/odds"+query("example", about.Examples[0].Name), nil)
	if x.Expected.Visits["round"].Float < 1 {
		t.Errorf("%+v", x)
	}
}
