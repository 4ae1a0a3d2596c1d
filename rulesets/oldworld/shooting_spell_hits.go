package oldworld

import "loophole/rule"

// A magicHit is a row of a table that hits by magic, and its columns of Strength and Armour
// Piercing.
type magicHit struct {
	table        *rule.Table
	row          rule.Ref
	strength, ap int
}

// miscastHit is a hit of a row of the miscast table.
func miscastHit(row rule.Ref) magicHit { return magicHit{&miscasts, row, miscastStrength, miscastAP} }

// on is one automatic hit on a model of a unit.
func (x magicHit) on(u *rule.Umpire, d *Side) attacks {
	b := attacks{by: bySpell, dice: 1}
	d.fillDefence(u, &b, u.Cell(x.table, x.row, x.strength), extra(u, x.table, x.row, x.ap, 0), d.armour(u, 0, false))
	return b
}

// hits rolls automatic hits on a unit. It returns the models removed, and the wounds on one that is
// left.
func (x magicHit) hits(u *rule.Umpire, d *Side, n int, h *hands) (lost, hurt uint8) {
	wounds := d.woundsLeft(u)
	if n == 0 {
		return 0, d.Hurt
	}
	b := x.on(u, d)
	b.dice = uint8(n)
	_, n = h.attack(u, b)
	return d.fall(u, wounds, min(n, wounds))
}

// templateOnBuilding is a template of magic on a building. Every model inside is hit on a 5+.
// character includes the unit's character.
func (d *Side) templateOnBuilding(u *rule.Umpire, x magicHit, character bool, h *hands) (r Shot) {
	u.Note("template.risk", "the template touches the building: every model inside is at risk")
	hit := u.Fact(&templateToHit)
	n := about(u, h.names[1], func() int {
		return u.Count(int(d.Models), rule.D6, rule.AtLeast(hit), "template.five", "models inside that are hit")
	})
	r.Lost, r.Hurt = x.hits(u, d, n, h)
	if character && d.Character > 0 && atRisk(u, d.Character, hit, h) {
		b := x.on(u, d.characterAlone())
		_, hurt := h.attack(u, b)
		r.CharacterWounds = uint8(min(hurt, int(b.woundsPerModel)))
	}
	return r
}
