package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// mightShoot reports whether a piece might fire now. It prunes lists and gives no reasons.
func (f *Battlefield) mightShoot(p *Position, i int) bool {
	if p.Over() || f.pieces[i].side != p.Side || !f.ready(p, i) || p.Figures[i].Shaken {
		return false
	}
	return p.Active == 0 || p.Active == uint8(i+1)
}

// canShoot reports whether a piece has anything to fire.
func (f *Battlefield) canShoot(p *Position, i int) bool {
	return f.pieces[i].Weapon != 0 && !f.isEmpty(p, i)
}

// legalShooter forbids fire by a piece that cannot fire now. It reports whether it is worth checking the
// target too: whether the piece may act and has a weapon.
func (f *Battlefield) legalShooter(u *rule.Umpire, p *Position, i int) bool {
	if !f.mayAct(u, p, i) {
		return false
	}
	f.legalCalm(u, p, i)
	u.Require(f.pieces[i].Weapon != 0, "host.weapons", "the piece has no weapon")
	u.Require(!f.isEmpty(p, i), "host.shots", "the piece's weapon has no shots left")
	return f.pieces[i].Weapon != 0
}

// byShooter makes the check of an action in which a piece fires at a target, by its number. If the piece
// may not act or has no weapon, the target is not checked.
func byShooter(check func(f *Battlefield, u *rule.Umpire, p *Position, i, at int)) func(*rule.Umpire, *Battlefield, *Position, args) {
	return func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if i := int(a[0]); f.legalShooter(u, p, i) {
			check(f, u, p, i, int(a[1]))
		}
	}
}

// isEmpty reports whether a piece has fired all the shots that it has.
func (f *Battlefield) isEmpty(p *Position, i int) bool {
	return f.pieces[i].Shots > 0 && p.Figures[i].Spent >= f.pieces[i].Shots
}

// countShot counts a shot.
func (f *Battlefield) countShot(p *Position, i int) {
	if f.pieces[i].Shots > 0 && p.here(i) {
		p.Figures[i].Spent++
	}
}

// rangeClass returns the range class of a distance. far is true past long range, or for a thrown weapon
// past short range.
func (f *Battlefield) rangeClass(u *rule.Umpire, i int, distance ground.Length) (class RangeClass, far bool) {
	short, mid := u.Fact(&rangeShort), u.Fact(&rangeMid)
	switch {
	case distance <= ground.Length(short)*ground.Inch:
		return ShortRange, false
	case distance <= ground.Length(mid)*ground.Inch:
		return MediumRange, f.pieces[i].Thrown
	}
	return LongRange, f.pieces[i].Thrown || distance > ground.Length(u.Fact(&rangeLong))*ground.Inch
}

// legalDistance forbids fire over a distance that the weapon does not carry.
func (f *Battlefield) legalDistance(u *rule.Umpire, i int, distance ground.Length) {
	if _, far := f.rangeClass(u, i, distance); far {
		most := u.Fact(&rangeLong)
		if f.pieces[i].Thrown {
			most = u.Fact(&rangeShort)
		}
		inches, tenth := distance.Tenths()
		u.Requiref(false, "host.range", "the target is %d.%d″ away, and the weapon reaches %d″", inches, tenth, most)
	}
}

// aimOver returns the aim over a distance.
func (f *Battlefield) aimOver(u *rule.Umpire, i int, distance ground.Length) Aim {
	r, _ := f.rangeClass(u, i, distance)
	return Aim{Range: r}
}

// legalFireOut forbids fire out of a section that the piece cannot fire out of, and notes how pieces fire
// out of it. Pieces in one room fire at each other anyway; target is -1 if no piece is aimed at.
func (f *Battlefield) legalFireOut(u *rule.Umpire, p *Position, i, target int) {
	if section := f.sectionOf(p, i); section >= 0 && (target < 0 || !f.inOneRoom(p.at(i), p.at(target))) {
		use := f.occupation(p, i, section, FireOut, UsualWay)
		legalOccupation(u, &use)
		use.describe(u)
	}
}

// isSpotted reports whether a friend of a piece sees a place: indirect fire needs that.
func (f *Battlefield) isSpotted(p *Position, i, place int) bool {
	return game.Any(len(f.pieces), func(friend int) bool {
		return f.pieces[friend].side == f.pieces[i].side && p.here(friend) && f.sees(p, p.at(friend), place)
	})
}

// fireSituation returns the situation of ordinary fire at a piece.
func (f *Battlefield) fireSituation(u *rule.Umpire, p *Position, i, target int) NormalFire {
	from, to := p.at(i), p.at(target)
	s := NormalFire{
		Target: AtTroops, Armament: f.armament(i), Aim: f.aimOver(u, i, f.distances[from][to]), Indirect: f.pieces[i].Indirect, DamageAccount: DamageAccount{System: f.system},
		Unit: f.pieces[target].Unit, Detected: p.Figures[target].Seen == Detected, ConcealmentState: ConcealmentState{f.concealmentNow(u, p, from, target), f.markedLevels(u, p, target)},
	}
	if f.isSheltered(to) && !f.inOneRoom(from, to) {
		s.Structure = f.structureNow(p, int(f.places[to].section))
	}
	return s
}

// legalShot forbids a shot that a piece cannot fire at another.
func (f *Battlefield) legalShot(u *rule.Umpire, p *Position, i, target int) {
	if !f.legalEnemy(u, p, i, target) {
		return
	}
	if !p.here(target) || !f.isKnown(p, target) {
		u.Forbid("hidden.unseen", "the piece cannot see the target")
		return
	}
	from, to := p.at(i), p.at(target)
	f.legalKnown(u, p, target)
	f.legalSight(u, p, i, to)
	f.legalDistance(u, i, f.distances[from][to])
	f.legalFireOut(u, p, i, target)
	s := f.fireSituation(u, p, i, target)
	if s.Type != 0 {
		legalFire(u, &s)
		return
	}
	legalArmament(u, &s.Armament)
	legalMarkedDamage(u, &s.ConcealmentState)
}

// legalEnemy reports whether a piece is an enemy on the table, and otherwise forbids it as a
// target.
func (f *Battlefield) legalEnemy(u *rule.Umpire, p *Position, i, target int) bool {
	switch {
	case f.pieces[target].side == f.pieces[i].side:
		u.Forbid("host.target", "the target belongs to the same side")
	case !p.here(target) && p.Figures[target].Seen != PlaceUnknown:
		u.Forbid("host.out", "the target is out of action")
	default:
		return true
	}
	return false
}

// legalKnown forbids fire at a piece in shelter that is not known to be there.
func (f *Battlefield) legalKnown(u *rule.Umpire, p *Position, target int) {
	if f.isSheltered(p.at(target)) {
		u.Require(p.Figures[target].Seen == Detected, "host.observe", "the target's place is known, but the target was not detected this turn: pierce the wall instead")
	}
}

// legalSight forbids fire from a piece at a place to which it has no line of sight.
func (f *Battlefield) legalSight(u *rule.Umpire, p *Position, i, place int) {
	if f.pieces[i].Indirect {
		u.Require(f.isSpotted(p, i, place), "host.indirect", "no piece of the side sees the target")
	} else {
		u.Require(f.sees(p, p.at(i), place), "host.sight", "the piece has no line of sight")
	}
}

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.pieces), may, len(f.pieces), func(i, j int) bool {
		return f.isEnemy(p, j, p.Side) && f.isKnown(p, j) && (f.pieces[i].Indirect || f.sees(p, p.at(i), p.at(j)))
	})
}

func fireApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, target := int(a[0]), int(a[1])
	p.begin(i)
	s := f.fireSituation(u, p, i, target)
	f.legalFireOut(u, p, i, target)
	f.noteIndirect(u, i)
	f.applyFire(u, p, i, target, playFire(u, rule.Traced(u, &s)))
	f.endWithShot(u, p, i)
}

// noteIndirect notes that fire is indirect.
func (f *Battlefield) noteIndirect(u *rule.Umpire, i int) {
	if f.pieces[i].Indirect {
		u.Note("host.indirect", "the indirect fire comes from above, at a target that a friend sees")
	}
}

// applyFire applies the result of ordinary fire at a piece. An effect area is centred on the piece
// that is hit, and reaches all pieces near it.
func (f *Battlefield) applyFire(u *rule.Umpire, p *Position, i, target int, outcome NormalFireOutcome) {
	if !outcome.Hit {
		return
	}
	area := f.burstAt(u, i, p.at(target))
	if outcome.Piece == PieceDestroyed {
		f.destroyArea(u, p, &area)
		return
	}
	area.alreadyAttacked[0] = int8(target)
	f.applyPieceResult(u, p, target, outcome.Piece)
	f.attackArea(u, p, &area)
}

// endWithShot ends an activation with a shot.
func (f *Battlefield) endWithShot(u *rule.Umpire, p *Position, i int) {
	f.countShot(p, i)
	f.revealShot(u, p, i, true)
	f.finish(u, p)
}

func piercePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.pieces), may, len(f.pieces), func(i, j int) bool {
		return f.isEnemy(p, j, p.Side) && f.isSheltered(p.at(j)) && f.isKnown(p, j)
	})
}

// legalPierce forbids fire through a wall or roof at a piece that is not behind one, or that it cannot reach.
func (f *Battlefield) legalPierce(u *rule.Umpire, p *Position, i, target int) {
	if !f.legalEnemy(u, p, i, target) {
		return
	}
	if !p.here(target) || !f.isKnown(p, target) {
		u.Forbid("known.attack", "the enemy's place is not known: probe a place instead")
		return
	}
	if !f.isSheltered(p.at(target)) {
		u.Forbid(f.notPenetrable(p.at(target), "known.attack", "fire at it directly"))
		return
	}
	f.legalAim(u, p, i, p.at(target))
	s, _ := f.penetratingAttack(u, p, i, p.at(target), target)
	legalPenetratingAttack(u, &s)
}

func pierceApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, target := int(a[0]), int(a[1])
	place := p.at(target)
	f.attackThroughWall(u, p, i, place, target)
}

// attackThroughWall plays an attack through a wall or roof.
func (f *Battlefield) attackThroughWall(u *rule.Umpire, p *Position, i, place, target int) {
	p.begin(i)
	s, indices := f.penetratingAttack(u, p, i, place, target)
	strike := f.impactAtPlace(p, i, place)
	f.legalFireOut(u, p, i, -1)
	f.noteIndirect(u, i)
	if outcome := f.playPenetration(u, i, rule.Traced(u, &s), indices); outcome.Hit {
		area := f.burstOn(u, i, &strike, outcome.Through)
		area.alreadyAttacked = indices
		f.applyAttack(u, p, i, &strike, &area, &outcome)
	}
	f.endWithShot(u, p, i)
}

// playPenetration plays an attack through a wall. The owner of those behind it chooses
// among them by their names; the attacker does not know who they are.
func (f *Battlefield) playPenetration(u *rule.Umpire, i int, s *PenetratingAttack, indices [mostPieces]int8) (outcome PenetrationOutcome) {
	own := f.pieces[i].side
	seats := [2]rule.Side{f.sides[own], f.sides[1-own]}
	play := func() {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, seats, func() { outcome = playPenetratingAttack(u, s) })
	}
	if s.Attack != Exploratory || u.Ruling(&which) != whichOwner {
		play()
		return outcome
	}
	names := pieceNames
	for k, j := range indices {
		if j >= 0 {
			names[k] = f.pieces[j].Name
		}
	}
	u.WithOptionNames("defender", pieceNames[:], names[:], play)
	return outcome
}

// notPenetrable returns the reason why nothing is to be penetrated before a place: it is in the open, on
// a roof, or in a turret.
func (f *Battlefield) notPenetrable(place int, cite rule.Clause, instead string) (rule.Clause, string) {
	switch at := &f.places[place]; {
	case at.section < 0:
		return cite, "that place is in the open: " + instead
	case f.sites[f.sections[at.section].structure].Type == turret:
		return "turret.mount", "that place is in a weapon turret, where no piece hides: " + instead
	}
	return cite, "that place is on an open roof: " + instead
}

func probePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.pieces), may, len(f.places), func(i, b int) bool {
		_, some := f.strikesWall(p, p.at(i), b)
		return f.isSheltered(b) && (f.pieces[i].Indirect || some)
	})
}

// legalProbe forbids fire through a wall or roof at a place that is not behind one, or that it cannot reach.
func (f *Battlefield) legalProbe(u *rule.Umpire, p *Position, i, place int) {
	if !f.isSheltered(place) {
		u.Forbid(f.notPenetrable(place, "probe.attack", "an exploratory attack goes through a wall or roof"))
		return
	}
	f.legalAim(u, p, i, place)
	f.legalSection(u, p, i, int(f.places[place].section))
	s, _ := f.penetratingAttack(u, p, i, place, -1)
	legalPenetratingAttack(u, &s)
}

// legalSection forbids fire at a section in which the side itself is.
func (f *Battlefield) legalSection(u *rule.Umpire, p *Position, i, section int) {
	u.Require(f.insideSection(p, section)[f.pieces[i].side] == 0, "host.target", "that section holds pieces of the same side")
}

func probeApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("probe.area", "the named place is the part to fire at")
	f.attackThroughWall(u, p, int(a[0]), int(a[1]), -1)
}
