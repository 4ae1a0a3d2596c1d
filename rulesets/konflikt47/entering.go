package konflikt47

import "loophole/rule"

// Entry is the situation of a unit on the table that runs into a building.
type Entry struct {
	Command
	Structure
	Opening  Opening `key:"opening" doc:"the opening that the first model reaches"`
	Distance uint8   `key:"distance" unit:"inches" min:"0" max:"48" doc:"from the unit to that opening"`
	Farthest uint8   `key:"farthest" unit:"inches" min:"0" max:"48" doc:"from the building to the farthest model after the move, rounded up"`
	Rough    bool    `key:"rough" doc:"the route crosses rough ground"`
	Friends  uint8   `key:"friends" unit:"units" min:"0" max:"6" doc:"friendly units on the ground floor"`
	Enemy    bool    `key:"enemy" doc:"an enemy unit holds the ground floor"`
}

// MoveOutcome is the outcome of an order to enter, to leave or to move inside.
type MoveOutcome struct {
	Place  Place `key:"place" doc:"where the unit is; the players move a unit that flees in panic"`
	Floor  uint8 `key:"floor" doc:"the unit's floor, if inside; 0 is the ground floor"`
	Shoots bool  `key:"may-shoot" doc:"the unit may now shoot, with the modifier for moving"`
	OrderOutcome
}

var moveEvents = []rule.Event[MoveOutcome]{
	{Name: "inside", Gist: "the unit ends inside", Holds: func(m MoveOutcome) bool { return m.Place != Outside }},
	{Name: "obeys", Gist: "the unit carries out its order", Holds: func(m MoveOutcome) bool { return m.Answer == Obeys }},
	{Name: "goes-down", Gist: "the unit goes Down instead", Holds: func(m MoveOutcome) bool { return m.Answer == GoesDown }},
	{Name: "panics", Gist: "the unit fires at friends or flees", Holds: func(m MoveOutcome) bool { return m.Answer >= FiresAt }},
	{Name: "may-shoot", Gist: "the unit may shoot after its move", Holds: func(m MoveOutcome) bool { return m.Shoots }},
}

var moveMeasures = []rule.Measure[MoveOutcome]{{Name: "pins", Unit: "pins left", Of: func(m MoveOutcome) int { return int(m.Pins) }}}

var enterSpec = rule.Spec[Entry, MoveOutcome]{
	Name:         "enter",
	Gist:         "an infantry unit runs into a building",
	Default:      Entry{Command: Command{Order: Run}, Structure: Structure{Storeys: 2}, Distance: 10, Farthest: 1},
	Legal:        legalEntry,
	Play:         playEntry,
	MaxQuestions: 3,
	Events:       moveEvents,
	Measures:     moveMeasures,
	Examples: []rule.Example{
		{Name: "pinned", Settings: "pins=2 enemy-in-sight=yes", Gist: "eight regulars with two pins run for the door"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 unit=us-infantry pins=1 officer=2", Gist: "US infantry led by an officer makes for a bunker's door"},
	},
}

// legalEntry forbids an entry unless the unit is infantry (enter.infantry) ordered to Run
// (enter.run), every man gets within an inch of the building (enter.reach), one man reaches an
// opening (enter.opening), and the ground floor has room.
func legalEntry(u *rule.Umpire, s *Entry) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	legalInfantry(u, &s.Body)
	u.Require(s.Order == Run, "enter.run", "a unit needs a Run order to enter a building")
	s.requirePassable(u, s.Opening, "enter.opening")
	requireInches(u, int(s.Farthest), u.Fact(&entryInches), "enter.reach", "the farthest model ends too far from the building")
	u.Require(!s.Rough, "host.rough", "infantry cannot Run over rough ground")
	requireInches(u, int(s.Distance), s.reach(u, Run), "enter.opening", "the opening is too far away for a Run")
	legalFloor(u, int(s.Friends), s.Enemy)
}

// legalInfantry forbids all but infantry on foot to go into buildings, or to move in them.
func legalInfantry(u *rule.Umpire, b *Body) {
	switch b.class(u) {
	case classInfantry:
	case classArtillery:
		u.Forbid("gun.never-enters", "a gun cannot enter a building during the game: set it up inside before the game")
	default:
		u.Forbid("enter.infantry", "only infantry on foot may enter a building")
	}
}

// legalFloor forbids a unit to end its move on a floor that an enemy holds (enter.enemy) or
// friends fill (enter.capacity).
func legalFloor(u *rule.Umpire, friends int, enemy bool) {
	u.Require(!enemy, "enter.enemy", "an enemy unit holds that floor: assault to enter")
	requireAtMost(u, friends+1, u.Fact(&floorUnits), "enter.capacity", "that floor is full", "{unit}")
}

// playEntry plays the order test. A unit that obeys leaves the table and is on the ground floor.
func playEntry(u *rule.Umpire, s *Entry) MoveOutcome {
	s.noteRules(u)
	moved := MoveOutcome{OrderOutcome: s.orderTest(u, true)}
	if moved.Answer == Obeys {
		u.Note("enter.off-table", "the whole unit leaves the table")
		u.Note("enter.ground", "the unit is on the ground floor")
		moved.Place = Inside
	}
	return moved
}
