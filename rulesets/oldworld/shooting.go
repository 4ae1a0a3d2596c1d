package oldworld

import "loophole/rule"

// Shoot is the situation of a unit that shoots: out of a building, at one, both,
// or in the open. Distances are in inches.
type Shoot struct {
	From     Place    `key:"from" doc:"where the shooters are"`
	At       Place    `key:"at" doc:"where the target is"`
	Shooters Side     `key:"shooters" doc:"the unit that shoots"`
	With     rule.Ref `key:"with" table:"missiles" doc:"the missile weapon it shoots with; none is its usual one"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"to the target; to and from a building for those inside"`
	State    State    `key:"state" doc:"what the shooters are doing"`
	Gait     MoveType `key:"moved" doc:"how they moved this turn"`
	Casters  uint8    `key:"casters" unit:"models" min:"0" max:"60" doc:"models of theirs that cast spells this turn"`
	Front    uint8    `key:"front-rank" unit:"models" min:"0" max:"60" doc:"models in the front rank of shooters in the open; 0 for all"`
	Only     uint8    `key:"only" unit:"models" min:"0" max:"60" doc:"models inside that shoot; 0 for as many as may"`
	Several  bool     `key:"all-shots" doc:"each fires all the shots of its weapon"`
	Arc      Arc      `key:"arc" doc:"where the target lies from the shooters' front"`
	Screen   bool     `key:"screen" doc:"models stand in between"`
	Blocked  bool     `key:"blocked" doc:"terrain hides the target altogether, as the players agree"`

	Target   Side  `key:"target" doc:"the unit shot at"`
	Cover    Cover `key:"cover" doc:"what a target in the open stands behind, as the players agree"`
	Skirmish bool  `key:"skirmishers" doc:"a target in the open that skirmishes"`
	Large    bool  `key:"large" doc:"the target is a large target"`
	Fighting bool  `key:"target-engaged" doc:"the target is engaged in combat"`
	PhaseLosses
}

// A PhaseLosses is what the target of a shot has been through in this phase.
type PhaseLosses struct {
	Before uint8 `key:"lost-before" unit:"models" min:"0" max:"60" doc:"models that the target has lost in this phase already"`
	Tested bool  `key:"panicked" doc:"the target has taken a Panic test in this phase"`
}

// Shot is what shooting comes to.
type Shot struct {
	Lost uint8       `key:"casualties" unit:"models" doc:"models removed"`
	Hurt uint8       `key:"hurt" unit:"wounds" doc:"wounds on the model that is wounded but there"`
	Hero uint8       `key:"hero-wounds" unit:"wounds" doc:"wounds that a character among them lost"`
	Mood PanicResult `key:"mood" doc:"what the target does for its losses"`
}

var shotEvents = []rule.Event[Shot]{
	{Name: "casualty", Gist: "at least one model is removed", Holds: func(s Shot) bool { return s.Lost > 0 }},
	{Name: "steady", Gist: "the target passes its Panic test or needs none", Holds: func(s Shot) bool { return s.Mood == Calm }},
	{Name: "fleeing", Gist: "the target flees, inside or outside", Holds: func(s Shot) bool { return s.Mood == Flees || s.Mood == FleesInside }},
	{Name: "falls-back", Gist: "the target falls back, or would if it were not inside", Holds: func(s Shot) bool { return s.Mood == FallsBack || s.Mood == StaysInside }},
}

var shotMeasures = []rule.Measure[Shot]{
	{Name: "casualties", Unit: "models", Of: func(s Shot) int { return int(s.Lost) }},
}

var shootSpec = rule.Spec[Shoot, Shot]{
	Name: "shoot",
	Gist: "a unit shoots out of a building, at one, or in the open",
	Default: Shoot{
		At: InOpen, Shooters: Side{Unit: units.Ref("elven-archers"), Models: 20}, With: missiles.Ref("longbow"), Distance: 20,
		Target: Side{Unit: units.Ref("orc-mob"), Models: 20},
	},
	Legal:     legalShoot,
	Play:      playShoot,
	Questions: 300,
	Events:    shotEvents,
	Measures:  shotMeasures,
	Examples: []rule.Example{
		{Name: "archers-inside", Settings: "distance=20", Gist: "half of twenty Elven Archers shoot from a building at Orcs far away"},
		{Name: "crossbows-just-in", Settings: "shooters=state-missile-troops shooters.models=15 with=crossbow moved=entered distance=10", Gist: "crossbowmen who went in this turn"},
		{Name: "at-the-house", Settings: "from=open at=building shooters=orc-mob shooters.models=10 with=shortbow distance=8 target=quarrellers target.models=10", Gist: "bows against dwarfs inside: full cover"},
		{Name: "across-the-street", Settings: "from=building at=building shooters=state-missile-troops with=handgun distance=10 target=night-goblins", Gist: "from one building at another"},
		{Name: "in-the-open", Settings: "from=open at=open shooters=state-missile-troops shooters.models=12 front-rank=6 with=handgun distance=10 target=orc-mob cover=partial", Gist: "six handguns of the front rank at Orcs behind a hedge, nobody in a building"},
		{Name: "bolt", Settings: "from=open at=building shooters=cannon-crew shooters.models=1 with=bolt-thrower distance=24 target=stone-trolls target.models=6", Gist: "a bolt into a house of trolls strikes one of them"},
	},
}

// A preparedShooting is what shooting comes to before any die is rolled.
type preparedShooting struct {
	attacks attacks
	present int
	pool    int
}

// volley works out shots: dice, numbers, and who is shot at.
var prepareShooting = rule.Precomputed[Shoot, preparedShooting]{Compute: func(u *rule.Umpire, s *Shoot) preparedShooting {
	if s.From == InBuilding || s.At == InBuilding {
		u.Note("measure.building", "the distance is measured at the building")
	}
	s.noteSight(u)
	v := preparedShooting{present: s.Target.all(), pool: s.Target.pool(u)}
	b := &v.attacks
	b.by = byShooting
	b.dice = uint8(min(s.able(u)*s.shots(u), 255))
	skill := chartRow(own(u, s.Shooters.BS, s.Shooters.Unit, unitBS))
	b.hit = uint8(u.Cell(&ballistic, skill, shotHit) - s.modifiers(u))
	b.reroll = uint8(extra(u, &ballistic, skill, shotAgain, 0))
	s.Shooters.fillMissile(u, s.with(u), &s.Target, b)
	return v
}}

// look notes how the target is seen, which the check has allowed.
func (s *Shoot) noteSight(u *rule.Umpire) {
	if s.From == InBuilding && s.Arc != Front {
		u.Note("see.round", "an occupier sees all round")
	}
	if s.From == InBuilding && s.Screen {
		u.Note("see.models", "models in between do not block its sight")
	}
	if s.At != InBuilding {
		return
	}
	u.Note("at.sight", "the building is seen, so the unit inside can be shot at")
	if extra(u, &missiles, s.with(u), missileBolt, 0) == 1 {
		u.Note("host.through", "no ranks to go through: the bolt strikes one model")
	}
}

// shaft fills in a missile's wound and save numbers.
func (d *Side) fillMissile(u *rule.Umpire, with rule.Ref, target *Side, b *attacks) {
	strength := extra(u, &missiles, with, missileStrength, 0)
	if strength == 0 {
		strength = own(u, d.S, d.Unit, unitStrength)
	}
	target.fillDefence(u, b, strength, extra(u, &missiles, with, missileAP, 0), target.armour(u, 0, false))
	b.bane = uint8(extra(u, &missiles, with, missileBane, 0))
	if b.woundsPerModel > 1 {
		b.woundsDie, b.woundsPlus = uint8(extra(u, &missiles, with, missileWoundsDie, 0)), uint8(extra(u, &missiles, with, missileWounds, 0))
	}
}

func (s *Shoot) shots(u *rule.Umpire) int {
	if s.Several {
		return u.Cell(&missiles, s.with(u), missileShots)
	}
	return 1
}

// able counts the models that may shoot.
func (s *Shoot) able(u *rule.Umpire) int {
	if s.From == InBuilding {
		n := shooters(u, s.Shooters.all(), int(s.Casters))
		if s.Only > 0 && int(s.Only) < n {
			return u.Apply(int(s.Only), "fire.half", "models that shoot: fewer than half")
		}
		return n
	}
	front, all := int(s.Front), int(s.Shooters.Models)
	if front == 0 || front > all {
		front = all
	}
	if s.Gait == Still && extra(u, &missiles, s.with(u), missileVolley, 0) == 1 {
		return front + u.If(front < all, (all-front+1)/2, "host.front-rank", "half of the other ranks shoot with Volley Fire")
	}
	return u.Apply(front, "host.front-rank", "the front rank shoots")
}

// with is the weapon of the shooters.
func (s *Shoot) with(u *rule.Umpire) rule.Ref { return s.Shooters.missile(u, s.With) }

// half is how many of the models inside may shoot or cast.
func half(u *rule.Umpire, models int) int {
	n := models * u.Fact(&halfPercent)
	if n%100 > 0 && u.Ruling(&halves) == 0 {
		n += 99
	}
	return u.Apply(n/100, "fire.half", "models that may shoot or cast: half of those inside")
}

// shooters is how many may shoot when some cast spells.
func shooters(u *rule.Umpire, models, casting int) int {
	n := half(u, models)
	if casting > 0 && u.Ruling(&casters) == 0 {
		n -= u.Apply(min(casting, n), "fire.cast", "of them cast spells instead")
	}
	return n
}

// aim adds up the modifiers to hit.
func (s *Shoot) modifiers(u *rule.Umpire) int {
	n := movedModifier(u, s.with(u), s.Gait)
	n += s.far(u)
	if s.Several && u.Cell(&missiles, s.with(u), missileShots) > 1 {
		n += u.Cell(&modifiers, rowSeveral, 0)
	}
	return n + s.cover(u)
}

// movedModifier is the modifier for having moved.
func movedModifier(u *rule.Umpire, with rule.Ref, gait MoveType) int {
	switch {
	case gait == Still:
		return 0
	case extra(u, &missiles, with, missileQuick, 0) == 1:
		u.Note("host.ponderous", "Quick Shot: moving does not matter")
		return 0
	case extra(u, &missiles, with, missilePonderous, 0) == 1:
		return u.Cell(&modifiers, rowMovedPonderous, 0)
	}
	return u.Cell(&modifiers, rowMoved, 0)
}

func (s *Shoot) far(u *rule.Umpire) int {
	if s.long(u) {
		return u.Cell(&modifiers, rowLongRange, 0)
	}
	return 0
}

// reached reports whether the target is within the weapon's range.
func (s *Shoot) reached(u *rule.Umpire) bool {
	return int(s.Distance) <= u.LookupCell(&missiles, s.with(u), missileRange)
}

// long reports whether the target is at long range: beyond half of the
// weapon's.
func (s *Shoot) long(u *rule.Umpire) bool {
	return int(s.Distance)*2 > u.Cell(&missiles, s.with(u), missileRange)
}

// cover is the modifier for cover and for skirmishing.
func (s *Shoot) cover(u *rule.Umpire) int {
	n := 0
	if s.At == InOpen && s.Skirmish {
		n = u.Cell(&modifiers, rowSkirmish, 0)
	}
	shelter := s.Cover
	if s.At == InBuilding {
		u.Note("at.cover", "the unit inside is behind full cover")
		shelter = FullCover
	}
	switch {
	case shelter == NoCover:
		return n
	case s.Large || extra(u, &missiles, s.with(u), missileNoCover, 0) == 1:
		u.Note("host.cover-off", "cover does not count")
		return n
	case shelter == PartialCover:
		return n + u.Cell(&modifiers, rowPartial, 0)
	}
	return n + u.Cell(&modifiers, rowFull, 0)
}

// firing are the hands of a shot that has no names.
var firing = hands{of: [2]rule.Side{"shooters", "target"}}

func playShoot(u *rule.Umpire, s *Shoot) Shot {
	return s.play(u, &firing)
}

// play has both sides throw their dice.
func (s *Shoot) play(u *rule.Umpire, h *hands) Shot {
	v := prepareShooting.For(u, s)
	_, lost := h.attack(u, v.attacks)
	var r Shot
	r.Lost, r.Hurt = s.Target.fall(u, v.pool, lost)
	r.Mood = s.PhaseLosses.panicTest(u, &s.Target, int(r.Lost), v.present, s.At == InBuilding, h)
	return r
}

// fall takes wounds from a unit: the models removed, and the wounds on the one
// that is left wounded.
func (d *Side) fall(u *rule.Umpire, pool, lost int) (models, hurt uint8) {
	w := max(1, int(d.W))
	if d.W == 0 {
		w = max(1, u.LookupCell(&units, d.Unit, unitWounds))
	}
	left := max(0, pool-lost)
	still := (left + w - 1) / w
	return d.Models - uint8(still), uint8(still*w - left)
}

// unsettled takes the Panic test that losses of a phase cause, if they do.
func (o PhaseLosses) panicTest(u *rule.Umpire, d *Side, lost, present int, inside bool, h *hands) PanicResult {
	if o.Tested || !causesPanic(u, lost+int(o.Before), present+int(o.Before)) {
		return Calm
	}
	u.Note("host.panic", "more than a quarter lost in this phase: a Panic test")
	return d.panicTest(u, present-lost, inside, h, panics[Losses])
}

func legalShoot(u *rule.Umpire, s *Shoot) {
	ok := legalSide(u, &s.Shooters)
	ok = legalSide(u, &s.Target) && ok
	if ok {
		legalShot(u, s)
	}
}

// legalShot says why one unit cannot shoot at another, wherever they are.
func legalShot(u *rule.Umpire, s *Shoot) {
	legalShooters(u, s)
	legalSight(u, s)
	if s.At == InBuilding {
		legalOccupier(u, &s.Target)
	}
	if s.From == InBuilding {
		legalOccupier(u, &s.Shooters)
		u.Require(int(s.Casters) <= half(u, s.Shooters.all()), "fire.cast", "more than half of the models inside would cast")
		able := shooters(u, s.Shooters.all(), int(s.Casters))
		u.Require(able > 0, "fire.half", "nobody is left of the half that may shoot")
		u.Require(int(s.Only) <= max(able, 1), "fire.half", "half of the models inside may shoot, and no more")
	} else {
		u.Require(s.Only == 0, "host.front-rank", "in the open the front rank shoots: leave out how many")
	}
	if s.with(u) > 0 && prepareShooting.For(u, s).attacks.hit > 9 {
		u.Forbid("host.hard", "the shot would need a 10: it cannot hit")
	}
}

// legalShooters says why a unit cannot shoot at all.
func legalShooters(u *rule.Umpire, s *Shoot) {
	u.Require(s.with(u) > 0, "host.missiles", "name the missile weapon: with=longbow")
	u.Require(s.State != Charging, "host.no-shot", "a unit that charged this turn does not shoot")
	u.Require(s.State != Engaged, "host.no-shot", "an engaged unit does not shoot")
	if s.State == Fleeing && s.From == InBuilding {
		u.Forbid("flee.counts", "the unit is fleeing inside the building: it does not shoot")
	} else if s.State == Fleeing {
		u.Forbid("host.no-shot", "a fleeing unit does not shoot")
	}
	u.Require(s.Gait != Marched, "host.no-shot", "a unit that marched does not shoot")
	u.Require(s.Gait == Still || u.LookupCell(&missiles, s.with(u), missileMoveOrShoot) == 0, "host.ponderous", "this weapon is not fired after moving")
}

// legalSight says why a target cannot be shot at.
func legalSight(u *rule.Umpire, s *Shoot) {
	u.Require(!s.Fighting, "host.no-shot", "the target is engaged: it cannot be shot at")
	u.Require(s.reached(u), "measure.building", "out of range")
	legalView(u, s)
}

// legalView says why the line of sight to a target is not clear.
func legalView(u *rule.Umpire, s *Shoot) {
	u.Require(!s.Blocked, "silent.agreed-cover", "terrain hides the target")
	if s.From == InBuilding {
		return
	}
	u.Require(s.Arc == Front, "host.sight", "the target is not in the shooters' arc")
	if s.At == InOpen {
		u.Require(!s.Screen, "host.sight", "models in between hide the target")
		return
	}
	inView(u, s.Screen)
}

// inView says why a building is not seen for models in between.
func inView(u *rule.Umpire, screen bool) {
	u.Require(!screen || u.Ruling(&screens) == 1, "silent.screen", "models in between hide the building")
}

// legalOccupier says why a unit cannot be in a building.
func legalOccupier(u *rule.Umpire, d *Side) {
	u.Require(troop(u, d.Unit, troopInfantry) == 1, "who.infantry", "only infantry occupies buildings")
	u.Require(d.strength(u, int(d.Models)) <= u.Fact(&strengthMost), "who.strength", "its Unit Strength is above what a building holds")
	u.Require(u.Ruling(&agreed) == 0, "agree", "the players have not agreed that buildings can be occupied")
}
