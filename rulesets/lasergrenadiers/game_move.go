package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// pace is the inches that a piece moves: a vehicle an inch less for each point of damage.
func (f *Battlefield) pace(u *rule.Umpire, p *Position, i int) int {
	t := &f.figures[i]
	if t.Fixed {
		return 0
	}
	pace := u.Cell(&movementInches, t.Unit, 0)
	if n := int(p.Figures[i].Damage); n > 0 {
		pace -= u.Apply(n, "host.damage", "inches of movement lost to damage")
	}
	return max(0, pace)
}

func movePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Over() || p.Active != 0 {
		return out
	}
	gaps, ruins := f.anyGap(p), f.hasUsableRuins(p)
	for i := range f.figures {
		if !f.ready(p, i) || f.figures[i].side != p.Side || p.Figures[i].Shaken || f.figures[i].Fixed {
			continue
		}
		most := ground.Length(movementInches.Rows[f.figures[i].Unit-1].Cells[0]) * ground.Inch
		a := p.at(i)
		for b := range f.places {
			offer := func(n ground.Length, by Way) {
				if n >= 0 && n <= 2*most {
					out = append(out, args{int16(i), int16(b), option(by)})
				}
			}
			for by, n := range &f.ways[a][b] {
				if Way(by) == UsualWay && ruins {
					n = f.wayLength(p, a, b, UsualWay)
				}
				offer(n, Way(by))
			}
			if gaps {
				offer(f.openBreach(p, a, b).long, ByBreach)
			}
		}
	}
	return out
}

// option writes a way as an optional argument, the usual one left out.
func option(by Way) int16 {
	if by == UsualWay {
		return none
	}
	return int16(by) - 1
}

// wayOf reads it.
func wayOf(a int16) Way {
	if a == none {
		return UsualWay
	}
	return Way(a + 1)
}

func checkMove(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, by := int(a[0]), int(a[1]), wayOf(a[2])
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalCalm(u, p, i)
	u.Require(p.Active == 0, "host.activation", "the piece has already moved in this activation")
	if f.figures[i].Fixed {
		u.Forbid("host.fixed", "the weapon of a strongpoint or turret cannot move")
		return
	}
	from := p.at(i)
	f.checkWay(u, p, i, from, to, by)
	n, pace := f.wayLength(p, from, to, by), f.pace(u, p, i)
	if n < 0 {
		u.Forbid("host.ways", "no way of this kind leads there")
		return
	}
	inches, tenth := n.Tenths()
	u.Requiref(n <= ground.Length(pace)*ground.Inch, "host.move", "the move takes %d.%d″, and the piece moves %d″", inches, tenth, pace)
}

// checkWay forbids a way by which a piece cannot leave where it is, or cannot enter a place.
func (f *Battlefield) checkWay(u *rule.Umpire, p *Position, i, from, to int, by Way) {
	x, y := f.places[from].wing, f.places[to].wing
	if y >= 0 {
		act := TakeShelter
		if x == y {
			act = MoveThrough
		}
		f.checkStay(u, p, i, to, by, act)
		for j := range f.figures {
			met := f.isEnemy(p, j, p.Side) && p.at(j) == to && f.knows(p, j)
			u.Require(!met || f.isSheltered(to), "host.melee", "an enemy is on that roof: pieces can storm only enemies inside")
		}
		return
	}
	if x >= 0 {
		o := f.use(p, i, int(x), MoveThrough, by)
		legalOccupy(u, &o)
	}
	for j := range f.figures {
		u.Require(!f.isEnemy(p, j, p.Side) || p.at(j) != to, "host.melee", "an enemy is at that place: pieces can storm only enemies inside structures")
	}
}

func doMove(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, by := int(a[0]), int(a[1]), wayOf(a[2])
	from := p.at(i)
	u.Note("host.activation", "the piece moves and may then fire")
	p.begin(i)
	f.noteWay(u, p, i, to, by)
	p.Figures[i].Place = uint8(to + 1)
	p.Figures[i].Seen = Unseen
	if f.attackOnWay(u, p, i, f.legsOf(p, from, to, by)); !p.here(i) {
		f.finish(u, p)
		return
	}
	f.intercept(u, p, i)
	if !p.here(i) {
		f.finish(u, p)
		return
	}
	if !f.melee(u, p, i, from) {
		f.finish(u, p)
		return
	}
	f.revealRooms(p)
	if !f.canShoot(p, i) || p.Figures[i].Shaken {
		f.finish(u, p)
	}
}

// noteWay notes how far a piece goes, and how it goes in or out.
func (f *Battlefield) noteWay(u *rule.Umpire, p *Position, i, to int, by Way) {
	f.pace(u, p, i)
	if by == ByWindow {
		u.Fact(&windowCost)
	}
	if x, y := &f.places[p.at(i)], &f.places[to]; x.storey != y.storey {
		u.Fact(&climbCost)
	}
	w, act := f.places[to].wing, TakeShelter
	if w < 0 {
		w, act = f.places[p.at(i)].wing, MoveThrough
	}
	if w < 0 {
		return
	}
	o := f.use(p, i, int(w), act, by)
	legalOccupy(u, &o)
	if by == ByTunnel {
		u.Note("host.ways", "the piece goes through the tunnel, out of sight")
	}
	playOccupy(u, rule.Overheard(u, &o))
}

// melee plays the storming of a place inside a structure where enemies stand: each fires
// once at short range, those inside first. It reports whether the piece has the
// place; else it is lost, or back where it came from.
func (f *Battlefield) melee(u *rule.Umpire, p *Position, i, from int) bool {
	for {
		j := f.foe(p, i)
		if j < 0 {
			return true
		}
		p.Figures[i].Seen, p.Figures[j].Seen = Detected, Detected
		u.Note("host.melee", "the piece storms an enemy's place")
		f.attackClose(u, p, j, i)
		if p.here(i) && p.here(j) {
			f.attackClose(u, p, i, j)
		}
		if !p.here(i) {
			return false
		}
		if p.here(j) {
			u.Note("host.melee", "the enemy throws the piece back")
			p.Figures[i].Place = uint8(from + 1)
			return false
		}
	}
}

// foe is an enemy at the place of a piece, or -1.
func (f *Battlefield) foe(p *Position, i int) int {
	return game.First(len(f.figures), func(j int) bool {
		return f.isEnemy(p, j, f.figures[i].side) && p.Figures[j].Place == p.Figures[i].Place
	})
}

// attackClose plays the attack of one piece on another at arm's length.
func (f *Battlefield) attackClose(u *rule.Umpire, p *Position, i, j int) {
	if p.Figures[i].Shaken || !f.canShoot(p, i) || breachesWalls(f.figures[i].Weapon) {
		return
	}
	s := NormalFire{Target: AtTroops, Armament: f.arm(i), Aim: Aim{Range: ShortRange}, Unit: f.figures[j].Unit, Detected: true, DamageAccount: DamageAccount{System: f.system}}
	f.countShot(p, i)
	f.applyFire(u, p, i, j, playFireBy(u, rule.Overheard(u, &s), f.diceSide(p, i)))
}
