package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"loophole/puzzle"
)

var update = flag.Bool("update", false, "rewrite testdata and docs/openapi.yaml")

// golden compares a text with a file, or rewrites the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
		for i := range g {
			if i >= len(w) || g[i] != w[i] {
				t.Fatalf("%s: line %d is\n%s\nwant\n%s\n(-update rewrites it)", name, i+1, g[i], append(w, "", "")[min(i, len(w))])
			}
		}
		t.Fatalf("%s has lines that are not there any more (-update rewrites it)", name)
	}
}

// A script requests every part of the API once, like docs/api.md. It replaces random values and
// shortens long lists.
type script struct {
	t     *testing.T
	out   bytes.Buffer
	party *party
	names *strings.Replacer
}

func (s *script) say(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// ask writes a request and its answer to the transcript, and returns the answer.
func (s *script) ask(who, method, path string, body any, headers ...string) []byte {
	c := map[string]*client{"": {t: s.t, s: s.party.look.s}, "first": s.party.seats[0], "second": s.party.seats[1], "spectator": s.party.look, "table": s.party.both}[who]
	path = strings.ReplaceAll(path, "MATCH", s.party.path)
	w := c.ask(method, path, body, headers...)
	s.say("\n> %s %s", method, s.names.Replace(path))
	if who != "" {
		s.say("  by the %s", who)
	}
	for i := 0; i < len(headers); i += 2 {
		s.say("\n> %s: %s", headers[i], headers[i+1])
	}
	if body != nil {
		b, _ := json.Marshal(body)
		s.say("\n> %s", b)
	}
	s.say("\n< %d %s", w.Code, w.Header().Get("Content-Type"))
	for _, h := range []string{"ETag", "Cache-Control", "Retry-After", "Www-Authenticate", "Location"} {
		if v := w.Header().Get(h); v != "" {
			s.say("\n< %s: %s", h, s.names.Replace(builds.ReplaceAllString(v, "BUILD")))
		}
	}
	s.say("\n")
	if strings.Contains(w.Header().Get("Content-Type"), "json") && !strings.Contains(w.Header().Get("Content-Type"), "jsonl") {
		var x any
		if err := json.Unmarshal(w.Body.Bytes(), &x); err != nil {
			s.t.Fatal(err)
		}
		b, _ := json.MarshalIndent(brief(x), "", "  ")
		s.say("%s\n", s.names.Replace(string(b)))
	} else {
		text, _, more := strings.Cut(w.Body.String(), "\n")
		s.say("%s", text[:min(len(text), 100)])
		if more || len(text) > 100 {
			s.say(" …")
		}
		s.say("\n")
	}
	return w.Body.Bytes()
}

// builds matches the values that differ between builds of the program.
var builds = regexp.MustCompile(`[0-9a-f]{16,}`)

// brief shortens long lists and texts, and removes states from other answers.
func brief(x any) any {
	switch x := x.(type) {
	case map[string]any:
		if s, ok := x["state"].(map[string]any); ok {
			x["state"] = map[string]any{"sequence": s["sequence"], "position": s["position"], "turn": s["turn"], "begun": s["begun"], "seats": s["seats"], "undo": s["undo"]}
		}
		for k, v := range x {
			x[k] = brief(v)
		}
	case []any:
		const most = 2
		for i := range x {
			x[i] = brief(x[i])
		}
		if n := len(x) - most; n > 0 {
			return append(x[:most:most], fmt.Sprintf("… and %d more", n))
		}
	case string:
		if r := []rune(x); len(r) > 120 {
			return string(r[:120]) + "…"
		}
	}
	return x
}

func TestTranscript(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, NewMatch{
		Ruleset: "tideofiron", Scenario: "row", Seed: "7", HotSeat: true,
		Seats: []NewSeat{{Player: "host"}, {Player: "guest"}}, Dice: []string{"typed", "program"}, Rulings: map[string]string{"halving": "before"},
	})
	pairs := []string{p.ID, "ID"}
	for name, token := range p.Tokens {
		pairs = append(pairs, token, "TOKEN-"+name)
	}
	s := &script{t: t, party: p, names: strings.NewReplacer(pairs...)}
	s.say("Every part of the API, asked for once. -update rewrites this file.\n")
	s.books()
	s.match()
	s.secrets()
	golden(t, "testdata/api.txt", s.out.Bytes())
}

func (s *script) books() {
	s.ask("", "GET", "/rulesets", nil)
	s.ask("", "GET", "/rulesets/tideofiron", nil)
	s.ask("", "GET", "/rulesets/tideofirn", nil)
	s.ask("", "GET", "/rulesets/tideofiron/clauses", nil)
	s.ask("", "GET", "/scenarios", nil)
	s.ask("", "GET", "/scenarios/tideofiron/block", nil)
	s.ask("", "GET", "/puzzles", nil)
	s.ask("", "GET", "/puzzles/tideofiron-1", nil)
	s.ask("", "POST", "/puzzles/tideofiron-1", map[string]string{"action": puzzle.Bundled()[len(puzzle.Bundled())-10].Actions[0].Line})
	s.ask("", "GET", "/rulesets/tideofiron/procedures/attack", nil)
	const odds = "/rulesets/tideofiron/procedures/attack/odds"
	s.ask("", "GET", odds+"?example=worked", nil)
	s.ask("", "GET", odds+"?example=worked&trials=1000&seed=3", nil)
	s.ask("", "GET", odds+"?example=worked&event=destroyed&ruling=halving%3Dbefore&floats=true", nil)
	s.ask("", "GET", odds+"?example=worked&strict=true", nil)
	s.ask("", "GET", odds+"?set=levl%3D1", nil)
	s.ask("", "GET", odds+".csv?example=worked", nil)
	s.ask("", "GET", odds+".svg?example=worked", nil)
	const melee = "/rulesets/d20skirmish/procedures/melee/"
	s.ask("", "GET", melee+"states?set=attackers%3D2&set=defenders%3D2", nil)
	s.ask("", "GET", melee+"odds?set=attackers%3D2&set=defenders%3D2&from=attackers%3D1&from=defenders%3D2&event=room-held&rounds=2&floats=true", nil)
	s.ask("", "GET", melee+"odds?set=attackers%3D2&set=defenders%3D2&from=attackers%3D2", nil)
	s.ask("", "GET", "/rulesets/tideofiron/procedures/attack/changes?example=worked&event=destroyed", nil)
	s.ask("", "GET", "/rulesets/tideofiron/procedures/attack/changes?example=worked&event=felled", nil)
	s.ask("", "GET", "/topics", nil)
	s.ask("", "GET", "/compare"+query("ask", "konflikt47/direct-he?set=weapon=medium-howitzer&set=floors=8&label=shell it&aim=unit-destroyed")+"&"+query("ask", "konflikt47/assault?set=attackers=10&set=defenders=8&label=storm it")[1:], nil)
	s.ask("", "GET", "/compare?ask=konflikt47%2Fshell&ask=konflikt47%2Fshel", nil)
	s.ask("", "GET", "/network", nil)
	s.ask("", "PUT", "/network", map[string]bool{"open": true})
	s.ask("", "POST", "/codes", map[string]string{"text": "http://192.168.1.5:8047/m/ID#TOKEN"})
	s.ask("", "POST", "/matches", NewMatch{Ruleset: "tideofiron", Scenario: "blok"})
	s.ask("", "POST", "/matches", map[string]any{"ruleset": "tideofiron", "secnario": "block"})
}

func (s *script) match() {
	s.ask("", "GET", "MATCH", nil)
	s.ask("first", "GET", "MATCH", nil)
	s.ask("first", "GET", "MATCH/actions", nil)
	fire := s.untilFire()
	x := s.party.state(s.party.seats[0])
	s.ask("first", "GET", "MATCH/actions"+query("piece", strings.Fields(fire)[1]), nil)
	s.ask("first", "GET", "MATCH/actions"+query("text", "fire "), nil)
	s.ask("first", "GET", "MATCH/odds"+query("action", fire), nil)
	s.ask("first", "GET", "MATCH/tags?piece=sig-33b", nil)
	s.ask("first", "GET", "MATCH/tags?piece=sig-33b&position=gone", nil)
	s.ask("first", "GET", "MATCH/sight?piece=sig-33b", nil)
	s.ask("first", "GET", "MATCH/sight?piece=sig-33", nil)
	s.ask("first", "GET", "MATCH/sight?piece=sig-33b&position=gone", nil)
	s.ask("first", "GET", "MATCH/odds?action=rest+sig-33b&position=gone", nil)
	s.ask("second", "POST", "MATCH/actions", map[string]string{"action": fire, "position": x.Position})
	s.ask("spectator", "POST", "MATCH/actions", map[string]string{"action": fire})
	s.ask("first", "POST", "MATCH/actions", map[string]string{"action": fire, "position": "0123456789abcdef"})
	s.ask("first", "POST", "MATCH/actions", map[string]string{"action": "fyre"})
	s.ask("first", "POST", "MATCH/actions", map[string]string{"action": fire, "position": x.Position}, "Idempotency-Key", "one")
	s.answers()
	s.ask("second", "PUT", "MATCH/seats/"+s.party.Sides[1]+"/player", map[string]string{"player": "Ada"})
	s.ask("first", "PUT", "MATCH/seats/"+s.party.Sides[1]+"/player", map[string]string{"player": "Bert"})
	s.ask("first", "POST", "MATCH/undo", nil)
	s.ask("first", "POST", "MATCH/undo/consent", map[string]bool{"agree": true})
	s.ask("second", "POST", "MATCH/undo/consent", map[string]bool{"agree": true})
	s.ask("first", "POST", "MATCH/redo", nil)
	s.ask("spectator", "GET", "MATCH/told", nil)
	s.ask("spectator", "GET", "MATCH/record?from=2", nil)
	s.ask("first", "GET", "MATCH/record.jsonl", nil)
	s.ask("table", "GET", "MATCH/record.jsonl", nil)
	s.ask("spectator", "GET", "MATCH/steps/1", nil)
	s.ask("spectator", "GET", "MATCH/steps/1000", nil)
	s.ask("spectator", "POST", "MATCH/resignation", map[string]string{"side": s.party.Sides[1]})
	s.ask("first", "POST", "MATCH/resignation", map[string]string{"side": s.party.Sides[1]})
	s.ask("table", "POST", "MATCH/resignation", map[string]string{"side": s.party.Sides[1]})
	s.ask("table", "POST", "MATCH/resignation", map[string]string{"side": s.party.Sides[1]})
}

// untilFire plays at random until the first side can fire, and returns that action.
func (s *script) untilFire() string {
	both, dice := s.party.both, rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		x := s.party.state(both)
		if x.Begun != nil {
			both.want(http.StatusOK, nil, "POST", s.party.path+"/answers", answerTo(x.Begun.Question, dice))
			continue
		}
		lines := s.party.lines(both)
		for _, line := range lines {
			if strings.HasPrefix(line, "fire ") && x.Turn == s.party.Sides[0] {
				return line
			}
		}
		both.want(http.StatusOK, nil, "POST", s.party.path+"/actions", map[string]string{"action": lines[dice.IntN(len(lines))]})
	}
	s.t.Fatal("nobody fires")
	return ""
}

// answers answers the open question with an error and then correctly.
func (s *script) answers() {
	q := s.party.state(s.party.seats[0]).Begun.Question
	faces := func(n, face int) (list []int) {
		for range n {
			list = append(list, face)
		}
		return list
	}
	s.ask("first", "POST", "MATCH/answers", Answer{Question: q.ID, Faces: faces(q.Many+1, 2)})
	s.ask("first", "POST", "MATCH/answers", Answer{Question: q.ID, Faces: faces(q.Many, 7)})
	s.ask("second", "POST", "MATCH/answers", Answer{Question: q.ID, Roll: true})
	s.ask("first", "PUT", "MATCH/seats/"+s.party.Sides[0]+"/dice", map[string]any{"block": []int{6}})
	s.ask("first", "POST", "MATCH/answers", Answer{Question: q.ID, Faces: faces(q.Many-1, 5)})
	s.ask("first", "POST", "MATCH/answers", Answer{Question: q.ID, Faces: faces(q.Many-1, 5)})
	s.ask("first", "PUT", "MATCH/seats/"+s.party.Sides[0]+"/dice", map[string]any{"dice": "program"})
	s.ask("second", "PUT", "MATCH/seats/"+s.party.Sides[1]+"/dice", map[string]any{"dice": "typed"})
	s.ask("first", "POST", "MATCH/seats/"+s.party.Sides[1]+"/dice/consent", map[string]bool{"agree": false})
}

// secrets shows the answers to a seat about hidden pieces.
func (s *script) secrets() {
	p := began(s.t, s.party.look.s, NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", Seed: "7", HotSeat: true})
	s.party = p
	pairs := []string{p.ID, "ID"}
	for name, token := range p.Tokens {
		pairs = append(pairs, token, "TOKEN-"+name)
	}
	s.names = strings.NewReplacer(pairs...)
	for n := 0; n < 8 || p.state(p.both).Turn != p.Sides[0]; n++ {
		lines := p.lines(p.both)
		if x := p.state(p.both); x.Begun != nil {
			p.both.want(http.StatusOK, nil, "POST", p.path+"/answers", Answer{Question: x.Begun.Question.ID, Option: new(int)})
			continue
		}
		p.both.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": lines[0]})
	}
	s.ask("first", "GET", "MATCH/record", nil)
	s.ask("first", "POST", "MATCH/actions", map[string]string{"action": "fire fuser at tenant-one"})
	s.ask("first", "POST", "MATCH/actions", map[string]string{"action": "fire fuser at nobody-at-all"})
}
