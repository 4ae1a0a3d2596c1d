package konflikt47

import "loophole/rule"

// What two dice against morale come to.
const (
	failed = iota
	passed
	fubar
)

// A trial is two dice against morale less pins.
type trial struct {
	target int8
	of     Trial
}

// Trial is what a unit is tried for.
type Trial uint8

// The trials.
const (
	ofOrder Trial = iota
	ofMorale
	ofReaction
)

// nerve plays a trial: failed, passed or fubar. Double one always passes, and
// very high rolls always fail.
var nerve = rule.Sub[trial]{Name: "two dice against morale", Play: func(u *rule.Umpire, t trial) int {
	roll := t.roll(u)
	switch {
	case roll == 12 && t.of == ofOrder:
		return fubar
	case roll <= u.Fact(&passesTo):
		return passed
	case roll > int(t.target) || roll >= u.Fact(&failsFrom):
		return failed
	}
	return passed
}}

func (t trial) roll(u *rule.Umpire) int {
	switch t.of {
	case ofMorale:
		return u.Sum(2, rule.D6, "host.morale", "morale check, two dice against morale less pins")
	case ofReaction:
		return u.Sum(2, rule.D6, "host.reaction", "reaction test, two dice against morale less pins")
	}
	return u.Sum(2, rule.D6, "host.order-test", "order test, two dice against morale less pins")
}

// holds is a morale check.
func holds(u *rule.Umpire, morale, pins int) bool {
	return nerve.Roll(u, trial{int8(morale - pins), ofMorale}) == passed
}

// reacts is a reaction test.
func reacts(u *rule.Umpire, morale, pins int) bool {
	return nerve.Roll(u, trial{int8(morale - pins), ofReaction}) == passed
}
