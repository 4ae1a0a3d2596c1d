package oldworld

import "loophole/rule"

// attacks are attacks of one kind on one target: the number of dice, and the number that each must
// show. Every attack of the game is one of these.
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

// resolve rolls n attacks: to hit, to wound, saves, multiple wounds, regeneration. It returns the
// wounds that count for the combat result, and the wounds that the target loses: fewer if the target
// regenerates.
func (a *attacks) resolve(u *rule.Umpire, n int) (counted, lost int) {
	hits := toHitRoll.Roll(u, diceToHit{uint8(n), a.hit, a.reroll, a.by})
	unsaved := toWoundAndSaveRoll.Roll(u, hitsToWound{uint8(hits), a.wound, a.armourBane, a.save, a.ward})
	if a.multiplyWounds() {
		unsaved = multipleWoundsRoll.Roll(u, woundsToMultiply{uint8(unsaved), a.woundsDie, a.woundsPlus, a.woundsPerModel, a.woundsPerModel - a.alreadyLost})
	}
	if !a.regenerates() {
		return unsaved, unsaved
	}
	return unsaved, u.By(struck).Count(unsaved, rule.D6, rule.AtMost(int(a.regen)-1), "host.regeneration", "wounds not regenerated")
}

// multiplyWounds reports whether an unsaved wound can become several.
func (a *attacks) multiplyWounds() bool {
	return a.woundsPerModel > 1 && (a.woundsDie > 0 || a.woundsPlus > 1)
}

// regenerates reports whether the target can regenerate wounds.
func (a *attacks) regenerates() bool { return a.regen <= 6 }

// attackRoll is attacks.resolve as a subroll. Its value is packed, so that the values of equal attacks can be added.
var attackRoll = rule.Subroll[attacks]{Name: "hits, wounds and saves", Play: func(u *rule.Umpire, attack attacks) int {
	dice := int(attack.dice)
	attack.dice = 0
	if attack.multiplyWounds() {
		return attack.pack(attack.resolve(u, dice))
	}
	attack.woundsPerModel, attack.alreadyLost = 0, 0 // They make no difference.
	return singleWoundRoll.Roll(u, dice, attack)
}}

// singleWoundRoll is attackRoll where no attack causes more than one wound, so each die is
// independent.
var singleWoundRoll = rule.IndependentSubroll[attacks]{Name: "hits, wounds and saves of equal attacks", Play: func(u *rule.Umpire, n int, attack attacks) int {
	return attack.pack(attack.resolve(u, n))
}}

// packedBits is the number of bits of each number of wounds in a packed value.
const (
	packedBits = 10
	packedMask = 1<<packedBits - 1
)

// pack packs the wounds that count for the combat result and those that the target loses. If it
// does not regenerate, the two are equal.
func (a *attacks) pack(counted, lost int) int {
	if a.regenerates() {
		return counted<<packedBits | lost
	}
	return lost
}

// unpack is the reverse of pack.
func (a *attacks) unpack(value int) (counted, lost int) {
	if a.regenerates() {
		return value >> packedBits, value & packedMask
	}
	return value, value
}

// diceToHit are the dice of attacks, with the numbers to hit.
type diceToHit struct {
	dice, hit, reroll uint8
	by                attackSource
}

// toHitRoll rolls to hit and returns the hits. A number below 2 hits automatically. 7, 8 and 9 need
// a 6 and then 4+, 5+ and 6+. 10 cannot hit.
var toHitRoll = rule.Subroll[diceToHit]{Name: "to hit", Play: func(u *rule.Umpire, attack diceToHit) int {
	dice, cite := int(attack.dice), hitClause[attack.by]
	switch {
	case attack.hit < 2:
		return dice
	case attack.hit > 9:
		return 0
	case attack.hit > 6:
		sixes := u.By(striker).Count(dice, rule.D6, rule.Exactly(6), cite, "to hit: first a 6")
		hits := u.By(striker).Count(sixes, rule.D6, rule.AtLeast(int(attack.hit)-3), "host.hard", "to hit: the second roll")
		return hits + attack.rerollMisses(u, dice-hits)
	}
	hits := u.By(striker).Count(dice, rule.D6, rule.AtLeast(int(attack.hit)), cite, "to hit")
	return hits + attack.rerollMisses(u, dice-hits)
}}

// rerollMisses rolls missed dice again, for a Ballistic Skill of 6 or more. Modifiers apply to the
// first roll only.
func (a diceToHit) rerollMisses(u *rule.Umpire, missed int) int {
	if a.reroll == 0 {
		return 0
	}
	return u.By(striker).Count(missed, rule.D6, rule.AtLeast(int(a.reroll)), hitClause[a.by], "to hit, second roll of misses")
}

// hitsToWound are hits, with the numbers to wound and to save.
type hitsToWound struct{ hits, wound, armourBane, save, ward uint8 }

// toWoundAndSaveRoll rolls to wound and for saves, and returns the unsaved wounds. With Armour
// Bane, natural 6s to wound are counted apart, because they worsen the save.
var toWoundAndSaveRoll = rule.Subroll[hitsToWound]{Name: "wounds and saves", Play: func(u *rule.Umpire, hit hitsToWound) int {
	switch {
	case hit.wound > 6:
		return 0
	case hit.armourBane == 0 || hit.save > 6:
		wounds := u.By(striker).Count(int(hit.hits), rule.D6, rule.AtLeast(int(hit.wound)), "host.wound", "to wound")
		return saveRoll.Roll(u, woundsToSave{uint8(wounds), hit.save, hit.ward})
	}
	tally := u.By(striker).Tally(int(hit.hits), rule.D6, rule.Cuts(int(hit.wound)-1, 5), "host.bane", "to wound, with 6s counted apart")
	return saveRoll.Roll(u, woundsToSave{uint8(tally.In(1)), hit.save, hit.ward}) +
		saveRoll.Roll(u, woundsToSave{uint8(tally.In(2)), hit.save + hit.armourBane, hit.ward})
}}

// woundsToSave are wounds, with the armour save and the ward save against them. 7 is no save.
type woundsToSave struct{ wounds, save, ward uint8 }

// saveRoll rolls armour saves, then ward saves, and returns the unsaved wounds.
var saveRoll = rule.Subroll[woundsToSave]{Name: "saves", Play: func(u *rule.Umpire, wound woundsToSave) int {
	unsaved := int(wound.wounds)
	if wound.save < 7 {
		unsaved = u.By(struck).Count(unsaved, rule.D6, rule.AtMost(max(int(wound.save), 2)-1), "host.save", "armour saves failed")
	}
	if wound.ward < 7 {
		unsaved = u.By(struck).Count(unsaved, rule.D6, rule.AtMost(int(wound.ward)-1), "host.ward", "ward saves failed")
	}
	return unsaved
}}

// woundsToMultiply are unsaved wounds that each become several, by a die and an addition. left is the
// number of wounds that the model in front has left.
type woundsToMultiply struct{ unsaved, die, plus, woundsPerModel, left uint8 }

// multipleWoundsRoll turns unsaved wounds into wounds lost, model by model. Wounds beyond those of
// a model are not passed on.
var multipleWoundsRoll = rule.Subroll[woundsToMultiply]{Name: "multiplied wounds"}

func init() {
	multipleWoundsRoll.Play = func(u *rule.Umpire, a woundsToMultiply) int {
		if a.unsaved == 0 {
			return 0
		}
		wounds := int(a.plus)
		if a.die == 1 {
			wounds++
		} else if a.die > 1 {
			wounds += u.By(striker).Sum(1, rule.Die(a.die), "host.multiple", "wounds from one unsaved wound")
		}
		wounds = min(wounds, int(a.left))
		a.unsaved--
		if a.left -= uint8(wounds); a.left == 0 {
			a.left = a.woundsPerModel
		}
		return wounds + multipleWoundsRoll.Roll(u, a)
	}
}
