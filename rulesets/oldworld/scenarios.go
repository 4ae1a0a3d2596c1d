package oldworld

import (
	"loophole/game"
	"loophole/ground"
)

// scenarios are the set-ups that come with the rulebook.
var scenarios = []game.Scenario[Setup]{
	{Name: "farmhouse", Gist: "crossbowmen and swordsmen hold a farmhouse and its barn against an Orc mob with Night Goblin archers: occupy the house after five rounds", Setup: farmhouse()},
	{Name: "toll-tower", Gist: "Chaos Warriors with great weapons storm the tower-house of a toll gate, held by Quarrellers, while Dwarf Warriors come up the road", Setup: tollTower()},
	{Name: "troll-barn", Gist: "Stone Trolls have taken a barn; elves with bows and spears, and a mage, must clear it within six rounds", Setup: trollBarn()},
	{Name: "siege-train", Gist: "a mortar, a Great Cannon and a captured rock lobber against three houses of a hamlet that goblins and trolls hold: occupy more of them than the enemy", Setup: siegeTrain()},
	{Name: "last-stand", Gist: "a captain with Greatswords has to last six rounds in a walled chapel against everything that comes", Setup: lastStand()},
}

// stone is a house of one section, some inches wide and deep and high.
func stone(name string, x, y, width, depth, height int) ground.Structure {
	return ground.Structure{Name: name, Sections: []ground.Section{{
		Plan:     ground.Rect(ground.At(x, y), ground.Length(width)*ground.Inch, ground.Length(depth)*ground.Inch),
		Storeys:  []ground.Storey{{Height: ground.Length(height) * ground.Inch}},
		Material: ground.MediumStone,
	}}}
}

func spot(name string, x, y int) SetupSpot { return SetupSpot{Name: name, At: ground.At(x, y)} }

// farmhouse is a house and a barn on either side of a lane.
func farmhouse() Setup {
	return Setup{
		Rounds: 5, Sides: [2]string{"Empire", "Greenskins"}, First: 1, Width: 36, Depth: 36,
		Ground: ground.Layout{
			Structures: []ground.Structure{stone("farmhouse", 15, 15, 6, 5, 4), stone("barn", 25, 16, 6, 4, 3)},
			Features: []ground.Feature{
				{Name: "orchard", Plan: ground.Rect(ground.At(4, 14), 6*ground.Inch, 6*ground.Inch), Height: 3 * ground.Inch, View: ground.Screen, Going: ground.Difficult},
				{Name: "hedge", Line: []ground.Point{ground.At(12, 10), ground.At(24, 10)}, Height: ground.Inch, View: ground.Hinder},
			},
		},
		Spots: []SetupSpot{
			spot("lane-south", 18, 4), spot("cart-track", 18, 8), spot("lane-east", 28, 6), spot("lane-west", 8, 6), {Name: "hedge-row", At: ground.At(18, 11), Cover: PartialCover},
			{Name: "trees", At: ground.At(7, 17), Cover: PartialCover}, spot("yard", 23, 18), spot("meadow", 18, 25), spot("north-road", 30, 26),
		},
		Objectives: []string{"farmhouse"},
		Units: []SetupUnit{
			{Name: "crossbows", Side: 0, Unit: units.Ref("state-missile-troops"), Models: 12, Missile: missiles.Ref("crossbow"), Musician: true, At: "farmhouse", Facing: ground.South},
			{Name: "swords", Side: 0, Unit: units.Ref("state-troops"), Models: 20, Standard: true, At: "meadow", Facing: ground.South},
			{Name: "archers", Side: 0, Unit: units.Ref("empire-archers"), Models: 8, Missile: missiles.Ref("warbow"), Skirmish: true, At: "yard", Facing: ground.South},
			{Name: "orcs", Side: 1, Unit: units.Ref("orc-mob"), Models: 20, Musician: true, Standard: true, At: "cart-track", Facing: ground.North},
			{Name: "big-orcs", Side: 1, Unit: units.Ref("orc-mob"), Models: 18, At: "lane-east", Facing: ground.North},
			{Name: "goblins", Side: 1, Unit: units.Ref("night-goblins"), Models: 20, Missile: missiles.Ref("shortbow"), Front: 10, At: "lane-south", Facing: ground.North},
		},
		Task: Task{Kind: TaskHold, Side: 1, Many: 1},
	}
}

// tollTower is a tower-house across a road.
func tollTower() Setup {
	return Setup{
		Rounds: 5, Sides: [2]string{"Chaos", "Dwarfs"}, Width: 36, Depth: 36,
		Ground: ground.Layout{
			Structures: []ground.Structure{stone("tower", 15, 16, 5, 5, 6), stone("stable", 24, 20, 7, 4, 3)},
			Features: []ground.Feature{
				{Name: "ditch", Line: []ground.Point{ground.At(12, 12), ground.At(22, 12)}, Going: ground.Difficult},
				{Name: "crag", Plan: ground.Rect(ground.At(4, 18), 5*ground.Inch, 5*ground.Inch), Height: 4 * ground.Inch, View: ground.Opaque, Going: ground.Impassable},
			},
		},
		Spots: []SetupSpot{
			spot("road-south", 17, 5), spot("road-bend", 27, 9), spot("west-field", 9, 9), {Name: "ditch-edge", At: ground.At(17, 10), Cover: PartialCover},
			spot("gate", 13, 25), spot("road-north", 17, 32), spot("hill-foot", 34, 27),
		},
		Objectives: []string{"tower"},
		Units: []SetupUnit{
			{Name: "warriors", Side: 0, Unit: units.Ref("chaos-warriors"), Models: 12, Weapon: weapons.Ref("great-weapon"), Standard: true, Musician: true, At: "road-south", Facing: ground.North},
			{Name: "chosen", Side: 0, Unit: units.Ref("chaos-warriors"), Models: 8, Weapon: weapons.Ref("halberd"), At: "ditch-edge", Facing: ground.North},
			{Name: "riders", Side: 0, Unit: units.Ref("knights"), Models: 6, Weapon: weapons.Ref("lance"), Terror: true, At: "west-field", Facing: ground.North},
			{Name: "trolls", Side: 0, Unit: units.Ref("common-trolls"), Models: 3, At: "road-bend", Facing: ground.North},
			{Name: "quarrellers", Side: 1, Unit: units.Ref("quarrellers"), Models: 10, Missile: missiles.Ref("crossbow"), Standard: true, At: "tower", Facing: ground.South},
			{Name: "bolt-thrower", Side: 1, Unit: units.Ref("cannon-crew"), Models: 1, Missile: missiles.Ref("bolt-thrower"), At: "hill-foot", Facing: ground.South},
			{Name: "hammers", Side: 1, Unit: units.Ref("dwarf-warriors"), Models: 16, Musician: true, At: "road-north", Facing: ground.South},
			{Name: "rangers", Side: 1, Unit: units.Ref("quarrellers"), Models: 8, Missile: missiles.Ref("crossbow"), At: "gate", Facing: ground.South},
		},
		Task: Task{Kind: TaskHold, Side: 0, Many: 1},
	}
}

// trollBarn is a barn that Trolls have taken, and a cottage beside it.
func trollBarn() Setup {
	return Setup{
		Rounds: 6, Sides: [2]string{"Elves", "Trolls"}, Width: 36, Depth: 30,
		Ground: ground.Layout{
			Structures: []ground.Structure{stone("barn", 14, 18, 8, 5, 4), stone("cottage", 26, 9, 4, 4, 3), stone("shed", 6, 10, 3, 2, 2)},
			Features: []ground.Feature{
				{Name: "pond", Plan: ground.Rect(ground.At(10, 5), 4*ground.Inch, 4*ground.Inch), Going: ground.Impassable},
			},
		},
		Spots: []SetupSpot{
			spot("mill-path", 18, 4), spot("west-path", 7, 6), spot("east-path", 30, 5), spot("green", 20, 11),
			{Name: "willows", At: ground.At(9, 15), Cover: PartialCover}, spot("pasture", 28, 20), spot("hill", 10, 26),
		},
		Objectives: []string{"barn"},
		Units: []SetupUnit{
			{Name: "archers", Side: 0, Unit: units.Ref("elven-archers"), Models: 14, Missile: missiles.Ref("longbow"), Front: 7, Hero: units.Ref("master-mage"), At: "green", Facing: ground.North},
			{Name: "spears", Side: 0, Unit: units.Ref("elven-spearmen"), Models: 20, Weapon: weapons.Ref("thrusting-spear"), Standard: true, Musician: true, At: "west-path", Facing: ground.North},
			{Name: "swords", Side: 0, Unit: units.Ref("elven-spearmen"), Models: 16, At: "east-path", Facing: ground.North},
			{Name: "repeaters", Side: 0, Unit: units.Ref("elven-archers"), Models: 10, Missile: missiles.Ref("repeater-crossbow"), At: "cottage", Facing: ground.West},
			{Name: "stone-trolls", Side: 1, Unit: units.Ref("stone-trolls"), Models: 3, At: "barn", Facing: ground.South},
			{Name: "trolls", Side: 1, Unit: units.Ref("common-trolls"), Models: 2, At: "pasture", Facing: ground.South},
			{Name: "goblins", Side: 1, Unit: units.Ref("night-goblins"), Models: 16, Missile: missiles.Ref("shortbow"), Hero: units.Ref("master-mage"), At: "hill", Facing: ground.South},
		},
		Task: Task{Kind: TaskClear, Side: 0},
	}
}

// siegeTrain is a hamlet under bombardment.
func siegeTrain() Setup {
	return Setup{
		Rounds: 5, Sides: [2]string{"Empire", "Goblins"}, Width: 48, Depth: 36,
		Ground: ground.Layout{
			Structures: []ground.Structure{stone("inn", 12, 20, 6, 5, 5), stone("smithy", 24, 22, 5, 4, 3), stone("mill", 34, 18, 5, 5, 5)},
			Features: []ground.Feature{
				{Name: "wall", Line: []ground.Point{ground.At(22, 17), ground.At(30, 17)}, Height: ground.Inch, View: ground.Hinder, Going: ground.Difficult},
			},
		},
		Spots: []SetupSpot{
			spot("battery-west", 14, 4), spot("battery-east", 34, 4), spot("centre", 24, 8), spot("right", 40, 10), spot("left", 8, 12),
			{Name: "wall-gap", At: ground.At(26, 15), Cover: PartialCover}, spot("square", 21, 18), spot("behind-inn", 15, 28), spot("behind-mill", 37, 27), spot("green", 26, 31),
		},
		Objectives: []string{"inn", "smithy", "mill"},
		Units: []SetupUnit{
			{Name: "mortar", Side: 0, Unit: units.Ref("cannon-crew"), Models: 1, Engine: engines.Ref("mortar"), At: "battery-west", Facing: ground.North},
			{Name: "cannon", Side: 0, Unit: units.Ref("cannon-crew"), Models: 1, Engine: engines.Ref("great-cannon"), At: "right", Facing: ground.North},
			{Name: "captured-lobber", Side: 0, Unit: units.Ref("cannon-crew"), Models: 1, Engine: engines.Ref("rock-lobber"), At: "battery-east", Facing: ground.North},
			{Name: "halberds", Side: 0, Unit: units.Ref("state-troops"), Models: 18, Weapon: weapons.Ref("halberd"), Standard: true, Hero: units.Ref("captain"), HeroWeapon: weapons.Ref("great-weapon"), BSB: true, At: "wall-gap", Facing: ground.North},
			{Name: "handguns", Side: 0, Unit: units.Ref("state-missile-troops"), Models: 10, Missile: missiles.Ref("handgun"), At: "centre", Facing: ground.North},
			{Name: "greatswords", Side: 0, Unit: units.Ref("greatswords"), Models: 14, Weapon: weapons.Ref("great-weapon"), At: "left", Facing: ground.North},
			{Name: "inn-mob", Side: 1, Unit: units.Ref("night-goblins"), Models: 14, Missile: missiles.Ref("shortbow"), At: "inn", Facing: ground.South},
			{Name: "smithy-mob", Side: 1, Unit: units.Ref("night-goblins"), Models: 10, Musician: true, At: "smithy", Facing: ground.South},
			{Name: "mill-trolls", Side: 1, Unit: units.Ref("stone-trolls"), Models: 3, At: "mill", Facing: ground.South},
			{Name: "wolf-spears", Side: 1, Unit: units.Ref("night-goblins"), Models: 20, Weapon: weapons.Ref("thrusting-spear"), At: "behind-mill", Facing: ground.South},
			{Name: "slingers", Side: 1, Unit: units.Ref("night-goblins"), Models: 12, Missile: missiles.Ref("sling"), Skirmish: true, At: "behind-inn", Facing: ground.South},
		},
		Task: Task{Kind: TaskMost},
	}
}

// lastStand is a chapel with a sacristy, surrounded.
func lastStand() Setup {
	chapel := stone("chapel", 14, 14, 6, 6, 5)
	sacristy := stone("", 20, 15, 4, 4, 3).Sections[0]
	sacristy.Name, chapel.Sections[0].Name = "sacristy", "nave"
	chapel.Sections = append(chapel.Sections, sacristy)
	return Setup{
		Rounds: 5, Sides: [2]string{"Empire", "Besiegers"}, First: 1, Width: 36, Depth: 36,
		Ground: ground.Layout{
			Structures: []ground.Structure{chapel, stone("lychgate", 16, 26, 4, 2, 3)},
			Features: []ground.Feature{
				{Name: "yews", Plan: ground.Rect(ground.At(26, 22), 5*ground.Inch, 5*ground.Inch), Height: 3 * ground.Inch, View: ground.Screen},
			},
		},
		Spots: []SetupSpot{
			spot("south-road", 17, 5), spot("east-road", 31, 17), spot("west-road", 5, 17), spot("graves", 11, 24), spot("churchyard", 22, 23),
			{Name: "yew-trees", At: ground.At(28, 24), Cover: PartialCover}, spot("north-road", 18, 33),
		},
		Objectives: []string{"chapel"},
		Units: []SetupUnit{
			{Name: "greatswords", Side: 0, Unit: units.Ref("greatswords"), Models: 12, Weapon: weapons.Ref("great-weapon"), Standard: true, Hero: units.Ref("captain"), At: "chapel", Facing: ground.South},
			{Name: "pistols", Side: 0, Unit: units.Ref("state-missile-troops"), Models: 8, Missile: missiles.Ref("pistol"), At: "lychgate", Facing: ground.North},
			{Name: "orcs", Side: 1, Unit: units.Ref("orc-mob"), Models: 20, Standard: true, At: "south-road", Facing: ground.North},
			{Name: "warriors", Side: 1, Unit: units.Ref("chaos-warriors"), Models: 10, Weapon: weapons.Ref("flail"), At: "east-road", Facing: ground.West},
			{Name: "goblins", Side: 1, Unit: units.Ref("night-goblins"), Models: 20, Missile: missiles.Ref("shortbow"), At: "west-road", Facing: ground.East},
			{Name: "javelins", Side: 1, Unit: units.Ref("night-goblins"), Models: 10, Missile: missiles.Ref("javelin"), Skirmish: true, At: "north-road", Facing: ground.South},
			{Name: "sneaks", Side: 1, Unit: units.Ref("night-goblins"), Models: 4, At: "graves", Facing: ground.East},
			{Name: "column", Side: 1, Unit: units.Ref("state-troops"), Models: 15, Column: true, At: "yew-trees", Facing: ground.West},
		},
		Task: Task{Kind: TaskSurvive, Side: 0, Many: 14},
	}
}
