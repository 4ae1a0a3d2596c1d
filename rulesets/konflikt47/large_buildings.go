package konflikt47

import "loophole/rule"

// legalSections forbids a move through sections of a large building unless they are connected
// (large.sections), no larger than a house (large.size) and, to pass two at once, no longer than
// an ordinary move (large.two).
func legalSections(u *rule.Umpire, s *InsideMove) {
	u.Require(!s.NotConnected, "large.sections", "a unit can pass only between connected sections")
	u.Require(int(s.Size) <= u.Fact(&sectionMost) || s.Agreed, "large.size", "a section should be no larger than a house: divide it, or agree on it with judged-house-sized=yes")
	if s.Sections > 1 {
		standard := u.Fact(&infantryAdvance)
		if u.Ruling(&standardMove) == standardMoveOwn {
			standard = s.advance(u)
		}
		requireInches(u, int(s.Size), standard, "large.two", "sections longer than the standard move are passed one at a time")
	}
}

// noteSections notes the size of the sections: 6 inches are best, 8 the most.
func (s *InsideMove) noteSections(u *rule.Umpire) {
	u.Note("large.sections", "a large building consists of connected sections")
	switch {
	case int(s.Size) > u.Fact(&sectionMost):
		u.Note("large.size", "the players judge the sections to be house-sized")
	case int(s.Size) > u.Fact(&sectionBest):
		u.Note("large.size", "the sections are larger than they should be")
	}
}
