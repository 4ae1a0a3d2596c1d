package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file is the work of engineers at walls in the game.

// usualListedWalls is the distance in inches within which walls are listed for engineers to work on, unless house
// rules let engineers reach further.
const usualListedWalls = 6

func breachPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) && breachesWalls(f.pieces[i].Weapon) }
	return game.Pairs(out, len(f.pieces), may, len(f.walls), func(i, k int) bool {
		return f.distanceToWall(p.at(i), k) <= ground.Length(f.listedWalls)*ground.Inch
	})
}

// distanceToWall returns the distance of a place from a wall, in front of it or on its ground floor.
func (f *Battlefield) distanceToWall(from, wallIndex int) ground.Length {
	start, info := &f.places[from], &f.walls[wallIndex]
	wall := f.wallOf(int(info.section), int(info.wall))
	inside := start.section == int8(info.section) && start.storey == 0
	if !inside && (start.section >= 0 || !f.groundMap.Faces(wall, start.at)) {
		return ground.Limit
	}
	return f.groundMap.FromWall(wall, start.at)
}

// legalBreachOf forbids work at a wall that a piece cannot breach.
func (f *Battlefield) legalBreachOf(u *rule.Umpire, p *Position, i, wallIndex int) {
	s := f.breachSituation(u, p, i, wallIndex)
	wall := &f.walls[wallIndex]
	u.Require(p.Wings[wall.section].Open[wall.wall]&1 == 0, "engineers.breached", "that wall already has a way through")
	if s.pointsToBreach(u) == 0 {
		u.Forbid("engineers.points", "that wall has no damage points: the scenario sets them with wall-points; a weapon with an effect area may still open the wall")
		s.Points = s.Damage + 1 // so that the player is told every other reason too
	}
	legalBreach(u, &s)
}

// breachSituation returns the situation of a piece that works at a wall for a turn.
func (f *Battlefield) breachSituation(u *rule.Umpire, p *Position, i, wallIndex int) Breach {
	wall := &f.walls[wallIndex]
	structure := &f.sites[f.sections[wall.section].structure]
	s := Breach{
		Turns: 1, Points: structure.Breach, Damage: p.Wings[wall.section].Worn[wall.wall], Variant: f.variant, Checks: SayNo,
		Structure: f.structureNow(p, int(wall.section)),
	}
	if f.system.inForce(u) == ByPoints {
		s.Whole, s.Lost = structure.Points, p.Sites[f.sections[wall.section].structure].Lost
	}
	reach := ground.Length(u.Fact(&toolReach)) * ground.Inch
	s.Workers[0] = Engineer{Unit: f.pieces[i].Unit, Tool: f.pieces[i].Weapon, AwayFromWall: f.distanceToWall(p.at(i), wallIndex) > reach}
	return s
}

func breachApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, wallIndex := int(a[0]), int(a[1])
	p.begin(i)
	s := f.breachSituation(u, p, i, wallIndex)
	prepared := prepareBreach.For(u, rule.Traced(u, &s))
	now := breachProgress{damage: s.Damage}
	hit, points := prepared.attacks[0].roll(u)
	prepared.addDamage(&s, points, &now)
	wall := &f.walls[wallIndex]
	p.Wings[wall.section].Worn[wall.wall] = now.damage
	if now.damage >= prepared.pointsToBreach {
		u.Note("engineers.breached", "the wall is breached")
		p.Wings[wall.section].Open[wall.wall] |= 1
	}
	if hit && startsFire(u, f.toolIgnitesOn(u, p, i, wallIndex)) {
		f.lightSection(u, p, int(wall.section), f.workPoint(i, wallIndex, p))
	}
	if s.Whole > 0 && points > 0 {
		f.takePoints(u, p, int(wall.section), points)
	}
	f.finish(u, p)
}

// toolIgnitesOn returns the highest face of a D10 on which an engineer's tool or charge sets a wall
// alight; 0 is never.
func (f *Battlefield) toolIgnitesOn(u *rule.Umpire, p *Position, i, wallIndex int) int {
	section := int(f.walls[wallIndex].section)
	arm, s, fuel := f.armament(i), f.structureNow(p, section), f.ignitionConditionsIn(p, section)
	weapon := arm.weapon(u)
	return fuel.surfaceIgnitionTarget(u, &weapon, s.wall(u))
}

// workPoint returns the point of a wall that is nearest to a piece that works at it.
func (f *Battlefield) workPoint(i, wallIndex int, p *Position) ground.Spot {
	info := &f.walls[wallIndex]
	wall := f.groundMap.WallLine(f.wallOf(int(info.section), int(info.wall)))
	return ground.Spot{Point: wall.Nearest(f.places[p.at(i)].at), Z: f.groundMap.FloorHeight(ground.Floor{Section: ground.SectionID(info.section)})}
}
