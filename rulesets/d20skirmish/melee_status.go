package d20skirmish

import (
	"slices"

	"loophole/rule"
)

// The two roles of a round, as indices.
const (
	attacking = iota
	defending
)

// A meleeRound is one round of melee before its dice: those in base contact, by their roles.
type meleeRound struct {
	sides     [2]force
	active    uint8 // the role of the side whose activation it is
	first     bool  // it is the first round of this melee
	exchanged bool  // the side that was assaulted has the attackers' role
}

// player returns the side that has a role.
func (r *meleeRound) player(side int) rule.Side {
	if (side == attacking) != r.exchanged {
		return attackingSide
	}
	return defendingSide
}

// charts are the status charts, by role.
var charts = [2]*rule.Table{attacking: &attackerChart, defending: &defenderChart}

// modifiers returns the total of a status chart for one kind of a side (melee.total).
func (r *meleeRound) modifiers(u *rule.Umpire, side int, k *kind) int {
	total := r.chargeOrMoveModifier(u, side, k) + r.suppressionModifier(u, side, k) + r.smgBonus(u, side, k) + r.outnumberingBonus(u, side)
	if k.hesitant {
		total += u.Cell(charts[side], rowHesitant, 0)
	}
	if k.pinned {
		total += u.Fact(&pinnedSkill)
	}
	return u.Apply(total, "melee.total", "total modifier")
}

// chargeOrMoveModifier returns the first row of the charts: +4 for attackers that charge (attack.charging),
// -4 for defenders that move (defend.moving), which the ruling "moving-target" may give to the attackers.
func (r *meleeRound) chargeOrMoveModifier(u *rule.Umpire, side int, k *kind) int {
	if side == attacking {
		modifier := 0
		if k.chargingOrMoving && r.chargeCounts(u) {
			modifier += u.Cell(&attackerChart, rowChargingOrMoving, 0)
		}
		if r.targetMoves() && r.chargeCounts(u) && u.Ruling(&movingTarget) == movingTargetAttacker {
			modifier += u.Cell(&defenderChart, rowChargingOrMoving, 0)
		}
		return modifier
	}
	if k.chargingOrMoving && r.chargeCounts(u) && u.Ruling(&movingTarget) == movingTargetDefender {
		return u.Cell(&defenderChart, rowChargingOrMoving, 0)
	}
	return 0
}

// chargeCounts reports whether charging and moving count in this round.
func (r *meleeRound) chargeCounts(u *rule.Umpire) bool {
	return r.first || u.Ruling(&chargingLasts) == chargingLastsEveryRound
}

// targetMoves reports whether a defender moves.
func (r *meleeRound) targetMoves() bool {
	return slices.ContainsFunc(r.sides[defending].kinds[:], func(k kind) bool { return k.chargingOrMoving })
}

// suppressionModifier returns the modifier of a suppression marker, -6 (attack.suppressed, defend.suppressed).
func (r *meleeRound) suppressionModifier(u *rule.Umpire, side int, k *kind) int {
	if k.markers == 0 || !r.first && u.Ruling(&suppressionLasts) == suppressionLastsOneRound {
		return 0
	}
	times := 1
	if k.markers > 1 && u.Ruling(&stacking) == stackingStack {
		times = 2
	}
	modifier := u.Cell(charts[side], rowSuppressed, 0)
	if u.Ruling(&suppressionChart) == suppressionChartBoth {
		modifier += u.Cell(&damage, rowStunned, damageSkills)
	}
	return times * modifier
}

// smgBonus is +4 for each SMG (melee.each): of the kind's element, of the whole side, or of the character, by
// the ruling "smg".
func (r *meleeRound) smgBonus(u *rule.Umpire, side int, k *kind) int {
	all, own := 0, 0
	for i := range r.sides[side].kinds {
		if other := &r.sides[side].kinds[i]; other.smg {
			all += int(other.men)
			if other.element == k.element {
				own += int(other.men)
			}
		}
	}
	if all == 0 {
		return 0
	}
	counted := own
	switch u.Ruling(&smgs) {
	case smgsSide:
		counted = all
	case smgsBearer:
		counted = 0
		if k.smg {
			counted = 1
		}
	}
	if counted == 0 {
		return 0
	}
	return u.Apply(counted*u.Cell(charts[side], rowEachSMG, 0), "melee.each", "bonus for SMGs")
}
