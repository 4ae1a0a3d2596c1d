package d20skirmish

import "loophole/game"

// scenarios are the set-ups that come with the rulebook. The places are real,
// their plans and the numbers of men are simplified for an hour's play.
var scenarios = []game.Scenario[Setup]{
	{Name: "la-fiere", Gist: "the manor at La Fière, Normandy, 6 June 1944: paratroopers clear a farmhouse of grenadiers within seven rounds", Setup: laFiere()},
	{Name: "wxyz", Gist: "the barracks row at Saint-Martin-de-Varreville, 6 June 1944: a handful of paratroopers seize four of five sections", Setup: barracksRow()},
	{Name: "ortona", Gist: "a street of Ortona, December 1943: through the walls of terraced houses, and hold the last two", Setup: ortona()},
	{Name: "merville", Gist: "a casemate of the Merville battery, 6 June 1944: narrow doors, helmets on, clear the gun room", Setup: merville()},
	{Name: "arnhem", Gist: "the school by the bridge at Arnhem, September 1944: the enemy is on the stairs, and six must last five rounds", Setup: arnhem()},
}

// laFiere is a house of two floors behind a yard.
func laFiere() Setup {
	return Setup{
		Rounds: 7, Sides: [2]string{"American", "German"}, Initiative: 12,
		Task: Task{Kind: Clear, Side: 0},
		Places: []SetupPlace{
			{Name: "lane", West: 0, South: 0, East: 6, North: 6, Open: true, Cover: LightCover},
			{Name: "orchard", West: 0, South: 6, East: 6, North: 12, Open: true, Cover: LightCover},
			{Name: "yard", West: 6, South: 0, East: 12, North: 6, Open: true},
			{Name: "stable", West: 6, South: 6, East: 12, North: 12, Cover: LightCover, Capacity: 12},
			{Name: "kitchen", West: 12, South: 0, East: 17, North: 5, Cover: HeavyCover, Capacity: 10, Objective: true},
			{Name: "hall", West: 12, South: 5, East: 17, North: 10, Cover: HeavyCover, Capacity: 10, Objective: true},
			{Name: "bedroom", Storey: 1, West: 12, South: 5, East: 17, North: 10, Cover: HeavyCover, Capacity: 8, Objective: true},
			{Name: "loft", Storey: 1, West: 12, South: 0, East: 17, North: 5, Cover: LightCover, Capacity: 6, Contact: 2, Objective: true},
		},
		Passages: []SetupPassage{
			{Name: "hedge", Kind: Arch, A: "lane", B: "orchard"},
			{Name: "gate", Kind: Arch, A: "lane", B: "yard"},
			{Name: "orchard-door", Kind: Door, A: "orchard", B: "stable", From: 2, Width: 1},
			{Name: "stable-door", Kind: Arch, A: "yard", B: "stable", From: 2, Width: 2},
			{Name: "kitchen-window", Kind: Window, A: "yard", B: "kitchen", From: 2, Width: 1, Climb: true},
			{Name: "front-door", Kind: Door, A: "yard", B: "hall", Width: 1, Shut: true},
			{Name: "side-door", Kind: Door, A: "stable", B: "hall", From: 2, Width: 1, Shut: true},
			{Name: "inner-door", Kind: Door, A: "kitchen", B: "hall", From: 2, Width: 1},
			{Name: "stairs", Kind: Stairs, A: "hall", B: "bedroom", Steps: 4},
			{Name: "landing", Kind: Door, A: "bedroom", B: "loft", From: 2, Width: 1, Shut: true},
		},
		Views: []SetupView{{A: "bedroom", B: "yard", Distance: 9}, {A: "loft", B: "lane", Distance: 15}, {A: "loft", B: "yard", Distance: 9}},
		Teams: []SetupTeam{
			{Name: "first-team", Side: 0, Element: 0, Men: 4, SMG: 1, Grenades: 3, Skill: 11, Morale: 12, At: "yard"},
			{Name: "second-team", Side: 0, Element: 0, Men: 3, SMG: 1, Grenades: 3, Skill: 11, Morale: 12, At: "stable"},
			{Name: "third-team", Side: 0, Element: 1, Men: 4, Grenades: 2, Skill: 11, Morale: 12, At: "orchard"},
			{Name: "bar-team", Side: 0, Element: 1, Men: 2, Fire: 11, Grenades: 1, Morale: 12, At: "lane"},
			{Name: "hall-guard", Side: 1, Element: 0, Men: 3, SMG: 1, At: "hall"},
			{Name: "cooks", Side: 1, Element: 0, Men: 2, Skill: 8, At: "kitchen"},
			{Name: "mg-team", Side: 1, Element: 1, Men: 3, Fire: 11, Grenades: 1, At: "bedroom"},
			{Name: "runners", Side: 1, Element: 1, Men: 2, SMG: 1, Grenades: 2, At: "loft"},
		},
	}
}

// barracksRow is five sections side by side, with a ditch in front of them: no
// section leads into the next.
func barracksRow() Setup {
	s := Setup{
		Rounds: 9, Sides: [2]string{"American", "German"}, Initiative: 14,
		Task: Task{Kind: Seize, Side: 0, Many: 4},
		Teams: []SetupTeam{
			{Name: "summers", Side: 0, Element: 0, Men: 2, SMG: 2, Grenades: 4, Skill: 14, Fire: 10, Morale: 15, At: "ditch-1"},
			{Name: "riflemen", Side: 0, Element: 1, Men: 4, Grenades: 4, Morale: 11, At: "ditch-1"},
			{Name: "carbines", Side: 0, Element: 1, Men: 3, SMG: 1, Grenades: 3, Morale: 11, At: "ditch-2"},
			{Name: "gunners", Side: 0, Element: 2, Men: 3, Grenades: 2, Fire: 12, Hesitant: true, At: "ditch-3"},
			{Name: "first-gun", Side: 1, Element: 0, Men: 3, At: "section-1"},
			{Name: "second-gun", Side: 1, Element: 0, Men: 2, SMG: 1, At: "section-2"},
			{Name: "third-gun", Side: 1, Element: 1, Men: 3, Skill: 8, Hesitant: true, At: "section-3"},
			{Name: "staff", Side: 1, Element: 2, Men: 2, SMG: 1, Skill: 12, Morale: 12, At: "section-4"},
			{Name: "mess", Side: 1, Element: 3, Men: 5, Skill: 7, Morale: 8, Suppressed: true, At: "section-5"},
		},
	}
	for i := range 5 {
		n := string(rune('1' + i))
		w := 5 * i
		s.Places = append(s.Places, SetupPlace{Name: "ditch-" + n, West: w, South: 0, East: w + 5, North: 4, Open: true, Cover: LightCover})
		s.Places = append(s.Places, SetupPlace{Name: "section-" + n, West: w, South: 4, East: w + 5, North: 9, Cover: HeavyCover, Capacity: 8, Objective: true})
		s.Passages = append(s.Passages, SetupPassage{Name: "door-" + n, Kind: Door, A: "ditch-" + n, B: "section-" + n, From: 1, Width: 1, Shut: i != 1})
		if i > 0 {
			s.Passages = append(s.Passages, SetupPassage{Name: "along-" + n, Kind: Arch, A: "ditch-" + string(rune('0'+i)), B: "ditch-" + n})
		}
	}
	s.Passages = append(s.Passages, SetupPassage{Name: "window-5", Kind: Window, A: "ditch-5", B: "section-5", From: 3, Width: 1, Climb: true})
	return s
}

// ortona is a terrace whose houses are entered through their party walls.
func ortona() Setup {
	return Setup{
		Rounds: 7, Sides: [2]string{"Canadian", "German"}, Initiative: 11, Helmets: [2]int{3, 4},
		Task: Task{Kind: Hold, Side: 0, Many: 2},
		Places: []SetupPlace{
			{Name: "street", West: 0, South: 0, East: 8, North: 4, Open: true},
			{Name: "rubble-heap", West: 8, South: 0, East: 15, North: 4, Open: true, Cover: HeavyCover},
			{Name: "first-house", West: 0, South: 4, East: 5, North: 9, Cover: HeavyCover, Capacity: 10},
			{Name: "second-house", West: 5, South: 4, East: 10, North: 9, Cover: HeavyCover, Capacity: 10},
			{Name: "third-house", West: 10, South: 4, East: 15, North: 9, Cover: HeavyCover, Capacity: 10, Objective: true},
			{Name: "first-floor", Storey: 1, West: 0, South: 4, East: 5, North: 9, Cover: HeavyCover, Capacity: 8},
			{Name: "second-floor", Storey: 1, West: 5, South: 4, East: 10, North: 9, Cover: HeavyCover, Capacity: 8},
			{Name: "third-floor", Storey: 1, West: 10, South: 4, East: 15, North: 9, Cover: HeavyCover, Capacity: 8, Contact: 3, Objective: true},
		},
		Passages: []SetupPassage{
			{Name: "corner", Kind: Arch, A: "street", B: "rubble-heap"},
			{Name: "first-door", Kind: Door, A: "street", B: "first-house", From: 1, Width: 1},
			{Name: "third-door", Kind: Door, A: "rubble-heap", B: "third-house", From: 2, Width: 1, Shut: true},
			{Name: "second-slit", Kind: Loophole, A: "street", B: "second-house", From: 1, Width: 1},
			{Name: "first-stairs", Kind: Stairs, A: "first-house", B: "first-floor", Steps: 3},
			{Name: "second-stairs", Kind: Hatch, A: "second-house", B: "second-floor", Steps: 3},
			{Name: "third-stairs", Kind: Stairs, A: "third-house", B: "third-floor", Steps: 3},
			{Name: "upper-hole", Kind: Arch, A: "first-floor", B: "second-floor", From: 2, Width: 1, Shut: true, Work: 2},
			{Name: "far-hole", Kind: Arch, A: "second-floor", B: "third-floor", From: 2, Width: 1, Shut: true, Work: 2},
			{Name: "lower-hole", Kind: Arch, A: "second-house", B: "third-house", From: 2, Width: 1, Shut: true, Work: 2},
		},
		Views: []SetupView{{A: "third-floor", B: "street", Distance: 13}, {A: "second-floor", B: "rubble-heap", Distance: 8}},
		Teams: []SetupTeam{
			{Name: "edmonton-1", Side: 0, Element: 0, Men: 4, SMG: 1, Grenades: 4, Skill: 11, Morale: 12, At: "first-floor"},
			{Name: "edmonton-2", Side: 0, Element: 0, Men: 3, SMG: 1, Grenades: 3, Skill: 11, Morale: 12, At: "first-house"},
			{Name: "edmonton-3", Side: 0, Element: 1, Men: 4, Grenades: 3, Morale: 12, At: "first-house"},
			{Name: "bren", Side: 0, Element: 1, Men: 2, Fire: 12, Grenades: 1, Morale: 12, At: "rubble-heap"},
			{Name: "pioneers", Side: 0, Element: 2, Men: 3, SMG: 1, Grenades: 2, Morale: 12, At: "street"},
			{Name: "paras-1", Side: 1, Element: 0, Men: 3, SMG: 1, Grenades: 2, Skill: 12, Morale: 13, At: "second-floor"},
			{Name: "paras-2", Side: 1, Element: 0, Men: 3, SMG: 1, Grenades: 2, Skill: 12, Morale: 13, At: "second-house"},
			{Name: "mg-42", Side: 1, Element: 1, Men: 3, Fire: 12, Grenades: 2, Skill: 12, Morale: 13, At: "third-floor"},
			{Name: "reserve", Side: 1, Element: 1, Men: 3, SMG: 1, Grenades: 3, Skill: 12, Morale: 13, At: "third-house"},
		},
	}
}

// merville is a casemate: a passage, and rooms off it behind steel doors.
func merville() Setup {
	return Setup{
		Rounds: 5, Sides: [2]string{"British", "German"}, Initiative: 11, Helmets: [2]int{4, 5},
		Task: Task{Kind: Clear, Side: 0},
		Places: []SetupPlace{
			{Name: "wire", West: 0, South: 0, East: 6, North: 6, Open: true, Cover: LightCover},
			{Name: "apron", West: 12, South: 6, East: 18, North: 12, Open: true},
			{Name: "crater", West: 6, South: 6, East: 12, North: 12, Open: true, Cover: HeavyCover},
			{Name: "passage", West: 6, South: 2, East: 12, North: 6, Cover: HeavyCover, Capacity: 8, Contact: 2},
			{Name: "gun-room", West: 12, South: 0, East: 18, North: 6, Cover: HeavyCover, Capacity: 12, Contact: 4, Objective: true},
			{Name: "magazine", West: 6, South: -3, East: 12, North: 2, Cover: HeavyCover, Capacity: 8, Contact: 3, Objective: true},
		},
		Passages: []SetupPassage{
			{Name: "rear-door", Kind: Door, A: "wire", B: "passage", From: 1, Width: 1, Shut: true},
			{Name: "edge", Kind: Arch, A: "crater", B: "apron"},
			{Name: "steel-door", Kind: Door, A: "passage", B: "gun-room", From: 1, Width: 1, Shut: true},
			{Name: "hoist", Kind: Door, A: "passage", B: "magazine", From: 2, Width: 1},
			{Name: "embrasure", Kind: Window, A: "gun-room", B: "apron", From: 1, Width: 4, Climb: true},
			{Name: "ventilator", Kind: Loophole, A: "crater", B: "passage", From: 2, Width: 1},
			{Name: "ammunition-door", Kind: Door, A: "magazine", B: "gun-room", Width: 1},
			{Name: "ramp", Kind: Window, A: "wire", B: "magazine", Width: 1, Climb: true},
		},
		Teams: []SetupTeam{
			{Name: "assault-1", Side: 0, Element: 0, Men: 4, SMG: 2, Grenades: 3, Skill: 12, Morale: 13, At: "wire"},
			{Name: "assault-2", Side: 0, Element: 0, Men: 4, SMG: 1, Grenades: 3, Skill: 12, Morale: 13, At: "wire"},
			{Name: "diversion", Side: 0, Element: 1, Men: 3, SMG: 1, Grenades: 2, Skill: 12, Morale: 13, At: "apron"},
			{Name: "wounded", Side: 0, Element: 2, Men: 2, Fire: 10, Grenades: 1, Morale: 9, Suppressed: true, At: "crater"},
			{Name: "sentries", Side: 1, Element: 0, Men: 3, SMG: 1, Grenades: 1, At: "passage"},
			{Name: "crew", Side: 1, Element: 1, Men: 5, Grenades: 2, Skill: 10, Morale: 11, At: "gun-room"},
			{Name: "loaders", Side: 1, Element: 1, Men: 4, Skill: 10, Morale: 11, At: "magazine"},
			{Name: "feldwebel", Side: 1, Element: 2, Men: 1, SMG: 1, Grenades: 2, Skill: 14, Morale: 14, At: "gun-room"},
		},
	}
}

// arnhem is a school whose garrison fights on its stairs from the first.
func arnhem() Setup {
	return Setup{
		Rounds: 5, Sides: [2]string{"British", "German"}, Initiative: 11, Helmets: [2]int{4, 0},
		Task: Task{Kind: Survive, Side: 0, Many: 6},
		Places: []SetupPlace{
			{Name: "playground", West: 0, South: 0, East: 7, North: 6, Open: true, Cover: LightCover},
			{Name: "ramp", West: 7, South: 0, East: 17, North: 4, Open: true, Cover: LightCover},
			{Name: "cloakroom", West: 7, South: 4, East: 12, North: 9, Cover: HeavyCover, Capacity: 10},
			{Name: "classroom", West: 12, South: 4, East: 17, North: 9, Cover: HeavyCover, Capacity: 10},
			{Name: "corridor", West: 7, South: 9, East: 17, North: 12, Cover: HeavyCover, Capacity: 9},
			{Name: "library", Storey: 1, West: 7, South: 4, East: 12, North: 12, Cover: HeavyCover, Capacity: 10},
			{Name: "attic", Storey: 1, West: 12, South: 4, East: 17, North: 12, Cover: LightCover, Capacity: 8},
		},
		Passages: []SetupPassage{
			{Name: "kerb", Kind: Arch, A: "playground", B: "ramp"},
			{Name: "porch", Kind: Door, A: "playground", B: "cloakroom", Width: 1},
			{Name: "south-window", Kind: Window, A: "ramp", B: "cloakroom", From: 2, Width: 1, Climb: true},
			{Name: "east-window", Kind: Window, A: "ramp", B: "classroom", From: 2, Width: 1, Climb: true},
			{Name: "swing-door", Kind: Door, A: "cloakroom", B: "corridor", From: 2, Width: 1},
			{Name: "class-door", Kind: Door, A: "classroom", B: "corridor", From: 2, Width: 1, Shut: true},
			{Name: "staircase", Kind: Stairs, A: "corridor", B: "library", Steps: 3},
			{Name: "back-stairs", Kind: Stairs, A: "corridor", B: "attic", Steps: 3},
			{Name: "upper-door", Kind: Door, A: "library", B: "attic", From: 3, Width: 1},
		},
		Views: []SetupView{{A: "library", B: "ramp", Distance: 9}, {A: "attic", B: "ramp", Distance: 8}, {A: "library", B: "playground", Distance: 11}},
		Teams: []SetupTeam{
			{Name: "sappers-1", Side: 0, Element: 0, Men: 4, SMG: 1, Grenades: 2, Skill: 12, Morale: 14, At: "corridor"},
			{Name: "sappers-2", Side: 0, Element: 0, Men: 4, SMG: 1, Grenades: 2, Skill: 12, Morale: 14, At: "classroom"},
			{Name: "sappers-3", Side: 0, Element: 1, Men: 4, Grenades: 2, Fire: 11, Skill: 12, Morale: 14, At: "library"},
			{Name: "c-company", Side: 0, Element: 2, Men: 4, SMG: 1, Grenades: 2, Fire: 11, Skill: 11, Morale: 14, At: "attic"},
			{Name: "stoss-1", Side: 1, Element: 0, Men: 4, SMG: 2, Grenades: 3, Skill: 11, Morale: 12, At: "corridor"},
			{Name: "stoss-2", Side: 1, Element: 0, Men: 4, SMG: 1, Grenades: 4, Skill: 11, Morale: 12, At: "cloakroom"},
			{Name: "pioniere", Side: 1, Element: 1, Men: 4, SMG: 1, Grenades: 4, Morale: 11, At: "ramp"},
			{Name: "schuetzen-1", Side: 1, Element: 2, Men: 4, Grenades: 2, At: "playground"},
			{Name: "schuetzen-2", Side: 1, Element: 2, Men: 4, Grenades: 2, At: "playground"},
		},
	}
}
