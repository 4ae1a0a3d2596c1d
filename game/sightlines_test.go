package game

import (
	"errors"
	"strings"
	"testing"

	"loophole/rule"
	"loophole/scene"
)

// distance is a guessed fact.
var distance = rule.Fact{Name: "distance", Cite: "take.some", Text: "inches", Value: 3, Max: 9, Confidence: rule.Guess}

// TestSightLines: pieces in the picture have lines, strict house rules reject guessed facts, and
// shots name their lines.
func TestSightLines(t *testing.T) {
	s := toySpec()
	s.Rules = rule.MustRuleset(rule.Ruleset{ID: "toy", Title: "Toy", Chapter: "all", Facts: []*rule.Fact{&distance}}, toyClauses)
	s.Scene = func(*table, *toy) scene.Scene {
		return scene.Scene{Pieces: []scene.Piece{{Name: "gunner"}, {Name: "scout", Side: 1}}}
	}
	var house *rule.HouseRules
	s.SightLines = func(_ *table, _ *toy, piece string) []scene.Line {
		u := rule.NewChecker(house)
		return []scene.Line{{Piece: piece, Target: "scout", Length: u.Fact(&distance) * scene.Scale}}
	}
	s.ActionTypes[0].FireLine = func(f *table, _ *toy, a Args) (piece, target string) { return "gunner", f.heaps[a[1]] }
	f, err := s.Game().NewInstance("small", &struct{ Stones int }{2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := f.SightLines(f.Start, "gunner"); err != nil || len(l) != 1 || l[0].Length != 3000 {
		t.Errorf("%v, %v", l, err)
	}
	if _, err := f.SightLines(f.Start, "guner"); err == nil || !strings.Contains(err.Error(), `there is no piece "guner" on the table; did you mean gunner?`) {
		t.Error(err)
	}
	a, _ := f.ParseAction("take 2 from Right")
	if piece, target, ok := f.FireLine(f.Start, a); piece != "gunner" || target != "Right" || !ok {
		t.Error(piece, target, ok)
	}
	a, _ = f.ParseAction("paint left 3")
	if _, _, ok := f.FireLine(f.Start, a); ok {
		t.Error("painting has a fire line")
	}
	if _, _, ok := f.FireLine(f.Start, Action{Type: 9}); ok {
		t.Error("an unknown action type has a fire line")
	}
	house = s.Rules.Published()
	house.Strict = true
	var missing *rule.MissingFactError
	if _, err := f.SightLines(f.Start, "gunner"); !errors.As(err, &missing) {
		t.Errorf("with strict house rules the error is %v", err)
	}
}
