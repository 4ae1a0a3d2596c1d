package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// along is the line from the piece that an action names first to what it names next.
func along(target *game.Domain[Battlefield]) func(*Battlefield, *Position, args) (string, string) {
	return game.Along[Battlefield, Position](&pieceKind, 0, target, 1)
}

// alongWall is the line of a shot through a wall at a piece: it strikes the section.
func alongWall(f *Battlefield, p *Position, a args) (piece, target string) {
	if j := int(a[1]); f.figures[j].side == f.figures[a[0]].side || !p.here(j) || !f.knows(p, j) || !f.isSheltered(p.at(j)) {
		return "", ""
	}
	return f.figures[a[0]].Name, f.wings[f.wingOf(p, int(a[1]))].name
}

// alongPlace is the line of a shot through a wall at a place.
func alongPlace(f *Battlefield, _ *Position, a args) (piece, target string) {
	if !f.isSheltered(int(a[1])) {
		return "", ""
	}
	return f.figures[a[0]].Name, f.wings[f.places[a[1]].wing].name
}

// lines draws the lines from a piece to the enemies that its side knows of, to the sections that it
// may strike, to the openings through which its warhead may go, and to plants.
func lines(f *Battlefield, p *Position, i int) (list []scene.Line) {
	for j := range f.figures {
		if f.isEnemy(p, j, f.figures[i].side) && f.knows(p, j) {
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
	if weapon := arm.weapon(u); weapon.hasEffectArea(u) && !f.figures[i].Indirect {
		list = f.slots(p, i, list)
	}
	for k := range f.green {
		if f.burnable && f.green[k] != NoPlants && !p.Plots[k].Gone {
			list = append(list, f.scorch(p, i, k))
		}
	}
	return list
}

// from begins a line from where a piece stands to a point, over a distance.
func (f *Battlefield) from(p *Position, i int, target string, to ground.Point, far ground.Length) scene.Line {
	at := &f.places[p.at(i)]
	return scene.Line{
		Piece: f.figures[i].Name, Target: target, From: scene.Spot(at.at), To: scene.Spot(to), Length: int(far), Text: "from " + at.name,
	}
}

// out and into move the ends of a line to the openings that it goes through, from 1, and say so.
func (f *Battlefield) out(l *scene.Line, o int16) {
	if o > 0 {
		l.From = scene.Spot(f.land.OpeningSpot(ground.OpeningID(o - 1)).Point)
		l.Say("out of " + f.land.OpeningName(ground.OpeningID(o-1)))
	}
}

func (f *Battlefield) into(l *scene.Line, o int16) {
	if o > 0 {
		l.To = scene.Spot(f.land.OpeningSpot(ground.OpeningID(o - 1)).Point)
		l.Through = f.land.OpeningName(ground.OpeningID(o - 1))
		l.Say("into " + l.Through)
	}
}

// line is the line of sight from a piece to another.
func (f *Battlefield) line(p *Position, i, j int) scene.Line {
	a, b := p.at(i), p.at(j)
	l := f.from(p, i, f.figures[j].Name, f.places[b].at, f.far[a][b])
	l.Text += " to " + f.places[b].name
	if openings := f.by(p, a, b); !f.figures[i].Indirect {
		f.out(&l, openings.out)
		f.into(&l, openings.in)
	}
	l.Clear = sayViolations(&l, f.house, func(u *rule.Umpire) { f.legalSight(u, p, i, b) })
	switch {
	case l.Clear:
		f.reception(p, i, j, &l)
	case !f.figures[i].Indirect:
		l.Say(f.obstacle(p, a, b))
	}
	return l
}

// obstacle returns a description of what hides a place from another.
func (f *Battlefield) obstacle(p *Position, a, b int) string {
	x, y, look := &f.places[a], &f.places[b], &f.looks[a][b]
	standing := look.blocks &^ f.ruinBits(p)
	var names game.Words
	for w := range f.wings {
		names.If(standing>>w&1 == 1, f.wings[w].name)
	}
	for k := range f.features {
		names.If(standing>>(mostWings+k)&1 == 1, f.features[k].Name)
	}
	switch {
	case look.some && len(names) > 0:
		return "in the way: " + names.String()
	case x.walled && y.walled && x.floor() == y.floor():
		return "an inner wall is in the way"
	case x.walled || y.walled:
		return "no opening connects the two places"
	}
	return ""
}

// reception adds to a clear line what modifies a shot along it: range and concealment, as the situation
// of the shot has them, and what else keeps it from being fired.
func (f *Battlefield) reception(p *Position, i, j int, l *scene.Line) {
	a, b := p.at(i), p.at(j)
	l.Cite("host.sight")
	sayViolations(l, f.house, func(u *rule.Umpire) {
		f.legalKnown(u, p, j)
		f.legalFireOut(u, p, i, j)
	})
	f.sayRange(i, f.far[a][b], l)
	hidden := f.concealmentNow(rule.NewChecker(f.house), p, a, j)
	if l.Say(concealedWords[hidden]); hidden != InPlainSight {
		l.Cite("host.concealment")
	}
}

var concealedWords = [...]string{
	InPlainSight: "in plain sight", UnderAThird: "under a third concealed", AThird: "a third concealed",
	OverTwoThirds: "over two thirds concealed", Total: "totally concealed",
}

// sayRange adds the range class of a distance to a line.
func (f *Battlefield) sayRange(i int, d ground.Length, l *scene.Line) {
	r, far := f.rangeClass(rule.NewChecker(f.house), i, d)
	if far {
		l.Say("out of range", "host.range")
	} else {
		l.Say(r.Names()[r]+" range", "host.range")
	}
}

// battery is the line from a piece to a section that it may strike: to the
// nearest part of which a wall is met, or the roof from above.
func (f *Battlefield) battery(p *Position, i, w int) scene.Line {
	m, some := f.markAt(p, i, w)
	if !some {
		id := ground.SectionID(w)
		l := f.from(p, i, f.wings[w].name, f.land.Plan(id)[0], f.land.FromSection(id, f.places[p.at(i)].at))
		cite, reason := f.noMark(i)
		l.Say(reason, string(cite))
		return l
	}
	l := f.from(p, i, f.wings[w].name, m.at.Point, m.far)
	f.out(&l, m.out)
	l.Say(f.onto(&m))
	if f.figures[i].Indirect {
		l.Cite("host.indirect")
	} else {
		l.Cite("host.sight")
	}
	f.sayShot(p, i, m.far, &l)
	return l
}

// sayShot adds to a clear line what keeps a piece from firing along it, and the range.
func (f *Battlefield) sayShot(p *Position, i int, d ground.Length, l *scene.Line) {
	l.Clear = true
	sayViolations(l, f.house, func(u *rule.Umpire) { f.legalFireOut(u, p, i, -1) })
	f.sayRange(i, d, l)
}

// onto returns what a shot strikes, in words.
func (f *Battlefield) onto(m *mark) string {
	switch {
	case m.wall < 0 && f.siteOf(m.wing).covered:
		return "onto the roof, which a friend sees"
	case m.wall < 0:
		return "from above into the open structure, which a friend sees"
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
	into := rule.NewChecker(f.house).Ruling(&holes) == holesYes
	lobs := slices.Clone(f.lobs[a])
	slices.SortStableFunc(lobs, func(x, y openingShot) int { return int(f.far[a][x.to] - f.far[a][y.to]) })
	for _, t := range lobs {
		if hole := into && f.isOnlyHole(p, t.opening); seen[t.opening] || !f.isOpen(p, t.opening) && !hole || !t.goes(f, p) {
			continue
		}
		seen[t.opening] = true
		l := f.from(p, i, f.land.OpeningName(t.opening), f.places[t.to].at, f.far[a][t.to])
		f.out(&l, t.by)
		f.into(&l, int16(t.opening)+1)
		l.Cite("opening.line")
		f.sayShot(p, i, f.far[a][t.to], &l)
		list = append(list, l)
	}
	return list
}

// scorch is the line from a piece to plants that it may burn down.
func (f *Battlefield) scorch(p *Position, i, k int) scene.Line {
	a, x := p.at(i), &f.features[k]
	l := f.from(p, i, x.Name, x.Middle(), f.distanceToPlants(a, k))
	l.Cite("host.sight")
	if l.Clear = f.plant[a][k]; l.Clear {
		f.sayRange(i, f.distanceToPlants(a, k), &l)
	} else {
		l.Say("the piece has no line of sight to the middle")
	}
	return l
}

// sayViolations adds the violations that a check notes to the text of a line, and reports whether it
// notes none.
func sayViolations(l *scene.Line, h *rule.HouseRules, check func(*rule.Umpire)) (allowed bool) {
	refused, no := rule.CheckLegal(check, h, nil).(rule.IllegalError)
	for _, r := range refused {
		l.Say(r.Reason, string(r.Cite))
	}
	return !no
}
