package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
)

// scenarios are the set-ups that come with the rulebook.
var scenarios = []game.Scenario[Setup]{
	{Name: "farm", Gist: "raiders against the garrison of a brick farmhouse and a timber barn, in mist, with fires: hold the house after six turns", Setup: farm()},
	{Name: "bunker-line", Gist: "assault engineers against two linked pillboxes, a bunker, a trench and a turret: clear the pillboxes within eight turns", Setup: bunkerLine()},
	{Name: "warehouse", Gist: "guns against a warehouse in three sections and a store, by the point system with collapse checks: bring the warehouse down in five turns", Setup: warehouse()},
	{Name: "street", Gist: "a wardrone and engineers saw through a street of terraced houses; the defenders must save four pieces for six turns", Setup: street()},
	{Name: "bastion", Gist: "an automatic strongpoint, an infantry fighting position and a nuclear warhead: bring both down in five turns", Setup: bastion()},
	{Name: "wildfire", Gist: "a church, sheds and a storage tank in a gale: points and fires together; hold the church after five turns", Setup: wildfire()},
	{Name: "works", Gist: "a patrol in mist and rain against a factory and its stores, by the simplest point system: clear the factory in six turns", Setup: works()},
}

// farm is a house and a barn between a wood and a hedge.
func farm() Setup {
	house := hall("", 20, 20, 8, 6, 2,
		door("front-door", "south", 16), pane("parlour", "south", 0, 6), pane("west-window", "west", 0, 12),
		pane("bedroom", "west", 1, 12), pane("gable", "south", 1, 16), slit("loophole", "west", 18), slit("crack", "south", 10))
	house.Inner = []ground.Partition{{Segment: ground.Segment{A: ground.At(25, 20), B: ground.At(25, 24)}}}
	barn := hall("", 20, 9, 8, 6, 1, door("barn-door", "west", 12), pane("hatch", "north", 0, 16))
	return Setup{
		Turns: 6, Sides: [2]string{"Raiders", "Garrison"}, Task: Task{Kind: Hold, Side: 0, Many: 1},
		Fires: SayYes, Weather: Mist,
		Ground: ground.Layout{
			Structures: []ground.Structure{alone("house", house), alone("barn", barn)},
			Features: []ground.Feature{
				{Name: "wood", Plan: ground.Rect(ground.At(3, 19), inches(24), inches(24)), Height: inches(12), View: ground.Screen, Going: ground.Difficult},
				{Name: "hedge", Line: []ground.Point{ground.At(12, 7), ground.At(12, 17)}, Height: inches(4), View: ground.Hinder},
				{Name: "thicket", Plan: ground.Rect(ground.At(13, 18), inches(12), inches(8)), Height: inches(10), View: ground.Screen, Going: ground.Difficult},
			},
		},
		Sites: []SetupSite{
			{Name: "house", Structure: kindOf("house"), Points: 24, Fuel: 12, Contents: true, Objective: true},
			{Name: "barn", Structure: kindOf("barn"), Points: 16, Fuel: 9},
		},
		Places: []SetupPlace{
			open("wood-edge", 7, 22), open("behind-hedge", 11, 12), open("lane", 16, 16), open("yard", 24, 17),
			open("well", 17, 23), open("orchard", 31, 18), open("ditch", 6, 6), open("thicket-edge", 14, 19), open("stile", 15, 12),
			post("parlour", "house", 0, 22, 22), post("kitchen", "house", 0, 26, 22), post("bedroom", "house", 1, 22, 22),
			post("threshing-floor", "barn", 0, 22, 12), post("byre", "barn", 0, 26, 13),
		},
		Pieces: []SetupPiece{
			man("fusioneer", 0, "infantry", "heavy-fusion-rifle", "wood-edge"),
			man("bolter", 0, "infantry", "bolt-rifle", "behind-hedge"),
			man("burner", 0, "armoured-infantry", "flamer", "lane"),
			man("rocketeer", 0, "infantry", "rpg", "ditch"),
			man("heavy", 0, "powered-infantry", "minigun", "behind-hedge"),
			thrown(man("grenadier", 0, "infantry", "grenade", "lane")),
			man("corporal", 1, "infantry", "bolt-rifle", "parlour"),
			man("sniper", 1, "infantry", "laser-rifle", "bedroom"),
			man("gunner", 1, "crew-served", "machine-gun", "threshing-floor"),
			man("blaster", 1, "infantry", "blaster", "kitchen"),
			thrown(man("flamethrower", 1, "infantry", "flamethrower", "yard")),
		},
	}
}

// bunkerLine is a stretch of a fortified line.
func bunkerLine() Setup {
	left := hall("", 22, 24, 4, 4, 1, slit("left-slit", "west", 8), slit("left-flank", "south", 8), door("left-door", "east", 8))
	right := hall("", 22, 8, 4, 4, 1, slit("right-slit", "west", 8), door("right-door", "east", 8))
	shelter := dug(hall("", 28, 18, 4, 4, 1, door("steps", "east", 8)))
	mount := hall("", 26, 17, 1, 1, 1)
	mount.Roof = ground.Roof{}
	return Setup{
		Turns: 8, Sides: [2]string{"Assault", "Line"}, Task: Task{Kind: Clear, Side: 0},
		Ground: ground.Layout{
			Structures: []ground.Structure{
				alone("left-pillbox", left), alone("right-pillbox", right), alone("bunker", shelter), alone("trench", pit(20, 15, 2, 6)),
				alone("foxhole", pit(16, 21, 1, 1)), alone("emplacement", pit(27, 13, 2, 2)), alone("turret", mount),
			},
			Features: []ground.Feature{
				{Name: "ridge", Plan: ground.Rect(ground.At(8, 13), inches(12), inches(12)), Height: inches(8), View: ground.Opaque, Going: ground.Difficult},
				{Name: "wire", Line: []ground.Point{ground.At(17, 6), ground.At(17, 19)}, Height: inches(2), View: ground.Plain, Going: ground.Difficult},
			},
			Links: []ground.Link{
				{Name: "tunnel", Kind: ground.Tunnel, From: ground.Place{Structure: "left-pillbox"}, To: ground.Place{Structure: "right-pillbox"}},
				{Name: "corridor", Kind: ground.Tunnel, From: ground.Place{Structure: "bunker", Storey: -1}, To: ground.Place{Structure: "left-pillbox"}},
			},
		},
		Sites: []SetupSite{
			{Name: "left-pillbox", Structure: kindOf("pillbox"), Points: 30, Tunnels: true, Viewers: true, Breach: 4, Objective: true},
			{Name: "right-pillbox", Structure: Structure{Type: pillbox, Made: AsField, Wall: wallSandbags, Cover: LogsAbove}, Points: 20, Tunnels: true, Breach: 2, Objective: true},
			{Name: "bunker", Structure: kindOf("bunker"), Points: 36, Tunnels: true, Entrances: 2, Breach: 5},
			{Name: "trench", Structure: Structure{Type: trench, Cover: SheetAbove}, Points: 16},
			{Name: "foxhole", Structure: Structure{Type: foxhole, Cover: LogsAbove}, Points: 8},
			{Name: "emplacement", Structure: Structure{Type: emplacement, Cover: SheetAbove}, Points: 16},
			{Name: "turret", Structure: kindOf("turret"), Points: 12},
		},
		Places: []SetupPlace{
			open("crater", 10, 20), open("gully", 6, 10), open("ridge-top", 12, 16), open("west-foot", 21, 26), open("right-foot", 21, 10),
			open("behind-left", 27, 26), open("behind-right", 27, 10), open("dead-ground", 6, 15), open("rear", 35, 18),
			post("left-post", "left-pillbox", 0, 25, 25), post("right-post", "right-pillbox", 0, 24, 10), post("shelter", "bunker", -1, 30, 20),
			post("trench-north", "trench", 0, 21, 20), post("trench-south", "trench", 0, 21, 16), {Name: "hole", In: "foxhole", At: ground.Point{X: inches(66), Y: inches(86)}},
			post("gun-pit", "emplacement", 0, 28, 14), {Name: "cupola", In: "turret", At: ground.Point{X: inches(106), Y: inches(70)}},
		},
		Pieces: []SetupPiece{
			man("sapper", 0, "combat-engineer", "demolition-charge", "crater"),
			man("sawyer", 0, "wardrone", "chainsaw", "gully"),
			man("lancer", 0, "powered-infantry", "heavy-fusion-rifle", "ridge-top"),
			man("rocket", 0, "armoured-infantry", "rpg", "crater"),
			fromAbove(man("mortar", 0, "crew-served", "howitzer", "dead-ground")),
			man("storm-gun", 0, "powered-infantry", "minigun", "gully"),
			man("rifle", 0, "infantry", "bolt-rifle", "ridge-top"),
			man("assault-gun", 0, "tank", "heavy-cannon", "gully"),
			man("second-lancer", 0, "powered-infantry", "fusion-rifle", "dead-ground"),
			man("left-gun", 1, "crew-served", "machine-gun", "left-post"),
			man("right-gun", 1, "infantry", "bolt-rifle", "right-post"),
			man("reserve", 1, "infantry", "assault-rifle", "shelter"),
			man("trencher", 1, "infantry", "laser-rifle", "trench-north"),
			man("outpost", 1, "infantry", "bolt-rifle", "hole"),
			man("pit-gun", 1, "crew-served", "autocannon", "gun-pit"),
			fixed(man("turret-gun", 1, "engineering-vehicle", "minigun", "cupola")),
		},
	}
}

// warehouse is a large building in three sections beside a store.
func warehouse() Setup {
	return Setup{
		Turns: 5, Sides: [2]string{"Column", "Holdouts"}, Task: Task{Kind: Destroy, Side: 0, Many: 1},
		Damage: ByPoints, Variant: 3, Checks: SayYes,
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{
					Name: "warehouse",
					Sections: []ground.Section{
						hall("west", 20, 12, 6, 8, 1, door("loading-bay", "west", 16), pane("west-light", "west", 0, 6)),
						hall("middle", 26, 12, 6, 8, 1, pane("middle-light", "south", 0, 12)),
						hall("east", 32, 12, 6, 8, 1, pane("east-light", "south", 0, 12), door("back-door", "east", 16)),
					},
					Links: []ground.Link{
						{Name: "arch", Kind: ground.Doorway, From: ground.Place{Section: "west"}, To: ground.Place{Section: "middle"}},
						{Name: "gate", Kind: ground.Doorway, From: ground.Place{Section: "middle"}, To: ground.Place{Section: "east"}},
					},
				},
				alone("store", hall("", 22, 26, 6, 5, 2, door("shop-door", "south", 12), pane("display", "west", 0, 10), pane("upstairs", "west", 1, 10))),
			},
		},
		Sites: []SetupSite{
			{Name: "warehouse", Structure: kindOf("warehouse"), Points: 90, Section: 36, Breach: 4, Objective: true},
			{Name: "store", Structure: kindOf("store"), Points: 40},
		},
		Places: []SetupPlace{
			open("road", 4, 16), open("verge", 6, 24), open("forecourt", 18, 16), open("alley", 25, 23), open("tracks", 29, 9), open("depot", 40, 20), open("ramp", 19, 13),
			post("bay", "warehouse/west", 0, 22, 16), post("racks", "warehouse/west", 0, 24, 14), post("aisle", "warehouse/middle", 0, 29, 15), post("office", "warehouse/east", 0, 35, 15),
			post("shop", "store", 0, 24, 28), post("flat", "store", 1, 24, 28),
		},
		Pieces: []SetupPiece{
			man("tank", 0, "tank", "heavy-cannon", "road"),
			man("carrier", 0, "light-vehicle", "rotary-cannon", "verge"),
			man("fusion-team", 0, "armoured-infantry", "heavy-fusion-rifle", "verge"),
			man("plasma-tank", 0, "tank", "plasma-cannon", "road"),
			man("dozer", 0, "engineering-vehicle", "buzzsaw", "forecourt"),
			man("hammer", 0, "light-vehicle", "hammerhead", "verge"),
			man("lookout", 1, "infantry", "bolt-rifle", "bay"),
			man("missile", 1, "crew-served", "piercer", "racks"),
			man("guard", 1, "infantry", "assault-rifle", "aisle"),
			man("clerk", 1, "infantry", "pulse-laser", "office"),
			man("upper", 1, "infantry", "rpg", "flat"),
			man("shopkeeper", 1, "infantry", "grenade-launcher", "shop"),
		},
	}
}

// street is a row of three houses with walls between them, and one across.
func street() Setup {
	return Setup{
		Turns: 6, Sides: [2]string{"Breakers", "Tenants"}, Task: Task{Kind: Survive, Side: 1, Many: 4}, Damage: Ignored,
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{
					Name: "terrace",
					Sections: []ground.Section{
						hall("one", 20, 10, 5, 6, 2, door("one-door", "west", 12), pane("one-window", "west", 0, 5), pane("one-upper", "west", 1, 12)),
						hall("two", 20, 16, 5, 6, 2, door("two-door", "west", 12), pane("two-upper", "west", 1, 12)),
						hall("three", 20, 22, 5, 6, 2, door("three-door", "west", 12), pane("three-window", "west", 0, 19), pane("three-back", "east", 0, 12)),
					},
				},
				alone("villa", hall("", 8, 14, 5, 6, 1, door("villa-door", "east", 12), pane("villa-window", "east", 0, 5))),
			},
			Features: []ground.Feature{
				{Name: "wall", Line: []ground.Point{ground.At(14, 8), ground.At(14, 13)}, Height: inches(8), View: ground.Opaque, Going: ground.Impassable},
			},
		},
		Sites: []SetupSite{
			{Name: "terrace", Structure: kindOf("house"), Objective: true},
			{Name: "villa", Structure: Structure{Type: structures.Ref("building"), Wall: walls.Ref("stucco")}, Breach: 2},
		},
		Places: []SetupPlace{
			open("north-corner", 17, 30), open("south-corner", 17, 7), open("pavement", 16, 19), open("gutter", 19, 13), open("back-yard", 26, 25), open("kerb", 19, 22),
			{Name: "wall-one", At: ground.Point{X: inches(79), Y: inches(60)}}, {Name: "back-two", At: ground.Point{X: inches(101), Y: inches(76)}}, open("behind-wall", 12, 10),
			post("one-hall", "terrace/one", 0, 22, 13), post("one-landing", "terrace/one", 1, 22, 13), post("two-hall", "terrace/two", 0, 22, 19), post("two-landing", "terrace/two", 1, 22, 19),
			post("three-hall", "terrace/three", 0, 22, 25), post("three-landing", "terrace/three", 1, 22, 25), post("villa-hall", "villa", 0, 10, 17), post("villa-bay", "villa", 0, 11, 15),
		},
		Pieces: []SetupPiece{
			man("wardrone", 0, "wardrone", "chainsaw", "pavement"),
			man("cutter", 0, "combat-engineer", "buzzsaw", "wall-one"),
			man("fuser", 0, "combat-engineer", "demolition-charge", "back-yard"),
			man("light-gun", 0, "light-vehicle", "light-cannon", "north-corner"),
			man("repeater", 0, "powered-infantry", "autocannon", "villa-hall"),
			man("lasergrenadier", 0, "infantry", "laser-rifle", "villa-bay"),
			man("phaser", 0, "infantry", "phaser-rifle", "south-corner"),
			man("tenant-one", 1, "infantry", "assault-rifle", "one-hall"),
			man("tenant-two", 1, "infantry", "bolt-rifle", "two-landing"),
			man("tenant-three", 1, "infantry", "bolt-rifle", "three-hall"),
			thrown(man("bomber", 1, "infantry", "grenade", "two-hall")),
			man("marksman", 1, "infantry", "pulse-laser", "one-landing"),
			man("drone", 1, "wardrone", "", "three-landing"),
		},
	}
}

// bastion is what a warhead is meant for.
func bastion() Setup {
	keep := hall("", 24, 18, 6, 6, 1, slit("keep-west", "west", 12), slit("keep-south", "south", 12))
	fight := hall("", 24, 6, 5, 5, 1, slit("rampart", "west", 10), door("postern", "east", 10))
	gate := hall("", 30, 20, 4, 4, 1, slit("gate-slit", "south", 8), door("gate", "east", 8))
	vault := hall("", 34, 12, 4, 4, 1, door("vault-door", "west", 8))
	return Setup{
		Turns: 5, Sides: [2]string{"Fleet", "Citadel"}, Task: Task{Kind: Destroy, Side: 0, Many: 2},
		Ground: ground.Layout{
			Structures: []ground.Structure{alone("keep", keep), alone("rampart", fight), alone("vault", vault), alone("gatehouse", gate)},
		},
		Sites: []SetupSite{
			{Name: "keep", Structure: Structure{Type: strongpoint, Screened: true}, Points: 60, Automated: true, Breach: 6, Objective: true},
			{Name: "rampart", Structure: kindOf("strongpoint"), Points: 50, Infantry: true, Breach: 6, Objective: true},
			{Name: "gatehouse", Structure: kindOf("strongpoint"), Points: 40, Breach: 6},
			{Name: "vault", Structure: Structure{Type: bunker, Above: true, Armour: military.Ref("heavy-composite")}, Points: 60, Viewers: true, Breach: 6},
		},
		Places: []SetupPlace{
			open("landing", 4, 20), open("dune", 6, 8), open("glacis", 22, 15), open("court", 32, 17), open("moat", 21, 4),
			post("core", "keep", 0, 27, 21), post("parapet", "rampart", 0, 26, 8), post("magazine", "rampart", 0, 27, 10), post("strongroom", "vault", 0, 36, 14), post("lodge", "gatehouse", 0, 32, 22),
		},
		Pieces: []SetupPiece{
			rounds(2, man("lander", 0, "tank", "nuclear-warhead", "landing")),
			holing(2, man("beamer", 0, "tank", "particle-cannon", "dune")),
			man("marine", 0, "powered-infantry", "fusion-rifle", "landing"),
			man("engineer", 0, "combat-engineer", "demolition-charge", "dune"),
			fixed(man("keep-gun", 1, "crew-served", "laser-cannon", "core")),
			man("guardsman", 1, "armoured-infantry", "pulse-laser", "parapet"),
			man("loader", 1, "infantry", "bolt-rifle", "magazine"),
			man("warden", 1, "infantry", "assault-rifle", "strongroom"),
			man("porter", 1, "infantry", "bolt-rifle", "lodge"),
		},
	}
}

// wildfire is a hamlet that burns.
func wildfire() Setup {
	return Setup{
		Turns: 5, Sides: [2]string{"Burners", "Wardens"}, Task: Task{Kind: Hold, Side: 1, Many: 1},
		Damage: ByPoints, Variant: 2, Checks: SayYes, Fires: SayYes, Weather: Rain, Wind: VeryStrongWind,
		Ground: ground.Layout{
			Structures: []ground.Structure{
				alone("church", hall("", 20, 18, 6, 10, 2, door("porch", "west", 12), pane("rose", "south", 0, 12), pane("aisle-window", "west", 0, 30),
					slit("loophole", "west", 9), slit("crack", "west", 22), slit("chink", "south", 6))),
				alone("shed", hall("", 22, 8, 4, 4, 1, door("shed-door", "west", 8))),
				alone("tank", hall("", 30, 10, 4, 4, 1, door("valve", "west", 8))),
			},
			Features: []ground.Feature{
				{Name: "yew", Plan: ground.Rect(ground.At(14, 20), inches(8), inches(8)), Height: inches(16), View: ground.Screen, Going: ground.Difficult},
				{Name: "box-hedge", Line: []ground.Point{ground.At(16, 8), ground.At(16, 14)}, Height: inches(4), View: ground.Hinder},
			},
		},
		Sites: []SetupSite{
			{Name: "church", Structure: kindOf("church"), Points: 40, FirePoints: 2, Fuel: 30, Breach: 5, Objective: true},
			{Name: "shed", Structure: kindOf("shed"), Points: 12, FirePoints: 3, Fuel: 4},
			{Name: "tank", Structure: kindOf("storage-tank"), Points: 16, FirePoints: 4, Fuel: 9, Contents: true},
		},
		Places: []SetupPlace{
			open("field", 4, 12), open("graveyard", 12, 24), open("gate", 17, 19), open("path", 18, 13), open("pump", 27, 12), open("east-lane", 30, 22),
			post("nave", "church", 0, 22, 21), post("choir", "church", 0, 23, 26), post("gallery", "church", 1, 22, 20), post("bench", "shed", 0, 24, 10), post("catwalk", "tank", 0, 32, 12),
		},
		Pieces: []SetupPiece{
			thrown(man("torch", 0, "armoured-infantry", "flamethrower", "field")),
			man("plasma", 0, "infantry", "plasma-gun", "graveyard"),
			man("hell", 0, "light-vehicle", "hellburner", "field"),
			fromAbove(man("rain", 0, "crew-served", "hellfire", "field")),
			man("vapor", 0, "powered-infantry", "vaporshock", "graveyard"),
			man("spark", 0, "infantry", "blazer", "path"),
			man("verger", 1, "infantry", "bolt-rifle", "nave"),
			man("organist", 1, "infantry", "light-fusion-rifle", "choir"),
			man("keeper", 1, "infantry", "conversion-cannon", "bench"),
			man("fitter", 1, "infantry", "distortion-cannon", "catwalk"),
			man("sexton", 1, "infantry", "bolt-rifle", "gate"),
		},
	}
}

// works is a factory and a shed.
func works() Setup {
	tower := hall("tower", 26, 16, 4, 4, 2, pane("tower-light", "south", 1, 8), door("tower-door", "east", 8))
	tower.Roof = ground.Roof{Flat: true}
	return Setup{
		Turns: 6, Sides: [2]string{"Patrol", "Strikers"}, Task: Task{Kind: Clear, Side: 0},
		Damage: ByPoints, Variant: 1, Fires: SayYes, Weather: MistAndRain,
		Ground: ground.Layout{
			Structures: []ground.Structure{
				{
					Name: "factory",
					Sections: []ground.Section{
						hall("shop", 18, 14, 8, 8, 1, door("shop-gate", "west", 16), pane("north-light", "north", 0, 16)),
						tower,
					},
					Links: []ground.Link{{Name: "tower-arch", Kind: ground.Doorway, From: ground.Place{Section: "shop"}, To: ground.Place{Section: "tower"}}},
				},
				alone("lumber", hall("", 10, 26, 5, 4, 1, door("lumber-door", "south", 10))),
			},
		},
		Sites: []SetupSite{
			{Name: "factory", Structure: kindOf("factory"), Points: 8, Section: 4, Objective: true},
			{Name: "lumber", Structure: kindOf("barn"), Points: 3, FirePoints: 1, Fuel: 6},
		},
		Places: []SetupPlace{
			open("track", 4, 18), open("bank", 8, 10), open("gateway", 16, 18), open("sidings", 32, 18), open("heap", 13, 24), open("north-side", 22, 24),
			post("lathes", "factory/shop", 0, 21, 18), post("press", "factory/shop", 0, 24, 20), post("stair", "factory/tower", 0, 28, 18), post("tank-room", "factory/tower", 1, 28, 18), post("tower-roof", "factory/tower", 2, 27, 17),
			post("planks", "lumber", 0, 12, 28),
		},
		Pieces: []SetupPiece{
			man("sergeant", 0, "infantry", "bolt-rifle", "track"),
			man("lancer", 0, "armoured-infantry", "fusion-rifle", "bank"),
			man("mini", 0, "powered-infantry", "minigun", "track"),
			fromAbove(man("launcher", 0, "crew-served", "grenade-launcher", "bank")),
			man("digger", 0, "combat-engineer", "chainsaw", "gateway"),
			man("foreman", 1, "infantry", "assault-rifle", "lathes"),
			man("fitter", 1, "infantry", "blaster", "press"),
			man("watchman", 1, "infantry", "laser-rifle", "tower-roof"),
			thrown(man("joiner", 1, "infantry", "grenade", "planks")),
		},
	}
}
