package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// pace returns the inches that a piece moves: a vehicle an inch less for each point of damage.
func (f *Battlefield) pace(u *rule.Umpire, p *Position, i int) int {
	info := &f.pieces[i]
	if info.Fixed {
		return 0
	}
	pace := u.Cell(&movementInches, info.Unit, 0)
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
	for i := range f.pieces {
		if !f.ready(p, i) || f.pieces[i].side != p.Side || p.Figures[i].Shaken || f.pieces[i].Fixed {
			continue
		}
		from := p.at(i)
		for to := range f.places {
			offer := func(length ground.Length, by Way) {
				if length >= 0 && length <= f.pieces[i].listedMove {
					out = append(out, args{int16(i), int16(to), option(by)})
				}
			}
			for by, length := range &f.wayLengths[from][to] {
				if Way(by) == UsualWay && ruins {
					length = f.wayLength(p, from, to, UsualWay)
				}
				offer(length, Way(by))
			}
			if gaps {
				offer(f.shortestOpenBreach(p, from, to).length, ByBreach)
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

// moveArgs reads the arguments of the action move: the piece, the place and the way, which is optional.
func moveArgs(a args) (i, to int, by Way) {
	if a[2] != none {
		by = Way(a[2] + 1)
	}
	return int(a[0]), int(a[1]), by
}

func moveLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, by := moveArgs(a)
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalCalm(u, p, i)
	u.Require(p.Active == 0, "host.activation", "the piece has already moved in this activation")
	if f.pieces[i].Fixed {
		u.Forbid("host.fixed", "the weapon of a strongpoint or turret cannot move")
		return
	}
	from := p.at(i)
	f.legalWayTo(u, p, i, from, to, by)
	length, pace := f.wayLength(p, from, to, by), f.pace(u, p, i)
	if length < 0 {
		u.Forbid("host.ways", "no way of this kind leads there")
		return
	}
	inches, tenth := length.Tenths()
	u.Requiref(length <= ground.Length(pace)*ground.Inch, "host.move", "the move takes %d.%d″, and the piece moves %d″", inches, tenth, pace)
}

// legalWayTo forbids a way by which a piece cannot leave where it is, or cannot enter a place.
func (f *Battlefield) legalWayTo(u *rule.Umpire, p *Position, i, from, to int, by Way) {
	leaves, enters := f.places[from].section, f.places[to].section
	if enters >= 0 {
		act := TakeShelter
		if leaves == enters {
			act = MoveThrough
		}
		f.legalStay(u, p, i, to, by, act)
		for j := range f.pieces {
			met := f.isEnemy(p, j, p.Side) && p.at(j) == to && f.isKnown(p, j)
			u.Require(!met || f.isSheltered(to), "host.melee", "an enemy is on that roof: pieces can storm only enemies inside")
		}
		return
	}
	if leaves >= 0 {
		use := f.occupation(p, i, int(leaves), MoveThrough, by)
		legalOccupation(u, &use)
	}
	for j := range f.pieces {
		u.Require(!f.isEnemy(p, j, p.Side) || p.at(j) != to, "host.melee", "an enemy is at that place: pieces can storm only enemies inside structures")
	}
}

func moveApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, by := moveArgs(a)
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
	if !f.stormPlace(u, p, i, from) {
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
	if start, end := &f.places[p.at(i)], &f.places[to]; start.storey != end.storey {
		u.Fact(&climbCost)
	}
	section, act := f.places[to].section, TakeShelter
	if section < 0 {
		section, act = f.places[p.at(i)].section, MoveThrough
	}
	if section < 0 {
		return
	}
	use := f.occupation(p, i, int(section), act, by)
	legalOccupation(u, &use)
	if by == ByTunnel {
		u.Note("host.ways", "the piece goes through the tunnel, out of sight")
	}
	playOccupation(u, rule.Traced(u, &use))
}

// stormPlace plays the storming of a place inside a structure where enemies stand: each fires
// once at short range, those inside first. It reports whether the piece has the
// place; else it is lost, or back where it came from.
func (f *Battlefield) stormPlace(u *rule.Umpire, p *Position, i, from int) bool {
	for {
		enemy := f.enemyAtPlace(p, i)
		if enemy < 0 {
			return true
		}
		p.Figures[i].Seen, p.Figures[enemy].Seen = Detected, Detected
		u.Note("host.melee", "the piece storms an enemy's place")
		f.attackClose(u, p, enemy, i)
		if p.here(i) && p.here(enemy) {
			f.attackClose(u, p, i, enemy)
		}
		if !p.here(i) {
			return false
		}
		if p.here(enemy) {
			u.Note("host.melee", "the enemy throws the piece back")
			p.Figures[i].Place = uint8(from + 1)
			return false
		}
	}
}

// enemyAtPlace returns an enemy at the place of a piece, or -1.
func (f *Battlefield) enemyAtPlace(p *Position, i int) int {
	return game.First(len(f.pieces), func(j int) bool {
		return f.isEnemy(p, j, f.pieces[i].side) && p.Figures[j].Place == p.Figures[i].Place
	})
}

// attackClose plays the attack of one piece on another at arm's length.
func (f *Battlefield) attackClose(u *rule.Umpire, p *Position, i, target int) {
	if p.Figures[i].Shaken || !f.canShoot(p, i) || breachesWalls(f.pieces[i].Weapon) {
		return
	}
	s := NormalFire{Target: AtTroops, Armament: f.armament(i), Aim: Aim{Range: ShortRange}, Unit: f.pieces[target].Unit, Detected: true, DamageAccount: DamageAccount{System: f.system}}
	f.countShot(p, i)
	f.applyFire(u, p, i, target, playFireBy(u, rule.Traced(u, &s), f.diceSide(p, i)))
}
