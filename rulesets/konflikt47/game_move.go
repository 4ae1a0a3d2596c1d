package konflikt47

import "loophole/rule"

// open reports whether a unit could stand on a spot, or be on a floor.
func (f *Battlefield) open(p *Position, to int) bool {
	x := &f.places[to]
	if x.front >= 0 || f.on(p, to) >= 0 {
		return false
	}
	return x.work < 0 || x.spot == (p.Sections[x.work] == Fallen) && p.Sections[x.work] != Burns
}

// ranks is how far the last man of a unit stands behind its middle, in inches.
func (f *Battlefield) ranks(u *rule.Umpire, p *Position, i int) int {
	if f.troops[i].vehicle() || p.Units[i].Men < 2 {
		return 0
	}
	n := u.Fact(&rankMen)
	return (int(p.Units[i].Men) + n - 1) / n
}

// shortest is the shortest way between two places that are not joined inside,
// and the opening that it leads through: the one that is named, or the best of
// those that troops can pass. One of the places is a spot.
func (f *Battlefield) shortest(p *Position, from, to, port int) (best step, by int) {
	best, by = step{mils: noWay}, -1
	a, b := &f.places[from], &f.places[to]
	if a.spot && b.spot {
		return f.steps[a.nodes[0]][b.nodes[0]], -1
	}
	spot, floor := a, b
	if b.spot {
		spot, floor = b, a
	}
	if !spot.spot {
		return best, -1
	}
	ground := &f.places[f.works[floor.work].floors[0]-1]
	for _, n := range ground.nodes[:ground.ports] {
		o := int(n) - f.spots()
		if port >= 0 && o != port || port < 0 && !f.passable(o) {
			continue
		}
		if s := f.steps[n][spot.nodes[0]]; s.mils < best.mils {
			best, by = s, o
		}
	}
	return best, by
}

// passable reports whether troops fit through an opening.
func (f *Battlefield) passable(o int) bool {
	d := &f.doors[o]
	if k := f.works[d.work].kind; k == Bunker || k == Pillbox || k == Blockhouse {
		return d.kind == Door
	}
	return d.kind != Slit
}

// checkMarch says why a unit cannot move to a place on an order.
func (f *Battlefield) checkMarch(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	a, b := f.at(p, i), &f.places[to]
	switch {
	case f.troops[i].vehicle() && !b.spot:
		u.Forbid("enter.infantry", "vehicles stay outside")
	case p.Units[i].Stuck:
		u.Forbid("host.results", "the vehicle is immobilised")
	case a.spot && b.spot:
		f.checkWalk(u, p, i, to, port, o)
	case a.spot:
		f.checkEntry(u, p, i, to, port, o)
	case b.spot:
		f.checkExit(u, p, i, to, port, o)
	default:
		f.checkStairs(u, p, i, to, port, o)
	}
}

// checkSpot says why nobody can stand on a spot.
func (f *Battlefield) checkSpot(u *rule.Umpire, p *Position, to int) {
	x := &f.places[to]
	u.Require(f.on(p, to) < 0, "host.spots", "another unit stands there")
	u.Require(x.front < 0, "host.spots", "only a vehicle that drove into that wall stands there")
	if x.work >= 0 {
		u.Require(p.Sections[x.work] == Fallen, "host.spots", "there is no rubble: the building stands")
	}
}

// checkWalk says why a unit cannot go from spot to spot.
func (f *Battlefield) checkWalk(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	f.checkSpot(u, p, to)
	u.Require(port < 0, "host.spots", "no opening is on the way")
	b := f.body(p, i)
	u.Require(!f.troops[i].gun(), "host.guns", "guns stay where they were set up")
	s, _ := f.shortest(p, int(p.Units[i].At)-1, to, -1)
	f.within(u, s, b.reach(u, o), "host.move")
	u.Require(!s.rough || o != Run, "host.rough", "nobody runs over rough ground: order an Advance")
	u.Require(f.blocked(p, i, to) < 0, "host.pass", "a unit stands in the way, and vehicles drive through nobody: drive round it by another spot")
}

// entry is the situation of a unit that runs inside.
func (f *Battlefield) entry(u *rule.Umpire, p *Position, i, to, port int, o Order) (Entry, step) {
	b := &f.places[to]
	s, by := f.shortest(p, int(p.Units[i].At)-1, to, port)
	e := Entry{Command: f.command(u, p, i, o), Structure: f.structure(p, b.work), Opening: Wall, Distance: 48}
	if by >= 0 {
		e.Opening = f.doors[by].kind
		e.Distance = uint8(min(48, s.inches()))
		late := s.inches() + f.ranks(u, p, i) - e.reach(u, Run)
		e.Farthest = uint8(min(48, max(0, late)))
	} else {
		e.Opening, e.Distance = f.gate(b.work, port), 0
	}
	e.Rough = s.rough
	e.Friends, e.Enemy = f.occupied(p, i, to)
	return e, s
}

// occupied says who is on a floor.
func (f *Battlefield) occupied(p *Position, i, to int) (friends uint8, enemy bool) {
	switch j := f.on(p, to); {
	case j < 0 || j == i:
		return 0, false
	case f.troops[j].side == f.troops[i].side:
		return 1, false
	}
	return 0, true
}

func (f *Battlefield) checkEntry(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	if f.places[to].floor > 0 {
		u.Forbid("enter.ground", "from outside one enters the ground floor")
		return
	}
	if port >= 0 && !f.atGround(port, f.places[to].work) {
		u.Forbid("enter.ground", "that is no opening of its ground floor, where one enters")
		return
	}
	f.checkSiting(u, p, i, to, port)
	e, s := f.entry(u, p, i, to, port, o)
	switch {
	case e.Opening == Wall || o != Run:
	case s.mils == noWay:
		f.within(u, s, 0, "host.move")
	default:
		f.gathers(u, p, i, s, e.reach(u, Run))
		e.Farthest = 0
	}
	legalEntry(u, &e)
}

// gate is the opening that one would have to reach: the one that is named, or
// any of the ground floor that troops can pass.
func (f *Battlefield) gate(k int8, port int) Opening {
	if port >= 0 {
		return f.doors[port].kind
	}
	ground := &f.places[f.works[k].floors[0]-1]
	for _, n := range ground.nodes[:ground.ports] {
		if o := int(n) - f.spots(); f.passable(o) {
			return f.doors[o].kind
		}
	}
	return Wall
}

// atGround reports whether an opening is one of the ground floor of a section.
func (f *Battlefield) atGround(port int, k int8) bool {
	return f.doors[port].work == k && f.doors[port].floor == 0
}

// exit is the situation of a unit that leaves.
func (f *Battlefield) exit(u *rule.Umpire, p *Position, i, to, port int, o Order) (Exit, step) {
	a := f.at(p, i)
	x := Exit{
		Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Floor: a.floor, Opening: Wall, Distance: 48, HasFixed: f.hasFixed(p, i),
	}
	s, by := f.shortest(p, int(p.Units[i].At)-1, to, port)
	if by >= 0 {
		x.Opening, x.Distance = f.doors[by].kind, uint8(min(48, s.inches()))
	} else {
		x.Opening, x.Distance = f.gate(a.work, port), 0
	}
	x.Upstairs = port >= 0 && f.doors[port].floor > 0
	x.Rough = s.rough
	return x, s
}

func (f *Battlefield) checkExit(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	f.checkSpot(u, p, to)
	x, s := f.exit(u, p, i, to, port, o)
	if port >= 0 && f.doors[port].work != f.at(p, i).work {
		u.Forbid("leave.move", "that is an opening of another building")
		return
	}
	if x.Opening != Wall && !f.within(u, s, x.reach(u, o), "leave.move") {
		x.Distance = 0
	}
	legalExit(u, &x)
}

// hasFixed reports whether a unit has a fixed weapon.
func (f *Battlefield) hasFixed(p *Position, i int) bool {
	for k := range p.Units[i].Arms {
		if f.troops[i].arms[k].fixed && p.Units[i].Arms[k] > 0 {
			return true
		}
	}
	return false
}

// sections is how many sections lead from one to another on a floor: 1, 2 by
// way of another, or 0 where no way leads.
func (f *Battlefield) sections(p *Position, from, to int8, floor uint8) (n int, by int8) {
	w := &f.works[from]
	if w.joined[floor]>>to&1 == 1 {
		return 1, -1
	}
	for k := range f.works {
		if w.joined[floor]>>k&1 == 1 && p.Sections[k] == Whole && f.works[k].joined[floor]>>to&1 == 1 {
			if j := f.on(p, int(f.works[k].floors[floor])-1); n == 0 || j < 0 {
				n, by = 2, int8(k)
			}
		}
	}
	return n, by
}

// stairs is the situation of a unit that moves inside.
func (f *Battlefield) stairs(u *rule.Umpire, p *Position, i, to, port int, o Order) InsideMove {
	a, b := f.at(p, i), &f.places[to]
	s := InsideMove{
		Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Floor: a.floor, To: b.floor, Size: 1, Agreed: f.agreed,
		HasFixed: f.hasFixed(p, i), Resites: port >= 0,
	}
	s.Friends, s.Enemy = f.occupied(p, i, to)
	passed := -1
	switch {
	case a.work != b.work:
		n, by := f.sections(p, a.work, b.work, a.floor)
		s.Sections, s.Apart = uint8(max(1, n)), n == 0
		s.Size = max(1, f.works[a.work].size, f.works[b.work].size)
		s.BurnsNext = p.Sections[b.work] == Burns
		if n == 2 {
			s.Size = max(s.Size, f.works[by].size)
			passed = int(f.works[by].floors[a.floor]) - 1
		}
	case s.floorsMoved() == 2:
		passed = int(f.works[a.work].floors[(a.floor+b.floor)/2]) - 1
	}
	if passed >= 0 {
		friends, enemy := f.occupied(p, i, passed)
		s.OnTheWay, s.Held = friends > 0, enemy
	}
	return s
}

func (f *Battlefield) checkStairs(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	b := &f.places[to]
	if p.Sections[b.work] == Fallen {
		u.Forbid("scope.ruin", "that section is rubble")
		return
	}
	if f.across(p, i, to) {
		n := f.chain(p, f.at(p, i).work, b.work)
		if n == 0 {
			f.checkOnward(u, p, i, to, port, o)
			return
		}
		judge := rule.NewChecker(u.House())
		if f.checkOnward(judge, p, i, to, port, o); judge.Allowed() {
			return
		}
		s := f.stairs(u, p, i, to, port, o)
		s.Sections, s.Apart = n, false
		legalInsideMove(u, &s)
		return
	}
	f.checkSiting(u, p, i, to, port)
	u.Require(port < 0 || !f.troops[i].gun(), "gun.locked", "the opening that a gun fires through was chosen for the whole game")
	s := f.stairs(u, p, i, to, port, o)
	legalInsideMove(u, &s)
	if port >= 0 {
		d := &f.doors[port]
		u.Require(d.work == b.work && d.floor == b.floor, "fixed.redeploy", "the opening is on another floor")
		s.fireable(u, d.kind, "fixed.opening")
	}
}

// chain counts the sections that one passes on the ground floor to get to
// another, the last one included; 0 if they are not connected.
func (f *Battlefield) chain(p *Position, from, to int8) uint8 {
	seen := uint16(1) << from
	for n := uint8(1); ; n++ {
		next := seen
		for k := range f.works {
			if seen>>k&1 == 1 {
				next |= f.works[k].joined[0]
			}
		}
		for k := range f.works {
			if p.Sections[k] != Whole {
				next &^= 1 << k
			}
		}
		switch {
		case next>>to&1 == 1:
			return n
		case next|seen == seen:
			return 0
		}
		seen |= next
	}
}

// checkSiting asks for the opening at which a fixed weapon is set up.
func (f *Battlefield) checkSiting(u *rule.Umpire, p *Position, i, to, port int) {
	var list [32]int
	if port < 0 && f.troops[i].class == classInfantry && f.hasFixed(p, i) && f.outlets(&f.places[to], &list) > 0 {
		u.Forbid("fixed.opening", "name the opening at which its fixed weapon is set up: by an opening")
	}
}

// across reports whether a unit would have to leave its section and enter
// another from outside.
func (f *Battlefield) across(p *Position, i, to int) bool {
	a, b := f.at(p, i), &f.places[to]
	if a.work == b.work || a.floor > 0 || b.floor > 0 {
		return false
	}
	n, _ := f.sections(p, a.work, b.work, 0)
	return n == 0
}

// onward are the situations of a unit that runs out of one building and into
// another.
func (f *Battlefield) onward(u *rule.Umpire, p *Position, i, to int, o Order) (x Exit, e Entry, way step) {
	a, b := f.at(p, i), &f.places[to]
	way.mils = noWay
	x = Exit{Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Opening: Wall, Onward: true, HasFixed: f.hasFixed(p, i)}
	e = Entry{Command: x.Command, Structure: f.structure(p, b.work), Opening: Wall}
	for _, n := range a.nodes[:a.ports] {
		for _, m := range b.nodes[:b.ports] {
			out, in := int(n)-f.spots(), int(m)-f.spots()
			if s := f.steps[n][m]; s.mils < way.mils && f.passable(out) && f.passable(in) {
				way, x.Opening, e.Opening = s, f.doors[out].kind, f.doors[in].kind
			}
		}
	}
	x.Rough, e.Rough = way.rough, way.rough
	e.Friends, e.Enemy = f.occupied(p, i, to)
	return x, e, way
}

func (f *Battlefield) checkOnward(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	x, e, way := f.onward(u, p, i, to, o)
	u.Require(port < 0, "leave.transport", "from building to building a unit takes the shortest way")
	if way.mils == noWay {
		f.within(u, way, 0, "enter.reach")
	} else {
		f.gathers(u, p, i, way, e.reach(u, o))
	}
	legalExit(u, &x)
	legalEntry(u, &e)
}

// march moves a unit that the check allows to, to shoot then or not, and reports
// whether it obeys and whether it may shoot then.
func (f *Battlefield) march(u *rule.Umpire, p *Position, i, to, port int, o Order, shot bool) (obeys, shoots bool) {
	a, b := f.at(p, i), &f.places[to]
	var m Moved
	switch {
	case a.spot && b.spot:
		m.Ordered, m.Shoots = f.hears(u, p, i, o, shot), o == Advance
		if m.Answer == Obeys {
			s, _ := f.shortest(p, int(p.Units[i].At)-1, to, -1)
			u.Apply(s.inches(), "host.move", "inches that the unit moves, parts of an inch as a whole one")
			if b.work >= 0 {
				u.Note("scope.ruin", "rubble is difficult ground, and no building any more")
			}
			m.Shoots = m.Shoots && (!f.hasFixed(p, i) || f.troops[i].vehicle() || shootsMoving(u, true))
		}
	case a.spot:
		e, _ := f.entry(u, p, i, to, port, o)
		if e.Pins > 0 && !shot {
			rule.Overheard(u, &e)
		}
		if m = playEntry(u, &e); !f.hasFixed(p, i) || port < 0 || f.slitted(b.work) != (f.doors[port].kind == Slit) {
			port = -1
		} else {
			u.Note("fixed.opening", "its fixed weapon is set up at that opening")
		}
	case b.spot:
		x, _ := f.exit(u, p, i, to, port, o)
		if x.Pins > 0 && !shot {
			rule.Overheard(u, &x)
		}
		m, port = playExit(u, &x), -1
	case f.across(p, i, to):
		u.Note("leave.transport", "out of one building and into another in one move")
		x, _, _ := f.onward(u, p, i, to, o)
		if x.Pins > 0 && !shot {
			rule.Overheard(u, &x)
		}
		m, port = playExit(u, &x), -1
	default:
		s := f.stairs(u, p, i, to, port, o)
		if s.OnTheWay {
			u.Note("host.pass", "it goes through friends")
		}
		if s.Pins > 0 && !shot {
			rule.Overheard(u, &s)
		}
		m = playInsideMove(u, &s)
	}
	if !f.answer(u, p, i, m.Ordered) {
		return false, false
	}
	f.set(p, i, to, port)
	f.site(u, p, i)
	f.ambushed(u, p, i)
	return true, m.Shoots && p.here(i) && p.Units[i].Die != DownDie
}

// outlets lists the openings of a place that weapons fire out of, and counts
// them.
func (f *Battlefield) outlets(x *place, out *[32]int) (n int) {
	if x.spot {
		return 0
	}
	for _, e := range x.nodes[:x.ports] {
		if o := int(e) - f.spots(); f.slitted(x.work) == (f.doors[o].kind == Slit) {
			out[n] = o
			n++
		}
	}
	return n
}

// site sets a fixed weapon up that has come to a floor: its player names the
// opening.
func (f *Battlefield) site(u *rule.Umpire, p *Position, i int) {
	var list [32]int
	t, x := &f.troops[i], &p.Units[i]
	n := f.outlets(f.at(p, i), &list)
	if n == 0 || x.Port > 0 || t.vehicle() || !f.hasFixed(p, i) {
		return
	}
	names := make([]string, n)
	for k := range names {
		names[k] = f.doors[list[k]].name
	}
	u.Note("fixed.opening", "its fixed weapon is set up at an opening that its player names")
	x.Port = uint8(list[u.Choose(rule.Side(f.sides[t.side]), "fixed.opening", t.sited, names...)] + 1)
}

// legalPlacing says why a unit cannot be set up at a place. A scenario itself
// may put units anywhere, zone or not.
func (f *Battlefield) legalPlacing(u *rule.Umpire, p *Position, i, to, port int, anywhere bool) {
	x, t := &f.places[to], &f.troops[i]
	if x.spot {
		f.checkSpot(u, p, to)
		u.Require(port < 0, "fixed.opening", "there is no opening on a spot")
		u.Require(anywhere || x.zone[t.side], "host.set-up", "the spot is not in the side's set-up zone")
		return
	}
	w := &f.works[x.work]
	d := SetUp{Body: f.body(p, i), Structure: f.structure(p, x.work), Floor: x.floor, Opening: Wall}
	if !anywhere {
		d.Zone = w.zone[t.side]
	}
	if f.on(p, to) >= 0 {
		d.Friends = 1
	}
	if port >= 0 {
		o := &f.doors[port]
		d.Opening = o.kind
		u.Require(f.hasFixed(p, i), "fixed.opening", "it has no fixed weapon to set up at an opening")
		u.Require(o.work == x.work && o.floor == x.floor, "gun.opening", "the opening is on another floor")
	}
	f.checkSiting(u, p, i, to, port)
	if port < 0 && f.troops[i].class == classInfantry && f.hasFixed(p, i) {
		return
	}
	legalSetUp(u, &d)
}
