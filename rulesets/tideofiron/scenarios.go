package tideofiron

import "loophole/game"

// scenarios are the set-ups that come with the rulebook.
var scenarios = []game.Scenario[Setup]{
	{
		Name: "block", Gist: "a German combat group against a Soviet block of four building hexes: hold two of them after six rounds",
		Setup: cityBlock(),
	},
}

// cityBlock is two buildings of two hexes each, a ruin beside them, and a street
// all around.
func cityBlock() Setup {
	s := Setup{
		Rounds: 6, Actions: 3, Sides: [2]string{"German", "Soviet"}, Card: [2]bool{true, false}, Destructible: true,
		Task: Task{Kind: Hold, Side: 0, Many: 2},
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
	for q := range 7 {
		for r := 1; r <= 6; r++ {
			s.Hexes = append(s.Hexes, SetupHex{Name: string(rune('A'+q)) + string(rune('0'+r)), Terrain: Open})
		}
	}
	for i := range s.Hexes {
		switch h := &s.Hexes[i]; h.Name {
		case "D3", "D4":
			h.Terrain, h.Level, h.Building, h.Objective = Standing, 1, "west", true
		case "E3":
			h.Terrain, h.Level, h.Building, h.Objective = Standing, 2, "east", true
		case "E4":
			h.Terrain, h.Level, h.Building, h.Objective, h.Tokens = Standing, 0, "east", true, 1
		case "C6", "F2":
			h.Terrain = Collapsed
		}
	}
	return s
}
