package oldworld

import (
	"fmt"

	"loophole/rule"
)

// leadership is the Leadership with which a unit takes a test.
type leadership struct {
	ld     uint8
	reroll bool // a failed test is rolled again once
}

// passed reports whether a Leadership test is passed.
type passed bool

// leadershipTest is a Leadership test: 2D6, passed on the Leadership or less. A natural 2 passes, a
// natural 12 fails.
var leadershipTest = rule.NewResultSubroll("Leadership test", func(u *rule.Umpire, l leadership) passed {
	return passed(l.roll(u, "host.leadership", "Leadership test") ||
		l.reroll && l.roll(u, "host.standard-bearer", "Leadership test, second roll"))
})

// roll rolls the 2D6 once.
func (l leadership) roll(u *rule.Umpire, cite rule.Clause, why string) bool {
	why = u.Text(why, func() string { return fmt.Sprintf("%s: %d or less passes", why, min(max(int(l.ld), 2), 11)) })
	rolled := u.By(struck).Sum(2, rule.D6, cite, why)
	return rolled == 2 || rolled < 12 && rolled <= int(l.ld)
}

// plain returns the Leadership without the reroll of the army's standard bearer, who helps with
// Break, Panic and Rally tests only.
func (l leadership) plain() leadership { return leadership{ld: l.ld} }

// test takes a test with the dice of the acting side.
func (l leadership) test(u *rule.Umpire, cause string) bool {
	return onePlayer("", "").test(u, l, cause)
}

// PanicResult is the result of a Panic test.
type PanicResult uint8

const (
	Calm        PanicResult = iota // the test is passed, or none was taken
	FallsBack                      // in the open
	Flees                          // in the open
	StaysInside                    // an occupying unit that would have fallen back
	FleesInside                    // an occupying unit that flees without moving
)

func (PanicResult) Names() []string {
	return []string{"steady", "falls-back", "flees", "stays", "flees-inside"}
}

// panicTest takes a Panic test for a unit with some models left. cause is its reason in words.
func (t *Troops) panicTest(u *rule.Umpire, left int, inside bool, who *players, cause string) PanicResult {
	if who.test(u, t.leadership(u), cause) {
		return Calm
	}
	return t.panicFailed(u, left, inside)
}

// panicFailed returns the result of a failed Panic test: a unit with more than half of its starting
// models falls back, and any other unit flees.
func (t *Troops) panicFailed(u *rule.Umpire, left int, inside bool) PanicResult {
	falls := left*100 > u.Fact(&panicFleePercent)*(t.started()+characterCount(t.Character))
	u.Note("host.panic-fail", "a unit that fails falls back with more than half of its models left, and otherwise flees")
	switch {
	case falls && !inside:
		return FallsBack
	case !inside:
		return Flees
	case falls:
		return cannotFallBack(u)
	}
	return fleesFromPanic(u)
}

// causesPanic reports whether losses cause a Panic test: more than a quarter of the models present
// at the start of the phase.
func causesPanic(u *rule.Umpire, lost, present int) bool {
	return lost < present && lost*100 > u.Fact(&panicLossPercent)*present
}

// Cause is a cause of panic.
type Cause uint8

const (
	Losses      Cause = iota // losses in a phase
	FriendGone               // a friendly unit destroyed near by
	FriendBroke              // a friendly unit broken or falling back from combat near by
	FledThrough              // friends fled through the unit
)

func (Cause) Names() []string {
	return []string{"losses", "friend-destroyed", "friend-broken", "fled-through"}
}

// PanicTest is the situation of a unit that has cause to panic.
type PanicTest struct {
	Garrison       Troops `key:"garrison" doc:"the unit, as it was when the phase began"`
	Outside        bool   `key:"outside" doc:"the unit is in the open, not in a building"`
	Cause          Cause  `key:"cause" doc:"cause of the Panic test"`
	Lost           uint8  `key:"lost" unit:"models" min:"0" max:"60" doc:"models lost in this phase"`
	Distance       uint8  `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance from the friendly unit to the building"`
	FriendStrength uint8  `key:"friend-strength" unit:"Unit Strength" min:"0" max:"99" doc:"Unit Strength of the friendly unit at the start"`
	State          State  `key:"state" doc:"what the unit is doing"`
	TestedBefore   bool   `key:"tested-before" doc:"the unit has already taken a Panic test in this phase"`
}

// PanicOutcome is the outcome of PanicTest.
type PanicOutcome struct {
	Mood  PanicResult `key:"mood" doc:"what the unit does"`
	Moved bool        `key:"moved" doc:"the unit counts as having moved"`
}

var panicSpec = rule.Spec[PanicTest, PanicOutcome]{
	Name:    "panic",
	Gist:    "a unit in a building has cause to panic",
	Default: PanicTest{Garrison: Troops{Unit: units.Ref("state-missile-troops"), Models: 12}, Lost: 4, Distance: 3, FriendStrength: 10},
	Legal:   legalPanic,
	Play: func(u *rule.Umpire, s *PanicTest) PanicOutcome {
		return s.play(u, onePlayer(defendingSide, ""), panics[s.Cause])
	},
	MaxQuestions: 2,
	Events: []rule.Event[PanicOutcome]{
		{Name: "steady", Gist: "the unit passes the test, or its failure changes nothing", Holds: func(s PanicOutcome) bool { return s.Mood == Calm }},
		{Name: "still-inside", Gist: "the unit is not fleeing", Holds: func(s PanicOutcome) bool { return s.Mood == Calm || s.Mood == StaysInside }},
		{Name: "fleeing", Gist: "the unit is fleeing, inside or outside", Holds: func(s PanicOutcome) bool { return s.Mood == Flees || s.Mood == FleesInside }},
		{Name: "falls-back", Gist: "the unit falls back in the open", Holds: func(s PanicOutcome) bool { return s.Mood == FallsBack }},
	},
	Examples: []rule.Example{
		{Name: "third-lost", Settings: "lost=4", Gist: "twelve crossbowmen lose four to shooting: they stay if they fail"},
		{Name: "half-lost", Settings: "lost=6", Gist: "twelve crossbowmen lose six: they flee inside if they fail"},
		{Name: "friends-broken", Settings: "cause=friend-broken lost=0 distance=5", Gist: "a friendly unit breaks from combat five inches from the building"},
		{Name: "standard", Settings: "lost=4 garrison.battle-standard=yes", Gist: "the first example with the army's standard nearby"},
	},
}

// panics are the causes of panic in words.
var panics = [...]string{Losses: "panic from losses", FriendGone: "panic at the loss of friends", FriendBroke: "panic at the flight of friends", FledThrough: "panic at fleeing friends"}

// play takes the test. The unit's side rolls.
func (s *PanicTest) play(u *rule.Umpire, who *players, cause string) PanicOutcome {
	if s.Cause != Losses && !s.Outside {
		u.Note("measure.building", "the distance is measured from the building")
	}
	mood := s.Garrison.panicTest(u, s.Garrison.allModels()-int(s.Lost), !s.Outside, who, cause)
	return PanicOutcome{mood, mood == StaysInside || mood == FallsBack || mood == Flees}
}

// legalPanic forbids a test that the unit does not take.
func legalPanic(u *rule.Umpire, s *PanicTest) {
	if !legalUnit(u, &s.Garrison) {
		return
	}
	u.Require(s.State != Engaged && s.State != Charging && s.State != Fleeing, "host.no-panic", "units that are engaged, charging or fleeing take no Panic test")
	u.Require(!s.TestedBefore, "host.panic", "a unit takes at most one Panic test in a phase")
	u.Require(int(s.Lost) < s.Garrison.allModels(), "host.panic", "no model is left to panic")
	switch s.Cause {
	case Losses:
		u.Require(causesPanic(u, int(s.Lost), s.Garrison.allModels()), "host.panic", "the unit has lost no more than a quarter of its models in this phase")
	case FledThrough:
		u.Require(s.Outside, "impassable", "friends flee round a building, not through it")
	default:
		u.Require(int(s.Distance) <= u.Fact(&panicInches), "host.panic-strength", "the friendly unit is too far away to cause panic")
		u.Require(int(s.FriendStrength) >= u.Fact(&panicStrength), "host.panic-strength", "the friendly unit is too small to cause panic")
	}
}
