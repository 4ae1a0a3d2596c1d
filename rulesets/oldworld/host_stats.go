package oldworld

import "loophole/rule"

// prepareStrikers computes the attacks of every kind of fighter in some kinds of turn. The last of
// the kinds is the longest charge.
func (o *opponents) prepareStrikers(u *rule.Umpire, b *closeCombat, kinds []int) {
	var kits [2][3]attackStats
	var marks [2][2]defenceStats
	last := kinds[len(kinds)-1] // the longest charge
	first, charge := last != laterRound, last > noCharge
	for i := range b.sides {
		d := o.sides[i]
		charges, charged := charge && i == attackers, charge && i == defenders
		kits[i][rankAndFile], kits[i][mounts] = d.attackStats(u, first, charges, charged), d.mountStats(u)
		marks[i][0] = d.defenceStats(u, first)
		if d.Character > 0 {
			kits[i][character] = d.characterAlone().attackStats(u, first, charges, charged)
			marks[i][1] = d.characterAlone().defenceStats(u, first)
		}
	}
	furious := 0
	if kits[attackers][rankAndFile].furious > 0 || kits[attackers][character].furious > 0 {
		furious = u.Fact(&furiousLeast)
	}
	u.Note("host.fighters", "models in base contact use all their Attacks")
	for _, t := range kinds {
		bonus := 0
		if t > noCharge {
			bonus = chargeInitiativeBonus(u, chargeInches(t))
		}
		for i := range b.sides {
			for k := range kits[i] {
				if kits[i][k].there {
					b.sides[i].fighters[k].setStats(u, kits[i][k], marks[1-i], i, t, bonus, furious)
				}
			}
		}
		b.setOrder(t)
	}
}

// attackStats are the characteristics with which one kind of fighter attacks, read from the tables
// once.
type attackStats struct {
	there                          bool
	ws, s, i, a, bane              int
	firstWS, firstI, furious       int // added in the first round, and on a charge
	addS, ap, chargeAP, weaponBane int // of the weapon: Strength, Armour Piercing, Armour Bane
	strikesLast, chargeOnly        bool
	brace                          int
}

// attackStats reads the characteristics of a model and its weapon. first is the first round of a
// combat, charges that the unit has charged, charged that it was charged.
func (d *Side) attackStats(u *rule.Umpire, first, charges, charged bool) attackStats {
	w := d.arm(u)
	k := attackStats{
		there: true,
		ws:    own(u, d.WS, d.Unit, unitWS), s: own(u, d.S, d.Unit, unitStrength),
		i: own(u, d.I, d.Unit, unitInitiative), a: own(u, d.A, d.Unit, unitAttacks),
		bane:       extra(u, &units, d.Unit, unitBane, 0),
		addS:       extra(u, &weapons, w, weaponStrength, 0),
		weaponBane: extra(u, &weapons, w, weaponBane, 0), strikesLast: extra(u, &weapons, w, weaponLast, 0) == 1,
		chargeOnly: extra(u, &weapons, w, weaponChargeOnly, 0) == 1,
	}
	if !k.chargeOnly {
		k.ap = extra(u, &weapons, w, weaponAP, 0)
	}
	if first {
		k.firstWS, k.firstI = extra(u, &units, d.Unit, unitFirstWS, 0), extra(u, &units, d.Unit, unitFirstInitiative, 0)
	}
	if charges {
		k.furious, k.chargeAP = extra(u, &units, d.Unit, unitFurious, 0), extra(u, &weapons, w, weaponChargeAP, 0)
	}
	if charged {
		k.brace = extra(u, &weapons, w, weaponBrace, 0)
	}
	return k
}

// mountStats reads the characteristics of a model's mount.
func (d *Side) mountStats(u *rule.Umpire) attackStats {
	a := extra(u, &units, d.Unit, mountAttacks, 0)
	if a == 0 {
		return attackStats{}
	}
	u.Note("host.mounts", "mounts strike with their own characteristics")
	return attackStats{
		there: true, a: a, ws: u.Cell(&units, d.Unit, mountWS),
		s: u.Cell(&units, d.Unit, mountStrength), i: u.Cell(&units, d.Unit, mountInitiative),
	}
}

// inTurn returns the characteristics in one kind of turn. bonus is the Initiative that the charge
// adds, furious the inches from which a charge adds Attacks.
func (k attackStats) inTurn(u *rule.Umpire, side, t, bonus, furious int) attackStats {
	if t != laterRound {
		k.ws += u.If(k.firstWS > 0, k.firstWS, "host.first-round", "Weapon Skill added in the first round")
		k.i += u.If(k.firstI > 0, k.firstI, "host.first-round", "Initiative added in the first round")
	}
	if k.strikesLast {
		k.i = u.Apply(1, "host.initiative", "Initiative: the weapon strikes last")
	}
	charging := t > noCharge && side == attackers
	switch {
	case charging:
		k.i = min(k.i+bonus, 10)
		k.a += u.If(k.furious > 0 && chargeInches(t) >= furious, k.furious, "host.first-round", "Attacks added on the charge")
	case t > noCharge:
		k.i += u.If(k.brace > 0, k.brace, "host.initiative", "Initiative added by a spear against a charge")
	}
	if k.chargeOnly && !charging {
		return k
	}
	k.s, k.bane = k.s+k.addS, max(k.bane, k.weaponBane)
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
	m := defenceStats{side: d, ws: own(u, d.WS, d.Unit, unitWS), save: d.armour(u, d.arm(u), true)}
	if first {
		m.firstWS = extra(u, &units, d.Unit, unitFirstWS, 0)
	}
	return m
}

// A rollKey is all that the attacks of a kind of turn depend on. Turns with equal keys share their
// attacks.
type rollKey struct {
	ws, s, ap, bane int
	first           bool
	turn            int
}

// setStats sets the attacks of one kind of fighter for one kind of turn, against both targets.
func (c *fighters) setStats(u *rule.Umpire, k attackStats, marks [2]defenceStats, side, t, bonus, furious int) {
	c.there = true
	k = k.inTurn(u, side, t, bonus, furious)
	c.attacks[t], c.initiative[t] = uint8(k.a), int8(k.i)
	now := rollKey{k.ws, k.s, k.ap, k.bane, t != laterRound, t}
	if was := c.latest; was.turn < t && (rollKey{was.ws, was.s, was.ap, was.bane, was.first, t}) == now {
		c.rolls[t] = c.rolls[was.turn] // equal to those of another kind of turn
		return
	}
	c.latest = now
	for i := range marks {
		if marks[i].side == nil {
			continue
		}
		ws := marks[i].ws
		if t != laterRound {
			ws += u.If(marks[i].firstWS > 0, marks[i].firstWS, "host.first-round", "Weapon Skill added in the first round")
		}
		b := attacks{hit: uint8(u.Cell(&toHit, chartRow(k.ws), min(max(ws, 1), 10)-1)), bane: uint8(k.bane)}
		marks[i].side.fillDefence(u, &b, k.s, k.ap, marks[i].save)
		b.alreadyLost = 0
		c.rolls[t][i] = b
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
func (b *closeCombat) setOrder(kind int) {
	order := b.order[kind][:0]
	for i := range b.sides {
		order = initiativeOrder(order, i, &b.sides[i], kind)
	}
	for i := len(order); i < len(b.order[kind]); i++ {
		b.order[kind][i].at = -1
	}
}

// characterAlone is the unit's character as a unit of one model.
func (d *Side) characterAlone() *Side {
	return &Side{Unit: d.Character, Models: 1, Weapon: d.CharacterWeapon}
}
