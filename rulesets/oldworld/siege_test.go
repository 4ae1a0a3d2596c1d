package oldworld_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSplit: the casualties of a pool of shots are the sum of those of its two parts. The target is
// large enough for every hit to count, and takes no test.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := between(r, 1, 9, "shots"), between(r, 1, 9, "and more")
		with := rapid.SampledFrom([]string{"longbow", "crossbow", "handgun", "sling"}).Draw(r, "weapon")
		one := func(n int) []*big.Rat {
			d := measure(t, answer(t, fmt.Sprintf("shoot from=open at=building shooters.models=%d with=%s distance=9 target.models=20", n, with)), "casualties")
			p := make([]*big.Rat, 20)
			for k := range p {
				if p[k] = d.Exactly(k).Exact; p[k] == nil {
					p[k] = new(big.Rat)
				}
			}
			return p
		}
		p, q, both := one(a), one(b), one(a+b)
		for k, want := range both {
			sum := new(big.Rat)
			for i := range k + 1 {
				sum.Add(sum, new(big.Rat).Mul(p[i], q[k-i]))
			}
			if sum.Cmp(want) != 0 {
				r.Fatalf("%d and %d %ss: %d fall with %v, together with %v", a, b, with, k, sum, want)
			}
		}
	})
}

// TestMirroredBlows: in a later round it does not matter which side is inside. Exchanging the sides
// exchanges the losses.
func TestMirroredBlows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SampledFrom([]string{"state-troops", "orc-mob", "night-goblins", "dwarf-warriors", "chaos-warriors", "greatswords"})
		arms := rapid.SampledFrom([]string{"hand-weapon", "halberd", "great-weapon"})
		x, y := units.Draw(t, "one"), units.Draw(t, "other")
		v, w := arms.Draw(t, "its weapon"), arms.Draw(t, "the other's")
		n, m := between(t, 1, 12, "models"), between(t, 1, 12, "and")
		const words = "assault charge=0 later-round=yes attackers.spirit=unbreakable garrison.spirit=unbreakable " +
			"attackers=%s attackers.weapon=%s attackers.models=%d garrison=%s garrison.weapon=%s garrison.models=%d"
		here, there := of(t, words, x, v, n, y, w, m), of(t, words, y, w, m, x, v, n)
		if here["mean attackers-lost"].Cmp(there["mean garrison-lost"]) != 0 || here["mean garrison-lost"].Cmp(there["mean attackers-lost"]) != 0 {
			t.Errorf("%v and %v, the sides changed %v and %v", here["mean attackers-lost"], here["mean garrison-lost"], there["mean attackers-lost"], there["mean garrison-lost"])
		}
	})
}

// TestSteel: in combat a higher Armour Piercing never lowers the losses, and more armour or
// Toughness never raises them.
func TestSteel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "assault garrison.spirit=unbreakable attackers.models=%d garrison.models=8 charge=%d garrison.toughness=%d garrison.save=%d | tables.weapons.hand-weapon.ap=%d"
		n, c := between(t, 1, 8, "attackers"), between(t, 0, 6, "charge")
		tough, save, ap := between(t, 1, 9, "Toughness"), between(t, 3, 7, "save"), between(t, 0, 3, "Armour Piercing")
		base := of(t, words, n, c, tough, save, ap)
		never(t, "a higher Toughness", "mean garrison-lost", base, of(t, words, n, c, tough+1, save, ap))
		never(t, "a better save", "mean garrison-lost", base, of(t, words, n, c, tough, save-1, ap))
		never(t, "less Armour Piercing", "mean garrison-lost", of(t, words, n, c, tough, save, ap+1), base)
	})
}

// TestNumbersHold: one more model never makes the building harder to hold, if the garrison need not
// leave after a victory. Attackers move in at once, since nobody walks in after the last turn.
func TestNumbersHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "siege attackers=%s attackers.models=%d garrison=%s garrison.models=%d turns=%d charge=%d | rulings.restraint=free rulings.wiped-out=at-once"
		units := rapid.SampledFrom([]string{"state-troops", "orc-mob", "night-goblins", "dwarf-warriors"})
		x, y := units.Draw(t, "attackers"), units.Draw(t, "garrison")
		a, g := between(t, 1, 7, "attackers"), between(t, 1, 7, "garrison")
		turns, c := between(t, 1, 4, "turns"), between(t, 1, 5, "charge")
		base := of(t, words, x, a, y, g, turns, c)
		never(t, "a model less inside", "garrison-holds", of(t, words, x, a, y, g+1, turns, c), base)
		never(t, "a model less outside", "attackers-hold", of(t, words, x, a+1, y, g, turns, c), base)
	})
}

// TestOneTurn: a siege of a single player turn is one round of an assault.
func TestOneTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SampledFrom([]string{"state-troops", "orc-mob", "night-goblins", "dwarf-warriors", "chaos-warriors", "greatswords", "common-trolls"})
		x, y := units.Draw(t, "attackers"), units.Draw(t, "garrison")
		words := fmt.Sprintf("attackers=%s attackers.models=%d garrison=%s garrison.models=%d charge=%d", x, between(t, 1, 8, "models"), y, between(t, 1, 6, "inside"), between(t, 1, 6, "charge"))
		once, siege := of(t, "assault %s", words), of(t, "siege turns=1 %s", words)
		for _, name := range []string{"garrison-holds", "garrison-destroyed", "garrison-wiped-out", "attackers-break", "garrison-drawn-out"} {
			other := map[string]string{"attackers-break": "attackers-broken"}[name]
			if other == "" {
				other = name
			}
			if once[name].Cmp(siege[other]) != 0 {
				t.Errorf("%s: %s %v, as a siege %v", words, name, once[name], siege[other])
			}
		}
		if once["mean attackers-lost"].Cmp(siege["mean attackers-lost"]) != 0 {
			t.Errorf("%s: attackers lost %v, as a siege %v", words, once["mean attackers-lost"], siege["mean attackers-lost"])
		}
	})
}

// TestIdleArrows: shots that cannot wound do not change the odds of a siege, although it then has
// states for every turn.
func TestIdleArrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const words = "siege attackers=%s attackers.toughness=9 attackers.models=%d garrison.strength=7 garrison.models=%d garrison.standard=yes charge=%d turns=%d%s"
		x := rapid.SampledFrom([]string{"state-troops", "orc-mob", "dwarf-warriors", "greatswords"}).Draw(t, "attackers")
		a, g, c := between(t, 1, 4, "attackers"), between(t, 1, 4, "garrison"), between(t, 1, 5, "charge")
		turns := between(t, 0, 5, "turns")
		still := of(t, words, x, a, g, c, turns, "")
		for _, shots := range []string{" with=longbow stand-and-shoot=yes", " with=longbow fire=yes", " with=longbow fire=yes stand-and-shoot=yes"} {
			for name, p := range of(t, words, x, a, g, c, turns, shots) {
				if p.Cmp(still[name]) != 0 {
					t.Errorf("%s: %s is %v, without %v", fmt.Sprintf(words, x, a, g, c, turns, shots), name, p, still[name])
				}
			}
		}
	})
}

// TestSiegeByHand computes a siege without the engine. State Troops fight State Troops: every
// attack wounds with one chance in eight, a charge strikes first, and Leadership is 7. The garrison
// stays inside.
func TestSiegeByHand(t *testing.T) {
	for _, n := range [][3]int{{3, 2, 3}, {2, 4, 4}, {6, 5, 5}, {9, 7, 4}} {
		words := fmt.Sprintf("siege attackers=state-troops garrison=state-troops attackers.models=%d garrison.models=%d turns=%d charge=4", n[0], n[1], n[2])
		a := answer(t, words, "rulings.restraint=free")
		h := byHand{memo: map[[5]int][3]*big.Rat{}}
		want := h.turn(n[0], n[1], n[2], 4, false)
		for i, name := range []string{"garrison-holds", "garrison-destroyed", "attackers-broken"} {
			if p := event(t, a, name); p.Cmp(want[i]) != 0 {
				t.Errorf("%s: %s with %v, want %v", words, name, p.FloatString(9), want[i].FloatString(9))
			}
		}
	}
}

type byHand struct{ memo map[[5]int][3]*big.Rat }

func rats(x, y, z int64) [3]*big.Rat {
	return [3]*big.Rat{big.NewRat(x, 1), big.NewRat(y, 1), big.NewRat(z, 1)}
}

// turn returns the chances from a player turn on that the garrison holds, breaks, or breaks the
// attackers. dist is the inches of this turn's charge, and 0 if the fight continues.
func (h *byHand) turn(a, g, turns, dist int, theirs bool) [3]*big.Rat {
	if turns == 0 {
		return rats(1, 0, 0)
	}
	key := [5]int{a, g, turns, dist, map[bool]int{true: 1}[theirs]}
	if r, ok := h.memo[key]; ok {
		return r
	}
	sum := rats(0, 0, 0)
	add := func(p *big.Rat, r [3]*big.Rat) {
		for i := range sum {
			sum[i].Add(sum[i], new(big.Rat).Mul(p, r[i]))
		}
	}
	switch {
	case dist > 0 && theirs:
		sum = h.turn(a, g, turns-1, dist, false)
	case dist > 5: // only double ones fall short of six inches
		add(big.NewRat(1, 36), h.turn(a, g, turns-1, 5, true))
		h.fight(a, g, dist, big.NewRat(35, 36), func(p *big.Rat, x, y int) { h.after(add, p, a, g, x, y, turns, theirs) })
	default:
		h.fight(a, g, dist, big.NewRat(1, 1), func(p *big.Rat, x, y int) { h.after(add, p, a, g, x, y, turns, theirs) })
	}
	h.memo[key] = sum
	return sum
}

// fight calls f with the chance of x losses of the attackers and y of the garrison.
func (h *byHand) fight(a, g, dist int, all *big.Rat, f func(p *big.Rat, x, y int)) {
	eighth := big.NewRat(1, 8)
	for k := range min(5, a) + 1 {
		y := min(k, g)
		blows := min(5, g)
		if dist > 0 {
			blows = max(0, blows-y)
		}
		for x := range blows + 1 {
			p := new(big.Rat).Mul(binomial(min(5, a), k, eighth), binomial(blows, x, eighth))
			f(p.Mul(p, all), min(x, a), y)
		}
	}
}

func (h *byHand) after(add func(*big.Rat, [3]*big.Rat), p *big.Rat, a, g, x, y, turns int, theirs bool) {
	a, g = a-x, g-y
	lead := y - x
	if a > g {
		lead++
	} else if g > a {
		lead--
	}
	switch {
	case a == 0 && g == 0, g == 0:
		add(p, rats(0, 0, 0))
		return
	case a == 0:
		add(p, rats(1, 0, 0))
		return
	case lead == 0:
		add(p, h.turn(a, g, turns-1, 0, !theirs))
		return
	}
	for i := 2; i <= 12; i++ {
		q := new(big.Rat).Mul(p, big.NewRat(int64(6-max(i-7, 7-i)), 36))
		ground := i == 2 || i+max(lead, -lead) <= 7
		switch {
		case lead > 0 && (i > 7 || a > 2*g && !ground):
			add(q, rats(0, 1, 0))
		case lead > 0:
			add(q, h.turn(a, g, turns-1, 0, !theirs))
		case i > 7 || g > 2*a && !ground:
			add(q, rats(1, 0, 1))
		case ground:
			add(q, h.turn(a, g, turns-1, 2, !theirs))
		default:
			for d := 1; d <= 6; d++ {
				add(new(big.Rat).Mul(q, big.NewRat(int64(2*d-1), 36)), h.turn(a, g, turns-1, d, !theirs))
			}
		}
	}
}
