package oldworld

import "loophole/rule"

// A moveRange is the range of a unit in its Remaining Moves, in inches.
type moveRange struct {
	move       int        // inches without marching
	reach      int        // inches with it
	test       bool       // the march takes a Leadership test
	leadership leadership // for that test
}

// moveRange works out the range of a unit, with or without marching. nearest is the inches to the
// nearest enemy that does not flee, 0 for none: within 8" a march takes a Leadership test.
func (t *Troops) moveRange(u *rule.Umpire, march, column bool, nearest uint8) moveRange {
	moves := moveRange{move: u.Cell(&units, t.Unit, unitMove)}
	moves.reach = moves.move
	if !march {
		return moves
	}
	times := &marchMultiple
	if column {
		times = &columnMultiple
	}
	moves.reach *= u.Fact(times)
	if moves.test = nearest > 0 && int(nearest) <= u.Fact(&marchHinderedInches); moves.test {
		moves.leadership.ld = uint8(t.bestLeadership(u))
	}
	return moves
}

// inches returns the range after the Leadership test that a march may take. A unit that fails counts as
// marching, and moves only its Movement.
func (r *moveRange) inches(u *rule.Umpire) int {
	if !r.test {
		return r.reach
	}
	u.Note("host.march", "an enemy is near, so the march takes a Leadership test")
	if r.leadership.test(u, "to march near the enemy") {
		return r.reach
	}
	u.Note("host.march", "the unit fails the test: it moves only its Movement, and counts as marching")
	return r.move
}

// March is the situation of a unit that marches in the open. Distances are in inches.
type March struct {
	Troops
	Distance uint8 `key:"distance" unit:"inches" min:"0" max:"99" doc:"distance to the goal along the unit's way, rounded up"`
	Column   bool  `key:"column" doc:"the unit is a marching column of close order"`
	Enemy    uint8 `key:"enemy" unit:"inches" min:"0" max:"99" doc:"distance to the nearest enemy that does not flee, before the move; 0 for none"`
	EnemyAt  uint8 `key:"enemy-at" unit:"inches" min:"0" max:"99" doc:"distance from the goal to the nearest enemy; 99 for none nearby"`
	State    State `key:"state" doc:"what the unit is doing, or has done this turn"`
}

// MarchOutcome is the outcome of March.
type MarchOutcome struct {
	Arrives bool  `key:"arrives" doc:"the unit reaches the goal"`
	Inches  uint8 `key:"inches" unit:"inches" doc:"inches that the unit moves"`
}

var marchSpec = rule.Spec[March, MarchOutcome]{
	Name:         "march",
	Gist:         "a unit marches in the open, which takes a Leadership test near the enemy",
	Default:      March{Troops: Troops{Unit: units.Ref("state-troops"), Models: 20}, Distance: 8, Enemy: 6, EnemyAt: 99},
	Legal:        legalMarch,
	Play:         playMarch,
	MaxQuestions: 1,
	Events: []rule.Event[MarchOutcome]{
		{Name: "arrives", Gist: "the unit reaches the goal", Holds: func(m MarchOutcome) bool { return m.Arrives }},
		{Name: "short", Gist: "the unit stops short of the goal", Holds: func(m MarchOutcome) bool { return !m.Arrives }},
	},
	Measures: []rule.Measure[MarchOutcome]{
		{Name: "way", Unit: "inches", Of: func(m MarchOutcome) int { return int(m.Inches) }},
	},
	Examples: []rule.Example{
		{Name: "past-the-enemy", Settings: "distance=8 enemy=6", Gist: "twenty State Troops march eight inches with an enemy six inches away"},
		{Name: "far-away", Settings: "distance=8 enemy=9", Gist: "the enemy is nine inches away, and nobody tests"},
		{Name: "column", Settings: "column=yes distance=12 enemy=8", Gist: "a marching column goes three times its Movement"},
		{Name: "captain", Settings: "distance=8 enemy=6 hero=captain", Gist: "a captain at their head"},
	},
}

// prepareMarch works out the range of the march.
var prepareMarch = rule.Precomputed[March, moveRange]{Compute: func(u *rule.Umpire, s *March) moveRange {
	moves := s.moveRange(u, true, s.Column, s.Enemy)
	u.Apply(moves.reach, "host.move", "inches that the unit can move")
	return moves
}}

// playMarch moves the unit as far as it gets.
func playMarch(u *rule.Umpire, s *March) MarchOutcome {
	moves := prepareMarch.For(u, s)
	inches := moves.inches(u)
	return MarchOutcome{inches >= int(s.Distance), uint8(min(inches, int(s.Distance)))}
}

// legalMarch forbids a march that is impossible or out of range.
func legalMarch(u *rule.Umpire, s *March) {
	if !legalUnit(u, &s.Troops) {
		return
	}
	legalRemaining(u, s.State)
	legalMarcher(u, &s.Troops)
	legalEnemyDistance(u, int(s.EnemyAt))
	moves := prepareMarch.For(u, s)
	u.Requiref(moves.reach >= int(s.Distance), "host.move", "the goal is %d″ away, and the unit marches %d″", int(s.Distance), moves.reach)
}

// legalRemaining forbids a move by a unit that has no remaining move.
func legalRemaining(u *rule.Umpire, state State) {
	u.Require(state != Charging && state != Compelled && state != Engaged, "host.busy", "a unit that is engaged, has charged or has made a compulsory move has no remaining move")
	u.Require(state != Fleeing, "host.busy", "a fleeing unit has no remaining move")
}

// legalMarcher forbids a march by a war machine.
func legalMarcher(u *rule.Umpire, unit *Troops) {
	u.Require(typeOf(u, unit.Unit) != warMachine, "host.move", "a war machine cannot march")
}

// legalEnemyDistance forbids a move that ends within 1" of an enemy.
func legalEnemyDistance(u *rule.Umpire, inches int) {
	leastInches := u.Fact(&enemyApartInches)
	u.Requiref(inches > leastInches, "host.inch", "the move would end within %d {inch} of an enemy", leastInches)
}
