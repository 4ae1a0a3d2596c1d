package d20skirmish

import "loophole/rule"

// damage is the "Grenade assault phase damage chart", rolled for every occupant of the room.
var damage = rule.Table{
	Name: "grenade",
	Text: "damage of a grenade to one occupant of the room, by the roll of a D20",
	Columns: []rule.Column{
		{Name: "from", Text: "lowest roll", Min: 1, Max: 21},
		{Name: "skills", Text: "modifier to all skills of suppressed characters", Min: -20},
		{Name: "removed", Text: "characters removed", Max: 6},
		{Name: "pinned", Text: "the element is pinned (1 yes)", Max: 1},
		{Name: "morale", Text: "morale of the element, for each casualty", Min: -9},
	},
	Rows: []rule.Row{
		{"stunned", "stunned", "grenade.stunned", rule.Sure, []int{1, -6, 0, 0, 0}},
		{"ineffective", "combat ineffective", "grenade.ineffective", rule.Sure, []int{13, 0, 1, 1, -2}},
	},
}

// The columns of damage.
const (
	damageFrom = iota
	damageSkills
	damageRemoved
	damagePinned
	damageMorale
)

// Rows of damage.
const (
	rowStunned     rule.Ref = 1
	rowIneffective rule.Ref = 2
)

// The rows of both status charts.
const (
	rowChargingOrMoving rule.Ref = iota + 1 // attackers that charge, or defenders that move
	rowSuppressed                           // by a marker
	rowHesitant                             // of the element
	rowEachSMG                              // for every SMG
	rowOutnumbering                         // for every character more than the enemy has
)

var modifier = []rule.Column{{Name: "modifier", Text: "to the melee skill", Min: -20, Max: 20}}

// attackerChart is the status chart of the attackers.
var attackerChart = rule.Table{
	Name: "attacker", Text: "modifiers to the melee skill of the attackers", Columns: modifier,
	Rows: []rule.Row{
		{"charging", "the attacker is charging", "attack.charging", rule.Sure, []int{4}},
		{"suppressed", "the attacking element has a suppression marker", "attack.suppressed", rule.Sure, []int{-6}},
		{"hesitant", "the attacking element is hesitant", "attack.hesitant", rule.Sure, []int{-2}},
		{"smg", "each SMG of the attackers", "attack.smg", rule.Sure, []int{4}},
		{"outnumber", "each character by which the attackers outnumber the defenders", "attack.outnumber", rule.Sure, []int{4}},
	},
}

// defenderChart is the status chart of the defenders.
var defenderChart = rule.Table{
	Name: "defender", Text: "modifiers to the melee skill of the defenders", Columns: modifier,
	Rows: []rule.Row{
		{"moving", "the target is moving", "defend.moving", rule.Sure, []int{-4}},
		{"suppressed", "the defending element has a suppression marker", "defend.suppressed", rule.Sure, []int{-6}},
		{"hesitant", "the defending element is hesitant", "defend.hesitant", rule.Sure, []int{-2}},
		{"smg", "each SMG of the defenders", "defend.smg", rule.Sure, []int{4}},
		{"outnumber", "each character by which the defenders outnumber the attackers", "defend.outnumber", rule.Sure, []int{4}},
	},
}

// outcomes is the table "Melee combat / Outcome": the casualties of each result. On the page the row
// for both sides missing hurts nobody, while the sentence on a deadlock has a 1 always inflict a
// casualty. By the ruling "hopeless-ones" that counts where both miss, too.
var outcomes = rule.Table{
	Name: "outcome",
	Text: "casualties of a round of melee, by which side has more successes",
	Columns: []rule.Column{
		{Name: "defenders", Text: "casualties of the defenders", Max: 18},
		{Name: "attackers", Text: "casualties of the attackers", Max: 18},
		{Name: "ones", Text: "casualties for each roll of 1", Max: 18},
	},
	Rows: []rule.Row{
		{"attacker", "the attackers have more successes", "outcome.attacker", rule.Sure, []int{1, 0, 1}},
		{"defender", "the defenders have more successes", "outcome.defender", rule.Sure, []int{0, 1, 1}},
		{"deadlock", "the same number of successes on both sides", "outcome.deadlock", rule.Sure, []int{0, 0, 1}},
		{"outnumbered", "deadlock, and the defenders are outnumbered", "outcome.outnumbered", rule.Sure, []int{1, 1, 1}},
		{"miss", "no success on either side", "outcome.miss", rule.Sure, []int{0, 0, 1}},
	},
}

// The columns of outcomes.
const (
	defendersLose = iota
	attackersLose
	forOnes
)

// Facts of the chapter and of the game around it.
var (
	leastAssaulters = rule.Fact{Name: "assault.minimum", Cite: "assault.minimum", Text: "least number of assaulters in each assaulted room", Value: 2, Min: 1, Max: 6}
	// The page states +4 for additional combatants three times: in the row "outnumber" of each chart,
	// for the side with more characters, and below the charts, for the active side. By default only
	// the rows count. The ruling "outnumbering" has contact.bonus count instead, or as well.
	contactBonus = rule.Fact{Name: "contact.bonus", Cite: "more.bonus", Text: "melee skill that each extra figure in base contact gives the active side", Value: 4, Min: -20, Max: 20}

	usualSkill     = rule.Fact{Name: "skill", Cite: "host.skill", Text: "melee skill of a character with none stated", Value: 10, Min: 1, Max: 40, Confidence: rule.Guess}
	usualMorale    = rule.Fact{Name: "morale", Cite: "host.morale", Text: "morale of an element with none stated", Value: 10, Min: 0, Max: 30, Confidence: rule.Guess}
	damageModifier = rule.Fact{Name: "grenade.modifier", Cite: "host.damage", Text: "modifier to each damage roll of a grenade", Value: 0, Min: -20, Max: 20, Confidence: rule.Likely}
	pinnedSkill    = rule.Fact{Name: "pinned.modifier", Cite: "host.pinned", Text: "modifier to the melee skill of a pinned element", Value: 0, Min: -20, Max: 20, Confidence: rule.Guess}
)

// Facts of the game around the page. None is published: they are assumed defaults.
var (
	activationActions = rule.Fact{Name: "activation.actions", Cite: "host.activation", Text: "actions of a team in an activation", Value: 2, Min: 1, Max: 4, Confidence: rule.Guess}
	hesitantActions   = rule.Fact{Name: "activation.hesitant", Cite: "host.activation", Text: "actions of a team in an activation if its element is hesitant", Value: 1, Min: 1, Max: 4, Confidence: rule.Guess}
	moveInches        = rule.Fact{Name: "move.inches", Cite: "host.move", Text: "inches that a team moves with one action", Value: 6, Min: 1, Max: 30, Confidence: rule.Guess}
	climbActions      = rule.Fact{Name: "move.climb", Cite: "host.climb", Text: "additional actions to climb through a window or a hole", Value: 1, Min: 0, Max: 3, Confidence: rule.Guess}
	grenadeActions    = rule.Fact{Name: "grenade.actions", Cite: "host.grenade", Text: "actions to throw a grenade without going in", Value: 2, Min: 1, Max: 4, Confidence: rule.Guess}
	fireSkill         = rule.Fact{Name: "fire.skill", Cite: "host.fire", Text: "fire skill of a character with none stated", Value: 8, Min: 1, Max: 20, Confidence: rule.Guess}
	fireMostInches    = rule.Fact{Name: "fire.range", Cite: "host.range", Text: "maximum range of fire in inches", Value: 24, Min: 1, Max: 60, Confidence: rule.Guess}
	fireShortInches   = rule.Fact{Name: "fire.near", Cite: "host.range", Text: "short range in inches, within which an SMG rolls twice", Value: 12, Min: 0, Max: 60, Confidence: rule.Guess}
	fireLongModifier  = rule.Fact{Name: "fire.far", Cite: "host.range", Text: "modifier to fire skill beyond short range", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireLightCover    = rule.Fact{Name: "fire.light-cover", Cite: "host.cover", Text: "modifier to fire skill against a target in light cover", Value: -2, Min: -20, Max: 0, Confidence: rule.Guess}
	fireHeavyCover    = rule.Fact{Name: "fire.heavy-cover", Cite: "host.cover", Text: "modifier to fire skill against a target in heavy cover", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireCasualty      = rule.Fact{Name: "fire.casualty", Cite: "host.hit", Text: "lowest roll at which a hit causes a casualty", Value: 13, Min: 1, Max: 21, Confidence: rule.Guess}
	fireMorale        = rule.Fact{Name: "fire.morale", Cite: "host.hit", Text: "change of the element's morale for each casualty from fire", Value: 0, Min: -9, Max: 0, Confidence: rule.Guess}
	fireSuppresses    = rule.Fact{Name: "fire.suppresses", Cite: "host.under-fire", Text: "1 if a team that is hit by fire but not wiped out is suppressed, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	routMargin        = rule.Fact{Name: "morale.rout", Cite: "host.rout", Text: "a hesitant element routs if its morale test fails by more than this", Value: 6, Min: 0, Max: 20, Confidence: rule.Guess}
)
