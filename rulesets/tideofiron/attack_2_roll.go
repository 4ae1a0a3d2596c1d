package tideofiron

import "loophole/rule"

// attackBuilding is steps 1 and 2 up to the roll.
var attackBuilding = rule.Precomputed[Attack, buildingAttack]{Compute: func(u *rule.Umpire, s *Attack) buildingAttack {
	if s.occupied(u) {
		u.Note("target.declare", "the building is declared as the target")
		u.Note("target.building", "squads are unaffected unless the building falls")
	}
	a := strengthOnBuilding(u, s)
	u.Apply(a.dice, "strength.dice", "attack dice")
	return s.prepareBuildingAttack(u, a.dice, a.hits)
}}

// A buildingAttack is what an attack on a building hex comes to before any die is
// rolled: the volley, and the hits that weaken and destroy.
type buildingAttack struct {
	roll                        opposedRoll
	hitsToDestroy, hitsToWeaken int
	before                      Result
}

// prepareBuildingAttack works out what a hex of the building withstands.
func (h *Hex) prepareBuildingAttack(u *rule.Umpire, dice, hits int) buildingAttack {
	g := buildingAttack{roll: newOpposedRoll(dice, hits, u.Fact(&defenceDice), u.Fact(&block)), before: h.untouched()}
	g.hitsToDestroy = u.Apply(u.Fact(&baseNeed)+int(h.Level)*u.Fact(&floorNeed), "need.values", "hits needed to destroy the hex")
	g.hitsToWeaken = u.Apply(halfUp(g.hitsToDestroy), "need.weakened", "hits that weaken it")
	if h.Weakened {
		g.hitsToDestroy = u.Apply(g.hitsToWeaken, "weak.half", "hits needed: the hex is weakened")
		if h.Level == 1 {
			u.Note("weak.value", "as the book's own number for level 1")
		}
	}
	return g
}

// attackBuildingRoll rolls a volley: hits less blocks.
var attackBuildingRoll = rule.Subroll[opposedRoll]{Name: "attack against defence", Play: func(u *rule.Umpire, v opposedRoll) int {
	return v.roll(u, attacker, "attack.by-unit", "strength.defence", "attack dice", "defence dice of the building")
}}

// An opposedRoll is attack dice against dice that block.
type opposedRoll struct {
	dice, hits, defence, block int16
	ownSide                    bool // those attacked are the attacker's
}

func newOpposedRoll(dice, hits, defence, block int) opposedRoll {
	return opposedRoll{dice: int16(dice), hits: int16(hits), defence: int16(defence), block: int16(block)}
}

// roll rolls the dice of a volley, each side's under its clause.
func (v opposedRoll) roll(u *rule.Umpire, by rule.Side, attack, defence rule.Clause, why, against string) int {
	hits := u.By(attacker).Count(int(v.dice), rule.D6, rule.AtLeast(int(v.hits)), attack, why)
	return max(0, hits-u.By(by).Count(int(v.defence), rule.D6, rule.AtLeast(int(v.block)), defence, against))
}

// owner is the side of those attacked.
func owner(own bool) rule.Side {
	if own {
		return attacker
	}
	return defender
}

// The roles of those whose dice are called for. The defender rolls for cover and
// armour; the chapter has the attacker roll the defence dice of a building.
const (
	attacker rule.Side = "attacker"
	defender rule.Side = "defender"
)
