package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loophole/internal/store"
	"loophole/internal/store/memory"
)

// TestMatchWithoutHTTP: every read of a match is answered in the same way without HTTP.
func TestMatchWithoutHTTP(t *testing.T) {
	s := served(t, Options{})
	p := began(t, s, row("program", "program"))
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	for _, e := range s.router {
		if e.Method != http.MethodGet || !strings.HasPrefix(e.Path, root+matchPath) || strings.HasSuffix(e.Path, "/events") {
			continue
		}
		path := strings.NewReplacer("{id}", p.ID, "{n}", "1").Replace(e.Path)
		r := httptest.NewRequest(http.MethodGet, path+"?"+strings.TrimPrefix(queries[e.ID], "?"), nil)
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer "+p.seats[1].token)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		sameWithoutHTTP(t, s, r, w)
	}
}

// TestLocal: a server without HTTP refuses what is not there, what is too large, and what cannot be
// read, streams events, and survives a fault.
func TestLocal(t *testing.T) {
	s := NewLocal(memory.New(nil), Options{})
	defer s.Close()
	none := func(string) string { return "" }
	for _, c := range []struct {
		method, address string
		body            []byte
		want            int
	}{
		{"GET", "/api/v1/rulesets", nil, http.StatusOK},
		{"GET", "/api/v1/nothing", nil, http.StatusNotFound},
		{"DELETE", "/api/v1/rulesets", nil, http.StatusMethodNotAllowed},
		{"GET", "/api/v1/network", nil, http.StatusNotFound},
		{"GET", "/api/v1/dice?q=%zz", nil, http.StatusBadRequest},
		{"POST", "/api/v1/codes", make([]byte, mostBody+1), http.StatusRequestEntityTooLarge},
		{"POST", "/api/v1/codes", []byte(`{"text":"x"}`), http.StatusOK},
	} {
		if a := s.Answer(t.Context(), LocalRequest{Method: c.method, Address: c.address, Header: none, Body: c.body}); a.Status != c.want {
			t.Errorf("%s %s: %d, want %d", c.method, c.address, a.Status, c.want)
		}
	}
	p := began(t, served(t, Options{}), row("program", "program"))
	srv := p.seats[0].s.(*Server)
	ctx, cancel := context.WithCancel(t.Context())
	a := srv.Answer(ctx, LocalRequest{Method: "GET", Address: "/api/v1" + p.path + "/events", Header: func(name string) string {
		return map[string]string{"Authorization": "Bearer " + p.seats[0].token}[name]
	}})
	var heard firstPiece
	heard.stop = cancel
	a.Stream(ctx, &heard)
	if !strings.Contains(heard.text, "event: presence") {
		t.Errorf("%d %v: the stream said %q", a.Status, a.Header, heard.text)
	}
}

// A firstPiece hears the first piece of a stream.
type firstPiece struct {
	text string
	stop func()
}

func (f *firstPiece) Send(piece string) error {
	f.text += piece
	f.stop()
	return nil
}

// TestBring: a match moves to another store. Its former tokens open it, and so do new ones.
func TestBring(t *testing.T) {
	kept := memory.New(nil)
	s := NewLocal(kept, Options{})
	defer s.Close()
	from := served(t, Options{})
	p := began(t, from, row("program", "program"))
	c, err := from.store.Copy(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Bring(c)
	if err != nil {
		t.Fatal(err)
	}
	if x.Ruleset != "tideofiron" || x.Scenario != "row" || len(x.Tokens) != len(p.Tokens) {
		t.Errorf("%+v", x)
	}
	for name, token := range map[string]string{"old": p.seats[0].token, "new": x.Tokens[p.Sides[0]], "spectator": x.Tokens["spectator"]} {
		a := s.Answer(t.Context(), LocalRequest{Method: "GET", Address: "/api/v1" + p.path, Header: func(h string) string {
			return map[string]string{"Authorization": "Bearer " + token}[h]
		}})
		if a.Status != http.StatusOK {
			t.Errorf("the %s token: %d", name, a.Status)
		}
	}
	if _, err := s.Bring(c); err == nil {
		t.Error("the match was brought twice")
	}
	c.ID, c.Lines = "other", c.Lines[:0]
	if _, err := s.Bring(c); err == nil {
		t.Error("a match without a record was brought")
	}
}

// TestBringBack: a match moves to another store, goes on there and comes back. It replaces the older copy,
// also where that is open, and its tokens stay. An older copy, the same one, and one that has gone on in
// another way are refused.
func TestBringBack(t *testing.T) {
	s := NewLocal(memory.New(nil), Options{})
	defer s.Close()
	away := served(t, Options{})
	p := began(t, away, row("program", "program"))
	copied := func() *store.Copy {
		c, err := away.store.Copy(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := copied()
	x, err := s.Bring(copied())
	if err != nil {
		t.Fatal(err)
	}
	token := x.Tokens[p.Sides[0]]
	ask := func(method, address, body string) (c State) {
		t.Helper()
		a := s.Answer(t.Context(), LocalRequest{Method: method, Address: "/api/v1" + p.path + address, Body: []byte(body), Header: func(h string) string {
			return map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}[h]
		}})
		var b bytes.Buffer
		if err := a.WriteBody(&b); err != nil || a.Status != http.StatusOK {
			t.Fatal(a.Status, err, b.String())
		}
		if err := json.Unmarshal(b.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := ask("GET", "", "")
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": "move sig-33b to B2"})
	if _, err := s.Bring(copied()); err != nil {
		t.Fatal(err)
	}
	token = p.seats[0].token
	if now := ask("GET", "", ""); now.Sequence <= before.Sequence || now.Position == before.Position {
		t.Errorf("the match that is open stands at %d still", now.Sequence)
	}
	if _, err := s.Bring(copied()); !errors.Is(err, store.ErrExists) {
		t.Errorf("the same copy again: %v", err)
	}
	if _, err := s.Bring(first); !errors.Is(err, store.ErrOlder) {
		t.Errorf("an older copy: %v", err)
	}
	ask("POST", "/undo", "{}")
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": "move sig-33b to B1"})
	ask("POST", "/actions", `{"action": "move sig-33b to A3"}`)
	if _, err := s.Bring(copied()); !errors.Is(err, store.ErrDiverged) {
		t.Errorf("a copy that has gone on in another way: %v", err)
	}
}

// TestNoRoom: without room a match does not begin and an action is not played, and the answer says what
// to do. With room the same action goes through.
func TestNoRoom(t *testing.T) {
	full := true
	s := NewLocal(memory.New(func(string, *store.Copy) error {
		if full {
			return fmt.Errorf("%w: of the browser", store.ErrFull)
		}
		return nil
	}), Options{Log: slog.New(slog.DiscardHandler)})
	defer s.Close()
	token := ""
	ask := func(method, address, body string, want int, into any) {
		t.Helper()
		a := s.Answer(t.Context(), LocalRequest{Method: method, Address: "/api/v1" + address, Body: []byte(body), Header: func(name string) string {
			return map[string]string{"Content-Type": "application/json", "Authorization": token}[name]
		}})
		var b bytes.Buffer
		must(t, a.WriteBody(&b))
		if a.Status != want {
			t.Fatalf("%s %s: %d, want %d: %s", method, address, a.Status, want, b.Bytes())
		}
		must(t, json.Unmarshal(b.Bytes(), into))
	}
	const begin = `{"ruleset":"tideofiron","scenario":"row","seed":"1","hotseat":true}`
	var no Problem
	ask("POST", "/matches", begin, http.StatusServiceUnavailable, &no)
	if no.Kind != "urn:loophole:no-room" || !strings.Contains(no.Detail, "export and delete matches") {
		t.Errorf("%+v", no)
	}
	full = false
	var m CreatedMatch
	ask("POST", "/matches", begin, http.StatusCreated, &m)
	token = "Bearer " + m.Tokens["table"]
	var before, after State
	ask("GET", "/matches/"+m.ID, "", http.StatusOK, &before)
	full, no = true, Problem{}
	const rests = `{"action":"rest sig-33b"}`
	ask("POST", "/matches/"+m.ID+"/actions", rests, http.StatusServiceUnavailable, &no)
	if ask("GET", "/matches/"+m.ID, "", http.StatusOK, &after); no.Kind != "urn:loophole:no-room" || after.Position != before.Position {
		t.Errorf("%+v; the position was %s and is %s", no, before.Position, after.Position)
	}
	full = false
	var played Played
	if ask("POST", "/matches/"+m.ID+"/actions", rests, http.StatusOK, &played); played.State.Position == before.Position {
		t.Error("with room the action changes nothing")
	}
}
