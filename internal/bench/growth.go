package bench

import "loophole/rule"

// Problems that grow along one axis, to show how the cost of an answer grows.

// A Line is problem 2 for any number of dice.
type Line struct{ Dice int }

// Unsaved returns the number of wounds that are not saved.
func (l Line) Unsaved(u *rule.Umpire) int { return unsaved.Roll(u, l.Dice, volley{3, 4, 5, false}) }

// A Bombardment is problem 5 for any number of turns, with the turn as part of the state. It shows
// the cost of this approach, compared with asking one chain for a number of rounds.
type Bombardment struct{ Turns int }

// Play reports whether the building has fallen.
func (b Bombardment) Play(u *rule.Umpire) bool {
	s := struct{ turn, damage int16 }{}
	for int(s.turn) < b.Turns {
		if !rule.Checkpoint(u, "turn", &s) {
			return false
		}
		s.turn++
		s.damage = min(60, s.damage+int16(barrage.Roll(u, 3)))
		if s.damage == 60 || s.damage >= 20 && stands.Roll(u, int8(s.damage)) == 0 {
			return true
		}
	}
	return false
}

// A Tower is the building of problem 3 with any number of storeys above a
// cellar, each with as many occupants.
type Tower struct{ Storeys, Occupants int }

// Shell returns the effect of a shell on a tower: the floor on which it burst, and the losses.
func (t Tower) Shell(u *rule.Umpire) (s struct{ Floor, Lost int16 }) {
	s.Floor = int16(t.Storeys)
	for s.Floor > 0 && !u.Test(rule.D6, rule.AtLeast(4), "p3.burst", "bursts on this floor?") {
		s.Floor--
	}
	s.Lost = int16(crushed.Roll(u, t.Occupants))
	return s
}

// crushed is [explosion] for any number of occupants.
var crushed = rule.Subroll[int]{Name: "explosion", Play: func(u *rule.Umpire, there int) int {
	hits := u.Sum(3, rule.D6, "p3.hits", "hits")
	if hits >= 12 {
		return there
	}
	return min(there, u.Count(hits, rule.D6, rule.AtLeast(6), "p3.kill", "killed"))
}}
