package odds

import "slices"

// groups is a list of groups of states, in one slice.
type groups struct{ states, ends []int32 }

func (g *groups) len() int { return len(g.ends) }

// at returns the states of a group.
func (g *groups) at(i int) []int32 {
	from := int32(0)
	if i > 0 {
		from = g.ends[i-1]
	}
	return g.states[from:g.ends[i]]
}

func (g *groups) add(states ...int32) {
	g.states = append(g.states, states...)
	g.ends = append(g.ends, int32(len(g.states)))
}

// reverse reverses the order of the groups and of the states in each.
func (g *groups) reverse() {
	slices.Reverse(g.states)
	slices.Reverse(g.ends)
	all := int32(len(g.states))
	for i := range g.ends {
		if i+1 < len(g.ends) {
			g.ends[i] = all - g.ends[i+1]
		} else {
			g.ends[i] = all
		}
	}
}

// places returns, for each state, its index in its group.
func (g *groups) places() []int32 {
	places := make([]int32, len(g.states))
	for i := range g.len() {
		for at, n := range g.at(i) {
			places[n] = int32(at)
		}
	}
	return places
}

// inGroup reports whether a target is a state of the group.
func inGroup(group, places []int32, to int32) bool {
	return to >= 0 && int(places[to]) < len(group) && group[places[to]] == to
}

// largest returns the number of states in the largest group.
func (g *groups) largest() int {
	n := 0
	for i := range g.len() {
		n = max(n, len(g.at(i)))
	}
	return n
}
