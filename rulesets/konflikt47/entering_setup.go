package konflikt47

import "loophole/rule"

// SetUp is the situation of infantry or a gun set up in a building at the start of the game.
type SetUp struct {
	Body
	Structure
	Zone    Zone    `key:"in-zone" doc:"how much of the building lies in the side's set-up zone"`
	Floor   uint8   `key:"floor" min:"0" max:"6" doc:"the floor; 0 is the ground floor"`
	Opening Opening `key:"opening" doc:"the opening that a gun will fire from"`
	Friends uint8   `key:"friends" unit:"units" min:"0" max:"6" doc:"friendly units already set up on that floor"`
}

// Zone is the share of a building that lies in its side's set-up zone.
type Zone uint8

const (
	Partly Zone = iota
	Wholly
	NotAtAll
)

func (Zone) Names() []string { return []string{"partly", "wholly", "not-at-all"} }

// SetUpOutcome is a unit that is set up inside, with the orders left to it.
type SetUpOutcome struct {
	Floor  uint8 `key:"floor" doc:"the unit's floor"`
	Moves  bool  `key:"may-move" doc:"the unit may receive Run and Advance orders"`
	Orders uint8 `key:"orders" unit:"orders" doc:"how many of the six orders the unit may receive"`
	Arc    uint8 `key:"arc" unit:"degrees" doc:"a gun's arc of fire for the whole game; 0 for any opening"`
}

var deploySpec = rule.Spec[SetUp, SetUpOutcome]{
	Name:    "deploy",
	Gist:    "a unit is set up in a building at the start of the game",
	Default: SetUp{Body: Body{Unit: units.Ref("pak-40")}, Structure: Structure{Storeys: 2}, Opening: Window},
	Legal:   legalSetUp,
	Play:    playSetUp,
	Events: []rule.Event[SetUpOutcome]{
		{Name: "fixed", Gist: "the unit's place and arc of fire are fixed for the game", Holds: func(o SetUpOutcome) bool { return !o.Moves }},
		{Name: "may-move", Gist: "the unit may move", Holds: func(o SetUpOutcome) bool { return o.Moves }},
	},
	Measures: []rule.Measure[SetUpOutcome]{{Name: "orders", Unit: "orders that the unit may receive", Of: func(o SetUpOutcome) int { return int(o.Orders) }}},
	Examples: []rule.Example{
		{Name: "gun", Settings: "unit=pak-40 opening=window floor=0", Gist: "a Pak 40 in a house, behind a window"},
		{Name: "squad", Settings: "unit=wehrmacht-infantry floor=1", Gist: "infantry on the first floor"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 unit=pak-43 opening=slit", Gist: "a Pak 43 in a bunker, behind a slit"},
	},
}

// legalSetUp forbids a place where the unit cannot be set up: it checks the kind of unit, the
// zone, the room of the floor, and the opening of a fixed weapon or a gun.
func legalSetUp(u *rule.Umpire, s *SetUp) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	u.Require(s.onFoot(u), "setup.troops", "only infantry and guns may be set up inside")
	u.Require(s.Zone != NotAtAll, "setup.zone", "part of the building must lie in the side's set-up zone")
	u.Require(s.hasFloor(s.Floor, true), "setup.troops", "the building has no such floor")
	requireAtMost(u, int(s.Friends)+1, u.Fact(&floorUnits), "enter.capacity", "that floor is full", "{unit}")
	if s.Unit > 0 && !s.isGun(u) && u.Cell(&units, s.Unit, unitFixed) > 0 {
		u.Note("fixed.opening", "the player names the opening at which the fixed weapon is set up")
		s.requireFireable(u, s.Opening, "fixed.opening")
	}
	if s.isGun(u) {
		legalGunSetUp(u, s)
	}
}

// The numbers of orders of the game.
const (
	allOrders    = 6
	movingOrders = 2 // Run and Advance
)

// playSetUp returns the unit inside. Infantry may be given every order.
func playSetUp(u *rule.Umpire, s *SetUp) SetUpOutcome {
	s.noteRules(u)
	u.Note("setup.zone", "at least part of the building lies in the set-up zone")
	if !s.isGun(u) {
		u.Note("setup.troops", "the infantry starts the game inside")
		return SetUpOutcome{s.Floor, true, allOrders, 0}
	}
	return setUpGun(u, s)
}
