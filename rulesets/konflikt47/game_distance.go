package konflikt47

import (
	"fmt"

	"loophole/ground"
	"loophole/rule"
)

// inches is a distance in whole inches, of which the last may be a part.
func inches(d ground.Exact) uint8 { return uint8(min(250, d.Inches())) }

// node is the node of an opening in the views.
func (f *Battlefield) node(o int) int { return f.views.OfOpening(ground.OpeningID(o)) }

// within refuses a way that is too long, and reports whether it is not.
func (f *Battlefield) within(u *rule.Umpire, s ground.Way, reach int, cite rule.Clause) bool {
	if s.Length == ground.NoWay {
		u.Forbid(cite, "no way of 24 inches or less leads there: first go somewhere nearer")
		return false
	}
	if s.AtMost(reach) {
		return true
	}
	u.Refuses(cite, func() string {
		return fmt.Sprintf("the way is %s″ long, and the move is %d″", s.Length, reach)
	})
	return false
}

// gathers refuses a Run inside on which the last man of a unit stays too far from the building.
func (f *Battlefield) gathers(u *rule.Umpire, p *Position, i int, s ground.Way, reach int) {
	most := u.Fact(&reachInches)
	if t := s.Length + ground.Length(f.ranks(u, p, i)-most)*ground.Inch; t > ground.Length(reach)*ground.Inch {
		u.Refuses("enter.reach", func() string {
			return fmt.Sprintf("it takes %s″ to bring every man within %d″ of the building, and the move is %d″", t, most, reach)
		})
	}
}
