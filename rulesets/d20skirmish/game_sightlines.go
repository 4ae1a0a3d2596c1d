package d20skirmish

import (
	"fmt"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// line draws the line from a team to an enemy team: from the middle of its place to the middle of the
// other's, through doors and rooms.
func (f *Battlefield) line(p *Position, by, at int) scene.Line {
	a, b := p.Teams[by].Place-1, p.Teams[at].Place-1
	line := scene.Line{
		From: scene.Spot(f.places[a].middle), To: scene.Spot(f.places[b].middle), Piece: f.teams[by].name, Target: f.teams[at].name,
		Clauses: []string{"host.sight"},
	}
	if d := f.distance[a][b]; d != unmeasured {
		line.Length = int(d) * scene.Scale
	}
	line.Clear = f.inSight(rule.NewChecker(f.house), p, by, at)
	line.Say(f.routeText(p, a, b, &line))
	if line.Clear {
		if c := f.rooms.Crossed(f.places[a].middle, f.places[b].middle, f.places[a].storey, f.shutPassages(p.Shut)); f.places[a].storey == f.places[b].storey && c.Clear() && len(c.Through) > 0 {
			line.Through = f.passages[c.Through[len(c.Through)-1]].name
		}
		f.addRangeAndCover(p, by, at, &line)
	}
	return line
}

// routeText returns the text of the openings that a line goes through, or of what blocks it.
func (f *Battlefield) routeText(p *Position, a, b uint8, line *scene.Line) string {
	from, to := &f.places[a], &f.places[b]
	shut := f.shutPassages(p.Shut)
	door, overlooked := f.rooms.Lookout(ground.RoomID(a), ground.RoomID(b), shut)
	switch {
	case a == b:
		return "both teams are in the same place and fight hand to hand"
	case f.statedViews[a].has(b):
		return fmt.Sprintf("from %s to %s, as the scenario says", from.name, to.name)
	case from.storey != to.storey:
		return fmt.Sprintf("%s and %s are on different storeys, and nobody sees through stairs and hatches", from.name, to.name)
	case overlooked:
		return fmt.Sprintf("from %s into %s through %s", from.name, to.name, f.passages[door].name)
	}
	crossed := f.rooms.Crossed(from.middle, to.middle, from.storey, shut)
	open := f.rooms.Crossed(from.middle, to.middle, from.storey, 0)
	switch {
	case !crossed.Clear() && open.Clear():
		line.Cite("host.doors")
		return f.passages[crossed.Closed[0]].name + " is shut"
	case !crossed.Clear():
		return "the walls of " + joinNames(f.places, crossed.Walls, func(x *place) string { return x.name }) + " are in the way"
	case len(crossed.Through) > 0:
		return fmt.Sprintf("from %s to %s through %s", from.name, to.name, joinNames(f.passages, crossed.Through, func(w *passage) string { return w.name }))
	}
	return fmt.Sprintf("from %s to %s in the open", from.name, to.name)
}

// joinNames joins the names of some things, by their indices.
func joinNames[T any, ID ground.RoomID | ground.PassageID](things []T, list []ID, called func(x *T) string) string {
	var names []string
	for _, id := range list {
		names = append(names, called(&things[id]))
	}
	return strings.Join(names, " and ")
}

// addRangeAndCover adds the range and the target's cover to a clear line, from the situation of the
// shot.
func (f *Battlefield) addRangeAndCover(p *Position, by, at int, line *scene.Line) {
	u, s := rule.NewChecker(f.house), f.shotSituation(p, by, at)
	switch near, most := u.Fact(&fireShortInches), u.Fact(&fireMostInches); {
	case s.isNear(u):
		line.Say(fmt.Sprintf("short range, within %d″", near), "host.range")
	case s.isInRange(u):
		line.Say(fmt.Sprintf("long range, beyond %d″", near), "host.range")
	default:
		line.Say(fmt.Sprintf("out of range: fire reaches %d″", most), "host.range")
	}
	if s.Cover != NoCover {
		line.Say(s.Cover.Names()[s.Cover]+" cover", "host.cover")
	}
	if p.isFighting(at) {
		line.Say("the target is in combat with friendly teams, so nobody fires at it", "host.friends")
	}
}
