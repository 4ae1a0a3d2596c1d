package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestRandomGames plays a random game of each scenario over HTTP to its end. Both seats and a
// spectator always see the same match, no answer reveals hidden information, and the record is
// valid.
func TestRandomGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	for _, b := range scenario.Bundled() {
		t.Run(b.Ruleset+"/"+b.Name, func(t *testing.T) {
			t.Parallel()
			s := briefly(served(t, Options{}))
			dice := rand.New(rand.NewPCG(1, 2))
			p := began(t, s, NewMatch{Ruleset: b.Ruleset, Scenario: b.Name, Seed: "5", Dice: []string{"program", "typed"}, Hints: "on"})
			spy := spyOn(t, s, p)
			n := 0
			for ; p.move(t, dice); n++ {
				spy.overhear()
				if n > 5000 {
					t.Fatal("the game does not end")
				}
				if n%7 == 0 {
					agree(t, s, p, dice, spy.secret, n%21 == 0 && spy.secret)
				}
			}
			agree(t, s, p, dice, spy.secret, true)
			if spy.secret && spy.hidden == 0 {
				t.Error("nothing was hidden in the whole game, so nothing was tested")
			}
			verified(t, p)
		})
	}
}

// follows reports whether an entry number can come after another.
func follows(seq, last int, secret bool) bool {
	return seq == last+1 || secret && seq%blockSize == 1 && (seq/blockSize == last/blockSize+1 || last == 0 && seq == 1)
}

// agree compares the answers to all clients of a match.
func agree(t *testing.T, s *Server, p *party, dice *rand.Rand, secret, deeply bool) {
	t.Helper()
	a, b, c := p.turn(p.seats[0]), p.turn(p.seats[1]), p.turn(p.look)
	for _, x := range []*turn{b, c} {
		if x.Sequence != a.Sequence || x.Turn != a.Turn || x.Round != a.Round || (x.Over == nil) != (a.Over == nil) || (x.Begun == nil) != (a.Begun == nil) {
			t.Fatalf("%s sees %d %s %d; %s sees %d %s %d", a.You.Side, a.Sequence, a.Turn, a.Round, x.You.Role, x.Sequence, x.Turn, x.Round)
		}
	}
	if a.Over == nil && a.You.Side != a.Turn {
		// A side whose units are all unseen has no listed actions.
		if n := len(p.lines(p.seats[0])); a.Begun == nil && n == 0 && !secret {
			t.Fatal("the other side's actions are not listed")
		}
	}
	if !deeply {
		return
	}
	at := liveMatchOf(t, s, p)
	for _, c := range []*client{p.seats[0], p.seats[1], p.look} {
		var r struct{ Entries []wire.Entry }
		c.want(http.StatusOK, &r, "GET", p.path+"/record", nil)
		last := 0
		for _, e := range r.Entries {
			if !follows(e.Seq, last, at.instance.HasHiddenInfo()) {
				t.Fatalf("entry %d follows entry %d", e.Seq, last)
			}
			last = max(e.Seq, e.Unseen)
		}
		if last > a.Sequence || last < a.Sequence && (!at.instance.HasHiddenInfo() || last/blockSize != a.Sequence/blockSize) {
			t.Fatalf("the record ends with %d of %d", last, a.Sequence)
		}
		var x MatchAt
		c.want(http.StatusOK, &x, "GET", p.path+"/steps/0", nil)
		c.want(http.StatusOK, &x, "GET", fmt.Sprintf("%s/steps/%d", p.path, dice.IntN(x.Of+1)), nil)
		lines := p.lines(c)
		if len(lines) > 0 && a.Begun == nil {
			line := lines[dice.IntN(len(lines))]
			c.ask("GET", p.path+"/odds"+query("action", line, "trials", "50"), nil)
			words := strings.Fields(line)
			c.want(http.StatusOK, nil, "GET", p.path+"/actions"+query("piece", words[min(1, len(words)-1)]), nil)
			var list Actions
			c.want(http.StatusOK, &list, "GET", p.path+"/actions"+query("text", words[0]), nil)
			found := false
			for _, g := range list.Groups {
				for _, x := range g.Actions {
					found = found || x.Line == line
					if !strings.HasPrefix(x.Line, words[0]) {
						t.Fatalf("%q does not begin with %q", x.Line, words[0])
					}
				}
			}
			if !found && !list.Truncated {
				t.Fatalf("%q is not among the actions that begin with %q", line, words[0])
			}
		}
		for name := range pieceNames(at.instance, viewOf(at.instance, at.match.Position(), onlooker)) {
			c.want(http.StatusOK, nil, "GET", p.path+"/sight"+query("piece", name), nil)
			c.want(http.StatusOK, nil, "GET", p.path+"/tags"+query("piece", name), nil)
			break
		}
		var told struct{ Actions []Told }
		c.want(http.StatusOK, &told, "GET", p.path+"/told", nil)
		for _, x := range told.Actions {
			if !x.Unseen && (x.Says == "" || x.Luck != nil && (x.Luck.AsWell.Float <= 0 || x.Luck.AsWell.Float > 1)) {
				t.Fatalf("it tells %+v", x)
			}
		}
		c.ask("GET", p.path+"/sight?piece=nobody", nil)
		c.ask("GET", p.path+"/hint", nil)
		c.ask("POST", p.path+"/actions", map[string]string{"action": "move a to"})
		c.ask("POST", p.path+"/actions", map[string]string{"action": "fire a at b"})
	}
}

// verified verifies the record that a player gets at the end.
func verified(t testing.TB, p *party) *match.Report {
	t.Helper()
	w := p.seats[0].ask("GET", p.path+"/record.jsonl", nil)
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return holds(t, w.Body.Bytes())
}

func holds(t testing.TB, text []byte) *match.Report {
	t.Helper()
	f, err := match.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := match.Verify(f, rulesets.Game)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A spy knows all hidden information, and reads every answer.
type spy struct {
	secret    bool
	hidden    int // names that were hidden from a client when it was answered
	clients   []*client
	listeners []*eventStream
}

// overhear reads the events of listeners.
func (x *spy) overhear() {
	for i, l := range x.listeners {
		text, _ := l.news()
		x.clients[i].heard("EVENTS /record", []byte(text))
	}
}

// spyOn checks every answer to a seat for names that it may not know: names of pieces that are
// hidden from it now and that it has never seen. Answers about the present must not contain any
// name that is hidden now.
func spyOn(t testing.TB, s *Server, p *party) *spy {
	live := liveMatchOf(t, s, p)
	x := &spy{secret: live.instance.HasHiddenInfo()}
	if !x.secret {
		return x
	}
	x.clients = []*client{p.seats[0], p.seats[1], p.look}
	for _, who := range []seat{{roleSeat, 0}, {roleSeat, 1}, {roleSpectator, 0}} {
		x.listeners = append(x.listeners, &eventStream{live: live, who: who, next: 1})
	}
	// All players know the text of the scenario, with the names in it, and the names of the
	// ruleset's action types and facts.
	var known []string
	quoted := func(s string) { b, _ := json.Marshal(s); known = append(known, string(b), "") }
	quoted(live.info.Gist)
	for _, x := range live.instance.Game.ActionTypes {
		quoted(x.Gist)
	}
	for _, f := range live.instance.Game.Rules.Facts {
		quoted(f.Text)
	}
	common := strings.NewReplacer(known...)
	// A piece can have the name of a kind of unit or weapon, which is not secret.
	kinds := map[string]bool{}
	for _, table := range live.instance.Game.Rules.Tables {
		for _, row := range table.Rows {
			for _, word := range append(strings.Split(row.Name, "-"), row.Name) {
				kinds[word] = true
			}
		}
	}
	// Most answers are about positions of earlier answers.
	drawn := map[string]map[string]bool{}
	names := func(p game.Position) map[string]bool {
		key := string(p.Bytes())
		list, ok := drawn[key]
		if !ok {
			list = pieceNames(live.instance, p)
			drawn[key] = list
		}
		return list
	}
	for viewer, c := range x.clients {
		seen := map[string]bool{}
		c.heard = func(path string, answer []byte) {
			live.mu.Lock()
			defer live.mu.Unlock()
			if live.over() {
				return
			}
			answer = []byte(common.Replace(string(answer)))
			view := maps.Clone(names(viewOf(live.instance, live.match.Position(), viewer)))
			// The entries of a pending action up to now are not secret.
			for name := range names(viewOf(live.instance, live.match.PendingPosition(), viewer)) {
				view[name] = true
			}
			// Pieces that an action showed for a moment are not secret.
			for _, m := range live.match.PlayedActions() {
				for name := range names(viewOf(live.instance, m.After, viewer)) {
					seen[name] = true
				}
			}
			for name := range names(viewOf(live.instance, live.instance.Start, viewer)) {
				seen[name] = true
			}
			past := strings.Contains(path, "/record") || strings.Contains(path, "/told") || strings.Contains(path, "/steps") || strings.HasPrefix(path, "POST")
			// The name of a visible piece in a sentence can contain the name of another.
			var called []string
			for _, names := range []map[string]bool{view, seen} {
				for name := range names {
					called = append(called, live.instance.Label(name), "", live.instance.Called(name), "")
				}
			}
			answer = []byte(strings.NewReplacer(called...).Replace(string(answer)))
			for name := range names(live.match.Position()) {
				if view[name] || kinds[name] || past && seen[name] {
					continue
				}
				x.hidden++
				if at := said(answer, name); at >= 0 {
					t.Errorf("viewer %d may not know of %s: %s: … %s …", viewer, name, path, answer[max(0, at-120):min(len(answer), at+80)])
				}
			}
		}
	}
	return x
}

// said returns the place of a name in a text as a whole word, or -1.
func said(text []byte, name string) int {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte(name))
		if i < 0 {
			return -1
		}
		at += i
		before, _ := utf8.DecodeLastRune(text[:at])
		after, _ := utf8.DecodeRune(text[at+len(name):])
		if notInName(before) && notInName(after) {
			return at
		}
	}
}

// TestSpyHears tests the spy: it finds a revealed name.
func TestSpyHears(t *testing.T) {
	if said([]byte(`{"line":"fire a at sniper-1,b"}`), "sniper-1") < 0 || said([]byte("sniper-10"), "sniper-1") >= 0 {
		t.Error("a name is not heard, or another is taken for it")
	}
}

// pieceNames returns the names of all visible pieces of a position.
func pieceNames(f *game.Instance, p game.Position) map[string]bool {
	s, _ := f.Scene(p)
	return namesIn(&s)
}
