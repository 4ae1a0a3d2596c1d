package d20skirmish

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
	ID:      "d20skirmish",
	Title:   "a D20 skirmish game of the Second World War (title unknown)",
	Short:   "D20 skirmish",
	Chapter: "assaulting buildings",
	Procedures: []*rule.Procedure{
		assaultSpec.Procedure(),
		grenadeSpec.Procedure(),
		roundSpec.Procedure(),
		meleeSpec.Procedure(),
		fireSpec.Procedure(),
		moraleSpec.Procedure(),
	},
	Tables: []*rule.Table{&damage, &attackerChart, &defenderChart, &outcomes},
	Facts: []*rule.Fact{
		&leastAssaulters, &contactBonus, &usualSkill, &usualMorale, &damageModifier, &pinnedSkill,
		&activationActions, &hesitantActions, &moveInches, &climbActions, &grenadeActions,
		&fireSkill, &fireMostInches, &fireShortInches, &fireLongModifier, &fireLightCover, &fireHeavyCover, &fireCasualty, &fireMorale, &fireSuppresses, &routMargin,
	},
	Rulings: []*rule.Ruling{
		&noGrenade, &removed, &suppressionScope, &suppressionLasts, &helmetGrenades,
		&rolling, &automatic, &movingTarget, &meleeRounds, &chargingLasts, &smgs, &stacking, &suppressionChart, &outnumbering, &outnumberingCount,
		&pairing, &killed, &losersSuccesses, &ones, &onesWon, &onesDeadlock, &hopelessOnes, &noneSucceed, &outnumberedDeadlock,
		&overkill, &roles, &meleeMorale, &helmets,
	},
	Topics:   topics,
	Phrases:  phrases,
	Evidence: evidence,
}, clauses)
