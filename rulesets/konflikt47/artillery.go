package konflikt47

import "loophole/rule"

// legalGunSetUp requires a gun to be set up behind an opening that it can fire from, on the
// floor that the ruling gun-floor allows (gun.opening).
func legalGunSetUp(u *rule.Umpire, s *SetUp) {
	u.Require(s.hasFloor(s.Floor, false), "gun.opening", "a gun is set up behind an opening, not on the roof")
	u.Require(s.Floor == 0 || u.Ruling(&gunFloor) == gunFloorAny, "setup.troops", "a gun is set up on the ground floor")
	s.requireFireable(u, s.Opening, "gun.opening")
}

// setUpGun sets a gun up for the whole game: it keeps its opening and its arc, does not move,
// and cannot be ordered to Run or to Advance.
func setUpGun(u *rule.Umpire, s *SetUp) SetUpOutcome {
	u.Note("setup.troops", "the gun starts the game inside")
	u.Note("setup.gun", "the gun cannot move during the game")
	u.Note("gun.opening", "the player chooses the opening that the gun fires through")
	u.Note("gun.locked", "the gun keeps this opening for the whole game")
	u.Note("gun.fixed", "the gun's place and arc of fire are fixed")
	lost := u.Apply(movingOrders, "gun.orders", "orders that the gun cannot receive: Run and Advance")
	return SetUpOutcome{s.Floor, false, uint8(allOrders - lost), uint8(u.Fact(&gunArc))}
}

// legalGunOrder forbids Run and Advance for a gun that is set up inside.
func legalGunOrder(u *rule.Umpire, order Order) {
	u.Require(order != Advance && order != Run, "gun.orders", "a gun set up in a building cannot receive a Run or Advance order")
}

// legalMover forbids a move inside to all but infantry: guns stay.
func legalMover(u *rule.Umpire, b *Body, order Order) {
	if !b.isGun(u) {
		legalInfantry(u, b)
		return
	}
	legalGunOrder(u, order)
	u.Forbid("setup.gun", "a gun set up in a building cannot leave it")
}
