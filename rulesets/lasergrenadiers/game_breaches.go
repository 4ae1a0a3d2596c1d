package lasergrenadiers

import (
	"math/bits"

	"loophole/ground"
	"loophole/rule"
)

// This file lays the openings that a fight makes: a gap in each wall, on every storey, as near to
// its middle as there is room. They are part of the ground from the beginning, so that its lines
// and ways are measured as those of windows and doors are, and count when the position has them.

// A gap is an opening of the ground, as the game knows it.
type gap struct {
	made   bool // by a fight, if it is there at all
	wing   uint8
	wall   uint8
	storey uint8
}

// addBreaches replaces the ground by one with all the openings that a fight can make.
func (f *Battlefield) addBreaches(l ground.Plan) error {
	weak := func(s int) bool { return f.sites[s].lies != 0 }
	m, err := ground.New(f.land.WithGaps(l, func(s ground.StructureID) bool { return weak(int(s)) }))
	if err != nil {
		return err
	}
	f.land, f.gaps = m, make([]gap, m.Openings())
	for o := range f.gaps {
		x, wall := m.Opening(ground.OpeningID(o)), m.WallOfOpening(ground.OpeningID(o))
		w := m.SectionOfWall(wall)
		first, _ := m.WallsOf(w)
		made := weak(int(f.wings[w].site)) && x.Storey >= 0 && x.Name == ground.GapName(m.Wall(wall).Name, x.Storey)
		f.gaps[o] = gap{made: made, wing: uint8(w), wall: uint8(wall - first), storey: uint8(max(x.Storey, 0))}
	}
	return nil
}

// isOpen reports whether an opening is there: one that was drawn, or that the fight has made.
func (f *Battlefield) isOpen(p *Position, o ground.OpeningID) bool {
	g := &f.gaps[o]
	w := &p.Wings[g.wing]
	return !w.Fallen && (!g.made || w.Open[g.wall]>>g.storey&1 == 1)
}

// isOnlyHole reports whether there is no more than a hole in the wall.
func (f *Battlefield) isOnlyHole(p *Position, o ground.OpeningID) bool {
	g := &f.gaps[o]
	return g.made && !f.isOpen(p, o) && p.Wings[g.wing].Pocked[g.wall]>>g.storey&1 == 1
}

// A loop is a line through openings that a fight makes: the one by which it
// leaves a structure and the one by which it enters, from 1; 0 for none.
type loop struct{ out, in int16 }

// through reports whether the openings of a line are there.
func (l *loop) through(f *Battlefield, p *Position) bool {
	return (l.out == 0 || f.isOpen(p, ground.OpeningID(l.out-1))) && (l.in == 0 || f.isOpen(p, ground.OpeningID(l.in-1)))
}

// linesThroughBreaches lists the lines between two posts on different floors that breaches would
// open.
func (f *Battlefield) linesThroughBreaches(x, y *place) (list []loop) {
	for _, o := range f.partyGaps(x, y) {
		line := ground.Segment{A: x.at, B: y.at}
		if line.Meets(f.land.OpeningLine(o)) && !f.land.Parted(x.floor(), line) && !f.land.Parted(y.floor(), line) {
			list = append(list, loop{int16(o) + 1, int16(o) + 1})
		}
	}
	for _, o := range f.allOpeningsOn(x) {
		for _, q := range f.allOpeningsOn(y) {
			if (f.gaps[o].made || f.gaps[q].made) && f.seesThrough(x, o, f.land.OpeningSpot(q)) && f.seesThrough(y, q, f.land.OpeningSpot(o)) {
				list = append(list, loop{int16(o) + 1, int16(q) + 1})
			}
		}
	}
	return list
}

// openingsOn lists the openings of a place's floor: those that the set-up has, or those that a
// fight makes.
func (f *Battlefield) openingsOn(x *place, made bool) (list []ground.OpeningID) {
	o, end := f.land.OpeningsOf(ground.SectionID(x.wing))
	for ; o < end; o++ {
		if f.land.Opening(o).Storey == int(x.storey) && f.gaps[o].made == made {
			list = append(list, o)
		}
	}
	return list
}

// allOpeningsOn lists all openings of a place's floor, those of the set-up first.
func (f *Battlefield) allOpeningsOn(x *place) []ground.OpeningID {
	return append(f.openingsOn(x, false), f.openingsOn(x, true)...)
}

// seesThrough reports whether a spot outside and a post see each other through an opening.
func (f *Battlefield) seesThrough(post *place, o ground.OpeningID, out ground.Spot) bool {
	return f.land.FiresThrough(o, out, post.at, ground.Destroyed{}) ||
		f.canLookOut(post, o) && f.land.OpeningSees(o, out, ground.HalfArc, ground.Destroyed{})
}

// partyGaps lists the breaches in the wall that two sections of a structure
// share, on the storey of both places.
func (f *Battlefield) partyGaps(x, y *place) (list []ground.OpeningID) {
	if x.wing == y.wing || x.storey != y.storey || f.wings[x.wing].site != f.wings[y.wing].site {
		return nil
	}
	for _, o := range append(f.openingsOn(x, true), f.openingsOn(y, true)...) {
		at := f.land.OpeningSpot(o).Point
		if f.land.Plan(ground.SectionID(x.wing)).Holds(at) && f.land.Plan(ground.SectionID(y.wing)).Holds(at) {
			list = append(list, o)
		}
	}
	return list
}

// A passage is a way through a breach.
type passage struct {
	by   ground.OpeningID
	long ground.Length
	legs []leg // where it leads
}

// addWayByBreach keeps a way through a breach.
func (f *Battlefield) addWayByBreach(a, b int, o ground.OpeningID, long ground.Length, legs []leg) {
	if long >= 0 {
		f.holes[a][b] = append(f.holes[a][b], passage{o, long, legs})
	}
}

// gapsIn counts the breaches of a section.
func gapsIn(w *Section) (n int) {
	for _, open := range w.Open {
		n += bits.OnesCount8(open)
	}
	return n
}

// legalOpenings forbids openings that a structure cannot have.
func (f *Battlefield) legalOpenings(u *rule.Umpire, s *site) {
	o, _ := f.land.OpeningsOf(s.first)
	_, end := f.land.OpeningsOf(s.end - 1)
	for ; o < end; o++ {
		x := OpeningAttack{Into: intoOf(f.land.Opening(o).Kind), Structure: s.Structure, Breached: true}
		legalInto(u, &x)
	}
}
