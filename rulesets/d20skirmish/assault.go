package d20skirmish

import "loophole/rule"

// mostRooms is the most rooms of an assault.
const mostRooms = 6

// Assault is the situation of "Assault": rooms of a building are assaulted in three steps, a
// grenade goes into each, and melee follows.
type Assault struct {
	Rooms       [mostRooms]AssaultedRoom `key:"rooms" doc:"assaulted rooms, each by the number of its assaulters; if none is given, one room of two against two"`
	Grenades    uint8                    `key:"grenades" unit:"grenades" min:"0" max:"36" doc:"grenades that the assaulters have"`
	Activations uint8                    `key:"activations" min:"0" max:"20" doc:"activations that are played, by the sides in turn, with a round of melee in each unless the sides share one; 0 plays to the finish"`
}

// AssaultedRoom is a room that is assaulted.
type AssaultedRoom struct {
	Fight
	Short bool `key:"short" doc:"the assaulters do not get into position"`
}

// defaultRooms are the rooms of a situation that states none.
var defaultRooms = [mostRooms]AssaultedRoom{{Fight: twoOnTwo}}

// assaultedRooms returns the rooms of the situation, or the default.
func (s *Assault) assaultedRooms() *[mostRooms]AssaultedRoom {
	if s.Rooms == ([mostRooms]AssaultedRoom{}) {
		return &defaultRooms
	}
	return &s.Rooms
}

// assaulted reports whether the room has any assaulters or defenders.
func (r *AssaultedRoom) assaulted() bool { return r.assaulters()+r.occupants() > 0 }

// AssaultOutcome is the outcome of Assault.
type AssaultOutcome struct {
	Taken         uint8 `key:"taken" unit:"rooms" doc:"rooms with attackers left and no defenders"`
	Held          uint8 `key:"held" unit:"rooms" doc:"rooms with defenders left and no attackers"`
	Emptied       uint8 `key:"emptied" unit:"rooms" doc:"rooms with nobody left"`
	Contested     uint8 `key:"contested" unit:"rooms" doc:"rooms in which both sides are still in combat"`
	AttackersLost uint8 `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	DefendersLost uint8 `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders, by grenades and in melee"`
	Pinned        uint8 `key:"pinned" unit:"elements" doc:"defending elements that count as pinned"`
	Suppressed    uint8 `key:"suppressed" unit:"characters" doc:"surviving defenders who are suppressed"`
	MoraleChange
	Grenades uint8 `key:"grenades" unit:"grenades" doc:"grenades left"`
}

var assaultSpec = rule.Spec[Assault, AssaultOutcome]{
	Name:    "assault",
	Gist:    "an assault on a building: a grenade into every room, then melee in each",
	Default: Assault{Grenades: mostRooms},
	Legal:   legalAssault,
	Play:    playAssault,
	Events: []rule.Event[AssaultOutcome]{
		{Name: "all-rooms-taken", Gist: "every room is cleared and has attackers left", Holds: func(o AssaultOutcome) bool { return o.Held+o.Emptied+o.Contested == 0 }},
		{Name: "room-taken", Gist: "at least one room is cleared and has attackers left", Holds: func(o AssaultOutcome) bool { return o.Taken > 0 }},
		{Name: "all-rooms-cleared", Gist: "no room has a defender left, with or without attackers", Holds: func(o AssaultOutcome) bool { return o.Held+o.Contested == 0 }},
		{Name: "room-held", Gist: "at least one room has only defenders left", Holds: func(o AssaultOutcome) bool { return o.Held > 0 }},
		{Name: "room-emptied", Gist: "at least one room is empty", Holds: func(o AssaultOutcome) bool { return o.Emptied > 0 }},
		{Name: "in-combat", Gist: "both sides are still in combat in at least one room", Holds: func(o AssaultOutcome) bool { return o.Contested > 0 }},
		{Name: "element-pinned", Gist: "at least one defending element is pinned", Holds: func(o AssaultOutcome) bool { return o.Pinned > 0 }},
		{Name: "taken-without-loss", Gist: "the attackers take every room and lose nobody", Holds: func(o AssaultOutcome) bool {
			return o.Held+o.Emptied+o.Contested == 0 && o.AttackersLost == 0
		}},
	},
	Measures: []rule.Measure[AssaultOutcome]{
		{Name: "rooms-taken", Unit: "rooms", Of: func(o AssaultOutcome) int { return int(o.Taken) }},
		{Name: "attackers-lost", Unit: "characters", Of: func(o AssaultOutcome) int { return int(o.AttackersLost) }},
		{Name: "defenders-lost", Unit: "characters", Of: func(o AssaultOutcome) int { return int(o.DefendersLost) }},
		{Name: "elements-pinned", Unit: "elements", Of: func(o AssaultOutcome) int { return int(o.Pinned) }},
		{Name: "defenders-morale", Unit: "points", Of: func(o AssaultOutcome) int { return int(o.DefendersMorale) }},
	},
	Examples: []rule.Example{
		{Name: "two-on-two", Settings: "", Gist: "two assaulters clear a room of two, from the grenade to the finish"},
		{
			Name: "smg-charge", Settings: "rooms=2 rooms.1.attackers.1.charging=yes rooms.1.attackers.1.smg=1 rooms.1.defenders=2",
			Gist: "two assaulters, one with an SMG, charge a room of two",
		},
		{Name: "first-activation", Settings: "activations=1", Gist: "the state of the room after the first activation"},
		{
			Name: "three-rooms", Settings: "rooms=2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2",
			Gist: "three rooms of two, each assaulted by two",
		},
		{
			Name: "house", Settings: "rooms=3,2 rooms.1.defenders=3 rooms.1.defenders.1.smg=1 rooms.2.defenders=1 rooms.2.defenders.1.element=b grenades=2",
			Gist: "a strong room and a weak one, held by two elements",
		},
	},
}

// playAssault plays the steps of an assault (assault.order) in one room after the other. If grenades
// in one room matter in another, all grenades are thrown first.
func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	prepared := prepareAssault.For(u, s)
	progress := assaultProgress{meleeState: meleeState{pinnedElements: prepared.pinnedElements}}
	limit := roundLimit(u, s.Activations)
	for progress.room < prepared.roomCount {
		if !rule.Checkpoint(u, "round", &progress) {
			return AssaultOutcome{}
		}
		if prepared.grenadesFirst && progress.room == 0 && !progress.entered {
			prepared.throwAllGrenades(u, &progress)
		}
		if prepared.roomCount == 1 {
			prepared.playActivation(u, limit, &progress)
			continue
		}
		u.About(roomNames[prepared.roomIndex[progress.room]], func() { prepared.playActivation(u, limit, &progress) })
	}
	return AssaultOutcome{
		Taken: progress.taken, Held: progress.held, Emptied: progress.emptied, Contested: prepared.roomCount - progress.taken - progress.held - progress.emptied,
		AttackersLost: progress.attackersLost, DefendersLost: progress.defendersLost, Pinned: progress.pinnedCount, Suppressed: progress.suppressedCount,
		MoraleChange: progress.morale, Grenades: prepared.grenadesLeft,
	}
}

// playActivation plays one activation in one room: the grenade if it is the first, and a round of
// melee. limit is the most rounds that are played, or 0 for no limit.
func (p *preparedAssault) playActivation(u *rule.Umpire, limit uint8, progress *assaultProgress) {
	if !progress.entered {
		p.enterRoom(u, progress)
	}
	if progress.contested() {
		result := p.forces[progress.room].playRound(u, &progress.meleeState)
		progress.attackersLost += uint8(result.lost[attacking])
		progress.defendersLost += uint8(result.lost[defending])
		change := moraleCost(u, result.lost)
		progress.morale.AttackersMorale += change.AttackersMorale
		progress.morale.DefendersMorale += change.DefendersMorale
	}
	if limit > 0 {
		progress.round++
	}
	if !progress.contested() || limit > 0 && progress.round == limit {
		p.finishRoom(progress)
	}
}
