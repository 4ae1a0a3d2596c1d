package server

import (
	"strings"
	"testing"

	"loophole/internal/testgame"
	"loophole/rule"
)

// TestSpoken: the ruleset's names for things are replaced by players' names, with agreement in
// number. Ordinary words stay.
func TestSpoken(t *testing.T) {
	for _, c := range []struct{ ruleset, scenario, text, want string }{
		{"konflikt47", "farmhouse", "grenadiers is fired at", "the grenadiers are fired at"},
		{"konflikt47", "farmhouse", "rear-guard is fired at", "the rear guard is fired at"},
		{"konflikt47", "farmhouse", "the turn is over for pak", "the turn is over for the Pak 40"},
		{"konflikt47", "farmhouse", "schreck", "the Panzerschreck"},
		{"konflikt47", "farmhouse", "hold fire", "hold fire"},
		{"konflikt47", "farmhouse", "a mortar may fire", "a mortar may fire"},
		{"d20skirmish", "arnhem", "pioniere loses 1 character, and 4 are left", "the Pioniere lose 1 character, and 4 are left"},
		{"d20skirmish", "arnhem", "stoss-1 shows itself", "Stosstrupp 1 shows itself"},
		{"d20skirmish", "arnhem", "c-company-half fires", "half of C Company fires"},
		{"d20skirmish", "arnhem", "the German side controls library", "the German side controls the library"},
		{"oldworld", "farmhouse", "archers: the reaction to the charge of big-orcs", "the archers: the reaction to the charge of the big orcs"},
		{"oldworld", "farmhouse", "turn of the Greenskins side, round 2 of 5", "turn of the Greenskins, round 2 of 5"},
		{"oldworld", "farmhouse", "the Greenskins side begins a turn", "the Greenskins begin a turn"},
		{"oldworld", "farmhouse", "barn/east", "the east side of the barn"},
		{"oldworld", "farmhouse", "points of orcs and goblins for wounds caused", "points of the orcs and the goblins for wounds caused"},
		{"tideofiron", "block", "mg-squad suppressive", "the MG squad, to suppress"},
		{"tideofiron", "block", "the shells fall on D4", "the shells fall on D4"},
	} {
		if got := testgame.Bundled(t, c.ruleset, c.scenario).Spoken(c.text); got != c.want {
			t.Errorf("%s: %q is told as %q; want %q", c.ruleset, c.text, got, c.want)
		}
	}
}

// TestReads: a tally describes the effect of each span of its faces.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		ruleset, scenario string
		clause            rule.Clause
		pool              rule.Pool
		want              string
	}{
		{"d20skirmish", "arnhem", "grenade.each", rule.TallyPool(2, rule.D20, rule.Cuts(0, 12)), "13 or more hurts"},
		{"d20skirmish", "arnhem", "melee.rolls", rule.TallyPool(2, rule.D20, rule.Cuts(1, 10)), "10 or less succeeds"},
		{"konflikt47", "farmhouse", "host.damage-roll", rule.TallyPool(2, rule.D6, rule.Cuts(3, 5)), "1–3 no effect, 4–5 kills, 6 kills, and may let the shooter pick"},
		{"oldworld", "siege-train", "host.misfire", rule.TallyPool(1, rule.D6, rule.Cuts(1, 4)), "1 wrecks the engine, 2–4 hurts the crew, 5–6 costs this shot"},
		{"konflikt47", "farmhouse", "host.order-test", rule.SumPool(2, rule.D6), "a sum of morale less pins, or lower, passes"},
		{"tideofiron", "block", "attack.by-unit", rule.CountPool(2, rule.D6, rule.AtLeast(5)), ""},
	} {
		if got := testgame.Bundled(t, c.ruleset, c.scenario).FaceEffects(c.pool, c.clause); got != c.want {
			t.Errorf("%s: %s reads %q; want %q", c.ruleset, c.clause, got, c.want)
		}
	}
}

// TestPicture: markers on the map have players' names; the scene itself keeps its own.
func TestPicture(t *testing.T) {
	f := testgame.Bundled(t, "oldworld", "farmhouse")
	for marker, want := range map[string]string{
		"compulsory-move": "compulsory move", "fighting orcs and big-orcs": "fighting the orcs and the big orcs", "fleeing": "fleeing", "": "",
	} {
		if got := f.MarkerLabel(marker); got != want {
			t.Errorf("%q is called %q; want %q", marker, got, want)
		}
	}
	f = testgame.Bundled(t, "tideofiron", "block")
	for marker, want := range map[string]string{"op-fire": "opportunity fire", "overlay": "in ruins", "+2 movement": "2 more to enter", "1 token": "1 token"} {
		if got := f.MarkerLabel(marker); got != want {
			t.Errorf("%q is called %q; want %q", marker, got, want)
		}
	}
	a, err := f.ParseAction("watch mg-squad")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Play(f.Start, a, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := f.Scene(p)
	told, _ := f.Picture(p)
	was, is := plain.ByName()["mg-squad"].Markers, told.ByName()["mg-squad"].Markers
	if strings.Join(was, " ") != "op-fire" || strings.Join(is, " ") != "opportunity fire" {
		t.Errorf("the MG squad bears %q, and %q in the picture", was, is)
	}
}
