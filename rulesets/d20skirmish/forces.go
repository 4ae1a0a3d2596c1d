package d20skirmish

import "loophole/rule"

// mostKinds is the most kinds of characters of a side in a room: those with and without an SMG of each
// group.
const mostKinds = 2 * mostGroups

// A kind is characters that are alike in everything that a round of melee depends on.
type kind struct {
	men              uint8
	skill            int8
	element          Element
	group            uint8
	markers          uint8 // how often suppressed: 0, 1 or 2
	smg              bool
	hesitant         bool
	chargingOrMoving bool // attackers that charge, or defenders that move
	pinned           bool
}

// A force is one side in a room. Its kinds are in the order in which their owner prefers to lose
// them.
type force struct {
	kinds  [mostKinds]kind
	helmet uint8
	total  uint8 // characters in the room, in contact or not
}

// A counts is the number of characters of each kind of a force.
type counts [mostKinds]uint8

// men returns the number of characters.
func (c *counts) men() int { return total(c[:], func(n *uint8) uint8 { return *n }) }

// total adds up a number of each item in a list.
func total[T any](list []T, of func(x *T) uint8) (n int) {
	for i := range list {
		n += int(of(&list[i]))
	}
	return n
}

// newForce works out a side. It splits each group by SMGs. Hesitation, suppression and pinning of one
// group apply to all groups of its element.
func newForce(u *rule.Umpire, groups *[mostGroups]Group, chargingOrMoving *[mostGroups]bool, helmet uint8) force {
	side, count := force{helmet: helmet}, 0
	for i := range groups {
		group := &groups[i]
		if group.Men == 0 {
			continue
		}
		plain := kind{group: uint8(i), skill: int8(group.Skill), element: group.Element, chargingOrMoving: chargingOrMoving[i]}
		if group.Skill == 0 {
			plain.skill = int8(u.Fact(&usualSkill))
		}
		for j := range groups {
			if other := &groups[j]; other.Men > 0 && other.Element == group.Element {
				plain.hesitant, plain.pinned = plain.hesitant || other.Hesitant, plain.pinned || other.Pinned
				plain.markers = max(plain.markers, other.markers())
			}
		}
		bearers := plain
		plain.men = group.Men - group.SMG
		bearers.men, bearers.smg = group.SMG, true
		for _, part := range [...]kind{plain, bearers} {
			if part.men == 0 {
				continue
			}
			place := count
			for ; place > 0 && part.lostBefore(&side.kinds[place-1]); place-- {
				side.kinds[place] = side.kinds[place-1]
			}
			side.kinds[place] = part
			count++
		}
		side.total += group.Men
	}
	return side
}

// markers is how often a group is suppressed: 0, 1 or 2.
func (g *Group) markers() uint8 {
	switch {
	case g.Twice:
		return 2
	case g.Suppressed:
		return 1
	}
	return 0
}

// lostBefore reports whether the owner prefers to lose a kind before another: first characters
// without an SMG, then the less skilled, then those listed later.
func (k *kind) lostBefore(than *kind) bool {
	switch {
	case k.smg != than.smg:
		return than.smg
	case k.skill != than.skill:
		return k.skill < than.skill
	}
	return k.group > than.group
}

// everybody returns all characters of the force.
func (f *force) everybody() (men counts) {
	for i := range f.kinds {
		men[i] = f.kinds[i].men
	}
	return men
}

// contactCounts returns the characters in base contact: all that are left, or the best fighters up to
// a limit. The limit 0 is none.
func contactCounts(left counts, limit uint8) counts {
	if limit == 0 {
		return left
	}
	space := limit
	for i := mostKinds - 1; i >= 0; i-- {
		left[i] = min(left[i], space)
		space -= left[i]
	}
	return left
}

// partInContact returns the part of a force that is in base contact. left is the characters left in the
// room. suppressed and pinned are the elements that grenades have suppressed and pinned.
func (f *force) partInContact(contact counts, left int, suppressed, pinned elementSet) force {
	part := force{helmet: f.helmet, total: uint8(left)}
	for i := range f.kinds {
		if contact[i] == 0 {
			continue
		}
		k := f.kinds[i]
		k.men = contact[i]
		if suppressed.has(k.element) {
			k.markers++
		}
		k.pinned = k.pinned || pinned.has(k.element)
		part.kinds[i] = k
	}
	return part
}

// severalKinds reports whether there are characters of more than one kind.
func (f *force) severalKinds() bool {
	count := 0
	for i := range f.kinds {
		if f.kinds[i].men > 0 {
			count++
		}
	}
	return count > 1
}

// men returns the number of characters.
func (f *force) men() int { return total(f.kinds[:], func(k *kind) uint8 { return k.men }) }

// removeCasualties removes lost characters from those in contact. The owner chooses which.
func (f *force) removeCasualties(u *rule.Umpire, by rule.Side, left *counts, contact counts, lost int) {
	for ; lost > 0 && contact.men() > 0; lost-- {
		i := f.chooseCasualty(u, by, contact, lost)
		contact[i]--
		left[i]--
	}
}

// chooseCasualty asks the owner which kind loses a character, if there is a choice.
func (f *force) chooseCasualty(u *rule.Umpire, by rule.Side, from counts, lost int) int {
	n, index := 0, [mostKinds]int{}
	for i := range from {
		if from[i] > 0 {
			index[n] = i
			n++
		}
	}
	if n == 1 || lost >= from.men() {
		return index[0]
	}
	options := make([]string, n)
	for k := range options {
		options[k] = f.kinds[index[k]].name()
	}
	return index[u.Choose(by, "host.casualty", "which character is lost", options...)]
}
