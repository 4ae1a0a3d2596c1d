package d20skirmish_test

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

func men(t *rapid.T, who string) int   { return rapid.IntRange(1, 4).Draw(t, who) }
func skill(t *rapid.T, who string) int { return rapid.IntRange(3, 17).Draw(t, who) }

func flag(t *rapid.T, what string) string {
	if rapid.Bool().Draw(t, what) {
		return "yes"
	}
	return "no"
}

// TestMirrored: if a deadlock costs whichever side is outnumbered, the two roles are equal.
// Exchanging the sides then exchanges their chances.
func TestMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type side struct {
			men, skill           int
			suppressed, hesitant string
			smg                  int
		}
		draw := func(who string) side {
			return side{men(t, who), skill(t, who+", skill"), flag(t, who+", suppressed"), flag(t, who+", hesitant"), rapid.IntRange(0, 1).Draw(t, who+", SMGs")}
		}
		fight := func(a, d side) map[string]*big.Rat {
			return of(t, "melee attackers=%d attackers.1.skill=%d attackers.1.suppressed=%s attackers.1.hesitant=%s attackers.1.smg=%d "+
				"defenders=%d defenders.1.skill=%d defenders.1.suppressed=%s defenders.1.hesitant=%s defenders.1.smg=%d | rulings.outnumbered-deadlock=either",
				a.men, a.skill, a.suppressed, a.hesitant, a.smg, d.men, d.skill, d.suppressed, d.hesitant, d.smg)
		}
		a, b := draw("one side"), draw("the other")
		here, there := fight(a, b), fight(b, a)
		for one, other := range map[string]string{
			"room-cleared": "room-held", "room-held": "room-cleared", "room-emptied": "room-emptied",
			"mean attackers-lost": "mean defenders-lost",
		} {
			if here[one].Cmp(there[other]) != 0 {
				t.Errorf("%s is %v, and with the sides exchanged %s is %v", one, here[one], other, there[other])
			}
		}
	})
}

// TestSkill: a better skill never helps the enemy, in a round or in a melee.
func TestSkill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, y := men(t, "attackers"), men(t, "defenders"), rapid.IntRange(1, 24).Draw(t, "skill"), rapid.IntRange(1, 24).Draw(t, "their skill")
		const round = "round attackers=%d attackers.1.skill=%d defenders=%d defenders.1.skill=%d"
		poor := of(t, round, a, x, d, y)
		never(t, "a worse skill of the attackers", "attackers-succeed", of(t, round, a, x+1, d, y), poor)
		never(t, "a better skill of the defenders", "attackers-succeed", poor, of(t, round, a, x, d, y+1))
		const melee = "melee attackers=%d attackers.1.skill=%d defenders=%d defenders.1.skill=%d"
		end, better, worse := of(t, melee, a, x, d, y), of(t, melee, a, x+1, d, y), of(t, melee, a, x, d, y+1)
		never(t, "a worse skill of the attackers", "room-cleared", better, end)
		never(t, "a better skill of the attackers", "room-held", end, better)
		never(t, "a better skill of the defenders", "room-cleared", end, worse)
		never(t, "a worse skill of the defenders", "room-held", worse, end)
	})
}

// TestDefenders: one defender more never makes it likelier that the room is
// taken.
func TestDefenders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, y := 1+men(t, "attackers"), men(t, "defenders"), skill(t, "skill"), skill(t, "their skill")
		charging := flag(t, "charging")
		const words = "assault rooms=%d rooms.1.attackers.1.charging=%s rooms.1.attackers.1.skill=%d rooms.1.defenders=%d rooms.1.defenders.1.skill=%d"
		few, many := of(t, words, a, charging, x, d, y), of(t, words, a, charging, x, d+1, y)
		never(t, "a defender more", "all-rooms-taken", few, many)
		never(t, "a defender more", "all-rooms-cleared", few, many)
	})
}

// TestGrenadeHelps: the grenade never lowers the chance to take the room.
func TestGrenadeHelps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, y := 1+men(t, "attackers"), men(t, "defenders"), skill(t, "skill"), skill(t, "their skill")
		const words = "assault rooms=%d rooms.1.attackers.1.skill=%d rooms.1.defenders=%d rooms.1.defenders.1.skill=%d"
		with := of(t, words, a, x, d, y)
		without := of(t, words+" grenades=0 | rulings.no-grenade=melee-only", a, x, d, y)
		never(t, "going in without a grenade", "all-rooms-taken", with, without)
		never(t, "going in without a grenade", "all-rooms-cleared", with, without)
	})
}

// TestHelmets: better helmets never raise the losses of their side, nor help the enemy.
func TestHelmets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, h := men(t, "attackers"), men(t, "defenders"), skill(t, "skill"), rapid.IntRange(0, 19).Draw(t, "helmet")
		for _, kind := range []string{"round", "melee"} {
			const words = "%s attackers=%d attackers.1.skill=%d defenders=%d defenders-helmet=%d"
			worse, better := of(t, words, kind, a, x, d, h), of(t, words, kind, a, x, d, h+1)
			never(t, "a better helmet", "mean defenders-lost", worse, better)
			never(t, "a better helmet", "room-cleared", worse, better)
			if kind == "round" {
				never(t, "a better helmet", "defender-lost", worse, better)
			}
		}
	})
}

// TestRoomsApart: the chance to take two rooms of different elements is the product of their
// chances.
func TestRoomsApart(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, d, e := 1+men(t, "attackers"), 1+men(t, "others"), men(t, "defenders"), men(t, "more")
		one, other := of(t, "assault rooms=%d rooms.1.defenders=%d", a, d), of(t, "assault rooms=%d rooms.1.defenders=%d", b, e)
		both := of(t, "assault rooms=%d,%d rooms.1.defenders=%d rooms.2.defenders=%d rooms.2.defenders.1.element=b", a, b, d, e)
		want := new(big.Rat).Mul(one["all-rooms-taken"], other["all-rooms-taken"])
		if got := both["all-rooms-taken"]; got.Cmp(want) != 0 {
			t.Errorf("both rooms are taken with %v, and each by itself gives %v", got, want)
		}
		cost := new(big.Rat).Add(one["mean attackers-lost"], other["mean attackers-lost"])
		if got := both["mean attackers-lost"]; got.Cmp(cost) != 0 {
			t.Errorf("both rooms cost %v, and each by itself gives %v", got, cost)
		}
	})
}

// TestFire: cover never helps the shooters, and one more shooter never harms them.
func TestFire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d, s := rapid.IntRange(1, 9).Draw(t, "men"), rapid.IntRange(1, 24).Draw(t, "distance"), rapid.IntRange(1, 20).Draw(t, "skill")
		const words = "fire men=%d skill=%d distance=%d cover=%s"
		open := of(t, words, n, s, d, "none")
		light, heavy := of(t, words, n, s, d, "light"), of(t, words, n, s, d, "heavy")
		for _, name := range []string{"casualty", "casualties-2", "mean casualties"} {
			never(t, "light cover", name, open, light)
			never(t, "heavy cover", name, light, heavy)
			never(t, "a man less", name, of(t, words, n+1, s, d, "none"), open)
		}
	})
}

// TestMorale: better morale never makes hesitation or rout likelier.
func TestMorale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, h := rapid.IntRange(1, 29).Draw(t, "morale"), flag(t, "hesitant")
		worse, better := of(t, "morale morale=%d hesitant=%s", m, h), of(t, "morale morale=%d hesitant=%s", m+1, h)
		never(t, "better morale", "routed", worse, better)
		never(t, "worse morale", "firm", better, worse)
	})
}
