package oldworld

import "loophole/rule"

// secondAttackers is the index of a second unit of attackers, beside attackers and garrison.
const secondAttackers = 2

// unitNames are the names of two units of attackers in a situation.
var unitNames = [2]string{"the first unit", "the second unit"}

// Taker is the unit of attackers that moves into the building.
type Taker uint8

const (
	NoTaker Taker = iota
	FirstTakes
	SecondTakes
)

func (Taker) Names() []string { return []string{"none", "first", "second"} }

// combatants sets up the combat of a round with one or two units of attackers. Two units fight with
// at most five models each, and the garrison chooses which of them it strikes.
func (s *Assault) combatants(u *rule.Umpire, players *players, names [2]string) assaultCombat {
	round := prepareAssault.For(u, s)
	combat := &round.combat
	fight := assaultCombat{combatRound: combat.between(round.kind, players), round: round, players: players, start: [3]int{round.start[attackers], round.start[garrison], 0}}
	if round.second == nil {
		return fight
	}
	second := &round.second.combat
	fight.names[attackers], fight.names[secondAttackers] = names[0], names[1]
	fight.units[secondAttackers], fight.kinds[secondAttackers] = &second.sides[attackers], round.second.kind
	fight.start[secondAttackers] = round.second.start[attackers]
	fight.fear = max(combat.fear, second.fear)
	if u.Choose(players.sides[garrison], "host.fighters", withSubject(players.names[garrison], "which unit to strike?"), names[:]...) == 1 {
		fight.units[garrison], fight.kinds[garrison] = &second.sides[garrison], round.second.kind
		fight.foe[garrison] = secondAttackers
	}
	fight.order = nil
	for i, unit := range fight.units {
		fight.order = initiativeOrder(fight.order, i, unit, fight.kinds[i])
	}
	return fight
}

// overwhelmed reports whether the Unit Strength of a losing side, garrison or attackers, is so
// small that the winners overwhelm it. The Unit Strengths of two units of attackers are added up.
func (c *assaultCombat) overwhelmed(left [3]int, losers int) bool {
	var strength [2]int
	for i, unit := range c.units {
		if i == garrison {
			strength[garrison] = unit.strength(left[i])
		} else if unit != nil {
			strength[attackers] += unit.strength(left[i])
		}
	}
	return strength[1-losers] > c.round.combat.overwhelmTimes*strength[losers]
}

// combatResult is the attackers' combat result less the garrison's. Two units of attackers count as
// one side: their wounds and Unit Strengths are added up, and standards and musicians count once.
// shot is the wounds that the garrison caused by standing and shooting.
func (c *assaultCombat) combatResult(u *rule.Umpire, left, caused [3]int, shot int) int {
	combat, names := &c.round.combat, c.players.names
	if c.round.second != nil {
		if names = [2]string{}; c.names[garrison] != "" {
			names = [2]string{c.names[attackers] + " and " + c.names[secondAttackers], c.names[garrison]}
		}
		combat = c.asOneSide(left)
	}
	total := [2]int{caused[attackers] + caused[secondAttackers], caused[garrison]}
	return combat.combatResult(u, woundsLeft{left[attackers], left[garrison]}, total, shot, &names)
}

// asOneSide returns the combat with both units of attackers as one side.
func (c *assaultCombat) asOneSide(left [3]int) *preparedCombat {
	first, second := &c.round.combat, &c.round.second.combat
	one, other := c.units[attackers], c.units[secondAttackers]
	both := preparedCombat{
		sides:            [2]combatant{*one, *c.units[garrison]},
		woundPoints:      first.woundPoints,
		massedPoints:     max(first.massedPoints, second.massedPoints),
		closeOrderPoints: first.closeOrderPoints,
		musicianPoints:   max(first.musicianPoints, second.musicianPoints),
	}
	side := &both.sides[attackers]
	for i := range one.points {
		side.points[i] = max(one.points[i], other.points[i])
	}
	side.massed = one.massed || other.massed
	side.musician = one.musician || other.musician
	side.alliedStrength = other.strength(left[secondAttackers])
	return &both
}
