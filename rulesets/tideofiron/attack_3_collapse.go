package tideofiron

import "loophole/rule"

// CollapseSituation is the situation of a building hex that has just been destroyed.
type CollapseSituation struct{ Hex }

var collapseSpec = rule.Spec[CollapseSituation, Result]{
	Name:      "collapse",
	Gist:      "a building hex is destroyed: the damage to the squads inside, and the overlay",
	Default:   CollapseSituation{Hex{Scenario: true, Hexes: 1, Squads: [mostUnits]Squad{{Figures: 4}}}},
	Legal:     legalCollapse,
	Questions: 2 * mostUnits,
	Play: func(u *rule.Umpire, s *CollapseSituation) Result {
		r := s.untouched()
		s.collapse(u, &r)
		return r
	},
	Events:   resultEvents,
	Measures: resultMeasures,
	Examples: []rule.Example{
		{Name: "squad-b", Settings: "level=1 squads=4", Gist: "Squad B of the illustrated example: eight dice"},
		{Name: "three-floors", Settings: "level=2 squads=4,3,2 squads.2.floor=1 squads.3.floor=2", Gist: "a squad on each of three floors"},
	},
}

// legalCollapse forbids a hex in which no building can collapse.
func legalCollapse(u *rule.Umpire, s *CollapseSituation) {
	legalHex(u, &s.Hex)
	legalStanding(u, &s.Hex)
}
