package d20skirmish

import (
	"strings"

	"loophole/rule"
)

// rollTests rolls one D20 for every character of a side. Kinds with the same test roll together.
func (b *meleeRound) rollTests(u *rule.Umpire, side int) (t successes) {
	var tests [kinds]skillTest
	var dice [kinds]int
	var who [kinds]uint16 // kinds that have each test, a bit for each
	n := 0
	for i := range b.sides[side].kinds {
		k := &b.sides[side].kinds[i]
		if k.men == 0 {
			continue
		}
		x := newSkillTest(u, u.Apply(int(k.skill), "melee.skill", "melee skill"), b.modifiers(u, side, k))
		j := 0
		for j < n && tests[j] != x {
			j++
		}
		tests[j] = x
		dice[j] += int(k.men)
		who[j] |= 1 << i
		n = max(n, j+1)
	}
	roll := func(j int) {
		t.add(u, &tests[j], u.By(b.player(side)).Tally(dice[j], rule.D20, tests[j].bands, "melee.rolls", b.textOf(u, "rolls", side)))
	}
	if n == 1 {
		roll(0)
		return t
	}
	for j := range n {
		u.About(b.namesOf(u, side, who[j]), func() { roll(j) })
	}
	return t
}

// A skillTest is a D20 roll of one kind against its melee skill: three bands of faces, those that
// succeed, and those that hold a 1.
type skillTest struct {
	bands    rule.Bands
	hit, one [3]bool
}

// newSkillTest makes the test for a skill and its modifiers. By the ruling "rolling" a roll of the
// modified skill or less succeeds, or a roll plus modifiers of the skill or more.
func newSkillTest(u *rule.Umpire, skill, mods int) skillTest {
	how := u.Ruling(&rolling)
	if how == 0 {
		most := u.Apply(skill+mods, "melee.test", "succeeds on this or less")
		if (most < 1 || most > 19) && u.Ruling(&automatic) == 1 {
			most = min(max(most, 1), 19)
		}
		most = min(max(most, 0), 20) // Beyond the die all tests are alike.
		return skillTest{testBands(1, max(1, most), most < 1), [3]bool{most >= 1, true, false}, [3]bool{true, false, false}}
	}
	least := u.Apply(skill-mods, "melee.test", "succeeds on this or more")
	if (least < 2 || least > 20) && u.Ruling(&automatic) == 1 {
		least = min(max(least, 2), 20)
	}
	least = min(max(least, 1), 21)
	if how == 1 {
		return skillTest{testBands(min(least-1, 19), 19, least > 20), [3]bool{false, true, least <= 20}, [3]bool{false, false, true}}
	}
	return skillTest{testBands(1, max(1, least-1), least <= 1), [3]bool{least <= 1, false, true}, [3]bool{true, false, false}}
}

// testBands returns the bands of a test. beyond marks a test in which the best or worst face has
// another result than the rest of its band. Such a test has a third cut above the die, so that the
// bands alone tell which faces succeed.
func testBands(first, second int, beyond bool) rule.Bands {
	if beyond {
		return rule.Cuts(first, second, 20)
	}
	return rule.Cuts(first, second)
}

// succeeding returns which bands of a test succeed.
func succeeding(h *rule.HouseRules, b rule.Bands) [4]bool {
	third := func(first, second int) bool { return b == testBands(first, second, true) }
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

// A successes is the result of a side's roll: successes, and rolls of 1 that cause a casualty.
type successes struct{ hits, ones int }

// add counts the bands of one test. Whether a roll of 1 that cannot succeed causes a casualty
// depends on the ruling "hopeless-ones".
func (t *successes) add(u *rule.Umpire, x *skillTest, c rule.Counts) {
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

// A sideDice is the argument of sideDiceRoll: one side of a round.
type sideDice struct {
	meleeRound
	side uint8
}

// sideDiceRoll is the roll of one side. Its value packs successes and rolls of 1: nothing else
// matters.
var sideDiceRoll = rule.Subroll[sideDice]{Name: "rolls of a side", Play: func(u *rule.Umpire, x sideDice) int {
	t := x.rollTests(u, int(x.side))
	return t.hits | t.ones<<8
}}

// textOf is a text about a role, with the name of the side that has it.
func (b *meleeRound) textOf(u *rule.Umpire, what string, side int) string {
	return u.Text(what, func() string { return what + " of " + u.Named(b.player(side), roleNames[side]) })
}

// namesOf are the names of some kinds of a side, a bit for each.
func (b *meleeRound) namesOf(u *rule.Umpire, side int, set uint16) string {
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
