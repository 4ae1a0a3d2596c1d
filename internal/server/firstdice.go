package server

import (
	"slices"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// diceOf returns the number of dice that an action rolls first, or 0 if it rolls none. test names
// what they test if they decide whether the action takes place at all. Rolls for several weapons
// of a unit count together, unless one roll decides the number of dice of the next.
func diceOf(f *game.Instance, p game.Position, a game.Action, taking func(rule.Choice) int) (n int, test string) {
	var low, high firstRolls
	low.observe(f, p, a, taking, func(rule.Die) uint8 { return 1 })
	high.observe(f, p, a, taking, func(d rule.Die) uint8 { return uint8(d) })
	if low.first.Pool.Kind() == rule.Count && slices.Equal(low.dice, high.dice) {
		for _, x := range low.dice {
			n += x
		}
		return n, ""
	}
	if len(low.dice) == 0 {
		return 0, ""
	}
	if f.Game.Wording.Dice[low.first.Cite].Tries { // The roll decides whether the action takes place.
		test, _, _ = strings.Cut(f.Spoken(low.first.Why), ",")
	}
	return low.dice[0], test
}

// mostRolls is the largest number of rolls of an action that are examined.
const mostRolls = 200

// firstRolls answers all rolls of an action with one face. It notes the dice of the first roll
// and of those after it with the same purpose.
type firstRolls struct {
	face  func(rule.Die) uint8
	takes func(rule.Choice) int
	first rule.Roll
	dice  []int
	rolls int
}

func (b *firstRolls) observe(f *game.Instance, p game.Position, a game.Action, takes func(rule.Choice) int, face func(rule.Die) uint8) {
	b.face, b.takes = face, takes
	// The examination ends where the play stops, with or without an error.
	_, _ = f.Play(p, a, b, nil)
}

// Roll notes the dice of a roll.
func (b *firstRolls) Roll(r rule.Roll) (int, []uint8, error) {
	if b.rolls++; b.rolls > mostRolls {
		return 0, nil, rule.ErrUnanswered
	}
	if b.rolls == 1 {
		b.first = r
	}
	if r.Why == b.first.Why && r.Cite == b.first.Cite && r.By == b.first.By {
		b.dice = append(b.dice, r.Pool.N())
	}
	faces := slices.Repeat([]uint8{b.face(r.Pool.Die())}, r.Pool.N())
	return r.Pool.Evaluate(faces), faces, nil
}

// Choose takes the option that the odds assume.
func (b *firstRolls) Choose(c rule.Choice) (int, error) { return b.takes(c), nil }
