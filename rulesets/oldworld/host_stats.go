package oldworld

import "loophole/rule"

// prepareStrikers works out the attacks of every kind of fighter in some kinds of turn. The last of
// them has the longest charge, if any has a charge.
func (o *opponents) prepareStrikers(u *rule.Umpire, combat *preparedCombat, kinds []turnKind) {
	var strikerStats [2][3]attackStats
	var targetStats [2][2]defenceStats
	longest := kinds[len(kinds)-1]
	first, charge := longest.isFirst(), longest.isCharge()
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
		furious = u.Fact(&furiousChargeInches)
	}
	u.Note("host.fighters", "models in base contact use all their Attacks")
	for _, kind := range kinds {
		bonus := 0
		if kind.isCharge() {
			bonus = chargeInitiativeBonus(u, kind.inches())
		}
		for i := range combat.sides {
			for k := range strikerStats[i] {
				if strikerStats[i][k].present {
					combat.sides[i].fighters[k].setStats(u, strikerStats[i][k], targetStats[1-i], i, kind, bonus, furious)
				}
			}
		}
		combat.setOrder(kind)
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

// attackStats reads the characteristics of a model and its weapon. first is true in the first round of
// a combat, charges if the unit has charged, and charged if an enemy has charged the unit.
func (t *Troops) attackStats(u *rule.Umpire, first, charges, charged bool) attackStats {
	weapon := t.combatWeapon(u)
	stats := attackStats{
		present: true,
		ws:      profileValue(u, t.WS, t.Unit, unitWS), s: profileValue(u, t.S, t.Unit, unitStrength),
		i: profileValue(u, t.I, t.Unit, unitInitiative), a: profileValue(u, t.A, t.Unit, unitAttacks),
		armourBane: optionalCell(u, &units, t.Unit, unitBane),
		addS:       optionalCell(u, &weapons, weapon, weaponStrength),
		weaponBane: optionalCell(u, &weapons, weapon, weaponBane), strikesLast: hasTrait(u, &weapons, weapon, weaponLast),
		chargeOnly: hasTrait(u, &weapons, weapon, weaponChargeOnly),
	}
	if !stats.chargeOnly {
		stats.ap = optionalCell(u, &weapons, weapon, weaponAP)
	}
	if first {
		stats.firstWS, stats.firstI = optionalCell(u, &units, t.Unit, unitFirstWS), optionalCell(u, &units, t.Unit, unitFirstInitiative)
	}
	if charges {
		stats.furious, stats.chargeAP = optionalCell(u, &units, t.Unit, unitFurious), optionalCell(u, &weapons, weapon, weaponChargeAP)
	}
	if charged {
		stats.brace = optionalCell(u, &weapons, weapon, weaponBrace)
	}
	return stats
}

// mountStats reads the characteristics of a model's mount.
func (t *Troops) mountStats(u *rule.Umpire) attackStats {
	attackCount := optionalCell(u, &units, t.Unit, mountAttacks)
	if attackCount == 0 {
		return attackStats{}
	}
	u.Note("host.mounts", "mounts strike with their own characteristics")
	return attackStats{
		present: true, a: attackCount, ws: u.Cell(&units, t.Unit, mountWS),
		s: u.Cell(&units, t.Unit, mountStrength), i: u.Cell(&units, t.Unit, mountInitiative),
	}
}

// inTurn returns the characteristics in one kind of turn. bonus is the Initiative that the charge
// adds, furious the inches from which a charge adds Attacks.
func (stats attackStats) inTurn(u *rule.Umpire, side int, kind turnKind, bonus, furious int) attackStats {
	if kind.isFirst() {
		stats.ws += u.If(stats.firstWS > 0, stats.firstWS, "host.first-round", "Weapon Skill added in the first round")
		stats.i += u.If(stats.firstI > 0, stats.firstI, "host.first-round", "Initiative added in the first round")
	}
	if stats.strikesLast {
		stats.i = u.Apply(1, "host.initiative", "Initiative: the weapon strikes last")
	}
	charging := kind.isCharge() && side == attackers
	switch {
	case charging:
		stats.i = min(stats.i+bonus, 10)
		stats.a += u.If(stats.furious > 0 && kind.inches() >= furious, stats.furious, "host.first-round", "Attacks added on the charge")
	case kind.isCharge():
		stats.i += u.If(stats.brace > 0, stats.brace, "host.initiative", "Initiative added by a spear against a charge")
	}
	if stats.chargeOnly && !charging {
		return stats
	}
	stats.s, stats.armourBane = stats.s+stats.addS, max(stats.armourBane, stats.weaponBane)
	if charging {
		stats.ap = stats.chargeAP
	}
	return stats
}

// defenceStats are the characteristics of a target in combat: a model of the unit, or its
// character.
type defenceStats struct {
	side    *Troops
	ws      int
	firstWS int // Weapon Skill added in the first round
	save    int
}

// defenceStats reads the characteristics of a model as a target.
func (t *Troops) defenceStats(u *rule.Umpire, first bool) defenceStats {
	stats := defenceStats{side: t, ws: profileValue(u, t.WS, t.Unit, unitWS), save: t.armour(u, t.combatWeapon(u), true)}
	if first {
		stats.firstWS = optionalCell(u, &units, t.Unit, unitFirstWS)
	}
	return stats
}

// setStats sets the attacks of one kind of fighter for one kind of turn, against both targets.
func (f *fighters) setStats(u *rule.Umpire, stats attackStats, targets [2]defenceStats, side int, kind turnKind, bonus, furious int) {
	f.present = true
	stats = stats.inTurn(u, side, kind, bonus, furious)
	f.attacks[kind], f.initiative[kind] = uint8(stats.a), int8(stats.i)
	if f.reuse(kind, attackKey{stats.ws, stats.s, stats.ap, stats.armourBane, kind.isFirst()}) {
		return
	}
	for i := range targets {
		if targets[i].side == nil {
			continue
		}
		ws := targets[i].ws
		if kind.isFirst() {
			ws += u.If(targets[i].firstWS > 0, targets[i].firstWS, "host.first-round", "Weapon Skill added in the first round")
		}
		attacks := attacks{hit: uint8(u.Cell(&toHit, chartRow(stats.ws), min(max(ws, 1), 10)-1)), armourBane: uint8(stats.armourBane)}
		targets[i].side.fillDefence(u, &attacks, stats.s, stats.ap, targets[i].save)
		attacks.alreadyLost = 0
		f.rolls[kind][i] = attacks
	}
}

// setOrder sets the order of Initiative of one kind of turn.
func (c *preparedCombat) setOrder(kind turnKind) {
	order := c.order[kind][:0]
	for i := range c.sides {
		order = initiativeOrder(order, i, &c.sides[i], kind)
	}
	for i := len(order); i < len(c.order[kind]); i++ {
		c.order[kind][i].initiative = -1
	}
}

// characterAlone returns the unit's character as a unit of one model.
func (t *Troops) characterAlone() *Troops {
	return &Troops{Unit: t.Character, Models: 1, Weapon: t.CharacterWeapon}
}
