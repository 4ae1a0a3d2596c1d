package d20skirmish

import (
	"strings"

	"loophole/rule"
)

// A test is how a D20 is read for one kind: three bands of faces, which of them
// succeed and in which a 1 is.
type test struct {
	bands    rule.Bands
	hit, one [3]bool
}

// reading turns a skill and its modifiers into a test.
func reading(u *rule.Umpire, skill, mods int) test {
	how := u.Ruling(&rolling)
	if how == 0 {
		most := u.Apply(skill+mods, "melee.test", "succeeds on this or less")
		if (most < 1 || most > 19) && u.Ruling(&automatic) == 1 {
			most = min(max(most, 1), 19)
		}
		most = min(max(most, 0), 20) // Beyond the die all tests are alike.
		return test{cuts(1, max(1, most), most < 1), [3]bool{most >= 1, true, false}, [3]bool{true, false, false}}
	}
	least := u.Apply(skill-mods, "melee.test", "succeeds on this or more")
	if (least < 2 || least > 20) && u.Ruling(&automatic) == 1 {
		least = min(max(least, 2), 20)
	}
	least = min(max(least, 1), 21)
	if how == 1 {
		return test{cuts(min(least-1, 19), 19, least > 20), [3]bool{false, true, least <= 20}, [3]bool{false, false, true}}
	}
	return test{cuts(1, max(1, least-1), least <= 1), [3]bool{least <= 1, false, true}, [3]bool{true, false, false}}
}

// cuts are the bands of a test. One whose best or worst face does otherwise than its band does
// with other skills has a third cut, above which there is no face: so the bands alone say,
// with the ruling, which faces succeed.
func cuts(first, second int, beyond bool) rule.Bands {
	if beyond {
		return rule.Cuts(first, second, 20)
	}
	return rule.Cuts(first, second)
}

// succeeding are the bands of a test that succeed.
func succeeding(h *rule.HouseRules, b rule.Bands) [4]bool {
	third := func(first, second int) bool { return b == cuts(first, second, true) }
	second := 0
	for face := 1; face <= 20 && b.Band(face) < 2; face++ {
		second = face
	}
	switch h.Readings()[rolling.Name] {
	case "over":
		return [4]bool{1: true, 2: !third(19, 19)}
	case "over-ones":
		return [4]bool{0: third(1, 1), 2: true}
	}
	return [4]bool{0: !third(1, max(1, second)), 1: true}
}

// A successes is what a side rolled: successes, and 1s that inflict.
type successes struct{ hits, ones int }

var whoRolls = [2]string{attacking: "rolls of the attackers", defending: "rolls of the defenders"}

// of says that something is that of a role, by the side that plays it in a game.
func (b *meleeRound) of(u *rule.Umpire, what string, side int) string {
	return what + " of " + u.Named(b.player(side), roleNames[side])
}

// roll rolls for everybody of a side, those with the same test together.
func (b *meleeRound) roll(u *rule.Umpire, side int) (t successes) {
	var tests [kinds]test
	var dice [kinds]int
	var who [kinds]uint16 // which kinds have each test, a bit for each
	n := 0
	for i := range b.sides[side].kinds {
		k := &b.sides[side].kinds[i]
		if k.men == 0 {
			continue
		}
		x := reading(u, u.Apply(int(k.skill), "melee.skill", "melee skill"), b.modifiers(u, side, k))
		j := 0
		for j < n && tests[j] != x {
			j++
		}
		tests[j] = x
		dice[j] += int(k.men)
		who[j] |= 1 << i
		n = max(n, j+1)
	}
	why := u.Text(whoRolls[side], func() string { return b.of(u, "rolls", side) })
	roll := func(j int) {
		t.add(u, &tests[j], u.By(b.player(side)).Tally(dice[j], rule.D20, tests[j].bands, "melee.rolls", why))
	}
	if n == 1 {
		roll(0)
		return t
	}
	for j := range n {
		u.About(b.names(u, side, who[j]), func() { roll(j) })
	}
	return t
}

// names are those of some kinds of a side, a bit for each, as players call them.
func (b *meleeRound) names(u *rule.Umpire, side int, set uint16) string {
	var within, all uint32
	for i := range b.sides[side].kinds {
		if k := &b.sides[side].kinds[i]; k.men > 0 {
			all |= 1 << k.name
			within |= uint32(set>>i&1) << k.name
		}
	}
	var list []string
	for g := range groups {
		both := uint32(3) << (2 * g)
		switch part := within & both; {
		case part == 0:
		case part == all&both:
			list = append(list, u.Named(b.player(side), kindNames[kinds+g]))
		default:
			list = append(list, u.Named(b.player(side), kindNames[2*g+int(part>>(2*g))/2]))
		}
	}
	return strings.Join(list, " and ")
}

// A sideDice is one side of a bout that rolls.
type sideDice struct {
	meleeRound
	side uint8
}

// sideDiceRoll is what a side rolls: successes and 1s, packed. Of many kinds of
// fighters only their sums matter.
var sideDiceRoll = rule.Subroll[sideDice]{Name: "rolls of a side", Play: func(u *rule.Umpire, x sideDice) int {
	t := x.roll(u, int(x.side))
	return t.hits | t.ones<<8
}}

// add counts the bands of one test.
func (t *successes) add(u *rule.Umpire, x *test, c rule.Counts) {
	for band := range 3 {
		n := c.In(band)
		if n == 0 {
			continue
		}
		if x.hit[band] {
			t.hits += n
		}
		if x.one[band] && (x.hit[band] || u.Ruling(&hopeless) == 0) {
			t.ones += n
		}
	}
}
