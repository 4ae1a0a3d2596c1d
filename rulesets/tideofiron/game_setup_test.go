package tideofiron_test

import (
	"strings"
	"testing"

	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// TestFaultySetups breaks the worked example in one part at a time. The error names the part.
func TestFaultySetups(t *testing.T) {
	for _, c := range []struct {
		want   string
		breaks func(*tideofiron.Setup)
	}{
		{"rounds: it is 0 or missing: give a number from 1 to 30", func(s *tideofiron.Setup) { s.Rounds = 0 }},
		{"hex A1 is listed twice", func(s *tideofiron.Setup) { s.Hexes[1] = s.Hexes[0] }},
		{"hex \"Z\": a name is a letter and a number", func(s *tideofiron.Setup) { s.Hexes[1].Name = "Z" }},
		{"hex A1: only a building or an overlay has a level, and only a building can be weakened", func(s *tideofiron.Setup) { s.Hexes[0].Level = 1 }},
		{"the task needs an objective hex", func(s *tideofiron.Setup) {
			for i := range s.Hexes {
				s.Hexes[i].Objective = false
			}
		}},
		{`unit tank: unknown vehicle "tigre-i"; did you mean tiger-i?`, func(s *tideofiron.Setup) {
			s.Units[0] = tideofiron.SetupUnit{Name: "tank", Vehicle: "tigre-i", At: "A1"}
		}},
		{"unit tank: a vehicle cannot begin in a building", func(s *tideofiron.Setup) { s.Units[0] = tideofiron.SetupUnit{Name: "tank", Vehicle: "t-34", At: "D2"} }},
		{"a squad has 1 to 4 figures, and this one has 5; a crew counts as two", func(s *tideofiron.Setup) {
			s.Units[0] = tideofiron.SetupUnit{Name: "many", Regulars: 1, MGs: 2, At: "A1"}
		}},
		{"D2 has no floor 2", func(s *tideofiron.Setup) { s.Units[4].Floor = 2 }},
		{"A1 holds 4 units of one side, but has room for 3", func(s *tideofiron.Setup) {
			for i := range 3 {
				s.Units[i].At = "A1"
			}
			s.Units = append(s.Units, tideofiron.SetupUnit{Name: "more", Regulars: 1, At: "A1"})
		}},
		{"the Soviet side has no units", func(s *tideofiron.Setup) { s.Units = s.Units[:3] }},
		{"is not a single word", func(s *tideofiron.Setup) { s.Units[0].Name = "two words" }},
	} {
		f, err := scenario.Open(tideofiron.Game, "worked", nil)
		if err != nil {
			t.Fatal(err)
		}
		s := f.Setup.(*tideofiron.Setup)
		c.breaks(s)
		if _, err := tideofiron.Game.NewInstance("broken", s, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}
