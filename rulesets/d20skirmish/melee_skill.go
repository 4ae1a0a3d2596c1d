package d20skirmish

import "loophole/rule"

// A skillTest is a D20 roll of one character against its melee skill.
type skillTest struct {
	skill, modifiers int
	rolling          int  // the reading of the ruling "rolling"
	automatic        bool // by the ruling "automatic" the best face succeeds and the worst fails
}

// The readings of the ruling "rolling".
const (
	rollUnder = iota
	rollOver
	rollOverOnes
)

// newSkillTest makes the test for a skill and the total of its modifiers (melee.test). The ruling "automatic"
// matters only if all faces would have the same result.
func newSkillTest(u *rule.Umpire, skill, modifiers int) skillTest {
	test := skillTest{skill: skill, modifiers: modifiers, rolling: u.Ruling(&rolling)}
	if test.rolling == rollUnder {
		u.Apply(test.number(), "melee.test", "succeeds on this or less")
	} else {
		u.Apply(test.number(), "melee.test", "succeeds on this or more")
	}
	if test.succeeds(1) == test.succeeds(20) {
		test.automatic = u.Ruling(&automatic) == automaticEnds
	}
	return test
}

// number returns the number to roll: that or less, or by the other readings that or more.
func (t skillTest) number() int {
	if t.rolling == rollUnder {
		return t.skill + t.modifiers
	}
	return t.skill - t.modifiers
}

// succeeds reports whether a face succeeds: a roll of the modified skill or less. By the other
// readings of the ruling "rolling" the roll plus modifiers must reach the skill.
func (t skillTest) succeeds(face int) bool {
	best, worst := 1, 20
	if t.rolling != rollUnder {
		best, worst = 20, 1
	}
	switch {
	case t.automatic && face == best:
		return true
	case t.automatic && face == worst:
		return false
	case t.rolling == rollUnder:
		return face <= t.number()
	}
	return face >= t.number()
}

// isOne reports whether a face is a roll of 1. By the reading "over" a 20 takes the place of the 1.
func (t skillTest) isOne(face int) bool {
	if t.rolling == rollOver {
		return face == 20
	}
	return face == 1
}

// oneInflicts reports whether a roll of 1 inflicts a casualty. By the ruling "hopeless-ones" it may
// have to succeed.
func oneInflicts(u *rule.Umpire, succeeds bool) bool {
	return succeeds || u.Ruling(&hopelessOnes) == hopelessOnesInflicts
}

// A successes is the result of a side's roll: the number of successes, and rolls of 1 that inflict a casualty.
type successes struct{ count, ones int }

// rollTests rolls one D20 for every character of a side (melee.rolls). Kinds with the same test roll together.
func (r *meleeRound) rollTests(u *rule.Umpire, side int) (total successes) {
	var tests [mostKinds]*faceBands
	var dice [mostKinds]int
	var kindsWith [mostKinds]kindSet // the kinds that have each test
	count := 0
	for i := range r.sides[side].kinds {
		k := &r.sides[side].kinds[i]
		if k.men == 0 {
			continue
		}
		test := newSkillTest(u, u.Apply(int(k.skill), "melee.skill", "melee skill"), r.modifiers(u, side, k)).faces()
		j := 0
		for j < count && *tests[j] != *test {
			j++
		}
		tests[j] = test
		dice[j] += int(k.men)
		kindsWith[j].add(i)
		count = max(count, j+1)
	}
	roll := func(j int) {
		total.add(u, tests[j], u.By(r.player(side)).Tally(dice[j], rule.D20, tests[j].bands, "melee.rolls", r.textOf(u, "rolls", side)))
	}
	if count == 1 {
		roll(0)
		return total
	}
	for j := range count {
		u.About(r.namesOf(u, side, kindsWith[j]), func() { roll(j) })
	}
	return total
}

// add counts the dice of one test, band by band.
func (s *successes) add(u *rule.Umpire, test *faceBands, rolled rule.Counts) {
	for band, succeeds := range test.succeeds {
		n := rolled.In(band)
		if n == 0 {
			continue
		}
		if succeeds {
			s.count += n
		}
		if test.isOne[band] && oneInflicts(u, succeeds) {
			s.ones += n
		}
	}
}

// A sideOfRound is one side of a round.
type sideOfRound struct {
	meleeRound
	side uint8
}

// sideRoll rolls for one side. Only successes and rolls of 1 matter.
var sideRoll = rule.NewResultSubroll("rolls of a side", func(u *rule.Umpire, r sideOfRound) successes {
	return r.rollTests(u, int(r.side))
})
