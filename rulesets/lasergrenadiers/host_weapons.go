package lasergrenadiers

import "loophole/rule"

// An Armament is a weapon by name, or by its numbers, which also change what the name says.
type Armament struct {
	Weapon rule.Ref     `key:"weapon" table:"weapons" doc:"the weapon"`
	AF     uint8        `key:"af" min:"0" max:"14" doc:"attack factor; 0 for the weapon's own"`
	Area   YesNoDefault `key:"area" doc:"whether the weapon has an effect area"`
	Mode   Mode         `key:"mode" doc:"how the weapon fires"`
	Class  WeaponClass  `key:"carried" doc:"the kind of weapon that it counts as"`
	Burns  rule.Ref     `key:"burns-as" table:"ignition" doc:"type in the table of fires; none for the weapon's own"`
	Radius uint8        `key:"radius" unit:"quarter inches" min:"0" max:"99" doc:"radius of the effect area; 0 for the usual one"`
}

// YesNoDefault is a yes or no that may be left to the house or the table.
type YesNoDefault uint8

const (
	UsualAnswer YesNoDefault = iota
	SayNo
	SayYes
)

func (YesNoDefault) Names() []string { return []string{"usual", "no", "yes"} }

// isYes reports whether the answer is yes. The usual answer is the reading of an option whose second
// reading is yes.
func (a YesNoDefault) isYes(u *rule.Umpire, r *rule.Ruling) bool {
	if a == UsualAnswer {
		return u.Ruling(r) == 1
	}
	return a == SayYes
}

// Mode is the mode of fire of a weapon: a row of the tables of chances.
type Mode uint8

const (
	UsualMode Mode = iota
	SingleShot
	Beam
	Automatic
	Pulse
	Rotary
)

func (Mode) Names() []string {
	return []string{"usual", "single", "beam", "automatic", "pulse", "rotary"}
}

// WeaponClass is the kind of weapon that the guidelines for destruction ask for.
type WeaponClass uint8

const (
	UsualWeaponClass WeaponClass = iota
	Infantry
	Vehicle
	Nuclear
	Tool
)

func (WeaponClass) Names() []string {
	return []string{"usual", "infantry", "vehicle", "nuclear", "tool"}
}

// A weapon is an Armament with its attack factor. Its class and its effect area are looked up when a
// shot needs them, at most once.
type weapon struct {
	armament    *Armament
	af          int
	weaponClass WeaponClass  // UsualWeaponClass before it was looked up
	effectArea  YesNoDefault // UsualAnswer before it was looked up
}

// weapon looks the weapon's attack factor up.
func (a *Armament) weapon(u *rule.Umpire) weapon {
	w := weapon{armament: a, af: int(a.AF), weaponClass: a.Class, effectArea: a.Area}
	if a.AF == 0 {
		w.af = u.Cell(&weapons, a.Weapon, weaponAF)
	}
	return w
}

// class returns the class of the weapon.
func (w *weapon) class(u *rule.Umpire) WeaponClass {
	if w.weaponClass == UsualWeaponClass {
		w.weaponClass = WeaponClass(u.Cell(&weapons, w.armament.Weapon, weaponClassColumn)) + Infantry
	}
	return w.weaponClass
}

// hasEffectArea reports whether the weapon has an effect area; every nuclear warhead has.
func (w *weapon) hasEffectArea(u *rule.Umpire) bool {
	return w.class(u) == Nuclear || w.hasListedArea(u)
}

// hasListedArea reports whether the weapon has an effect area, as the situation states or else the table
// lists.
func (w *weapon) hasListedArea(u *rule.Umpire) bool {
	if w.effectArea == UsualAnswer {
		w.effectArea = SayNo
		if u.Cell(&weapons, w.armament.Weapon, weaponArea) == 1 {
			w.effectArea = SayYes
		}
	}
	return w.effectArea == SayYes
}

// mode returns the mode of fire of the weapon.
func (w *weapon) mode(u *rule.Umpire) Mode {
	if w.armament.Mode == UsualMode && w.armament.Weapon != 0 {
		return Mode(u.Cell(&weapons, w.armament.Weapon, weaponMode))
	}
	return max(w.armament.Mode, SingleShot)
}

// ignitionRow returns the weapon's row in the table of fires, or 0.
func (w *weapon) ignitionRow(u *rule.Umpire) rule.Ref {
	if w.armament.Burns == 0 {
		return rule.Ref(u.Cell(&weapons, w.armament.Weapon, weaponFamily))
	}
	return w.armament.Burns
}

// effectRadius returns the radius of the weapon's effect area, in quarter inches (host.areas).
func (w *weapon) effectRadius(u *rule.Umpire) int {
	if w.armament.Radius > 0 {
		return int(w.armament.Radius)
	}
	return u.Fact(w.class(u).radiusFact())
}

// radiusInside returns the radius of an effect area inside the structure whose wall or roof it strikes.
// radius is that of the whole area; both are in quarter inches. The wall cuts the circle, so that half of
// it is inside (known.half, probe.half). By the other reading a circle of half the radius is inside. A
// nuclear warhead, which destroys everything, always keeps its whole radius.
func (w *weapon) radiusInside(u *rule.Umpire, radius int) int {
	if w.class(u) != Nuclear && u.Ruling(&halfArea) == halfAreaHalfRadius {
		radius /= 2
	}
	return radius
}

// radiusFact returns the fact that tells the radius of an effect area.
func (c WeaponClass) radiusFact() *rule.Fact {
	switch c {
	case Vehicle:
		return &areaVehicle
	case Nuclear:
		return &areaNuclear
	}
	return &areaInfantry
}

// legalArmament forbids a weapon that cannot be fired.
func legalArmament(u *rule.Umpire, armament *Armament) {
	u.Require(armament.Weapon != 0 || armament.AF > 0, "attack.armoured", "name a weapon or give an attack factor: weapon=rpg, af=7")
	if armament.Area == SayNo {
		w := armament.weapon(u)
		u.Require(w.class(u) != Nuclear, "guide.nuclear", "a nuclear warhead has an effect area")
	}
	u.Require(!armament.isTool(), "engineers.tools", "saws and charges only breach walls: use the procedure breach")
}

// isTool reports whether it is for breaching.
func (a *Armament) isTool() bool { return a.Class == Tool || breachesWalls(a.Weapon) }

// breachesWalls reports whether a tool is one that engineers breach walls with.
func breachesWalls(tool rule.Ref) bool {
	return tool != 0 && (tool == chainsaw || tool == buzzsaw || tool == demolitions)
}

// Aim is what a shot must roll.
type Aim struct {
	HitOn   uint8      `key:"hit-on" min:"0" max:"10" doc:"the weapon hits on 1 to this; 0 to work the number out"`
	Range   RangeClass `key:"range" doc:"range class"`
	Pierces uint8      `key:"penetrates-on" min:"0" max:"10" doc:"the weapon penetrates the structure on 1 to this; 0 for the table"`
}

// RangeClass is how far the target is.
type RangeClass uint8

const (
	MediumRange RangeClass = iota
	ShortRange
	LongRange
)

func (RangeClass) Names() []string { return []string{"medium", "short", "long"} }

// baseHitNumber returns the hit number at the range, before the target counts.
func (a *Aim) baseHitNumber(u *rule.Umpire) int {
	return u.Fact([...]*rule.Fact{ShortRange: &hitShort, MediumRange: &hitMedium, LongRange: &hitLong}[a.Range])
}

// hitsOn returns the highest face that hits, with the modifier of the target (host.hit). It does not call
// modifier if the situation states the number.
func (a *Aim) hitsOn(u *rule.Umpire, modifier func() int) int {
	if a.HitOn > 0 {
		return int(a.HitOn)
	}
	least := u.Fact(&hitLowest)
	return min(max(a.baseHitNumber(u)+modifier(), least), max(least, u.Fact(&hitHighest)))
}

// penetratesOn returns the highest face that penetrates a structure (host.penetration).
func (a *Aim) penetratesOn(u *rule.Umpire, w *weapon, s *Structure, m material) int {
	if a.Pierces > 0 {
		return int(a.Pierces)
	}
	return penetratesOn(u, w.attackFactorAgainst(u, s), m.ac)
}

// attackFactorAgainst returns the attack factor on a structure. A defence screen lowers it
// (permanent.screens).
func (w *weapon) attackFactorAgainst(u *rule.Umpire, s *Structure) int {
	if !s.Screened {
		return w.af
	}
	return w.af - u.Apply(u.Fact(&screenAF), "permanent.screens", "attack factor lost to the screen")
}
