package konflikt47

import (
	"sync/atomic"

	"loophole/ground"
)

// eyeHeight is the height above the ground of lines of sight, at both ends. It is more than the
// height of any rubble, so that rubble hides nobody.
const eyeHeight = ground.Inch

// farthest is the longest way of one move.
const farthest = 24 * ground.Inch

// measure works out, once, every distance and line of sight of the ground.
func (f *Battlefield) measure() {
	var stands []ground.Stand
	for i := range f.places {
		if x := &f.places[i]; x.spot {
			x.nodes, x.ports = []uint16{uint16(len(stands))}, 1
			f.spots = append(f.spots, i)
			stands = append(stands, ground.Stand{Point: x.point, Rubble: ground.SectionID(x.work)})
		}
	}
	f.views = f.ground.Views(stands, eyeHeight, ground.ArcOf(f.limits.arc), farthest)
	f.kinds = make([]Opening, len(f.views.Nodes))
	for n := len(stands); n < len(f.views.Nodes); n++ {
		node := &f.views.Nodes[n]
		x := f.floor(int8(node.Floor.Section), uint8(node.Floor.Storey))
		x.nodes = append(x.nodes, uint16(n))
		if f.kinds[n] = Wall; node.Opening >= 0 {
			f.kinds[n] = f.doors[node.Opening].kind
			x.ports++
		}
	}
	for i := range f.places {
		for j := range f.places {
			f.apart[i][j] = ground.ExactDistance(f.places[i].point, f.places[j].point)
		}
	}
	f.glances = make([]atomic.Pointer[glance], 4*len(f.places)*len(f.places))
	f.measureDrives()
}

// inches is a distance in whole inches, of which the last may be a part.
func inches(d ground.Exact) uint8 { return uint8(min(250, d.Inches())) }

// node is the node of an opening in the views.
func (f *Battlefield) node(o int) int { return f.views.OfOpening(ground.OpeningID(o)) }

// A glance is a cached view. It holds while no section in its way falls, and none that had fallen
// stands again.
type glance struct {
	view *lineOfSight
	gone uint16 // the sections that had fallen
	way  uint16 // the sections in the way of any of its lines
	port uint8  // of the fixed weapon that looked
}

// blind is the view of a unit that sees nothing.
var blind lineOfSight

// cachedView is [Battlefield.view] with a cache: what stands where never changes, and of the
// sections that fall only those in the way matter.
func (f *Battlefield) cachedView(p *Position, from, to int, heavy, fixed bool, port uint8) *lineOfSight {
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
