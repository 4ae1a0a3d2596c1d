package konflikt47

import "loophole/rule"

// playAssault plays an assault to its result.
func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	return s.fight(u, [2]rule.Side{attacker, defender})
}

// fight plays an assault between the attackers' and the defenders' side: the attackers' order
// test, the defenders' reaction, and rounds until one side wins or both break off.
func (s *Assault) fight(u *rule.Umpire, sides [2]rule.Side) AssaultOutcome {
	c := prepareAssault.For(u, s)
	now := closeQuartersRound{a: c.a.protection.men, d: c.d.protection.men, aPins: c.a.protection.pins, dPins: c.d.protection.pins}
	if !rule.Checkpoint(u, "start", &now) {
		return AssaultOutcome{}
	}
	o := c.command.orderTest(u, true)
	if o.Answer != Obeys {
		return AssaultOutcome{Result: NotMade, Answer: o.Answer, Attackers: now.a, APins: o.Pins, Defenders: now.d, DPins: now.dPins, DDie: c.die}
	}
	if !s.Ordered {
		now.aPins = o.Pins
	}
	if ended, result := s.react(u, c, &now, sides); ended {
		return c.outcome(u, result, now, sides)
	}
	for {
		if !rule.Checkpoint(u, "round", &now) {
			return AssaultOutcome{}
		}
		if ended, result := c.round(u, &now, sides); ended {
			return c.outcome(u, result, now, sides)
		}
	}
}

// react plays the reaction of the defenders (host.reaction), and reports whether it ends the
// assault. They roll a reaction test, and take a pin if they fail it. Then they escape, or
// stand and shoot.
func (s *Assault) react(u *rule.Umpire, c *closeQuarters, now *closeQuartersRound, sides [2]rule.Side) (ended bool, result Result) {
	if s.Reacts == Stand {
		return false, Drawn
	}
	if u.Ruling(&reactions) == reactionsTest && !passesReaction(u.By(sides[1]), int(c.d.protection.morale), int(now.dPins)) {
		u.Note("host.reaction", "the unit fails its reaction test and is pinned")
		now.dPins += uint8(u.Fact(&failedPins))
		if now.dPins >= c.d.protection.brokenAt {
			u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
			now.d, now.dPins = 0, 0
			return true, AttackersWin
		}
		return false, Drawn
	}
	if s.Reacts == Escape {
		u.Note("host.reaction", "the defenders escape with a Run")
		return true, Escaped
	}
	now.shot = true
	h := c.a.protection
	h.pins = now.aPins
	var t fireResult
	after := UnitResult{Pins: h.pins}
	betweenSides(u, sides[1], sides[0], func() {
		for _, v := range c.reactionFire {
			if v.shots > 0 {
				t.add(&h, v.resolve(u), false, 0)
			}
		}
		if t.hit {
			after = h.afterFire(u, t, NoDie)
		}
	})
	if after.Fate == Destroyed {
		return true, ShotDown
	}
	now.a, now.aPins = now.a-after.Lost, after.Pins
	return false, Drawn
}

// round plays one round, and reports whether it decides the fight (host.blows). In the first
// round a side that shoots does so before the other side strikes. Else both strike at once,
// as over a defended obstacle (assault.obstacle), or the attackers strike first and the
// casualties do not strike back.
func (c *closeQuarters) round(u *rule.Umpire, now *closeQuartersRound, sides [2]rule.Side) (ended bool, result Result) {
	a, d := now.a, now.d
	fighting := a
	if !now.later {
		fighting = min(a, c.atOpening)
	}
	var lostA, lostD uint8
	aShoots, dShoots := c.a.style == PointBlank && !now.later, c.d.style == PointBlank && !now.later
	switch {
	case aShoots && !dShoots:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		lostD = min(d, c.a.attack(u, sides[0], sides[1], fighting, now.aPins, true))
		lostA = min(a, c.d.attack(u, sides[1], sides[0], d-lostD, now.dPins, false))
	case dShoots && !aShoots:
		u.Note("host.blows", "shooting comes before hand-to-hand fighting")
		lostA = min(a, c.d.attack(u, sides[1], sides[0], d, now.dPins, true))
		lostD = min(d, c.a.attack(u, sides[0], sides[1], fighting-min(fighting, lostA), now.aPins, false))
	case now.later && c.together[1] || !now.later && c.together[0]:
		lostD = min(d, c.a.attack(u, sides[0], sides[1], fighting, now.aPins, aShoots))
		lostA = min(a, c.d.attack(u, sides[1], sides[0], d, now.dPins, dShoots))
	default:
		u.Note("host.blows", "the attackers strike first")
		lostD = min(d, c.a.attack(u, sides[0], sides[1], fighting, now.aPins, aShoots))
		lostA = min(a, c.d.attack(u, sides[1], sides[0], d-lostD, now.dPins, dShoots))
	}
	now.a, now.d, now.later = a-lostA, d-lostD, true
	return c.compareLosses(u, now, lostA, lostD, sides)
}

// compareLosses decides the round: the side that lost more men loses the fight, unless its
// men are fanatics (host.fanatics). A draw may end it.
func (c *closeQuarters) compareLosses(u *rule.Umpire, now *closeQuartersRound, lostA, lostD uint8, sides [2]rule.Side) (ended bool, result Result) {
	switch {
	case now.a == 0 && now.d == 0:
		return true, BothDestroyed
	case now.d == 0 || lostD > lostA && !c.d.fanatics && now.a > 0:
		return true, AttackersWin
	case now.a == 0 || lostA > lostD && !c.a.fanatics:
		return true, DefendersWin
	case c.a.handToHandDice(now.a, now.aPins)+c.d.handToHandDice(now.d, now.dPins) == 0:
		u.Note("host.draw", "both sides have too many pins to fight on")
		return true, Drawn
	}
	if lostA != lostD {
		u.Note("host.fanatics", "fanatics draw the round instead of losing it, and want to fight on")
	}
	return c.drawEnds(u, sides), Drawn
}

// drawOptions are the options of a side after a drawn round.
var drawOptions = []string{"fight on", "break off"}

// drawEnds reports whether a draw ends the fight (host.draw): unless both fight on, as fanatics do.
func (c *closeQuarters) drawEnds(u *rule.Umpire, sides [2]rule.Side) bool {
	if !c.agreed {
		u.Note("host.draw", "the round is drawn: the sides fight another")
		return false
	}
	fightsOn := func(by rule.Side, x *closeQuartersSide) bool {
		return x.fanatics || u.Choose(by, "host.draw", "a drawn round", drawOptions...) == 0
	}
	return !fightsOn(sides[0], &c.a) || !fightsOn(sides[1], &c.d)
}

// outcome ends the assault. The losers are destroyed (host.loser). Winners outside regroup
// D6 inches, winners inside take the floor (host.regroup).
func (c *closeQuarters) outcome(u *rule.Umpire, r Result, now closeQuartersRound, sides [2]rule.Side) AssaultOutcome {
	f := AssaultOutcome{Result: r}
	outside, winners := false, sides[0]
	switch r {
	case AttackersWin:
		u.Note("host.loser", "the losers are destroyed")
		f.Attackers, f.APins, f.Taken, outside = now.a, now.aPins, c.takes, c.outside
	case DefendersWin:
		u.Note("host.loser", "the losers are destroyed")
		f.Defenders, f.DPins, f.DDie, outside = now.d, now.dPins, c.defendersDie(now.shot, FireDie), c.defendersOutside
		winners = sides[1]
	case Drawn:
		u.Note("host.draw", "both sides go back to where they were")
		f.Attackers, f.APins, f.Defenders, f.DPins, f.DDie = now.a, now.aPins, now.d, now.dPins, c.defendersDie(now.shot, FireDie)
	case ShotDown:
		f.Defenders, f.DPins, f.DDie = now.d, now.dPins, c.defendersDie(true, FireDie)
	case Escaped:
		u.Note("host.regroup", "the attackers find no defenders")
		f.Attackers, f.APins, f.Defenders, f.DPins, f.DDie = now.a, now.aPins, now.d, now.dPins, c.defendersDie(true, RunDie)
		f.Taken = c.takes
		return f
	}
	switch {
	case outside:
		f.Regroup = uint8(u.By(winners).Sum(1, rule.Die(u.Fact(&regroupFaces)), "host.regroup", "inches that the winners regroup"))
	case f.Taken:
		u.Note("host.regroup", "the winners may regroup on the floor")
	}
	return f
}

// defendersDie returns the die that the defenders show: that of their reaction, if they
// reacted and the ruling reaction-die counts it as their order.
func (c *closeQuarters) defendersDie(reacted bool, of Die) Die {
	if reacted && !c.keepsOrder {
		return of
	}
	return c.die
}

// attack rolls the hand-to-hand attacks of a side, or its shots, and returns the casualties of its enemy.
func (x *closeQuartersSide) attack(u *rule.Umpire, by, at rule.Side, men, pins uint8, shoots bool) (lost uint8) {
	if !u.Hands() { // exact odds do this most, and save the closure
		return x.rollAttack(u, men, pins, shoots)
	}
	betweenSides(u, by, at, func() { lost = x.rollAttack(u, men, pins, shoots) })
	return lost
}

// rollAttack rolls the attack. Its caller has set the side that rolls. Of men who shoot, those with the best
// weapons take the room that there is.
func (x *closeQuartersSide) rollAttack(u *rule.Umpire, men, pins uint8, shoots bool) (lost uint8) {
	if !shoots {
		n := x.handToHandDice(men, pins)
		if n == 0 || x.wound.need > 6 {
			return 0
		}
		return uint8(x.wound.resolve(u, n).lost)
	}
	left, room := x.menLeft(men), x.room
	for i := x.bestKind(&left); i >= 0 && room > 0; i = x.bestKind(&left) {
		k := &x.kinds[i]
		n := min(left[i], room)
		v := volley{shots: n * k.shots, need: uint8(max(2, min(7, int(k.score)+int(pins)))), wound: k.shot}
		room, left[i] = room-n, 0
		for j := x.bestKind(&left); j >= 0 && room > 0 && x.kinds[j].score == k.score && x.kinds[j].shot == k.shot; j = x.bestKind(&left) {
			n := min(left[j], room)
			v.shots += n * x.kinds[j].shots
			room, left[j] = room-n, 0
		}
		lost += uint8(v.resolve(u).lost)
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
		k := &x.kinds[i]
		v := volley{need: uint8(k.score), wound: k.shot}
		if w := int(k.shots) * v.odds(); left[i] > 0 && w > most {
			best, most = i, w
		}
	}
	return best
}

// prepareAssault works out an assault up to the first roll.
var prepareAssault = rule.Precomputed[Assault, closeQuarters]{Compute: func(u *rule.Umpire, s *Assault) closeQuarters {
	s.note(u)
	c := closeQuarters{
		a: s.Attackers.closeQuartersSide(u), d: s.Defenders.closeQuartersSide(u),
		command:   Command{Order: Run, Threat: true, Body: s.Attackers.Body},
		atOpening: 255, outside: s.From == FromInside || s.From == FromOutside && s.StaysOut, defendersOutside: s.From == FromInside,
	}
	if s.Ordered {
		c.command.Pins = 0
	}
	c.takes, c.a.room, c.d.room = !c.outside, 255, 255
	if s.From == FromOutside {
		c.d.room = uint8(min(255, s.firingPlaces(u)))
	}
	c.a.prepareAttacks(u, &s.Attackers, &c.d)
	c.d.prepareAttacks(u, &s.Defenders, &c.a)
	s.prepareContact(u, &c)
	if s.Reacts == StandAndShoot {
		c.reactionFire = s.prepareReactionFire(u)
	}
	c.keepsOrder = s.Reacts != Stand && u.Ruling(&reactionDie) == reactionDieNo
	c.die = s.Defenders.Die
	return c
}}

// asTarget returns a side as a target of fire.
func (f *Fighters) asTarget() Troops { return Troops{Body: f.Body, Die: f.Die, Tough: f.Tough} }

// closeQuartersSide works out a side without its attacks.
func (f *Fighters) closeQuartersSide(u *rule.Umpire) closeQuartersSide {
	t := f.asTarget()
	x := closeQuartersSide{
		protection: t.infantryProtection(u, false), shotProtection: t.infantryProtection(u, true),
		assault: f.Assault, assaultDice: uint8(u.Fact(&assaultDice)), pinDice: uint8(u.Fact(&pinDice)),
		style: f.Style, fanatics: f.hasTrait(u, f.Fanatics, unitFanatics),
	}
	if f.Unit != 0 && f.Assault == 0 && u.LookupCell(&units, f.Unit, unitAssault) > 0 {
		x.assault = x.protection.men
	}
	x.listed = f.Assault == 0 && f.Weapons[0].Weapon > 0
	return x
}

// prepareAttacks works out the blows of a side against its enemy, and its shots at point-blank
// range in the first round, which hit on 2, and on 3 if its men are inexperienced.
func (x *closeQuartersSide) prepareAttacks(u *rule.Umpire, f *Fighters, enemy *closeQuartersSide) {
	pen := 0
	if f.Strong {
		pen = u.Fact(&strongPen)
	}
	x.wound = enemy.protection.withPenetration(u, pen).damageRoll()
	for i, g := range f.arms(u) {
		if g.Weapon == 0 {
			continue
		}
		k := sidearms{men: g.Count, close: sidearm(u, g.Weapon) && u.LookupCell(&weapons, g.Weapon, weaponAssault) > 0}
		if x.style == PointBlank && sidearm(u, g.Weapon) {
			k.shots = uint8(u.Cell(&weapons, g.Weapon, weaponShots))
			k.score = int8(u.Fact(&hitNeed) - u.Cell(&modifiers, modPointBlank, 0) - modifier(u, f.quality(u) == Inexperienced, modInexperienced))
			k.shot = enemy.shotProtection.withPenetration(u, u.Cell(&weapons, g.Weapon, weaponPen)).damageRoll()
			k.shot.exceptions = false
		}
		x.kinds[i] = k
	}
}

// A closeQuarters is an assault up to the first roll.
type closeQuarters struct {
	a, d             closeQuartersSide
	command          Command   // to the attackers
	reactionFire     [8]volley // of defenders who stand and shoot
	obstacle         bool      // the defenders stand behind a defended obstacle
	together         [2]bool   // both sides strike at once: in the first round, and later
	agreed           bool      // a drawn fight goes on only if both sides want it
	keepsOrder       bool      // a reaction is not the defenders' order of the turn
	atOpening        uint8     // attackers who fight in the first round
	takes            bool      // attackers who win take the floor
	outside          bool      // attackers who win are outside
	defendersOutside bool
	die              Die // that the defenders show
}

// A closeQuartersSide is one side of an assault.
type closeQuartersSide struct {
	protection     infantryProtection // against blows
	shotProtection infantryProtection // against shots
	wound          damageRoll         // of its enemies by its blows
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
	a     uint8 `key:"attackers" unit:"models" doc:"attackers left"`
	d     uint8 `key:"defenders" unit:"models" doc:"defenders left"`
	aPins uint8 `key:"attackers-pins" unit:"pins" doc:"pins of the attackers"`
	dPins uint8 `key:"defenders-pins" unit:"pins" doc:"pins of the defenders"`
	later bool  `key:"later" doc:"the first round is over"`
	shot  bool  `key:"reacted" doc:"the defenders stood and shot"`
}
