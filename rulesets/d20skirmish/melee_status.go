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
func (b *meleeRound) player(side int) rule.Side {
	if (side == attacking) != b.exchanged {
		return attackingSide
	}
	return defendingSide
}

// charts are the status charts, by role.
var charts = [2]*rule.Table{attacking: &attackerChart, defending: &defenderChart}

// modifiers is the total of a status chart for one kind of a side.
func (b *meleeRound) modifiers(u *rule.Umpire, side int, k *kind) int {
	v := b.chargeOrMoveModifier(u, side, k) + b.suppressionModifier(u, side, k) + b.smgBonus(u, side, k) + b.outnumberingBonus(u, side)
	if k.hesitant {
		v += u.Cell(charts[side], rowHesitant, 0)
	}
	if k.pinned {
		v += u.Fact(&pinnedSkill)
	}
	return u.Apply(v, "melee.total", "total modifier")
}

// chargeOrMoveModifier is the first row of the charts: +4 for attackers that charge, -4 for
// defenders that move (the ruling "moving-target" may give it to the attackers).
func (b *meleeRound) chargeOrMoveModifier(u *rule.Umpire, side int, k *kind) int {
	if side == attacking {
		v := 0
		if k.chargingOrMoving && b.chargeCounts(u) {
			v += u.Cell(&attackerChart, rowChargingOrMoving, 0)
		}
		if b.targetMoves() && b.chargeCounts(u) && u.Ruling(&movingTarget) == movingTargetAttacker {
			v += u.Cell(&defenderChart, rowChargingOrMoving, 0)
		}
		return v
	}
	if k.chargingOrMoving && b.chargeCounts(u) && u.Ruling(&movingTarget) == movingTargetDefender {
		return u.Cell(&defenderChart, rowChargingOrMoving, 0)
	}
	return 0
}

// chargeCounts reports whether charging and moving count in this round.
func (b *meleeRound) chargeCounts(u *rule.Umpire) bool {
	return b.first || u.Ruling(&chargingLasts) == chargingLastsEveryRound
}

// targetMoves reports whether a defender moves.
func (b *meleeRound) targetMoves() bool {
	return slices.ContainsFunc(b.sides[defending].kinds[:], func(k kind) bool { return k.chargingOrMoving })
}

// suppressionModifier is the modifier of a suppression marker, -6.
func (b *meleeRound) suppressionModifier(u *rule.Umpire, side int, k *kind) int {
	if k.markers == 0 || !b.first && u.Ruling(&lasting) == lastingOneRound {
		return 0
	}
	times := 1
	if k.markers > 1 && u.Ruling(&stacking) == stackingStack {
		times = 2
	}
	v := u.Cell(charts[side], rowSuppressed, 0)
	if u.Ruling(&suppressionChart) == suppressionChartBoth {
		v += u.Cell(&damage, rowStunned, damageSkills)
	}
	return times * v
}

// smgBonus is +4 for each SMG: of the kind's element, of the whole side, or of the character, by
// the ruling "smg".
func (b *meleeRound) smgBonus(u *rule.Umpire, side int, k *kind) int {
	all, own := 0, 0
	for i := range b.sides[side].kinds {
		if o := &b.sides[side].kinds[i]; o.smg {
			all += int(o.men)
			if o.element == k.element {
				own += int(o.men)
			}
		}
	}
	if all == 0 {
		return 0
	}
	n := own
	switch u.Ruling(&smgs) {
	case smgsSide:
		n = all
	case smgsBearer:
		n = 0
		if k.smg {
			n = 1
		}
	}
	if n == 0 {
		return 0
	}
	return u.Apply(n*u.Cell(charts[side], rowEachSMG, 0), "melee.each", "bonus for SMGs")
}

// outnumberingBonus is +4 for each character more than the enemy has. Each chart has a row for it, and
// "Additional combatants" gives it to the active side again. By the ruling "outnumbering" the rows
// count, or the paragraph, or both.
func (b *meleeRound) outnumberingBonus(u *rule.Umpire, side int) int {
	extra := b.strength(u, side) - b.strength(u, 1-side)
	if extra <= 0 {
		return 0
	}
	u.Note("more.sides", "one side outnumbers the other")
	v := 0
	reading := u.Ruling(&outnumbering)
	if reading != outnumberingActiveOnly {
		v += extra * u.Cell(charts[side], rowOutnumbering, 0)
	}
	if reading != outnumberingSymmetric && side == int(b.active) {
		v += extra * u.Fact(&contactBonus)
	}
	return u.Apply(v, "more.bonus", "bonus for outnumbering")
}

// strength is the number of characters that counts for outnumbering: those in contact, or all in
// the room by the ruling "outnumbering-count".
func (b *meleeRound) strength(u *rule.Umpire, side int) int {
	f := &b.sides[side]
	if n := f.men(); n == int(f.total) || u.Ruling(&counting) == countingContact {
		return n
	}
	return int(f.total)
}
