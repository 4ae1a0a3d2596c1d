package konflikt47

import "loophole/rule"

// extraProtection returns the unit behind the walls of a building: it is damaged on 6, whatever its
// quality (extra.six), and by house rules with a lower score on no less than outside. A unit on the roof is not behind them, HE and flames ignore them
// (he.no-extra, flame.no-extra), and for a sniper there is a ruling.
func (t *Troops) extraProtection(u *rule.Umpire, protection infantryProtection) infantryProtection {
	protection.need = max(protection.need, uint8(u.Fact(&extraProtectionScore)))
	if t.hasGunShield(u) {
		u.Note("extra.shield", "the gun shield does not add to extra protection")
	}
	return protection
}
