package konflikt47

import (
	"slices"

	"loophole/rule"
)

// ShootFrom is the situation of a unit that shoots at units in the open: out of a building, or
// from the open.
type ShootFrom struct {
	Structure
	Shooter
	Outside bool             `key:"outside" doc:"the shooters are in the open, not in a building"`
	Floor   uint8            `key:"floor" min:"0" max:"6" doc:"the unit's floor; 0 is the ground floor, and the roof follows the top floor"`
	Weapons [8]Firing        `key:"weapons" doc:"the weapons that fire"`
	Targets [4]OutsideTarget `key:"targets" doc:"the targets"`
}

// Firing is a number of weapons of one kind that fire from one side of the building.
type Firing struct {
	WeaponGroup
	Side         Side    `key:"side" doc:"the side of the building that the weapons fire from"`
	Openings     uint8   `key:"openings" unit:"openings" min:"0" max:"12" doc:"windows and doors for these weapons alone; 0 on a side without any is one"`
	Opening      Opening `key:"opening" doc:"the kind of opening"`
	JudgedRoom   uint8   `key:"judged-room" unit:"models" min:"0" max:"20" doc:"models that the players judge can fire through the side's openings; 0 for the usual number"`
	Part         bool    `key:"part-inch" doc:"the distance was rounded up: 17.5 inches are 18 and this"`
	OtherOpening bool    `key:"other-opening" doc:"the fixed weapon is not at the opening where it was set up"`
	Shells       bool    `key:"shells" doc:"the weapons fire high explosive"`
	DirectFire   bool    `key:"direct" doc:"a howitzer uses direct fire although it could use indirect fire"`
	Target       uint8   `key:"target" min:"0" max:"4" doc:"number of the target in the list; 0 for the first"`
}

// OutsideTarget is a unit outside that is fired at.
type OutsideTarget struct {
	Troops
	Distance uint8  `key:"distance" unit:"inches" min:"0" max:"96" doc:"from the shooters, or from their nearest opening, to the target, rounded up"`
	Value    uint8  `key:"damage-value" min:"0" max:"12" doc:"damage value of an unnamed vehicle"`
	Walker   bool   `key:"walker" doc:"an unnamed vehicle is a walker"`
	Facing   Facing `key:"facing" doc:"the side that the vehicle shows"`
	Cover    Cover  `key:"cover" doc:"the target's cover"`
	Unseen   bool   `key:"unseen" doc:"the shooters cannot see the target"`
}

// Side is a side of a building.
type Side uint8

const (
	North Side = iota
	East
	South
	West
)

func (Side) Names() []string { return []string{"north", "east", "south", "west"} }

// Facing is the side of a vehicle or gun that a shot meets.
type Facing uint8

const (
	Front Facing = iota
	Flank
	Rear
)

func (Facing) Names() []string { return []string{"front", "side", "rear"} }

// Cover is the cover of a unit outside.
type Cover uint8

const (
	OpenGround Cover = iota
	SoftCover
	HardCover
)

func (Cover) Names() []string { return []string{"none", "soft", "hard"} }

// TargetResult is a target after the fire.
type TargetResult struct {
	UnitResult
	Stuck bool `key:"immobilised" doc:"the vehicle is immobilised"`
}

// ShootFromOutcome is the outcome of shooting at units in the open, target by target.
type ShootFromOutcome struct {
	Targets [4]TargetResult `key:"targets" doc:"the targets"`
	Empty   uint8           `key:"fuel-out" unit:"flamethrowers" doc:"flamethrowers that run out of fuel; their teams are removed"`
}

var shootFromSpec = rule.Spec[ShootFrom, ShootFromOutcome]{
	Name: "shoot-from",
	Gist: "a unit in a building or in the open shoots at units in the open",
	Default: ShootFrom{
		Structure: Structure{Storeys: 2},
		Weapons:   [8]Firing{{WeaponGroup: WeaponGroup{Weapon: weapons.Ref("rifle"), Count: 6}, Openings: 3, Opening: Window}},
		Targets:   [4]OutsideTarget{{Troops: Troops{Body: Body{Unit: units.Ref("sturmpioniere")}}, Distance: 12}},
	},
	Legal:        legalShootFrom,
	Play:         playShootFrom,
	MaxQuestions: 200,
	Events: []rule.Event[ShootFromOutcome]{
		{Name: "casualty", Gist: "at least one model is lost, or a unit", Holds: func(f ShootFromOutcome) bool {
			return f.any(func(a TargetResult) bool { return a.Lost > 0 || a.isDestroyed() })
		}},
		{Name: "first-destroyed", Gist: "the first target is destroyed", Holds: func(f ShootFromOutcome) bool { return f.Targets[0].Fate == Destroyed }},
		{Name: "second-destroyed", Gist: "the second target is destroyed", Holds: func(f ShootFromOutcome) bool { return f.Targets[1].Fate == Destroyed }},
		{Name: "immobilised", Gist: "a vehicle is immobilised and not knocked out", Holds: func(f ShootFromOutcome) bool { return f.any(func(a TargetResult) bool { return a.Stuck }) }},
		{Name: "fuel-out", Gist: "a flamethrower runs out of fuel", Holds: func(f ShootFromOutcome) bool { return f.Empty > 0 }},
		{Name: "picked", Gist: "the shooters pick a casualty in a unit that survives", Holds: func(f ShootFromOutcome) bool { return f.any(func(a TargetResult) bool { return a.Picked }) }},
	},
	Measures: []rule.Measure[ShootFromOutcome]{
		{Name: "casualties", Unit: "models lost, with all models of destroyed units", Of: func(f ShootFromOutcome) int { return f.sum(UnitResult.lost) }},
		{Name: "pins", Unit: "pins on targets that are not destroyed", Of: func(f ShootFromOutcome) int { return f.sum(UnitResult.pins) }},
	},
	Examples: []rule.Example{
		{Name: "squad", Settings: "weapons.1.count=6", Gist: "six rifles at three windows"},
		{
			Name: "two-sides", Settings: "men=8 weapons=rifle,lmg-german weapons.1.count=4 weapons.1.openings=2 weapons.2.side=east weapons.2.opening=window weapons.2.target=2 targets=8,6 targets.1.distance=12 targets.2.distance=20 targets.2.cover=soft",
			Gist: "rifles at the north windows, a machine gun at an east window, each at its own target",
		},
		{
			Name: "plunging", Settings: "floor=1 unit=anti-tank-team weapons=panzerschreck weapons.1.opening=window targets.1.unit=tiger targets.1.distance=10",
			Gist: "a Panzerschreck on the first floor at the top armour of a Tiger below",
		},
		{
			Name: "gun", Settings: "unit=pak-40 weapons=heavy-at-gun weapons.1.opening=window targets.1.unit=sherman targets.1.distance=40",
			Gist: "a Pak 40 in a house at a distant Sherman",
		},
		{
			Name: "flames", Settings: "unit=sturmpioniere weapons=flamethrower,rifle weapons.1.openings=1 weapons.1.opening=window weapons.2.openings=2 weapons.2.opening=window weapons.2.count=4 targets=8 targets.1.distance=5 targets.1.cover=hard",
			Gist: "a flamethrower and four rifles at a squad behind a wall, five inches away",
		},
		{
			Name: "mortar", Settings: "unit=medium-mortar-team weapons=medium-mortar weapons.1.opening=window weapons.1.shells=yes targets.1.distance=30",
			Gist: "a mortar fires out of a window",
		},
		{
			Name: "in-the-open", Settings: "outside=yes men=8 weapons=rifle,lmg-german weapons.1.count=7 targets=8 targets.1.distance=14 targets.1.cover=soft",
			Gist: "seven rifles and a light machine gun at a squad behind a hedge, nobody in a building",
		},
		{
			Name: "tanks", Settings: "outside=yes unit=tiger weapons=super-heavy-at-gun targets.1.unit=sherman targets.1.distance=30",
			Gist: "the gun of a Tiger at a Sherman",
		},
	},
}

// any reports whether a condition holds of at least one target.
func (f ShootFromOutcome) any(holds func(TargetResult) bool) bool {
	return slices.ContainsFunc(f.Targets[:], holds)
}

// sum adds a number of each target up.
func (f ShootFromOutcome) sum(of func(UnitResult) int) (n int) {
	for _, a := range f.Targets {
		n += of(a.UnitResult)
	}
	return n
}

// isGiven reports whether an entry of the list holds a target.
func (t *OutsideTarget) isGiven() bool { return t.isPresent() || t.Value > 0 }

// isVehicle reports whether the target is a vehicle.
func (t *OutsideTarget) isVehicle(u *rule.Umpire) bool {
	return t.Value > 0 || t.Body.isVehicle(u)
}

// targetIndex returns the place in the list of a weapon's target.
func (s *ShootFrom) targetIndex(firing *Firing) int { return max(1, int(firing.Target)) - 1 }

// distance returns the inches from the opening of a weapon to its target (from.range).
func (s *ShootFrom) distance(firing *Firing) int {
	return firing.WeaponGroup.distance(s.Targets[s.targetIndex(firing)].Distance)
}

// firesIndirectly reports whether weapons fire indirectly over a distance in inches. Weapons that have
// only indirect fire always do. Howitzers do from their minimum range on, unless the situation says
// that they fire directly.
func (f *Firing) firesIndirectly(u *rule.Umpire, distance int) bool {
	switch u.LookupCell(&weapons, f.Weapon, weaponFire) {
	case onlyIndirect:
		return true
	case directOrIndirect:
		return !f.DirectFire && wholeInches(distance, f.Part) >= u.LookupCell(&weapons, f.Weapon, weaponNearest)
	}
	return false
}
