package tabletop

import (
	"slices"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// diceOf is how many dice an action rolls first, or 0 if it rolls none, and what they try
// if they try whether it comes to the action at all. A unit that
// shoots with several weapons rolls for one after the other; those are taken together,
// unless what one does decides how many dice the next has.
func diceOf(f *game.Instance, p game.Position, a game.Action, taking func(rule.Choice) int) (n int, test string) {
	var low, high beginning
	low.of(f, p, a, taking, func(rule.Die) uint8 { return 1 })
	high.of(f, p, a, taking, func(d rule.Die) uint8 { return uint8(d) })
	if low.first.Pool.Kind() == rule.Count && slices.Equal(low.dice, high.dice) {
		for _, x := range low.dice {
			n += x
		}
		return n, ""
	}
	if len(low.dice) == 0 {
		return 0, ""
	}
	if f.Game.Wording.Dice[low.first.Cite].Tries { // It is tried whether it comes to the action at all.
		test, _, _ = strings.Cut(f.Spoken(low.first.Why), ",")
	}
	return low.dice[0], test
}

// mostBegun bounds the rolls of an action that are looked at.
const mostBegun = 200

// A beginning answers an action's rolls with one face, and notes how many dice the
// first has, and those after it that are for the same.
type beginning struct {
	face  func(rule.Die) uint8
	takes func(rule.Choice) int
	first rule.Roll
	dice  []int
	rolls int
}

func (b *beginning) of(f *game.Instance, p game.Position, a game.Action, takes func(rule.Choice) int, face func(rule.Die) uint8) {
	b.face, b.takes = face, takes
	// Where it stops it is looked at no further.
	_, _ = f.Play(p, a, b, nil)
}

// Roll notes the dice of a roll.
func (b *beginning) Roll(r rule.Roll) (int, []uint8, error) {
	if b.rolls++; b.rolls > mostBegun {
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

// Choose has a decision fall as the odds take it.
func (b *beginning) Choose(c rule.Choice) (int, error) { return b.takes(c), nil }
