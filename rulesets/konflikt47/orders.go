package konflikt47

import "loophole/rule"

// Command is an order to a unit, with all that the order test depends on.
type Command struct {
	Order  Order `key:"order" doc:"the unit's order"`
	Forced bool  `key:"must-test" doc:"the unit must test even without pins"`
	Friend bool  `key:"friend-in-danger" doc:"the unit could fire by mistake at a friendly unit near an enemy"`
	Threat bool  `key:"enemy-in-sight" doc:"the unit sees an enemy to flee from"`
	Body
}

// Ordered is a unit after its order test.
type Ordered struct {
	Answer OrderResponse `key:"answer" doc:"what the unit does"`
	Die    Die           `key:"die" doc:"the unit's order die"`
	Pins   uint8         `key:"pins" unit:"pins" doc:"the unit's pins now"`
}

// OrderResponse is what a unit does when it is given an order.
type OrderResponse uint8

const (
	Obeys    OrderResponse = iota
	GoesDown               // the test failed, or panic came to nothing
	FiresAt                // panic: it fires at friends
	RunsAway               // panic: it runs from the enemy
)

func (OrderResponse) Names() []string {
	return []string{"obeys", "goes-down", "fires-at-friends", "runs-away"}
}

// UnitOrder is the situation of a unit, in a building or in the open, that is given an order.
type UnitOrder struct {
	Command
	Structure
	Outside  bool `key:"outside" doc:"the unit is in the open, not in a building"`
	Stuck    bool `key:"immobilised" doc:"the unit is an immobilised vehicle"`
	Deployed bool `key:"deployed" doc:"the unit is a gun that was set up inside"`
}

var orderSpec = rule.Spec[UnitOrder, Ordered]{
	Name:         "order",
	Gist:         "a unit in a building or in the open receives an order and makes its order test",
	Default:      UnitOrder{Command: Command{Order: Fire, Body: Body{Pins: 2}}, Structure: Structure{Storeys: 2}},
	Legal:        legalOrder,
	Play:         playOrder,
	MaxQuestions: 3,
	Events:       orderEvents,
	Measures:     []rule.Measure[Ordered]{{Name: "pins", Unit: "pins left", Of: func(o Ordered) int { return int(o.Pins) }}},
	Examples: []rule.Example{
		{Name: "pinned", Settings: "order=fire pins=3 enemy-in-sight=yes friend-in-danger=yes", Gist: "eight regulars with three pins receive a Fire order in their house"},
		{Name: "rally", Settings: "order=rally pins=5 quality=veteran officer=1", Gist: "veterans with five pins are rallied by an officer"},
		{Name: "gun", Settings: "order=fire unit=pak-40 deployed=yes pins=2 enemy-in-sight=yes", Gist: "a gun that cannot run away"},
		{Name: "lone-gunner", Settings: "order=ambush unit=mmg-team men=1 pins=1 nco-lost=yes", Gist: "the last model of a machine gun team, without an NCO"},
		{Name: "tank", Settings: "order=run outside=yes unit=tiger pins=2 enemy-in-sight=yes", Gist: "a Tiger with two pins receives a Run order"},
	},
}

var orderEvents = []rule.Event[Ordered]{
	{Name: "obeys", Gist: "the unit carries out its order", Holds: func(o Ordered) bool { return o.Answer == Obeys }},
	{Name: "goes-down", Gist: "the unit goes Down instead", Holds: func(o Ordered) bool { return o.Answer == GoesDown }},
	{Name: "fires-at-friends", Gist: "the unit panics and fires at a friendly unit", Holds: func(o Ordered) bool { return o.Answer == FiresAt }},
	{Name: "runs-away", Gist: "the unit panics and flees from the enemy", Holds: func(o Ordered) bool { return o.Answer == RunsAway }},
	{Name: "free-of-pins", Gist: "the unit has no pins left", Holds: func(o Ordered) bool { return o.Pins == 0 }},
}

// legalOrder forbids an order that the unit cannot be given.
func legalOrder(u *rule.Umpire, s *UnitOrder) {
	u.Require(!s.Stuck || !s.onFoot(u), "host.results", "only vehicles can be immobilised")
	if s.Outside {
		legalOrderOutside(u, s)
		return
	}
	s.Structure.legal(u)
	legalOccupant(u, &s.Body)
	u.Require(!s.Deployed || s.isGun(u), "setup.gun", "only guns are set up for the whole game: artillery=yes")
	u.Require(s.Deployed || !s.isGun(u), "gun.never-enters", "a gun is inside only if it was set up there: deployed=yes")
	if s.Deployed {
		legalGunOrder(u, s.Order)
	}
}

// legalOrderOutside forbids an order that a unit in the open cannot be given.
func legalOrderOutside(u *rule.Umpire, s *UnitOrder) {
	legalPins(u, &s.Body)
	u.Require(!s.Deployed, "setup.gun", "a unit in the open is not set up in a building: deployed=no")
	moves := s.Order == Run || s.Order == Advance
	u.Require(!moves || !s.isGun(u), "host.guns", "guns cannot move")
	u.Require(!moves || !s.Stuck, "host.results", "the vehicle is immobilised")
}

// playOrder plays the order test. Units inside test as units do elsewhere (orders.usual).
func playOrder(u *rule.Umpire, s *UnitOrder) Ordered {
	if s.Outside {
		return s.orderTest(u, !s.Stuck && !s.isGun(u))
	}
	s.noteRules(u)
	u.Note("orders.usual", "units inside receive orders as they do elsewhere")
	return s.orderTest(u, !s.Deployed)
}

// orderTest plays the order test (host.order-test): a unit with pins rolls 2D6 against its
// morale less its pins. Without pins, or ordered Down, it obeys at once. If it passes it
// loses a pin, if it fails it goes down, and on a double six it panics.
func (c *Command) orderTest(u *rule.Umpire, mobile bool) Ordered {
	pins := int(c.Pins)
	if c.Order == Down || pins == 0 && !c.Forced {
		u.Note("host.order-test", "the unit needs no order test")
	} else {
		switch moraleRoll.Roll(u, moraleTest{int8(c.morale(u) - pins), ofOrder}) {
		case failed:
			u.Note("host.order-test", "the unit fails the test and goes Down")
			return Ordered{GoesDown, DownDie, c.Pins}
		case fubar:
			return c.playPanic(u, mobile)
		}
		u.Note("host.order-test", "the unit passes the test, which removes a pin")
		pins = max(0, pins-1)
	}
	if c.Order == Rally && pins > 0 {
		pins = max(0, pins-u.Sum(u.Fact(&rallyDice), rule.D6, "host.rally", "pins removed by the rally"))
	}
	return Ordered{Obeys, c.Order.orderDie(), uint8(pins)}
}

// playPanic plays the FUBAR chart (host.fubar): on 1 or 2 the unit fires at friends, else it
// runs from the enemy. It goes down if it cannot do so.
func (c *Command) playPanic(u *rule.Umpire, mobile bool) Ordered {
	down := Ordered{GoesDown, DownDie, c.Pins}
	if u.Test(rule.D6, rule.AtMost(u.Fact(&panicFiresUpTo)), "host.fubar", "double six: does the unit fire at friends?") {
		if !c.Friend {
			u.Note("host.fubar", "the unit has no friend to fire at and goes Down")
			return down
		}
		return Ordered{FiresAt, FireDie, c.Pins}
	}
	switch {
	case !mobile:
		u.Note("gun.fixed", "the unit cannot move and goes Down")
		return down
	case !c.Threat:
		u.Note("host.fubar", "the unit has no enemy to flee from and goes Down")
		return down
	}
	return Ordered{RunsAway, RunDie, c.Pins}
}
