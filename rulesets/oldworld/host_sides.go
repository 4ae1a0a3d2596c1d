package oldworld

import "loophole/rule"

// hands hold the sides that roll and the names of the two units. The first of each pair strikes,
// shoots or casts. The second is the target, who rolls saves.
type hands struct {
	of    [2]rule.Side
	names [2]string
}

// The sides of a combat as players that decide.
const (
	attackingSide rule.Side = "attackers"
	defendingSide rule.Side = "garrison"
)

// The sides of situations, which have no names.
var (
	besieging = hands{of: [2]rule.Side{attackingSide, defendingSide}}
	inTheOpen = hands{of: [2]rule.Side{attackingSide, "defenders"}}
	firing    = hands{of: [2]rule.Side{"shooters", "target"}}
	casting   = hands{of: [2]rule.Side{"caster", "target"}}
	shelling  = hands{of: [2]rule.Side{"crew", defendingSide}}
)

// The roles of the two sides within subrolls.
const (
	striker rule.Side = "striker"
	struck  rule.Side = "struck"
)

// lend runs a subroll with both sides as its roles.
func (h *hands) lend(u *rule.Umpire, roll func() int) (v int) {
	u.WithRoles([2]rule.Side{striker, struck}, h.of, func() { v = roll() })
	return v
}

// attack rolls attacks. It returns the wounds that count for a combat result and the wounds that the target loses.
func (h *hands) attack(u *rule.Umpire, b attacks) (counted, lost int) {
	if b.dice == 0 {
		return 0, 0
	}
	if !u.Hands() {
		return b.split(attackRoll.Roll(u, b))
	}
	return b.split(about(u, versus(h.names[0], h.names[1]), func() int {
		return h.lend(u, func() int { return attackRoll.Roll(u, b) })
	}))
}

// versus names the unit that attacks and its target.
func versus(one, other string) string {
	if one == "" || other == "" || one == other {
		return one
	}
	return one + " against " + other
}

// test takes a Leadership test with the dice of the target. cause is its reason in words.
func (h *hands) test(u *rule.Umpire, n leadership, cause string) bool {
	if !u.Hands() {
		return leadershipTest.Roll(u, n) == 1
	}
	roll := func() int { return h.lend(u, func() int { return leadershipTest.Roll(u, n) }) }
	return about(u, h.names[1], func() int { return about(u, cause, roll) }) == 1
}

// alone returns the hands of one side. An empty side is the acting side.
func alone(side rule.Side, name string) *hands {
	return &hands{[2]rule.Side{side, side}, [2]string{name, name}}
}

// back returns the hands with the roles exchanged.
func (h *hands) back() *hands {
	return &hands{[2]rule.Side{h.of[1], h.of[0]}, [2]string{h.names[1], h.names[0]}}
}

// about runs a part of a procedure and puts a subject before its questions. Exact odds need no
// words and skip the subject.
func about[T any](u *rule.Umpire, subject string, part func() T) (result T) {
	if subject == "" || !u.Hands() {
		return part()
	}
	u.About(subject, func() { result = part() })
	return result
}

// told is a text after its subject and its cause. It is built only if a record may show it.
func told(u *rule.Umpire, subject, cause, text string) string {
	return u.Text(text, func() string { return titled(subject, cause+text) })
}

// titled is a text after its subject, if there is one.
func titled(subject, text string) string {
	if subject == "" {
		return text
	}
	return subject + ": " + text
}
