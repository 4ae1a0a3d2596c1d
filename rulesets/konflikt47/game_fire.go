package konflikt47

import (
	"cmp"
	"iter"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// shootOutward is a shot at a unit in the open.
func (f *Battlefield) shootOutward(u *rule.Umpire, from, p *Position, s *shot) {
	x, crowd := f.outwardFire(u, from, s)
	y := rule.Overheard(u, &x)
	if !x.Outside {
		crowd.noteRoom(u)
	}
	r := playShootFrom(u, y)
	f.applyResult(u, p, s.at, r.Targets[0].UnitResult, r.Targets[0].Stuck)
	if r.Empty > 0 && p.here(s.by) {
		f.removeFlamethrower(u, p, s.by)
	}
}

// noteRoom notes where models had no room to fire.
func (x *posts) noteRoom(u *rule.Umpire) {
	for _, y := range x.list[:x.n] {
		if x.judged[y.side] > 0 {
			u.Note("from.judged-room", "the players judge how many models have room to fire")
		}
	}
	if x.limited {
		u.Note("from.two-men", "only as many models fire as the windows and doors have room for")
	}
}

// applyResult applies the result of fire to a unit: losses, pins, its order die. stuck is true if a
// vehicle is immobilised.
func (f *Battlefield) applyResult(u *rule.Umpire, p *Position, i int, h UnitResult, stuck bool) {
	x := &p.Units[i]
	if h.Fate == Destroyed || !f.troops[i].vehicle() && h.Lost >= x.Men {
		f.removeUnit(u, p, i)
		return
	}
	if !f.troops[i].vehicle() {
		f.removeMen(p, i, h.Lost, h.Picked)
	}
	x.Pins, x.Die, x.Stuck = h.Pins, h.Die, x.Stuck || stuck
}

// removeMen takes men away: first one with a weapon that the shooter picked, and then those without
// weapons and those of the first kinds.
func (f *Battlefield) removeMen(p *Position, i int, lost uint8, picked bool) {
	x, men := &p.Units[i], p.Units[i].Men
	p.Lost[f.troops[i].Side] += lost
	x.Men -= lost
	for k := mostArms - 1; k > 0 && picked && lost > 0; k-- {
		if x.Arms[k] > 0 {
			x.Arms[k]--
			men, lost, picked = men-1, lost-1, false
		}
	}
	loseArms(&x.Arms, men, lost)
}

// removeFlamethrower removes a flamethrower that is out of fuel, and a team with it.
func (f *Battlefield) removeFlamethrower(u *rule.Umpire, p *Position, i int) {
	if f.troops[i].team {
		u.Note("host.fuel", "the team has no fuel left and is removed")
		f.removeUnit(u, p, i)
		return
	}
	for k, a := range f.troops[i].arms {
		if a.kind == flamethrower {
			p.Units[i].Arms[k] = 0
		}
	}
}

// fireIndirect plays an indirect shell at a building, and records the ranging for the next.
func (f *Battlefield) fireIndirect(u *rule.Umpire, from, p *Position, s *shot, a *arm) {
	x := f.indirectShell(from, s, a)
	r, me := playShell(u, rule.Overheard(u, &x)), &p.Units[s.by]
	if me.Aim != uint8(s.at+1) {
		me.Aim, me.Shots, me.Ranged = uint8(s.at+1), 0, false
	}
	me.Shots, me.Ranged = min(9, me.Shots+1), me.Ranged || r.Hit
	f.applyShell(u, from, p, s, r)
}

// applyShell applies the result of a shell to the building of its target.
func (f *Battlefield) applyShell(u *rule.Umpire, from, p *Position, s *shot, r Shelled) {
	k := f.at(from, s.at).work
	for floor, i := range f.garrisons(from, k) {
		f.applyResult(u, p, i, r.Floors[floor], false)
	}
	if r.Rubble {
		f.collapse(u, p, k)
	}
}

// garrisons runs through the floors of a section that hold a unit, from the ground floor up.
func (f *Battlefield) garrisons(p *Position, k int8) iter.Seq2[int, int] {
	return func(yield func(floor, i int) bool) {
		for floor, at := range f.works[k].floors {
			if i := f.on(p, at); i >= 0 && !yield(floor, i) {
				return
			}
		}
	}
}

// collapse leaves rubble where a section stood. All units that are still inside are lost, of either side.
func (f *Battlefield) collapse(u *rule.Umpire, p *Position, k int8) {
	for i := range f.troops {
		if p.here(i) && !f.at(p, i).spot && f.at(p, i).work == k {
			f.removeUnit(u, p, i)
		}
	}
	p.Sections[k] = Fallen
}

// fireFlames plays a flamethrower at a building, which its occupants may have to leave.
func (f *Battlefield) fireFlames(u *rule.Umpire, from, p *Position, s *shot, a *arm) {
	k := f.at(from, s.at).work
	x := f.flameAttack(from, s, a)
	x.Room = uint8(min(7, len(f.refuges(u, p, k))))
	r := playFlame(u, rule.Overheard(u, &x))
	if r.Burning {
		p.Sections[k] = Burns
	}
	for floor, i := range f.garrisons(from, k) {
		h := r.Floors[floor]
		if f.applyResult(u, p, i, h, false); h.Fate == Abandons && p.here(i) {
			f.abandon(u, p, i, k)
		}
	}
	if r.Empty && p.here(s.by) {
		f.removeFlamethrower(u, p, s.by)
	}
}

// refuges lists the free spots near a section for those who leave it, the nearest first.
func (f *Battlefield) refuges(u *rule.Umpire, p *Position, k int8) (list []int) {
	var ways [mostPlaces]ground.Way
	far := u.Fact(&abandonInch)
	for _, to := range f.spots {
		if ways[to], _ = f.shortestWay(f.works[k].floors[0], to, -1); ways[to].AtMost(far) && f.isVacant(p, to) {
			list = append(list, to)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(ways[a].Length, ways[b].Length) })
	return list
}

// abandon places a unit outside: its side picks one of the spots that are free.
func (f *Battlefield) abandon(u *rule.Umpire, p *Position, i int, k int8) {
	list := f.refuges(u, p, k)
	if len(list) == 0 {
		f.removeUnit(u, p, i)
		return
	}
	names := make([]string, len(list))
	for x, at := range list {
		names[x] = f.places[at].name
	}
	f.placeUnit(p, i, list[u.Choose(f.player(i), "host.abandon", f.troops[i].leaves, names...)], -1)
}

// A query is a question about a position: about one unit, or about two, and an opening. It is asked
// again and again between two rolls, so its answer is kept (rule.Once).
type query struct {
	f       *Battlefield
	i, j    int16
	port    int16
	closely bool // who assaults fights at point-blank
	p       Position
}

// aims are shots that the rules allow, with their options.
type aims struct {
	shots []shot
	names []string
}

// try adds a shot if the check allows it by any means.
func (x *aims) try(f *Battlefield, judge *rule.Umpire, p *Position, name string, s shot) {
	for s.means = Bullets; s.means <= Lobbed; s.means++ {
		if f.checkShot(judge, p, &s); judge.Allowed() {
			x.shots, x.names = append(x.shots, s), append(x.names, name)
			return
		}
	}
}

// friendsToFireAt lists the shots of a unit that fires in panic: at friends in sight with an enemy
// near.
func (f *Battlefield) friendsToFireAt(u *rule.Umpire, p *Position, i int) *aims {
	return panicShots.Of(u, &query{f: f, i: int16(i), p: *p})
}

// panicShots are the shots of a panicking unit at friends.
var panicShots = rule.Once[query, aims]{Work: func(_ *rule.Umpire, q *query) (x aims) {
	f, p, i := q.f, &q.p, int(q.i)
	judge := rule.NewChecker(f.house)
	for j := range f.ofSide(p, f.troops[i].Side) {
		if s := f.shotAt(p, i, j, Fire); j != i && f.endangered(p, j) {
			s.mistake = true
			x.try(f, judge, p, f.troops[j].Name, s)
		}
	}
	return x
}}

// endangered reports whether an enemy is near a unit.
func (f *Battlefield) endangered(p *Position, i int) bool {
	for j := range f.enemies(p, i) {
		if f.apart[p.where(i)][p.where(j)].AtMost(dangerInches) {
			return true
		}
	}
	return false
}

// fireAtFriend plays a panic in which the unit fires at a friend, whom the opponent picks.
func (f *Battlefield) fireAtFriend(u *rule.Umpire, p *Position, i int) {
	x := f.friendsToFireAt(u, p, i)
	if len(x.shots) == 0 {
		p.Units[i].Die = DownDie
		return
	}
	k := u.Choose(f.foe(i), "host.fubar", "at which friend the panicking unit fires", x.names...)
	u.Note("host.fubar", "the panicking unit fires at a friend")
	s := x.shots[k]
	f.shoot(u, p, &s)
}

// hasAmbush reports whether any unit of a side is in Ambush.
func (f *Battlefield) hasAmbush(p *Position, side uint8) bool {
	return game.Any(len(f.troops), func(j int) bool { return f.troops[j].Side == side && p.Units[j].Die == AmbushDie })
}

// triggerAmbushes lets units in Ambush fire at a unit that has moved.
func (f *Battlefield) triggerAmbushes(u *rule.Umpire, p *Position, mover int) {
	for p.here(mover) && f.hasAmbush(p, 1-f.troops[mover].Side) {
		x := ambushShots.Of(u, &query{f: f, i: int16(mover), p: *p})
		k := game.React(u, f.foe(mover), "host.ambush", "a unit in Ambush may fire at what has moved", "hold fire", x.names...)
		if k < 0 {
			return
		}
		u.Note("host.ambush", "the unit in Ambush fires")
		s := x.shots[k]
		p.Units[s.by].Die = FireDie
		f.shoot(u, p, &s)
	}
}

// ambushShots are the shots of units in Ambush at a unit that has moved.
var ambushShots = rule.Once[query, aims]{Work: func(u *rule.Umpire, q *query) (x aims) {
	f, p, mover := q.f, &q.p, int(q.i)
	judge := rule.NewChecker(u.House())
	for j := range f.enemies(p, mover) {
		if p.Units[j].Die == AmbushDie {
			x.try(f, judge, p, f.troops[j].Name, f.shotAt(p, j, mover, Ambush))
		}
	}
	return x
}}
