package konflikt47

import "loophole/rule"

// Direct is the situation of a gun that aims its shells at a floor of a building.
type Direct struct {
	Structure
	Occupants
	By         Shooter  `key:"by" doc:"the unit that fires the gun"`
	Weapon     rule.Ref `key:"weapon" table:"weapons" doc:"the gun"`
	Value      HE       `key:"he" doc:"HE value, if not the gun's"`
	Target     uint8    `key:"target" min:"0" max:"7" doc:"the target's number in the list of floors, with the roof after the top floor; 0 for the lowest enemy"`
	Reacts     Reaction `key:"reacts" doc:"how the target reacts to the fire"`
	Distance   uint8    `key:"distance" unit:"inches" min:"0" max:"96" doc:"to the nearest visible part of the target's floor"`
	Sight      Opening  `key:"sight" doc:"what the line of fire meets on the target's floor"`
	Blocked    bool     `key:"blocked" doc:"no line of fire reaches that floor"`
	AlreadyHit bool     `key:"hit" doc:"the shot has already hit"`
}

var directSpec = rule.Spec[Direct, ShellOutcome]{
	Name: "direct-he",
	Gist: "a gun aims a high-explosive shell at a floor of a building",
	Default: Direct{
		Structure: Structure{Storeys: 2}, Occupants: Occupants{Floors: [mostStoreys]Troops{{Body: Body{Unit: units.Ref("wehrmacht-infantry")}}}},
		Weapon: weapons.Ref("medium-howitzer"), Distance: 20, Sight: Wall,
	},
	Legal:        legalDirect,
	Play:         playDirect,
	MaxQuestions: 3 + 9,
	Events:       shellEvents,
	Measures:     shellMeasures,
	Examples: []rule.Example{
		{Name: "howitzer", Settings: "weapon=medium-howitzer distance=20", Gist: "a medium howitzer through the wall of a ground floor"},
		{Name: "avre", Settings: "weapon=heavy-howitzer by.unit=churchill-avre distance=10 floors=10,8", Gist: "the petard of a Churchill AVRE at ten inches"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 weapon=heavy-howitzer sight=slit distance=20", Gist: "a heavy howitzer at a bunker's slit"},
		{Name: "upstairs", Settings: "weapon=medium-at-gun-75 target=2 floors=8,6 distance=30 reacts=down", Gist: "a 75 mm gun at the first floor, where the unit goes Down"},
	},
}

// legalDirect forbids an aim at the floor that line of fire, weapon or range does not allow.
func legalDirect(u *rule.Umpire, s *Direct) {
	s.Structure.legal(u)
	legalOccupants(u, &s.Occupants, &s.Structure)
	legalAim(u, &s.Occupants, &s.Structure, s.Target)
	u.Require(!s.Blocked, "he.direct", "no line of fire reaches that floor")
	level, _ := s.aimedAt(&s.Structure, s.Target)
	legalReaction(u, &s.Occupants, &s.Structure, s.Target, s.Reacts)
	if level < int(s.Storeys) {
		if s.countsAsBunker() {
			s.requireFireable(u, s.Sight, "at.heavy")
		}
		u.Require(s.countsAsBunker() || s.Sight != Slit, "bunker.slits", "only bunkers have firing slits: choose a window, a door or the wall")
	}
	if s.Weapon > 0 {
		u.Require(s.Value != OfWeapon || u.LookupCell(&weapons, s.Weapon, weaponHE) > 0, "host.he", "the weapon has no high explosive")
		u.Require(u.LookupCell(&weapons, s.Weapon, weaponFire) != onlyIndirect, "he.direct", "the weapon has only indirect fire: use the procedure shell")
	}
	if s.AlreadyHit {
		return
	}
	legalShooter(u, &s.By)
	if s.Weapon == 0 {
		u.Forbid("host.he", "name the gun: weapon=medium-howitzer")
		return
	}
	legalRange(u, &s.By, s.Weapon, int(s.Distance))
}

// playDirect rolls to hit the target, and the shell's hits on its level.
func playDirect(u *rule.Umpire, s *Direct) ShellOutcome {
	prepared := prepareDirect.For(u, s)
	outcome := ShellOutcome{Burst: noBurst, OccupantResults: prepared.before}
	result := heavyHitRoll.Roll(u, heavyHit{prepared.target.volley, prepared.target.protection, prepared.burst.pins})
	if !result.hit {
		return outcome
	}
	outcome.Hit, outcome.Burst = true, prepared.level
	if prepared.level == int8(s.Storeys) {
		outcome.Burst = roofBurst
	}
	if result.collapses {
		return prepared.burst.collapse(u, outcome)
	}
	*outcome.atLevel(int(prepared.level), int(s.Storeys)) = result.unit.showing(prepared.target.die)
	return outcome
}

// prepareDirect works out an aimed shell up to the first roll: it bursts on the floor that it
// is aimed at, without dice (he.direct).
var prepareDirect = rule.Precomputed[Direct, preparedDirect]{Compute: func(u *rule.Umpire, s *Direct) preparedDirect {
	s.noteRules(u)
	u.Note("he.direct", "the shell is aimed at the floor and bursts there")
	occupants := s.Occupants
	level, target := occupants.aimedAt(&s.Structure, s.Target)
	if s.Reacts == ToGround {
		target.goDown(u)
	}
	solid := s.countsAsBunker() && u.Ruling(&bunkerFalls) == bunkerFallsNo
	burst := occupants.prepareBurst(u, &s.Structure, explosivesRow(u, s.Weapon, s.Value), solid)
	prepared := preparedDirect{burst: burst, target: burst.levels[level], level: int8(level), before: occupants.unharmed()}
	prepared.target.volley.need = 1 // The shot has hit.
	if !s.AlreadyHit {
		cover := 0
		if u.Ruling(&directCover) == directCoverYes {
			cover = s.coverModifier(u, level)
		}
		prepared.target.volley.need = uint8(hitScore(u, s.By.shooterModifier(u, s.Weapon, int(s.Distance))+cover+target.targetModifier(u, false)))
		prepared.target.volley.shots = uint8(u.Cell(&weapons, s.Weapon, weaponShots))
	}
	return prepared
}}

// coverModifier returns the modifier to the to-hit roll for the cover of the target's level.
func (s *Direct) coverModifier(u *rule.Umpire, level int) int {
	if level == int(s.Storeys) && u.Ruling(&roofCover) == roofCoverOutside {
		return u.Cell(&modifiers, modHardCover, 0)
	}
	return s.cover(u)
}

// A preparedDirect is a shell aimed at a level, up to the first roll.
type preparedDirect struct {
	burst  heBurst
	target floorTarget
	level  int8
	before OccupantResults
}
