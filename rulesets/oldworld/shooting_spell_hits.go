package oldworld

import "loophole/rule"

// A magicHit is a row of the spells or of the miscasts, and the columns of its Strength and Armour
// Piercing.
type magicHit struct {
	table        *rule.Table
	row          rule.Ref
	strength, ap int
}

// miscastHit is a hit of a row of the miscast table.
func miscastHit(row rule.Ref) magicHit { return magicHit{&miscasts, row, miscastStrength, miscastAP} }

// attackOn is one automatic hit on a model of a unit.
func (hit magicHit) attackOn(u *rule.Umpire, unit *Troops) attacks {
	attacks := attacks{by: bySpell, dice: 1}
	unit.fillDefence(u, &attacks, u.Cell(hit.table, hit.row, hit.strength), optionalCell(u, hit.table, hit.row, hit.ap), unit.armour(u, 0, false))
	return attacks
}

// hits rolls automatic hits on a unit. It returns the models removed, and the wounds on one that is
// left.
func (hit magicHit) hits(u *rule.Umpire, unit *Troops, count int, who *players) (lost, hurt uint8) {
	wounds := unit.woundsLeft(u)
	if count == 0 {
		return 0, unit.Hurt
	}
	attacks := hit.attackOn(u, unit)
	attacks.dice = uint8(count)
	_, count = who.attack(u, attacks)
	return unit.removeWounds(u, wounds, min(count, wounds))
}
