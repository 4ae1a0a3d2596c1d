package oldworld

import "loophole/rule"

// A combatRound is the units that fight in a round: the attackers, the defenders, and a second unit of
// attackers or nil.
type combatRound struct {
	units   [3]*combatant
	foe     [3]uint8    // the unit that each strikes
	kinds   [3]turnKind // for each unit
	names   [3]string
	rollers [3]rule.Side // the sides that roll for each unit
	order   []strike     // by Initiative, highest first
	fear    uint8        // added to the number to hit of a unit that fears the enemy
}

// fightRound plays the attacks of one round in order of Initiative. It returns the wounds that each
// unit has left and the wounds that it has caused.
func (c *combatRound) fightRound(u *rule.Umpire, start [3]int) (left, caused [3]int) {
	var afraid [3]bool
	if c.fear > 0 {
		afraid = c.fearTests(u, start)
	}
	left = start
	for i := 0; i < len(c.order) && c.order[i].initiative >= 0; {
		before, step := left, c.order[i].initiative
		for ; i < len(c.order) && c.order[i].initiative == step; i++ {
			strike := &c.order[i]
			counted, lost := c.strike(u, strike, start[strike.side], before, left, afraid[strike.side])
			caused[strike.side] += counted
			left[c.foe[strike.side]] -= lost
		}
	}
	return left, caused
}

// strike rolls the attacks of one kind of fighter. Fighters of the same Initiative strike at the
// same time: before is the wounds of each unit at the start of their step, left the wounds after
// the attacks rolled since. It returns the wounds that count for the combat result and the wounds
// that the enemy loses.
func (c *combatRound) strike(u *rule.Umpire, strike *strike, start int, before, left [3]int, afraid bool) (counted, lost int) {
	kind, target := c.kinds[strike.side], int(c.foe[strike.side])
	own, foe := c.units[strike.side], c.units[target]
	if before[target] == 0 {
		return 0, 0
	}
	fighters := &own.fighters[strike.fighter]
	dice := own.attackDice(u, fighters, kind, int(strike.fighter), start, before[strike.side])
	if dice == 0 {
		return 0, 0
	}
	// The character falls last, and not in the step in which the last other model falls.
	targetKind, spared := rankAndFileTarget, foe.characterWounds
	if before[target] <= foe.characterWounds {
		targetKind, spared = characterTarget, 0
	}
	attacks := fighters.rolls[kind][targetKind]
	attacks.dice = uint8(min(dice, 255))
	if afraid {
		attacks.hit = min(attacks.hit+c.fear, 6)
	}
	players := players{[2]rule.Side{c.rollers[strike.side], c.rollers[target]}, [2]string{c.names[strike.side], c.names[target]}}
	counted, lost = players.attack(u, attacks)
	over := max(0, lost-(left[target]-spared))
	return counted - over, lost - over
}

// attackDice returns the number of attacks of one kind of fighter. start and now are the wounds of the
// unit at the beginning of the round and of its step. Models that fell before their step leave
// gaps, and models that step up do not strike.
func (c *combatant) attackDice(u *rule.Umpire, fighters *fighters, kind turnKind, fighterKind, start, now int) int {
	attacks := int(fighters.attacks[kind])
	if fighterKind == character {
		if now == 0 {
			return 0
		}
		return attacks
	}
	atStart := c.models(start)
	fallen := atStart - c.models(now)
	fighting := min(c.fightingRank, atStart)
	able := max(0, fighting-fallen)
	touching := min(c.contact, able)
	if fallen > 0 && able < fighting {
		u.Note("host.step-up", "models that stepped up do not strike")
	}
	if fighterKind == mounts {
		return touching * attacks
	}
	behind := max(0, min(c.support, atStart-fighting)-fallen)
	if kind.isCharge() && c.charges {
		behind = 0 // Chargers make no supporting attacks.
	}
	return touching*attacks + (able - touching) + behind
}

// fearTests takes the Leadership tests of units that fear a stronger enemy, and returns which of
// them have failed.
func (c *combatRound) fearTests(u *rule.Umpire, now [3]int) (afraid [3]bool) {
	for i, own := range c.units {
		if own == nil || own.ignoresFear {
			continue
		}
		for j, foe := range c.units {
			if foe == nil || (i == defenders) == (j == defenders) || afraid[i] {
				continue
			}
			if foe.fear && foe.strength(now[j]) > own.strength(now[i]) {
				u.Note("host.fear", "a stronger enemy causes fear")
				afraid[i] = !onePlayer(c.rollers[i], c.names[i]).test(u, own.loser.leadership.plain(), "fear of a stronger enemy")
				break
			}
		}
	}
	return afraid
}

// combatResult is the attackers' combat result less the defenders': wounds caused, wounds by
// standing and shooting (shot, for the defenders), standards, high ground, formation, massed
// infantry, and a musician in a tie.
func (c *preparedCombat) combatResult(u *rule.Umpire, left woundsLeft, caused [2]int, shot int, names *[2]string) int {
	if names[0] == "" {
		names = &sideNames
	}
	var score [2]int
	for i := range score {
		own, name := &c.sides[i].points, names[i]
		score[i] = recordPoints(u, caused[i]*c.woundPoints, "host.result", name, "wounds caused")
		if i == defenders {
			score[i] += recordPoints(u, shot*c.woundPoints, "host.result", name, "wounds from standing and shooting")
		}
		score[i] += recordPoints(u, own[standard], "host.result", name, "the standard")
		score[i] += recordPoints(u, own[battleStandard], "host.result", name, "the battle standard")
		score[i] += recordPoints(u, own[highGroundBonus], "silent.high", name, "high ground")
	}
	for i := range c.sides {
		if c.sides[i].ranks > 0 || c.sides[i].closeOrder > 0 {
			score[i] += c.formationPoints(u, i, left[i], names[i])
		}
	}
	attackersUnit, defendersUnit := &c.sides[attackers], &c.sides[defenders]
	attackersStrength, defendersStrength := attackersUnit.strength(left[attackers])+attackersUnit.alliedStrength, defendersUnit.strength(left[defenders])
	switch {
	case attackersStrength > defendersStrength && attackersUnit.massed:
		score[attackers] += u.Apply(c.massedPoints, "host.massed", pointsText(u, names[attackers], "massed infantry"))
	case defendersStrength > attackersStrength && defendersUnit.massed:
		score[defenders] += u.Apply(c.massedPoints, "host.massed", pointsText(u, names[defenders], "massed infantry"))
	}
	lead := score[attackers] - score[defenders]
	if lead == 0 && attackersUnit.musician != defendersUnit.musician {
		with, sign := attackers, 1
		if defendersUnit.musician {
			with, sign = defenders, -1
		}
		lead = sign * u.Apply(c.musicianPoints, "host.musician", pointsText(u, names[with], "the only musician, in a tie"))
	}
	return u.Apply(lead, "host.result", u.Text("", func() string {
		return "combat result: points of " + names[attackers] + " less those of " + names[defenders]
	}))
}

// formationPoints returns the points of a side for ranks and, in the open, for close order.
func (c *preparedCombat) formationPoints(u *rule.Umpire, i, left int, name string) (points int) {
	unit, cite := &c.sides[i], rule.Clause("silent.ranks")
	if c.open {
		cite = "host.order"
	}
	if unit.ranks > 0 {
		points = u.Apply(min(max(0, unit.models(left)/unit.ranks-1), unit.mostRanks), cite, pointsText(u, name, "ranks"))
	}
	if unit.closeOrder > 0 && unit.strength(left) >= unit.closeOrder {
		points += u.Apply(c.closeOrderPoints, cite, pointsText(u, name, "close order"))
	}
	return points
}

// models returns the number of rank and file for the wounds that a unit has left.
func (c *combatant) models(wounds int) int {
	rankAndFile := max(0, wounds-c.characterWounds)
	if c.woundsPerModel > 1 { // The usual case needs no division.
		rankAndFile = (rankAndFile + c.woundsPerModel - 1) / c.woundsPerModel
	}
	return rankAndFile
}

// modelsWithCharacter returns the number of models of a unit, with its character.
func (c *combatant) modelsWithCharacter(wounds int) int {
	if c.characterWounds > 0 && wounds > 0 {
		return c.models(wounds) + 1
	}
	return c.models(wounds)
}

// strength returns the Unit Strength of a unit for the wounds that it has left.
func (c *combatant) strength(wounds int) int {
	strength := c.models(wounds) * c.unitStrength
	if c.characterWounds > 0 && wounds > 0 {
		strength += c.characterStrength
	}
	return strength
}

// initiativeOrder adds the fighters of a unit to those of others in order of Initiative, highest
// first.
func initiativeOrder(order []strike, unit int, combatant *combatant, kind turnKind) []strike {
	for fighterKind := range combatant.fighters {
		fighters := &combatant.fighters[fighterKind]
		if !fighters.present {
			continue
		}
		i := len(order)
		order = append(order, strike{})
		for ; i > 0 && order[i-1].initiative < fighters.initiative[kind]; i-- {
			order[i] = order[i-1]
		}
		order[i] = strike{uint8(unit), uint8(fighterKind), fighters.initiative[kind]}
	}
	return order
}

// woundsLeft is the wounds that both units have left, with those of their characters, who are the
// last to fall.
type woundsLeft [2]int

// woundsLeft returns the wounds with which both units begin.
func (o *opponents) woundsLeft(u *rule.Umpire, combat *preparedCombat) (wounds woundsLeft) {
	for i, unit := range o.sides {
		wounds[i] = unit.woundsLeft(u) + combat.sides[i].characterWounds
	}
	return wounds
}

// between is the combat between the two units in one kind of turn.
func (c *preparedCombat) between(kind turnKind, who *players) combatRound {
	return combatRound{
		units:   [3]*combatant{&c.sides[attackers], &c.sides[defenders], nil},
		foe:     [3]uint8{defenders, attackers, defenders},
		kinds:   [3]turnKind{kind, kind, laterRound},
		names:   [3]string{who.names[0], who.names[1], ""},
		rollers: [3]rule.Side{who.sides[0], who.sides[1], who.sides[0]},
		order:   c.order[kind][:],
		fear:    c.fear,
	}
}

// A roundResult is what the attacks of a round between two units have done.
type roundResult struct {
	left   woundsLeft
	caused [2]int // wounds that each unit has caused
}

// fightRound plays the attacks of one round between two units.
func (c *preparedCombat) fightRound(u *rule.Umpire, kind turnKind, start woundsLeft, who *players) roundResult {
	round := c.between(kind, who)
	left, caused := round.fightRound(u, [3]int{start[attackers], start[defenders], 0})
	return roundResult{woundsLeft{left[attackers], left[defenders]}, [2]int{caused[attackers], caused[defenders]}}
}

// overwhelmed reports whether the Unit Strength of a side that has lost is so small that the winner
// overwhelms it.
func (c *preparedCombat) overwhelmed(loser int, left woundsLeft) bool {
	winner := 1 - loser
	return c.sides[winner].strength(left[winner]) > c.overwhelmTimes*c.sides[loser].strength(left[loser])
}

// A roundStart is a combat at the start of a round.
type roundStart struct {
	combat *preparedCombat
	kind   turnKind
	start  woundsLeft
}

// roundRoll is fightRound as a subroll, because a siege meets the same round in many turns.
var roundRoll = rule.NewResultSubroll("round of combat", func(u *rule.Umpire, round roundStart) roundResult {
	return round.combat.fightRound(u, round.kind, round.start, &assaultPlayers)
})

// sideNames are the two sides of a combat without names.
var sideNames = [2]string{"the attackers", "the garrison"}

// recordPoints records points of a side for something, unless there are none.
func recordPoints(u *rule.Umpire, n int, cite rule.Clause, name, cause string) int {
	if n == 0 {
		return 0
	}
	return u.Apply(n, cite, pointsText(u, name, cause))
}

// pointsText returns the text for points of a side.
func pointsText(u *rule.Umpire, name, cause string) string {
	return u.Text("", func() string { return "points of " + name + " for " + cause })
}
