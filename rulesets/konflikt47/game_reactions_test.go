package konflikt47

import (
	"testing"

	"loophole/rule"
)

// TestFirefight: a unit that is fired at may fire back if it passes a test. Both fire at the same
// time, so men who fall have fired too.
func TestFirefight(t *testing.T) {
	s := yard()
	s.Units[0] = SetupUnit{Name: "squad", Unit: row("wehrmacht-infantry"), Men: 2, Arms: []SetupArm{with("rifle", 2)}, At: "west-0"}
	s.Units[5] = SetupUnit{Name: "target", Side: 1, Unit: row("wehrmacht-infantry"), Men: 2, Arms: []SetupArm{with("rifle", 2)}, At: "west-2"}
	g, f, p := fight(t, s, 0)
	back := map[string]string{"target is fired at": "firefight"}
	// The test is passed with 4 and 4. At five inches, small units: 3, less one, plus
	// one: 3 and more. Both hit with 5 and 5, both damage with 4 and 5; the same
	// back: nobody is left of either.
	q, rec := played(t, g, p, "fire squad at target with bullets", "4 4 5 5 4 5 5 5 4 5", back)
	if q.Units[0].At != 0 || q.Units[unitNamed(t, f, "target")].At != 0 || !said(rec, "[host.firefight]") {
		t.Errorf("squad %+v, target %+v", q.Units[0], q.Units[5])
	}
	// A failed test gives a pin and no shot.
	q, _ = played(t, g, p, "fire squad at target with bullets", "6 5 1 1", back)
	if x := q.Units[5]; x.Pins != 1 || x.Die != NoDie || q.Units[0].Pins != 0 {
		t.Errorf("after a failed test: %+v", x)
	}
	// If the reaction comes second, the dead do not fire.
	h, err := Rules.House([]rule.Setting{{Path: "facts.firefight.together", Value: "0"}})
	if err != nil {
		t.Fatal(err)
	}
	if g, err = Game.NewInstance("yard", &s, h); err != nil {
		t.Fatal(err)
	}
	if q, _ = played(t, g, p, "fire squad at target with bullets", "4 4 5 5 4 5", back); q.Units[0].Men != 2 || q.Units[5].At != 0 {
		t.Errorf("second: squad %+v, target %+v", q.Units[0], q.Units[5])
	}
}

// TestStaysDown: at the end of a turn a unit may stay Down, and lose a pin, or stay in Ambush. Its
// die is then not in the cup.
func TestStaysDown(t *testing.T) {
	g, f, p := fight(t, yard(), 0)
	for i := range f.units {
		p.Units[i].Die = FireDie
	}
	p.Units[0].Die = NoDie
	p.Units[4].Die, p.Units[4].Pins = DownDie, 2
	p.Units[5].Die = AmbushDie
	p.Units[6].Die = AmbushDie
	q, _ := played(t, g, p, "fire squad at target with bullets", "8x1", map[string]string{
		"the turn is over for garrison": "it stays Down", "the turn is over for target": "it stays in Ambush",
	})
	if x := q.Units[4]; q.Turn != 2 || x.Die != DownDie || x.Pins != 1 || q.Units[5].Die != AmbushDie || q.Units[6].Die != NoDie {
		t.Errorf("turn %d: %v with %d pins, %v, %v", q.Turn, x.Die, x.Pins, q.Units[5].Die, q.Units[6].Die)
	}
	if n := f.orderDiceLeft(&q); n != [2]int{4, 1} {
		t.Errorf("in the cup: %v", n)
	}
	// If all units stay so, the turns pass without orders until the game ends.
	for i := range f.units {
		p.Units[i].Die = AmbushDie
	}
	p.Units[0].Die = NoDie
	choices := map[string]string{}
	for i := range f.units {
		choices["the turn is over for "+f.units[i].Name] = "it stays in Ambush"
	}
	if q, _ = played(t, g, p, "ambush squad", "", choices); q.Ended == 0 {
		t.Errorf("turn %d continues", q.Turn)
	}
}

// TestKeepsItsOrder: by the other reading a reaction is not the order of the turn. A unit that goes
// down for one shot keeps its die in the cup.
func TestKeepsItsOrder(t *testing.T) {
	s := yard()
	g, f, p := fight(t, s, 0)
	target := unitNamed(t, f, "target")
	down := map[string]string{"target is fired at": "go down"}
	if q, _ := played(t, g, p, "fire squad at target with bullets", "8x1", down); q.Units[target].Die != DownDie {
		t.Errorf("it shows %v", q.Units[target].Die)
	}
	h, err := Rules.House([]rule.Setting{{Path: "rulings.reaction-die", Value: "no"}})
	if err != nil {
		t.Fatal(err)
	}
	if g, err = Game.NewInstance("yard", &s, h); err != nil {
		t.Fatal(err)
	}
	if q, _ := played(t, g, p, "fire squad at target with bullets", "8x1", down); q.Units[target].Die != NoDie {
		t.Errorf("by the other reading its die shows %v", q.Units[target].Die)
	}
}

// TestStaysOutside: a unit that wins an assault from outside may stay in its place.
func TestStaysOutside(t *testing.T) {
	s := yard()
	s.Units[4] = SetupUnit{Name: "garrison", Side: 1, Unit: row("wehrmacht-infantry"), Men: 1, Arms: []SetupArm{with("rifle", 1)}, At: "house/ground"}
	g, f, p := fight(t, s, 0)
	// One of eight blows damages. The one blow back does not.
	dice := "4 1 1 1 1 1 1 1 1"
	q, _ := played(t, g, p, "assault squad at garrison", dice, map[string]string{"garrison is assaulted": "stand"})
	if f.placeOf(&q, 0).name != "house/ground" {
		t.Errorf("it is at %s", f.placeOf(&q, 0).name)
	}
	q, _ = played(t, g, p, "assault squad at garrison", dice, map[string]string{"garrison is assaulted": "stand", "the floor is empty": "stay outside"})
	if f.placeOf(&q, 0).name != "west-0" || q.Units[4].At != 0 {
		t.Errorf("it stays at %s", f.placeOf(&q, 0).name)
	}
}
