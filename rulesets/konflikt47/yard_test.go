package konflikt47

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/ground"
	"loophole/odds"
	"loophole/rule"
)

// yard is a brick house of two storeys at (10,0), six inches square, with a
// wooden hut and a bunker, and spots at whole inches around them:
//
//	west-2  west-0    west-far        | house | south of it: lawn (13,-10)
//	(5,3)   (0,3)     (-2,3)          10     16
func yard() Setup {
	return Setup{
		Turns: 3, Sides: [2]string{"red", "blue"}, Task: Task{Kind: Hold, Side: 0, Many: 1},
		Ground: ground.Plan{
			Structures: []ground.Structure{
				{Name: "house", Sections: []ground.Section{sectionText("", 10, 0, 6, 6, 2, ground.Brick,
					window("west-window", "west", 0, 3), door("south-door", "south", 3), window("upper", "south", 1, 3))}},
				{Name: "hut", Sections: []ground.Section{sectionText("", 30, 0, 4, 4, 1, ground.Wood, door("hut-door", "south", 2))}},
				{Name: "bunker", Sections: []ground.Section{sectionText("", 10, 20, 4, 4, 1, ground.ReinforcedConcrete,
					hole("slit", ground.Slit, "south", 0, 2), door("hatch", "west", 2))}},
			},
			Features: []ground.Feature{{Name: "mire", Plan: rect(2, 5, 2, 4), Going: ground.Difficult}},
		},
		Works: []SetupWork{{Section: "house", Objective: true}, {Section: "bunker", Kind: Bunker}},
		Spots: []SetupSpot{
			at("west-2", 5, 3, OpenGround), at("west-0", 0, 3, OpenGround), at("west-far", -2, 3, OpenGround), at("lawn", 13, -10, OpenGround),
			at("road", 22, 2, OpenGround), at("far-bog", 5, 8, OpenGround), at("field", 12, 14, OpenGround), at("far-field", 13, -18, OpenGround), at("corner", 30, 14, OpenGround),
		},
		Units: []SetupUnit{
			{Name: "squad", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "west-0"},
			{Name: "far-squad", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "west-far"},
			{Name: "tiger", Unit: row("tiger"), Arms: []SetupArm{with("super-heavy-at-gun", 1)}, At: "road"},
			{Name: "howitzer", Unit: row("us-105mm-howitzer"), Arms: []SetupArm{with("medium-howitzer", 1)}, At: "far-field"},
			{Name: "garrison", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "house/first"},
			{Name: "target", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 8)}, At: "lawn"},
			{Name: "crew", Side: 1, Unit: row("mmg-team"), Arms: []SetupArm{with("mmg", 1)}, At: "bunker/ground", Opening: "bunker/slit"},
		},
	}
}

// at is a spot.
func at(name string, x, y int, c Cover) SetupSpot {
	return SetupSpot{Name: name, Point: ground.At(x, y), Cover: c}
}

// with returns some weapons of a kind.
func with(weapon string, n uint8) SetupArm { return SetupArm{Weapon: weapons.Ref(weapon), Count: n} }

// row returns a row of the table of units.
func row(name string) rule.Ref { return units.Ref(name) }

// sectionText returns a section with storeys of three inches.
func sectionText(name string, x, y, width, depth, storeys int, m ground.Material, openings ...ground.Opening) ground.Section {
	s := ground.Section{
		Name: name, Plan: ground.Rect(ground.At(x, y), ground.Length(width)*ground.Inch, ground.Length(depth)*ground.Inch),
		Material: m, Roof: ground.Roof{Rise: ground.Inch}, Rubble: ground.Inch / 2, Openings: openings,
	}
	for range storeys {
		s.Storeys = append(s.Storeys, ground.Storey{Height: 3 * ground.Inch, Capacity: 1})
	}
	return s
}

// hole returns an opening of one inch, some inches along its wall.
func hole(name string, k ground.OpeningKind, wall string, storey, place int) ground.Opening {
	return ground.Opening{Name: name, Kind: k, Wall: wall, Storey: storey, Place: ground.Length(place) * ground.Inch, Width: ground.Inch}
}

// door and window are the usual openings.
func door(name, wall string, place int) ground.Opening {
	return hole(name, ground.Door, wall, 0, place)
}

func window(name, wall string, storey, place int) ground.Opening {
	return hole(name, ground.Window, wall, storey, place)
}

// rect returns a rectangle of ground.
func rect(x, y, width, depth int) ground.Polygon {
	return ground.Rect(ground.At(x, y), ground.Length(width)*ground.Inch, ground.Length(depth)*ground.Inch)
}

// laid starts the yard, in which a side must give an order.
func laid(t *testing.T, side uint8) (*Battlefield, Position) {
	t.Helper()
	s := yard()
	f, p, err := start(Rules.Published(), &s)
	if err != nil {
		t.Fatal(err)
	}
	p.Stage, p.Side = Ordering, side
	return f, p
}

// begun returns the same as an instance, for typed actions.
func begun(t *testing.T) *game.Instance {
	t.Helper()
	s := yard()
	f, err := Game.NewInstance("yard", &s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// standing returns a position that a test has made.
func standing(t *testing.T, f *game.Instance, p Position) game.Position {
	t.Helper()
	q, err := f.Decode(bytesOf(t, &p))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// bytesOf returns the encoding of a position.
func bytesOf(t *testing.T, p *Position) []byte {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRefusals: illegal actions, their reasons and the numbers in these.
func TestRefusals(t *testing.T) {
	instance := begun(t)
	_, red := laid(t, 0)
	_, blue := laid(t, 1)
	cup := red
	cup.Stage = Drawing
	used := red
	used.Units[0].Die = FireDie
	ruin := red
	ruin.Units[4], ruin.Lost[1], ruin.Sections[0] = Unit{}, 8, Fallen
	fire := red
	fire.Sections[1] = Burns
	aside := blue
	aside.Units[0].At = named(t, "corner")
	for _, c := range []struct {
		name string
		p    Position
		line string
		want []string // parts of the reasons; none for a legal action
	}{
		{"ten inches, and eight men reach back two", red, "run squad to house/ground by house/west-window", nil},
		{"the first man arrives, the last does not", red, "run far-squad to house/ground by house/west-window", []string{"the unit needs 13″ to bring every model within 1″ of the building, and moves 12″ [enter.reach]"}},
		{"nobody enters at a walk", red, "advance squad to house/ground by house/west-window", []string{"[enter.run]"}},
		{"an upper window", red, "run squad to house/ground by house/upper", []string{"a unit outside must enter by an opening of the ground floor [enter.ground]"}},
		{"an upper floor", red, "run squad to house/first", []string{"[enter.ground]"}},
		{"five inches", red, "advance squad to west-2", nil},
		{"a way round the house", red, "run squad to road", []string{"and the unit moves 12″ [host.move]"}},
		{"through the mire", red, "run squad to far-bog", []string{"units cannot Run over rough ground: order an Advance [host.rough]"}},
		{"a spot that is taken", red, "run squad to west-far", []string{"another unit is on that spot [host.spots]"}},
		{"rubble of a house that stands", red, "run squad to house/rubble", []string{"[host.spots]"}},
		{"a tank indoors", red, "run tiger to house/ground", []string{"vehicles cannot enter buildings [enter.infantry]"}},
		{"the house is down", ruin, "run squad to house/ground", []string{"[scope.ruin]"}},
		{"the hut burns", fire, "ram tiger into hut", []string{"[flame.impassable]"}},
		{"six inches to the wall", red, "ram tiger into house", nil},
		{"a bunker", red, "ram tiger into bunker", []string{"neither tanks nor walkers may ram a bunker [bunker.no-ram]"}},
		{"an assault upstairs from outside", red, "assault squad at garrison", []string{"[assault.ground]"}},
		{"a bunker by its slit", red, "run squad to bunker/ground by bunker/slit", []string{"[bunker.doors]"}},
		{"the other side's die", red, "down garrison", []string{"[host.cup]"}},
		{"no die was drawn", cup, "down squad", []string{"draw an order die first [host.cup]"}},
		{"an order a turn", used, "rally squad", []string{"[host.one-order]"}},
		{"one's own side", red, "fire squad at far-squad with bullets", []string{"[host.friends]"}},
		{"no shells", red, "fire squad at target with shells", []string{"[host.he]"}},
		{"guns stay", red, "advance howitzer to road", []string{"guns cannot move [host.guns]"}},
		{"leaving from upstairs", blue, "run garrison to road", []string{"a unit leaves from the ground floor [leave.ground]"}},
		{"a floor down at a walk", blue, "advance garrison to house/ground", nil},
		{"leaping out from upstairs", blue, "assault garrison at squad", []string{"[leave.ground]"}},
		{"out of the arc of the slit", aside, "fire crew at squad with bullets", []string{"a fixed weapon fires only through the opening where it was set up and within its arc [fixed.only]"}},
		{"two targets from the open", blue, "fire target at squad with bullets and tiger", []string{"[from.split]"}},
	} {
		a, err := instance.ParseAction(c.line)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		err = instance.WhyIllegal(standing(t, instance, c.p), a)
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: %q: %v", c.name, c.line, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q lacks %q: %v", c.name, c.line, part, err)
			}
		}
	}
}

// named returns a place of the yard.
func named(t *testing.T, name string) uint8 {
	f, _ := laid(t, 0)
	for i := range f.places {
		if f.places[i].name == name {
			return uint8(i + 1)
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

// TestLeaving: the move is measured from the opening to the spot, where the
// foremost man stands: five inches from the west window, and ten are too far for
// an Advance.
func TestLeaving(t *testing.T) {
	instance := begun(t)
	_, p := laid(t, 1)
	p.Units[4].At = named(t, "house/ground")
	for line, want := range map[string]string{
		"advance garrison to west-2 by house/west-window": "",
		"advance garrison to west-0 by house/west-window": "the route is 10″ long, and the unit moves 6″ [leave.move]",
		"run garrison to west-2 by house/west-window":     "",
		"run garrison to west-2 by house/upper":           "measured from an opening on the ground floor [leave.move]",
	} {
		a, err := instance.ParseAction(line)
		if err != nil {
			t.Fatal(err)
		}
		err = instance.WhyIllegal(standing(t, instance, p), a)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// TestExactOdds compares chances of actions with those computed by hand.
func TestExactOdds(t *testing.T) {
	_, red := laid(t, 0)
	pinned := red
	pinned.Units[0].Pins = 2
	drawing := red
	drawing.Stage = Drawing
	drawing.Units[0].Die = FireDie // three red dice and three blue ones
	seven := red
	seven.Stage = Drawing // four and three: a D8 with a blank
	waiting := red
	waiting.Units[6].Die = AmbushDie
	indoors, blue := red, red
	indoors.Units[4].At = named(t, "house/ground")
	blue.Units[4].At, blue.Side = named(t, "house/ground"), 1
	for _, c := range []struct {
		name, line, event string
		p                 Position
		want              string
	}{
		{"D6+10 against 3D6: higher 493/648, equal 13/162", "ram tiger into house", "section-lost", red, "545/648"},
		{"D6+10 against 2D6: higher 53/54, equal 1/72", "ram tiger into hut", "section-lost", red, "215/216"},
		{"two pins on regulars: two dice over 7", "rally squad", "disobeys", pinned, "5/12"},
		{"two pins: passed with 7 and less, one gone, and any D6 takes the other", "rally squad", "free-of-pins", pinned, "7/12"},
		{"eight rifles at 18.4 inches, beyond half of 24: hits on 4, damage on 4", "fire squad at target with bullets", "casualty", red, "58975/65536"},
		{"a shell at 18 inches and more, cover of the building: 5 hits; 2D6 come to 12", "fire howitzer at garrison with shells", "section-lost", red, "1/108"},
		{"five shots from Ambush at 19 inches of 36: hits on 4, damage on 4", "run squad to west-2", "own-casualty", waiting, "781/1024"},
		{"eight rifles at a window: hits on 5, and only a 6 damages", "fire squad at garrison with bullets", "casualty", indoors, "4044203135/11019960576"},
		{"two of eight have room at the window: hits on 3, damage on 4", "fire garrison at squad with bullets", "casualty", blue, "5/9"},
		{"six dice in the cup: a D6", "draw", "draws-own-die", drawing, "1/2"},
		{"four of seven: a D8 with a blank", "draw", "draws-own-die", seven, "1/2"},
	} {
		if got := chance(t, c.p, c.line, c.event); got != c.want {
			t.Errorf("%s: %q, %s: %s, want %s", c.name, c.line, c.event, got, c.want)
		}
	}
}

// The past sentence depends on whether the unit obeyed. With two pins regulars pass an order test
// on 7 or less. While dice are rolled, the sentence states the order.
func TestOrdersNotCarriedOut(t *testing.T) {
	_, p := laid(t, 0)
	p.Units[0].Pins = 2
	instance := begun(t)
	a, err := instance.ParseAction("rally squad")
	if err != nil {
		t.Fatal(err)
	}
	before := standing(t, instance, p)
	if says := instance.Doing(a); says != "Rally the squad" {
		t.Errorf("while dice are rolled: %q", says)
	}
	for faces, want := range map[string]string{
		"3 4 | 1": "The squad rallied",
		"4 4":     "Not carried out: rally the squad",
	} {
		tray, err := dice.ParseTray(faces)
		if err != nil {
			t.Fatal(err)
		}
		after, err := instance.Play(before, a, tray, nil)
		if err != nil {
			t.Fatalf("%s: %v", faces, err)
		}
		if says := instance.Did(a, before, after); says != want {
			t.Errorf("with %s: %q, want %q", faces, says, want)
		}
	}
}

// chance returns the exact chance of an event of the game.
func chance(t *testing.T, p Position, line, event string) string {
	t.Helper()
	return chanceIn(t, begun(t), p, line, event)
}

// chanceIn is chance for any instance.
func chanceIn(t *testing.T, instance *game.Instance, p Position, line, event string) string {
	t.Helper()
	a, err := instance.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	at := standing(t, instance, p)
	if err := instance.WhyIllegal(at, a); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	x := instance.ActionRunner(at, a)
	d, err := odds.DistOf(context.Background(), x.Play, odds.Options{})
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	for i, e := range instance.Game.Events {
		if e.Name == event {
			return d.P(func(k int) bool { return x.Holds(i, k) }).Exact.RatString()
		}
	}
	t.Fatalf("there is no event %q", event)
	return ""
}

// TestStrangePositions: a position with a changed byte is an error, or can be played from.
func TestStrangePositions(t *testing.T) {
	instance := begun(t)
	_, p := laid(t, 0)
	good := bytesOf(t, &p)
	refused := 0
	for i := range good {
		for _, b := range []byte{0, 1, 2, 7, 40, 255} {
			bad := append([]byte{}, good...)
			bad[i] = b
			q, err := instance.Decode(bad)
			if err != nil {
				refused++
				continue
			}
			legal, err := instance.Legal(q)
			if over := instance.Status(q).Over; err != nil || over != (len(legal) == 0) || instance.Text(q) == "" {
				t.Errorf("byte %d as %d: over is %v, and %d actions are legal: %v", i, b, over, len(legal), err)
			}
		}
	}
	if refused == 0 {
		t.Error("no position was an error")
	}
}

// TestCollapse: rubble replaces the house, and the tank ends in it.
func TestCollapse(t *testing.T) {
	f, p := laid(t, 0)
	f.collapse(rule.NewChecker(f.house), &p, 0)
	if p.Sections[0] != Fallen || p.here(4) || p.Lost[1] != 8 {
		t.Errorf("the house is %v, and %d are lost", p.Sections[0], p.Lost[1])
	}
	heap := f.sections[0].rubble
	if !f.isVacant(&p, heap) {
		t.Error("no unit can enter the rubble")
	}
	f.placeUnit(&p, 2, heap, -1)
	if err := validatePosition(f, &p); err != nil || f.isVacant(&p, heap) {
		t.Errorf("the tank in the rubble: %v", err)
	}
	if _, standing := laid(t, 0); f.isSeen(&standing, int(named(t, "west-0"))-1, int(named(t, "road"))-1) {
		t.Error("the house hides nothing")
	}
	if !f.isSeen(&p, int(named(t, "west-0"))-1, int(named(t, "road"))-1) {
		t.Error("the rubble hides what is behind it")
	}
}

// TestAbandon: a unit that must leave is placed on the nearest free spot within six inches of a
// door or window, which is five inches from the west window.
func TestAbandon(t *testing.T) {
	f, p := laid(t, 1)
	u := rule.NewUmpire(dice.NewRandom(1), nil)
	if list := f.refugeSpots(u, &p, 0); len(list) != 1 {
		t.Errorf("spots %v", list)
	}
	f.abandon(u, &p, 4, 0)
	if p.Units[4].At != named(t, "west-2") {
		t.Errorf("it is at %s", f.placeOf(&p, 4).name)
	}
}

// chooser answers rolls from a tray, and choices from a list of answers by question.
type chooser struct {
	*dice.Tray
	choices map[string]string
}

// Choose returns the listed option of the question, or the first one.
func (c chooser) Choose(x rule.Choice) (int, error) {
	for i, o := range x.Options {
		if o == c.choices[x.Why] {
			return i, nil
		}
	}
	return 0, nil
}

// decode reads a position of the yard.
func decode(t *testing.T, b []byte, p *Position) {
	t.Helper()
	if err := binary.Read(bytes.NewReader(b), binary.LittleEndian, p); err != nil {
		t.Fatal(err)
	}
}
