package konflikt47

import (
	"fmt"
	"strconv"

	"loophole/rule"
)

// mostInCup is the most that one die can stand for.
const mostInCup = int(rule.D20)

// A cup holds a lot for each thing that may still act. The lot that comes out names the side
// whose turn it is. One die stands for the draw: each lot has one of its faces, or several, and
// the faces that are left are blank.
type cup struct {
	cite rule.Clause
	asks [][]string // the question, by the lots of each side in the cup
}

// newCup returns the cup of two sides with at most so many lots, 20 in all. What is asked begins
// with a text: "which order die comes out of the cup".
func newCup(sides [2]rule.Side, lots [2]int, cite rule.Clause, asked string) cup {
	filled := cup{cite: cite, asks: make([][]string, lots[0]+1)}
	for a := range filled.asks {
		filled.asks[a] = make([]string, lots[1]+1)
		for b := range filled.asks[a] {
			if a > 0 && b > 0 {
				filled.asks[a][b] = asked + ": " + draws[a+b].shares(sides, a, b)
			}
		}
	}
	return filled
}

// draw draws one of the lots of both sides in the cup and returns its side. It reports false for
// a blank, after which it has to be drawn again.
func (c *cup) draw(u *rule.Umpire, lots [2]int) (side uint8, ok bool) {
	d := &draws[lots[0]+lots[1]]
	face := u.Sum(1, d.die, c.cite, c.asks[lots[0]][lots[1]])
	switch {
	case face <= d.share*lots[0]:
		return 0, true
	case face <= d.share*(lots[0]+lots[1]):
		return 1, true
	}
	u.Note(c.cite, "the die is a blank: draw again")
	return 0, false
}

// A cupDraw is the die that stands for a draw, and its faces for each lot.
type cupDraw struct {
	die   rule.Die
	share int
}

// draws are the draws from cups with so many lots.
var draws = func() (list [mostInCup + 1]cupDraw) {
	for n := range list[1:] {
		list[n+1] = cupDrawOf(n + 1)
	}
	return list
}()

// cupDrawOf finds the die with the fewest blanks, of those that players have.
func cupDrawOf(n int) (best cupDraw) {
	for _, d := range rule.Dice() {
		share := int(d) / n
		if int(d) <= mostInCup && share > 0 && (best.die == 0 || share*int(best.die) > best.share*int(d)) {
			best = cupDraw{d, share}
		}
	}
	return best
}

// shares is a text with the faces of each side: "German on 1-3, British on 4-7, a blank on 8".
func (d cupDraw) shares(sides [2]rule.Side, a, b int) string {
	first, last := d.share*a, d.share*(a+b)
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
