package d20skirmish

import "loophole/rule"

// MoraleTest is the situation of an element that tests its morale. The test is not on the page: its
// numbers are assumed defaults.
type MoraleTest struct {
	Morale   uint8 `key:"morale" min:"0" max:"30" doc:"morale of the element; 0 is the usual morale of the game"`
	Lost     uint8 `key:"lost" unit:"points" min:"0" max:"60" doc:"morale that the element has already lost"`
	Hesitant bool  `key:"hesitant" doc:"the element is already hesitant"`
}

// MoraleResult is the result of a morale test.
type MoraleResult uint8

const (
	Firm     MoraleResult = iota // nothing changes
	Hesitant                     // the element is hesitant
	Routed                       // the element leaves the game
)

func (MoraleResult) Names() []string { return []string{"firm", "hesitant", "routed"} }

// MoraleTestOutcome is the outcome of MoraleTest.
type MoraleTestOutcome struct {
	Result MoraleResult `key:"mood" doc:"result of the morale test"`
}

var moraleSpec = rule.Spec[MoraleTest, MoraleTestOutcome]{
	Name:         "morale",
	Gist:         "an element tests its morale",
	Play:         playMorale,
	MaxQuestions: 1,
	Events: []rule.Event[MoraleTestOutcome]{
		{Name: "firm", Gist: "the test is passed", Holds: func(o MoraleTestOutcome) bool { return o.Result == Firm }},
		{Name: "hesitant", Gist: "the element is hesitant", Holds: func(o MoraleTestOutcome) bool { return o.Result == Hesitant }},
		{Name: "routed", Gist: "the element leaves the game", Holds: func(o MoraleTestOutcome) bool { return o.Result == Routed }},
	},
	Examples: []rule.Example{
		{Name: "usual", Settings: "", Gist: "an element of usual morale"},
		{Name: "hesitant", Settings: "morale=6 hesitant=yes", Gist: "a hesitant element that lost two men to a grenade"},
	},
}

// playMorale rolls one D20 against the morale: that or less passes. An element that is hesitant
// already routs if it fails by more than the margin of morale.rout.
func playMorale(u *rule.Umpire, s *MoraleTest) MoraleTestOutcome {
	most := int(s.Morale)
	if most == 0 {
		most = u.Fact(&usualMorale)
	}
	most += u.If(s.Lost > 0, -int(s.Lost), "grenade.morale", "morale lost for the rest of the game")
	if !s.Hesitant {
		if u.Test(rule.D20, rule.AtMost(most), "host.test", "does the element stay firm?") {
			return MoraleTestOutcome{}
		}
		return MoraleTestOutcome{Hesitant}
	}
	results := u.Tally(1, rule.D20, rule.Cuts(most, most+u.Fact(&routMargin)), "host.test", "does the hesitant element stay?")
	switch {
	case results.In(0) > 0:
		return MoraleTestOutcome{}
	case results.In(1) > 0:
		return MoraleTestOutcome{Hesitant}
	}
	u.Note("host.rout", "the element routs")
	return MoraleTestOutcome{Routed}
}
