package oldworld

import (
	"fmt"

	"loophole/rule"
)

// players are the sides that roll, and the names of their units. The first of each pair strikes,
// shoots or casts. The second is the target, who rolls saves.
type players struct {
	sides [2]rule.Side
	names [2]string
}

// The sides of a combat as players that decide.
const (
	attackingSide rule.Side = "attackers"
	defendingSide rule.Side = "garrison"
)

// The sides of situations, which have no names.
var (
	assaultPlayers  = players{sides: [2]rule.Side{attackingSide, defendingSide}}
	openPlayers     = players{sides: [2]rule.Side{attackingSide, "defenders"}}
	shootingPlayers = players{sides: [2]rule.Side{"shooters", "target"}}
	castingPlayers  = players{sides: [2]rule.Side{"caster", "target"}}
	cannonPlayers   = players{sides: [2]rule.Side{"crew", "target"}} // a ball also hits units outside
	templatePlayers = players{sides: [2]rule.Side{"crew", defendingSide}}
)

// The roles of the two sides within subrolls.
const (
	striker rule.Side = "striker"
	struck  rule.Side = "struck"
)

// inRoles rolls with both sides in the roles of striker and struck, and puts a subject before the
// questions. Exact odds need neither, so the three rolls that they make most often skip it.
func inRoles[T any](u *rule.Umpire, who *players, subject string, roll func() T) T {
	return about(u, subject, func() (result T) {
		u.WithRoles([2]rule.Side{striker, struck}, who.sides, func() { result = roll() })
		return result
	})
}

// attack rolls attacks. It returns the wounds that count for a combat result and the wounds that
// the target loses.
func (who *players) attack(u *rule.Umpire, attacks attacks) (counted, lost int) {
	if attacks.dice == 0 {
		return 0, 0
	}
	if !u.ReadsSides() {
		return attacks.unpack(attackRoll.Roll(u, attacks))
	}
	return attacks.unpack(inRoles(u, who, versus(who.names[0], who.names[1]), func() int { return attackRoll.Roll(u, attacks) }))
}

// versus names the unit that attacks and its target.
func versus(one, other string) string {
	if one == "" || other == "" || one == other {
		return one
	}
	return one + " against " + other
}

// test takes a Leadership test with the dice of the target. cause is its reason in words.
func (who *players) test(u *rule.Umpire, leadership leadership, cause string) bool {
	if !u.ReadsSides() {
		return bool(leadershipTest.Roll(u, leadership))
	}
	return bool(inRoles(u, who, withSubject(who.names[1], cause), func() passed { return leadershipTest.Roll(u, leadership) }))
}

// roll rolls a Break test with the dice of the loser's side.
func (l *loser) roll(u *rule.Umpire, test breakTest) breakResult {
	lostBy := test.margin
	if test.inside && !test.overwhelmed {
		test.margin = 0 // It breaks on a natural roll above the Leadership only.
	}
	if !u.ReadsSides() {
		return breakTestRoll.Roll(u, test)
	}
	subject := withSubject(l.name, fmt.Sprintf("combat lost by %d", lostBy))
	return inRoles(u, onePlayer(l.side, l.name), subject, func() breakResult { return breakTestRoll.Roll(u, test) })
}

// onePlayer returns one side as both players. An empty side is the acting side.
func onePlayer(side rule.Side, name string) *players {
	return &players{[2]rule.Side{side, side}, [2]string{name, name}}
}

// exchanged returns the players with their roles exchanged.
func (who *players) exchanged() *players {
	return &players{[2]rule.Side{who.sides[1], who.sides[0]}, [2]string{who.names[1], who.names[0]}}
}

// about runs a part of a procedure and puts a subject before its questions.
func about[T any](u *rule.Umpire, subject string, part func() T) (result T) {
	if subject == "" || !u.ReadsSides() {
		return part()
	}
	u.About(subject, func() { result = part() })
	return result
}

// recordText returns a text after its subject and its cause. It is built only if a record may show it.
func recordText(u *rule.Umpire, subject, cause, text string) string {
	return u.Text(text, func() string { return withSubject(subject, cause+text) })
}

// withSubject returns a text after its subject, if there is one.
func withSubject(subject, text string) string {
	if subject == "" {
		return text
	}
	return subject + ": " + text
}
