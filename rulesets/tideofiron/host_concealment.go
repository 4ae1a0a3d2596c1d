package tideofiron

import "loophole/rule"

// Hiding is the situation of a concealed squad.
type Hiding struct {
	Terrain Terrain `key:"hex" doc:"what stands where it is"`
	Seen    bool    `key:"seen" doc:"an enemy unit has a line of sight to its place"`
	Enemy   uint8   `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes to the nearest enemy squad; 0 if there is none"`
	Fires   bool    `key:"fires" doc:"it has fired"`
	Struck  bool    `key:"struck" doc:"an area attack has struck it, or its building has fallen"`
}

// Hidden is the outcome of Hiding.
type Hidden struct {
	Revealed bool `key:"revealed" doc:"it has come to light"`
}

var hidingSpec = rule.Spec[Hiding, Hidden]{
	Name:      "hide",
	Gist:      "whether a concealed squad comes to light",
	Default:   Hiding{},
	Play:      playHiding,
	Questions: 0,
	Events: []rule.Event[Hidden]{
		{Name: "revealed", Gist: "the squad comes to light", Holds: func(h Hidden) bool { return h.Revealed }},
	},
	Examples: []rule.Example{
		{Name: "house", Settings: "seen=yes distance=2", Gist: "a squad in a building, with the enemy two hexes away"},
		{Name: "door", Settings: "seen=yes distance=1", Gist: "the same with an enemy squad at the door"},
		{Name: "street", Settings: "hex=open seen=yes distance=5", Gist: "a squad that the enemy sees in the street"},
		{Name: "rubble", Settings: "hex=overlay seen=yes distance=5", Gist: "a squad in the ruins of a building"},
		{Name: "shot", Settings: "distance=4 fires=yes", Gist: "a squad that has fired"},
		{Name: "struck", Settings: "distance=4 struck=yes", Gist: "a squad under an area attack"},
	},
}

// playHiding works out whether a concealed squad is revealed.
func playHiding(u *rule.Umpire, s *Hiding) Hidden {
	switch {
	case s.Fires:
		u.Note("host.reveal", "a squad that fires comes to light")
	case s.Struck:
		u.Note("host.reveal", "a squad that is struck comes to light")
	case s.Enemy > 0 && int(s.Enemy) <= u.Fact(&revealHexes):
		u.Note("host.reveal", "an enemy squad is next to the concealed squad")
	case s.Seen && (s.Terrain == Open || s.Terrain != Standing && u.Fact(&revealRubble) == 1):
		u.Note("host.reveal", "the enemy sees the squad, which stands without cover")
	default:
		return Hidden{}
	}
	return Hidden{Revealed: true}
}
