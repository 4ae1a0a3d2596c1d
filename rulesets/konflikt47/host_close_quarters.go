package konflikt47

import "loophole/rule"

// A closeQuarters is an assault up to the first roll.
type closeQuarters struct {
	a, d             closeQuartersSide
	command          Command      // of the attackers
	reactionFire     reactionFire // of defenders who stand and shoot
	obstacle         bool         // a defended one
	together         [2]bool      // nobody strikes first: in the first round, and in later ones
	agreed           bool         // a drawn fight goes on only if both sides want it
	keepsOrder       bool         // who reacts keeps his order
	atOpening        uint8        // attackers who fight in the first round
	takes            bool         // attackers who win are on the floor
	outside          bool         // the attackers are outside if they win
	defendersOutside bool         // the defenders are outside
	die              Die          // that the defenders show
}

// A closeQuartersSide is a side of a contest.
type closeQuartersSide struct {
	protection     infantryProtection
	shotProtection infantryProtection // against shots
	wound          damageRoll         // of its enemies by its blows
	assault        uint8              // men with assault weapons
	per            uint8              // dice of each of them
	pins           uint8              // dice fewer for each pin
	style          Style
	kinds          [4]sidearms
	room           uint8 // men who have room to shoot
	listed         bool  // the kinds say who has an assault weapon
	fanatics       bool
}

// sidearms are the men of a side with weapons alike.
type sidearms struct {
	men   uint8
	close bool  // assault weapons
	shots uint8 // of each man, at point-blank range
	score int8  // they hit on, but for pins
	shot  damageRoll
}

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
	s.ground(u, &c)
	if s.Reacts == StandAndShoot {
		c.reactionFire = s.prepareReactionFire(u)
	}
	c.keepsOrder = s.Reacts != Stand && u.Ruling(&reactionDie) == 1
	c.die = s.Defenders.Die
	return c
}}

// ground is what the place of the fight means.
func (s *Assault) ground(u *rule.Umpire, c *closeQuarters) {
	switch s.From {
	case FromInside:
		u.Note("leave.assault-out", "they leap out of the building")
		c.obstacle = s.Obstacle
	case FromOutside:
		u.Note("assault.ground", "an assault on the ground floor from outside")
		u.Note("assault.contact", "they stand against the building, one man at least at an opening")
		c.obstacle = true
		if u.Ruling(&whoFights) == 1 {
			c.atOpening = uint8(min(s.openings()*u.Fact(&openingMen), 255))
		}
	case FromBeside:
		u.Note("leave.assault-adjoining", "an assault into a connected section")
		c.obstacle = u.Ruling(&internalObstacle) == 0
	default:
		u.Note("leave.assault-floor", "an assault on the next floor")
		c.obstacle = u.Ruling(&internalObstacle) == 0
	}
	if c.obstacle {
		u.Note("assault.obstacle", "as over a defended obstacle")
		c.together[0] = u.Fact(&together) == 1
	} else {
		c.together[0] = u.Fact(&firstBlow) == 0
	}
	c.together[1] = u.Fact(&laterBlows) == 1
	c.agreed = u.Fact(&drawAgreed) == 1
}

// asTarget is a side as it is fired at.
func (f *Fighters) asTarget() Troops { return Troops{Body: f.Body, Die: f.Die, Tough: f.Tough} }

func (f *Fighters) closeQuartersSide(u *rule.Umpire) closeQuartersSide {
	t := f.asTarget()
	x := closeQuartersSide{
		protection: t.infantryProtection(u, false), shotProtection: t.infantryProtection(u, true), assault: f.Assault, per: uint8(u.Fact(&assaultDice)), pins: uint8(u.Fact(&pinDice)),
		style: f.Style, fanatics: f.hasTrait(u, f.Fanatics, unitFanatics),
	}
	if f.Unit != 0 && f.Assault == 0 && u.LookupCell(&units, f.Unit, unitAssault) > 0 {
		x.assault = x.protection.men
	}
	x.listed = f.Assault == 0 && f.Weapons[0].Weapon > 0
	return x
}

// prepareAttacks works out what a side does to its enemy.
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

// prepareReactionFire is the shots of defenders who stand and shoot.
func (s *Assault) prepareReactionFire(u *rule.Umpire) reactionFire {
	if s.From == FromOutside {
		u.Note("host.reaction", "the defenders may stand and shoot from their openings")
	} else {
		u.Note("leave.react", "the defenders may stand and shoot")
		u.Note("leave.no-cover", "by then the attackers have left the building, and have no cover")
	}
	return s.reactionVolleys(u)
}

// A closeQuartersRound is the state of a fight at the beginning of a round.
type closeQuartersRound struct {
	a     uint8 `key:"attackers" unit:"men" doc:"attackers who are left"`
	d     uint8 `key:"defenders" unit:"men" doc:"defenders who are left"`
	aPins uint8 `key:"attackers-pins" unit:"pins" doc:"pins of the attackers"`
	dPins uint8 `key:"defenders-pins" unit:"pins" doc:"pins of the defenders"`
	later bool  `key:"later" doc:"it is not the first round"`
	shot  bool  `key:"reacted" doc:"the defenders stood and shot"`
}

func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	return s.fight(u, [2]rule.Side{attacker, defender})
}

// fight is the assault between two sides that have names.
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
	switch s.react(u, c, &now, sides) {
	case ShotDown:
		return AssaultOutcome{Result: ShotDown, Defenders: now.d, DPins: now.dPins, DDie: c.defendersDie(true, FireDie)}
	case AttackersWin:
		return c.outcome(u, AttackersWin, now, sides)
	case Escaped:
		u.Note("host.regroup", "the attackers find nobody")
		return AssaultOutcome{Result: Escaped, Taken: c.takes, Attackers: now.a, APins: now.aPins, Defenders: now.d, DPins: now.dPins, DDie: c.defendersDie(true, RunDie)}
	}
	for {
		if !rule.Checkpoint(u, "round", &now) {
			return AssaultOutcome{}
		}
		if done, result := c.round(u, &now, sides); done {
			return c.outcome(u, result, now, sides)
		}
	}
}

// react is what the defenders do before they are reached.
func (s *Assault) react(u *rule.Umpire, c *closeQuarters, now *closeQuartersRound, sides [2]rule.Side) Result {
	if s.Reacts == Stand {
		return Drawn
	}
	if u.Ruling(&reactions) == 0 && !passesReaction(u.By(sides[1]), int(c.d.protection.morale), int(now.dPins)) {
		u.Note("host.reaction", "no reaction, and a pin")
		now.dPins += uint8(u.Fact(&failedPins))
		if now.dPins >= c.d.protection.brokenAt {
			u.Note("host.broken", "as many pins as morale: the unit is destroyed")
			now.d, now.dPins = 0, 0
			return AttackersWin
		}
		return Drawn
	}
	if s.Reacts == Escape {
		u.Note("host.reaction", "they escape with a Run of their own")
		return Escaped
	}
	now.shot = true
	h := c.a.protection
	h.pins = now.aPins
	var t fireResult
	after := UnitResult{Pins: h.pins}
	betweenSides(u, sides[1], sides[0], func() {
		for i := range c.reactionFire.n {
			if c.reactionFire.volleys[i].shots > 0 {
				t.add(&h, volleyRoll.Roll(u, c.reactionFire.volleys[i]), false, 0)
			}
		}
		if t.hit {
			after = h.afterFire(u, t, NoDie)
		}
	})
	if after.Fate == Destroyed {
		return ShotDown
	}
	now.a, now.aPins = now.a-after.Lost, after.Pins
	return Drawn
}

// menLeft is how many men are left of each kind: those without a weapon of their
// own are lost first, and then the first kinds.
func (x *closeQuartersSide) menLeft(men uint8) (c [4]uint8) {
	lost, armed := x.protection.men-min(men, x.protection.men), uint8(0)
	for i := range x.kinds {
		armed += x.kinds[i].men
	}
	lost -= min(lost, x.protection.men-min(armed, x.protection.men))
	for i := range x.kinds {
		n := min(lost, x.kinds[i].men)
		c[i], lost = x.kinds[i].men-n, lost-n
	}
	return c
}

// handToHandDice of a side in hand-to-hand fighting: its men, more for assault weapons,
// fewer for pins. Where nothing is listed, men without assault weapons are
// removed first.
func (x *closeQuartersSide) handToHandDice(men, pins uint8) int {
	close := min(x.assault, men)
	if x.listed {
		close = 0
		for i, n := range x.menLeft(men) {
			if x.kinds[i].close {
				close += n
			}
		}
	}
	return max(0, int(men)+int(close)*(int(x.per)-1)-int(pins)*int(x.pins))
}

// attack is the blows of a side, or its shots: casualties of its enemy.
func (x *closeQuartersSide) attack(u *rule.Umpire, by, at rule.Side, men, pins uint8, shoots bool) (lost uint8) {
	if !u.Hands() { // this is what exact odds do most
		return x.rollAttack(u, men, pins, shoots)
	}
	betweenSides(u, by, at, func() { lost = x.rollAttack(u, men, pins, shoots) })
	return lost
}

// rollAttack is the same with dice that have hands.
func (x *closeQuartersSide) rollAttack(u *rule.Umpire, men, pins uint8, shoots bool) (lost uint8) {
	if !shoots {
		n := x.handToHandDice(men, pins)
		if n == 0 || x.wound.need > 6 {
			return 0
		}
		return uint8(x.wound.casualties(u, n))
	}
	c, room := x.menLeft(men), x.room
	for i := x.bestKind(&c); i >= 0 && room > 0; i = x.bestKind(&c) {
		k := &x.kinds[i]
		n := min(c[i], room)
		v := volley{shots: n * k.shots, need: uint8(max(2, min(7, int(k.score)+int(pins)))), wound: k.shot}
		room, c[i] = room-n, 0
		for j := x.bestKind(&c); j >= 0 && room > 0 && x.kinds[j].sameDice(k); j = x.bestKind(&c) {
			n := min(c[j], room)
			v.shots += n * x.kinds[j].shots
			room, c[j] = room-n, 0
		}
		lost += uint8(volleyRoll.Roll(u, v) & lostMask)
	}
	return lost
}

// bestKind is the kind of weapons that does most of those that are left, or -1.
func (x *closeQuartersSide) bestKind(c *[4]uint8) int {
	best, most := -1, 0
	for i := range c {
		k := &x.kinds[i]
		v := volley{need: uint8(k.score), wound: k.shot}
		if w := int(k.shots) * v.odds(); c[i] > 0 && w > most {
			best, most = i, w
		}
	}
	return best
}

// sameDice reports whether the dice of two kinds of weapons mean the same.
func (k *sidearms) sameDice(other *sidearms) bool {
	return k.score == other.score && k.shot == other.shot
}

// round is one round: does it decide the fight, and how?
func (c *closeQuarters) round(u *rule.Umpire, now *closeQuartersRound, sides [2]rule.Side) (done bool, result Result) {
	a, d := now.a, now.d
	fighting := a
	if !now.later {
		fighting = min(a, c.atOpening)
	}
	var lostA, lostD uint8
	aShoots, dShoots := c.a.style == PointBlank && !now.later, c.d.style == PointBlank && !now.later
	switch {
	case aShoots && !dShoots:
		u.Note("host.blows", "fire comes before blows")
		lostD = min(d, c.a.attack(u, sides[0], sides[1], fighting, now.aPins, true))
		lostA = min(a, c.d.attack(u, sides[1], sides[0], d-lostD, now.dPins, false))
	case dShoots && !aShoots:
		u.Note("host.blows", "fire comes before blows")
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

// compareLosses compares the losses.
func (c *closeQuarters) compareLosses(u *rule.Umpire, now *closeQuartersRound, lostA, lostD uint8, sides [2]rule.Side) (done bool, result Result) {
	switch {
	case now.a == 0 && now.d == 0:
		return true, BothDestroyed
	case now.d == 0 || lostD > lostA && !c.d.fanatics && now.a > 0:
		return true, AttackersWin
	case now.a == 0 || lostA > lostD && !c.a.fanatics:
		return true, DefendersWin
	case c.a.handToHandDice(now.a, now.aPins)+c.d.handToHandDice(now.d, now.dPins) == 0:
		u.Note("host.draw", "both sides are too pinned to fight on")
		return true, Drawn
	}
	if lostA != lostD {
		u.Note("host.fanatics", "fanatics do not lose: it counts as a draw, and they want to fight on")
	}
	return c.drawEnds(u, sides), Drawn
}

// drawn is what either side may do after a drawn round.
var drawOptions = []string{"fight on", "break off"}

// drawEnds reports whether a drawn fight ends.
func (c *closeQuarters) drawEnds(u *rule.Umpire, sides [2]rule.Side) bool {
	if !c.agreed {
		u.Note("host.draw", "a draw: another round")
		return false
	}
	on := func(by rule.Side, x *closeQuartersSide) bool {
		return x.fanatics || u.Choose(by, "host.draw", "a drawn round", drawOptions...) == 0
	}
	return !on(sides[0], &c.a) || !on(sides[1], &c.d)
}

// defendersDie is the die of the defenders after the fight.
func (c *closeQuarters) defendersDie(reacted bool, of Die) Die {
	if reacted && !c.keepsOrder {
		return of
	}
	return c.die
}

// outcome is the end of the fight: the loser is destroyed, the winner regroups.
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
		u.Note("host.draw", "both go back to where they were")
		f.Attackers, f.APins, f.Defenders, f.DPins, f.DDie = now.a, now.aPins, now.d, now.dPins, c.defendersDie(now.shot, FireDie)
	}
	switch {
	case outside:
		f.Regroup = uint8(u.By(winners).Sum(1, rule.Die(u.Fact(&regroupFaces)), "host.regroup", "inches that the winners regroup"))
	case f.Taken:
		u.Note("host.regroup", "the floor is free for the winners to regroup on")
	}
	return f
}
