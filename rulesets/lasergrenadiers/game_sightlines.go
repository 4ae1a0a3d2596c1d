package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// along returns the line from the piece that an action names first to what it names next.
func along(target *game.Domain[Battlefield]) func(*Battlefield, *Position, args) (string, string) {
	return game.Along[Battlefield, Position](&pieceDomain, 0, target, 1)
}

// alongWall returns the line of a shot through a wall at a piece: it strikes the section.
func alongWall(f *Battlefield, p *Position, a args) (piece, target string) {
	if j := int(a[1]); f.pieces[j].side == f.pieces[a[0]].side || !p.here(j) || !f.isKnown(p, j) || !f.isSheltered(p.at(j)) {
		return "", ""
	}
	return f.pieces[a[0]].Name, f.sections[f.sectionOf(p, int(a[1]))].name
}

// alongPlace returns the line of a shot through a wall at a place.
func alongPlace(f *Battlefield, _ *Position, a args) (piece, target string) {
	if !f.isSheltered(int(a[1])) {
		return "", ""
	}
	return f.pieces[a[0]].Name, f.sections[f.places[a[1]].section].name
}

// lines draws the lines from a piece to the enemies that its side knows of, to the sections that it
// may strike, to the openings through which its warhead may go, and to plants.
func lines(f *Battlefield, p *Position, i int) (list []scene.Line) {
	for j := range f.pieces {
		if f.isEnemy(p, j, f.pieces[i].side) && f.isKnown(p, j) {
			list = append(list, f.line(p, i, j))
		}
	}
	if f.pieces[i].Weapon == 0 {
		return list
	}
	for w := range f.sections {
		if !p.Wings[w].Fallen && (w != f.sectionOf(p, i) || f.pieces[i].Indirect) {
			list = append(list, f.sectionLine(p, i, w))
		}
	}
	arm, u := f.armament(i), rule.NewChecker(f.house)
	if weapon := arm.weapon(u); weapon.hasEffectArea(u) && !f.pieces[i].Indirect {
		list = f.addOpeningLines(p, i, list)
	}
	for k := range f.plants {
		if f.plantsBurn && f.plants[k] != NoPlants && !p.Plots[k].Gone {
			list = append(list, f.plantsLine(p, i, k))
		}
	}
	return list
}

// startLine begins a line from where a piece stands to a point, over a distance.
func (f *Battlefield) startLine(p *Position, i int, target string, to ground.Point, far ground.Length) scene.Line {
	at := &f.places[p.at(i)]
	return scene.Line{
		Piece: f.pieces[i].Name, Target: target, From: scene.Spot(at.at), To: scene.Spot(to), Length: int(far), Text: "from " + at.name,
	}
}

// sayLeaves and sayEnters move the ends of a line to the openings that it goes through, numbered from 1,
// and name them.
func (f *Battlefield) sayLeaves(line *scene.Line, opening int16) {
	if opening > 0 {
		line.From = scene.Spot(f.groundMap.OpeningSpot(ground.OpeningID(opening - 1)).Point)
		line.Say("out of " + f.groundMap.OpeningName(ground.OpeningID(opening-1)))
	}
}

func (f *Battlefield) sayEnters(line *scene.Line, opening int16) {
	if opening > 0 {
		line.To = scene.Spot(f.groundMap.OpeningSpot(ground.OpeningID(opening - 1)).Point)
		line.Through = f.groundMap.OpeningName(ground.OpeningID(opening - 1))
		line.Say("into " + line.Through)
	}
}

// line returns the line of sight from a piece to another.
func (f *Battlefield) line(p *Position, i, enemy int) scene.Line {
	from, to := p.at(i), p.at(enemy)
	line := f.startLine(p, i, f.pieces[enemy].Name, f.places[to].at, f.distances[from][to])
	line.Text += " to " + f.places[to].name
	if openings := f.sightOpenings(p, from, to); !f.pieces[i].Indirect {
		f.sayLeaves(&line, openings.out)
		f.sayEnters(&line, openings.in)
	}
	line.Clear = sayViolations(&line, f.house, func(u *rule.Umpire) { f.legalSight(u, p, i, to) })
	switch {
	case line.Clear:
		f.addRangeAndConcealment(p, i, enemy, &line)
	case !f.pieces[i].Indirect:
		line.Say(f.obstacle(p, from, to))
	}
	return line
}

// obstacle returns a description of what hides a place from another.
func (f *Battlefield) obstacle(p *Position, from, to int) string {
	start, end, look := &f.places[from], &f.places[to], &f.sightLines[from][to]
	standing := look.blockers &^ f.ruinBits(p)
	var names game.Words
	for w := range f.sections {
		names.If(standing>>w&1 == 1, f.sections[w].name)
	}
	for k := range f.features {
		names.If(standing>>(mostWings+k)&1 == 1, f.features[k].Name)
	}
	switch {
	case look.exists && len(names) > 0:
		return "in the way: " + names.String()
	case start.walled && end.walled && start.floor() == end.floor():
		return "an inner wall is in the way"
	case start.walled || end.walled:
		return "no opening connects the two places"
	}
	return ""
}

// addRangeAndConcealment adds to a clear line what modifies a shot along it: range and concealment,
// as the situation of the shot has them, and what else keeps it from being fired.
func (f *Battlefield) addRangeAndConcealment(p *Position, i, enemy int, line *scene.Line) {
	from, to := p.at(i), p.at(enemy)
	line.Cite("host.sight")
	sayViolations(line, f.house, func(u *rule.Umpire) {
		f.legalKnown(u, p, enemy)
		f.legalFireOut(u, p, i, enemy)
	})
	f.sayRange(i, f.distances[from][to], line)
	hidden := f.concealmentNow(rule.NewChecker(f.house), p, from, enemy)
	if line.Say(concealedWords[hidden]); hidden != InPlainSight {
		line.Cite("host.concealment")
	}
}

var concealedWords = [...]string{
	InPlainSight: "in plain sight", UnderAThird: "under a third concealed", AThird: "a third concealed",
	OverTwoThirds: "over two thirds concealed", Total: "totally concealed",
}

// sayRange adds the range class of a distance to a line.
func (f *Battlefield) sayRange(i int, distance ground.Length, line *scene.Line) {
	class, far := f.rangeClass(rule.NewChecker(f.house), i, distance)
	if far {
		line.Say("out of range", "host.range")
	} else {
		line.Say(class.Names()[class]+" range", "host.range")
	}
}

// sectionLine returns the line from a piece to a section, to the wall or roof that impactAtSection
// finds.
func (f *Battlefield) sectionLine(p *Position, i, section int) scene.Line {
	strike, some := f.impactAtSection(p, i, section)
	if !some {
		id := ground.SectionID(section)
		line := f.startLine(p, i, f.sections[section].name, f.groundMap.Plan(id)[0], f.groundMap.FromSection(id, f.places[p.at(i)].at))
		cite, reason := f.noImpactReason(i)
		line.Say(reason, string(cite))
		return line
	}
	line := f.startLine(p, i, f.sections[section].name, strike.areaCentre.Point, strike.distance)
	f.sayLeaves(&line, strike.leavesBy)
	line.Say(f.impactText(&strike))
	if f.pieces[i].Indirect {
		line.Cite("host.indirect")
	} else {
		line.Cite("host.sight")
	}
	f.sayShot(p, i, strike.distance, &line)
	return line
}

// sayShot adds to a clear line what keeps a piece from firing along it, and the range.
func (f *Battlefield) sayShot(p *Position, i int, distance ground.Length, line *scene.Line) {
	line.Clear = true
	sayViolations(line, f.house, func(u *rule.Umpire) { f.legalFireOut(u, p, i, -1) })
	f.sayRange(i, distance, line)
}

// impactText returns what a shot strikes, in words.
func (f *Battlefield) impactText(strike *impact) string {
	switch {
	case strike.wall < 0 && f.structureOf(strike.section).overhead:
		return "onto the roof, which a friend sees"
	case strike.wall < 0:
		return "from above into the open structure, which a friend sees"
	}
	k := slices.IndexFunc(f.walls, func(x wallInfo) bool { return int(x.section) == strike.section && int(x.wall) == strike.wall })
	if strike.place < 0 {
		return "at the wall " + f.walls[k].name
	}
	return "at the wall " + f.walls[k].name + " before " + f.places[strike.place].name
}

// addOpeningLines adds a line to every opening through which a piece can fire a warhead,
// to the nearest place where it can be centred.
func (f *Battlefield) addOpeningLines(p *Position, i int, list []scene.Line) []scene.Line {
	from, seen := p.at(i), map[ground.OpeningID]bool{}
	into := rule.NewChecker(f.house).Ruling(&holes) == holesYes
	lobs := slices.Clone(f.openingShots[from])
	slices.SortStableFunc(lobs, func(x, y openingShot) int { return int(f.distances[from][x.to] - f.distances[from][y.to]) })
	for _, shot := range lobs {
		if hole := into && f.isOnlyHole(p, shot.opening); seen[shot.opening] || !f.isOpen(p, shot.opening) && !hole || !shot.canLeave(f, p) {
			continue
		}
		seen[shot.opening] = true
		line := f.startLine(p, i, f.groundMap.OpeningName(shot.opening), f.places[shot.to].at, f.distances[from][shot.to])
		f.sayLeaves(&line, shot.leavesBy)
		f.sayEnters(&line, int16(shot.opening)+1)
		line.Cite("opening.line")
		f.sayShot(p, i, f.distances[from][shot.to], &line)
		list = append(list, line)
	}
	return list
}

// plantsLine returns the line from a piece to plants that it may burn down.
func (f *Battlefield) plantsLine(p *Position, i, feature int) scene.Line {
	from, plants := p.at(i), &f.features[feature]
	line := f.startLine(p, i, plants.Name, plants.Middle(), f.distanceToPlants(from, feature))
	line.Cite("host.sight")
	if line.Clear = f.plantsInSight[from][feature]; line.Clear {
		f.sayRange(i, f.distanceToPlants(from, feature), &line)
	} else {
		line.Say("the piece has no line of sight to the middle")
	}
	return line
}

// sayViolations adds the violations that a check notes to the text of a line, and reports whether
// it notes none.
func sayViolations(line *scene.Line, h *rule.HouseRules, check func(*rule.Umpire)) (allowed bool) {
	refused, no := rule.CheckLegal(check, h, nil).(rule.IllegalError)
	for _, r := range refused {
		line.Say(r.Reason, string(r.Cite))
	}
	return !no
}
