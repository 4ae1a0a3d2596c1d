package konflikt47

import "loophole/rule"

// MoraleCheck is the situation of a unit that must check its morale.
type MoraleCheck struct {
	Troops
	Lost uint8 `key:"lost" unit:"men" min:"0" max:"20" doc:"men it lost to this attack, of those that it had"`
	Due  bool  `key:"due" doc:"the check is due whatever it lost, as under flames"`
	Hit  bool  `key:"hit" doc:"the attack hit, and pins it besides"`
}

var moraleSpec = rule.Spec[MoraleCheck, UnitResult]{
	Name:      "morale",
	Gist:      "a unit that lost half of its men or more checks its morale",
	Default:   MoraleCheck{Troops: Troops{Body: Body{Pins: 1}}, Lost: 4, Hit: true},
	Legal:     legalMorale,
	Play:      playMorale,
	Questions: 1,
	Events: []rule.Event[UnitResult]{
		{Name: "unit-destroyed", Gist: "it breaks and is destroyed", Holds: func(h UnitResult) bool { return h.Fate == Destroyed }},
		{Name: "holds", Gist: "it holds", Holds: func(h UnitResult) bool { return h.Fate != Destroyed }},
	},
	Measures: []rule.Measure[UnitResult]{{Name: "pins", Unit: "pins on a unit that holds", Of: func(h UnitResult) int { return int(h.Pins) }}},
	Examples: []rule.Example{
		{Name: "half", Settings: "men=8 lost=4 pins=2", Gist: "a squad with two pins that lost half of its men"},
		{Name: "team", Settings: "unit=mmg-team lost=2 officer=1", Gist: "a machine gun team that lost two of three, with an officer nearby"},
	},
}

func legalMorale(u *rule.Umpire, s *MoraleCheck) {
	legalBody(u, &s.Body)
	u.Require(s.onFoot(u), "host.half", "vehicles do not count men")
	requireAtMost(u, int(s.Lost), s.men(u), "host.half", "it did not have so many men", "men")
}

func playMorale(u *rule.Umpire, s *MoraleCheck) UnitResult {
	h := s.infantryProtection(u, false)
	var r UnitResult
	betweenSides(u, "", "", func() { r = h.afterFire(u, fireResult{lost: s.Lost, hit: s.Hit, due: s.Due}, s.Die) }) // its own affair
	return r
}
