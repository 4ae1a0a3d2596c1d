package konflikt47

import "loophole/rule"

// playReaction plays the reaction of the defenders (host.reaction), and reports whether it ends the
// assault. They roll a reaction test: if they pass it they escape, or stand and shoot, and if they
// fail it they take a pin.
func (s *Assault) playReaction(u *rule.Umpire, prepared *preparedAssault, state *assaultState, sides [2]rule.Side) (ended bool, result Result) {
	if s.Reacts == Stand {
		return false, 0 // The assault goes on.
	}
	if u.Ruling(&reactions) == reactionsTest && !passesReaction(u.By(sides[1]), int(prepared.defenders.protection.morale), int(state.defendersPins)) {
		state.defendersPins += pinsOfFailedReaction(u)
		if isBroken(u, state.defendersPins, prepared.defenders.protection.brokenAt) {
			state.defenders, state.defendersPins = 0, 0
			return true, AttackersWin
		}
		return false, 0 // The assault goes on.
	}
	if s.Reacts == Escape {
		u.Note("host.reaction", "the defenders escape with a Run")
		return true, Escaped
	}
	state.reacted = true
	target := prepared.attackers.protection
	target.pins = state.attackersPins
	var fire fireResult
	after := UnitResult{Pins: target.pins}
	betweenSides(u, sides[1], sides[0], func() {
		for _, volley := range prepared.reactionFire {
			if volley.shots > 0 {
				fire.add(&target, volley.resolve(u), false, 0)
			}
		}
		if fire.hit {
			after = target.afterFire(u, fire, NoDie)
		}
	})
	if after.Fate == Destroyed {
		return true, ShotDown
	}
	state.attackers, state.attackersPins = state.attackers-after.Lost, after.Pins
	return false, 0 // The assault goes on.
}

// playRound plays one round, and reports whether it decides the fight (host.blows). In the first
// round a side that shoots does so before the other side strikes. Else both strike at once,
// as over a defended obstacle (assault.obstacle), or the attackers strike first and the
// casualties do not strike back.
func (p *preparedAssault) playRound(u *rule.Umpire, state *assaultState, sides [2]rule.Side) (ended bool, result Result) {
	attackers, defenders := state.attackers, state.defenders
	fighting := attackers
	if !state.laterRound {
		fighting = min(attackers, p.atOpening)
	}
	var attackersLost, defendersLost uint8
	attackersShoot, defendersShoot := p.attackers.style == PointBlank && !state.laterRound, p.defenders.style == PointBlank && !state.laterRound
	switch {
	case attackersShoot && !defendersShoot:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		defendersLost = min(defenders, p.attackers.attack(u, sides[0], sides[1], fighting, state.attackersPins, true))
		attackersLost = min(attackers, p.defenders.attack(u, sides[1], sides[0], defenders-defendersLost, state.defendersPins, false))
	case defendersShoot && !attackersShoot:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		attackersLost = min(attackers, p.defenders.attack(u, sides[1], sides[0], defenders, state.defendersPins, true))
		defendersLost = min(defenders, p.attackers.attack(u, sides[0], sides[1], fighting-min(fighting, attackersLost), state.attackersPins, false))
	case state.laterRound && p.simultaneous[1] || !state.laterRound && p.simultaneous[0]:
		defendersLost = min(defenders, p.attackers.attack(u, sides[0], sides[1], fighting, state.attackersPins, attackersShoot))
		attackersLost = min(attackers, p.defenders.attack(u, sides[1], sides[0], defenders, state.defendersPins, defendersShoot))
	default:
		u.Note("host.blows", "the attackers strike first")
		defendersLost = min(defenders, p.attackers.attack(u, sides[0], sides[1], fighting, state.attackersPins, attackersShoot))
		attackersLost = min(attackers, p.defenders.attack(u, sides[1], sides[0], defenders-defendersLost, state.defendersPins, defendersShoot))
	}
	state.attackers, state.defenders, state.laterRound = attackers-attackersLost, defenders-defendersLost, true
	return p.compareLosses(u, state, attackersLost, defendersLost, sides)
}

// compareLosses decides the round: the side that lost more men loses the fight, unless its
// men are fanatics (host.fanatics). A draw may end it.
func (p *preparedAssault) compareLosses(u *rule.Umpire, state *assaultState, attackersLost, defendersLost uint8, sides [2]rule.Side) (ended bool, result Result) {
	switch {
	case state.attackers == 0 && state.defenders == 0:
		return true, BothDestroyed
	case state.defenders == 0 || defendersLost > attackersLost && !p.defenders.fanatics && state.attackers > 0:
		return true, AttackersWin
	case state.attackers == 0 || attackersLost > defendersLost && !p.attackers.fanatics:
		return true, DefendersWin
	case p.attackers.handToHandDice(state.attackers, state.attackersPins)+p.defenders.handToHandDice(state.defenders, state.defendersPins) == 0:
		u.Note("host.draw", "both sides have too many pins to fight on")
		return true, Drawn
	}
	if attackersLost != defendersLost {
		u.Note("host.fanatics", "fanatics draw the round instead of losing it, and want to fight on")
	}
	return p.drawEnds(u, sides), Drawn
}

// drawOptions are the options of a side after a drawn round.
var drawOptions = []string{"fight on", "break off"}

// drawEnds reports whether a draw ends the fight (host.draw). It does, unless both sides choose to fight
// on; fanatics always do.
func (p *preparedAssault) drawEnds(u *rule.Umpire, sides [2]rule.Side) bool {
	if !p.drawNeedsAgreement {
		u.Note("host.draw", "the round is drawn: the sides fight another")
		return false
	}
	fightsOn := func(by rule.Side, side *assaultSide) bool {
		return side.fanatics || u.Choose(by, "host.draw", "a drawn round", drawOptions...) == 0
	}
	return !fightsOn(sides[0], &p.attackers) || !fightsOn(sides[1], &p.defenders)
}

// outcome ends the assault. The losers are destroyed (host.loser). Winners outside regroup
// D6 inches, winners inside take the floor (host.regroup).
func (p *preparedAssault) outcome(u *rule.Umpire, result Result, state assaultState, sides [2]rule.Side) AssaultOutcome {
	outcome := AssaultOutcome{Result: result}
	outside, winners := false, sides[0]
	switch result {
	case AttackersWin:
		u.Note("host.loser", "the losers are destroyed")
		outcome.Attackers, outcome.AttackersPins, outcome.Taken, outside = state.attackers, state.attackersPins, !p.attackersOutside, p.attackersOutside
	case DefendersWin:
		u.Note("host.loser", "the losers are destroyed")
		outcome.Defenders, outcome.DefendersPins, outcome.DefendersDie, outside = state.defenders, state.defendersPins, p.defendersDie(state.reacted, FireDie), p.defendersOutside
		winners = sides[1]
	case Drawn:
		u.Note("host.draw", "both sides go back to where they were")
		outcome.Attackers, outcome.AttackersPins, outcome.Defenders, outcome.DefendersPins, outcome.DefendersDie = state.attackers, state.attackersPins, state.defenders, state.defendersPins, p.defendersDie(state.reacted, FireDie)
	case ShotDown:
		outcome.Defenders, outcome.DefendersPins, outcome.DefendersDie = state.defenders, state.defendersPins, p.defendersDie(true, FireDie)
	case Escaped:
		u.Note("host.regroup", "the attackers find no defenders")
		outcome.Attackers, outcome.AttackersPins, outcome.Defenders, outcome.DefendersPins, outcome.DefendersDie = state.attackers, state.attackersPins, state.defenders, state.defendersPins, p.defendersDie(true, RunDie)
		outcome.Taken = !p.attackersOutside
		return outcome
	}
	switch {
	case outside:
		outcome.Regroup = uint8(u.By(winners).Sum(1, rule.Die(u.Fact(&regroupFaces)), "host.regroup", "inches that the winners regroup"))
	case outcome.Taken:
		u.Note("host.regroup", "the winners may regroup on the floor")
	}
	return outcome
}

// defendersDie returns the die that the defenders show: that of their reaction, if they
// reacted and the ruling reaction-die counts it as their order.
func (p *preparedAssault) defendersDie(reacted bool, reactionDie Die) Die {
	if reacted && !p.keepsOrder {
		return reactionDie
	}
	return p.defendersOrderDie
}

// attack rolls the hand-to-hand attacks of a side, or its shots, and returns the casualties of its
// enemy.
func (s *assaultSide) attack(u *rule.Umpire, by, at rule.Side, men, pins uint8, shoots bool) (lost uint8) {
	if !u.ReadsSides() { // Exact odds roll here most often. They need no sides.
		return s.rollAttack(u, men, pins, shoots)
	}
	betweenSides(u, by, at, func() { lost = s.rollAttack(u, men, pins, shoots) })
	return lost
}

// rollAttack rolls the attack. Its caller has set the side that rolls. Of men who shoot, those with
// the best weapons take the room that there is.
func (s *assaultSide) rollAttack(u *rule.Umpire, men, pins uint8, shoots bool) (lost uint8) {
	if !shoots {
		n := s.handToHandDice(men, pins)
		if n == 0 || s.handToHandDamage.need > 6 {
			return 0
		}
		return s.handToHandDamage.resolve(u, n).lost
	}
	left, room := s.menLeft(men), s.shootingRoom
	for i := s.bestKind(&left); i >= 0 && room > 0; i = s.bestKind(&left) {
		kind := &s.kinds[i]
		n := min(left[i], room)
		volley := volley{shots: n * kind.shots, need: uint8(max(2, min(7, int(kind.score)+int(pins)))), damage: kind.shotDamage}
		room, left[i] = room-n, 0
		for j := s.bestKind(&left); j >= 0 && room > 0 && s.kinds[j].score == kind.score && s.kinds[j].shotDamage == kind.shotDamage; j = s.bestKind(&left) {
			n := min(left[j], room)
			volley.shots += n * s.kinds[j].shots
			room, left[j] = room-n, 0
		}
		lost += volley.resolve(u).lost
	}
	return lost
}

// handToHandDice returns the dice of a side in hand-to-hand fighting: one for each man, two
// with an assault weapon, and one fewer for each pin (host.blows). Unless the weapons are
// listed, men without assault weapons are lost first.
func (s *assaultSide) handToHandDice(men, pins uint8) int {
	assault := min(s.assault, men)
	if s.weaponsListed {
		assault = 0
		for i, n := range s.menLeft(men) {
			if s.kinds[i].assaultWeapon {
				assault += n
			}
		}
	}
	return max(0, int(men)+int(assault)*(int(s.assaultWeaponDice)-1)-int(pins)*int(s.diceLostPerPin))
}

// menLeft returns the men left with each kind of weapon if the side has so many men left: men
// without a weapon of their own are lost first, then those with the first kinds.
func (s *assaultSide) menLeft(men uint8) (left [4]uint8) {
	for i := range s.kinds {
		left[i] = s.kinds[i].men
	}
	loseArmedMen(&left, s.protection.men, s.protection.men-min(men, s.protection.men))
	return left
}

// loseArmedMen takes casualties off left, the numbers of men with each kind of weapon. Of the unit's
// men, those without a weapon of their own are lost first, then those with the first kinds.
func loseArmedMen(left *[4]uint8, men, lost uint8) {
	if lost == 0 {
		return
	}
	armed := left[0] + left[1] + left[2] + left[3]
	lost -= min(lost, men-min(armed, men))
	for i := range left {
		n := min(lost, left[i])
		left[i], lost = left[i]-n, lost-n
	}
}

// bestKind returns the kind of weapon whose men, if any are left, do most damage, or -1.
func (s *assaultSide) bestKind(left *[4]uint8) int {
	best, most := -1, 0
	for i := range left {
		kind := &s.kinds[i]
		volley := volley{need: uint8(kind.score), damage: kind.shotDamage}
		if expected := int(kind.shots) * volley.damageChance(); left[i] > 0 && expected > most {
			best, most = i, expected
		}
	}
	return best
}

// prepareAssault works out an assault up to the first roll.
var prepareAssault = rule.Precomputed[Assault, preparedAssault]{Compute: func(u *rule.Umpire, s *Assault) preparedAssault {
	s.noteRules(u)
	prepared := preparedAssault{
		attackers: s.Attackers.assaultSide(u), defenders: s.Defenders.assaultSide(u),
		command:   Command{Order: Run, Threat: true, Body: s.Attackers.Body},
		atOpening: anyNumber, attackersOutside: s.From == FromInside || s.From == FromOutside && s.StaysOut, defendersOutside: s.From == FromInside,
	}
	if s.Ordered {
		prepared.command.Pins = 0
	}
	prepared.attackers.shootingRoom, prepared.defenders.shootingRoom = anyNumber, anyNumber
	if s.From == FromOutside {
		prepared.defenders.shootingRoom = uint8(min(anyNumber, s.firingPlaces(u)))
		prepared.defenders.takeExtraProtection(u)
	}
	prepared.attackers.prepareAttacks(u, &s.Attackers, &prepared.defenders)
	prepared.defenders.prepareAttacks(u, &s.Defenders, &prepared.attackers)
	s.prepareContact(u, &prepared)
	if s.Reacts == StandAndShoot {
		prepared.reactionFire = s.prepareReactionFire(u)
	}
	prepared.keepsOrder = s.Reacts != Stand && u.Ruling(&reactionDie) == reactionDieNo
	prepared.defendersOrderDie = s.Defenders.Die
	return prepared
}}

// asTarget returns a side as a target of fire.
func (f *Fighters) asTarget() Troops { return Troops{Body: f.Body, Die: f.Die, Tough: f.Tough} }

// assaultSide works out a side without its attacks.
func (f *Fighters) assaultSide(u *rule.Umpire) assaultSide {
	target := f.asTarget()
	side := assaultSide{
		protection: target.infantryProtection(u, false), shotProtection: target.infantryProtection(u, true),
		assault: f.Assault, assaultWeaponDice: uint8(u.Fact(&assaultWeaponDice)), diceLostPerPin: uint8(u.Fact(&diceLostPerPin)),
		style: f.Style, fanatics: f.hasTrait(u, f.Fanatics, unitFanatics),
	}
	if f.Unit != 0 && f.Assault == 0 && u.LookupCell(&units, f.Unit, unitAssault) > 0 {
		side.assault = side.protection.men
	}
	side.weaponsListed = f.Assault == 0 && f.Weapons[0].Weapon > 0
	return side
}

// takeExtraProtection gives a side inside a building the protection of the walls (extra.six) from those who
// assault it, as far as the ruling close-protection goes.
func (s *assaultSide) takeExtraProtection(u *rule.Umpire) {
	reading := u.Ruling(&closeProtection)
	if reading == closeProtectionNo {
		return
	}
	need := uint8(u.Fact(&extraProtectionScore))
	if s.shotProtection.need = max(s.shotProtection.need, need); reading == closeProtectionAlways {
		s.protection.need = max(s.protection.need, need)
	}
}

// prepareAttacks works out the blows of a side against its enemy, and its shots at point-blank
// range in the first round, which hit on 2, and on 3 if its men are inexperienced.
func (s *assaultSide) prepareAttacks(u *rule.Umpire, fighters *Fighters, enemy *assaultSide) {
	pen := 0
	if fighters.Strong {
		pen = u.Fact(&strongPen)
	}
	s.handToHandDamage = enemy.protection.withPenetration(u, pen).damageRoll()
	for i, weapon := range fighters.arms(u) {
		if weapon.Weapon == 0 {
			continue
		}
		kind := armedMen{men: weapon.Count, assaultWeapon: shootsAtPointBlank(u, weapon.Weapon) && u.LookupCell(&weapons, weapon.Weapon, weaponAssault) > 0}
		if s.style == PointBlank && shootsAtPointBlank(u, weapon.Weapon) {
			kind.shots = uint8(u.Cell(&weapons, weapon.Weapon, weaponShots))
			kind.score = int8(u.Fact(&toHitScore) - u.Cell(&modifiers, modPointBlank, 0) - modifier(u, fighters.quality(u) == Inexperienced, modInexperienced))
			kind.shotDamage = enemy.shotProtection.withPenetration(u, u.Cell(&weapons, weapon.Weapon, weaponPen)).damageRoll()
			kind.shotDamage.exceptional = false
		}
		s.kinds[i] = kind
	}
}

// A preparedAssault is an assault up to the first roll.
type preparedAssault struct {
	attackers, defenders assaultSide
	command              Command   // to the attackers
	reactionFire         [8]volley // of defenders who stand and shoot
	simultaneous         [2]bool   // both sides strike at once: in the first round, and later
	drawNeedsAgreement   bool      // a drawn fight goes on only if both sides want it
	keepsOrder           bool      // a reaction is not the defenders' order of the turn
	atOpening            uint8     // attackers who fight in the first round
	attackersOutside     bool      // attackers who win are outside; else they take the floor
	defendersOutside     bool
	defendersOrderDie    Die // that the defenders show
}

// An assaultSide is one side of an assault.
type assaultSide struct {
	protection        infantryProtection // against blows
	shotProtection    infantryProtection // against shots
	handToHandDamage  damageRoll         // of its hand-to-hand attacks on its enemy
	assault           uint8              // men with assault weapons
	assaultWeaponDice uint8              // dice of each of them
	diceLostPerPin    uint8              // in hand-to-hand fighting
	style             Style
	kinds             [4]armedMen
	shootingRoom      uint8 // men who have room to shoot
	weaponsListed     bool  // kinds say who has an assault weapon
	fanatics          bool
}

// armedMen are the men of a side with the same weapon.
type armedMen struct {
	men           uint8
	assaultWeapon bool  // the weapon is an assault weapon
	shots         uint8 // of each man at point-blank range
	score         int8  // with which a shot hits, before pins
	shotDamage    damageRoll
}

// An assaultState is the state of a fight at the beginning of a round.
type assaultState struct {
	attackers     uint8 `key:"attackers" unit:"models" doc:"attackers left"`
	defenders     uint8 `key:"defenders" unit:"models" doc:"defenders left"`
	attackersPins uint8 `key:"attackers-pins" unit:"pins" doc:"pins of the attackers"`
	defendersPins uint8 `key:"defenders-pins" unit:"pins" doc:"pins of the defenders"`
	laterRound    bool  `key:"later" doc:"the first round is over"`
	reacted       bool  `key:"reacted" doc:"the defenders stood and shot"`
}
