package konflikt47

import "loophole/rule"

// Exit is the situation of a unit that leaves a building by an opening of the ground floor.
type Exit struct {
	Command
	Structure
	Floor    uint8   `key:"floor" min:"0" max:"6" doc:"the unit's floor; 0 is the ground floor"`
	Opening  Opening `key:"opening" doc:"the opening that the move is measured from"`
	Distance uint8   `key:"distance" unit:"inches" min:"0" max:"48" doc:"from that opening to where the farthest model will be"`
	Upstairs bool    `key:"from-upstairs" doc:"the opening is on an upper floor"`
	Rough    bool    `key:"rough" doc:"the route crosses rough ground"`
	HasFixed bool    `key:"fixed" doc:"the unit has a fixed weapon"`
	Onward   bool    `key:"onward" doc:"the unit goes straight into another building that it may enter"`
}

var leaveSpec = rule.Spec[Exit, MoveOutcome]{
	Name:         "leave",
	Gist:         "an infantry unit leaves a building by an opening of the ground floor",
	Default:      Exit{Command: Command{Order: Advance}, Structure: Structure{Storeys: 2}, Distance: 6},
	Legal:        legalExit,
	Play:         playExit,
	MaxQuestions: 3,
	Events:       moveEvents,
	Measures:     moveMeasures,
	Examples: []rule.Example{
		{Name: "advance", Settings: "pins=1", Gist: "a unit with a pin advances out of the door and may shoot"},
		{Name: "next-house", Settings: "order=run distance=11 onward=yes pins=3 enemy-in-sight=yes", Gist: "out of one house and into the next, under fire"},
	},
}

// legalExit forbids an exit unless the unit is on the ground floor, is ordered to Advance or
// Run, and measures its move from an opening (leave.move).
func legalExit(u *rule.Umpire, s *Exit) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	legalMover(u, &s.Body, s.Order)
	u.Require(s.hasFloor(s.Floor, true), "leave.ground", "the building has no such floor")
	u.Require(s.Floor == 0, "leave.ground", "a unit leaves from the ground floor")
	u.Require(s.Order == Advance || s.Order == Run, "leave.order", "a unit needs an Advance or Run order to leave")
	s.requirePassable(u, s.Opening, "leave.move")
	u.Require(!s.Upstairs, "leave.move", "the move is measured from an opening on the ground floor")
	u.Require(!s.Rough || s.Order != Run, "host.rough", "infantry cannot Run over rough ground")
	requireInches(u, int(s.Distance), s.reach(u, s.Order), "leave.move", "the place is farther from the opening than the unit moves")
	if s.Onward {
		u.Require(s.Order == Run, "enter.run", "a unit needs a Run order to enter a building")
		u.Require(u.Ruling(&onward) == onwardYes, "leave.transport", "one move takes a unit in or out, not both")
	}
}

// playExit plays the order test and the move. After an Advance the unit may shoot.
func playExit(u *rule.Umpire, s *Exit) MoveOutcome {
	s.noteRules(u)
	moved := MoveOutcome{Place: Inside, OrderOutcome: s.orderTest(u, true)}
	if moved.Answer != Obeys {
		return moved
	}
	u.Note("leave.order", "the unit leaves the building")
	moved.Place = Outside
	if s.Onward {
		u.Note("enter.off-table", "the unit goes into the other building")
		moved.Place = Elsewhere
	}
	if s.Order == Advance {
		moved.Shoots = mayShootAfterAdvance(u, s.HasFixed)
	}
	return moved
}
