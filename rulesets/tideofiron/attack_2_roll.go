package tideofiron

import "loophole/rule"

// prepareBuildingAttack is the dice-free part of an attack on a building: steps 1 and 2.
var prepareBuildingAttack = rule.Precomputed[Attack, preparedBuildingAttack]{Compute: func(u *rule.Umpire, s *Attack) preparedBuildingAttack {
	if s.occupied(u) {
		u.Note("target.declare", "the attacker declares the building as the target")
		u.Note("target.building", "the attack harms squads only if it destroys the building")
	}
	strength := strengthAgainstBuilding(u, s)
	u.Apply(strength.dice, "strength.dice", "attack dice")
	return s.prepareAttack(u, strength.dice, strength.hitOn)
}}

// firepowerAgainstBuilding is a unit's firepower against a building: its firepower against
// vehicles, plus three dice for Concussive Firepower (step 2), or six for Stielgranate 42, which
// include it. An anti-tank squad adds the firepower of its figures and of the specialization.
func firepowerAgainstBuilding(u *rule.Umpire, unit *Attacker, card bool, reach Range) int {
	if unit.Unit == 0 {
		if u.Ruling(&antiTankCounts) == antiTankCountsSpecialization {
			return u.Fact(&antiTankDice)
		}
		return u.Apply(unit.figuresFirepower(u, vehicleFirepower), "eligible.anti-tank", "firepower of the squad's figures") + u.Fact(&antiTankDice)
	}
	dice := u.Cell(&unitTable, unit.Unit, vehicleFirepower)
	usesStielgranate := card && u.LookupCell(&unitTable, unit.Unit, stielgranate) > 0
	if usesStielgranate && reach == LongRange && u.Ruling(&stielgranateRange) == stielgranateRangeNormal {
		u.Note("host.stiel-range", "the range is too long for Stielgranate 42")
		usesStielgranate = false
	}
	if usesStielgranate {
		u.Note("box.card", "the Operations card for Stielgranate 42 is in play")
		dice += u.Fact(&stielgranateDice)
	}
	if u.LookupCell(&unitTable, unit.Unit, concussive) > 0 && (!usesStielgranate || u.Ruling(&contained) == containedAdds) {
		dice += u.Fact(&concussiveDice)
	}
	return dice
}

// supportAgainstBuilding is half of a supporter's firepower against a building, rounded up. The
// ruling "halving" decides whether the bonus is added before or after.
func supportAgainstBuilding(u *rule.Umpire, unit *Attacker, card bool, reach Range) int {
	withBonus := firepowerAgainstBuilding(u, unit, card, reach)
	if u.Ruling(&halving) == halvingAfter {
		return u.Apply(halfUp(withBonus), "box.half", "half of the supporter's firepower and bonus, rounded up")
	}
	withoutBonus := u.LookupCell(&unitTable, unit.Unit, vehicleFirepower)
	if unit.Unit == 0 {
		withoutBonus = withBonus
	}
	return u.Apply(halfUp(withoutBonus)+withBonus-withoutBonus, "box.half", "half of the supporter's firepower, rounded up, and its bonus")
}

// A preparedBuildingAttack is the dice-free part of an attack on a building hex: the dice of both sides,
// and the net hits that destroy and weaken the hex.
type preparedBuildingAttack struct {
	roll                        opposedRoll
	hitsToDestroy, hitsToWeaken int
	before                      AttackOutcome
}

// prepareAttack works out an attack on the building: its three defence dice, and the hits that it
// takes. dice is the number of attack dice, hitOn the number on which each hits.
func (h *Hex) prepareAttack(u *rule.Umpire, dice, hitOn int) preparedBuildingAttack {
	attack := preparedBuildingAttack{roll: newOpposedRoll(dice, hitOn, u.Fact(&defenceDice), u.Fact(&blockOn)), before: h.withoutEffect()}
	attack.assessHitsNeeded(u, h)
	return attack
}

// attackBuildingRoll is an attack on a building. Its value is the hits minus the blocks.
var attackBuildingRoll = rule.Subroll[opposedRoll]{Name: "attack against defence", Play: func(u *rule.Umpire, roll opposedRoll) int {
	return roll.roll(u, attacker, "attack.by-unit", "strength.defence", "attack dice", "defence dice of the building")
}}

// An opposedRoll is a roll of attack dice, which hit on one number, against dice that block on
// another.
type opposedRoll struct {
	dice, hitOn, defence, blockOn int16
	ownSide                       bool // the target is on the attacker's side
}

// newOpposedRoll makes an opposedRoll.
func newOpposedRoll(dice, hitOn, defence, blockOn int) opposedRoll {
	return opposedRoll{dice: int16(dice), hitOn: int16(hitOn), defence: int16(defence), blockOn: int16(blockOn)}
}

// roll rolls both sides' dice and returns the hits minus the blocks, at least 0. blocker is the
// side that rolls the blocking dice.
func (r opposedRoll) roll(u *rule.Umpire, blocker rule.Side, attack, defence rule.Clause, attackText, defenceText string) int {
	hits := u.By(attacker).Count(int(r.dice), rule.D6, rule.AtLeast(int(r.hitOn)), attack, attackText)
	return max(0, hits-u.By(blocker).Count(int(r.defence), rule.D6, rule.AtLeast(int(r.blockOn)), defence, defenceText))
}

// owner is the side of the units under attack.
func owner(ownSide bool) rule.Side {
	if ownSide {
		return attacker
	}
	return defender
}

// The two sides of an attack. The defender rolls for cover and armour. The attacker rolls the
// defence dice of a building, as the chapter says.
const (
	attacker rule.Side = "attacker"
	defender rule.Side = "defender"
)
