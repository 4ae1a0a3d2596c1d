package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// allowsAssault reports whether assaulters can go through a passage from one place into another.
// They kick in a shut door.
func (p *Position) allowsAssault(way *passage, from, to uint8) bool {
	return way.passable && way.other(from) == to && (!p.shut(way) || way.canKickIn)
}

// hasWayIn reports whether a team can go from its place into a room.
func (f *Battlefield) hasWayIn(p *Position, i int, to uint8) bool {
	from := p.Teams[i].Place - 1
	for _, k := range f.passagesOf[from] {
		if p.allowsAssault(&f.passages[k], from, to) {
			return true
		}
	}
	return false
}

// bestWayIn returns the passage by which a team goes from its place into a room: the one that takes
// the fewest actions, then one that is open, then the shortest. It returns nil if there is no way.
func (f *Battlefield) bestWayIn(u *rule.Umpire, p *Position, i int, to uint8) *passage {
	from := p.Teams[i].Place - 1
	var best *passage
	for _, k := range f.passagesOf[from] {
		if way := &f.passages[k]; p.allowsAssault(way, from, to) && (best == nil || p.isEasier(u, way, best)) {
			best = way
		}
	}
	return best
}

// isEasier reports whether a team prefers one passage to another.
func (p *Position) isEasier(u *rule.Umpire, way, than *passage) bool {
	if a, b := way.actions(u), than.actions(u); a != b {
		return a < b
	}
	if a, b := p.shut(way), p.shut(than); a != b {
		return b
	}
	return way.walk < than.walk
}

// assaultSituation returns the situation of an assault on a room by a set of teams.
func (f *Battlefield) assaultSituation(u *rule.Umpire, p *Position, at uint8, by *teamSet) (s Assault) {
	against := f.occupants(p, at, 1-p.Side)
	room := &s.Rooms[0]
	room.Fight = f.fightSituation(p, at, by, &against)
	for k := range by.count {
		i := by.index[k]
		s.Grenades += p.Teams[i].Grenades
		way := f.bestWayIn(u, p, i, at)
		if way == nil {
			room.Short = true
			continue
		}
		moves := way.actions(u)
		room.Short = room.Short || moves > f.actionsLeft(u, p, i)
		steady := !p.Teams[i].Suppressed && !f.moraleOf(p, i).Hesitant
		room.Attackers[k].Charging = steady && moves == 1
	}
	return s
}

// A partySet is the set of teams that an assault names, as the argument of its action.
type partySet int16

func (s partySet) has(i int) bool { return s>>i&1 == 1 }

// with returns the set with one more team.
func (s partySet) with(i int) partySet { return s | 1<<i }

// assaultArgs returns the room and the teams of an assault.
func assaultArgs(a args) (at uint8, set partySet) { return uint8(a[0]), partySet(a[1]) }

// assaulters returns the teams of a set, up to the number of groups in a fight. all is the number of
// teams in the set.
func assaulters(set partySet) (teams teamSet, all int) {
	for i := range mostTeams {
		if set.has(i) {
			if all++; teams.count < mostTogether {
				teams.index[teams.count] = i
				teams.count++
			}
		}
	}
	return teams, all
}

// assaultPseudoLegal lists rooms with enemies, each with sets of teams that have a way in.
func assaultPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Over() || p.Active != 0 {
		return out
	}
	rooms := f.targets(p)
	if rooms == 0 {
		return out
	}
	var may, from, who [mostTeams]int // A half starts where its team is.
	able := 0
	for i := range f.teams {
		whole := i
		if k, ok := f.wholeOf(p, i); ok {
			whole = k
		}
		if f.mightAct(p, whole) && !p.isFighting(whole) && !f.moraleOf(p, i).Pinned {
			may[able], from[able] = i, whole
			able++
		}
	}
	for at := range rooms.all() {
		n := 0
		for k, i := range may[:able] {
			if f.hasWayIn(p, from[k], at) {
				who[n] = i
				n++
			}
		}
		out = f.addAssaultParties(p, out, int16(at), who[:n], 0, 0)
	}
	return out
}

// addAssaultParties appends the sets of up to four of some teams. No set contains both a team and
// the half that would split from it.
func (f *Battlefield) addAssaultParties(p *Position, out []args, at int16, who []int, set partySet, size int) []args {
	for k, i := range who {
		if whole := int(f.teams[i].whole) - 1; whole >= 0 && set.has(whole) && !p.here(i) {
			continue
		}
		more := set.with(i)
		out = append(out, args{at, int16(more)})
		if size+1 < mostTogether {
			out = f.addAssaultParties(p, out, at, who[k+1:], more, size+1)
		}
	}
	return out
}

func assaultLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at, set := assaultArgs(a)
	by, all := assaulters(set)
	p, ok := f.splitHalves(u, p, set)
	if !ok {
		return
	}
	men := 0
	for i := range f.teams {
		if !set.has(i) {
			continue
		}
		if !f.mayActFreely(u, p, i) {
			return
		}
		f.legalUnpinned(u, p, i)
		men += p.Teams[i].men()
	}
	if p.Active != 0 {
		u.ForbidFunc("host.assault", func() string {
			return f.teams[p.Active-1].name + " has already acted in this activation, and an assault takes a whole one"
		})
	}
	if f.places[at].open {
		u.ForbidFunc("assault.position", func() string { return f.places[at].name + " is in the open: shoot at the enemies there instead" })
	}
	if f.inside(p, int(at), p.Side) > 0 {
		u.ForbidFunc("host.friends", func() string { return "friendly teams are in " + f.places[at].name })
	}
	if f.inside(p, int(at), 1-p.Side) == 0 {
		u.ForbidFunc("assault.position", func() string { return "no enemy is in " + f.places[at].name + ": move in instead" })
		return
	}
	f.legalRoom(u, p, at, p.Side, all, men)
	for k := range by.count {
		f.legalPosition(u, p, by.index[k], at)
	}
	s := f.assaultSituation(u, p, at, &by)
	s.legal(u, func(int) string { return f.places[at].name })
}

// legalPosition forbids an assault by a team that cannot get into position.
func (f *Battlefield) legalPosition(u *rule.Umpire, p *Position, i int, at uint8) {
	way := f.bestWayIn(u, p, i, at)
	if way == nil {
		u.ForbidFunc("assault.position", func() string { return f.noWayIn(p, i, at) })
		return
	}
	if n, left := notedActions(u, way), f.actionsLeft(u, p, i); n > left {
		u.ForbidFunc("assault.position", func() string { return "the way in" + way.tooLong(u, n, left) })
	}
}

// noWayIn returns the reason why a team cannot go from its place into a room.
func (f *Battlefield) noWayIn(p *Position, i int, to uint8) string {
	from := p.Teams[i].Place - 1
	for _, k := range f.passagesOf[from] {
		if way := &f.passages[k]; way.other(from) == to && way.passable {
			return way.name + " is shut, and an assault cannot kick it in: open it first"
		}
	}
	if way := f.openingBetween(from, to); way != nil {
		return "nobody can go through " + way.name
	}
	return fmt.Sprintf("%s is not next to %s, where %s is", f.places[to].name, f.places[from].name, f.teams[i].name)
}

func assaultApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at, set := assaultArgs(a)
	by, _ := assaulters(set)
	if q, _ := f.splitHalves(u, p, set); q != p {
		u.Note("host.split", "a team splits, and half of it assaults")
		*p = *q
	}
	u.Note("host.assault", "the assault begins")
	u.Note("assault.order", "an assault goes in order: positions, grenades, grenade damage, melee")
	for k := range by.count {
		t := &p.Teams[by.index[k]]
		t.State, t.Moved, t.Charged = Done, true, false
	}
	before := p.Lost[p.Side]
	for k := range by.count {
		f.triggerWatch(u, p, by.index[k])
	}
	left := by
	if p.Lost[p.Side] != before {
		left = f.survivors(p, &by)
	}
	s := f.assaultSituation(u, p, at, &left)
	if p.Lost[p.Side] == before || s.mayContinue(u) {
		f.enterAndFight(u, p, at, &left, &s)
	}
	f.finish(u, p, Done)
}

// survivors returns the teams of a set that are still on the table.
func (f *Battlefield) survivors(p *Position, by *teamSet) (left teamSet) {
	for k := range by.count {
		if i := by.index[k]; p.here(i) {
			left.index[left.count] = i
			left.count++
		}
	}
	return left
}

// mayContinue reports whether the assaulters who survive fire on watch may still assault. If not,
// they stay where they are and throw no grenade.
func (s *Assault) mayContinue(u *rule.Umpire) bool {
	checker := rule.NewChecker(u.House())
	if legalAssault(checker, s); checker.Allowed() {
		return true
	}
	why := "the assaulters have no grenade left"
	if s.Rooms[0].assaulters() < u.Fact(&leastAssaulters) {
		why = "too few assaulters are left"
	}
	u.Note("assault.position", why+", so they stay where they are")
	return false
}

// enterAndFight throws the grenade into a room, goes in and fights the first round.
func (f *Battlefield) enterAndFight(u *rule.Umpire, p *Position, at uint8, by *teamSet, s *Assault) {
	for k := range by.count {
		i := by.index[k]
		if way := f.bestWayIn(u, p, i, at); p.shut(way) {
			u.Note("host.doors", "the assaulters kick in the door")
			p.open(way)
		}
		t := &p.Teams[i]
		if t.Charged = s.Rooms[0].Attackers[k].Charging; t.Charged {
			u.NoteFunc("host.charge", func() string { return f.teams[i].name + " charges" })
		}
	}
	f.throwGrenade(u, p, at, by)
	for k := range by.count {
		p.Teams[by.index[k]].Place = at + 1
	}
	against := f.occupants(p, at, 1-p.Side)
	if against.count == 0 {
		u.Note("assault.position", "no defender is left in the room, so the assaulters take it")
		return
	}
	p.Rooms[at].Stormed = p.Side + 1
	r := Round{Fight: f.fightSituation(p, at, by, &against)}
	f.playRound(u, p, at, rule.Traced(u, &r), by, &against)
}
