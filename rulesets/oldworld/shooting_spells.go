package oldworld

import "loophole/rule"

// Cast is the situation of casting a spell from a building or at one (Shooting from a building,
// Templates). Distances are in inches.
type Cast struct {
	Caster      Troops   `key:"caster" doc:"the wizard's unit; the wizard is its character, or the unit itself"`
	From        Place    `key:"from" doc:"where the wizard is"`
	Spell       rule.Ref `key:"spell" table:"spells" doc:"the spell"`
	Level       uint8    `key:"level" min:"0" max:"4" doc:"the wizard's level; 0 for the table's"`
	Shooting    uint8    `key:"shooting" unit:"models" min:"0" max:"60" doc:"models of the unit that shoot this turn"`
	Others      uint8    `key:"others" unit:"models" min:"0" max:"60" doc:"other models of the unit that cast this turn"`
	State       State    `key:"state" doc:"what the wizard's unit is doing"`
	Distance    uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance to the target"`
	Screen      bool     `key:"screen" doc:"models in between hide the target"`
	DispelLevel uint8    `key:"dispel-level" min:"0" max:"4" doc:"level of an enemy wizard that tries to dispel; 0 for none"`
	Fated       bool     `key:"fated" doc:"the enemy uses the fated dispel attempt instead"`

	Target        Troops `key:"target" doc:"the unit the spell is cast at, if any"`
	At            Place  `key:"at" doc:"where the target is"`
	Under         uint8  `key:"under" unit:"models" min:"0" max:"60" doc:"models in the open that a template touches"`
	TargetEngaged bool   `key:"target-engaged" doc:"the target is engaged in combat"`
	PhaseLosses
}

// CastResult is the result of a casting attempt.
type CastResult uint8

const (
	Worked CastResult = iota
	FailedToCast
	Dispelled
	Miscast
)

func (CastResult) Names() []string { return []string{"cast", "failed", "dispelled", "miscast"} }

// CastOutcome is the outcome of Cast.
type CastOutcome struct {
	Spell CastResult `key:"spell" doc:"result of the casting attempt"`
	ShootOutcome
	Own     uint8    `key:"own-casualties" unit:"models" doc:"models of the wizard's unit removed by a miscast"`
	OwnHurt uint8    `key:"own-hurt" unit:"wounds" doc:"wounds on a surviving model of the wizard's unit"`
	Wizard  uint8    `key:"wizard-wounds" unit:"wounds" doc:"wounds that the wizard lost in a miscast"`
	Drained bool     `key:"drained" doc:"the wizard casts no more this turn"`
	Burst   rule.Ref `key:"burst" table:"miscasts" doc:"the miscast that put a template on the wizard, if one did"`
}

var castSpec = rule.Spec[Cast, CastOutcome]{
	Name: "cast",
	Gist: "a wizard casts a spell from a building, or at a unit inside one",
	Default: Cast{
		Caster: Troops{Unit: units.Ref("state-missile-troops"), Models: 14, Character: units.Ref("master-mage")},
		Spell:  spells.Ref("fireball"), Distance: 12, DispelLevel: 1, At: InOpen,
		Target: Troops{Unit: units.Ref("orc-mob"), Models: 20},
	},
	Legal:        legalCast,
	Play:         func(u *rule.Umpire, s *Cast) CastOutcome { return s.play(u, &castingPlayers, nil) },
	MaxQuestions: 20,
	Events: []rule.Event[CastOutcome]{
		{Name: "cast", Gist: "the spell works", Holds: func(m CastOutcome) bool { return m.Spell == Worked }},
		{Name: "dispelled", Gist: "the spell is dispelled", Holds: func(m CastOutcome) bool { return m.Spell == Dispelled }},
		{Name: "miscast", Gist: "the spell is miscast and does not work", Holds: func(m CastOutcome) bool { return m.Spell == Miscast }},
		{Name: "casualty", Gist: "at least one model of the target is removed", Holds: func(m CastOutcome) bool { return m.Lost > 0 }},
		{Name: "fleeing", Gist: "the target flees", Holds: func(m CastOutcome) bool { return m.Mood == Flees || m.Mood == FleesInside }},
		{Name: "own-casualty", Gist: "at least one model of the wizard's unit is removed", Holds: func(m CastOutcome) bool { return m.Own > 0 }},
	},
	Measures: []rule.Measure[CastOutcome]{{Name: "casualties", Unit: "models", Of: func(m CastOutcome) int { return int(m.Lost) }}},
	Examples: []rule.Example{
		{Name: "fireball", Settings: "distance=12", Gist: "a mage among crossbowmen casts a Fireball from a window"},
		{Name: "pillar", Settings: "spell=pillar-of-fire from=open caster=master-mage caster.models=1 caster.hero=none distance=10 at=building target=quarrellers target.models=10", Gist: "a Pillar of Fire is put on a house"},
		{Name: "flight", Settings: "spell=cowardly-flight from=open caster=master-mage caster.models=1 caster.hero=none distance=10 at=building target=night-goblins target.models=20 dispel-level=0", Gist: "a unit inside is made to panic"},
		{Name: "alone", Settings: "caster=master-mage caster.models=1 caster.hero=none spell=oaken-shield distance=0", Gist: "a lone wizard in a hut may cast: half of one, rounded up"},
	},
}

// play casts the spell and applies its effect. If the spell can be dispelled, ask has the other
// side say whether it tries, and what it adds to its dispel roll. A nil ask takes that from the
// situation.
func (s *Cast) play(u *rule.Umpire, who *players, ask func() (tries bool, plus int)) (magic CastOutcome) {
	switch magic.Spell = s.rollToCast(u, who, ask); magic.Spell {
	case Miscast:
		if magic = s.rollMiscast(u, onePlayer(who.sides[0], who.names[0])); magic.Spell == Miscast {
			return magic
		}
	case Worked:
	default:
		return magic
	}
	s.applyEffect(u, &magic, who)
	return magic
}

// rollToCast makes the casting roll and the dispel roll.
func (s *Cast) rollToCast(u *rule.Umpire, who *players, ask func() (tries bool, plus int)) CastResult {
	spell := *prepareSpell.For(u, s)
	subject := u.Text("", func() string { return withSubject(who.names[0], spells.Rows[s.Spell-1].Text) })
	if ask == nil {
		return inRoles(u, who, subject, func() castingResult { return contestedCastingRoll.Roll(u, spell) }).result
	}
	cast := about(u, subject, func() castingResult { return castingRoll.Roll(u, spell.casting) })
	if cast.total == 0 {
		return cast.result
	}
	tries, plus := ask()
	if !tries {
		return Worked
	}
	return inRoles(u, who, "", func() castingResult { return dispelRoll.Roll(u, dispel{int8(plus), int8(cast.total)}) }).result
}

// applyEffect is the effect of a spell on its target.
func (s *Cast) applyEffect(u *rule.Umpire, magic *CastOutcome, who *players) {
	target, hits, hit := &s.Target, 0, magicHit{&spells, s.Spell, spellStrength, spellAP}
	if target.Unit == 0 {
		return
	}
	switch kind := u.LookupCell(&spells, s.Spell, spellKind); {
	case kind == templateSpell && s.At == InBuilding:
		magic.ShootOutcome = target.templateOnBuilding(u, hit, true, who)
	case kind == panicSpell:
		u.Note("host.panic", "the spell makes its target panic")
		magic.Mood = target.panicTest(u, target.allModels(), s.At == InBuilding, who, "panic from the spell")
		return
	case kind == missileSpell:
		hits = u.Sum(u.Cell(&spells, s.Spell, spellDice), rule.D6, "host.spells", "hits of a magic missile")
		magic.Lost, magic.Hurt = hit.hits(u, target, hits, who)
	case kind == templateSpell:
		hits = u.Count(int(s.Under), rule.D6, rule.AtLeast(u.Fact(&openTemplate)), "host.template", "models that the template hits")
		magic.Lost, magic.Hurt = hit.hits(u, target, hits, who)
	default:
		return
	}
	magic.Mood = s.PhaseLosses.panicTest(u, target, int(magic.Lost), target.allModels(), s.At == InBuilding, who)
}

// rollMiscast rolls on the table of miscasts: hits on the wizard, or the spell works all the same.
func (s *Cast) rollMiscast(u *rule.Umpire, who *players) (magic CastOutcome) {
	roll := about(u, who.names[0], func() int { return u.Sum(2, rule.D6, "host.miscast", "miscast roll") })
	row := rule.Ref(1)
	for int(row) < len(miscasts.Rows) && roll > u.LookupCell(&miscasts, row, miscastMost) {
		row++
	}
	if hasTrait(u, &miscasts, row, miscastWorks) {
		return CastOutcome{Drained: true}
	}
	if magic.Spell = Miscast; optionalCell(u, &miscasts, row, miscastTemplate) > 0 {
		magic.Burst = row
	}
	s.miscastHits(u, &magic, miscastHit(row), who)
	return magic
}

// miscastHits is the hit of a miscast on the wizard. In a building, a template of the miscast
// threatens the whole unit.
func (s *Cast) miscastHits(u *rule.Umpire, magic *CastOutcome, hit magicHit, who *players) {
	alone := s.Caster.Character == 0
	wizard := &s.Caster
	if !alone {
		wizard = s.Caster.characterAlone()
	}
	burstInside := magic.Burst > 0 && s.From == InBuilding
	wounds := wizard.woundsLeft(u)
	magic.OwnHurt = s.Caster.Hurt
	if burstInside && alone {
		u.Note("template.risk", "the template touches the building: the wizard inside is at risk")
	}
	if !burstInside || atRisk(u, wizard.Unit, u.Fact(&templateToHit), who) {
		attacks := hit.attackOn(u, wizard)
		_, hurt := who.attack(u, attacks)
		magic.Wizard = uint8(min(hurt, wounds))
	}
	if alone {
		if magic.OwnHurt += magic.Wizard; int(magic.Wizard) == wounds {
			magic.Own, magic.OwnHurt = 1, 0
		}
	} else if burstInside {
		shot := s.Caster.templateOnBuilding(u, hit, false, who)
		magic.Own, magic.OwnHurt = shot.Lost, shot.Hurt
	}
}

// legalCast forbids a wizard that cannot cast the spell.
func legalCast(u *rule.Umpire, s *Cast) {
	if !legalUnit(u, &s.Caster) || s.Target.Unit > 0 && !legalUnit(u, &s.Target) {
		return
	}
	if s.Spell == 0 {
		u.Forbid("host.spells", "name the spell: spell=fireball")
		return
	}
	u.Require(s.level(u) > 0, "host.wizard", "the unit has no wizard")
	kind := u.LookupCell(&spells, s.Spell, spellKind)
	if s.From == InBuilding {
		legalOccupier(u, &s.Caster)
		busy := int(s.Others)
		if s.Shooting > 0 && u.Ruling(&casters) == castersWithin {
			busy += int(s.Shooting)
		}
		u.Require(busy < halfInside(u, s.Caster.allModels()), "fire.cast", "as many models inside as may already shoot or cast")
		u.Require(s.State != Fleeing, "flee.counts", "a wizard in a unit that flees inside a building cannot cast")
	} else {
		u.Require(s.State != Fleeing, "host.wizard", "a fleeing wizard cannot cast")
		if kind == missileSpell && s.At == InBuilding {
			legalInView(u, s.Screen)
		} else {
			u.Require(kind != missileSpell || !s.Screen, "host.wizard", "models in between hide the target of the missile")
		}
	}
	u.Require(s.State != Engaged || kind == combatSpell || u.LookupCell(&spells, s.Spell, spellRange) == 0, "host.wizard", "an engaged wizard can cast only combat spells and spells without a range")
	u.Require(kind != combatSpell || s.State == Engaged, "host.wizard", "this spell is for wizards in combat")
	legalAim(u, s, kind)
}

// legalAim forbids an illegal target. kind is the kind of the spell in the table.
func legalAim(u *rule.Umpire, s *Cast, kind int) {
	u.Require(int(s.Distance) <= u.LookupCell(&spells, s.Spell, spellRange), "measure.building", "the target is out of range")
	aimed := kind == missileSpell || kind == templateSpell || kind == panicSpell
	u.Require(!aimed || s.Target.Unit > 0, "host.spells", "name the target: target=orc-mob target.models=20")
	u.Require(!s.TargetEngaged, "host.wizard", "the target is engaged in combat")
	if s.At == InBuilding && s.Target.Unit > 0 {
		legalOccupier(u, &s.Target)
	}
	u.Require(kind != templateSpell || s.At == InBuilding || s.Under > 0, "host.template", "give the number of models in the open that the template touches: under=5")
}

// prepareSpell works out the numbers of the casting roll and the dispel roll.
var prepareSpell = rule.Precomputed[Cast, contestedCasting]{Compute: func(u *rule.Umpire, s *Cast) contestedCasting {
	prepared := contestedCasting{casting: casting{level: int8(s.power(u, s.level(u))), value: int8(u.Cell(&spells, s.Spell, spellValue))}}
	if s.From == InBuilding || s.At == InBuilding {
		u.Note("measure.building", "the distance is measured at the building")
	}
	if s.From == InBuilding {
		halfInside(u, s.Caster.allModels())
		u.Note("fire.cast", "the wizard is one of those who may shoot or cast")
	}
	if prepared.dispelled = s.DispelLevel > 0 || s.Fated; s.DispelLevel > 0 {
		prepared.plus = int8(s.power(u, int(s.DispelLevel)))
	}
	return prepared
}}
