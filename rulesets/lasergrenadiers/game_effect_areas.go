package lasergrenadiers

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// This file lays effect areas on the table. What a procedure knows of, those on the floor behind a
// wall, it attacks itself; this is for everybody else whom the area reaches.

// A burst is an effect area on the table.
type burst struct {
	weapon weapon
	by     uint8 // side that fires
	at     ground.Point
	z      ground.Length
	site   int           // structure that it is inside of, or whose wall or roof it struck; -1 in the open
	struck bool          // it burst on that structure's wall or roof
	wall   ground.WallID // that wall, or ground.None for the roof
	storey int           // on which the wall was struck
	in     bool          // it reaches those inside
	out    bool          // it reaches those outside
	spare  [6]int8       // pieces that the procedure has dealt with, by their numbers
}

// nobody is a list of no pieces.
var nobody = [6]int8{-1, -1, -1, -1, -1, -1}

// burstAt is the effect area of a piece's weapon around a place.
func (f *Battlefield) burstAt(u *rule.Umpire, i, b int) burst {
	arm, t := f.arm(i), &f.places[b]
	x := burst{weapon: arm.weapon(u), by: f.figures[i].side, at: t.at, z: t.eye, site: -1, in: true, out: true, spare: nobody}
	if f.isSheltered(b) {
		x.site = int(f.wings[t.wing].site)
	}
	return x
}

// burstOn is the effect area of a shot that has struck a section. Half of it projects inside if the
// shot has penetrated. Into what lies open a shell falls from above, and nothing stands between.
func (f *Battlefield) burstOn(u *rule.Umpire, i int, m *mark, through bool) burst {
	arm, site := f.arm(i), int(f.wings[m.wing].site)
	x := burst{weapon: arm.weapon(u), by: f.figures[i].side, at: m.at.Point, z: m.at.Z, site: site, in: true, out: true, spare: nobody}
	if m.wall < 0 && !f.sites[site].covered {
		u.Note("attack.normal", "no overhead cover stops fire from above")
		return x
	}
	if x.struck, x.wall = true, ground.None; m.wall >= 0 {
		x.wall, x.storey = f.wallOf(m.wing, m.wall), m.storey
	}
	x.in, x.out = through, u.Ruling(&outer) == outerStruck
	return x
}

// reaches reports whether the area reaches a piece: one that is in the open, or inside the
// structure in which it bursts. Walls that were not penetrated keep it off pieces behind them.
func (x *burst) reaches(u *rule.Umpire, f *Battlefield, p *Position, j int) bool {
	if slices.Contains(x.spare[:], int8(j)) {
		return false
	}
	b, radius := p.at(j), x.weapon.effectRadius(u)
	t := &f.places[b]
	inside := f.isSheltered(b)
	switch {
	case f.figures[j].side == x.by && u.Ruling(&areaFriends) == areaFriendsSpared, f.figures[j].Fixed:
		return false
	case inside && (!x.in || int(f.wings[t.wing].site) != x.site), !inside && !x.out:
		return false
	case x.struck && !inside && !x.before(f, t):
		return false
	}
	if x.struck && inside && u.Ruling(&halfArea) == halfAreaHalfRadius {
		radius /= 2
	}
	return f.isWithin(t, x.at, x.z, radius)
}

// before reports whether a place in the open is in the half of the area before
// the wall, or above the roof, that was struck.
func (x *burst) before(f *Battlefield, t *place) bool {
	if x.wall == ground.None {
		return t.wing >= 0 && int(f.wings[t.wing].site) == x.site
	}
	return f.land.Faces(x.wall, t.at)
}

// isWithin reports whether a place is within so many quarter inches of a spot, measured in a
// straight line.
func (f *Battlefield) isWithin(t *place, at ground.Point, z ground.Length, quarters int) bool {
	apart, far := int64(max(t.low-z, z-t.high, 0)), int64(quarters)*int64(ground.Inch)/4
	dx, dy := int64(t.at.X-at.X), int64(t.at.Y-at.Y)
	return dx*dx+dy*dy+apart*apart <= far*far
}

// attackArea attacks all pieces that an effect area reaches: each counts as hit.
func (f *Battlefield) attackArea(u *rule.Umpire, p *Position, x *burst) {
	if !x.weapon.hasEffectArea(u) {
		return
	}
	for j := range f.figures {
		if !p.here(j) || !x.reaches(u, f, p, j) {
			continue
		}
		u.Note("destroy.catch", "the effect area hits another piece within it")
		v := pieceTarget{penetratesOn: x.weapon.penetratesPieceOn(u, f.figures[j].Unit)}
		f.applyHurt(u, p, j, v.rollResult(u))
	}
}

// isNuclear reports whether a shot of a piece destroys everything in its effect area, by the
// guidelines.
func (f *Battlefield) isNuclear(u *rule.Umpire, i int) bool {
	arm := f.arm(i)
	w := arm.weapon(u)
	return w.class(u) == Nuclear && f.system.in(u) == ByGuidelines
}

// destroyArea destroys everything around a nuclear warhead: pieces of both sides wherever they are,
// sections and plants that lie under the area whole, and parts of sections that it cuts.
func (f *Battlefield) destroyArea(u *rule.Umpire, p *Position, x *burst) {
	u.Note("guide.nuclear", "a nuclear warhead destroys all in its effect area, friend and enemy, inside and outside")
	radius := ground.Length(x.weapon.effectRadius(u)) * ground.Inch / 4
	for j := range f.figures {
		if p.here(j) && ground.Distance(f.places[p.at(j)].at, x.at) <= radius {
			f.removePiece(p, j)
		}
	}
	area := ground.Circle{Centre: x.at, Radius: radius}
	for k := range f.features {
		if t := &f.features[k]; f.green[k] != NoPlants && !p.Plots[k].Gone && area.CoversAll(t.Plan) && area.CoversAll(t.Line) {
			u.Note("guide.nuclear", "the warhead destroys plants under its effect area")
			p.Plots[k] = Plot{Gone: true}
		}
	}
	for w := range f.wings {
		switch {
		case p.Wings[w].Fallen:
		case area.CoversAll(f.land.Plan(ground.SectionID(w))):
			u.Note("guide.nuclear", "the warhead destroys a whole section")
			f.fellSection(u, p, w)
		case f.land.FromSection(ground.SectionID(w), x.at) < radius:
			f.destroyParts(u, p, w, x)
		}
	}
}

// destroyParts destroys the parts of a section that a nuclear warhead covers: its roof there, the
// wall that was struck, and others where their gaps would be.
func (f *Battlefield) destroyParts(u *rule.Umpire, p *Position, w int, x *burst) {
	u.Note("guide.nuclear", "the warhead destroys part of a section")
	area := ground.Circle{Centre: x.at, Radius: ground.Length(x.weapon.effectRadius(u)) * ground.Inch / 4}
	p.Wings[w].Torn = f.sites[f.wings[w].site].covered
	o, end := f.land.OpeningsOf(ground.SectionID(w))
	for ; o < end; o++ {
		g := &f.gaps[o]
		struck := x.struck && f.land.WallOfOpening(o) == x.wall && int(g.storey) == x.storey
		if g.made && (struck || area.Covers(f.land.OpeningSpot(o).Point)) {
			p.Wings[w].Open[g.wall] |= 1 << g.storey
		}
	}
}
