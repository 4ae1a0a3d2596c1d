package oldworld_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/ground"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/oldworld"
	"loophole/scenario"
)

// ref returns a row of a table by its name.
func ref(t testing.TB, table, row string) rule.Ref {
	t.Helper()
	for _, x := range oldworld.Rules.Tables {
		if x.Name == table && x.Ref(row) > 0 {
			return x.Ref(row)
		}
	}
	t.Fatalf("there is no row %s in %s", row, table)
	return 0
}

// ford is a house of six by six inches from (10,10) to (16,16), a wood beside
// it and a few spots at round distances.
func ford(t testing.TB) *oldworld.Setup {
	return &oldworld.Setup{
		Rounds: 2, Sides: [2]string{"Goblins", "Empire"}, Width: 30, Depth: 30,
		Ground: ground.Plan{
			Structures: []ground.Structure{
				{Name: "house", Sections: []ground.Section{{Plan: ground.Rect(ground.At(10, 10), 6*ground.Inch, 6*ground.Inch), Storeys: []ground.Storey{{Height: 4 * ground.Inch}}}}},
				{Name: "hut", Sections: []ground.Section{{Plan: ground.Rect(ground.At(22, 10), 2*ground.Inch, 3*ground.Inch), Storeys: []ground.Storey{{Height: 3 * ground.Inch}}}}},
			},
		},
		Spots: []oldworld.SetupSpot{
			{Name: "south", At: ground.At(13, 2)}, {Name: "track", At: ground.At(13, 5)}, {Name: "east", At: ground.At(20, 13)},
			{Name: "far-east", At: ground.At(25, 13)}, {Name: "north", At: ground.At(12, 21)}, {Name: "bridge", At: ground.At(4, 5)}, {Name: "weir", At: ground.At(7, 2)},
		},
		Objectives: []string{"house"},
		Units: []oldworld.SetupUnit{
			{Name: "mob", Side: 0, Unit: ref(t, "units", "night-goblins"), Models: 12, At: "south", Facing: ground.North},
			{Name: "bows", Side: 0, Unit: ref(t, "units", "night-goblins"), Models: 10, Missile: ref(t, "missiles", "shortbow"), At: "bridge", Facing: ground.North},
			{Name: "wolves", Side: 0, Unit: ref(t, "units", "knights"), Models: 5, At: "far-east", Facing: ground.North},
			{Name: "watch", Side: 1, Unit: ref(t, "units", "state-troops"), Models: 10, At: "house", Facing: ground.North},
			{Name: "guns", Side: 1, Unit: ref(t, "units", "state-missile-troops"), Models: 9, Missile: ref(t, "missiles", "handgun"), At: "north", Facing: ground.South},
		},
		Task: oldworld.Task{Kind: oldworld.TaskHold, Side: 0, Many: 1},
	}
}

func begin(t testing.TB, s *oldworld.Setup) *game.Instance {
	t.Helper()
	f, err := oldworld.Game.NewInstance("ford", s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// after plays typed actions from the start, with the dice of a seed.
func after(t testing.TB, f *game.Instance, lines ...string) game.Position {
	t.Helper()
	p := f.Start
	d := dice.NewRandom(3)
	for _, line := range lines {
		a, err := f.ParseAction(line)
		if err == nil {
			p, err = f.Play(p, a, d, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return p
}

// why returns the reasons why an action is illegal, or "".
func why(t testing.TB, f *game.Instance, p game.Position, line string) string {
	t.Helper()
	a, err := f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WhyIllegal(p, a); err != nil {
		return err.Error()
	}
	return ""
}

// TestReasons checks illegal actions whose distances and reasons were computed by hand.
func TestReasons(t *testing.T) {
	f := begin(t, ford(t))
	remaining := []string{"done"} // nobody charges
	for _, c := range []struct {
		played []string
		line   string
		want   string // empty for a legal action
	}{
		// (13,2) to the south wall at y=10 is 8″; Movement 4 and a six are 10″.
		{nil, "charge mob house", ""},
		// The bows at (4,5) face north. Of the house, its corner (10,16) is 6 aside
		// and 11 ahead: in front. The corner (10,10) is nearest, √61 = 7.8″.
		{nil, "charge bows house", ""},
		// The hut's corner (22,13) is 3 aside of the wolves and not ahead at all.
		{nil, "charge wolves house", "not in front of the chargers [host.charge]"},
		{nil, "charge mob hut", "no enemy is inside the building, so units enter it instead of charging [assault.building]"},
		{nil, "charge watch house", "it is the other side's turn [host.turn]"},
		{nil, "move mob to track walking", "another part of the turn [host.phases]"},
		// (13,2) to (13,5) is 3″.
		{remaining, "move mob to track walking", ""},
		// (13,2) to (4,5) is √90 = 9.487″, and a unit is there.
		{remaining, "move mob to bridge marching", "the way is 9.5″, and the unit moves 8″ [host.move]"},
		{remaining, "move mob to bridge marching", "another unit is on this spot [host.room]"},
		// Eight inches to the place at the wall, too.
		{remaining, "move mob to house/south marching", "within 1 inch of an enemy [host.inch]"},
		{remaining, "move mob to house/south walking", "the way is 8.0″, and the unit moves 4″ [host.move]"},
		// The hut is two by three inches: √13 = 3.6″ at its widest.
		{remaining, "enter wolves hut marching", "is 36 tenths of an inch across at its widest, and needs 40 [widest]"},
		{remaining, "enter wolves hut marching", "only infantry can occupy a building [who.infantry]"},
		{remaining, "enter mob house walking", "the enemy is inside the building: assault it instead [assault.building]"},
		{remaining, "enter mob house walking", "the way is 8.0″, and the unit moves 4″ [host.move]"},
		{remaining, "turn mob north", "the unit already faces this side [host.move]"},
		{remaining, "leave mob to house/south", "the unit is not in a building [leave.phase]"},
		{remaining, "rally mob", "the unit is not fleeing [flee.rally]"},
		{remaining, "shoot mob at watch", "has no missile weapon [host.missiles]"},
		{[]string{"done", "move mob to track walking"}, "move mob to south walking", "the unit has already moved this turn [host.move]"},
		// From (12,21) to (4,5) the line passes the house's corner at (10,16) by
		// half an inch; the bows are to the south, √320 = 17.9″ of 24″.
		{[]string{"done", "done", "done", "done"}, "shoot guns at bows", ""},
		// The mob at (13,2) is right behind the house.
		{[]string{"done", "done", "done", "done"}, "shoot guns at mob", "terrain hides the target [silent.agreed-cover]"},
		{[]string{"done", "done", "done", "done"}, "shoot guns at bows all-shots", "the weapon has only one shot: leave out all-shots [host.missiles]"},
		{[]string{"done", "done", "done", "leave watch to house/north"}, "enter watch house walking", "the unit left a building this turn and cannot move again [leave.ends]"},
		{[]string{"done", "done", "done"}, "leave watch to house/north", ""},
		{[]string{"done", "done", "done"}, "charge watch house", "no enemy is inside the building, so units enter it instead of charging [assault.building]"},
	} {
		got := why(t, f, after(t, f, c.played...), c.line)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s after %v:\n  %s\nwant %q", c.line, c.played, got, c.want)
		}
	}
}

// TestOccupants: an infantry unit of Unit Strength 21 may not enter a building, nor garrison one at
// the start.
func TestOccupants(t *testing.T) {
	s := ford(t)
	s.Units[0].Models = 21
	s.Units[3].At = "east"
	f := begin(t, s)
	if got := why(t, f, after(t, f, "done"), "enter mob house marching"); !strings.Contains(got, "the Unit Strength is higher than a building holds [who.strength]") {
		t.Error(got)
	}
	s = ford(t)
	s.Units[3].Models = 21
	if _, err := oldworld.Game.NewInstance("ford", s, nil); err == nil || !strings.Contains(err.Error(), "unit watch") || !strings.Contains(err.Error(), "[who.strength]") {
		t.Error(err)
	}
}

// TestSetups: the errors of faulty set-ups say what is wrong and what is possible.
func TestSetups(t *testing.T) {
	for _, c := range []struct {
		change func(*oldworld.Setup)
		want   string
	}{
		{func(s *oldworld.Setup) { s.Rounds = 0 }, "rounds: it is 0 or missing: give a number from 1 to 12"},
		{func(s *oldworld.Setup) { s.Objectives = []string{"mill"} }, `no building "mill"`},
		{func(s *oldworld.Setup) { s.Units[0].At = "sout" }, `"sout"; did you mean`},
		{func(s *oldworld.Setup) { s.Units[1].At = "south" }, "another unit is already at south"},
		{func(s *oldworld.Setup) { s.Spots[0].At = ground.At(12, 12) }, "lies inside house"},
		{func(s *oldworld.Setup) { s.Units[3].Side, s.Units[4].Side = 0, 0 }, "the Empire side has 0 models"},
		{func(s *oldworld.Setup) { s.Task.Kind = 9 }, "task.kind: 9 is out of range: 0 to 3"},
		{func(s *oldworld.Setup) { s.Units[0].Unit = 0 }, "units.1.unit: it is missing: choose one of "},
	} {
		s := ford(t)
		c.change(s)
		if _, err := oldworld.Game.NewInstance("ford", s, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

// chance returns the exact chance of an event of an action.
func chance(t *testing.T, f *game.Instance, p game.Position, line, event string) *big.Rat {
	t.Helper()
	a, err := f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := policy.Odds(context.Background(), f, p, a, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range answer.Events {
		if f.Game.Events[e.Event].Name == event {
			return e.Chance.Exact
		}
	}
	t.Fatalf("%s has no event %s", line, event)
	return nil
}

// TestOddsOfActions compares odds with chances computed by hand.
func TestOddsOfActions(t *testing.T) {
	f := begin(t, ford(t))
	farm, err := scenario.Open(oldworld.Game, "farmhouse", nil)
	if err != nil {
		t.Fatal(err)
	}
	none := new(big.Rat).SetFrac64(47, 54)
	six := big.NewRat(1, 1)
	for range 6 {
		six.Mul(six, none)
	}
	for _, c := range []struct {
		f           *game.Instance
		played      []string
		line, event string
		want        *big.Rat
	}{
		// Eight inches with Movement 4: the better of two dice shows 4 or more.
		{f, nil, "charge mob house", "contact", big.NewRat(3, 4)},
		// (18,8) to the wall at y=15: seven inches with Movement 4, so a three or
		// more on the better of two. Half of the twelve crossbows stand and shoot: a shot hits
		// on 5+, wounds Toughness 4 on 4+, meets a save of 5+, none after a six.
		{farm, nil, "charge orcs farmhouse", "contact", big.NewRat(8, 9)},
		{farm, nil, "charge orcs farmhouse", "own-casualty", new(big.Rat).Sub(big.NewRat(1, 1), six)},
		// Six inches is a march, and the watch is 8″ away: Leadership 4 is a 2D6
		// of 4 or less, six pairs of 36.
		{f, []string{"done"}, "move mob to weir marching", "arrives", big.NewRat(1, 6)},
		{f, []string{"done"}, "move mob to track marching", "arrives", big.NewRat(1, 1)},
	} {
		if got := chance(t, c.f, after(t, c.f, c.played...), c.line, c.event); got.Cmp(c.want) != 0 {
			t.Errorf("%s: the chance of %s is %s, want %s", c.line, c.event, got.RatString(), c.want.RatString())
		}
	}
}
