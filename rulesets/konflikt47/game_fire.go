package konflikt47

import (
	"loophole/game"
	"loophole/rule"
)

// shootOutward is a shot at a unit in the open.
func (f *Battlefield) shootOutward(u *rule.Umpire, from, p *Position, s *shot) {
	x, crowd := f.outward(u, from, s)
	y := rule.Overheard(u, &x)
	if !x.Outside {
		crowd.tell(u)
	}
	r := playShootFrom(u, y)
	f.strike(u, p, s.at, r.Targets[0])
	if r.Empty > 0 && p.here(s.by) {
		f.empty(u, p, s.by)
	}
}

// tell notes where men had no room to fire.
func (x *posts) tell(u *rule.Umpire) {
	for _, y := range x.list[:x.n] {
		if x.judged[y.side] > 0 {
			u.Note("from.judged-room", "as many men fire as the players judge that there is room for")
		}
	}
	if x.limited {
		u.Note("from.two-men", "no more than two men fire out of a window or a door")
	}
}

// strike is what fire did to a unit in the open.
func (f *Battlefield) strike(u *rule.Umpire, p *Position, i int, a After) {
	stuck := p.Units[i].Stuck
	f.hurt(u, p, i, a.UnitResult)
	if p.here(i) {
		p.Units[i].Stuck = stuck || a.Stuck
	}
}

// hurt is what fire did to a unit.
func (f *Battlefield) hurt(u *rule.Umpire, p *Position, i int, h UnitResult) {
	x := &p.Units[i]
	if h.Fate == Destroyed || !f.troops[i].vehicle() && h.Lost >= x.Men {
		f.lose(u, p, i)
		return
	}
	if !f.troops[i].vehicle() {
		f.casualties(p, i, int(h.Lost), h.Picked)
	}
	x.Pins, x.Die = h.Pins, h.Die
}

// casualties takes men away: a weapon that the shooter picked, and then those
// without weapons and those of the first kinds.
func (f *Battlefield) casualties(p *Position, i, lost int, picked bool) {
	x := &p.Units[i]
	p.Lost[f.troops[i].side] += uint8(lost)
	armed := 0
	for _, n := range x.Arms {
		armed += int(n)
	}
	spare := int(x.Men) - armed
	x.Men -= uint8(lost)
	for k := mostArms - 1; k > 0 && picked && lost > 0; k-- {
		if x.Arms[k] > 0 {
			x.Arms[k]--
			lost, picked = lost-1, false
		}
	}
	lost = max(0, lost-spare)
	for k := range x.Arms {
		n := min(lost, int(x.Arms[k]))
		x.Arms[k], lost = x.Arms[k]-uint8(n), lost-n
	}
}

// empty is a flamethrower without fuel: its team is removed, and a squad or a
// vehicle goes on without it.
func (f *Battlefield) empty(u *rule.Umpire, p *Position, i int) {
	if f.troops[i].team {
		u.Note("host.fuel", "the team is removed")
		f.lose(u, p, i)
		return
	}
	for k := range p.Units[i].Arms {
		if f.troops[i].arms[k].kind == flamethrower {
			p.Units[i].Arms[k] = 0
		}
	}
}

// lob is an indirect shell at a building, and the ranging for the next.
func (f *Battlefield) lob(u *rule.Umpire, from, p *Position, s *shot, a *arm) {
	x, who := f.shelling(from, s, a)
	r := playShell(u, rule.Overheard(u, &x))
	at := f.at(from, s.at).work
	me := &p.Units[s.by]
	if me.Aim != uint8(s.at+1) {
		me.Aim, me.Shots, me.Ranged = uint8(s.at+1), 0, false
	}
	me.Shots, me.Ranged = min(9, me.Shots+1), me.Ranged || r.Hit
	f.shelled(u, p, at, r, who)
}

// shelled is a building after a shell.
func (f *Battlefield) shelled(u *rule.Umpire, p *Position, k int8, r Shelled, who [6]int8) {
	for floor, i := range who {
		if i >= 0 {
			f.hurt(u, p, int(i), r.Floors[floor])
		}
	}
	if r.Rubble {
		f.collapse(u, p, k)
	}
}

// collapse leaves rubble where a section stood. Whoever is still inside is
// lost, on whatever side.
func (f *Battlefield) collapse(u *rule.Umpire, p *Position, k int8) {
	for i := range f.troops {
		if p.here(i) && !f.at(p, i).spot && f.at(p, i).work == k {
			f.lose(u, p, i)
		}
	}
	p.Sections[k] = Fallen
}

// burn is a flamethrower at a building, which may have to be left.
func (f *Battlefield) burn(u *rule.Umpire, from, p *Position, s *shot, a *arm) {
	k := f.at(from, s.at).work
	x, who := f.burning(from, s, a)
	var list [mostPlaces]uint8
	x.Room = uint8(min(7, f.refuges(u, p, k, &list)))
	r := playFlame(u, rule.Overheard(u, &x))
	if r.Burning {
		p.Sections[k] = Burns
	}
	for floor, i := range who {
		if i < 0 {
			continue
		}
		h := r.Floors[floor]
		f.hurt(u, p, int(i), h)
		if h.Fate == Abandons && p.here(int(i)) {
			f.abandon(u, p, int(i), k)
		}
	}
	if r.Empty && p.here(s.by) {
		f.empty(u, p, s.by)
	}
}

// refuges lists the free spots where somebody who leaves a section can be
// placed, the nearest first, and counts them.
func (f *Battlefield) refuges(u *rule.Umpire, p *Position, k int8, out *[mostPlaces]uint8) (n int) {
	far := uint16(1000 * u.Fact(&abandonInch))
	var ways [mostPlaces]uint16
	for to := range f.places {
		if !f.places[to].spot || !f.open(p, to) {
			continue
		}
		s, _ := f.shortest(p, int(f.works[k].floors[0])-1, to, -1)
		if s.mils > far {
			continue
		}
		at := n
		for ; at > 0 && ways[at-1] > s.mils; at-- {
			ways[at], out[at] = ways[at-1], out[at-1]
		}
		ways[at], out[at] = s.mils, uint8(to)
		n++
	}
	return n
}

// abandon places a unit outside: its side picks one of the spots that are free.
func (f *Battlefield) abandon(u *rule.Umpire, p *Position, i int, k int8) {
	var list [mostPlaces]uint8
	n := f.refuges(u, p, k, &list)
	if n == 0 {
		f.lose(u, p, i)
		return
	}
	names := make([]string, n)
	for x := range names {
		names[x] = f.places[list[x]].name
	}
	t := &f.troops[i]
	f.set(p, i, int(list[u.Choose(rule.Side(f.sides[t.side]), "host.abandon", t.leaves, names...)]), -1)
}

// mistaken is the friends at which a unit would fire in panic: those in sight with an
// enemy within twelve inches.
func (f *Battlefield) mistaken(u *rule.Umpire, p *Position, i int) *aims {
	return panicked.Of(u, &query{f: f, i: int16(i), p: *p})
}

var panicked = rule.Once[query, aims]{Work: func(_ *rule.Umpire, q *query) (x aims) {
	f, p, i := q.f, &q.p, int(q.i)
	judge := rule.NewChecker(f.house)
	for j := range f.troops {
		if j == i || f.troops[j].side != f.troops[i].side || !p.here(j) || !f.endangered(p, j) {
			continue
		}
		x.try(f, judge, p, j, f.scare(p, i, j))
	}
	return x
}}

// scare is a shot that a unit fires at a friend in panic, by means that are to be found.
func (f *Battlefield) scare(p *Position, i, at int) shot {
	return shot{by: i, at: at, second: -1, from: int(p.Units[i].At) - 1, order: Fire, mistake: true}
}

// dangerInches is how near an enemy is to a friend that is mistaken for one.
const dangerInches = 12

func (f *Battlefield) endangered(p *Position, i int) bool {
	return game.Any(len(f.troops), func(j int) bool {
		return f.troops[j].side != f.troops[i].side && p.here(j) && f.apart[p.Units[i].At-1][p.Units[j].At-1].within(dangerInches)
	})
}

// firesAtFriend is a panic: the opponent picks the friend.
func (f *Battlefield) firesAtFriend(u *rule.Umpire, p *Position, i int) {
	x := f.mistaken(u, p, i)
	if x.n == 0 {
		p.Units[i].Die = DownDie
		return
	}
	k := u.Choose(rule.Side(f.sides[1-f.troops[i].side]), "host.fubar", "at which friend the panicking unit fires", x.names[:x.n]...)
	u.Note("host.fubar", "it fires at a friend")
	s := f.scare(p, i, int(x.who[k]))
	s.means = x.means[k]
	f.shoot(u, p, &s)
}

// lurks reports whether any unit of a side is in Ambush.
func (f *Battlefield) lurks(p *Position, side uint8) bool {
	return game.Any(len(f.troops), func(j int) bool { return f.troops[j].side == side && p.Units[j].Die == AmbushDie })
}

// ambushed lets units in Ambush fire at one that has moved.
func (f *Battlefield) ambushed(u *rule.Umpire, p *Position, mover int) {
	for p.here(mover) && f.lurks(p, 1-f.troops[mover].side) {
		x := lurking.Of(u, &query{f: f, i: int16(mover), p: *p})
		if x.n == 0 {
			return
		}
		k := u.Choose(rule.Side(f.sides[1-f.troops[mover].side]), "host.ambush", "a unit in Ambush may fire at what has moved", x.names[:x.n+1]...)
		if k == int(x.n) {
			return
		}
		u.Note("host.ambush", "fire from Ambush")
		j := int(x.who[k])
		p.Units[j].Die = FireDie
		s := f.spring(p, j, mover)
		s.means = x.means[k]
		f.shoot(u, p, &s)
	}
}

// lurking is the units that could fire at one that has moved, and then that none does.
var lurking = rule.Once[query, aims]{Work: func(u *rule.Umpire, q *query) (x aims) {
	f, p, mover := q.f, &q.p, int(q.i)
	judge := rule.NewChecker(u.House())
	for j := range f.troops {
		if f.troops[j].side == f.troops[mover].side || p.Units[j].Die != AmbushDie || !p.here(j) {
			continue
		}
		x.try(f, judge, p, j, f.spring(p, j, mover))
	}
	x.names[x.n] = "hold fire"
	return x
}}

// spring is a shot out of Ambush, by means that are to be found.
func (f *Battlefield) spring(p *Position, by, at int) shot {
	return shot{by: by, at: at, second: -1, from: int(p.Units[by].At) - 1, order: Ambush}
}
