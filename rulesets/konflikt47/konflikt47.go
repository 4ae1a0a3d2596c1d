package konflikt47

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
	ID:      "konflikt47",
	Title:   "Konflikt '47",
	Short:   "Konflikt '47",
	Chapter: "buildings",
	Procedures: []*rule.Procedure{
		deploySpec.Procedure(), enterSpec.Procedure(), leaveSpec.Procedure(), moveSpec.Procedure(), orderSpec.Procedure(),
		shootFromSpec.Procedure(), shootAtSpec.Procedure(), shellSpec.Procedure(), directSpec.Procedure(), flameSpec.Procedure(),
		assaultSpec.Procedure(), ramSpec.Procedure(), moraleSpec.Procedure(),
	},
	Tables: []*rule.Table{&qualities, &modifiers, &explosives, &buildingDamage, &rams, &weapons, &units},
	Facts: []*rule.Fact{
		&entryInches, &floorUnits, &advanceSteps, &runSteps, &sectionMost, &sectionBest, &menPerOpening, &plungingInches, &topArmourBonus,
		&extraProtectionScore, &burstScore, &collapseHits, &burnScore,
		&moraleFailsFrom, &moralePassesUpTo, &rallyDice, &panicFiresUpTo, &squadMen, &infantryAdvance, &walkerRunMost, &gunArc, &abandonInches, &abandonDown, &abandonPins, &abandonDice, &moraleCheckShare,
		&toHitScore, &pointBlankInches, &smallUnitMen, &firePins, &resilientScore, &toughScore, &toughPenLimit, &gunShieldScore, &sniperInches, &indirectScore, &rangedInScore,
		&infantryFlameDice, &vehicleFlameDice, &lightFlameReduction, &flamePinFaces, &flamePinsAdded, &flamePinsOnVehicle, &laterFlameHitsAdded, &laterFlamePen, &laterFuelUpTo, &infantryFuelUpTo, &vehicleFuelUpTo,
		&teslaFaces, &teslaPen, &shockwaveFaces, &shockwaveScore, &railGunCollapse,
		&armouredFrom, &sideBonus, &rearBonus, &massiveBy, &superficialBy, &regularCrewScore, &gravityFrom, &gravityHeavy, &ramSurvivorPins, &damageResultPins,
		&ramPivotMost, &ramMassiveLead, &unnamedVehicleAdvance,
		&surpriseInches, &failedReactionPins, &assaultWeaponDice, &diceLostPerPin, &strongPen, &obstacleSimultaneous, &attackersStrikeFirst, &laterRoundsSimultaneous, &drawNeedsAgreement, &regroupFaces, &menPerInchOfDepth, &downPinsLost, &firefightSimultaneous,
	},
	Rulings: []*rule.Ruling{
		&buildings, &passFriends, &onward, &mixedRun, &standardMove, &gunFloor, &fixedMoving,
		&insideFire, &teamPlaces, &mortarsInside, &walkerPlunging, &topReplaces, &roofHeight, &roofCover, &sniperExtra,
		&twelveHits, &twelveSum, &emptyBurst, &burstPins, &friendsStruck, &oneStorey, &roofFall, &directCover, &bunkerFalls,
		&flameRules, &bunkerBurns, &abandoning,
		&reactions, &reactionDie, &internalObstacle, &closeProtection, &whoFights, &massiveRam, &toughRam, &pinnedOut, &supplements,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
