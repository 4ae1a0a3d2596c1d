package oldworld

import "loophole/rule"

// Shoot is the situation of "Buildings & shooting": a unit shoots out of a building, at one, both,
// or in the open. Distances are in inches.
type Shoot struct {
	From     Place    `key:"from" doc:"where the shooters are"`
	At       Place    `key:"at" doc:"where the target is"`
	Shooters Troops   `key:"shooters" doc:"the unit that shoots"`
	With     rule.Ref `key:"with" table:"missiles" doc:"the unit's missile weapon; none is the usual one"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance to the target; measured at the building for a unit inside"`
	State    State    `key:"state" doc:"what the shooters are doing"`
	Moved    MoveType `key:"moved" doc:"how the shooters moved this turn"`
	Casters  uint8    `key:"casters" unit:"models" min:"0" max:"60" doc:"models of the shooters that cast spells this turn"`
	Front    uint8    `key:"front-rank" unit:"models" min:"0" max:"60" doc:"models in the front rank of shooters in the open; 0 for all"`
	Only     uint8    `key:"only" unit:"models" min:"0" max:"60" doc:"models inside that shoot; 0 for as many as may shoot"`
	AllShots bool     `key:"all-shots" doc:"each model fires all the shots of its weapon"`
	Arc      Arc      `key:"arc" doc:"arc of the shooters in which the target lies"`
	Screen   bool     `key:"screen" doc:"models in between hide the target"`
	Blocked  bool     `key:"blocked" doc:"the players agree that terrain hides the whole target"`

	Target        Troops `key:"target" doc:"the unit shot at"`
	Cover         Cover  `key:"cover" doc:"cover of a target in the open, as the players agree"`
	Skirmish      bool   `key:"skirmishers" doc:"a target in the open that skirmishes"`
	Large         bool   `key:"large" doc:"the target is a large target"`
	TargetEngaged bool   `key:"target-engaged" doc:"the target is engaged in combat"`
	PhaseLosses
}

// PhaseLosses is the losses of a target earlier in this phase.
type PhaseLosses struct {
	LostBefore uint8 `key:"lost-before" unit:"models" min:"0" max:"60" doc:"models that the target has already lost in this phase"`
	Panicked   bool  `key:"panicked" doc:"the target has taken a Panic test in this phase"`
}

// ShootOutcome is the outcome of Shoot.
type ShootOutcome struct {
	Lost            uint8       `key:"casualties" unit:"models" doc:"models removed"`
	Hurt            uint8       `key:"hurt" unit:"wounds" doc:"wounds on a model that survives"`
	CharacterWounds uint8       `key:"hero-wounds" unit:"wounds" doc:"wounds that the target's character lost"`
	Mood            PanicResult `key:"mood" doc:"what the target does after its losses"`
}

var shootSpec = rule.Spec[Shoot, ShootOutcome]{
	Name: "shoot",
	Gist: "a unit shoots out of a building, at one, or in the open",
	Default: Shoot{
		At: InOpen, Shooters: Troops{Unit: units.Ref("elven-archers"), Models: 20}, With: missiles.Ref("longbow"), Distance: 20,
		Target: Troops{Unit: units.Ref("orc-mob"), Models: 20},
	},
	Legal:        legalShoot,
	Play:         func(u *rule.Umpire, s *Shoot) ShootOutcome { return s.play(u, &shootingPlayers) },
	MaxQuestions: 300,
	Events: []rule.Event[ShootOutcome]{
		{Name: "casualty", Gist: "at least one model is removed", Holds: func(s ShootOutcome) bool { return s.Lost > 0 }},
		{Name: "steady", Gist: "the target passes its Panic test or needs none", Holds: func(s ShootOutcome) bool { return s.Mood == Calm }},
		{Name: "fleeing", Gist: "the target flees, inside or outside", Holds: func(s ShootOutcome) bool { return s.Mood == Flees || s.Mood == FleesInside }},
		{Name: "falls-back", Gist: "the target falls back, or would if it were not inside", Holds: func(s ShootOutcome) bool { return s.Mood == FallsBack || s.Mood == StaysInside }},
	},
	Measures: []rule.Measure[ShootOutcome]{{Name: "casualties", Unit: "models", Of: func(s ShootOutcome) int { return int(s.Lost) }}},
	Examples: []rule.Example{
		{Name: "archers-inside", Settings: "distance=20", Gist: "half of twenty Elven Archers shoot from a building at Orcs far away"},
		{Name: "crossbows-just-in", Settings: "shooters=state-missile-troops shooters.models=15 with=crossbow moved=entered distance=10", Gist: "crossbowmen who entered the building this turn"},
		{Name: "at-the-house", Settings: "from=open at=building shooters=orc-mob shooters.models=10 with=shortbow distance=8 target=quarrellers target.models=10", Gist: "bows against dwarfs inside: full cover"},
		{Name: "across-the-street", Settings: "from=building at=building shooters=state-missile-troops with=handgun distance=10 target=night-goblins", Gist: "from one building at another"},
		{Name: "in-the-open", Settings: "from=open at=open shooters=state-missile-troops shooters.models=12 front-rank=6 with=handgun distance=10 target=orc-mob cover=partial", Gist: "six handguns of the front rank at Orcs behind a hedge, nobody in a building"},
		{Name: "bolt", Settings: "from=open at=building shooters=cannon-crew shooters.models=1 with=bolt-thrower distance=24 target=stone-trolls target.models=6", Gist: "a bolt into a house of trolls strikes one of them"},
	},
}

// play rolls the shots, removes casualties, and takes the Panic test that they cause.
func (s *Shoot) play(u *rule.Umpire, who *players) ShootOutcome {
	prepared := prepareShooting.For(u, s)
	_, lost := who.attack(u, prepared.attacks)
	var shot ShootOutcome
	shot.Lost, shot.Hurt = s.Target.removeWounds(u, prepared.wounds, lost)
	shot.Mood = s.PhaseLosses.panicTest(u, &s.Target, int(shot.Lost), prepared.present, s.At == InBuilding, who)
	return shot
}

// A preparedShooting is Shoot up to the first roll. present is the models of the target, wounds
// those that they have left.
type preparedShooting struct {
	attacks attacks
	present int
	wounds  int
}

// prepareShooting works out the attacks: the models that shoot, their to-hit number, and the
// target's saves.
var prepareShooting = rule.Precomputed[Shoot, preparedShooting]{Compute: func(u *rule.Umpire, s *Shoot) preparedShooting {
	if s.From == InBuilding || s.At == InBuilding {
		u.Note("measure.building", "the distance is measured at the building")
	}
	s.noteSight(u)
	prepared := preparedShooting{present: s.Target.allModels(), wounds: s.Target.woundsLeft(u)}
	attacks := &prepared.attacks
	attacks.by = byShooting
	attacks.dice = uint8(min(s.shooterCount(u)*s.shots(u), 255))
	skill := chartRow(profileValue(u, s.Shooters.BS, s.Shooters.Unit, unitBS))
	attacks.hit = shotNumber(u.Cell(&ballistic, skill, shotHit) - s.modifiers(u))
	attacks.reroll = uint8(optionalCell(u, &ballistic, skill, shotReroll))
	s.Shooters.fillMissile(u, s.missileWeapon(u), &s.Target, attacks)
	return prepared
}}

// noteSight notes how the shooters see the target. legalShot has allowed the shot.
func (s *Shoot) noteSight(u *rule.Umpire) {
	if s.From == InBuilding && s.Arc != Front {
		u.Note("see.round", "models in a building see in every direction")
	}
	if s.From == InBuilding && s.Screen {
		u.Note("see.models", "models in between do not block the sight of a unit inside")
	}
	if s.At != InBuilding {
		return
	}
	u.Note("at.sight", "the building is seen, so the unit inside can be shot at")
	if hasTrait(u, &missiles, s.missileWeapon(u), missileBolt) {
		u.Note("host.through", "a unit inside has no ranks, so the bolt hits one model")
	}
}

// modifiers returns the sum of the to-hit modifiers.
func (s *Shoot) modifiers(u *rule.Umpire) int {
	sum := movedModifier(u, s.missileWeapon(u), s.Moved)
	if s.isLongRange(u) {
		sum += u.Cell(&modifiers, rowLongRange, 0)
	}
	if s.AllShots && u.Cell(&missiles, s.missileWeapon(u), missileShots) > 1 {
		sum += u.Cell(&modifiers, rowSeveral, 0)
	}
	return sum + s.cover(u)
}

// legalShoot forbids impossible units and an illegal shot.
func legalShoot(u *rule.Umpire, s *Shoot) {
	if legalUnits(u, &s.Shooters, &s.Target) {
		legalShot(u, s)
	}
}

// legalShot forbids an illegal shot of one unit at another, wherever they are.
func legalShot(u *rule.Umpire, s *Shoot) {
	legalShooters(u, s)
	legalSight(u, s)
	if s.At == InBuilding {
		legalOccupier(u, &s.Target)
	}
	if s.From == InBuilding {
		legalOccupier(u, &s.Shooters)
		u.Require(int(s.Casters) <= halfInside(u, s.Shooters.allModels()), "fire.cast", "more models inside would cast spells than may")
		able := halfLessCasters(u, s.Shooters.allModels(), int(s.Casters))
		u.Require(able > 0, "fire.half", "no model inside that may shoot is left")
		u.Requiref(int(s.Only) <= max(able, 1), "fire.half", "at most %d {model} inside may shoot", able)
	} else {
		u.Require(s.Only == 0, "host.front-rank", "in the open the whole front rank shoots: leave out the number of models")
	}
	if s.missileWeapon(u) > 0 && prepareShooting.For(u, s).attacks.hit > 9 {
		u.Forbid("host.hard", "the shot would need a 10 and cannot hit")
	}
}
