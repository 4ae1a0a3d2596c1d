package oldworld

import "loophole/rule"

// prepareStrikers computes the attacks of every kind of fighter in some kinds of turn. The last of
// the kinds is the longest charge.
func (o *opponents) prepareStrikers(u *rule.Umpire, combat *closeCombat, kinds []int) {
	var strikerStats [2][3]attackStats
	var targetStats [2][2]defenceStats
	last := kinds[len(kinds)-1] // the longest charge
	first, charge := last != laterRound, last > noCharge
	for i := range combat.sides {
		unit := o.sides[i]
		charges, charged := charge && i == attackers, charge && i == defenders
		strikerStats[i][rankAndFile], strikerStats[i][mounts] = unit.attackStats(u, first, charges, charged), unit.mountStats(u)
		targetStats[i][0] = unit.defenceStats(u, first)
		if unit.Character > 0 {
			strikerStats[i][character] = unit.characterAlone().attackStats(u, first, charges, charged)
			targetStats[i][1] = unit.characterAlone().defenceStats(u, first)
		}
	}
	furious := 0
	if strikerStats[attackers][rankAndFile].furious > 0 || strikerStats[attackers][character].furious > 0 {
		furious = u.Fact(&furiousLeast)
	}
	u.Note("host.fighters", "models in base contact use all their Attacks")
	for _, turnKind := range kinds {
		bonus := 0
		if turnKind > noCharge {
			bonus = chargeInitiativeBonus(u, chargeInches(turnKind))
		}
		for i := range combat.sides {
			for k := range strikerStats[i] {
				if strikerStats[i][k].present {
					combat.sides[i].fighters[k].setStats(u, strikerStats[i][k], targetStats[1-i], i, turnKind, bonus, furious)
				}
			}
		}
		combat.setOrder(turnKind)
	}
}

// attackStats are the characteristics with which one kind of fighter attacks, read from the tables
// once.
type attackStats struct {
	present                        bool
	ws, s, i, a, armourBane        int
	firstWS, firstI, furious       int // added in the first round, and on a charge
	addS, ap, chargeAP, weaponBane int // of the weapon: Strength, Armour Piercing, Armour Bane
	strikesLast, chargeOnly        bool
	brace                          int
}

// attackStats reads the characteristics of a model and its weapon. first is the first round of a
// combat, charges that the unit has charged, charged that it was charged.
func (d *Side) attackStats(u *rule.Umpire, first, charges, charged bool) attackStats {
	weapon := d.combatWeapon(u)
	stats := attackStats{
		present: true,
		ws:      profileValue(u, d.WS, d.Unit, unitWS), s: profileValue(u, d.S, d.Unit, unitStrength),
		i: profileValue(u, d.I, d.Unit, unitInitiative), a: profileValue(u, d.A, d.Unit, unitAttacks),
		armourBane: optionalCell(u, &units, d.Unit, unitBane, 0),
		addS:       optionalCell(u, &weapons, weapon, weaponStrength, 0),
		weaponBane: optionalCell(u, &weapons, weapon, weaponBane, 0), strikesLast: optionalCell(u, &weapons, weapon, weaponLast, 0) == 1,
		chargeOnly: optionalCell(u, &weapons, weapon, weaponChargeOnly, 0) == 1,
	}
	if !stats.chargeOnly {
		stats.ap = optionalCell(u, &weapons, weapon, weaponAP, 0)
	}
	if first {
		stats.firstWS, stats.firstI = optionalCell(u, &units, d.Unit, unitFirstWS, 0), optionalCell(u, &units, d.Unit, unitFirstInitiative, 0)
	}
	if charges {
		stats.furious, stats.chargeAP = optionalCell(u, &units, d.Unit, unitFurious, 0), optionalCell(u, &weapons, weapon, weaponChargeAP, 0)
	}
	if charged {
		stats.brace = optionalCell(u, &weapons, weapon, weaponBrace, 0)
	}
	return stats
}

// mountStats reads the characteristics of a model's mount.
func (d *Side) mountStats(u *rule.Umpire) attackStats {
	a := optionalCell(u, &units, d.Unit, mountAttacks, 0)
	if a == 0 {
		return attackStats{}
	}
	u.Note("host.mounts", "mounts strike with their own characteristics")
	return attackStats{
		present: true, a: a, ws: u.Cell(&units, d.Unit, mountWS),
		s: u.Cell(&units, d.Unit, mountStrength), i: u.Cell(&units, d.Unit, mountInitiative),
	}
}

// inTurn returns the characteristics in one kind of turn. bonus is the Initiative that the charge
// adds, furious the inches from which a charge adds Attacks.
func (k attackStats) inTurn(u *rule.Umpire, side, turnKind, bonus, furious int) attackStats {
	if turnKind != laterRound {
		k.ws += u.If(k.firstWS > 0, k.firstWS, "host.first-round", "Weapon Skill added in the first round")
		k.i += u.If(k.firstI > 0, k.firstI, "host.first-round", "Initiative added in the first round")
	}
	if k.strikesLast {
		k.i = u.Apply(1, "host.initiative", "Initiative: the weapon strikes last")
	}
	charging := turnKind > noCharge && side == attackers
	switch {
	case charging:
		k.i = min(k.i+bonus, 10)
		k.a += u.If(k.furious > 0 && chargeInches(turnKind) >= furious, k.furious, "host.first-round", "Attacks added on the charge")
	case turnKind > noCharge:
		k.i += u.If(k.brace > 0, k.brace, "host.initiative", "Initiative added by a spear against a charge")
	}
	if k.chargeOnly && !charging {
		return k
	}
	k.s, k.armourBane = k.s+k.addS, max(k.armourBane, k.weaponBane)
	if charging {
		k.ap = k.chargeAP
	}
	return k
}

// defenceStats are the characteristics of a target in combat: a model of the unit, or its
// character.
type defenceStats struct {
	side    *Side
	ws      int
	firstWS int // Weapon Skill added in the first round
	save    int
}

// defenceStats reads the characteristics of a model as a target.
func (d *Side) defenceStats(u *rule.Umpire, first bool) defenceStats {
	m := defenceStats{side: d, ws: profileValue(u, d.WS, d.Unit, unitWS), save: d.armour(u, d.combatWeapon(u), true)}
	if first {
		m.firstWS = optionalCell(u, &units, d.Unit, unitFirstWS, 0)
	}
	return m
}

// A rollKey is all that the attacks of a kind of turn depend on. Turns with equal keys share their
// attacks.
type rollKey struct {
	ws, s, ap, armourBane int
	first                 bool
	turn                  int
}

// setStats sets the attacks of one kind of fighter for one kind of turn, against both targets.
func (c *fighters) setStats(u *rule.Umpire, stats attackStats, targets [2]defenceStats, side, turnKind, bonus, furious int) {
	c.present = true
	stats = stats.inTurn(u, side, turnKind, bonus, furious)
	c.attacks[turnKind], c.initiative[turnKind] = uint8(stats.a), int8(stats.i)
	now := rollKey{stats.ws, stats.s, stats.ap, stats.armourBane, turnKind != laterRound, turnKind}
	if was := c.latest; was.turn < turnKind && (rollKey{was.ws, was.s, was.ap, was.armourBane, was.first, turnKind}) == now {
		c.rolls[turnKind] = c.rolls[was.turn] // equal to those of another kind of turn
		return
	}
	c.latest = now
	for i := range targets {
		if targets[i].side == nil {
			continue
		}
		ws := targets[i].ws
		if turnKind != laterRound {
			ws += u.If(targets[i].firstWS > 0, targets[i].firstWS, "host.first-round", "Weapon Skill added in the first round")
		}
		attacks := attacks{hit: uint8(u.Cell(&toHit, chartRow(stats.ws), min(max(ws, 1), 10)-1)), armourBane: uint8(stats.armourBane)}
		targets[i].side.fillDefence(u, &attacks, stats.s, stats.ap, targets[i].save)
		attacks.alreadyLost = 0
		c.rolls[turnKind][i] = attacks
	}
}

// chargeInches is the full inches of the charge in a kind of turn.
func chargeInches(t int) int {
	if t == underOneInch {
		return 0
	}
	return t - noCharge
}

// setOrder sets the order of Initiative of one kind of turn.
func (c *closeCombat) setOrder(kind int) {
	order := c.order[kind][:0]
	for i := range c.sides {
		order = initiativeOrder(order, i, &c.sides[i], kind)
	}
	for i := len(order); i < len(c.order[kind]); i++ {
		c.order[kind][i].initiative = -1
	}
}

// characterAlone is the unit's character as a unit of one model.
func (d *Side) characterAlone() *Side {
	return &Side{Unit: d.Character, Models: 1, Weapon: d.CharacterWeapon}
}
