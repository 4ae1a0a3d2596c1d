package ground

import "math"

// A Stand is a point where troops may stand in the open, or in the rubble of a section.
type Stand struct {
	Point  Point
	Rubble SectionID // the section in whose rubble the point is, or None
}

// A Node is an end of a line of sight: a stand, an opening, or the middle of a wall of a floor.
type Node struct {
	Opening OpeningID // or None
	Wall    WallID    // of an opening or a wall; of a stand None
	Floor   Floor     // of an opening or a wall; of a stand its section is None
	Spot    Spot
	Line    Segment // its extent in the plan
	rubble  SectionID
}

// A View is the line of sight from one node to another.
type View struct {
	Far    Exact  // the distance between the nearest points of both nodes, at least 1
	Behind uint16 // the sections in the way, as a set: the view is open once all have fallen
	Clear  bool   // no feature is in the way, and the walls of both nodes face the other
	InArc  bool   // the view is from an opening, and the other node is in its arc
}

// A Way is the shortest way on foot between two nodes.
type Way struct {
	Length Length // rounded up; NoWay if there is none
	Rough  bool   // it leads over difficult ground
}

// AtMost reports whether the way is at most a number of inches.
func (w Way) AtMost(inches int) bool { return w.Length <= Length(inches)*Inch }

// NoWay is the length of a way that does not exist.
const NoWay = Limit

// Views are the lines of sight and the ways on foot between the nodes of a map with at most 16
// sections. The plan never changes, so they are measured once.
type Views struct {
	// Nodes holds the stands, then the openings by their numbers, then the walls floor by floor.
	Nodes  []Node
	Stands int // the number of stands
	Eyes   int // the number of stands and openings, which are also nodes to look from
	m      *Map
	arc    Arc
	sees   []View // by eye and node
	ways   []Way  // by eye and eye
}

// Views measures the views between stands, openings and walls, and the ways between stands and openings.
// The argument eyeHeight is the height of the eyes at stands above the table, and arc the arc of every
// opening. There is no way between nodes that are farther apart than farthest, and none that is longer
// than twice that.
func (m *Map) Views(stands []Stand, eyeHeight Length, arc Arc, farthest Length) *Views {
	v := &Views{m: m, arc: arc, Stands: len(stands), Eyes: len(stands) + len(m.openings)}
	for _, s := range stands {
		v.Nodes = append(v.Nodes, Node{
			Opening: None, Wall: None, Floor: Floor{Section: None}, rubble: s.Rubble,
			Spot: Spot{Point: s.Point, Z: eyeHeight}, Line: Segment{s.Point, s.Point},
		})
	}
	for i := range m.openings {
		o := OpeningID(i)
		v.Nodes = append(v.Nodes, Node{o, m.WallOfOpening(o), m.FloorOfOpening(o), m.OpeningSpot(o), m.OpeningLine(o), None})
	}
	for i := range m.sections {
		v.addWalls(SectionID(i))
	}
	v.sees, v.ways = make([]View, v.Eyes*len(v.Nodes)), make([]Way, v.Eyes*v.Eyes)
	for a := range v.Eyes {
		for b := range v.Nodes {
			if a != b {
				*v.View(a, b) = v.look(&v.Nodes[a], &v.Nodes[b])
			}
		}
		for b := range a {
			w := v.walk(&v.Nodes[b], &v.Nodes[a], farthest)
			v.ways[a*v.Eyes+b], v.ways[b*v.Eyes+a] = w, w
		}
	}
	return v
}

// addWalls adds the walls of a section, floor by floor from the ground up.
func (v *Views) addWalls(s SectionID) {
	m := v.m
	x := &m.sections[s]
	for storey := range int8(len(x.Storeys) - x.Cellars) {
		f := Floor{Section: s, Storey: storey}
		z := (m.FloorHeight(f) + m.FloorHeight(Floor{Section: s, Storey: storey + 1})) / 2
		first, end := m.WallsOf(s)
		for w := first; w < end; w++ {
			line := m.WallLine(w)
			v.Nodes = append(v.Nodes, Node{None, w, f, Spot{Point: line.Middle(), Z: z}, line, None})
		}
	}
}

// OfOpening returns the number of the node of an opening.
func (v *Views) OfOpening(o OpeningID) int { return v.Stands + int(o) }

// View returns the line of sight to a node from another, a stand or an opening, by their numbers.
func (v *Views) View(from, to int) *View { return &v.sees[from*len(v.Nodes)+to] }

// Way returns the way on foot between two stands or openings. Openings of upper floors have none.
func (v *Views) Way(a, b int) Way { return v.ways[a*v.Eyes+b] }

// Faces reports whether the walls of two nodes, if they have any, face the other node.
func (v *Views) Faces(a, b int) bool { return v.facing(&v.Nodes[a], &v.Nodes[b]) }

func (v *Views) facing(a, b *Node) bool {
	return (a.Wall < 0 || v.m.Faces(a.Wall, b.Spot.Point)) && (b.Wall < 0 || v.m.Faces(b.Wall, a.Spot.Point))
}

// Blockers lists the obstacles in a line between two nodes while everything stands.
func (v *Views) Blockers(a, b int) ([]SectionID, []FeatureID) {
	return v.m.Blockers(v.Nodes[a].Spot, v.Nodes[b].Spot, Destroyed{})
}

// look measures a view. Within a section nothing is seen.
func (v *Views) look(a, b *Node) (x View) {
	x.Far = max(1, a.Line.exactBetween(b.Line))
	if a.Floor.Section >= 0 && a.Floor.Section == b.Floor.Section || !v.facing(a, b) {
		return x
	}
	sections, features := v.m.Blockers(a.Spot, b.Spot, Destroyed{})
	x.Clear = len(features) == 0
	for _, s := range sections {
		x.Behind |= 1 << s
	}
	x.InArc = a.Opening >= 0 && v.m.InArc(a.Opening, b.Spot.Point, v.arc)
	return x
}

// walk measures a way, from the nearest part of an opening. The rubble of a section is reached once
// it has fallen, but not before.
func (v *Views) walk(a, b *Node, farthest Length) Way {
	if a.Wall >= 0 && a.Floor.Storey > 0 || b.Wall >= 0 && b.Floor.Storey > 0 || Distance(a.Spot.Point, b.Spot.Point) > farthest {
		return Way{Length: NoWay}
	}
	ruins := Destroyed{}.Rubble(a.rubble, b.rubble)
	best, from, to := 2*farthest+1, a.Spot.Point, b.Spot.Point
	for i, s := range [...]Point{a.Line.Nearest(b.Spot.Point), a.Line.A, a.Line.B} {
		s = v.outside(a, s)
		t := v.outside(b, b.Line.Nearest(s))
		d, ok := v.m.Walk(s, t, ruins)
		if ok && i == 0 && v.m.Passable(Segment{s, t}, ruins) {
			d = a.Line.Between(b.Line) // a straight line is measured exactly
		}
		if ok && d < best {
			best, from, to = d, s, t
		}
	}
	if best > 2*farthest {
		return Way{Length: NoWay}
	}
	w := Way{Length: best}
	route := v.m.Route(from, to, ruins)
	for i := 1; i < len(route); i++ {
		w.Rough = w.Rough || v.m.Rough(Segment{route[i-1], route[i]}, ruins)
	}
	return w
}

// outside returns a point of a node that is not inside its section, where rounding may have put it.
func (v *Views) outside(n *Node, p Point) Point {
	if n.Wall < 0 {
		return p
	}
	return outside(&v.m.sections[n.Floor.Section].shape, p)
}

// Rubble returns the state in which some sections have fallen as well. None is no section.
func (r Destroyed) Rubble(sections ...SectionID) Destroyed {
	for _, s := range sections {
		if s >= 0 {
			r = r.Fallen(s)
		}
	}
	return r
}

// ArcOf returns an arc of a number of degrees, from 1 to 180.
func ArcOf(degrees int) Arc {
	switch {
	case degrees >= 180:
		return HalfArc
	case degrees == 90:
		return QuarterArc
	}
	half := float64(degrees) / 360 * math.Pi
	return Arc{Front: int32(1000 * math.Cos(half)), Wide: int32(1000 * math.Sin(half))}
}
