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
		viewSpec.Procedure(),
		driftSpec.Procedure(),
		hidingSpec.Procedure(),
	},
	Tables: []*rule.Table{&unitTable, &levelTable},
	Facts: []*rule.Fact{
		&baseNeed, &floorNeed, &defenceDice, &concussiveDice, &stielDice, &antiTankHexes, &collapseDice, &collapseHit,
		&hitClose, &hitNormal, &hitLong, &closeHexes, &longTimes, &higherRange, &block, &coverDice, &coverRubble,
		&squadConcuss, &squadReach, &antiTankDice, &eliteCover, &officerCover, &medicCover, &mortarNear, &hitFigures, &hitSteps, &stackLimit,
		&damageMove, &damageArmour, &damageSteps, &officerMove, &sightRoof, &sightRubble, &sightStairs,
		&revealHexes, &revealRubble, &ambushStops, &callSeen, &callOnce, &callKept, &callAction, &driftHexes, &driftNorth, &openCost, &buildingCost, &floorCost, &printedCost,
	},
	Rulings: []*rule.Ruling{
		&halving, &contained, &concussiveRange, &terrain, &tokenText, &friends, &concealed, &topmost, &areaDice, &rubbleBase,
		&antiTankCounts, &worstRange, &oneRoll, &disrupted, &stielRange, &damagedMover, &sightHeight, &sightEdge, &drifting,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
