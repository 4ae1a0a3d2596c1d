package konflikt47

import (
	"fmt"

	"loophole/ground"
	"loophole/rule"
)

// A distance is exact enough for both "at most" and "at least": in halves of a
// thousandth of an inch, of which an odd one is somewhere between two thousandths.
type distance int32

// inchOf is an inch of a distance.
const inchOf = distance(2 * ground.Inch)

// measured is a length that was rounded down, and up.
func measured(down, up ground.Length) distance { return distance(down) + distance(up) }

// within reports whether it is so many inches at most.
func (d distance) within(inches int) bool { return d <= distance(inches)*inchOf }

// short reports whether it is less than so many inches.
func (d distance) short(inches int) bool { return d < distance(inches)*inchOf }

// inches is the distance in whole inches, of which the last may be a part, and at
// least one.
func (d distance) inches() uint8 { return uint8(min(250, max(1, (d+inchOf-1)/inchOf))) }

// part reports whether the last of those inches is a part of one.
func (d distance) part() bool { return d%inchOf != 0 }

// mils is the distance in thousandths of an inch, rounded up.
func (d distance) mils() int { return int(d+1) / 2 }

// inchesUp is a length in whole inches, rounded up.
func inchesUp(l ground.Length) uint8 { return measured(l, l).inches() }

// within refuses a way that is too long, and reports whether it is not.
func (f *Battlefield) within(u *rule.Umpire, s step, reach int, cite rule.Clause) bool {
	if s.mils == noWay {
		u.Forbid(cite, "no way of 24 inches or less leads there: first go somewhere nearer")
		return false
	}
	if int(s.mils) <= 1000*reach {
		return true
	}
	u.Refuses(cite, func() string {
		return fmt.Sprintf("the way is %s″ long, and the move is %d″", ground.Length(s.mils), reach)
	})
	return false
}

// gathers refuses a Run inside on which the last man of a unit stays too far from
// the building.
func (f *Battlefield) gathers(u *rule.Umpire, p *Position, i int, s step, reach int) {
	most := u.Fact(&reachInches)
	if t := int(s.mils) + 1000*(f.ranks(u, p, i)-most); t > 1000*reach {
		u.Refuses("enter.reach", func() string {
			return fmt.Sprintf("it takes %s″ to bring every man within %d″ of the building, and the move is %d″", ground.Length(t), most, reach)
		})
	}
}
