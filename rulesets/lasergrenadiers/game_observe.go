package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// ruinBits are the sections and plants that have fallen or burnt down, in the bits of look.blocks.
func (f *Battlefield) ruinBits(p *Position) (set uint32) {
	for w := range f.wings {
		if p.Wings[w].Fallen {
			set |= 1 << w
		}
	}
	for k := range f.green {
		if p.Plots[k].Gone {
			set |= 1 << (mostWings + k)
		}
	}
	return set
}

// sees reports whether there is a line of sight between two places.
func (f *Battlefield) sees(p *Position, a, b int) bool {
	l := &f.looks[a][b]
	if l.some {
		return l.blocks == 0 || l.blocks&^f.ruinBits(p) == 0
	}
	for k := range l.broken {
		if l.broken[k].through(f, p) {
			return true
		}
	}
	return false
}

// by is the openings that a line of sight between two places leaves and enters by.
func (f *Battlefield) by(p *Position, a, b int) loop {
	l := &f.looks[a][b]
	for k := range l.broken {
		if l.broken[k].through(f, p) {
			return l.broken[k]
		}
	}
	return l.loop
}

// strikesWall reports whether a wall before a place is struck from another, and by which opening
// the shot leaves, from 1.
func (f *Battlefield) strikesWall(p *Position, a, b int) (out int16, some bool) {
	return f.aims[a][b].by(f, p)
}

// isSheltered reports whether a place is inside a structure, where pieces hide.
func (f *Battlefield) isSheltered(b int) bool {
	t := &f.places[b]
	return t.wing >= 0 && (t.walled || f.sites[f.wings[t.wing].site].lies == 0)
}

// concealment is how well a piece is hidden from a place, before its own fire gives it away.
func (f *Battlefield) concealment(u *rule.Umpire, p *Position, a, j int) Concealment {
	b := p.at(j)
	switch l := &f.looks[a][b]; {
	case l.room:
		return InPlainSight
	case f.isSheltered(b):
		row := rule.Ref(f.sites[f.wings[f.places[b].wing].site].lies) + 1
		if l.in > 0 && f.isSlit(ground.OpeningID(l.in-1)) {
			row = insideSlits
		}
		return Concealment(u.Cell(&concealmentInside, row, 0))
	case l.blocks != 0:
		return l.bare
	default:
		return l.level
	}
}

// concealmentNow is how well a piece is hidden from a place now, when it may have fired.
func (f *Battlefield) concealmentNow(u *rule.Umpire, p *Position, a, j int) Concealment {
	c := f.concealment(u, p, a, j)
	if p.Figures[j].Fired && (c == Total || u.Ruling(&reveals) == revealsEach) {
		c = c.reducedBy(revealedLevels)
	}
	return c
}

// markedLevels is the number of levels of concealment that marked damage costs a piece: one where
// there is a hole or a gap in a wall or the roof of its section.
func (f *Battlefield) markedLevels(u *rule.Umpire, p *Position, j int) uint8 {
	w := f.wingOf(p, j)
	if u.Ruling(&shown) == shownMarked && w >= 0 && (p.Wings[w].Holes > 0 || gapsIn(&p.Wings[w]) > 0 || p.Wings[w].Torn) {
		return 1
	}
	return 0
}

// detectSituation is the situation of pieces that look for an enemy.
func (f *Battlefield) detectSituation(u *rule.Umpire, p *Position, a, j, observers int) Detection {
	d := Detection{ConcealmentState: ConcealmentState{f.concealment(u, p, a, j), f.markedLevels(u, p, j)}, Observers: uint8(observers)}
	if p.Figures[j].Fired {
		d.Fired, d.With = true, f.figures[j].Weapon
	}
	return d
}

// observesFrom is where a piece looks from.
func (f *Battlefield) observesFrom(p *Position, i int) (from rule.Ref, viewers bool) {
	if w := f.wingOf(p, i); w >= 0 {
		s := &f.sites[f.wings[w].site]
		return s.Type, s.Viewers
	}
	return 0, false
}

func observePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.figures), may, len(f.places), func(i, b int) bool {
		return f.isSheltered(b) && f.sees(p, p.at(i), b) && !f.inOneRoom(p.at(i), b)
	})
}

func checkObserve(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalCalm(u, p, i)
	if !f.isSheltered(b) {
		u.Forbid(f.notPenetrable(b, "host.observe", "look at a place inside a structure"))
	}
	if f.inOneRoom(p.at(i), b) {
		u.Forbid("host.observe", "the piece is in that room and sees everything in it")
		return
	}
	u.Require(f.sees(p, p.at(i), b), "host.sight", "the piece has no line of sight")
	d := Detection{ConcealmentState: ConcealmentState{Concealment: OverTwoThirds}, Observers: 1}
	d.From, d.Viewers = f.observesFrom(p, i)
	legalDetect(u, &d)
}

func doObserve(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	p.begin(i)
	u.Note("host.observe", "the piece looks for enemies at that place")
	for j := range f.figures {
		if !f.isEnemy(p, j, p.Side) || p.at(j) != b || p.Figures[j].Seen == Detected {
			continue
		}
		d := f.detectSituation(u, p, p.at(i), j, 1)
		d.From, d.Viewers = f.observesFrom(p, i)
		if !d.Fired && d.Concealment.reducedBy(int(d.Opened)) == Total {
			u.Note("hidden.unseen", "a totally concealed piece that has not fired cannot be found")
			continue
		}
		if playDetect(u, rule.Overheard(u, &d)).Detected {
			p.Figures[j].Seen = Detected
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
	n, best, hidden := 0, -1, Total
	for j := range f.figures {
		if f.isEnemy(p, j, f.figures[i].side) && f.sees(p, p.at(j), p.at(i)) {
			c := f.concealment(u, p, p.at(j), i)
			if n++; best < 0 || c < hidden {
				best, hidden = j, c
			}
		}
	}
	if n == 0 {
		return
	}
	// The opponents look for the piece, and the best placed of them counts.
	d := f.detectSituation(u, p, p.at(best), i, n)
	if !playDetect(u.By(f.seat(best)), rule.Overheard(u, &d)).Detected {
		return
	}
	p.Figures[i].Seen = Detected
	if mayReply {
		f.askReturnFire(u, p, i, "hidden.reply", "who fires back?")
	}
}

// seat is the side of a piece as a player.
func (f *Battlefield) seat(i int) rule.Side { return f.sides[f.figures[i].side] }

// diceSide is the side that rolls the dice of a piece, if it is not the side whose action it is.
func (f *Battlefield) diceSide(p *Position, i int) rule.Side {
	if f.figures[i].side == p.Side {
		return ""
	}
	return f.seat(i)
}

// intercept lets the other side fire at a piece that has moved in the open.
func (f *Battlefield) intercept(u *rule.Umpire, p *Position, i int) {
	if f.places[p.at(i)].wing < 0 {
		f.askReturnFire(u, p, i, "host.intercept", "who fires at the piece that moves?")
	}
}

// askReturnFire asks the enemies of a piece which of those who may still be activated fires at it.
// That is the activation of this piece. A piece in the middle of its activation waits for the
// answer. There is no answer to an answer.
func (f *Battlefield) askReturnFire(u *rule.Umpire, p *Position, i int, cite rule.Clause, why string) {
	var names [mostFigures + 1]string
	var who [mostFigures]int8
	n := 0
	judge := u.Checker()
	for j := range f.figures {
		if !f.isEnemy(p, j, f.figures[i].side) || !f.ready(p, j) || int(p.Active) == j+1 || p.Figures[j].Shaken || !f.canShoot(p, j) {
			continue
		}
		if f.checkShot(judge, p, j, i); judge.Allowed() {
			names[n], who[n] = f.figures[j].Name, int8(j)
			n++
		}
	}
	k := game.React(u, f.sides[1-f.figures[i].side], cite, why, "hold fire", names[:n]...)
	if k < 0 {
		return
	}
	u.Note(cite, "an enemy fires at the piece")
	j := int(who[k])
	s := f.fireSituation(u, p, j, i)
	f.legalFireOut(u, p, j, i)
	f.applyFire(u, p, j, i, playFireBy(u, rule.Overheard(u, &s), f.diceSide(p, j)))
	if !p.here(j) {
		return
	}
	p.Figures[j].Done = true
	f.countShot(p, j)
	f.revealShot(u, p, j, cite == "host.intercept")
}
