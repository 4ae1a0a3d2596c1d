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
	if a[3] >= 0 {
		return "", ""
	}
	return f.troops[a[0]].Name, f.troops[a[1]].Name
}

// drawLines draws the lines from a unit to every enemy unit on the table.
func (f *Battlefield) drawLines(p *Position, by int) (list []scene.Line) {
	for at := range f.enemies(p, by) {
		list = append(list, f.line(p, by, at))
	}
	return list
}

// line is the line of the first of a unit's means that has a clear one. If none has, it is that of
// the first means that it has, with the clauses that stop any of them.
func (f *Battlefield) line(p *Position, by, at int) scene.Line {
	var blocked []scene.Line
	useless := false
	s := f.shotAt(p, by, at, Fire)
	for s.means = range f.means(p, by) {
		if !f.manned(p, &s) {
			useless = true
			continue
		}
		l := f.sightline(p, &s)
		if l.Clear {
			return l
		}
		blocked = append(blocked, l)
	}
	if len(blocked) == 0 {
		s.means = Bullets
		l := f.sightline(p, &s)
		l.Say("the unit has no weapon that can hurt the target", "host.armour")
		return l
	}
	l := blocked[0]
	for _, x := range blocked[1:] {
		l.Say("", x.Clauses...)
	}
	if useless {
		l.Cite("host.armour")
	}
	return l
}

// sightline is the line along which a shot is fired, or what stops it.
func (f *Battlefield) sightline(p *Position, s *shot) scene.Line {
	v := f.viewOfTarget(p, s, s.at)
	a, b := &f.places[s.from], f.at(p, s.at)
	l := scene.Line{
		Piece: f.troops[s.by].Name, Target: f.troops[s.at].Name, From: scene.Spot(a.point), To: scene.Spot(b.point),
		Clear: v.any && (!v.instead || f.falls(p, s)),
	}
	f.cite(p, s, &l)
	if v.any {
		l.Length = int(v.nearest.RoundUp())
		l.From, l.To = f.pointOf(v.eye), f.pointOf(v.end)
	}
	l.Say(fmt.Sprintf("from %s to %s", a.name, b.name))
	switch {
	case l.Clear:
		if o := f.views.Nodes[v.end].Opening; o >= 0 {
			l.Through = f.doors[o].name
		}
		f.passage(v, a, b, &l)
		f.reception(p, s, v, &l)
	case v.any:
		l.Say(f.nodeName(v.end) + " is the only part in view, and the weapon cannot fire at it")
	case v.off:
		l.Say("the target is in view, but not of the weapon's own opening and arc")
	default:
		l.Say(f.obstacle(p, a, b, &l))
	}
	return l
}

// sightClauses are what a shot is refused by that is not in sight.
var sightClauses = []rule.Clause{
	"host.sight", "from.openings", "at.small-arms", "at.heavy", "bunker.slits", "flame.opening", "he.direct", "host.indirect", "fixed.opening", "fixed.only", "gun.fixed",
}

// cite names the clause of a clear line, or those by which the check refuses a blocked one.
func (f *Battlefield) cite(p *Position, s *shot, l *scene.Line) {
	refused, _ := rule.CheckLegal(func(u *rule.Umpire) { f.checkShot(u, p, s) }, f.house, nil).(rule.IllegalError)
	for _, r := range refused {
		if !l.Clear && slices.Contains(sightClauses, r.Cite) {
			l.Cite(string(r.Cite))
		}
	}
	switch {
	case len(l.Clauses) > 0:
	case f.places[s.from].spot:
		l.Cite("host.sight")
	default:
		l.Cite("from.openings")
	}
}

// falls reports whether a shot is a shell that comes from above.
func (f *Battlefield) falls(p *Position, s *shot) bool {
	return s.means == Lobbed && f.isInside(p, s.at)
}

// passage names the openings of a clear line.
func (f *Battlefield) passage(v *lineOfSight, a, b *place, l *scene.Line) {
	if !a.spot {
		var sides game.Words
		for side, openings := range v.openings {
			sides.If(openings != 0, fmt.Sprintf("%s %d", North.Names()[side], bits.OnesCount32(openings)))
		}
		l.Say("out of " + f.nodeName(v.eye) + " (openings in sight of it: " + sides.String() + ")")
	}
	if !b.spot {
		l.Say("at " + f.nodeName(v.end))
	}
}

// pointOf is the point of a node in a scene.
func (f *Battlefield) pointOf(n uint16) scene.Point { return scene.Spot(f.views.Nodes[n].Spot.Point) }

// nodeName is a spot, an opening or a wall in words.
func (f *Battlefield) nodeName(n uint16) string {
	switch x := &f.views.Nodes[n]; {
	case x.Wall < 0:
		return f.places[f.spots[n]].name
	case x.Opening >= 0:
		return f.doors[x.Opening].name
	default:
		side := Side(f.ground.WallSide(x.Wall))
		return fmt.Sprintf("the %s wall of %s", side.Names()[side], f.floor(int8(x.Floor.Section), uint8(x.Floor.Storey)).name)
	}
}

// reception adds to a clear line what modifies a shot along it: range and cover.
func (f *Battlefield) reception(p *Position, s *shot, v *lineOfSight, l *scene.Line) {
	u, by, at := rule.NewChecker(f.house), f.shooter(p, s), f.at(p, s.at)
	if best := f.longestWeapon(p, s); best > 0 {
		l.Cite("host.range")
		d, reach, least := v.nearest.Inches(), by.span(u, best), u.LookupCell(&weapons, best, weaponNearest)
		switch {
		case s.means == Lobbed && v.nearest.LessThan(least):
			l.Say(fmt.Sprintf("too near: the minimum is %d″", least), "host.nearest")
		case d > reach:
			l.Say(fmt.Sprintf("out of range: the maximum is %d″", reach))
		case by.isLongRange(u, best, d):
			l.Say("long range for " + weapons.Rows[best-1].Text)
		default:
			l.Say("short range for " + weapons.Rows[best-1].Text)
		}
	}
	bunker := !at.spot && f.hasSlits(at.work)
	switch {
	case bunker && s.means == Lobbed:
		l.Say("in a bunker, which indirect fire cannot harm", "bunker.indirect")
	case bunker:
		l.Say("in a bunker", "bunker.cover")
	case !at.spot:
		l.Say("hard cover inside", "at.cover")
	case at.cover != OpenGround:
		l.Say(at.cover.Names()[at.cover]+" cover", "host.hit")
	default:
		l.Say("in the open")
	}
}

// obstacle returns a description of what stops every line from one place to another: what is in
// the way of the nearest of them whose walls face each other.
func (f *Battlefield) obstacle(p *Position, a, b *place, l *scene.Line) string {
	if !a.spot && a.work == b.work {
		return "inside one building: assault instead"
	}
	best, eye, end := ground.Exact(math.MaxInt32), uint16(0), uint16(0)
	for _, e := range a.nodes[:a.ports] {
		for _, n := range b.nodes {
			if far := f.views.View(int(e), int(n)).Far; far < best && f.views.Faces(int(e), int(n)) {
				best, eye, end = far, e, n
			}
		}
	}
	if best == math.MaxInt32 {
		return "no opening faces the target"
	}
	l.Length = int(best.RoundUp())
	l.From, l.To = f.pointOf(eye), f.pointOf(end)
	sections, features := f.views.Blockers(int(eye), int(end))
	var names []string
	for _, k := range sections {
		if p.Sections[k] != Fallen {
			names = append(names, f.works[k].name)
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
