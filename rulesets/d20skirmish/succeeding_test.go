package d20skirmish

import (
	"testing"

	"loophole/rule"
)

// For every reading of the D20, and for skills beyond the die, the bands that are shown to succeed
// are those that do.
func TestSucceedingIsWhatIsRead(t *testing.T) {
	for _, rolling := range []string{"under", "over", "over-ones"} {
		for _, automatic := range []string{"no", "ends"} {
			h, err := Rules.House([]rule.Setting{{Path: "rulings.rolling", Value: rolling}, {Path: "rulings.automatic", Value: automatic}})
			if err != nil {
				t.Fatal(err)
			}
			for skill := -3; skill <= 25; skill++ {
				var x skillTest
				if err := rule.CheckLegal(func(u *rule.Umpire) { x = newSkillTest(u, skill, 0) }, h, nil); err != nil {
					t.Fatal(err)
				}
				told := succeeding(h, x.bands)
				for face := 1; face <= 20; face++ {
					if b := x.bands.Band(face); told[b] != x.hit[b] {
						t.Errorf("%s, %s, skill %d: success of a %d is shown as %v and read as %v", rolling, automatic, skill, face, told[b], x.hit[b])
					}
				}
			}
		}
	}
}
