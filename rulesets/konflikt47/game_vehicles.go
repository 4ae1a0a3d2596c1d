package konflikt47

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// frontInches is the distance from a wall of a vehicle that did not bring it down.
const frontInches = ground.Inch

// addFronts adds a place before each wall that a vehicle might drive into, if there are vehicles.
func (f *Battlefield) addFronts(s *Setup) {
	drives := func(x SetupUnit) bool { return units.Rows[x.Unit-1].Cells[unitClass] >= classVehicle }
	if !slices.ContainsFunc(s.Units, drives) {
		return
	}
	for k := range f.works {
		x := &f.works[k]
		if x.Kind != Building || x.Judged == Solid || x.Judged == NotJudged && x.material == OtherMaterial {
			continue
		}
		var had [4]bool
		first, end := f.ground.WallsOf(ground.SectionID(k))
		for w := first; w < end; w++ {
			side, line := f.ground.WallSide(w), f.ground.WallLine(w)
			at := line.Off(frontInches)
			if !f.ground.Faces(w, at) {
				at = ground.Segment{A: line.B, B: line.A}.Off(frontInches)
			}
			if !had[side] && f.ground.Faces(w, at) && !f.ground.SectionWithin(at, frontInches/2) {
				had[side] = true
				name := x.name + "/before-" + North.Names()[side]
				f.places = append(f.places, place{name: name, spot: true, work: -1, front: int8(k), wall: int(w), point: at})
			}
		}
	}
}

// measureDrives works out what is in the way of vehicles: units at spots within an inch of the way
// from spot to spot, and of the straight way to a section.
func (f *Battlefield) measureDrives() {
	f.drives = make([][][]int, len(f.places))
	for m, a := range f.spots {
		f.drives[a] = make([][]int, len(f.places))
		for n, b := range f.spots {
			if x, y := &f.places[a], &f.places[b]; a != b && f.views.Way(m, n).Length != ground.NoWay {
				route := f.ground.Route(x.point, y.point, ground.Destroyed{}.Rubble(ground.SectionID(x.work), ground.SectionID(y.work)))
				f.drives[a][b] = f.spotsBeside(route, a, b)
			}
		}
	}
	for k := range f.works {
		f.works[k].runs = make([]run, len(f.places))
		for _, a := range f.spots {
			f.works[k].runs[a] = f.straightRun(a, k)
		}
	}
}

// spotsBeside lists other spots less than an inch from a way.
func (f *Battlefield) spotsBeside(route []ground.Point, a, b int) (list []int) {
	for _, at := range f.spots {
		if at != a && at != b && f.places[at].point.FromRoute(route) < ground.Inch {
			list = append(list, at)
		}
	}
	return list
}

// straightRun is the straight way from a spot to the nearest wall of a section that faces it.
func (f *Battlefield) straightRun(a, k int) run {
	m, from := f.ground, f.places[a].point
	r := run{Drive: m.Drive(from, ground.SectionID(k)), inches: inches(m.FromSection(ground.SectionID(k), from).Exactly()), front: -1, spot: -1}
	if r.Wall < 0 {
		return r
	}
	for _, at := range f.spots {
		switch x := &f.places[at]; {
		case x.front == int8(k) && ground.WallID(x.wall) == r.Wall:
			r.front = at
		case x.work >= 0 || x.front >= 0 || !m.Faces(r.Wall, x.point) || m.FromWall(r.Wall, x.point) > ground.Inch:
		case r.spot < 0 || ground.Distance(from, x.point) < ground.Distance(from, f.places[r.spot].point):
			r.spot = at
		}
	}
	r.past = f.spotsBeside([]ground.Point{r.Way.A, r.Way.B}, a, r.spot)
	return r
}

// blocker is a unit that a vehicle would have to drive through on its way to a spot, or -1. Units
// on foot go round.
func (f *Battlefield) blocker(p *Position, i, to int) int {
	if !f.troops[i].vehicle() || !f.at(p, i).spot {
		return -1
	}
	return f.unitAtAny(p, i, f.drives[p.where(i)][to])
}

// unitAtAny is a unit other than the vehicle at one of some places, or -1.
func (f *Battlefield) unitAtAny(p *Position, i int, past []int) int {
	return game.First(len(f.troops), func(j int) bool { return j != i && p.here(j) && slices.Contains(past, p.where(j)) })
}

// checkStraight forbids a vehicle to drive straight at a section if something is in the way.
func (f *Battlefield) checkStraight(u *rule.Umpire, p *Position, i int, k int8) {
	r := &f.works[k].runs[p.where(i)]
	u.Require(!r.Barred && r.Behind&^p.sections(Fallen) == 0, "host.ram", "an obstacle blocks the straight way to the building: drive to a clear line first")
	u.Require(f.unitAtAny(p, i, r.past) < 0, "host.ram", "a unit blocks the straight way to the building, and vehicles cannot pass through it")
	u.Require(r.front < 0 || f.stoppingPlace(p, i, k) >= 0, "host.spots", "another vehicle is in front of that wall")
}

// stoppingPlace is the place of a vehicle that did not bring a section down: a spot by the wall
// that it drove at, or else the place before it; -1 if another unit is there.
func (f *Battlefield) stoppingPlace(p *Position, i int, k int8) int {
	r := &f.works[k].runs[p.where(i)]
	for _, at := range [2]int{r.spot, r.front} {
		if at >= 0 && f.free(p, at, i) {
			return at
		}
	}
	return -1
}
