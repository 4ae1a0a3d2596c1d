package tideofiron

import "loophole/rule"

// ArtilleryCall is the situation of artillery shells that may drift.
type ArtilleryCall struct {
	Steady uint8 `key:"steady" min:"0" max:"6" doc:"highest black die at which the shells do not drift, as the Strategy card says"`
	Blind  bool  `key:"blind" doc:"no squad of the calling side sees the target hex"`
}

// DriftOutcome is the outcome of ArtilleryCall.
type DriftOutcome struct {
	Hexes     uint8 `key:"hexes" unit:"hexes" doc:"hexes that the shells drift from the target hex"`
	Direction uint8 `key:"direction" doc:"direction of the drift, 1 (north) to 6 clockwise; 0 if the shells are on target"`
	Red       uint8 `key:"red" doc:"the red die; 0 if it was not rolled"`
}

var driftSpec = rule.Spec[ArtilleryCall, DriftOutcome]{
	Name:         "drift",
	Gist:         "where the shells of called artillery fall",
	Default:      ArtilleryCall{Steady: 3},
	Legal:        legalArtilleryCall,
	Play:         playDrift,
	MaxQuestions: 2,
	Events: []rule.Event[DriftOutcome]{
		{Name: "on-target", Gist: "the shells fall on the target hex", Holds: func(o DriftOutcome) bool { return o.Hexes == 0 }},
	},
	Measures: []rule.Measure[DriftOutcome]{
		{Name: "drift", Unit: "hexes from the target", Of: func(o DriftOutcome) int { return int(o.Hexes) }},
	},
	Examples: []rule.Example{{Name: "card", Settings: "steady=3", Gist: "a card with which half of all calls stay on target"}},
}

// legalArtilleryCall forbids artillery on a hex that no squad of the side sees.
func legalArtilleryCall(u *rule.Umpire, call *ArtilleryCall) {
	u.Require(!call.Blind || u.Fact(&artilleryNeedsSight) == 0, "host.artillery", "no squad of the calling side sees the target hex")
}

// playDrift rolls the black die for the distance and the red die for the direction.
func playDrift(u *rule.Umpire, s *ArtilleryCall) DriftOutcome {
	black := u.Sum(1, rule.D6, "host.drift", "black die: drift")
	driftPoints := black - int(s.Steady)
	if driftPoints <= 0 {
		return DriftOutcome{}
	}
	if u.Ruling(&drifting) == driftingWhole {
		driftPoints = black
	}
	driftPoints *= u.Fact(&driftHexes)
	red := u.Sum(1, rule.D6, "host.drift", "red die: direction, clockwise")
	return DriftOutcome{uint8(driftPoints), uint8((red-u.Fact(&driftNorth)+6)%6 + 1), uint8(red)}
}
