package konflikt47

import (
	"fmt"
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// isVacant reports whether a unit could stand on a spot, or be on a floor.
func (f *Battlefield) isVacant(p *Position, to int) bool {
	place := &f.places[to]
	if place.beforeSection >= 0 || f.unitAt(p, to) >= 0 {
		return false
	}
	return place.section < 0 || place.spot == (p.Sections[place.section] == Fallen) && p.Sections[place.section] != Burns
}

// unitDepth returns the distance of the last man of a unit from its spot, in inches, rounded up.
func (f *Battlefield) unitDepth(u *rule.Umpire, p *Position, i int) int {
	if f.units[i].isVehicle() || p.Units[i].Men < 2 {
		return 0
	}
	perInch := u.Fact(&menPerInchOfDepth)
	return (int(p.Units[i].Men) + perInch - 1) / perInch
}

// shortestWay returns the shortest way between two places that are not joined inside,
// and the opening that it leads through: the one that is named, or the best of
// those that troops can pass. One of the places is a spot.
func (f *Battlefield) shortestWay(from, to, openingIndex int) (best ground.Way, by int) {
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
	for _, opening := range f.floor(floor.section, 0).openings {
		if openingIndex >= 0 && opening != openingIndex || openingIndex < 0 && !f.openings[opening].passable {
			continue
		}
		if way := f.views.Way(f.node(opening), int(spot.nodes[0])); way.Length < best.Length {
			best, by = way, opening
		}
	}
	return best, by
}

// mostWayInches is the most inches of a way that situations state.
const mostWayInches = 48

// openingOnWay returns the opening by which a way leads into or out of a section, and the inches of the
// way. If there is no way, it returns the opening that troops would have to reach, and 0.
func (f *Battlefield) openingOnWay(sectionIndex int8, openingIndex int, way ground.Way, by int) (Opening, uint8) {
	if by < 0 {
		return f.wantedOpening(sectionIndex, openingIndex), 0
	}
	return f.openings[by].kind, uint8(min(mostWayInches, way.Length.InchesUp()))
}

// legalMove forbids a move to a place that a unit cannot make on an order.
func (f *Battlefield) legalMove(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	from, place := f.placeOf(p, i), &f.places[to]
	switch {
	case f.units[i].isVehicle() && !place.spot:
		u.Forbid("enter.infantry", "vehicles cannot enter buildings")
	case p.Units[i].Stuck:
		u.Forbid("host.results", "the vehicle is immobilised")
	case from.spot && place.spot:
		f.legalWalk(u, p, i, to, openingIndex, order)
	case from.spot:
		f.legalMoveIn(u, p, i, to, openingIndex, order)
	case place.spot:
		f.legalMoveOut(u, p, i, to, openingIndex, order)
	default:
		f.legalMoveInside(u, p, i, to, openingIndex, order)
	}
}

// legalSpot forbids a move to a spot on which no unit can stand.
func (f *Battlefield) legalSpot(u *rule.Umpire, p *Position, to int) {
	place := &f.places[to]
	u.Require(f.unitAt(p, to) < 0, "host.spots", "another unit is on that spot")
	u.Require(place.beforeSection < 0, "host.spots", "only a vehicle that rammed that wall can be on that spot")
	u.Require(place.section < 0 || p.Sections[place.section] == Fallen, "host.spots", "the building still stands: there is no rubble to enter")
}

// legalWalk forbids a move from spot to spot that a unit cannot make.
func (f *Battlefield) legalWalk(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	f.legalSpot(u, p, to)
	u.Require(openingIndex < 0, "host.spots", "a move between spots uses no opening: name none")
	body := f.body(p, i)
	u.Require(!f.units[i].isGun(), "host.guns", "guns cannot move")
	way, _ := f.shortestWay(p.placeIndex(i), to, -1)
	f.requireReach(u, way, body.reach(u, order), "host.move")
	u.Require(!way.Rough || order != Run, "host.rough", "units cannot Run over rough ground: order an Advance")
	u.Require(f.blocker(p, i, to) < 0, "host.pass", "a unit blocks the way, and vehicles cannot pass through it: go around by another spot")
}

// entrySituation returns the situation of a unit that runs inside.
func (f *Battlefield) entrySituation(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) (Entry, ground.Way) {
	section := f.places[to].section
	way, by := f.shortestWay(p.placeIndex(i), to, openingIndex)
	entry := Entry{Command: f.command(u, p, i, order), Structure: f.structure(p, section), Rough: way.Rough}
	if entry.Opening, entry.Distance = f.openingOnWay(section, openingIndex, way, by); by >= 0 {
		late := way.Length.InchesUp() + f.unitDepth(u, p, i) - entry.reach(u, Run)
		entry.Farthest = uint8(min(mostWayInches, max(0, late)))
	}
	entry.Friends, entry.Enemy = f.occupied(p, i, to)
	return entry, way
}

// occupied returns the number of friends on a floor, and whether an enemy is there.
func (f *Battlefield) occupied(p *Position, i, to int) (friends uint8, enemy bool) {
	switch j := f.unitAt(p, to); {
	case j < 0 || j == i:
		return 0, false
	case f.units[j].Side == f.units[i].Side:
		return 1, false
	}
	return 0, true
}

// legalMoveIn forbids a move into a building that a unit cannot make.
func (f *Battlefield) legalMoveIn(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	if f.places[to].floor > 0 {
		u.Forbid("enter.ground", "a unit outside can enter only the ground floor")
		return
	}
	if openingIndex >= 0 && !f.atGround(openingIndex, f.places[to].section) {
		u.Forbid("enter.ground", "a unit outside must enter by an opening of the ground floor")
		return
	}
	f.legalFixedOpening(u, p, i, to, openingIndex)
	entry, way := f.entrySituation(u, p, i, to, openingIndex, order)
	switch {
	case entry.Opening == Wall || order != Run:
	case way.Length == ground.NoWay:
		f.requireReach(u, way, 0, "host.move")
	default:
		f.requireLastModelNear(u, p, i, way, entry.reach(u, Run))
		entry.Farthest = 0
	}
	legalEntry(u, &entry)
}

// wantedOpening returns the opening that a unit would have to reach: the one that is named, or any of
// the ground floor that troops can pass.
func (f *Battlefield) wantedOpening(sectionIndex int8, openingIndex int) Opening {
	if openingIndex >= 0 {
		return f.openings[openingIndex].kind
	}
	for _, candidate := range f.floor(sectionIndex, 0).openings {
		if f.openings[candidate].passable {
			return f.openings[candidate].kind
		}
	}
	return Wall
}

// atGround reports whether an opening is one of the ground floor of a section.
func (f *Battlefield) atGround(openingIndex int, sectionIndex int8) bool {
	return f.openings[openingIndex].section == sectionIndex && f.openings[openingIndex].floor == 0
}

// exitSituation returns the situation of a unit that leaves.
func (f *Battlefield) exitSituation(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) (Exit, ground.Way) {
	from := f.placeOf(p, i)
	way, by := f.shortestWay(p.placeIndex(i), to, openingIndex)
	exit := Exit{
		Command: f.command(u, p, i, order), Structure: f.structure(p, from.section), Floor: from.floor,
		Upstairs: openingIndex >= 0 && f.openings[openingIndex].floor > 0, Rough: way.Rough, HasFixed: f.hasFixed(p, i),
	}
	exit.Opening, exit.Distance = f.openingOnWay(from.section, openingIndex, way, by)
	return exit, way
}

// legalMoveOut forbids a move out of a building that a unit cannot make.
func (f *Battlefield) legalMoveOut(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	f.legalSpot(u, p, to)
	exit, way := f.exitSituation(u, p, i, to, openingIndex, order)
	if openingIndex >= 0 && f.openings[openingIndex].section != f.placeOf(p, i).section {
		u.Forbid("leave.move", "that opening belongs to another building")
		return
	}
	if exit.Opening != Wall && !f.requireReach(u, way, exit.reach(u, order), "leave.move") {
		exit.Distance = 0
	}
	legalExit(u, &exit)
}

// hasFixed reports whether a unit has a fixed weapon.
func (f *Battlefield) hasFixed(p *Position, i int) bool {
	return f.anyArm(p, i, func(a *arm) bool { return a.fixed })
}

// mostSteps is the most floors or sections that a unit passes in one move inside.
const mostSteps = 2

// sectionsBetween returns how many sections a unit moves through on a floor to get from one to another,
// the last one included: 1 if they are connected, 2 by way of the section by, or 0 if neither leads
// there. Of several sections it prefers an empty one.
func (f *Battlefield) sectionsBetween(p *Position, from, to int8, floor uint8) (count int, by int8) {
	start := &f.sections[from]
	if start.connected[floor]>>to&1 == 1 {
		return 1, -1
	}
	for other := range f.sections {
		if start.connected[floor]>>other&1 == 1 && p.Sections[other] == Whole && f.sections[other].connected[floor]>>to&1 == 1 {
			if j := f.unitAt(p, f.sections[other].floors[floor]); count == 0 || j < 0 {
				count, by = 2, int8(other)
			}
		}
	}
	return count, by
}

// insideMoveSituation returns the situation of a unit that moves inside.
func (f *Battlefield) insideMoveSituation(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) InsideMove {
	from, target := f.placeOf(p, i), &f.places[to]
	s := InsideMove{
		Command: f.command(u, p, i, order), Structure: f.structure(p, from.section), Floor: from.floor, To: target.floor, Size: 1, Agreed: f.judgedHouseSized,
		HasFixed: f.hasFixed(p, i), Resites: openingIndex >= 0,
	}
	s.Friends, s.Enemy = f.occupied(p, i, to)
	passed := -1
	switch {
	case from.section != target.section:
		count, by := f.sectionsBetween(p, from.section, target.section, from.floor)
		s.Sections, s.NotConnected = uint8(max(1, count)), count == 0
		s.Size = max(1, f.sections[from.section].size, f.sections[target.section].size)
		s.BurnsNext = p.Sections[target.section] == Burns
		if count == 2 {
			s.Size = max(s.Size, f.sections[by].size)
			passed = f.sections[by].floors[from.floor]
		}
	case s.floorsMoved() == 2:
		passed = f.sections[from.section].floors[(from.floor+target.floor)/2]
	}
	if passed >= 0 {
		friends, enemy := f.occupied(p, i, passed)
		s.OnTheWay, s.Held = friends > 0, enemy
	}
	return s
}

// legalMoveInside forbids a move from floor to floor or to another section that a unit cannot make.
func (f *Battlefield) legalMoveInside(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	target := &f.places[to]
	if p.Sections[target.section] == Fallen {
		u.Forbid("scope.ruin", "that section is rubble")
		return
	}
	if f.leavesAndEnters(p, i, to) {
		sections := f.sectionsToPass(p, f.placeOf(p, i).section, target.section)
		if sections == 0 {
			f.legalMoveOnward(u, p, i, to, openingIndex, order)
			return
		}
		checker := rule.NewChecker(u.House())
		if f.legalMoveOnward(checker, p, i, to, openingIndex, order); checker.Allowed() {
			return
		}
		s := f.insideMoveSituation(u, p, i, to, openingIndex, order)
		s.Sections, s.NotConnected = sections, false
		legalInsideMove(u, &s)
		return
	}
	f.legalFixedOpening(u, p, i, to, openingIndex)
	u.Require(openingIndex < 0 || !f.units[i].isGun(), "gun.locked", "a gun keeps its opening for the whole game")
	s := f.insideMoveSituation(u, p, i, to, openingIndex, order)
	legalInsideMove(u, &s)
	if openingIndex >= 0 {
		opening := &f.openings[openingIndex]
		u.Require(opening.section == target.section && opening.floor == target.floor, "fixed.redeploy", "the opening is on another floor")
		s.requireFireable(u, opening.kind, "fixed.opening")
	}
}

// sectionsToPass counts the sections that a unit passes on the ground floor to get to another, the
// last one included; 0 if they are not connected.
func (f *Battlefield) sectionsToPass(p *Position, from, to int8) uint8 {
	whole := p.sections(Whole)
	for count, seen := uint8(1), uint16(1)<<from; ; count++ {
		next := seen
		for k := range f.sections {
			if seen>>k&1 == 1 {
				next |= f.sections[k].connected[0] & whole
			}
		}
		switch {
		case next>>to&1 == 1:
			return count
		case next == seen:
			return 0
		}
		seen = next
	}
}

// legalFixedOpening requires an opening to be named for a fixed weapon, if the floor has any to choose.
// It reports whether the unit has a fixed weapon and no opening is named.
func (f *Battlefield) legalFixedOpening(u *rule.Umpire, p *Position, i, to, openingIndex int) bool {
	unnamed := openingIndex < 0 && f.units[i].class == classInfantry && f.hasFixed(p, i)
	u.Require(!unnamed || len(f.places[to].firingOpenings) == 0, "fixed.opening", "name the opening for the unit's fixed weapon: by an opening")
	return unnamed
}

// leavesAndEnters reports whether a unit would have to leave its section and enter another from
// outside.
func (f *Battlefield) leavesAndEnters(p *Position, i, to int) bool {
	from, target := f.placeOf(p, i), &f.places[to]
	if from.section == target.section || from.floor > 0 || target.floor > 0 {
		return false
	}
	count, _ := f.sectionsBetween(p, from.section, target.section, 0)
	return count == 0
}

// onwardSituations returns the situations of a unit that runs out of one building and into another,
// with its way between them.
func (f *Battlefield) onwardSituations(u *rule.Umpire, p *Position, i, to int, order Order) (exit Exit, entry Entry, way ground.Way) {
	from, target := f.placeOf(p, i), &f.places[to]
	way.Length = ground.NoWay
	exit = Exit{Command: f.command(u, p, i, order), Structure: f.structure(p, from.section), Opening: Wall, Onward: true, HasFixed: f.hasFixed(p, i)}
	entry = Entry{Command: exit.Command, Structure: f.structure(p, target.section), Opening: Wall}
	for _, outIndex := range from.openings {
		for _, inIndex := range target.openings {
			out, in := &f.openings[outIndex], &f.openings[inIndex]
			if between := f.views.Way(f.node(outIndex), f.node(inIndex)); between.Length < way.Length && out.passable && in.passable {
				way, exit.Opening, entry.Opening = between, out.kind, in.kind
			}
		}
	}
	exit.Rough, entry.Rough = way.Rough, way.Rough
	entry.Friends, entry.Enemy = f.occupied(p, i, to)
	return exit, entry, way
}

// legalMoveOnward forbids a run out of one building and into another that a unit cannot make.
func (f *Battlefield) legalMoveOnward(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order) {
	exit, entry, way := f.onwardSituations(u, p, i, to, order)
	u.Require(openingIndex < 0, "leave.transport", "a unit takes the shortest route from building to building: name no opening")
	if way.Length == ground.NoWay {
		f.requireReach(u, way, 0, "enter.reach")
	} else {
		f.requireLastModelNear(u, p, i, way, entry.reach(u, order))
	}
	legalExit(u, &exit)
	legalEntry(u, &entry)
}

// exposeOrderTest makes s the situation whose odds the action shows, if the unit must take an order
// test. If a shot follows it does not, because players then ask about the shot.
func exposeOrderTest[S any](u *rule.Umpire, s *S, c *Command, shot bool) *S {
	if c.Pins > 0 && !shot {
		rule.Traced(u, s)
	}
	return s
}

// orderMove orders a unit to move to a place, and moves it if it obeys. It reports whether the unit
// obeys and whether it may shoot then. shot is true if it intends to. The check must have allowed
// the move.
func (f *Battlefield) orderMove(u *rule.Umpire, p *Position, i, to, openingIndex int, order Order, shot bool) (obeys, shoots bool) {
	from, target := f.placeOf(p, i), &f.places[to]
	var moved MoveOutcome
	switch {
	case from.spot && target.spot:
		moved = f.orderWalk(u, p, i, to, order, shot)
	case from.spot:
		entry, _ := f.entrySituation(u, p, i, to, openingIndex, order)
		if moved = playEntry(u, exposeOrderTest(u, &entry, &entry.Command, shot)); f.hasFixed(p, i) && slices.Contains(target.firingOpenings, openingIndex) {
			u.Note("fixed.opening", "the unit sets up its fixed weapon at that opening")
		} else {
			openingIndex = -1
		}
	case target.spot:
		exit, _ := f.exitSituation(u, p, i, to, openingIndex, order)
		moved, openingIndex = playExit(u, exposeOrderTest(u, &exit, &exit.Command, shot)), -1
	case f.leavesAndEnters(p, i, to):
		u.Note("leave.transport", "the unit leaves one building and enters another in one move")
		exit, _, _ := f.onwardSituations(u, p, i, to, order)
		moved, openingIndex = playExit(u, exposeOrderTest(u, &exit, &exit.Command, shot)), -1
	default:
		move := f.insideMoveSituation(u, p, i, to, openingIndex, order)
		if move.OnTheWay {
			u.Note("host.pass", "the unit passes through friends")
		}
		moved = playInsideMove(u, exposeOrderTest(u, &move, &move.Command, shot))
	}
	if !f.applyAnswer(u, p, i, moved.OrderOutcome) {
		return false, false
	}
	f.placeUnit(p, i, to, openingIndex)
	f.setUpFixed(u, p, i)
	f.triggerAmbushes(u, p, i)
	return true, moved.Shoots && p.here(i) && p.Units[i].Die != DownDie
}

// orderWalk orders a unit to go from spot to spot, and returns how it answers and whether it may
// shoot. It does not move the unit.
func (f *Battlefield) orderWalk(u *rule.Umpire, p *Position, i, to int, order Order, shot bool) MoveOutcome {
	moved := MoveOutcome{OrderOutcome: f.orderAnswer(u, p, i, order, shot), Shoots: order == Advance}
	if moved.Answer == Obeys {
		way, _ := f.shortestWay(p.placeIndex(i), to, -1)
		u.Apply(way.Length.InchesUp(), "host.move", "inches that the unit moves, rounded up")
		if f.places[to].section >= 0 {
			u.Note("scope.ruin", "rubble is difficult ground, not a building")
		}
		moved.Shoots = moved.Shoots && (!f.hasFixed(p, i) || f.units[i].isVehicle() || mayShootAfterAdvance(u, true))
	}
	return moved
}

// setUpFixed sets up the fixed weapon of a unit that has come to a floor: its player names the
// opening.
func (f *Battlefield) setUpFixed(u *rule.Umpire, p *Position, i int) {
	unit, list := &p.Units[i], f.placeOf(p, i).firingOpenings
	if len(list) == 0 || unit.Port > 0 || !f.hasFixed(p, i) {
		return
	}
	names := make([]string, len(list))
	for k, openingIndex := range list {
		names[k] = f.openings[openingIndex].name
	}
	u.Note("fixed.opening", "the player names the opening for the unit's fixed weapon")
	unit.Port = uint8(list[u.Choose(f.player(i), "fixed.opening", f.units[i].openingQuestion, names...)] + 1)
}

// legalPlacing forbids a place where a unit cannot be set up. If anywhere is true, its zone does
// not matter, as at the start of a scenario.
func (f *Battlefield) legalPlacing(u *rule.Umpire, p *Position, i, to, openingIndex int, anywhere bool) {
	place, info := &f.places[to], &f.units[i]
	if place.spot {
		f.legalSpot(u, p, to)
		u.Require(openingIndex < 0, "fixed.opening", "a spot in the open has no opening: name none")
		u.Require(anywhere || place.zone[info.Side], "host.set-up", "the spot is not in the side's set-up zone")
		return
	}
	section := &f.sections[place.section]
	setUp := SetUp{Body: f.body(p, i), Structure: f.structure(p, place.section), Floor: place.floor, Opening: Wall}
	if !anywhere {
		setUp.Zone = section.zone[info.Side]
	}
	if f.unitAt(p, to) >= 0 {
		setUp.Friends = 1
	}
	if openingIndex >= 0 {
		opening := &f.openings[openingIndex]
		setUp.Opening = opening.kind
		u.Require(f.hasFixed(p, i), "fixed.opening", "the unit has no fixed weapon to set up at an opening")
		u.Require(opening.section == place.section && opening.floor == place.floor, "gun.opening", "the opening is on another floor")
	}
	if !f.legalFixedOpening(u, p, i, to, openingIndex) {
		legalSetUp(u, &setUp)
	}
}

// requireReach forbids a way that is longer than the unit moves, and reports whether the unit
// reaches its end.
func (f *Battlefield) requireReach(u *rule.Umpire, way ground.Way, reach int, cite rule.Clause) bool {
	if way.Length == ground.NoWay {
		u.Forbid(cite, "no route of 24 inches or less leads there: move to a nearer place first")
		return false
	}
	if way.AtMost(reach) {
		return true
	}
	u.ForbidFunc(cite, func() string {
		return fmt.Sprintf("the route is %s″ long, and the unit moves %d″", way.Length, reach)
	})
	return false
}

// requireLastModelNear forbids a Run inside that leaves the last man of a unit too far from the
// building.
func (f *Battlefield) requireLastModelNear(u *rule.Umpire, p *Position, i int, way ground.Way, reach int) {
	most := u.Fact(&entryInches)
	if length := way.Length + ground.Length(f.unitDepth(u, p, i)-most)*ground.Inch; length > ground.Length(reach)*ground.Inch {
		u.ForbidFunc("enter.reach", func() string {
			return fmt.Sprintf("the unit needs %s″ to bring every model within %d″ of the building, and moves %d″", length, most, reach)
		})
	}
}
