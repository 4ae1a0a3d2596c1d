package tideofiron

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
	ID:      "tideofiron",
	Title:   "Tide of Iron: Stalingrad",
	Short:   "Tide of Iron",
	Chapter: "destructible buildings",
	Procedures: []*rule.Procedure{
		attackSpec.Procedure(),
		areaSpec.Procedure(),
		collapseSpec.Procedure(),
		enterSpec.Procedure(),
		lineOfSightSpec.Procedure(),
		driftSpec.Procedure(),
		concealmentSpec.Procedure(),
	},
	Tables: []*rule.Table{&unitTable, &levelTable},
	Facts: []*rule.Fact{
		&groundFloorHits, &hitsPerFloor, &defenceDice, &concussiveDice, &stielgranateDice, &antiTankHexes, &collapseDice, &collapseHitOn,
		&hitClose, &hitNormal, &hitLong, &closeHexes, &longRangeMultiple, &higherRange, &blockOn, &buildingCover, &rubbleCover,
		&concussiveSquadDice, &concussiveSquadRange, &antiTankDice, &eliteCover, &officerCover, &medicCover, &mortarMinimum, &hitFigures, &hitSteps, &stackLimit,
		&damagedMoveLoss, &damagedArmourLoss, &damageSteps, &officerMovePoints, &buildingSightStoreys, &rubbleSightStoreys, &floorsSeenInHex,
		&revealHexes, &revealRubble, &ambushStops, &artilleryNeedsSight, &artilleryOncePerRound, &artilleryCardKept, &artilleryTakesAction, &driftHexes, &driftNorth, &openCost, &buildingCost, &floorCost, &collapsedCost,
	},
	Rulings: []*rule.Ruling{
		&halving, &contained, &concussiveRange, &terrain, &tokenText, &friends, &concealed, &topmost, &areaDice, &rubbleBase,
		&antiTankCounts, &worstRange, &oneRoll, &disrupted, &stielgranateRange, &damagedMover, &sightHeight, &sightEdge, &drifting,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
