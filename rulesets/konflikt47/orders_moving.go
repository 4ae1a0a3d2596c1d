package konflikt47

import "loophole/rule"

// InsideMove is the situation of a unit that moves inside a building: to another floor, or
// into connected sections.
type InsideMove struct {
	Command
	Structure
	Floor     uint8 `key:"floor" min:"0" max:"6" doc:"the floor it is on, the ground floor 0; the roof is one above the topmost"`
	To        uint8 `key:"to" min:"0" max:"6" doc:"the floor it goes to"`
	Sections  uint8 `key:"sections" unit:"sections" min:"0" max:"6" doc:"adjoining sections or buildings that it moves on to, the last one included"`
	Size      uint8 `key:"section-size" unit:"inches" min:"1" max:"24" doc:"longest side of the sections it moves through"`
	Agreed    bool  `key:"judged-house-sized" doc:"the players judge sections of that size to be house-sized all the same"`
	Apart     bool  `key:"not-connected" doc:"the sections touch, but no way leads from one to the other"`
	Friends   uint8 `key:"friends" unit:"units" min:"0" max:"6" doc:"friendly units where it wants to end"`
	Enemy     bool  `key:"enemy" doc:"an enemy unit is where it wants to end"`
	OnTheWay  bool  `key:"friends-on-the-way" doc:"a friendly unit is on the floor that it passes"`
	Held      bool  `key:"enemy-on-the-way" doc:"an enemy unit is on the floor that it passes"`
	Resites   bool  `key:"resites" doc:"it takes its fixed weapon to another opening"`
	HasFixed  bool  `key:"fixed" doc:"its weapon is a fixed one"`
	BurnsNext bool  `key:"burning-there" doc:"the section it wants to go to is on fire"`
}

var moveSpec = rule.Spec[InsideMove, Moved]{
	Name:      "move",
	Gist:      "a unit moves inside: up or down, or into an adjoining section",
	Default:   InsideMove{Command: Command{Order: Run}, Structure: Structure{Storeys: 3}, To: 2, Size: 6},
	Legal:     legalInsideMove,
	Play:      playInsideMove,
	Questions: 3,
	Events: append(append([]rule.Event[Moved]{}, movedEvents[1:]...),
		rule.Event[Moved]{Name: "upstairs", Gist: "it is above the ground floor afterwards", Holds: func(m Moved) bool { return m.Floor > 0 }},
	),
	Measures: movedMeasures,
	Examples: []rule.Example{
		{Name: "two-floors", Settings: "pins=2 enemy-in-sight=yes", Gist: "two floors up at a run, with two pins"},
		{Name: "two-sections", Settings: "to=0 sections=2 section-size=6 storeys=1 pins=1", Gist: "through two sections of a factory"},
		{Name: "gunners", Settings: "order=advance unit=mmg-team fixed=yes to=1 resites=yes pins=1", Gist: "a machine gun team climbs a floor and sets up at a new window"},
	},
}

// floorsMoved returns the number of floors that the unit climbs or descends.
func (s *InsideMove) floorsMoved() int {
	if s.To > s.Floor {
		return int(s.To - s.Floor)
	}
	return int(s.Floor - s.To)
}

// legalInsideMove says why the unit cannot move so: order, sections, and units in its way.
func legalInsideMove(u *rule.Umpire, s *InsideMove) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	legalMover(u, &s.Body, s.Order)
	legalSteps(u, s)
	u.Require(s.floor(s.Floor, true) && s.floor(s.To, true), "orders.run", "the building has no such floor")
	if s.Sections > 0 {
		legalSections(u, s)
	}
	u.Require(!s.Resites || s.HasFixed, "fixed.redeploy", "only a fixed weapon is sited at an opening: fixed=yes")
	if s.floorsMoved() == 0 && s.Sections == 0 {
		u.Require(s.Resites, "orders.advance", "the unit stays where it is: say to which floor or through how many sections it goes")
		return
	}
	legalFloor(u, int(s.Friends), s.Enemy)
	u.Require(!s.BurnsNext, "flame.impassable", "a burning building is impassable")
	u.Require(!s.Held, "enter.enemy", "an enemy unit holds the floor on the way: it can only be assaulted")
	u.Require(!s.OnTheWay || u.Ruling(&passFriends) == 0, "host.pass", "a friendly unit fills the floor on the way")
}

// legalSteps says why an order does not carry the unit that far: an Advance is one floor or
// section (orders.advance), a Run two floors or two sections (orders.run).
func legalSteps(u *rule.Umpire, s *InsideMove) {
	floors, sections := s.floorsMoved(), int(s.Sections)
	switch s.Order {
	case Advance:
		requireAtMost(u, floors+sections, u.Fact(&advanceFloors), "orders.advance", "too far for an Advance", "floors or sections")
	case Run:
		requireAtMost(u, floors+sections, u.Fact(&runFloors), "orders.run", "too far for a Run", "floors or sections")
		u.Require(floors == 0 || sections == 0 || u.Ruling(&mixedRun) == 1, "orders.run", "a Run is either floors or sections")
	default:
		u.Forbid("orders.advance", "to move inside, a unit must be ordered to Advance or to Run")
	}
}

// playInsideMove plays the order test and the move. After an Advance the unit may shoot.
func playInsideMove(u *rule.Umpire, s *InsideMove) Moved {
	s.note(u)
	if s.Sections > 0 {
		s.noteSections(u)
	}
	m := Moved{Place: Inside, Floor: s.Floor, Ordered: s.orderTest(u, true)}
	if m.Answer != Obeys {
		return m
	}
	m.Floor = s.To
	if s.Sections > 0 {
		m.Place = Elsewhere
	}
	if s.Resites {
		u.Note("fixed.redeploy", "its fixed weapon is set up at another opening")
	}
	if s.Order == Run {
		u.Note("orders.run", "it runs inside")
		return m
	}
	u.Note("orders.advance", "it advances inside")
	m.Shoots = shootsMoving(u, s.HasFixed)
	return m
}
