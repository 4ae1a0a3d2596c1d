package lasergrenadiers

import "loophole/rule"

// Demolition is the situation of weapons that fire at a structure turn by turn,
// under the point system.
type Demolition struct {
	Guns     [4]Gun       `key:"guns" doc:"weapons that fire at the structure each turn"`
	Range    RangeClass   `key:"range" doc:"range class"`
	Turns    uint8        `key:"turns" unit:"turns" min:"1" max:"60" doc:"turns of fire"`
	Points   uint8        `key:"points" unit:"points" min:"1" max:"250" doc:"damage points that the players gave the structure"`
	Lost     uint8        `key:"lost" unit:"points" min:"0" max:"250" doc:"points that the structure has already lost"`
	Variant  Variant      `key:"variant" doc:"variant of the point system"`
	Checks   YesNoDefault `key:"checks" doc:"whether the players check for a collapse at the start of each turn"`
	Section  uint8        `key:"section-points" unit:"points" min:"0" max:"250" doc:"points that remove one section; 0 for no removable sections"`
	Sections uint8        `key:"sections" unit:"sections" min:"0" max:"20" doc:"sections that can be removed one after another"`
	Inside   uint8        `key:"inside" unit:"soldiers" min:"0" max:"99" doc:"troops that stay inside"`
	Part     Part         `key:"aim-at" doc:"the part that the weapons aim at"`
	Surface  Surface      `key:"surface" doc:"the surface that the shot strikes"`
	Indirect bool         `key:"indirect" doc:"the fire is indirect, from above"`

	Structure
}

// A Gun is some weapons of one kind.
type Gun struct {
	Weapon rule.Ref `key:"weapon" table:"weapons" doc:"the weapon"`
	Count  uint8    `key:"count" unit:"shots" min:"0" max:"20" doc:"shots each turn; 0 for one"`
	HitOn  uint8    `key:"hit-on" min:"0" max:"10" doc:"the weapon hits on 1 to this; 0 to work the number out"`
}

// DemolitionOutcome is the outcome of [Demolition].
type DemolitionOutcome struct {
	Fate     Fate  `key:"structure" doc:"what happened to the structure"`
	Turn     uint8 `key:"turn" unit:"turns" doc:"the turn in which the structure fell; 0 if it stands"`
	Lost     uint8 `key:"lost" unit:"points" doc:"points lost"`
	Sections uint8 `key:"sections-removed" unit:"sections" doc:"sections removed"`
	Dead     uint8 `key:"casualties" unit:"soldiers" doc:"troops lost with the structure"`
	Out      uint8 `key:"driven-out" unit:"soldiers" doc:"troops that had to leave"`
}

var demolishSpec = rule.Spec[Demolition, DemolitionOutcome]{
	Name: "demolish",
	Gist: "weapons wear a structure down turn by turn under the point system, with or without collapse checks",
	Default: Demolition{
		Guns: [4]Gun{{Weapon: heavyFusion}}, Turns: 12, Points: 24, Variant: 3,
		Structure: Structure{Type: structures.Ref("house")},
	},
	Legal:        legalDemolish,
	Play:         playDemolish,
	MaxQuestions: 60 * (1 + 8),
	Events: []rule.Event[DemolitionOutcome]{
		{Name: "destroyed", Gist: "the structure has lost its last point", Holds: func(o DemolitionOutcome) bool { return o.Fate == Destroyed }},
		{Name: "collapsed", Gist: "the structure collapses before it loses its last point", Holds: func(o DemolitionOutcome) bool { return o.Fate == Collapsed }},
		{Name: "gone", Gist: "the structure is destroyed or collapses", Holds: func(o DemolitionOutcome) bool { return o.Fate != Stands }},
		{Name: "section-removed", Gist: "at least one section is removed", Holds: func(o DemolitionOutcome) bool { return o.Sections > 0 }},
	},
	Measures: []rule.Measure[DemolitionOutcome]{
		{Name: "turn", Unit: "turn in which the structure fell; 0 if it stands", Of: func(o DemolitionOutcome) int { return int(o.Turn) }},
		{Name: "lost", Unit: "damage points", Of: func(o DemolitionOutcome) int { return int(o.Lost) }},
		{Name: "sections", Unit: "sections removed", Of: func(o DemolitionOutcome) int { return int(o.Sections) }},
	},
	Examples: []rule.Example{
		{Name: "variant-1", Settings: "guns=heavy-fusion-rifle variant=1", Gist: "24 points under variant 1, almost impossible to destroy"},
		{Name: "variant-3", Settings: "guns=heavy-fusion-rifle variant=3", Gist: "24 points under variant 3: two penetrations are enough"},
		{
			Name: "battery", Settings: "structure=factory guns=light-cannon,rpg guns.1.count=2 guns.2.count=2 turns=6 points=60 variant=2 checks=yes section-points=20 sections=3 inside=8",
			Gist: "a mixed battery at a factory of 60 points in three sections, with collapse checks",
		},
	},
}

func legalDemolish(u *rule.Umpire, s *Demolition) {
	legalTarget(u, &s.Structure, s.Surface, s.Indirect)
	u.Require(s.Lost < s.Points, "points.track", "the structure has no points left and is destroyed")
	u.Require(s.Section == 0 || s.Sections > 0, "points.sections", "state how many sections can be removed: sections=4")
	u.Require(s.Section > 0 || s.Sections == 0, "points.sections", "state the points that remove a section: section-points=8")
	guns := 0
	for i := range s.Guns {
		gun := &s.Guns[i]
		if gun.Weapon == 0 {
			u.Require(*gun == Gun{}, "attack.armoured", "shots need a weapon")
			continue
		}
		guns++
		legalArmament(u, &Armament{Weapon: gun.Weapon})
	}
	u.Require(guns > 0, "attack.armoured", "no weapon fires: guns=light-cannon")
}

// A weaponFire is some shots of one weapon.
type weaponFire struct {
	shots                int
	hitsOn, penetratesOn int
	cost                 pointCost
}

// weaponFireRoll rolls the shots of one weapon. Its value is the points that the structure loses.
var weaponFireRoll = rule.Subroll[weaponFire]{Name: "shots of one weapon at the structure", Play: func(u *rule.Umpire, fire weaponFire) int {
	hits := u.Count(fire.shots, rule.D10, rule.AtMost(fire.hitsOn), "attack.armoured", "which shots hit?")
	penetrations := u.Count(hits, rule.D10, rule.AtMost(fire.penetratesOn), "attack.armoured", "which hits penetrate?")
	return (hits-penetrations)*fire.cost.hit + penetrations*fire.cost.penetration
}}

// turnFireRoll rolls all shots of a turn. Its value is the points that the structure loses.
var turnFireRoll = rule.Subroll[[4]weaponFire]{Name: "shots of one turn at the structure", Play: func(u *rule.Umpire, all [4]weaponFire) int {
	points := 0
	for _, fire := range all {
		if fire.shots > 0 {
			points += weaponFireRoll.Roll(u, fire)
		}
	}
	return points
}}

// A preparedDemolition is a demolition up to the first roll: the shots of each turn.
type preparedDemolition struct {
	shots  [4]weaponFire
	checks bool
}

var prepareDemolition = rule.Precomputed[Demolition, preparedDemolition]{Compute: func(u *rule.Umpire, s *Demolition) (prepared preparedDemolition) {
	u.Note("destroy.points", "the players use the point system")
	prepared.checks = s.Checks.isYes(u, &collapseChecks)
	material := s.materialStruck(u, s.Surface, s.Indirect)
	for i := range s.Guns {
		gun := &s.Guns[i]
		if gun.Weapon == 0 {
			continue
		}
		arm, aim := Armament{Weapon: gun.Weapon}, Aim{HitOn: gun.HitOn, Range: s.Range}
		weapon := arm.weapon(u)
		prepared.shots[i] = weaponFire{
			shots: max(1, int(gun.Count)), hitsOn: aim.hitsOn(u, func() int { return s.Part.size(u) }),
			penetratesOn: aim.penetratesOn(u, &weapon, &s.Structure, material), cost: weapon.pointCost(u, s.Variant.inForce(u)),
		}
	}
	return prepared
}}

func playDemolish(u *rule.Umpire, s *Demolition) DemolitionOutcome {
	prepared := prepareDemolition.For(u, s)
	now := damageProgress{turn: 1, lost: s.Lost, newDamage: true}
	for now.turn <= s.Turns {
		if !rule.Checkpoint(u, "turn", &now) {
			return DemolitionOutcome{}
		}
		u.Apply(int(now.turn), "points.track", "turn of fire")
		if prepared.checks && now.lost > 0 && collapsesNow(u, now.newDamage, int(now.lost), int(s.Points)) {
			return s.outcome(u, Collapsed, now)
		}
		points := turnFireRoll.Roll(u, prepared.shots)
		u.Apply(points, "points.track", "damage points lost")
		now.newDamage = points > 0
		now.lost = uint8(min(int(now.lost)+points, int(s.Points)))
		if now.lost == s.Points {
			return s.outcome(u, Destroyed, now)
		}
		now.turn++
	}
	now.turn = 0
	return s.outcome(u, Stands, now)
}

// outcome counts the sections removed and those inside, and returns the outcome.
func (s *Demolition) outcome(u *rule.Umpire, fate Fate, now damageProgress) DemolitionOutcome {
	outcome := DemolitionOutcome{Fate: fate, Turn: now.turn, Lost: now.lost}
	if s.Section > 0 {
		outcome.Sections = min(s.Sections, now.lost/s.Section)
		u.Apply(int(outcome.Sections), "points.sections", "sections removed")
	}
	if fate != Stands {
		outcome.Dead, outcome.Out = lostAndDrivenOut(u, s.Inside)
	}
	return outcome
}
