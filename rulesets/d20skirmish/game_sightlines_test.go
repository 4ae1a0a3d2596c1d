package d20skirmish_test

import (
	"strings"
	"testing"

	"loophole/scene"
)

// lineOf returns the line from a team to another after some actions.
func lineOf(t *testing.T, scenario, faces string, played []string, piece, target string) scene.Line {
	t.Helper()
	f := begin(t, scenario)
	list, err := f.SightLines(after(t, f, faces, played...), piece)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		if l.Target == target {
			return l
		}
	}
	t.Fatalf("%s has no line to %s: %+v", piece, target, list)
	return scene.Line{}
}

// TestLines: in a row of houses walls block sight to the next but one. A team sees through a slit
// and not through stairs. Sight that the scenario states applies.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		piece, target string
		clear         bool
		length        int
		says, cites   string
	}{
		{"edmonton-2", "reserve", false, 10_000, "the walls of first-house and second-house and third-house are in the way", "host.sight"},
		{"edmonton-2", "paras-2", false, 5_000, "the walls of first-house and second-house are in the way", "host.sight"},
		{"edmonton-2", "paras-1", false, 0, "different storeys", "host.sight"},
		{"paras-2", "pioneers", true, 6_000, "from second-house into street through second-slit; short range", "host.range"},
		{"bren", "paras-1", true, 8_000, "as the scenario says; short range, within 12″; heavy cover", "host.cover"},
		{"mg-42", "pioneers", true, 13_000, "long range, beyond 12″", "host.range"},
	} {
		l := lineOf(t, "ortona", "", nil, c.piece, c.target)
		if l.Clear != c.clear || l.Length != c.length || !strings.Contains(l.Text, c.says) || !strings.Contains(strings.Join(l.Clauses, " "), c.cites) {
			t.Errorf("%s to %s: %+v; want %+v", c.piece, c.target, l, c)
		}
	}
	// A shut door hides the hall of la-Fière, and an open one does not.
	shut := lineOf(t, "la-fiere", "", nil, "first-team", hallTeam(t))
	open := lineOf(t, "la-fiere", "", []string{"open first-team front-door"}, "first-team", hallTeam(t))
	if shut.Clear || !strings.Contains(shut.Text, "front-door is shut") || !open.Clear || !strings.Contains(open.Text, "through front-door") {
		t.Errorf("shut: %+v; open: %+v", shut, open)
	}
}

// hallTeam returns the team in the hall of la-Fière at the start.
func hallTeam(t *testing.T) string {
	t.Helper()
	f := begin(t, "la-fiere")
	s, _ := f.Scene(f.Start)
	for _, x := range s.Structures {
		for _, l := range x.Floors {
			for _, p := range l.Pieces {
				if p.Where == "hall" && p.Side == 1 {
					return p.Name
				}
			}
		}
	}
	t.Fatal("nobody is in the hall")
	return ""
}
