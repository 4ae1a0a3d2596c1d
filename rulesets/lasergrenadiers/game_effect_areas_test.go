package lasergrenadiers_test

import "testing"

// hut is a stone house, 4 by 4 inches, with a window to the west and a door to
// the east, and a second one 1 inch behind it.
const hut = `
	- name: hut
		sections:
			- plan: "20,20 24,20 24,24 20,24"
				storeys: [{height: "2.5"}, {height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: slot, kind: window, wall: west, place: "2", width: "1"}
					- {name: loop, kind: embrasure, wall: south, place: "2", width: "0.75"}
					- {name: back, wall: east, place: "2", width: "1"}
	- name: shack
		sections:
			- plan: "25,20 29,20 29,24 25,24"
				storeys: [{height: "2.5"}]
				roof: {rise: "1"}
				openings:
					- {name: shack-door, wall: east, place: "2", width: "1"}`

const hutSites = `
- {name: hut, structure: house}
- {name: shack, structure: shed}`

// TestAreaInTheOpen: an effect area is centred on the piece that is hit and
// catches every enemy within its inch: at 1″ yes, at 1.25″ no, friends no.
func TestAreaInTheOpen(t *testing.T) {
	f := lay(t, field{
		ground: hut, structures: hutSites,
		places: `
- {name: gun, at: "2,10"}
- {name: aim, at: "10,10"}
- {name: inch, at: "11,10"}
- {name: more, at: "10,11.25"}
- {name: beside, at: "9,10"}`,
		pieces: `
- {name: fusion, side: Red, unit: infantry, weapon: heavy-fusion-rifle, at: gun}
- {name: friend, side: Red, unit: infantry, at: beside}
- {name: one, side: Blue, unit: infantry, at: aim}
- {name: two, side: Blue, unit: powered-infantry, at: inch}
- {name: three, side: Blue, unit: infantry, at: more}`,
	})
	// 8″ is short range: 8. Attack factor 7 on 3 is 9, on 6 it is 6.
	p := after(t, f, "fire fusion at one: 8 9 7")
	shows(t, f, p, "-one at", "two at inch: infantry in powered armour, shaken", "three at more: infantry\n", "friend at beside: infantry\n")
	if p = after(t, f, "fire fusion at one: 8 10 6"); true {
		shows(t, f, p, "one at aim: infantry, shaken", "-two at")
	}
	// A miss has no effect.
	shows(t, f, after(t, f, "fire fusion at one: 9"), "one at aim", "two at inch")
}

// TestBombardCatches: half of the area of a shot that penetrates a wall projects
// inside, the other half is before the wall whether or not it penetrates.
func TestBombardCatches(t *testing.T) {
	f := lay(t, field{
		ground: hut, structures: hutSites,
		places: `
- {name: gun, at: "10,21"}
- {name: foot, at: "19.5,21"}
- {name: room, at: "20.75,21", in: hut}
- {name: deep, at: "22,21", in: hut}
- {name: loft, at: "20.75,21", in: hut, storey: 1}`,
		pieces: `
- {name: fusion, side: Red, unit: infantry, weapon: heavy-fusion-rifle, at: gun}
- {name: near, side: Blue, unit: infantry, at: foot}
- {name: in, side: Blue, unit: infantry, at: room}
- {name: far, side: Blue, unit: infantry, at: deep}
- {name: up, side: Blue, unit: infantry, at: loft}`,
	})
	// Short range to the wall, 8 and 3 for a section, at most 9; 7 on stone or
	// brick of class 6 is 6; 7 on infantry is 9. The shot strikes at (20,21):
	// 0.5″ before it and 0.75″ behind it are within its inch, 2″ and the floor
	// above are not.
	shows(t, f, after(t, f, "bombard fusion at hut: 9 6 9 9"), "-near at", "-in at", "far at deep: infantry\n", "up at loft: infantry\n", "hut: west wall open")
	shows(t, f, after(t, f, "bombard fusion at hut: 9 7 10"), "near at foot: infantry, shaken", "in at room: infantry\n", "-wall open")
	shows(t, f, after(t, f, "bombard fusion at hut: 10"), "near at foot: infantry\n")
}

// TestNuclear: six inches around the warhead nothing is left, of either side, in
// any structure, and whichever way it was fired.
func TestNuclear(t *testing.T) {
	f := lay(t, field{
		ground: hut + `
	- name: far-house
		sections:
			- plan: "31,20 35,20 35,24 31,24"
				storeys: [{height: "2.5"}]
				roof: {rise: "1"}`,
		structures: hutSites + `
- {name: far-house, structure: house}`,
		places: `
- {name: gun, at: "10,22"}
- {name: foot, at: "18,22"}
- {name: gap, at: "24.5,25"}
- {name: field, at: "30,10"}
- {name: room, at: "21,22", in: hut}
- {name: loft, at: "23,22", in: hut, storey: 1}
- {name: shed, at: "26,22", in: shack}
- {name: shed-end, at: "28,22", in: shack}
- {name: safe, at: "33,22", in: far-house}`,
		pieces: `
- {name: lander, side: Red, unit: tank, weapon: nuclear-warhead, at: gun}
- {name: scout, side: Red, unit: infantry, at: foot}
- {name: mark, side: Blue, unit: infantry, at: gap}
- {name: car, side: Blue, unit: tank, at: field}
- {name: in, side: Blue, unit: infantry, at: room}
- {name: up, side: Blue, unit: infantry, at: loft}
- {name: neighbour, side: Blue, unit: infantry, at: shed}
- {name: beyond, side: Blue, unit: infantry, at: shed-end}
- {name: other, side: Blue, unit: infantry, at: safe}`,
	})
	// At the west wall, (20,22): everything to x=26 is gone, the scout at 18 and
	// the mark at (24.5,25), √(4.5²+3²) = 5.41″ off, as well. The shack begins 5″
	// off, and its west wall and roof are gone; it ends further off and stands, with
	// who is 8″ off in it. 11″ off nothing happens.
	p := after(t, f, "bombard lander at hut: 9")
	shows(t, f, p, "-in at", "-up at", "-scout at", "-mark at", "-neighbour at", "beyond at shed-end", "other at safe", "car at field", "lander at gun", "hut: fallen", "shack: a part of the roof gone, west wall open\n", "-far-house:")
	// In the open it is the same: nothing else is within 6″ of the car. A tank is destroyed like a
	// soldier, without a roll to penetrate. 21.5″ is medium: 6, and 2 for a vehicle.
	shows(t, f, after(t, f, "fire lander at car: 8"), "-car at", "beyond at shed-end", "-fallen")
}

// TestHalfAreaByRadius: where half of an area is a circle of half the radius, it reaches less of the floors above the
// one that is struck. A nuclear warhead reaches them whole, as it reaches the floor itself.
func TestHalfAreaByRadius(t *testing.T) {
	f := lay(t, field{
		ground: hut, house: "rulings.half-area=half-radius rulings.damage=points",
		structures: `
- {name: hut, structure: house, points: 60}
- {name: shack, structure: shed, points: 60}`,
		places: `
- {name: gun, at: "10,22"}
- {name: loft, at: "23.5,22", in: hut, storey: 1}`,
		pieces: `
- {name: lander, side: Red, unit: tank, weapon: nuclear-warhead, at: gun}
- {name: up, side: Blue, unit: infantry, at: loft}`,
	})
	// At (20,22), the piece above is 3.5″ behind the wall: beyond 3″, within the warhead's 6″.
	shows(t, f, after(t, f, "bombard lander at hut: 9 1"), "-up at")
}
