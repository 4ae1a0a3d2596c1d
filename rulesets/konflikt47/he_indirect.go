package konflikt47

import "loophole/rule"

// Shell is the situation of a shell fired indirectly at a unit in a building.
type Shell struct {
	Structure
	Occupants
	Weapon     rule.Ref `key:"weapon" table:"weapons" doc:"the weapon"`
	Value      HE       `key:"he" doc:"HE value, if not the weapon's"`
	Target     uint8    `key:"target" min:"0" max:"7" doc:"the target's number in the list of floors, with the roof after the top floor; 0 for the lowest enemy"`
	Reacts     Reaction `key:"reacts" doc:"how the target reacts to the fire"`
	AlreadyHit bool     `key:"hit" doc:"the shot has already hit"`
	Earlier    uint8    `key:"earlier-shots" unit:"shots" min:"0" max:"9" doc:"earlier shots at the same target from the same place"`
	Ranged     bool     `key:"ranged-in" doc:"one of the earlier shots hit"`
	Moved      bool     `key:"target-moved" doc:"the weapon or the target has moved since, even to another floor"`
	Distance   uint8    `key:"distance" unit:"inches" min:"0" max:"96" doc:"from the weapon to the target, rounded up"`
	Part       bool     `key:"part-inch" doc:"the distance was rounded up: 17.5 inches are distance=18 and this"`
	Sight      Sight    `key:"sight" doc:"who sees a wall of the target's floor"`
	Order      Order    `key:"order" doc:"the order under which the weapon fires"`
}

// Sight is who of the shooters sees the target of indirect fire.
type Sight uint8

const (
	CrewSees Sight = iota
	SpotterSees
	NobodySees
)

func (Sight) Names() []string { return []string{"crew", "spotter", "nobody"} }

var shellSpec = rule.Spec[Shell, ShellOutcome]{
	Name: "shell",
	Gist: "an indirect shell falls into a building, floor by floor, until it bursts",
	Default: Shell{
		Structure: Structure{Storeys: 3}, Occupants: Occupants{Floors: [mostStoreys]Troops{{}, {}, {Body: Body{Unit: units.Ref("wehrmacht-infantry")}}}},
		Weapon: weapons.Ref("medium-mortar"), Distance: 36,
	},
	Legal:        legalShell,
	Play:         playShell,
	MaxQuestions: 1 + 7 + 2*9,
	Events:       shellEvents,
	Measures:     shellMeasures,
	Examples: []rule.Example{
		{
			Name: "four-storeys", Settings: "weapon=heavy-howitzer hit=yes storeys=4 floors=10,8,5,10",
			Gist: "a heavy howitzer's shell falls on four storeys, each with a unit",
		},
		{Name: "mortar", Settings: "weapon=medium-mortar storeys=3 floors=0,0,8 earlier-shots=1", Gist: "a mortar's second shot at a squad under the roof"},
		{Name: "roof", Settings: "weapon=heavy-mortar hit=yes storeys=2 floors=6,6 roof=4", Gist: "a shell that may strike the roof and the top floor together"},
		{Name: "one-storey", Settings: "weapon=medium-howitzer hit=yes storeys=1 floors=8 roof=3 floors.1.die=down", Gist: "a one-storey house with a look-out on its roof"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 weapon=heavy-howitzer floors=8", Gist: "a howitzer's shells on a bunker's roof"},
	},
}

// legalShell forbids a shell that cannot be fired: it checks the order, that somebody sees a
// wall of the floor, and the weapon with its ranges.
func legalShell(u *rule.Umpire, s *Shell) {
	s.Structure.legal(u)
	legalOccupants(u, &s.Occupants, &s.Structure)
	legalAim(u, &s.Occupants, &s.Structure, s.Target)
	legalReaction(u, &s.Occupants, &s.Structure, s.Target, s.Reacts)
	u.Require(s.Order == Fire || s.Order == Advance, "host.indirect", "indirect fire needs a Fire or Advance order")
	fixed := s.Weapon > 0 && u.LookupCell(&weapons, s.Weapon, weaponFixed) > 0
	u.Require(s.Order != Advance || !fixed, "host.fixed", "a fixed weapon cannot fire on an Advance")
	u.Require(s.Sight != NobodySees, "host.indirect", "the crew or its spotter must see a wall of the target's floor")
	if s.Weapon == 0 {
		u.Require(s.Value != OfWeapon, "host.he", "name what fires: weapon=medium-mortar, or he=d6")
		return
	}
	u.Require(u.LookupCell(&weapons, s.Weapon, weaponHE) > 0, "host.he", "the weapon has no high explosive")
	u.Require(u.LookupCell(&weapons, s.Weapon, weaponFire) != onlyDirect, "host.indirect", "the weapon has no indirect fire: use the procedure direct-he")
	legalMinimumRange(u, s.Weapon, int(s.Distance), s.Part)
	requireInches(u, int(s.Distance), u.Cell(&weapons, s.Weapon, weaponRange), "host.range", "the target is out of range")
}

// playShell rolls to hit, then the floor on which the shell bursts, then what it does there. A shell
// has no effect on a bunker or on those inside (bunker.indirect).
func playShell(u *rule.Umpire, s *Shell) ShellOutcome {
	prepared := prepareShell.For(u, s)
	outcome := ShellOutcome{Burst: noBurst, OccupantResults: prepared.before}
	if !s.AlreadyHit && !u.Test(rule.D6, rule.AtLeast(prepared.hitScore), "host.indirect", s.toHitQuestion()) {
		return outcome
	}
	outcome.Hit = true
	if s.countsAsBunker() {
		u.Note("bunker.indirect", "indirect fire does nothing to bunkers or to units in them")
		return outcome
	}
	u.Note("he.found", "the shell gets into the building")
	floor, roof := s.burstFloor(u, prepared)
	outcome.Burst = floor
	return prepared.resolveBurst(u, s, floor, roof, outcome)
}

// toHitQuestion returns the text of the to-hit roll. At a bunker it can only range in.
func (s *Shell) toHitQuestion() string {
	if s.countsAsBunker() {
		return "does the indirect shot hit the bunker, which no indirect fire can harm?"
	}
	return "does the indirect shot hit?"
}

// burstFloor rolls floor by floor, from the uppermost down: on 4 to 6 the shell bursts there,
// on 1 to 3 it falls through to the next, and on the ground floor it bursts in any case
// (he.top to he.ground). It returns the floor, and whether the roof is struck with it.
func (s *Shell) burstFloor(u *rule.Umpire, prepared *preparedShell) (floor int8, roof bool) {
	if prepared.topFloor == 0 {
		u.Note("he.ground", "on the ground floor, the shell always bursts")
		return 0, s.Roof.isPresent() && (u.Ruling(&oneStorey) == oneStoreyAlways || u.Test(rule.D6, prepared.burst, "he.top", "does the shell burst on the roof?"))
	}
	if u.Test(rule.D6, prepared.burst, "he.top", "does the shell burst on the top floor?") {
		u.Note("he.top", "the shell strikes the roof and the top floor")
		return prepared.topFloor, true
	}
	u.Note("he.fall", "the shell falls to the floor below")
	for floor = prepared.topFloor - 1; floor > 0; floor-- {
		if u.Test(rule.D6, prepared.burst, "he.next", "does the shell burst on this floor?") {
			return floor, false
		}
	}
	u.Note("he.ground", "on the ground floor, the shell always bursts")
	return 0, false
}

// resolveBurst rolls the hits on the units that the burst strikes. If none of the rolls brings
// the building down, the unit that was fired at may take pins on another floor (burst-pins).
func (p *preparedShell) resolveBurst(u *rule.Umpire, s *Shell, floor int8, roof bool, outcome ShellOutcome) ShellOutcome {
	below, above := &p.levels[floor], &p.levels[s.Storeys]
	if roof && p.countedTogether {
		return p.combineHits(u, below, above, outcome)
	}
	collapses := false
	if below.isStruck() {
		outcome.Floors[floor], collapses = below.resolveHit(u, p.pins)
	} else if p.collapsesEmpty {
		collapses = u.Sum(int(p.dice), rule.Die(p.faces), "he.large", "hits on the empty floor") >= p.collapseAt
	}
	if roof && above.isStruck() && !collapses {
		outcome.Roof, collapses = above.resolveHit(u, p.pins)
	}
	if collapses {
		return p.collapse(u, outcome)
	}
	if level := p.target; level != floor && !(roof && level == int8(s.Storeys)) && u.Ruling(&burstPins) == burstPinsYes {
		target := &p.levels[level]
		*outcome.atLevel(int(level), int(s.Storeys)) = target.protection.afterFire(u, fireResult{hit: true, pinFaces: p.pins}, target.die)
	}
	return outcome
}

// isStruck reports whether the level holds a unit that a shell there strikes.
func (t *floorTarget) isStruck() bool { return t.present && !t.spared }

// combineHits adds up the hits on the top floor and on the roof for a collapse, as the ruling
// twelve-sum may have it.
func (p *preparedShell) combineHits(u *rule.Umpire, floor, roof *floorTarget, outcome ShellOutcome) ShellOutcome {
	var combined combinedBurst
	onFloor, counted := floor.volley.hits(u, 1)
	onRoof, more := roof.volley.hits(u, 1)
	if combined.collapses = counted+more >= p.collapseAt; !combined.collapses {
		combined.floor, combined.roof = floor.volley.damage.resolve(u, onFloor), roof.volley.damage.resolve(u, onRoof)
		combined.floor.hit, combined.roof.hit = true, true // even if no hit is left after halving
	}
	if !rule.Checkpoint(u, "one total", &combined) {
		return outcome
	}
	if combined.collapses {
		return p.collapse(u, outcome)
	}
	outcome.Floors[p.topFloor], outcome.Roof = floor.afterHits(u, combined.floor, p.pins), roof.afterHits(u, combined.roof, p.pins)
	return outcome
}

// afterHits returns the unit on the level after a volley.
func (t *floorTarget) afterHits(u *rule.Umpire, result volleyResult, pins uint8) UnitResult {
	var fire fireResult
	fire.add(&t.protection, result, true, pins)
	return t.protection.afterFire(u, fire, t.die)
}

// prepareShell works out an indirect shell up to the first roll.
var prepareShell = rule.Precomputed[Shell, preparedShell]{Compute: func(u *rule.Umpire, s *Shell) preparedShell {
	s.noteRules(u)
	occupants := s.Occupants
	if s.Reacts == ToGround {
		_, target := occupants.aimedAt(&s.Structure, s.Target)
		target.goDown(u)
	}
	prepared := preparedShell{before: occupants.unharmed(), hitScore: s.hitScore(u), burst: rule.AtLeast(u.Fact(&burstScore))}
	prepared.heBurst = occupants.prepareBurst(u, &s.Structure, explosivesRow(u, s.Weapon, s.Value), s.countsAsBunker())
	level, _ := s.aimedAt(&s.Structure, s.Target)
	prepared.target = int8(level)
	if prepared.collapseAt > 0 {
		prepared.countedTogether = prepared.levels[s.Storeys].isStruck() && prepared.levels[prepared.topFloor].isStruck() && u.Ruling(&twelveSum) == twelveSumTogether
		prepared.collapsesEmpty = u.Ruling(&emptyBurst) == emptyBurstYes
	}
	return prepared
}}

// hitScore returns the score that hits: 6, one better for each shot before at the same
// target, and 2 once a shot has hit (host.indirect, host.ranging).
func (s *Shell) hitScore(u *rule.Umpire) int {
	score := u.Fact(&indirectScore)
	switch {
	case s.Moved:
		u.Note("host.ranging", "the weapon or the target has moved: ranging begins again")
	case s.Ranged:
		return u.Fact(&rangedInScore)
	default:
		score = max(u.Fact(&rangedInScore), score-u.Apply(int(s.Earlier), "host.ranging", "bonus for earlier shots"))
	}
	return score
}

// A preparedShell is an indirect shell up to the first roll.
type preparedShell struct {
	heBurst
	hitScore        int
	burst           rule.Target // the score with which it bursts on a floor
	countedTogether bool        // hits on roof and top floor count together for a collapse
	collapsesEmpty  bool        // a burst on an empty floor may bring the building down
	target          int8        // the level of the target
	before          OccupantResults
}

// A combinedBurst is one shell on the units of the top floor and of the roof: whether the
// building collapses, else both volleys.
type combinedBurst struct {
	collapses   bool
	floor, roof volleyResult
}
