package lasergrenadiers

import (
	"testing"

	"loophole/rule"
	"loophole/scene"
)

// TestSayViolations: the text of a line names what a check forbids, with each clause once.
func TestSayViolations(t *testing.T) {
	house := Rules.Published()
	l := scene.Line{Text: "from left to right"}
	if !sayViolations(&l, house, func(u *rule.Umpire) { u.Require(true, "test.clause", "too far") }) || l.Text != "from left to right" {
		t.Errorf("a check without violations leaves %+v", l)
	}
	forbid := func(u *rule.Umpire) {
		u.Forbid("test.clause", "too far")
		u.Forbid("test.clause", "no wall")
	}
	if sayViolations(&l, house, forbid) || l.Text != "from left to right; too far; no wall" || len(l.Clauses) != 1 {
		t.Errorf("a check with two violations leaves %+v", l)
	}
}
