package oldworld_test

import (
	"math/big"
	"strings"
	"testing"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/rulesets/oldworld"
)

// battery is a house of six by six inches from (20,20) to (26,26), a fold of four by four with
// walls an inch high, and units that shoot at them.
func battery(t testing.TB) *oldworld.Setup {
	house := func(name string, x, y, size int, height ground.Length) ground.Structure {
		plan := ground.Rect(ground.At(x, y), ground.Length(size)*ground.Inch, ground.Length(size)*ground.Inch)
		return ground.Structure{Name: name, Sections: []ground.Section{{Plan: plan, Storeys: []ground.Storey{{Height: height}}}}}
	}
	goblins, crew, men := ref(t, "units", "night-goblins"), ref(t, "units", "cannon-crew"), ref(t, "units", "state-missile-troops")
	shortbow := ref(t, "missiles", "shortbow")
	return &oldworld.Setup{
		Rounds: 3, Sides: [2]string{"Goblins", "Empire"}, Width: 40, Depth: 40,
		Ground: ground.Plan{Structures: []ground.Structure{house("house", 20, 20, 6, 4*ground.Inch), house("fold", 4, 30, 4, ground.Inch)}},
		Spots: []oldworld.SetupSpot{
			{Name: "gate", At: ground.Point{X: 23000, Y: 8700}}, {Name: "track", At: ground.At(23, 14)}, {Name: "meadow", At: ground.At(6, 20)},
			{Name: "stile", At: ground.At(6, 25)}, {Name: "heath", At: ground.At(36, 36)}, {Name: "brook", At: ground.At(23, 17)},
		},
		Objectives: []string{"house"},
		Units: []oldworld.SetupUnit{
			{Name: "lobber", Unit: crew, Models: 1, Engine: ref(t, "engines", "rock-lobber"), At: "gate"},
			{Name: "bows", Unit: goblins, Models: 10, Missile: shortbow, At: "meadow"},
			{Name: "mob", Unit: goblins, Models: 5, At: "stile"},
			{Name: "slings", Unit: goblins, Models: 10, Missile: shortbow, At: "track"},
			{Name: "screen", Unit: goblins, Models: 5, At: "brook"},
			{Name: "watch", Side: 1, Unit: men, Models: 12, Hero: ref(t, "units", "master-mage"), At: "house", Facing: ground.South},
			{Name: "shepherds", Side: 1, Unit: men, Models: 6, At: "fold", Facing: ground.South},
		},
		Task: oldworld.Task{Kind: oldworld.TaskHold, Many: 1},
	}
}

// under begins a fight in a house.
func under(t testing.TB, s *oldworld.Setup, settings ...rule.Setting) *game.Instance {
	t.Helper()
	h, err := oldworld.Rules.House(settings)
	if err != nil {
		t.Fatal(err)
	}
	f, err := oldworld.Game.NewInstance("battery", s, h)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCorner: from (6,6) the corner (10,10) of a house is the root of 32, 5.7
// inches, away. A charge of Movement 4 fails with double ones only; a walk of 4
// does not get there, a march of 8 does. Standing to shoot takes a distance of
// Movement, of which 3.9 inches are short.
func TestCorner(t *testing.T) {
	s := ford(t)
	s.Spots = append(s.Spots, oldworld.SetupSpot{Name: "corner", At: ground.At(6, 6)}, oldworld.SetupSpot{Name: "scant", At: ground.Point{X: 13000, Y: 6100}})
	s.Units[0].At = "corner"
	s.Units[3].Unit = ref(t, "units", "state-missile-troops")
	f := begin(t, s)
	if got := chance(t, f, f.Start, "charge mob house", "contact"); got.Cmp(big.NewRat(35, 36)) != 0 {
		// Half of ten stand and shoot. They cannot kill all twelve.
		t.Errorf("contact %v, want 35/36", got)
	}
	s.Units[0].At, s.Units[4].At, s.Units[3].At = "corner", "scant", "east"
	s.Units[4].Facing = ground.North
	f = begin(t, s)
	if got := why(t, f, f.Start, "enter mob house walking"); !strings.Contains(got, "the way is 5.7″, and the unit moves 4″ [host.move]") {
		t.Error(got)
	}
	if got := why(t, f, f.Start, "enter mob house marching"); got != "" {
		t.Error(got)
	}
}

// TestScant: a distance that must be reached is not rounded up. The lobber's least range is 12
// inches, and the wall is 11.3 away. Crossbows inside may not stand and shoot at chargers of
// Movement 4 who are 3.9 inches away.
func TestScant(t *testing.T) {
	f := under(t, battery(t))
	p := after(t, f, "done", "done")
	if got := why(t, f, p, "fire lobber at house"); !strings.Contains(got, "nearer than the engine's least range [host.scatter]") {
		t.Error(got)
	}
	s := ford(t)
	s.Spots = append(s.Spots, oldworld.SetupSpot{Name: "scant", At: ground.Point{X: 13000, Y: 6100}})
	s.Units[0].At, s.Units[3].Unit = "scant", ref(t, "units", "state-missile-troops")
	f = begin(t, s)
	// 3.9 inches with Movement 4: nothing fails, and no shot is fired.
	if got := chance(t, f, f.Start, "charge mob house", "own-casualty"); got.Sign() != 0 {
		t.Errorf("own casualty %v", got)
	}
}

// TestHidden: five models do not hide a house that is higher than a man. They
// hide one an inch high if they stand before all of it: from (6,20), five inches
// at (6,25) are from 3.5 to 8.5; the fold's nearest corners are (4,30) and
// (8,30), ten inches on, so as seen at five inches from 5 to 7. The ruling that
// men never hide a building takes that away.
func TestHidden(t *testing.T) {
	f := under(t, battery(t))
	p := after(t, f, "done", "done")
	for line, want := range map[string]string{
		"shoot slings at watch":   "",
		"shoot bows at shepherds": "models in between hide the building [silent.screen]",
	} {
		if got := why(t, f, p, line); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
	f = under(t, battery(t), rule.Setting{Path: "rulings.screen", Value: "towers"})
	if got := why(t, f, after(t, f, "done", "done"), "shoot bows at shepherds"); got != "" {
		t.Error(got)
	}
	s := battery(t)
	s.Units[2].Models = 3 // from 4.5 to 7.5: still all of it
	s.Units[2].At, s.Spots[3].At = "stile", ground.At(5, 25)
	f = under(t, s) // from 3.5 to 6.5: the corner at 7 is seen
	if got := why(t, f, after(t, f, "done", "done"), "shoot bows at shepherds"); got != "" {
		t.Error(got)
	}
}

// TestFewer: of twelve models and a mage, seven may shoot or cast. If six shoot, the mage may cast.
// If seven shoot, the mage may not, unless casters count separately.
func TestFewer(t *testing.T) {
	s := battery(t)
	s.First = 1
	for _, c := range []struct {
		shots, reading, want string
	}{
		{"shoot watch at slings", "within", "[fire.cast]"},
		{"shoot watch at slings with 6", "within", ""},
		{"shoot watch at slings", "besides", ""},
	} {
		f := under(t, s, rule.Setting{Path: "rulings.casters", Value: c.reading})
		p := after(t, f, "done", "done", c.shots)
		got := why(t, f, p, "cast watch fireball at slings")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s, casters %s: %q", c.shots, c.reading, got)
		}
	}
	f := under(t, s)
	p := after(t, f, "done", "done")
	for line, want := range map[string]string{
		"shoot watch at slings with 7": "", // It is all that may.
		"shoot watch at slings with 8": "at most 7 models inside may shoot [fire.half]",
	} {
		if got := why(t, f, p, line); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// TestFullHouse: a captain on foot joins the unit in a house if there is room for
// his Unit Strength of 1: nineteen men and he are twenty, twenty men and he are one
// too many. He does not go in with the enemy, nor where a character is already, and
// comes out by himself, but not in the turn in which he went in.
func TestFullHouse(t *testing.T) {
	crowd := func(men int, character string) *game.Instance {
		s := battery(t)
		s.First = 1
		s.Units[5].Models, s.Units[5].Hero = men, 0
		if character != "" {
			s.Units[5].Hero = ref(t, "units", character)
		}
		s.Units[6].Unit, s.Units[6].Models, s.Units[6].At = ref(t, "units", "captain"), 1, "heath"
		s.Spots[4].At = ground.At(28, 28)
		s.Units[4].At = "fold"
		return under(t, s)
	}
	for _, c := range []struct {
		men               int
		hero, line, wants string
	}{
		{20, "", "enter shepherds house walking", "the Unit Strength is higher than a building holds [who.strength]"},
		{12, "captain", "enter shepherds house walking", "the unit inside already has a character"},
		{12, "", "enter shepherds fold marching", "the enemy is inside the building: assault it instead [assault.building]"},
		{19, "", "enter shepherds house walking", ""},
	} {
		f := crowd(c.men, c.hero)
		if got := why(t, f, f.Start, c.line); c.wants == "" && got != "" || !strings.Contains(got, c.wants) {
			t.Errorf("%d men: %s: %q", c.men, c.line, got)
		}
	}
	f := crowd(12, "")
	p := after(t, f, "enter shepherds house walking")
	if text := f.Text(p); !strings.Contains(text, "watch at house: 12 models of State Missile Troops, Captain of the Empire with 2 wounds") || strings.Contains(text, "shepherds") {
		t.Error(text)
	}
	if got := why(t, f, p, "leave shepherds to house/south"); !strings.Contains(got, "the character went in this turn and cannot move again [leave.ends]") {
		t.Error(got)
	}
	// Thirteen models are inside now. Seven of them may shoot.
	p = after(t, f, "enter shepherds house walking", "done")
	if seven, eight := why(t, f, p, "shoot watch at slings with 7"), why(t, f, p, "shoot watch at slings with 8"); seven != "" || !strings.Contains(eight, "[fire.half]") {
		t.Errorf("%q, %q", seven, eight)
	}
	p = after(t, f, "enter shepherds house walking", "done", "done", "done", "done", "done", "leave shepherds to house/north")
	if text := f.Text(p); !strings.Contains(text, "shepherds at house/north: Captain of the Empire") || !strings.Contains(text, "watch at house: 12 models of State Missile Troops\n") {
		t.Error(text)
	}
}

// TestNarrowHouse: what is less than four inches at its widest cannot be occupied,
// and so not be garrisoned at the start. A house of 2 by 3 inches is 3.6 from corner
// to corner, one of 2.5 by 3.2 is 4.06: wide enough so, but not along its side.
func TestNarrowHouse(t *testing.T) {
	for _, c := range []struct {
		plan    string
		reading string
		wants   string
	}{
		{"20,20 22,20 22,23 20,23", "corners", "is 36 tenths of an inch across at its widest, and needs 40 [widest]"},
		{"20,20 22.5,20 22.5,23.2 20,23.2", "corners", ""},
		{"20,20 22.5,20 22.5,23.2 20,23.2", "side", "[silent.widest]"},
	} {
		s := battery(t)
		if err := s.Ground.Structures[0].Sections[0].Plan.UnmarshalText([]byte(c.plan)); err != nil {
			t.Fatal(err)
		}
		h, err := oldworld.Rules.House([]rule.Setting{{Path: "rulings.widest", Value: c.reading}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = oldworld.Game.NewInstance("battery", s, h)
		if c.wants == "" && err != nil || c.wants != "" && (err == nil || !strings.Contains(err.Error(), c.wants) || !strings.Contains(err.Error(), "unit watch")) {
			t.Errorf("%s, %s: %v", c.plan, c.reading, err)
		}
	}
}

// TestAlreadyInside: for a unit that is already inside, that is the only reason.
func TestAlreadyInside(t *testing.T) {
	s := battery(t)
	s.First = 1
	f := under(t, s)
	if got := why(t, f, f.Start, "enter watch house walking"); strings.Count(got, "[") != 1 || !strings.Contains(got, "the unit is already inside [enter.off-table]") {
		t.Error(got)
	}
	if got := why(t, f, f.Start, "enter watch fold walking"); strings.Count(got, "[") != 1 || !strings.Contains(got, "[leave.place]") {
		t.Error(got)
	}
}
