package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// mightShoot reports whether a piece might fire now. It prunes lists and gives no reasons.
func (f *Battlefield) mightShoot(p *Position, i int) bool {
	if p.Over() || f.figures[i].side != p.Side || !f.ready(p, i) || p.Figures[i].Shaken {
		return false
	}
	return p.Active == 0 || p.Active == uint8(i+1)
}

// canShoot reports whether a piece has anything to fire.
func (f *Battlefield) canShoot(p *Position, i int) bool {
	return f.figures[i].Weapon != 0 && !f.isEmpty(p, i)
}

// legalShooter reports whether a piece can fire at all. If not, it gives u the reason.
func (f *Battlefield) legalShooter(u *rule.Umpire, p *Position, i int) bool {
	if !f.mayAct(u, p, i) {
		return false
	}
	f.legalCalm(u, p, i)
	u.Require(f.figures[i].Weapon != 0, "host.weapons", "the piece has no weapon")
	u.Require(!f.isEmpty(p, i), "host.shots", "the piece's weapon has no shots left")
	return f.figures[i].Weapon != 0
}

// byShooter makes the check of an action in which a piece fires at a target, by its number. A piece that
// cannot fire at all gets no other reasons.
func byShooter(check func(f *Battlefield, u *rule.Umpire, p *Position, i, at int)) func(*rule.Umpire, *Battlefield, *Position, args) {
	return func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if i := int(a[0]); f.legalShooter(u, p, i) {
			check(f, u, p, i, int(a[1]))
		}
	}
}

// isEmpty reports whether a piece has fired all the shots that it has.
func (f *Battlefield) isEmpty(p *Position, i int) bool {
	return f.figures[i].Shots > 0 && p.Figures[i].Spent >= f.figures[i].Shots
}

// countShot counts a shot.
func (f *Battlefield) countShot(p *Position, i int) {
	if f.figures[i].Shots > 0 && p.here(i) {
		p.Figures[i].Spent++
	}
}

// rangeClass is the range class of a distance; far is past long range, or past what the weapon
// carries.
func (f *Battlefield) rangeClass(u *rule.Umpire, i int, d ground.Length) (r RangeClass, far bool) {
	short, mid := u.Fact(&rangeShort), u.Fact(&rangeMid)
	switch {
	case d <= ground.Length(short)*ground.Inch:
		return ShortRange, false
	case d <= ground.Length(mid)*ground.Inch:
		return MediumRange, f.figures[i].Thrown
	}
	return LongRange, f.figures[i].Thrown || d > ground.Length(u.Fact(&rangeLong))*ground.Inch
}

// legalDistance forbids fire over a distance that the weapon does not carry.
func (f *Battlefield) legalDistance(u *rule.Umpire, i int, d ground.Length) {
	if _, far := f.rangeClass(u, i, d); far {
		most := u.Fact(&rangeLong)
		if f.figures[i].Thrown {
			most = u.Fact(&rangeShort)
		}
		inches, tenth := d.Tenths()
		u.Requiref(false, "host.range", "the target is %d.%d″ away, and the weapon reaches %d″", inches, tenth, most)
	}
}

// aimOver is the aim over a distance.
func (f *Battlefield) aimOver(u *rule.Umpire, i int, d ground.Length) Aim {
	r, _ := f.rangeClass(u, i, d)
	return Aim{Range: r}
}

// legalFireOut forbids fire out of a place that no piece fires out of, and otherwise notes how it
// does.
func (f *Battlefield) legalFireOut(u *rule.Umpire, p *Position, i, j int) {
	if w := f.wingOf(p, i); w >= 0 && (j < 0 || !f.inOneRoom(p.at(i), p.at(j))) {
		o := f.use(p, i, w, FireOut, UsualWay)
		legalOccupy(u, &o)
		o.describe(u)
	}
}

// isSpotted reports whether a friend of a piece sees a place: indirect fire needs that.
func (f *Battlefield) isSpotted(p *Position, i, b int) bool {
	return game.Any(len(f.figures), func(k int) bool { return f.figures[k].side == f.figures[i].side && p.here(k) && f.sees(p, p.at(k), b) })
}

// fireSituation is the situation of ordinary fire at a piece.
func (f *Battlefield) fireSituation(u *rule.Umpire, p *Position, i, j int) NormalFire {
	a, b := p.at(i), p.at(j)
	s := NormalFire{
		Target: AtTroops, Armament: f.arm(i), Aim: f.aimOver(u, i, f.far[a][b]), Indirect: f.figures[i].Indirect, DamageAccount: DamageAccount{System: f.system},
		Unit: f.figures[j].Unit, Detected: p.Figures[j].Seen == Detected, ConcealmentState: ConcealmentState{f.concealmentNow(u, p, a, j), f.markedLevels(u, p, j)},
	}
	if f.isSheltered(b) && !f.inOneRoom(a, b) {
		s.Structure = f.structure(p, int(f.places[b].wing))
	}
	return s
}

// checkShot forbids a shot that a piece cannot fire at another.
func (f *Battlefield) checkShot(u *rule.Umpire, p *Position, i, j int) {
	if !f.legalEnemy(u, p, i, j) {
		return
	}
	if !p.here(j) || !f.knows(p, j) {
		u.Forbid("hidden.unseen", "the piece cannot see the target")
		return
	}
	a, b := p.at(i), p.at(j)
	f.legalKnown(u, p, j)
	f.legalSight(u, p, i, b)
	f.legalDistance(u, i, f.far[a][b])
	f.legalFireOut(u, p, i, j)
	s := f.fireSituation(u, p, i, j)
	if s.Type != 0 {
		legalFire(u, &s)
		return
	}
	legalArmament(u, &s.Armament)
	legalMarkedDamage(u, &s.ConcealmentState)
}

// legalEnemy reports whether a piece is an enemy on the table, and otherwise forbids it as a
// target.
func (f *Battlefield) legalEnemy(u *rule.Umpire, p *Position, i, j int) bool {
	switch {
	case f.figures[j].side == f.figures[i].side:
		u.Forbid("host.target", "the target belongs to the same side")
	case !p.here(j) && p.Figures[j].Seen != Veiled:
		u.Forbid("host.out", "the target is out of action")
	default:
		return true
	}
	return false
}

// legalKnown forbids fire at a piece in shelter that is not known to be there.
func (f *Battlefield) legalKnown(u *rule.Umpire, p *Position, j int) {
	if f.isSheltered(p.at(j)) {
		u.Require(p.Figures[j].Seen == Detected, "host.observe", "the target's place is known, but the target was not detected this turn: pierce the wall instead")
	}
}

// legalSight forbids fire from a piece at a place to which it has no line of sight.
func (f *Battlefield) legalSight(u *rule.Umpire, p *Position, i, b int) {
	if f.figures[i].Indirect {
		u.Require(f.isSpotted(p, i, b), "host.indirect", "no piece of the side sees the target")
	} else {
		u.Require(f.sees(p, p.at(i), b), "host.sight", "the piece has no line of sight")
	}
}

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.figures), may, len(f.figures), func(i, j int) bool {
		return f.isEnemy(p, j, p.Side) && f.knows(p, j) && (f.figures[i].Indirect || f.sees(p, p.at(i), p.at(j)))
	})
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	p.begin(i)
	s := f.fireSituation(u, p, i, j)
	f.legalFireOut(u, p, i, j)
	f.noteIndirect(u, i)
	f.applyFire(u, p, i, j, playFire(u, rule.Overheard(u, &s)))
	f.endWithShot(u, p, i)
}

// noteIndirect notes that fire is indirect.
func (f *Battlefield) noteIndirect(u *rule.Umpire, i int) {
	if f.figures[i].Indirect {
		u.Note("host.indirect", "the indirect fire comes from above, at a target that a friend sees")
	}
}

// applyFire applies the result of ordinary fire at a piece. An effect area is centred on the piece
// that is hit, and reaches all pieces near it.
func (f *Battlefield) applyFire(u *rule.Umpire, p *Position, i, j int, r NormalFireOutcome) {
	if !r.Hit {
		return
	}
	x := f.burstAt(u, i, p.at(j))
	if r.Piece == Vaporised {
		f.destroyArea(u, p, &x)
		return
	}
	x.spare[0] = int8(j)
	f.applyHurt(u, p, j, r.Piece)
	f.attackArea(u, p, &x)
}

// endWithShot ends an activation with a shot.
func (f *Battlefield) endWithShot(u *rule.Umpire, p *Position, i int) {
	f.countShot(p, i)
	f.revealShot(u, p, i, true)
	f.finish(u, p)
}

func piercePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.figures), may, len(f.figures), func(i, j int) bool {
		return f.isEnemy(p, j, p.Side) && f.isSheltered(p.at(j)) && f.knows(p, j)
	})
}

func (f *Battlefield) checkPierce(u *rule.Umpire, p *Position, i, j int) {
	if !f.legalEnemy(u, p, i, j) {
		return
	}
	if !p.here(j) || !f.knows(p, j) {
		u.Forbid("known.attack", "the enemy's place is not known: probe a place instead")
		return
	}
	if !f.isSheltered(p.at(j)) {
		u.Forbid(f.notPenetrable(p.at(j), "known.attack", "fire at it directly"))
		return
	}
	f.checkAim(u, p, i, p.at(j))
	s, _ := f.penetratingAttack(u, p, i, p.at(j), j)
	legalThrough(u, &s)
}

func doPierce(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	b := p.at(j)
	f.strikeThrough(u, p, i, b, j)
}

// strikeThrough plays an attack through a wall or roof.
func (f *Battlefield) strikeThrough(u *rule.Umpire, p *Position, i, b, j int) {
	p.begin(i)
	s, who := f.penetratingAttack(u, p, i, b, j)
	m := f.behindWall(p, i, b)
	f.legalFireOut(u, p, i, -1)
	f.noteIndirect(u, i)
	if r := f.piercedBy(u, i, rule.Overheard(u, &s), who); r.Hit {
		x := f.burstOn(u, i, &m, r.Through)
		x.spare = who
		f.applyAttack(u, p, i, &m, &x, &r)
	}
	f.endWithShot(u, p, i)
}

// piercedBy plays an attack through a wall. The owner of those behind it chooses
// among them by their names; the attacker does not know who they are.
func (f *Battlefield) piercedBy(u *rule.Umpire, i int, s *PenetratingAttack, who [6]int8) (r PenetrationOutcome) {
	own := f.figures[i].side
	seats := [2]rule.Side{f.sides[own], f.sides[1-own]}
	play := func() {
		u.WithRoles([2]rule.Side{"attacker", "defender"}, seats, func() { r = playThrough(u, s) })
	}
	if s.Attack != Exploratory || u.Ruling(&which) != whichOwner {
		play()
		return r
	}
	names := pieceNames
	for k, j := range who {
		if j >= 0 {
			names[k] = f.figures[j].Name
		}
	}
	u.WithOptionNames("defender", pieceNames[:], names[:], play)
	return r
}

// notPenetrable is the reason why nothing is to be penetrated before a place: it is in the open, on
// a roof, or in a turret.
func (f *Battlefield) notPenetrable(b int, cite rule.Clause, instead string) (rule.Clause, string) {
	switch t := &f.places[b]; {
	case t.wing < 0:
		return cite, "that place is in the open: " + instead
	case f.sites[f.wings[t.wing].site].Type == turret:
		return "turret.mount", "that place is in a weapon turret, where no piece hides: " + instead
	}
	return cite, "that place is on an open roof: " + instead
}

func probePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.mightShoot(p, i) }
	return game.Pairs(out, len(f.figures), may, len(f.places), func(i, b int) bool {
		_, some := f.strikesWall(p, p.at(i), b)
		return f.isSheltered(b) && (f.figures[i].Indirect || some)
	})
}

func (f *Battlefield) checkProbe(u *rule.Umpire, p *Position, i, b int) {
	if !f.isSheltered(b) {
		u.Forbid(f.notPenetrable(b, "probe.attack", "an exploratory attack goes through a wall or roof"))
		return
	}
	f.checkAim(u, p, i, b)
	f.legalSection(u, p, i, int(f.places[b].wing))
	s, _ := f.penetratingAttack(u, p, i, b, -1)
	legalThrough(u, &s)
}

// legalSection forbids fire at a section in which the side itself is.
func (f *Battlefield) legalSection(u *rule.Umpire, p *Position, i, w int) {
	u.Require(f.inside(p, w)[f.figures[i].side] == 0, "host.target", "that section holds pieces of the same side")
}

func doProbe(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("probe.area", "the named place is the part to fire at")
	f.strikeThrough(u, p, int(a[0]), int(a[1]), -1)
}
