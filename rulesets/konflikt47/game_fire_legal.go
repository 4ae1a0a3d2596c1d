package konflikt47

import "loophole/rule"

// legalShot forbids a shot that the unit cannot fire.
func (f *Battlefield) legalShot(u *rule.Umpire, p *Position, s *shot) {
	if !p.here(s.at) || s.at == s.by {
		u.Forbid("host.friends", "the target must be an enemy unit on the table")
		return
	}
	if !s.mistake && f.units[s.at].Side == f.units[s.by].Side {
		u.Forbid("host.friends", "the target is on the shooters' side")
		return
	}
	if s.second >= 0 {
		f.legalSplit(u, p, s)
		return
	}
	switch weapon, from := f.weaponOf(p, s), &f.places[s.from]; {
	case weapon == nil:
		u.Forbid(unarmed[s.class].Cite, unarmed[s.class].Reason)
	case !f.hasWeaponFor(p, s):
		u.Forbid("host.armour", "bullets cannot harm armour: use shot, shells or flames")
	case !from.spot && f.isInside(p, s.at) && from.section == f.placeOf(p, s.at).section:
		u.Forbid("from.openings", "units inside one building cannot shoot at each other: assault instead")
	case f.seesOnlyByDoors(p, s):
		u.Forbid("bunker.slits", "no slit sees the target, and nobody fires through a bunker's door")
	case f.isInside(p, s.at):
		f.legalInward(u, p, s, weapon)
	default:
		if view := f.viewOfTarget(p, s, s.at); s.class == IndirectShells && view.any && weapon.fireMode == directOrIndirect {
			legalMinimumRange(u, weapon.weapon, view.nearest.Inches(), view.nearest.IsPart())
		}
		situation, _ := f.outwardFire(u, p, s)
		legalShootFrom(u, &situation)
	}
}

// unarmed gives the reason why a unit has no weapon of a class.
var unarmed = [...]rule.Violation{
	Bullets:        {Cite: "host.weapons", Reason: "the unit has no weapon that fires bullets or shot"},
	Shells:         {Cite: "host.he", Reason: "the unit has no gun that fires shells"},
	Flames:         {Cite: "host.flame", Reason: "the unit has no flamethrower"},
	IndirectShells: {Cite: "host.indirect", Reason: indirectShellsReason},
	noWeaponClass:  {Cite: "host.indirect", Reason: indirectShellsReason},
}

const indirectShellsReason = "the unit has no gun that can both aim and lob its shells: fire with shells"

// legalInward forbids a shot that cannot be fired at a unit in a building.
func (f *Battlefield) legalInward(u *rule.Umpire, p *Position, s *shot, weapon *arm) {
	if view := f.viewOfTarget(p, s, s.at); !f.places[s.from].spot && !view.any && view.outOfArc {
		cite := rule.Clause("fixed.only")
		if f.units[s.by].isGun() {
			cite = "gun.fixed"
		}
		u.Forbid(cite, "the weapon fires only through its own opening and within its arc")
	}
	switch s.class {
	case Bullets:
		situation, _ := f.inwardFire(u, p, s)
		legalShootAt(u, &situation)
	case Flames:
		situation := f.flameAttack(p, s, weapon)
		legalFlame(u, &situation)
	case IndirectShells:
		situation := f.indirectShell(p, s, weapon)
		legalShell(u, &situation)
	default:
		situation := f.aimedShell(p, s, weapon)
		legalDirect(u, &situation)
	}
}

// legalSplit forbids fire at two targets if the unit cannot split it.
func (f *Battlefield) legalSplit(u *rule.Umpire, p *Position, s *shot) {
	switch {
	case f.places[s.from].spot:
		u.Forbid("from.split", "only a unit in a building can fire at two targets, from different sides")
		return
	case s.second == s.at || !p.here(s.second) || f.units[s.second].Side == f.units[s.by].Side:
		u.Forbid("from.split", "the second target must be another enemy unit")
		return
	case s.class != Bullets:
		u.Forbid("from.split", "shells and flames go at one target: only bullets can be divided")
		return
	}
	if _, ok := f.sidesForTargets(p, s); !ok {
		u.Forbid("from.side", "each side fires at one target, and no two sides see one target each")
		return
	}
	first, second := f.splitShot(u, p, s)
	if !f.hasWeaponFor(p, &second) {
		u.Forbid("host.weapons", "no model is left for the second target: all that can fire at the second fire at the first")
		return
	}
	f.legalShot(u, p, &first)
	f.legalShot(u, p, &second)
}

// hasWeaponFor reports whether a unit has weapons for a target that fire at nothing else.
func (f *Battlefield) hasWeaponFor(p *Position, s *shot) bool {
	for k := range f.units[s.by].arms {
		if f.isUsedAgainst(p, s, k, s.at) && p.Units[s.by].Arms[k] > s.otherwiseUsed[k] {
			return true
		}
	}
	return false
}

// seesOnlyByDoors reports whether a unit in a bunker sees a target by its doors only.
func (f *Battlefield) seesOnlyByDoors(p *Position, s *shot) bool {
	from := &f.places[s.from]
	if from.spot || !f.hasSlits(from.section) {
		return false
	}
	if view := f.viewOfTarget(p, s, s.at); view.any || view.outOfArc {
		return false
	}
	return f.isSeen(p, s.from, int(p.Units[s.at].At)-1)
}
