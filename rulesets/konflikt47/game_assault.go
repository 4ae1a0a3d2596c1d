package konflikt47

import "loophole/rule"

// Options of a unit that fights at close quarters, and of one that is assaulted.
var (
	styles      = []string{"hand-to-hand", "point-blank"}
	answerNames = [...]string{Stand: "stand", StandAndShoot: "shoot", Escape: "escape"}
)

// fighters is a unit in an assault.
func (f *Battlefield) fighters(p *Position, i int) Fighters {
	t, x := &f.troops[i], &p.Units[i]
	y := Fighters{Body: f.body(p, i), Die: x.Die}
	n := 0
	for k, c := range x.Arms {
		if c > 0 {
			y.Weapons[n] = Gun{Weapon: t.arms[k].weapon, Count: c}
			n++
		}
	}
	y.Unarmed = n == 0
	return y
}

// pistols reports whether a unit has small arms for close quarters.
func (f *Battlefield) pistols(p *Position, i int) bool {
	for k, n := range p.Units[i].Arms {
		if a := &f.troops[i].arms[k]; n > 0 && a.kind == smallArm && !a.team {
			return true
		}
	}
	return false
}

// assaultSituation is the situation of an assault by one unit on another, with the way to
// it and the side of the building that is assaulted from outside, or -1.
func (f *Battlefield) assaultSituation(p *Position, i, j, port int) (s Assault, way step, side int) {
	a, b := f.at(p, i), f.at(p, j)
	s = Assault{Order: Run, Opening: Wall, Attackers: f.fighters(p, i), Defenders: f.fighters(p, j)}
	switch {
	case a.spot:
		way, side = f.from(p, &s, i, j, port)
		return s, way, side
	case b.spot:
		way = f.assaultOutside(p, &s, i, j, port)
	default:
		f.indoors(p, &s, a, b)
	}
	return s, way, -1
}

// from is an assault from the open on a floor.
func (f *Battlefield) from(p *Position, s *Assault, i, j, port int) (way step, side int) {
	b := f.at(p, j)
	s.Structure, s.From, s.Floor, s.Distance = f.structure(p, b.work), FromOutside, b.floor, 48
	from := int(p.Units[i].At) - 1
	way, by := f.shortest(p, from, int(p.Units[j].At)-1, port)
	side = -1
	s.Opening = f.gate(b.work, port)
	if by >= 0 {
		side = int(f.doors[by].side)
		s.Distance = uint8(min(48, way.inches()))
		for o := range f.doors {
			switch d := &f.doors[o]; {
			case d.work != b.work || d.floor > 0 || d.side != f.doors[by].side:
			case d.kind == Slit:
				s.Slits++
			default:
				s.Openings++
			}
		}
		s.OtherSide = f.escapeSpot(p, j, side) >= 0
	}
	s.Rough = way.rough
	s.Unseen = !f.lines(p, &shot{by: i, at: j, second: -1, from: from}, j, true, false).any
	s.OffArc = f.hasFixed(p, j) && !f.covers(p, j, from)
	return way, side
}

// assaultOutside is an assault out of a building.
func (f *Battlefield) assaultOutside(p *Position, s *Assault, i, j, port int) step {
	a, b := f.at(p, i), f.at(p, j)
	s.Structure, s.From, s.Floor, s.Distance = f.structure(p, a.work), FromInside, a.floor, 48
	way, by := f.shortest(p, int(p.Units[i].At)-1, int(p.Units[j].At)-1, port)
	s.Opening = f.gate(a.work, port)
	if by >= 0 {
		s.Distance = uint8(min(48, way.inches()))
	}
	s.Rough, s.Obstacle = way.rough, b.cover == HardCover
	s.Unseen = !f.seen(p, int(p.Units[i].At)-1, int(p.Units[j].At)-1)
	s.OtherSide = f.escapeSpot(p, j, -1) >= 0
	return way
}

// indoors is an assault by the stairs or through a wall between sections.
func (f *Battlefield) indoors(p *Position, s *Assault, a, b *place) {
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
	s.OtherSide = b.floor == 0 && f.escapeFrom(p, b) >= 0
}

// covers reports whether the opening of a unit's fixed weapon covers a spot.
func (f *Battlefield) covers(p *Position, i, spot int) bool {
	x := &p.Units[i]
	if x.Port == 0 {
		return f.at(p, i).spot
	}
	s := &f.sees[f.spots()+int(x.Port)-1][f.places[spot].nodes[0]]
	return s.clear && s.arc
}

// escapeSpot is the spot to which a unit can escape from an assault, by another
// side of its building than the one that is assaulted, or -1.
func (f *Battlefield) escapeSpot(p *Position, i, side int) int {
	x := f.at(p, i)
	if f.troops[i].gun() || f.troops[i].vehicle() {
		return -1
	}
	if x.spot {
		return f.nearby(p, i, -1)
	}
	best := -1
	ground := &f.places[f.works[x.work].floors[0]-1]
	for _, n := range ground.nodes[:ground.ports] {
		o := int(n) - f.spots()
		if best < 0 && x.floor == 0 && f.passable(o) && int(f.doors[o].side) != side {
			best = f.nearby(p, i, o)
		}
	}
	return best
}

// escapeFrom is the same for a floor that is assaulted from inside.
func (f *Battlefield) escapeFrom(p *Position, at *place) int {
	for i := range f.troops {
		if p.here(i) && f.at(p, i) == at {
			return f.escapeSpot(p, i, -1)
		}
	}
	return -1
}

// nearby is a free spot that a unit reaches at a run, the nearest one.
func (f *Battlefield) nearby(p *Position, i, port int) int {
	from := int(p.Units[i].At) - 1
	best, near := -1, uint16(1000*f.troops[i].run+1)
	for to := range f.places {
		if !f.places[to].spot || !f.open(p, to) {
			continue
		}
		if s, _ := f.shortest(p, from, to, port); s.mils < near && !s.rough {
			best, near = to, s.mils
		}
	}
	return best
}

func legalAssaultAction(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j, port := int(a[0]), int(a[1]), int(a[2])
	if !f.mayOrder(u, p, i) {
		return
	}
	if !p.here(j) || f.troops[j].side == f.troops[i].side {
		u.Forbid("host.friends", "the target is a unit of the enemy on the table")
		return
	}
	if f.at(p, i).spot && f.at(p, j).spot {
		u.Forbid("host.assault", "assaults from the open on the open are in another chapter")
		return
	}
	if port >= 0 && (!f.at(p, i).spot && !f.at(p, j).spot) {
		u.Forbid("assault.inside", "inside, no opening is named")
		return
	}
	if port >= 0 && !f.atGround(port, f.inner(p, i, j).work) {
		u.Forbid("assault.measure", "that is no opening of the ground floor that is assaulted, or left")
		return
	}
	s, way, _ := f.assaultSituation(p, i, j, port)
	if !s.indoors() && s.Floor == 0 && s.Opening != Wall {
		f.within(u, way, f.pace(u, p, i, way), [...]rule.Clause{FromOutside: "assault.measure", FromInside: "leave.move"}[s.From])
	}
	s.Distance = 0
	legalAssault(u, &s)
}

// inner is the place inside of an assault into a building or out of one.
func (f *Battlefield) inner(p *Position, i, j int) *place {
	if a := f.at(p, i); !a.spot {
		return a
	}
	return f.at(p, j)
}

// pace is how far a unit goes in an assault.
func (f *Battlefield) pace(u *rule.Umpire, p *Position, i int, way step) int {
	b := f.body(p, i)
	if way.rough {
		return b.reach(u, Advance)
	}
	return b.reach(u, Run)
}

// A raid is an assault before the defenders have said how they react.
type raid struct {
	Assault
	side    int // of the building that is assaulted, or -1
	n       int // how many ways there are to react
	answers [3]Answers
	names   [3]string
}

var raids = rule.Once[query, raid]{Work: func(u *rule.Umpire, q *query) (r raid) {
	i, j := int(q.i), int(q.j)
	r.Assault, _, r.side = q.f.assaultSituation(&q.p, i, j, int(q.port))
	if q.closely {
		r.Attackers.Style = PointBlank
	}
	q.f.volleysBack(u, &q.p, i, j, &r.Assault)
	r.answer(u)
	return r
}}

// applyAssault plays an assault.
func applyAssault(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, j := int(a[0]), int(a[1])
	sides := [2]rule.Side{f.player(i), f.player(j)}
	closely := f.pistols(p, i) && u.Choose(sides[0], "host.assault", "how the attackers fight", styles...) == 1
	raid := raids.Of(u, &query{f: f, i: a[0], j: a[1], port: a[2], closely: closely, p: *p})
	s := raid.Assault
	if s.indoors() {
		u.Note("leave.no-react", "nobody fires at an assault from another floor or from next door")
	}
	s.Reacts = raid.answers[u.Choose(sides[1], "host.reaction", f.troops[j].charged, raid.names[:raid.n]...)]
	if f.pistols(p, j) && s.firingPlaces(u) > 0 && u.Choose(sides[1], "host.assault", "how the defenders fight", styles...) == 1 {
		s.Defenders.Style = PointBlank
	}
	men, foes := p.Units[i].Men, p.Units[j].Men
	var r AssaultOutcome
	u.WithCheckpoints(func() { r = rule.Overheard(u, &s).fight(u, sides) })
	if u.AtCheckpoint() {
		return
	}
	if r.Result == NotMade {
		die := [...]Die{Obeys: RunDie, GoesDown: DownDie, FiresAt: FireDie, RunsAway: RunDie}[r.Answer]
		f.answer(u, p, i, Ordered{r.Answer, die, r.APins})
		f.done(u, p)
		return
	}
	to, back := int(p.Units[j].At)-1, &p.Units[i]
	back.Die, back.Pins = RunDie, r.APins
	f.survivors(u, p, i, men, r.Attackers, r.APins)
	if r.Result == Escaped {
		f.escaped(u, p, j, raid.side, r.DPins, r.DDie)
	} else {
		p.Units[j].Die = r.DDie
		f.survivors(u, p, j, foes, r.Defenders, r.DPins)
	}
	if p.here(i) && f.on(p, to) < 0 && (r.Taken || s.From == FromInside && (r.Result == AttackersWin || r.Result == Escaped)) && f.goesIn(u, &s, sides[0]) {
		f.set(p, i, to, -1)
		f.site(u, p, i)
		f.ambushed(u, p, i)
	}
	f.done(u, p)
}

// regroups is what winners may do before an empty floor.
var regroups = []string{"go in", "stay outside"}

// goesIn asks attackers who won whether they go where the enemy was. Only those
// from outside have another place, where they came from.
func (f *Battlefield) goesIn(u *rule.Umpire, s *Assault, by rule.Side) bool {
	if s.From != FromOutside || u.Choose(by, "host.regroup", "the floor is empty", regroups...) == 0 {
		return true
	}
	u.Note("host.regroup", "the winners regroup outside, where they came from")
	return false
}

// volleysBack is with what defenders inside could shoot at attackers from the
// open: what fires at them from its openings now.
func (f *Battlefield) volleysBack(u *rule.Umpire, p *Position, i, j int, s *Assault) {
	if s.From != FromOutside {
		return
	}
	x := f.allot(u, p, &shot{by: j, at: i, second: -1, from: int(p.Units[j].At) - 1, order: Ambush})
	for k, y := range x.list[:x.n] {
		s.Fires[k] = Gun{Weapon: f.troops[j].arms[y.arm].weapon, Count: y.count, Distance: y.far.inches()}
	}
}

// answer lists how the defenders may react.
func (r *raid) answer(u *rule.Umpire) {
	judge := u.Checker()
	for _, x := range [...]Answers{StandAndShoot, Stand, Escape} {
		if x == StandAndShoot && r.From == FromOutside && r.Fires[0].Weapon == 0 {
			continue
		}
		s := r.Assault
		s.Reacts = x
		if x != Stand {
			if legalAssaultReaction(judge, &s); !judge.Allowed() || x == Escape && !s.OtherSide {
				continue
			}
		}
		r.answers[r.n], r.names[r.n] = x, answerNames[x]
		r.n++
	}
}

// survivors is a unit after a fight.
func (f *Battlefield) survivors(u *rule.Umpire, p *Position, i int, before, after, pins uint8) {
	if after == 0 {
		f.lose(u, p, i)
		return
	}
	f.casualties(p, i, int(before-after), false)
	p.Units[i].Pins = pins
}

// escaped moves a unit that escaped out of the way.
func (f *Battlefield) escaped(u *rule.Umpire, p *Position, j, side int, pins uint8, die Die) {
	to := f.escapeSpot(p, j, side)
	if to < 0 {
		f.lose(u, p, j)
		return
	}
	f.set(p, j, to, -1)
	p.Units[j].Die, p.Units[j].Pins = die, pins
}
