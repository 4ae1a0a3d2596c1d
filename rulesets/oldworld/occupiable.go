package oldworld

import "loophole/rule"

// OccupantKind is the kind of occupants of a building.
type OccupantKind uint8

const (
	Empty OccupantKind = iota
	FriendsInside
	EnemyInside
)

func (OccupantKind) Names() []string { return []string{"nobody", "friends", "enemy"} }

// Enter is the situation of "Occupiable buildings": a unit moves up to a building to occupy it.
// Distances are in inches.
type Enter struct {
	Troops
	Characters     uint8        `key:"characters" unit:"models" min:"0" max:"20" doc:"further characters on foot in the unit"`
	Widest         uint8        `key:"widest" unit:"tenths of an inch" min:"0" max:"200" doc:"width of the building from one corner to the furthest"`
	Longest        uint8        `key:"longest" unit:"tenths of an inch" min:"0" max:"200" doc:"longer side of the building; 0 for as much as the width"`
	Distance       uint8        `key:"distance" unit:"inches" min:"0" max:"40" doc:"distance from the unit to the building, along the unit's way"`
	March          bool         `key:"march" doc:"the unit marches"`
	Column         bool         `key:"column" doc:"the unit is a marching column of close order"`
	Enemy          uint8        `key:"enemy" unit:"inches" min:"0" max:"99" doc:"distance to the nearest enemy that does not flee, before the move; 0 for none"`
	EnemyAt        uint8        `key:"enemy-at" unit:"inches" min:"0" max:"99" doc:"distance from the building to the nearest enemy that the unit does not fight; 99 for none nearby"`
	Inside         OccupantKind `key:"inside" doc:"who is already in the building"`
	InsideStrength uint8        `key:"inside-strength" unit:"Unit Strength" min:"0" max:"99" doc:"Unit Strength of friends inside that a character joins"`
	Phase          Phase        `key:"phase" doc:"the part of the turn"`
	EnemyTurn      bool         `key:"enemy-turn" doc:"it is the enemy's turn"`
	State          State        `key:"state" doc:"what the unit is doing, or has done this turn"`
	Left           bool         `key:"left" doc:"the unit left a building this turn"`
}

// EnterOutcome is the outcome of Enter.
type EnterOutcome struct {
	Inside   bool  `key:"inside" doc:"the unit is off the table and occupies the building"`
	Strength uint8 `key:"strength" unit:"Unit Strength" doc:"Unit Strength inside"`
	Shooters uint8 `key:"shooters" unit:"models" doc:"models that may shoot or cast this turn, having moved"`
	Short    uint8 `key:"short" unit:"inches" doc:"inches by which the unit falls short of the building"`
}

var enterSpec = rule.Spec[Enter, EnterOutcome]{
	Name:         "enter",
	Gist:         "a unit moves up to a building and occupies it",
	Default:      Enter{Troops: Troops{Unit: units.Ref("state-troops"), Models: 20}, Widest: 60, Distance: 4, EnemyAt: 99},
	Legal:        legalEnter,
	Play:         playEnter,
	MaxQuestions: 2,
	Events: []rule.Event[EnterOutcome]{
		{Name: "inside", Gist: "the unit occupies the building", Holds: func(o EnterOutcome) bool { return o.Inside }},
		{Name: "short", Gist: "the unit does not reach the building", Holds: func(o EnterOutcome) bool { return !o.Inside }},
	},
	Measures: []rule.Measure[EnterOutcome]{
		{Name: "shooters", Unit: "models", Of: func(o EnterOutcome) int { return int(o.Shooters) }},
	},
	Examples: []rule.Example{
		{Name: "farmhouse", Settings: "models=20 distance=4", Gist: "twenty State Troops walk into a farmhouse"},
		{Name: "march", Settings: "models=15 distance=7 march=yes enemy=6", Gist: "fifteen State Troops must march, with an enemy nearby"},
		{Name: "trolls", Settings: "unit=stone-trolls models=6 distance=5", Gist: "six Stone Trolls just fit"},
		{Name: "captain", Settings: "unit=elven-archers models=19 hero=captain distance=5", Gist: "nineteen archers and a captain fill a building"},
		{Name: "mage-joins", Settings: "unit=master-mage models=1 inside=friends inside-strength=15 distance=3", Gist: "a mage joins the unit inside"},
	},
}

// playEnter moves the unit to the building and, if it reaches the wall, takes it off the table.
func playEnter(u *rule.Umpire, s *Enter) EnterOutcome {
	prepared := prepareEnter.For(u, s)
	reach := prepared.inches(u)
	if reach < int(s.Distance) {
		return EnterOutcome{Short: uint8(int(s.Distance) - reach)}
	}
	if s.size().narrow(u) {
		u.Note("silent.widest", "the building is wide enough from corner to corner")
	}
	u.Note("enter.contact", "the unit moves into contact with the building")
	u.Apply(prepared.strength, "who.strength", "Unit Strength inside")
	u.Note("enter.off-table", "the unit leaves the table and occupies the building")
	if s.Inside == FriendsInside {
		u.Note("host.join", "the character joins the unit inside")
	}
	return EnterOutcome{Inside: true, Strength: uint8(min(prepared.strength, 255)), Shooters: uint8(prepared.shooters)}
}

// legalEnter forbids a unit that may not occupy the building, or not now.
func legalEnter(u *rule.Umpire, s *Enter) {
	if !legalUnit(u, &s.Troops) {
		return
	}
	u.Require(u.Ruling(&agreed) == agreedYes, "impassable", "buildings are impassable, so no unit can enter")
	u.Require(u.Ruling(&agreed) == agreedYes, "agree", "the players have not agreed that this building can be occupied")
	s.size().legal(u)
	legalTroopType(u, s.Unit)
	legalStrength(u, s.strengthInside(u))
	legalTime(u, s)
	legalVacant(u, s)
	prepared := prepareEnter.For(u, s)
	u.Require(prepared.reach >= int(s.Distance), "enter.contact", "the building is out of reach this turn")
}

// legalTroopType forbids occupants that are no infantry.
func legalTroopType(u *rule.Umpire, unit rule.Ref) {
	u.Require(troopCell(u, unit, troopInfantry) == 1, "who.infantry", "only infantry can occupy a building")
}

// legalStrength forbids occupants whose Unit Strength is above 20 (who.strength).
func legalStrength(u *rule.Umpire, strength int) {
	u.Require(strength <= u.Fact(&mostUnitStrength), "who.strength", "the Unit Strength is higher than a building holds")
}

// legalTime forbids entering in the wrong part of the turn.
func legalTime(u *rule.Umpire, s *Enter) {
	u.Require(!s.EnemyTurn, "host.turn", "units move only in their own turn")
	u.Require(s.Phase == RemainingMoves, "enter.phase", "units enter only in Remaining Moves")
	legalRemaining(u, s.State)
	u.Require(!s.Left, "leave.ends", "the unit left a building this turn and cannot move again")
}

// legalVacant forbids a building that another unit occupies, or that is too near an enemy.
func legalVacant(u *rule.Umpire, s *Enter) {
	alone := u.LookupCell(&units, s.Unit, unitCharacter) == 1 && s.Models == 1
	u.Require(s.Inside != EnemyInside, "assault.building", "the enemy is inside the building: assault it instead")
	u.Require(s.Inside != FriendsInside || alone, "enter.off-table", "a unit is already inside, and only characters can join it")
	u.Require(s.InsideStrength == 0 || s.Inside == FriendsInside, "enter.off-table", "there is no friendly unit inside to join")
	u.Require(s.InsideStrength > 0 || s.Inside != FriendsInside || !alone, "who.strength", "give the Unit Strength of the friends inside: inside-strength=15")
	if leastInches := u.Fact(&enemyApartInches); int(s.EnemyAt) <= leastInches && u.Ruling(&enemyNear) == enemyNearNo {
		u.Requiref(false, "silent.entry", "an enemy is within %d {inch} of the building", leastInches)
		legalEnemyDistance(u, int(s.EnemyAt))
	}
}

// legalOccupier forbids a unit inside that cannot be in a building. Every procedure with a unit inside
// calls it, except Rally and PanicTest.
func legalOccupier(u *rule.Umpire, unit *Troops) {
	legalTroopType(u, unit.Unit)
	legalStrength(u, unit.strength(u, int(unit.Models)))
	u.Require(u.Ruling(&agreed) == agreedYes, "agree", "the players have not agreed that buildings can be occupied")
}

// A buildingSize is the size of a building in tenths of an inch: from corner to furthest corner,
// and along its longer side. A longest of 0 means that the two are equal.
type buildingSize struct{ widest, longest uint8 }

// size returns the size of the building.
func (s *Enter) size() buildingSize { return buildingSize{s.Widest, s.Longest} }

// legal forbids a building whose greatest width is less than 4" (widest).
func (size buildingSize) legal(u *rule.Umpire) {
	least := u.Fact(&leastWidth)
	u.Requiref(int(size.widest) >= least, "widest", "the building is %d tenths of an inch across at its widest, and needs %d", int(size.widest), least)
	if size.narrow(u) && u.Ruling(&widestPoint) == widestPointSide {
		u.Requiref(false, "widest", "the building is less than %d tenths of an inch across along its longer side", least)
		u.Forbid("silent.widest", "the longer side counts as the greatest width")
	}
}

// narrow reports whether the ruling "widest" decides: the building is wide enough from corner to
// corner, but not along its longer side.
func (size buildingSize) narrow(u *rule.Umpire) bool {
	least := u.Fact(&leastWidth)
	return size.longest > 0 && int(size.longest) < least && int(size.widest) >= least
}

// A preparedMove holds what Enter depends on before its first roll: the range of the move, the Unit
// Strength inside afterwards, and the models that may shoot or cast this turn.
type preparedMove struct {
	moveRange
	strength int
	shooters int
}

var prepareEnter = rule.Precomputed[Enter, preparedMove]{Compute: func(u *rule.Umpire, s *Enter) preparedMove {
	prepared := preparedMove{moveRange: s.moveRange(u, s.March, s.Column, s.Enemy), strength: s.strengthInside(u)}
	if !s.March {
		prepared.shooters = halfInside(u, s.allModels()+int(s.Characters))
	}
	u.Apply(prepared.reach, "host.move", "inches that the unit can move")
	return prepared
}}

// strengthInside returns the Unit Strength that the building would hold, with characters and with
// friends inside.
func (s *Enter) strengthInside(u *rule.Umpire) int {
	return s.strength(u, int(s.Models)) + int(s.Characters)*u.Fact(&characterStrength) + int(s.InsideStrength)
}
