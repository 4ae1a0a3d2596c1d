package oldworld

import "loophole/rule"

// hands are whose dice are thrown: those of whoever strikes, shoots or casts,
// and those of the struck, who save; and what the two units are called.
type hands struct {
	of    [2]rule.Side
	names [2]string
}

// The roles in rolls made of rolls.
const (
	striker rule.Side = "striker"
	struck  rule.Side = "struck"
)

// lend runs a roll made of rolls with the hands of both sides.
func (h *hands) lend(u *rule.Umpire, roll func() int) (v int) {
	u.WithRoles([2]rule.Side{striker, struck}, h.of, func() { v = roll() })
	return v
}

// strike rolls blows.
func (h *hands) strike(u *rule.Umpire, b attacks) (v int) {
	if b.dice == 0 {
		return 0
	}
	if !u.Hands() {
		return attackRoll.Roll(u, b)
	}
	about(u, versus(h.names[0], h.names[1]), func() {
		v = h.lend(u, func() int { return attackRoll.Roll(u, b) })
	})
	return v
}

// versus is who strikes whom, in words.
func versus(one, other string) string {
	if one == "" || other == "" || one == other {
		return one
	}
	return one + " against " + other
}

// test takes a Leadership test with the dice of the struck, and says what for.
func (h *hands) test(u *rule.Umpire, n leadership, cause string) bool {
	if !u.Hands() {
		return leadershipTest.Roll(u, n) == 1
	}
	v := 0
	about(u, h.names[1], func() {
		about(u, cause, func() { v = h.lend(u, func() int { return leadershipTest.Roll(u, n) }) })
	})
	return v == 1
}

// alone are the hands of one side alone; of none named, that whose action it is.
func alone(side rule.Side, name string) *hands {
	return &hands{[2]rule.Side{side, side}, [2]string{name, name}}
}

// back are the hands of an answer: the struck strike.
func (h *hands) back() *hands {
	return &hands{[2]rule.Side{h.of[1], h.of[0]}, [2]string{h.names[1], h.names[0]}}
}

// about runs a part of a play whose questions begin with what they are about. An
// engine that lays answers out reads no words.
func about(u *rule.Umpire, subject string, part func()) {
	if subject == "" || !u.Hands() {
		part()
		return
	}
	u.About(subject, part)
}

// told is a text with its cause and what it is about before it, for a question or a
// note: it is put together only where somebody may read it.
func told(u *rule.Umpire, subject, cause, text string) string {
	return u.Text(text, func() string { return titled(subject, cause+text) })
}

// titled is a text with what it is about before it, if that has a name.
func titled(subject, text string) string {
	if subject == "" {
		return text
	}
	return subject + ": " + text
}
