package lasergrenadiers

import (
	"math/bits"

	"loophole/ground"
	"loophole/rule"
)

// This file lays the openings that a fight makes: a gap in each wall, on every storey, as near to
// its middle as there is room. They are part of the ground from the beginning, so that lines and ways
// through them are measured like those through windows and doors. They count once the position has them.

// An openingInfo is the part of an opening that never changes.
type openingInfo struct {
	made    bool // by a fight, if it is there at all
	section uint8
	wall    uint8
	storey  uint8
}

// addBreaches replaces the ground by one with all the openings that a fight can make.
func (f *Battlefield) addBreaches(plan ground.Plan) error {
	weak := func(s int) bool { return f.sites[s].openingsKind != openAround }
	withGaps, err := ground.New(f.groundMap.WithGaps(plan, func(s ground.StructureID) bool { return weak(int(s)) }))
	if err != nil {
		return err
	}
	f.groundMap, f.openings = withGaps, make([]openingInfo, withGaps.Openings())
	for id := range f.openings {
		opening, wall := withGaps.Opening(ground.OpeningID(id)), withGaps.WallOfOpening(ground.OpeningID(id))
		section := withGaps.SectionOfWall(wall)
		first, _ := withGaps.WallsOf(section)
		made := weak(int(f.sections[section].structure)) && opening.Storey >= 0 && opening.Name == ground.GapName(withGaps.Wall(wall).Name, opening.Storey)
		f.openings[id] = openingInfo{made: made, section: uint8(section), wall: uint8(wall - first), storey: uint8(max(opening.Storey, 0))}
	}
	return nil
}

// isOpen reports whether an opening is there: one that was drawn, or that the fight has made.
func (f *Battlefield) isOpen(p *Position, o ground.OpeningID) bool {
	info := &f.openings[o]
	section := &p.Wings[info.section]
	return !section.Fallen && (!info.made || section.Open[info.wall]>>info.storey&1 == 1)
}

// isOnlyHole reports whether there is no more than a hole in the wall.
func (f *Battlefield) isOnlyHole(p *Position, o ground.OpeningID) bool {
	info := &f.openings[o]
	return info.made && !f.isOpen(p, o) && p.Wings[info.section].Pocked[info.wall]>>info.storey&1 == 1
}

// An openingPair is the openings of a line: the one by which it leaves a structure and the one by
// which it enters, from 1; 0 for none.
type openingPair struct{ out, in int16 }

// isOpen reports whether the openings of a line are there.
func (l *openingPair) isOpen(f *Battlefield, p *Position) bool {
	return (l.out == 0 || f.isOpen(p, ground.OpeningID(l.out-1))) && (l.in == 0 || f.isOpen(p, ground.OpeningID(l.in-1)))
}

// linesThroughBreaches lists the lines between two posts on different floors that breaches would
// open.
func (f *Battlefield) linesThroughBreaches(one, other *place) (list []openingPair) {
	for _, out := range f.partyGaps(one, other) {
		line := ground.Segment{A: one.at, B: other.at}
		if line.Meets(f.groundMap.OpeningLine(out)) && !f.groundMap.Parted(one.floor(), line) && !f.groundMap.Parted(other.floor(), line) {
			list = append(list, openingPair{int16(out) + 1, int16(out) + 1})
		}
	}
	for _, out := range f.allOpeningsOn(one) {
		for _, in := range f.allOpeningsOn(other) {
			if (f.openings[out].made || f.openings[in].made) && f.seesThrough(one, out, f.groundMap.OpeningSpot(in)) && f.seesThrough(other, in, f.groundMap.OpeningSpot(out)) {
				list = append(list, openingPair{int16(out) + 1, int16(in) + 1})
			}
		}
	}
	return list
}

// openingsOn lists the openings of a place's floor: those that the set-up has, or those that a
// fight makes.
func (f *Battlefield) openingsOn(post *place, made bool) (list []ground.OpeningID) {
	id, end := f.groundMap.OpeningsOf(ground.SectionID(post.section))
	for ; id < end; id++ {
		if f.groundMap.Opening(id).Storey == int(post.storey) && f.openings[id].made == made {
			list = append(list, id)
		}
	}
	return list
}

// allOpeningsOn lists all openings of a place's floor, those of the set-up first.
func (f *Battlefield) allOpeningsOn(post *place) []ground.OpeningID {
	return append(f.openingsOn(post, false), f.openingsOn(post, true)...)
}

// seesThrough reports whether a spot outside and a post see each other through an opening.
func (f *Battlefield) seesThrough(post *place, o ground.OpeningID, out ground.Spot) bool {
	return f.groundMap.FiresThrough(o, out, post.at, ground.Destroyed{}) ||
		f.canLookOut(post, o) && f.groundMap.OpeningSees(o, out, ground.HalfArc, ground.Destroyed{})
}

// partyGaps lists the breaches in the wall that two sections of a structure
// share, on the storey of both places.
func (f *Battlefield) partyGaps(one, other *place) (list []ground.OpeningID) {
	if one.section == other.section || one.storey != other.storey || f.sections[one.section].structure != f.sections[other.section].structure {
		return nil
	}
	for _, o := range append(f.openingsOn(one, true), f.openingsOn(other, true)...) {
		at := f.groundMap.OpeningSpot(o).Point
		if f.groundMap.Plan(ground.SectionID(one.section)).Holds(at) && f.groundMap.Plan(ground.SectionID(other.section)).Holds(at) {
			list = append(list, o)
		}
	}
	return list
}

// A breachWay is a way through a breach.
type breachWay struct {
	opening ground.OpeningID
	length  ground.Length
	legs    []leg // where it leads
}

// addWayByBreach keeps a way through a breach.
func (f *Battlefield) addWayByBreach(from, to int, opening ground.OpeningID, length ground.Length, legs []leg) {
	if length >= 0 {
		f.breachWays[from][to] = append(f.breachWays[from][to], breachWay{opening, length, legs})
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
func (f *Battlefield) legalOpenings(u *rule.Umpire, s *structureInfo) {
	o, _ := f.groundMap.OpeningsOf(s.first)
	_, end := f.groundMap.OpeningsOf(s.end - 1)
	for ; o < end; o++ {
		x := OpeningAttack{Into: openingRow(f.groundMap.Opening(o).Kind), Structure: s.Structure, Breached: true}
		legalInto(u, &x)
	}
}
