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
	return f.regiments[a[0]].name, f.regiments[a[2]].name
}

// lines draws the lines from a unit to every enemy unit, and from the crew of
// an engine to every building that the enemy is in.
func (f *Battlefield) lines(p *Position, i int) (list []scene.Line) {
	for j := range f.foes(p, f.regiments[i].side) {
		list = append(list, f.line(p, i, j))
	}
	for b := range f.buildings {
		if g := f.unitAt(p, b); f.regiments[i].engine > 0 && g >= 0 && f.regiments[g].side != f.regiments[i].side {
			list = append(list, f.trajectory(p, i, b, g))
		}
	}
	return list
}

// line is the line of sight from a unit to another, with the situation of shooting at it.
func (f *Battlefield) line(p *Position, i, j int) scene.Line {
	s, at := f.shootSituation(p, i, j, 0, false), f.footing(p, j)
	l := f.drawn(p, i, at)
	l.Target, l.Length = f.regiments[j].name, int(s.Distance)*scene.Scale
	l.Say(f.ends(p, i, at))
	err := rule.CheckLegal(func(u *rule.Umpire) { legalView(u, &s) }, f.played, nil)
	l.Clear = err == nil
	if refused, ok := err.(rule.IllegalError); ok {
		for _, r := range refused {
			l.Say(r.Reason)
			l.Clauses = append(l.Clauses, string(r.Cite))
		}
		if f.wizard(p, i) > 0 && (s.Blocked || s.Screen) {
			l.Cite("host.wizard")
		}
		if s.Blocked {
			l.Say(f.obstacles(f.footing(p, i), at))
		}
	} else {
		f.reception(p, i, &s, &l)
	}
	return l
}

// drawn is a line on the plan.
func (f *Battlefield) drawn(p *Position, i int, at footing) scene.Line {
	return scene.Line{From: scene.Spot(f.footing(p, i).at), To: scene.Spot(at.at), Piece: f.regiments[i].name}
}

// ends returns the text of where a line begins and ends, with the sides of buildings.
func (f *Battlefield) ends(p *Position, i int, at footing) string {
	here := f.footing(p, i)
	from, to := f.called(here), f.called(at)
	if _, in := f.inside(here); in {
		from = fmt.Sprintf("the %v side of %s", f.facing(here, at), from)
	}
	if _, in := f.inside(at); in && at != here {
		to = fmt.Sprintf("the %v side of %s", f.facing(at, here), to)
	}
	return "from " + from + " to " + to
}

// called is the name of a footing.
func (f *Battlefield) called(at footing) string {
	if at.site == nowhere {
		return at.at.String()
	}
	return f.sites[at.site].name
}

// obstacles names what blocks the straight line between two sites in the open.
// For a building there is no single answer: it differs along the walls.
func (f *Battlefield) obstacles(a, b footing) string {
	if a.site < f.buildings || b.site < f.buildings {
		return ""
	}
	eye := func(at footing) ground.Spot { return ground.Spot{Point: at.at, Z: eyes} }
	names := f.land.BlockerNames(eye(a), eye(b), ground.Destroyed{})
	if len(names) == 0 {
		return ""
	}
	return "in the way: " + strings.Join(names, ", ")
}

// reception adds range and cover to a clear line, from the situation of the shot.
func (f *Battlefield) reception(p *Position, i int, s *Shoot, l *scene.Line) {
	u := rule.NewChecker(f.played)
	l.Cite("host.sight")
	switch {
	case s.with(u) == 0 || p.Units[i].Models == 0:
		l.Say("no missile weapon")
	case !s.isInRange(u):
		l.Say("out of range", "measure.building")
	case s.isLongRange(u):
		l.Say("long range", "host.modifiers")
	default:
		l.Say("short range")
	}
	switch {
	case s.At == InBuilding:
		l.Say("full cover inside", "at.cover")
	case s.Cover != NoCover:
		l.Say(s.Cover.Names()[s.Cover] + " cover")
	}
	if s.TargetEngaged {
		l.Say("the target is engaged and cannot be shot at", "host.no-shot")
	}
}

// trajectory is the line of an engine to a building. A stone thrower needs no sight
// of the building.
func (f *Battlefield) trajectory(p *Position, i, b, g int) scene.Line {
	l := f.drawn(p, i, f.on(b))
	l.Target, l.Length = f.sites[b].name, f.inches(p, i, b)*scene.Scale
	l.Say(f.ends(p, i, f.on(b)))
	u := rule.NewChecker(f.played)
	seen, reach, cite := true, false, "host.scatter"
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, b, g, 0)
		seen, reach, cite = !s.Blocked, s.isInRange(u), "at.sight"
	} else {
		s := f.templateSituation(p, i, b, g)
		seen, reach = !s.Indirect, s.isInRange(u)
	}
	switch l.Clear = seen || !f.isCannon(i); {
	case !l.Clear:
		l.Say("the crew does not see the building", cite)
	case !seen:
		l.Say("the crew does not see the building, and fires indirectly", cite)
	default:
		l.Say("the crew sees the building", cite)
	}
	if reach {
		l.Say("in range", "measure.building")
	} else {
		l.Say("out of range", "measure.building")
	}
	return l
}
