package oldworld

import (
	"slices"

	"loophole/rule"
)

// Reaction is the reaction of a unit to a charge.
type Reaction uint8

const (
	Hold Reaction = iota
	StandAndShoot
	Flee
	Asked // the unit's player decides
)

func (Reaction) Names() []string { return []string{"hold", "stand-and-shoot", "flee", "asked"} }

// Charge is the situation of a charge against an occupied building, the first sentence of
// "Assaulting a building". Distances are in inches, to the building.
type Charge struct {
	Attackers     Troops   `key:"attackers" doc:"the unit that charges"`
	Garrison      Troops   `key:"garrison" doc:"the unit in the building"`
	By            Charger  `key:"by" doc:"which unit declares the charge"`
	Distance      uint8    `key:"distance" unit:"inches" min:"1" max:"40" doc:"distance from the chargers to the building"`
	Part          bool     `key:"scant" doc:"the last of these inches is only part of an inch"`
	Rough         bool     `key:"rough" doc:"the charge crosses difficult terrain or a low obstacle"`
	State         State    `key:"state" doc:"what the chargers are doing"`
	Column        bool     `key:"column" doc:"the chargers are in marching column"`
	Arc           Arc      `key:"arc" doc:"arc of the chargers in which the building lies"`
	Blocked       bool     `key:"blocked" doc:"the chargers do not see the building"`
	Screen        bool     `key:"screen" doc:"models in between hide the whole building"`
	Barred        bool     `key:"barred" doc:"impassable terrain bars the way"`
	Reaction      Reaction `key:"reaction" doc:"reaction of the unit inside"`
	With          rule.Ref `key:"with" table:"missiles" doc:"the garrison's missile weapon; none is its usual one"`
	GarrisonState State    `key:"garrison-state" doc:"what the unit inside is doing"`
}

// Charger is the side that declares a charge.
type Charger uint8

const (
	ByAttackers Charger = iota
	ByGarrison
)

func (Charger) Names() []string { return []string{"attackers", "garrison"} }

// ChargeOutcome is the outcome of Charge.
type ChargeOutcome struct {
	Contact    bool  `key:"contact" doc:"the chargers reach the building and fight"`
	Initiative uint8 `key:"initiative" doc:"Initiative that the charge adds"`
	Moved      uint8 `key:"moved" unit:"inches" doc:"inches that a failed charge moves"`
	Lost       uint8 `key:"casualties" unit:"models" doc:"chargers shot down"`
	Hurt       uint8 `key:"hurt" unit:"wounds" doc:"wounds on a charger that survives"`
	ShotWounds uint8 `key:"shot-wounds" unit:"wounds" doc:"wounds from standing and shooting, which count in the combat result"`
	Fate       Fate  `key:"garrison" doc:"state of the unit inside"`
	Fleeing    bool  `key:"fleeing" doc:"the unit inside is fleeing"`
}

var chargeSpec = rule.Spec[Charge, ChargeOutcome]{
	Name: "charge",
	Gist: "a unit charges a building and the unit inside reacts",
	Default: Charge{
		Attackers: Troops{Unit: units.Ref("orc-mob"), Models: 20}, Garrison: Troops{Unit: units.Ref("state-missile-troops"), Models: 15},
		Distance: 8, With: missiles.Ref("crossbow"),
	},
	Legal:        legalCharge,
	Play:         func(u *rule.Umpire, s *Charge) ChargeOutcome { return s.play(u, &assaultPlayers, "the reaction") },
	MaxQuestions: 300,
	Events: []rule.Event[ChargeOutcome]{
		{Name: "contact", Gist: "the chargers reach the building and fight", Holds: func(c ChargeOutcome) bool { return c.Contact }},
		{Name: "failed", Gist: "the chargers do not reach the building", Holds: func(c ChargeOutcome) bool { return !c.Contact && c.Fate != Destroyed && !c.Fleeing }},
		{Name: "run-down", Gist: "the unit inside flees and is run down", Holds: func(c ChargeOutcome) bool { return c.Fate == Destroyed }},
		{Name: "fleeing", Gist: "the unit inside flees and survives", Holds: func(c ChargeOutcome) bool { return c.Fleeing }},
		{Name: "casualty", Gist: "at least one charger is shot down", Holds: func(c ChargeOutcome) bool { return c.Lost > 0 }},
	},
	Measures: []rule.Measure[ChargeOutcome]{
		{Name: "casualties", Unit: "chargers", Of: func(c ChargeOutcome) int { return int(c.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "orcs", Settings: "distance=8", Gist: "Orcs charge a farmhouse eight inches away"},
		{Name: "crossbows", Settings: "distance=8 reaction=stand-and-shoot", Gist: "the crossbowmen stand and shoot"},
		{Name: "ditch", Settings: "distance=6 rough=yes", Gist: "Orcs charge over a ditch"},
		{Name: "fled", Settings: "distance=7 garrison-state=fleeing reaction=flee", Gist: "the unit inside is already fleeing"},
		{Name: "terror", Settings: "attackers.terror=yes reaction=asked", Gist: "a unit that causes terror charges, and the unit inside must react"},
		{Name: "knights", Settings: "attackers=knights attackers.models=10 distance=13", Gist: "knights may charge a building too"},
	},
}

// play plays a charge: terror, the reaction, shots at the chargers, the charge roll. The side of the
// unit inside answers reactionQuestion.
func (s *Charge) play(u *rule.Umpire, who *players, reactionQuestion string) (charged ChargeOutcome) {
	prepared := prepareCharge.For(u, s)
	charged.Hurt = s.Attackers.Hurt
	reaction := s.Reaction
	switch {
	case prepared.terror && s.GarrisonState != Fleeing && s.GarrisonState != Engaged && !who.test(u, prepared.leadership.plain(), "terror of the charge"):
		u.Note("host.terror", "terror makes the unit inside flee")
		reaction = Flee
	case reaction == Asked:
		reaction = prepared.reactions[u.Choose(who.sides[garrison], "host.reaction", reactionQuestion, prepared.options...)]
	}
	if reaction == StandAndShoot {
		u.Note("host.stand", "the unit inside stands and shoots")
		counted, lost := who.exchanged().attack(u, prepared.shots)
		charged.ShotWounds = uint8(min(counted, prepared.wounds))
		charged.Lost, charged.Hurt = s.Attackers.removeWounds(u, prepared.wounds, min(lost, prepared.wounds))
		if int(charged.Lost) == s.Attackers.allModels() {
			return charged
		}
	}
	inches := s.rollCharge(u, prepared, who)
	reached := prepared.reach+inches >= int(s.Distance)
	if reaction == Flee {
		return s.fleeInside(u, charged, reached, inches)
	}
	if !reached {
		u.Note("host.failed-charge", "the charge fails: the chargers move the inches of the charge roll")
		charged.Moved = uint8(inches)
		return charged
	}
	charged.Contact, charged.Initiative = true, prepared.bonus
	return charged
}

// reactions are the options of the unit inside. The usual one comes first.
var reactions = [...]struct {
	name     string
	reaction Reaction
}{{"stand and shoot", StandAndShoot}, {"hold", Hold}, {"flee", Flee}}

// fleeInside returns the outcome for a unit inside that flees from the charge. It does not move, so
// chargers that reach the building run it down, unless the ruling "run-down" lets it hide.
func (s *Charge) fleeInside(u *rule.Umpire, charged ChargeOutcome, reached bool, inches int) ChargeOutcome {
	u.Note("flee.stays", "the unit inside flees, but does not move")
	u.Note("flee.counts", "the unit inside counts as fleeing")
	switch {
	case reached && u.Ruling(&runDown) == runDownCaught:
		u.Note("host.caught", "the chargers reach the building and run the unit down")
		u.Note("silent.run-down", "the walls do not save the unit inside")
		charged.Fate = Destroyed
	case reached:
		u.Note("flee.hides", "the unit inside hides from the chargers behind the walls")
		charged.Fleeing = true
	default:
		u.Note("host.failed-charge", "the charge fails: the chargers move the inches of the charge roll")
		charged.Fleeing, charged.Moved = true, uint8(inches)
	}
	return charged
}

// legalCharge forbids a charge by a garrison or by a unit that cannot charge, and an impossible
// reaction.
func legalCharge(u *rule.Umpire, s *Charge) {
	if !legalUnits(u, &s.Attackers, &s.Garrison) {
		return
	}
	legalOccupier(u, &s.Garrison)
	if s.By == ByGarrison {
		u.Forbid("leave.no-charge", "a unit in a building cannot declare a charge")
		return
	}
	legalCharger(u, s)
	legalReaction(u, s)
}

// legalCharger forbids a unit that cannot charge the building.
func legalCharger(u *rule.Umpire, s *Charge) {
	u.Require(s.State == Ready || s.State == Compelled, "host.charge", "a unit that is engaged or fleeing, or has rallied or charged this turn, cannot declare a charge")
	u.Require(s.State != Compelled, "host.charge", "a unit that has made a compulsory move cannot declare a charge")
	u.Require(!s.Column, "host.charge", "a marching column cannot charge")
	u.Require(s.Arc == Front, "host.charge", "the building is not in front of the chargers")
	u.Require(!s.Blocked, "host.charge", "the chargers do not see the building")
	legalInView(u, s.Screen)
	u.Require(!s.Barred, "host.charge", "terrain bars the way of the charge")
	s.Attackers.legalChargingType(u)
	u.Require(s.chargeMove(u).reach(u)+highestChargeRoll >= int(s.Distance), "host.charge", "the building is out of reach, even with the highest charge roll")
}

// legalReaction forbids a reaction that the unit inside cannot choose.
func legalReaction(u *rule.Umpire, s *Charge) {
	if s.Reaction == Asked {
		return
	}
	u.Require(s.GarrisonState != Engaged || s.Reaction == Hold, "host.reaction", "an engaged unit can only hold")
	u.Require(s.GarrisonState != Fleeing || s.Reaction == Flee, "host.reaction", "a fleeing unit can only flee")
	if s.Reaction != StandAndShoot {
		return
	}
	if s.missileWeapon(u) == 0 {
		u.Forbid("host.stand", "the unit inside has no missile weapon: give with=crossbow")
		return
	}
	legalStandAndShoot(u, s.missileWeapon(u))
	quick := u.LookupCell(&missiles, s.missileWeapon(u), missileQuick) == 1
	u.Require(quick || s.fullInches() >= u.Cell(&units, s.Attackers.Unit, unitMove), "host.stand", "the chargers are too close for the unit inside to stand and shoot")
}

// legalStandAndShoot forbids standing and shooting with a cumbersome weapon.
func legalStandAndShoot(u *rule.Umpire, weapon rule.Ref) {
	u.Require(u.LookupCell(&missiles, weapon, missileCumbersome) == 0, "host.ponderous", "a unit cannot stand and shoot with this cumbersome weapon")
}

// legalChargingType forbids a charge by a war machine.
func (t *Troops) legalChargingType(u *rule.Umpire) {
	u.Require(troopCell(u, t.Unit, troopStrength) > 0 || typeOf(u, t.Unit) != warMachine, "host.charge", "a war machine cannot charge")
}

// A chargeMove is the Movement of chargers in inches, and whether they cross difficult ground.
type chargeMove struct {
	inches uint8
	rough  bool
}

// highestChargeRoll is the most inches of a charge roll: a 6 on the die that counts.
const highestChargeRoll = 6

// chargeRoll rolls 2D6, of which the higher counts, or the lower over difficult ground. It returns
// that die, in inches.
var chargeRoll = rule.Subroll[chargeMove]{Name: "charge roll", Play: func(u *rule.Umpire, move chargeMove) int {
	if move.rough {
		return u.Lowest(2, 1, rule.D6, "host.charge-roll", "charge roll over difficult ground: the lower die counts")
	}
	return u.Highest(2, 1, rule.D6, "host.charge-roll", "charge roll: the higher die counts")
}}

// chargeMove returns the move of the chargers.
func (s *Charge) chargeMove(u *rule.Umpire) chargeMove {
	return chargeMove{uint8(u.Cell(&units, s.Attackers.Unit, unitMove)), s.Rough}
}

// reach returns the range of a charge without the die, in inches.
func (move chargeMove) reach(u *rule.Umpire) int {
	if move.rough {
		return int(move.inches) - u.Fact(&roughChargePenalty)
	}
	return int(move.inches)
}

// rollCharge makes the charge roll and returns its inches.
func (s *Charge) rollCharge(u *rule.Umpire, prepared *preparedCharge, who *players) int {
	needs := u.Text("", func() string {
		return withSubject(who.names[0], rule.Counted("contact on %d or more", max(1, int(s.Distance)-prepared.reach)))
	})
	return about(u, needs, func() int { return chargeRoll.Roll(u, prepared.move) })
}

// A preparedCharge holds what a charge depends on before its first roll.
type preparedCharge struct {
	move       chargeMove
	reach      int
	bonus      uint8
	shots      attacks
	wounds     int
	leadership leadership // of the unit inside
	terror     bool
	options    []string // the legal reactions, in words and as values
	reactions  []Reaction
}

// prepareCharge works out the range and the Initiative of the charge, terror, and the legal
// reactions. If the unit inside may stand and shoot, it also works out its shots.
var prepareCharge = rule.Precomputed[Charge, preparedCharge]{Compute: func(u *rule.Umpire, s *Charge) preparedCharge {
	u.Note("assault.building", "the charge is made against the building")
	u.Note("measure.building", "the charge is measured to the building")
	prepared := preparedCharge{move: s.chargeMove(u), wounds: s.Attackers.woundsLeft(u), leadership: s.Garrison.leadership(u)}
	prepared.reach = prepared.move.reach(u)
	prepared.bonus = uint8(chargeInitiativeBonus(u, s.fullInches()))
	if prepared.terror = s.Attackers.causesTerror(u); prepared.terror {
		u.Note("host.terror", "the chargers cause terror")
		prepared.terror = !s.Garrison.causesTerror(u) || u.Fact(&terrorImmune) == 0
	}
	checker := rule.NewChecker(u.House())
	for _, option := range reactions {
		withReaction := *s
		withReaction.Reaction = option.reaction
		legalReaction(checker, &withReaction)
		if checker.Allowed() {
			prepared.options, prepared.reactions = append(prepared.options, option.name), append(prepared.reactions, option.reaction)
		}
	}
	if s.Reaction == StandAndShoot || s.Reaction == Asked && slices.Contains(prepared.reactions, StandAndShoot) {
		prepared.shots = s.Garrison.standAndShoot(u, s.missileWeapon(u), &s.Attackers)
	}
	return prepared
}}

// missileWeapon returns the missile weapon of the unit inside.
func (s *Charge) missileWeapon(u *rule.Umpire) rule.Ref { return s.Garrison.missile(u, s.With) }

// fullInches returns the full inches that the charge moves.
func (s *Charge) fullInches() int {
	if s.Part {
		return int(s.Distance) - 1
	}
	return int(s.Distance)
}

// chargeInitiativeBonus returns the Initiative that a charge adds: 1 for each full inch, at most 3.
func chargeInitiativeBonus(u *rule.Umpire, inches int) int {
	if u.Ruling(&disordered) == disorderedYes {
		return u.Apply(0, "silent.disorder", "Initiative added by a disordered charge")
	}
	return u.Apply(min(inches, u.Fact(&chargeInitiativeMost)), "host.initiative", "Initiative added by the charge")
}

// standAndShoot works out the attacks of a unit inside that stands and shoots: half of its models,
// with a penalty of 1 to hit unless the unit is always ready.
func (t *Troops) standAndShoot(u *rule.Umpire, weapon rule.Ref, target *Troops) attacks {
	shots := attacks{by: byShooting, dice: uint8(halfInside(u, t.allModels()))}
	skill := chartRow(profileValue(u, t.BS, t.Unit, unitBS))
	hit := u.Cell(&ballistic, skill, shotHit)
	if !hasTrait(u, &units, t.Unit, unitReady) {
		hit -= u.Cell(&modifiers, rowStand, 0)
	}
	shots.hit = shotNumber(hit)
	shots.reroll = uint8(optionalCell(u, &ballistic, skill, shotReroll))
	t.fillMissile(u, weapon, target, &shots)
	return shots
}
