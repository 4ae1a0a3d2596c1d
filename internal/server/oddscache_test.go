package server

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

const melee = "/rulesets/d20skirmish/procedures/melee/odds?example=helmets"

// TestQuestionsAreKept: a solved question answers other events and rounds without another
// calculation.
func TestQuestionsAreKept(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	var whole, part, more wire.Answer
	c.want(http.StatusOK, &whole, "GET", melee, nil)
	c.want(http.StatusOK, &part, "GET", melee+"&rounds=3&event=room-held", nil)
	c.want(http.StatusOK, &more, "GET", melee+"&rounds=60", nil)
	if len(s.oddsCache.list) != 1 {
		t.Fatalf("%d questions are kept", len(s.oddsCache.list))
	}
	if len(whole.Within) != 0 || len(whole.Rounds) != 1 || whole.Rounds[0] != "round" {
		t.Errorf("%v by %q, though nobody asked", whole.Within, whole.Rounds)
	}
	w, held := part.Within[0], more.Within[0].Events[1]
	if w.Checkpoint != "round" || len(w.Events) != 1 || w.Events[0].Name != "room-held" || len(w.Events[0].Chances) != 4 {
		t.Fatalf("%+v", w)
	}
	if w.Events[0].Chances[3] != held.Chances[3] || held.Chances[60].Float < whole.Events[1].Float-1e-9 {
		t.Errorf("three rounds %v, of sixty %v; in all %v", w.Events[0].Chances[3], held.Chances, whole.Events[1])
	}
	c.want(http.StatusOK, nil, "GET", melee+"&floats=true", nil)
	c.want(http.StatusOK, nil, "GET", melee+"&ruling=no-grenade=melee-only", nil)
	if len(s.oddsCache.list) != 3 {
		t.Errorf("%d questions are kept, of three", len(s.oddsCache.list))
	}
	c.want(http.StatusUnprocessableEntity, nil, "GET", melee+"&rounds=1001", nil)
	var p Problem
	c.want(http.StatusUnprocessableEntity, &p, "GET", melee+"&rounds=3&trials=100", nil)
	if p.Detail == "" {
		t.Errorf("%+v", p)
	}
	c.want(http.StatusOK, &part, "GET", "/rulesets/tideofiron/procedures/attack/odds?example=worked&rounds=3", nil)
	if len(part.Rounds) != 0 {
		t.Errorf("an attack has the rounds %q", part.Rounds)
	}
}

// TestTakenUp: a cached question answers from its states, which are cached too.
func TestTakenUp(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	const ten = "/rulesets/d20skirmish/procedures/melee/%s?set=attackers%%3D4&set=defenders%%3D4"
	odds, states := fmt.Sprintf(ten, "odds"), fmt.Sprintf(ten, "states")
	var all []StateTable
	c.want(http.StatusOK, &all, "GET", states, nil)
	if len(all) != 1 || all[0].Checkpoint != "round" || all[0].Many != 17 || len(all[0].States) != 17 || len(all[0].Keys) != 3 {
		t.Fatalf("%+v", all)
	}
	for i, state := range all[0].States {
		var here wire.Answer
		from := "&from=round"
		for k, key := range all[0].Keys {
			from += "&from=" + url.QueryEscape(key.Path+"="+state[k])
		}
		c.want(http.StatusOK, &here, "GET", odds+from+"&rounds=2", nil)
		c.want(http.StatusOK, &here, "GET", odds+from+"&rounds=3&event=room-held", nil)
		if here.From == nil || here.From.Checkpoint != "round" || fmt.Sprint(here.From.Values["attackers"]) != state[0] || len(here.Within[0].Events[0].Chances) != 4 {
			t.Errorf("state %d: %+v, %+v", i, here.From, here.Within)
		}
	}
	if len(s.oddsCache.list) != 1 || len(s.oddsCache.list[0].starts) != mostStarts {
		t.Errorf("%d questions and %d states are kept", len(s.oddsCache.list), len(s.oddsCache.list[0].starts))
	}
	for from, want := range map[string]string{
		"&from=attackers%3D5":               `from: attackers: never \"5\"`,
		"&from=attackers%3D2":               "4 states of a round fit",
		"&from=rund":                        `\"rund\" is neither key=value`,
		"&from=attackers":                   `\"attackers\" is neither key=value nor the name of a round (round)`,
		"&from=round&from=x":                `\"x\" is neither key=value`,
		"&from=attackers%3D1&trials=100":    "leave out from or trials",
		"&from=attackers%3D1&set=attackers": "is not KEY=VALUE",
	} {
		var p Problem
		c.want(http.StatusUnprocessableEntity, &p, "GET", odds+from, nil)
		if text := fmt.Sprintf("%q", p.Detail); !strings.Contains(text, want) {
			t.Errorf("%s: %s; want %s", from, text, want)
		}
	}
	c.want(http.StatusOK, &all, "GET", "/rulesets/tideofiron/procedures/attack/states?example=worked", nil)
	if len(all) != 0 {
		t.Errorf("an attack has the rounds %+v", all)
	}
}

// worked returns a solved question.
func worked(t *testing.T) *odds.Solver {
	t.Helper()
	r, err := rulesets.Find("tideofiron")
	if err != nil {
		t.Fatal(err)
	}
	q, err := r.Procedures[0].NewQuestion(nil, []rule.Setting{{Path: "dice", Value: "9"}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := odds.NewSolver(t.Context(), q, odds.Options{Floats: true})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestKeeperForgets: the cache has a limit and drops the least recently used entry.
func TestKeeperForgets(t *testing.T) {
	var k oddsCache
	asked := 0
	ask := func(key string) {
		t.Helper()
		if _, err := k.answer(key, func() (*odds.Solver, error) {
			asked++
			return worked(t), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range mostKept {
		ask(fmt.Sprint(i))
	}
	ask("0")
	if asked != mostKept {
		t.Fatalf("asked %d times for %d questions", asked, mostKept)
	}
	ask("one more") // replaces 1
	ask("0")
	if asked != mostKept+1 {
		t.Errorf("asked %d times", asked)
	}
	ask("1")
	if asked != mostKept+2 || len(k.list) != mostKept {
		t.Errorf("asked %d times, %d are kept", asked, len(k.list))
	}
	if _, err := k.answer("fails", func() (*odds.Solver, error) { return nil, fmt.Errorf("no") }); err == nil || k.find("fails") != nil {
		t.Error("a question without an answer is kept")
	}
}

// TestKnownNeedsNoPlace: cached answers need no place in the queue, in any format and with the same
// text. Several simultaneous requests add one entry.
func TestKnownNeedsNoPlace(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	const at = melee + "&rounds=4&from=attackers%3D1&from=defenders%3D2"
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { (&client{t: t, s: s}).want(http.StatusOK, nil, "GET", at, nil) })
	}
	all.Wait()
	if n := len(s.oddsCache.list[0].starts); len(s.oddsCache.list) != 1 || n != 1 {
		t.Errorf("%d questions and %d states are kept", len(s.oddsCache.list), n)
	}
	if words := s.oddsCache.words; words != s.oddsCache.list[0].size() || words < 500 {
		t.Errorf("%d words are counted of %d", words, s.oddsCache.list[0].size())
	}
	for range cap(s.bench.queue) {
		s.bench.queue <- struct{}{}
	}
	for _, known := range []string{at, melee + "&rounds=2&event=room-held&from=attackers%3D1+defenders%3D2", melee, melee + "&from="} {
		c.want(http.StatusOK, nil, "GET", known, nil)
	}
	for _, other := range []string{melee + "&rounds=5&from=attackers%3D1&from=defenders%3D2", melee + "&from=attackers%3D2&from=defenders%3D1", melee + "&floats=true"} {
		c.want(http.StatusServiceUnavailable, &Problem{}, "GET", other, nil)
	}
}

// TestKeeperWeighs: a cache with too much memory drops the least recently used entries, also after
// an entry has grown.
func TestKeeperWeighs(t *testing.T) {
	k := oddsCache{words: mostKeptWords - 10}
	first := &oddsEntry{oddsStart: oddsStart{key: "first", solver: worked(t)}}
	first.words = mostKeptWords - 10
	k.list = []*oddsEntry{first}
	second := &oddsEntry{oddsStart: oddsStart{key: "second", solver: worked(t)}}
	k.add(second)
	if len(k.list) != 1 || k.list[0] != second || k.words != second.size() {
		t.Errorf("%d questions of %d words are kept", len(k.list), k.words)
	}
	k.recount(first) // drops first
	if k.words != second.size() {
		t.Errorf("%d words after weighing what is forgotten", k.words)
	}
}
