package lasergrenadiers

import "loophole/rule"

// OpeningAttack is the situation of a warhead fired into an opening. Places are in
// quarter inches from the middle of the opening; the firer stands outside.
type OpeningAttack struct {
	Into     rule.Ref          `key:"into" table:"openings" doc:"the opening"`
	Stated   bool              `key:"centre-stated" doc:"the firer has named the point on which the effect area is centred"`
	Depth    uint8             `key:"centre-depth" unit:"quarter inches" min:"0" max:"40" doc:"how far inside the structure that point is"`
	Aside    int8              `key:"centre-aside" unit:"quarter inches" min:"-40" max:"40" doc:"how far to the right of the opening that point is"`
	Inner    uint8             `key:"inner-wall" unit:"quarter inches" min:"0" max:"40" doc:"how far inside a solid inner wall is; 0 for none"`
	Away     uint8             `key:"from" unit:"quarter inches" min:"1" max:"250" doc:"how far in front of the wall the firer is"`
	Off      int8              `key:"from-aside" unit:"quarter inches" min:"-120" max:"120" doc:"how far to the right of the opening the firer is"`
	Indirect bool              `key:"indirect" doc:"the fire is indirect, from above"`
	Breached bool              `key:"breached" doc:"engineers have breached the wall"`
	Pieces   [mostPieces]Piece `key:"pieces" doc:"pieces inside, measured from the opening; if none is named, two infantrymen at depths 2 and 4, the second 2 aside, and a crew-served weapon at depth 1"`

	Armament
	Aim
	Structure
	DamageAccount
	IgnitionConditions
}

var openingSpec = rule.Spec[OpeningAttack, PenetrationOutcome]{
	Name: "opening",
	Gist: "a piece fires a warhead with an effect area into an embrasure, window or doorway",
	Default: OpeningAttack{
		Into: embrasure, Stated: true, Depth: 3, Away: 40,
		Pieces:   [mostPieces]Piece{{Unit: infantry, Depth: 2}, {Unit: infantry, Depth: 4, Aside: 2}, {Unit: crewServed, Depth: 1}},
		Armament: Armament{Weapon: weapons.Ref("rpg")}, Structure: Structure{Type: pillbox},
	},
	Legal:        legalOpening,
	Play:         playOpening,
	MaxQuestions: 9,
	Events:       penetrationEvents,
	Measures:     penetrationMeasures,
	Examples: []rule.Example{
		{Name: "embrasure", Settings: "into=embrasure range=short", Gist: "a rocket into the embrasure of a pillbox"},
		{Name: "doorway", Settings: "structure=house into=doorway weapon=grenade range=short from=8", Gist: "a grenade through a doorway"},
		{Name: "oblique", Settings: "structure=house into=window from=20 from-aside=12 centre-depth=5 centre-aside=-2", Gist: "a rocket into a window at a slant, centred deep inside"},
	},
}

func legalOpening(u *rule.Umpire, s *OpeningAttack) {
	legalArmament(u, &s.Armament)
	legalStructure(u, &s.Structure)
	u.Require(!s.Gone, "points.track", "the structure is already destroyed")
	w := s.Armament.weapon(u)
	legalDamageAccount(u, &s.DamageAccount, &w)
	legalPieces(u, &s.Pieces)
	u.Require(w.hasEffectArea(u), "opening.area-only", "only warheads with an effect area can be fired into an opening: use the procedure fire with target=troops")
	u.Require(!s.Indirect, "opening.line", "indirect fire comes from above and cannot enter an opening in a wall")
	legalInto(u, s)
	u.Require(s.Stated, "opening.centre", "name the point inside on which the effect area is centred")
	legalCentre(u, s)
}

// legalInto forbids openings that the structure does not have.
func legalInto(u *rule.Umpire, s *OpeningAttack) {
	if s.Into == 0 {
		u.Forbid("opening.size", "name the opening, which sets the target size: into=window")
		return
	}
	if s.Into == breachIn {
		u.Require(s.Breached, "engineers.breached", "the structure has no breached wall")
		return
	}
	if s.Into == hole {
		u.Require(u.Ruling(&holes) == holesYes, "host.holes", "a hole only records damage: no shot can enter by a hole")
		return
	}
	if s.Type == 0 {
		return
	}
	switch openingsOf(u, s.Type) {
	case openAround, noOpenings:
		u.Forbid("opening.area-only", "the structure has no openings: fire at the troops or at the structure")
	case doorwayOnly:
		u.Require(s.Into == doorway, "bunker.no-slits", "a bunker has no openings except its entrance")
	case slitsAndDoorway:
		u.Require(s.Into != window, "pillbox.slits", "the structure has firing slits and embrasures, not windows")
	}
}

// legalCentre forbids a point that cannot be seen from the firer through the opening: the line to it
// must cross the wall within the opening's width, and no inner wall (opening.line).
func legalCentre(u *rule.Umpire, s *OpeningAttack) {
	if s.Into == 0 {
		return
	}
	away, off := int(s.Away), int(s.Off)
	depth, aside := int(s.Depth), int(s.Aside)
	// The line crosses the wall at (off·depth + aside·away) / (away + depth).
	crosses := 2 * (off*depth + aside*away)
	width := u.Cell(&openings, s.Into, 1) * (away + depth)
	u.Require(-width <= crosses && crosses <= width, "opening.line", "the line of fire to that point does not pass through the opening")
	u.Require(s.Inner == 0 || s.Depth <= s.Inner, "opening.line", "an inner wall stands between the opening and that point")
}

// A preparedOpeningShot is fire into an opening up to the first roll.
type preparedOpeningShot struct {
	hitsOn, penetratesOn int
	ignitesOn            int // of a miss that strikes the wall
	nuclear              bool
	targets              [mostPieces]pieceTarget
	besideOpening        [mostPieces]pieceTarget // if it misses, and strikes the wall
	structureHit         structureHit
}

var prepareOpeningShot = rule.Precomputed[OpeningAttack, preparedOpeningShot]{Compute: func(u *rule.Umpire, s *OpeningAttack) preparedOpeningShot {
	weapon := s.Armament.weapon(u)
	u.Note("opening.centre", "the effect area is centred on the point that the firer named")
	shot := preparedOpeningShot{
		hitsOn:  s.hitsOn(u, func() int { return u.Cell(&openings, s.Into, 0) }),
		nuclear: weapon.class(u) == Nuclear,
	}
	friends, radius := u.Ruling(&areaFriends) == areaFriendsStruck, weapon.effectRadius(u)
	for i := range s.Pieces {
		piece := &s.Pieces[i]
		if piece.Unit == 0 {
			continue
		}
		inArea, inside := piece.within(radius, int8(s.Depth), s.Aside), piece.Depth >= 0
		hit := inArea && (friends || !piece.Friend) && (inside || u.Ruling(&outerOpening) == outerOpeningStruck)
		shot.targets[i] = pieceTarget{inArea: inArea, insideStructure: inside, hitInside: hit}
		if shot.targets[i].hitInside {
			shot.targets[i].penetratesOn = weapon.penetratesPieceOn(u, piece.Unit)
		}
	}
	missStrikesWall := u.Ruling(&openingMiss) == openingMissWall
	if missStrikesWall || shot.nuclear {
		shot.structureHit = s.prepareHit(u, &weapon)
	}
	if missStrikesWall {
		wall := s.wall(u)
		shot.penetratesOn, shot.ignitesOn = s.penetratesOn(u, &weapon, &s.Structure, wall), s.surfaceIgnitionTarget(u, &weapon, wall)
		shot.besideOpening = pieceTargets(u, &s.Pieces, &weapon)
	}
	return shot
}}

func playOpening(u *rule.Umpire, s *OpeningAttack) (outcome PenetrationOutcome) {
	shot := prepareOpeningShot.For(u, s)
	outcome.Lost = s.Lost
	outcome.Hit = u.Test(rule.D10, rule.AtMost(shot.hitsOn), "opening.area-only", "does the warhead go in through the opening?")
	if !outcome.Hit {
		if u.Ruling(&openingMiss) == openingMissWall {
			shot.strikeWallBesideOpening(u, s, &outcome)
		}
		return outcome
	}
	if shot.nuclear && shot.structureHit.system == ByGuidelines {
		outcome.StructureDamage = shot.structureHit.damage
		outcome.Lost = s.Lost
		destroyPieces(u, &shot.targets, &outcome.Pieces)
		return outcome
	}
	for i := range shot.targets {
		if shot.targets[i].hitInside {
			outcome.Pieces[i] = shot.targets[i].rollResult(u)
		}
	}
	return outcome
}

// strikeWallBesideOpening plays a miss that strikes the wall beside the opening (host.miss).
func (shot *preparedOpeningShot) strikeWallBesideOpening(u *rule.Umpire, s *OpeningAttack, outcome *PenetrationOutcome) {
	outcome.Through = shot.structureHit.rollPenetration(u, shot.penetratesOn, "host.miss", "does the warhead penetrate the wall beside the opening?")
	outcome.Burning = startsFire(u, shot.ignitesOn)
	outcome.StructureDamage = shot.structureHit.damageDone(u, &s.DamageAccount, true, outcome.Through)
	if shot.nuclear && outcome.Portion > 0 {
		destroyPieces(u, &shot.besideOpening, &outcome.Pieces)
		return
	}
	for i := range shot.besideOpening {
		if shot.besideOpening[i].hitOutside && u.Ruling(&outer) == outerStruck || shot.besideOpening[i].hitInside && outcome.Through {
			outcome.Pieces[i] = shot.besideOpening[i].rollResult(u)
		}
	}
	if outcome.Fate == Destroyed {
		applyCollapseToPieces(u, &shot.besideOpening, &outcome.Pieces)
	}
}
