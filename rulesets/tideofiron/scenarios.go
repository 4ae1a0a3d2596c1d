package tideofiron

import "loophole/game"

// scenarios are the set-ups that come with the rulebook.
var scenarios = []game.Scenario[Setup]{
	{Name: "block", Gist: "a German combat group against a Soviet block of four building hexes: hold two of them after six rounds", Setup: cityBlock()},
	{Name: "worked", Gist: "the chapter's worked example, to play on from: bring the building of Squad B down", Setup: workedExample()},
	{Name: "stairs", Gist: "one house, two sides on its floors: clear it within five rounds", Setup: stairs()},
	{Name: "crossroads", Gist: "a board without destructible buildings: points for two corners over four rounds", Setup: crossroads()},
	{Name: "row", Gist: "a row of houses that the guns have weakened: bring two more of them down in three rounds", Setup: weakenedRow()},
	{Name: "strongpoint", Gist: "a garrison that nothing brings down: it must last four rounds", Setup: strongpoint()},
}

// street is ground without buildings, so many columns and rows of it.
func street(columns, rows int) []SetupHex {
	var list []SetupHex
	for q := range columns {
		for r := range rows {
			list = append(list, SetupHex{Name: string(rune('A'+q)) + string(rune('1'+r)), Terrain: Open})
		}
	}
	return list
}

// build puts a building, or what is left of one, on a hex of the street.
func build(hexes []SetupHex, x SetupHex) {
	for i := range hexes {
		if hexes[i].Name == x.Name {
			hexes[i] = x
		}
	}
}

// cityBlock is two buildings of two hexes each, ruins beside them, and a street
// all around.
func cityBlock() Setup {
	s := Setup{
		Rounds: 6, Actions: 3, Sides: [2]string{"German", "Soviet"}, Card: [2]bool{true, false}, Destructible: true,
		Task:  Task{Kind: Hold, Side: 0, Many: 2},
		Hexes: street(7, 6),
		Units: []SetupUnit{
			{Name: "sig-33b", Side: 0, Vehicle: "sig-33b", At: "B2"},
			{Name: "panzer-iii", Side: 0, Vehicle: "panzer-iii", At: "A4"},
			{Name: "assault-squad", Side: 0, Elites: 3, Officers: 1, At: "B4"},
			{Name: "rifle-squad", Side: 0, Regulars: 4, At: "A3", Medic: true},
			{Name: "mg-squad", Side: 0, Regulars: 2, MGs: 1, German: true, At: "B3"},
			{Name: "mortar-squad", Side: 0, Regulars: 2, Mortars: 1, At: "A2"},
			{Name: "t-34", Side: 1, Vehicle: "t-34", At: "G4"},
			{Name: "squad-a", Side: 1, Regulars: 3, Officers: 1, At: "D3", Floor: 1},
			{Name: "squad-b", Side: 1, Regulars: 4, At: "D4"},
			{Name: "guards", Side: 1, Elites: 4, At: "E4"},
			{Name: "anti-tank", Side: 1, Regulars: 4, AntiTank: true, At: "E3"},
			{Name: "maxim", Side: 1, Regulars: 2, MGs: 1, At: "D4", Floor: 1},
		},
	}
	build(s.Hexes, SetupHex{Name: "D3", Level: 1, Building: "west", Objective: true})
	build(s.Hexes, SetupHex{Name: "D4", Level: 1, Building: "west", Objective: true})
	build(s.Hexes, SetupHex{Name: "E3", Level: 2, Building: "east", Objective: true})
	build(s.Hexes, SetupHex{Name: "E4", Building: "east", Objective: true, Tokens: 1})
	build(s.Hexes, SetupHex{Name: "C6", Terrain: Collapsed})
	build(s.Hexes, SetupHex{Name: "F2", Terrain: Collapsed})
	return s
}

// workedExample is the chapter's own: an sIG 33b with its card, a Panzer III
// and a mortar squad before a building of two hexes and two floors.
func workedExample() Setup {
	s := Setup{
		Rounds: 3, Actions: 2, Sides: [2]string{"German", "Soviet"}, Card: [2]bool{true, false}, Destructible: true,
		Task:  Task{Kind: Destroy, Side: 0, Many: 1},
		Hexes: street(5, 4),
		Units: []SetupUnit{
			{Name: "sig-33b", Side: 0, Vehicle: "sig-33b", At: "A2"},
			{Name: "panzer-iii", Side: 0, Vehicle: "panzer-iii", At: "A3"},
			{Name: "mortar-squad", Side: 0, Regulars: 2, Mortars: 1, At: "A4"},
			{Name: "squad-a", Side: 1, Regulars: 4, At: "D3", Floor: 1},
			{Name: "squad-b", Side: 1, Regulars: 4, At: "D2"},
		},
	}
	build(s.Hexes, SetupHex{Name: "D2", Level: 1, Building: "house", Objective: true})
	build(s.Hexes, SetupHex{Name: "D3", Level: 1, Building: "house"})
	return s
}

// stairs is a house of three floors that both sides are in.
func stairs() Setup {
	s := Setup{
		Rounds: 5, Actions: 2, Sides: [2]string{"Soviet", "German"}, First: 1, Destructible: true,
		Task:  Task{Kind: Clear, Side: 0},
		Hexes: street(3, 3),
		Units: []SetupUnit{
			{Name: "storm-group", Side: 0, Elites: 2, Officers: 2, At: "A2"},
			{Name: "sappers", Side: 0, Regulars: 4, AntiTank: true, At: "A1"},
			{Name: "riflemen", Side: 0, Regulars: 4, At: "B1"},
			{Name: "third-squad", Side: 0, Regulars: 3, At: "A2"},
			{Name: "tommy-guns", Side: 0, Elites: 3, At: "B2"},
			{Name: "attic", Side: 1, Regulars: 2, MGs: 1, German: true, At: "B2", Floor: 2},
			{Name: "landing", Side: 1, Regulars: 3, Officers: 1, At: "B2", Floor: 1},
			{Name: "mortar", Side: 1, Mortars: 2, At: "C3"},
		},
	}
	build(s.Hexes, SetupHex{Name: "B2", Level: 2, Objective: true})
	return s
}

// crossroads is on a board of the base game.
func crossroads() Setup {
	s := Setup{
		Rounds: 4, Actions: 3, Sides: [2]string{"German", "Soviet"}, Board: OtherBoard, Destructible: true,
		Task:  Task{Kind: Points},
		Hexes: street(6, 3),
		Units: []SetupUnit{
			{Name: "stug-iii", Side: 0, Vehicle: "stug-iii", At: "A1"},
			{Name: "left-squad", Side: 0, Regulars: 4, At: "A2"},
			{Name: "right-squad", Side: 0, Regulars: 3, Officers: 1, At: "A3"},
			{Name: "mortar-squad", Side: 0, Regulars: 2, Mortars: 1, At: "A2"},
			{Name: "t-70", Side: 1, Vehicle: "t-70", At: "F1"},
			{Name: "first-squad", Side: 1, Regulars: 4, At: "F2"},
			{Name: "second-squad", Side: 1, Regulars: 4, AntiTank: true, At: "F3"},
			{Name: "mg-squad", Side: 1, Regulars: 2, MGs: 1, At: "E2"},
		},
	}
	build(s.Hexes, SetupHex{Name: "C2", Level: 1, Objective: true})
	build(s.Hexes, SetupHex{Name: "D2", Objective: true})
	return s
}

// weakenedRow is a terrace after a bombardment, under fire from afar.
func weakenedRow() Setup {
	s := Setup{
		Rounds: 3, Actions: 2, Sides: [2]string{"German", "Soviet"}, Card: [2]bool{true, false}, Destructible: true,
		Task:  Task{Kind: Destroy, Side: 0, Many: 2},
		Hexes: street(7, 4),
		Units: []SetupUnit{
			{Name: "sig-33b", Side: 0, Vehicle: "sig-33b", At: "A2"},
			{Name: "stug-iii", Side: 0, Vehicle: "stug-iii", At: "D4"},
			{Name: "escort", Side: 0, Regulars: 4, AntiTank: true, At: "D3"},
			{Name: "shaken-squad", Side: 1, Regulars: 4, At: "F2", Condition: Disrupted},
			{Name: "scouts", Side: 1, Regulars: 2, Elites: 2, At: "F3"},
			{Name: "pak-40", Side: 1, Vehicle: "pak-40", At: "G4"},
		},
	}
	build(s.Hexes, SetupHex{Name: "F1", Level: 1, Building: "row", Objective: true, Weakened: true})
	build(s.Hexes, SetupHex{Name: "F2", Building: "row", Objective: true, Weakened: true})
	build(s.Hexes, SetupHex{Name: "F3", Building: "row", Objective: true, Weakened: true})
	build(s.Hexes, SetupHex{Name: "E4", Terrain: Overlay, Level: 1})
	return s
}

// strongpoint is a house that the scenario does not let fall.
func strongpoint() Setup {
	s := Setup{
		Rounds: 4, Actions: 3, Sides: [2]string{"German", "Soviet"},
		Task:  Task{Kind: Survive, Side: 1, Many: 5},
		Hexes: street(5, 3),
		Units: []SetupUnit{
			{Name: "tiger", Side: 0, Vehicle: "tiger-i", At: "A1"},
			{Name: "grenadiers", Side: 0, Elites: 4, At: "A2"},
			{Name: "pioneers", Side: 0, Regulars: 3, Officers: 1, At: "A3"},
			{Name: "mortar-squad", Side: 0, Regulars: 2, Mortars: 1, At: "A3"},
			{Name: "garrison", Side: 1, Regulars: 4, At: "D2"},
			{Name: "commissar", Side: 1, Regulars: 1, Officers: 1, MGs: 1, At: "D2", Floor: 1},
			{Name: "rifles", Side: 1, Regulars: 4, At: "E2", AntiTank: true},
		},
	}
	build(s.Hexes, SetupHex{Name: "D2", Level: 1})
	build(s.Hexes, SetupHex{Name: "E2", Terrain: Collapsed})
	return s
}
