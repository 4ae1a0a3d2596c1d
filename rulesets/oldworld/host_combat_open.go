package oldworld

import "loophole/rule"

// Clash is the situation of one round of combat in the open, after a garrison has followed up or
// pursued.
type Clash struct {
	Attackers      Troops `key:"attackers" doc:"the unit that has charged, or either unit"`
	Defenders      Troops `key:"defenders" doc:"the other unit"`
	Charge         uint8  `key:"charge" unit:"inches" min:"0" max:"9" doc:"inches of the attackers' charge, 9 for more; 0 if they did not charge"`
	Part           bool   `key:"scant" doc:"the last of these inches is only part of an inch"`
	Later          bool   `key:"later-round" doc:"not the first round of this combat"`
	AttackersFront uint8  `key:"attackers-front" unit:"models" min:"0" max:"60" doc:"models in the attackers' front rank, by the set-up; 0 for all"`
	DefendersFront uint8  `key:"defenders-front" unit:"models" min:"0" max:"60" doc:"models in the defenders' front rank, by the set-up; 0 for all"`
	AttackersLoose bool   `key:"attackers-skirmish" doc:"the attackers skirmish: they have no ranks"`
	DefendersLoose bool   `key:"defenders-skirmish" doc:"the defenders skirmish: they have no ranks"`
}

// ClashOutcome is the outcome of Clash.
type ClashOutcome struct {
	Attackers UnitResult `key:"attackers" doc:"the attackers afterwards"`
	Defenders UnitResult `key:"defenders" doc:"the defenders afterwards"`
	Again     bool       `key:"engaged" doc:"the two units are in combat, still or again"`
	Away      uint8      `key:"flight" unit:"inches" doc:"inches that the loser moves, if it is pursued"`
	Run       uint8      `key:"pursuit" unit:"inches" doc:"inches that the pursuers move"`
}

// ofUnit returns the outcome of one of the two units.
func (r *ClashOutcome) ofUnit(i int) *UnitResult {
	return [2]*UnitResult{&r.Attackers, &r.Defenders}[i]
}

// gone reports whether the unit is destroyed or wiped out.
func (r *UnitResult) gone() bool { return r.Fate == Destroyed || r.Fate == WipedOut }

// gaveWay reports whether the unit has given ground, fallen back, broken, or is gone.
func (r *UnitResult) gaveWay() bool {
	return r.gone() || r.Fate == GaveGround || r.Fate == FellBack || r.Fate == Broke
}

var clashSpec = rule.Spec[Clash, ClashOutcome]{
	Name: "clash",
	Gist: "one round of combat in the open, after a fight for a building",
	Default: Clash{
		Attackers: Troops{Unit: units.Ref("orc-mob"), Models: 20},
		Defenders: Troops{Unit: units.Ref("state-troops"), Models: 15},
		Later:     true,
	},
	Legal: func(u *rule.Umpire, s *Clash) {
		legalUnits(u, &s.Attackers, &s.Defenders)
		legalChargeInches(u, &s.Attackers, s.Charge, s.Part, s.Later)
	},
	Play:         func(u *rule.Umpire, s *Clash) ClashOutcome { return s.play(u, &openPlayers) },
	MaxQuestions: 60,
	Events: []rule.Event[ClashOutcome]{
		{Name: "fights-on", Gist: "the two units are in combat, still or again", Holds: func(r ClashOutcome) bool { return r.Again }},
		{Name: "attackers-beaten", Gist: "the attackers give way, or are gone", Holds: func(r ClashOutcome) bool { return r.Attackers.gaveWay() }},
		{Name: "defenders-beaten", Gist: "the defenders give way, or are gone", Holds: func(r ClashOutcome) bool { return r.Defenders.gaveWay() }},
		{Name: "attackers-destroyed", Gist: "the attackers are gone", Holds: func(r ClashOutcome) bool { return r.Attackers.gone() }},
		{Name: "defenders-destroyed", Gist: "the defenders are gone", Holds: func(r ClashOutcome) bool { return r.Defenders.gone() }},
	},
	Measures: []rule.Measure[ClashOutcome]{
		{Name: "attackers-lost", Unit: "models", Of: func(r ClashOutcome) int { return int(r.Attackers.Lost) }},
		{Name: "defenders-lost", Unit: "models", Of: func(r ClashOutcome) int { return int(r.Defenders.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "two-goblins", Settings: "attackers=night-goblins attackers.models=1 attackers.spirit=unbreakable attackers.save=7 defenders=night-goblins defenders.models=1 defenders.spirit=unbreakable defenders.save=7", Gist: "two goblins who have tumbled out of a hut fight on"},
		{Name: "before-the-walls", Settings: "attackers.models=15", Gist: "a garrison that followed fifteen Orcs out fights on"},
		{Name: "caught-up", Settings: "charge=5 later-round=no defenders.models=10", Gist: "Orcs that caught ten State Troops falling back"},
		{Name: "trolls", Settings: "attackers=common-trolls attackers.models=4 defenders.models=10 defenders.standard=yes", Gist: "Common Trolls against State Troops who have come out"},
	},
}

// play plays the round: attacks, combat result, Break test, pursuit.
func (s *Clash) play(u *rule.Umpire, players *players) (clashed ClashOutcome) {
	prepared := prepareClash.For(u, s)
	combat := &prepared.combat
	round := combat.fightRound(u, prepared.kind, prepared.start, players)
	left := round.left
	names := players.names
	if names[0] == "" {
		names = [2]string{"the attackers", "the defenders"}
	}
	lead := combat.combatResult(u, left, round.caused, 0, &names)
	for i := range combat.sides {
		combat.sides[i].recordLosses(prepared.start[i], left[i], clashed.ofUnit(i))
	}
	switch {
	case left[0] == 0 || left[1] == 0:
		combat.wipedOutInOpen(u, left, &clashed)
	case lead > 0:
		combat.breakTestInOpen(u, left, 1, lead, players, &clashed)
	case lead < 0:
		combat.breakTestInOpen(u, left, 0, -lead, players, &clashed)
	default:
		u.Note("host.draw", "a draw: both units stay locked in combat")
		clashed.Again = true
	}
	return clashed
}

// wipedOutInOpen ends a round in which one or both units have no model left.
func (c *preparedCombat) wipedOutInOpen(u *rule.Umpire, left woundsLeft, clashed *ClashOutcome) {
	u.Note("host.wiped-out", "a side that is wiped out has lost")
	for i := range left {
		if clashed.ofUnit(i).Fate = WipedOut; left[i] > 0 {
			u.Note("host.overrun", "the winners have no enemy left to fight and stay")
			clashed.ofUnit(i).Fate = Free
		}
	}
}

// breakTestInOpen is the Break test of the unit that has lost, and the follow-up or pursuit of the
// winner.
func (c *preparedCombat) breakTestInOpen(u *rule.Umpire, left woundsLeft, side, margin int, players *players, clashed *ClashOutcome) {
	lost, won := clashed.ofUnit(side), clashed.ofUnit(1-side)
	if side == 1 {
		players = players.exchanged()
	}
	losers := c.sides[side].loser.withName(players.sides[0], players.names[0])
	lost.Fate, _ = losers.breakTest(u, margin, c.overwhelmed(side, left))
	won.Fate = Free
	winners := winnerDecision{players: players, ask: true, open: true, leadership: c.sides[1-side].loser.leadership, enemy: lost.Fate}
	if winners.restrains(u) {
		return
	}
	if lost.Fate == GaveGround {
		u.Note("host.give-ground", "the winners follow up, and the combat goes on")
		clashed.Again, won.Fate = true, FightsOn
		return
	}
	away, run := winners.pursuitRolls(u)
	if clashed.Away, clashed.Run = uint8(away), uint8(run); run < away {
		return
	}
	if lost.Fate == FellBack {
		u.Note("host.caught-up", "the pursuers catch the unit that falls back: they fight on, and count as charging next turn")
		clashed.Again, won.Fate = true, FightsOn
		return
	}
	u.Note("host.pursue", "the pursuers catch the fleeing unit and destroy it")
	lost.Fate, lost.Hurt = Destroyed, 0
	lost.Lost += uint8(c.sides[side].modelsWithCharacter(left[side]))
}

// prepareClash works out the round in the open.
var prepareClash = rule.Precomputed[Clash, preparedRound]{Compute: func(u *rule.Umpire, s *Clash) preparedRound {
	pair := opponents{sides: [2]*Troops{&s.Attackers, &s.Defenders}}
	setting := combatSetting{true, [2]uint8{s.AttackersFront, s.DefendersFront}, [2]bool{s.AttackersLoose, s.DefendersLoose}}
	return pair.prepareRound(u, setting, kindOfTurn(s.Charge, s.Part, s.Later))
}}

// A combatSetting is where a combat takes place and, in the open, how the two units stand.
type combatSetting struct {
	open     bool
	front    [2]uint8 // models of the front rank by the set-up, 0 for all
	skirmish [2]bool  // skirmishers have no ranks
}

// prepareOpen works out both units in the open. Models that face an enemy model are in base
// contact. The others of the front rank strike once.
func (o *opponents) prepareOpen(u *rule.Umpire, combat *preparedCombat, setting combatSetting) {
	var wide [2]int
	for i := range combat.sides {
		unit, combatant := o.sides[i], &combat.sides[i]
		wide[i] = u.Apply(unit.frontage(u, setting.front[i]), "silent.front", unit.textAbout(u, "models abreast"))
		if combatant.fightingRank = wide[i]; unit.Character > 0 && unit.Models > 0 {
			combatant.fightingRank-- // The character stands in the front rank.
		}
		combatant.contact = combatant.fightingRank
		if setting.skirmish[i] {
			continue
		}
		combatant.support = unit.secondRankAttacks(u, wide[i])
		if unit.hasSecondRank(u) {
			combatant.ranks, combatant.mostRanks = troopCell(u, unit.Unit, troopRank), troopCell(u, unit.Unit, troopRanks)
		}
		combatant.closeOrder = u.Fact(&closeOrderStrength)
	}
	for i := range combat.sides {
		unit, combatant := o.sides[i], &combat.sides[i]
		if combatant.contact > wide[1-i] && profileValue(u, unit.A, unit.Unit, unitAttacks) > 1 {
			combatant.contact = u.Apply(wide[1-i], "host.fighters", unit.textAbout(u, "models in base contact"))
		}
	}
}

// frontage returns the number of models abreast in the open: five, or those of the set-up by the ruling
// "front".
func (t *Troops) frontage(u *rule.Umpire, front uint8) int {
	models := t.allModels()
	switch {
	case u.Ruling(&fronts) == frontsFive:
		models = u.Fact(&frontRank)
	case front > 0:
		models = int(front)
	}
	return max(1, min(models, t.allModels()))
}

// secondRankAttacks returns the number of models that strike from behind the front rank, once each.
func (t *Troops) secondRankAttacks(u *rule.Umpire, wide int) (models int) {
	if troopCell(u, t.Unit, troopMassed) == 1 && u.Ruling(&press) == pressRevised {
		models = u.Apply(wide, "host.press", t.textAbout(u, "models of the second rank that may strike"))
	}
	if hasTrait(u, &weapons, t.combatWeapon(u), weaponSupport) {
		models += wide
	}
	return models
}
