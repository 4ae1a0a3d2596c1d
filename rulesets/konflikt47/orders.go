package konflikt47

import "loophole/rule"

// UnitOrder is the situation of a unit, in a building or in the open, that is given an order.
type UnitOrder struct {
	Command
	Structure
	Outside  bool `key:"outside" doc:"the unit is in the open, not in a building"`
	Stuck    bool `key:"immobilised" doc:"the unit is an immobilised vehicle"`
	Deployed bool `key:"deployed" doc:"the unit is a gun that was set up inside"`
}

var orderSpec = rule.Spec[UnitOrder, OrderOutcome]{
	Name:         "order",
	Gist:         "a unit in a building or in the open receives an order and makes its order test",
	Default:      UnitOrder{Command: Command{Order: Fire, Body: Body{Pins: 2}}, Structure: Structure{Storeys: 2}},
	Legal:        legalOrder,
	Play:         playOrder,
	MaxQuestions: 3,
	Events:       orderEvents,
	Measures:     []rule.Measure[OrderOutcome]{{Name: "pins", Unit: "pins left", Of: func(o OrderOutcome) int { return int(o.Pins) }}},
	Examples: []rule.Example{
		{Name: "pinned", Settings: "order=fire pins=3 enemy-in-sight=yes friend-in-danger=yes", Gist: "eight regulars with three pins receive a Fire order in their house"},
		{Name: "rally", Settings: "order=rally pins=5 quality=veteran officer=1", Gist: "veterans with five pins are rallied by an officer"},
		{Name: "gun", Settings: "order=fire unit=pak-40 deployed=yes pins=2 enemy-in-sight=yes", Gist: "a gun that cannot run away"},
		{Name: "lone-gunner", Settings: "order=ambush unit=mmg-team men=1 pins=1 nco-lost=yes", Gist: "the last model of a machine gun team, without an NCO"},
		{Name: "tank", Settings: "order=run outside=yes unit=tiger pins=2 enemy-in-sight=yes", Gist: "a Tiger with two pins receives a Run order"},
	},
}

var orderEvents = []rule.Event[OrderOutcome]{
	{Name: "obeys", Gist: "the unit carries out its order", Holds: func(o OrderOutcome) bool { return o.Answer == Obeys }},
	{Name: "goes-down", Gist: "the unit goes Down instead", Holds: func(o OrderOutcome) bool { return o.Answer == GoesDown }},
	{Name: "fires-at-friends", Gist: "the unit panics and fires at a friendly unit", Holds: func(o OrderOutcome) bool { return o.Answer == FiresAt }},
	{Name: "runs-away", Gist: "the unit panics and flees from the enemy", Holds: func(o OrderOutcome) bool { return o.Answer == RunsAway }},
	{Name: "free-of-pins", Gist: "the unit has no pins left", Holds: func(o OrderOutcome) bool { return o.Pins == 0 }},
}

// legalOrder forbids an order that the unit cannot be given.
func legalOrder(u *rule.Umpire, s *UnitOrder) {
	u.Require(!s.Stuck || !s.onFoot(u), "host.results", "only vehicles can be immobilised")
	if s.Outside {
		legalOrderOutside(u, s)
		return
	}
	s.Structure.legal(u)
	legalOccupant(u, &s.Body)
	u.Require(!s.Deployed || s.isGun(u), "setup.gun", "only guns are set up for the whole game: artillery=yes")
	u.Require(s.Deployed || !s.isGun(u), "gun.never-enters", "a gun is inside only if it was set up there: deployed=yes")
	if s.Deployed {
		legalGunOrder(u, s.Order)
	}
}

// legalOrderOutside forbids an order that a unit in the open cannot be given.
func legalOrderOutside(u *rule.Umpire, s *UnitOrder) {
	legalPins(u, &s.Body)
	u.Require(!s.Deployed, "setup.gun", "a unit in the open is not set up in a building: deployed=no")
	moves := s.Order == Run || s.Order == Advance
	u.Require(!moves || !s.isGun(u), "host.guns", "guns cannot move")
	u.Require(!moves || !s.Stuck, "host.results", "the vehicle is immobilised")
}

// playOrder plays the order test. Units inside test as units do elsewhere (orders.usual).
func playOrder(u *rule.Umpire, s *UnitOrder) OrderOutcome {
	if s.Outside {
		return s.orderTest(u, !s.Stuck && !s.isGun(u))
	}
	s.noteRules(u)
	u.Note("orders.usual", "units inside receive orders as they do elsewhere")
	return s.orderTest(u, !s.Deployed)
}

// InsideMove is the situation of a unit that moves inside a building: to another floor, or
// into connected sections.
type InsideMove struct {
	Command
	Structure
	Floor        uint8 `key:"floor" min:"0" max:"6" doc:"the unit's floor; 0 is the ground floor, and the roof follows the top floor"`
	To           uint8 `key:"to" min:"0" max:"6" doc:"the floor that the unit goes to"`
	Sections     uint8 `key:"sections" unit:"sections" min:"0" max:"6" doc:"adjoining sections or buildings that the unit moves through, with the last"`
	Size         uint8 `key:"section-size" unit:"inches" min:"1" max:"24" doc:"longest side of the sections"`
	Agreed       bool  `key:"judged-house-sized" doc:"the players still judge sections of that size to be house-sized"`
	NotConnected bool  `key:"not-connected" doc:"the sections touch but are not connected"`
	Friends      uint8 `key:"friends" unit:"units" min:"0" max:"6" doc:"friendly units at the destination"`
	Enemy        bool  `key:"enemy" doc:"an enemy unit is at the destination"`
	OnTheWay     bool  `key:"friends-on-the-way" doc:"a friendly unit is on the floor that the unit passes"`
	Held         bool  `key:"enemy-on-the-way" doc:"an enemy unit is on the floor that the unit passes"`
	Resites      bool  `key:"resites" doc:"the unit takes its fixed weapon to another opening"`
	HasFixed     bool  `key:"fixed" doc:"the unit has a fixed weapon"`
	BurnsNext    bool  `key:"burning-there" doc:"the destination is on fire"`
}

var moveSpec = rule.Spec[InsideMove, MoveOutcome]{
	Name:         "move",
	Gist:         "a unit moves inside: up or down, or into an adjoining section",
	Default:      InsideMove{Command: Command{Order: Run}, Structure: Structure{Storeys: 3}, To: 2, Size: 6},
	Legal:        legalInsideMove,
	Play:         playInsideMove,
	MaxQuestions: 3,
	Events: append(append([]rule.Event[MoveOutcome]{}, moveEvents[1:]...),
		rule.Event[MoveOutcome]{Name: "upstairs", Gist: "the unit ends above the ground floor", Holds: func(m MoveOutcome) bool { return m.Floor > 0 }},
	),
	Measures: moveMeasures,
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

// legalInsideMove forbids a move that the order, the sections or units in the way do not allow.
func legalInsideMove(u *rule.Umpire, s *InsideMove) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	legalMover(u, &s.Body, s.Order)
	legalSteps(u, s)
	u.Require(s.hasFloor(s.Floor, true) && s.hasFloor(s.To, true), "orders.run", "the building has no such floor")
	if s.Sections > 0 {
		legalSections(u, s)
	}
	u.Require(!s.Resites || s.HasFixed, "fixed.redeploy", "only a fixed weapon goes to another opening: fixed=yes")
	if s.floorsMoved() == 0 && s.Sections == 0 {
		u.Require(s.Resites, "orders.advance", "the unit does not move: name a floor or a number of sections")
		return
	}
	legalFloor(u, int(s.Friends), s.Enemy)
	u.Require(!s.BurnsNext, "flame.impassable", "a burning building is impassable")
	u.Require(!s.Held, "enter.enemy", "an enemy unit holds the floor on the way: assault to enter")
	u.Require(!s.OnTheWay || u.Ruling(&passFriends) == passFriendsYes, "host.pass", "a friendly unit fills the floor on the way")
}

// legalSteps forbids a move that is longer than the order allows: an Advance is one floor or
// section (orders.advance), a Run two floors or two sections (orders.run).
func legalSteps(u *rule.Umpire, s *InsideMove) {
	floors, sections := s.floorsMoved(), int(s.Sections)
	switch s.Order {
	case Advance:
		requireAtMost(u, floors+sections, u.Fact(&advanceSteps), "orders.advance", "too far for an Advance", "floors or sections")
	case Run:
		requireAtMost(u, floors+sections, u.Fact(&runSteps), "orders.run", "too far for a Run", "floors or sections")
		u.Require(floors == 0 || sections == 0 || u.Ruling(&mixedRun) == mixedRunYes, "orders.run", "a Run crosses either floors or sections, not both")
	default:
		u.Forbid("orders.advance", "a unit needs an Advance or Run order to move inside")
	}
}

// playInsideMove plays the order test and the move. After an Advance the unit may shoot.
func playInsideMove(u *rule.Umpire, s *InsideMove) MoveOutcome {
	s.noteRules(u)
	if s.Sections > 0 {
		s.noteSections(u)
	}
	moved := MoveOutcome{Place: Inside, Floor: s.Floor, OrderOutcome: s.orderTest(u, true)}
	if moved.Answer != Obeys {
		return moved
	}
	moved.Floor = s.To
	if s.Sections > 0 {
		moved.Place = Elsewhere
	}
	if s.Resites {
		u.Note("fixed.redeploy", "the unit sets up its fixed weapon at another opening")
	}
	if s.Order == Run {
		u.Note("orders.run", "the unit runs inside")
		return moved
	}
	u.Note("orders.advance", "the unit advances inside")
	moved.Shoots = mayShootAfterAdvance(u, s.HasFixed)
	return moved
}
