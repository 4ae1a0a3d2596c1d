package d20skirmish_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"loophole/rulesets/d20skirmish"
	"loophole/rulestest"
)

func of(t *rapid.T, format string, args ...any) map[string]*big.Rat {
	text := fmt.Sprintf(format, args...)
	all, err := rulestest.Chances(d20skirmish.Rules, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return all
}

// never fails where a chance or a mean rose that should not have.
func never(t *rapid.T, law, name string, before, after map[string]*big.Rat) {
	if before[name] == nil || after[name] == nil {
		t.Fatalf("there is no %q", name)
	}
	if after[name].Cmp(before[name]) > 0 {
		t.Errorf("%s: %s rose from %v to %v", law, name, before[name].RatString(), after[name].RatString())
	}
}

func men(t *rapid.T, who string) int   { return rapid.IntRange(1, 4).Draw(t, who) }
func skill(t *rapid.T, who string) int { return rapid.IntRange(3, 17).Draw(t, who) }

// TestMirrored: where a deadlock costs either side that is outnumbered, the
// two roles are alike, so exchanging the sides exchanges their chances.
func TestMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, x, y := men(t, "one side"), men(t, "the other"), skill(t, "one skill"), skill(t, "the other skill")
		const words = "melee attackers=%d attackers.1.skill=%d defenders=%d defenders.1.skill=%d | rulings.outnumbered-deadlock=either"
		here, there := of(t, words, a, x, b, y), of(t, words, b, y, a, x)
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

// TestSkill: a better skill never helps the enemy in a round.
func TestSkill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, y := men(t, "attackers"), men(t, "defenders"), skill(t, "skill"), skill(t, "their skill")
		const words = "round attackers=%d attackers.1.skill=%d defenders=%d defenders.1.skill=%d"
		poor, good := of(t, words, a, x, d, y), of(t, words, a, x+1, d, y)
		never(t, "a better skill of the attackers", "defenders-succeed", poor, good)
		never(t, "a worse skill of the attackers", "attackers-succeed", good, poor)
		better := of(t, words, a, x, d, y+1)
		never(t, "a better skill of the defenders", "attackers-succeed", poor, better)
	})
}

// TestDefenders: one defender more never makes it likelier that the room is
// taken, with a grenade or without.
func TestDefenders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x := 1+men(t, "attackers"), men(t, "defenders"), skill(t, "skill")
		const words = "assault rooms=%d rooms.1.defenders=%d rooms.1.attackers.1.skill=%d"
		never(t, "a defender more", "all-rooms-taken", of(t, words, a, d, x), of(t, words, a, d+1, x))
	})
}

// TestGrenadeHelps: the grenade never lowers the chance to take the room.
func TestGrenadeHelps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x := 1+men(t, "attackers"), men(t, "defenders"), skill(t, "skill")
		with := of(t, "assault rooms=%d rooms.1.defenders=%d rooms.1.attackers.1.skill=%d", a, d, x)
		without := of(t, "assault rooms=%d rooms.1.defenders=%d rooms.1.attackers.1.skill=%d grenades=0 | rulings.no-grenade=melee-only", a, d, x)
		never(t, "going in without a grenade", "all-rooms-taken", with, without)
	})
}

// TestHelmets: helmets never cost those who wear them more men, and a better
// helmet never more than a worse one.
func TestHelmets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d, x, h := men(t, "attackers"), men(t, "defenders"), skill(t, "skill"), rapid.IntRange(0, 19).Draw(t, "helmet")
		const words = "round attackers=%d attackers.1.skill=%d defenders=%d defenders-helmet=%d"
		never(t, "a better helmet", "mean defenders-lost", of(t, words, a, x, d, h), of(t, words, a, x, d, h+1))
	})
}

// TestRoomsApart: two rooms of different elements are taken with the product
// of their chances.
func TestRoomsApart(t *testing.T) {
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
