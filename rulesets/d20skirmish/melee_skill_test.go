package d20skirmish

import (
	"testing"

	"loophole/rule"
)

// TestFaces: which faces succeed, and which one is a 1, worked by hand for each reading.
func TestFaces(t *testing.T) {
	for _, x := range []struct {
		rolling, automatic string
		skill, modifiers   int
		low, high, one     int // the faces that succeed, 0 for none, and the 1
	}{
		{"under", "no", 10, 0, 1, 10, 1},
		{"under", "no", 10, 4, 1, 14, 1},
		{"under", "no", 10, -6, 1, 4, 1},
		{"under", "no", 3, -6, 0, 0, 1},
		{"under", "ends", 3, -6, 1, 1, 1},
		{"under", "no", 18, 4, 1, 20, 1},
		{"under", "ends", 18, 4, 1, 19, 1},
		{"over", "no", 10, 4, 6, 20, 20},
		{"over", "no", 10, -6, 16, 20, 20},
		{"over", "no", 20, -6, 0, 0, 20},
		{"over", "ends", 20, -6, 20, 20, 20},
		{"over", "no", 4, 4, 1, 20, 20},
		{"over", "ends", 4, 4, 2, 20, 20},
		{"over-ones", "no", 10, 4, 6, 20, 1},
		{"over-ones", "no", 20, -6, 0, 0, 1},
		{"over-ones", "no", 4, 4, 1, 20, 1},
		{"over-ones", "ends", 4, 4, 2, 20, 1},
	} {
		test := madeTest(t, houseOf(t, x.rolling, x.automatic), x.skill, x.modifiers)
		for face := 1; face <= 20; face++ {
			if have, want := test.succeeds(face), face >= x.low && face <= x.high; have != want {
				t.Errorf("%s, %s, skill %d%+d: success of a %d is %v, want %v", x.rolling, x.automatic, x.skill, x.modifiers, face, have, want)
			}
			if have, want := test.isOne(face), face == x.one; have != want {
				t.Errorf("%s: that a %d is a 1 is %v, want %v", x.rolling, face, have, want)
			}
		}
	}
}

// TestBands: for every reading of the D20, and for skills far beyond the die, each face has the
// result of its band, and the bands that are shown to succeed are those that do.
func TestBands(t *testing.T) {
	for _, rolling := range []string{"under", "over", "over-ones"} {
		for _, automatic := range []string{"no", "ends"} {
			h := houseOf(t, rolling, automatic)
			for skill := -20; skill <= 40; skill++ {
				test := madeTest(t, h, skill, 0)
				x := test.faces()
				if slow := test.sortFaces(); *x != slow {
					t.Errorf("%s, %s, skill %d: the bands are %v, and sorted anew %v", rolling, automatic, skill, *x, slow)
				}
				shown := succeeding(h, x.bands)
				for face := 1; face <= 20; face++ {
					want, b := test.succeeds(face), x.bands.Band(face)
					if x.succeeds[b] != want || x.isOne[b] != test.isOne(face) || shown[b] != want {
						t.Errorf("%s, %s, skill %d: success of a %d is %v, of its band %v, and shown as %v; a 1 is %v, in its band %v",
							rolling, automatic, skill, face, want, x.succeeds[b], shown[b], test.isOne(face), x.isOne[b])
					}
				}
			}
		}
	}
}

func houseOf(t *testing.T, rolling, automatic string) *rule.HouseRules {
	t.Helper()
	h, err := Rules.House([]rule.Setting{{Path: "rulings.rolling", Value: rolling}, {Path: "rulings.automatic", Value: automatic}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// madeTest is the test for a skill under house rules.
func madeTest(t *testing.T, h *rule.HouseRules, skill, modifiers int) (x skillTest) {
	t.Helper()
	if err := rule.CheckLegal(func(u *rule.Umpire) { x = newSkillTest(u, skill, modifiers) }, h, nil); err != nil {
		t.Fatal(err)
	}
	return x
}
