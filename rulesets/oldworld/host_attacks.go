package oldworld

import "loophole/rule"

// attacks are attacks of one kind on one target: the number of dice, and the number that each must
// show. They are the argument of attackRoll, which resolves every attack of the game.
type attacks struct {
	dice           uint8 // number of dice
	hit, reroll    uint8 // to hit; missed dice are rolled again and hit on reroll, 0 for no second roll
	wound          uint8 // to wound, above 6 for never
	armourBane     uint8 // Armour Bane
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

// unpackWounds returns the wounds that count for the combat result and the wounds that are lost,
// from the value of an attackRoll. They differ only if the target regenerates.
func (a *attacks) unpackWounds(value int) (counted, lost int) {
	if a.regen > 6 {
		return value, value
	}
	return value >> packedBits, value & (1<<packedBits - 1)
}

// attackRoll rolls attacks: to hit, to wound, saves, multiple wounds, regeneration. Each step is a
// subroll, so exact odds of many dice stay cheap. unpackWounds reads its value.
var attackRoll = rule.Subroll[attacks]{Name: "hits, wounds and saves", Play: func(u *rule.Umpire, attack attacks) int {
	dice := int(attack.dice)
	attack.dice = 0
	if attack.woundsPerModel == 1 || attack.woundsDie == 0 && attack.woundsPlus < 2 {
		attack.woundsPerModel, attack.alreadyLost = 0, 0 // equal arguments share one entry
		return simpleAttackRoll.Roll(u, dice, attack)
	}
	unsaved := multipleWoundsRoll.Roll(u, multipleWoundsArg{uint8(attack.unsaved(u, dice)), attack.woundsDie, attack.woundsPlus, attack.woundsPerModel, attack.woundsPerModel - attack.alreadyLost})
	return attack.regenerated(u, unsaved)
}}

// simpleAttackRoll is attackRoll where no attack causes more than one wound, so each die is
// independent.
var simpleAttackRoll = rule.IndependentSubroll[attacks]{Name: "hits, wounds and saves of equal attacks", Play: func(u *rule.Umpire, n int, attack attacks) int {
	return attack.regenerated(u, attack.unsaved(u, n))
}}

// unsaved rolls n attacks to hit, to wound and for saves, and returns the unsaved wounds.
func (a *attacks) unsaved(u *rule.Umpire, n int) int {
	hits := toHitRoll.Roll(u, toHitArg{uint8(n), a.hit, a.reroll, a.by})
	return toWoundAndSaveRoll.Roll(u, woundArg{uint8(hits), a.wound, a.armourBane, a.save, a.ward})
}

// regenerated rolls regeneration for unsaved wounds and packs the result. Without regeneration it
// returns them.
func (a *attacks) regenerated(u *rule.Umpire, unsaved int) int {
	if a.regen > 6 {
		return unsaved
	}
	lost := u.By(struck).Count(unsaved, rule.D6, rule.AtMost(int(a.regen)-1), "host.regeneration", "wounds not regenerated")
	return unsaved<<packedBits | lost
}

// A toHitArg is the argument of toHitRoll.
type toHitArg struct {
	dice, hit, reroll uint8
	by                attackSource
}

// toHitRoll rolls to hit and returns the hits. A number below 2 hits automatically. 7, 8 and 9 need
// a 6 and then 4+, 5+ and 6+. 10 cannot hit.
var toHitRoll = rule.Subroll[toHitArg]{Name: "to hit", Play: func(u *rule.Umpire, arg toHitArg) int {
	dice, cite := int(arg.dice), hitClause[arg.by]
	switch {
	case arg.hit < 2:
		return dice
	case arg.hit > 9:
		return 0
	case arg.hit > 6:
		sixes := u.By(striker).Count(dice, rule.D6, rule.Exactly(6), cite, "to hit: first a 6")
		hits := u.By(striker).Count(sixes, rule.D6, rule.AtLeast(int(arg.hit)-3), "host.hard", "to hit: the second roll")
		return hits + arg.rerollMisses(u, dice-hits)
	}
	hits := u.By(striker).Count(dice, rule.D6, rule.AtLeast(int(arg.hit)), cite, "to hit")
	return hits + arg.rerollMisses(u, dice-hits)
}}

// rerollMisses rolls missed dice again, for a Ballistic Skill of 6 or more. Modifiers apply to the
// first roll only.
func (a toHitArg) rerollMisses(u *rule.Umpire, missed int) int {
	if a.reroll == 0 {
		return 0
	}
	return u.By(striker).Count(missed, rule.D6, rule.AtLeast(int(a.reroll)), hitClause[a.by], "to hit, second roll of misses")
}

// A woundArg is the argument of toWoundAndSaveRoll.
type woundArg struct{ hits, wound, armourBane, save, ward uint8 }

// toWoundAndSaveRoll rolls to wound and for saves, and returns the unsaved wounds. With Armour
// Bane, natural 6s to wound are counted apart, because they worsen the save.
var toWoundAndSaveRoll = rule.Subroll[woundArg]{Name: "wounds and saves", Play: func(u *rule.Umpire, arg woundArg) int {
	switch {
	case arg.wound > 6:
		return 0
	case arg.armourBane == 0 || arg.save > 6:
		wounds := u.By(striker).Count(int(arg.hits), rule.D6, rule.AtLeast(int(arg.wound)), "host.wound", "to wound")
		return saveRoll.Roll(u, saveArg{uint8(wounds), arg.save, arg.ward})
	}
	tally := u.By(striker).Tally(int(arg.hits), rule.D6, rule.Cuts(int(arg.wound)-1, 5), "host.bane", "to wound, with 6s counted apart")
	return saveRoll.Roll(u, saveArg{uint8(tally.In(1)), arg.save, arg.ward}) +
		saveRoll.Roll(u, saveArg{uint8(tally.In(2)), arg.save + arg.armourBane, arg.ward})
}}

// A saveArg is the argument of saveRoll: wounds, the armour save and the ward save. 7 is no save.
type saveArg struct{ wounds, save, ward uint8 }

// saveRoll rolls armour saves, then ward saves, and returns the unsaved wounds.
var saveRoll = rule.Subroll[saveArg]{Name: "saves", Play: func(u *rule.Umpire, arg saveArg) int {
	unsaved := int(arg.wounds)
	if arg.save < 7 {
		unsaved = u.By(struck).Count(unsaved, rule.D6, rule.AtMost(max(int(arg.save), 2)-1), "host.save", "armour saves failed")
	}
	if arg.ward < 7 {
		unsaved = u.By(struck).Count(unsaved, rule.D6, rule.AtMost(int(arg.ward)-1), "host.ward", "ward saves failed")
	}
	return unsaved
}}

// A multipleWoundsArg is the argument of multipleWoundsRoll: unsaved wounds that each become
// several, by a die and an addition. left is the wounds that the present model has left.
type multipleWoundsArg struct{ unsaved, die, plus, woundsPerModel, left uint8 }

// multipleWoundsRoll turns unsaved wounds into wounds lost, model by model. Wounds beyond those of
// a model are not passed on.
var multipleWoundsRoll = rule.Subroll[multipleWoundsArg]{Name: "multiplied wounds"}

func init() {
	multipleWoundsRoll.Play = func(u *rule.Umpire, arg multipleWoundsArg) int {
		if arg.unsaved == 0 {
			return 0
		}
		wounds := int(arg.plus)
		if arg.die == 1 {
			wounds++
		} else if arg.die > 1 {
			wounds += u.By(striker).Sum(1, rule.Die(arg.die), "host.multiple", "wounds from one unsaved wound")
		}
		wounds = min(wounds, int(arg.left))
		arg.unsaved--
		if arg.left -= uint8(wounds); arg.left == 0 {
			arg.left = arg.woundsPerModel
		}
		return wounds + multipleWoundsRoll.Roll(u, arg)
	}
}
