package d20skirmish

import (
	"fmt"
	"slices"
	"strings"

	"loophole/rule"
)

// sideNames are the names that the rolls and choices of a side use. In a game, teams, elements and sides have names
// of their own.
type sideNames struct {
	kinds    [mostGroups][2]string // of each group: without and with an SMG
	groups   [mostGroups]string
	elements [elements]string
	roles    [2]string
}

// list returns the names in a fixed order.
func (n *sideNames) list() []string {
	var list []string
	for _, names := range n.kinds {
		list = append(list, names[:]...)
	}
	return slices.Concat(list, n.groups[:], n.elements[:], n.roles[:])
}

// generalNames are the names without a game, and generalNameList lists them.
var (
	generalNames    = newSideNames()
	generalNameList = generalNames.list()
)

func newSideNames() sideNames {
	n := sideNames{roles: [2]string{attacking: "the attackers", defending: "the defenders"}}
	for g := range n.groups {
		name := fmt.Sprintf("group %d", g+1)
		n.groups[g], n.kinds[g] = name, [2]string{name + ", no SMG", name + ", SMG"}
	}
	for e, name := range Element(0).Names() {
		n.elements[e] = "element " + name
	}
	return n
}

// name returns the name of a kind.
func (k *kind) name() string {
	if k.smg {
		return generalNames.kinds[k.group][1]
	}
	return generalNames.kinds[k.group][0]
}

// textOf returns a text about a role, with the name of the side that has it.
func (r *meleeRound) textOf(u *rule.Umpire, what string, side int) string {
	return u.Text(what, func() string { return what + " of " + u.Named(r.player(side), generalNames.roles[side]) })
}

// A kindSet is a set of kinds of a side, by their places in it.
type kindSet uint8

func (s kindSet) has(i int) bool { return s>>i&1 == 1 }
func (s *kindSet) add(i int)     { *s |= 1 << i }

// namesOf returns the names of some kinds of a side. If they are all kinds of a group, the name of the group stands
// for them.
func (r *meleeRound) namesOf(u *rule.Umpire, side int, set kindSet) string {
	var list []string
	for group := range generalNames.groups {
		inGroup, inSet, name := 0, 0, ""
		for i := range r.sides[side].kinds {
			k := &r.sides[side].kinds[i]
			if k.men == 0 || int(k.group) != group {
				continue
			}
			inGroup++
			if set.has(i) {
				inSet++
				name = k.name()
			}
		}
		if inSet == 0 {
			continue
		}
		if inSet == inGroup {
			name = generalNames.groups[group]
		}
		list = append(list, u.Named(r.player(side), name))
	}
	return strings.Join(list, " and ")
}
