package d20skirmish

import (
	"strings"

	"loophole/rule"
)

// textOf is a text about a role, with the name of the side that has it.
func (r *meleeRound) textOf(u *rule.Umpire, what string, side int) string {
	return u.Text(what, func() string { return what + " of " + u.Named(r.player(side), roleNames[side]) })
}

// namesOf are the names of some kinds of a side, a bit for each.
func (r *meleeRound) namesOf(u *rule.Umpire, side int, set uint16) string {
	var within, all uint32
	for i := range r.sides[side].kinds {
		if k := &r.sides[side].kinds[i]; k.men > 0 {
			all |= 1 << k.name
			within |= uint32(set>>i&1) << k.name
		}
	}
	var list []string
	for g := range mostGroups {
		both := uint32(3) << (2 * g)
		switch part := within & both; {
		case part == 0:
		case part == all&both:
			list = append(list, u.Named(r.player(side), kindNames[mostKinds+g]))
		default:
			list = append(list, u.Named(r.player(side), kindNames[2*g+int(part>>(2*g))/2]))
		}
	}
	return strings.Join(list, " and ")
}
