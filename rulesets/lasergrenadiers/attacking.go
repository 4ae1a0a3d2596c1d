package lasergrenadiers

import "loophole/rule"

// NormalFire is the situation of ordinary fire, at a structure or at a piece in it that can be
// seen.
type NormalFire struct {
	Target Target `key:"target" doc:"the target"`
	Armament
	Aim
	Structure
	Surface  Surface `key:"surface" doc:"the surface that the shot strikes"`
	Indirect bool    `key:"indirect" doc:"the fire is indirect, from above"`
	Part     Part    `key:"aim-at" doc:"the part of the structure that the firer aims at"`

	Unit     rule.Ref `key:"unit" table:"troops" doc:"the target piece, with target=troops"`
	Detected bool     `key:"detected" doc:"the firer's side detected the piece this turn"`
	ConcealmentState

	DamageAccount
	IgnitionConditions
}

// Target is what is fired at.
type Target uint8

const (
	AtStructure Target = iota
	AtTroops
)

func (Target) Names() []string { return []string{"structure", "troops"} }

// Part is the part of a structure that is aimed at.
type Part uint8

const (
	OneSection Part = iota
	WholeSide
)

func (Part) Names() []string { return []string{"section", "side"} }

// size returns the modifier of the hit number for the part.
func (p Part) size(u *rule.Umpire) int {
	if p == WholeSide {
		return u.Fact(&sizeSide)
	}
	return u.Fact(&sizeSection)
}

// NormalFireOutcome is the outcome of ordinary fire.
type NormalFireOutcome struct {
	Hit     bool        `key:"hit" doc:"the shot hits"`
	Through bool        `key:"penetrated" doc:"the shot penetrates the structure"`
	Piece   PieceResult `key:"piece" doc:"what happened to the target piece"`
	Burning bool        `key:"fire" doc:"a fire starts"`
	StructureDamage
}

var fireSpec = rule.Spec[NormalFire, NormalFireOutcome]{
	Name:         "fire",
	Gist:         "ordinary fire at a structure, or at a visible piece in it",
	Default:      NormalFire{Armament: Armament{Weapon: heavyFusion}, Structure: Structure{Type: structures.Ref("house")}, Unit: infantry, ConcealmentState: ConcealmentState{Concealment: AThird}},
	Legal:        legalFire,
	Play:         playFire,
	MaxQuestions: 3,
	Events: []rule.Event[NormalFireOutcome]{
		{Name: "hit", Gist: "the shot hits", Holds: func(o NormalFireOutcome) bool { return o.Hit }},
		{Name: "penetrated", Gist: "the shot penetrates the structure", Holds: func(o NormalFireOutcome) bool { return o.Through }},
		{Name: "piece-penetrated", Gist: "the shot penetrates the target piece: a soldier is out of action", Holds: func(o NormalFireOutcome) bool { return o.Piece >= Penetrated }},
		{Name: "structure-damaged", Gist: "the structure is holed, partly destroyed or loses points", Holds: func(o NormalFireOutcome) bool { return o.Hole+o.Portion+o.Points > 0 }},
		{Name: "structure-destroyed", Gist: "the structure is destroyed", Holds: func(o NormalFireOutcome) bool { return o.Fate == Destroyed }},
		{Name: "section-removed", Gist: "the section is removed", Holds: func(o NormalFireOutcome) bool { return o.Section }},
		{Name: "fire", Gist: "a fire starts", Holds: func(o NormalFireOutcome) bool { return o.Burning }},
	},
	Measures: []rule.Measure[NormalFireOutcome]{
		{Name: "points", Unit: "damage points", Of: func(o NormalFireOutcome) int { return int(o.Points) }},
	},
	Examples: []rule.Example{
		{Name: "fusion", Settings: "damage=points variant=3 points=24", Gist: "a heavy fusion rifle at a brick house of 24 points, variant 3"},
		{Name: "cannon", Settings: "weapon=light-cannon range=short", Gist: "a light cannon leaves a hole if it penetrates"},
		{Name: "window", Settings: "target=troops weapon=bolt-rifle concealment=over-two-thirds", Gist: "a bolt rifle at a soldier in a window"},
		{Name: "barn", Settings: "structure=barn weapon=flamer fires=yes weather=mist", Gist: "a flamer at a timber barn in mist"},
		{Name: "roof", Settings: "weapon=howitzer indirect=yes", Gist: "a howitzer shell on the tiles"},
	},
}

// legalFire forbids ordinary fire that is not possible.
func legalFire(u *rule.Umpire, s *NormalFire) {
	legalArmament(u, &s.Armament)
	if s.Target == AtTroops {
		legalAtTroops(u, s)
		return
	}
	legalTarget(u, &s.Structure, s.Surface, s.Indirect)
	u.Require(s.Opened == 0, "show.visualise", "marked damage counts only in fire at troops")
	w := s.Armament.weapon(u)
	legalDamageAccount(u, &s.DamageAccount, &w)
}

// legalAtTroops forbids fire at a piece that the firer cannot see or reach (hidden.unseen,
// bunker.no-slits, brief.protection).
func legalAtTroops(u *rule.Umpire, s *NormalFire) {
	if s.Type != 0 || s.Wall != 0 || s.Armour != 0 || s.Roof != 0 { // else it stands in the open
		legalStructure(u, &s.Structure)
	}
	legalMarkedDamage(u, &s.ConcealmentState)
	u.Require(s.Unit != 0, "host.troops", "name the target piece: unit=infantry")
	level := s.Concealment.reducedBy(int(s.Opened))
	if level == Total && !s.Detected {
		u.Forbid("hidden.unseen", "the piece is neither visible nor detected: fire through the wall or into an opening")
	}
	if s.Type == bunker {
		u.Forbid("bunker.no-slits", "a bunker has no firing slits or embrasures to fire through at its occupants: only warheads with an effect area can enter, by its doorway (procedure opening)")
	}
	if s.Indirect && s.Type != 0 {
		u.Require(!s.hasOverheadCover(u), "brief.protection", "the overhead cover stops indirect fire: fire through the roof")
	}
}

// A preparedShot holds what ordinary fire depends on before its first roll.
type preparedShot struct {
	hitsOn, penetratesOn, ignitesOn int
	penetratesPieceOn               int
	structureHit                    structureHit
}

// prepareShot works out the numbers to hit, to penetrate and to ignite, and the damage of a hit.
var prepareShot = rule.Precomputed[NormalFire, preparedShot]{Compute: func(u *rule.Umpire, s *NormalFire) preparedShot {
	weapon := s.Armament.weapon(u)
	if s.Target == AtTroops {
		u.Note("brief.two-ways", "the attacker fires at the occupants directly")
		shot := preparedShot{
			hitsOn:            s.hitsOn(u, func() int { return sizeAndConcealmentModifier(u, s.Unit, s.ConcealmentState.level(u)) }),
			penetratesPieceOn: penetratesOn(u, weapon.af, u.Cell(&troops, s.Unit, 0)),
		}
		if weapon.class(u) == Nuclear && s.System.inForce(u) == ByGuidelines {
			shot.structureHit = s.prepareHit(u, &weapon)
		}
		return shot
	}
	m := s.materialStruck(u, s.Surface, s.Indirect)
	return preparedShot{
		hitsOn:       s.hitsOn(u, func() int { return s.Part.size(u) }),
		penetratesOn: s.penetratesOn(u, &weapon, &s.Structure, m),
		ignitesOn:    s.surfaceIgnitionTarget(u, &weapon, m),
		structureHit: s.prepareHit(u, &weapon),
	}
}}

// sizeAndConcealmentModifier returns what a piece adds to the hit number of those who fire at it
// (destroy.visible, attack.concealed).
func sizeAndConcealmentModifier(u *rule.Umpire, unit rule.Ref, concealment Concealment) int {
	size := &sizeSoldier
	if isVehicle(u, unit) {
		size = &sizeVehicle
	}
	u.Note("destroy.visible", "the to-hit roll depends on how much of the piece can be seen")
	u.Note("attack.concealed", "the piece's concealment counts in full")
	return u.Fact(size) + u.Cell(&concealing, rule.Ref(min(concealment, OverTwoThirds))+1, 0)
}

func playFire(u *rule.Umpire, s *NormalFire) NormalFireOutcome { return playFireBy(u, s, "") }

// playFireBy plays fire of the side by, which rolls its own dice even in an action of the other side.
// by is "" for the acting side.
func playFireBy(u *rule.Umpire, s *NormalFire, by rule.Side) (outcome NormalFireOutcome) {
	shot := prepareShot.For(u, s)
	outcome.Lost = s.Lost
	if s.Target == AtTroops {
		if by != "" {
			u.By(by) // for the next roll
		}
		if outcome.Hit = u.Test(rule.D10, rule.AtMost(shot.hitsOn), "attack.normal", "does the shot hit the piece?"); outcome.Hit {
			shot.hitPiece(u, s, &outcome, by)
		}
		return outcome
	}
	if outcome.Hit = u.Test(rule.D10, rule.AtMost(shot.hitsOn), "attack.armoured", "does the shot hit the structure?"); !outcome.Hit {
		return outcome
	}
	outcome.Through = shot.structureHit.rollPenetration(u, shot.penetratesOn, "attack.armoured", "does the shot penetrate?")
	outcome.Burning = startsFire(u, shot.ignitesOn)
	outcome.StructureDamage = shot.structureHit.damageDone(u, &s.DamageAccount, true, outcome.Through)
	return outcome
}

// hitPiece applies a hit to the piece. A nuclear warhead destroys the piece and the structure that it
// is in (guide.nuclear).
func (shot *preparedShot) hitPiece(u *rule.Umpire, s *NormalFire, outcome *NormalFireOutcome, by rule.Side) {
	nuclear := shot.structureHit.damage.Portion > 0 // prepareShot works it out for nuclear warheads only
	if !nuclear {
		piece := pieceTarget{penetratesOn: shot.penetratesPieceOn}
		if by != "" && piece.needsRoll() {
			u.By(by) // for the next roll
		}
		outcome.Piece = piece.rollResult(u)
		return
	}
	u.Note("guide.nuclear", "a nuclear warhead destroys all that is in its effect area")
	outcome.Piece, outcome.StructureDamage = PieceDestroyed, shot.structureHit.damage
	outcome.Lost = s.Lost
}
