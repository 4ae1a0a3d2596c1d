package tideofiron_test

import (
	"testing"

	"loophole/rule"
	"loophole/rulesets/tideofiron"
)

// Thick Armour turns a die after the roll, so that it is one that did not
// block.
func TestThickArmour(t *testing.T) {
	// A regular figure at close range rolls one die, on 4, 5, 6. The KV-1 has five
	// armour dice, of which one is a six in any case: nothing comes of one hit.
	ground := open("A1", "A2", "A9")
	units := men{
		{Name: "brave", Side: 0, Regulars: 1, At: "A1"},
		{Name: "kv", Side: 1, Vehicle: "kv-1", At: "A2"},
		{Name: "home", Side: 1, Regulars: 1, At: "A9"},
	}
	g := street(t, nil, ground, units)
	if got := g.chance("fire brave at kv normal", "target-damaged"); got != "0" {
		t.Errorf("one hit damages thick armour with %s; want 0", got)
	}
	// Without Thick Armour: 1/2 to hit, and (2/3)^5 that no die blocks: 16/243.
	g = street(t, house(t, "tables.units.kv-1.thick=0"), ground, units)
	if got := g.chance("fire brave at kv normal", "target-damaged"); got != "16/243" {
		t.Errorf("one hit damages five dice of armour with %s; want 16/243", got)
	}
	// Two hits: the turned die and one that rolled five block both.
	units[0].Regulars = 2
	g = street(t, nil, ground, units)
	g.plays("fire brave at kv normal", "4 4 | 1 1 1 1 1 |")
	g.shows("kv at A2: KV-1 light damage")
	g = street(t, nil, ground, units)
	g.plays("fire brave at kv normal", "4 4 | 5 1 1 1 1 |")
	g.shows("kv at A2: KV-1\n")
}

// Light damage by opportunity fire fatigues a vehicle, and costs a Sturdy one a
// movement point; heavy damage stops both.
func TestDamageOnTheMove(t *testing.T) {
	for _, c := range []struct {
		vehicle, house, dice, want string
	}{
		// The squad in wait has the values of an anti-tank squad at three hexes or
		// less: one figure and three dice, on 5 and 6.
		{"panzer-iii", "", "hunters normal | 6 1 1 1 | 1 1 1 |", "tank at B1: Panzer III fatigued light damage"},
		{"tiger-i", "", "hunters normal | 6 6 1 1 | 1 1 1 1 1 1 |", "tank has 3 movement points"},
		{"tiger-i", "", "hunters normal | 6 6 6 1 | 1 1 1 1 1 1 |", "tank at B1: Tiger I fatigued heavy damage"},
		{"panzer-iii", "rulings.damaged-mover=goes-on", "hunters normal | 6 1 1 1 | 1 1 1 |", "tank has 4 movement points"},
		{"panzer-iii", "", "hold fire |", "tank has 5 movement points"},
	} {
		var h *rule.HouseRules
		if c.house != "" {
			h = house(t, c.house)
		}
		g := street(t, h, open("A1", "B1", "C1", "D1"), men{
			{Name: "tank", Side: 0, Vehicle: c.vehicle, At: "A1"},
			{Name: "escort", Side: 0, Regulars: 1, At: "A1"},
			{Name: "driver", Side: 0, Regulars: 1, At: "A1"},
			{Name: "more", Side: 1, Regulars: 1, At: "D1"},
			{Name: "hunters", Side: 1, Regulars: 1, AntiTank: true, At: "D1"},
			{Name: "others", Side: 1, Regulars: 1, At: "D1"},
		})
		// The squad waits from the first turn of its side on.
		g.plays("rest escort", "")
		g.plays("rest driver", "")
		g.plays("watch hunters", "")
		g.plays("rest others", "")
		g.plays("move tank to B1", c.dice)
		g.shows(c.want)
	}
}

// The defender rolls for cover and armour, in opportunity fire the side that
// moves; the chapter has the attacker roll the defence dice of a building.
func TestWhoseDice(t *testing.T) {
	g := sitDown(t, "worked")
	by := func(rec *rule.Record) (list []rule.Side) {
		for _, e := range rec.Rolls() {
			list = append(list, e.By)
		}
		return list
	}
	same := func(name string, got []rule.Side, want ...rule.Side) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: dice of %v; want %v", name, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: dice of %v; want %v", name, got, want)
			}
		}
	}
	same("area attack", by(g.plays("shell mortar-squad at D3 normal", "6 6 | 1 1 1 | 6 6 | 1 1 1 |")), "German", "Soviet", "German", "German")
	same("building", by(g.plays("bombard sig-33b at D2 with panzer-iii", "9x6 10x1 | 1 2 3 | 4 5 6 5x1 |")), "German", "German", "German")
	g = sitDown(t, "stairs")
	g.plays("watch landing", "")
	g.plays("watch attic", "")
	same("opportunity fire", by(g.plays("move riflemen to C1", "landing suppressive | 6 6 1 1 |")), "German")
}

// By default rubble blocks sight at street level. Rulings decide sight over a building and along
// its side, and the game follows them.
func TestSightSwitches(t *testing.T) {
	low := func(x tideofiron.SetupHex, upstairs bool) hexes {
		list := append(open("A1", "A2"), x)
		if upstairs {
			list[0] = tideofiron.SetupHex{Name: "A1", Level: 1}
		}
		return append(list, open("A4")...)
	}
	rubble, building := tideofiron.SetupHex{Name: "A3", Terrain: tideofiron.Overlay, Level: 1}, tideofiron.SetupHex{Name: "A3"}
	for _, c := range []struct {
		house  string
		ground hexes
		floor  int
		seen   bool
	}{
		{"", low(rubble, false), 0, false},
		{"facts.sight.rubble=0", low(rubble, false), 0, true},
		// From 1.5 storeys to 0.5, two of three hexes on: 0.83 storeys.
		{"", low(building, true), 1, false},
		{"rulings.sight-height=higher", low(building, true), 1, true},
		{"facts.sight.building=0", low(building, false), 0, true},
	} {
		var h *rule.HouseRules
		if c.house != "" {
			h = house(t, c.house)
		}
		g := street(t, h, c.ground, men{
			{Name: "rifles", Side: 0, Regulars: 4, At: "A1", Floor: c.floor},
			{Name: "enemies", Side: 1, Regulars: 4, At: "A4"},
		})
		if !c.seen {
			g.refuses("fire rifles at enemies normal", "the line of sight from rifles to enemies is blocked [attack.sight]")
			continue
		}
		if got := g.chance("fire rifles at enemies normal", "target-lost"); got == "0" {
			t.Errorf("%s: a visible shot has no effect", c.house)
		}
	}
	// B2 to D2 runs along the side between C2 and C3: a building in C2 alone does
	// not hide it, if both must.
	edge := append(open("B2", "D2", "C3"), tideofiron.SetupHex{Name: "C2"})
	units := men{{Name: "rifles", Side: 0, Regulars: 4, At: "B2"}, {Name: "enemies", Side: 1, Regulars: 4, At: "D2"}}
	g := street(t, nil, edge, units)
	g.plays("fire rifles at enemies normal", "1 1 1 1 |")
	g = street(t, house(t, "rulings.sight-edge=either"), edge, units)
	g.refuses("fire rifles at enemies normal", "the line of sight from rifles to enemies is blocked")
}
