package d20skirmish

import (
	"fmt"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// lines draws the lines from a team to every enemy team: from the middle of its
// place to the middle of theirs, through doors and rooms.
func (f *Battlefield) lines(p *Position, by int) (list []scene.Line) {
	for _, at := range roster.Enemies(f, p, f.troops[by].side) {
		list = append(list, f.line(p, by, at))
	}
	return list
}

func (f *Battlefield) line(p *Position, by, at int) scene.Line {
	a, b := p.Teams[by].Place-1, p.Teams[at].Place-1
	l := scene.Line{
		From: scene.Spot(f.places[a].middle), To: scene.Spot(f.places[b].middle), Piece: f.troops[by].name, Target: f.troops[at].name,
		Clauses: []string{"host.sight"},
	}
	if d := f.far[a][b]; d != never {
		l.Length = int(d) * scene.Scale
	}
	l.Clear = f.inSight(rule.NewChecker(f.house), p, by, at)
	l.Say(f.route(p, a, b, &l))
	if l.Clear {
		if c := f.rooms.Crossed(f.places[a].middle, f.places[b].middle, f.places[a].storey, f.closed(p.Shut)); f.places[a].storey == f.places[b].storey && c.Clear() && len(c.Through) > 0 {
			l.Through = f.ways[c.Through[len(c.Through)-1]].name
		}
		f.reception(p, by, at, &l)
	}
	return l
}

// route returns the text of the openings that a line goes through, or of what blocks it.
func (f *Battlefield) route(p *Position, a, b uint8, l *scene.Line) string {
	x, y := &f.places[a], &f.places[b]
	shut := f.closed(p.Shut)
	door, overlooked := f.rooms.Lookout(ground.RoomID(a), ground.RoomID(b), shut)
	switch {
	case a == b:
		return "both teams are in the same place and fight hand to hand"
	case f.stated[a]>>b&1 == 1:
		return fmt.Sprintf("from %s to %s, as the scenario says", x.name, y.name)
	case x.storey != y.storey:
		return fmt.Sprintf("%s and %s are on different storeys, and nobody sees through stairs and hatches", x.name, y.name)
	case overlooked:
		return fmt.Sprintf("from %s into %s through %s", x.name, y.name, f.ways[door].name)
	}
	c := f.rooms.Crossed(x.middle, y.middle, x.storey, shut)
	open := f.rooms.Crossed(x.middle, y.middle, x.storey, 0)
	switch {
	case !c.Clear() && open.Clear():
		l.Cite("host.doors")
		return f.ways[c.Closed[0]].name + " is shut"
	case !c.Clear():
		return "the walls of " + named(f.places, c.Walls, func(x *spot) string { return x.name }) + " are in the way"
	case len(c.Through) > 0:
		return fmt.Sprintf("from %s to %s through %s", x.name, y.name, named(f.ways, c.Through, func(w *way) string { return w.name }))
	}
	return fmt.Sprintf("from %s to %s in the open", x.name, y.name)
}

// named joins the names of some things, by their indices.
func named[T any, ID ground.RoomID | ground.PassageID](things []T, list []ID, called func(x *T) string) string {
	var names []string
	for _, id := range list {
		names = append(names, called(&things[id]))
	}
	return strings.Join(names, " and ")
}

// reception adds the range and the target's cover to a clear line, from the
// situation of the shot.
func (f *Battlefield) reception(p *Position, by, at int, l *scene.Line) {
	u, s := rule.NewChecker(f.house), f.shotSituation(p, by, at)
	switch near, most := u.Fact(&fireNear), u.Fact(&fireRange); {
	case s.isNear(u):
		l.Say(fmt.Sprintf("short range, within %d″", near), "host.range")
	case s.isInRange(u):
		l.Say(fmt.Sprintf("long range, beyond %d″", near), "host.range")
	default:
		l.Say(fmt.Sprintf("out of range: fire reaches %d″", most), "host.range")
	}
	if s.Cover != NoCover {
		l.Say(s.Cover.Names()[s.Cover]+" cover", "host.cover")
	}
	if p.isFighting(at) {
		l.Say("the target is in combat with friendly teams, so nobody fires at it", "host.friends")
	}
}
