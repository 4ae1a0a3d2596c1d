package konflikt47

// A glance is a view that was found once, for whoever looks again. It holds while
// none of the sections that stood or had fallen in its way is otherwise.
type glance struct {
	view *lineOfSight
	gone uint16 // the sections that had fallen
	way  uint16 // the sections in the way of any of its lines
	port uint8  // of the fixed weapon that looked
}

// blind is the view of who sees nothing.
var blind lineOfSight

// glance is [Field.view], found again: what stands where never changes, and of the
// sections that fall only those in the way matter.
func (f *Battlefield) glance(p *Position, from, to int, heavy, fixed bool, port uint8) *lineOfSight {
	n := 4 * (from*len(f.places) + to)
	if heavy {
		n++
	}
	if fixed {
		n += 2
	} else {
		port = 0
	}
	gone := p.sections(Fallen)
	if g := f.glances[n].Load(); g != nil && (g.gone^gone)&g.way == 0 && g.port == port {
		return g.view
	}
	g := &glance{view: &blind, gone: gone, way: f.inTheWay(from, to), port: port}
	if v := f.view(p, from, to, heavy, fixed, port); v != blind {
		g.view = &v
	}
	f.glances[n].Store(g)
	return g.view
}

// inTheWay is the sections that lines between two places lead through.
func (f *Battlefield) inTheWay(from, to int) (set uint16) {
	a, b := &f.places[from], &f.places[to]
	for _, n := range b.nodes {
		for _, e := range a.nodes[:a.ports] {
			set |= f.views.View(int(e), int(n)).Behind
		}
	}
	return set
}
