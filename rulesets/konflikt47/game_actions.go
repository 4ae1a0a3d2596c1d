package konflikt47

import "loophole/rule"

// checkFire forbids fire that a unit cannot give without moving.
func checkFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	s := f.fireOrder(p, a)
	f.checkShot(u, p, &s)
}

func (f *Battlefield) fireOrder(p *Position, a args) shot {
	s := f.shotAt(p, int(a[0]), int(a[1]), Fire)
	s.second, s.means = int(a[3]), f.actualMeans(p, s.by, WeaponClass(a[2]))
	return s
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.order(u, p, int(a[0]), Fire) {
		s := f.fireOrder(p, a)
		f.shoot(u, p, &s)
	}
}

// firePseudoLegal lists targets that are seen, and pairs of them from inside.
func firePseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	for m := range f.means(p, i) {
		var room [mostUnits]int
		seen := f.targets(p, i, p.where(i), m, room[:0])
		for _, j := range seen {
			out = append(out, args{int16(i), int16(j), f.namedMeans(p, i, m), -1})
			if m != Bullets || f.at(p, i).spot {
				continue
			}
			for _, k := range seen {
				if k != j {
					out = append(out, args{int16(i), int16(j), int16(m), int16(k)})
				}
			}
		}
	}
	return out
}

// targets lists the enemies that a unit might fire at from a place.
func (f *Battlefield) targets(p *Position, i, from int, m WeaponClass, out []int) []int {
	for j := range f.enemies(p, i) {
		if v := f.cachedView(p, from, p.where(j), m != Flames, false, 0); v.any && v.nearest.AtMost(f.longest(p, i, m)) {
			out = append(out, j)
		}
	}
	return out
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
	f.checkMarch(u, p, i, to, int(a[2]), Advance)
	if a[3] < 0 || a[4] < 0 {
		u.Require(a[3] == a[4], "host.shooting", "name both the target and the weapons")
		return
	}
	if f.hasFixed(p, i) && !f.troops[i].vehicle() && u.Ruling(&fixedMoving) == fixedMovingNo {
		u.Forbid("host.fixed", "a fixed weapon cannot fire on an Advance")
		return
	}
	s := f.advanceShot(p, to, a)
	f.checkShot(u, p, &s)
}

func (f *Battlefield) advanceShot(p *Position, to int, a args) shot {
	s := f.shotAt(p, int(a[0]), int(a[3]), Advance)
	s.from, s.means = to, f.actualMeans(p, s.by, WeaponClass(a[4]))
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
}

// advancePseudoLegal lists places to go to, each with what could be fired at from there.
func advancePseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	first := len(out)
	out = f.goals(p, i, Advance, out)
	for _, a := range out[first:] {
		if !f.at(p, i).spot && f.places[a[1]].spot {
			out = f.byDoors(out, a, f.at(p, i))
		}
	}
	for _, a := range out[first:] {
		for m := range f.means(p, i) {
			var room [mostUnits]int
			for _, j := range f.targets(p, i, int(a[1]), m, room[:0]) {
				out = append(out, args{int16(i), a[1], a[2], int16(j), f.namedMeans(p, i, m)})
			}
		}
	}
	return out
}

// goals lists the places that a unit might reach, as an Advance without a shot or as a Run.
func (f *Battlefield) goals(p *Position, i int, o Order, out []args) []args {
	a := f.at(p, i)
	if f.troops[i].gun() || p.Units[i].Stuck {
		return out
	}
	for to := range f.places {
		b := &f.places[to]
		switch {
		case !a.spot && !b.spot:
			out = f.climbs(p, i, to, out)
		case a == b || !f.isVacant(p, to) || !b.spot && (o != Run || b.floor > 0) || !a.spot && a.floor > 0:
		default:
			if s, _ := f.shortestWay(p.where(i), to, -1); s.AtMost(f.troops[i].run) {
				out = append(out, args{int16(i), int16(to), -1, -1, -1})
			}
		}
	}
	return out
}

// climbs lists moves inside, a fixed weapon to each of the openings there.
func (f *Battlefield) climbs(p *Position, i, to int, out []args) []args {
	a, b := f.at(p, i), &f.places[to]
	if a.work != b.work && a.floor != b.floor || !f.free(p, to, i) {
		return out
	}
	if a != b {
		out = append(out, args{int16(i), int16(to), -1, -1, -1})
	}
	if f.hasFixed(p, i) {
		for _, o := range b.doors {
			out = append(out, args{int16(i), int16(to), int16(o), -1, -1})
		}
	}
	return out
}

func checkRun(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.checkMarch(u, p, int(a[0]), int(a[1]), int(a[2]), Run)
}

func doRun(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.march(u, p, int(a[0]), int(a[1]), int(a[2]), Run, false)
}

func runPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	first := len(out)
	out = f.goals(p, i, Run, out)
	for k := first; k < len(out); k++ {
		out[k][3], out[k][4] = 0, 0 // a Run has three arguments
		if a, b := f.at(p, i), &f.places[out[k][1]]; a.spot != b.spot && out[k][2] < 0 {
			out = f.byDoors(out, out[k], insidePlace(a, b))
		}
	}
	return out
}

// byDoors adds the ways by each of the openings of the ground floor of a place.
func (f *Battlefield) byDoors(out []args, a args, inside *place) []args {
	for _, o := range f.floor(inside.work, 0).doors {
		if f.doors[o].fits {
			a[2] = int16(o)
			out = append(out, a)
		}
	}
	return out
}

func stormPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	if f.troops[i].class != classInfantry {
		return out
	}
	a := f.at(p, i)
	for j := range f.enemies(p, i) {
		b := f.at(p, j)
		if f.troops[j].vehicle() || a.spot && (b.spot || b.floor > 0) || b.spot && a.floor > 0 {
			continue
		}
		x := args{int16(i), int16(j), -1}
		if out = append(out, x); a.spot != b.spot {
			out = f.byDoors(out, x, insidePlace(a, b))
		}
	}
	return out
}

func ramPseudoLegal(f *Battlefield, p *Position, i int, out []args) []args {
	for k := range f.works {
		if f.troops[i].vehicle() && p.Sections[k] == Whole {
			out = append(out, args{int16(i), int16(k)})
		}
	}
	return out
}

// placePseudoLegal lists where units can be set up: guns and fixed weapons at each opening.
func placePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Stage != SettingUp || p.Over() {
		return out
	}
	for i := range f.troops {
		if !f.awaitsSetUp(p, i, p.Side) {
			continue
		}
		for to := range f.places {
			x := &f.places[to]
			if f.on(p, to) >= 0 || x.spot && !x.zone[p.Side] || !x.spot && f.works[x.work].zone[p.Side] == NotAtAll {
				continue
			}
			if out = append(out, args{int16(i), int16(to), -1}); f.hasFixed(p, i) {
				for _, o := range x.doors {
					out = append(out, args{int16(i), int16(to), int16(o)})
				}
			}
		}
	}
	return out
}

func checkPlace(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Stage != SettingUp:
		u.Forbid("host.set-up", "the set-up is over")
	case f.troops[i].Side != p.Side:
		u.Forbid("host.set-up", "the other side is setting up")
	case p.here(i):
		u.Forbid("host.set-up", "the unit is already on the table")
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
				u.Note("fixed.opening", "the unit's fixed weapon is set up at an opening")
			}
		}
		playSetUp(u, &d)
	}
	f.placeUnit(p, i, to, port)
	f.nextSetUp(p)
}
