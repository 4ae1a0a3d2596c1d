package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// ruinBits returns the sections and plants that have fallen or burnt down, in the bits of
// sightLine.blockers.
func (f *Battlefield) ruinBits(p *Position) (set uint32) {
	for w := range f.sections {
		if p.Wings[w].Fallen {
			set |= 1 << w
		}
	}
	for k := range f.plants {
		if p.Plots[k].Gone {
			set |= 1 << (mostWings + k)
		}
	}
	return set
}

// sees reports whether there is a line of sight between two places.
func (f *Battlefield) sees(p *Position, from, to int) bool {
	line := &f.sightLines[from][to]
	if line.exists {
		return line.blockers == 0 || line.blockers&^f.ruinBits(p) == 0
	}
	for k := range line.breachLines {
		if line.breachLines[k].isOpen(f, p) {
			return true
		}
	}
	return false
}

// sightOpenings returns the openings that a line of sight between two places leaves and enters by.
func (f *Battlefield) sightOpenings(p *Position, from, to int) openingPair {
	line := &f.sightLines[from][to]
	for k := range line.breachLines {
		if line.breachLines[k].isOpen(f, p) {
			return line.breachLines[k]
		}
	}
	return line.openingPair
}

// strikesWall reports whether a wall before a place is struck from another, and by which opening
// the shot leaves, from 1.
func (f *Battlefield) strikesWall(p *Position, from, to int) (out int16, some bool) {
	return f.wallAims[from][to].current(f, p)
}

// isSheltered reports whether a place is inside a structure, where pieces hide.
func (f *Battlefield) isSheltered(index int) bool {
	at := &f.places[index]
	return at.section >= 0 && (at.walled || f.sites[f.sections[at.section].structure].openingsKind == openAround)
}

// concealment is how well a piece is hidden from a place, before its own fire gives it away.
func (f *Battlefield) concealment(u *rule.Umpire, p *Position, from, piece int) Concealment {
	to := p.at(piece)
	switch line := &f.sightLines[from][to]; {
	case line.sameRoom:
		return InPlainSight
	case f.isSheltered(to):
		row := rule.Ref(f.sites[f.sections[f.places[to].section].structure].openingsKind) + 1
		if line.in > 0 && f.isSlit(ground.OpeningID(line.in-1)) {
			row = insideSlits
		}
		return Concealment(u.Cell(&concealmentInside, row, 0))
	case line.blockers != 0:
		return line.levelOverRuins
	default:
		return line.level
	}
}

// concealmentNow is how well a piece is hidden from a place now, when it may have fired.
func (f *Battlefield) concealmentNow(u *rule.Umpire, p *Position, from, piece int) Concealment {
	level := f.concealment(u, p, from, piece)
	if p.Figures[piece].Fired && (level == Total || u.Ruling(&reveals) == revealsEach) {
		level = level.reducedBy(revealedLevels)
	}
	return level
}

// markedLevels returns the number of levels of concealment that marked damage costs a piece: one where
// there is a hole or a gap in a wall or the roof of its section.
func (f *Battlefield) markedLevels(u *rule.Umpire, p *Position, piece int) uint8 {
	section := f.sectionOf(p, piece)
	if u.Ruling(&shown) == shownMarked && section >= 0 && (p.Wings[section].Holes > 0 || gapsIn(&p.Wings[section]) > 0 || p.Wings[section].Torn) {
		return 1
	}
	return 0
}

// detectSituation returns the situation of pieces that look for an enemy.
func (f *Battlefield) detectSituation(u *rule.Umpire, p *Position, from, enemy, observers int) Detection {
	detection := Detection{ConcealmentState: ConcealmentState{f.concealment(u, p, from, enemy), f.markedLevels(u, p, enemy)}, Observers: uint8(observers)}
	if p.Figures[enemy].Fired {
		detection.Fired, detection.With = true, f.pieces[enemy].Weapon
	}
	return detection
}

// observesFrom is the structure that a piece looks out of, and whether it has periscopes.
func (f *Battlefield) observesFrom(p *Position, i int) (from rule.Ref, viewers bool) {
	if w := f.sectionOf(p, i); w >= 0 {
		s := &f.sites[f.sections[w].structure]
		return s.Type, s.Viewers
	}
	return 0, false
}

func observePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.pieces), may, len(f.places), func(i, b int) bool {
		return f.isSheltered(b) && f.sees(p, p.at(i), b) && !f.inOneRoom(p.at(i), b)
	})
}

func observeLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, place := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalCalm(u, p, i)
	if !f.isSheltered(place) {
		u.Forbid(f.notPenetrable(place, "host.observe", "look at a place inside a structure"))
	}
	if f.inOneRoom(p.at(i), place) {
		u.Forbid("host.observe", "the piece is in that room and sees everything in it")
		return
	}
	u.Require(f.sees(p, p.at(i), place), "host.sight", "the piece has no line of sight")
	detection := Detection{ConcealmentState: ConcealmentState{Concealment: OverTwoThirds}, Observers: 1}
	detection.From, detection.Viewers = f.observesFrom(p, i)
	legalDetect(u, &detection)
}

func observeApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, place := int(a[0]), int(a[1])
	p.begin(i)
	u.Note("host.observe", "the piece looks for enemies at that place")
	for enemy := range f.pieces {
		if !f.isEnemy(p, enemy, p.Side) || p.at(enemy) != place || p.Figures[enemy].Seen == Detected {
			continue
		}
		detection := f.detectSituation(u, p, p.at(i), enemy, 1)
		detection.From, detection.Viewers = f.observesFrom(p, i)
		if !detection.Fired && detection.Concealment.reducedBy(int(detection.Opened)) == Total {
			u.Note("hidden.unseen", "a totally concealed piece that has not fired cannot be found")
			continue
		}
		if playDetect(u, rule.Traced(u, &detection)).Detected {
			p.Figures[enemy].Seen = Detected
		}
	}
	f.finish(u, p)
}

// revealShot lets the other side react to a shot from inside a structure: pieces that have a line
// of sight may detect the firer, and one of them may fire back.
func (f *Battlefield) revealShot(u *rule.Umpire, p *Position, i int, mayReply bool) {
	if !p.here(i) {
		return
	}
	p.Figures[i].Fired = true
	if !f.isSheltered(p.at(i)) || p.Figures[i].Seen == Detected {
		return
	}
	observers, best, hidden := 0, -1, Total
	for enemy := range f.pieces {
		if f.isEnemy(p, enemy, f.pieces[i].side) && f.sees(p, p.at(enemy), p.at(i)) {
			level := f.concealment(u, p, p.at(enemy), i)
			if observers++; best < 0 || level < hidden {
				best, hidden = enemy, level
			}
		}
	}
	if observers == 0 {
		return
	}
	// The opponents look for the piece, and the best placed of them counts.
	detection := f.detectSituation(u, p, p.at(best), i, observers)
	if !playDetect(u.By(f.player(best)), rule.Traced(u, &detection)).Detected {
		return
	}
	p.Figures[i].Seen = Detected
	if mayReply {
		f.askReturnFire(u, p, i, "hidden.reply", "who fires back?")
	}
}

// player returns the side of a piece as a player.
func (f *Battlefield) player(i int) rule.Side { return f.sides[f.pieces[i].side] }

// diceSide returns the side that rolls the dice of a piece, if it is not the side whose action it is.
func (f *Battlefield) diceSide(p *Position, i int) rule.Side {
	if f.pieces[i].side == p.Side {
		return ""
	}
	return f.player(i)
}

// intercept lets the other side fire at a piece that has moved in the open.
func (f *Battlefield) intercept(u *rule.Umpire, p *Position, i int) {
	if f.places[p.at(i)].section < 0 {
		f.askReturnFire(u, p, i, "host.intercept", "who fires at the piece that moves?")
	}
}

// askReturnFire asks the enemies of a piece which of them fires at it, if any. Only a piece that may still
// be activated can, and the shot is its activation. A piece in the middle of its activation cannot. Nobody
// fires back at a piece that has fired back.
func (f *Battlefield) askReturnFire(u *rule.Umpire, p *Position, i int, cite rule.Clause, why string) {
	var names [mostFigures + 1]string
	var enemies [mostFigures]int8
	count := 0
	checker := u.Checker()
	for enemy := range f.pieces {
		if !f.isEnemy(p, enemy, f.pieces[i].side) || !f.ready(p, enemy) || int(p.Active) == enemy+1 || p.Figures[enemy].Shaken || !f.canShoot(p, enemy) {
			continue
		}
		if f.legalShot(checker, p, enemy, i); checker.Allowed() {
			names[count], enemies[count] = f.pieces[enemy].Name, int8(enemy)
			count++
		}
	}
	choice := game.React(u, f.sides[1-f.pieces[i].side], cite, why, "hold fire", names[:count]...)
	if choice < 0 {
		return
	}
	u.Note(cite, "an enemy fires at the piece")
	enemy := int(enemies[choice])
	s := f.fireSituation(u, p, enemy, i)
	f.legalFireOut(u, p, enemy, i)
	f.applyFire(u, p, enemy, i, playFireBy(u, rule.Traced(u, &s), f.diceSide(p, enemy)))
	if !p.here(enemy) {
		return
	}
	p.Figures[enemy].Done = true
	f.countShot(p, enemy)
	f.revealShot(u, p, enemy, cite == "host.intercept")
}

// sideView returns the position as a side may know it: it hides enemies inside structures that were not
// detected since they moved there.
func sideView(f *Battlefield, p Position, side int) Position {
	for i := range f.pieces {
		if int(f.pieces[i].side) != side && p.here(i) && f.isSheltered(p.at(i)) && p.Figures[i].Seen == Unseen {
			p.Figures[i] = Figure{Seen: PlaceUnknown}
			if int(p.Active) == i+1 {
				p.Active = 0 // Which piece it is that has moved is as hidden as the piece.
			}
		}
	}
	return p
}

// completeView completes what a side knows: it puts each hidden enemy at a place inside a structure
// where it may be. An enemy without such a place stays hidden. So many of them count as activated that
// both sides have activated equally many pieces in this turn. Each has the same chance of that. If the
// enemy is to act, at least one of them is still ready.
func completeView(f *Battlefield, p Position, side int, below func(n int) int) Position {
	done, hidden := f.moreDone(&p, side), 0
	for i := range f.pieces {
		if p.Figures[i].Seen == PlaceUnknown {
			hidden++
		}
	}
	if int(p.Side) != side {
		done = min(done, hidden-1)
	}
	var places [allPlaces]uint8
	for i := range f.pieces {
		if p.Figures[i].Seen != PlaceUnknown {
			continue
		}
		list := places[:0]
		for b := range f.places {
			if f.mayHide(&p, b, side) {
				list = append(list, uint8(b+1))
			}
		}
		if len(list) > 0 {
			p.Figures[i] = Figure{Place: list[below(len(list))], Done: below(hidden) < done}
			if p.Figures[i].Done {
				done--
			}
		}
		hidden--
	}
	return p
}

// moreDone returns the number of pieces of a side that have been activated in this turn, less that of
// its enemies, as far as the side knows.
func (f *Battlefield) moreDone(p *Position, side int) (count int) {
	for i := range f.pieces {
		switch {
		case !p.Figures[i].Done:
		case int(f.pieces[i].side) == side:
			count++
		default:
			count--
		}
	}
	return count
}

// mayHide reports whether enemies of a side may be hidden at a place, as far as it knows.
func (f *Battlefield) mayHide(p *Position, place, side int) bool {
	if !f.isSheltered(place) || p.Wings[f.places[place].section].Fallen && f.untenable {
		return false
	}
	for j := range f.pieces {
		if p.here(j) && int(f.pieces[j].side) == side && f.inOneRoom(p.at(j), place) {
			return false
		}
	}
	return true
}

// discovered reports whether a hidden piece has come to light.
func discovered(f *Battlefield, before, after *Position) bool {
	return game.Any(len(f.pieces), func(i int) bool {
		return before.here(i) && f.isSheltered(before.at(i)) && before.Figures[i].Seen == Unseen &&
			(!after.here(i) || after.Figures[i].Seen != Unseen || !f.isSheltered(after.at(i)))
	})
}
