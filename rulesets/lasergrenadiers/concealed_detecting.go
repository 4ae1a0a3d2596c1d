package lasergrenadiers

import "loophole/rule"

// Concealment is how much of a piece is hidden: five levels. Each but Total is a row of the tables of
// detection and concealment.
type Concealment uint8

const (
	InPlainSight Concealment = iota
	UnderAThird
	AThird
	OverTwoThirds
	Total
)

func (Concealment) Names() []string {
	return []string{"none", "under-a-third", "a-third", "over-two-thirds", "total"}
}

// reducedBy returns the level with some levels taken off.
func (c Concealment) reducedBy(levels int) Concealment { return Concealment(max(0, int(c)-levels)) }

// ConcealmentState is how much of a piece can be seen.
type ConcealmentState struct {
	Concealment Concealment `key:"concealment" doc:"how much of the piece the structure conceals"`
	Opened      uint8       `key:"judged-opened" unit:"levels" min:"0" max:"4" doc:"levels of concealment that marked damage has cost the piece, as the players judge"`
}

// level returns the concealment, less what marked damage has cost (destroy.undiminished,
// show.visualise).
func (c *ConcealmentState) level(u *rule.Umpire) Concealment {
	if c.Opened == 0 {
		u.Note("destroy.undiminished", "the damaged structure gives the same concealment as before")
		return c.Concealment
	}
	u.Apply(int(c.Opened), "show.visualise", "levels of concealment that the marked damage has cost")
	return c.Concealment.reducedBy(int(c.Opened))
}

// legalMarkedDamage forbids marked damage unless the players mark damage.
func legalMarkedDamage(u *rule.Umpire, c *ConcealmentState) {
	if c.Opened > 0 {
		u.Require(u.Ruling(&shown) == shownMarked, "destroy.undiminished", "damage is not marked here: the structure gives the same concealment as before")
	}
}

// Detection is the situation of troops that look for an enemy in a structure, and may fire back if
// they detect it.
type Detection struct {
	ConcealmentState
	Fired     bool     `key:"fired" doc:"the enemy has fired this turn"`
	With      rule.Ref `key:"with" table:"weapons" doc:"the weapon that the enemy fired"`
	Observers uint8    `key:"observers" unit:"soldiers" min:"1" max:"20" doc:"soldiers that look for the enemy"`
	From      rule.Ref `key:"observers-in" table:"structures" doc:"the structure that the observers look from; none in the open"`
	Viewers   bool     `key:"viewers" doc:"the observers have periscopes or similar devices to look out"`

	Unit  rule.Ref `key:"unit" table:"troops" doc:"the enemy piece"`
	Reply bool     `key:"reply" doc:"the observers fire back if they detect the enemy"`
	Armament
	Aim
}

// DetectionOutcome is the outcome of [Detection].
type DetectionOutcome struct {
	Level    Concealment `key:"concealment" doc:"how much of the enemy is now concealed"`
	Detected bool        `key:"detected" doc:"the enemy is detected and may now be fired at"`
	Hit      bool        `key:"hit" doc:"the reply hits"`
	Out      bool        `key:"out" doc:"the reply penetrates: a soldier is out of action, or a vehicle is damaged"`
}

var detectSpec = rule.Spec[Detection, DetectionOutcome]{
	Name:         "detect",
	Gist:         "troops look for an enemy in cover that may have fired, and may fire back",
	Default:      Detection{ConcealmentState: ConcealmentState{Concealment: Total}, Fired: true, With: boltRifle, Observers: 4, Unit: infantry, Armament: Armament{Weapon: boltRifle}},
	Legal:        legalDetect,
	Play:         playDetect,
	MaxQuestions: 3,
	Events: []rule.Event[DetectionOutcome]{
		{Name: "detected", Gist: "the enemy is detected", Holds: func(o DetectionOutcome) bool { return o.Detected }},
		{Name: "hit", Gist: "the reply hits", Holds: func(o DetectionOutcome) bool { return o.Hit }},
		{Name: "out-of-action", Gist: "the reply puts the enemy out of action", Holds: func(o DetectionOutcome) bool { return o.Out }},
	},
	Examples: []rule.Example{
		{Name: "bolt-rifle", Settings: "concealment=total fired=yes with=bolt-rifle", Gist: "the book's example: detected on 1 to 4"},
		{Name: "reply", Settings: "reply=yes weapon=heavy-fusion-rifle", Gist: "the fireteam fires back if it detects the enemy"},
		{Name: "still", Settings: "concealment=over-two-thirds fired=no with=none", Gist: "a soldier behind a slit does not fire"},
	},
}

func legalDetect(u *rule.Umpire, s *Detection) {
	legalMarkedDamage(u, &s.ConcealmentState)
	u.Require(s.Fired || s.With == 0, "hidden.signature", "an enemy that has not fired has no weapon signature: with=none")
	u.Require(!s.Fired || s.With != 0, "hidden.signature", "name the weapon that the enemy fired: with=bolt-rifle")
	level := s.Concealment.reducedBy(int(s.Opened))
	u.Require(s.Fired || level != Total, "hidden.unseen", "a totally concealed piece that has not fired cannot be detected")
	if openingsOf(u, s.From) == doorwayOnly {
		u.Require(s.Viewers, "pillbox.viewers", "the occupants of a bunker see nothing without periscopes")
	}
	if s.Reply {
		legalArmament(u, &s.Armament)
		u.Require(s.Unit != 0, "host.troops", "name the enemy piece: unit=infantry")
		u.Require(s.From != bunker, "bunker.not-fighting", "pieces cannot fire from inside a bunker")
	}
}

// A preparedDetection is detection up to the roll, and the reply.
type preparedDetection struct {
	level                Concealment
	detectsOn            int
	hitsOn, penetratesOn int
}

var prepareDetection = rule.Precomputed[Detection, preparedDetection]{Compute: func(u *rule.Umpire, s *Detection) preparedDetection {
	prepared := preparedDetection{level: s.ConcealmentState.level(u)}
	if s.Fired {
		u.Note("hidden.detect", "a piece that fires may be detected")
		if prepared.level == Total || u.Ruling(&reveals) == revealsEach {
			prepared.level = prepared.level.reducedBy(u.Apply(revealedLevels, "hidden.step", "levels of concealment that the piece loses by firing"))
		}
	}
	prepared.detectsOn = u.Cell(&detection, rule.Ref(prepared.level)+1, 0)
	if s.Fired && prepared.detectsOn > 0 {
		prepared.detectsOn += signature(u, s.With)
	}
	prepared.detectsOn = min(max(prepared.detectsOn, 0), highestFace)
	if s.Reply {
		weapon := s.Armament.weapon(u)
		prepared.hitsOn = s.Aim.hitsOn(u, func() int { return sizeAndConcealmentModifier(u, s.Unit, prepared.level) })
		prepared.penetratesOn = penetratesOn(u, weapon.af, u.Cell(&troops, s.Unit, 0))
	}
	return prepared
}}

// signature returns the bonus to detect who fires a weapon (hidden.signature).
func signature(u *rule.Umpire, with rule.Ref) int {
	row := rule.Ref(len(signatures.Rows))
	if family := u.Cell(&weapons, with, weaponFamily); family > 0 {
		row = rule.Ref(family)
	}
	return u.Cell(&signatures, row, 0)
}

func playDetect(u *rule.Umpire, s *Detection) DetectionOutcome {
	prepared := prepareDetection.For(u, s)
	outcome := DetectionOutcome{Level: prepared.level}
	rolls := 1
	if u.Ruling(&team) == teamEach {
		rolls = int(s.Observers)
	}
	if u.Count(rolls, rule.D10, rule.AtMost(prepared.detectsOn), "hidden.detect", "is the enemy detected?") == 0 {
		return outcome
	}
	outcome.Detected = true
	if !s.Reply {
		return outcome
	}
	u.Note("hidden.reply", "the observers fire back")
	if outcome.Hit = u.Test(rule.D10, rule.AtMost(prepared.hitsOn), "attack.normal", "does the reply hit?"); !outcome.Hit {
		return outcome
	}
	outcome.Out = u.Test(rule.D10, rule.AtMost(prepared.penetratesOn), "host.out", "does the shot penetrate?")
	return outcome
}
