package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file is the work of engineers at walls in the game.

func breachPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) && breachesWalls(f.figures[i].Weapon) }
	return game.Pairs(out, len(f.figures), may, len(f.faces), func(i, k int) bool {
		return f.distanceToWall(p.at(i), k) <= ground.Length(6)*ground.Inch
	})
}

// distanceToWall is the distance of a place from a wall, in front of it or on its ground floor.
func (f *Battlefield) distanceToWall(a, k int) ground.Length {
	x, w := &f.places[a], &f.faces[k]
	wall := f.wallOf(int(w.wing), int(w.wall))
	inside := x.wing == int8(w.wing) && x.storey == 0
	if !inside && (x.wing >= 0 || !f.land.Faces(wall, x.at)) {
		return ground.Limit
	}
	return f.land.FromWall(wall, x.at)
}

func (f *Battlefield) checkBreach(u *rule.Umpire, p *Position, i, k int) {
	s := f.breachSituation(u, p, i, k)
	w := &f.faces[k]
	u.Require(p.Wings[w.wing].Open[w.wall]&1 == 0, "engineers.breached", "that wall already has a way through")
	if s.pointsToBreach(u) == 0 {
		u.Forbid("engineers.points", "that wall has no damage points: the scenario sets them with wall-points; a weapon with an effect area may still open the wall")
		s.Points = s.Damage + 1 // The rest is looked at all the same.
	}
	legalBreach(u, &s)
}

// breachSituation is the situation of a piece that works at a wall for a turn.
func (f *Battlefield) breachSituation(u *rule.Umpire, p *Position, i, k int) Breach {
	w := &f.faces[k]
	t := &f.sites[f.wings[w.wing].site]
	s := Breach{
		Turns: 1, Points: t.Breach, Damage: p.Wings[w.wing].Worn[w.wall], Variant: f.variant, Checks: SayNo,
		Structure: f.structure(p, int(w.wing)),
	}
	if f.system.in(u) == ByPoints {
		s.Whole, s.Lost = t.Points, p.Sites[f.wings[w.wing].site].Lost
	}
	reach := ground.Length(u.Fact(&toolReach)) * ground.Inch
	s.Workers[0] = Engineer{Unit: f.figures[i].Unit, Tool: f.figures[i].Weapon, Apart: f.distanceToWall(p.at(i), k) > reach}
	return s
}

func doBreach(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int(a[1])
	p.begin(i)
	s := f.breachSituation(u, p, i, k)
	g := prepareBreach.For(u, rule.Overheard(u, &s))
	now := breachProgress{damage: s.Damage}
	hit, points := g.attacks[0].roll(u)
	g.addDamage(&s, points, &now)
	w := &f.faces[k]
	p.Wings[w.wing].Worn[w.wall] = now.damage
	if now.damage >= g.pointsToBreach {
		u.Note("engineers.breached", "the wall is breached")
		p.Wings[w.wing].Open[w.wall] |= 1
	}
	if hit && startsFire(u, f.chargeIgnites(u, p, i, k)) {
		f.lightSection(u, p, int(w.wing), f.workPoint(i, k, p))
	}
	if s.Whole > 0 && points > 0 {
		f.takePoints(u, p, int(w.wing), points)
	}
	f.finish(u, p)
}

// chargeIgnites is the chance that the tool or charge of an engineer sets a wall alight.
func (f *Battlefield) chargeIgnites(u *rule.Umpire, p *Position, i, k int) int {
	w := int(f.faces[k].wing)
	arm, s, fuel := f.arm(i), f.structure(p, w), f.kindlingIn(p, w)
	weapon := arm.weapon(u)
	return fuel.surfaceIgnitionTarget(u, &weapon, s.wall(u))
}

// workPoint is the point of a wall that is nearest to a piece that works at it.
func (f *Battlefield) workPoint(i, k int, p *Position) ground.Spot {
	w := &f.faces[k]
	wall := f.land.WallLine(f.wallOf(int(w.wing), int(w.wall)))
	return ground.Spot{Point: wall.Nearest(f.places[p.at(i)].at), Z: f.land.FloorHeight(ground.Floor{Section: ground.SectionID(w.wing)})}
}
