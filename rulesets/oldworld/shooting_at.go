package oldworld

import "loophole/rule"

// cover returns the modifier for the target's cover, and in the open for skirmishing. A unit in a
// building is behind full cover.
func (s *Shoot) cover(u *rule.Umpire) int {
	modifier := 0
	if s.At == InOpen && s.Skirmish {
		modifier = u.Cell(&modifiers, rowSkirmish, 0)
	}
	shelter := s.Cover
	if s.At == InBuilding {
		u.Note("at.cover", "the unit inside is behind full cover")
		shelter = FullCover
	}
	switch {
	case shelter == NoCover:
		return modifier
	case s.Large || hasTrait(u, &missiles, s.missileWeapon(u), missileNoCover):
		u.Note("host.cover-off", "cover has no effect on this shot")
		return modifier
	case shelter == PartialCover:
		return modifier + u.Cell(&modifiers, rowPartial, 0)
	}
	return modifier + u.Cell(&modifiers, rowFull, 0)
}

// legalSight forbids a target that is engaged, out of range or not seen.
func legalSight(u *rule.Umpire, s *Shoot) {
	u.Require(!s.TargetEngaged, "host.no-shot", "the target is engaged and cannot be shot at")
	u.Require(s.isInRange(u), "measure.building", "the target is out of range")
	legalView(u, s)
}

// legalView forbids a target that is not in the arc or that something hides.
func legalView(u *rule.Umpire, s *Shoot) {
	u.Require(!s.Blocked, "silent.agreed-cover", "terrain hides the target")
	if s.From == InBuilding {
		return
	}
	u.Require(s.Arc == Front, "host.sight", "the target is not in the shooters' arc")
	if s.At == InOpen {
		u.Require(!s.Screen, "host.sight", "models in between hide the target")
		return
	}
	legalInView(u, s.Screen)
}

// legalInView forbids a building behind other models, unless the ruling "screen" lets it be seen.
func legalInView(u *rule.Umpire, screen bool) {
	u.Require(!screen || u.Ruling(&screens) == screensTowers, "silent.screen", "models in between hide the building")
}
