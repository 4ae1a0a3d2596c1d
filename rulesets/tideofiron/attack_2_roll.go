package tideofiron

import "loophole/rule"

// prepareBuildingAttack works out an attack on a building up to the first roll.
var prepareBuildingAttack = rule.Precomputed[Attack, preparedBuildingAttack]{Compute: func(u *rule.Umpire, s *Attack) preparedBuildingAttack {
	if s.occupied(u) {
		u.Note("target.declare", "the attacker declares the building as the target")
		u.Note("target.building", "the attack harms squads only if it destroys the building")
	}
	strength := strengthAgainstBuilding(u, s)
	u.Apply(strength.dice, "strength.dice", "attack dice")
	return s.prepareAttack(u, strength)
}}

// A preparedBuildingAttack is an attack on a building hex up to the first roll: the dice of both sides,
// and the net hits that destroy and weaken the hex.
type preparedBuildingAttack struct {
	roll                        opposedRoll
	hitsToDestroy, hitsToWeaken int
	before                      AttackOutcome
}

// prepareAttack works out an attack on the building: its three defence dice (strength.defence), and
// the hits that destroy or weaken it.
func (h *Hex) prepareAttack(u *rule.Umpire, strength attackStrength) preparedBuildingAttack {
	attack := preparedBuildingAttack{roll: strength.against(u, u.Fact(&defenceDice)), before: h.withoutEffect()}
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
	dice, hitOn, defence, blockOn int
	friendly                      bool // the target is on the attacker's side
	turnsToBlock                  bool // the owner turns one die that did not block into a block
}

// against returns the roll of the attack dice against a number of defence dice.
func (s attackStrength) against(u *rule.Umpire, defence int) opposedRoll {
	return opposedRoll{dice: s.dice, hitOn: s.hitOn, defence: defence, blockOn: u.Fact(&blockOn)}
}

// roll rolls both sides' dice and returns the hits minus the blocks, at least 0 (host.block).
// blocker is the side that rolls the blocking dice.
func (r opposedRoll) roll(u *rule.Umpire, blocker rule.Side, attack, defence rule.Clause, attackText, defenceText string) int {
	hits := u.By(attacker).Count(r.dice, rule.D6, rule.AtLeast(r.hitOn), attack, attackText)
	blocks := u.By(blocker).Count(r.defence, rule.D6, rule.AtLeast(r.blockOn), defence, defenceText)
	if r.turnsToBlock {
		blocks = min(blocks+1, r.defence)
	}
	return max(0, hits-blocks)
}

// rollsFor returns the side that rolls for units under attack: for friendly ones it is the attacker.
func rollsFor(friendly bool) rule.Side {
	if friendly {
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
