package oldworld

import "loophole/rule"

// Assault is the situation of "Assaulting a building": one round of combat between the unit in a
// building and one or two units that assault it.
type Assault struct {
	Melee
	Charge     uint8           `key:"charge" unit:"inches" min:"0" max:"9" doc:"inches that the attackers charged this turn, 9 for more; 0 if they did not charge"`
	Part       bool            `key:"scant" doc:"the last of these inches is only part of an inch"`
	Later      bool            `key:"later-round" doc:"not the first round of this combat"`
	ShotWounds uint8           `key:"shot-wounds" unit:"wounds" min:"0" max:"60" doc:"wounds on the attackers this turn from standing and shooting"`
	Crowded    bool            `key:"crowded" doc:"a garrison that leaves has no room at the walls"`
	Second     SecondAttackers `key:"second"`
	Touch      bool            `key:"touch" doc:"the players agree that a garrison that follows up can be put down touching the enemy"`
	Gap        uint8           `key:"gap" unit:"inches" min:"0" max:"9" doc:"distance from the walls to the attackers after they gave ground; 0 if not measured"`
	Front      uint8           `key:"front" unit:"models" min:"0" max:"60" doc:"models in the garrison's front rank outside, by the set-up; 0 for all"`
}

// SecondAttackers is a second unit of attackers. Without a unit there is none.
type SecondAttackers struct {
	Troops
	Charge uint8 `key:"charge" unit:"inches" min:"0" max:"9" doc:"inches that this unit charged this turn, 9 for more; 0 if it did not charge"`
	Part   bool  `key:"scant" doc:"the last of these inches is only part of an inch"`
	Later  bool  `key:"later-round" doc:"not the first round of this unit's combat"`
	Gap    uint8 `key:"gap" unit:"inches" min:"0" max:"9" doc:"distance from the walls to this unit after it gave ground; 0 if not measured"`
}

// Winner is the side that has won a round of combat.
type Winner uint8

const (
	Draw Winner = iota
	AttackersWin
	GarrisonWins
)

func (Winner) Names() []string { return []string{"draw", "attackers", "garrison"} }

// Holder is the side that occupies the building.
type Holder uint8

const (
	HeldByGarrison Holder = iota
	HeldByAttackers
	HeldByNobody
)

func (Holder) Names() []string { return []string{"garrison", "attackers", "nobody"} }

// AssaultOutcome is the outcome of Assault.
type AssaultOutcome struct {
	Winner          Winner     `key:"winner" doc:"side that has won the round"`
	Holder          Holder     `key:"holder" doc:"side that occupies the building now"`
	Attackers       UnitResult `key:"attackers" doc:"the attackers afterwards"`
	Second          UnitResult `key:"second" doc:"the second unit of the attackers, if there is one"`
	Taker           Taker      `key:"taker" doc:"which unit of the attackers is in the building"`
	Garrison        UnitResult `key:"garrison" doc:"the garrison afterwards"`
	Pursued         Taker      `key:"pursued" doc:"which of two units the garrison went after"`
	GarrisonOutside bool       `key:"garrison-outside" doc:"the garrison has left the building and is at the walls"`
	EngagedOutside  bool       `key:"engaged-outside" doc:"the garrison is in combat again outside"`
}

// UnitResult is the state of a unit after a round.
type UnitResult struct {
	Lost uint8 `key:"lost" unit:"models" doc:"models removed, by wounds or with their unit"`
	Hurt uint8 `key:"hurt" unit:"wounds" doc:"wounds on a model that survives"`
	Fate Fate  `key:"fate" doc:"what the unit does"`
}

var assaultSpec = rule.Spec[Assault, AssaultOutcome]{
	Name: "assault",
	Gist: "one round of combat for a building, and what follows",
	Default: Assault{
		Melee: Melee{
			Attackers: Troops{Unit: units.Ref("orc-mob"), Models: 20},
			Garrison:  Troops{Unit: units.Ref("state-troops"), Models: 15},
		},
		Charge: 6,
	},
	Legal: legalAssault,
	Play: func(u *rule.Umpire, s *Assault) AssaultOutcome {
		result, _ := s.play(u, &assaultPlayers, unitNames)
		return result
	},
	MaxQuestions: 60,
	Events: []rule.Event[AssaultOutcome]{
		{Name: "garrison-holds", Gist: "the garrison is still in the building", Holds: func(result AssaultOutcome) bool { return result.Holder == HeldByGarrison }},
		{Name: "attackers-hold", Gist: "the attackers are in the building", Holds: func(result AssaultOutcome) bool { return result.Holder == HeldByAttackers }},
		{Name: "garrison-destroyed", Gist: "the garrison breaks and is destroyed", Holds: func(result AssaultOutcome) bool { return result.Garrison.Fate == Destroyed }},
		{Name: "garrison-wiped-out", Gist: "the last model inside falls", Holds: func(result AssaultOutcome) bool { return result.Garrison.Fate == WipedOut }},
		{Name: "attackers-thrown-back", Gist: "the attackers give ground, fall back or break", Holds: AssaultOutcome.thrownBack},
		{Name: "attackers-break", Gist: "the attackers break and flee", Holds: func(result AssaultOutcome) bool {
			return result.Attackers.Fate == Broke || result.Attackers.Fate == Destroyed || result.Second.Fate == Broke || result.Second.Fate == Destroyed
		}},
		{Name: "combat-goes-on", Gist: "both sides are still locked in combat for the building", Holds: func(result AssaultOutcome) bool {
			return result.Holder == HeldByGarrison && (result.Garrison.Fate == FightsOn || result.Garrison.Fate == Holds)
		}},
		{Name: "garrison-drawn-out", Gist: "the garrison has left the building", Holds: func(result AssaultOutcome) bool { return result.GarrisonOutside }},
		{Name: "draw", Gist: "the round is a draw", Holds: func(result AssaultOutcome) bool { return result.Winner == Draw }},
	},
	Measures: []rule.Measure[AssaultOutcome]{
		{Name: "attackers-lost", Unit: "models", Of: func(result AssaultOutcome) int { return int(result.Attackers.Lost) + int(result.Second.Lost) }},
		{Name: "garrison-lost", Unit: "models", Of: func(result AssaultOutcome) int { return int(result.Garrison.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "two-goblins", Settings: "attackers=night-goblins attackers.models=1 attackers.spirit=unbreakable attackers.save=7 garrison=night-goblins garrison.models=1 garrison.spirit=unbreakable garrison.save=7 charge=0", Gist: "the last two goblins of a long quarrel about a hut"},
		{Name: "orcs-at-the-door", Settings: "attackers.models=20", Gist: "twenty Orcs charge fifteen State Troops in a farmhouse"},
		{Name: "second-round", Settings: "charge=0 later-round=yes garrison.models=8", Gist: "the next turn, with eight State Troops left"},
		{Name: "trolls-inside", Settings: "attackers=elven-spearmen attackers.weapon=thrusting-spear garrison=stone-trolls garrison.models=2", Gist: "Elven Spearmen against two Stone Trolls in a barn"},
		{Name: "chaos", Settings: "attackers=chaos-warriors attackers.models=12 attackers.weapon=great-weapon garrison=quarrellers garrison.models=10 garrison.standard=yes", Gist: "Chaos Warriors with great weapons against Quarrellers"},
		{Name: "captain", Settings: "garrison.hero=captain garrison.hero-weapon=great-weapon garrison.models=12", Gist: "a captain takes a place in the fighting rank"},
		{Name: "two-mobs", Settings: "attackers.models=5 second=night-goblins second.models=10 second.charge=4 garrison.models=8", Gist: "Orcs and Night Goblins assault one house together"},
		{Name: "knights", Settings: "attackers=knights attackers.models=6 attackers.weapon=lance garrison.models=10 charge=8", Gist: "knights storm a house, but cannot occupy it"},
	},
}

// noteSkirmishers notes that both sides count as skirmishers. This is why the models that fight for
// a building come from prepareFightingRank, and why ranks, flanks and close order, which
// prepareOpen works out, count for nothing.
func noteSkirmishers(u *rule.Umpire) {
	u.Note("assault.skirmish", "both sides count as skirmishers: no ranks, flanks or close order")
}

// placesInFightingRank returns the number of a unit's models that can join the fighting rank, without
// its character: five, and one fewer if a character takes a place.
func (o *opponents) placesInFightingRank(u *rule.Umpire, unit *Troops) int {
	places := u.Fact(&fightingRankMost)
	if !o.tower && int(unit.Models) > places && u.Ruling(&closeConfines) == closeConfinesTowers {
		u.Note("assault.tower", "the building is no tower, so all models join the fighting rank")
		places = mostModels
	}
	if unit.Character > 0 && u.Ruling(&characterPlaces) == characterPlacesWithin {
		places -= u.Apply(1, "silent.heroes", unit.textAbout(u, "place taken by a character"))
	}
	return u.Apply(places, "assault.five", unit.textAbout(u, "models that can join the fighting rank"))
}

// prepareFightingRank works out the models of a unit that fight for a building: those of the
// fighting rank, all in base contact. Rulings allow fewer in contact, and supporting attacks.
func (o *opponents) prepareFightingRank(u *rule.Umpire, combatant *combatant, i int) {
	unit := o.sides[i]
	combatant.fightingRank = o.placesInFightingRank(u, unit)
	combatant.contact = combatant.fightingRank
	if unit.Contact > 0 && u.Ruling(&inContact) == inContactPlaced {
		combatant.contact = u.Apply(min(combatant.fightingRank, int(unit.Contact)), "silent.contact", "models stated to be in base contact")
	}
	if u.LookupCell(&weapons, unit.combatWeapon(u), weaponSupport) == 1 && u.Ruling(&supports) == supportsYes && u.Cell(&weapons, unit.combatWeapon(u), weaponSupport) == 1 {
		combatant.support = u.Apply(combatant.fightingRank, "silent.support", "most supporting attacks with spears")
	}
}

// prepareHouseRulePoints works out points that only readings other than the default give: high
// ground for the garrison, ranks for the attackers.
func (o *opponents) prepareHouseRulePoints(u *rule.Umpire, combatant *combatant, i int) {
	unit := o.sides[i]
	if i == garrison && u.Ruling(&highGround) == highGroundYes {
		combatant.points[highGroundBonus] = u.Cell(&points, rowHighGround, 0)
	}
	if i == attackers && unit.hasSecondRank(u) && u.Ruling(&rankCount) == rankCountAttackers {
		combatant.ranks, combatant.mostRanks = troopCell(u, unit.Unit, troopRank), troopCell(u, unit.Unit, troopRanks)
	}
}

// play plays the round: attacks in order of Initiative, the combat result, then the Break test of
// the loser and the decision of the winner. names are the names of two units of attackers. away is
// the inches that beaten attackers move, or 0 if no dice were rolled for them.
func (s *Assault) play(u *rule.Umpire, players *players, names [2]string) (result AssaultOutcome, away uint8) {
	combat := s.combatants(u, players, names)
	left, caused := combat.fightRound(u, combat.start)
	lead := combat.combatResult(u, left, caused, int(s.ShotWounds))
	for i, unit := range combat.units {
		if unit != nil {
			unit.recordLosses(combat.start[i], left[i], result.ofUnit(i))
		}
	}
	switch {
	case left[garrison] == 0 || left[attackers]+left[secondAttackers] == 0:
		combat.sideWipedOut(u, left, &result)
	case lead > 0:
		result.Winner = AttackersWin
		combat.garrisonBreakTest(u, left, lead, &result)
	case lead < 0:
		result.Winner = GarrisonWins
		away = combat.attackersBreakTest(u, s, left, -lead, &result)
	case combat.round.second != nil:
		u.Note("host.draw", "a draw: all units stay locked in combat")
	default:
		u.Note("host.draw", "a draw: both units stay locked in combat")
	}
	return result, away
}

// sideWipedOut ends a round in which one or both sides have no model left.
func (c *assaultCombat) sideWipedOut(u *rule.Umpire, left [3]int, result *AssaultOutcome) {
	u.Note("host.wiped-out", "a side that is wiped out has lost")
	switch {
	case left[garrison] > 0:
		u.Note("host.overrun", "the garrison has no enemy left to fight and stays inside")
		result.Winner, result.Garrison.Fate = GarrisonWins, Free
	case left[attackers]+left[secondAttackers] == 0:
		result.Holder = HeldByNobody
	default:
		result.Winner, result.Holder = AttackersWin, HeldByNobody
		c.freeAttackers(left, result)
		if u.Ruling(&wipedOut) == wipedOutAtOnce {
			c.takeOccupancy(u, left, result)
		}
	}
}

// garrisonBreakTest is the Break test of a garrison that has lost the round. If it breaks it is
// destroyed, and the attackers may take occupancy.
func (c *assaultCombat) garrisonBreakTest(u *rule.Umpire, left [3]int, margin int, result *AssaultOutcome) {
	losers := c.units[garrison].loser.withName(c.rollers[garrison], c.names[garrison])
	if result.Garrison.Fate, _ = losers.breakTest(u, margin, c.overwhelmed(left, garrison)); result.Garrison.Fate == Holds {
		return
	}
	result.Garrison.Lost += uint8(c.units[garrison].modelsWithCharacter(left[garrison]))
	result.Garrison.Hurt, result.Holder = 0, HeldByNobody
	c.freeAttackers(left, result)
	c.takeOccupancy(u, left, result)
}

// freeAttackers marks the attackers that are left without an enemy.
func (c *assaultCombat) freeAttackers(left [3]int, result *AssaultOutcome) {
	for _, i := range [...]int{attackers, secondAttackers} {
		if left[i] > 0 {
			result.ofUnit(i).Fate = Free
		}
	}
}

// attackersBreakTest is the Break test of each unit of attackers that has lost the round, and the
// decision of the garrison to follow up or pursue. The garrison goes after the unit with the worse
// result. away is the inches that this unit moves, or 0 if no dice were rolled for them.
func (c *assaultCombat) attackersBreakTest(u *rule.Umpire, s *Assault, left [3]int, margin int, result *AssaultOutcome) (away uint8) {
	overwhelmed := c.overwhelmed(left, attackers)
	worst := attackers
	for _, i := range [...]int{attackers, secondAttackers} {
		if left[i] == 0 {
			continue
		}
		losers := c.units[i].loser.withName(c.rollers[attackers], c.names[i])
		if result.ofUnit(i).Fate, _ = losers.breakTest(u, margin, overwhelmed); left[attackers] == 0 || result.ofUnit(i).Fate > result.ofUnit(worst).Fate {
			worst = i
		}
	}
	if result.Garrison.Fate = Free; s.Crowded {
		u.Note("host.room", "there is no room at the walls, so the garrison stays inside")
		return 0
	}
	beaten, gap := result.ofUnit(worst), s.Gap
	if worst == secondAttackers {
		gap = s.Second.Gap
	}
	players := players{c.players.sides, [2]string{c.names[worst], c.names[garrison]}}
	winners := winnerDecision{players: &players, ask: true, leadership: c.units[garrison].loser.leadership, enemy: beaten.Fate}
	if beaten.Fate == GaveGround {
		winners.touch = followUpTouches(u, &s.Garrison, c.units[garrison].modelsWithCharacter(left[garrison]), s.Front, gap, s.Touch)
	}
	out, away := winners.play(u)
	if !out.Out {
		return 0
	}
	result.GarrisonOutside, result.EngagedOutside, result.Holder = true, out.Engaged, HeldByNobody
	if out.Engaged {
		result.Garrison.Fate = FightsOn
	}
	if c.round.second != nil {
		result.Pursued = [...]Taker{attackers: FirstTakes, secondAttackers: SecondTakes}[worst]
	}
	if out.Caught {
		beaten.Fate, beaten.Hurt = Destroyed, 0
		beaten.Lost += uint8(c.units[worst].modelsWithCharacter(left[worst]))
	}
	return away
}

// legalAssault forbids units that cannot fight for the building.
func legalAssault(u *rule.Umpire, s *Assault) {
	legalMelee(u, &s.Melee)
	if second := &s.Second; second.Unit > 0 {
		legalUnit(u, &second.Troops)
		legalChargeInches(u, &second.Troops, second.Charge, second.Part, second.Later)
	}
	legalChargeInches(u, &s.Attackers, s.Charge, s.Part, s.Later)
}

// legalChargeInches forbids inches of a charge by a unit that cannot charge, or in a later round.
func legalChargeInches(u *rule.Umpire, unit *Troops, charge uint8, part, later bool) {
	if charge > 0 && unit.Unit > 0 {
		unit.legalChargingType(u)
	}
	u.Require(charge > 0 || !part, "host.initiative", "only attackers that charged can have moved part of an inch")
	u.Require(charge == 0 || !later, "host.initiative", "attackers that charged this turn fight the first round")
}

// legalMelee forbids an impossible unit, and a garrison that cannot occupy a building.
func legalMelee(u *rule.Umpire, melee *Melee) {
	if legalUnits(u, &melee.Attackers, &melee.Garrison) {
		legalOccupier(u, &melee.Garrison)
	}
}

// An assaultCombat is the combat of a round, with its units and the sides that decide for them.
type assaultCombat struct {
	combatRound
	round   *preparedRound
	start   [3]int // wounds of each unit when the round begins
	players *players
}

// A preparedRound is a round between two units up to the first roll. second is the garrison's
// combat with a second unit of attackers, or nil.
type preparedRound struct {
	combat preparedCombat
	start  woundsLeft
	kind   turnKind
	second *preparedRound
}

var prepareAssault = rule.Precomputed[Assault, preparedRound]{Compute: func(u *rule.Umpire, s *Assault) preparedRound {
	round := s.opponents().prepareRound(u, combatSetting{}, kindOfTurn(s.Charge, s.Part, s.Later))
	if second := &s.Second; second.Unit > 0 {
		melee := Melee{second.Troops, s.Garrison, s.Tower}
		second := melee.opponents().prepareRound(u, combatSetting{}, kindOfTurn(second.Charge, second.Part, second.Later))
		round.second = &second
	}
	return round
}}

// prepareRound prepares a round between two units in one kind of turn.
func (o *opponents) prepareRound(u *rule.Umpire, setting combatSetting, kind turnKind) preparedRound {
	round := preparedRound{kind: kind, combat: o.prepareCombat(u, setting, kind)}
	round.start = o.woundsLeft(u, &round.combat)
	return round
}

// recordLosses sets the models and wounds that a unit has lost, and its fate if it is wiped out.
func (c *combatant) recordLosses(start, left int, after *UnitResult) {
	now := c.modelsWithCharacter(left)
	after.Lost = uint8(c.modelsWithCharacter(start) - now)
	if rankAndFileWounds := left - c.characterWounds; rankAndFileWounds > 0 {
		after.Hurt = uint8(c.models(left)*c.woundsPerModel - rankAndFileWounds)
	} else if now > 0 {
		after.Hurt = uint8(-rankAndFileWounds)
	}
	if left == 0 {
		after.Fate = WipedOut
	}
}

// thrownBack reports whether attackers gave ground, fell back or broke.
func (r AssaultOutcome) thrownBack() bool {
	for _, f := range [...]Fate{r.Attackers.Fate, r.Second.Fate} {
		if f == GaveGround || f == FellBack || f == Broke || f == Destroyed {
			return true
		}
	}
	return false
}

// ofUnit returns the part of the result of a unit: attackers, garrison or secondAttackers.
func (r *AssaultOutcome) ofUnit(unit int) *UnitResult {
	return [...]*UnitResult{&r.Attackers, &r.Garrison, &r.Second}[unit]
}
