package server

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"loophole/internal/store/sqlite"
	"loophole/internal/wire"
	"loophole/policy"
)

// served returns a server with a new store.
func served(t testing.TB, o Options) *Server {
	t.Helper()
	return servedFrom(t, t.TempDir(), o)
}

// servedFrom returns a server with the store in a folder.
func servedFrom(t testing.TB, dir string, o Options) *Server {
	t.Helper()
	st, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	o.Program = "loophole test"
	s := New(st, o)
	t.Cleanup(func() {
		s.Close()
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// briefly lets the hints of a server rest on fewer plays, for tests of who gets which hint and of what it
// tells, and not of how good it is.
func briefly(s *Server) *Server {
	s.adviser = func() *policy.Lookahead {
		x := policy.Adviser()
		x.Budget, x.Endings, x.Rollouts = x.Budget/10, x.Endings/10, x.Rollouts/10
		return x
	}
	return s
}

// A client sends requests with one token, or without.
type client struct {
	t     testing.TB
	s     http.Handler
	token string
	heard func(path string, answer []byte) // called with every answer, if not nil
}

// ask sends a request and returns the answer.
func (c *client) ask(method, path string, body any, headers ...string) *httptest.ResponseRecorder {
	c.t.Helper()
	var b bytes.Buffer
	switch x := body.(type) {
	case nil:
	case string:
		b.WriteString(x)
	default:
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			c.t.Fatal(err)
		}
	}
	for _, part := range []string{"/rulesets", "/scenarios", "/matches", "/topics", "/compare", "/dice", "/network", "/codes", "/analysis", "/puzzles"} {
		if strings.HasPrefix(path, part) {
			path = "/api/v1" + path
			break
		}
	}
	sent := bytes.Clone(b.Bytes())
	r := httptest.NewRequest(method, path, &b)
	r.Host = "localhost"
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	c.s.ServeHTTP(w, r)
	if x, ok := c.s.(*Server); ok {
		documented(c.t, x, r, sent, w)
	}
	if c.heard != nil {
		c.heard(method+" "+path, w.Body.Bytes())
	}
	return w
}

// want sends a request, expects a status, and decodes the answer.
func (c *client) want(status int, into any, method, path string, body any, headers ...string) http.Header {
	c.t.Helper()
	w := c.ask(method, path, body, headers...)
	if w.Code != status {
		c.t.Fatalf("%s %s %v: %d %s; want %d", method, path, body, w.Code, w.Body, status)
	}
	if into != nil {
		if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
			c.t.Fatalf("%s %s: %v: %s", method, path, err, w.Body)
		}
	}
	return w.Header()
}

// A party is a match with clients for all of its tokens.
type party struct {
	CreatedMatch
	path  string
	seats [2]*client // nil for a policy
	look  *client
	both  *client // nil without a hot seat
}

// began begins a match.
func began(t testing.TB, s http.Handler, w NewMatch) *party {
	t.Helper()
	p := &party{}
	(&client{t: t, s: s}).want(http.StatusCreated, &p.CreatedMatch, "POST", "/matches", w)
	p.path = "/matches/" + p.ID
	for i, side := range p.Sides {
		if token := p.Tokens[side]; token != "" {
			p.seats[i] = &client{t: t, s: s, token: token}
		}
	}
	p.look = &client{t: t, s: s, token: p.Tokens[roleSpectator]}
	if token := p.Tokens[roleTable]; token != "" {
		p.both = &client{t: t, s: s, token: token}
	}
	return p
}

func (p *party) state(c *client) *State {
	c.t.Helper()
	x := &State{}
	c.want(http.StatusOK, x, "GET", p.path, nil)
	return x
}

// A turn has the parts of a [State] by which games are played. The rest takes long to decode, and the
// schema of the answer is checked anyway.
type turn struct {
	Sequence, Round int
	Turn, Position  string
	You             Viewer
	Over            *struct{}
	Begun           *struct {
		Yours    bool
		Question *wire.Question
	}
}

func (p *party) turn(c *client) *turn {
	c.t.Helper()
	x := &turn{}
	c.want(http.StatusOK, x, "GET", p.path, nil)
	return x
}

// lines returns the legal actions.
func (p *party) lines(c *client) (lines []string) {
	c.t.Helper()
	var a struct {
		Groups []struct {
			Actions []struct {
				Line    string
				Allowed bool
			}
		}
	}
	c.want(http.StatusOK, &a, "GET", p.path+"/actions", nil)
	for _, g := range a.Groups {
		for _, x := range g.Actions {
			if x.Allowed {
				lines = append(lines, x.Line)
			}
		}
	}
	return lines
}

// answerTo returns a random answer to a question.
func answerTo(q *wire.Question, dice *rand.Rand) Answer {
	a := Answer{Question: q.ID}
	if q.Kind == "choice" {
		k := dice.IntN(len(q.Options))
		a.Option = &k
		return a
	}
	for range q.Many {
		a.Faces = append(a.Faces, 1+dice.IntN(q.Die))
	}
	return a
}

// move plays one random action, or answers one question. It reports false at the end of the game.
func (p *party) move(t testing.TB, dice *rand.Rand) bool {
	t.Helper()
	for _, c := range p.seats {
		if c == nil {
			continue
		}
		x := p.turn(c)
		if x.Over != nil {
			return false
		}
		if x.Begun != nil && x.Begun.Yours {
			c.want(http.StatusOK, nil, "POST", p.path+"/answers", answerTo(x.Begun.Question, dice))
			return true
		}
		if x.Begun != nil || x.Turn != x.You.Side {
			continue
		}
		lines := p.lines(c)
		if len(lines) == 0 {
			t.Fatalf("%s: nothing is legal and the game is not over", x.Turn)
		}
		// The action type is chosen first, so that types with many arguments do not dominate.
		byType := map[string][]string{}
		var names []string
		for _, l := range lines {
			name, _, _ := strings.Cut(l, " ")
			if byType[name] == nil {
				names = append(names, name)
			}
			byType[name] = append(byType[name], l)
		}
		list := byType[names[dice.IntN(len(names))]]
		w := c.ask("POST", p.path+"/actions", map[string]string{"action": list[dice.IntN(len(list))], "position": x.Position})
		if w.Code != http.StatusOK && w.Code != http.StatusUnprocessableEntity {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return true
	}
	t.Fatal("the game is not over, and nobody is to act")
	return false
}

func query(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return "?" + v.Encode()
}

// block is a small match that tests play.
var block = NewMatch{Ruleset: "tideofiron", Scenario: "block", Seed: "7"}
