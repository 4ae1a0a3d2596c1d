package oldworld

import (
	"fmt"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// alongMissile names the line of a magic missile. Other spells need no sight.
func alongMissile(f *Battlefield, _ *Position, a args) (piece, target string) {
	if spells.Rows[a[1]].Cells[spellKind] != missileSpell {
		return "", ""
	}
	return f.units[a[0]].name, f.units[a[2]].name
}

// lines draws the lines from a unit to every enemy unit, and from the crew of
// an engine to every building that the enemy is in.
func (f *Battlefield) lines(p *Position, i int) (list []scene.Line) {
	for j := range f.enemiesOf(p, f.units[i].side) {
		list = append(list, f.line(p, i, j))
	}
	for building := range f.buildings {
		if garrison := f.unitAt(p, building); f.units[i].engine > 0 && garrison >= 0 && f.units[garrison].side != f.units[i].side {
			list = append(list, f.engineLine(p, i, building, garrison))
		}
	}
	return list
}

// line returns the line of sight from a unit to another, with the situation of shooting at it.
func (f *Battlefield) line(p *Position, i, j int) scene.Line {
	s, at := f.shootSituation(p, i, j, 0, false), f.locationOf(p, j)
	line := f.drawnLine(p, i, at)
	line.Target, line.Length = f.units[j].name, int(s.Distance)*scene.Scale
	line.Say(f.endsText(p, i, at))
	err := rule.CheckLegal(func(u *rule.Umpire) { legalView(u, &s) }, f.house, nil)
	line.Clear = err == nil
	if violations, ok := err.(rule.IllegalError); ok {
		for _, violation := range violations {
			line.Say(violation.Reason)
			line.Clauses = append(line.Clauses, string(violation.Cite))
		}
		if f.wizardLevel(p, i) > 0 && (s.Blocked || s.Screen) {
			line.Cite("host.wizard")
		}
		if s.Blocked {
			line.Say(f.obstaclesText(f.locationOf(p, i), at))
		}
	} else {
		f.addRangeAndCover(p, i, &s, &line)
	}
	return line
}

// drawnLine returns a line on the plan.
func (f *Battlefield) drawnLine(p *Position, i int, at location) scene.Line {
	return scene.Line{From: scene.Spot(f.locationOf(p, i).point), To: scene.Spot(at.point), Piece: f.units[i].name}
}

// endsText returns the text of where a line begins and ends, with the sides of buildings.
func (f *Battlefield) endsText(p *Position, i int, at location) string {
	here := f.locationOf(p, i)
	from, to := f.locationName(here), f.locationName(at)
	if _, in := f.inside(here); in {
		from = fmt.Sprintf("the %v side of %s", f.bearing(here, at), from)
	}
	if _, in := f.inside(at); in && at != here {
		to = fmt.Sprintf("the %v side of %s", f.bearing(at, here), to)
	}
	return "from " + from + " to " + to
}

// locationName returns the name of a location.
func (f *Battlefield) locationName(at location) string {
	if at.site == noSite {
		return at.point.String()
	}
	return f.sites[at.site].name
}

// obstaclesText names what blocks the straight line between two sites in the open.
// For a building there is no single answer: it differs along the walls.
func (f *Battlefield) obstaclesText(from, to location) string {
	if from.site < f.buildings || to.site < f.buildings {
		return ""
	}
	eye := func(at location) ground.Spot { return ground.Spot{Point: at.point, Z: eyeHeight} }
	names := f.groundMap.BlockerNames(eye(from), eye(to), ground.Destroyed{})
	if len(names) == 0 {
		return ""
	}
	return "in the way: " + strings.Join(names, ", ")
}

// addRangeAndCover adds range and cover to a clear line, from the situation of the shot.
func (f *Battlefield) addRangeAndCover(p *Position, i int, s *Shoot, line *scene.Line) {
	u := rule.NewChecker(f.house)
	line.Cite("host.sight")
	switch {
	case s.missileWeapon(u) == 0 || p.Units[i].Models == 0:
		line.Say("no missile weapon")
	case !s.isInRange(u):
		line.Say("out of range", "measure.building")
	case s.isLongRange(u):
		line.Say("long range", "host.modifiers")
	default:
		line.Say("short range")
	}
	switch {
	case s.At == InBuilding:
		line.Say("full cover inside", "at.cover")
	case s.Cover != NoCover:
		line.Say(s.Cover.Names()[s.Cover] + " cover")
	}
	if s.TargetEngaged {
		line.Say("the target is engaged and cannot be shot at", "host.no-shot")
	}
}

// engineLine returns the line of an engine to a building. A stone thrower needs no sight
// of the building.
func (f *Battlefield) engineLine(p *Position, i, building, garrison int) scene.Line {
	line := f.drawnLine(p, i, f.siteLocation(building))
	line.Target, line.Length = f.sites[building].name, f.inchesTo(p, i, building)*scene.Scale
	line.Say(f.endsText(p, i, f.siteLocation(building)))
	u := rule.NewChecker(f.house)
	seen, reach, cite := true, false, "host.scatter"
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, building, garrison, 0)
		seen, reach, cite = !s.Blocked, s.isInRange(u), "at.sight"
	} else {
		s := f.templateSituation(p, i, building, garrison)
		seen, reach = !s.Indirect, s.isInRange(u)
	}
	switch line.Clear = seen || !f.isCannon(i); {
	case !line.Clear:
		line.Say("the crew does not see the building", cite)
	case !seen:
		line.Say("the crew does not see the building, and fires indirectly", cite)
	default:
		line.Say("the crew sees the building", cite)
	}
	if reach {
		line.Say("in range", "measure.building")
	} else {
		line.Say("out of range", "measure.building")
	}
	return line
}
