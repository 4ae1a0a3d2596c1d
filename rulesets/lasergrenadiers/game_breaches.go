package lasergrenadiers

import (
	"fmt"

	"loophole/ground"
	"loophole/rule"
)

// This file lays the openings that a fight makes: a gap in each wall, on every
// storey, as near to its middle as there is room. They are part of the ground from
// the beginning, so that its lines and ways are measured as those of windows and
// doors are, and count when the position has them.

// A gap is an opening of the ground, as the game knows it.
type gap struct {
	made   bool // by a fight, if it is there at all
	wing   uint8
	wall   uint8
	storey uint8
}

// gapName is what an opening that a fight makes is called.
func gapName(wall string, storey int) string {
	if storey > 0 {
		return fmt.Sprintf("%s-gap-%d", wall, storey)
	}
	return wall + "-gap"
}

// breachWidth is how wide a breach is: as a doorway of the table of openings.
const breachWidth = ground.Inch

// leastWidth is how narrow it may be where there is no room.
const leastWidth = ground.Inch / 4

// undermine replaces the ground by one with all the openings that a fight can
// make.
func (f *Battlefield) undermine(l ground.Plan) error {
	l.Structures = append([]ground.Structure(nil), l.Structures...)
	w := ground.SectionID(0)
	for i := range l.Structures {
		x := &l.Structures[i]
		x.Sections = append([]ground.Section(nil), x.Sections...)
		for j := range x.Sections {
			if f.sites[i].lies != 0 {
				f.weakSpots(&x.Sections[j], w)
			}
			w++
		}
	}
	m, err := ground.New(l)
	if err != nil {
		return err
	}
	f.land, f.gaps = m, make([]gap, m.Openings())
	for o := range f.gaps {
		wall := m.WallOfOpening(ground.OpeningID(o))
		w := m.SectionOfWall(wall)
		first, _ := m.WallsOf(w)
		x := m.Opening(ground.OpeningID(o))
		g := &f.gaps[o]
		*g = gap{wing: uint8(w), wall: uint8(wall - first), storey: uint8(max(x.Storey, 0))}
		g.made = f.sites[f.wings[w].site].lies != 0 && x.Storey >= 0 && x.Name == gapName(m.Wall(wall).Name, x.Storey)
	}
	return nil
}

// weakSpots adds them to the walls of a section.
func (f *Battlefield) weakSpots(s *ground.Section, w ground.SectionID) {
	s.Openings = append([]ground.Opening(nil), s.Openings...)
	first, end := f.land.WallsOf(w)
	for wall := first; wall < end; wall++ {
		name, long := f.land.Wall(wall).Name, ground.DistanceDown(f.land.WallLine(wall).A, f.land.WallLine(wall).B)
		for storey := range len(s.Storeys) - s.Cellars {
			x := spot{ground.Opening{Name: gapName(name, storey), Kind: ground.Gap, Wall: name, Storey: storey, Width: breachWidth}}
			if x.place(s.Openings, long) {
				s.Openings = append(s.Openings, x.Opening)
			}
		}
	}
}

// A spot is where in a wall there is room for an opening.
type spot struct{ ground.Opening }

// place puts it as near to the middle of its wall as other openings leave room,
// narrower where there is no room else, and reports whether there is any.
func (x *spot) place(others []ground.Opening, long ground.Length) bool {
	const step = ground.Inch / 8
	for ; x.Width >= leastWidth; x.Width /= 2 {
		for off := ground.Length(0); off <= long/2; off += step {
			for _, x.Place = range []ground.Length{long/2 - off, long/2 + off} {
				if x.fits(others, long) {
					return true
				}
			}
		}
	}
	return false
}

// fits reports whether it lies within its wall and apart from other openings.
func (x *spot) fits(others []ground.Opening, long ground.Length) bool {
	left, right := x.Place-x.Width/2, x.Place-x.Width/2+x.Width
	for i := range others {
		o := &others[i]
		if o.Wall == x.Wall && o.Storey == x.Storey && left <= o.Place-o.Width/2+o.Width && o.Place-o.Width/2 <= right {
			return false
		}
	}
	return left >= 0 && right <= long
}

// there reports whether an opening is there: one that was drawn, or that the
// fight has made.
func (f *Battlefield) there(p *Position, o ground.OpeningID) bool {
	g := &f.gaps[o]
	w := &p.Wings[g.wing]
	return !w.Fallen && (!g.made || w.Open[g.wall]>>g.storey&1 == 1)
}

// pocked reports whether there is no more than a hole in the wall.
func (f *Battlefield) pocked(p *Position, o ground.OpeningID) bool {
	g := &f.gaps[o]
	return g.made && !f.there(p, o) && p.Wings[g.wing].Pocked[g.wall]>>g.storey&1 == 1
}

// A loop is a line through openings that a fight makes: the one by which it
// leaves a structure and the one by which it enters, from 1; 0 for none.
type loop struct{ out, in int16 }

// through reports whether the openings of a line are there.
func (l *loop) through(f *Battlefield, p *Position) bool {
	return (l.out == 0 || f.there(p, ground.OpeningID(l.out-1))) && (l.in == 0 || f.there(p, ground.OpeningID(l.in-1)))
}

// broken lists the lines between two places that breaches would open.
func (f *Battlefield) broken(x, y *place) (list []loop) {
	switch {
	case !x.walled && !y.walled, x.walled && y.walled && x.wing == y.wing && x.storey == y.storey:
		return nil
	case !x.walled:
		for _, o := range f.sortOf(y, true) {
			if f.opens(y, o, x.spot()) {
				list = append(list, loop{0, int16(o) + 1})
			}
		}
		return list
	case !y.walled:
		for _, o := range f.sortOf(x, true) {
			if f.opens(x, o, y.spot()) {
				list = append(list, loop{int16(o) + 1, 0})
			}
		}
		return list
	}
	for _, o := range f.partyGaps(x, y) {
		line := ground.Segment{A: x.at, B: y.at}
		if line.Meets(f.land.OpeningLine(o)) && !f.cut(x, line) && !f.cut(y, line) {
			list = append(list, loop{int16(o) + 1, int16(o) + 1})
		}
	}
	for _, o := range append(f.sortOf(x, false), f.sortOf(x, true)...) {
		for _, q := range append(f.sortOf(y, false), f.sortOf(y, true)...) {
			if (f.gaps[o].made || f.gaps[q].made) && f.opens(x, o, f.land.OpeningSpot(q)) && f.opens(y, q, f.land.OpeningSpot(o)) {
				list = append(list, loop{int16(o) + 1, int16(q) + 1})
			}
		}
	}
	return list
}

// sortOf lists the openings of a place's floor: those that the set-up has, or
// those that a fight makes.
func (f *Battlefield) sortOf(x *place, made bool) (list []ground.OpeningID) {
	o, end := f.land.OpeningsOf(ground.SectionID(x.wing))
	for ; o < end; o++ {
		if f.land.Opening(o).Storey == int(x.storey) && f.gaps[o].made == made {
			list = append(list, o)
		}
	}
	return list
}

// opens reports whether a spot outside and a post see each other through an
// opening.
func (f *Battlefield) opens(post *place, o ground.OpeningID, out ground.Spot) bool {
	return f.land.FiresThrough(o, out, post.at, ground.Destroyed{}) ||
		f.leans(post, o) && f.land.OpeningSees(o, out, ground.HalfArc, ground.Destroyed{})
}

// cut reports whether a line crosses an inner wall of the floor that a place is
// on.
func (f *Battlefield) cut(x *place, line ground.Segment) bool {
	for _, s := range f.partitions(x) {
		if s.Meets(line) {
			return true
		}
	}
	return false
}

// partyGaps lists the breaches in the wall that two sections of a structure
// share, on the storey of both places.
func (f *Battlefield) partyGaps(x, y *place) (list []ground.OpeningID) {
	if x.wing == y.wing || x.storey != y.storey || f.wings[x.wing].site != f.wings[y.wing].site {
		return nil
	}
	for _, o := range append(f.sortOf(x, true), f.sortOf(y, true)...) {
		at := f.land.OpeningSpot(o).Point
		if f.land.Plan(ground.SectionID(x.wing)).Holds(at) && f.land.Plan(ground.SectionID(y.wing)).Holds(at) {
			list = append(list, o)
		}
	}
	return list
}

// party works out the ways through breaches in the wall between two sections.
func (f *Battlefield) party(a, b int, x, y *place) {
	for _, o := range f.partyGaps(x, y) {
		at := f.land.OpeningSpot(o).Point
		f.byGap(a, b, o, ground.Distance(x.at, at)+ground.Distance(at, y.at), []leg{f.indoors(x, at, x.storey), f.indoors(y, at, y.storey)})
	}
}

// A passage is a way through a breach.
type passage struct {
	by   ground.OpeningID
	long ground.Length
	legs []leg // where it leads
}

// byGap keeps a way through a breach.
func (f *Battlefield) byGap(a, b int, o ground.OpeningID, long ground.Length, legs []leg) {
	if long >= 0 {
		f.holes[a][b] = append(f.holes[a][b], passage{o, long, legs})
	}
}

// gapsIn counts the breaches of a section.
func gapsIn(w *Section) (n int) {
	for _, open := range w.Open {
		for ; open != 0; open &= open - 1 {
			n++
		}
	}
	return n
}

// drawnRight says why a structure cannot have the openings that the set-up gives
// it.
func (f *Battlefield) drawnRight(u *rule.Umpire, s *site) {
	o, _ := f.land.OpeningsOf(s.first)
	_, end := f.land.OpeningsOf(s.end - 1)
	for ; o < end; o++ {
		x := Opening{Into: intoOf(f.land.Opening(o).Kind), Structure: s.Structure, Breached: true}
		legalInto(u, &x)
	}
}
