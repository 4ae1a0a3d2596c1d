package lasergrenadiers_test

import (
	"strings"
	"testing"
)

// barns is a timber barn in two halves, with a loft over the western one.
const barns = `
	- name: barn
		sections:
			- name: west
				plan: "20,20 24,20 24,24 20,24"
				storeys: [{height: "2.5"}, {height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: gate, wall: west, place: "2", width: "1"}
			- name: east
				plan: "24,20 28,20 28,24 24,24"
				storeys: [{height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: hatch, wall: east, place: "2", width: "1"}
		links:
			- {name: arch, from: {section: west}, to: {section: east}}
features:
	- {name: hedge, line: ["10,2", "10,12"], height: "1", view: hinder}`

var burning = field{
	ground:     barns,
	structures: `- {name: barn, structure: barn, points: 40}`,
	places: `
- {name: road, at: "12,22"}
- {name: west-end, at: "8,7"}
- {name: east-end, at: "12,7"}
- {name: north-end, at: "12,13"}
- {name: stall, at: "21,22", in: barn/west}
- {name: loft, at: "21,22", in: barn/west, storey: 1}
- {name: rack, at: "24.75,22", in: barn/east}`,
	pieces: `
- {name: flamer, side: Red, unit: powered-infantry, weapon: flamer, at: road}
- {name: runner, side: Blue, unit: infantry, at: west-end}
- {name: man, side: Blue, unit: infantry, at: stall}
- {name: up, side: Blue, unit: infantry, at: loft}
- {name: mate, side: Blue, unit: infantry, at: rack}`,
	options: `fires: "yes"`,
}

// TestFireInBuilding: a fire of size 1 lit in the west wall, (20,22), doubles in
// its second turn. It reaches the stall 1″ off at once, the loft 2.5″ above that,
// √(1²+2.5²) = 2.7″, with size 4, and the rack in the other half, 4.75″, with size
// 8. It attacks with 5 against 3, on 7, from the turn in which it is lit.
func TestFireInBuilding(t *testing.T) {
	f := lay(t, burning)
	// 8″: hit on 9; attack factor 5 on timber of class 4 on 6, not; fire on 10;
	// the flames penetrate on 7.
	p := after(t, f, "bombard flamer at barn/west: 9 7 10 8")
	shows(t, f, p, "on fire, size 1", "man at stall: infantry\n")
	// Turn 2: size 1, the man. Turn 3: size 2.
	p = from(t, f, p, "pass", "pass: 8 1")
	p = from(t, f, p, "pass", "pass: 8 1")
	shows(t, f, p, "on fire, size 2", "up at loft", "mate at rack")
	// Turn 4: size 2. Turn 5: size 4, for the man and in the loft. Turn 7: size 8,
	// for the man and in the other half.
	p = from(t, f, p, "pass", "pass: 8 1")
	p = from(t, f, p, "pass", "pass: 8 7 1")
	shows(t, f, p, "on fire, size 4", "man at stall", "-up at", "mate at rack")
	p = from(t, f, p, "pass", "pass: 8 1", "pass", "pass: 8 7 1")
	shows(t, f, p, "on fire, size 8", "man at stall", "-mate at")
	// The other reading keeps it in its section.
	x := burning
	x.house = "rulings.fire-spread=section"
	f = lay(t, x)
	p = after(t, f, "bombard flamer at barn/west: 9 7 10 8", "pass", "pass: 8 1", "pass", "pass: 8 1", "pass", "pass: 8 1", "pass", "pass: 8 7 1", "pass", "pass: 8 1", "pass", "pass: 8 1")
	shows(t, f, p, "on fire, size 5", "-up at", "mate at rack") // its own far corner is √20 = 4.5″ off
	// By another reading, a piece that stays in it is attacked once.
	x.house = "rulings.burn-often=once"
	f = lay(t, x)
	after(t, f, "bombard flamer at barn/west: 9 7 10 8", "pass", "pass: 1", "pass", "pass: 1")
	// By a third, it does not attack before the next turn.
	x.house = "rulings.burn-at-once=next-turn"
	f = lay(t, x)
	after(t, f, "bombard flamer at barn/west: 9 7 10", "pass", "pass: 8 1", "pass", "pass: 8 1")
}

// TestFireOnTheWay: a piece that passes the flames inside, and neither begins nor ends in them, is
// attacked once on the way.
func TestFireOnTheWay(t *testing.T) {
	x := burning
	x.pieces = `
- {name: flamer, side: Red, unit: powered-infantry, weapon: flamer, at: road}
- {name: scout, side: Red, unit: infantry, at: verge}
- {name: man, side: Blue, unit: infantry, at: rack}`
	x.places += `
- {name: verge, at: "16,22"}
- {name: door, at: "20.5,21", in: barn/west}
- {name: back, at: "23,22", in: barn/west}`
	f := lay(t, x)
	// The fire is in the wall before the door, the nearest place: at (20,21.06).
	p := after(t, f, "bombard flamer at barn/west: 9 7 10", "pass", "pass: 1")
	shows(t, f, p, "on fire, size 1")
	// The way from the verge by the gate, (20,22), to the back, (23,22), passes 0.94″
	// from it: 5 on 3 penetrates on 7. It begins and ends more than 3″ off.
	shows(t, f, from(t, f, p, "move scout to back: 7"), "-scout at")
	shows(t, f, from(t, f, p, "move scout to back: 8"), "scout at back: infantry, done\n")
	// The way from the rack by the arch to the back does not pass the fire.
	shows(t, f, from(t, f, p, "pass", "move man to back"), "man at back")
}

// TestBurningHedge: fire destroys a hedge at once and burns on from its middle, (10,7): size 1 at
// first, 2 in its second turn. A piece that crosses it there is attacked. A piece 6″ further north
// is not.
func TestBurningHedge(t *testing.T) {
	x := burning
	x.places += `
- {name: near, at: "10.2,10"}
- {name: south-west, at: "8,4"}
- {name: south-east, at: "12,4"}`
	x.pieces = `
- {name: flamer, side: Red, unit: powered-infantry, weapon: flamer, at: north-end}
- {name: runner, side: Blue, unit: infantry, at: west-end}
- {name: lurker, side: Blue, unit: infantry, at: near}
- {name: walker, side: Blue, unit: infantry, at: south-west}`
	f := lay(t, x)
	// 6.3″, short: 8 and 4 for the whole, at most 9; a flamer burns on 10. 5 on 3
	// penetrates on 7.
	p := after(t, f, "ignite flamer at hedge: 9 10")
	shows(t, f, p, "hedge: destroyed, burning, size 1")
	shows(t, f, from(t, f, p, "move runner to east-end: 7"), "-runner at")
	shows(t, f, from(t, f, p, "move runner to east-end: 8"), "runner at east-end")
	from(t, f, p, "move walker to south-east")
	// Turns 2, 3 and 4, 5: size 1, 2, 2, 4. With 4 it reaches him who stands in the
	// hedge 3″ from its middle, and the way 3″ south of it.
	p = from(t, f, p, "pass", "pass: 1", "pass", "pass: 1", "pass", "pass: 1", "pass", "pass: 7 1")
	shows(t, f, p, "hedge: destroyed, burning, size 4", "-lurker at")
	shows(t, f, from(t, f, p, "pass", "move walker to south-east: 7"), "-walker at")
	// 100 by 59 inches are a wide field: the hedge is 48″ and more from there.
	refuses(t, f, p, "ignite flamer at hedge", "the plants are already destroyed")
}

// TestPlantsOutOfRange: no weapon reaches further than long range, 48″.
func TestPlantsOutOfRange(t *testing.T) {
	x := burning
	x.places += `
- {name: away, at: "58.5,7"}
- {name: just, at: "58,7"}`
	x.pieces = `
- {name: laser, side: Red, unit: infantry, weapon: laser-rifle, at: away}
- {name: thrower, side: Red, unit: infantry, weapon: flamethrower, thrown: yes, at: just}`
	f := lay(t, x)
	refuses(t, f, f.Start, "ignite laser at hedge", "the target is 48.5″ away, and the weapon reaches 48″ [host.range]")
	refuses(t, f, f.Start, "ignite thrower at hedge", "the weapon reaches 10″ [host.range]")
}

// TestFireAndSections: the damage by a fire counts for its section, and the last point destroys the
// structure.
func TestFireAndSections(t *testing.T) {
	x := burning
	x.structures = `- {name: barn, structure: barn, points: 20, section-points: 6, judged-fire-points: 3}`
	x.options = "fires: \"yes\"\ndamage: points\nvariant: \"1\"\nchecks: \"no\""
	x.pieces = `
- {name: flamer, side: Red, unit: powered-infantry, weapon: flamer, at: road}
- {name: man, side: Blue, unit: infantry, at: rack}`
	f := lay(t, x)
	p := after(t, f, "bombard flamer at barn/west: 9 7 10", "pass", "pass: 1", "pass", "pass: 1")
	// Two turns at three points each: the western half is gone, with its fire.
	shows(t, f, p, "barn/west: fallen", "barn/east: the structure has lost 6 of 20 points\n")
}

// TestLeaving: pieces that must leave a ruin are placed beside it, at the nearest spot that the
// enemy does not hold. If the set-up has fewer than two spots, there are spots an inch before its
// walls.
func TestLeaving(t *testing.T) {
	x := field{
		ground:     hut,
		structures: "- {name: hut, structure: house, points: 8}\n- {name: shack, structure: shed, points: 8}",
		places: `
- {name: gun, at: "10,22"}
- {name: close, at: "18,22"}
- {name: room, at: "21.5,22", in: hut}`,
		pieces: `
- {name: gun, side: Red, unit: tank, weapon: heavy-cannon, at: gun}
- {name: scout, side: Red, unit: infantry, at: far-west}
- {name: man, side: Blue, unit: infantry, at: room}`,
		options: "damage: points\nvariant: \"2\"",
	}
	// Attack factor 9 on brick of class 6 is 8; nine points of eight are all. It is
	// 3.5″ to the spot before the window, and √(0.5²+3²) to the one before the south
	// wall, at (22,19).
	p := after(t, lay(t, x), "bombard gun at hut: 9 8")
	shows(t, lay(t, x), p, "hut: fallen", "man at beside-hut: infantry\n")
	x.pieces = strings.Replace(x.pieces, "scout, side: Red, unit: infantry, at: far-west", "scout, side: Red, unit: infantry, at: beside-hut", 1)
	p = after(t, lay(t, x), "bombard gun at hut: 9 8")
	shows(t, lay(t, x), p, "man at close: infantry\n")
}
