package lasergrenadiers_test

import (
	"strings"
	"testing"
)

// terrace has two brick houses with a wall between them, and no window to the north.
const terrace = `
	- name: terrace
		sections:
			- name: one
				plan: "20,20 25,20 25,25 20,25"
				storeys: [{height: "2.5"}, {height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: door, wall: south, place: "1", width: "1"}
			- name: two
				plan: "25,20 30,20 30,25 25,25"
				storeys: [{height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: other-door, wall: south, place: "4", width: "1"}`

var breached = field{
	ground:     terrace,
	structures: `- {name: terrace, structure: house}`,
	places: `
- {name: wall, at: "22.5,25.5"}
- {name: north, at: "22.5,31"}
- {name: far, at: "22.5,38"}
- {name: hall, at: "22.5,23", in: terrace/one}
- {name: upstairs, at: "22.5,23", in: terrace/one, storey: 1}
- {name: party, at: "24.5,22.5", in: terrace/one}
- {name: parlour, at: "27,22.5", in: terrace/two}`,
	pieces: `
- {name: sapper, side: Red, unit: combat-engineer, weapon: buzzsaw, at: wall}
- {name: rifle, side: Red, unit: infantry, weapon: bolt-rifle, at: north}
- {name: bomber, side: Red, unit: infantry, weapon: grenade, thrown: yes, at: north}
- {name: cannon, side: Red, unit: tank, weapon: light-cannon, at: far}
- {name: man, side: Blue, unit: infantry, weapon: bolt-rifle, at: hall}`,
}

// sawn are three successes at the north wall of brick: hit on 9, chainsaw 6 on
// brick 6 is 5.
var sawn = []string{
	"breach sapper at terrace/one/north: 9 5", "pass", "pass: 1",
	"breach sapper at terrace/one/north: 9 5", "pass", "pass: 1",
	"breach sapper at terrace/one/north: 9 5", "pass", "pass: 1",
}

// TestBreachIsAnOpening: pieces see, fire, throw and move through the wall only after it is
// breached.
func TestBreachIsAnOpening(t *testing.T) {
	f := lay(t, breached)
	refuses(t, f, f.Start, "observe rifle at hall", "has no line of sight [host.sight]")
	refuses(t, f, f.Start, "lob bomber into terrace/one/north-gap at hall", "that wall has neither a breach nor a hole [engineers.breached]")
	refuses(t, f, f.Start, "move rifle to hall by breach", "the structure has no breached wall [engineers.breached]")
	if s, _ := f.Scene(f.Start); len(s.Openings) != 2 {
		t.Errorf("%d openings are drawn, want two", len(s.Openings))
	}
	p := after(t, f, sawn...)
	shows(t, f, p, "terrace/one: north wall open\n")
	if s, _ := f.Scene(p); len(s.Openings) != 3 {
		t.Errorf("%d openings are drawn, want three", len(s.Openings))
	}
	// Behind a house's openings one is hidden by more than two thirds: 3.
	q := from(t, f, p, "observe rifle at hall: 3")
	shows(t, f, q, "man at hall: infantry with bolt rifle, detected")
	// He fires back by the breach himself: at 8″, short 8, and 4 on 3 is 6. His
	// shot gives him away on 4, and nobody of those who see him may answer twice.
	q = from(t, f, q, "fire man at rifle: 8 6")
	shows(t, f, q, "-rifle at")
	// A grenade: 8 at short range, nothing for a breach; 4 on 3 is 6.
	shows(t, f, from(t, f, p, "lob bomber into terrace/one/north-gap at hall: 8 6"), "-man at")
	// From (22.5,31) 6″ to the wall and 2″ on: he is stormed. Both fire once: he
	// hits on 8 and fails, and is hit and penetrated.
	shows(t, f, from(t, f, p, "move rifle to hall by breach: 9 8 6"), "-man at", "rifle at hall")
}

// TestPartyWall: a breach in the wall between two houses leads from one to the
// other.
func TestPartyWall(t *testing.T) {
	x := breached
	x.pieces = `
- {name: sapper, side: Red, unit: combat-engineer, weapon: buzzsaw, at: party}
- {name: mate, side: Red, unit: infantry, weapon: bolt-rifle, at: hall}
- {name: man, side: Blue, unit: infantry, weapon: bolt-rifle, at: parlour}`
	f := lay(t, x)
	refuses(t, f, f.Start, "move mate to parlour by breach", "[engineers.breached]")
	saw := "breach sapper at terrace/one/east: 9 5"
	p := after(t, f, saw, "pass", "pass: 1", saw, "pass", "pass: 1", saw, "pass", "pass: 1")
	// 2.55″ to the breach at (25,22.5) and 2″ on.
	shows(t, f, from(t, f, p, "move mate to parlour by breach: 9 8 6"), "mate at parlour", "-man at")
	shows(t, f, from(t, f, p, "observe sapper at parlour: 3"), "man at parlour: infantry with bolt rifle, detected")
}

// TestHoles: a piece may fire into a hole if the ruling allows it, and only if there is one.
func TestHoles(t *testing.T) {
	f := lay(t, breached)
	// Medium range, 6 and 3 for a section; 7 on brick of class 6 is 6: a hole.
	shot := "bombard cannon at terrace/one: 9 6"
	p := after(t, f, shot, "pass")
	shows(t, f, p, "terrace/one: a hole")
	refuses(t, f, p, "lob bomber into terrace/one/north-gap at hall", "a hole only records damage: no shot can enter by a hole [host.holes]")
	x := breached
	x.house = "rulings.holes=yes"
	f = lay(t, x)
	refuses(t, f, f.Start, "lob bomber into terrace/one/north-gap at hall", "that wall has neither a breach nor a hole [engineers.breached]")
	// Short 8, and 4 less for a hole; then 4 on 3 is 6.
	p = after(t, f, shot, "pass")
	shows(t, f, from(t, f, p, "lob bomber into terrace/one/north-gap at hall: 4 6"), "-man at")
	shows(t, f, from(t, f, p, "lob bomber into terrace/one/north-gap at hall: 5"), "man at")
}

// TestEmbrasures: an embrasure of a building has the concealment of one, and a warhead can enter by
// it. A bunker cannot have an embrasure.
func TestEmbrasures(t *testing.T) {
	x := field{
		ground: hut, structures: hutSites,
		places: `
- {name: south, at: "22,12"}
- {name: west, at: "12,22"}
- {name: room, at: "22,21", in: hut}`,
		pieces: `
- {name: rocket, side: Red, unit: infantry, weapon: rpg, at: south}
- {name: eye, side: Red, unit: infantry, weapon: bolt-rifle, at: west}
- {name: man, side: Blue, unit: infantry, weapon: bolt-rifle, at: room}`,
	}
	f := lay(t, x)
	// Short 8 and 3 less for an embrasure; 7 on 3 is 9.
	shows(t, f, after(t, f, "lob rocket into hut/loop at room: 5 9"), "-man at")
	shows(t, f, after(t, f, "lob rocket into hut/loop at room: 6"), "man at")
	// Through the window he is more than two thirds hidden, and found on 3. Through
	// the embrasure he is hidden wholly, and keeps still: not even a die is rolled.
	shows(t, f, after(t, f, "observe eye at room: 3"), "man at room: infantry with bolt rifle, detected")
	shows(t, f, after(t, f, "observe rocket at room"), "man at room: infantry with bolt rifle\n")
	x.structures = strings.Replace(x.structures, "structure: house", "structure: bunker, armour: heavy-composite, above-ground: yes", 1)
	if _, err := try(t, x); err == nil || !strings.Contains(err.Error(), "[bunker.no-slits]") {
		t.Errorf("a bunker with a window and an embrasure: %v", err)
	}
}
