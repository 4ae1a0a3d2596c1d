package lasergrenadiers

import (
	"fmt"
	"slices"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// alongWall is the line of a shot through a wall at a piece: it strikes the section.
func alongWall(f *Battlefield, p *Position, a args) (piece, target string) {
	if j := int(a[1]); f.figures[j].side == f.figures[a[0]].side || !p.here(j) || !f.knows(p, j) || !f.sheltered(p.at(j)) {
		return "", ""
	}
	return f.figures[a[0]].Name, f.wings[f.wingOf(p, int(a[1]))].name
}

// alongPlace is the line of a shot through a wall at a place.
func alongPlace(f *Battlefield, _ *Position, a args) (piece, target string) {
	if !f.sheltered(int(a[1])) {
		return "", ""
	}
	return f.figures[a[0]].Name, f.wings[f.places[a[1]].wing].name
}

// lines draws the lines from a piece to the enemies that its side knows of, to
// the sections that it may strike, to the openings through which its warhead
// may go, and to plants.
func lines(f *Battlefield, p *Position, i int) (list []scene.Line) {
	for j := range f.figures {
		if f.enemy(p, j, f.figures[i].side) && f.knows(p, j) {
			list = append(list, f.line(p, i, j))
		}
	}
	if f.figures[i].Weapon == 0 {
		return list
	}
	for w := range f.wings {
		if !p.Wings[w].Fallen && (w != f.wingOf(p, i) || f.figures[i].Indirect) {
			list = append(list, f.battery(p, i, w))
		}
	}
	arm, u := f.arm(i), rule.NewChecker(f.house)
	if weapon := arm.read(u); weapon.area(u) && !f.figures[i].Indirect {
		list = f.slots(p, i, list)
	}
	for k := range f.green {
		if f.burnable && f.green[k] != NoPlants && !p.Plots[k].Gone {
			list = append(list, f.scorch(p, i, k))
		}
	}
	return list
}

// between is a line between two places as it lies on the plan and is measured.
func (f *Battlefield) between(p *Position, i, b int) scene.Line {
	a := p.at(i)
	return scene.Line{
		Piece: f.figures[i].Name, From: scene.Spot(f.places[a].at), To: scene.Spot(f.places[b].at), Length: int(f.far[a][b]),
	}
}

// out and into move the ends of a line to the openings that it goes through,
// and name them.
func (f *Battlefield) out(l *scene.Line, o int16) string {
	l.From = scene.Spot(f.land.OpeningSpot(ground.OpeningID(o - 1)).Point)
	return "out of " + f.land.OpeningName(ground.OpeningID(o-1))
}

func (f *Battlefield) into(l *scene.Line, o int16) string {
	l.To = scene.Spot(f.land.OpeningSpot(ground.OpeningID(o - 1)).Point)
	l.Through = f.land.OpeningName(ground.OpeningID(o - 1))
	return "into " + f.land.OpeningName(ground.OpeningID(o-1))
}

// tell notes what a check refuses along a line, and reports whether it refused
// nothing.
func (f *Battlefield) tell(l *scene.Line, words *[]string, check func(*rule.Umpire)) bool {
	refused, no := rule.CheckLegal(check, f.house, nil).(rule.IllegalError)
	for _, r := range refused {
		*words = append(*words, r.Reason)
		l.Cite(string(r.Cite))
	}
	return !no
}

// line is the line of sight from a piece to another.
func (f *Battlefield) line(p *Position, i, j int) scene.Line {
	a, b := p.at(i), p.at(j)
	l, look := f.between(p, i, b), f.by(p, a, b)
	l.Target = f.figures[j].Name
	words := []string{fmt.Sprintf("from %s to %s", f.places[a].name, f.places[b].name)}
	if !f.figures[i].Indirect && look.out > 0 {
		words = append(words, f.out(&l, look.out))
	}
	if !f.figures[i].Indirect && look.in > 0 {
		words = append(words, f.into(&l, look.in))
	}
	l.Clear = f.tell(&l, &words, func(u *rule.Umpire) { f.inSight(u, p, i, b) })
	switch {
	case !l.Clear && !f.figures[i].Indirect:
		words = append(words, f.obstacles(p, a, b)...)
	case l.Clear:
		words = append(words, f.reception(p, i, j, &l)...)
	}
	l.Text = strings.Join(words, "; ")
	return l
}

// obstacles names what hides a place from another.
func (f *Battlefield) obstacles(p *Position, a, b int) []string {
	x, y, look := &f.places[a], &f.places[b], &f.looks[a][b]
	var names []string
	for w := range f.wings {
		if (look.blocks&^f.ruins(p))>>w&1 == 1 {
			names = append(names, f.wings[w].name)
		}
	}
	for k := range f.land.Features() {
		if (look.blocks&^f.ruins(p))>>(mostWings+k)&1 == 1 {
			names = append(names, f.land.Feature(ground.FeatureID(k)).Name)
		}
	}
	switch {
	case look.some && len(names) > 0:
		return []string{"in the way: " + strings.Join(names, ", ")}
	case x.walled && y.walled && x.wing == y.wing && x.storey == y.storey:
		return []string{"an inner wall is in the way"}
	case x.walled || y.walled:
		return []string{"no opening leads from one to the other"}
	}
	return nil
}

// reception is what a shot along a clear line is worth: range and concealment,
// as the situation of the shot has them, and what else keeps it from being
// fired.
func (f *Battlefield) reception(p *Position, i, j int, l *scene.Line) (words []string) {
	a, b := p.at(i), p.at(j)
	l.Cite("host.sight")
	f.tell(l, &words, func(u *rule.Umpire) {
		f.known(u, p, j)
		f.firesOut(u, p, i, j)
	})
	words = append(words, f.rangeOf(i, f.far[a][b], l))
	switch hidden := f.shows(rule.NewChecker(f.house), p, a, j); hidden {
	case InPlainSight:
		words = append(words, "in plain sight")
	default:
		l.Cite("host.concealment")
		words = append(words, concealedWords[hidden])
	}
	return words
}

var concealedWords = [...]string{
	UnderAThird: "under a third hidden", AThird: "a third hidden", OverTwoThirds: "over two thirds hidden", Total: "wholly hidden",
}

// rangeOf is the range class of a distance in words.
func (f *Battlefield) rangeOf(i int, d ground.Length, l *scene.Line) string {
	l.Cite("host.range")
	r, far := f.reach(rule.NewChecker(f.house), i, d)
	if far {
		return "out of range"
	}
	return r.Names()[r] + " range"
}

// battery is the line from a piece to a section that it may strike: to the
// nearest part of which a wall is met, or the roof from above.
func (f *Battlefield) battery(p *Position, i, w int) scene.Line {
	a := p.at(i)
	m, some := f.mark(p, i, w)
	if !some {
		cite, reason := f.unseen(i)
		l := scene.Line{Piece: f.figures[i].Name, Target: f.wings[w].name, From: scene.Spot(f.places[a].at)}
		l.To = scene.Spot(f.land.Plan(ground.SectionID(w))[0])
		l.Length = int(f.land.FromSection(ground.SectionID(w), f.places[a].at))
		l.Text = fmt.Sprintf("from %s; %s", f.places[a].name, reason)
		l.Cite(string(cite))
		return l
	}
	l := scene.Line{
		Piece: f.figures[i].Name, Target: f.wings[w].name, Clear: true,
		From: scene.Spot(f.places[a].at), To: scene.Spot(m.at.Point), Length: int(m.far),
	}
	words := []string{"from " + f.places[a].name}
	if m.out > 0 {
		words = append(words, f.out(&l, m.out))
	}
	words = append(words, f.onto(&m))
	if f.figures[i].Indirect {
		l.Cite("host.indirect")
	} else {
		l.Cite("host.sight")
	}
	f.tell(&l, &words, func(u *rule.Umpire) { f.firesOut(u, p, i, -1) })
	l.Text = strings.Join(append(words, f.rangeOf(i, m.far, &l)), "; ")
	return l
}

// onto is what a shot strikes, in words.
func (f *Battlefield) onto(m *mark) string {
	if m.wall < 0 {
		if f.sites[f.wings[m.wing].site].covered {
			return "onto the roof, which a friend sees"
		}
		return "from above into the open work, which a friend sees"
	}
	k := slices.IndexFunc(f.faces, func(x wallInfo) bool { return int(x.wing) == m.wing && int(x.wall) == m.wall })
	if m.place < 0 {
		return "at the wall " + f.faces[k].name
	}
	return "at the wall " + f.faces[k].name + " before " + f.places[m.place].name
}

// slots adds a line to every opening through which a piece can fire a warhead,
// to the nearest place where it can be centred.
func (f *Battlefield) slots(p *Position, i int, list []scene.Line) []scene.Line {
	a, seen := p.at(i), map[ground.OpeningID]bool{}
	into := rule.NewChecker(f.house).Ruling(&holes) == 1
	lobs := slices.Clone(f.lobs[a])
	slices.SortStableFunc(lobs, func(x, y openingShot) int { return int(f.far[a][x.to] - f.far[a][y.to]) })
	for _, t := range lobs {
		if hole := into && f.pocked(p, t.opening); seen[t.opening] || !f.there(p, t.opening) && !hole || !t.goes(f, p) {
			continue
		}
		seen[t.opening] = true
		l := f.between(p, i, int(t.to))
		l.Target, l.Clear = f.land.OpeningName(t.opening), true
		words := []string{"from " + f.places[a].name}
		if t.by > 0 {
			words = append(words, f.out(&l, t.by))
		}
		words = append(words, f.into(&l, int16(t.opening)+1))
		l.Cite("opening.line")
		f.tell(&l, &words, func(u *rule.Umpire) { f.firesOut(u, p, i, -1) })
		l.Text = strings.Join(append(words, f.rangeOf(i, f.far[a][t.to], &l)), "; ")
		list = append(list, l)
	}
	return list
}

// scorch is the line from a piece to plants that it may burn down.
func (f *Battlefield) scorch(p *Position, i, k int) scene.Line {
	a, x := p.at(i), &f.features[k]
	at := x.Middle()
	l := scene.Line{
		Piece: f.figures[i].Name, Target: x.Name, From: scene.Spot(f.places[a].at), To: scene.Spot(at),
		Length: int(ground.Distance(f.places[a].at, at)), Clear: f.plant[a][k],
	}
	words := []string{"from " + f.places[a].name}
	l.Cite("host.sight")
	if l.Clear {
		words = append(words, f.rangeOf(i, ground.Distance(f.places[a].at, at), &l))
	} else {
		words = append(words, "there is no line of sight to its middle")
	}
	l.Text = strings.Join(words, "; ")
	return l
}
