package konflikt47

import "loophole/rule"

// reinforced reports whether the structure is a bunker, a pillbox or the like, which follows the
// rules for buildings with the exceptions of its heading (bunker.as-building). The functions of
// this file hold those on doors, slits and cover. The others are in place: shells do no harm
// (playShell), flames are not hindered (prepareFlame), and no vehicle drives in (legalRam).
func (s *Structure) reinforced() bool {
	return s.Kind == Bunker || s.Kind == Pillbox || s.Kind == Blockhouse
}

// passable requires an opening that troops can go through: of a bunker a door (bunker.doors),
// of a building any but a slit. A blank wall is refused under the clause blank.
func (s *Structure) passable(u *rule.Umpire, o Opening, blank rule.Clause) {
	switch {
	case o == Wall:
		u.Forbid(blank, "the unit needs a door, a window or a gap")
	case s.reinforced():
		u.Require(o == Door, "bunker.doors", "units enter and leave a bunker only by its doors")
	default:
		u.Require(o != Slit, "bunker.doors", "only bunkers have firing slits, and no unit fits through one")
	}
}

// fireable requires an opening that can be fired through: of a bunker a slit (bunker.slits),
// of a building any but a slit. A blank wall is refused under the clause blank.
func (s *Structure) fireable(u *rule.Umpire, o Opening, blank rule.Clause) {
	if s.reinforced() {
		u.Require(o == Slit, "bunker.slits", "fire passes in and out of a bunker only through slits, not through doors or walls")
		return
	}
	u.Require(o != Wall, blank, "fire needs a window, a door or a gap to pass through")
	u.Require(o != Slit, "bunker.slits", "only bunkers have firing slits: choose a window or a door")
}

// cover returns the modifier to hit a unit inside: −2 (at.cover), −4 in a bunker (bunker.cover).
func (s *Structure) cover(u *rule.Umpire) int {
	if s.reinforced() {
		return u.Cell(&modifiers, modBunker, 0)
	}
	return u.Cell(&modifiers, modBuilding, 0)
}
