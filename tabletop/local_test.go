package tabletop

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
