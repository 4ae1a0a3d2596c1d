package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// shootSituation is the situation of a unit that shoots at another.
func (f *Battlefield) shootSituation(p *Position, i, j, only int, several bool) Shoot {
	t, x, y := &f.regiments[i], &p.Units[i], &p.Units[j]
	from, at := f.footing(p, i), f.footing(p, j)
	s := Shoot{
		From: f.place(p, i), At: f.place(p, j), Shooters: f.side(p, i), With: t.missile, Distance: uint8(f.between(p, i, j)),
		State: x.state(), Moved: x.moveType(), Front: t.front, Only: uint8(max(0, only)), AllShots: several, Arc: f.arc(p, i, at),
		Screen: f.isScreened(p, i, j), Blocked: !f.sight(from, at), Target: f.side(p, j), Cover: f.coverAt(at),
		Skirmish: f.regiments[j].skirmish, TargetEngaged: y.Foe > 0, PhaseLosses: y.phaseLosses(),
	}
	if x.Cast > 0 {
		s.Casters = 1
	}
	return s
}

// coverAt is the cover of a unit at a footing.
func (f *Battlefield) coverAt(at footing) Cover {
	if at.site == nowhere {
		return NoCover
	}
	return f.sites[at.site].cover
}

func shootPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.regiments {
		x := &p.Units[i]
		if !f.mightAct(p, i, InShooting) || x.Shot > 0 || x.Foe > 0 || x.Fleeing || x.Did == Charging || x.Gait == Marched || x.Models == 0 || f.regiments[i].missile == 0 {
			continue
		}
		for j := range f.foes(p, p.Side) {
			if p.Units[j].Foe == 0 && f.sight(f.footing(p, i), f.footing(p, j)) {
				out = f.volleys(p, i, j, out)
			}
		}
	}
	return out
}

// volleys appends the ways to shoot at a unit: with all models that may, or fewer
// of those inside; with one shot each, or all shots.
func (f *Battlefield) volleys(p *Position, i, j int, out []args) []args {
	shots := [2]int16{game.None, 0}
	ways := shots[:2]
	if missiles.Rows[f.regiments[i].missile-1].Cells[missileShots] == 1 {
		ways = shots[:1]
	}
	for _, several := range ways {
		out = append(out, args{int16(i), int16(j), game.None, several})
		for n := 1; p.at(i) < f.buildings && n <= mostShooting && n*100 < p.Units[i].count()*f.percent+100; n++ {
			out = append(out, args{int16(i), int16(j), int16(n), several})
		}
	}
	return out
}

func checkShoot(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i, InShooting, "host.phases") || !f.legalTarget(u, p, j) {
		return
	}
	if f.regiments[i].missile == 0 || p.Units[i].Models == 0 {
		u.Forbid("host.missiles", "the unit has no missile weapon")
		return
	}
	u.Require(p.Units[i].Shot == 0, "host.phases", "the unit has already shot this turn")
	s := f.shootSituation(p, i, j, int(a[2]), a[3] == 0)
	u.Require(!s.AllShots || u.LookupCell(&missiles, s.with(u), missileShots) > 1, "host.missiles", "the weapon has only one shot: leave out all-shots")
	u.Require(s.From == InOpen || s.State != Fleeing, "flee.counts", "a unit that flees inside a building cannot shoot")
	if s.From == InBuilding && s.Shooters.Unit > 0 {
		u.Require(halfLessCasters(u, s.Shooters.all(), int(s.Casters)) > 0, "fire.half", "no model is left in the half that may shoot")
	}
	legalShot(u, rule.Overheard(u, &s))
}

// legalTarget reports whether a unit can be a target. If not, it gives u the reason.
func (f *Battlefield) legalTarget(u *rule.Umpire, p *Position, j int) bool {
	switch {
	case !p.here(j):
		u.Forbid("host.wiped-out", "the target is gone")
	case f.regiments[j].side == p.Side:
		u.Forbid("host.sight", "the target is on your own side")
	default:
		return true
	}
	return false
}

func doShoot(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	s := f.shootSituation(p, i, j, int(a[2]), a[3] == 0)
	r := rule.Overheard(u, &s).play(u, f.hands(i, j))
	p.Units[i].Shot = 1
	if s.From == InBuilding {
		p.Units[i].Shot = uint8(s.shooterCount(u))
	}
	f.applyShot(u, p, j, f.footing(p, i), &r)
}

// templateSituation is the situation of an engine that puts a template on a building.
func (f *Battlefield) templateSituation(p *Position, i, b, g int) Template {
	x, at := &p.Units[i], f.footing(p, i)
	d := f.side(p, i)
	s := Template{
		Engine: f.regiments[i].engine, Shot: Aimed, Arc: f.arc(p, i, f.on(b)), State: x.state(),
		Moved: x.moveType() != Still, Indirect: !f.sight(at, f.on(b)), Skill: uint8(units.Rows[d.Unit-1].Cells[unitBS]),
		Garrison: f.side(p, g), PhaseLosses: p.Units[g].phaseLosses(),
	}
	s.Distance, s.Part = tape(f.far(at, f.on(b)), 99)
	lies := f.facing(at, f.on(b)) % 2
	s.Across, s.Along = f.spans[b][lies], f.spans[b][1-lies]
	if engines.Rows[s.Engine-1].Cells[engineScatters] == 0 {
		s.Shot = Lands
	}
	return s
}

// cannonSituation is the situation of a cannon aimed at a building, some inches short. It includes
// the units before and behind the building that the line meets.
func (f *Battlefield) cannonSituation(p *Position, i, b, g, short int) Cannon {
	x, at := &p.Units[i], f.footing(p, i)
	near, far := ground.Length(noWay), ground.Length(0)
	for _, plan := range f.plans[b] {
		if n, l, ok := plan.Chord(at.at, f.sites[b].at); ok {
			near, far = min(near, max(n, 0)), max(far, l)
		}
	}
	s := Cannon{
		Engine: f.regiments[i].engine, Shot: Aimed, Short: uint8(short), Depth: uint8(max(1, min(20, (far-near).RoundUp()))),
		Distance: uint8(max(0, near.RoundUp()-short)), Blocked: !f.sight(at, f.on(b)), State: x.state(), Moved: x.moveType() != Still,
		Garrison: f.side(p, g), PhaseLosses: p.Units[g].phaseLosses(),
	}
	if j := f.inTheWay(p, i, b, g, true); j >= 0 {
		s.Behind, s.Gap, s.Ranks = f.side(p, j), uint8(f.inches(p, j, b)), f.ranks(p, j)
	}
	if j := f.inTheWay(p, i, b, g, false); j >= 0 {
		s.Before, s.Clear, s.BeforeRanks = f.side(p, j), uint8(min(f.inches(p, j, b), 99)), f.ranks(p, j)
		if f.facing(f.footing(p, j), at) != p.Units[j].Facing { // Its rear faces the cannon.
			s.Clear += s.BeforeRanks - 1
		}
	}
	return s
}

// ranks is the number of ranks of a unit.
func (f *Battlefield) ranks(p *Position, j int) uint8 {
	n, front := p.Units[j].Models, uint8(f.regiments[j].front)
	if front == 0 || front > n {
		return 1
	}
	return min(20, (n+front-1)/front)
}

// inTheWay is the unit nearest to a building that stands within two inches of the line of a ball,
// before the building or beyond it, or -1.
func (f *Battlefield) inTheWay(p *Position, i, b, g int, beyond bool) int {
	from, q := f.footing(p, i).at, f.sites[b].at
	line := ground.Segment{A: from, B: q}
	if beyond {
		line = ground.Segment{A: q, B: ground.Point{X: 2*q.X - from.X, Y: 2*q.Y - from.Y}}
	}
	best, least := -1, 21
	for j := range f.regiments {
		if j == g || j == i || !p.here(j) || p.Units[j].Models == 0 {
			continue
		}
		if at := f.footing(p, j); at.site < f.buildings || !line.Within(at.at, 2*ground.Inch) {
			continue
		}
		if n := f.inches(p, j, b); n < least {
			best, least = j, n
		}
	}
	return best
}

// isCannon reports whether a unit crews an engine that fires balls.
func (f *Battlefield) isCannon(i int) bool {
	return engines.Rows[f.regiments[i].engine-1].Cells[engineCannon] == 1
}

// mostShort is the most inches short of a wall that a cannon may be aimed.
const mostShort = 10

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.regiments {
		if !f.mightAct(p, i, InShooting) || f.regiments[i].engine == 0 || p.Units[i].Shot > 0 || p.Units[i].Jammed > 0 {
			continue
		}
		for b := range f.buildings {
			if g := f.unitAt(p, b); g < 0 || f.regiments[g].side == p.Side || p.Units[g].Foe > 0 {
				continue
			}
			out = append(out, args{int16(i), int16(b), game.None})
			for short := int16(1); short <= mostShort && f.isCannon(i); short++ {
				out = append(out, args{int16(i), int16(b), short})
			}
		}
	}
	return out
}

func checkFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i, InShooting, "host.phases") {
		return
	}
	t, x, g := &f.regiments[i], &p.Units[i], f.unitAt(p, b)
	switch {
	case t.engine == 0:
		u.Forbid("host.engines", "the unit crews no engine")
		return
	case g < 0 || f.regiments[g].side == p.Side:
		u.Forbid("at.sight", "no enemy is inside the building")
		return
	}
	u.Require(x.Shot == 0, "host.phases", "the engine has already fired this turn")
	u.Require(x.Jammed == 0, "host.misfire", "the crew is still clearing up after a misfire")
	u.Require(p.Units[g].Foe == 0, "host.no-shot", "the unit inside is engaged and cannot be shot at")
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, b, g, int(max(0, a[2])))
		legalCannon(u, &s)
		return
	}
	u.Require(a[2] == game.None, "host.scatter", "only a cannon can be aimed short of the building")
	s := f.templateSituation(p, i, b, g)
	legalTemplate(u, &s)
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	g := f.unitAt(p, b)
	p.Units[i].Shot = 1
	var r Burst
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, b, g, int(max(0, a[2])))
		ball := rule.Overheard(u, &s).play(u, f.hands(i, g))
		if j := f.inTheWay(p, i, b, g, true); j >= 0 && (ball.Behind > 0 || ball.Fell == Beyond && ball.BehindHurt != p.Units[j].Hurt) {
			f.applyLosses(u, p, j, f.footing(p, i), ball.Behind, ball.BehindHurt, 0)
		}
		if j := f.inTheWay(p, i, b, g, false); j >= 0 && (ball.Before > 0 || ball.Fell != Misfired && ball.Fell != Beyond && ball.BeforeHurt != p.Units[j].Hurt) {
			f.applyLosses(u, p, j, f.footing(p, i), ball.Before, ball.BeforeHurt, 0)
		}
		r = ball.Burst
	} else {
		s := f.templateSituation(p, i, b, g)
		r = rule.Overheard(u, &s).play(u, f.hands(i, g))
	}
	f.applyShot(u, p, g, f.footing(p, i), &r.Shot)
	f.applyMisfire(u, p, i, r.Gun)
}

// applyMisfire applies the result of a misfire to an engine.
func (f *Battlefield) applyMisfire(u *rule.Umpire, p *Position, i int, g Gun) {
	at := f.footing(p, i)
	switch g {
	case Wrecked:
		f.removeUnit(p, i)
		f.testFriends(u, p, i, at, FriendGone)
	case CrewHurt:
		x := &p.Units[i]
		x.Jammed = 2
		if x.Hurt++; int(x.Hurt) >= f.regiments[i].wounds {
			f.removeModels(p, i, 1, 0)
		}
	}
}
