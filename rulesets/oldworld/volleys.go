package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The situations of what is shot and cast.
var (
	heldShoot    rule.Held[Shoot]
	heldTemplate rule.Held[Template]
	heldCannon   rule.Held[Cannon]
	heldCast     rule.Held[Cast]
)

// shooting is the situation of a unit that shoots at another.
func (f *Field) shooting(p *Position, i, j int, several bool) Shoot {
	t, x, y := &f.regiments[i], &p.Units[i], &p.Units[j]
	at := p.at(j)
	s := Shoot{
		From: f.place(p, i), At: f.place(p, j), Shooters: f.side(p, i), With: t.missile, Distance: uint8(f.between(p, i, j)),
		State: x.doing(), Gait: x.Gait, Front: t.front, Several: several, Arc: f.arc(p, i, at),
		Screen: f.screened(p, i, j), Blocked: !f.sight(p.at(i), at), Target: f.side(p, j), Cover: f.sites[at].cover,
		Skirmish: f.regiments[j].skirmish, Fighting: y.Foe > 0, Ordeal: y.ordeal(),
	}
	if x.Cast > 0 {
		s.Casters = 1
	}
	return s
}

func shootCandidates(f *Field, p *Position, out []args) []args {
	if p.Step != InShooting || p.Ended != game.StillOn {
		return out
	}
	for i := range f.regiments {
		x := &p.Units[i]
		if !f.own(p, i, InShooting) || x.Shot || x.Foe > 0 || x.Fleeing || x.Did == Charging || x.Gait == Marched || x.Models == 0 || f.regiments[i].missile == 0 {
			continue
		}
		for j := range f.regiments {
			if f.regiments[j].side == p.Side || !p.here(j) || p.Units[j].Foe > 0 || !f.sight(p.at(i), p.at(j)) {
				continue
			}
			out = append(out, args{int16(i), int16(j), game.None}, args{int16(i), int16(j), 0})
		}
	}
	return out
}

func checkShoot(u *rule.Umpire, f *Field, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	if !f.mine(u, p, i, InShooting, "host.phases") || !f.enemy(u, p, j) {
		return
	}
	if f.regiments[i].missile == 0 || p.Units[i].Models == 0 {
		u.Refuse("host.missiles", "the unit has no missile weapon")
		return
	}
	u.Require(!p.Units[i].Shot, "host.phases", "the unit has shot this turn")
	s := f.shooting(p, i, j, a[2] == 0)
	u.Require(!s.Several || u.Peek(&missiles, s.With, missileShots) > 1, "host.missiles", "the weapon fires once: leave all-shots out")
	u.Require(s.From == InOpen || s.State != Fleeing, "flee.counts", "the unit is fleeing inside the building: it does not shoot")
	if s.From == InBuilding && s.Shooters.Unit > 0 {
		u.Require(marksmen(u, s.Shooters.all(), int(s.Casters)) > 0, "fire.half", "nobody is left of the half that may shoot")
	}
	legalShot(u, heldShoot.Of(u, &s))
}

// enemy says why a unit cannot be aimed at.
func (f *Field) enemy(u *rule.Umpire, p *Position, j int) bool {
	switch {
	case !p.here(j):
		u.Refuse("host.wiped-out", "nothing is left of the target")
	case f.regiments[j].side == p.Side:
		u.Refuse("host.sight", "the target is on the same side")
	default:
		return true
	}
	return false
}

func doShoot(u *rule.Umpire, f *Field, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	s := f.shooting(p, i, j, a[2] == 0)
	p.Units[i].Shot = true
	r := playShoot(u, heldShoot.Of(u, &s))
	f.shaken(u, p, j, p.at(i), &r)
	f.after(u, p)
}

// lobbing is the situation of an engine that drops a template on a building.
func (f *Field) lobbing(p *Position, i, b, g int) Template {
	x, at := &p.Units[i], p.at(i)
	d := f.side(p, i)
	return Template{
		Engine: f.regiments[i].engine, Shot: Aimed, Distance: uint8(f.inches(p, i, b)), Widest: f.widest[b], State: x.doing(),
		Moved: x.Gait != Still, Indirect: !f.sight(at, b), Skill: uint8(units.Rows[d.Unit-1].Cells[unitBS]),
		Garrison: f.side(p, g), Ordeal: p.Units[g].ordeal(),
	}
}

// laying is the situation of a cannon that fires at a building, some inches
// short. A unit that stands behind is there if the line meets it.
func (f *Field) laying(p *Position, i, b, g, short int) Cannon {
	x, at := &p.Units[i], p.at(i)
	across := f.bearing[at][b] % 2
	s := Cannon{
		Engine: f.regiments[i].engine, Shot: Aimed, Mark: uint8(short), Depth: f.depth[b][1-across],
		Distance: uint8(max(0, f.inches(p, i, b)-short)), Blocked: !f.sight(at, b), State: x.doing(), Moved: x.Gait != Still,
		Garrison: f.side(p, g), Ordeal: p.Units[g].ordeal(),
	}
	line := f.beyond(at, b)
	for j := range f.regiments {
		if j == g || j == i || !p.here(j) || p.at(j) < f.buildings || line.Distance(f.sites[p.at(j)].at) > 2*ground.Inch {
			continue
		}
		if gap := f.inches(p, j, b); gap <= 20 && s.Behind.Unit == 0 && p.Units[j].Models > 0 {
			s.Behind, s.Gap = f.side(p, j), uint8(gap)
			s.Ranks = min(20, (s.Behind.Models+4)/5)
		}
	}
	return s
}

// behind is the unit that a situation of a cannon has behind the building.
func (f *Field) behind(p *Position, i, b, g int) int {
	line := f.beyond(p.at(i), b)
	for j := range f.regiments {
		if j != g && j != i && p.here(j) && p.at(j) >= f.buildings && line.Distance(f.sites[p.at(j)].at) <= 2*ground.Inch && f.inches(p, j, b) <= 20 && p.Units[j].Models > 0 {
			return j
		}
	}
	return -1
}

// beyond is the line of a ball from the middle of a building onwards.
func (f *Field) beyond(at, b int) ground.Segment {
	p, q := f.sites[at].at, f.sites[b].at
	return ground.Segment{A: q, B: ground.Point{X: 2*q.X - p.X, Y: 2*q.Y - p.Y}}
}

// cannon reports whether a unit crews an engine that fires balls.
func (f *Field) cannon(i int) bool {
	return engines.Rows[f.regiments[i].engine-1].Cells[engineCannon] == 1
}

// mostShort is how many inches short of a wall a cannon may be aimed.
const mostShort = 10

func fireCandidates(f *Field, p *Position, out []args) []args {
	if p.Step != InShooting || p.Ended != game.StillOn {
		return out
	}
	for i := range f.regiments {
		if !f.own(p, i, InShooting) || f.regiments[i].engine == 0 || p.Units[i].Shot || p.Units[i].Gait != Still || p.Units[i].Jammed > 0 {
			continue
		}
		for b := range f.buildings {
			if g := f.who(p, b); g < 0 || f.regiments[g].side == p.Side || p.Units[g].Foe > 0 {
				continue
			}
			out = append(out, args{int16(i), int16(b), game.None})
			for short := int16(0); short < mostShort && f.cannon(i); short++ {
				out = append(out, args{int16(i), int16(b), short + 1})
			}
		}
	}
	return out
}

func checkFire(u *rule.Umpire, f *Field, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	if !f.mine(u, p, i, InShooting, "host.phases") {
		return
	}
	t, x, g := &f.regiments[i], &p.Units[i], f.who(p, b)
	switch {
	case t.engine == 0:
		u.Refuse("host.engines", "the unit crews no engine")
		return
	case g < 0 || f.regiments[g].side == p.Side:
		u.Refuse("at.sight", "no enemy is inside")
		return
	}
	u.Require(!x.Shot, "host.phases", "the engine has fired this turn")
	u.Require(x.Jammed == 0, "host.misfire", "the crew is still clearing up after a misfire")
	u.Require(p.Units[g].Foe == 0, "host.no-shot", "the unit inside is engaged: it cannot be shot at")
	if f.cannon(i) {
		s := f.laying(p, i, b, g, int(max(0, a[2])))
		u.Require(a[2] != 0, "host.cannon", "leave out short 0")
		legalCannon(u, &s)
		return
	}
	u.Require(a[2] == game.None, "host.scatter", "only a cannon is aimed short of the building")
	s := f.lobbing(p, i, b, g)
	legalTemplate(u, &s)
}

func doFire(u *rule.Umpire, f *Field, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	g := f.who(p, b)
	p.Units[i].Shot = true
	var r Burst
	if f.cannon(i) {
		s := f.laying(p, i, b, g, int(max(0, a[2])))
		ball := playCannon(u, heldCannon.Of(u, &s))
		if j := f.behind(p, i, b, g); j >= 0 && ball.Behind > 0 {
			f.ploughed(u, p, j, p.at(i), ball.Behind)
		}
		r = ball.Burst
	} else {
		s := f.lobbing(p, i, b, g)
		r = playTemplate(u, heldTemplate.Of(u, &s))
	}
	f.shaken(u, p, g, p.at(i), &r.Shot)
	f.jams(u, p, i, r.Gun)
	f.after(u, p)
}

// ploughed takes models from a unit that a ball went through, and has it test
// for them.
func (f *Field) ploughed(u *rule.Umpire, p *Position, j, from int, lost uint8) {
	x := &p.Units[j]
	s := Scare{Garrison: f.side(p, j), Outside: true, Lost: lost, State: x.doing(), Before: x.Tested}
	at := p.at(j)
	if !f.suffer(p, j, lost, x.Hurt) {
		f.alarm(u, p, j, at, FriendGone)
		return
	}
	judge := rule.NewJudge(u.House())
	if legalScare(judge, &s); judge.Judged() {
		u.Note("host.panic", "more than a quarter lost in this phase: a Panic test")
		x.Tested = true
		f.mood(u, p, j, from, playScare(u, heldScare.Of(u, &s)).Mood)
	}
}

// jams is what a misfire leaves of an engine.
func (f *Field) jams(u *rule.Umpire, p *Position, i int, g Gun) {
	at := p.at(i)
	switch g {
	case Wrecked:
		u.Note("host.misfire", "the engine is wrecked")
		f.lose(p, i)
		f.alarm(u, p, i, at, FriendGone)
	case CrewHurt:
		u.Note("host.misfire", "a wound on the crew, and no shot until the end of the next round")
		x := &p.Units[i]
		x.Jammed = 2
		if x.Hurt++; int(x.Hurt) >= f.regiments[i].wounds {
			f.suffer(p, i, 1, 0)
		}
	}
}
