package oldworld

import "loophole/rule"

// Assault is the situation of one round of combat between a unit in a building
// and the unit that assaults it.
type Assault struct {
	Melee
	Charge uint8   `key:"charge" unit:"inches" min:"0" max:"9" doc:"inches that the attackers charged this turn, 9 for more; 0 if they did not charge"`
	Scant  bool    `key:"scant" doc:"the last of these inches is no full inch"`
	Later  bool    `key:"later-round" doc:"not the first round of this combat"`
	Shot   uint8   `key:"shot-wounds" unit:"wounds" min:"0" max:"60" doc:"wounds on the attackers this turn by standing to shoot"`
	Pent   bool    `key:"crowded" doc:"there is no room at the walls for the garrison, should it leave"`
	Second Helpers `key:"second"`
	Touch  bool    `key:"touch" doc:"a garrison that follows up can be put down so that it touches the enemy, as the players see it"`
	Gap    uint8   `key:"gap" unit:"inches" min:"0" max:"9" doc:"from the walls to the attackers once they have given ground; 0 where nobody has measured"`
	Front  uint8   `key:"front" unit:"models" min:"0" max:"60" doc:"in the garrison's front rank once it is outside, by the set-up; 0 for all"`
}

// Helpers are a second unit that assaults the building, if there is one.
type Helpers struct {
	Side
	Charge uint8 `key:"charge" unit:"inches" min:"0" max:"9" doc:"inches that it charged this turn, 9 for more; 0 if it did not"`
	Scant  bool  `key:"scant" doc:"the last of these inches is no full inch"`
	Later  bool  `key:"later-round" doc:"not the first round of its combat"`
	Gap    uint8 `key:"gap" unit:"inches" min:"0" max:"9" doc:"from the walls to it once it has given ground; 0 where nobody has measured"`
}

// Winner is who has won a round of combat.
type Winner uint8

// The winners.
const (
	Draw Winner = iota
	AttackersWin
	GarrisonWins
)

// Names lists the winners.
func (Winner) Names() []string { return []string{"draw", "attackers", "garrison"} }

// Holder is who holds the building.
type Holder uint8

// The holders.
const (
	HeldByGarrison Holder = iota
	HeldByAttackers
	HeldByNobody
)

// Names lists the holders.
func (Holder) Names() []string { return []string{"garrison", "attackers", "nobody"} }

// Result is what a round of an assault comes to.
type Result struct {
	Winner    Winner `key:"winner" doc:"who has won the round"`
	Holder    Holder `key:"holder" doc:"who is in the building now"`
	Attackers After  `key:"attackers" doc:"the attackers afterwards"`
	Second    After  `key:"second" doc:"the second unit of the attackers, if there is one"`
	Taker     Taker  `key:"taker" doc:"which unit of the attackers is in the building"`
	Garrison  After  `key:"garrison" doc:"the garrison afterwards"`
	Worst     Taker  `key:"pursued" doc:"which unit of two the garrison has gone after"`
	Outside   bool   `key:"garrison-outside" doc:"the garrison has left the building and stands at its walls"`
	Again     bool   `key:"engaged-outside" doc:"and is in combat again there"`
}

// After is a side after a round.
type After struct {
	Lost uint8 `key:"lost" unit:"models" doc:"models removed, by wounds or with their unit"`
	Hurt uint8 `key:"hurt" unit:"wounds" doc:"wounds on a model that is still there"`
	Fate Fate  `key:"fate" doc:"what it does"`
}

var assaultSpec = rule.Spec[Assault, Result]{
	Name: "assault",
	Gist: "one round of combat for a building, to its end",
	Default: Assault{
		Melee: Melee{
			Attackers: Side{Unit: units.Ref("orc-mob"), Models: 20},
			Garrison:  Side{Unit: units.Ref("state-troops"), Models: 15},
		},
		Charge: 6,
	},
	Legal:     legalAssault,
	Play:      playAssault,
	Questions: 60,
	Events: []rule.Event[Result]{
		{Name: "garrison-holds", Gist: "the garrison is still in the building", Holds: func(r Result) bool { return r.Holder == HeldByGarrison }},
		{Name: "attackers-hold", Gist: "the attackers are in the building", Holds: func(r Result) bool { return r.Holder == HeldByAttackers }},
		{Name: "garrison-destroyed", Gist: "the garrison breaks and is destroyed", Holds: func(r Result) bool { return r.Garrison.Fate == Destroyed }},
		{Name: "garrison-wiped-out", Gist: "the last model inside falls", Holds: func(r Result) bool { return r.Garrison.Fate == WipedOut }},
		{Name: "attackers-thrown-back", Gist: "the attackers give ground, fall back or break", Holds: Result.thrownBack},
		{Name: "attackers-break", Gist: "the attackers break and flee", Holds: func(r Result) bool {
			return r.Attackers.Fate == Broke || r.Attackers.Fate == Destroyed || r.Second.Fate == Broke || r.Second.Fate == Destroyed
		}},
		{Name: "combat-goes-on", Gist: "both are still locked in combat for the building", Holds: Result.combatGoesOn},
		{Name: "garrison-drawn-out", Gist: "the garrison has left the building", Holds: func(r Result) bool { return r.Outside }},
		{Name: "draw", Gist: "the round is a draw", Holds: func(r Result) bool { return r.Winner == Draw }},
	},
	Measures: []rule.Measure[Result]{
		{Name: "attackers-lost", Unit: "models", Of: func(r Result) int { return int(r.Attackers.Lost) + int(r.Second.Lost) }},
		{Name: "garrison-lost", Unit: "models", Of: func(r Result) int { return int(r.Garrison.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "two-goblins", Settings: "attackers=night-goblins attackers.models=1 attackers.spirit=unbreakable attackers.save=7 garrison=night-goblins garrison.models=1 garrison.spirit=unbreakable garrison.save=7 charge=0", Gist: "the last two goblins of a long quarrel about a hut"},
		{Name: "orcs-at-the-door", Settings: "attackers.models=20", Gist: "twenty Orcs charge fifteen State Troops in a farmhouse"},
		{Name: "second-round", Settings: "charge=0 later-round=yes garrison.models=8", Gist: "the next turn, with eight of them left"},
		{Name: "trolls-inside", Settings: "attackers=elven-spearmen attackers.weapon=thrusting-spear garrison=stone-trolls garrison.models=2", Gist: "Elven Spearmen against two Stone Trolls in a barn"},
		{Name: "chaos", Settings: "attackers=chaos-warriors attackers.models=12 attackers.weapon=great-weapon garrison=quarrellers garrison.models=10 garrison.standard=yes", Gist: "Chaos Warriors with great weapons against Quarrellers"},
		{Name: "captain", Settings: "garrison.hero=captain garrison.hero-weapon=great-weapon garrison.models=12", Gist: "a captain takes a place in the fighting rank"},
		{Name: "two-mobs", Settings: "attackers.models=5 second=night-goblins second.models=10 second.charge=4 garrison.models=8", Gist: "Orcs and Night Goblins assault one house together"},
		{Name: "knights", Settings: "attackers=knights attackers.models=6 attackers.weapon=lance garrison.models=10 charge=8", Gist: "knights dismay a house, but cannot hold it"},
	},
}

func (r Result) thrownBack() bool {
	for _, f := range [...]Fate{r.Attackers.Fate, r.Second.Fate} {
		if f == GaveGround || f == FellBack || f == Broke || f == Destroyed {
			return true
		}
	}
	return false
}

func (r Result) combatGoesOn() bool {
	return r.Holder == HeldByGarrison && (r.Garrison.Fate == FightsOn || r.Garrison.Fate == Holds)
}

// kindOf is the kind of turn that an assault is played in.
func turnKind(charge uint8, scant, notFirst bool) int {
	switch {
	case charge == 1 && scant:
		return underOneInch
	case scant:
		return noCharge + int(charge) - 1
	case charge > 0:
		return noCharge + int(charge)
	case notFirst:
		return laterRound
	}
	return noCharge
}

// An assaultRound is a bout with what both sides began with.
type assaultRound struct {
	combat  closeCombat
	start woundsLeft
	kind  int
	second *assaultRound // of the second unit of the attackers
}

var prepareAssault = rule.Precomputed[Assault, assaultRound]{Compute: func(u *rule.Umpire, s *Assault) assaultRound {
	f := s.Melee.fray(u, turnKind(s.Charge, s.Scant, s.Later))
	if s.Second.Unit > 0 {
		m := Melee{s.Second.Side, s.Garrison, s.Tower}
		other := m.fray(u, turnKind(s.Second.Charge, s.Second.Scant, s.Second.Later))
		f.second = &other
	}
	return f
}}

func (m *Melee) fray(u *rule.Umpire, kind int) assaultRound {
	f := assaultRound{kind: kind, combat: m.prepareCombat(u, terms{}, kind)}
	f.start = m.woundsLeft(u, &f.combat)
	return f
}

func playAssault(u *rule.Umpire, s *Assault) Result {
	r, _ := s.play(u, &besieging, helpers)
	return r
}

// play plays the round and puts decisions to the sides by their names: first
// the attackers', then the garrison's. Where attackers are pursued, away is how
// many inches they go; 0 is not rolled yet. The names are those of two units
// of attackers.
func (s *Assault) play(u *rule.Umpire, asked *hands, names [2]string) (r Result, away uint8) {
	f := prepareAssault.For(u, s)
	b := &f.combat
	if f.second != nil {
		return s.beset(u, f, asked, names)
	}
	left, caused := b.fightRound(u, f.kind, f.start, asked)
	lead := b.combatResult(u, left, caused, int(s.Shot), &asked.names)
	for i, a := range [...]*After{attackers: &r.Attackers, garrison: &r.Garrison} {
		b.sides[i].after(f.start[i], left[i], a)
	}
	switch {
	case left[attackers] == 0 || left[garrison] == 0:
		b.sideWipedOut(u, left, asked.of[attackers], &r)
	case lead > 0:
		r.Winner = AttackersWin
		b.garrisonBreakTest(u, left, lead, asked, &r)
	case lead < 0:
		r.Winner = GarrisonWins
		away = b.attackersBreakTest(u, s, left, -lead, asked, &r)
	default:
		u.Note("host.draw", "a draw: both stay locked in combat")
	}
	return r, away
}

// after notes what a side has lost.
func (b *combatant) after(start, left int, a *After) {
	now := b.all(left)
	a.Lost = uint8(b.all(start) - now)
	if n := left - b.hero; n > 0 {
		a.Hurt = uint8(b.models(left)*b.w - n)
	} else if now > 0 {
		a.Hurt = uint8(-n)
	}
}

// sideWipedOut is the end of a round in which a side, or both, are wiped out.
func (b *closeCombat) sideWipedOut(u *rule.Umpire, left woundsLeft, asked rule.Side, r *Result) {
	u.Note("host.wiped-out", "a side that is wiped out has lost")
	switch {
	case left[attackers] == 0 && left[garrison] == 0:
		r.Holder = HeldByNobody
		r.Attackers.Fate, r.Garrison.Fate = WipedOut, WipedOut
	case left[attackers] == 0:
		u.Note("host.overrun", "the garrison has nobody left to fight and stays")
		r.Winner = GarrisonWins
		r.Attackers.Fate, r.Garrison.Fate = WipedOut, Free
	default:
		r.Winner, r.Holder = AttackersWin, HeldByNobody
		r.Attackers.Fate, r.Garrison.Fate = Free, WipedOut
		if u.Ruling(&wipedOut) == 1 && b.choosesToOccupy(u, left[attackers], false, asked) {
			r.Holder = HeldByAttackers
		}
	}
}

// garrisonBreakTest is the Break test of a garrison that has lost a round.
func (b *closeCombat) garrisonBreakTest(u *rule.Umpire, left woundsLeft, margin int, asked *hands, r *Result) {
	over := b.sides[attackers].strength(left[attackers]) > b.overwhelmTimes*b.sides[garrison].strength(left[garrison])
	l := b.sides[garrison].loser.as(asked.of[garrison], asked.names[garrison])
	r.Garrison.Fate, _ = l.breakTest(u, margin, over)
	if r.Garrison.Fate == Holds {
		return
	}
	r.Garrison.Lost += uint8(b.sides[garrison].all(left[garrison]))
	r.Garrison.Hurt = 0
	r.Attackers.Fate, r.Holder = Free, HeldByNobody
	if b.choosesToOccupy(u, left[attackers], false, asked.of[attackers]) {
		r.Holder = HeldByAttackers
	}
}

// attackersBreakTest is the Break test of attackers that have lost a round, and what the
// garrison does then. It returns how many inches they go, if that was rolled.
func (b *closeCombat) attackersBreakTest(u *rule.Umpire, s *Assault, left woundsLeft, margin int, asked *hands, r *Result) (away uint8) {
	over := b.sides[garrison].strength(left[garrison]) > b.overwhelmTimes*b.sides[attackers].strength(left[attackers])
	l := b.sides[attackers].loser.as(asked.of[attackers], asked.names[attackers])
	r.Attackers.Fate, _ = l.breakTest(u, margin, over)
	r.Garrison.Fate = Free
	if s.Pent {
		u.Note("host.room", "there is no room at the walls: it stays inside")
		return 0
	}
	g := leaveAfterCombat{hands: asked, ask: true, nerve: b.sides[garrison].loser.nerve, enemy: r.Attackers.Fate}
	if g.enemy == GaveGround {
		g.touch = followUpTouches(u, &s.Garrison, b.sides[garrison].all(left[garrison]), s.Front, s.Gap, s.Touch)
	}
	out, away := g.play(u)
	if !out.Out {
		return 0
	}
	r.Outside, r.Again, r.Holder = true, out.Engaged, HeldByNobody
	if out.Engaged {
		r.Garrison.Fate = FightsOn
	}
	if out.Caught {
		r.Attackers.Fate, r.Attackers.Hurt = Destroyed, 0
		r.Attackers.Lost += uint8(b.sides[attackers].all(left[attackers]))
	}
	return away
}

func legalAssault(u *rule.Umpire, s *Assault) {
	legalMelee(u, &s.Melee)
	if d := &s.Second; d.Unit > 0 {
		legalSide(u, &d.Side)
		if d.Charge > 0 {
			d.legalChargingType(u)
		}
		u.Require(d.Charge > 0 || !d.Scant, "host.initiative", "attackers that did not charge have moved no part of an inch")
	}
	legalChargeInches(u, &s.Attackers, s.Charge, s.Scant, s.Later)
}

// legalImpact says why a unit cannot have charged so.
func legalChargeInches(u *rule.Umpire, d *Side, charge uint8, scant, notFirst bool) {
	if charge > 0 && d.Unit > 0 {
		d.legalChargingType(u)
	}
	u.Require(charge > 0 || !scant, "host.initiative", "attackers that did not charge have moved no part of an inch")
	u.Require(charge == 0 || !notFirst, "host.initiative", "attackers that charged this turn are in the first round")
}

// legalMelee says why two units cannot fight for a building.
func legalMelee(u *rule.Umpire, m *Melee) {
	ok := legalSide(u, &m.Attackers)
	if legalSide(u, &m.Garrison) && ok {
		legalOccupier(u, &m.Garrison)
	}
}
