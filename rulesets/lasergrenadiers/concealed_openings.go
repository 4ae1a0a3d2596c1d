package lasergrenadiers

import "loophole/rule"

// Opening is the situation of a warhead fired into an opening. Places are in
// quarter inches from the middle of the opening; the firer stands outside.
type Opening struct {
	Into     rule.Ref `key:"into" table:"openings" doc:"the opening"`
	Stated   bool     `key:"centre-stated" doc:"the firer has named the point on which the effect area is centred"`
	Depth    uint8    `key:"centre-depth" unit:"quarter inches" min:"0" max:"40" doc:"how far inside the structure that point is"`
	Aside    int8     `key:"centre-aside" unit:"quarter inches" min:"-40" max:"40" doc:"how far to the right of the opening that point is"`
	Inner    uint8    `key:"inner-wall" unit:"quarter inches" min:"0" max:"40" doc:"how far inside a solid inner wall is; 0 for none"`
	Away     uint8    `key:"from" unit:"quarter inches" min:"1" max:"250" doc:"how far in front of the wall the firer is"`
	Off      int8     `key:"from-aside" unit:"quarter inches" min:"-120" max:"120" doc:"how far to the right of the opening the firer is"`
	Indirect bool     `key:"indirect" doc:"the fire is indirect, from above"`
	Breached bool     `key:"breached" doc:"engineers have breached the wall"`
	Pieces   [6]Piece `key:"pieces" doc:"pieces inside, measured from the opening; if none is named, two infantrymen at depths 2 and 4, the second 2 aside, and a crew-served weapon at depth 1"`

	Arm
	Aim
	Structure
	DamageAccount
	IgnitionConditions
}

var openingSpec = rule.Spec[Opening, PenetrationOutcome]{
	Name: "opening",
	Gist: "a piece fires a warhead with an effect area into an embrasure, window or doorway",
	Default: Opening{
		Into: embrasure, Stated: true, Depth: 3, Away: 40,
		Pieces: [6]Piece{{Unit: infantry, Depth: 2}, {Unit: infantry, Depth: 4, Aside: 2}, {Unit: crewServed, Depth: 1}},
		Arm:    Arm{Weapon: weapons.Ref("rpg")}, Structure: Structure{Type: pillbox},
	},
	Legal:     legalOpening,
	Play:      playOpening,
	Questions: 9,
	Events:    behindEvents,
	Measures:  behindMeasures,
	Examples: []rule.Example{
		{Name: "embrasure", Settings: "into=embrasure range=short", Gist: "a rocket into the embrasure of a pillbox"},
		{Name: "doorway", Settings: "structure=house into=doorway weapon=grenade range=short from=8", Gist: "a grenade through a doorway"},
		{Name: "oblique", Settings: "structure=house into=window from=20 from-aside=12 centre-depth=5 centre-aside=-2", Gist: "a rocket into a window at a slant, centred deep inside"},
	},
}

// A preparedOpeningShot is fire into an opening up to the first roll.
type preparedOpeningShot struct {
	hit, pierce  int
	fireOn       int // of a miss that strikes the wall
	nuclear      bool
	targets      [6]victim
	beside       [6]victim // if it misses, and strikes the wall
	structureHit structureHit
}

var prepareOpeningShot = rule.Precomputed[Opening, preparedOpeningShot]{Compute: func(u *rule.Umpire, s *Opening) preparedOpeningShot {
	w := s.Arm.read(u)
	u.Note("opening.centre", "the effect area is centred on the point that the firer named")
	l := preparedOpeningShot{
		hit:     s.hits(u, func() int { return u.Cell(&openings, s.Into, 0) }),
		nuclear: w.class(u) == Nuclear,
	}
	friends, radius := u.Ruling(&areaFriends) == 1, w.radius(u)
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Unit == 0 {
			continue
		}
		near, behind := p.within(radius, int8(s.Depth), s.Aside), p.Depth >= 0
		hit := near && (friends || !p.Friend) && (behind || u.Ruling(&outerOpening) == 1)
		l.targets[i] = victim{near: near, behind: behind, inside: hit}
		if l.targets[i].inside {
			l.targets[i].need = w.through(u, p.Unit)
		}
	}
	strays := u.Ruling(&openingMiss) == 1
	if strays || l.nuclear {
		l.structureHit = s.strikes(u, &w)
	}
	if strays {
		m := s.wall(u)
		l.pierce, l.fireOn = s.pierces(u, &w, &s.Structure, m), s.surfaceIgnitionTarget(u, &w, m)
		l.beside = victims(u, &s.Pieces, &w)
	}
	return l
}}

func playOpening(u *rule.Umpire, s *Opening) (r PenetrationOutcome) {
	l := prepareOpeningShot.For(u, s)
	r.Lost = s.Lost
	r.Hit = u.Test(rule.D10, rule.AtMost(l.hit), "opening.area-only", "does the warhead go in through the opening?")
	if !r.Hit {
		if u.Ruling(&openingMiss) == 1 {
			l.wall(u, s, &r)
		}
		return r
	}
	if l.nuclear && l.structureHit.system == ByGuidelines {
		r.Harm = l.structureHit.harm
		r.Lost = s.Lost
		vaporise(u, &l.targets, &r.Pieces)
		return r
	}
	for i := range l.targets {
		if l.targets[i].inside {
			r.Pieces[i] = l.targets[i].hurt(u)
		}
	}
	return r
}

// wall is a miss that strikes the wall beside the opening.
func (l *preparedOpeningShot) wall(u *rule.Umpire, s *Opening, r *PenetrationOutcome) {
	r.Through = l.structureHit.penetrates(u, l.pierce, "host.miss", "does the warhead penetrate the wall beside the opening?")
	r.Burning = startsFire(u, l.fireOn)
	r.Harm = l.structureHit.apply(u, &s.DamageAccount, true, r.Through)
	for i := range l.beside {
		if l.beside[i].outside && u.Ruling(&outer) == 0 || l.beside[i].inside && r.Through {
			r.Pieces[i] = l.beside[i].hurt(u)
		}
	}
}

func legalOpening(u *rule.Umpire, s *Opening) {
	legalArm(u, &s.Arm)
	legalStructure(u, &s.Structure)
	u.Require(!s.Gone, "points.track", "the structure is already destroyed")
	w := s.Arm.read(u)
	legalScore(u, &s.DamageAccount, &w)
	legalPieces(u, &s.Pieces)
	u.Require(w.area(u), "opening.area-only", "only warheads with an effect area can be fired into an opening: use the procedure fire with target=troops")
	u.Require(!s.Indirect, "opening.line", "indirect fire comes from above and cannot enter an opening in a wall")
	legalInto(u, s)
	u.Require(s.Stated, "opening.centre", "name the point inside on which the effect area is centred")
	legalCentre(u, s)
}

// legalInto forbids openings that the structure does not have.
func legalInto(u *rule.Umpire, s *Opening) {
	if s.Into == 0 {
		u.Forbid("opening.size", "name the opening, which sets the target size: into=window")
		return
	}
	if s.Into == breachIn {
		u.Require(s.Breached, "engineers.breached", "the structure has no breached wall")
		return
	}
	if s.Into == hole {
		u.Require(u.Ruling(&holes) == 1, "host.holes", "a hole only records damage: no shot can enter by a hole")
		return
	}
	if s.Type == 0 {
		return
	}
	switch u.Cell(&structures, s.Type, hasOpenings) {
	case 0, 4:
		u.Forbid("opening.area-only", "the structure has no openings: fire at the troops or at the structure")
	case 1:
		u.Require(s.Into == doorway, "bunker.no-slits", "a bunker has no openings except its entrance")
	case 2:
		u.Require(s.Into != window, "pillbox.slits", "the structure has firing slits and embrasures, not windows")
	}
}

// legalCentre checks that the point can be seen from the firer through the opening: that the line
// to it crosses the wall within the opening's width, and no inner wall.
func legalCentre(u *rule.Umpire, s *Opening) {
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
