package tideofiron_test

import (
	"context"
	"testing"

	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
)

// house parses house rules. Without settings it returns the published ones.
func house(t *testing.T, words ...string) *rule.HouseRules {
	t.Helper()
	settings, err := rule.ParseWords(words)
	if err != nil {
		t.Fatal(err)
	}
	h, err := tideofiron.Rules.House(settings)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

type (
	hexes = []tideofiron.SetupHex
	men   = []tideofiron.SetupUnit
)

// street is a scenario of two sides. "red" (0) begins with two actions and must survive, so
// objectives do not count.
func street(t *testing.T, h *rule.HouseRules, ground hexes, units men) *table {
	t.Helper()
	f, err := tideofiron.Game.NewInstance("street", &tideofiron.Setup{
		Rounds: 4, Actions: 2, Sides: [2]string{"red", "blue"}, Destructible: true, Hexes: ground, Units: units,
		Task: tideofiron.Task{Kind: tideofiron.Survive},
	}, h)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, f, f.Start}
}

func open(names ...string) (list hexes) {
	for _, n := range names {
		list = append(list, tideofiron.SetupHex{Name: n, Terrain: tideofiron.Open})
	}
	return list
}

// chance returns the exact chance of a named event of an action.
func (t *table) chance(line, event string) string {
	t.Helper()
	a, err := t.f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := policy.Odds(context.Background(), t.f, t.p, a, odds.Options{})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	for _, e := range answer.Events {
		if tideofiron.Game.Events[e.Event].Name == event {
			return e.Chance.String()
		}
	}
	t.Fatalf("%s has no event %q", line, event)
	return ""
}

// A normal area attack strikes the building with everybody in it; a suppressive
// one the topmost floor alone, so that nobody else is asked [area.top]
// [attack.suppressive].
func TestSuppressiveOnOneFloor(t *testing.T) {
	ground := append(open("A1", "A2"), tideofiron.SetupHex{Name: "A5", Level: 1})
	units := func(top int) men {
		return men{
			{Name: "mortar", Side: 0, Regulars: 2, Mortars: 1, At: "A1"},
			{Name: "spotters", Side: 0, Regulars: 2, At: "A2"},
			{Name: "friends", Side: 0, Regulars: 4, At: "A5", Floor: 1 - top},
			{Name: "enemies", Side: 1, Regulars: 4, At: "A5", Floor: top},
		}
	}
	g := street(t, nil, ground, units(1))
	// The friends are on the ground floor. Suppressive fire does not reach them, and fire that may
	// bring the house down does.
	g.refuses("shell mortar at A5 normal", "a squad of the attacker's side is in the building [host.friends]")
	// Four dice at normal range (A1 to A5: 4 of 8 hexes) on 5 and 6, three cover
	// dice: two hits and no block disrupt the squad upstairs.
	g.plays("shell mortar at A5 suppressive", "5 6 1 1 | 1 1 4 |")
	g.shows("enemies at A5/1: 4 regular disrupted", "friends at A5: 4 regular\n")
	g = street(t, nil, ground, units(0))
	g.refuses("shell mortar at A5 suppressive", "the attack would strike a squad of the attacker's side [host.friends]")
	// No squad is upstairs, so there is nothing to suppress.
	g = street(t, nil, ground, append(units(0)[:2:2], units(0)[3]))
	g.refuses("shell mortar at A5 suppressive", "no squad is on the floor that the attack affects")
	if got := g.chance("shell mortar at A5 normal", "casualty"); got != "0" {
		t.Errorf("the squad below the topmost floor is hurt with %s", got)
	}
	// If buildings cannot collapse, a normal attack also strikes the topmost floor only.
	g = street(t, house(t, "rulings.topmost=occupied"), ground, units(1))
	g.refuses("shell mortar at A5 normal", "is in the building [host.friends]")
}

// A ruin has no upper floors: what is behind a house is not seen because it once
// was high [overlay.elevation].
func TestRuinsAreLow(t *testing.T) {
	units := men{
		{Name: "mortar", Side: 0, Regulars: 2, Mortars: 1, At: "A1"},
		{Name: "enemies", Side: 1, Regulars: 4, At: "A5"},
	}
	ruin := append(open("A1", "A2", "A4"), tideofiron.SetupHex{Name: "A3", Level: 0}, tideofiron.SetupHex{Name: "A5", Terrain: tideofiron.Overlay, Level: 2})
	g := street(t, nil, ruin, units)
	g.refuses("shell mortar at A5 normal", "neither the mortar nor a friendly squad sees the target hex [host.spotter]")
	whole := append(ruin[:4:4], tideofiron.SetupHex{Name: "A5", Level: 2})
	g = street(t, nil, whole, units)
	// From eye level in A1 to the second floor of A5 the line is 1.5 storeys up in
	// A3 (0.5 and 2.5, halfway), above a house of one.
	g.plays("shell mortar at A5 normal", "1 1 | 1 1 1 |")
}

// Squads in a building are in its hex on every floor.
func TestCloseInside(t *testing.T) {
	ground := append(open("A1", "A2"), tideofiron.SetupHex{Name: "A3", Level: 2})
	g := street(t, house(t, "rulings.friends-inside=yes"), ground, men{
		{Name: "sappers", Side: 0, Regulars: 4, AntiTank: true, At: "A3"},
		{Name: "enemies", Side: 1, Regulars: 4, At: "A1"},
	})
	// Seven dice on 4, 5, 6 and no block: six of the twelve hits that a level-2
	// hex needs are half, and weaken it. At normal range fours would miss.
	g.plays("bombard sappers at A3", "4 4 4 4 4 4 1 | 1 1 1 |")
	g.shows("A3 building, level 2, weakened")
}

// The token of the example depends on the level of the example.
func TestExampleToken(t *testing.T) {
	// Four points less one for the ground and the token: 1 for level 0, 1 for
	// level 1 in this reading, 3 for level 2, which ends the move.
	for level, want := range []string{"scouts has 2 movement points", "scouts has 2 movement points", "scouts at A2: 4 regular fatigued"} {
		h := house(t, "rulings.example-token=printed")
		units := men{{Name: "scouts", Side: 0, Regulars: 4, At: "A1"}, {Name: "enemies", Side: 1, Regulars: 4, At: "A4"}}
		ground := append(open("A1", "A3", "A4"), tideofiron.SetupHex{Name: "A2", Terrain: tideofiron.Overlay, Level: level})
		g := street(t, h, ground, units)
		g.plays("move scouts to A2", "")
		g.shows(want)
	}
}
