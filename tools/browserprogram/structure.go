package main

import "slices"

// structured replaces jumps by way of the table at the beginning of a function by branches to blocks, and by
// loops that V8 knows as such. The table keeps the segments at which a function begins or resumes after a call. With trap,
// the function ends in a trap if it resumes elsewhere.
func structured(list []instruction, number int64, trap bool) []instruction {
	f, ok := parseFlow(list, number)
	if !ok {
		return list
	}
	for s := range f.segments {
		f.segments[s].code = foldedJumps(f.segments[s].code)
	}
	g, tabled := f.reducible()
	w := &writer{f: f, g: g, inner: g.loops(), tabled: tabled, trap: trap}
	return w.function()
}

// foldedJumps turns conditions around a jump into conditional jumps.
func foldedJumps(code []instruction) []instruction {
	out := code[:0:0]
	for _, x := range code {
		out = append(out, x)
		if ends(out, opIf, opJump, opEnd) {
			n := len(out)
			out = append(out[:n-3], instruction{op: opJumpIf, x: out[n-2].x})
		}
	}
	return out
}

// A writer writes the code of a function.
type writer struct {
	f      *flow
	g      *graph
	inner  []*loop // the innermost loop of each node
	tabled map[edge]bool
	trap   bool
	after  []int // the node that follows each in the new order, or -1
	out    []instruction
	open   []label // the blocks that are open, the innermost last
}

// A label is what a branch to a block leads to.
type label struct {
	kind uint16 // opBlock, opLoop or opIf
	to   int    // a segment, or one of these:
}

const (
	toTable = -1
	toTrap  = -2
	toNone  = -3
)

// A unit is a segment, or a loop with all its segments.
type unit struct {
	node  int // the segment, or the header of the loop
	loop  *loop
	units []unit // of the loop
}

// last returns the last segment of a unit.
func (u unit) last() int {
	if u.loop == nil {
		return u.node
	}
	return u.units[len(u.units)-1].last()
}

// each calls do for the segments of units in order.
func each(units []unit, do func(int)) {
	for _, u := range units {
		if u.loop == nil {
			do(u.node)
		} else {
			each(u.units, do)
		}
	}
}

// head returns the node that stands for the unit of a segment within a loop, or within the function; -1 if
// the segment is outside.
func (w *writer) head(segment int, within *loop) int {
	l := w.inner[segment]
	if l == within {
		return segment
	}
	for ; l != nil; l = l.parent {
		if l.parent == within {
			return l.header
		}
	}
	return -1
}

// arranged returns the units within a loop, or within the function, so that jumps lead forward only.
func (w *writer) arranged(within *loop) []unit {
	waits := map[int]int{} // the number of units from which control comes to a unit
	var nodes []int
	edges := map[edge]bool{}
	for _, s := range w.g.order {
		if s == w.g.root || within != nil && !within.has[s] {
			continue
		}
		from := w.head(s, within)
		if from == s {
			nodes = append(nodes, s)
		}
		if l := w.inner[s]; from != s && l.header == s && l.parent == within {
			nodes = append(nodes, s)
		}
		for _, t := range w.g.out[s] {
			to := w.head(t, within)
			if to < 0 || to == from || within != nil && t == within.header || edges[edge{from, to}] {
				continue
			}
			edges[edge{from, to}] = true
			waits[to]++
		}
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	follow := map[int][]int{}
	for e := range edges {
		follow[e.from] = append(follow[e.from], e.to)
	}
	var units []unit
	placed := map[int]bool{}
	prefer := -1
	for len(units) < len(nodes) {
		next := -1
		if prefer >= 0 && waits[prefer] == 0 && !placed[prefer] {
			next = prefer
		}
		for i := 0; next < 0 && i < len(nodes); i++ {
			if waits[nodes[i]] == 0 && !placed[nodes[i]] {
				next = nodes[i]
			}
		}
		u := unit{node: next}
		if l := w.inner[next]; l != within {
			for l.parent != within {
				l = l.parent
			}
			u.loop, u.units = l, w.arranged(l)
		}
		units = append(units, u)
		placed[next] = true
		for _, to := range follow[next] {
			waits[to]--
		}
		prefer = -1
		if last := u.last(); w.f.segments[last].next && last+1 < len(w.f.segments) && w.inside(last+1, within) {
			prefer = w.head(last+1, within)
		}
	}
	return units
}

func (w *writer) inside(segment int, within *loop) bool {
	return w.g.place[segment] >= 0 && (within == nil || within.has[segment])
}

// function writes the whole function.
func (w *writer) function() []instruction {
	units := w.arranged(nil)
	w.after = slices.Repeat([]int{-1}, len(w.f.segments))
	before := -1
	each(units, func(s int) {
		if before >= 0 {
			w.after[before] = s
		}
		before = s
	})
	each(units, w.link)
	w.out = slices.Clone(w.f.head)
	table := w.table(units[0].node)
	trap := slices.Contains(table, toTrap)
	if trap {
		w.begin(opBlock, toTrap)
	}
	if len(w.tabled) > 0 {
		w.begin(opLoop, toTable)
	}
	w.level(units, table)
	if len(w.tabled) > 0 {
		w.end()
	}
	if trap {
		w.end()
	}
	return append(w.out, instruction{op: opUnreachable}, instruction{op: opEnd})
}

// link lets a segment end with a jump, if the segment to which it goes on does not follow.
func (w *writer) link(s int) {
	x := &w.f.segments[s]
	if n := len(x.code); n > 0 && x.code[n-1].op == opJump {
		x.next = false
		if to := int(x.code[n-1].x); w.follows(s, to) {
			x.code = x.code[:n-1]
		}
		return
	}
	if x.next && s+1 < len(w.f.segments) && !w.follows(s, s+1) {
		x.code = append(x.code, instruction{op: opJump, x: int64(s + 1)})
	}
}

// follows reports whether control comes from one segment to another without a branch.
func (w *writer) follows(from, to int) bool {
	return w.after[from] == to && !w.tabled[edge{from, to}] && !w.back(from, to)
}

// back reports whether an edge leads back to the beginning of its loop.
func (w *writer) back(from, to int) bool { return w.g.place[to] <= w.g.place[from] }

// A span is a block that ends before a unit, to which branches lead. It begins before another.
type span struct{ from, to, node int }

// level writes the units within a loop, or within the function, which begins with a table if it is not nil.
func (w *writer) level(units []unit, table []int) {
	at := map[int]int{}
	for i, u := range units {
		at[u.node] = i
	}
	from := map[int]int{} // the first unit with a branch to each unit
	for i, u := range units {
		each([]unit{u}, func(s int) {
			for _, x := range w.f.segments[s].code {
				to := int(x.x)
				if x.op != opJump && x.op != opJumpIf || w.tabled[edge{s, to}] {
					continue
				}
				if p, ok := at[to]; ok && p > i {
					if _, ok := from[to]; !ok {
						from[to] = i
					}
				}
			}
		})
	}
	for _, node := range table {
		if node != toTrap {
			from[node] = 0
		}
	}
	var spans []span
	for node, i := range from {
		spans = append(spans, span{i, at[node], node})
	}
	slices.SortFunc(spans, func(a, b span) int { return a.to - b.to })
	nest(spans)
	next := 0
	for i, u := range units {
		for ; next < len(spans) && spans[next].to == i && (table == nil || i > 0); next++ {
			w.end()
		}
		for j := len(spans) - 1; j >= 0; j-- {
			if spans[j].from == i {
				w.begin(opBlock, spans[j].node)
			}
		}
		if i == 0 && table != nil {
			depths := make([]uint32, len(table))
			for k, node := range table {
				depths[k] = uint32(w.depth(opBlock, node))
			}
			w.out = append(w.out, instruction{op: opGet, x: localPC}, instruction{op: opBrTable, table: depths})
			for ; next < len(spans) && spans[next].to == 0; next++ {
				w.end()
			}
		}
		if u.loop != nil {
			w.begin(opLoop, u.node)
			w.level(u.units, nil)
			w.end()
		} else {
			w.segment(u.node)
		}
	}
}

// table returns the segments to which the table leads, by resume points and at last for all others; nil if the
// function can only begin with its first unit. A resume point of which parseFlow does not know would
// be a mistake; it leads to a trap, if that is wanted.
func (w *writer) table(first int) []int {
	begins := map[int]bool{}
	for pc := range w.f.entries {
		begins[w.f.at(pc)] = true
	}
	if len(begins) == 1 && begins[first] {
		return nil
	}
	table := slices.Clone(w.f.resume)
	for pc, s := range table {
		switch {
		case begins[s]:
		case w.trap:
			table[pc] = toTrap
		default:
			table[pc] = table[pc-1]
		}
	}
	n := len(table)
	for n > 1 && table[n-2] == table[n-1] {
		n--
	}
	return table[:n]
}

// nest lets blocks begin earlier, so that no two overlap partly.
func nest(spans []span) {
	for i := range spans {
		for changed := true; changed; {
			changed = false
			for j := i - 1; j >= 0; j-- {
				if spans[j].from < spans[i].from && spans[i].from < spans[j].to {
					spans[i].from, changed = spans[j].from, true
				}
			}
		}
	}
}

func (w *writer) begin(kind uint16, to int) {
	w.out = append(w.out, instruction{op: kind, x: void})
	w.open = append(w.open, label{kind, to})
}

func (w *writer) end() {
	w.out = append(w.out, instruction{op: opEnd})
	w.open = w.open[:len(w.open)-1]
}

// depth returns the number of blocks around a place within the block or loop of a label.
func (w *writer) depth(kind uint16, to int) int {
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i] == (label{kind, to}) {
			return len(w.open) - 1 - i
		}
	}
	panic("strip: a branch to a block that is not open")
}

// segment writes a segment.
func (w *writer) segment(s int) {
	for _, x := range w.f.segments[s].code {
		to := int(x.x)
		switch {
		case x.opens():
			w.out = append(w.out, x)
			w.open = append(w.open, label{opIf, toNone})
		case x.op == opEnd:
			w.end()
		case x.op == opUnwind:
			w.out = append(w.out, instruction{op: opIf, x: void}, instruction{op: opI32Const, x: 1}, instruction{op: opReturn}, instruction{op: opEnd})
		case x.op != opJump && x.op != opJumpIf:
			w.out = append(w.out, x)
		case w.tabled[edge{s, to}]:
			if x.op == opJumpIf {
				w.out = append(w.out, instruction{op: opIf, x: void})
				w.open = append(w.open, label{opIf, toNone})
			}
			w.out = append(w.out, instruction{op: opI32Const, x: int64(w.f.pcOf(to))}, instruction{op: opSet, x: localPC},
				instruction{op: opBr, x: int64(w.depth(opLoop, toTable))})
			if x.op == opJumpIf {
				w.end()
			}
		default:
			kind, op := uint16(opBlock), uint16(opBr)
			if w.back(s, to) {
				kind = opLoop
			}
			if x.op == opJumpIf {
				op = opBrIf
			}
			w.out = append(w.out, instruction{op: op, x: int64(w.depth(kind, to))})
		}
	}
}
