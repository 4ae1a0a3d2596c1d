package konflikt47

import "loophole/rule"

// extraProtection returns a unit inside as a target. It is damaged on 6, whatever its quality
// (extra.six). If house rules lower that number, the unit is not worse protected than outside. The
// roof, HE and flames have no such protection (he.no-extra, flame.no-extra). For snipers there is
// the ruling sniper.
func (t *Troops) extraProtection(u *rule.Umpire, protection infantryProtection) infantryProtection {
	protection.need = max(protection.need, uint8(u.Fact(&extraProtectionScore)))
	if t.hasGunShield(u) {
		u.Note("extra.shield", "the gun shield does not add to extra protection")
	}
	return protection
}
