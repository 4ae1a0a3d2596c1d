package konflikt47

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// frontInches is how far before a wall a vehicle stands that did not bring it
// down.
const frontInches = ground.Inch

// fronts makes a place before each wall that a vehicle might drive into, if
// there are vehicles at all.
func (f *Battlefield) fronts(s *Setup) {
	drivers := false
	for i := range s.Units {
		u := s.Units[i].Unit
		drivers = drivers || u > 0 && units.Rows[u-1].Cells[unitClass] >= classVehicle
	}
	names := [...]string{"north", "east", "south", "west"}
	for k := range f.works {
		if w := &f.works[k]; !drivers || w.kind != Building || w.judged == Solid || w.judged == NotJudged && w.material == OtherMaterial {
			continue
		}
		var had [4]bool
		first, end := f.ground.WallsOf(ground.SectionID(k))
		for w := first; w < end; w++ {
			side := f.ground.WallSide(w)
			line := f.ground.WallLine(w)
			at := before(line)
			if !f.ground.Faces(w, at) {
				at = before(ground.Segment{A: line.B, B: line.A})
			}
			if !had[side] && f.ground.Faces(w, at) && f.vacant(at) {
				had[side] = true
				f.places = append(f.places, place{
					name: f.works[k].name + "/before-" + names[side], spot: true, work: -1, front: int8(k), wall: int(w), point: at,
				})
			}
		}
	}
}

// before is the point an inch off the middle of a line, on its right.
func before(w ground.Segment) ground.Point {
	m, l := w.Middle(), int64(w.Length())
	dx, dy := int64(w.B.X-w.A.X), int64(w.B.Y-w.A.Y)
	return ground.Point{X: m.X + ground.Length(dy*int64(frontInches)/l), Y: m.Y - ground.Length(dx*int64(frontInches)/l)}
}

// vacant reports whether no section stands at a point.
func (f *Battlefield) vacant(at ground.Point) bool {
	return !game.Any(len(f.works), func(k int) bool { return f.ground.FromSection(ground.SectionID(k), at) < frontInches/2 })
}

// drive works out what is in the way of vehicles: units at spots within an inch
// of the way from spot to spot, and of the straight way to a section.
func (f *Battlefield) drive() {
	f.drives = make([][]crossed, len(f.places))
	for a := range f.places {
		if !f.places[a].spot {
			continue
		}
		f.drives[a] = make([]crossed, len(f.places))
		for b := range f.places {
			if x := &f.places[b]; x.spot && a != b && f.steps[f.places[a].nodes[0]][x.nodes[0]].mils != noWay {
				f.drives[a][b] = f.over(f.routed(a, b), a, b)
			}
		}
	}
	for k := range f.works {
		f.works[k].runs = make([]run, len(f.places))
		for a := range f.places {
			if f.places[a].spot {
				f.works[k].runs[a] = f.straight(a, k)
			}
		}
	}
}

// routed is the way on the ground between two spots.
func (f *Battlefield) routed(a, b int) []ground.Point {
	var ruins ground.Destroyed
	for _, k := range [2]int8{f.places[a].work, f.places[b].work} {
		if k >= 0 {
			ruins = ruins.Fallen(ground.SectionID(k))
		}
	}
	return f.ground.Route(f.places[a].point, f.places[b].point, ruins)
}

// over is the set of other spots less than an inch from a way.
func (f *Battlefield) over(route []ground.Point, a, b int) (c crossed) {
	for at := range f.places {
		x := &f.places[at]
		for i := 1; x.spot && at != a && at != b && i < len(route); i++ {
			if (ground.Segment{A: route[i-1], B: route[i]}).Distance(x.point) < ground.Inch {
				c.add(at)
			}
		}
	}
	return c
}

// straight is the straight way from a spot to the nearest wall of a section
// that faces it.
func (f *Battlefield) straight(a, k int) (r run) {
	m, from := f.ground, f.places[a].point
	r.inches = inchesUp(m.FromSection(ground.SectionID(k), from))
	best := ground.WallID(-1)
	for _, w := range m.FacingWalls(ground.SectionID(k), from, nil) {
		if best < 0 || m.FromWall(w, from) < m.FromWall(best, from) {
			best = w
		}
	}
	if best < 0 {
		r.barred = true
		return r
	}
	for at := range f.places {
		if x := &f.places[at]; x.front == int8(k) && ground.WallID(x.wall) == best {
			r.front = uint8(at + 1)
		}
	}
	for at := range f.places {
		x := &f.places[at]
		if !x.spot || x.work >= 0 || x.front >= 0 || !m.Faces(best, x.point) || m.FromWall(best, x.point) > ground.Inch {
			continue
		}
		if r.spot == 0 || ground.Distance(from, x.point) < ground.Distance(from, f.places[r.spot-1].point) {
			r.spot = uint8(at + 1)
		}
	}
	way := ground.Segment{A: from, B: m.WallLine(best).Nearest(from)}
	r.barred = !m.Passable(way, f.fallenBut(-1))
	for s := range f.works {
		if s != k && !r.barred && !m.Passable(way, f.fallenBut(s)) {
			r.behind |= 1 << s
		}
	}
	r.past = f.over([]ground.Point{way.A, way.B}, a, int(r.spot)-1)
	return r
}

// fallenBut is the ground with every section but one in rubble.
func (f *Battlefield) fallenBut(standing int) (r ground.Destroyed) {
	for s := range f.works {
		if s != standing {
			r = r.Fallen(ground.SectionID(s))
		}
	}
	return r
}

// blocked is a unit that a vehicle would have to drive through on its way to a
// spot, or -1. Whoever is on foot goes round.
func (f *Battlefield) blocked(p *Position, i, to int) int {
	if !f.troops[i].vehicle() || !f.at(p, i).spot {
		return -1
	}
	return f.inWay(p, i, &f.drives[p.Units[i].At-1][to])
}

// inWay is a unit other than the vehicle that stands in a set of places, or -1.
func (f *Battlefield) inWay(p *Position, i int, past *crossed) int {
	return game.First(len(f.troops), func(j int) bool { return j != i && p.here(j) && past.has(int(p.Units[j].At)-1) })
}

// checkStraight says why a vehicle cannot drive straight at a section.
func (f *Battlefield) checkStraight(u *rule.Umpire, p *Position, i int, k int8) {
	r := &f.works[k].runs[p.Units[i].At-1]
	u.Require(!r.barred && r.behind&^p.fallen() == 0, "host.ram", "something stands in the straight way to it: drive to where the way is clear first")
	u.Require(f.inWay(p, i, &r.past) < 0, "host.ram", "a unit stands in the straight way to it, and vehicles drive through nobody")
	u.Require(r.front == 0 || f.halt(p, i, k) >= 0, "host.spots", "another vehicle stands before that wall")
}

// halt is where a vehicle stops that did not bring a section down: a spot by the
// wall that it drove at, or else the place before it; -1 if somebody is there.
func (f *Battlefield) halt(p *Position, i int, k int8) int {
	r := &f.works[k].runs[p.Units[i].At-1]
	for _, at := range [2]uint8{r.spot, r.front} {
		if j := f.on(p, int(at)-1); at > 0 && (j < 0 || j == i) {
			return int(at) - 1
		}
	}
	return -1
}
