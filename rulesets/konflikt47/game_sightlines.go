package konflikt47

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// alongFire names the line of fire from where a unit stands. Fire that is
// divided between two targets goes along two lines, and names neither.
func alongFire(f *Battlefield, _ *Position, a args) (piece, target string) {
	i, at, _, second := fireArgs(a)
	if second >= 0 {
		return "", ""
	}
	return f.units[i].Name, f.units[at].Name
}

// drawLines draws the lines from a unit to every enemy unit on the table.
func (f *Battlefield) drawLines(p *Position, by int) (list []scene.Line) {
	for at := range f.enemies(p, by) {
		list = append(list, f.line(p, by, at))
	}
	return list
}

// line returns the line of the first of a unit's weapon classes that has a clear one. If none has, it is
// that of the first class, with the clauses that stop any of them.
func (f *Battlefield) line(p *Position, by, at int) scene.Line {
	var blocked []scene.Line
	useless := false
	s := f.shotAt(p, by, at, Fire)
	for s.class = range f.weaponClasses(p, by) {
		if !f.hasWeaponFor(p, &s) {
			useless = true
			continue
		}
		line := f.sightline(p, &s)
		if line.Clear {
			return line
		}
		blocked = append(blocked, line)
	}
	if len(blocked) == 0 {
		s.class = Bullets
		line := f.sightline(p, &s)
		line.Say("the unit has no weapon that can hurt the target", "host.armour")
		return line
	}
	line := blocked[0]
	for _, x := range blocked[1:] {
		line.Say("", x.Clauses...)
	}
	if useless {
		line.Cite("host.armour")
	}
	return line
}

// sightline returns the line along which a shot is fired, or what stops it.
func (f *Battlefield) sightline(p *Position, s *shot) scene.Line {
	view := f.viewOfTarget(p, s, s.at)
	from, target := &f.places[s.from], f.placeOf(p, s.at)
	line := scene.Line{
		Piece: f.units[s.by].Name, Target: f.units[s.at].Name, From: scene.Spot(from.point), To: scene.Spot(target.point),
		Clear: view.any && (!view.unaimable || f.isIndirectAtBuilding(p, s)),
	}
	f.citeClauses(p, s, &line)
	if view.any {
		line.Length = int(view.nearest.LengthUp())
		line.From, line.To = f.pointOf(view.fromNode), f.pointOf(view.toNode)
	}
	line.Say(fmt.Sprintf("from %s to %s", from.name, target.name))
	switch {
	case line.Clear:
		if o := f.views.Nodes[view.toNode].Opening; o >= 0 {
			line.Through = f.openings[o].name
		}
		f.nameOpenings(view, from, target, &line)
		f.addRangeAndCover(p, s, view, &line)
	case view.any:
		line.Say(f.nodeName(view.toNode) + " is the only part in view, and the weapon cannot fire at it")
	case view.outOfArc:
		line.Say("the target is in view, but not of the weapon's own opening and arc")
	default:
		line.Say(f.obstacle(p, from, target, &line))
	}
	return line
}

// sightClauses are the clauses that refuse a shot whose target is out of sight.
var sightClauses = []rule.Clause{
	"host.sight", "from.openings", "at.small-arms", "at.heavy", "bunker.slits", "flame.opening", "he.direct", "host.indirect", "fixed.opening", "fixed.only", "gun.fixed",
}

// citeClauses names the clause of a clear line, or those by which the check refuses a blocked one.
func (f *Battlefield) citeClauses(p *Position, s *shot, line *scene.Line) {
	refused, _ := rule.CheckLegal(func(u *rule.Umpire) { f.legalShot(u, p, s) }, f.house, nil).(rule.IllegalError)
	for _, r := range refused {
		if !line.Clear && slices.Contains(sightClauses, r.Cite) {
			line.Cite(string(r.Cite))
		}
	}
	switch {
	case len(line.Clauses) > 0:
	case f.places[s.from].spot:
		line.Cite("host.sight")
	default:
		line.Cite("from.openings")
	}
}

// isIndirectAtBuilding reports whether a shot is a shell that comes from above.
func (f *Battlefield) isIndirectAtBuilding(p *Position, s *shot) bool {
	return s.class == IndirectShells && f.isInside(p, s.at)
}

// nameOpenings names the openings of a clear line.
func (f *Battlefield) nameOpenings(view *lineOfSight, from, target *place, line *scene.Line) {
	if !from.spot {
		var sides game.Words
		for side, openings := range view.openings {
			sides.If(openings != 0, fmt.Sprintf("%s %d", North.Names()[side], bits.OnesCount32(openings)))
		}
		line.Say("out of " + f.nodeName(view.fromNode) + " (openings in sight of it: " + sides.String() + ")")
	}
	if !target.spot {
		line.Say("at " + f.nodeName(view.toNode))
	}
}

// pointOf returns the point of a node in a scene.
func (f *Battlefield) pointOf(node uint16) scene.Point {
	return scene.Spot(f.views.Nodes[node].Spot.Point)
}

// nodeName returns a spot, an opening or a wall in words.
func (f *Battlefield) nodeName(nodeIndex uint16) string {
	switch node := &f.views.Nodes[nodeIndex]; {
	case node.Wall < 0:
		return f.places[f.spots[nodeIndex]].name
	case node.Opening >= 0:
		return f.openings[node.Opening].name
	default:
		side := Side(f.ground.WallSide(node.Wall))
		return fmt.Sprintf("the %s wall of %s", side.Names()[side], f.floor(int8(node.Floor.Section), uint8(node.Floor.Storey)).name)
	}
}

// addRangeAndCover adds to a clear line what modifies a shot along it: range and cover.
func (f *Battlefield) addRangeAndCover(p *Position, s *shot, view *lineOfSight, line *scene.Line) {
	u, by, at := rule.NewChecker(f.house), f.shooter(p, s), f.placeOf(p, s.at)
	if best := f.longestWeapon(p, s); best > 0 {
		line.Cite("host.range")
		distance, reach, least := view.nearest.Inches(), by.maxRange(u, best), u.LookupCell(&weapons, best, weaponNearest)
		switch {
		case s.class == IndirectShells && view.nearest.LessThan(least):
			line.Say(fmt.Sprintf("too near: the minimum is %d″", least), "host.nearest")
		case distance > reach:
			line.Say(fmt.Sprintf("out of range: the maximum is %d″", reach))
		case by.isLongRange(u, best, distance):
			line.Say("long range for " + weapons.Rows[best-1].Text)
		default:
			line.Say("short range for " + weapons.Rows[best-1].Text)
		}
	}
	bunker := !at.spot && f.hasSlits(at.section)
	switch {
	case bunker && s.class == IndirectShells:
		line.Say("in a bunker, which indirect fire cannot harm", "bunker.indirect")
	case bunker:
		line.Say("in a bunker", "bunker.cover")
	case !at.spot:
		line.Say("hard cover inside", "at.cover")
	case at.cover != OpenGround:
		line.Say(at.cover.Names()[at.cover]+" cover", "host.hit")
	default:
		line.Say("in the open")
	}
}

// obstacle returns a description of what stops every line from one place to another: what is in
// the way of the nearest of them whose walls face each other.
func (f *Battlefield) obstacle(p *Position, from, target *place, line *scene.Line) string {
	if !from.spot && from.section == target.section {
		return "inside one building: assault instead"
	}
	best, eye, end := ground.Exact(math.MaxInt32), uint16(0), uint16(0)
	for _, fromNode := range from.nodes[:from.eyes] {
		for _, toNode := range target.nodes {
			if far := f.views.View(int(fromNode), int(toNode)).Far; far < best && f.views.Faces(int(fromNode), int(toNode)) {
				best, eye, end = far, fromNode, toNode
			}
		}
	}
	if best == math.MaxInt32 {
		return "no opening faces the target"
	}
	line.Length = int(best.LengthUp())
	line.From, line.To = f.pointOf(eye), f.pointOf(end)
	sections, features := f.views.Blockers(int(eye), int(end))
	var names []string
	for _, k := range sections {
		if p.Sections[k] != Fallen {
			names = append(names, f.sections[k].name)
		}
	}
	for _, k := range features {
		names = append(names, f.ground.Feature(ground.FeatureID(k)).Name)
	}
	if len(names) == 0 {
		return "no opening of the shooters sees the target"
	}
	return "in the way: " + strings.Join(names, ", ")
}
