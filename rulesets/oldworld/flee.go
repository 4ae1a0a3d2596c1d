package oldworld

import "loophole/rule"

// Rally is the situation of "Flee!": a unit that flees inside a building tries to rally.
type Rally struct {
	Garrison Troops `key:"garrison" doc:"the unit, with the models that are left"`
	Steady   bool   `key:"steady" doc:"the unit is not fleeing"`
	Later    bool   `key:"other-phase" doc:"it is not the Rally step of the unit's own turn"`
}

// RallyOutcome is the outcome of Rally.
type RallyOutcome struct {
	Rallied bool `key:"rallied" doc:"the unit no longer flees"`
	Inside  bool `key:"inside" doc:"the unit is still in the building"`
	Charge  bool `key:"may-charge" doc:"the unit may declare charges this turn"`
	Shoot   bool `key:"may-shoot" doc:"the unit may shoot and cast this turn"`
	Leave   bool `key:"may-leave" doc:"the unit may leave in this turn's Remaining Moves"`
}

var rallySpec = rule.Spec[Rally, RallyOutcome]{
	Name:         "rally",
	Gist:         "a unit that flees inside a building tries to rally",
	Default:      Rally{Garrison: Troops{Unit: units.Ref("state-troops"), Models: 12, Started: 15}},
	Legal:        legalRally,
	Play:         playRally,
	MaxQuestions: 2,
	Events: []rule.Event[RallyOutcome]{
		{Name: "rallied", Gist: "the unit rallies", Holds: func(r RallyOutcome) bool { return r.Rallied }},
		{Name: "still-fleeing", Gist: "the unit still flees inside", Holds: func(r RallyOutcome) bool { return !r.Rallied }},
	},
	Examples: []rule.Example{
		{Name: "most-left", Settings: "garrison.models=12", Gist: "twelve of fifteen State Troops rally on their Leadership"},
		{Name: "few-left", Settings: "garrison.models=7", Gist: "seven of fifteen are left: Leadership is one lower"},
		{Name: "hardly-any", Settings: "garrison.models=3", Gist: "three of fifteen are left and need double ones"},
		{Name: "drum", Settings: "garrison.musician=yes", Gist: "a musician helps"},
	},
}

// playRally takes the Rally test. A unit that fails stays inside and still flees.
func playRally(u *rule.Umpire, s *Rally) RallyOutcome {
	u.Note("flee.rally", "the unit takes the usual Rally test")
	if prepareRally.For(u, s).test(u, "to rally") {
		u.Note("host.charge", "a unit that has rallied cannot declare a charge this turn")
		return RallyOutcome{Rallied: true, Inside: true, Shoot: true, Leave: true}
	}
	u.Note("flee.counts", "the unit still flees and can neither shoot nor cast")
	u.Note("flee.stays", "the fleeing unit does not move")
	u.Note("leave.fleeing", "the fleeing unit cannot leave the building")
	return RallyOutcome{Inside: true}
}

// legalRally forbids a Rally test by a unit that does not flee, or outside the Rally step.
func legalRally(u *rule.Umpire, s *Rally) {
	if !legalUnit(u, &s.Garrison) {
		return
	}
	u.Require(!s.Steady, "flee.rally", "the unit is not fleeing")
	u.Require(!s.Later, "host.rally", "units rally in the Rally step of their own turn")
}

// prepareRally works out the Leadership: 1 less with under half of the starting models left, 1 more
// for a musician. Under a quarter, only a double 1 rallies.
var prepareRally = rule.Precomputed[Rally, leadership]{Compute: func(u *rule.Umpire, s *Rally) leadership {
	unit := &s.Garrison
	test := unit.leadership(u)
	began := unit.started() + characterCount(unit.Character)
	ld := int(test.ld)
	if unit.allModels()*100 < u.Fact(&rallyPenaltyPercent)*began {
		ld -= u.Apply(u.Fact(&rallyPenalty), "host.rally", "Leadership lost because fewer than half of the models are left")
	}
	if unit.Musician {
		ld += u.Apply(u.Fact(&rallyMusician), "host.musician", "Leadership added by a musician")
	}
	test.ld = uint8(min(max(ld, 0), 10))
	if unit.allModels()*100 < u.Fact(&rallyDoubleOnesPercent)*began {
		u.Note("host.rally", "fewer than a quarter of the models are left: only double ones rally the unit")
		test.ld = 0 // A natural 2 passes every test.
	}
	return test
}}

// fleesFromPanic returns the result for an occupying unit that flees from panic.
func fleesFromPanic(u *rule.Umpire) PanicResult {
	u.Note("flee.stays", "the unit inside flees, but does not move")
	u.Note("flee.hides", "the fleeing unit stays behind the walls")
	return FleesInside
}

// What an occupying unit does if a failed Panic test makes it fall back, by the readings of the
// ruling "panic-inside".
const (
	panicInsideStays   = iota // it rallies at once, and counts as having moved
	panicInsideIgnored        // it does nothing at all
	panicInsideFlees          // it flees inside
)

// cannotFallBack returns the result for an occupying unit that would fall back from panic, by the ruling
// "panic-inside".
func cannotFallBack(u *rule.Umpire) PanicResult {
	u.Note("hold.no-fall-back", "an occupying unit does not fall back")
	switch u.Ruling(&panicInside) {
	case panicInsideIgnored:
		return Calm
	case panicInsideFlees:
		u.Note("silent.panic", "the unit flees inside the building")
		return FleesInside
	}
	u.Note("silent.panic", "the unit stays inside, rallies, and counts as having moved")
	return StaysInside
}
