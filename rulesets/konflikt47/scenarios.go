package konflikt47

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// scenarios are the set-ups that come with the rulebook.
var scenarios = []game.Scenario[Setup]{
	{Name: "farmhouse", Gist: "a Norman farm between hedges: Americans take the house from a German rear guard within five turns", Setup: farmhouse()},
	{Name: "terrace", Gist: "a terraced street in Aachen: clear four connected houses, floor by floor, within five turns", Setup: terrace()},
	{Name: "bunkers", Gist: "a line of bunkers in the West Wall: guns behind slits, flamethrowers and a petard before them", Setup: bunkerLine()},
	{Name: "crossroads", Gist: "a village crossroads on the Vistula: Soviet heavies drive through the houses that Germans hold", Setup: crossroads()},
	{Name: "granary", Gist: "a granary of four storeys near the Seelow heights: its garrison must last four turns under shells and fire", Setup: granary()},
}

// at is a spot.
func at(name string, x, y int, c Cover) SetupSpot {
	return SetupSpot{Name: name, Point: ground.At(x, y), Cover: c}
}

// with is so many weapons of a kind.
func with(weapon string, n uint8) SetupArm { return SetupArm{Weapon: weapons.Ref(weapon), Count: n} }

// row is a row of the units.
func row(name string) rule.Ref { return units.Ref(name) }

// section is a section of some storeys, each three inches high.
func section(name string, x, y, width, depth, storeys int, m ground.Material, openings ...ground.Opening) ground.Section {
	s := ground.Section{
		Name: name, Plan: ground.Rect(ground.At(x, y), ground.Length(width)*ground.Inch, ground.Length(depth)*ground.Inch),
		Material: m, Roof: ground.Roof{Rise: ground.Inch}, Rubble: ground.Inch / 2, Openings: openings,
	}
	for range storeys {
		s.Storeys = append(s.Storeys, ground.Storey{Height: 3 * ground.Inch, Capacity: 1})
	}
	return s
}

// hole is an opening an inch wide, so many inches along its wall.
func hole(name string, k ground.OpeningKind, wall string, storey, place int) ground.Opening {
	return ground.Opening{Name: name, Kind: k, Wall: wall, Storey: storey, Place: ground.Length(place) * ground.Inch, Width: ground.Inch}
}

// door and window are the usual openings.
func door(name, wall string, place int) ground.Opening {
	return hole(name, ground.Door, wall, 0, place)
}

func window(name, wall string, storey, place int) ground.Opening {
	return hole(name, ground.Window, wall, storey, place)
}

// joined is an inner door on a floor.
func joined(a, b string, storey int) ground.Link {
	return ground.Link{Kind: ground.Doorway, From: ground.Place{Section: a, Storey: storey}, To: ground.Place{Section: b, Storey: storey}}
}

// rect is a set-up zone.
func rect(x, y, width, depth int) ground.Polygon {
	return ground.Rect(ground.At(x, y), ground.Length(width)*ground.Inch, ground.Length(depth)*ground.Inch)
}

// farmhouse is a house with a barn, a shed and hedges.
func farmhouse() Setup {
	return Setup{
		Turns: 5, Sides: [2]string{"German", "American"},
		Task: Task{Kind: Hold, Side: 1, Many: 1},
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{Name: "farm", Sections: []ground.Section{
					section("house", 12, 12, 6, 6, 2, ground.Brick,
						door("front-door", "south", 2), window("kitchen", "south", 0, 4), window("west-window", "west", 0, 3), door("back-door", "north", 3),
						window("bedroom", "south", 1, 3), window("gable", "west", 1, 3), window("attic", "north", 1, 3)),
					section("barn", 18, 12, 6, 6, 1, ground.Wood, ground.Opening{Name: "gate", Kind: ground.Gap, Wall: "east", Place: 3 * ground.Inch, Width: 3 * ground.Inch, Capacity: 5}, window("hatch", "south", 0, 3)),
				}, Links: []ground.Link{joined("house", "barn", 0)}},
				{Name: "shed", Sections: []ground.Section{section("", 6, 20, 2, 2, 1, ground.Wood, door("shed-door", "south", 1))}},
			},
			Features: []ground.Feature{
				{Name: "hedge", Line: []ground.Point{ground.At(0, 10), ground.At(9, 10)}, Height: 2 * ground.Inch, View: ground.Opaque},
				{Name: "bog", Plan: rect(20, 3, 5, 4), Going: ground.Difficult},
			},
		},
		Zones: [2]ground.Polygon{rect(5, 11, 24, 16), rect(0, 0, 32, 9)},
		Works: []SetupWork{{Section: "farm/house", Objective: true}, {Section: "shed", Kind: Shed}},
		Spots: []SetupSpot{
			at("orchard", 3, 5, SoftCover), at("lane-1", 8, 7, OpenGround), at("lane-2", 15, 6, SoftCover), at("lane-3", 27, 5, OpenGround),
			at("gatepost", 13, 9, HardCover), at("well", 8, 15, HardCover), at("yard", 15, 20, OpenGround), at("paddock", 26, 16, SoftCover),
			at("copse", 20, 26, SoftCover), at("field", 14, 1, OpenGround), at("mortar-pit", 15, -8, HardCover), at("track", 24, 2, OpenGround), at("ditch", 9, 24, SoftCover),
		},
		Units: []SetupUnit{
			{Name: "grenadiers", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 6), with("lmg-german", 1)}},
			{Name: "rear-guard", Unit: row("wehrmacht-infantry"), Quality: Veteran, Men: 6, Arms: []SetupArm{with("rifle", 3), with("smg", 2), with("lmg-german", 1)}},
			{Name: "machine-gun", Unit: row("mmg-team"), Quality: Veteran, Arms: []SetupArm{with("mmg-german", 1)}},
			{Name: "schreck", Unit: row("anti-tank-team"), Arms: []SetupArm{with("panzerschreck", 1)}},
			{Name: "pak", Unit: row("pak-40"), Quality: Veteran, Arms: []SetupArm{with("heavy-at-gun", 1)}},
			{Name: "lieutenant", Side: 1, Unit: row("us-infantry"), Men: 3, Officer: 2, Arms: []SetupArm{with("smg", 3)}, At: "lane-1"},
			{Name: "first-squad", Side: 1, Unit: row("us-infantry"), Men: 10, Arms: []SetupArm{with("rifle", 8), with("automatic-rifle", 2)}, At: "orchard"},
			{Name: "second-squad", Side: 1, Unit: row("us-infantry"), Men: 10, Arms: []SetupArm{with("rifle", 9), with("automatic-rifle", 1)}, At: "lane-2"},
			{Name: "green-squad", Side: 1, Unit: row("us-infantry"), Quality: Inexperienced, Men: 8, Arms: []SetupArm{with("rifle", 7), with("rifle-grenade", 1)}},
			{Name: "sherman", Side: 1, Unit: row("sherman"), Arms: []SetupArm{with("medium-at-gun-75", 1), with("mmg", 2)}, At: "lane-3"},
			{Name: "mortar", Side: 1, Unit: row("medium-mortar-team"), Arms: []SetupArm{with("medium-mortar", 1)}, At: "mortar-pit"},
		},
	}
}

// terrace is four connected houses, each longer than an infantry move.
func terrace() Setup {
	houses := ground.Structure{Name: "street"}
	names := []string{"no-1", "no-2", "no-3", "no-4"}
	for i, name := range names {
		x := 4 + 7*i
		openings := []ground.Opening{
			door("door", "south", 2), window("parlour", "south", 0, 5), window("bedroom", "south", 1, 3), window("yard-window", "north", 0, 3), window("back-room", "north", 1, 3),
		}
		if i == 0 {
			openings = append(openings, door("side-door", "west", 3))
		}
		houses.Sections = append(houses.Sections, section(name, x, 12, 7, 6, 2, ground.Brick, openings...))
		if i > 0 {
			houses.Links = append(houses.Links, joined(names[i-1], name, 0), joined(names[i-1], name, 1))
		}
	}
	return Setup{
		Turns: 5, Sides: [2]string{"American", "German"},
		Task:   Task{Kind: Clear, Side: 0},
		Ground: ground.Layout{Structures: []ground.Structure{houses}},
		Works:  []SetupWork{{Section: "street/no-2", Objective: true}, {Section: "street/no-3", Objective: true}},
		Zones:  [2]ground.Polygon{rect(0, 0, 36, 8), rect(0, 12, 36, 16)},
		Spots: []SetupSpot{
			at("tram", 6, 8, HardCover), at("kiosk", 14, 7, HardCover), at("crater", 21, 8, SoftCover), at("fountain", 28, 7, HardCover),
			at("far-pavement", 10, 3, OpenGround), at("arcade", 24, 2, HardCover), at("alley", 1, 14, OpenGround), at("garden-1", 7, 21, SoftCover),
			at("garden-2", 16, 22, SoftCover), at("garden-3", 26, 21, SoftCover), at("arch", 2, 6, OpenGround),
		},
		Units: []SetupUnit{
			{Name: "rangers", Unit: row("us-airborne"), Men: 10, Arms: []SetupArm{with("rifle", 4), with("smg", 4), with("lmg", 1)}, At: "tram"},
			{Name: "heavy-squad", Unit: row("us-heavy-infantry"), Men: 8, Arms: []SetupArm{with("assault-rifle", 8)}, At: "kiosk"},
			{Name: "rifle-squad", Unit: row("us-infantry"), Men: 8, Arms: []SetupArm{with("rifle", 7), with("automatic-rifle", 1)}, At: "crater"},
			{Name: "flamers", Unit: row("flamethrower-team"), Arms: []SetupArm{with("flamethrower", 1)}, At: "arch"},
			{Name: "captain", Unit: row("us-infantry"), Quality: Veteran, Men: 3, Officer: 3, Arms: []SetupArm{with("smg", 3)}, At: "far-pavement"},
			{Name: "assault-squad", Unit: row("us-infantry"), Men: 8, Arms: []SetupArm{with("smg", 8)}, At: "street/no-1/ground"},
			{Name: "storm-squad", Side: 1, Unit: row("shocktroopers"), Men: 8, Arms: []SetupArm{with("assault-rifle", 7), with("lmg-german", 1)}, At: "street/no-2/first"},
			{Name: "volksgrenadiers", Side: 1, Unit: row("wehrmacht-infantry"), Quality: Inexperienced, Arms: []SetupArm{with("rifle", 7), with("lmg-german", 1)}, At: "street/no-2/ground"},
			{Name: "heavy-grenadiers", Side: 1, Unit: row("wehrmacht-heavy-infantry"), Men: 6, Arms: []SetupArm{with("assault-rifle", 5), with("lmg-german", 1)}, At: "street/no-3/ground"},
			{Name: "reserve", Side: 1, Unit: row("wehrmacht-infantry"), Quality: Veteran, Arms: []SetupArm{with("rifle", 3), with("assault-rifle", 4), with("lmg-german", 1)}, At: "street/no-3/first"},
			{Name: "machine-gun", Side: 1, Unit: row("mmg-team"), Arms: []SetupArm{with("mmg-german", 1)}},
			{Name: "sniper", Side: 1, Unit: row("sniper-team"), Quality: Veteran, Arms: []SetupArm{with("rifle", 1)}},
		},
	}
}

// bunkerLine is two bunkers and a blockhouse behind wire.
func bunkerLine() Setup {
	work := func(name string, x, y int, slits ...ground.Opening) ground.Structure {
		list := append(slits, door("door", "north", 2))
		return ground.Structure{Name: name, Sections: []ground.Section{section("", x, y, 5, 4, 1, ground.ReinforcedConcrete, list...)}}
	}
	slit := func(name, wall string, place int) ground.Opening { return hole(name, ground.Slit, wall, 0, place) }
	return Setup{
		Turns: 5, Sides: [2]string{"German", "British"},
		Task: Task{Kind: Clear, Side: 1},
		Ground: ground.Layout{
			Structures: []ground.Structure{
				work("gun-bunker", 6, 16, slit("embrasure", "south", 2), slit("loophole", "west", 2)),
				work("mg-bunker", 18, 16, slit("left-slit", "south", 1), slit("right-slit", "south", 4), slit("side-slit", "east", 2)),
				{Name: "dugout", Sections: []ground.Section{section("", 28, 18, 5, 5, 1, ground.Logs, door("entrance", "west", 3), hole("slit", ground.Slit, "south", 0, 3))}},
				{Name: "teeth", Sections: []ground.Section{section("", 13, 14, 3, 2, 1, ground.Concrete, hole("gap", ground.Gap, "south", 0, 1))}},
			},
			Features: []ground.Feature{{Name: "craters", Plan: rect(10, 9, 8, 3), Going: ground.Difficult}},
		},
		Works: []SetupWork{
			{Section: "gun-bunker", Kind: Bunker, Objective: true}, {Section: "mg-bunker", Kind: Pillbox, Objective: true},
			{Section: "dugout", Kind: Blockhouse}, {Section: "teeth", Kind: TankTrap},
		},
		Zones: [2]ground.Polygon{rect(0, 13, 40, 20), rect(0, 0, 40, 8)},
		Spots: []SetupSpot{
			at("shell-hole", 9, 11, HardCover), at("wire", 20, 12, SoftCover), at("bank", 16, 9, HardCover), at("road", 26, 6, OpenGround),
			at("stream", 4, 6, SoftCover), at("approach", 7, 6, OpenGround), at("start-line", 14, 3, OpenGround), at("lane", 22, 4, SoftCover), at("assembly", 5, -1, OpenGround), at("gun-pit", 22, -10, HardCover), at("trench", 13, 23, HardCover),
			at("rear", 24, 26, SoftCover), at("flank", 36, 14, OpenGround), at("lip", 8, 14, HardCover), at("apron", 21, 14, OpenGround),
		},
		Units: []SetupUnit{
			{Name: "pak-43", Unit: row("pak-43"), Arms: []SetupArm{with("super-heavy-at-gun", 1)}, At: "gun-bunker/ground", Opening: "gun-bunker/embrasure"},
			{Name: "machine-gun", Unit: row("mmg-team"), Arms: []SetupArm{with("mmg-german", 1)}, At: "mg-bunker/ground", Opening: "mg-bunker/left-slit"},
			{Name: "garrison", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 7), with("lmg-german", 1)}},
			{Name: "reserve", Unit: row("wehrmacht-infantry"), Quality: Inexperienced, Arms: []SetupArm{with("rifle", 8)}, At: "trench"},
			{Name: "avre", Side: 1, Unit: row("churchill-avre"), Arms: []SetupArm{with("heavy-howitzer", 1), with("mmg", 1)}, At: "start-line"},
			{Name: "crocodile", Side: 1, Unit: row("churchill-crocodile"), Arms: []SetupArm{with("medium-at-gun-75", 1), with("flamethrower-vehicle", 1)}, At: "assembly"},
			{Name: "sappers", Side: 1, Unit: row("sturmpioniere"), Men: 8, Arms: []SetupArm{with("rifle", 4), with("smg", 3), with("flamethrower", 1)}, At: "bank"},
			{Name: "commandos", Side: 1, Unit: row("us-airborne"), Men: 8, Arms: []SetupArm{with("smg", 7), with("lmg", 1)}, At: "stream"},
			{Name: "howitzer", Side: 1, Unit: row("us-75mm-howitzer"), Arms: []SetupArm{with("light-howitzer", 1)}, At: "gun-pit"},
			{Name: "flamers", Side: 1, Unit: row("flamethrower-team"), Arms: []SetupArm{with("flamethrower", 1)}, At: "lane"},
		},
	}
}

// crossroads is a village of wood and brick with heavy vehicles in it.
func crossroads() Setup {
	return Setup{
		Turns: 5, Sides: [2]string{"Soviet", "German"},
		Task: Task{Kind: Destroy, Side: 0, Many: 3},
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{Name: "school", Sections: []ground.Section{
					section("west-wing", 10, 18, 6, 6, 2, ground.Brick, door("door", "south", 3), window("class", "west", 0, 3), window("upper-class", "south", 1, 3), window("lab", "west", 1, 3)),
					section("east-wing", 16, 18, 6, 6, 2, ground.Brick, window("hall", "south", 0, 3), door("back-door", "north", 3), window("library", "south", 1, 3), window("study", "east", 1, 3)),
				}, Links: []ground.Link{joined("west-wing", "east-wing", 0), joined("west-wing", "east-wing", 1)}},
				{Name: "izba", Sections: []ground.Section{section("", 26, 16, 4, 4, 1, ground.Wood, door("door", "west", 2), window("window", "south", 0, 2))}},
				{Name: "chapel", Sections: []ground.Section{section("", 2, 20, 4, 5, 1, ground.HeavyStone, door("portal", "south", 2), window("rose", "east", 0, 3))}},
				{Name: "tomb", Sections: []ground.Section{section("", 33, 14, 3, 3, 1, ground.Concrete, door("grille", "west", 1))}},
				{Name: "kennel", Sections: []ground.Section{section("", 24, 24, 2, 2, 1, ground.Wood, door("flap", "south", 1))}},
			},
			Features: []ground.Feature{{Name: "pond", Plan: rect(17, 8, 6, 3), Going: ground.Difficult}},
		},
		Works: []SetupWork{
			{Section: "school/west-wing", Objective: true}, {Section: "school/east-wing", Objective: true}, {Section: "izba", Objective: true},
			{Section: "tomb", Judged: Solid}, {Section: "kennel", Kind: Shed},
		},
		Zones: [2]ground.Polygon{rect(0, 0, 36, 8), rect(0, 14, 36, 18)},
		Spots: []SetupSpot{
			at("road-south", 12, 8, OpenGround), at("ford", 20, 4, OpenGround), at("field-west", 4, 8, SoftCover), at("junction", 14, 14, OpenGround),
			at("market", 20, 15, OpenGround), at("fence", 30, 11, SoftCover), at("churchyard", 7, 16, HardCover), at("backyard", 17, 28, SoftCover),
			at("lane", 27, 24, OpenGround), at("hill", 8, 2, SoftCover), at("bend", 28, 4, OpenGround), at("far-road", 22, -8, OpenGround), at("far-field", 6, -10, OpenGround), at("pump", 23, 19, HardCover), at("cart", 29, 22, SoftCover),
		},
		Units: []SetupUnit{
			{Name: "is-2", Unit: row("is-2"), Arms: []SetupArm{with("heavy-at-gun-2d6", 1), with("mmg", 1)}, At: "road-south"},
			{Name: "is-3", Unit: row("is-3"), Arms: []SetupArm{with("heavy-at-gun", 1), with("hmg", 1)}, At: "far-road"},
			{Name: "mammoth", Unit: row("mammoth"), Arms: []SetupArm{with("light-autocannon", 1), with("zvukovoy-proyektor", 1)}, At: "far-field"},
			{Name: "tank-riders", Unit: row("us-infantry"), Men: 8, Arms: []SetupArm{with("smg", 8)}, At: "hill"},
			{Name: "carrier", Unit: row("m3-half-track"), Arms: []SetupArm{with("hmg", 1)}},
			{Name: "grenadiers", Side: 1, Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 5), with("lmg-german", 1), with("grenade-launcher", 2)}, At: "school/west-wing/first"},
			{Name: "tank-hunters", Side: 1, Unit: row("anti-tank-team"), Quality: Veteran, Arms: []SetupArm{with("panzerschreck", 1)}, At: "school/east-wing/first"},
			{Name: "heavy-section", Side: 1, Unit: row("wehrmacht-heavy-infantry"), Men: 5, Arms: []SetupArm{with("assault-rifle", 5)}, At: "izba/ground"},
			{Name: "zeus", Side: 1, Unit: row("zeus"), Arms: []SetupArm{with("super-heavy-at-gun", 1), with("light-autocannon", 1)}, At: "lane"},
			{Name: "spinne", Side: 1, Unit: row("spinne"), Arms: []SetupArm{with("schwerefeld-projektor", 1), with("flamethrower-light", 1)}, At: "backyard"},
			{Name: "engineers", Side: 1, Unit: row("sturmpioniere"), Men: 6, Arms: []SetupArm{with("rifle", 6)}},
			{Name: "pak", Side: 1, Unit: row("pak-43"), Arms: []SetupArm{with("super-heavy-at-gun", 1)}},
		},
	}
}

// granary is one tall house under everything that can be fired at it.
func granary() Setup {
	var openings []ground.Opening
	for storey, name := range []string{"loading", "sorting", "drying", "loft"} {
		if storey == 0 {
			openings = append(openings, door("ramp", "south", 3), door("hatch", "north", 3))
		}
		openings = append(openings, window(name+"-south", "south", storey, 5), window(name+"-west", "west", storey, 3), window(name+"-east", "east", storey, 3))
	}
	return Setup{
		Turns: 4, Sides: [2]string{"German", "Soviet"},
		Task: Task{Kind: Survive, Side: 0, Many: 4},
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{Name: "granary", Sections: []ground.Section{section("", 15, 20, 6, 6, 4, ground.Brick, openings...)}},
				{Name: "office", Sections: []ground.Section{section("", 24, 20, 5, 5, 1, ground.Wood, door("office-door", "west", 2), window("office-window", "south", 0, 3))}},
			},
		},
		Works: []SetupWork{{Section: "granary", Objective: true}},
		Zones: [2]ground.Polygon{rect(10, 18, 24, 14), rect(0, 0, 40, 10)},
		Spots: []SetupSpot{
			at("siding", 12, 12, OpenGround), at("wagon", 18, 13, HardCover), at("ballast", 15, 14, SoftCover), at("signal", 26, 12, SoftCover), at("rail-bed", 6, 18, SoftCover),
			at("battery", 18, 0, HardCover), at("battery-2", 24, -8, HardCover), at("track", 10, 6, OpenGround), at("culvert", 30, 6, HardCover),
			at("junction", 33, 9, OpenGround), at("sidings-east", 36, 3, SoftCover), at("rear-yard", 18, 30, OpenGround), at("coal-heap", 12, 28, HardCover), at("loading-bay", 18, 17, SoftCover), at("meadow", 2, 4, OpenGround),
		},
		Units: []SetupUnit{
			{Name: "loft-gun", Unit: row("mmg-team"), Arms: []SetupArm{with("mmg-german", 1)}, At: "granary/third", Opening: "granary/loft-south"},
			{Name: "cadets", Unit: row("wehrmacht-infantry"), Quality: Inexperienced, Arms: []SetupArm{with("rifle", 7), with("lmg-german", 1)}, At: "granary/ground"},
			{Name: "regulars", Unit: row("wehrmacht-infantry"), Arms: []SetupArm{with("rifle", 6), with("lmg-german", 1), with("grenade-launcher", 1)}, At: "granary/first"},
			{Name: "schreck", Unit: row("anti-tank-team"), Arms: []SetupArm{with("panzerschreck", 1)}},
			{Name: "marines", Unit: row("sturmpioniere"), Men: 8, Arms: []SetupArm{with("rifle", 7), with("lmg-german", 1)}},
			{Name: "field-gun", Unit: row("german-light-artillery"), Arms: []SetupArm{with("light-howitzer", 1)}, At: "granary/second", Opening: "granary/drying-south"},
			{Name: "guards", Side: 1, Unit: row("us-airborne"), Men: 10, Arms: []SetupArm{with("smg", 8), with("lmg", 1)}, At: "track"},
			{Name: "riflemen", Side: 1, Unit: row("us-infantry"), Quality: Inexperienced, Men: 12, Arms: []SetupArm{with("rifle", 11), with("anti-tank-rifle", 1)}, At: "siding"},
			{Name: "heavy-mortar", Side: 1, Unit: row("heavy-mortar-team"), Arms: []SetupArm{with("heavy-mortar", 1)}, At: "battery"},
			{Name: "howitzer", Side: 1, Unit: row("us-75mm-howitzer"), Arms: []SetupArm{with("light-howitzer", 1)}, At: "battery-2"},
			{Name: "assault-gun", Side: 1, Unit: row("stuh-42"), Arms: []SetupArm{with("medium-howitzer", 1)}, At: "wagon"},
			{Name: "tesla-tank", Side: 1, Unit: row("sherman"), Arms: []SetupArm{with("tesla-cannon", 1)}, At: "meadow"},
			{Name: "open-gun", Side: 1, Unit: row("hummel"), Arms: []SetupArm{with("medium-howitzer", 1)}},
			{Name: "flamers", Side: 1, Unit: row("flamethrower-team"), Arms: []SetupArm{with("flamethrower", 1)}, At: "ballast"},
		},
	}
}
