package tideofiron_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"loophole/rulestest"
)

// of returns the exact answers to a question of the rulebook.
func of(t *rapid.T, format string, args ...any) map[string]*big.Rat {
	return book.Chances(t, format, args...)
}

// never fails if a chance or a mean has risen that must not rise.
func never(t *rapid.T, law, name string, before, after map[string]*big.Rat) {
	rulestest.NotRisen(t, law, name, before, after)
}

// TestMoreDice: more attack dice never help a building, more defence dice never harm it, and a
// higher target number never helps the attack.
func TestMoreDice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dice, more := rapid.IntRange(1, 25).Draw(t, "dice"), rapid.IntRange(1, 6).Draw(t, "more")
		defence := rapid.IntRange(0, 6).Draw(t, "defence dice")
		few := of(t, "attack dice=%d | facts.defence.dice=%d", dice, defence)
		many := of(t, "attack dice=%d | facts.defence.dice=%d", dice+more, defence)
		never(t, "more attack dice", "destroyed", many, few)
		firm := of(t, "attack dice=%d | facts.defence.dice=%d", dice, defence+more)
		never(t, "more defence dice", "destroyed", few, firm)
	})
}

// TestHigherBuilding: a higher building never needs fewer successes.
func TestHigherBuilding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dice, level := rapid.IntRange(1, 30).Draw(t, "dice"), rapid.IntRange(0, 1).Draw(t, "level")
		low := of(t, "attack dice=%d level=%d", dice, level)
		high := of(t, "attack dice=%d level=%d", dice, level+1)
		never(t, "one level more", "destroyed", low, high)
	})
}

// TestSquadCover: more cover of a squad never helps the shooters.
func TestSquadCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dice, cover := rapid.IntRange(1, 12).Draw(t, "dice"), rapid.IntRange(0, 5).Draw(t, "cover dice")
		thin := of(t, "attack target=squad against=1 dice=%d squads=4 | facts.cover.building=%d", dice, cover)
		thick := of(t, "attack target=squad against=1 dice=%d squads=4 | facts.cover.building=%d", dice, cover+1)
		never(t, "one cover die more", "mean casualties", thin, thick)
		never(t, "one cover die more", "casualty", thin, thick)
	})
}
