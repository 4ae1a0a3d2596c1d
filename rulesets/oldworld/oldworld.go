package oldworld

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
	ID:      "oldworld",
	Title:   "Warhammer: the Old World",
	Short:   "The Old World",
	Chapter: "buildings",
	Procedures: []*rule.Procedure{
		enterSpec.Procedure(), leaveSpec.Procedure(), marchSpec.Procedure(), shootSpec.Procedure(), castSpec.Procedure(),
		templateSpec.Procedure(), cannonSpec.Procedure(), panicSpec.Procedure(), rallySpec.Procedure(), chargeSpec.Procedure(),
		assaultSpec.Procedure(), clashSpec.Procedure(), breakSpec.Procedure(), siegeSpec.Procedure(),
	},
	Tables: []*rule.Table{
		&toHit, &toWound, &ballistic, &modifiers, &points, &troopTypes, &units, &weapons, &missiles, &engines, &spells, &miscasts,
	},
	Facts: []*rule.Fact{
		&leastWidth, &mostUnitStrength, &shootingPercent, &templateToHit, &cannonDice, &cannonStrength, &cannonAP, &fightingRankMost,
		&characterStrength, &marchMultiple, &columnMultiple, &marchHinderedInches, &enemyApartInches, &openTemplate,
		&panicLossPercent, &panicFleePercent, &panicInches, &panicStrength, &rallyPenaltyPercent, &rallyPenalty, &rallyDoubleOnesPercent, &rallyMusician,
		&chargeInitiativeMost, &roughChargePenalty, &furiousChargeInches, &fearPenalty, &fearImmune, &terrorPenalty, &terrorImmune, &terrorCausesFear, &overwhelmMultiple, &giveGroundInches, &frontRank, &closeOrderStrength, &scatterHitFaces, &dispelInches, &parryBest, &lookOutSirScore, &lookOutSirModels,
	},
	Rulings: []*rule.Ruling{
		&agreed, &widestPoint, &halves, &casters, &screens, &hole, &cannonRules, &characterHits, &enemyNear, &panicInside, &runDown, &disordered,
		&closeConfines, &inContact, &supports, &characterPlaces, &rankCount, &massedInfantry, &highGround, &overwhelm, &stubbornness,
		&restraint, &pursuit, &followUp, &fronts, &press, &wipedOut, &takers, &levels,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
