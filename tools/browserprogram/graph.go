package main

import "slices"

// A graph is the flow of a function between segments. The root, the node after the last segment, stands for
// the table at the beginning: it leads to every segment at which the function begins or resumes.
type graph struct {
	out   [][]int // the segments that may follow each node, in the order of the code
	in    [][]int
	root  int
	order []int // the nodes that can be reached, each after those that dominate it
	place []int // the place of each node in the order, or -1
	above []int // the immediate dominator of each node
}

// edge is a jump from one segment to another.
type edge struct{ from, to int }

// graphOf returns the graph of a flow. Some jumps go by the table.
func (f *flow) graphOf(tabled map[edge]bool) *graph {
	n := len(f.segments)
	g := &graph{out: make([][]int, n+1), in: make([][]int, n+1), root: n}
	add := func(from, to int) {
		if !slices.Contains(g.out[from], to) {
			g.out[from] = append(g.out[from], to)
			g.in[to] = append(g.in[to], from)
		}
	}
	pcs := make([]int, 0, len(f.entries))
	for pc := range f.entries {
		pcs = append(pcs, pc)
	}
	slices.Sort(pcs)
	for _, pc := range pcs {
		add(n, f.at(pc))
	}
	for s, x := range f.segments {
		for _, i := range x.code {
			if (i.op == opJump || i.op == opJumpIf) && !tabled[edge{s, int(i.x)}] {
				add(s, int(i.x))
			}
		}
		if x.next && s+1 < n && !tabled[edge{s, s + 1}] {
			add(s, s+1)
		}
	}
	g.sort()
	g.dominate()
	return g
}

// sort orders the nodes: the reverse of the order in which a search leaves them. The search prefers
// what comes first in the code, and visits the other entries last.
func (g *graph) sort() {
	g.place = slices.Repeat([]int{-1}, len(g.out))
	seen := make([]bool, len(g.out))
	type visit struct{ node, child int }
	var left []int
	stack := []visit{{g.root, 0}}
	seen[g.root] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.child == len(g.out[top.node]) {
			left = append(left, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		to := g.out[top.node][top.child]
		top.child++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, visit{to, 0})
		}
	}
	slices.Reverse(left)
	g.order = left
	for i, node := range left {
		g.place[node] = i
	}
}

// dominate computes the immediate dominators, as Cooper, Harvey and Kennedy do.
func (g *graph) dominate() {
	g.above = slices.Repeat([]int{-1}, len(g.out))
	g.above[g.root] = g.root
	for changed := true; changed; {
		changed = false
		for _, node := range g.order[1:] {
			best := -1
			for _, from := range g.in[node] {
				switch {
				case g.place[from] < 0 || g.above[from] < 0:
				case best < 0:
					best = from
				default:
					best = g.common(best, from)
				}
			}
			if g.above[node] != best {
				g.above[node], changed = best, true
			}
		}
	}
}

// common returns the nearest node that dominates two.
func (g *graph) common(a, b int) int {
	for a != b {
		if g.place[a] > g.place[b] {
			a = g.above[a]
		} else {
			b = g.above[b]
		}
	}
	return a
}

// dominates reports whether every path to a node passes another.
func (g *graph) dominates(a, b int) bool {
	for g.place[b] > g.place[a] {
		b = g.above[b]
	}
	return a == b
}

// reducible returns a graph in which the first segment of every loop dominates the loop, and the jumps that
// have to go by the table for that. Each of these makes its target an entry.
func (f *flow) reducible() (*graph, map[edge]bool) {
	tabled := map[edge]bool{}
	for {
		g := f.graphOf(tabled)
		found := false
		for _, from := range g.order {
			for _, to := range g.out[from] {
				if g.place[to] <= g.place[from] && !g.dominates(to, from) {
					tabled[edge{from, to}] = true
					found = true
				}
			}
		}
		if !found {
			return g, tabled
		}
		for e := range tabled {
			f.entries[f.pcOf(e.to)] = true
		}
	}
}

// pcOf returns the first resume point of a segment.
func (f *flow) pcOf(segment int) int { return slices.Index(f.resume, segment) }

// A loop is a segment with all segments from which control comes back to it.
type loop struct {
	header int
	parent *loop
	has    map[int]bool
}

// loops returns the innermost loop of each node, or nil.
func (g *graph) loops() []*loop {
	inner := make([]*loop, len(g.out))
	// Loops whose headers come later are within those whose headers come earlier, or apart from them.
	for i := len(g.order) - 1; i >= 0; i-- {
		h := g.order[i]
		var l *loop
		var todo []int
		for _, from := range g.in[h] {
			if g.place[from] >= g.place[h] {
				if l == nil {
					l = &loop{header: h, has: map[int]bool{h: true}}
				}
				if !l.has[from] {
					l.has[from] = true
					todo = append(todo, from)
				}
			}
		}
		if l == nil {
			continue
		}
		for len(todo) > 0 {
			node := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, from := range g.in[node] {
				if g.place[from] >= 0 && !l.has[from] {
					l.has[from] = true
					todo = append(todo, from)
				}
			}
		}
		for node := range l.has {
			if inner[node] == nil {
				inner[node] = l
				continue
			}
			x := inner[node]
			for x.parent != nil && x != l {
				x = x.parent
			}
			if x != l {
				x.parent = l
			}
		}
	}
	return inner
}
