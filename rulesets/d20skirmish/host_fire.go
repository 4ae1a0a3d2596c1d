package d20skirmish

import "loophole/rule"

// Shot is the situation of a team that fires. The page has no rules of fire, so all numbers are
// assumed defaults.
type Shot struct {
	Men        uint8 `key:"men" unit:"characters" min:"1" max:"10" doc:"characters that fire, all alike"`
	Skill      uint8 `key:"skill" min:"0" max:"20" doc:"fire skill of each; 0 is the usual fire skill of the game"`
	SMG        uint8 `key:"smg" unit:"SMGs" min:"0" max:"10" doc:"characters that carry an SMG"`
	Suppressed bool  `key:"suppressed" doc:"the firing team is suppressed"`
	Twice      bool  `key:"suppressed-twice" doc:"a grenade has suppressed the team again, which counts if suppression adds up"`
	Distance   uint8 `key:"distance" unit:"inches" min:"0" max:"60" doc:"distance to the target"`
	Target     uint8 `key:"target" unit:"characters" min:"1" max:"10" doc:"characters in the target"`
	Cover      Cover `key:"cover" doc:"cover of the target"`
	Moving     bool  `key:"moving" doc:"the target moved in its latest activation"`
}

// The two sides of a shot.
const (
	shooter rule.Side = "shooter"
	target  rule.Side = "target"

	theTarget = "the target" // a name that a game replaces
)

// ShotOutcome is the outcome of Shot.
type ShotOutcome struct {
	Hits       uint8 `key:"hits" doc:"dice that hit"`
	Lost       uint8 `key:"lost" unit:"characters" doc:"casualties of the target"`
	Suppressed bool  `key:"suppressed" doc:"the target survives and is suppressed"`
	Morale     int8  `key:"morale" unit:"points" doc:"change of the morale of the target's element for the rest of the game"`
}

var fireSpec = rule.Spec[Shot, ShotOutcome]{
	Name:         "fire",
	Gist:         "a team fires at another: the hits, and the casualties among them",
	Default:      Shot{Men: 4, Distance: 10, Target: 4},
	Legal:        legalShot,
	Play:         playShot,
	MaxQuestions: 2,
	Events: []rule.Event[ShotOutcome]{
		{Name: "casualty", Gist: "the target loses at least one character", Holds: func(o ShotOutcome) bool { return o.Lost > 0 }},
		{Name: "casualties-2", Gist: "the target loses at least two characters", Holds: func(o ShotOutcome) bool { return o.Lost > 1 }},
		{Name: "suppressed", Gist: "the target survives and is suppressed", Holds: func(o ShotOutcome) bool { return o.Suppressed }},
		{Name: "no-hit", Gist: "no shot hits", Holds: func(o ShotOutcome) bool { return o.Hits == 0 }},
	},
	Measures: []rule.Measure[ShotOutcome]{
		{Name: "casualties", Unit: "characters", Of: func(o ShotOutcome) int { return int(o.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "open", Settings: "", Gist: "four rifles at four men in the open"},
		{Name: "window", Settings: "smg=1 cover=heavy", Gist: "four, one of them with an SMG, at a window"},
		{Name: "far", Settings: "men=3 distance=20 cover=light suppressed=yes", Gist: "a suppressed team fires at long range"},
	},
}

// legalShot forbids a shot out of range, and more SMGs than characters.
func legalShot(u *rule.Umpire, s *Shot) {
	u.Require(s.SMG <= s.Men, "host.smg", "the team has more SMGs than characters")
	most := u.Fact(&fireMostInches)
	u.Requiref(s.isInRange(u), "host.range", "the target is %d″ away, and fire reaches %d″", int(s.Distance), most)
}

// isInRange reports whether fire reaches the target.
func (s *Shot) isInRange(u *rule.Umpire) bool { return int(s.Distance) <= u.Fact(&fireMostInches) }

// isNear reports whether the target is at short range.
func (s *Shot) isNear(u *rule.Umpire) bool { return int(s.Distance) <= u.Fact(&fireShortInches) }

// playShot rolls a D20 for each shot, then a D20 for each hit, which may cause a casualty.
func playShot(u *rule.Umpire, s *Shot) ShotOutcome {
	dice, most := fireDice(u, s)
	hits := u.By(shooter).Count(dice, rule.D20, rule.AtMost(most), "host.fire", "shots at the target")
	if hits == 0 {
		return ShotOutcome{}
	}
	lost := u.By(shooter).Count(hits, rule.D20, rule.AtLeast(u.Fact(&fireCasualty)), "host.hit", "casualties among those hit")
	outcome := ShotOutcome{Hits: uint8(hits), Lost: uint8(min(lost, int(s.Target)))}
	if outcome.Lost > 0 {
		outcome.Morale = int8(int(outcome.Lost) * u.Fact(&fireMorale))
	}
	if outcome.Lost < s.Target && u.Fact(&fireSuppresses) == 1 {
		u.NoteFunc("host.under-fire", func() string { return u.Named(target, theTarget) + " is suppressed" })
		outcome.Suppressed = true
	}
	return outcome
}

// fireDice returns the number of dice, and the highest roll that hits, from 1 to 19.
func fireDice(u *rule.Umpire, s *Shot) (dice, most int) {
	near := s.isNear(u)
	dice = int(s.Men)
	if near {
		dice += u.If(s.SMG > 0, int(s.SMG), "host.smg", "extra dice for SMGs at short range")
	}
	most = int(s.Skill)
	if most == 0 {
		most = u.Fact(&fireSkill)
	}
	if !near {
		most += u.Apply(u.Fact(&fireLongModifier), "host.range", "beyond short range")
	}
	switch s.Cover {
	case LightCover:
		most += u.Apply(u.Fact(&fireLightCover), "host.cover", "the target is in light cover")
	case HeavyCover:
		most += u.Apply(u.Fact(&fireHeavyCover), "host.cover", "the target is in heavy cover")
	}
	if firers := (Group{Suppressed: s.Suppressed, Twice: s.Twice}); firers.markers() > 0 {
		most += suppressedSkillModifier(u, firers.markers())
	}
	if s.Moving && u.Ruling(&movingTarget) == movingTargetOff {
		most += u.Cell(&defenderChart, rowChargingOrMoving, 0)
	}
	return dice, u.Apply(min(max(most, 1), 19), "host.fire", "hits on this or less")
}
