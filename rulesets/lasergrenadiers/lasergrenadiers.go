package lasergrenadiers

import (
	_ "embed"

	"loophole/rule"
)

//go:embed clauses.txt
var clauses string

//go:embed evidence.txt
var evidence string

// Rules is the ruleset: its procedures, tables, facts and rulings.
var Rules = rule.MustRuleset(rule.Ruleset{
	ID:      "lasergrenadiers",
	Title:   "LaserGrenadiers",
	Short:   "LaserGrenadiers",
	Chapter: "fortifications and buildings",
	Procedures: []*rule.Procedure{
		occupySpec.Procedure(),
		detectSpec.Procedure(),
		fireSpec.Procedure(),
		penetratingSpec.Procedure(),
		openingSpec.Procedure(),
		breachSpec.Procedure(),
		damageSpec.Procedure(),
		demolishSpec.Procedure(),
		collapseSpec.Procedure(),
		igniteSpec.Procedure(),
		growthSpec.Procedure(),
		burnSpec.Procedure(),
	},
	Tables: []*rule.Table{
		&structures, &walls, &roofs, &known, &exploratory, &ignition, &damp,
		&penetration, &military, &weapons, &troops, &pieceKinds, &materials, &flammable, &openings, &detection, &concealing, &signatures,
		&movementInches, &concealmentInside,
	},
	Facts: []*rule.Fact{
		&brickPoints, &holeSize, &fireAF, &fireGrowsEvery, &fireGrowsTimes, &fireGrowsInWind,
		&hitShort, &hitMedium, &hitLong, &hitLowest, &hitHighest, &sizeSide, &sizeSection, &sizeSoldier, &sizeVehicle, &toolHit,
		&areaInfantry, &areaVehicle, &areaNuclear, &screenAF,
		&climbCost, &windowCost, &toolReach, &rangeShort, &rangeMid, &rangeLong, &rallyOn, &repairOn, &losesOneOn, &wreckedAt, &firstSideOn,
	},
	Rulings: []*rule.Ruling{
		&damageSystem, &shown, &variant, &collapseChecks, &breaching, &untenable, &fires,
		&fieldMaterials, &turrets, &gate, &nuclear, &halfArea, &areaFriends, &reveals, &team, &probing,
		&pieces, &which, &inside, &outer, &outerOpening, &openingMiss, &holes, &rounding, &collapseDie, &again, &insiders,
		&charges, &plants, &dampReading, &dampBoth, &growth, &fuelReading, &fireSpread, &burnAtOnce, &burnOften,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
