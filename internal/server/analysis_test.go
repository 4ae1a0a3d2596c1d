package server

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"

	"loophole/internal/web"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/winprob"
)

// finish plays a match at random to its end.
func finish(t testing.TB, s http.Handler, w NewMatch) *party {
	t.Helper()
	p := began(t, s, w)
	for dice := rand.New(rand.NewPCG(1, 2)); p.move(t, dice); {
	}
	return p
}

var stairs = NewMatch{Ruleset: "tideofiron", Scenario: "stairs", Seed: "7"}

// TestAnalysis requests the analysis of a match before and after its end, and of its record.
func TestAnalysis(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := served(t, Options{})
	var p Problem
	open := began(t, s, stairs)
	for _, path := range []string{"/analysis", "/analysis.html"} {
		open.look.want(http.StatusConflict, &p, "GET", open.path+path, nil)
		if p.Kind != "urn:loophole:not-over" || !strings.Contains(p.Detail, "when the game is over") {
			t.Errorf("before the end: %+v", p)
		}
	}
	over := finish(t, s, stairs)
	(&client{t: t, s: s}).want(http.StatusUnauthorized, nil, "GET", over.path+"/analysis", nil)
	(&client{t: t, s: s, token: "x"}).want(http.StatusForbidden, nil, "GET", over.path+"/analysis", nil)
	over.look.want(http.StatusUnprocessableEntity, nil, "GET", over.path+"/analysis?luck=all", nil)

	var dice wire.Analysis
	over.look.want(http.StatusOK, &dice, "GET", over.path+"/analysis?luck=none", nil)
	if !dice.DiceOnly || len(dice.Actions) != 0 || len(dice.Faces) == 0 || dice.Says.Result == "" || dice.Says.Adjusted != "" || dice.Says.Basis != "" {
		t.Errorf("the dice alone: %+v", dice)
	}
	var values wire.Analysis
	over.look.want(http.StatusOK, &values, "GET", over.path+"/analysis?luck=later", nil)
	if !values.ValuesOnly || !values.LuckOnly || len(values.Actions) == 0 || len(values.Faces) == 0 || values.Says.Result == "" || values.Says.Adjusted != "" {
		t.Errorf("the chances alone: %+v", values)
	}
	var luck, whole, again, record wire.Analysis
	over.look.want(http.StatusOK, &luck, "GET", over.path+"/analysis?luck=only", nil)
	if !luck.LuckOnly || luck.Turning == nil || len(luck.Turning) > 0 || len(luck.Actions) == 0 || luck.Actions[0].Grade != "" || luck.Sides[0].Decisions != 0 || luck.Sides[0].Luck == 0 {
		t.Errorf("luck alone: %+v", luck)
	}
	for i, x := range luck.Actions {
		if y := values.Actions[i]; luck.ValuesOnly || x.Before != y.Before || x.After != y.After || x.Action != y.Action || luck.Start != values.Start || luck.End != values.End {
			t.Errorf("with luck: %+v; without: %+v", x, y)
		}
	}
	over.seats[0].want(http.StatusOK, &whole, "GET", over.path+"/analysis", nil)
	if whole.LuckOnly || len(whole.Actions) != len(luck.Actions) || whole.Actions[0].Grade == "" || whole.Sides[0].Decisions == 0 || !whole.Over || whole.Sides[0].Player != "player 1" {
		t.Errorf("the whole analysis: %+v", whole)
	}
	for _, said := range []string{whole.Says.Result, whole.Says.Adjusted, whole.Says.Basis, whole.Says.Dice} {
		if !strings.HasSuffix(said, ".") {
			t.Errorf("%q is no sentence", said)
		}
	}
	over.look.want(http.StatusOK, &again, "GET", over.path+"/analysis?luck=only", nil)
	if !reflect.DeepEqual(again, whole) {
		t.Error("the whole analysis is known, and is not the answer")
	}
	text := over.look.ask("GET", over.path+"/record.jsonl", nil).Body.String()
	anybody := &client{t: t, s: s}
	anybody.want(http.StatusOK, &record, "POST", "/analysis", text, "Content-Type", "application/jsonl")
	if !reflect.DeepEqual(record, whole) {
		t.Error("the analysis of the record is another than that of the match")
	}
	if n := len(s.analyses.list); n != 1 {
		t.Errorf("%d analyses of one game are kept", n)
	}
	for _, w := range []*httptest.ResponseRecorder{
		over.look.ask("GET", over.path+"/analysis.html", nil),
		anybody.ask("POST", "/analysis.html", text, "Content-Type", "application/jsonl"),
	} {
		if file := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(file, "Turning points") || strings.Contains(file, "<script") || !strings.Contains(w.Header().Get("Content-Disposition"), `filename="match-stairs-luck.html"`) {
			t.Errorf("the file to share: %d %v", w.Code, w.Header())
		}
	}
}

// TestSampleIsLucky analyses the game that the page of analyses offers as a sample. The page says that its
// winner was lucky: without luck the other side leads.
func TestSampleIsLucky(t *testing.T) {
	anybody := &client{t: t, s: served(t, Options{})}
	for _, depth := range []string{"?luck=only", ""} {
		var x wire.Analysis
		anybody.want(http.StatusOK, &x, "POST", "/analysis"+depth, string(web.Bundled()["sample.jsonl"]), "Content-Type", "application/jsonl")
		if !x.Over || x.End != 1 || x.Adjusted >= 0.45 {
			t.Errorf("analysis%s: the first side ends with %v, and with %v without luck", depth, x.End, x.Adjusted)
		}
	}
}

// TestBadRecords sends records that cannot be analysed.
func TestBadRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	s := served(t, Options{})
	over := finish(t, s, stairs)
	text := over.look.ask("GET", over.path+"/record.jsonl", nil).Body.String()
	header, rest, _ := strings.Cut(text, "\n")
	altered := fmt.Sprintf("line %d of the record", 1+strings.Count(text[:strings.Index(text, `"note"`)], "\n"))
	last := fmt.Sprintf("line %d", strings.Count(text, "\n"))
	for name, c := range map[string]struct {
		record string
		status int
		kind   string
		says   []string
	}{
		"nothing":              {"\n", 422, "invalid", []string{"is not the record of a game"}},
		"no record":            {"a fight\n", 422, "invalid", []string{"is not the record of a game", "choose the file"}},
		"a header":             {header + "\n", 422, "no-action", nil},
		"an altered line":      {header + "\n" + strings.Replace(rest, `"note"`, `"nota"`, 1), 422, "invalid", []string{altered, "was altered", "get the file again"}},
		"a line that is short": {text[:len(text)-20], 422, "invalid", []string{last, "cut off", "get the file again"}},
		"too much":             {strings.Repeat(" ", mostRecord+1), 413, "", nil},
	} {
		for _, path := range []string{"/analysis", "/analysis?luck=only", "/analysis.html"} {
			var p Problem
			(&client{t: t, s: s}).want(c.status, &p, "POST", path, c.record, "Content-Type", "application/jsonl")
			if c.kind != "" && p.Kind != "urn:loophole:"+c.kind {
				t.Errorf("%s: %+v", name, p)
			}
			for _, says := range c.says {
				if !strings.Contains(p.Detail, says) {
					t.Errorf("%s does not say %q: %s", name, says, p.Detail)
				}
			}
		}
	}
	if len(s.analyses.list) != 0 {
		t.Error("the analysis of a record that does not replay is kept")
	}
}

// TestModelIsFitted analyses a game of a scenario without a model. Cancelling the request ends the
// fit, the queue of requests is bounded, and a fitted model is kept.
func TestModelIsFitted(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	text, err := os.ReadFile("../../solve/testdata/room.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := served(t, Options{})
	over := finish(t, s, NewMatch{YAML: string(text)})
	old := policy.Models.Options
	policy.Models.Options = winprob.Options{Games: 1_000_000, Generations: 1}
	t.Cleanup(func() { policy.Models.Options = old })

	var p Problem
	for range cap(s.fitQueue) {
		s.fitQueue <- struct{}{}
	}
	text = over.look.ask("GET", over.path+"/record.jsonl", nil).Body.Bytes()
	for _, path := range []string{over.path + "/analysis?luck=only", over.path + "/analysis.html", "/analysis", "/analysis.html"} {
		method, body, headers := "GET", any(nil), []string(nil)
		if !strings.HasPrefix(path, over.path) {
			method, body, headers = "POST", string(text), []string{"Content-Type", "application/jsonl"}
		}
		if over.look.want(http.StatusServiceUnavailable, &p, method, path, body, headers...); p.Kind != "urn:loophole:busy" {
			t.Errorf("%s with too many: %+v", path, p)
		}
	}
	for range cap(s.fitQueue) {
		<-s.fitQueue
	}

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		r := httptest.NewRequestWithContext(ctx, "GET", "/api/v1"+over.path+"/analysis", nil)
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer "+over.look.token)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		ended <- w.Code
	}()
	for len(s.fitting) == 0 {
		select {
		case code := <-ended:
			t.Fatalf("the answer is %d before a model is fitted", code)
		default:
		}
	}
	cancel()
	if code := <-ended; code != http.StatusServiceUnavailable || len(s.fitting) != 0 || len(s.fitQueue) != 0 || len(s.bench.places) != 0 {
		t.Errorf("cancelled: %d; places taken: %d, %d, %d", code, len(s.fitting), len(s.fitQueue), len(s.bench.places))
	}

	policy.Models.Options = winprob.Options{Games: 20, Generations: 1}
	var x wire.Analysis
	over.look.want(http.StatusOK, &x, "GET", over.path+"/analysis?luck=only", nil)
	if !x.LuckOnly || x.Model.Games == 0 {
		t.Errorf("the analysis: %+v", x)
	}
	for range cap(s.fitQueue) { // The queue is empty.
		s.fitQueue <- struct{}{}
	}
	over.look.want(http.StatusOK, &x, "GET", over.path+"/analysis", nil)
	if x.LuckOnly {
		t.Error("the whole analysis is of luck alone")
	}
}

// TestAnalysisCache fills the cache.
func TestAnalysisCache(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	k := &analysisCache{}
	key := func(n int, luck bool) (x analysisKey) {
		if x.record[0], x.record[1] = byte(n), byte(n>>8); luck {
			x.depth = luckOnly
		}
		return x
	}
	for n := range 2 * mostAnalyses {
		k.add(key(n, n%2 == 0), &wire.Analysis{Scenario: "x"})
	}
	if len(k.list) != mostAnalyses || k.find(key(0, false)) != nil || k.find(key(2*mostAnalyses-1, true)) == nil || k.find(key(2*mostAnalyses-2, false)) != nil {
		t.Errorf("%d analyses are kept", len(k.list))
	}
	for n := range 64 {
		k.add(key(n, false), &wire.Analysis{Scenario: strings.Repeat("x", mostAnalysesBytes/8)})
	}
	sum := 0
	for _, e := range k.list {
		sum += e.bytes
	}
	if sum != k.bytes || sum > mostAnalysesBytes {
		t.Errorf("%d bytes are kept, and counted as %d", sum, k.bytes)
	}
	k.add(key(9999, false), &wire.Analysis{Scenario: strings.Repeat("x", mostAnalysesBytes)})
	if k.find(key(9999, false)) != nil {
		t.Error("an analysis as large as the cache is kept")
	}
}
