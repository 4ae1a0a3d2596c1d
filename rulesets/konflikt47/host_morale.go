package konflikt47

import "loophole/rule"

// MoraleCheck is the situation of a unit that may have to check its morale after an attack.
type MoraleCheck struct {
	Troops
	Lost uint8 `key:"lost" unit:"models" min:"0" max:"20" doc:"models lost to this attack"`
	Due  bool  `key:"due" doc:"the check is due whatever the losses, as under flames"`
	Hit  bool  `key:"hit" doc:"the attack hit and also pins the unit"`
}

var moraleSpec = rule.Spec[MoraleCheck, UnitResult]{
	Name:         "morale",
	Gist:         "a unit that lost half of its models or more checks its morale",
	Default:      MoraleCheck{Troops: Troops{Body: Body{Pins: 1}}, Lost: 4, Hit: true},
	Legal:        legalMorale,
	Play:         playMorale,
	MaxQuestions: 1,
	Events: []rule.Event[UnitResult]{
		{Name: "unit-destroyed", Gist: "the unit breaks and is destroyed", Holds: func(r UnitResult) bool { return r.Fate == Destroyed }},
		{Name: "holds", Gist: "the unit holds", Holds: func(r UnitResult) bool { return r.Fate != Destroyed }},
	},
	Measures: []rule.Measure[UnitResult]{{Name: "pins", Unit: "pins on a unit that holds", Of: func(r UnitResult) int { return int(r.Pins) }}},
	Examples: []rule.Example{
		{Name: "half", Settings: "men=8 lost=4 pins=2", Gist: "a squad with two pins that lost half of its models"},
		{Name: "team", Settings: "unit=mmg-team lost=2 officer=1", Gist: "a machine gun team that lost two of three models, with an officer nearby"},
	},
}

func legalMorale(u *rule.Umpire, s *MoraleCheck) {
	legalBody(u, &s.Body)
	u.Require(s.onFoot(u), "host.half", "vehicles do not count models")
	requireAtMost(u, int(s.Lost), s.men(u), "host.half", "the unit did not have so many models", "{model}")
}

// playMorale adds the pins of the attack and plays the morale check that is due.
func playMorale(u *rule.Umpire, s *MoraleCheck) UnitResult {
	unit := s.infantryProtection(u, false)
	var result UnitResult
	// The acting side rolls everything.
	betweenSides(u, "", "", func() { result = unit.afterFire(u, fireResult{lost: s.Lost, hit: s.Hit, due: s.Due}, s.Die) })
	return result
}

// A moraleTest is a roll of 2D6 against morale less pins.
type moraleTest struct {
	target int8
	of     TestKind
}

// TestKind is the occasion of a roll against morale.
type TestKind uint8

const (
	ofOrder TestKind = iota
	ofMorale
	ofReaction
)

// A moraleResult is the result of a roll against morale.
type moraleResult uint8

const (
	failed moraleResult = iota
	passed
	fubar
)

// moraleRoll rolls against morale less pins (host.order-test, host.morale, host.reaction). A
// double 1 always passes, 11 and 12 always fail, and a 12 of an order test is FUBAR.
var moraleRoll = rule.NewResultSubroll("two dice against morale", func(u *rule.Umpire, test moraleTest) moraleResult {
	roll := test.roll(u)
	switch {
	case roll == fubarRoll && test.of == ofOrder:
		return fubar
	case roll <= u.Fact(&moralePassesUpTo):
		return passed
	case roll > int(test.target) || roll >= u.Fact(&moraleFailsFrom):
		return failed
	}
	return passed
})

func (t moraleTest) roll(u *rule.Umpire) int {
	switch t.of {
	case ofMorale:
		return u.Sum(2, rule.D6, "host.morale", "morale check, two dice against morale less pins")
	case ofReaction:
		return u.Sum(2, rule.D6, "host.reaction", "reaction test, two dice against morale less pins")
	}
	return u.Sum(2, rule.D6, "host.order-test", "order test, two dice against morale less pins")
}

// passesMorale rolls a morale check, and reports whether the unit passes it.
func passesMorale(u *rule.Umpire, morale, pins int) bool {
	return moraleRoll.Roll(u, moraleTest{int8(morale - pins), ofMorale}) == passed
}

// passesReaction rolls a reaction test, and reports whether the unit passes it.
func passesReaction(u *rule.Umpire, morale, pins int) bool {
	return moraleRoll.Roll(u, moraleTest{int8(morale - pins), ofReaction}) == passed
}

// pinsOfFailedReaction returns the pins that a failed reaction test gives (host.reaction).
func pinsOfFailedReaction(u *rule.Umpire) uint8 {
	u.Note("host.reaction", "the unit fails its reaction test and is pinned")
	return uint8(u.Fact(&failedReactionPins))
}
