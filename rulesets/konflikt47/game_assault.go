package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// The options of a unit that fights at close quarters, and of one that is assaulted.
var (
	styles      = HandToHand.Names()
	answerNames = [...]string{Stand: "stand", StandAndShoot: "shoot", Escape: "escape"}
)

// fighters is a unit in an assault.
func (f *Battlefield) fighters(p *Position, i int) Fighters {
	t, x := &f.troops[i], &p.Units[i]
	y := Fighters{Body: f.body(p, i), Die: x.Die}
	n := 0
	for k, c := range x.Arms {
		if c > 0 {
			y.Weapons[n] = WeaponGroup{Weapon: t.arms[k].weapon, Count: c}
			n++
		}
	}
	y.Unarmed = n == 0
	return y
}

// hasSmallArms reports whether a unit has small arms for close quarters.
func (f *Battlefield) hasSmallArms(p *Position, i int) bool {
	return f.anyArm(p, i, func(a *arm) bool { return a.kind == smallArm && !a.team })
}

// assaultSituation is the situation of an assault by one unit on another, with the way to
// it and the side of the building that is assaulted from outside, or -1.
func (f *Battlefield) assaultSituation(p *Position, i, j, port int) (s Assault, way ground.Way, side int) {
	a, b := f.at(p, i), f.at(p, j)
	s = Assault{Order: Run, Opening: Wall, Attackers: f.fighters(p, i), Defenders: f.fighters(p, j)}
	if !a.spot && !b.spot {
		f.assaultIndoors(p, &s, i, j)
		return s, way, -1
	}
	inside := insidePlace(a, b)
	way, by := f.shortestWay(p.where(i), p.where(j), port)
	s.Structure, s.Floor, s.Opening, s.Rough, s.Distance = f.structure(p, inside.work), inside.floor, f.wantedOpening(inside.work, port), way.Rough, mostWay
	if by >= 0 {
		s.Distance = uint8(min(mostWay, way.Length.RoundUp()))
	}
	if a.spot {
		return s, way, f.assaultFromOpen(p, &s, i, j, by)
	}
	s.From, s.Obstacle = FromInside, b.cover == HardCover
	s.Unseen = !f.seen(p, p.where(i), p.where(j))
	s.OtherSide = f.escapeSpot(p, j, -1) >= 0
	return s, way, -1
}

// assaultFromOpen completes the situation of an assault from the open on a floor. It returns the
// side of the building that is assaulted, or -1.
func (f *Battlefield) assaultFromOpen(p *Position, s *Assault, i, j, by int) (side int) {
	b, from := f.at(p, j), p.where(i)
	side = -1
	if by >= 0 {
		side = int(f.doors[by].side)
		for _, o := range f.floor(b.work, 0).doors {
			switch d := &f.doors[o]; {
			case int(d.side) != side:
			case d.kind == Slit:
				s.Slits++
			default:
				s.Openings++
			}
		}
		s.OtherSide = f.escapeSpot(p, j, side) >= 0
	}
	shot := f.shotAt(p, i, j, Fire)
	s.Unseen = !f.viewOfWeapons(p, &shot, j, true, false).any
	s.OffArc = f.hasFixed(p, j) && !f.fixedWeaponCovers(p, j, from)
	return side
}

// assaultIndoors completes the situation of an assault by the stairs or through a wall between
// sections.
func (f *Battlefield) assaultIndoors(p *Position, s *Assault, i, j int) {
	a, b := f.at(p, i), f.at(p, j)
	s.Structure, s.Floor, s.Opening = f.structure(p, b.work), b.floor, Door
	s.From = FromBeside
	switch {
	case a.work != b.work:
		s.Apart = a.floor != b.floor || f.works[a.work].joined[a.floor]>>b.work&1 == 0
	case a.floor == b.floor+1:
		s.From = FromAbove
	case a.floor+1 == b.floor:
		s.From = FromBelow
	default:
		s.Apart = true
	}
	s.OtherSide = b.floor == 0 && f.escapeSpot(p, j, -1) >= 0
}

// fixedWeaponCovers reports whether the opening of a unit's fixed weapon covers a spot.
func (f *Battlefield) fixedWeaponCovers(p *Position, i, spot int) bool {
	x := &p.Units[i]
	if x.Port == 0 {
		return f.at(p, i).spot
	}
	v := f.views.View(f.node(int(x.Port)-1), int(f.places[spot].nodes[0]))
	return v.Clear && v.InArc
}

// escapeSpot is the spot to which a unit can escape from an assault, by another
// side of its building than the one that is assaulted, or -1.
func (f *Battlefield) escapeSpot(p *Position, i, side int) int {
	x := f.at(p, i)
	if f.troops[i].gun() || f.troops[i].vehicle() {
		return -1
	}
	if x.spot {
		return f.nearestVacantSpot(p, i, -1)
	}
	for _, o := range x.doors {
		if d := &f.doors[o]; x.floor > 0 || !d.fits || int(d.side) == side {
			continue
		}
		if to := f.nearestVacantSpot(p, i, o); to >= 0 {
			return to
		}
	}
	return -1
}

// nearestVacantSpot is the nearest free spot that a unit reaches at a run, or -1.
func (f *Battlefield) nearestVacantSpot(p *Position, i, port int) int {
	best, near := -1, ground.NoWay
	for _, to := range f.spots {
		if s, _ := f.shortestWay(p.where(i), to, port); s.Length < near && s.AtMost(f.troops[i].run) && !s.Rough && f.isVacant(p, to) {
			best, near = to, s.Length
		}
	}
	return best
}

func checkAssault(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j, port := int(a[0]), int(a[1]), int(a[2])
	if !p.here(j) || f.troops[j].Side == f.troops[i].Side {
		u.Forbid("host.friends", "the target must be an enemy unit on the table")
		return
	}
	switch from, to := f.at(p, i), f.at(p, j); {
	case from.spot && to.spot:
		u.Forbid("host.assault", "this chapter does not cover assaults between units in the open")
		return
	case port >= 0 && !from.spot && !to.spot:
		u.Forbid("assault.inside", "an assault inside uses no opening: name none")
		return
	case port >= 0 && !f.atGround(port, insidePlace(from, to).work):
		u.Forbid("assault.measure", "the opening must be on the ground floor that the unit assaults or leaves")
		return
	}
	s, way, _ := f.assaultSituation(p, i, j, port)
	if !s.indoors() && s.Floor == 0 && s.Opening != Wall {
		order, b := Run, f.body(p, i)
		if way.Rough {
			order = Advance
		}
		f.requireReach(u, way, b.reach(u, order), [...]rule.Clause{FromOutside: "assault.measure", FromInside: "leave.move"}[s.From])
	}
	s.Distance = 0
	legalAssault(u, &s)
}

// insidePlace is the place inside the building, of the two ends of a way in or out.
func insidePlace(a, b *place) *place {
	if a.spot {
		return b
	}
	return a
}

// A pendingAssault is an assault before the defenders have said how they react.
type pendingAssault struct {
	Assault
	side    int               // of the building that is assaulted, or -1
	answers []AssaultReaction // how the defenders may react
	names   []string
}

// pendingAssaults keeps the assaults that were worked out.
var pendingAssaults = rule.Once[query, pendingAssault]{Work: func(u *rule.Umpire, q *query) (r pendingAssault) {
	i, j := int(q.i), int(q.j)
	r.Assault, _, r.side = q.f.assaultSituation(&q.p, i, j, int(q.port))
	if q.closely {
		r.Attackers.Style = PointBlank
	}
	q.f.addDefensiveFire(u, &q.p, i, j, &r.Assault)
	r.listReactions(u)
	return r
}}

// doAssault plays an assault.
func doAssault(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	sides := [2]rule.Side{f.player(i), f.player(j)}
	closely := f.hasSmallArms(p, i) && u.Choose(sides[0], "host.assault", "how the attackers fight", styles...) == 1
	raid := pendingAssaults.Of(u, &query{f: f, i: a[0], j: a[1], port: a[2], closely: closely, p: *p})
	s := raid.Assault
	if s.indoors() {
		u.Note("leave.no-react", "defenders cannot shoot at attackers from another floor or an adjoining section")
	}
	s.Reacts = raid.answers[u.Choose(sides[1], "host.reaction", f.troops[j].charged, raid.names...)]
	if f.hasSmallArms(p, j) && s.firingPlaces(u) > 0 && u.Choose(sides[1], "host.assault", "how the defenders fight", styles...) == 1 {
		s.Defenders.Style = PointBlank
	}
	var r AssaultOutcome
	u.WithCheckpoints(func() { r = rule.Overheard(u, &s).fight(u, sides) })
	switch {
	case u.AtCheckpoint():
		return
	case r.Result == NotMade:
		die := [...]Die{Obeys: RunDie, GoesDown: DownDie, FiresAt: FireDie, RunsAway: RunDie}[r.Answer]
		f.applyAnswer(u, p, i, Ordered{r.Answer, die, r.APins})
		return
	}
	to := p.where(j)
	f.applyResult(u, p, i, UnitResult{Lost: p.Units[i].Men - r.Attackers, Pins: r.APins, Die: RunDie}, false)
	if r.Result == Escaped {
		f.moveEscaped(u, p, j, raid.side, r.DPins, r.DDie)
	} else {
		f.applyResult(u, p, j, UnitResult{Lost: p.Units[j].Men - r.Defenders, Pins: r.DPins, Die: r.DDie}, false)
	}
	if p.here(i) && f.on(p, to) < 0 && (r.Taken || s.From == FromInside && (r.Result == AttackersWin || r.Result == Escaped)) && f.goesIn(u, &s, sides[0]) {
		f.placeUnit(p, i, to, -1)
		f.setUpFixed(u, p, i)
		f.triggerAmbushes(u, p, i)
	}
}

// regroups is what winners may do before an empty floor.
var regroups = []string{"go in", "stay outside"}

// goesIn reports whether attackers who won go where the enemy was. Only those from outside have a
// choice, as they can stay where they came from.
func (f *Battlefield) goesIn(u *rule.Umpire, s *Assault, by rule.Side) bool {
	if s.From != FromOutside || u.Choose(by, "host.regroup", "the floor is empty", regroups...) == 0 {
		return true
	}
	u.Note("host.regroup", "the winners regroup outside")
	return false
}

// addDefensiveFire adds the weapons that defenders inside can fire at attackers from the open:
// those that see them from an opening.
func (f *Battlefield) addDefensiveFire(u *rule.Umpire, p *Position, i, j int, s *Assault) {
	if s.From != FromOutside {
		return
	}
	back := f.shotAt(p, j, i, Ambush)
	x := f.allot(u, p, &back)
	for k, y := range x.list[:x.n] {
		s.Fires[k] = WeaponGroup{Weapon: f.troops[j].arms[y.arm].weapon, Count: y.count, Distance: inches(y.far)}
	}
}

// listReactions lists how the defenders may react.
func (r *pendingAssault) listReactions(u *rule.Umpire) {
	judge := u.Checker()
	for _, x := range [...]AssaultReaction{StandAndShoot, Stand, Escape} {
		if x == StandAndShoot && r.From == FromOutside && r.Fires[0].Weapon == 0 || x == Escape && !r.OtherSide {
			continue
		}
		s := r.Assault
		s.Reacts = x
		if legalAssaultReaction(judge, &s); judge.Allowed() {
			r.answers, r.names = append(r.answers, x), append(r.names, answerNames[x])
		}
	}
}

// moveEscaped moves a unit that has escaped from an assault.
func (f *Battlefield) moveEscaped(u *rule.Umpire, p *Position, j, side int, pins uint8, die Die) {
	to := f.escapeSpot(p, j, side)
	if to < 0 {
		f.removeUnit(u, p, j)
		return
	}
	f.placeUnit(p, j, to, -1)
	p.Units[j].Die, p.Units[j].Pins = die, pins
}
