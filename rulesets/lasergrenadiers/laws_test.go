package lasergrenadiers_test

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

// TestCollapseGrows: more damage and more turns never lower the chance of a collapse.
func TestCollapseGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.IntRange(4, 40).Draw(t, "points")
		lost := rapid.IntRange(1, points-2).Draw(t, "lost")
		turns := rapid.IntRange(1, 12).Draw(t, "turns")
		before := of(t, "collapse points=%d lost=%d turns=%d", points, lost, turns)
		never(t, "one point more lost", "stands", before, of(t, "collapse points=%d lost=%d turns=%d", points, lost+1, turns))
		never(t, "one turn more", "stands", before, of(t, "collapse points=%d lost=%d turns=%d", points, lost, turns+1))
	})
}

var weapons = rapid.SampledFrom([]string{"fusion-rifle", "heavy-fusion-rifle", "bolt-rifle", "light-cannon", "heavy-cannon", "rpg", "piercer"})

// TestArmour: a higher armour class never raises penetration, of a wall or of
// the soldier behind it.
func TestArmour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weapon, ac := weapons.Draw(t, "weapon"), rapid.IntRange(1, 11).Draw(t, "armour class")
		thin := of(t, "fire weapon=%s structure=none wall=brick | tables.walls.brick.ac=%d", weapon, ac)
		thick := of(t, "fire weapon=%s structure=none wall=brick | tables.walls.brick.ac=%d", weapon, ac+1)
		never(t, "a stronger wall", "penetrated", thin, thick)
		bare := of(t, "fire target=troops weapon=%s | tables.troops.infantry.ac=%d", weapon, ac)
		clad := of(t, "fire target=troops weapon=%s | tables.troops.infantry.ac=%d", weapon, ac+1)
		never(t, "a better armoured soldier", "piece-penetrated", bare, clad)
	})
}

// TestConcealment: more concealment never raises the chance to be hit.
func TestConcealment(t *testing.T) {
	ladder := []string{"none", "under-a-third", "a-third", "over-two-thirds"}
	rapid.Check(t, func(t *rapid.T) {
		weapon, i := weapons.Draw(t, "weapon"), rapid.IntRange(0, len(ladder)-2).Draw(t, "concealment")
		shown := of(t, "fire target=troops detected=yes weapon=%s concealment=%s", weapon, ladder[i])
		hidden := of(t, "fire target=troops detected=yes weapon=%s concealment=%s", weapon, ladder[i+1])
		never(t, "more concealment", "hit", shown, hidden)
		never(t, "more concealment", "piece-penetrated", shown, hidden)
	})
}

// TestRange: a longer range never helps the firer.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weapon := weapons.Draw(t, "weapon")
		near, middle := of(t, "fire weapon=%s range=short", weapon), of(t, "fire weapon=%s range=medium", weapon)
		far := of(t, "fire weapon=%s range=long", weapon)
		never(t, "from short to medium range", "penetrated", near, middle)
		never(t, "from medium to long range", "penetrated", middle, far)
	})
}
