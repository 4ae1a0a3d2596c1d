package oldworld_test

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

func between(t *rapid.T, lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, what) }

// TestCover: more cover never helps the shooters, and a building equals full cover.
func TestCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "shoot shooters.models=%d shooters.bs=%d with=%s distance=%d target.models=20"
		n, bs := between(t, 1, 12, "shooters"), between(t, 1, 10, "Ballistic Skill")
		with := rapid.SampledFrom([]string{"longbow", "warbow", "crossbow", "handgun"}).Draw(t, "weapon")
		at := between(t, 1, 24, "distance")
		open := of(t, words+" cover=none", n, bs, with, at)
		partial := of(t, words+" cover=partial", n, bs, with, at)
		full := of(t, words+" cover=full", n, bs, with, at)
		inside := of(t, words+" at=building", n, bs, with, at)
		never(t, "partial cover", "mean casualties", open, partial)
		never(t, "full cover", "mean casualties", partial, full)
		if inside["mean casualties"].Cmp(full["mean casualties"]) != 0 {
			t.Errorf("inside they lose %v, behind full cover %v", inside["mean casualties"], full["mean casualties"])
		}
	})
}

// TestMarksmen: more or better shooters never cause fewer casualties.
func TestMarksmen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "shoot shooters.models=%d shooters.bs=%d distance=20 target.models=20"
		n, bs := between(t, 1, 18, "models"), between(t, 1, 9, "Ballistic Skill")
		less := of(t, words, n, bs)
		never(t, "a lower Ballistic Skill", "mean casualties", of(t, words, n, bs+1), less)
		never(t, "fewer models", "mean casualties", of(t, words, n+2, bs), less)
	})
}

// TestHide: more Toughness or armour never raises the losses, and more Armour Piercing never lowers
// them.
func TestHide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "shoot distance=12 target.models=20 target.toughness=%d target.save=%d | tables.missiles.longbow.ap=%d"
		tough, save, ap := between(t, 1, 9, "Toughness"), between(t, 3, 7, "save"), between(t, 0, 3, "Armour Piercing")
		base := of(t, words, tough, save, ap)
		never(t, "a higher Toughness", "mean casualties", base, of(t, words, tough+1, save, ap))
		never(t, "a better save", "mean casualties", base, of(t, words, tough, save-1, ap))
		never(t, "less Armour Piercing", "mean casualties", of(t, words, tough, save, ap+1), base)
	})
}

// TestSwordplay: a higher Weapon Skill never helps the enemy.
func TestSwordplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "assault attackers.models=5 garrison.models=5 attackers.ws=%d garrison.ws=%d charge=0"
		a, g := between(t, 1, 9, "Weapon Skill of the attackers"), between(t, 1, 9, "and of the garrison")
		base := of(t, words, a, g)
		never(t, "a lower Weapon Skill of the attackers", "attackers-hold", of(t, words, a+1, g), base)
		never(t, "a higher Weapon Skill of the garrison", "attackers-hold", base, of(t, words, a, g+1))
	})
}

// TestMirrored: two equal units that strike at the same time, and do not break, have equal losses.
func TestMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]string{"state-troops", "night-goblins", "dwarf-warriors", "elven-spearmen"}).Draw(t, "unit")
		n := between(t, 1, 8, "models")
		all := of(t, "assault attackers=%s garrison=%s attackers.models=%d garrison.models=%d attackers.spirit=unbreakable garrison.spirit=unbreakable charge=0",
			unit, unit, n, n)
		if a, g := all["mean attackers-lost"], all["mean garrison-lost"]; a.Cmp(g) != 0 {
			t.Errorf("the attackers lose %v and the garrison %v", a, g)
		}
	})
}

// TestGarrison: one more model in the garrison never makes it likelier that the attackers move in
// at once.
func TestGarrison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "assault attackers.models=%d garrison.models=%d charge=%d"
		a, g, c := between(t, 1, 8, "attackers"), between(t, 1, 8, "garrison"), between(t, 0, 6, "charge")
		never(t, "a model more inside", "garrison-wiped-out", of(t, words, a, g, c), of(t, words, a, g+1, c))
	})
}
