package konflikt47

import (
	"testing"

	"loophole/rule"
)

// TestCup: each lot has a face of the die. Seven lots leave one blank of a D8, and nine one of a
// D10. The faces of a side are in proportion to its lots.
func TestCup(t *testing.T) {
	sides := [2]rule.Side{"German", "British"}
	c := newCup(sides, [2]int{7, 7}, "cup", "whose die comes out")
	for _, x := range []struct {
		lots  [2]int
		asks  string
		faces int
	}{
		{[2]int{1, 1}, "whose die comes out: German on 1, British on 2", 2},
		{[2]int{3, 4}, "whose die comes out: German on 1-3, British on 4-7, a blank on 8", 8},
		{[2]int{2, 3}, "whose die comes out: German on 1-2, British on 3-5", 5},
		{[2]int{5, 4}, "whose die comes out: German on 1-5, British on 6-9, a blank on 10", 10},
	} {
		if got := c.questions[x.lots[0]][x.lots[1]]; got != x.asks {
			t.Errorf("%v: asks %q", x.lots, got)
		}
		var drawn [2]int
		blanks := 0
		for face := 1; face <= x.faces; face++ {
			u := rule.NewUmpire(showing(face), nil)
			if side, ok := c.draw(u, x.lots); ok {
				drawn[side]++
			} else {
				blanks++
			}
		}
		if drawn[0]*x.lots[1] != drawn[1]*x.lots[0] || drawn[0]+drawn[1]+blanks != x.faces || drawn[0] == 0 {
			t.Errorf("%v: the faces name the sides %v times, and %d are blank", x.lots, drawn, blanks)
		}
	}
}

// TestDraws: the die of every draw has the fewest blanks that any die has.
func TestDraws(t *testing.T) {
	want := []cupDraw{{}, {2, 2}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {8, 1}, {8, 1}, {10, 1}, {10, 1}, {12, 1}, {12, 1}, {20, 1}, {20, 1}}
	for n := 1; n < len(want); n++ {
		if draws[n] != want[n] {
			t.Errorf("%d lots: %v, want %v", n, draws[n], want[n])
		}
	}
}

// showing is a die that shows one face.
type showing int

func (s showing) Roll(rule.Roll) (int, []uint8, error) { return int(s), nil, nil }
func (s showing) Choose(rule.Choice) (int, error)      { return 0, nil }
