package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// throwGrenade throws the one grenade of an assault, if there is one.
func (f *Battlefield) throwGrenade(u *rule.Umpire, p *Position, at uint8, by *teamSet) {
	for k := range by.count {
		if i := by.index[k]; p.Teams[i].Grenades > 0 {
			u.Note("assault.one-each", "the assaulters throw one grenade into the room")
			f.playGrenade(u, p, at, i)
			return
		}
	}
}

func grenadePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	rooms := f.targets(p)
	if rooms == 0 {
		return out
	}
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		if p.Teams[i].Grenades == 0 {
			continue
		}
		from := p.Teams[i].Place - 1
		for at := range rooms.all() {
			if f.canThrow(p, from, at) {
				out = append(out, args{int16(at), int16(i)})
			}
		}
	}
	return out
}

// targets returns the rooms with enemies in which nobody is in combat.
func (f *Battlefield) targets(p *Position) (rooms placeSet) {
	for at := range f.present(p)[1-p.Side].all() {
		if !f.places[at].open && p.Rooms[at].Stormed == 0 {
			rooms.add(at)
		}
	}
	return rooms
}

// canThrow reports whether an opening that is not shut joins two places.
func (f *Battlefield) canThrow(p *Position, from, to uint8) bool {
	for _, k := range f.passagesOf[from] {
		if way := &f.passages[k]; way.other(from) == to && !p.shut(way) {
			return true
		}
	}
	return false
}

// openingBetween returns an opening between two places, shut or not, or nil.
func (f *Battlefield) openingBetween(from, to uint8) *passage {
	for _, k := range f.passagesOf[from] {
		if f.passages[k].other(from) == to {
			return &f.passages[k]
		}
	}
	return nil
}

func grenadeLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at, i := uint8(a[0]), int(a[1])
	if !f.mayActFreely(u, p, i) {
		return
	}
	place := f.places[at].name
	if p.Teams[i].Grenades == 0 {
		u.ForbidFunc("host.grenade", func() string { return f.teams[i].name + " has no grenade left" })
	}
	if f.places[at].open {
		u.ForbidFunc("grenade.each", func() string { return place + " is in the open: shoot at the enemies there instead" })
	}
	if f.inside(p, int(at), p.Side) > 0 {
		u.ForbidFunc("host.friends", func() string { return "friendly teams are in " + place })
	}
	if f.inside(p, int(at), 1-p.Side) == 0 {
		u.ForbidFunc("grenade.each", func() string { return "no enemy is in " + place })
	}
	if from := p.Teams[i].Place - 1; !f.canThrow(p, from, at) {
		u.ForbidFunc("host.grenade", func() string {
			if way := f.openingBetween(from, at); way != nil {
				return way.name + " is shut: open it first"
			}
			return fmt.Sprintf("%s is not next to %s, where %s is", place, f.places[from].name, f.teams[i].name)
		})
	}
	needed, left := u.Fact(&grenadeActions), f.actionsLeft(u, p, i)
	u.Requiref(needed <= left, "host.grenade", "a grenade takes %d {action}, and the team has %d left", needed, left)
}

func grenadeApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at, i := uint8(a[0]), int(a[1])
	u.Note("host.grenade", "the team throws a grenade into the room and stays outside")
	f.spendActions(u, p, i, u.Fact(&grenadeActions))
	f.playGrenade(u, p, at, i)
	f.endIfSpent(u, p)
}

// playGrenade plays a grenade of a team in a room with enemies.
func (f *Battlefield) playGrenade(u *rule.Umpire, p *Position, at uint8, by int) {
	p.Teams[by].Grenades--
	side := 1 - p.Side
	against := f.occupants(p, at, side)
	inside := f.suppressedElements(p, &against)
	s := Grenade{RoomDefenders: f.fightSituation(p, at, &teamSet{}, &against).RoomDefenders, Grenades: 1, Elsewhere: f.membersElsewhere(p, at, side), Morale: f.morale[side]}
	var result grenadeResult
	u.WithRoles([2]rule.Side{attackingSide, defendingSide}, [2]rule.Side{f.sides[p.Side], f.sides[side]}, func() {
		f.withTeamNames(u, defendingSide, &against, side, func() { result = resolveGrenade(u, rule.Traced(u, &s)) })
	})
	f.removeCasualties(u, p, result.defenders, &result.left, &against, "grenade.remove")
	for e := range Element(elements) {
		element, morale := &result.outcome.Elements[e], &p.Elements[side][e]
		if result.effect.costingMorale[e] != [2]uint8{} {
			morale.drop(s.morale(u, e) - int(element.Morale))
		}
		morale.Pinned = morale.Pinned || element.Pinned
		if !result.effect.suppressed.has(e) {
			continue
		}
		for i := range f.teams {
			if team := &p.Teams[i]; team.Place != 0 && f.teams[i].side == side && f.teams[i].element == e {
				if team.Place == at+1 {
					team.suppress(u, inside.has(e))
				} else if element.Elsewhere {
					team.suppress(u, team.Suppressed)
				}
			}
		}
	}
}

// suppress suppresses a team, or suppresses it twice.
func (t *Team) suppress(u *rule.Umpire, already bool) {
	t.Suppressed = true
	t.Twice = t.Twice || already && u.Ruling(&stacking) == stackingStack
}

// suppressedElements returns the elements that have a suppressed team in a set.
func (f *Battlefield) suppressedElements(p *Position, of *teamSet) (set elementSet) {
	for k := range of.count {
		if i := of.index[k]; p.Teams[i].Suppressed {
			set.add(f.teams[i].element)
		}
	}
	return set
}

// membersElsewhere counts the members of each element outside a room, up to the 12 that a situation
// can state.
func (f *Battlefield) membersElsewhere(p *Position, at uint8, side uint8) (count [elements]uint8) {
	for i := range f.teams {
		if team := &f.teams[i]; team.side == side && p.Teams[i].Place != at+1 {
			count[team.element] = uint8(min(int(count[team.element])+p.Teams[i].men(), 12))
		}
	}
	return count
}
