package konflikt47

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// isVacant reports whether a unit could stand on a spot, or be on a floor.
func (f *Battlefield) isVacant(p *Position, to int) bool {
	x := &f.places[to]
	if x.front >= 0 || f.on(p, to) >= 0 {
		return false
	}
	return x.work < 0 || x.spot == (p.Sections[x.work] == Fallen) && p.Sections[x.work] != Burns
}

// unitDepth is the distance of the last man of a unit behind its middle, in inches.
func (f *Battlefield) unitDepth(u *rule.Umpire, p *Position, i int) int {
	if f.troops[i].vehicle() || p.Units[i].Men < 2 {
		return 0
	}
	n := u.Fact(&rankMen)
	return (int(p.Units[i].Men) + n - 1) / n
}

// shortestWay is the shortest way between two places that are not joined inside,
// and the opening that it leads through: the one that is named, or the best of
// those that troops can pass. One of the places is a spot.
func (f *Battlefield) shortestWay(from, to, port int) (best ground.Way, by int) {
	best, by = ground.Way{Length: ground.NoWay}, -1
	spot, floor := &f.places[from], &f.places[to]
	switch {
	case spot.spot && floor.spot:
		return f.views.Way(int(spot.nodes[0]), int(floor.nodes[0])), -1
	case floor.spot:
		spot, floor = floor, spot
	case !spot.spot:
		return best, -1
	}
	for _, o := range f.floor(floor.work, 0).doors {
		if port >= 0 && o != port || port < 0 && !f.doors[o].fits {
			continue
		}
		if s := f.views.Way(f.node(o), int(spot.nodes[0])); s.Length < best.Length {
			best, by = s, o
		}
	}
	return best, by
}

// mostWay is the most inches of a way that situations state.
const mostWay = 48

// crossing returns the opening by which a way leads into or out of a section, and the inches of the
// way. If there is no way, it returns the opening that troops would have to reach, and 0.
func (f *Battlefield) crossing(k int8, port int, way ground.Way, by int) (Opening, uint8) {
	if by < 0 {
		return f.wantedOpening(k, port), 0
	}
	return f.doors[by].kind, uint8(min(mostWay, way.Length.RoundUp()))
}

// checkMarch forbids a move to a place that a unit cannot make on an order.
func (f *Battlefield) checkMarch(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	a, b := f.at(p, i), &f.places[to]
	switch {
	case f.troops[i].vehicle() && !b.spot:
		u.Forbid("enter.infantry", "vehicles cannot enter buildings")
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

// checkSpot forbids a move to a spot on which no unit can stand.
func (f *Battlefield) checkSpot(u *rule.Umpire, p *Position, to int) {
	x := &f.places[to]
	u.Require(f.on(p, to) < 0, "host.spots", "another unit is on that spot")
	u.Require(x.front < 0, "host.spots", "only a vehicle that rammed that wall can be on that spot")
	u.Require(x.work < 0 || p.Sections[x.work] == Fallen, "host.spots", "the building still stands: there is no rubble to enter")
}

// checkWalk forbids a move from spot to spot that a unit cannot make.
func (f *Battlefield) checkWalk(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	f.checkSpot(u, p, to)
	u.Require(port < 0, "host.spots", "a move between spots uses no opening: name none")
	b := f.body(p, i)
	u.Require(!f.troops[i].gun(), "host.guns", "guns cannot move")
	s, _ := f.shortestWay(p.where(i), to, -1)
	f.requireReach(u, s, b.reach(u, o), "host.move")
	u.Require(!s.Rough || o != Run, "host.rough", "units cannot Run over rough ground: order an Advance")
	u.Require(f.blocker(p, i, to) < 0, "host.pass", "a unit blocks the way, and vehicles cannot pass through it: go around by another spot")
}

// entrySituation is the situation of a unit that runs inside.
func (f *Battlefield) entrySituation(u *rule.Umpire, p *Position, i, to, port int, o Order) (Entry, ground.Way) {
	k := f.places[to].work
	s, by := f.shortestWay(p.where(i), to, port)
	e := Entry{Command: f.command(u, p, i, o), Structure: f.structure(p, k), Rough: s.Rough}
	if e.Opening, e.Distance = f.crossing(k, port, s, by); by >= 0 {
		late := s.Length.RoundUp() + f.unitDepth(u, p, i) - e.reach(u, Run)
		e.Farthest = uint8(min(mostWay, max(0, late)))
	}
	e.Friends, e.Enemy = f.occupied(p, i, to)
	return e, s
}

// occupied returns the number of friends on a floor, and whether an enemy is there.
func (f *Battlefield) occupied(p *Position, i, to int) (friends uint8, enemy bool) {
	switch j := f.on(p, to); {
	case j < 0 || j == i:
		return 0, false
	case f.troops[j].Side == f.troops[i].Side:
		return 1, false
	}
	return 0, true
}

func (f *Battlefield) checkEntry(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	if f.places[to].floor > 0 {
		u.Forbid("enter.ground", "a unit outside can enter only the ground floor")
		return
	}
	if port >= 0 && !f.atGround(port, f.places[to].work) {
		u.Forbid("enter.ground", "a unit outside must enter by an opening of the ground floor")
		return
	}
	f.checkSiting(u, p, i, to, port)
	e, s := f.entrySituation(u, p, i, to, port, o)
	switch {
	case e.Opening == Wall || o != Run:
	case s.Length == ground.NoWay:
		f.requireReach(u, s, 0, "host.move")
	default:
		f.requireGathering(u, p, i, s, e.reach(u, Run))
		e.Farthest = 0
	}
	legalEntry(u, &e)
}

// wantedOpening is the opening that a unit would have to reach: the one that is named, or any of
// the ground floor that troops can pass.
func (f *Battlefield) wantedOpening(k int8, port int) Opening {
	if port >= 0 {
		return f.doors[port].kind
	}
	for _, o := range f.floor(k, 0).doors {
		if f.doors[o].fits {
			return f.doors[o].kind
		}
	}
	return Wall
}

// atGround reports whether an opening is one of the ground floor of a section.
func (f *Battlefield) atGround(port int, k int8) bool {
	return f.doors[port].work == k && f.doors[port].floor == 0
}

// exitSituation is the situation of a unit that leaves.
func (f *Battlefield) exitSituation(u *rule.Umpire, p *Position, i, to, port int, o Order) (Exit, ground.Way) {
	a := f.at(p, i)
	s, by := f.shortestWay(p.where(i), to, port)
	x := Exit{
		Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Floor: a.floor,
		Upstairs: port >= 0 && f.doors[port].floor > 0, Rough: s.Rough, HasFixed: f.hasFixed(p, i),
	}
	x.Opening, x.Distance = f.crossing(a.work, port, s, by)
	return x, s
}

func (f *Battlefield) checkExit(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	f.checkSpot(u, p, to)
	x, s := f.exitSituation(u, p, i, to, port, o)
	if port >= 0 && f.doors[port].work != f.at(p, i).work {
		u.Forbid("leave.move", "that opening belongs to another building")
		return
	}
	if x.Opening != Wall && !f.requireReach(u, s, x.reach(u, o), "leave.move") {
		x.Distance = 0
	}
	legalExit(u, &x)
}

// hasFixed reports whether a unit has a fixed weapon.
func (f *Battlefield) hasFixed(p *Position, i int) bool {
	return f.anyArm(p, i, func(a *arm) bool { return a.fixed })
}

// sectionsBetween is the number of sections that lead from one to another on a floor: 1, 2 by way
// of another, or 0 where no way leads.
func (f *Battlefield) sectionsBetween(p *Position, from, to int8, floor uint8) (n int, by int8) {
	w := &f.works[from]
	if w.joined[floor]>>to&1 == 1 {
		return 1, -1
	}
	for k := range f.works {
		if w.joined[floor]>>k&1 == 1 && p.Sections[k] == Whole && f.works[k].joined[floor]>>to&1 == 1 {
			if j := f.on(p, f.works[k].floors[floor]); n == 0 || j < 0 {
				n, by = 2, int8(k)
			}
		}
	}
	return n, by
}

// insideSituation is the situation of a unit that moves inside.
func (f *Battlefield) insideSituation(u *rule.Umpire, p *Position, i, to, port int, o Order) InsideMove {
	a, b := f.at(p, i), &f.places[to]
	s := InsideMove{
		Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Floor: a.floor, To: b.floor, Size: 1, Agreed: f.agreed,
		HasFixed: f.hasFixed(p, i), Resites: port >= 0,
	}
	s.Friends, s.Enemy = f.occupied(p, i, to)
	passed := -1
	switch {
	case a.work != b.work:
		n, by := f.sectionsBetween(p, a.work, b.work, a.floor)
		s.Sections, s.Apart = uint8(max(1, n)), n == 0
		s.Size = max(1, f.works[a.work].size, f.works[b.work].size)
		s.BurnsNext = p.Sections[b.work] == Burns
		if n == 2 {
			s.Size = max(s.Size, f.works[by].size)
			passed = f.works[by].floors[a.floor]
		}
	case s.floorsMoved() == 2:
		passed = f.works[a.work].floors[(a.floor+b.floor)/2]
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
	if f.leavesAndEnters(p, i, to) {
		n := f.sectionsToPass(p, f.at(p, i).work, b.work)
		if n == 0 {
			f.checkOnward(u, p, i, to, port, o)
			return
		}
		judge := rule.NewChecker(u.House())
		if f.checkOnward(judge, p, i, to, port, o); judge.Allowed() {
			return
		}
		s := f.insideSituation(u, p, i, to, port, o)
		s.Sections, s.Apart = n, false
		legalInsideMove(u, &s)
		return
	}
	f.checkSiting(u, p, i, to, port)
	u.Require(port < 0 || !f.troops[i].gun(), "gun.locked", "a gun keeps its opening for the whole game")
	s := f.insideSituation(u, p, i, to, port, o)
	legalInsideMove(u, &s)
	if port >= 0 {
		d := &f.doors[port]
		u.Require(d.work == b.work && d.floor == b.floor, "fixed.redeploy", "the opening is on another floor")
		s.fireable(u, d.kind, "fixed.opening")
	}
}

// sectionsToPass counts the sections that a unit passes on the ground floor to get to another, the
// last one included; 0 if they are not connected.
func (f *Battlefield) sectionsToPass(p *Position, from, to int8) uint8 {
	whole := p.sections(Whole)
	for n, seen := uint8(1), uint16(1)<<from; ; n++ {
		next := seen
		for k := range f.works {
			if seen>>k&1 == 1 {
				next |= f.works[k].joined[0] & whole
			}
		}
		switch {
		case next>>to&1 == 1:
			return n
		case next == seen:
			return 0
		}
		seen = next
	}
}

// checkSiting requires an opening to be named for a fixed weapon, if the floor has any to choose. It
// reports whether the unit has a fixed weapon and no opening is named.
func (f *Battlefield) checkSiting(u *rule.Umpire, p *Position, i, to, port int) bool {
	unnamed := port < 0 && f.troops[i].class == classInfantry && f.hasFixed(p, i)
	u.Require(!unnamed || len(f.places[to].outlets) == 0, "fixed.opening", "name the opening for the unit's fixed weapon: by an opening")
	return unnamed
}

// leavesAndEnters reports whether a unit would have to leave its section and enter another from
// outside.
func (f *Battlefield) leavesAndEnters(p *Position, i, to int) bool {
	a, b := f.at(p, i), &f.places[to]
	if a.work == b.work || a.floor > 0 || b.floor > 0 {
		return false
	}
	n, _ := f.sectionsBetween(p, a.work, b.work, 0)
	return n == 0
}

// onwardSituations are the situations of a unit that runs out of one building and into another,
// with its way between them.
func (f *Battlefield) onwardSituations(u *rule.Umpire, p *Position, i, to int, o Order) (x Exit, e Entry, way ground.Way) {
	a, b := f.at(p, i), &f.places[to]
	way.Length = ground.NoWay
	x = Exit{Command: f.command(u, p, i, o), Structure: f.structure(p, a.work), Opening: Wall, Onward: true, HasFixed: f.hasFixed(p, i)}
	e = Entry{Command: x.Command, Structure: f.structure(p, b.work), Opening: Wall}
	for _, n := range a.doors {
		for _, m := range b.doors {
			out, in := &f.doors[n], &f.doors[m]
			if s := f.views.Way(f.node(n), f.node(m)); s.Length < way.Length && out.fits && in.fits {
				way, x.Opening, e.Opening = s, out.kind, in.kind
			}
		}
	}
	x.Rough, e.Rough = way.Rough, way.Rough
	e.Friends, e.Enemy = f.occupied(p, i, to)
	return x, e, way
}

func (f *Battlefield) checkOnward(u *rule.Umpire, p *Position, i, to, port int, o Order) {
	x, e, way := f.onwardSituations(u, p, i, to, o)
	u.Require(port < 0, "leave.transport", "a unit takes the shortest route from building to building: name no opening")
	if way.Length == ground.NoWay {
		f.requireReach(u, way, 0, "enter.reach")
	} else {
		f.requireGathering(u, p, i, way, e.reach(u, o))
	}
	legalExit(u, &x)
	legalEntry(u, &e)
}

// exposeOrderTest makes the order test of an action, if there is one, the situation whose odds the
// action shows, unless a shot follows: then players ask about the shot.
func exposeOrderTest[S any](u *rule.Umpire, s *S, c *Command, shot bool) *S {
	if c.Pins > 0 && !shot {
		rule.Overheard(u, s)
	}
	return s
}

// march orders a unit to move to a place, and moves it if it obeys. It reports whether the unit obeys
// and whether it may shoot then. shot is true if it intends to. The check must have allowed the move.
func (f *Battlefield) march(u *rule.Umpire, p *Position, i, to, port int, o Order, shot bool) (obeys, shoots bool) {
	a, b := f.at(p, i), &f.places[to]
	var m Moved
	switch {
	case a.spot && b.spot:
		m = f.orderWalk(u, p, i, to, o, shot)
	case a.spot:
		e, _ := f.entrySituation(u, p, i, to, port, o)
		if m = playEntry(u, exposeOrderTest(u, &e, &e.Command, shot)); f.hasFixed(p, i) && slices.Contains(b.outlets, port) {
			u.Note("fixed.opening", "the unit sets up its fixed weapon at that opening")
		} else {
			port = -1
		}
	case b.spot:
		x, _ := f.exitSituation(u, p, i, to, port, o)
		m, port = playExit(u, exposeOrderTest(u, &x, &x.Command, shot)), -1
	case f.leavesAndEnters(p, i, to):
		u.Note("leave.transport", "the unit leaves one building and enters another in one move")
		x, _, _ := f.onwardSituations(u, p, i, to, o)
		m, port = playExit(u, exposeOrderTest(u, &x, &x.Command, shot)), -1
	default:
		s := f.insideSituation(u, p, i, to, port, o)
		if s.OnTheWay {
			u.Note("host.pass", "the unit passes through friends")
		}
		m = playInsideMove(u, exposeOrderTest(u, &s, &s.Command, shot))
	}
	if !f.applyAnswer(u, p, i, m.Ordered) {
		return false, false
	}
	f.placeUnit(p, i, to, port)
	f.setUpFixed(u, p, i)
	f.triggerAmbushes(u, p, i)
	return true, m.Shoots && p.here(i) && p.Units[i].Die != DownDie
}

// orderWalk orders a unit to go from spot to spot, and returns how it answers and whether it may
// shoot. It does not move the unit.
func (f *Battlefield) orderWalk(u *rule.Umpire, p *Position, i, to int, o Order, shot bool) Moved {
	m := Moved{Ordered: f.orderAnswer(u, p, i, o, shot), Shoots: o == Advance}
	if m.Answer == Obeys {
		s, _ := f.shortestWay(p.where(i), to, -1)
		u.Apply(s.Length.RoundUp(), "host.move", "inches that the unit moves, rounded up")
		if f.places[to].work >= 0 {
			u.Note("scope.ruin", "rubble is difficult ground, not a building")
		}
		m.Shoots = m.Shoots && (!f.hasFixed(p, i) || f.troops[i].vehicle() || shootsMoving(u, true))
	}
	return m
}

// setUpFixed sets up the fixed weapon of a unit that has come to a floor: its player names the
// opening.
func (f *Battlefield) setUpFixed(u *rule.Umpire, p *Position, i int) {
	x, list := &p.Units[i], f.at(p, i).outlets
	if len(list) == 0 || x.Port > 0 || !f.hasFixed(p, i) {
		return
	}
	names := make([]string, len(list))
	for k, o := range list {
		names[k] = f.doors[o].name
	}
	u.Note("fixed.opening", "the player names the opening for the unit's fixed weapon")
	x.Port = uint8(list[u.Choose(f.player(i), "fixed.opening", f.troops[i].sited, names...)] + 1)
}

// legalPlacing forbids a place where a unit cannot be set up. If anywhere is true, its zone does not
// matter, as at the start of a scenario.
func (f *Battlefield) legalPlacing(u *rule.Umpire, p *Position, i, to, port int, anywhere bool) {
	x, t := &f.places[to], &f.troops[i]
	if x.spot {
		f.checkSpot(u, p, to)
		u.Require(port < 0, "fixed.opening", "a spot in the open has no opening: name none")
		u.Require(anywhere || x.zone[t.Side], "host.set-up", "the spot is not in the side's set-up zone")
		return
	}
	w := &f.works[x.work]
	d := SetUp{Body: f.body(p, i), Structure: f.structure(p, x.work), Floor: x.floor, Opening: Wall}
	if !anywhere {
		d.Zone = w.zone[t.Side]
	}
	if f.on(p, to) >= 0 {
		d.Friends = 1
	}
	if port >= 0 {
		o := &f.doors[port]
		d.Opening = o.kind
		u.Require(f.hasFixed(p, i), "fixed.opening", "the unit has no fixed weapon to set up at an opening")
		u.Require(o.work == x.work && o.floor == x.floor, "gun.opening", "the opening is on another floor")
	}
	if !f.checkSiting(u, p, i, to, port) {
		legalSetUp(u, &d)
	}
}

// requireReach forbids a way that is longer than the unit moves, and reports whether the unit
// reaches its end.
func (f *Battlefield) requireReach(u *rule.Umpire, s ground.Way, reach int, cite rule.Clause) bool {
	if s.Length == ground.NoWay {
		u.Forbid(cite, "no route of 24 inches or less leads there: move to a nearer place first")
		return false
	}
	if s.AtMost(reach) {
		return true
	}
	u.Refuses(cite, func() string {
		return fmt.Sprintf("the route is %s″ long, and the unit moves %d″", s.Length, reach)
	})
	return false
}

// requireGathering forbids a Run inside on which the last man of a unit stays too far from the
// building.
func (f *Battlefield) requireGathering(u *rule.Umpire, p *Position, i int, s ground.Way, reach int) {
	most := u.Fact(&reachInches)
	if t := s.Length + ground.Length(f.unitDepth(u, p, i)-most)*ground.Inch; t > ground.Length(reach)*ground.Inch {
		u.Refuses("enter.reach", func() string {
			return fmt.Sprintf("the unit needs %s″ to bring every model within %d″ of the building, and moves %d″", t, most, reach)
		})
	}
}
