package oldworld

import "loophole/rule"

// attacks are attacks of one kind on one target: the number of dice, and the number that each must
// show. They are the argument of attackRoll, which resolves every attack of the game.
type attacks struct {
	dice           uint8 // number of dice
	hit, reroll    uint8 // to hit; missed dice are rolled again and hit on reroll, 0 for no second roll
	wound          uint8 // to wound, above 6 for never
	bane           uint8 // Armour Bane
	save, ward     uint8 // saves after Armour Piercing, above 6 for none
	regen          uint8 // Regeneration, above 6 for none
	woundsDie      uint8 // an unsaved wound becomes as many wounds as this die shows
	woundsPlus     uint8 // plus these; with 0 and 0 it stays one wound
	woundsPerModel uint8
	alreadyLost    uint8 // wounds of the first model
	by             attackSource
}

// An attackSource is what makes attacks. It selects the clause of the to-hit roll.
type attackSource uint8

const (
	byCombat attackSource = iota
	byShooting
	byEngine
	byStones
	bySpell
)

// hitClause is the clause of the to-hit roll, by source.
var hitClause = [...]rule.Clause{byCombat: "host.ws", byShooting: "host.bs", byEngine: "host.engines", byStones: "cannon.hits", bySpell: "host.spells"}

// packedBits are the bits of the value of an attackRoll that hold the wounds that are lost, if the
// target regenerates. Those above them hold the wounds that count for the combat result.
const packedBits = 10

// split returns the wounds that count for the combat result and the wounds that are lost, from the
// value of an attackRoll. They differ only if the target regenerates.
func (b *attacks) split(v int) (counted, lost int) {
	if b.regen > 6 {
		return v, v
	}
	return v >> packedBits, v & (1<<packedBits - 1)
}

// attackRoll rolls attacks: to hit, to wound, saves, multiple wounds, regeneration. Each step is a
// subroll, so exact odds of many dice stay cheap. Read its value with split.
var attackRoll = rule.Subroll[attacks]{Name: "hits, wounds and saves", Play: func(u *rule.Umpire, b attacks) int {
	n := int(b.dice)
	b.dice = 0
	if b.woundsPerModel == 1 || b.woundsDie == 0 && b.woundsPlus < 2 {
		b.woundsPerModel, b.alreadyLost = 0, 0 // equal arguments share one entry
		return simpleAttackRoll.Roll(u, n, b)
	}
	unsaved := multipleWoundsRoll.Roll(u, multipleWounds{uint8(b.unsaved(u, n)), b.woundsDie, b.woundsPlus, b.woundsPerModel, b.woundsPerModel - b.alreadyLost})
	return b.regenerated(u, unsaved)
}}

// simpleAttackRoll is attackRoll where no attack causes more than one wound, so each die is
// independent.
var simpleAttackRoll = rule.IndependentSubroll[attacks]{Name: "hits, wounds and saves of equal attacks", Play: func(u *rule.Umpire, n int, b attacks) int {
	return b.regenerated(u, b.unsaved(u, n))
}}

// unsaved rolls n attacks to hit, to wound and for saves, and returns the unsaved wounds.
func (b *attacks) unsaved(u *rule.Umpire, n int) int {
	hits := toHitRoll.Roll(u, hitRoll{uint8(n), b.hit, b.reroll, b.by})
	return toWoundAndSaveRoll.Roll(u, woundRoll{uint8(hits), b.wound, b.bane, b.save, b.ward})
}

// regenerated rolls regeneration for unsaved wounds and packs the result. Without regeneration it
// returns them.
func (b *attacks) regenerated(u *rule.Umpire, unsaved int) int {
	if b.regen > 6 {
		return unsaved
	}
	lost := u.By(struck).Count(unsaved, rule.D6, rule.AtMost(int(b.regen)-1), "host.regeneration", "wounds not regenerated")
	return unsaved<<packedBits | lost
}

// A hitRoll is the argument of toHitRoll.
type hitRoll struct {
	dice, hit, reroll uint8
	by                attackSource
}

// toHitRoll rolls to hit and returns the hits. A number below 2 hits automatically. 7, 8 and 9 need
// a 6 and then 4+, 5+ and 6+. 10 cannot hit.
var toHitRoll = rule.Subroll[hitRoll]{Name: "to hit", Play: func(u *rule.Umpire, a hitRoll) int {
	n, cite := int(a.dice), hitClause[a.by]
	switch {
	case a.hit < 2:
		return n
	case a.hit > 9:
		return 0
	case a.hit > 6:
		sixes := u.By(striker).Count(n, rule.D6, rule.Exactly(6), cite, "to hit: first a 6")
		hits := u.By(striker).Count(sixes, rule.D6, rule.AtLeast(int(a.hit)-3), "host.hard", "to hit: the second roll")
		return hits + a.rerollMisses(u, n-hits)
	}
	hits := u.By(striker).Count(n, rule.D6, rule.AtLeast(int(a.hit)), cite, "to hit")
	return hits + a.rerollMisses(u, n-hits)
}}

// rerollMisses rolls missed dice again, for a Ballistic Skill of 6 or more. Modifiers apply to the
// first roll only.
func (a hitRoll) rerollMisses(u *rule.Umpire, missed int) int {
	if a.reroll == 0 {
		return 0
	}
	return u.By(striker).Count(missed, rule.D6, rule.AtLeast(int(a.reroll)), hitClause[a.by], "to hit, second roll of misses")
}

// A woundRoll is the argument of toWoundAndSaveRoll.
type woundRoll struct{ hits, wound, bane, save, ward uint8 }

// toWoundAndSaveRoll rolls to wound and for saves, and returns the unsaved wounds. With Armour
// Bane, natural 6s to wound are counted apart, because they worsen the save.
var toWoundAndSaveRoll = rule.Subroll[woundRoll]{Name: "wounds and saves", Play: func(u *rule.Umpire, b woundRoll) int {
	switch {
	case b.wound > 6:
		return 0
	case b.bane == 0 || b.save > 6:
		n := u.By(striker).Count(int(b.hits), rule.D6, rule.AtLeast(int(b.wound)), "host.wound", "to wound")
		return saveRoll.Roll(u, saves{uint8(n), b.save, b.ward})
	}
	t := u.By(striker).Tally(int(b.hits), rule.D6, rule.Cuts(int(b.wound)-1, 5), "host.bane", "to wound, with 6s counted apart")
	return saveRoll.Roll(u, saves{uint8(t.In(1)), b.save, b.ward}) +
		saveRoll.Roll(u, saves{uint8(t.In(2)), b.save + b.bane, b.ward})
}}

// A saves is the argument of saveRoll: wounds, the armour save and the ward save. 7 is no save.
type saves struct{ n, save, ward uint8 }

// saveRoll rolls armour saves, then ward saves, and returns the unsaved wounds.
var saveRoll = rule.Subroll[saves]{Name: "saves", Play: func(u *rule.Umpire, s saves) int {
	n := int(s.n)
	if s.save < 7 {
		n = u.By(struck).Count(n, rule.D6, rule.AtMost(max(int(s.save), 2)-1), "host.save", "armour saves failed")
	}
	if s.ward < 7 {
		n = u.By(struck).Count(n, rule.D6, rule.AtMost(int(s.ward)-1), "host.ward", "ward saves failed")
	}
	return n
}}

// A multipleWounds is the argument of multipleWoundsRoll: unsaved wounds that each become several,
// by a die and an addition. w is the Wounds of a model, and left those that the present model has
// left.
type multipleWounds struct{ n, die, plus, w, left uint8 }

// multipleWoundsRoll turns unsaved wounds into wounds lost, model by model. Wounds beyond those of
// a model are not passed on.
var multipleWoundsRoll = rule.Subroll[multipleWounds]{Name: "multiplied wounds"}

func init() {
	multipleWoundsRoll.Play = func(u *rule.Umpire, s multipleWounds) int {
		if s.n == 0 {
			return 0
		}
		x := int(s.plus)
		if s.die == 1 {
			x++
		} else if s.die > 1 {
			x += u.By(striker).Sum(1, rule.Die(s.die), "host.multiple", "wounds from one unsaved wound")
		}
		x = min(x, int(s.left))
		s.n--
		if s.left -= uint8(x); s.left == 0 {
			s.left = s.w
		}
		return x + multipleWoundsRoll.Roll(u, s)
	}
}
