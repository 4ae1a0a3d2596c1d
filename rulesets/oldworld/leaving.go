package oldworld

import "loophole/rule"

// LeavingWay is a way to leave a building.
type LeavingWay uint8

const (
	ByMoving LeavingWay = iota
	ByFollowUp
	ByPursuit
	ByCharge
)

func (LeavingWay) Names() []string { return []string{"moving", "follow-up", "pursuit", "charge"} }

// Leave is the situation of "Leaving a building": a unit moves out, or it has won a combat and may
// have to follow up or pursue.
type Leave struct {
	Garrison   Troops      `key:"garrison" doc:"the unit in the building"`
	By         LeavingWay  `key:"by" doc:"how the unit would leave"`
	Phase      Phase       `key:"phase" doc:"the part of the turn"`
	EnemyTurn  bool        `key:"enemy-turn" doc:"it is the enemy's turn"`
	State      State       `key:"state" doc:"what the unit is doing, or has done this turn"`
	Entered    bool        `key:"entered" doc:"the unit entered the building this turn"`
	Enemy      BeatenEnemy `key:"enemy" doc:"what the beaten enemy does"`
	Restrain   bool        `key:"restrain" doc:"the unit wants to stay inside"`
	OtherEnemy bool        `key:"other-enemy" doc:"another enemy still fights the unit"`
	Crowded    bool        `key:"crowded" doc:"there is no room at the walls more than an inch from the enemy"`
	Touch      bool        `key:"touch" doc:"the players agree that the unit, put down at the walls, touches the enemy"`
	Gap        uint8       `key:"gap" unit:"inches" min:"0" max:"9" doc:"distance from the walls to the enemy that gave ground; 0 if not measured"`
	Front      uint8       `key:"front" unit:"models" min:"0" max:"60" doc:"models in the unit's front rank, by the set-up; 0 for all"`
	Onwards    uint8       `key:"onwards" unit:"inches" min:"0" max:"20" doc:"further inches that the unit would move after leaving"`
}

// BeatenEnemy is the result of the Break test of an enemy.
type BeatenEnemy uint8

const (
	NoneBeaten BeatenEnemy = iota
	EnemyGaveGround
	EnemyFellBack
	EnemyFled
)

func (BeatenEnemy) Names() []string { return []string{"none", "gave-ground", "fell-back", "fled"} }

// LeaveOutcome is the outcome of Leave.
type LeaveOutcome struct {
	Out     bool `key:"outside" doc:"the unit is on the table again, touching the building"`
	Engaged bool `key:"engaged" doc:"the unit is in combat again"`
	Caught  bool `key:"caught" doc:"the unit has caught and destroyed the fleeing enemy"`
}

var leaveSpec = rule.Spec[Leave, LeaveOutcome]{
	Name:         "leave",
	Gist:         "a unit leaves a building, by moving or after a beaten enemy",
	Default:      Leave{Garrison: Troops{Unit: units.Ref("state-troops"), Models: 15}, Restrain: true},
	Legal:        legalLeave,
	Play:         playLeave,
	MaxQuestions: 3,
	Events: []rule.Event[LeaveOutcome]{
		{Name: "outside", Gist: "the unit is outside", Holds: func(l LeaveOutcome) bool { return l.Out }},
		{Name: "stays", Gist: "the unit stays inside", Holds: func(l LeaveOutcome) bool { return !l.Out }},
		{Name: "engaged", Gist: "the unit is in combat again, outside", Holds: func(l LeaveOutcome) bool { return l.Engaged }},
		{Name: "caught", Gist: "the unit catches the fleeing enemy", Holds: func(l LeaveOutcome) bool { return l.Caught }},
	},
	Examples: []rule.Example{
		{Name: "walk-out", Settings: "by=moving", Gist: "a unit walks out in its Remaining Moves"},
		{Name: "hold-back", Settings: "by=follow-up enemy=gave-ground phase=combat", Gist: "the enemy gave ground, and the officers try to keep their men inside"},
		{Name: "after-them", Settings: "by=pursuit enemy=fled restrain=no phase=combat enemy-turn=yes", Gist: "the enemy flees and the unit goes after it"},
		{Name: "back-at-them", Settings: "by=follow-up enemy=gave-ground restrain=no touch=yes phase=combat", Gist: "a unit that follows up far enough to touch the enemy"},
	},
}

// playLeave puts the unit down touching the building, by a move, a follow-up or a pursuit.
func playLeave(u *rule.Umpire, s *Leave) LeaveOutcome {
	if s.By == ByMoving {
		u.Note("leave.phase", "the unit leaves in its Remaining Moves")
		putDown(u)
		return LeaveOutcome{Out: true}
	}
	fates := [...]Fate{EnemyGaveGround: GaveGround, EnemyFellBack: FellBack, EnemyFled: Broke}
	decision := winnerDecision{players: &assaultPlayers, restrain: s.Restrain, leadership: s.Garrison.leadership(u), enemy: fates[s.Enemy]}
	if s.By == ByFollowUp {
		decision.touch = followUpTouches(u, &s.Garrison, s.Garrison.allModels(), s.Front, s.Gap, s.Touch)
	}
	left, _ := decision.play(u)
	return left
}

// putDown puts a leaving unit down at the walls, where its movement ends.
func putDown(u *rule.Umpire) {
	u.Note("leave.place", "the unit is put down touching the building")
	u.Note("leave.ends", "the unit's movement is over")
}

// legalLeave forbids a unit to leave if it cannot, or not in this way.
func legalLeave(u *rule.Umpire, s *Leave) {
	if !legalUnit(u, &s.Garrison) {
		return
	}
	legalOccupier(u, &s.Garrison)
	if s.By == ByCharge {
		u.Forbid("leave.no-charge", "a unit in a building cannot declare a charge")
		return
	}
	u.Require(s.State != Fleeing, "leave.fleeing", "a fleeing unit cannot leave the building")
	u.Require(s.Onwards == 0, "leave.ends", "a unit put down at the walls cannot move further")
	u.Require(!s.Crowded, "host.room", "there is no room at the walls more than an inch from the enemy")
	if s.By == ByMoving {
		u.Require(s.Phase == RemainingMoves && !s.EnemyTurn, "leave.phase", "units leave in the Remaining Moves of their own turn")
		u.Require(!s.Entered, "leave.ends", "the unit entered the building this turn and cannot move again")
		u.Require(s.State != Engaged && s.State != Charging && s.State != Compelled, "host.busy", "a unit that is engaged, has charged or has made a compulsory move has no remaining move")
		return
	}
	u.Require(s.Phase == CombatPhase, "host.restrain", "units follow up and pursue in the combat phase: phase=combat")
	u.Require(!s.OtherEnemy, "host.restrain", "another enemy still fights the unit, so it cannot follow up or pursue")
	if s.By == ByFollowUp {
		u.Require(s.Enemy == EnemyGaveGround, "leave.follow-up", "a unit can follow up only an enemy that gives ground")
	} else {
		u.Require(s.Enemy == EnemyFellBack || s.Enemy == EnemyFled, "leave.pursue", "a unit can pursue only an enemy that falls back or flees")
	}
}

// winnerDecision is the decision of a winner after the Break test of its enemy: a garrison, or a
// unit in the open.
type winnerDecision struct {
	players    *players // of the beaten enemy and the winner
	ask        bool     // the winner's side decides whether it wants to stay
	restrain   bool     // the winner wants to stay
	open       bool     // the winner is in the open
	leadership leadership
	enemy      Fate
	touch      bool // a garrison that follows up touches the enemy from the walls
}

// The players of a winnerDecision, as indices.
const (
	beatenPlayer = iota
	winningPlayer
)

// play decides whether the garrison leaves, and what follows. away is the inches that the enemy
// moves, or 0 if no dice were rolled for them.
func (d *winnerDecision) play(u *rule.Umpire) (left LeaveOutcome, away uint8) {
	if d.restrains(u) {
		return left, 0
	}
	left.Out = true
	if d.enemy == GaveGround {
		u.Note("leave.follow-up", "the garrison leaves by following up")
		if left.Engaged = d.touch; d.touch {
			u.Note("silent.reach", "the garrison touches the enemy, so the combat goes on outside")
		}
	} else {
		u.Note("leave.pursue", "the garrison leaves in pursuit")
		away = d.pursue(u, &left)
	}
	putDown(u)
	return left, away
}

// The options of a winner: a garrison, and a unit in the open.
var (
	garrisonOptions = [...]string{"try to stay inside", "go after them"}
	openOptions     = [...]string{"try to stay", "go after them"}
)

// restrains reports whether the winner stays. A winner that wants to stay takes a Leadership test.
func (d *winnerDecision) restrains(u *rule.Umpire) bool {
	ask, options, cause := "the enemy is beaten: stay inside, or go after it?", garrisonOptions[:], "to stay inside"
	if d.open {
		ask, options, cause = "the enemy is beaten: stay, or go after it?", openOptions[:], "to stay where it is"
	}
	if d.ask {
		d.restrain = u.Choose(d.players.sides[winningPlayer], "host.restrain", withSubject(d.players.names[winningPlayer], ask), options...) == 0
	}
	if !d.restrain {
		return false
	}
	if !d.open && u.Ruling(&restraint) == restraintFree {
		u.Note("silent.restrain", "the garrison need not leave, and stays")
		return true
	}
	u.Note("host.restrain", "the winner stays if it passes a Leadership test")
	return d.players.test(u, d.leadership.plain(), cause)
}

// pursue rolls whether a garrison catches the enemy, if the ruling "pursuit" allows it, and returns
// the inches that the enemy moves.
func (d *winnerDecision) pursue(u *rule.Umpire, left *LeaveOutcome) (inches uint8) {
	if u.Ruling(&pursuit) == pursuitPlaced {
		u.Note("silent.pursuit", "the garrison is put down at the walls and catches nobody")
		return 0
	}
	away, run := d.pursuitRolls(u)
	if run >= away {
		left.Engaged, left.Caught = d.enemy == FellBack, d.enemy == Broke
	}
	return uint8(away)
}

// pursuitRolls rolls the inches of the beaten enemy and of the pursuers, who catch it with as many.
func (d *winnerDecision) pursuitRolls(u *rule.Umpire) (away, run int) {
	if d.enemy == FellBack {
		away = u.By(d.players.sides[beatenPlayer]).Highest(2, 1, rule.D6, "host.fall-back", withSubject(d.players.names[beatenPlayer], "beaten: inches that the unit falls back"))
	} else {
		away = u.By(d.players.sides[beatenPlayer]).Sum(2, rule.D6, "host.pursue", withSubject(d.players.names[beatenPlayer], "broken: inches that the unit flees"))
	}
	return away, u.By(d.players.sides[winningPlayer]).Sum(2, rule.D6, "host.pursue", withSubject(d.players.names[winningPlayer], "inches of the pursuit: as many catch the enemy"))
}

// When a garrison that follows up fights on, by the readings of the ruling "follow-up".
const (
	followUpByRanks = iota // if its ranks, an inch deep each, reach the enemy
	followUpNever
	followUpAlways
)

// followUpTouches reports whether a garrison that follows up is in contact again, with left models
// and front of them in its front rank. gap is the inches from the wall to the enemy, or 0 if not
// measured. touch says that the players agree on contact.
func followUpTouches(u *rule.Umpire, unit *Troops, left int, front, gap uint8, touch bool) bool {
	if !touch && gap == 0 {
		return false
	}
	switch u.Ruling(&followUp) {
	case followUpNever:
		u.Note("silent.reach", "the garrison's movement ends at the wall, and the combat with it")
		return false
	case followUpAlways:
		u.Note("silent.reach", "a unit that follows up is in contact again")
		return true
	}
	if touch {
		return true
	}
	wide := unit.frontage(u, front)
	return u.Apply((left+wide-1)/wide, "silent.reach", unit.textAbout(u, "inches that the ranks reach from the wall")) >= int(gap)
}
