package oldworld

import (
	"errors"
	"testing"

	"loophole/dice"
	"loophole/ground"
	"loophole/rule"
)

// trollHouse begins a game in which three Common Trolls in a house face a mage, two engines and a mob.
func trollHouse(t *testing.T, h *rule.HouseRules) (f *Battlefield, p Position, trolls int) {
	t.Helper()
	house := ground.Structure{Name: "house", Sections: []ground.Section{{
		Plan: ground.Rect(ground.At(10, 10), 6*ground.Inch, 4*ground.Inch), Storeys: []ground.Storey{{Height: 4 * ground.Inch}},
	}}}
	spot := func(name string, x, y int) SetupSpot { return SetupSpot{Name: name, At: ground.At(x, y)} }
	f, p, err := start(h, &Setup{
		Rounds: 2, Sides: [2]string{"north", "south"}, Width: 60, Depth: 60,
		Ground: ground.Plan{Structures: []ground.Structure{house}}, Objectives: []string{"house"},
		Spots: []SetupSpot{spot("lane", 13, 2), spot("hill", 13, 40), spot("rise", 20, 40), spot("yard", 13, 6)},
		Units: []SetupUnit{
			{Name: "mage", Unit: units.Ref("master-mage"), Models: 1, At: "lane", Facing: ground.North},
			{Name: "lobber", Unit: units.Ref("cannon-crew"), Models: 1, Engine: engines.Ref("rock-lobber"), At: "hill", Facing: ground.South},
			{Name: "gun", Unit: units.Ref("cannon-crew"), Models: 1, Engine: engines.Ref("great-cannon"), At: "rise", Facing: ground.South},
			{Name: "mob", Unit: units.Ref("orc-mob"), Models: 5, At: "yard", Facing: ground.North},
			{Name: "trolls", Side: 1, Unit: units.Ref("common-trolls"), Models: 3, At: "house"},
		},
		Task: Task{Kind: TaskHold, Many: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, p, len(f.units) - 1
}

// TestMissesHealNobody checks that shots that miss and spells that fail leave the wounds of a model as
// they are.
func TestMissesHealNobody(t *testing.T) {
	f, p, trolls := trollHouse(t, Rules.Published())
	const wounds = 2
	p.Step, p.Units[trolls].Hurt = InShooting, wounds
	for _, c := range []struct {
		name, tray string
		apply      func(*rule.Umpire, *Battlefield, *Position, args)
		action     args
	}{
		{"a Fireball that fails", "1 2 |", castApply, args{0, 0, int16(trolls)}},
		{"a rock that misfires", "6 | 6", fireApply, args{1, 0, -1}},
		{"a rock that falls wide", "5 | 6 |", fireApply, args{1, 0, -1}},
		{"a ball that falls short", "1 | 1", fireApply, args{2, 0, 10}},
	} {
		after, tray := p, dice.MustTray(c.tray)
		u := rule.NewUmpire(tray, nil).WithHouseRules(Rules.Published())
		if err := errors.Join(rule.Catch(func() { c.apply(u, f, &after, c.action) }), tray.CheckAllUsed()); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if unit := &after.Units[trolls]; unit.Models != 3 || unit.Hurt != wounds {
			t.Errorf("%s leaves %d trolls, one with %d wounds lost: want 3 and %d", c.name, unit.Models, unit.Hurt, wounds)
		}
	}
}

// TestChargersStopAtTheWalls checks where a charge ends that reaches a building in which the enemy flees and
// hides, by a reading of the ruling "run-down".
func TestChargersStopAtTheWalls(t *testing.T) {
	h, err := Rules.House([]rule.Setting{{Path: "rulings.run-down", Value: "hidden"}})
	if err != nil {
		t.Fatal(err)
	}
	f, p, trolls := trollHouse(t, h)
	const mob, house = 3, 0
	p.Step, p.Units[trolls].Fleeing = InCharges, true
	u := rule.NewUmpire(dice.MustTray("6 6 |"), nil).WithHouseRules(h)
	if err := rule.Catch(func() { chargeApply(u, f, &p, args{mob, house}) }); err != nil {
		t.Fatal(err)
	}
	if where := f.touching(f.locationOf(&p, mob)); where != house || p.Units[mob].Foe != 0 || !p.Units[trolls].Fleeing {
		t.Errorf("the chargers are at %s, want the walls of the house: %s", f.locationText(&p, mob), text(f, &p))
	}
	if err := validatePosition(f, &p); err != nil {
		t.Error(err)
	}
}
