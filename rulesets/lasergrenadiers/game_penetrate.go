package lasergrenadiers

import (
	"loophole/ground"
	"loophole/rule"
)

// This file builds the situations of attacks on what is behind a wall: how the
// wall is struck, and who stands behind it.

// checkAim forbids an aim at a place whose wall or roof cannot be struck.
func (f *Battlefield) checkAim(u *rule.Umpire, p *Position, i, b int) {
	a, t := p.at(i), &f.places[b]
	if f.figures[i].Indirect {
		if !f.mayFall(p, i, b) {
			u.Forbid(f.noMark(i))
		}
		u.Require(t.top, "host.indirect", "indirect fire reaches only the floor under the roof")
	} else {
		_, some := f.strikesWall(p, a, b)
		u.Require(some, "host.sight", "no line of fire reaches a wall in front of that place")
		u.Require(int8(f.wingOf(p, i)) != t.wing, "host.sight", "the piece is in that section")
	}
	f.legalDistance(u, i, f.far[a][b])
	f.legalFireOut(u, p, i, -1)
}

// surface is the surface of the structure that a shot at a place strikes.
func (f *Battlefield) surface(i int) Surface {
	if f.figures[i].Indirect {
		return RoofSurface
	}
	return WallSurface
}

// kindlingIn returns what may burn in a section.
func (f *Battlefield) kindlingIn(p *Position, w int) IgnitionConditions {
	k := f.kindling
	k.Contents = f.sites[f.wings[w].site].Contents
	if p.Wings[w].Size > 0 {
		k.Fires = SayNo
	}
	return k
}

// penetratingAttack is the situation of an attack through a wall or roof at a place, and which
// piece each of its pieces is. The piece aimed at comes first.
func (f *Battlefield) penetratingAttack(u *rule.Umpire, p *Position, i, b, j int) (s PenetratingAttack, who [6]int8) {
	a, w := p.at(i), int(f.places[b].wing)
	s = PenetratingAttack{
		Attack: Exploratory, Named: true, Surface: f.surface(i), Indirect: f.figures[i].Indirect, Armament: f.arm(i),
		Aim: f.aimOver(u, i, f.far[a][b]), Structure: f.structure(p, w), DamageAccount: f.score(u, p, w, i), IgnitionConditions: f.kindlingIn(p, w),
	}
	if j >= 0 {
		s.Attack, s.At = Known, 1
	}
	l := list{f: f, p: p, by: f.figures[i].side, area: b, who: nobody}
	l.point, l.roof = f.aims[a][b].point, s.Indirect
	if l.roof {
		l.point = f.places[b].at
	} else {
		l.wall = f.land.WallLine(f.wallOf(w, int(f.aims[a][b].wall)))
	}
	l.reach(u, i, 0, 0)
	l.all(j)
	s.Pieces = l.pieces
	return s, l.who
}

// A list gathers the pieces that a blast may reach.
type list struct {
	f      *Battlefield
	p      *Position
	by     uint8 // side that fires
	area   int   // place that is fired at
	point  ground.Point
	wall   ground.Segment
	roof   bool
	radius int          // of the effect area, in quarter inches; 0 for none
	centre ground.Point // of it, and where that is from the point
	depth  int8
	aside  int8
	n      int
	pieces [6]Piece
	who    [6]int8
}

// all gathers the piece aimed at, the enemies on the floor, then the others there.
func (l *list) all(j int) {
	if j >= 0 {
		l.add(j)
	}
	t := &l.f.places[l.area]
	for pass := range 2 {
		for k := range l.f.figures {
			if k == j || !l.p.here(k) || l.f.figures[k].Fixed {
				continue
			}
			x := &l.f.places[l.p.at(k)]
			floor := x.wing == t.wing && x.storey == t.storey
			enemy := l.f.figures[k].side != l.by
			if floor && enemy == (pass == 0) {
				l.add(k)
			}
		}
	}
}

// reach sets the effect area of a piece's weapon, around a place from the point of impact.
func (l *list) reach(u *rule.Umpire, i int, depth, aside int8) {
	arm := l.f.arm(i)
	if w := arm.weapon(u); w.hasEffectArea(u) {
		l.radius, l.centre, l.depth, l.aside = w.effectRadius(u), l.point, depth, aside
		if (depth != 0 || aside != 0) || w.class(u) == Nuclear || u.Ruling(&halfArea) == halfAreaHalfDisc {
			return
		}
		l.radius /= 2
	}
}

// exact moves a piece, whose place is given in quarter inches, into the effect
// area or out of it, as it is when it is measured.
func (l *list) exact(q *Piece, at ground.Point) {
	far := int64(l.radius) * int64(ground.Inch) / 4
	dx, dy := int64(at.X-l.centre.X), int64(at.Y-l.centre.Y)
	in := dx*dx+dy*dy <= far*far
	for !in && q.within(l.radius, l.depth, l.aside) {
		q.Depth++
	}
	for in && !q.within(l.radius, l.depth, l.aside) {
		q.Depth += sign(l.depth - q.Depth)
		q.Aside += sign(l.aside - q.Aside)
	}
}

func sign(n int8) int8 { return min(max(n, -1), 1) }

func (l *list) add(k int) {
	if l.n == len(l.pieces) {
		return
	}
	at := l.p.at(k)
	x := &l.f.places[at]
	q := Piece{
		Unit: l.f.figures[k].Unit, Friend: l.f.figures[k].side == l.by,
		Unknown: l.f.figures[k].side != l.by && !l.f.knows(l.p, k), Elsewhere: at != l.area,
	}
	if l.roof {
		// From above, the half of the area is all of it, a floor deep.
		dx, dy := quarters(x.at.X-l.point.X), quarters(x.at.Y-l.point.Y)
		q.Depth, q.Aside = int8(min(max(dx, -dx), 40)), int8(min(max(dy, -40), 40))
	} else {
		q.Depth, q.Aside = relative(l.wall, l.point, x.at)
	}
	if q.Depth = max(q.Depth, 0); l.radius > 0 {
		l.exact(&q, x.at)
	}
	l.pieces[l.n], l.who[l.n] = q, int8(k)
	l.n++
}

// applyAttack applies the result of an attack by a piece at a structure: to the pieces that the
// procedure knew of, to the structure, and to all other pieces that the effect area reaches.
func (f *Battlefield) applyAttack(u *rule.Umpire, p *Position, i int, m *mark, x *burst, r *PenetrationOutcome) {
	if r.Portion > 0 && f.isNuclear(u, i) {
		f.destroyArea(u, p, x)
		if r.Burning {
			f.lightSection(u, p, m.wing, m.seat)
		}
		return
	}
	for k, h := range r.Pieces {
		if j := int(x.spare[k]); j >= 0 && p.here(j) {
			f.applyHurt(u, p, j, h)
		}
	}
	if r.Burning {
		f.lightSection(u, p, m.wing, m.seat)
	}
	f.attackArea(u, p, x)
	f.applyHarm(u, p, m, x.at, r.StructureDamage)
}
