package game

import (
	"testing"

	"loophole/scene"
)

// TestWhoLost: losses are a sentence whose verb agrees with the number of units.
func TestWhoLost(t *testing.T) {
	f := toyFight(t)
	for _, c := range []struct{ got, want string }{
		{changedPiece{called: "the guards", lost: 2, gone: true}.lostAll(), "the guards lost both"},
		{changedPiece{called: "the guards", lost: 3, gone: true}.lostAll(), "the guards lost all three"},
		{changedPiece{called: "the guards", lost: 1, gone: true}.remaining(f), "nothing is left of the guards"},
		{changedPiece{called: "the sniper", lost: 1, gone: true}.remaining(f), "the sniper is lost"},
		{changedPiece{called: "the T-34", lost: 1, gone: true, kind: scene.Vehicle}.remaining(f), "the T-34 is destroyed"},
		{changedPiece{called: "the riflemen", lost: 1, is: 3, marks: []string{"2 pins", "down"}}.remaining(f), "three are left of the riflemen; they have 2 pins and are down"},
		{changedPiece{called: "squad A", lost: 2, is: 1, marks: []string{"pinned"}}.remaining(f), "one is left of squad A; it is pinned"},
		{changedPiece{called: "the green squad", is: 4, marks: []string{"1 pin"}}.remaining(f), "the green squad has 1 pin"},
		{f.lossesOfSides([2]int{}), ""},
		{f.lossesOfSides([2]int{1, 0}), Capital(f.Sides[0].Called()) + " lost one"},
		{f.lossesOfSides([2]int{1, 4}), Capital(f.Sides[1].Called()) + " lost four and " + f.Sides[0].Called() + " one"},
		{f.lossesOfSides([2]int{2, 2}), "Each side lost two"},
	} {
		if c.got != c.want {
			t.Errorf("the sentence is %q; want %q", c.got, c.want)
		}
	}
	for called, want := range map[string]bool{"the grenadiers": true, "the riflemen": true, "the commandos": true, "the mess": false, "the crew": false, "paras 1": false, "Summers": false} {
		if isPlural(called) != want {
			t.Errorf("%s: several is %v", called, !want)
		}
	}
}

// Losses names a side only if the head leaves out some of its losses.
func TestCountedOnce(t *testing.T) {
	for _, c := range []struct {
		head string
		lost [2]int
		want bool
	}{
		{"The second squad lost four", [2]int{0, 4}, true},
		{"The goblins lost all ten", [2]int{10, 0}, true},
		{"The guards lost both", [2]int{0, 2}, true},
		{"The second squad lost four", [2]int{1, 4}, false},
		{"The second squad lost three", [2]int{0, 4}, false},
		{"The charge goes home", [2]int{1, 0}, false},
		{"The T-34 is destroyed", [2]int{0, 1}, false},
	} {
		x := Narrative{Head: c.head, Lost: c.lost}
		if x.headCounts() != c.want {
			t.Errorf("%q counts all of %v: %v", c.head, c.lost, !c.want)
		}
	}
}
