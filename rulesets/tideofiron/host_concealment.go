package tideofiron

import "loophole/rule"

// Concealment is the situation of a concealed squad.
type Concealment struct {
	State  BuildingState `key:"hex" doc:"what stands in the squad's hex"`
	Seen   bool          `key:"seen" doc:"an enemy unit sees the squad's place"`
	Enemy  uint8         `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes to the nearest enemy squad; 0 if there is none"`
	Fires  bool          `key:"fires" doc:"the squad has fired"`
	Struck bool          `key:"struck" doc:"an attack has struck the squad, or destroyed its building"`
}

// ConcealmentOutcome is the outcome of Concealment.
type ConcealmentOutcome struct {
	Revealed bool `key:"revealed" doc:"the squad is revealed"`
}

var concealmentSpec = rule.Spec[Concealment, ConcealmentOutcome]{
	Name:         "hide",
	Gist:         "whether a concealed squad is revealed",
	Default:      Concealment{},
	Play:         playConcealment,
	MaxQuestions: 0,
	Events: []rule.Event[ConcealmentOutcome]{
		{Name: "revealed", Gist: "the squad is revealed", Holds: func(o ConcealmentOutcome) bool { return o.Revealed }},
	},
	Examples: []rule.Example{
		{Name: "house", Settings: "seen=yes distance=2", Gist: "a squad in a building, with the enemy two hexes away"},
		{Name: "door", Settings: "seen=yes distance=1", Gist: "the same squad, with an enemy squad adjacent"},
		{Name: "street", Settings: "hex=open seen=yes distance=5", Gist: "a squad that the enemy sees in the street"},
		{Name: "rubble", Settings: "hex=overlay seen=yes distance=5", Gist: "a squad in the ruins of a building"},
		{Name: "shot", Settings: "distance=4 fires=yes", Gist: "a squad that has fired"},
		{Name: "struck", Settings: "distance=4 struck=yes", Gist: "a squad under an area attack"},
	},
}

// playConcealment works out whether a concealed squad is revealed.
func playConcealment(u *rule.Umpire, s *Concealment) ConcealmentOutcome {
	switch {
	case s.Fires:
		u.Note("host.reveal", "a squad that fires is revealed")
	case s.Struck:
		u.Note("host.reveal", "a squad that an attack strikes is revealed")
	case s.Enemy > 0 && int(s.Enemy) <= u.Fact(&revealHexes):
		u.Note("host.reveal", "an enemy squad is close enough to reveal the concealed squad")
	case s.Seen && (s.State == Open || s.State != Standing && u.Fact(&revealRubble) == 1):
		u.Note("host.reveal", "the enemy sees the squad outside a standing building")
	default:
		return ConcealmentOutcome{}
	}
	return ConcealmentOutcome{Revealed: true}
}
