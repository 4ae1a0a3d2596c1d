package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// kinds is how many kinds of characters a side has in a room: with and without
// an SMG in each group.
const kinds = 2 * groups

// A kind is characters who are alike in all that a round of melee asks for.
type kind struct {
	men      uint8
	skill    int8
	element  Element
	name     uint8 // of kindNames
	marks    uint8 // suppression: by a marker, and by a grenade
	smg      bool
	hesitant bool
	rushing  bool // charging, or moving
	pinned   bool
}

// A force is one side in a room, its kinds in the order in which their owner
// would rather lose them.
type force struct {
	kinds  [kinds]kind
	helmet uint8
	total  uint8 // characters in the room, in contact or not
}

// A counts is how many characters of each kind of a force are left.
type counts [kinds]uint8

func (l *counts) men() int {
	n := 0
	for _, k := range l {
		n += int(k)
	}
	return n
}

// kindNames names the kinds, and after them the groups, the elements and the roles,
// where players have to tell them apart. In a game they have names of their own.
var kindNames = namesOf(func(g int) string { return fmt.Sprintf("group %d", g+1) })

func namesOf(group func(g int) string) []string {
	list := make([]string, kinds, kinds+groups+elements+2)
	for g := range groups {
		name := group(g)
		list[2*g], list[2*g+1] = name+", no SMG", name+", SMG"
		list = append(list, name)
	}
	for _, e := range Element(0).Names() {
		list = append(list, "element "+e)
	}
	return append(list, roleNames[:]...)
}

// roleNames are the two roles of a melee, as the record speaks of them.
var roleNames = [2]string{attacking: "the attackers", defending: "the defenders"}

// newForce draws up a side: groups are split by who carries an SMG, and what is
// said of an element in one group holds for the element.
func newForce(u *rule.Umpire, list *[groups]Group, rush *[groups]bool, helmet uint8) force {
	f, n := force{helmet: helmet}, 0
	for i := range list {
		g := &list[i]
		if g.Men == 0 {
			continue
		}
		k := kind{skill: int8(g.Skill), element: g.Element, rushing: rush[i]}
		if g.Skill == 0 {
			k.skill = int8(u.Fact(&usualSkill))
		}
		for j := range list {
			if o := &list[j]; o.Men > 0 && o.Element == g.Element {
				k.hesitant, k.pinned = k.hesitant || o.Hesitant, k.pinned || o.Pinned
				k.marks = max(k.marks, o.marks())
			}
		}
		armed := k
		k.men, k.name = g.Men-g.SMG, uint8(2*i)
		armed.men, armed.name, armed.smg = g.SMG, uint8(2*i+1), true
		for _, x := range [...]kind{k, armed} {
			if x.men == 0 {
				continue
			}
			at := n
			for ; at > 0 && x.sooner(&f.kinds[at-1]); at-- {
				f.kinds[at] = f.kinds[at-1]
			}
			f.kinds[at] = x
			n++
		}
		f.total += g.Men
	}
	return f
}

// marks is how often a group is suppressed.
func (g *Group) marks() uint8 {
	switch {
	case g.Twice:
		return 2
	case g.Suppressed:
		return 1
	}
	return 0
}

// sooner reports whether the owner would lose a kind before another: those without
// an SMG first, then the less skilled, then those listed later.
func (k *kind) sooner(than *kind) bool {
	switch {
	case k.smg != than.smg:
		return than.smg
	case k.skill != than.skill:
		return k.skill < than.skill
	}
	return k.name > than.name
}

// line returns everybody.
func (f *force) line() (l counts) {
	for i := range f.kinds {
		l[i] = f.kinds[i].men
	}
	return l
}

// inContact returns those who are in contact, of those who are left: the best
// fighters, if not everybody has room.
func inContact(left counts, contact uint8) counts {
	if contact == 0 {
		return left
	}
	room := contact
	for i := kinds - 1; i >= 0; i-- {
		left[i] = min(left[i], room)
		room -= left[i]
	}
	return left
}

// at returns the part of a force that is in contact. Grenades have marked and
// pinned some elements since it was drawn up, a bit for each.
func (f *force) at(contact counts, left int, marked, pinned uint8) force {
	x := force{helmet: f.helmet, total: uint8(left)}
	for i := range f.kinds {
		if contact[i] == 0 {
			continue
		}
		k := f.kinds[i]
		k.men = contact[i]
		k.marks += marked >> k.element & 1
		k.pinned = k.pinned || pinned>>k.element&1 == 1
		x.kinds[i] = k
	}
	return x
}

// several reports whether there are characters of more than one kind.
func (f *force) several() bool {
	n := 0
	for i := range f.kinds {
		if f.kinds[i].men > 0 {
			n++
		}
	}
	return n > 1
}

func (f *force) men() int {
	n := 0
	for i := range f.kinds {
		n += int(f.kinds[i].men)
	}
	return n
}

// fall removes characters: all who are in contact, or those whom their owner
// chooses among them.
func (f *force) fall(u *rule.Umpire, by rule.Side, left *counts, contact counts, lost int) {
	for ; lost > 0 && contact.men() > 0; lost-- {
		i := f.pick(u, by, contact, lost)
		contact[i]--
		left[i]--
	}
}

// pick asks a side for the kind that loses one, where it has a choice.
func (f *force) pick(u *rule.Umpire, by rule.Side, from counts, lost int) int {
	first, several := -1, false
	for i, n := range from {
		if n > 0 {
			several = first >= 0 || several
			if first < 0 {
				first = i
			}
		}
	}
	if !several || lost >= from.men() {
		return first
	}
	options, index := make([]string, 0, kinds), [kinds]int{}
	for i, n := range from {
		if n > 0 {
			index[len(options)] = i
			options = append(options, kindNames[f.kinds[i].name])
		}
	}
	return index[u.Choose(by, "host.casualty", "whom to lose", options...)]
}
