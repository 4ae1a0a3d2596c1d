package konflikt47

import "loophole/rule"

// Structure is a building, one section of a large building, or a bunker.
type Structure struct {
	Kind    Kind  `key:"structure" doc:"the kind of structure; give a large building section by section"`
	Storeys uint8 `key:"storeys" unit:"storeys" min:"1" max:"6" doc:"storeys, with the ground floor"`
	Burning bool  `key:"burning" doc:"the building is on fire"`
}

// Kind is the kind of a structure.
type Kind uint8

const (
	Building Kind = iota
	Bunker
	Pillbox
	Blockhouse
	TankTrap // no troops go in, and no tank drives through
	Shed     // a shed, a kennel, a sentry box
	Ruin     // a ruinous building, or its rubble
)

func (Kind) Names() []string {
	return []string{"building", "bunker", "pillbox", "blockhouse", "tank-trap", "shed", "ruin"}
}

// floor reports whether the structure has a floor with number n, the ground floor 0. With roof
// also the number after the topmost floor counts, which is the roof.
func (s *Structure) floor(n uint8, roof bool) bool { return n < s.Storeys || roof && n == s.Storeys }

// reinforced reports whether the structure is a bunker, a pillbox or the like, which follows the
// rules for buildings with the exceptions of bunkers.go (bunker.as-building).
func (s *Structure) reinforced() bool {
	return s.Kind == Bunker || s.Kind == Pillbox || s.Kind == Blockhouse
}

// legal forbids structures that troops cannot use under this chapter.
func (s *Structure) legal(u *rule.Umpire) {
	u.Require(s.Kind != Ruin, "scope.ruin", "ruins and rubble are difficult ground, not buildings")
	u.Require(s.Kind != TankTrap && s.Kind != Shed, "scope.intact", "these rules are only for structures that units can enter")
	u.Require(!s.Burning, "flame.impassable", "a burning building is impassable, and no unit is inside")
	u.Require(u.Ruling(&buildings) == buildingsOpen, "scope.closed", "the players agreed to keep all units out of buildings")
}

// note notes the rules that apply: those for bunkers or for buildings.
func (s *Structure) note(u *rule.Umpire) {
	if s.reinforced() {
		u.Note("bunker.kinds", "the structure counts as a bunker")
		u.Note("bunker.as-building", "bunkers follow the rules for buildings, with exceptions")
		return
	}
	u.Note("scope.intact", "the building stands")
	u.Note("large.each", "each section of a large building counts as a building")
}

// Opening is a way through a wall.
type Opening uint8

const (
	Door Opening = iota
	Window
	Gap // any other hole in the wall
	Slit
	Wall // a blank wall, without any opening
)

func (Opening) Names() []string { return []string{"door", "window", "gap", "slit", "wall"} }

// passable requires an opening that troops can go through: of a bunker a door (bunker.doors),
// of a building any but a slit. A blank wall is refused under the clause blank.
func (s *Structure) passable(u *rule.Umpire, opening Opening, blank rule.Clause) {
	switch {
	case opening == Wall:
		u.Forbid(blank, "the unit needs a door, a window or a gap")
	case s.reinforced():
		u.Require(opening == Door, "bunker.doors", "units enter and leave a bunker only by its doors")
	default:
		u.Require(opening != Slit, "bunker.doors", "only bunkers have firing slits, and no unit fits through one")
	}
}

// fireable requires an opening that can be fired through: of a bunker a slit (bunker.slits),
// of a building any but a slit. A blank wall is refused under the clause blank.
func (s *Structure) fireable(u *rule.Umpire, opening Opening, blank rule.Clause) {
	if s.reinforced() {
		u.Require(opening == Slit, "bunker.slits", "fire passes in and out of a bunker only through slits, not through doors or walls")
		return
	}
	u.Require(opening != Wall, blank, "fire needs a window, a door or a gap to pass through")
	u.Require(opening != Slit, "bunker.slits", "only bunkers have firing slits: choose a window or a door")
}

// requireAtMost forbids have things of a unit, as [rule.Counted] has it, where most are allowed,
// and tells both numbers. Distances are whole inches, of which the last may be a part of one.
func requireAtMost(u *rule.Umpire, have, most int, cite rule.Clause, what, unit string) {
	switch {
	case have <= most:
	case unit == "{inch|inches}":
		u.Forbid(cite, rule.Counted(what+": more than %d "+unit+"; the limit is %d", have-1, most))
	default:
		u.Forbid(cite, rule.Counted(what+": %d "+unit+"; the limit is %d", have, most))
	}
}

// Place is the place of a unit: outside, in the building, or in another one.
type Place uint8

const (
	Outside Place = iota
	Inside
	Elsewhere // in another building
)

func (Place) Names() []string { return []string{"outside", "inside", "another-building"} }
