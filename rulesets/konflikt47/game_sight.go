package konflikt47

import (
	"sync/atomic"

	"loophole/ground"
)

// eyeHeight is how high somebody looks from the ground, and is looked at. It is
// more than the height of any rubble, so that what has fallen hides nobody.
const eyeHeight = ground.Inch

// farthest is the longest way that anybody goes at once.
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
	f.drive()
}
