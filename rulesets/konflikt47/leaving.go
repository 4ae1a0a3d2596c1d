package konflikt47

import "loophole/rule"

// Exit is the situation of a unit that leaves a building by an opening of the ground floor.
type Exit struct {
	Command
	Structure
	Floor    uint8   `key:"floor" min:"0" max:"6" doc:"the floor it is on, the ground floor 0"`
	Opening  Opening `key:"opening" doc:"the opening that its move is measured from"`
	Distance uint8   `key:"distance" unit:"inches" min:"0" max:"48" doc:"from that opening to where its farthest man will stand"`
	Upstairs bool    `key:"from-upstairs" doc:"the opening is on an upper floor"`
	Rough    bool    `key:"rough" doc:"the way leads over rough ground"`
	HasFixed bool    `key:"fixed" doc:"its weapon is a fixed one"`
	Onward   bool    `key:"onward" doc:"it goes straight into another building, whose conditions are met"`
}

var leaveSpec = rule.Spec[Exit, Moved]{
	Name:      "leave",
	Gist:      "an infantry unit leaves a building by an opening of the ground floor",
	Default:   Exit{Command: Command{Order: Advance}, Structure: Structure{Storeys: 2}, Distance: 6},
	Legal:     legalExit,
	Play:      playExit,
	Questions: 3,
	Events:    movedEvents,
	Measures:  movedMeasures,
	Examples: []rule.Example{
		{Name: "advance", Settings: "pins=1", Gist: "a unit with a pin advances out of the door and may shoot"},
		{Name: "next-house", Settings: "order=run distance=11 onward=yes pins=3 enemy-in-sight=yes", Gist: "out of one house and into the next, under fire"},
	},
}

// legalExit says why the unit cannot leave so: it is on the ground floor, ordered to Advance
// or Run, and measures its move from an opening (leave.move).
func legalExit(u *rule.Umpire, s *Exit) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	legalMover(u, &s.Body, s.Order)
	u.Require(s.floor(s.Floor, true), "leave.ground", "the building has no such floor")
	u.Require(s.Floor == 0, "leave.ground", "a unit leaves from the ground floor")
	u.Require(s.Order == Advance || s.Order == Run, "leave.order", "to leave, a unit must be ordered to Advance or to Run")
	s.passable(u, s.Opening, "leave.move")
	u.Require(!s.Upstairs, "leave.move", "the move is measured from an opening on the ground floor")
	u.Require(!s.Rough || s.Order != Run, "host.rough", "infantry does not run over rough ground")
	requireAtMost(u, int(s.Distance), s.reach(u, s.Order), "leave.move", "that is farther from the opening than the unit moves", "{inch|inches}")
	if s.Onward {
		u.Require(s.Order == Run, "enter.run", "to enter a building a unit must be ordered to Run")
		u.Require(u.Ruling(&onward) == 0, "leave.transport", "a unit leaves or enters in one move, as with transports")
	}
}

// playExit plays the order test and the move. After an Advance the unit may shoot.
func playExit(u *rule.Umpire, s *Exit) Moved {
	s.note(u)
	m := Moved{Place: Inside, Ordered: s.orderTest(u, true)}
	if m.Answer != Obeys {
		return m
	}
	u.Note("leave.order", "it leaves the building")
	m.Place = Outside
	if s.Onward {
		u.Note("enter.off-table", "and goes into the other building")
		m.Place = Elsewhere
	}
	if s.Order == Advance {
		m.Shoots = shootsMoving(u, s.HasFixed)
	}
	return m
}
