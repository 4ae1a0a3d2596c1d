package lasergrenadiers

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/scene"
)

// scorched draws the ground where plants were destroyed, and how far it burns.
func (f *Battlefield) scorched(p *Position) (list []scene.Area) {
	for k := range f.green {
		x, t := &p.Plots[k], &f.features[k]
		if !x.Gone {
			continue
		}
		corners := slices.Concat(t.Plan, t.Line)
		list = append(list, scene.Area{Name: t.Name + ", destroyed", Kind: "open", Label: x.Size == 0, Outline: spots(corners)})
		if x.Size > 0 {
			reach := burning(t, ground.Length(x.Size)*ground.Inch)
			list = append(list, scene.Area{Name: fmt.Sprintf("%s, burning for %d″ around its middle", t.Name, x.Size), Kind: "rubble", Label: true, Outline: spots(reach)})
		}
	}
	return list
}

func spots(list []ground.Point) (out []scene.Point) {
	for _, q := range list {
		out = append(out, scene.Spot(q))
	}
	return out
}

// compass is the directions in which the reach of a fire is drawn, in thousandths.
var compass = [16]ground.Point{
	{X: 1000}, {X: 924, Y: 383}, {X: 707, Y: 707}, {X: 383, Y: 924}, {Y: 1000}, {X: -383, Y: 924}, {X: -707, Y: 707}, {X: -924, Y: 383},
	{X: -1000}, {X: -924, Y: -383}, {X: -707, Y: -707}, {X: -383, Y: -924}, {Y: -1000}, {X: 383, Y: -924}, {X: 707, Y: -707}, {X: 924, Y: -383},
}

// burning is the part of plants that burns: as far from their middle as the size
// says, and no further than they grow.
func burning(t *ground.Feature, far ground.Length) (reach []ground.Point) {
	at := middle(t)
	for _, q := range t.Line {
		reach = append(reach, towards(at, q, min(far, ground.DistanceDown(at, q))))
	}
	if len(t.Plan) == 0 {
		return reach
	}
	for _, d := range compass {
		end := ground.Point{X: at.X + far*d.X/1000, Y: at.Y + far*d.Y/1000}
		long := far
		for i := range t.Plan {
			if side, way := t.Plan.Edge(i), (ground.Segment{A: at, B: end}); side.Meets(way) && !parallel(side, way) {
				long = min(long, ground.DistanceDown(at, crossing(way, side)))
			}
		}
		reach = append(reach, towards(at, end, long))
	}
	return reach
}

// towards is the point so far from another in the direction of a third.
func towards(at, q ground.Point, far ground.Length) ground.Point {
	d := int64(ground.Distance(at, q))
	if d == 0 {
		return at
	}
	return ground.Point{X: at.X + ground.Length(int64(q.X-at.X)*int64(far)/d), Y: at.Y + ground.Length(int64(q.Y-at.Y)*int64(far)/d)}
}
