package odds_test

import (
	"fmt"
	"slices"

	"loophole/rule"
)

// icepool's examples that the notation cannot say, as procedures. docs/icepool.md shows
// their code, and icepool_test.go compares them with icepool's fractions.

var (
	d6  = rule.AnyDie(6)
	d10 = rule.AnyDie(10)
	d20 = rule.AnyDie(20)
)

func matchingSets(u *rule.Umpire, dice int) string {
	var sizes []int
	for _, many := range u.Draw(dice, d10, "", "the pool").All() {
		if many >= 2 {
			sizes = append(sizes, many)
		}
	}
	slices.Sort(sizes)
	return fmt.Sprint(sizes)
}

func setAndRun(u *rule.Umpire) [2]int {
	pool := u.Draw(6, d6, "", "the pool")
	return [2]int{pool.Largest(), pool.Run()}
}

func framewerk(u *rule.Umpire) (best int) {
	run, sum, last := 0, 0, 0
	for face, many := range u.Draw(5, d10, "", "the pool").All() {
		if face != last-1 {
			run, sum = 0, 0
		}
		run, sum, last = run+1, sum+face, face
		best = max(best, face*many)
		if run >= 3 {
			best = max(best, sum)
		}
	}
	return best
}

var fortune = rule.AnyDie(6).Named("spade", "heart", "diamond", "club", "joker", "blank")

func household(u *rule.Umpire) int {
	pool := u.Draw(5, fortune, "", "the pool")
	largest := 0
	for suit := 1; suit <= 4; suit++ {
		largest = max(largest, pool.Of(suit))
	}
	return largest + pool.Of(fortune.Face("joker"))
}

func outgunned(u *rule.Umpire) int {
	first := u.Draw(5, d6, "", "the pool")
	if first.Largest() < 2 {
		return 1 // nothing is rolled again
	}
	var have [7]int
	alone := 0
	for face, many := range first.All() {
		if many == 1 {
			alone++
		} else {
			have[face] = many
		}
	}
	for face, many := range u.Draw(alone, d6, "", "what is alone, again").All() {
		have[face] += many
	}
	return slices.Max(have[:])
}

func vampire(u *rule.Umpire) string {
	normal := u.Tally(3, rule.D10, rule.Cuts(1, 5, 9), "", "normal dice")
	hunger := u.Tally(2, rule.D10, rule.Cuts(1, 5, 9), "", "hunger dice")
	switch tens := normal.In(3) + hunger.In(3); {
	case tens < 2:
		return "no critical"
	case hunger.In(3) > 0:
		return "messy critical"
	}
	return "critical"
}

func faceToFace(u *rule.Umpire) (mine int) {
	const my, your = 12, 10 // success values: a critical at the value, a success below
	a, b := u.Draw(3, d20, "", "my dice"), u.Draw(2, d20, "", "your dice")
	if b.Of(your) > 0 {
		return 0 // cancels all successes, and criticals too
	}
	best := 0
	for face := range b.All() {
		if face < your {
			best = face
			break
		}
	}
	for face, many := range a.All() {
		if face == my || face < my && face > best {
			mine += many
		}
	}
	return mine
}

type pools struct{ action, danger, face int }

func neonCity(u *rule.Umpire, dice int) int {
	s := pools{action: dice, danger: dice, face: 6}
	for ; rule.Checkpoint(u, "face", &s) && s.face > 0; s.face-- {
		one := rule.WeightedDie(s.face-1, 1) // of those that show no higher face
		action, danger := u.Draw(s.action, one, "", "action").Of(2), u.Draw(s.danger, one, "", "danger").Of(2)
		switch {
		case action > danger && s.face == 6:
			return 5 + action - danger
		case action > danger:
			return s.face
		}
		s.action, s.danger = s.action-action, s.danger-danger
	}
	return 0
}

func risk(u *rule.Umpire) (lost int) {
	attack, defence := u.Draw(3, d6, "", "attack").Faces(), u.Draw(2, d6, "", "defence").Faces()
	for i := range defence {
		if attack[i] > defence[i] {
			lost++
		}
	}
	return lost
}

func attrition(u *rule.Umpire) [2]int {
	left := [2]int{4, 3}
	for rule.Checkpoint(u, "roll", &left) && left[0] > 0 && left[1] > 0 {
		a, b := u.Draw(left[0], d6, "", "one side").Faces(), u.Draw(left[1], d6, "", "the other").Faces()
		for i := range min(len(a), len(b)) {
			switch {
			case a[i] > b[i]:
				left[1]--
			case a[i] < b[i]:
				left[0]--
			}
		}
	}
	return left
}

type contest struct{ dice, net int }

func rerolledTies(u *rule.Umpire) int {
	s := contest{dice: 2}
	for rule.Checkpoint(u, "roll", &s) && s.dice > 0 {
		a, b := u.Draw(s.dice, d6, "", "one side").Faces(), u.Draw(s.dice, d6, "", "the other").Faces()
		for i := range a {
			switch {
			case a[i] > b[i]:
				s.dice, s.net = s.dice-1, s.net+1
			case a[i] < b[i]:
				s.dice, s.net = s.dice-1, s.net-1
			}
		}
	}
	return s.net
}

func soulbound(u *rule.Umpire, dice, focus int) (successes int) {
	for face, many := range u.Draw(dice, d6, "", "the pool").All() {
		if short := 5 - face; short > 0 {
			many = min(many, focus/short)
			focus -= many * short
		}
		successes += many
	}
	return successes
}

func technoir(u *rule.Umpire) (highest int) {
	action, push, hurt := u.Draw(3, d6, "", "action"), u.Draw(2, d6, "", "push"), u.Draw(4, d6, "", "hurt")
	for _, pool := range []rule.Drawn{action, push} {
		for face := range pool.All() {
			if hurt.Of(face) == 0 {
				highest = max(highest, face)
			}
		}
	}
	return highest
}

var deck = rule.BagOf(3, 8, 2, 3, 3, 113, 7).Named("a", "b", "c", "d", "e", "f", "wild")

func wildcards(u *rule.Umpire, cards int, deck rule.Bag) bool {
	hand := u.Draw(cards, deck, "", "the hand") // is to hold A B B C D D E E E
	wanting := max(0, 1-hand.Of(3)) + max(0, 2-hand.Of(4)) + max(0, 3-hand.Of(5))
	return hand.Of(1) >= 1 && hand.Of(2) >= 2 && hand.Of(7)+1 >= wanting // one is there already
}

// ways are those of 3, 4, … 18 with the best three of four dice.
var ways = []int{1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21}

type scores struct{ mine, yours, place int }

func asGoodThroughout(u *rule.Umpire, each int) bool {
	s := scores{each, each, len(ways) - 1}
	for ; rule.Checkpoint(u, "score", &s) && s.yours > 0; s.place-- {
		lower := 0
		for _, n := range ways[:s.place] {
			lower += n
		}
		one := rule.WeightedDie(lower, ways[s.place]) // of those that are no higher
		s.mine -= u.Draw(s.mine, one, "", "my scores").Of(2)
		s.yours -= u.Draw(s.yours, one, "", "your scores").Of(2)
		if s.mine > s.yours {
			return false
		}
	}
	return true
}

type extremes struct {
	n      int
	lo, hi [2]int
}

func unfair(u *rule.Umpire, each int) bool {
	s := extremes{lo: [2]int{18, 18}, hi: [2]int{3, 3}}
	for ; rule.Checkpoint(u, "score", &s) && s.n < 2*each; s.n++ {
		i, score := s.n/each, u.Highest(4, 3, rule.D6, "", "a score")
		s.lo[i], s.hi[i] = min(s.lo[i], score), max(s.hi[i], score)
	}
	return s.lo[0] > s.hi[1] || s.lo[1] > s.hi[0]
}

func stress(u *rule.Umpire) int {
	action := u.Draw(5, d6, "", "action").Faces()
	for _, face := range u.Draw(3, d6, "", "stress").Faces() {
		if i := slices.IndexFunc(action, func(a int) bool { return a <= face }); i >= 0 {
			action = slices.Delete(action, i, i+1)
		}
	}
	return len(action)
}

func greenAndRed(u *rule.Umpire) string {
	var green [11]int // less the red ones
	green[u.Sum(1, rule.D10, "", "green")]++
	green[u.Sum(1, rule.D8, "", "green")]++
	green[u.Sum(1, rule.D6, "", "red")]--
	green[u.Sum(1, rule.D8, "", "red")]--
	seen, sum := 0, 0
	for face := 10; face >= 1 && seen < 2; face-- {
		seen, sum = seen+max(green[face], -green[face]), sum+green[face]
	}
	switch {
	case seen > 0 && sum == seen:
		return "success"
	case seen > 0 && sum == -seen:
		return "failure"
	}
	return "partial"
}

func holdsAll(u *rule.Umpire) bool {
	rolled := []int{
		u.Sum(1, rule.D4, "", "a D4"), u.Sum(1, rule.D6, "", "a D6"), u.Sum(1, rule.D8, "", "a D8"), u.Sum(1, rule.D8, "", "another"),
	}
	slices.Sort(rolled)
	return slices.Equal(rolled, []int{2, 4, 5, 7})
}

func sameFaces(u *rule.Umpire) bool {
	a, b := u.Draw(4, d6, "", "one pool"), u.Draw(4, d6, "", "the other")
	for face := 1; face <= 6; face++ {
		if (a.Of(face) > 0) != (b.Of(face) > 0) {
			return false
		}
	}
	return true
}

func sharedTarget(u *rule.Umpire, dice int) bool {
	target := u.Sum(1, rule.D12, "", "the target")
	low := u.Count(dice, rule.D6, rule.Exactly(target), "", "the low pool, 1 to 6")
	high := u.Count(dice, rule.D6, rule.Exactly(target-6), "", "the high pool, 7 to 12")
	return low+high == 0
}

func rollingHigh(u *rule.Umpire, dice int) [2]int {
	rolls := u.Tally(dice, rule.D20, rule.Cuts(9, 14), "", "the rolls")
	return [2]int{rolls.In(0), rolls.In(2)} // 9 or less, 15 or more
}
