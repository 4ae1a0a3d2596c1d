package oldworld

import "loophole/rule"

// ShotKind is the way in which the shot of an engine is stated.
type ShotKind uint8

const (
	Lands ShotKind = iota // the shot is known to hit the building
	Aimed                 // the engine fires, and dice decide where the shot lands
)

func (ShotKind) Names() []string { return []string{"lands", "aimed"} }

// Template is the situation of "Templates": a template strikes an occupied building.
type Template struct {
	Engine   rule.Ref `key:"engine" table:"engines" doc:"engine or breath that makes the template"`
	Shot     ShotKind `key:"shot" doc:"whether the template is known to touch the building, or must still be aimed"`
	Hole     bool     `key:"hole" doc:"the hole at its centre is over the building, if the shot is known to touch"`
	Indirect bool     `key:"indirect" doc:"the crew fires at a building that it does not see"`
	Skill    uint8    `key:"skill" min:"0" max:"10" doc:"the crew's Ballistic Skill, for indirect fire"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance from the engine to the building"`
	Part     bool     `key:"scant" doc:"the last of these inches is only part of an inch"`
	Across   uint8    `key:"across" unit:"tenths of an inch" min:"0" max:"200" doc:"width of the building as the crew sees it, for a template that scatters"`
	Along    uint8    `key:"along" unit:"tenths of an inch" min:"0" max:"200" doc:"depth of the building from front to back"`
	Arc      Arc      `key:"arc" doc:"arc of the engine or creature in which the building lies"`
	State    State    `key:"state" doc:"what the crew is doing"`
	Moved    bool     `key:"moved" doc:"the engine moved this turn"`
	Garrison Troops   `key:"garrison" doc:"the unit in the building"`
	PhaseLosses
}

// TemplateOutcome is the outcome of Template, and the part of a cannon's outcome for the engine and the unit inside.
type TemplateOutcome struct {
	Fell ShotLanding `key:"shot" doc:"where the shot fell"`
	Gun  EngineState `key:"engine" doc:"state of the engine afterwards"`
	ShootOutcome
}

// ShotLanding is where a shot has come down.
type ShotLanding uint8

const (
	OnBuilding ShotLanding = iota
	Wide
	Short
	Beyond
	Misfired
)

func (ShotLanding) Names() []string {
	return []string{"on-building", "wide", "short", "beyond", "misfired"}
}

// EngineState is the state of an engine after its shot.
type EngineState uint8

const (
	Unharmed EngineState = iota
	NoShot               // this shot only
	CrewHurt             // a wound, and no shot until the end of the next round
	Wrecked
)

func (EngineState) Names() []string { return []string{"unharmed", "no-shot", "crew-hurt", "destroyed"} }

var templateSpec = rule.Spec[Template, TemplateOutcome]{
	Name: "template",
	Gist: "a template strikes an occupied building",
	Default: Template{
		Engine: engines.Ref("mortar"), Distance: 24, Across: 60, Along: 60, Skill: 3,
		Garrison: Troops{Unit: units.Ref("state-troops"), Models: 20},
	},
	Legal:        legalTemplate,
	Play:         func(u *rule.Umpire, s *Template) TemplateOutcome { return s.play(u, &templatePlayers) },
	MaxQuestions: 40,
	Events: []rule.Event[TemplateOutcome]{
		{Name: "building-hit", Gist: "the shot hits the building", Holds: func(b TemplateOutcome) bool { return b.Fell == OnBuilding }},
		{Name: "casualty", Gist: "at least one model inside is removed", Holds: func(b TemplateOutcome) bool { return b.Lost > 0 }},
		{Name: "fleeing", Gist: "the unit flees inside", Holds: func(b TemplateOutcome) bool { return b.Mood == FleesInside }},
		{Name: "test-failed", Gist: "the unit inside fails a Panic test", Holds: func(b TemplateOutcome) bool { return b.Mood != Calm }},
		{Name: "misfire", Gist: "the engine misfires", Holds: func(b TemplateOutcome) bool { return b.Fell == Misfired }},
		{Name: "engine-destroyed", Gist: "the engine is wrecked", Holds: func(b TemplateOutcome) bool { return b.Gun == Wrecked }},
	},
	Measures: []rule.Measure[TemplateOutcome]{{Name: "casualties", Unit: "models", Of: func(b TemplateOutcome) int { return int(b.Lost) }}},
	Examples: []rule.Example{
		{Name: "mortar", Settings: "engine=mortar", Gist: "a mortar's template touches a house with twenty State Troops"},
		{Name: "rock", Settings: "engine=rock-lobber hole=yes garrison=stone-trolls garrison.models=6", Gist: "a rock through the roof onto six Stone Trolls"},
		{Name: "aimed", Settings: "engine=mortar shot=aimed", Gist: "a mortar must still hit the house"},
		{Name: "breath", Settings: "engine=fire-breath distance=4 garrison=elven-archers garrison.models=12", Gist: "fiery breath at a window"},
		{Name: "captain", Settings: "engine=mortar hole=yes garrison.models=19 garrison.hero=captain", Gist: "a captain inside is at risk like everyone else"},
	},
}

// play aims the template, if it has still to be aimed, and rolls its hits.
func (s *Template) play(u *rule.Umpire, who *players) (burst TemplateOutcome) {
	over := s.Hole
	if s.Shot == Aimed {
		burst = about(u, who.names[0], func() (b TemplateOutcome) {
			b, over = s.aimAndScatter(u)
			return b
		})
		if burst.Fell != OnBuilding {
			return burst
		}
	}
	return s.hitsBuilding(u, over, who)
}

// hitsBuilding rolls for every model inside, the character last: each is hit on a 5+ (template.five).
// over is true if the hole is over the building.
func (s *Template) hitsBuilding(u *rule.Umpire, over bool, who *players) (burst TemplateOutcome) {
	garrison := &s.Garrison
	u.Note("template.risk", "every model inside is at risk")
	hitsOn, wounds, effect := u.Fact(&templateToHit), garrison.woundsLeft(u), s.holeEffect(u, over)
	dice := int(garrison.Models)
	underHole := effect == holeAutomatic && dice > 0
	if underHole {
		dice--
	}
	hits := about(u, who.names[1], func() int {
		return u.Count(dice, rule.D6, rule.AtLeast(hitsOn), "template.five", "models inside that are hit")
	})
	if effect == holeFirstHit && hits > 0 {
		u.Note("silent.hole", "the first model that is hit is under the hole")
		hits--
		underHole = true
	}
	lost := 0
	if underHole {
		_, lost = who.attack(u, garrison.holeHit(u, s.Engine))
	}
	if hits > 0 {
		hit := garrison.templateHit(u, s.Engine)
		if hit.dice = uint8(hits); underHole {
			hit.alreadyLost = 0
		}
		_, more := who.attack(u, hit)
		lost += more
	}
	burst.Lost, burst.Hurt = garrison.removeWounds(u, wounds, min(lost, wounds))
	if garrison.Character > 0 {
		burst.CharacterWounds = s.hitCharacter(u, hitsOn, effect, underHole, who)
	}
	burst.Mood = s.PhaseLosses.panicTest(u, garrison, int(burst.Lost), garrison.allModels(), true, who)
	return burst
}

// hitCharacter rolls for a character inside and returns the wounds that they lose. The character is
// under the hole if no other model is.
func (s *Template) hitCharacter(u *rule.Umpire, hitsOn, effect int, otherUnderHole bool, who *players) uint8 {
	character := s.Garrison.characterAlone()
	automatic := effect == holeAutomatic && !otherUnderHole
	if !automatic && !atRisk(u, s.Garrison.Character, hitsOn, who) {
		return 0
	}
	wound := character.templateHit
	if automatic || effect == holeFirstHit && !otherUnderHole {
		u.Note("silent.hole", character.textAbout(u, "the first model that is hit is under the hole"))
		wound = character.holeHit
	}
	attacks := wound(u, s.Engine)
	_, lost := who.attack(u, attacks)
	return uint8(min(lost, int(attacks.woundsPerModel)))
}

// atRisk rolls whether a template hits a character inside: on hitsOn or more.
func atRisk(u *rule.Umpire, character rule.Ref, hitsOn int, who *players) bool {
	why := u.Text("", func() string { return units.Rows[character-1].Text + " is hit" })
	return about(u, who.names[1], func() bool { return u.Test(rule.D6, rule.AtLeast(hitsOn), "template.five", why) })
}

// legalTemplate forbids an impossible shot.
func legalTemplate(u *rule.Umpire, s *Template) {
	if s.Engine == 0 {
		u.Forbid("host.engines", "name the engine that makes the template: engine=mortar")
		return
	}
	if !legalUnit(u, &s.Garrison) {
		return
	}
	legalOccupier(u, &s.Garrison)
	u.Require(u.Cell(&engines, s.Engine, engineCannon) == 0, "host.cannon", "a cannonball is not a template: use the procedure cannon")
	u.Require(s.Shot == Lands || u.LookupCell(&engines, s.Engine, engineScatters) == 1, "host.template", "this template is placed, not aimed")
	if s.Shot == Lands && u.LookupCell(&engines, s.Engine, engineScatters) == 0 {
		u.Require(s.Arc == Front, "host.sight", "the building is not in front of the breathing creature")
		u.Require(!s.Indirect, "at.sight", "the creature does not see the building")
	}
	u.Require(!s.isOutOfRange(u), "measure.building", "the building is out of range")
	u.Require(!s.isTooNear(u), "host.scatter", "the building is nearer than the engine's least range")
	u.Require(s.State == Ready || s.State == HasRallied, "host.no-shot", "a crew that is engaged or fleeing, or that charged or had to move, cannot fire")
	u.Require(!s.Moved || u.Cell(&engines, s.Engine, engineScatters) == 0, "host.no-shot", "an engine that has moved cannot fire")
}

// isOutOfRange reports whether the building is out of range.
func (s *Template) isOutOfRange(u *rule.Umpire) bool {
	return int(s.Distance) > u.Cell(&engines, s.Engine, engineRange)
}

// isTooNear reports whether the building is nearer than the engine's least range.
func (s *Template) isTooNear(u *rule.Umpire) bool {
	near := u.Cell(&engines, s.Engine, engineNear)
	return int(s.Distance) < near || int(s.Distance) == near && s.Part && near > 0
}

// isInRange reports whether the engine can fire at the building.
func (s *Template) isInRange(u *rule.Umpire) bool { return !s.isOutOfRange(u) && !s.isTooNear(u) }

// What the hole of a template over the building does, by the readings of the ruling "hole".
const (
	holeFirstHit  = iota // the first model that is hit takes the stronger hit
	holeIgnored          // every hit is the weaker one
	holeAutomatic        // one model takes the stronger hit without a roll
)

// holeEffect returns the effect of the hole, over the building or not.
func (s *Template) holeEffect(u *rule.Umpire, over bool) int {
	if !over || u.LookupCell(&engines, s.Engine, engineHoleStrength) == 0 {
		return holeIgnored
	}
	return u.Ruling(&hole)
}

// templateHit is one hit of a template on a model of a unit that is not under the hole.
func (t *Troops) templateHit(u *rule.Umpire, engine rule.Ref) attacks {
	hit := t.engineHit(u, engine, engineStrength, engineAP)
	if hit.dice = 1; u.LookupCell(&engines, engine, engineHoleStrength) == 0 {
		hit.fillMultipleWounds(u, engine)
	}
	return hit
}

// holeHit is the hit on the model under the hole.
func (t *Troops) holeHit(u *rule.Umpire, engine rule.Ref) attacks {
	hit := t.engineHit(u, engine, engineHoleStrength, engineHoleAP)
	hit.dice = 1
	hit.fillMultipleWounds(u, engine)
	return hit
}

// templateOnBuilding is a template of magic on a building. Every model inside is hit on a 5+.
// character includes the unit's character.
func (t *Troops) templateOnBuilding(u *rule.Umpire, magic magicHit, character bool, who *players) (shot ShootOutcome) {
	u.Note("template.risk", "the template touches the building: every model inside is at risk")
	hitsOn := u.Fact(&templateToHit)
	n := about(u, who.names[1], func() int {
		return u.Count(int(t.Models), rule.D6, rule.AtLeast(hitsOn), "template.five", "models inside that are hit")
	})
	shot.Lost, shot.Hurt = magic.hits(u, t, n, who)
	if character && t.Character > 0 && atRisk(u, t.Character, hitsOn, who) {
		attacks := magic.attackOn(u, t.characterAlone())
		_, hurt := who.attack(u, attacks)
		shot.CharacterWounds = uint8(min(hurt, int(attacks.woundsPerModel)))
	}
	return shot
}
