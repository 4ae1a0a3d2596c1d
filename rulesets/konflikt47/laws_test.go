package konflikt47_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"loophole/rulestest"
)

// These laws hold for all dice: protection never raises losses, harm never lowers them, and values
// that no rule mentions change nothing. Random situations are solved exactly and compared as
// fractions.

// of returns the exact answers to a question of the rulebook.
func of(t *rapid.T, format string, args ...any) map[string]*big.Rat {
	return book.Chances(t, format, args...)
}

// never fails if a chance or a mean has risen that must not rise.
func never(t *rapid.T, law string, before, after map[string]*big.Rat, names ...string) {
	for _, name := range names {
		rulestest.NotRisen(t, law, name, before, after)
	}
}

// equal fails if any chance or mean differs.
func equal(t *rapid.T, law string, a, b map[string]*big.Rat) {
	for name, x := range a {
		if b[name] == nil || x.Cmp(b[name]) != 0 {
			t.Errorf("%s: %s is %v and %v", law, name, x.RatString(), b[name].RatString())
		}
	}
}

// pick draws one of some words.
func pick(t *rapid.T, label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(t, label)
}

// draw draws a number.
func draw(t *rapid.T, label string, least, most int) int {
	return rapid.IntRange(least, most).Draw(t, label)
}

// losses are the events and measures that are bad for a unit under fire.
var losses = []string{"casualty", "unit-destroyed", "mean casualties"}

// A shot is fire at a unit inside: the target, the shooters and their weapons.
func shot(t *rapid.T) string {
	target := fmt.Sprintf("men=%d quality=%s pins=%d die=%s %s", draw(t, "men", 1, 10), pick(t, "quality", "inexperienced", "regular", "veteran"),
		draw(t, "pins", 0, 6), pick(t, "die", "none", "down", "fire"), pick(t, "kind", "", "tough=yes", "resilient=yes", "artillery=yes", "team=yes"))
	return fmt.Sprintf("%s distance=%d by.order=%s by.quality=%s", target, draw(t, "distance", 1, 12),
		pick(t, "order", "fire", "advance", "ambush"), pick(t, "by quality", "inexperienced", "regular", "veteran"))
}

func smallArm(t *rapid.T) string {
	return pick(t, "weapon", "rifle", "smg", "automatic-rifle", "assault-rifle", "lmg", "compression-rifle", "heavy-tesla-rifle-aimed")
}

// TestProtection: more cover, extra protection, concrete and going down never raise the losses by a
// shot.
func TestProtection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := fmt.Sprintf("shoot-at %s weapons=%s weapons.1.count=%d by.pins=%d", shot(t), smallArm(t), draw(t, "count", 1, 8), draw(t, "by pins", 0, 3))
		cover, extra := draw(t, "cover", -5, 0), draw(t, "extra", 3, 6)
		inside := of(t, "%s sight=window | tables.modifiers.building.value=%d facts.extra.damage=%d", s, cover, extra)
		never(t, "more cover", inside, of(t, "%s sight=window | tables.modifiers.building.value=%d facts.extra.damage=%d", s, cover-1, extra), losses...)
		if extra < 6 {
			never(t, "more protection", inside, of(t, "%s sight=window | tables.modifiers.building.value=%d facts.extra.damage=%d", s, cover, extra+1), losses...)
		}
		never(t, "a bunker", of(t, "%s sight=window", s), of(t, "%s sight=slit structure=bunker", s), losses...)
		never(t, "a roof", of(t, "%s floor=2 bare-roof=yes", s), of(t, "%s floor=2", s), losses...)
	})
}

// TestGoesDown: going down never raises the losses, and it halves the hits of shells.
func TestGoesDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		he, men, pins := pick(t, "he", "d2", "d3", "d6", "2d6", "3d6"), draw(t, "men", 1, 10), draw(t, "pins", 0, 5)
		s := fmt.Sprintf("direct-he weapon=medium-howitzer he=%s floors=%d,3 floors.1.pins=%d distance=%d", he, men, pins, draw(t, "distance", 1, 40))
		stands, dives := of(t, "%s", s), of(t, "%s reacts=down", s)
		never(t, "going down", stands, dives, "hit", "building-destroyed", "casualty", "unit-destroyed", "mean casualties")
	})
}

// TestPinnedShooters: one more pin never helps the shooters.
func TestPinnedShooters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pins := draw(t, "by pins", 0, 6)
		at := fmt.Sprintf("shoot-at %s weapons=%s weapons.1.count=%d", shot(t), smallArm(t), draw(t, "count", 1, 8))
		never(t, "a pin on the shooters", of(t, "%s by.pins=%d", at, pins), of(t, "%s by.pins=%d", at, pins+1), losses...)
		from := fmt.Sprintf("shoot-from floor=%d weapons=panzerschreck weapons.1.opening=window targets=0 targets.1.unit=%s targets.1.distance=%d",
			draw(t, "floor", 0, 1), pick(t, "unit", "tiger", "zeus", "sherman", "churchill", "truck"), draw(t, "distance", 1, 24))
		never(t, "a pin on the shooters", of(t, "%s pins=%d", from, pins), of(t, "%s pins=%d", from, pins+1), "first-destroyed")
	})
}

// TestArmour: a higher damage value never makes a vehicle easier to knock out, for any weapon and
// height.
func TestArmour(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	rapid.Check(t, func(t *rapid.T) {
		value := draw(t, "value", 6, 11)
		s := fmt.Sprintf("shoot-from floor=%d men=4 weapons=%s weapons.1.count=%d weapons.1.opening=window targets=0 targets.1.distance=%d targets.1.facing=%s targets.1.walker=%s targets.1.pins=%d",
			draw(t, "floor", 0, 2), pick(t, "weapon", "rifle", "hmg", "light-autocannon", "heavy-autocannon", "bazooka", "medium-at-gun", "super-heavy-at-gun", "tesla-cannon", "schwerefeld-projektor"),
			draw(t, "count", 1, 2), draw(t, "distance", 1, 24), pick(t, "facing", "front", "side", "rear"), pick(t, "walker", "yes", "no"), draw(t, "pins", 0, 3))
		thin, thick := of(t, "%s targets.1.damage-value=%d", s, value), of(t, "%s targets.1.damage-value=%d", s, value+1)
		never(t, "more armour", thin, thick, "first-destroyed", "casualty")
	})
}

// TestPlungingFire: within twelve inches, a shot from above is never worse than one from the ground
// floor. Farther away they are equal.
func TestPlungingFire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distance := draw(t, "distance", 1, 24)
		s := fmt.Sprintf("shoot-from weapons=%s weapons.1.opening=window targets=0 targets.1.unit=%s targets.1.distance=%d",
			pick(t, "weapon", "bazooka", "hmg", "medium-at-gun", "rifle"), pick(t, "unit", "tiger", "zeus", "sherman", "truck", "m3-half-track"), distance)
		below, above := of(t, "%s floor=0", s), of(t, "%s floor=1", s)
		never(t, "from the ground floor", above, below, "first-destroyed")
		if distance > 12 {
			equal(t, "beyond twelve inches", below, above)
		}
	})
}

// TestStoreysOnTop: with more storeys above, a shell is less likely to reach a given floor. It
// always bursts on some floor.
func TestStoreysOnTop(t *testing.T) {
	names := []string{"bursts-on-ground-floor", "bursts-on-first-floor", "bursts-on-second-floor", "bursts-on-third-floor"}
	rapid.Check(t, func(t *rapid.T) {
		storeys, need := draw(t, "storeys", 1, 5), draw(t, "bursts on", 2, 6)
		s := fmt.Sprintf("shell weapon=%s distance=24 hit=yes floors=%d roof=%d", pick(t, "weapon", "light-mortar", "medium-mortar", "heavy-mortar"), draw(t, "men", 1, 6), draw(t, "roof", 0, 2))
		low := of(t, "%s storeys=%d | facts.shell.bursts=%d", s, storeys, need)
		high := of(t, "%s storeys=%d | facts.shell.bursts=%d", s, storeys+1, need)
		before, after := new(big.Rat), new(big.Rat)
		for _, name := range names {
			before.Add(before, low[name])
			after.Add(after, high[name])
			if after.Cmp(before) > 0 {
				t.Errorf("with %d storeys %v comes down to %s or lower, with one more %v", storeys, before, name, after)
			}
		}
		if storeys <= len(names) && before.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("with %d storeys the shell bursts with a chance of %v", storeys, before)
		}
		never(t, "a storey more", low, high, "mean casualties")
	})
}

// TestMoreMen: more shooters, or a second weapon, never lower the expected losses.
func TestMoreMen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		target, count := shot(t), draw(t, "count", 1, 8)
		first, second := smallArm(t), smallArm(t)
		few := of(t, "shoot-at %s weapons=%s weapons.1.count=%d", target, first, count)
		many := of(t, "shoot-at %s weapons=%s weapons.1.count=%d", target, first, count+1)
		never(t, "one man more", many, few, append(losses, "pinned")...)
		both := of(t, "shoot-at %s weapons=%s,%s weapons.1.count=%d", target, first, second, count)
		never(t, "another weapon", both, few, append(losses, "pinned")...)
	})
}

// TestTwoVolleys: a unit that fires in two groups fires as well as in one. Pins and morale follow
// once, after all its fire.
func TestTwoVolleys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		target, weapon := shot(t), smallArm(t)
		a, b := draw(t, "first", 1, 5), draw(t, "second", 1, 5)
		one := of(t, "shoot-at %s weapons=%s weapons.1.count=%d", target, weapon, a+b)
		two := of(t, "shoot-at %s weapons=%s,%s weapons.1.count=%d weapons.2.count=%d", target, weapon, weapon, a, b)
		equal(t, "two lots", one, two)
		out := fmt.Sprintf("shoot-from men=%d targets=%d targets.1.distance=%d", a+b, draw(t, "men outside", 1, 10), draw(t, "away", 1, 12))
		one = of(t, "%s weapons=%s weapons.1.count=%d weapons.1.openings=5 weapons.1.opening=window", out, weapon, a+b)
		two = of(t, "%s weapons=%s,%s weapons.1.count=%d weapons.2.count=%d weapons.1.openings=3 weapons.2.openings=3 weapons.1.opening=window weapons.2.opening=gap", out, weapon, weapon, a, b)
		equal(t, "two windows", one, two)
	})
}

// A side of an assault.
func side(t *rapid.T, label, name string) func(as string) string {
	men := draw(t, label+" men", 1, 7)
	assault, pins := draw(t, label+" assault weapons", 0, men), draw(t, label+" pins", 0, 3)
	quality, kind := pick(t, label+" quality", "inexperienced", "regular", "veteran"), pick(t, label+" kind", "tough", "strong", "fanatics", "nco-lost")
	return func(as string) string {
		return fmt.Sprintf("%s=%d %s.assault-weapons=%d %s.pins=%d %s.quality=%s %s.%s=yes", as, men, as, assault, as, pins, as, quality, as, kind)
	}
}

// TestMirror: over a defended obstacle nobody strikes first, so exchanging the sides exchanges
// their chances.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := side(t, "one", "a"), side(t, "other", "b")
		from := pick(t, "from", "from=above floor=0", "from=below floor=1", "from=adjoining floor=1", "from=outside")
		draws := pick(t, "draws", "1", "0")
		there := of(t, "assault %s ordered=yes %s %s | facts.draw.agreed=%s", from, a("attackers"), b("defenders"), draws)
		back := of(t, "assault %s ordered=yes %s %s | facts.draw.agreed=%s", from, b("attackers"), a("defenders"), draws)
		for _, p := range [][2]string{
			{"attackers-win", "defenders-win"}, {"defenders-win", "attackers-win"}, {"drawn", "drawn"}, {"both-destroyed", "both-destroyed"},
			{"attackers-destroyed", "defenders-destroyed"}, {"mean attackers", "mean defenders"}, {"mean defenders", "mean attackers"},
		} {
			if there[p[0]].Cmp(back[p[1]]) != 0 {
				t.Errorf("%s is %v, and %s with the sides exchanged %v", p[0], there[p[0]].RatString(), p[1], back[p[1]].RatString())
			}
		}
	})
}

// TestObstacle: a defended obstacle never helps the attackers, nor does a reaction of the
// defenders.
func TestObstacle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := fmt.Sprintf("assault from=leap-out ordered=yes distance=%d attackers=%d defenders=%d attackers.quality=%s", draw(t, "distance", 1, 12),
			draw(t, "attackers", 1, 8), draw(t, "defenders", 1, 8), pick(t, "quality", "inexperienced", "regular", "veteran"))
		never(t, "an obstacle", of(t, "%s", s), of(t, "%s obstacle=yes", s), "attackers-win")
	})
}

// TestRams: brick is never easier to ram than wood. A heavier vehicle, or one more fist, is never
// worse for the vehicle. One more unit upstairs changes nothing.
func TestRams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fists, pins := draw(t, "fists", 0, 3), draw(t, "pins", 0, 5)
		s := fmt.Sprintf("ram unit=none class=super-heavy-walker pins=%d", pins)
		wood, brick := of(t, "%s fists=%d material=wood", s, fists), of(t, "%s fists=%d material=brick", s, fists)
		never(t, "brick", wood, brick, "building-destroyed", "vehicle-higher")
		never(t, "wood", brick, wood, "vehicle-knocked-out", "building-higher")
		never(t, "a fist", of(t, "%s fists=%d", s, fists+1), of(t, "%s fists=%d", s, fists), "building-destroyed", "mean units-lost")
		never(t, "a heavier tank", of(t, "ram unit=none class=super-heavy-tank pins=%d", pins), of(t, "ram unit=none class=heavy-tank pins=%d", pins), "building-destroyed")
		never(t, "massive damage", of(t, "%s | rulings.massive-ram=yes", s), of(t, "%s", s), "vehicle-knocked-out")
	})
}

// TestNerve: one more pin never helps a unit to obey, react or stand, and an officer never harms.
func TestNerve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pins, officer, men := draw(t, "pins", 1, 6), draw(t, "officer", 0, 3), draw(t, "men", 1, 10)
		order := fmt.Sprintf("order order=%s quality=%s", pick(t, "order", "fire", "run", "ambush"), pick(t, "quality", "inexperienced", "regular", "veteran"))
		never(t, "a pin", of(t, "%s pins=%d officer=%d", order, pins, officer), of(t, "%s pins=%d officer=%d", order, pins+1, officer), "obeys", "free-of-pins")
		never(t, "an officer", of(t, "%s pins=%d officer=%d", order, pins, officer+1), of(t, "%s pins=%d officer=%d", order, pins, officer), "obeys")
		lost := draw(t, "lost", 0, men-1)
		never(t, "a man", of(t, "morale men=%d lost=%d pins=%d", men, lost, pins), of(t, "morale men=%d lost=%d pins=%d", men, lost+1, pins), "holds")
	})
}

// TestFlamesDoNotMind: against a flamethrower a bunker equals a house, and cover has no effect.
func TestFlamesDoNotMind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		men, pins := draw(t, "men", 1, 10), draw(t, "pins", 0, 5)
		s := fmt.Sprintf("flame weapon=%s storeys=1 distance=5 floors=%d floors.1.pins=%d floors.1.quality=%s floors.1.die=%s", pick(t, "weapon", "flamethrower", "flamethrower-vehicle", "flamethrower-light"),
			men, pins, pick(t, "quality", "inexperienced", "regular", "veteran"), pick(t, "die", "none", "down"))
		house := of(t, "%s sight=window", s)
		equal(t, "a bunker", house, of(t, "%s structure=bunker sight=slit", s))
		equal(t, "cover", house, of(t, "%s sight=gap | tables.modifiers.building.value=-6 facts.extra.damage=3", s))
	})
}

// TestWallsNeverWeaken: a unit that is damaged on 6 outside is damaged on 6 inside, whatever score house
// rules give to extra protection.
func TestWallsNeverWeaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := fmt.Sprintf("shoot-at men=%d resilient=yes weapons=%s weapons.1.count=%d distance=%d sight=window", draw(t, "men", 1, 10), smallArm(t),
			draw(t, "count", 1, 8), draw(t, "distance", 1, 12))
		equal(t, "extra protection", of(t, "%s", s), of(t, "%s | facts.extra.damage=%d", s, draw(t, "extra", 2, 5)))
	})
}
