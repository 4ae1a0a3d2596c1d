package tideofiron

import "loophole/rule"

// attackBuilding is the dice-free part of an attack on a building: steps 1 and 2. The three dice of
// Concussive Firepower, of step 2 too, are added in firepowerAgainstBuilding (attack_1_building.go).
var attackBuilding = rule.Precomputed[Attack, buildingAttack]{Compute: func(u *rule.Umpire, s *Attack) buildingAttack {
	if s.occupied(u) {
		u.Note("target.declare", "the attacker declares the building as the target")
		u.Note("target.building", "the attack harms squads only if it destroys the building")
	}
	a := strengthOnBuilding(u, s)
	u.Apply(a.dice, "strength.dice", "attack dice")
	return s.prepareBuildingAttack(u, a.dice, a.hits)
}}

// A buildingAttack is the dice-free part of an attack on a building hex: the dice of both sides,
// and the net hits that destroy and weaken the hex.
type buildingAttack struct {
	roll                        opposedRoll
	hitsToDestroy, hitsToWeaken int
	before                      Result
}

// prepareBuildingAttack adds the three defence dice of a building. dice is the number of attack dice,
// hits the number on which each hits.
func (h *Hex) prepareBuildingAttack(u *rule.Umpire, dice, hits int) buildingAttack {
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
