package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file finds what a shot at a section strikes: a wall of it, its roof, or,
// from above, what lies open.

// A mark is where a shot strikes a section.
type mark struct {
	wing   int
	wall   int           // within its section; -1 from above
	storey int           // on which the wall is struck
	at     ground.Spot   // the middle of an effect area
	seat   ground.Spot   // where a fire would be lit
	far    ground.Length // how far it is shot
	out    int16         // the opening that the shot leaves by, from 1; 0 for none
	place  int           // the place behind it; -1 for none
}

// behindWall is the mark of a shot at a place.
func (f *Battlefield) behindWall(p *Position, i, b int) mark {
	a, t := p.at(i), &f.places[b]
	m := mark{wing: int(t.wing), wall: -1, storey: int(t.storey), at: t.spot(), far: f.far[a][b], place: b}
	if f.figures[i].Indirect {
		m.seat = ground.Spot{Point: t.at, Z: f.land.RoofHeight(ground.SectionID(t.wing))}
	} else {
		aim := &f.aims[a][b]
		m.wall, m.at.Point, m.seat = int(aim.wall), aim.point, ground.Spot{Point: aim.point, Z: t.low}
		m.out, _ = f.strikesWall(p, a, b)
	}
	return m
}

// markAt finds what a piece strikes that fires at a section: the wall before the nearest place
// behind which there is one in its line, else a wall that it sees; from above the roof over the
// nearest place, those under it first. It reports whether the piece strikes anything.
func (f *Battlefield) markAt(p *Position, i, w int) (m mark, some bool) {
	a, best := p.at(i), -1
	for b := range f.places {
		if int(f.places[b].wing) != w {
			continue
		}
		_, ok := f.strikesWall(p, a, b)
		if f.figures[i].Indirect {
			ok = f.mayFall(p, i, b)
		}
		switch {
		case !ok:
		case best < 0, f.figures[i].Indirect && f.places[b].top && !f.places[best].top:
			best = b
		case f.far[a][b] < f.far[a][best] && (!f.figures[i].Indirect || f.places[b].top == f.places[best].top):
			best = b
		}
	}
	if best >= 0 {
		return f.behindWall(p, i, best), true
	}
	v := &f.views[a][w]
	out, some := v.by(f, p)
	if !some || f.figures[i].Indirect {
		return m, false
	}
	return mark{
		wing: w, wall: int(v.wall), storey: int(v.storey), at: ground.Spot{Point: v.at.Point, Z: v.at.Z + eyeHeight}, seat: v.at,
		far: ground.Distance(f.places[a].at, v.at.Point), out: out, place: -1,
	}, true
}

// mayFall reports whether a shot from above can be aimed at the roof over a
// place: a friend sees the place, or the section that it is in.
func (f *Battlefield) mayFall(p *Position, i, b int) bool {
	return f.isSpotted(p, i, b) || f.friendSees(p, i, int(f.places[b].wing))
}

// friendSees reports whether a friend of a piece sees a section.
func (f *Battlefield) friendSees(p *Position, i, w int) bool {
	return game.Any(len(f.figures), func(k int) bool {
		return f.figures[k].side == f.figures[i].side && p.here(k) && f.overlooks(p, p.at(k), w)
	})
}

// overlooks reports whether a wall of a section is seen from a place.
func (f *Battlefield) overlooks(p *Position, a, w int) bool {
	for b := range f.places {
		if int(f.places[b].wing) == w {
			if _, some := f.strikesWall(p, a, b); some {
				return true
			}
		}
	}
	_, some := f.views[a][w].by(f, p)
	return some
}

// noMark is the reason why a piece has no mark at a section.
func (f *Battlefield) noMark(i int) (cite rule.Clause, reason string) {
	if f.figures[i].Indirect {
		return "host.indirect", "no piece of the side sees that section"
	}
	return "host.sight", "no wall of that section is in the line of fire"
}

// A view is a wall of a section that is seen from a place, where none of those
// before a place of the section is struck.
type view struct {
	exit
	wall   uint8       // within its section
	at     ground.Spot // the nearest part that is seen, at the floor
	storey int8
}

// viewOf finds it, if it is needed.
func (f *Battlefield) viewOf(a, w int) (v view) {
	x := &f.places[a]
	if int(x.wing) == w {
		return v
	}
	for b := range f.places {
		if int(f.places[b].wing) == w && f.aims[a][b].some {
			return v
		}
	}
	if !x.walled {
		v.some = f.looksAt(&v, w, x.spot(), func(at ground.Spot) bool { return f.land.Sees(x.spot(), at, ground.Destroyed{}) })
		return v
	}
	v.exit = f.exitBy(x, func(o ground.OpeningID) bool {
		one := v
		seen := f.looksAt(&one, w, f.land.OpeningSpot(o), func(at ground.Spot) bool { return f.seesThrough(x, o, at) })
		if seen && !v.some {
			v, v.some = one, true // Through further breaches it may be another wall, which does not count.
		}
		return seen
	})
	return v
}

// glance is how far apart the points of a wall are that are looked at.
const glance = ground.Inch / 2

// looksAt finds the point of a section's walls that is nearest to a spot among
// those that are seen, from the ground floor up, and reports whether there is one.
func (f *Battlefield) looksAt(v *view, w int, from ground.Spot, sees func(ground.Spot) bool) (some bool) {
	s := ground.SectionID(w)
	first, end := f.land.WallsOf(s)
	_, top := f.land.Storeys(s)
	for storey := 0; storey <= top && !some; storey++ {
		floor := f.land.FloorHeight(ground.Floor{Section: s, Storey: int8(storey)})
		best := ground.Limit
		for k := first; k < end; k++ {
			if !f.land.Faces(k, from.Point) {
				continue
			}
			line := f.land.WallLine(k)
			n := line.Length()/glance + 1
			for i := range n {
				at := ground.Point{
					X: line.A.X + (line.B.X-line.A.X)*(2*i+1)/(2*n),
					Y: line.A.Y + (line.B.Y-line.A.Y)*(2*i+1)/(2*n),
				}
				d := ground.Distance(from.Point, at)
				if d < best && sees(ground.Spot{Point: before(at, from.Point), Z: floor + eyeHeight}) {
					best, some, v.wall, v.storey = d, true, uint8(k-first), int8(storey)
					v.at = ground.Spot{Point: at, Z: floor}
				}
			}
		}
	}
	return some
}
