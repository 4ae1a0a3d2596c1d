package server

import (
	"math"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/puzzle"
)

// TestPuzzles: the server lists and shows each puzzle. For its best and its worst action it answers
// what they give up, with the solution.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	c := &client{t: t, s: served(t, Options{})}
	var list []wire.PuzzleSummary
	c.want(http.StatusOK, &list, "GET", "/puzzles", nil)
	if len(list) != len(puzzle.Bundled()) {
		t.Fatal(len(list))
	}
	for i, p := range puzzle.Bundled() {
		if list[i] != wire.PuzzleSummaryOf(p) {
			t.Errorf("%s is listed as %+v", p.ID, list[i])
		}
		if testing.Short() && i%10 > 0 {
			continue
		}
		var x wire.Puzzle
		c.want(http.StatusOK, &x, "GET", "/puzzles/"+p.ID, nil)
		if len(x.Actions) != len(p.Actions) || x.Scene == nil || x.Words == "" {
			t.Errorf("%s: %d actions", p.ID, len(x.Actions))
		}
		for _, a := range []puzzle.Action{p.Actions[0], p.Actions[len(p.Actions)-1]} {
			var r PuzzleResult
			c.want(http.StatusOK, &r, "POST", "/puzzles/"+p.ID, map[string]string{"action": a.Line})
			if r.Action.Line != a.Line || r.Action.Chance != a.Chance || math.Abs(r.GivesUp-(p.Best()-a.Chance)) > 1e-12 || r.Best != (r.GivesUp <= puzzle.Tolerance) {
				t.Errorf("%s: %+v", p.ID, r)
			}
			if s := r.Solution; len(s.Best) != len(p.Solution()) || s.Best[0].Line != p.Actions[0].Line || s.Second == nil || s.Gap != p.Gap() {
				t.Errorf("%s: %+v", p.ID, s)
			}
			if len(r.Chances) != len(p.Actions) || r.Chances[0] != (wire.PuzzleChance{Line: p.Actions[0].Line, Chance: p.Best()}) {
				t.Errorf("%s: %+v", p.ID, r.Chances)
			}
			var odds Chances
			c.want(http.StatusOK, &odds, "GET", "/puzzles/"+p.ID+"/odds?position="+x.Position+"&action="+url.QueryEscape(a.Line), nil)
			if odds.Action != a.Line || odds.Stale || !odds.Exact || slices.ContainsFunc(odds.Events, func(e wire.Chance) bool { return e.Name == game.Winning }) {
				t.Errorf("%s: the odds of %s: %+v", p.ID, a.Line, odds)
			}
		}
	}
}

// TestPuzzleProblems: an unknown puzzle, an invalid line and an illegal action are problems.
func TestPuzzleProblems(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	p, err := puzzle.Find("tideofiron-3")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		method, path, action, kind string
		status                     int
	}{
		{"GET", "/puzzles/none-1", "", "no-puzzle", 404},
		{"POST", "/puzzles/none-1", "pass", "no-puzzle", 404},
		{"GET", "/puzzles/none-1/odds?action=pass", "", "no-puzzle", 404},
		{"GET", "/puzzles/" + p.ID + "/odds?action=nonsense", "", "unknown-action", 422},
		{"POST", "/puzzles/" + p.ID, "nonsense", "unknown-action", 422},
		{"POST", "/puzzles/" + p.ID, illegal(t, p), "illegal", 422},
	} {
		var body any
		if x.action != "" {
			body = map[string]string{"action": x.action}
		}
		var got Problem
		c.want(x.status, &got, x.method, x.path, body)
		if got.Kind != "urn:loophole:"+x.kind {
			t.Errorf("%s %s: %s", x.method, x.path, got.Kind)
		}
	}
	var odds Chances
	c.want(http.StatusOK, &odds, "GET", "/puzzles/"+p.ID+"/odds?position=other&action="+url.QueryEscape(p.Actions[0].Line), nil)
	if !odds.Stale {
		t.Errorf("the odds in another position: %+v", odds)
	}
}

// illegal returns the line of an action that is not legal in a puzzle: one of another puzzle.
func illegal(t *testing.T, p *puzzle.Puzzle) string {
	t.Helper()
	f, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range puzzle.ForRuleset(p.Ruleset) {
		for _, a := range other.Actions {
			x, err := f.ParseAction(a.Line)
			if _, legal := p.Find(a.Line); err == nil && !legal && f.WhyIllegal(f.Start, x) != nil {
				return a.Line
			}
		}
	}
	t.Fatal("no action of another puzzle is read and illegal")
	return ""
}
