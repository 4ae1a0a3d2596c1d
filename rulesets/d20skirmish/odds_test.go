package d20skirmish_test

import (
	"math/big"
	"testing"
)

// These tests compute the chances by other means: each die by itself, with their own reading of the
// table, and the fight as a recursion over the characters that are left.

// A side of the twin has its number, its target in the first round, and the effect of numbers on
// the target.
type side struct{ men, skill, first int }

type left struct{ a, d int }

func ratio(n, d int64) *big.Rat { return big.NewRat(n, d) }

func times(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }

func gather[K comparable](m map[K]*big.Rat, k K, p *big.Rat) {
	if m[k] == nil {
		m[k] = new(big.Rat)
	}
	m[k].Add(m[k], p)
}

// rolls returns the distribution of successes and 1s of n dice, one after another.
func rolls(n, most int) map[left]*big.Rat {
	all := map[left]*big.Rat{{}: ratio(1, 1)}
	for range n {
		next := map[left]*big.Rat{}
		for have, p := range all {
			for face := 1; face <= 20; face++ {
				x := have
				if face <= most {
					x.a++
				}
				if face == 1 {
					x.d++
				}
				gather(next, x, times(p, ratio(1, 20)))
			}
		}
		all = next
	}
	return all
}

// fought returns the distribution of the characters left after one round.
func fought(n left, mostA, mostD int) map[left]*big.Rat {
	out := map[left]*big.Rat{}
	for a, p := range rolls(n.a, mostA) {
		for d, q := range rolls(n.d, mostD) {
			lostA, lostD := d.d, a.d
			switch {
			case a.a > d.a:
				lostD++
			case d.a > a.a:
				lostA++
			case a.a > 0 && n.a > n.d:
				lostA++
				lostD++
			}
			gather(out, left{max(0, n.a-lostA), max(0, n.d-lostD)}, times(p, q))
		}
	}
	return out
}

// ending returns the distribution of the characters left at the end, with other bonuses in the
// first round.
func ending(n left, a, d side, first bool) map[left]*big.Rat {
	if n.a == 0 || n.d == 0 {
		return map[left]*big.Rat{n: ratio(1, 1)}
	}
	mostA, mostD := a.skill+4*max(0, n.a-n.d), d.skill+4*max(0, n.d-n.a)
	if first {
		mostA, mostD = mostA+a.first, mostD+d.first
	}
	out := map[left]*big.Rat{}
	round := fought(n, mostA, mostD)
	leave := ratio(1, 1)
	if !first {
		leave.Sub(leave, orZero(round[n]))
	}
	for m, p := range round {
		if m == n && !first {
			continue
		}
		for end, q := range ending(m, a, d, false) {
			gather(out, end, times(new(big.Rat).Quo(p, leave), q))
		}
	}
	return out
}

func orZero(r *big.Rat) *big.Rat {
	if r == nil {
		return new(big.Rat)
	}
	return r
}

// tell returns the chance that the attackers have the room, and their expected losses.
func tell(end map[left]*big.Rat, start int) (taken, lost *big.Rat) {
	taken, lost = new(big.Rat), new(big.Rat)
	for n, p := range end {
		if n.a > 0 && n.d == 0 {
			taken.Add(taken, p)
		}
		lost.Add(lost, times(p, ratio(int64(start-n.a), 1)))
	}
	return taken, lost
}

func TestMeleeByRecursion(t *testing.T) {
	for _, x := range []struct {
		words string
		a, d  side
	}{
		{"melee attackers=1 defenders=1", side{1, 10, 0}, side{1, 10, 0}},
		{"melee attackers=2 defenders=2", side{2, 10, 0}, side{2, 10, 0}},
		{"melee attackers=1 defenders=3", side{1, 10, 0}, side{3, 10, 0}},
		{"melee attackers=3 attackers.1.charging=yes defenders=2 defenders.1.suppressed=yes", side{3, 10, 4}, side{2, 4, 0}},
		{"melee attackers=3 attackers.1.charging=yes defenders=3 defenders.1.skill=13 defenders.1.moving=yes", side{3, 10, 4}, side{3, 13, -4}},
		{"melee attackers=2 attackers.1.hesitant=yes defenders=2 defenders.1.skill=3 defenders.1.suppressed=yes", side{2, 8, 0}, side{2, -3, 0}},
	} {
		a := answer(t, x.words)
		taken, lost := tell(ending(left{x.a.men, x.d.men}, x.a, x.d, true), x.a.men)
		if have := event(t, a, "room-cleared"); have.Cmp(taken) != 0 {
			t.Errorf("%s: cleared %v, and by recursion %v", x.words, have, taken)
		}
		if have := mean(t, a, "attackers-lost"); have.Cmp(lost) != 0 {
			t.Errorf("%s: %v attackers lost, and by recursion %v", x.words, have, lost)
		}
	}
}

// stormed computes a room of some occupants, from the grenade to the finish.
func stormed(a side, occupants, skill int) map[left]*big.Rat {
	out := map[left]*big.Rat{}
	for k := range occupants + 1 { // out by the grenade
		p := new(big.Rat).SetInt(new(big.Int).Binomial(int64(occupants), int64(k)))
		for range k {
			p.Mul(p, ratio(8, 20))
		}
		for range occupants - k {
			p.Mul(p, ratio(12, 20))
		}
		for end, q := range ending(left{a.men, occupants - k}, a, side{occupants - k, skill - 6, 0}, true) {
			gather(out, end, times(p, q))
		}
	}
	return out
}

func TestAssaultByRecursion(t *testing.T) {
	small := stormed(side{2, 10, 0}, 2, 10)
	large := stormed(side{3, 10, 4}, 3, 12)
	taken, lost := tell(small, 2)
	one := answer(t, "assault")
	if p := event(t, one, "all-rooms-taken"); p.Cmp(taken) != 0 {
		t.Errorf("a room: %v, and by recursion %v", p, taken)
	}
	taken3, lost3 := tell(large, 3)
	all := answer(t, "assault rooms=2,3,2 rooms.1.defenders=2 rooms.2.attackers.1.charging=yes rooms.2.defenders=3 rooms.2.defenders.1.skill=12 rooms.3.defenders=2")
	if p, want := event(t, all, "all-rooms-taken"), times(taken3, times(taken, taken)); p.Cmp(want) != 0 {
		t.Errorf("three rooms: %v, and by recursion %v", p, want)
	}
	cost := new(big.Rat).Add(lost3, new(big.Rat).Add(lost, lost))
	if p := mean(t, all, "attackers-lost"); p.Cmp(cost) != 0 {
		t.Errorf("three rooms: %v attackers lost, and by recursion %v", p, cost)
	}
	none := ratio(1, 1)
	for _, p := range []*big.Rat{taken, taken, taken3} {
		none.Mul(none, new(big.Rat).Sub(ratio(1, 1), p))
	}
	if p := event(t, all, "room-taken"); p.Cmp(none.Sub(ratio(1, 1), none)) != 0 {
		t.Errorf("at least one of three rooms: %v, and by recursion %v", p, none)
	}
}

// TestOrderOfRooms: the order of the rooms changes nothing, even if all grenades come before all
// melees.
func TestOrderOfRooms(t *testing.T) {
	const (
		one = "assault rooms=2,3 rooms.1.defenders=2 rooms.2.defenders=1 "
		two = "assault rooms=3,2 rooms.1.defenders=1 rooms.2.defenders=2 "
	)
	for _, house := range []string{"", "| rulings.suppression-scope=element", "| facts.pinned.modifier=-3", "| rulings.roles=active-side"} {
		a, b := answer(t, one+house), answer(t, two+house)
		for i := range a.Events {
			if a.Events[i].Exact.Cmp(b.Events[i].Exact) != 0 {
				t.Errorf("%s: %s is %v and %v", house, a.Question.Procedure.Events[i].Name, a.Events[i], b.Events[i])
			}
		}
	}
}

// TestActivations: the chance to have the room rises with each activation, up to that of a fight to
// the finish.
func TestActivations(t *testing.T) {
	end := event(t, answer(t, "assault"), "all-rooms-taken")
	last := new(big.Rat)
	for _, n := range []string{"1", "2", "3", "6", "20"} {
		p := event(t, answer(t, "assault activations="+n), "all-rooms-taken")
		if p.Cmp(last) <= 0 || p.Cmp(end) >= 0 {
			t.Errorf("after %s activations %v, before %v, in the end %v", n, p, last, end)
		}
		last = p
	}
	if gap := new(big.Rat).Sub(end, last); gap.Cmp(ratio(1, 100_000)) > 0 {
		t.Errorf("twenty activations leave %v", gap)
	}
}
