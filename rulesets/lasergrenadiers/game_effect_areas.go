package lasergrenadiers

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// This file lays effect areas on the table. A procedure itself attacks the pieces that it knows of,
// those on the floor behind a wall. This file attacks all other pieces that the area reaches.

// An effectArea is the effect area of a shot on the table.
type effectArea struct {
	weapon          weapon
	side            uint8 // side that fires
	centre          ground.Point
	height          ground.Length
	structure       int              // structure that it is inside of, or whose wall or roof it struck; -1 in the open
	struck          bool             // it burst on that structure's wall or roof
	wall            ground.WallID    // that wall, or ground.None for the roof
	storey          int              // on which the wall was struck
	reachesInside   bool             // it reaches those inside
	reachesOutside  bool             // it reaches those outside
	alreadyAttacked [mostPieces]int8 // pieces that the procedure has dealt with, by their numbers
}

// noPieces is a list of no pieces.
var noPieces = [mostPieces]int8{-1, -1, -1, -1, -1, -1}

// burstAt returns the effect area of a piece's weapon around a place.
func (f *Battlefield) burstAt(u *rule.Umpire, i, place int) effectArea {
	arm, target := f.armament(i), &f.places[place]
	area := effectArea{weapon: arm.weapon(u), side: f.pieces[i].side, centre: target.at, height: target.eyeHeight, structure: -1, reachesInside: true, reachesOutside: true, alreadyAttacked: noPieces}
	if f.isSheltered(place) {
		area.structure = int(f.sections[target.section].structure)
	}
	return area
}

// burstOn returns the effect area of a shot that has struck a section. Half of it projects inside if the
// shot has penetrated. Nothing shields those in an open structure from a shell that falls from above.
func (f *Battlefield) burstOn(u *rule.Umpire, i int, strike *impact, through bool) effectArea {
	arm, site := f.armament(i), int(f.sections[strike.section].structure)
	area := effectArea{weapon: arm.weapon(u), side: f.pieces[i].side, centre: strike.areaCentre.Point, height: strike.areaCentre.Z, structure: site, reachesInside: true, reachesOutside: true, alreadyAttacked: noPieces}
	if strike.wall < 0 && !f.sites[site].overhead {
		u.Note("attack.normal", "no overhead cover stops fire from above")
		return area
	}
	if area.struck, area.wall = true, ground.None; strike.wall >= 0 {
		area.wall, area.storey = f.wallOf(strike.section, strike.wall), strike.storey
	}
	area.reachesInside, area.reachesOutside = through, u.Ruling(&outer) == outerStruck
	return area
}

// reaches reports whether the area reaches a piece: one that is in the open, or inside the
// structure in which it bursts. Walls that were not penetrated keep it off pieces behind them.
func (a *effectArea) reaches(u *rule.Umpire, f *Battlefield, p *Position, piece int) bool {
	if slices.Contains(a.alreadyAttacked[:], int8(piece)) {
		return false
	}
	placeIndex, radius := p.at(piece), a.weapon.effectRadius(u)
	at := &f.places[placeIndex]
	inside := f.isSheltered(placeIndex)
	switch {
	case f.pieces[piece].side == a.side && u.Ruling(&areaFriends) == areaFriendsSpared, f.pieces[piece].Fixed:
		return false
	case inside && (!a.reachesInside || int(f.sections[at.section].structure) != a.structure), !inside && !a.reachesOutside:
		return false
	case a.struck && !inside && !a.isBefore(f, at):
		return false
	}
	if a.struck && inside {
		radius = a.weapon.radiusInside(u, radius)
	}
	return f.isWithin(at, a.centre, a.height, radius)
}

// isBefore reports whether a place in the open is in the half of the area before
// the wall, or above the roof, that was struck.
func (a *effectArea) isBefore(f *Battlefield, t *place) bool {
	if a.wall == ground.None {
		return t.section >= 0 && int(f.sections[t.section].structure) == a.structure
	}
	return f.groundMap.Faces(a.wall, t.at)
}

// isWithin reports whether a place is within so many quarter inches of a spot, measured in a
// straight line.
func (f *Battlefield) isWithin(at *place, centre ground.Point, height ground.Length, quarters int) bool {
	apart, far := int64(max(at.floorHeight-height, height-at.topHeight, 0)), int64(quarters)*int64(ground.Inch)/4
	dx, dy := int64(at.at.X-centre.X), int64(at.at.Y-centre.Y)
	return dx*dx+dy*dy+apart*apart <= far*far
}

// attackArea attacks all pieces that an effect area reaches: each counts as hit.
func (f *Battlefield) attackArea(u *rule.Umpire, p *Position, area *effectArea) {
	if !area.weapon.hasEffectArea(u) {
		return
	}
	for piece := range f.pieces {
		if !p.here(piece) || !area.reaches(u, f, p, piece) {
			continue
		}
		u.Note("destroy.catch", "the effect area hits another piece within it")
		target := pieceTarget{penetratesOn: area.weapon.penetratesPieceOn(u, f.pieces[piece].Unit)}
		f.applyPieceResult(u, p, piece, target.rollResult(u))
	}
}

// isNuclear reports whether a shot of a piece destroys everything in its effect area, by the
// guidelines.
func (f *Battlefield) isNuclear(u *rule.Umpire, i int) bool {
	arm := f.armament(i)
	w := arm.weapon(u)
	return w.class(u) == Nuclear && f.system.inForce(u) == ByGuidelines
}

// destroyArea destroys everything around a nuclear warhead: pieces of both sides wherever they are,
// sections and plants that lie under the area whole, and parts of sections that it cuts.
func (f *Battlefield) destroyArea(u *rule.Umpire, p *Position, effect *effectArea) {
	u.Note("guide.nuclear", "a nuclear warhead destroys all in its effect area, friend and enemy, inside and outside")
	radius := ground.Length(effect.weapon.effectRadius(u)) * ground.Inch / 4
	for piece := range f.pieces {
		if p.here(piece) && ground.Distance(f.places[p.at(piece)].at, effect.centre) <= radius {
			f.removePiece(p, piece)
		}
	}
	area := ground.Circle{Centre: effect.centre, Radius: radius}
	for k := range f.features {
		if feature := &f.features[k]; f.plants[k] != NoPlants && !p.Plots[k].Gone && area.CoversAll(feature.Plan) && area.CoversAll(feature.Line) {
			u.Note("guide.nuclear", "the warhead destroys plants under its effect area")
			p.Plots[k] = Plot{Gone: true}
		}
	}
	for section := range f.sections {
		switch {
		case p.Wings[section].Fallen:
		case area.CoversAll(f.groundMap.Plan(ground.SectionID(section))):
			u.Note("guide.nuclear", "the warhead destroys a whole section")
			f.fellSection(u, p, section)
		case f.groundMap.FromSection(ground.SectionID(section), effect.centre) < radius:
			f.destroyParts(u, p, section, effect)
		}
	}
}

// destroyParts destroys the parts of a section that a nuclear warhead covers: its roof there, the
// wall that was struck, and others where their gaps would be.
func (f *Battlefield) destroyParts(u *rule.Umpire, p *Position, section int, effect *effectArea) {
	u.Note("guide.nuclear", "the warhead destroys part of a section")
	area := ground.Circle{Centre: effect.centre, Radius: ground.Length(effect.weapon.effectRadius(u)) * ground.Inch / 4}
	p.Wings[section].Torn = f.sites[f.sections[section].structure].overhead
	o, end := f.groundMap.OpeningsOf(ground.SectionID(section))
	for ; o < end; o++ {
		info := &f.openings[o]
		struck := effect.struck && f.groundMap.WallOfOpening(o) == effect.wall && int(info.storey) == effect.storey
		if info.made && (struck || area.Covers(f.groundMap.OpeningSpot(o).Point)) {
			p.Wings[section].Open[info.wall] |= 1 << info.storey
		}
	}
}
