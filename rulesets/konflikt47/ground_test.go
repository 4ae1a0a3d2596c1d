package konflikt47

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// These tests check rules that depend on places on the map. The expectations follow from the
// chapter, with distances measured by hand on the plan of the yard.

// fight starts a set-up in which a side must give an order.
func fight(t *testing.T, s Setup, side uint8) (*game.Instance, *Battlefield, Position) {
	t.Helper()
	f, p, err := start(Rules.Published(), &s)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Game.NewInstance("yard", &s, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Stage, p.Side = Ordering, side
	return g, f, p
}

// put moves a unit to a place.
func put(t *testing.T, f *Battlefield, p *Position, unit, place string) {
	t.Helper()
	i, to := unitNamed(t, f, unit), -1
	for k := range f.places {
		if f.places[k].name == place {
			to = k
		}
	}
	if to < 0 {
		t.Fatalf("there is no %s", place)
	}
	f.placeUnit(p, i, to, -1)
}

func unitNamed(t *testing.T, f *Battlefield, name string) int {
	t.Helper()
	for i := range f.units {
		if f.units[i].Name == name {
			return i
		}
	}
	t.Fatalf("there is no %s", name)
	return -1
}

// verdict returns the reason why an action is illegal, or "".
func verdict(t *testing.T, g *game.Instance, p Position, line string) string {
	t.Helper()
	a, err := g.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	if err = g.WhyIllegal(standing(t, g, p), a); err != nil {
		return err.Error()
	}
	return ""
}

// played plays an action with given dice and choices, and returns the new position and the record.
// Other choices take the first option.
func played(t *testing.T, g *game.Instance, p Position, line, typed string, choices map[string]string) (Position, *rule.Record) {
	t.Helper()
	a, err := g.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	at := standing(t, g, p)
	if err := g.WhyIllegal(at, a); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	tray := dice.MustTray(typed)
	src := chooser{tray, choices}
	rec := &rule.Record{}
	q, err := g.Play(at, a, src, rec)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	var after Position
	decode(t, q.Bytes(), &after)
	return after, rec
}

// said reports whether a record has an entry with such a text.
func said(rec *rule.Record, part string) bool {
	for _, e := range rec.Entries {
		if strings.Contains(e.String(), part) {
			return true
		}
	}
	return false
}

// TestBurningOneByOne: two squads leave a burning house, and one spot is within six inches of its
// doors and windows. The squad on the ground floor gets it, and the other is lost. With two spots
// no squad is lost.
func TestBurningOneByOne(t *testing.T) {
	s := yard()
	s.Units = append(s.Units[:4:4], // the units of red
		SetupUnit{Name: "garrison", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "house/first"},
		SetupUnit{Name: "target", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "house/ground"},
		SetupUnit{Name: "flamers", Unit: row("flamethrower-team"), Arms: []SetupArm{with("flamethrower", 1)}, At: "porch"},
	)
	porch, step := at("porch", 13, -3, OpenGround), at("step", 15, -5, OpenGround)
	for _, c := range []struct {
		name  string
		spots []SetupSpot
		lost  uint8
	}{
		{"one spot, west-2", []SetupSpot{porch}, 8},
		{"two spots", []SetupSpot{porch, step}, 0},
	} {
		x := s
		x.Spots = append(append([]SetupSpot{}, s.Spots...), c.spots...)
		g, f, p := fight(t, x, 0)
		// One hit, and a 1 is no casualty. D3+1 is two pins. The squad passes its morale check, the
		// fuel lasts, and the house burns.
		q, _ := played(t, g, p, "fire flamers at target with flames", "1 1 1 3 4 3 4", nil)
		low, high := unitNamed(t, f, "target"), unitNamed(t, f, "garrison")
		if q.Sections[0] != Burns || q.Lost[1] != c.lost || q.Units[low].At == 0 || q.Units[low].Die != DownDie || (q.Units[high].At == 0) != (c.lost > 0) {
			t.Errorf("%s: the house is %v, %d are lost, ground floor at %d, first at %d", c.name, q.Sections[0], q.Lost[1], q.Units[low].At, q.Units[high].At)
		}
	}
}

// TestSixInchesOut: a unit may leave to a place exactly six inches from the door, at any point of
// the door, but not a tenth of an inch farther.
func TestSixInchesOut(t *testing.T) {
	s := yard()
	// The south door is at (12.5,0) to (13.5,0).
	tenth := ground.Inch / 10
	s.Spots = append(s.Spots,
		at("straight", 13, -6, OpenGround),
		SetupSpot{Name: "aside", Point: ground.Point{X: 13*ground.Inch + 3*tenth, Y: -6 * ground.Inch}},
		SetupSpot{Name: "slanting", Point: ground.Point{X: 12*ground.Inch + 5*tenth - 3600, Y: -4800}}, // 3.6 and 4.8 make 6
		SetupSpot{Name: "beyond", Point: ground.Point{X: 13 * ground.Inch, Y: -6*ground.Inch - tenth}},
	)
	s.Units = append(s.Units, SetupUnit{Name: "sniper", Side: 1, Unit: row("sniper-team"), Men: 1, Arms: []SetupArm{with("rifle", 1)}, At: "house/ground"})
	g, _, p := fight(t, s, 1)
	for place, want := range map[string]string{"straight": "", "aside": "", "slanting": "", "beyond": "the route is 6.1″ long, and the unit moves 6″ [leave.move]"} {
		if got := verdict(t, g, p, "advance sniper to "+place+" by house/south-door"); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q", place, got)
		}
	}
}

// TestHowitzers: a howitzer fires directly at a visible target at any distance, and indirectly from
// 24 inches on. Indirect shells do not harm a bunker. Shells through the slit do.
func TestHowitzers(t *testing.T) {
	s := yard()
	s.Spots = append(s.Spots, at("near", 12, 0, OpenGround), at("far", 12, -30, OpenGround))
	s.Spots = append(s.Spots, at("slope", 12, -6, OpenGround))
	s.Ground.Structures = s.Ground.Structures[2:] // the bunker alone, its slit at (12.5,20)
	s.Works = []SetupWork{{Section: "bunker", Kind: Bunker, Objective: true}}
	s.Units = []SetupUnit{
		{Name: "howitzer", Unit: row("us-105mm-howitzer"), Arms: []SetupArm{with("medium-howitzer", 1)}, At: "far"},
		{Name: "crew", Side: 1, Unit: row("mmg-team"), Arms: []SetupArm{with("mmg", 1)}, At: "bunker/ground", Opening: "bunker/slit"},
	}
	g, f, p := fight(t, s, 0)
	for _, c := range []struct{ place, line, want string }{
		{"far", "fire howitzer at crew with shells", ""},
		{"far", "fire howitzer at crew with lobbed-shells", ""},
		{"near", "fire howitzer at crew with shells", ""},
		{"near", "fire howitzer at crew with lobbed-shells", "[host.nearest]"},
	} {
		put(t, f, &p, "howitzer", c.place)
		if got := verdict(t, g, p, c.line); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q: %q", c.place, c.line, got)
		}
	}
	// At 20 inches, not long range of 60: 3, and 4 for the slit, is a 6 and another
	// 6. At 50 inches it is the same: more than 6 is needed.
	put(t, f, &p, "howitzer", "near")
	q, rec := played(t, g, p, "fire howitzer at crew with shells", "6 6 6 6", nil)
	if q.Sections[0] != Fallen || q.Units[1].At != 0 || !said(rec, "[he.direct]") {
		t.Errorf("twelve hits: the bunker is %v", q.Sections[0])
	}
	// An indirect shell hits with a 6 and has no effect.
	put(t, f, &p, "howitzer", "far")
	if q, rec = played(t, g, p, "fire howitzer at crew with lobbed-shells", "6", nil); q.Units[1] != p.Units[1] || !said(rec, "[bunker.indirect]") {
		t.Errorf("from above: %+v", q.Units[1])
	}
}

// TestReactionsOfBunkers: no unit fires out of the door of a bunker in reaction.
func TestReactionsOfBunkers(t *testing.T) {
	s := yard()
	s.Units = append(s.Units[:3:3],
		SetupUnit{Name: "garrison", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "bunker/ground"},
	)
	// The hatch of the bunker is in its west wall, at (10,22); the slit in the south.
	s.Spots = append(s.Spots, at("west", 4, 22, OpenGround), at("south-west", 6, 16, OpenGround))
	_, f, p := fight(t, s, 0)
	squad, men := unitNamed(t, f, "squad"), unitNamed(t, f, "garrison")
	u := rule.NewUmpire(dice.NewRandom(1), nil)
	for _, c := range []struct {
		place string
		fires int // rifles in reaction
	}{
		{"west", 0},       // only the door sees it
		{"south-west", 2}, // two men at the slit
	} {
		put(t, f, &p, "squad", c.place)
		x, _, _ := f.assaultSituation(&p, squad, men, -1)
		f.addDefensiveFire(u, &p, squad, men, &x)
		n := 0
		for _, g := range x.Fires {
			n += int(g.Count)
		}
		if n != c.fires {
			t.Errorf("%s: %d fire, want %d", c.place, n, c.fires)
		}
	}
}

// TestWeaponsInReaction: a unit that reacts or fights uses the weapons that it has.
func TestWeaponsInReaction(t *testing.T) {
	s := yard()
	s.Units = append(s.Units[:1:1],
		SetupUnit{Name: "mixed", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 5), with("lmg", 1), with("smg", 1), with("flamethrower", 1)}, At: "house/ground"},
		SetupUnit{Name: "crew", Side: 1, Unit: row("mmg-team"), Arms: []SetupArm{with("mmg", 1)}, At: "field"},
	)
	_, f, p := fight(t, s, 0)
	squad, mixed, crew := unitNamed(t, f, "squad"), unitNamed(t, f, "mixed"), unitNamed(t, f, "crew")
	put(t, f, &p, "squad", "west-2")
	u := rule.NewUmpire(dice.NewRandom(1), nil)
	x, _, _ := f.assaultSituation(&p, squad, mixed, -1)
	f.addDefensiveFire(u, &p, squad, mixed, &x)
	// The target is five inches from the only window that sees it. The machine gun fires four shots
	// and the submachine gun two, and no rifle fires.
	want := [8]WeaponGroup{{Weapon: weapons.Ref("lmg"), Count: 1, Distance: 5}, {Weapon: weapons.Ref("smg"), Count: 1, Distance: 5}}
	if x.Fires != want {
		t.Errorf("%v fire, want %v", x.Fires, want)
	}
	if y := f.fighters(&p, crew); f.hasSmallArms(&p, crew) || y.arms(u)[0] != (WeaponGroup{Weapon: weapons.Ref("mmg"), Count: 1}) {
		t.Errorf("a crew of three fires %v", y.arms(u))
	}
	p.Units[crew].Arms[0] = 0
	if y := f.fighters(&p, crew); !y.Unarmed || y.arms(u) != [4]WeaponGroup{} {
		t.Errorf("a crew without its weapon fires %v", y.arms(u))
	}
}

// TestRangesByOpening: the range of each man is measured from his own opening. Two windows on the
// south side see a squad, one at six inches and one farther away. Two rifles have point-blank
// range, and two do not.
func TestRangesByOpening(t *testing.T) {
	s := yard()
	long := &s.Ground.Structures[0].Sections[0]
	*long = sectionText("", 10, 0, 18, 6, 2, ground.Brick, window("near", "south", 0, 1), window("far", "south", 0, 16), door("south-door", "north", 3))
	s.Works[0].Section = "house"
	s.HouseSized = true
	s.Ground.Structures = append(s.Ground.Structures[:1:1], s.Ground.Structures[2])
	s.Spots = []SetupSpot{at("close", 11, -6, OpenGround)}
	s.Units = []SetupUnit{
		{Name: "garrison", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "house/ground"},
		{Name: "target", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "close"},
	}
	g, f, p := fight(t, s, 0)
	x, _ := f.outwardFire(rule.NewUmpire(dice.NewRandom(1), nil), &p, &shot{by: 0, at: 1, second: -1, from: int(p.Units[0].At) - 1})
	var got []int
	for _, y := range x.Weapons {
		if y.Weapon > 0 {
			got = append(got, y.count(), x.distance(&y))
		}
	}
	// From (25.5,0) to (11,-6) it is 14.5 and 6: 15.7, that is 16, beyond half of 24.
	if len(got) != 4 || !(got[0] == 2 && got[1] == 6 && got[2] == 2 && got[3] == 16) {
		t.Errorf("rifles and inches: %v", got)
	}
	// Point-blank 2 and more hit, at long range 4 and more; then 4 and more damage:
	// no casualty with (7/12)^2 (3/4)^2 = 441/2304.
	if c := chanceIn(t, g, p, "fire garrison at target with bullets", "casualty"); c != "207/256" {
		t.Errorf("casualty %s", c)
	}
}

// TestSplitFire: one side fires at a unit in a building, another at one in the
// open, two men a window.
func TestSplitFire(t *testing.T) {
	s := yard()
	s.Ground.Structures = append(s.Ground.Structures, ground.Structure{Name: "shop", Sections: []ground.Section{
		sectionText("", 0, 0, 4, 6, 1, ground.Brick, window("shop-window", "east", 0, 3), door("shop-door", "west", 3))}})
	s.Spots = s.Spots[3:]
	s.Units = []SetupUnit{
		{Name: "garrison", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "house/ground"},
		{Name: "shopkeepers", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "shop/ground"},
		{Name: "target", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "lawn"},
	}
	g, _, p := fight(t, s, 0)
	// Two rifles at six inches of window and window: 3, point blank, cover: 4 and
	// more, and a 6 for damage: a miss with 11/12. Two at ten inches in the open: 3
	// and more, 4 and more: 2/3. No casualty at all: (11/12)^2 (2/3)^2 = 121/324.
	if c := chanceIn(t, g, p, "fire garrison at shopkeepers with bullets and target", "casualty"); c != "203/324" {
		t.Errorf("casualty %s", c)
	}
	if why := verdict(t, g, p, "fire garrison at shopkeepers with bullets and shopkeepers"); !strings.Contains(why, "[from.split]") {
		t.Errorf("one target twice: %q", why)
	}
}

// TestRepelled: a tank that does not bring the house down is placed before the wall that it drove
// at, six inches on. It has obeyed its order.
func TestRepelled(t *testing.T) {
	g, f, p := fight(t, yard(), 0)
	tiger := unitNamed(t, f, "tiger")
	// 1 and 10 against 6, 5 and 4; damage result 1, stunned; garrison above does not
	// react.
	q, _ := played(t, g, p, "ram tiger into house", "1 6 5 4 1", nil)
	if at := f.placeOf(&q, tiger); at.name != "house/before-east" || at.point != (ground.Point{X: 17 * ground.Inch, Y: 3 * ground.Inch}) {
		t.Errorf("it is at %s, %v", at.name, at.point)
	}
	if x := q.Units[tiger]; q.Sections[0] != Whole || x.Pins != 2 || x.Die != DownDie {
		t.Errorf("the house is %v, the tank %+v", q.Sections[0], x)
	}
	// It brings the house down, and its order becomes Down.
	if c := chance(t, p, "ram tiger into house", "disobeys"); c != "0" {
		t.Errorf("it disobeys with %s, and has no pins", c)
	}
	p.Units[tiger].Pins = 1
	// Two dice over 8: 10 of 36.
	if c := chance(t, p, "ram tiger into house", "disobeys"); c != "5/18" {
		t.Errorf("with a pin it disobeys with %s", c)
	}
	q.Stage, q.Side = Ordering, 0
	if why := verdict(t, g, q, "run squad to house/before-east"); !strings.Contains(why, "[host.spots]") {
		t.Errorf("on foot: %q", why)
	}
}

// TestInTheWay: vehicles do not drive through units. Infantry walks around them.
func TestInTheWay(t *testing.T) {
	s := yard()
	s.Spots = append(s.Spots, at("verge", 25, 2, OpenGround), at("farther", 28, 2, OpenGround), at("beside", 25, 4, OpenGround), at("close", 19, 2, OpenGround))
	g, f, p := fight(t, s, 0)
	for _, c := range []struct{ squad, line, want string }{
		{"west-0", "advance tiger to farther", ""},
		{"verge", "advance tiger to farther", "[host.pass]"},
		{"beside", "advance tiger to farther", ""},
		{"verge", "advance far-squad to farther", ""},
		{"west-0", "ram tiger into house", ""},
		{"close", "ram tiger into house", "[host.ram]"},
	} {
		put(t, f, &p, "squad", c.squad)
		put(t, f, &p, "far-squad", "west-far")
		if strings.Contains(c.line, "far-squad") {
			put(t, f, &p, "far-squad", "close")
			put(t, f, &p, "tiger", "corner")
			put(t, f, &p, "far-squad", "road")
		}
		if got := verdict(t, g, p, c.line); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("squad at %s: %q: %q", c.squad, c.line, got)
		}
		put(t, f, &p, "far-squad", "west-far")
		put(t, f, &p, "tiger", "road")
	}
}

// TestGarrisonReacts: when a tank drives at its house, the garrison may test and fire weapons that
// harm armour, or escape by another side.
func TestGarrisonReacts(t *testing.T) {
	s := yard()
	s.Units[4].Arms = []SetupArm{with("rifle", 6), with("panzerschreck", 1)}
	s.Units[4].At = "house/ground"
	house := &s.Ground.Structures[0].Sections[0]
	house.Openings = append(house.Openings, window("east-window", "east", 0, 3))
	g, f, p := fight(t, s, 0)
	tiger, men := unitNamed(t, f, "tiger"), unitNamed(t, f, "garrison")
	// The test is passed with 4 and 5. At a little more than six inches a shaped
	// charge needs 3 and one more: 4. Damage 5 and 6 against 10: one over, full
	// damage, and a 4 knocks the tank out.
	q, rec := played(t, g, p, "ram tiger into house", "4 5 4 5 4", map[string]string{"garrison is assaulted": "shoot"})
	if q.Units[tiger].At != 0 || q.Sections[0] != Whole || q.Units[men].Die != FireDie || q.Lost[0] != 1 {
		t.Errorf("the tank %+v, the house %v, the garrison %+v", q.Units[tiger], q.Sections[0], q.Units[men])
	}
	if !said(rec, "[host.reaction]") {
		t.Error("no reaction test is recorded")
	}
	// It escapes by the west window, whose nearest free spot is five inches away.
	q, _ = played(t, g, p, "ram tiger into house", "4 5 6 1 1 1", map[string]string{"garrison is assaulted": "escape"})
	if f.placeOf(&q, men).name != "west-2" || q.Sections[0] != Fallen || q.Units[men].Die != RunDie {
		t.Errorf("it is at %s, the house %v", f.placeOf(&q, men).name, q.Sections[0])
	}
	// A failed test gives a pin, and the house collapses on the garrison.
	if q, _ = played(t, g, p, "ram tiger into house", "6 5 6 1 1 1", map[string]string{"garrison is assaulted": "escape"}); q.Units[men].At != 0 {
		t.Errorf("it is at %s", f.placeOf(&q, men).name)
	}
}

// TestSiting: a machine gun that runs into a house is set up at the opening that its player names,
// and fires from there.
func TestSiting(t *testing.T) {
	s := yard()
	s.Units[0] = SetupUnit{Name: "squad", Unit: row("mmg-team"), Arms: []SetupArm{with("mmg", 1)}, At: "west-2"}
	s.Spots = append(s.Spots, at("lawn-side", 15, -4, OpenGround))
	s.Units[4].At = "road"
	s.Units[2].At = "corner"
	g, f, p := fight(t, s, 0)
	if got := verdict(t, g, p, "run squad to house/ground"); !strings.Contains(got, "[fixed.opening]") {
		t.Errorf("without an opening: %q", got)
	}
	put(t, f, &p, "squad", "lawn-side")
	q, rec := played(t, g, p, "run squad to house/ground by house/south-door", "", nil)
	if f.openings[q.Units[0].Port-1].name != "house/south-door" || !said(rec, "[fixed.opening]") {
		t.Errorf("it is set up at %d", q.Units[0].Port)
	}
	q.Units[0].Die, q.Stage, q.Side = NoDie, Ordering, 0
	if got := verdict(t, g, q, "fire squad at target with bullets"); got != "" {
		t.Errorf("out of the door: %q", got)
	}
	put(t, f, &q, "target", "west-0")
	q.Units[0].Port = p.Units[6].Port
	for k := range f.openings {
		if f.openings[k].name == "house/south-door" {
			q.Units[0].Port = uint8(k + 1)
		}
	}
	if got := verdict(t, g, q, "fire squad at target with bullets"); !strings.Contains(got, "[fixed.only]") {
		t.Errorf("out of the window: %q", got)
	}
}

// TestOtherReasons: the violation names the reason that applies.
func TestOtherReasons(t *testing.T) {
	s := yard()
	s.Spots = append(s.Spots, at("remote", -40, 3, OpenGround))
	s.Units[4].At = "house/ground"
	g, f, p := fight(t, s, 0)
	put(t, f, &p, "squad", "remote")
	for line, want := range map[string]string{
		"assault squad at garrison":                          "no route of 24 inches or less leads there: move to a nearer place first [assault.measure]",
		"run squad to house/ground":                          "no route of 24 inches or less leads there: move to a nearer place first [host.move]",
		"run squad to house/ground by house/upper":           "a unit outside must enter by an opening of the ground floor [enter.ground]",
		"assault squad at garrison by house/upper":           "[assault.measure]",
		"fire squad at garrison with bullets":                "out of range: more than 49 inches; the limit is 24 [host.range]",
		"assault far-squad at garrison by house/west-window": "",
	} {
		got := verdict(t, g, p, line)
		if !strings.Contains(got, want) || (got == "") != (want == "") || strings.Contains(got, "48 inches") || strings.Contains(got, "needs a door") {
			t.Errorf("%q: %q", line, got)
		}
	}
}
