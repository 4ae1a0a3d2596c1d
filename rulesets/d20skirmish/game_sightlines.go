package d20skirmish

import (
	"fmt"
	"slices"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// firesAlong names the line of a shot.
func firesAlong(f *Battlefield, _ *Position, a args) (piece, target string) {
	return f.troops[a[0]].name, f.troops[a[1]].name
}

// lines draws the lines from a team to every enemy team: from the middle of its
// place to the middle of theirs, through doors and rooms.
func lines(f *Battlefield, p *Position, piece string) []scene.Line {
	by := slices.IndexFunc(f.troops, func(t troop) bool { return t.name == piece })
	if by < 0 || !p.here(by) {
		return nil
	}
	var list []scene.Line
	for at := range f.troops {
		if p.here(at) && f.troops[at].side != f.troops[by].side {
			list = append(list, f.line(p, by, at))
		}
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
	words := f.route(p, a, b, &l)
	if l.Clear {
		if c := f.rooms.Crossed(f.places[a].middle, f.places[b].middle, f.places[a].storey, f.closed(p.Shut)); f.places[a].storey == f.places[b].storey && c.Clear() && len(c.Through) > 0 {
			l.Through = f.ways[c.Through[len(c.Through)-1]].name
		}
		words = append(words, f.reception(p, by, at, &l)...)
	}
	l.Text = strings.Join(words, "; ")
	return l
}

// route says through which doors a line goes, or what stops it.
func (f *Battlefield) route(p *Position, a, b uint8, l *scene.Line) []string {
	x, y := &f.places[a], &f.places[b]
	shut := f.closed(p.Shut)
	door, overlooked := f.rooms.Lookout(ground.RoomID(a), ground.RoomID(b), shut)
	switch {
	case a == b:
		return []string{"in one place: they fight hand to hand"}
	case f.stated[a]>>b&1 == 1:
		return []string{fmt.Sprintf("from %s to %s, as the scenario says", x.name, y.name)}
	case x.storey != y.storey:
		return []string{fmt.Sprintf("%s and %s are on different storeys, and nobody sees along stairs and hatches", x.name, y.name)}
	case overlooked:
		return []string{fmt.Sprintf("from %s into %s through %s", x.name, y.name, f.ways[door].name)}
	}
	c := f.rooms.Crossed(x.middle, y.middle, x.storey, shut)
	open := f.rooms.Crossed(x.middle, y.middle, x.storey, 0)
	switch {
	case !c.Clear() && open.Clear():
		l.Clauses = append(l.Clauses, "host.doors")
		return []string{fmt.Sprintf("%s is shut", f.ways[c.Closed[0]].name)}
	case !c.Clear():
		return []string{"the walls of " + f.roomNames(c.Walls) + " are in the way"}
	case len(c.Through) > 0:
		var doors []string
		for _, id := range c.Through {
			doors = append(doors, f.ways[id].name)
		}
		return []string{fmt.Sprintf("from %s to %s through %s", x.name, y.name, strings.Join(doors, " and "))}
	}
	return []string{fmt.Sprintf("from %s to %s in the open", x.name, y.name)}
}

func (f *Battlefield) roomNames(list []ground.RoomID) string {
	var names []string
	for _, id := range list {
		names = append(names, f.places[id].name)
	}
	return strings.Join(names, " and ")
}

// reception is what a shot along a clear line is worth: the range and the
// target's cover, as the situation of the shot has them.
func (f *Battlefield) reception(p *Position, by, at int, l *scene.Line) []string {
	u, s := rule.NewChecker(f.house), f.shot(p, by, at)
	l.Clauses = append(l.Clauses, "host.range")
	var words []string
	switch near, most := u.Fact(&fireNear), u.Fact(&fireRange); {
	case s.near(u):
		words = append(words, fmt.Sprintf("short range, within %d″", near))
	case s.reached(u):
		words = append(words, fmt.Sprintf("long range, beyond %d″", near))
	default:
		words = append(words, fmt.Sprintf("out of range: fire reaches %d″", most))
	}
	if s.Cover != NoCover {
		l.Clauses = append(l.Clauses, "host.cover")
		words = append(words, s.Cover.Names()[s.Cover]+" cover")
	}
	if p.fighting(at) {
		l.Clauses = append(l.Clauses, "host.friends")
		words = append(words, "in combat with friends: nobody fires there")
	}
	return words
}
