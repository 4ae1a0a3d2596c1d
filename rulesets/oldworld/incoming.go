package oldworld

import "loophole/rule"

// Cannon is the situation of "Incoming": a cannon fires at an occupied building. The ball flies
// along one line, and distances along it are in inches.
type Cannon struct {
	Engine      rule.Ref `key:"engine" table:"engines" doc:"the cannon"`
	Shot        ShotKind `key:"shot" doc:"whether the ball is known to hit the building, or must still be fired"`
	Short       uint8    `key:"short" unit:"inches" min:"0" max:"20" doc:"distance from the point aimed at to the near wall"`
	Depth       uint8    `key:"depth" unit:"inches" min:"1" max:"20" doc:"depth of the building along the line"`
	Distance    uint8    `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance from the cannon to the point aimed at"`
	Blocked     bool     `key:"blocked" doc:"the crew sees neither the building nor the point aimed at"`
	State       State    `key:"state" doc:"what the crew is doing"`
	Moved       bool     `key:"moved" doc:"the cannon moved this turn"`
	Garrison    Troops   `key:"garrison" doc:"the unit in the building"`
	Before      Troops   `key:"before" doc:"a unit in ranks before the building"`
	Clear       uint8    `key:"clear" unit:"inches" min:"0" max:"99" doc:"distance from the near wall to that unit's rank nearest to the cannon"`
	BeforeRanks uint8    `key:"before-ranks" unit:"ranks" min:"0" max:"20" doc:"ranks of the unit before the building, an inch deep each"`
	Behind      Troops   `key:"behind" doc:"a unit in ranks behind the building"`
	Gap         uint8    `key:"gap" unit:"inches" min:"0" max:"20" doc:"distance from the far wall to the unit behind the building"`
	Ranks       uint8    `key:"ranks" unit:"ranks" min:"0" max:"20" doc:"ranks of the unit behind the building, an inch deep each"`
	PhaseLosses
}

// CannonOutcome is the outcome of Cannon.
type CannonOutcome struct {
	TemplateOutcome
	Before     uint8 `key:"before" unit:"models" doc:"models removed from the unit before the building"`
	BeforeHurt uint8 `key:"before-hurt" unit:"wounds" doc:"wounds on a surviving model of the unit before the building"`
	Behind     uint8 `key:"behind" unit:"models" doc:"models removed from the unit behind the building"`
	BehindHurt uint8 `key:"behind-hurt" unit:"wounds" doc:"wounds on a surviving model of the unit behind the building"`
}

var cannonSpec = rule.Spec[Cannon, CannonOutcome]{
	Name: "cannon",
	Gist: "a cannon fires at an occupied building",
	Default: Cannon{
		Engine: engines.Ref("great-cannon"), Distance: 30, Depth: 6, Short: 2,
		Garrison: Troops{Unit: units.Ref("state-troops"), Models: 10},
	},
	Legal:        legalCannon,
	Play:         func(u *rule.Umpire, s *Cannon) CannonOutcome { return s.play(u, &cannonPlayers) },
	MaxQuestions: 60,
	Events: []rule.Event[CannonOutcome]{
		{Name: "building-hit", Gist: "the ball hits the building", Holds: func(b CannonOutcome) bool { return b.Fell == OnBuilding }},
		{Name: "casualty", Gist: "at least one model inside is removed", Holds: func(b CannonOutcome) bool { return b.Lost > 0 }},
		{Name: "behind-hit", Gist: "a model behind the building is removed", Holds: func(b CannonOutcome) bool { return b.Behind > 0 }},
		{Name: "test-failed", Gist: "the unit inside fails a Panic test", Holds: func(b CannonOutcome) bool { return b.Mood != Calm }},
		{Name: "misfire", Gist: "the cannon misfires", Holds: func(b CannonOutcome) bool { return b.Fell == Misfired }},
		{Name: "engine-destroyed", Gist: "the cannon is wrecked", Holds: func(b CannonOutcome) bool { return b.Gun == Wrecked }},
	},
	Measures: []rule.Measure[CannonOutcome]{
		{Name: "casualties", Unit: "models inside", Of: func(b CannonOutcome) int { return int(b.Lost) }},
		{Name: "behind", Unit: "models behind", Of: func(b CannonOutcome) int { return int(b.Behind) }},
	},
	Examples: []rule.Example{
		{Name: "hits", Settings: "shot=lands", Gist: "a ball in the wall: D3 hits on ten State Troops"},
		{Name: "fired", Settings: "shot=aimed short=4", Gist: "a Great Cannon aims four inches short of the wall"},
		{Name: "ranks-behind", Settings: "shot=aimed short=2 depth=4 behind=orc-mob behind.models=20 gap=1 ranks=4", Gist: "Orcs stand behind the building, which stops the ball"},
		{Name: "trolls", Settings: "shot=lands garrison=common-trolls garrison.models=6", Gist: "six Common Trolls inside"},
	},
}

// play fires the cannon, unless the ball is known to hit. The artillery die is added to the point
// aimed at, and a second one is how far the ball bounces. The side of the target also rolls the saves of
// a unit before or behind the building, whichever side that unit is on.
func (s *Cannon) play(u *rule.Umpire, who *players) (ball CannonOutcome) {
	if s.Shot == Lands {
		return s.hitsBuilding(u, who)
	}
	near, far := int(s.Short), int(s.Short)+int(s.Depth)
	over := about(u, who.names[0], func() int { return artilleryDie(u, "host.cannon", "beyond the point aimed at") })
	if over == 0 {
		return CannonOutcome{TemplateOutcome: about(u, who.names[0], func() TemplateOutcome { return misfireRoll(u) })}
	}
	bounce := 0
	if over < near || over > far {
		bounce = about(u, who.names[0], func() int { return artilleryDie(u, "host.cannon", "of the bounce") })
	}
	ball.BeforeHurt = s.Before.Hurt
	switch {
	case over > far:
		return s.beyondBuilding(u, over, over+bounce, who)
	case over < near:
		ball.Fell = Short
		ranks := struckRanks(near-int(s.Clear), int(s.BeforeRanks), over, min(over+bounce, near))
		ball.Before, ball.BeforeHurt = s.Before.ballThroughRanks(u, s.Engine, ranks, who, "ranks before the building that the ball goes through")
	}
	if over+bounce >= near {
		hit := s.hitsBuilding(u, who)
		hit.Before, hit.BeforeHurt = ball.Before, ball.BeforeHurt
		return hit
	}
	return ball
}

// hitsBuilding is a ball that hits the building and stops there: D3 hits of Strength 4 and AP -1 on
// the unit inside.
func (s *Cannon) hitsBuilding(u *rule.Umpire, who *players) (ball CannonOutcome) {
	garrison := &s.Garrison
	dice, wounds, stones := u.Fact(&cannonDice), garrison.woundsLeft(u), s.stoneHit(u, garrison)
	hitsCharacter := garrison.Character > 0 && garrison.Models > 0 && u.Ruling(&characterHits) == characterHitsLots
	lookOutSir := hitsCharacter && int(garrison.Models) >= u.Fact(&lookOutSirModels)
	u.Note("host.d3", "a D3 is half a D6, rounded up")
	hits := about(u, who.names[1], func() int { return u.Sum(dice, rule.D3, "cannon.hits", "hits by stones on the unit inside") })
	u.Note("cannon.stops", "the ball stops at the building")
	if hitsCharacter {
		if onCharacter := hitsOnCharacter(u, hits, lookOutSir, who); onCharacter > 0 {
			hits -= onCharacter
			stone := s.stoneHit(u, garrison.characterAlone())
			stone.dice = uint8(onCharacter)
			_, lost := who.attack(u, stone)
			ball.CharacterWounds = uint8(min(lost, int(stone.woundsPerModel)))
		}
	}
	stones.dice = uint8(hits)
	_, lost := who.attack(u, stones)
	ball.Lost, ball.Hurt = garrison.removeWounds(u, wounds, min(lost, wounds))
	ball.Mood = s.PhaseLosses.panicTest(u, garrison, int(ball.Lost), garrison.allModels(), true, who)
	return ball
}

// beyondBuilding is a ball that strikes beyond the building. It hits a model of each rank there
// between two points, in inches from the point aimed at.
func (s *Cannon) beyondBuilding(u *rule.Umpire, from, to int, who *players) (ball CannonOutcome) {
	ball.Fell = Beyond
	ranks := struckRanks(int(s.Short)+int(s.Depth)+int(s.Gap), int(s.Ranks), from, to)
	ball.Behind, ball.BehindHurt = s.Behind.ballThroughRanks(u, s.Engine, ranks, who, "ranks behind the building that the ball goes through")
	return ball
}

// legalCannon forbids an impossible shot.
func legalCannon(u *rule.Umpire, s *Cannon) {
	if s.Engine == 0 || u.LookupCell(&engines, s.Engine, engineCannon) == 0 {
		u.Forbid("host.cannon", "name a cannon: engine=great-cannon")
		return
	}
	if !legalUnit(u, &s.Garrison) || s.Behind.Unit > 0 && !legalUnit(u, &s.Behind) || s.Before.Unit > 0 && !legalUnit(u, &s.Before) {
		return
	}
	legalOccupier(u, &s.Garrison)
	u.Require(s.Behind.Unit == 0 || s.Ranks > 0 && s.Ranks <= s.Behind.Models, "host.cannon", "give the number of ranks of the unit behind: ranks=4")
	u.Require(s.Before.Unit == 0 || s.BeforeRanks > 0 && s.BeforeRanks <= s.Before.Models, "host.cannon", "give the number of ranks of the unit before: before-ranks=4")
	u.Require(s.isInRange(u), "measure.building", "the point aimed at is out of range")
	u.Require(!s.Blocked, "at.sight", "the crew does not see the building")
	u.Require((s.State == Ready || s.State == HasRallied) && !s.Moved, "host.no-shot", "the crew cannot fire: it is engaged or fleeing, or has moved")
}

// isInRange reports whether the point aimed at is within the cannon's range.
func (s *Cannon) isInRange(u *rule.Umpire) bool {
	return int(s.Distance) <= u.LookupCell(&engines, s.Engine, engineRange)
}

// stoneHit is one of the hits by stones on a unit inside.
func (s *Cannon) stoneHit(u *rule.Umpire, unit *Troops) attacks {
	hit := attacks{by: byStones}
	unit.fillDefence(u, &hit, u.Apply(u.Fact(&cannonStrength), "cannon.strength", "Strength of the stones"), u.Fact(&cannonAP), unit.armour(u, 0, false))
	if u.Ruling(&cannonRules) == cannonRulesGun {
		u.Note("silent.cannon", "the gun's Armour Bane and multiple wounds apply")
		hit.armourBane = uint8(optionalCell(u, &engines, s.Engine, engineBane))
		hit.fillMultipleWounds(u, s.Engine)
	}
	return hit
}

// hitsOnCharacter returns how many of the hits by stones strike the character: those that roll a 6,
// and are not taken by another model where "Look Out, Sir!" applies.
func hitsOnCharacter(u *rule.Umpire, hits int, lookOutSir bool, who *players) int {
	struckHits := u.Count(hits, rule.D6, rule.Exactly(6), "silent.hero-hits", "stones that strike the character: on a 6")
	if lookOutSir {
		struckHits -= u.By(who.sides[1]).Count(struckHits, rule.D6, rule.AtLeast(u.Fact(&lookOutSirScore)), "host.look-out", "hits on the character that another model takes")
	}
	return struckHits
}
