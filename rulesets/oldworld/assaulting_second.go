package oldworld

import "loophole/rule"

// second is the place of a second unit of attackers in a combat.
const secondAttackers = 2

// helpers is what two units of attackers are called in a situation.
var helpers = [2]string{"the first unit", "the second unit"}

// Taker is which unit of the attackers moves in.
type Taker uint8

// Those who may move in.
const (
	NoTaker Taker = iota
	FirstTakes
	SecondTakes
)

// Names lists them.
func (Taker) Names() []string { return []string{"none", "first", "second"} }

// beset is a round of combat of a garrison against two units at once, five of
// each at most. The points of the two count together; each takes a Break test
// of its own.
func (s *Assault) beset(u *rule.Umpire, f *assaultRound, asked *hands, names [2]string) (r Result, away uint8) {
	a, b := &f.combat, &f.second.combat
	against := [2]*closeCombat{a, b}[u.Choose(asked.of[garrison], "host.fighters", titled(asked.names[garrison], "strike whom?"), names[:]...)]
	c := combat{
		units: [3]*combatant{&a.sides[attackers], &against.sides[garrison], &b.sides[attackers]},
		names: &[3]string{names[0], asked.names[garrison], names[1]},
		players:    &[3]rule.Side{asked.of[attackers], asked.of[garrison], asked.of[attackers]},
		foe:   [3]uint8{garrison, attackers, garrison}, kind: [3]uint8{uint8(f.kind), uint8(f.kind), uint8(f.second.kind)}, fear: max(a.fear, b.fear),
	}
	if against == b {
		c.foe[garrison], c.kind[garrison] = secondAttackers, uint8(f.second.kind)
	}
	var room [9]strike
	c.order = c.initiativeOrder(room[:0])
	start := [3]int{f.start[attackers], f.start[garrison], f.second.start[attackers]}
	left, caused := c.fightRound(u, start)
	lead := c.combatResult(u, a, b, left, caused, int(s.Shot))
	for i, x := range [...]*After{&r.Attackers, &r.Garrison, &r.Second} {
		if c.units[i].after(start[i], left[i], x); left[i] == 0 {
			x.Fate = WipedOut
		}
	}
	switch {
	case left[garrison] == 0 || left[attackers]+left[secondAttackers] == 0:
		c.annihilated(u, f, left, asked.of[attackers], names, &r)
	case lead > 0:
		r.Winner = AttackersWin
		over := c.outnumbers(a, left, false)
		l := c.units[garrison].loser.as(asked.of[garrison], c.names[garrison])
		if r.Garrison.Fate, _ = l.breakTest(u, lead, over); r.Garrison.Fate == Holds {
			break
		}
		r.Garrison.Lost += uint8(c.units[garrison].all(left[garrison]))
		r.Garrison.Hurt, r.Holder = 0, HeldByNobody
		c.free(left, &r)
		c.takeOccupancy(u, f, left, asked.of[attackers], names, &r)
	case lead < 0:
		r.Winner = GarrisonWins
		away = c.repulse(u, s, a, left, -lead, *asked, &r)
	default:
		u.Note("host.draw", "a draw: all stay locked in combat")
	}
	return r, away
}

// line puts the corps of all units in order of Initiative.
func (c *combat) initiativeOrder(order []strike) []strike {
	for s, b := range c.units {
		for k := range b.fighters {
			if x := &b.fighters[k]; x.there {
				i := len(order)
				order = append(order, strike{})
				for ; i > 0 && order[i-1].at < x.initiative[c.kind[s]]; i-- {
					order[i] = order[i-1]
				}
				order[i] = strike{uint8(s), uint8(k), x.initiative[c.kind[s]]}
			}
		}
	}
	return order
}

// outnumbers reports whether the winners have so much more Unit Strength than
// the losers that they overwhelm them.
func (c *combat) outnumbers(b *closeCombat, left [3]int, inside bool) bool {
	out := c.units[attackers].strength(left[attackers]) + c.units[secondAttackers].strength(left[secondAttackers])
	in := c.units[garrison].strength(left[garrison])
	if inside {
		return in > b.overwhelmTimes*out
	}
	return out > b.overwhelmTimes*in
}

// lead is the combat result of two units together less the garrison's. Standards
// and drums count once for a side.
func (c *combat) combatResult(u *rule.Umpire, a, b *closeCombat, left, caused [3]int, shot int) int {
	x, y, in := c.units[attackers], c.units[secondAttackers], c.units[garrison]
	both := closeCombat{pointsFor: a.pointsFor, musician: max(a.musician, b.musician), sides: [2]combatant{*x, *in}}
	both.pointsFor[1] = max(a.pointsFor[1], b.pointsFor[1])
	for i := range x.points {
		both.sides[attackers].points[i] = max(x.points[i], y.points[i])
	}
	both.sides[attackers].massed = x.massed || y.massed
	both.sides[attackers].musician = x.musician || y.musician
	// The two count as one body, of the wounds and the Unit Strength of both.
	both.sides[attackers].alliedStrength = y.strength(left[secondAttackers])
	camps := c.sideNames()
	return both.combatResult(u, woundsLeft{left[attackers], left[garrison]}, [2]int{caused[attackers] + caused[secondAttackers], caused[garrison]}, shot, &camps)
}

// camps are what the two sides are called.
func (c *combat) sideNames() (names [2]string) {
	if c.names[garrison] != "" {
		names = [2]string{c.names[attackers] + " and " + c.names[secondAttackers], c.names[garrison]}
	}
	return names
}

// freed marks the attackers who are left without an enemy.
func (c *combat) free(left [3]int, r *Result) {
	if left[attackers] > 0 {
		r.Attackers.Fate = Free
	}
	if left[secondAttackers] > 0 {
		r.Second.Fate = Free
	}
}

// annihilated is the end of a round in which a side, or both, are wiped out.
func (c *combat) annihilated(u *rule.Umpire, f *assaultRound, left [3]int, asked rule.Side, names [2]string, r *Result) {
	u.Note("host.wiped-out", "a side that is wiped out has lost")
	if r.Holder = HeldByNobody; left[garrison] > 0 {
		u.Note("host.overrun", "the garrison has nobody left to fight and stays")
		r.Winner, r.Holder, r.Garrison.Fate = GarrisonWins, HeldByGarrison, Free
		return
	}
	if c.free(left, r); left[attackers]+left[secondAttackers] == 0 {
		return
	}
	if r.Winner = AttackersWin; u.Ruling(&wipedOut) == 1 {
		c.takeOccupancy(u, f, left, asked, names, r)
	}
}

// takes asks the attackers which of their units moves in.
func (c *combat) takeOccupancy(u *rule.Umpire, f *assaultRound, left [3]int, asked rule.Side, names [2]string, r *Result) {
	var options [3]string
	var takers [3]Taker
	n := 0
	if left[attackers] > 0 && f.combat.eligibleToOccupy(u, left[attackers], false) {
		options[n], takers[n] = names[0], FirstTakes
		n++
	}
	if left[secondAttackers] > 0 && f.second.combat.eligibleToOccupy(u, left[secondAttackers], false) {
		options[n], takers[n] = names[1], SecondTakes
		n++
	}
	if n == 0 {
		return
	}
	options[n] = moveIn[1]
	if r.Taker = takers[u.Choose(asked, "broken.take", "who moves into the building?", options[:n+1]...)]; r.Taker != NoTaker {
		r.Holder = HeldByAttackers
	}
}

// repulse is the Break tests of two units that have lost a round, and what the
// garrison does then. It goes after the one that is beaten worse, which goes
// away inches, if that was rolled.
func (c *combat) repulse(u *rule.Umpire, s *Assault, b *closeCombat, left [3]int, margin int, asked hands, r *Result) (away uint8) {
	over := c.outnumbers(b, left, true)
	worst := &r.Attackers
	for i, x := range [...]*After{attackers: &r.Attackers, secondAttackers: &r.Second} {
		if x == nil || left[i] == 0 {
			continue
		}
		l := c.units[i].loser.as(asked.of[attackers], c.names[i])
		if x.Fate, _ = l.breakTest(u, margin, over); left[attackers] == 0 || i == secondAttackers && x.Fate > worst.Fate {
			worst = x
		}
	}
	if r.Garrison.Fate = Free; s.Pent {
		u.Note("host.room", "there is no room at the walls: it stays inside")
		return 0
	}
	asked.names[attackers] = c.names[attackers]
	if worst == &r.Second {
		asked.names[attackers] = c.names[secondAttackers]
	}
	gap := s.Gap
	if worst == &r.Second {
		gap = s.Second.Gap
	}
	touch := worst.Fate == GaveGround && followUpTouches(u, &s.Garrison, c.units[garrison].all(left[garrison]), s.Front, gap, s.Touch)
	g := leaveAfterCombat{hands: &asked, ask: true, nerve: c.units[garrison].loser.nerve, enemy: worst.Fate, touch: touch}
	out, away := g.play(u)
	if !out.Out {
		return 0
	}
	if r.Outside, r.Again, r.Holder = true, out.Engaged, HeldByNobody; out.Engaged {
		r.Garrison.Fate = FightsOn
	}
	if r.Worst = FirstTakes; worst == &r.Second {
		r.Worst = SecondTakes
	}
	if out.Caught {
		at := attackers
		if worst == &r.Second {
			at = secondAttackers
		}
		worst.Fate, worst.Hurt = Destroyed, 0
		worst.Lost += uint8(c.units[at].all(left[at]))
	}
	return away
}
