package match_test

import (
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestNamesAreOfSomething: every name belongs to a thing of a bundled scenario, or to a kind of
// argument, and adds something to its identifier.
func TestNamesAreOfSomething(t *testing.T) {
	for _, g := range rulesets.Games {
		there, in := map[string]bool{}, map[string]map[string]bool{}
		for _, f := range fights(t, g.Rules.ID) {
			in[f.Scenario] = map[string]bool{}
			for _, name := range drawn(f) {
				there[name], in[f.Scenario][name] = true, true
			}
		}
		for scenario, names := range g.Wording.ScenarioNames {
			for name, called := range names {
				if in[scenario] != nil && !in[scenario][name] && !ofKind(name) {
					t.Errorf("%s: nothing in %s is named %s, which is called %q", g.Rules.ID, scenario, name, called)
				}
			}
		}
		for name, called := range g.Wording.Names {
			if !ofKind(name) && !there[name] {
				t.Errorf("%s: nothing is named %s, which is called %q", g.Rules.ID, name, called)
			}
		}
	}
}

// ofKind reports whether a name is of one kind of argument alone.
func ofKind(name string) bool {
	return slices.ContainsFunc([]string{"means/", "mode/", "passage/", "pace/", "shots/", "side/"}, func(s string) bool { return strings.HasPrefix(name, s) })
}

// TestThingsAreCalledApart: things that a sentence must distinguish have different names, and no
// name has a truncated word.
func TestThingsAreCalledApart(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		for _, f := range fights(t, g.Rules.ID) {
			is := map[string]string{}
			s, _ := f.Scene(f.Start)
			names := s.PieceNames()
			for i := range s.Waiting {
				names = append(names, s.Waiting[i].Name)
			}
			for _, name := range names {
				called := f.Called(name)
				if other, twice := is[called]; twice && other != name {
					t.Errorf("%s %s: %s and %s are both %s", g.Rules.ID, s.Title, other, name, called)
				}
				is[called] = name
			}
		}
	}
	for ruleset, names := range map[string]map[string]string{
		"lasergrenadiers": {"hell": "the hellburner", "mini": "the minigun trooper", "plasma": "the plasma gunner", "one-hall": "the hall of the first house"},
		"d20skirmish":     {"paras-1": "Paras 1", "stoss-2": "Stosstrupp 2", "kitchen+loft": "the kitchen and the loft"},
		"konflikt47":      {"mg-bunker/door": "the door of the MG bunker", "farm/house/first": "the first floor of the farmhouse"},
		"tideofiron":      {"point": "the point squad", "D3/1": "floor 1 of D3"},
	} {
		for name, want := range names {
			if !slices.ContainsFunc(fights(t, ruleset), func(f *game.Instance) bool { return f.Called(name) == want }) {
				t.Errorf("%s: %s is called %q in no scenario", ruleset, name, want)
			}
		}
	}
}

// fights returns the bundled scenarios of a ruleset at their beginnings.
func fights(t *testing.T, ruleset string) (list []*game.Instance) {
	t.Helper()
	for _, b := range scenario.ForRuleset(ruleset) {
		list = append(list, testgame.New(t, b))
	}
	return list
}

// drawn returns the names that the first scene of a game shows.
func drawn(f *game.Instance) []string {
	s, _ := f.Scene(f.Start)
	list := s.PieceNames()
	for i := range s.Waiting {
		list = append(list, s.Waiting[i].Name)
	}
	for i := range s.Areas {
		list = append(list, s.Areas[i].Name)
	}
	for i := range s.Structures {
		list = append(list, s.Structures[i].Name, pathOf(s.Structures[i].Name))
		for _, fl := range s.Structures[i].Floors {
			list = append(list, fl.Places...)
		}
	}
	for i := range s.Openings {
		list = append(list, s.Openings[i].Name)
	}
	return list
}

// pathOf returns the parent of a section.
func pathOf(section string) string {
	path, _, _ := strings.Cut(section, "/")
	return path
}
