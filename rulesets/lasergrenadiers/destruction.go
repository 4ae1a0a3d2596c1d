package lasergrenadiers

import "loophole/rule"

// DamageAccount is the way in which damage to the structure is accounted for, and the damage so
// far.
type DamageAccount struct {
	System        System  `key:"damage" doc:"how the players record damage"`
	Variant       Variant `key:"variant" doc:"variant of the point system"`
	Points        uint8   `key:"points" unit:"points" min:"0" max:"250" doc:"damage points that the players gave the structure"`
	Lost          uint8   `key:"lost" unit:"points" min:"0" max:"250" doc:"points that the structure has already lost"`
	SectionPoints uint8   `key:"section-points" unit:"points" min:"0" max:"250" doc:"points that remove the target section; 0 for no removable sections"`
	SectionLost   uint8   `key:"section-lost" unit:"points" min:"0" max:"250" doc:"points that the section has already lost"`
	Hole          uint8   `key:"judged-hole" unit:"quarter inches" min:"0" max:"40" doc:"size of the holes that the players agreed on for this weapon; 0 for the starting point"`
}

// System is a way to account for damage.
type System uint8

const (
	UsualSystem System = iota
	ByGuidelines
	ByPoints
	Ignored
)

func (System) Names() []string { return []string{"usual", "guidelines", "points", "ignore"} }

// inForce returns the way in force.
func (s System) inForce(u *rule.Umpire) System {
	if s == UsualSystem {
		return System(u.Ruling(&damageSystem)) + ByGuidelines
	}
	return s
}

// Fate is the state of a structure after an attack.
type Fate uint8

const (
	Stands Fate = iota
	Breached
	Collapsed
	Destroyed
)

func (Fate) Names() []string { return []string{"stands", "breached", "collapsed", "destroyed"} }

// StructureDamage is what a shot did to the structure.
type StructureDamage struct {
	Hole    uint8 `key:"hole" unit:"quarter inches" doc:"size of the hole"`
	Portion uint8 `key:"portion" unit:"quarter inches" doc:"radius of the destroyed part"`
	Points  uint8 `key:"points" unit:"points" doc:"damage points lost to the shot"`
	Lost    uint8 `key:"lost" unit:"points" doc:"damage points lost in all"`
	Section bool  `key:"section-removed" doc:"the section is removed"`
	Fate    Fate  `key:"structure" doc:"what happened to the structure"`
}

// A structureHit is what a shot would do to the structure, up to the first roll.
type structureHit struct {
	system           System
	cost             pointCost
	damage           StructureDamage // of a penetration, under the guidelines
	damagesOnHit     bool            // a hit is enough for the damage
	skipsPenetration bool            // nothing depends on a penetration
}

// prepareHit works out what a weapon does to a structure.
func (s *DamageAccount) prepareHit(u *rule.Umpire, weapon *weapon) structureHit {
	hit := structureHit{system: s.System.inForce(u)}
	switch hit.system {
	case Ignored:
		u.Note("show.ignore", "the players ignore damage to the structure")
	case ByPoints:
		u.Note("destroy.points", "the players use the point system instead of the guidelines")
		hit.cost = weapon.pointCost(u, s.Variant.inForce(u))
	default:
		u.Note("destroy.guidelines", "the players use the guidelines for destruction")
		s.applyGuidelines(u, weapon, &hit)
	}
	return hit
}

// applyGuidelines works out the damage by the four guidelines for destruction: guide.nuclear (d),
// guide.portion (c), guide.hole (b) and guide.infantry (a).
func (s *DamageAccount) applyGuidelines(u *rule.Umpire, weapon *weapon, hit *structureHit) {
	switch {
	case weapon.class(u) == Nuclear:
		hit.damage.Portion = uint8(u.Apply(weapon.effectRadius(u), "guide.nuclear", "radius in quarter inches in which a nuclear warhead destroys everything"))
		hit.damage.Fate = Destroyed
		hit.damagesOnHit = u.Ruling(&nuclear) == nuclearAtOnce
		hit.skipsPenetration = hit.damagesOnHit
	case weapon.hasEffectArea(u):
		hit.damage.Portion = uint8(u.Apply(weapon.effectRadius(u), "guide.portion", "radius in quarter inches of the part that the weapon destroys"))
		hit.damagesOnHit = u.Ruling(&gate) == gateHit
	case weapon.class(u) == Vehicle:
		hit.damage.Hole = uint8(u.Apply(u.Fact(&holeSize), "guide.hole", "size of the hole in quarter inches, if the shot penetrates"))
		if s.Hole > 0 {
			hit.damage.Hole = uint8(u.Apply(int(s.Hole), "guide.hole-larger", "size of the hole in quarter inches, as the players agreed"))
		}
	default:
		u.Note("guide.infantry", "an infantry weapon without an effect area does not damage the structure")
	}
}

// rollPenetration rolls for a penetration, unless nothing depends on it.
func (h *structureHit) rollPenetration(u *rule.Umpire, need int, cite rule.Clause, why string) bool {
	if h.skipsPenetration {
		u.Note("guide.nuclear", "a nuclear warhead need not penetrate")
		return false
	}
	return u.Test(rule.D10, rule.AtMost(need), cite, why)
}

// damageDone returns the damage of a shot to a structure in the state of s. By the guidelines, only a
// shot that penetrates does damage (destroy.gate).
func (h *structureHit) damageDone(u *rule.Umpire, s *DamageAccount, hit, penetrates bool) StructureDamage {
	damage := StructureDamage{Lost: s.Lost}
	switch {
	case !hit:
	case h.system == ByPoints:
		points := h.cost.hit
		if penetrates {
			points = h.cost.penetration
		}
		damage.losePoints(u, s, points)
	case penetrates || h.damagesOnHit:
		damage = h.damage
		damage.Lost = s.Lost
		switch {
		case damage.Fate == Destroyed:
			u.Note("guide.nuclear", "a nuclear warhead destroys all that is in its effect area")
		case damage.Hole > 0 || damage.Portion > 0:
			u.Note("destroy.weaken", "the shot weakens the structure")
		}
	default:
		u.Note("destroy.gate", "a shot that does not penetrate does no damage")
	}
	return damage
}

// legalDamageAccount forbids an impossible account of damage.
func legalDamageAccount(u *rule.Umpire, s *DamageAccount, weapon *weapon) {
	system := s.System.inForce(u)
	if system == ByPoints {
		u.Require(s.Points > 0, "points.track", "the point system needs points for the structure: points=24")
		u.Require(s.Points == 0 || s.Lost < s.Points, "points.track", "the structure has no points left")
		u.Require(s.SectionPoints == 0 || s.SectionLost < s.SectionPoints, "points.sections", "the section is already removed")
	} else {
		u.Require(s.SectionPoints == 0, "points.sections", "only the point system removes sections: damage=points")
	}
	if s.Hole > 0 {
		open := system == ByGuidelines && weapon.class(u) == Vehicle && !weapon.hasEffectArea(u)
		u.Require(open, "guide.hole-larger", "only a vehicle weapon without an effect area leaves a hole")
		u.Require(int(s.Hole) >= u.Fact(&holeSize), "guide.hole-larger", "players may agree on a larger hole than the starting point, not on a smaller one")
	}
}

// Damage is the situation of a shot that has been rolled already: what does it do to the structure?
type Damage struct {
	Rolled Rolled `key:"result" doc:"the result of the shot"`

	Armament
	Structure
	DamageAccount
}

// Rolled is the result of a shot.
type Rolled uint8

const (
	Penetration Rolled = iota
	BareHit
	Miss
)

func (Rolled) Names() []string { return []string{"penetration", "hit", "miss"} }

// DamageOutcome is the damage with what follows from it.
type DamageOutcome struct {
	StructureDamage
	Percent uint8 `key:"percent" doc:"damage in percent"`
	StandOn uint8 `key:"stands-on" doc:"with collapse checks, the structure stands next turn on 1 to this, of 10 or 100 faces as the ruling on the die says; all faces need no roll"`
	Needed  uint8 `key:"still" unit:"penetrations" doc:"penetrations by this weapon that would take the points left"`
	Cover   bool  `key:"cover-changed" doc:"cover and concealment depend on the damage"`
	Usable  bool  `key:"usable" doc:"troops may move through or occupy the structure"`
}

var damageSpec = rule.Spec[Damage, DamageOutcome]{
	Name:    "damage",
	Gist:    "what a hit or a penetration does to a structure, under each way to record damage",
	Default: Damage{Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("house")}, DamageAccount: DamageAccount{Points: 24}},
	Legal:   legalDamage,
	Play:    playDamage,
	Events: []rule.Event[DamageOutcome]{
		{Name: "damaged", Gist: "the structure is damaged", Holds: func(o DamageOutcome) bool { return o.Hole+o.Portion+o.Points > 0 }},
		{Name: "destroyed", Gist: "the structure is destroyed", Holds: func(o DamageOutcome) bool { return o.Fate == Destroyed }},
		{Name: "section-removed", Gist: "the target section is removed", Holds: func(o DamageOutcome) bool { return o.Section }},
	},
	Measures: []rule.Measure[DamageOutcome]{
		{Name: "points", Unit: "damage points", Of: func(o DamageOutcome) int { return int(o.Points) }},
		{Name: "still-needed", Unit: "penetrations", Of: func(o DamageOutcome) int { return int(o.Needed) }},
	},
	Examples: []rule.Example{
		{Name: "variant-3", Settings: "damage=points variant=3", Gist: "the book's heavy fusion rifle: 14 points, and one more such hit destroys 24"},
		{Name: "variant-1", Settings: "damage=points variant=1", Gist: "the same building under variant 1 takes 23 more"},
		{Name: "cannon", Settings: "weapon=light-cannon", Gist: "the hole that a light cannon leaves"},
		{Name: "section", Settings: "damage=points variant=2 section-points=7", Gist: "a section that seven points remove"},
		{Name: "nuclear", Settings: "weapon=nuclear-warhead result=hit", Gist: "a nuclear warhead destroys without penetrating"},
	},
}

func legalDamage(u *rule.Umpire, s *Damage) {
	legalArmament(u, &s.Armament)
	legalStructure(u, &s.Structure)
	u.Require(!s.Gone, "points.track", "the structure is already destroyed")
	w := s.Armament.weapon(u)
	legalDamageAccount(u, &s.DamageAccount, &w)
}

func playDamage(u *rule.Umpire, s *Damage) DamageOutcome {
	weapon := s.Armament.weapon(u)
	structureHit := s.DamageAccount.prepareHit(u, &weapon)
	outcome := DamageOutcome{StructureDamage: structureHit.damageDone(u, &s.DamageAccount, s.Rolled != Miss, s.Rolled == Penetration), StandOn: highestFace, Usable: true}
	outcome.represent(u)
	if structureHit.system == ByPoints {
		outcome.Percent = uint8(100 * int(outcome.Lost) / int(s.Points))
		outcome.Needed = uint8((int(s.Points-outcome.Lost) + structureHit.cost.penetration - 1) / structureHit.cost.penetration)
		u.Apply(int(outcome.Needed), "points.scale", "penetrations by this weapon that are still needed: do the points suit the variant?")
		if outcome.Fate != Destroyed {
			stand, _ := standsOn(u, int(outcome.Lost), int(s.Points))
			outcome.StandOn = uint8(stand)
		}
	}
	if outcome.Fate == Destroyed && u.Ruling(&untenable) == untenableYes {
		u.Note("points.untenable", "the position is untenable")
		outcome.Usable = false
	}
	return outcome
}
