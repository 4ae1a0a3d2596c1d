package oldworld

import "loophole/rule"

// secondAttackers is the index of a second unit of attackers, beside attackers and garrison.
const secondAttackers = 2

// helpers are the names of two units of attackers in a situation.
var unitNames = [2]string{"the first unit", "the second unit"}

// Taker is the unit of attackers that moves into the building.
type Taker uint8

const (
	NoTaker Taker = iota
	FirstTakes
	SecondTakes
)

// Names lists the values.
func (Taker) Names() []string { return []string{"none", "first", "second"} }

// combatants sets up the combat of a round with one or two units of attackers. Two units fight with at most five
// models each, and the garrison chooses which of them it strikes.
func (s *Assault) combatants(u *rule.Umpire, asked *hands, names [2]string) assaultCombat {
	f := prepareAssault.For(u, s)
	a := &f.combat
	c := assaultCombat{combat: a.between(f.kind, asked), round: f, asked: asked, start: [3]int{f.start[attackers], f.start[garrison], 0}}
	if f.second == nil {
		return c
	}
	b := &f.second.combat
	c.names[attackers], c.names[secondAttackers] = names[0], names[1]
	c.units[secondAttackers], c.kind[secondAttackers] = &b.sides[attackers], uint8(f.second.kind)
	c.start[secondAttackers] = f.second.start[attackers]
	c.fear = max(a.fear, b.fear)
	if u.Choose(asked.of[garrison], "host.fighters", titled(asked.names[garrison], "which unit to strike?"), names[:]...) == 1 {
		c.units[garrison], c.kind[garrison] = &b.sides[garrison], uint8(f.second.kind)
		c.foe[garrison] = secondAttackers
	}
	c.order = nil
	for i, x := range c.units {
		c.order = initiativeOrder(c.order, i, x, int(c.kind[i]))
	}
	return c
}

// overwhelmed reports whether the Unit Strength of a losing side, garrison or attackers, is so small that the winners
// overwhelm it. The Unit Strengths of two units of attackers are added up.
func (c *assaultCombat) overwhelmed(left [3]int, losers int) bool {
	var strength [2]int
	for i, x := range c.units {
		if i == garrison {
			strength[garrison] = x.strength(left[i])
		} else if x != nil {
			strength[attackers] += x.strength(left[i])
		}
	}
	return strength[1-losers] > c.round.combat.overwhelmTimes*strength[losers]
}

// combatResult is the attackers' combat result less the garrison's. Two units of attackers count as one side: their
// wounds and Unit Strengths are added up, and standards and musicians count once. shot is the wounds that the
// garrison caused by standing and shooting.
func (c *assaultCombat) combatResult(u *rule.Umpire, left, caused [3]int, shot int) int {
	a, names := &c.round.combat, c.asked.names
	if c.round.second != nil {
		if names = [2]string{}; c.names[garrison] != "" {
			names = [2]string{c.names[attackers] + " and " + c.names[secondAttackers], c.names[garrison]}
		}
		a = c.asOneSide(left)
	}
	total := [2]int{caused[attackers] + caused[secondAttackers], caused[garrison]}
	return a.combatResult(u, woundsLeft{left[attackers], left[garrison]}, total, shot, &names)
}

// asOneSide returns the combat with both units of attackers as one side.
func (c *assaultCombat) asOneSide(left [3]int) *closeCombat {
	a, b := &c.round.combat, &c.round.second.combat
	x, y := c.units[attackers], c.units[secondAttackers]
	both := closeCombat{
		sides:            [2]combatant{*x, *c.units[garrison]},
		woundPoints:      a.woundPoints,
		massedPoints:     max(a.massedPoints, b.massedPoints),
		closeOrderPoints: a.closeOrderPoints,
		musicianPoints:   max(a.musicianPoints, b.musicianPoints),
	}
	side := &both.sides[attackers]
	for i := range x.points {
		side.points[i] = max(x.points[i], y.points[i])
	}
	side.massed = x.massed || y.massed
	side.musician = x.musician || y.musician
	side.alliedStrength = y.strength(left[secondAttackers])
	return &both
}
