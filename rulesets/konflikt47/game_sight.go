package konflikt47

import (
	"sync/atomic"

	"loophole/ground"
)

// eyeHeight is the height above the ground of lines of sight, at both ends. It is more than the
// height of any rubble, so that rubble hides nobody.
const eyeHeight = ground.Inch

// longestMove is the longest way of one move: a unit of the table advances 12 inches at most.
const longestMove = 24 * ground.Inch

// measureGround works out, once, every distance and line of sight of the ground.
func (f *Battlefield) measureGround() {
	var stands []ground.Stand
	for i := range f.places {
		if x := &f.places[i]; x.spot {
			x.nodes, x.eyes = []uint16{uint16(len(stands))}, 1
			f.spots = append(f.spots, i)
			stands = append(stands, ground.Stand{Point: x.point, Rubble: ground.SectionID(x.section)})
		}
	}
	f.views = f.ground.Views(stands, eyeHeight, ground.ArcOf(f.limits.fixedWeaponArc), longestMove)
	f.nodeKinds = make([]Opening, len(f.views.Nodes))
	for n := len(stands); n < len(f.views.Nodes); n++ {
		node := &f.views.Nodes[n]
		x := f.floor(int8(node.Floor.Section), uint8(node.Floor.Storey))
		x.nodes = append(x.nodes, uint16(n))
		if f.nodeKinds[n] = Wall; node.Opening >= 0 {
			f.nodeKinds[n] = f.openings[node.Opening].kind
			x.eyes++
		}
	}
	for i := range f.places {
		for j := range f.places {
			f.distances[i][j] = ground.ExactDistance(f.places[i].point, f.places[j].point)
		}
	}
	f.viewCache = make([]atomic.Pointer[cachedSight], 4*len(f.places)*len(f.places))
	f.measureDrives()
}

// inches returns a distance in whole inches, of which the last may be a part.
func inches(distance ground.Exact) uint8 { return uint8(min(250, distance.Inches())) }

// node returns the node of an opening in the views.
func (f *Battlefield) node(openingIndex int) int {
	return f.views.OfOpening(ground.OpeningID(openingIndex))
}

// A cachedSight is a view in the cache. It holds while no section in its way falls, and none that had
// fallen stands again.
type cachedSight struct {
	view         *lineOfSight
	fallen       uint16 // the sections that had fallen
	way          uint16 // the sections in the way of any of its lines
	fixedOpening uint8  // of the fixed weapon whose view it is
}

// blindView is the view of a unit that sees nothing.
var blindView lineOfSight

// cachedView is [Battlefield.view] with a cache: what stands where never changes, and of the
// sections that fall only those in the way matter.
func (f *Battlefield) cachedView(p *Position, from, to int, heavy, fixed bool, fixedOpening uint8) *lineOfSight {
	index := 4 * (from*len(f.places) + to)
	if heavy {
		index++
	}
	if fixed {
		index += 2
	} else {
		fixedOpening = 0
	}
	fallen := p.sections(Fallen)
	if entry := f.viewCache[index].Load(); entry != nil && (entry.fallen^fallen)&entry.way == 0 && entry.fixedOpening == fixedOpening {
		return entry.view
	}
	entry := &cachedSight{view: &blindView, fallen: fallen, way: f.inTheWay(from, to), fixedOpening: fixedOpening}
	if view := f.view(p, from, to, heavy, fixed, fixedOpening); view != blindView {
		entry.view = &view
	}
	f.viewCache[index].Store(entry)
	return entry.view
}

// inTheWay returns the sections that lines between two places lead through.
func (f *Battlefield) inTheWay(from, to int) (set uint16) {
	viewer, target := &f.places[from], &f.places[to]
	for _, node := range target.nodes {
		for _, eye := range viewer.nodes[:viewer.eyes] {
			set |= f.views.View(int(eye), int(node)).Behind
		}
	}
	return set
}
