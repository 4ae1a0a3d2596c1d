package konflikt47

import "loophole/rule"

// playAssault plays an assault to its result.
func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	return s.playFight(u, [2]rule.Side{attacker, defender})
}

// playFight plays an assault between the attackers' and the defenders' side: the attackers' order
// test, the defenders' reaction, and rounds until one side wins or both break off.
func (s *Assault) playFight(u *rule.Umpire, sides [2]rule.Side) AssaultOutcome {
	fight := prepareAssault.For(u, s)
	now := closeQuartersRound{attackers: fight.attackers.protection.men, defenders: fight.defenders.protection.men, attackersPins: fight.attackers.protection.pins, defendersPins: fight.defenders.protection.pins}
	if !rule.Checkpoint(u, "start", &now) {
		return AssaultOutcome{}
	}
	ordered := fight.command.orderTest(u, true)
	if ordered.Answer != Obeys {
		return AssaultOutcome{Result: NotMade, Answer: ordered.Answer, Attackers: now.attackers, APins: ordered.Pins, Defenders: now.defenders, DPins: now.defendersPins, DDie: fight.defendersOrderDie}
	}
	if !s.Ordered {
		now.attackersPins = ordered.Pins
	}
	if ended, result := s.playReaction(u, fight, &now, sides); ended {
		return fight.outcome(u, result, now, sides)
	}
	for {
		if !rule.Checkpoint(u, "round", &now) {
			return AssaultOutcome{}
		}
		if ended, result := fight.playRound(u, &now, sides); ended {
			return fight.outcome(u, result, now, sides)
		}
	}
}

// playReaction plays the reaction of the defenders (host.reaction), and reports whether it ends the
// assault. They roll a reaction test, and take a pin if they fail it. Then they escape, or
// stand and shoot.
func (s *Assault) playReaction(u *rule.Umpire, fight *closeQuarters, now *closeQuartersRound, sides [2]rule.Side) (ended bool, result Result) {
	if s.Reacts == Stand {
		return false, Drawn
	}
	if u.Ruling(&reactions) == reactionsTest && !passesReaction(u.By(sides[1]), int(fight.defenders.protection.morale), int(now.defendersPins)) {
		u.Note("host.reaction", "the unit fails its reaction test and is pinned")
		now.defendersPins += uint8(u.Fact(&failedPins))
		if now.defendersPins >= fight.defenders.protection.brokenAt {
			u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
			now.defenders, now.defendersPins = 0, 0
			return true, AttackersWin
		}
		return false, Drawn
	}
	if s.Reacts == Escape {
		u.Note("host.reaction", "the defenders escape with a Run")
		return true, Escaped
	}
	now.reacted = true
	target := fight.attackers.protection
	target.pins = now.attackersPins
	var fire fireResult
	after := UnitResult{Pins: target.pins}
	betweenSides(u, sides[1], sides[0], func() {
		for _, volley := range fight.reactionFire {
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
	now.attackers, now.attackersPins = now.attackers-after.Lost, after.Pins
	return false, Drawn
}

// playRound plays one round, and reports whether it decides the fight (host.blows). In the first
// round a side that shoots does so before the other side strikes. Else both strike at once,
// as over a defended obstacle (assault.obstacle), or the attackers strike first and the
// casualties do not strike back.
func (c *closeQuarters) playRound(u *rule.Umpire, now *closeQuartersRound, sides [2]rule.Side) (ended bool, result Result) {
	attackers, defenders := now.attackers, now.defenders
	fighting := attackers
	if !now.later {
		fighting = min(attackers, c.atOpening)
	}
	var attackersLost, defendersLost uint8
	attackersShoot, defendersShoot := c.attackers.style == PointBlank && !now.later, c.defenders.style == PointBlank && !now.later
	switch {
	case attackersShoot && !defendersShoot:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		defendersLost = min(defenders, c.attackers.attack(u, sides[0], sides[1], fighting, now.attackersPins, true))
		attackersLost = min(attackers, c.defenders.attack(u, sides[1], sides[0], defenders-defendersLost, now.defendersPins, false))
	case defendersShoot && !attackersShoot:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		attackersLost = min(attackers, c.defenders.attack(u, sides[1], sides[0], defenders, now.defendersPins, true))
		defendersLost = min(defenders, c.attackers.attack(u, sides[0], sides[1], fighting-min(fighting, attackersLost), now.attackersPins, false))
	case now.later && c.simultaneous[1] || !now.later && c.simultaneous[0]:
		defendersLost = min(defenders, c.attackers.attack(u, sides[0], sides[1], fighting, now.attackersPins, attackersShoot))
		attackersLost = min(attackers, c.defenders.attack(u, sides[1], sides[0], defenders, now.defendersPins, defendersShoot))
	default:
		u.Note("host.blows", "the attackers strike first")
		defendersLost = min(defenders, c.attackers.attack(u, sides[0], sides[1], fighting, now.attackersPins, attackersShoot))
		attackersLost = min(attackers, c.defenders.attack(u, sides[1], sides[0], defenders-defendersLost, now.defendersPins, defendersShoot))
	}
	now.attackers, now.defenders, now.later = attackers-attackersLost, defenders-defendersLost, true
	return c.compareLosses(u, now, attackersLost, defendersLost, sides)
}

// compareLosses decides the round: the side that lost more men loses the fight, unless its
// men are fanatics (host.fanatics). A draw may end it.
func (c *closeQuarters) compareLosses(u *rule.Umpire, now *closeQuartersRound, attackersLost, defendersLost uint8, sides [2]rule.Side) (ended bool, result Result) {
	switch {
	case now.attackers == 0 && now.defenders == 0:
		return true, BothDestroyed
	case now.defenders == 0 || defendersLost > attackersLost && !c.defenders.fanatics && now.attackers > 0:
		return true, AttackersWin
	case now.attackers == 0 || attackersLost > defendersLost && !c.attackers.fanatics:
		return true, DefendersWin
	case c.attackers.handToHandDice(now.attackers, now.attackersPins)+c.defenders.handToHandDice(now.defenders, now.defendersPins) == 0:
		u.Note("host.draw", "both sides have too many pins to fight on")
		return true, Drawn
	}
	if attackersLost != defendersLost {
		u.Note("host.fanatics", "fanatics draw the round instead of losing it, and want to fight on")
	}
	return c.drawEnds(u, sides), Drawn
}

// drawOptions are the options of a side after a drawn round.
var drawOptions = []string{"fight on", "break off"}

// drawEnds reports whether a draw ends the fight (host.draw): unless both fight on, as fanatics do.
func (c *closeQuarters) drawEnds(u *rule.Umpire, sides [2]rule.Side) bool {
	if !c.drawNeedsAgreement {
		u.Note("host.draw", "the round is drawn: the sides fight another")
		return false
	}
	fightsOn := func(by rule.Side, x *closeQuartersSide) bool {
		return x.fanatics || u.Choose(by, "host.draw", "a drawn round", drawOptions...) == 0
	}
	return !fightsOn(sides[0], &c.attackers) || !fightsOn(sides[1], &c.defenders)
}

// outcome ends the assault. The losers are destroyed (host.loser). Winners outside regroup
// D6 inches, winners inside take the floor (host.regroup).
func (c *closeQuarters) outcome(u *rule.Umpire, result Result, now closeQuartersRound, sides [2]rule.Side) AssaultOutcome {
	outcome := AssaultOutcome{Result: result}
	outside, winners := false, sides[0]
	switch result {
	case AttackersWin:
		u.Note("host.loser", "the losers are destroyed")
		outcome.Attackers, outcome.APins, outcome.Taken, outside = now.attackers, now.attackersPins, c.takesFloor, c.attackersOutside
	case DefendersWin:
		u.Note("host.loser", "the losers are destroyed")
		outcome.Defenders, outcome.DPins, outcome.DDie, outside = now.defenders, now.defendersPins, c.defendersDie(now.reacted, FireDie), c.defendersOutside
		winners = sides[1]
	case Drawn:
		u.Note("host.draw", "both sides go back to where they were")
		outcome.Attackers, outcome.APins, outcome.Defenders, outcome.DPins, outcome.DDie = now.attackers, now.attackersPins, now.defenders, now.defendersPins, c.defendersDie(now.reacted, FireDie)
	case ShotDown:
		outcome.Defenders, outcome.DPins, outcome.DDie = now.defenders, now.defendersPins, c.defendersDie(true, FireDie)
	case Escaped:
		u.Note("host.regroup", "the attackers find no defenders")
		outcome.Attackers, outcome.APins, outcome.Defenders, outcome.DPins, outcome.DDie = now.attackers, now.attackersPins, now.defenders, now.defendersPins, c.defendersDie(true, RunDie)
		outcome.Taken = c.takesFloor
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
func (c *closeQuarters) defendersDie(reacted bool, of Die) Die {
	if reacted && !c.keepsOrder {
		return of
	}
	return c.defendersOrderDie
}

// attack rolls the hand-to-hand attacks of a side, or its shots, and returns the casualties of its
// enemy.
func (x *closeQuartersSide) attack(u *rule.Umpire, by, at rule.Side, men, pins uint8, shoots bool) (lost uint8) {
	if !u.Hands() { // exact odds do this most, and save the closure
		return x.rollAttack(u, men, pins, shoots)
	}
	betweenSides(u, by, at, func() { lost = x.rollAttack(u, men, pins, shoots) })
	return lost
}

// rollAttack rolls the attack. Its caller has set the side that rolls. Of men who shoot, those with
// the best weapons take the room that there is.
func (x *closeQuartersSide) rollAttack(u *rule.Umpire, men, pins uint8, shoots bool) (lost uint8) {
	if !shoots {
		n := x.handToHandDice(men, pins)
		if n == 0 || x.damage.need > 6 {
			return 0
		}
		return uint8(x.damage.resolve(u, n).lost)
	}
	left, room := x.menLeft(men), x.room
	for i := x.bestKind(&left); i >= 0 && room > 0; i = x.bestKind(&left) {
		kind := &x.kinds[i]
		n := min(left[i], room)
		volley := volley{shots: n * kind.shots, need: uint8(max(2, min(7, int(kind.score)+int(pins)))), damage: kind.shot}
		room, left[i] = room-n, 0
		for j := x.bestKind(&left); j >= 0 && room > 0 && x.kinds[j].score == kind.score && x.kinds[j].shot == kind.shot; j = x.bestKind(&left) {
			n := min(left[j], room)
			volley.shots += n * x.kinds[j].shots
			room, left[j] = room-n, 0
		}
		lost += uint8(volley.resolve(u).lost)
	}
	return lost
}

// handToHandDice returns the dice of a side in hand-to-hand fighting: one for each man, two
// with an assault weapon, and one fewer for each pin (host.blows). Unless the weapons are
// listed, men without assault weapons are lost first.
func (x *closeQuartersSide) handToHandDice(men, pins uint8) int {
	assault := min(x.assault, men)
	if x.listed {
		assault = 0
		for i, n := range x.menLeft(men) {
			if x.kinds[i].close {
				assault += n
			}
		}
	}
	return max(0, int(men)+int(assault)*(int(x.assaultDice)-1)-int(pins)*int(x.pinDice))
}

// menLeft returns the men left of each kind, if so many are left in all: men without a weapon
// of their own are lost first, then the first kinds.
func (x *closeQuartersSide) menLeft(men uint8) (left [4]uint8) {
	for i := range x.kinds {
		left[i] = x.kinds[i].men
	}
	loseArms(&left, x.protection.men, x.protection.men-min(men, x.protection.men))
	return left
}

// loseArms takes away the weapons, kind by kind, of men of whom some are lost: first those without
// a weapon of their own, then those with the first kinds.
func loseArms(arms *[4]uint8, men, lost uint8) {
	if lost == 0 {
		return
	}
	armed := arms[0] + arms[1] + arms[2] + arms[3]
	lost -= min(lost, men-min(armed, men))
	for i := range arms {
		n := min(lost, arms[i])
		arms[i], lost = arms[i]-n, lost-n
	}
}

// bestKind returns the kind of weapon with men left that does most damage, or -1.
func (x *closeQuartersSide) bestKind(left *[4]uint8) int {
	best, most := -1, 0
	for i := range left {
		kind := &x.kinds[i]
		volley := volley{need: uint8(kind.score), damage: kind.shot}
		if worth := int(kind.shots) * volley.odds(); left[i] > 0 && worth > most {
			best, most = i, worth
		}
	}
	return best
}

// prepareAssault works out an assault up to the first roll.
var prepareAssault = rule.Precomputed[Assault, closeQuarters]{Compute: func(u *rule.Umpire, s *Assault) closeQuarters {
	s.note(u)
	fight := closeQuarters{
		attackers: s.Attackers.closeQuartersSide(u), defenders: s.Defenders.closeQuartersSide(u),
		command:   Command{Order: Run, Threat: true, Body: s.Attackers.Body},
		atOpening: 255, attackersOutside: s.From == FromInside || s.From == FromOutside && s.StaysOut, defendersOutside: s.From == FromInside,
	}
	if s.Ordered {
		fight.command.Pins = 0
	}
	fight.takesFloor, fight.attackers.room, fight.defenders.room = !fight.attackersOutside, 255, 255
	if s.From == FromOutside {
		fight.defenders.room = uint8(min(255, s.firingPlaces(u)))
	}
	fight.attackers.prepareAttacks(u, &s.Attackers, &fight.defenders)
	fight.defenders.prepareAttacks(u, &s.Defenders, &fight.attackers)
	s.prepareContact(u, &fight)
	if s.Reacts == StandAndShoot {
		fight.reactionFire = s.prepareReactionFire(u)
	}
	fight.keepsOrder = s.Reacts != Stand && u.Ruling(&reactionDie) == reactionDieNo
	fight.defendersOrderDie = s.Defenders.Die
	return fight
}}

// asTarget returns a side as a target of fire.
func (f *Fighters) asTarget() Troops { return Troops{Body: f.Body, Die: f.Die, Tough: f.Tough} }

// closeQuartersSide works out a side without its attacks.
func (f *Fighters) closeQuartersSide(u *rule.Umpire) closeQuartersSide {
	target := f.asTarget()
	side := closeQuartersSide{
		protection: target.infantryProtection(u, false), shotProtection: target.infantryProtection(u, true),
		assault: f.Assault, assaultDice: uint8(u.Fact(&assaultDice)), pinDice: uint8(u.Fact(&pinDice)),
		style: f.Style, fanatics: f.hasTrait(u, f.Fanatics, unitFanatics),
	}
	if f.Unit != 0 && f.Assault == 0 && u.LookupCell(&units, f.Unit, unitAssault) > 0 {
		side.assault = side.protection.men
	}
	side.listed = f.Assault == 0 && f.Weapons[0].Weapon > 0
	return side
}

// prepareAttacks works out the blows of a side against its enemy, and its shots at point-blank
// range in the first round, which hit on 2, and on 3 if its men are inexperienced.
func (x *closeQuartersSide) prepareAttacks(u *rule.Umpire, fighters *Fighters, enemy *closeQuartersSide) {
	pen := 0
	if fighters.Strong {
		pen = u.Fact(&strongPen)
	}
	x.damage = enemy.protection.withPenetration(u, pen).damageRoll()
	for i, weapon := range fighters.arms(u) {
		if weapon.Weapon == 0 {
			continue
		}
		kind := sidearms{men: weapon.Count, close: isSidearm(u, weapon.Weapon) && u.LookupCell(&weapons, weapon.Weapon, weaponAssault) > 0}
		if x.style == PointBlank && isSidearm(u, weapon.Weapon) {
			kind.shots = uint8(u.Cell(&weapons, weapon.Weapon, weaponShots))
			kind.score = int8(u.Fact(&hitNeed) - u.Cell(&modifiers, modPointBlank, 0) - modifier(u, fighters.quality(u) == Inexperienced, modInexperienced))
			kind.shot = enemy.shotProtection.withPenetration(u, u.Cell(&weapons, weapon.Weapon, weaponPen)).damageRoll()
			kind.shot.exceptions = false
		}
		x.kinds[i] = kind
	}
}

// A closeQuarters is an assault up to the first roll.
type closeQuarters struct {
	attackers, defenders closeQuartersSide
	command              Command   // to the attackers
	reactionFire         [8]volley // of defenders who stand and shoot
	obstacle             bool      // the defenders stand behind a defended obstacle
	simultaneous         [2]bool   // both sides strike at once: in the first round, and later
	drawNeedsAgreement   bool      // a drawn fight goes on only if both sides want it
	keepsOrder           bool      // a reaction is not the defenders' order of the turn
	atOpening            uint8     // attackers who fight in the first round
	takesFloor           bool      // attackers who win take the floor
	attackersOutside     bool      // attackers who win are outside
	defendersOutside     bool
	defendersOrderDie    Die // that the defenders show
}

// A closeQuartersSide is one side of an assault.
type closeQuartersSide struct {
	protection     infantryProtection // against blows
	shotProtection infantryProtection // against shots
	damage         damageRoll         // of its enemies by its blows
	assault        uint8              // men with assault weapons
	assaultDice    uint8              // dice of each of them
	pinDice        uint8              // dice fewer for each pin
	style          Style
	kinds          [4]sidearms
	room           uint8 // men who have room to shoot
	listed         bool  // the kinds tell who has an assault weapon
	fanatics       bool
}

// A sidearms is the men of a side with the same weapon.
type sidearms struct {
	men   uint8
	close bool  // it is an assault weapon
	shots uint8 // of each man at point-blank range
	score int8  // that hits, before pins
	shot  damageRoll
}

// A closeQuartersRound is the state of a fight at the beginning of a round.
type closeQuartersRound struct {
	attackers     uint8 `key:"attackers" unit:"models" doc:"attackers left"`
	defenders     uint8 `key:"defenders" unit:"models" doc:"defenders left"`
	attackersPins uint8 `key:"attackers-pins" unit:"pins" doc:"pins of the attackers"`
	defendersPins uint8 `key:"defenders-pins" unit:"pins" doc:"pins of the defenders"`
	later         bool  `key:"later" doc:"the first round is over"`
	reacted       bool  `key:"reacted" doc:"the defenders stood and shot"`
}
