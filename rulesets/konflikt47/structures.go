package konflikt47

import "loophole/rule"

// mostStoreys is the most storeys that a structure can have. The program sets this limit; the book has
// none. The roof is one level more.
const mostStoreys = 6

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

// hasFloor reports whether the structure has floor n; the ground floor is 0. If roof is true, the roof
// counts as a floor too, one above the topmost.
func (s *Structure) hasFloor(n uint8, roof bool) bool { return n < s.Storeys || roof && n == s.Storeys }

// countsAsBunker reports whether the structure is a bunker, a pillbox or the like, which follows the
// rules for buildings with the exceptions of bunkers.go (bunker.as-building).
func (s *Structure) countsAsBunker() bool {
	return s.Kind == Bunker || s.Kind == Pillbox || s.Kind == Blockhouse
}

// legal forbids structures that troops cannot use under this chapter.
func (s *Structure) legal(u *rule.Umpire) {
	u.Require(s.Kind != Ruin, "scope.ruin", "ruins and rubble are difficult ground, not buildings")
	u.Require(s.Kind != TankTrap && s.Kind != Shed, "scope.intact", "these rules are only for structures that units can enter")
	u.Require(!s.Burning, "flame.impassable", "a burning building is impassable, and no unit is inside")
	u.Require(u.Ruling(&buildings) == buildingsOpen, "scope.closed", "the players agreed to keep all units out of buildings")
}

// noteRules notes the rules that apply: those for bunkers or for buildings.
func (s *Structure) noteRules(u *rule.Umpire) {
	if s.countsAsBunker() {
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

// requirePassable requires an opening that troops can go through: of a bunker a door (bunker.doors),
// of a building any but a slit. blankWall is the clause that forbids a wall without any opening.
func (s *Structure) requirePassable(u *rule.Umpire, opening Opening, blankWall rule.Clause) {
	switch {
	case opening == Wall:
		u.Forbid(blankWall, "the unit needs a door, a window or a gap")
	case s.countsAsBunker():
		u.Require(opening == Door, "bunker.doors", "units enter and leave a bunker only by its doors")
	default:
		u.Require(opening != Slit, "bunker.doors", "only bunkers have firing slits, and no unit fits through one")
	}
}

// requireFireable requires an opening that can be fired through: of a bunker a slit (bunker.slits),
// of a building any but a slit. blankWall is the clause that forbids a wall without any opening.
func (s *Structure) requireFireable(u *rule.Umpire, opening Opening, blankWall rule.Clause) {
	if s.countsAsBunker() {
		u.Require(opening == Slit, "bunker.slits", "fire passes in and out of a bunker only through slits, not through doors or walls")
		return
	}
	u.Require(opening != Wall, blankWall, "fire needs a window, a door or a gap to pass through")
	u.Require(opening != Slit, "bunker.slits", "only bunkers have firing slits: choose a window or a door")
}

// requireAtMost forbids more than most of something, and states both numbers. unit names it in the
// form that [rule.Counted] reads.
func requireAtMost(u *rule.Umpire, have, most int, cite rule.Clause, what, unit string) {
	if have > most {
		u.Forbid(cite, rule.Counted(what+": %d "+unit+"; the limit is %d", have, most))
	}
}

// requireInches forbids more than most inches, and states both numbers. The inches of a situation
// are rounded up: 8 may be 7.5. So the text says "more than 7".
func requireInches(u *rule.Umpire, have, most int, cite rule.Clause, what string) {
	if have > most {
		u.Forbid(cite, rule.Counted(what+": more than %d {inch|inches}; the limit is %d", have-1, most))
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
