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

// OrderOutcome is a unit after its order test.
type OrderOutcome struct {
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

// orderTest plays the order test (host.order-test): a unit with pins, or one that must test anyway,
// rolls 2D6 against its morale less its pins. Any other unit, or one ordered Down, obeys at once. A
// unit that passes loses a pin, one that fails goes down, and on a double six it panics. mobile tells
// whether a unit that panics can flee.
func (c *Command) orderTest(u *rule.Umpire, mobile bool) OrderOutcome {
	pins := int(c.Pins)
	if c.Order == Down || pins == 0 && !c.Forced {
		u.Note("host.order-test", "the unit needs no order test")
	} else {
		switch moraleRoll.Roll(u, moraleTest{int8(c.morale(u) - pins), ofOrder}) {
		case failed:
			u.Note("host.order-test", "the unit fails the test and goes Down")
			return OrderOutcome{GoesDown, DownDie, c.Pins}
		case fubar:
			return c.playPanic(u, mobile)
		}
		u.Note("host.order-test", "the unit passes the test, which removes a pin")
		pins = max(0, pins-1)
	}
	if c.Order == Rally && pins > 0 {
		pins = max(0, pins-u.Sum(u.Fact(&rallyDice), rule.D6, "host.rally", "pins removed by the rally"))
	}
	return OrderOutcome{Obeys, c.Order.orderDie(), uint8(pins)}
}

// playPanic plays the FUBAR chart (host.fubar): on 1 or 2 the unit fires at friends, else it
// runs from the enemy. It goes down if it cannot do so.
func (c *Command) playPanic(u *rule.Umpire, mobile bool) OrderOutcome {
	down := OrderOutcome{GoesDown, DownDie, c.Pins}
	if u.Test(rule.D6, rule.AtMost(u.Fact(&panicFiresUpTo)), "host.fubar", "double six: does the unit fire at friends?") {
		if !c.Friend {
			u.Note("host.fubar", "the unit has no friend to fire at and goes Down")
			return down
		}
		return OrderOutcome{FiresAt, FireDie, c.Pins}
	}
	switch {
	case !mobile:
		cite := rule.Clause("host.fubar")
		if c.isGun(u) {
			cite = "gun.fixed"
		}
		u.Note(cite, "the unit cannot move and goes Down")
		return down
	case !c.Threat:
		u.Note("host.fubar", "the unit has no enemy to flee from and goes Down")
		return down
	}
	return OrderOutcome{RunsAway, RunDie, c.Pins}
}
