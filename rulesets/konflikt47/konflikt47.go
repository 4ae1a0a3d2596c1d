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
	Tables: []*rule.Table{&qualities, &modifiers, &explosives, &structures, &rams, &weapons, &units},
	Facts: []*rule.Fact{
		&reachInches, &floorUnits, &advanceFloors, &runFloors, &sectionMost, &sectionBest, &openingMen, &plungeInches, &topBonus,
		&extraNeed, &burstNeed, &collapseHits, &burnNeed,
		&failsFrom, &passesTo, &rallyDice, &panicFires, &squadMen, &footAdvance, &walkerRun, &gunArc, &abandonInch, &abandonDown, &abandonPins, &abandonDice, &breaksAtHalf,
		&hitNeed, &blankInches, &smallMen, &firePins, &resilient, &toughNeed, &toughUpTo, &shieldNeed, &sniperInches, &indirectNeed, &zeroedNeed,
		&flameInf, &flameVehicle, &flameLight, &flameDie, &flameMore, &flameHull, &laterMore, &laterPen, &laterFuel, &fuelFoot, &fuelVehicle,
		&teslaFaces, &teslaPen, &waveFaces, &waveNeed, &railNeed,
		&armouredFrom, &sideBonus, &rearBonus, &massiveBy, &superficialBy, &fixedPinNeed, &gravityFrom, &gravityHeavy, &survivorPin, &flipPins,
		&pivotMost, &ramMassive, &walkerAdvance,
		&surpriseInches, &failedPins, &assaultDice, &pinDice, &strongPen, &obstacleTogether, &firstBlow, &laterBlows, &drawAgreed, &regroupFaces, &rankMen, &downSheds, &firefightTogether,
	},
	Rulings: []*rule.Ruling{
		&buildings, &passFriends, &onward, &mixedRun, &standardMove, &gunFloor, &fixedMoving,
		&insideFire, &teamPlaces, &mortarsInside, &walkerPlunging, &topReplaces, &roofHeight, &roofCover, &sniperExtra,
		&twelveHits, &twelveSum, &emptyBurst, &burstPins, &friendsStruck, &oneStorey, &roofFall, &directCover, &bunkerFalls,
		&flameRules, &bunkerBurns, &abandoning,
		&reactions, &reactionDie, &internalObstacle, &whoFights, &massiveRam, &toughRam, &pinnedOut, &supplements,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
