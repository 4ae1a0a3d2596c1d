package lasergrenadiers

import (
	"loophole/ground"
	"loophole/rule"
)

// This file builds the situations of attacks on what is behind a wall: how the
// wall is struck, and who stands behind it.

// legalAim forbids an aim at a place whose wall or roof cannot be struck.
func (f *Battlefield) legalAim(u *rule.Umpire, p *Position, i, to int) {
	from, target := p.at(i), &f.places[to]
	if f.pieces[i].Indirect {
		if !f.roofInSight(p, i, to) {
			u.Forbid(f.noImpactReason(i))
		}
		u.Require(target.top, "host.indirect", "indirect fire reaches only the floor under the roof")
	} else {
		_, some := f.strikesWall(p, from, to)
		u.Require(some, "host.sight", "no line of fire reaches a wall in front of that place")
		u.Require(int8(f.sectionOf(p, i)) != target.section, "host.sight", "the piece is in that section")
	}
	f.legalDistance(u, i, f.distances[from][to])
	f.legalFireOut(u, p, i, -1)
}

// surface returns the surface that a shot by piece i strikes.
func (f *Battlefield) surface(i int) Surface {
	if f.pieces[i].Indirect {
		return RoofSurface
	}
	return WallSurface
}

// ignitionConditionsIn returns what may burn in a section.
func (f *Battlefield) ignitionConditionsIn(p *Position, section int) IgnitionConditions {
	conditions := f.ignitionConditions
	conditions.Contents = f.sites[f.sections[section].structure].Contents
	if p.Wings[section].Size > 0 {
		conditions.Fires = SayNo
	}
	return conditions
}

// penetratingAttack returns the situation of an attack through a wall or roof at a place, and which
// piece each of its pieces is. The piece aimed at comes first; aimedAt is -1 for an exploratory attack.
func (f *Battlefield) penetratingAttack(u *rule.Umpire, p *Position, i, to, aimedAt int) (s PenetratingAttack, indices [mostPieces]int8) {
	from, section := p.at(i), int(f.places[to].section)
	s = PenetratingAttack{
		Attack: Exploratory, Named: true, Surface: f.surface(i), Indirect: f.pieces[i].Indirect, Armament: f.armament(i),
		Aim: f.aimOver(u, i, f.distances[from][to]), Structure: f.structureNow(p, section), DamageAccount: f.damageAccount(u, p, section, i), IgnitionConditions: f.ignitionConditionsIn(p, section),
	}
	if aimedAt >= 0 {
		s.Attack, s.At = Known, 1
	}
	reached := reachedPieces{f: f, p: p, side: f.pieces[i].side, targetPlace: to, index: noPieces}
	reached.point, reached.roof = f.wallAims[from][to].point, s.Indirect
	if reached.roof {
		reached.point = f.places[to].at
	} else {
		reached.wall = f.groundMap.WallLine(f.wallOf(section, int(f.wallAims[from][to].wall)))
	}
	reached.setEffectArea(u, i, 0, 0)
	reached.gather(aimedAt)
	s.Pieces = reached.pieces
	return s, reached.index
}

// reachedPieces are the pieces that an attack through a wall or opening may reach, as its procedure
// needs them.
type reachedPieces struct {
	f           *Battlefield
	p           *Position
	side        uint8 // side that fires
	targetPlace int   // place that is fired at
	point       ground.Point
	wall        ground.Segment
	roof        bool
	radius      int          // of the effect area, in quarter inches; 0 for none
	centre      ground.Point // of the effect area
	depth       int8         // of the centre from the point of impact, in quarter inches
	aside       int8
	count       int
	pieces      [mostPieces]Piece
	index       [mostPieces]int8
}

// gather gathers the piece aimed at, the enemies on the floor, then the others there.
func (r *reachedPieces) gather(aimedAt int) {
	if aimedAt >= 0 {
		r.add(aimedAt)
	}
	target := &r.f.places[r.targetPlace]
	for pass := range 2 {
		for piece := range r.f.pieces {
			if piece == aimedAt || !r.p.here(piece) || r.f.pieces[piece].Fixed {
				continue
			}
			at := &r.f.places[r.p.at(piece)]
			floor := at.section == target.section && at.storey == target.storey
			enemy := r.f.pieces[piece].side != r.side
			if floor && enemy == (pass == 0) {
				r.add(piece)
			}
		}
	}
}

// setEffectArea sets the effect area of the weapon of piece i. Its centre is depth and aside, in quarter inches,
// from the point of impact.
func (r *reachedPieces) setEffectArea(u *rule.Umpire, i int, depth, aside int8) {
	arm := r.f.armament(i)
	if weapon := arm.weapon(u); weapon.hasEffectArea(u) {
		r.radius, r.centre, r.depth, r.aside = weapon.effectRadius(u), r.point, depth, aside
		if depth == 0 && aside == 0 {
			r.radius = weapon.radiusInside(u, r.radius)
		}
	}
}

// adjustToArea moves a piece, whose place is given in quarter inches, towards the centre of the effect
// area or away from it, so that rounding does not change whether the area reaches it.
func (r *reachedPieces) adjustToArea(piece *Piece, at ground.Point) {
	far := int64(r.radius) * int64(ground.Inch) / 4
	dx, dy := int64(at.X-r.centre.X), int64(at.Y-r.centre.Y)
	in := dx*dx+dy*dy <= far*far
	for !in && piece.within(r.radius, r.depth, r.aside) {
		switch {
		case piece.Depth >= r.depth:
			piece.Depth++
		case piece.Depth > 0:
			piece.Depth--
		case piece.Aside < r.aside:
			piece.Aside--
		default:
			piece.Aside++
		}
	}
	for in && !piece.within(r.radius, r.depth, r.aside) {
		piece.Depth += sign(r.depth - piece.Depth)
		piece.Aside += sign(r.aside - piece.Aside)
	}
}

func sign(n int8) int8 { return min(max(n, -1), 1) }

func (r *reachedPieces) add(index int) {
	if r.count == len(r.pieces) {
		return
	}
	at := r.p.at(index)
	placeOf := &r.f.places[at]
	piece := Piece{
		Unit: r.f.pieces[index].Unit, Friend: r.f.pieces[index].side == r.side,
		Unknown: r.f.pieces[index].side != r.side && !r.f.isKnown(r.p, index), Elsewhere: at != r.targetPlace,
	}
	if r.roof {
		// From above, the half inside is a whole circle on the floor: no piece is before the wall.
		dx, dy := quarterInches(placeOf.at.X-r.point.X), quarterInches(placeOf.at.Y-r.point.Y)
		piece.Depth, piece.Aside = int8(min(max(dx, -dx), mostQuarterInches)), int8(min(max(dy, -mostQuarterInches), mostQuarterInches))
	} else {
		piece.Depth, piece.Aside = positionAtWall(r.wall, r.point, placeOf.at)
	}
	if piece.Depth = max(piece.Depth, 0); r.radius > 0 {
		r.adjustToArea(&piece, placeOf.at)
	}
	r.pieces[r.count], r.index[r.count] = piece, int8(index)
	r.count++
}

// applyAttack applies the result of an attack by a piece at a structure: to the pieces that the
// procedure knew of, to the structure, and to all other pieces that the effect area reaches.
func (f *Battlefield) applyAttack(u *rule.Umpire, p *Position, i int, strike *impact, area *effectArea, outcome *PenetrationOutcome) {
	if outcome.Portion > 0 && f.isNuclear(u, i) {
		f.destroyArea(u, p, area)
		if outcome.Burning {
			f.lightSection(u, p, strike.section, strike.firePoint)
		}
		return
	}
	for k, result := range outcome.Pieces {
		if piece := int(area.alreadyAttacked[k]); piece >= 0 && p.here(piece) {
			f.applyPieceResult(u, p, piece, result)
		}
	}
	if outcome.Burning {
		f.lightSection(u, p, strike.section, strike.firePoint)
	}
	f.attackArea(u, p, area)
	f.applyStructureDamage(u, p, strike, area.centre, outcome.StructureDamage)
}
