package d20skirmish

import "loophole/rule"

// A damageRow is a row of damage. What does not apply is left out.
type damageRow struct {
	from    int  // lowest roll of a D20
	skills  int  // modifier to all skills of suppressed characters
	removed int  // characters removed
	pinned  bool // the element is pinned
	morale  int  // morale of the element, for each casualty
}

// columns returns the cells of the row in the order of the columns of the table.
func (r damageRow) columns() []int {
	return []int{r.from, r.skills, r.removed, rule.YesCell(r.pinned), r.morale}
}

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
		// The modifier counts for fire. In melee the rows "suppressed" of the status charts do (ruling suppression-chart).
		{"stunned", "stunned", "grenade.stunned", rule.Sure, damageRow{from: 1, skills: -6}.columns()},
		{"ineffective", "combat ineffective", "grenade.ineffective", rule.Sure, damageRow{from: 13, removed: 1, pinned: true, morale: -2}.columns()},
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

var modifierColumn = []rule.Column{{Name: "modifier", Text: "to the melee skill", Min: -20, Max: 20}}

// attackerChart is the status chart of the attackers.
var attackerChart = rule.Table{
	Name: "attacker", Text: "modifiers to the melee skill of the attackers", Columns: modifierColumn,
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
	Name: "defender", Text: "modifiers to the melee skill of the defenders", Columns: modifierColumn,
	Rows: []rule.Row{
		{"moving", "the target is moving", "defend.moving", rule.Sure, []int{-4}},
		{"suppressed", "the defending element has a suppression marker", "defend.suppressed", rule.Sure, []int{-6}},
		{"hesitant", "the defending element is hesitant", "defend.hesitant", rule.Sure, []int{-2}},
		{"smg", "each SMG of the defenders", "defend.smg", rule.Sure, []int{4}},
		{"outnumber", "each character by which the defenders outnumber the attackers", "defend.outnumber", rule.Sure, []int{4}},
	},
}

// outcomes is the table "Melee combat / Outcome": the casualties of each result. The page says in the
// row for both sides missing that nobody is hurt, and in the row for a deadlock that a 1 always
// inflicts a casualty. By the ruling "hopeless-ones" a 1 may also do so where both sides miss.
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
