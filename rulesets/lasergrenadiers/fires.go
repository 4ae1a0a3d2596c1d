package lasergrenadiers

import "loophole/rule"

// IgnitionConditions are whether shots may start fires, the weather, and flammable contents.
type IgnitionConditions struct {
	Fires    YesNoDefault `key:"fires" doc:"whether shots may start fires"`
	Weather  Weather      `key:"weather" doc:"the weather"`
	Contents bool         `key:"flammable-contents" doc:"wood, plants, fabric, plastic or the like in or on the surface"`
}

// Weather is dry or damp.
type Weather uint8

const (
	Dry Weather = iota
	Mist
	Rain
	MistAndRain
)

func (Weather) Names() []string { return []string{"dry", "mist", "rain", "mist-and-rain"} }

// Plants are what grows where a shot strikes.
type Plants uint8

const (
	NoPlants Plants = iota
	Trees
	Hedge
	OtherPlants
)

func (Plants) Names() []string { return []string{"none", "trees", "hedge", "other"} }

// Ignition is the situation of a weapon that has struck a surface, or plants.
type Ignition struct {
	Armament
	Structure
	Surface Surface `key:"surface" doc:"the surface that the weapon struck"`
	Plants  Plants  `key:"plants" doc:"plants that the weapon struck, instead of a structure"`
	IgnitionConditions
}

// IgnitionOutcome is the outcome of [Ignition].
type IgnitionOutcome struct {
	Fire      bool `key:"fire" doc:"a fire starts"`
	Destroyed bool `key:"plants-destroyed" doc:"the plants are destroyed"`
}

var igniteSpec = rule.Spec[Ignition, IgnitionOutcome]{
	Name:         "ignite",
	Gist:         "a weapon strikes a surface or plants and may set them on fire",
	Default:      Ignition{Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("barn")}, IgnitionConditions: IgnitionConditions{Fires: SayYes}},
	Legal:        legalIgnite,
	Play:         playIgnite,
	MaxQuestions: 1,
	Events: []rule.Event[IgnitionOutcome]{
		{Name: "fire", Gist: "a fire starts", Holds: func(o IgnitionOutcome) bool { return o.Fire }},
		{Name: "plants-destroyed", Gist: "the plants are destroyed", Holds: func(o IgnitionOutcome) bool { return o.Destroyed }},
	},
	Examples: []rule.Example{
		{Name: "barn", Settings: "structure=barn", Gist: "a fusion rifle strikes a timber barn"},
		{Name: "rain", Settings: "weapon=rpg weather=rain", Gist: "high explosive in rain starts a fire on 1 or 2"},
		{Name: "hedge", Settings: "structure=none plants=hedge weapon=flamer weather=mist", Gist: "a flamer strikes a hedge in mist"},
	},
}

func legalIgnite(u *rule.Umpire, s *Ignition) {
	legalIgnition(u, &s.Armament, &s.Structure, &s.IgnitionConditions, s.Surface, s.Plants)
}

// legalIgniter is legalArmament for what may start a fire: charges may, too (fire.charge).
func legalIgniter(u *rule.Umpire, a *Armament) {
	if !a.isTool() {
		legalArmament(u, a)
		return
	}
	u.Require(u.Ruling(&charges) == chargesAsWeapon, "fire.charge", "a charge is laid at a wall and strikes nothing")
}

// legalIgnition forbids a weapon that cannot set its target alight.
func legalIgnition(u *rule.Umpire, armament *Armament, s *Structure, conditions *IgnitionConditions, at Surface, plants Plants) {
	legalIgniter(u, armament)
	u.Require(conditions.Fires.isYes(u, &fires), "fire.option", "fires are an optional rule, which is not in use")
	weapon := armament.weapon(u)
	u.Require(weapon.ignitionRow(u) != 0, "fire.unlisted", "that weapon cannot start a fire")
	legalBurning(u, s, plants)
	if plants != NoPlants {
		return
	}
	u.Require(at != RoofSurface || s.hasOverheadCover(u), "fire.strike", "the structure has no roof to strike")
	u.Require(conditions.isFlammable(u, s.materialStruck(u, at, false)), "fire.flammable", "the surface is not flammable: set flammable-contents=yes for flammable contents")
}

var prepareIgnition = rule.Precomputed[Ignition, int]{Compute: func(u *rule.Umpire, s *Ignition) int {
	weapon := s.Armament.weapon(u)
	if s.Plants == NoPlants {
		return s.surfaceIgnitionTarget(u, &weapon, s.materialStruck(u, s.Surface, false))
	}
	u.Note("fire.vegetation", "a weapon that can start fires may also destroy the plants that it strikes")
	return s.ignitionTarget(u, weapon.ignitionRow(u))
}}

func playIgnite(u *rule.Umpire, s *Ignition) IgnitionOutcome {
	ignitesOn := *prepareIgnition.For(u, s)
	outcome := IgnitionOutcome{Fire: startsFire(u, ignitesOn)}
	if s.Plants != NoPlants && ignitesOn > 0 {
		outcome.Destroyed = outcome.Fire || u.Ruling(&plants) == plantsAtOnce
	}
	return outcome
}

// surfaceIgnitionTarget returns the highest face of a D10 on which a hit on a surface starts a fire; 0
// is never.
func (c *IgnitionConditions) surfaceIgnitionTarget(u *rule.Umpire, weapon *weapon, surface material) int {
	if !c.Fires.isYes(u, &fires) || !c.isFlammable(u, surface) {
		return 0
	}
	family := weapon.ignitionRow(u)
	if family != 0 && weapon.armament.isTool() && u.Ruling(&charges) == chargesNo {
		return 0
	}
	return c.ignitionTarget(u, family)
}

// isFlammable reports whether a surface can be set alight (fire.flammable).
func (c *IgnitionConditions) isFlammable(u *rule.Umpire, surface material) bool {
	if c.Contents {
		u.Note("fire.flammable", "something flammable is in or on the surface")
		return true
	}
	return u.Cell(&flammable, surface.flammableRow, 0) == 1
}

// ignitionTarget returns the highest face of a D10 that starts a fire (fire.table); 0 is never. Damp
// weather lowers it (fire.damp).
func (c *IgnitionConditions) ignitionTarget(u *rule.Umpire, family rule.Ref) int {
	if family == 0 {
		u.Note("fire.unlisted", "a weapon that is not in the table starts no fire")
		return 0
	}
	number := u.Cell(&ignition, family, 0)
	if less := c.Weather.reduction(u); less > 0 {
		if u.Ruling(&dampReading) == dampReadingRoll {
			return min(highestFace, number+less)
		}
		number = max(0, number-less)
	}
	return number
}

// reduction returns what the weather takes off the chance of a fire (fire.mist, fire.rain, fire.both).
func (w Weather) reduction(u *rule.Umpire) int {
	mist, rain := 0, 0
	if w == Mist || w == MistAndRain {
		mist = u.Cell(&damp, damp.Ref("mist"), 0)
	}
	if w == Rain || w == MistAndRain {
		rain = u.Cell(&damp, damp.Ref("rain"), 0)
	}
	if w == MistAndRain && u.Ruling(&dampBoth) == dampBothSum {
		return mist + rain
	}
	return max(mist, rain)
}

// startsFire rolls for a fire after a hit (fire.strike).
func startsFire(u *rule.Umpire, ignitesOn int) bool {
	return ignitesOn > 0 && u.Test(rule.D10, rule.AtMost(ignitesOn), "fire.strike", "does the weapon start a fire?")
}
