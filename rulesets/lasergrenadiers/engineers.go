package lasergrenadiers

import "loophole/rule"

// Breach is the situation of engineers who work at a wall, turn by turn.
type Breach struct {
	Workers  [4]Engineer  `key:"workers" doc:"the pieces that work at the wall"`
	Turns    uint8        `key:"turns" unit:"turns" min:"1" max:"60" doc:"how long the pieces may work"`
	Points   uint8        `key:"points" unit:"points" min:"0" max:"250" doc:"damage points that the players gave the wall; 0 for the rulebook's example, which covers only brick"`
	Damage   uint8        `key:"damage-done" unit:"points" min:"0" max:"250" doc:"damage that the wall has already taken"`
	Counting Counting     `key:"counting" doc:"what a success counts for"`
	Variant  Variant      `key:"variant" doc:"variant of the point system, with counting=points"`
	Checks   YesNoDefault `key:"checks" doc:"whether the players check for a collapse at the start of each turn"`
	Whole    uint8        `key:"building-points" unit:"points" min:"0" max:"250" doc:"points of the whole structure for those checks; 0 for the wall's points"`
	Lost     uint8        `key:"building-lost" unit:"points" min:"0" max:"250" doc:"points that the whole structure has already lost"`
	Pierces  uint8        `key:"penetrates-on" min:"0" max:"10" doc:"the pieces penetrate on 1 to this; 0 for the table"`

	Structure
}

// An Engineer is a piece with its tool.
type Engineer struct {
	Unit         rule.Ref `key:"unit" table:"troops" doc:"the piece"`
	Tool         rule.Ref `key:"tool" table:"weapons" doc:"the piece's tool; none for a chainsaw"`
	HitOn        uint8    `key:"hit-on" min:"0" max:"10" doc:"the piece hits on 1 to this; 0 for the usual number"`
	AwayFromWall bool     `key:"apart" doc:"the piece is not at the wall"`
}

// Counting is what a success of engineers counts for.
type Counting uint8

const (
	UsualCounting Counting = iota
	BySuccesses
	ByVariant
)

func (Counting) Names() []string { return []string{"usual", "successes", "points"} }

// BreachOutcome is the outcome of [Breach].
type BreachOutcome struct {
	Fate   Fate  `key:"wall" doc:"what happened to the wall"`
	Turn   uint8 `key:"turn" unit:"turns" doc:"the turn in which the wall was breached or fell; 0 if it stands"`
	Damage uint8 `key:"damage" unit:"points" doc:"damage that the wall has taken"`
	Way    bool  `key:"way-through" doc:"the wall has a way through, as wide as a doorway"`
}

var breachSpec = rule.Spec[Breach, BreachOutcome]{
	Name: "breach",
	Gist: "engineers saw and blast at a wall turn by turn; the structure may collapse first",
	Default: Breach{
		Workers: [4]Engineer{{Unit: wardrone, Tool: chainsaw}}, Turns: 12,
		Structure: Structure{Type: structures.Ref("house")},
	},
	Legal:        legalBreach,
	Play:         playBreach,
	MaxQuestions: 60 * (1 + 8),
	Events: []rule.Event[BreachOutcome]{
		{Name: "breached", Gist: "the wall is breached", Holds: func(o BreachOutcome) bool { return o.Fate == Breached }},
		{Name: "breached-by-turn-4", Gist: "the wall is breached in turn 4 or earlier", Holds: func(o BreachOutcome) bool { return o.Fate == Breached && o.Turn <= 4 }},
		{Name: "collapsed", Gist: "the structure collapses first", Holds: func(o BreachOutcome) bool { return o.Fate == Collapsed }},
		{Name: "destroyed", Gist: "the whole structure has lost its last point", Holds: func(o BreachOutcome) bool { return o.Fate == Destroyed }},
		{Name: "stands", Gist: "the wall stands", Holds: func(o BreachOutcome) bool { return o.Fate == Stands }},
	},
	Measures: []rule.Measure[BreachOutcome]{
		{Name: "turn", Unit: "turn in which the wall was breached or fell; 0 if it stands", Of: func(o BreachOutcome) int { return int(o.Turn) }},
		{Name: "damage", Unit: "damage points", Of: func(o BreachOutcome) int { return int(o.Damage) }},
	},
	Examples: []rule.Example{
		{Name: "wardrone", Settings: "structure=none wall=brick workers=wardrone turns=4", Gist: "the book's wardrone with a chainsaw at a brick wall of three points"},
		{
			Name: "twelve-turns", Settings: "workers=wardrone,combat-engineer workers.2.tool=demolition-charge points=6 building-points=20 turns=12 checks=yes",
			Gist: "twelve turns at a wall of six points in a house of twenty, with collapse checks",
		},
		{
			Name: "points", Settings: "structure=pillbox workers=engineering-vehicle,combat-engineer workers.1.tool=buzzsaw workers.2.tool=demolition-charge counting=points variant=3 points=40 building-points=60 checks=yes",
			Gist: "the point system instead, at a pillbox of 60 points",
		},
	},
}

func legalBreach(u *rule.Umpire, s *Breach) {
	// Engineers stand at the wall, so they can reach even a buried bunker.
	legalTarget(u, &s.Structure, WallSurface, true)
	points := s.pointsToBreach(u)
	u.Require(points > 0, "engineers.points", "the players must give the wall damage points: points=5")
	u.Require(points == 0 || s.Damage < points, "engineers.breached", "the wall is already breached")
	u.Require(s.Whole == 0 || s.Lost < s.Whole, "points.track", "the structure has no points left")
	u.Require(s.Whole > 0 || s.Lost == 0, "points.track", "state the points of the whole structure: building-points=24")
	u.Require(openingsOf(u, s.Type) != openAround, "engineers.breach", "a trench, foxhole or emplacement is open and has no wall to breach")
	workers := 0
	for i := range s.Workers {
		worker := &s.Workers[i]
		if worker.Unit == 0 {
			u.Require(*worker == Engineer{}, "engineers.breach", "a tool needs a piece to use it")
			continue
		}
		workers++
		u.Require(u.Cell(&pieceKinds, worker.Unit, kindEngineer) > 0, "engineers.tools", "only combat engineers, engineering vehicles and wardrones can breach walls")
		u.Require(breachesWalls(worker.tool()), "engineers.tools", "only chainsaws, buzzsaws and demolition charges breach walls: fire other weapons at the structure")
		u.Require(!worker.AwayFromWall, "host.tool", "a piece uses a tool or a charge at the wall itself")
	}
	u.Require(workers > 0, "engineers.breach", "no piece works at the wall: workers=combat-engineer")
}

// A breachAttack is one attack of a worker on the wall.
type breachAttack struct {
	hitsOn, penetratesOn int
	cost                 pointCost
}

// roll rolls the attack: whether it hits, and the points that it costs the wall (engineers.success,
// engineers.one).
func (a breachAttack) roll(u *rule.Umpire) (hit bool, points int) {
	if !u.Test(rule.D10, rule.AtMost(a.hitsOn), "engineers.success", "does the attack hit the wall?") {
		return false, 0
	}
	if !u.Test(rule.D10, rule.AtMost(a.penetratesOn), "engineers.success", "does the attack penetrate?") {
		u.Note("engineers.keeps", "the wall keeps its earlier damage")
		return true, a.cost.hit
	}
	return true, u.Apply(a.cost.penetration, "engineers.one", "damage to the wall")
}

// breachAttackRoll is the attack as a subroll. Its value is the points that the wall loses.
var breachAttackRoll = rule.Subroll[breachAttack]{Name: "attack of an engineer on the wall", Play: func(u *rule.Umpire, attack breachAttack) int {
	_, points := attack.roll(u)
	return points
}}

// A preparedBreach is work at a wall up to the first roll: the attacks of each turn.
type preparedBreach struct {
	attacks        [4]breachAttack
	workers        int
	pointsToBreach uint8 // damage that breaches the wall
	checks         bool
}

var prepareBreach = rule.Precomputed[Breach, preparedBreach]{Compute: func(u *rule.Umpire, s *Breach) (prepared preparedBreach) {
	u.Note("engineers.breach", "engineers try to breach the wall")
	prepared.pointsToBreach = s.pointsToBreach(u)
	prepared.checks = s.Checks.isYes(u, &collapseChecks)
	wall := s.wall(u)
	for i := range s.Workers {
		if worker := &s.Workers[i]; worker.Unit != 0 {
			prepared.attacks[prepared.workers] = worker.prepareAttack(u, s, wall)
			prepared.workers++
		}
	}
	return prepared
}}

// pointsToBreach returns the damage that breaches the wall (engineers.points, engineers.brick).
func (s *Breach) pointsToBreach(u *rule.Umpire) uint8 {
	if s.Points > 0 {
		return uint8(u.Apply(int(s.Points), "engineers.points", "damage points of the wall, as the players judge"))
	}
	if s.wall(u).wallRow == wallBrick {
		return uint8(u.Fact(&brickPoints))
	}
	return 0
}

// countsPoints reports whether the point system counts (engineers.system).
func (s *Breach) countsPoints(u *rule.Umpire) bool {
	if s.Counting == UsualCounting {
		return u.Ruling(&breaching) == breachingPoints
	}
	return s.Counting == ByVariant
}

// tool returns the tool of the engineer (engineers.tools).
func (e *Engineer) tool() rule.Ref {
	if e.Tool == 0 {
		return chainsaw
	}
	return e.Tool
}

// prepareAttack works out one attack of a worker up to the first roll.
func (e *Engineer) prepareAttack(u *rule.Umpire, s *Breach, wall material) breachAttack {
	if u.Cell(&pieceKinds, e.Unit, kindEngineer) == engineerWardrone {
		u.Note("engineers.wardrone", "a wardrone also works at the wall")
	} else {
		u.Note("engineers.tools", "engineers and their vehicles use saws or demolition charges")
	}
	arm := Armament{Weapon: e.tool(), Class: Tool}
	tool := arm.weapon(u)
	attack := breachAttack{hitsOn: int(e.HitOn), penetratesOn: int(s.Pierces), cost: pointCost{penetration: successDamage}}
	if attack.hitsOn == 0 {
		attack.hitsOn = u.Fact(&toolHit)
	}
	if attack.penetratesOn == 0 {
		attack.penetratesOn = penetratesOn(u, tool.attackFactorAgainst(u, &s.Structure), wall.ac)
	}
	if s.countsPoints(u) {
		attack.cost = tool.pointCost(u, s.Variant.inForce(u))
	}
	return attack
}

// A breachProgress is the wall at the beginning of a turn.
type breachProgress struct {
	turn      uint8 `key:"turn" doc:"the turn that begins"`
	damage    uint8 `key:"damage-done" unit:"points" doc:"damage of the wall so far"`
	lost      uint8 `key:"building-lost" unit:"points" doc:"points that the whole structure has lost so far"`
	newDamage bool  `key:"fresh" doc:"the structure has new damage since the last check"`
}

func playBreach(u *rule.Umpire, s *Breach) BreachOutcome {
	prepared := prepareBreach.For(u, s)
	now := breachProgress{turn: 1, damage: s.Damage, lost: s.Lost, newDamage: true}
	for now.turn <= s.Turns {
		if !rule.Checkpoint(u, "turn", &now) {
			return BreachOutcome{}
		}
		u.Apply(int(now.turn), "engineers.breach", "turn of work")
		if lost, whole := s.damageForCollapse(&now, prepared.pointsToBreach); prepared.checks && lost > 0 && collapsesNow(u, now.newDamage, lost, whole) {
			return BreachOutcome{Collapsed, now.turn, now.damage, false}
		}
		now.newDamage = false
		for _, attack := range prepared.attacks[:prepared.workers] {
			now.newDamage = prepared.addDamage(s, breachAttackRoll.Roll(u, attack), &now) || now.newDamage
			if lost, whole := s.damageForCollapse(&now, prepared.pointsToBreach); lost >= whole && s.Whole > 0 {
				u.Note("points.track", "the whole structure has lost its last point")
				return BreachOutcome{Destroyed, now.turn, now.damage, false}
			}
			if now.damage >= prepared.pointsToBreach {
				u.Note("engineers.breached", "the wall is breached")
				return BreachOutcome{Breached, now.turn, now.damage, true}
			}
		}
		now.turn++
	}
	return BreachOutcome{Damage: now.damage}
}

// addDamage adds damage to the wall and to the structure, and reports whether there was
// any. The wall has no more to lose than it takes to breach it.
func (p *preparedBreach) addDamage(s *Breach, points int, now *breachProgress) bool {
	now.lost = uint8(min(int(now.lost)+points, int(s.Whole)))
	now.damage = uint8(min(int(now.damage)+points, int(p.pointsToBreach)))
	return points > 0
}

// damageForCollapse returns the damage that collapse checks go by: of the whole structure if it
// has points, else of the wall.
func (s *Breach) damageForCollapse(now *breachProgress, wall uint8) (lost, points int) {
	if s.Whole == 0 {
		return int(now.damage), int(wall)
	}
	return int(now.lost), int(s.Whole)
}
