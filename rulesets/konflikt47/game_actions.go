package konflikt47

import (
	"loophole/game"
	"loophole/rule"
)

// checkFire says why a unit cannot fire without moving.
func checkFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if f.mayOrder(u, p, i) {
		s := f.fireOrder(p, a)
		f.checkShot(u, p, &s)
	}
}

func (f *Battlefield) fireOrder(p *Position, a args) shot {
	return shot{by: int(a[0]), at: int(a[1]), second: int(a[3]), from: int(p.Units[a[0]].At) - 1, order: Fire, means: f.meant(p, int(a[0]), WeaponClass(a[2]))}
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.order(u, p, int(a[0]), Fire) {
		s := f.fireOrder(p, a)
		f.shoot(u, p, &s)
	}
	f.done(u, p)
}

// fireCandidates lists targets that are seen, and pairs of them from inside.
func fireCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.troops {
		if !f.ready(p, i) {
			continue
		}
		from := int(p.Units[i].At) - 1
		for m := Bullets; m <= Lobbed; m++ {
			if !f.armed(p, i, m) {
				continue
			}
			var seen [mostUnits]int
			n := f.targets(p, i, from, m, &seen)
			for _, j := range seen[:n] {
				out = append(out, args{int16(i), int16(j), f.typed(p, i, m), -1})
				if m != Bullets || f.places[from].spot {
					continue
				}
				for _, k := range seen[:n] {
					if k != j {
						out = append(out, args{int16(i), int16(j), int16(m), int16(k)})
					}
				}
			}
		}
	}
	return out
}

// targets lists the enemies that a unit might fire at from a place.
func (f *Battlefield) targets(p *Position, i, from int, m WeaponClass, out *[mostUnits]int) (n int) {
	for j := range f.troops {
		if f.troops[j].side == f.troops[i].side || !p.here(j) {
			continue
		}
		if v := f.glance(p, from, int(p.Units[j].At)-1, m != Flames, false, 0); v.any && v.nearest.within(f.longest(p, i, m)) {
			out[n] = j
			n++
		}
	}
	return n
}

// longest is the longest range of a unit's weapons.
func (f *Battlefield) longest(p *Position, i int, m WeaponClass) (inches int) {
	for k, n := range p.Units[i].Arms {
		if a := &f.troops[i].arms[k]; n > 0 && a.usable(m) {
			inches = max(inches, int(a.span))
		}
	}
	return inches
}

func checkAdvance(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to := int(a[0]), int(a[1])
	if !f.mayOrder(u, p, i) {
		return
	}
	f.checkMarch(u, p, i, to, int(a[2]), Advance)
	if a[3] < 0 || a[4] < 0 {
		u.Require(a[3] == a[4], "host.shooting", "say at whom it fires, and with what")
		return
	}
	if f.hasFixed(p, i) && !f.troops[i].vehicle() && u.Ruling(&fixedMoving) == 0 {
		u.Forbid("host.fixed", "a fixed weapon does not fire on an Advance")
		return
	}
	s := f.advanceShot(p, to, a)
	f.checkShot(u, p, &s)
}

func (f *Battlefield) advanceShot(p *Position, to int, a args) shot {
	s := shot{by: int(a[0]), at: int(a[3]), second: -1, from: to, order: Advance, means: f.meant(p, int(a[0]), WeaponClass(a[4]))}
	if !f.places[to].spot && a[2] >= 0 {
		s.port = uint8(a[2] + 1)
	}
	return s
}

func doAdvance(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to := int(a[0]), int(a[1])
	obeys, shoots := f.march(u, p, i, to, int(a[2]), Advance, a[3] >= 0)
	if obeys && shoots && a[3] >= 0 {
		s := f.advanceShot(p, to, a)
		judge := rule.NewChecker(u.House())
		if f.checkShot(judge, p, &s); judge.Allowed() {
			f.shoot(u, p, &s)
		}
	}
	f.done(u, p)
}

// advanceCandidates lists places to go to, each with what could be fired at
// from there.
func advanceCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.troops {
		if !f.ready(p, i) {
			continue
		}
		first := len(out)
		out = f.goals(p, i, Advance, out)
		for _, a := range out[first:] {
			if !f.at(p, i).spot && f.places[a[1]].spot {
				out = f.byDoors(out, a, int(p.Units[i].At)-1, int(a[1]))
			}
		}
		for _, a := range out[first:] {
			for m := Bullets; m <= Lobbed; m++ {
				if !f.armed(p, i, m) {
					continue
				}
				var seen [mostUnits]int
				for _, j := range seen[:f.targets(p, i, int(a[1]), m, &seen)] {
					out = append(out, args{int16(i), a[1], a[2], int16(j), f.typed(p, i, m)})
				}
			}
		}
	}
	return out
}

// goals lists the places that a unit might reach: arguments of an Advance
// without a shot, or of a Run.
func (f *Battlefield) goals(p *Position, i int, o Order, out []args) []args {
	from := int(p.Units[i].At) - 1
	a := &f.places[from]
	if f.troops[i].gun() || p.Units[i].Stuck {
		return out
	}
	reach := f.troops[i].run
	for to := range f.places {
		b := &f.places[to]
		x := args{int16(i), int16(to), -1, -1, -1}
		switch {
		case a.spot || b.spot:
			if to == from || !f.open(p, to) || !b.spot && (o != Run || b.floor > 0) || !a.spot && a.floor > 0 {
				continue
			}
			if s, _ := f.shortest(p, from, to, -1); int(s.mils) <= 1000*reach {
				out = append(out, x)
			}
		default:
			out = f.climbs(p, i, to, o, out)
		}
	}
	return out
}

// climbs lists moves inside, a fixed weapon to each of the openings there.
func (f *Battlefield) climbs(p *Position, i, to int, o Order, out []args) []args {
	a, b := f.at(p, i), &f.places[to]
	if a.work != b.work && a.floor != b.floor || f.on(p, to) >= 0 && f.on(p, to) != i {
		return out
	}
	if to+1 != int(p.Units[i].At) {
		out = append(out, args{int16(i), int16(to), -1, -1, -1})
	}
	if !f.hasFixed(p, i) {
		return out
	}
	for _, n := range b.nodes[:b.ports] {
		out = append(out, args{int16(i), int16(to), int16(int(n) - f.spots()), -1, -1})
	}
	return out
}

func checkRun(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayOrder(u, p, int(a[0])) {
		f.checkMarch(u, p, int(a[0]), int(a[1]), int(a[2]), Run)
	}
}

func doRun(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.march(u, p, int(a[0]), int(a[1]), int(a[2]), Run, false)
	f.done(u, p)
}

func runCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.troops {
		if !f.ready(p, i) {
			continue
		}
		first := len(out)
		out = f.goals(p, i, Run, out)
		for k := first; k < len(out); k++ {
			out[k][3], out[k][4] = 0, 0 // a Run has three arguments
			if f.at(p, i).spot != f.places[out[k][1]].spot {
				out = f.byDoors(out, out[k], int(p.Units[i].At)-1, int(out[k][1]))
			}
		}
	}
	return out
}

// byDoors adds the ways by each of the openings of the ground floor.
func (f *Battlefield) byDoors(out []args, a args, from, to int) []args {
	if a[2] >= 0 {
		return out
	}
	x := &f.places[from]
	if x.spot {
		x = &f.places[to]
	}
	ground := &f.places[f.works[x.work].floors[0]-1]
	for _, n := range ground.nodes[:ground.ports] {
		if o := int(n) - f.spots(); f.passable(o) {
			a[2] = int16(o)
			out = append(out, a)
		}
	}
	return out
}

func stormCandidates(f *Battlefield, p *Position, out []args) []args {
	for i := range f.troops {
		if !f.ready(p, i) || f.troops[i].class != classInfantry {
			continue
		}
		a := f.at(p, i)
		for j := range f.troops {
			if f.troops[j].side == f.troops[i].side || !p.here(j) || f.troops[j].vehicle() {
				continue
			}
			b := f.at(p, j)
			if a.spot && (b.spot || b.floor > 0) || b.spot && a.floor > 0 {
				continue
			}
			x := args{int16(i), int16(j), -1}
			out = append(out, x)
			if a.spot != b.spot {
				out = f.byDoors(out, x, int(p.Units[i].At)-1, int(p.Units[j].At)-1)
			}
		}
	}
	return out
}

func ramCandidates(f *Battlefield, p *Position, out []args) []args {
	may := func(i int) bool { return f.ready(p, i) && f.troops[i].vehicle() }
	return game.Pairs(out, len(f.troops), may, len(f.works), func(i, k int) bool { return p.Sections[k] == Whole })
}

// placeCandidates lists where units can be set up: guns and fixed weapons at
// each opening.
func placeCandidates(f *Battlefield, p *Position, out []args) []args {
	if p.Stage != SettingUp || p.Ended != game.InProgress {
		return out
	}
	for i := range f.troops {
		if f.troops[i].side != p.Side || p.here(i) || p.Units[i].Men == 0 {
			continue
		}
		for to := range f.places {
			x := &f.places[to]
			if f.on(p, to) >= 0 || x.spot && !x.zone[p.Side] || !x.spot && f.works[x.work].zone[p.Side] == NotAtAll {
				continue
			}
			out = append(out, args{int16(i), int16(to), -1})
			if x.spot || !f.hasFixed(p, i) {
				continue
			}
			for _, n := range x.nodes[:x.ports] {
				out = append(out, args{int16(i), int16(to), int16(int(n) - f.spots())})
			}
		}
	}
	return out
}

func checkPlace(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	switch {
	case p.Ended != game.InProgress:
		u.Forbid("host.victory", "the game is over")
	case p.Stage != SettingUp:
		u.Forbid("host.set-up", "the set-up is over")
	case f.troops[i].side != p.Side:
		u.Forbid("host.set-up", "the other side is setting up")
	case p.here(i):
		u.Forbid("host.set-up", "the unit is on the table already")
	default:
		f.legalPlacing(u, p, i, int(a[1]), int(a[2]), false)
	}
}

func doPlace(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, port := int(a[0]), int(a[1]), int(a[2])
	x := &f.places[to]
	if x.spot {
		u.Note("host.set-up", "the unit is set up in the open")
	} else {
		d := SetUp{Body: f.body(p, i), Structure: f.structure(p, x.work), Floor: x.floor, Opening: Wall, Zone: f.works[x.work].zone[p.Side]}
		if port >= 0 {
			d.Opening = f.doors[port].kind
			if !f.troops[i].gun() {
				u.Note("fixed.opening", "its fixed weapon is set up at an opening")
			}
		}
		playSetUp(u, &d)
	}
	f.set(p, i, to, port)
	if !f.toPlace(p) {
		p.begin(f)
	}
}
