package konflikt47

import "loophole/rule"

// What two dice against morale come to.
const (
	failed = iota
	passed
	fubar
)

// A moraleTest is two dice against morale less pins.
type moraleTest struct {
	target int8
	of     TestKind
}

// TestKind is what a unit is tried for.
type TestKind uint8

// The trials.
const (
	ofOrder TestKind = iota
	ofMorale
	ofReaction
)

// moraleRoll plays a trial: failed, passed or fubar. Double one always passes, and
// very high rolls always fail.
var moraleRoll = rule.Subroll[moraleTest]{Name: "two dice against morale", Play: func(u *rule.Umpire, t moraleTest) int {
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

func (t moraleTest) roll(u *rule.Umpire) int {
	switch t.of {
	case ofMorale:
		return u.Sum(2, rule.D6, "host.morale", "morale check, two dice against morale less pins")
	case ofReaction:
		return u.Sum(2, rule.D6, "host.reaction", "reaction test, two dice against morale less pins")
	}
	return u.Sum(2, rule.D6, "host.order-test", "order test, two dice against morale less pins")
}

// passesMorale is a morale check.
func passesMorale(u *rule.Umpire, morale, pins int) bool {
	return moraleRoll.Roll(u, moraleTest{int8(morale - pins), ofMorale}) == passed
}

// passesReaction is a reaction test.
func passesReaction(u *rule.Umpire, morale, pins int) bool {
	return moraleRoll.Roll(u, moraleTest{int8(morale - pins), ofReaction}) == passed
}
