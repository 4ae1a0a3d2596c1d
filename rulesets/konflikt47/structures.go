package konflikt47

import (
	"strconv"
	"strings"

	"loophole/rule"
)

// Structure is a building, one section of a large one, or a bunker.
type Structure struct {
	Kind    Kind  `key:"structure" doc:"what stands there; a large building is asked about section by section"`
	Storeys uint8 `key:"storeys" unit:"storeys" min:"1" max:"6" doc:"storeys, the ground floor included"`
	Burning bool  `key:"burning" doc:"it is on fire"`
}

// Kind is the kind of a structure.
type Kind uint8

// The kinds of structures.
const (
	Building Kind = iota
	Bunker
	Pillbox
	Blockhouse
	TankTrap // nobody goes in, and no tank goes through
	Shed     // a shed, a kennel, a sentry box
	Ruin     // a ruinous building, or its rubble
)

// Names lists the kinds.
func (Kind) Names() []string {
	return []string{"building", "bunker", "pillbox", "blockhouse", "tank-trap", "shed", "ruin"}
}

// reinforced reports whether the rules for bunkers apply.
func (s *Structure) reinforced() bool {
	return s.Kind == Bunker || s.Kind == Pillbox || s.Kind == Blockhouse
}

// floor reports whether the structure has a floor with this number; its roof
// is one above the topmost.
func (s *Structure) floor(n uint8, roof bool) bool { return n < s.Storeys || roof && n == s.Storeys }

// legal says why troops cannot use the structure.
func (s *Structure) legal(u *rule.Umpire) {
	u.Require(s.Kind != Ruin, "scope.ruin", "ruins and rubble are difficult ground, not buildings")
	u.Require(s.Kind != TankTrap && s.Kind != Shed, "scope.intact", "these rules are for houses and for works that have an inside")
	u.Require(!s.Burning, "flame.impassable", "a burning building is impassable, and nobody is left inside")
	u.Require(u.Ruling(&buildings) == 0, "scope.closed", "the players agreed that no unit goes into buildings")
}

// note notes which rules apply.
func (s *Structure) note(u *rule.Umpire) {
	if s.reinforced() {
		u.Note("bunker.kinds", "a bunker, a pillbox or the like")
		u.Note("bunker.as-building", "a reinforced work: the rules for buildings, with exceptions")
		return
	}
	u.Note("scope.intact", "a building that stands")
	u.Note("large.each", "a section of a larger building counts as a building of its own")
}

// Opening is a way through a wall.
type Opening uint8

// The openings.
const (
	Door Opening = iota
	Window
	Gap // any other hole in the wall
	Slit
	Wall // no opening at all: a blank wall
)

// Names lists the openings.
func (Opening) Names() []string { return []string{"door", "window", "gap", "slit", "wall"} }

// passable says why troops cannot go through an opening.
func (s *Structure) passable(u *rule.Umpire, o Opening, blank rule.Clause) {
	if o == Wall {
		u.Forbid(blank, "no opening: a door, a window or a gap is needed")
		return
	}
	if s.reinforced() {
		u.Require(o == Door, "bunker.doors", "bunkers are entered and left by their doors only")
		return
	}
	u.Require(o != Slit, "bunker.doors", "nobody fits through a firing slit, and houses have none")
}

// fireable says why nobody can shoot through an opening.
func (s *Structure) fireable(u *rule.Umpire, o Opening, blank rule.Clause) {
	if s.reinforced() {
		u.Require(o == Slit, "bunker.slits", "bunkers are fired from and at through their slits only, not through doors or walls")
		return
	}
	u.Require(o != Wall, blank, "no window, door or gap to shoot through")
	u.Require(o != Slit, "bunker.slits", "only bunkers have firing slits: say window or door")
}

// cover is the modifier of the building to a roll to hit a unit inside.
func (s *Structure) cover(u *rule.Umpire) int {
	if s.reinforced() {
		return u.Cell(&modifiers, modBunker, 0)
	}
	return u.Cell(&modifiers, modBuilding, 0)
}

// requireAtMost refuses more of something than there may be, with both numbers. The last
// of so many inches may be a part of one.
func requireAtMost(u *rule.Umpire, have, most int, cite rule.Clause, what, unit string) {
	if have <= most {
		return
	}
	if unit == "inches" {
		u.Forbid(cite, what+": more than "+quantity(have-1, unit)+", and "+strconv.Itoa(most)+" is the most")
		return
	}
	u.Forbid(cite, what+": "+quantity(have, unit)+", and "+strconv.Itoa(most)+" is the most")
}

// quantity is so many of a unit, which is named as for many.
func quantity(n int, unit string) string {
	if n != 1 {
		return strconv.Itoa(n) + " " + unit
	}
	switch unit {
	case "inches":
		return "1 inch"
	case "men":
		return "1 man"
	case "of them":
		return "1 of them"
	}
	return "1 " + strings.TrimSuffix(unit, "s")
}

// Place is where a unit is.
type Place uint8

// The places.
const (
	Outside Place = iota
	Inside
	Elsewhere // in another building
)

// Names lists the places.
func (Place) Names() []string { return []string{"outside", "inside", "another-building"} }
