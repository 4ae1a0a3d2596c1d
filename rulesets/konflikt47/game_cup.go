package konflikt47

import (
	"fmt"
	"strconv"

	"loophole/rule"
)

// mostInCup is the most order dice that one rolled die can stand for.
const mostInCup = int(rule.D20)

// A cup holds an order die for each unit that has no order yet. The order die that comes out names
// the side that gives the next order. One rolled die stands for the draw: each order die has one of
// its faces, or several, and the faces that are left are blank.
type cup struct {
	cite      rule.Clause
	questions [][]string // by the order dice of each side in the cup
}

// newCup returns the cup of two sides with at most dice order dice each, 20 together. Each question
// begins with a text: "which order die comes out of the cup".
func newCup(sides [2]rule.Side, dice [2]int, cite rule.Clause, question string) cup {
	filled := cup{cite: cite, questions: make([][]string, dice[0]+1)}
	for first := range filled.questions {
		filled.questions[first] = make([]string, dice[1]+1)
		for second := range filled.questions[first] {
			if first > 0 && second > 0 {
				filled.questions[first][second] = question + ": " + draws[first+second].text(sides, first, second)
			}
		}
	}
	return filled
}

// draw draws one of the order dice of both sides in the cup and returns its side. It reports false
// for a blank, after which the die is drawn again.
func (c *cup) draw(u *rule.Umpire, dice [2]int) (side uint8, ok bool) {
	drawn := &draws[dice[0]+dice[1]]
	face := u.Sum(1, drawn.die, c.cite, c.questions[dice[0]][dice[1]])
	switch {
	case face <= drawn.facesEach*dice[0]:
		return 0, true
	case face <= drawn.facesEach*(dice[0]+dice[1]):
		return 1, true
	}
	u.Note(c.cite, "the die is a blank: draw again")
	return 0, false
}

// A cupDraw is the die that stands for a draw, and its faces for each order die.
type cupDraw struct {
	die       rule.Die
	facesEach int
}

// draws are the draws from cups, by the number of their order dice.
var draws = func() (list [mostInCup + 1]cupDraw) {
	for n := range list[1:] {
		list[n+1] = cupDrawOf(n + 1)
	}
	return list
}()

// cupDrawOf finds the die with the fewest blanks, of those that players have.
func cupDrawOf(n int) (best cupDraw) {
	for _, d := range rule.Dice() {
		facesEach := int(d) / n
		if int(d) <= mostInCup && facesEach > 0 && (best.die == 0 || facesEach*int(best.die) > best.facesEach*int(d)) {
			best = cupDraw{d, facesEach}
		}
	}
	return best
}

// text returns a text with the faces of each side: "German on 1-3, British on 4-7, a blank on 8".
func (d cupDraw) text(sides [2]rule.Side, ofFirst, ofSecond int) string {
	first, last := d.facesEach*ofFirst, d.facesEach*(ofFirst+ofSecond)
	text := fmt.Sprintf("%s on %s, %s on %s", sides[0], faces(1, first), sides[1], faces(first+1, last))
	if last < int(d.die) {
		text += ", a blank on " + faces(last+1, int(d.die))
	}
	return text
}

// faces names faces of a die, the first to the last: 2-3.
func faces(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}
