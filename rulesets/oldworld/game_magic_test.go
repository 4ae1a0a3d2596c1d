package oldworld_test

import (
	"strings"
	"testing"

	"loophole/rulesets/oldworld"
)

// TestLevel: a wizard casts each spell once in a turn, and no more spells than their level in all
// phases together.
func TestLevel(t *testing.T) {
	s := ford(t)
	s.Units[0].Hero = ref(t, "units", "master-mage") // of level 2
	s.Units = append(s.Units, oldworld.SetupUnit{Name: "pikes", Side: 1, Unit: ref(t, "units", "state-troops"), Models: 30, At: "track"})
	f := begin(t, s)
	lines := []string{"cast mob cowardly-flight at pikes"}
	p := after(t, f, lines...)
	if got := why(t, f, p, lines[0]); !strings.Contains(got, "the spell has already been cast this turn [host.wizard]") {
		t.Errorf("again: %q", got)
	}
	// Charges and other moves are over; the wizard is of level 2.
	lines = append(lines, "done", "done")
	p = after(t, f, lines...)
	for _, spell := range []string{"fireball", "pillar-of-fire"} {
		if got := why(t, f, p, "cast mob "+spell+" at pikes"); got != "" {
			t.Fatalf("a second spell, %s: %q", spell, got)
		}
	}
	p = after(t, f, append(lines, "cast mob fireball at pikes")...)
	if got := why(t, f, p, "cast mob pillar-of-fire at pikes"); !strings.Contains(got, "at most as many spells in a turn as the wizard's level [host.wizard]") {
		t.Errorf("a third spell: %q", got)
	}
}
