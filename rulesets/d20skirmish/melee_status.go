package d20skirmish

import "loophole/rule"

// The two roles in a bout, as indices.
const (
	attacking = iota
	defending
)

// A meleeRound is one round of melee up to the dice: those in contact on each side,
// by their roles.
type meleeRound struct {
	sides     [2]force
	active    uint8 // the role of the side whose activation it is
	first     bool  // round of this melee
	exchanged bool  // the side that was assaulted has the attackers' role
}

// player is who plays a role: the side that assaulted, or the other.
func (b *meleeRound) player(side int) rule.Side {
	if (side == attacking) != b.exchanged {
		return attackingSide
	}
	return defendingSide
}

var charts = [2]*rule.Table{attacking: &attackerChart, defending: &defenderChart}

// modifiers is the sum of a chart for one kind of a side.
func (b *meleeRound) modifiers(u *rule.Umpire, side int, k *kind) int {
	v := b.rush(u, side, k) + b.suppression(u, side, k) + b.smgs(u, side, k) + b.more(u, side)
	if k.hesitant {
		v += u.Cell(charts[side], hesitant, 0)
	}
	if k.pinned {
		v += u.Fact(&pinnedSkill)
	}
	return u.Apply(v, "melee.total", "modifiers in all")
}

// rush is the first row of the charts: charging attackers, moving defenders.
func (b *meleeRound) rush(u *rule.Umpire, side int, k *kind) int {
	if side == attacking {
		v := 0
		if k.rushing && b.rushes(u) {
			v += u.Cell(&attackerChart, rushing, 0)
		}
		if b.targetMoves() && b.rushes(u) && u.Ruling(&movingTarget) == 1 {
			v += u.Cell(&defenderChart, rushing, 0)
		}
		return v
	}
	if k.rushing && b.rushes(u) && u.Ruling(&movingTarget) == 0 {
		return u.Cell(&defenderChart, rushing, 0)
	}
	return 0
}

// rushes reports whether charging and moving count in this round.
func (b *meleeRound) rushes(u *rule.Umpire) bool {
	return b.first || u.Ruling(&rushLasts) == 1
}

func (b *meleeRound) targetMoves() bool {
	for i := range b.sides[defending].kinds {
		if b.sides[defending].kinds[i].rushing {
			return true
		}
	}
	return false
}

// suppression is the modifier for being suppressed.
func (b *meleeRound) suppression(u *rule.Umpire, side int, k *kind) int {
	if k.marks == 0 || !b.first && u.Ruling(&lasting) == 1 {
		return 0
	}
	times := 1
	if k.marks > 1 && u.Ruling(&stacking) == 1 {
		times = 2
	}
	v := u.Cell(charts[side], suppressed, 0)
	if u.Ruling(&twice) == 1 {
		v += u.Cell(&damage, stunned, damageSkills)
	}
	return times * v
}

// smgs is the bonus for SMGs.
func (b *meleeRound) smgs(u *rule.Umpire, side int, k *kind) int {
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
	case 1:
		n = all
	case 2:
		n = 0
		if k.smg {
			n = 1
		}
	}
	if n == 0 {
		return 0
	}
	return u.Apply(n*u.Cell(charts[side], eachSMG, 0), "melee.each", "bonus for SMGs")
}

// more is the bonus for outnumbering the enemy.
func (b *meleeRound) more(u *rule.Umpire, side int) int {
	extra := b.count(u, side) - b.count(u, 1-side)
	if extra <= 0 {
		return 0
	}
	u.Note("more.sides", "one side outnumbers the other")
	v := 0
	reading := u.Ruling(&outnumbering)
	if reading != 1 {
		v += extra * u.Cell(charts[side], outnumbered, 0)
	}
	if reading != 0 && side == int(b.active) {
		v += extra * u.Fact(&contactBonus)
	}
	return u.Apply(v, "more.bonus", "bonus for outnumbering")
}

// count is how many a side has when it comes to outnumbering.
func (b *meleeRound) count(u *rule.Umpire, side int) int {
	f := &b.sides[side]
	if n := f.men(); n == int(f.total) || u.Ruling(&counting) == 0 {
		return n
	}
	return int(f.total)
}
