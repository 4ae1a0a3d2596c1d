package konflikt47

import (
	"slices"

	"loophole/rule"
)

// Assault is the situation of infantry that assaults a unit in a building, or out of one.
type Assault struct {
	Structure
	From         AssaultOrigin   `key:"from" doc:"where the attackers come from"`
	Floor        uint8           `key:"floor" min:"0" max:"6" doc:"the defenders' floor, or the attackers' if they leap out; 0 is the ground floor"`
	Order        Order           `key:"order" doc:"the order of the attackers"`
	Ordered      bool            `key:"ordered" doc:"the attackers have already passed their order test"`
	Distance     uint8           `key:"distance" unit:"inches" min:"0" max:"48" doc:"from the attackers to a ground-floor opening, or from that opening to a target outside; inside only the ruling reactions uses it"`
	Rough        bool            `key:"rough" doc:"the route crosses rough ground"`
	Opening      Opening         `key:"opening" doc:"the opening that the first attacker reaches or leaps out of"`
	Unseen       bool            `key:"unseen" doc:"the attackers see neither the target nor its building"`
	NotConnected bool            `key:"not-connected" doc:"that floor or section is not connected"`
	Openings     uint8           `key:"openings" unit:"openings" min:"0" max:"12" doc:"ground-floor windows and doors on the assaulted side; 0 for three"`
	OtherSide    bool            `key:"other-side" doc:"an opening on another side lets the defenders escape"`
	Obstacle     bool            `key:"obstacle" doc:"a target outside stands behind a wall or a hedge"`
	Slits        uint8           `key:"slits" unit:"openings" min:"0" max:"12" doc:"bunker slits that see the attackers; nobody fires through a bunker's doors"`
	StaysOut     bool            `key:"stays-out" doc:"attackers from outside stay outside if they win"`
	OffArc       bool            `key:"out-of-arc" doc:"the attackers are outside the arc of the defenders' fixed weapon"`
	Reacts       AssaultReaction `key:"reacts" doc:"how the defenders try to react"`
	Fires        [8]WeaponGroup  `key:"fires" doc:"the weapons that the defenders fire; none for the best that have room at the openings"`
	Attackers    Fighters        `key:"attackers" doc:"the assaulting unit"`
	Defenders    Fighters        `key:"defenders" doc:"the assaulted unit"`
}

// Fighters is one side of an assault.
type Fighters struct {
	Body
	Die      Die            `key:"die" doc:"the unit's order die"`
	Assault  uint8          `key:"assault-weapons" unit:"models" min:"0" max:"20" doc:"models with assault weapons, for an unnamed unit"`
	Tough    bool           `key:"tough" doc:"an unnamed unit is tough"`
	Strong   bool           `key:"strong" doc:"the unit is strong"`
	Fanatics bool           `key:"fanatics" doc:"an unnamed unit is fanatic"`
	Style    Style          `key:"style" doc:"how the unit fights in the first round"`
	Weapons  [4]WeaponGroup `key:"weapons" doc:"the models' weapons, first lost first; none for a rifle each, except for crews. A count of 0 is one team weapon or gun, or a weapon for every model without another"`
	Unarmed  bool           `key:"unarmed" doc:"no model has a weapon to shoot with"`
}

// AssaultOrigin is the place that an assault comes from.
type AssaultOrigin uint8

const (
	FromOutside AssaultOrigin = iota
	FromAbove
	FromBelow
	FromBeside
	FromInside
)

func (AssaultOrigin) Names() []string {
	return []string{"outside", "above", "below", "adjoining", "leap-out"}
}

// AssaultReaction is the reaction of a unit to an assault.
type AssaultReaction uint8

const (
	Stand AssaultReaction = iota
	StandAndShoot
	Escape
)

func (AssaultReaction) Names() []string { return []string{"none", "shoot", "escape"} }

// Style is the way in which a side fights the first round of an assault.
type Style uint8

const (
	HandToHand Style = iota
	PointBlank
)

func (Style) Names() []string { return []string{"hand-to-hand", "point-blank"} }

// Result is the result of an assault.
type Result uint8

const (
	AttackersWin Result = iota
	DefendersWin
	Drawn
	BothDestroyed
	ShotDown // the attackers are destroyed by reaction fire
	Escaped
	NotMade // the order came to nothing
)

func (Result) Names() []string {
	return []string{"attackers-win", "defenders-win", "drawn", "both-destroyed", "shot-down", "escaped", "not-made"}
}

// AssaultOutcome is the outcome of an assault.
type AssaultOutcome struct {
	Result        Result        `key:"result" doc:"how the assault ends"`
	Answer        OrderResponse `key:"answer" doc:"how the attackers respond to their order"`
	Taken         bool          `key:"taken" doc:"the attackers hold the assaulted floor"`
	Attackers     uint8         `key:"attackers" unit:"models" doc:"attackers left"`
	AttackersPins uint8         `key:"attackers-pins" unit:"pins" doc:"pins on the attackers"`
	Defenders     uint8         `key:"defenders" unit:"models" doc:"defenders left"`
	DefendersPins uint8         `key:"defenders-pins" unit:"pins" doc:"pins on the defenders"`
	DefendersDie  Die           `key:"defenders-die" doc:"the order die of surviving defenders"`
	Regroup       uint8         `key:"regroup" unit:"inches" doc:"how far a winner outside may regroup"`
}

var assaultSpec = rule.Spec[Assault, AssaultOutcome]{
	Name:    "assault",
	Gist:    "infantry assaults a unit in a building, or leaps out of one to assault",
	Default: Assault{Structure: Structure{Storeys: 2}, Order: Run, Distance: 8},
	Legal:   legalAssault,
	Play:    playAssault,
	Events: []rule.Event[AssaultOutcome]{
		{Name: "attackers-win", Gist: "the attackers win the fight", Holds: func(o AssaultOutcome) bool { return o.Result == AttackersWin }},
		{Name: "defenders-win", Gist: "the defenders win the fight", Holds: func(o AssaultOutcome) bool { return o.Result == DefendersWin }},
		{Name: "drawn", Gist: "both sides break off", Holds: func(o AssaultOutcome) bool { return o.Result == Drawn }},
		{Name: "both-destroyed", Gist: "no model is left on either side", Holds: func(o AssaultOutcome) bool { return o.Result == BothDestroyed }},
		{Name: "attackers-hold", Gist: "the attackers end on the assaulted floor", Holds: func(o AssaultOutcome) bool { return o.Taken }},
		{Name: "attackers-destroyed", Gist: "no attacker is left", Holds: func(o AssaultOutcome) bool { return o.Attackers == 0 }},
		{Name: "defenders-destroyed", Gist: "no defender is left", Holds: func(o AssaultOutcome) bool { return o.Defenders == 0 }},
		{Name: "shot-down", Gist: "reaction fire destroys the attackers", Holds: func(o AssaultOutcome) bool { return o.Result == ShotDown }},
		{Name: "escaped", Gist: "the defenders escape", Holds: func(o AssaultOutcome) bool { return o.Result == Escaped }},
		{Name: "defenders-unordered", Gist: "defenders survive who have had no order", Holds: func(o AssaultOutcome) bool { return o.Defenders > 0 && o.DefendersDie == NoDie }},
		{Name: "not-made", Gist: "the attackers do not obey their order", Holds: func(o AssaultOutcome) bool { return o.Result == NotMade }},
	},
	Measures: []rule.Measure[AssaultOutcome]{
		{Name: "attackers", Unit: "attackers left", Of: func(o AssaultOutcome) int { return int(o.Attackers) }},
		{Name: "defenders", Unit: "defenders left", Of: func(o AssaultOutcome) int { return int(o.Defenders) }},
		{Name: "regroup", Unit: "inches of regrouping", Of: func(o AssaultOutcome) int { return int(o.Regroup) }},
	},
	Examples: []rule.Example{
		{Name: "ten-a-side", Settings: "attackers=10 defenders=10", Gist: "ten regulars against ten in a house"},
		{Name: "stand-and-shoot", Settings: "attackers=10 defenders=8 reacts=shoot openings=3 defenders.pins=1", Gist: "the defenders shoot from their windows first"},
		{Name: "upstairs", Settings: "from=below floor=1 attackers.unit=us-heavy-infantry attackers.men=8 defenders=8 defenders.quality=veteran", Gist: "heavy infantry storms the first floor by the stairs"},
		{Name: "leap-out", Settings: "from=leap-out attackers=8 defenders=6 reacts=shoot distance=7 attackers.assault-weapons=3", Gist: "a squad leaps out of the door at a squad outside, which shoots"},
		{Name: "duel", Settings: "attackers=1 defenders=1 attackers.quality=veteran", Gist: "one model against one"},
		{Name: "escape", Settings: "attackers=6 defenders=4 reacts=escape other-side=yes defenders.pins=3 attackers.pins=1", Gist: "the defenders try to leave by the back door"},
	},
}

// indoors reports whether the assault goes from floor to floor or from section to section.
func (s *Assault) indoors() bool {
	return s.From == FromAbove || s.From == FromBelow || s.From == FromBeside
}

// usualOpenings is the number of openings of a side for which none is stated. It is ours: the book gives none.
const usualOpenings = 3

// openings returns the openings of the side that is assaulted.
func (s *Assault) openings() int {
	if s.Openings == 0 {
		return usualOpenings
	}
	return int(s.Openings)
}

// legalAssault forbids an assault unless infantry, ordered to Run, makes it against a unit that
// it sees and can reach.
func legalAssault(u *rule.Umpire, s *Assault) {
	s.Structure.legal(u)
	legalFighters(u, &s.Attackers)
	legalFighters(u, &s.Defenders)
	legalPointBlank(u, &s.Attackers)
	legalPointBlank(u, &s.Defenders)
	u.Require(s.Defenders.Style != PointBlank || s.firingPlaces(u) > 0, "bunker.slits", "the assaulted side has no slit, and nobody fires through a bunker's door: choose hand to hand")
	legalInfantry(u, &s.Attackers.Body)
	u.Require(s.Order == Run, "host.assault", "an assault needs a Run order")
	u.Require(!s.Unseen, "host.assault", "the attackers must see the target or its building")
	u.Require(s.Defenders.onFoot(u), "host.assault", "this chapter does not cover assaults on vehicles")
	if s.indoors() {
		legalIndoorAssault(u, s)
	} else {
		legalAssaultMove(u, s)
	}
	legalAssaultReaction(u, s)
}

// legalFighters forbids men and weapons that a side cannot have.
func legalFighters(u *rule.Umpire, side *Fighters) {
	legalBody(u, &side.Body)
	if side.onFoot(u) {
		requireAtMost(u, int(side.Assault), side.men(u), "host.blows", "the unit has more assault weapons than models", "{weapon}")
		count := 0
		for _, weapon := range side.Weapons {
			u.Require(weapon.Weapon > 0 || weapon == WeaponGroup{}, "host.weapons", "a weapon has a count but no name")
			count += int(weapon.Count)
		}
		requireAtMost(u, count, side.men(u), "host.weapons", "the unit has more weapons than models", "{weapon}")
		u.Require(!side.Unarmed || count == 0 && side.Weapons[0].Weapon == 0, "host.weapons", "an unarmed unit has no weapons")
	}
}

// legalPointBlank forbids a side without small arms to shoot at point-blank range.
func legalPointBlank(u *rule.Umpire, side *Fighters) {
	if side.Style != PointBlank {
		return
	}
	arms := side.arms(u)
	hasSmallArm := slices.ContainsFunc(arms[:], func(g WeaponGroup) bool { return g.Count > 0 && shootsAtPointBlank(u, g.Weapon) })
	u.Require(hasSmallArm, "host.assault", "shooting at point-blank range needs small arms, and the unit has none: choose hand to hand")
}

// shootsAtPointBlank reports whether one man can shoot with a weapon at point-blank range.
func shootsAtPointBlank(u *rule.Umpire, weapon rule.Ref) bool {
	return u.LookupCell(&weapons, weapon, weaponTeam) == 0 && u.LookupCell(&weapons, weapon, weaponKind) == smallArm
}

// legalIndoorAssault forbids an assault within the building unless it goes to the next floor,
// or to the same floor of a connected section (assault.inside).
func legalIndoorAssault(u *rule.Umpire, s *Assault) {
	u.Require(s.hasFloor(s.Floor, true), "assault.inside", "the building has no such floor")
	u.Require(!s.NotConnected, "assault.inside", "a unit inside can assault only the floor above, the floor below or a connected section")
	u.Require(s.From != FromBelow || s.Floor > 0, "assault.inside", "no unit can be below the ground floor")
	u.Require(s.From != FromAbove || s.Floor < s.Storeys, "assault.inside", "no unit can be above the roof")
	u.Require(s.From != FromBeside || s.Floor < s.Storeys, "assault.inside", "sections are not connected on the roof")
}

// legalAssaultMove forbids attackers from outside, or who leap out, a target that they cannot
// reach. The move is measured to, or from, an opening of the ground floor (assault.measure,
// assault.ground).
func legalAssaultMove(u *rule.Umpire, s *Assault) {
	if s.From == FromInside {
		u.Require(s.Floor == 0, "leave.ground", "a unit leaves from the ground floor")
		s.requirePassable(u, s.Opening, "leave.move")
	} else {
		u.Require(s.Floor == 0, "assault.ground", "a unit outside can assault only the ground floor")
		s.requirePassable(u, s.Opening, "assault.contact")
	}
	most := s.Attackers.reach(u, Run)
	if s.Rough {
		u.Note("host.rough", "over rough ground, an assault moves at the Advance rate")
		most = s.Attackers.reach(u, Advance)
	}
	if s.From == FromInside {
		u.Note("leave.assault-out", "the attackers leap out of the building")
	}
	requireInches(u, int(s.Distance), most, "assault.measure", "the opening or the target is too far away for an assault")
}

// legalAssaultReaction forbids a reaction that the defenders cannot make. Nobody fires at an
// assault from another floor or an adjoining section (leave.no-react).
func legalAssaultReaction(u *rule.Umpire, s *Assault) {
	if s.Reacts == Stand {
		return
	}
	if s.indoors() && s.Reacts == StandAndShoot {
		u.Forbid("leave.no-react", "defenders cannot shoot at attackers from another floor or an adjoining section")
		return
	}
	u.Require(s.Defenders.Die == NoDie || s.Defenders.Die == AmbushDie, "host.reaction", "a unit that already has an order cannot react")
	if u.Ruling(&reactions) == reactionsDistance {
		surprise := u.Fact(&surpriseInches)
		u.Requiref(int(s.Distance) > surprise, "leave.react", "an assault from %d″ or less surprises the defenders", surprise)
	}
	if s.Reacts == Escape && s.indoors() {
		u.Require(s.Floor == 0, "leave.move", "the defenders can escape only from the ground floor")
	}
	if s.Reacts == Escape && (s.From == FromOutside || s.indoors()) {
		u.Require(s.OtherSide, "leave.move", "the defenders need an opening on another side to escape")
		u.Require(!s.Defenders.isGun(u), "gun.fixed", "a gun set up in a building cannot move")
	} else if s.Reacts == Escape {
		u.Require(!s.Defenders.isGun(u), "host.guns", "a gun cannot move")
	}
	if s.Reacts == StandAndShoot {
		legalStandAndShoot(u, s)
	}
}

// legalStandAndShoot forbids the defenders to stand and shoot if none of their weapons can.
func legalStandAndShoot(u *rule.Umpire, s *Assault) {
	if s.countsAsBunker() && s.From == FromOutside && s.Fires[0].Weapon == 0 {
		u.Require(s.Slits > 0, "bunker.slits", "no slit sees the attackers, and nobody fires through a bunker's door")
	}
	var allowed, far, unsuitable, fixed bool
	fires := s.reactionWeapons(u)
	for i := range fires {
		weapon := &fires[i]
		switch {
		case weapon.Weapon == 0:
		case !canStandAndShoot(u, weapon.Weapon):
			unsuitable = true
		case weapon.distance(s.Distance) > u.LookupCell(&weapons, weapon.Weapon, weaponRange):
			far = true
		case u.LookupCell(&weapons, weapon.Weapon, weaponFixed) > 0 && s.OffArc:
			fixed = true
		default:
			allowed = true
		}
	}
	switch {
	case allowed:
	case far:
		u.Forbid("host.range", "the attackers start out of range")
	case fixed:
		u.Forbid("fixed.only", "a fixed weapon fires only through its own opening and within its arc")
	case unsuitable:
		u.Forbid("host.reaction", "the defenders have no bullets or shot to stand and shoot with")
	default:
		u.Forbid("host.team", "no defender has a weapon to shoot with: name a crew's own weapon with defenders.weapons")
	}
}

// playAssault plays an assault to its result.
func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	return s.playFight(u, [2]rule.Side{attacker, defender})
}

// playFight plays an assault between the attackers' and the defenders' side: the attackers' order
// test, the defenders' reaction, and rounds until one side wins or both break off.
func (s *Assault) playFight(u *rule.Umpire, sides [2]rule.Side) AssaultOutcome {
	prepared := prepareAssault.For(u, s)
	state := assaultState{attackers: prepared.attackers.protection.men, defenders: prepared.defenders.protection.men, attackersPins: prepared.attackers.protection.pins, defendersPins: prepared.defenders.protection.pins}
	if !rule.Checkpoint(u, "start", &state) {
		return AssaultOutcome{}
	}
	ordered := prepared.command.orderTest(u, true)
	if ordered.Answer != Obeys {
		return AssaultOutcome{Result: NotMade, Answer: ordered.Answer, Attackers: state.attackers, AttackersPins: ordered.Pins, Defenders: state.defenders, DefendersPins: state.defendersPins, DefendersDie: prepared.defendersOrderDie}
	}
	if !s.Ordered {
		state.attackersPins = ordered.Pins
	}
	if ended, result := s.playReaction(u, prepared, &state, sides); ended {
		return prepared.outcome(u, result, state, sides)
	}
	for {
		if !rule.Checkpoint(u, "round", &state) {
			return AssaultOutcome{}
		}
		if ended, result := prepared.playRound(u, &state, sides); ended {
			return prepared.outcome(u, result, state, sides)
		}
	}
}

// prepareContact works out the place of the fight: whether the defenders are behind a defended
// obstacle (assault.obstacle), who fights in the first round (assault.contact), and whether
// both sides strike at once.
func (s *Assault) prepareContact(u *rule.Umpire, prepared *preparedAssault) {
	obstacle := false
	switch s.From {
	case FromInside:
		u.Note("leave.assault-out", "the attackers leap out of the building")
		obstacle = s.Obstacle
	case FromOutside:
		u.Note("assault.ground", "the attackers assault the ground floor from outside")
		u.Note("assault.contact", "the attackers reach the building, at least one model at an opening")
		obstacle = true
		if u.Ruling(&whoFights) == whoFightsAtOpenings {
			prepared.atOpening = uint8(min(s.openings()*u.Fact(&menPerOpening), anyNumber))
		}
	case FromBeside:
		u.Note("leave.assault-adjoining", "the attackers assault a connected section")
		obstacle = u.Ruling(&internalObstacle) == internalObstacleYes
	default:
		u.Note("leave.assault-floor", "the attackers assault the next floor")
		obstacle = u.Ruling(&internalObstacle) == internalObstacleYes
	}
	if obstacle {
		u.Note("assault.obstacle", "the defenders fight behind a defended obstacle")
		prepared.simultaneous[0] = u.Fact(&obstacleSimultaneous) == 1
	} else {
		prepared.simultaneous[0] = u.Fact(&attackersStrikeFirst) == 0
	}
	prepared.simultaneous[1] = u.Fact(&laterRoundsSimultaneous) == 1
	prepared.drawNeedsAgreement = u.Fact(&drawNeedsAgreement) == 1
}
