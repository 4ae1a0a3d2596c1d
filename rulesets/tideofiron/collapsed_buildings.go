package tideofiron

import "loophole/rule"

// Entry is the situation of "Collapsed buildings": a unit moves into a hex, or to another floor.
type Entry struct {
	Vehicle bool          `key:"vehicle" doc:"the unit is a vehicle, not a squad"`
	State   BuildingState `key:"hex" doc:"what stands in the hex"`
	Level   uint8         `key:"level" min:"0" max:"2" doc:"level of the building; for an overlay, that of the destroyed building"`
	Floors  uint8         `key:"floors" unit:"floors" min:"0" max:"2" doc:"floors that the squad climbs or descends in its hex, instead of entering another"`
	Inside  uint8         `key:"inside" unit:"squads" min:"0" max:"9" doc:"units of the same side already in the hex, or on the floor"`
	Points  uint8         `key:"points" unit:"points" min:"0" max:"20" doc:"movement points that the unit has left"`
	Ambush  bool          `key:"ambush" doc:"a concealed enemy is in the hex, or on the floor"`
}

// EntryOutcome is the outcome of Entry.
type EntryOutcome struct {
	Cost      uint8 `key:"cost" unit:"points" doc:"movement points that the unit pays"`
	Left      uint8 `key:"left" unit:"points" doc:"movement points left"`
	Cover     uint8 `key:"cover" unit:"dice" doc:"cover dice that a squad has in the hex"`
	Elevation uint8 `key:"elevation" doc:"highest elevation in the hex"`
	Stopped   bool  `key:"stopped" doc:"a concealed enemy stops the unit before it enters"`
}

var enterSpec = rule.Spec[Entry, EntryOutcome]{
	Name:         "enter",
	Gist:         "the cost to enter a building or its ruins, and whether the unit can",
	Default:      Entry{Points: 4},
	Legal:        legalEntry,
	Play:         playEntry,
	MaxQuestions: 0,
	Events: []rule.Event[EntryOutcome]{
		{Name: "can-go-on", Gist: "the unit has movement points left", Holds: func(e EntryOutcome) bool { return e.Left > 0 }},
		{Name: "stopped", Gist: "a concealed enemy stops the unit", Holds: func(e EntryOutcome) bool { return e.Stopped }},
	},
	Measures: []rule.Measure[EntryOutcome]{
		{Name: "cost", Unit: "movement points", Of: func(e EntryOutcome) int { return int(e.Cost) }},
	},
	Examples: []rule.Example{
		{Name: "ruin", Settings: "hex=overlay level=1", Gist: "a squad enters the ruins of a building of level 1"},
		{Name: "deep-ruin", Settings: "hex=overlay level=2", Gist: "a squad spends all its movement points to enter the ruins of three floors"},
		{Name: "building", Settings: "hex=building", Gist: "a squad enters a standing building"},
		{Name: "ambush", Settings: "hex=building ambush=yes", Gist: "a squad tries to enter a building in which an enemy is concealed"},
	},
}

// legalEntry forbids a vehicle in a building or ruins (collapsed.vehicles, overlay.vehicles), a full
// hex or floor (host.stacking), and a move for which the unit has too few movement points.
func legalEntry(u *rule.Umpire, s *Entry) {
	if s.Vehicle {
		u.Require(s.State != Standing, "host.move", "vehicles cannot enter buildings")
		u.Require(s.State != Collapsed, "collapsed.vehicles", "vehicles cannot enter a collapsed building")
		u.Require(s.State != Overlay, "overlay.vehicles", "vehicles cannot enter a Collapsed Building overlay")
		u.Require(s.Floors == 0, "host.move", "vehicles cannot change floors")
		u.Requiref(int(s.Inside) < u.Fact(&stackLimit), "host.stacking", "the hex is full: it holds %d {unit|units} and has room for %d", int(s.Inside), u.Fact(&stackLimit))
		cost := u.Fact(&openCost)
		u.Requiref(cost <= int(s.Points), "host.move", "the move costs %d movement {point|points}, and the unit has %d left", cost, int(s.Points))
		return
	}
	u.Require(s.Floors <= s.Level && (s.Floors == 0 || s.State == Standing), "overlay.elevation", "the hex does not have that many floors")
	limit := u.Fact(&stackLimit)
	cost, cite := s.cost(u)
	u.Requiref(int(s.Inside) < limit, "host.stacking", "the hex or floor is full: it holds %d {unit|units} and has room for %d", int(s.Inside), limit)
	u.Requiref(cost <= int(s.Points), cite, "the move costs %d movement {point|points}, and the unit has %d left", cost, int(s.Points))
}

// playEntry pays the movement points and returns the cover and elevation of the hex.
func playEntry(u *rule.Umpire, s *Entry) EntryOutcome {
	cost, _ := s.cost(u)
	outcome := EntryOutcome{Cost: uint8(cost), Left: uint8(max(0, int(s.Points)-cost))}
	if s.Ambush {
		u.Note("host.ambush", "a concealed enemy stops the unit and is revealed")
		outcome.Stopped = true
		if u.Fact(&ambushStops) == 1 {
			outcome.Left = 0
		}
	}
	switch s.State {
	case Standing:
		outcome.Elevation = s.Level
		outcome.Cover = uint8(u.Fact(&buildingCover))
	case Collapsed:
		outcome.Cover = uint8(u.Apply(u.Fact(&rubbleCover), "collapsed.cover", "cover dice in a collapsed building"))
	case Overlay:
		u.Note("overlay.elevation", "the overlay is at elevation 0")
		outcome.Cover = uint8(u.Fact(&rubbleCover))
	}
	return outcome
}

// cost returns the movement points of the move, and their clause. The token of an overlay is added to
// the cost of open ground, or under the ruling "rubble-base" to that of a building (overlay.cost).
func (s *Entry) cost(u *rule.Umpire) (points int, cite rule.Clause) {
	if s.Floors > 0 {
		return u.Apply(int(s.Floors)*u.Fact(&floorCost), "host.move", "movement points to change floors"), "host.move"
	}
	switch s.State {
	case Standing:
		return u.Fact(&buildingCost), "host.move"
	case Collapsed:
		return u.Fact(&openCost) + u.Apply(u.Fact(&collapsedCost), "collapsed.cost", "extra movement points for a collapsed building"), "collapsed.cost"
	case Overlay:
		base := &openCost
		if u.Ruling(&rubbleBase) == rubbleBaseBuilding {
			base = &buildingCost
		}
		return u.Fact(base) + u.Apply(overlayToken(u, s.Level), "overlay.cost", "the overlay's movement token"), "overlay.cost"
	}
	return u.Fact(&openCost), "host.move"
}
