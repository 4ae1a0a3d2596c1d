package tideofiron

import "loophole/rule"

// prepareBuildingAttack is the dice-free part of an attack on a building: steps 1 and 2.
var prepareBuildingAttack = rule.Precomputed[Attack, buildingAttack]{Compute: func(u *rule.Umpire, s *Attack) buildingAttack {
	if s.occupied(u) {
		u.Note("target.declare", "the attacker declares the building as the target")
		u.Note("target.building", "the attack harms squads only if it destroys the building")
	}
	a := strengthAgainstBuilding(u, s)
	u.Apply(a.dice, "strength.dice", "attack dice")
	return s.newBuildingAttack(u, a.dice, a.hits)
}}

// firepowerAgainstBuilding is a unit's firepower against a building: its firepower against
// vehicles, plus three dice for Concussive Firepower (step 2), or six for Stielgranate 42, which
// include it. An anti-tank squad adds the firepower of its figures and of the specialization.
func firepowerAgainstBuilding(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	if a.Unit == 0 {
		if u.Ruling(&antiTankCounts) == antiTankCountsSpecialization {
			return u.Fact(&antiTankDice)
		}
		return u.Apply(a.figuresFirepower(u, vehicleFirepower), "eligible.anti-tank", "firepower of the squad's figures") + u.Fact(&antiTankDice)
	}
	dice := u.Cell(&units, a.Unit, vehicleFirepower)
	stiel := card && u.LookupCell(&units, a.Unit, stielgranate) > 0
	if stiel && reach == LongRange && u.Ruling(&stielRange) == stielRangeNormal {
		u.Note("host.stiel-range", "the range is too long for Stielgranate 42")
		stiel = false
	}
	if stiel {
		u.Note("box.card", "the Operations card for Stielgranate 42 is in play")
		dice += u.Fact(&stielDice)
	}
	if u.LookupCell(&units, a.Unit, concussive) > 0 && (!stiel || u.Ruling(&contained) == containedAdds) {
		dice += u.Fact(&concussiveDice)
	}
	return dice
}

// supportAgainstBuilding is half of a supporter's firepower against a building, rounded up. The
// ruling "halving" decides whether the bonus is added before or after.
func supportAgainstBuilding(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	full := firepowerAgainstBuilding(u, a, card, reach)
	if u.Ruling(&halving) == halvingAfter {
		return u.Apply(halfUp(full), "box.half", "half of the supporter's firepower and bonus, rounded up")
	}
	bare := u.LookupCell(&units, a.Unit, vehicleFirepower)
	if a.Unit == 0 {
		bare = full
	}
	return u.Apply(halfUp(bare)+full-bare, "box.half", "half of the supporter's firepower, rounded up, and its bonus")
}

// A buildingAttack is the dice-free part of an attack on a building hex: the dice of both sides,
// and the net hits that destroy and weaken the hex.
type buildingAttack struct {
	roll                        opposedRoll
	hitsToDestroy, hitsToWeaken int
	before                      AttackOutcome
}

// newBuildingAttack adds the three defence dice of a building. dice is the number of attack dice,
// hits the number on which each hits.
func (h *Hex) newBuildingAttack(u *rule.Umpire, dice, hits int) buildingAttack {
	g := buildingAttack{roll: newOpposedRoll(dice, hits, u.Fact(&defenceDice), u.Fact(&block)), before: h.untouched()}
	g.assessNeeds(u, h)
	return g
}

// attackBuildingRoll is an attack on a building. Its value is the hits minus the blocks.
var attackBuildingRoll = rule.Subroll[opposedRoll]{Name: "attack against defence", Play: func(u *rule.Umpire, v opposedRoll) int {
	return v.roll(u, attacker, "attack.by-unit", "strength.defence", "attack dice", "defence dice of the building")
}}

// An opposedRoll is a roll of attack dice, which hit on one number, against dice that block on
// another.
type opposedRoll struct {
	dice, hits, defence, block int16
	ownSide                    bool // the target is on the attacker's side
}

// newOpposedRoll makes an opposedRoll.
func newOpposedRoll(dice, hits, defence, block int) opposedRoll {
	return opposedRoll{dice: int16(dice), hits: int16(hits), defence: int16(defence), block: int16(block)}
}

// roll rolls both sides' dice and returns the hits minus the blocks, at least 0. by is the side
// that rolls the blocking dice.
func (v opposedRoll) roll(u *rule.Umpire, by rule.Side, attack, defence rule.Clause, why, against string) int {
	hits := u.By(attacker).Count(int(v.dice), rule.D6, rule.AtLeast(int(v.hits)), attack, why)
	return max(0, hits-u.By(by).Count(int(v.defence), rule.D6, rule.AtLeast(int(v.block)), defence, against))
}

// owner is the side of the units under attack.
func owner(own bool) rule.Side {
	if own {
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
