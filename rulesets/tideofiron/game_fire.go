package tideofiron

import (
	"slices"

	"loophole/game"
	"loophole/rule"
)

// hexOf returns a hex as the situation of an attack by a side, and the unit of each of its squads.
func (f *Battlefield) hexOf(p *Position, hex int, by uint8) (h Hex, who [mostUnits]int8) {
	spot, g := &p.Hexes[hex], &f.hexes[hex]
	h = Hex{
		Board: f.board, Destructible: f.destruct, State: spot.Terrain, Level: spot.Level, Weakened: spot.Weakened,
		Objective: g.objective, Tokens: g.tokens, Hexes: f.standingHexes(p, g.building),
	}
	for k := range who {
		who[k] = -1
	}
	// Who is in the hex, and on which floors an officer or a medic of a side is.
	var in [mostUnits]int8
	var officer, medic [mostFloors][2]bool
	there := 0
	for i := range p.Units {
		x := &p.Units[i]
		if x.Place == 0 || int(f.places[x.Place-1].hex) != hex {
			continue
		}
		in[there] = int8(i)
		there++
		floor, t := f.places[x.Place-1].floor, &f.troops[i]
		officer[floor][t.side] = officer[floor][t.side] || x.Models[officers] > 0
		medic[floor][t.side] = medic[floor][t.side] || t.medic
	}
	n := 0
	for _, i := range in[:there] {
		x, t := &p.Units[i], &f.troops[i]
		if t.vehicle > 0 {
			continue
		}
		floor := f.places[x.Place-1].floor
		who[n] = i
		h.Squads[n] = Squad{
			Figures: uint8(x.models()), Floor: floor, Condition: x.Condition, Activity: x.Activity,
			Elite: x.Models[elites] > 0, Officer: officer[floor][t.side], Medic: medic[floor][t.side], Friendly: t.side == by,
			Concealed: x.Secrecy == Concealed && t.side != by,
		}
		n++
	}
	return h, who
}

// standingHexes counts the hexes of a building that still stand. It is 1 for a hex without a building,
// because a situation needs at least one.
func (f *Battlefield) standingHexes(p *Position, building int) uint8 {
	hexes := f.blocks[building]
	return uint8(max(1, game.Count(len(hexes), func(k int) bool { return p.Hexes[hexes[k]].Terrain == Standing })))
}

// attackerInfo is a unit as an attacker of a target. The distance to a building is that to its hex,
// so a unit inside is close to the building on every floor.
func (f *Battlefield) attackerInfo(p *Position, i int, target aim) Attacker {
	t, x, from := &f.troops[i], &p.Units[i], f.where(p, i)
	at, seen := f.sight(p, i, target)
	steps := f.steps(from, at)
	if target.unit < 0 {
		steps = int(f.far[from.hex][at.hex])
	}
	a := Attacker{
		Unit: rule.Ref(t.vehicle), Distance: uint8(min(30, max(1, steps))), Higher: from.floor > at.floor,
		Blocked: !seen, Activity: x.Activity, Condition: x.Condition,
	}
	if t.vehicle == 0 {
		a.Regulars, a.Elites, a.Officers, a.MGs = x.Models[regulars], x.Models[elites], x.Models[officers], x.Models[guns]
		a.German, a.AntiTank, a.Led = t.german, t.antiTank, f.led(p, i)
	}
	return a
}

// hasDirectFire reports whether a unit has more than mortars, and so can fire at targets that it
// sees.
func (f *Battlefield) hasDirectFire(p *Position, i int) bool {
	x := &p.Units[i]
	return x.models() > int(x.Models[mortars])
}

// aim is a target on the ground: a squad or vehicle, or a building hex.
type aim struct {
	unit int // or -1
	hex  int
}

// aimAt aims at a unit on the board.
func (f *Battlefield) aimAt(p *Position, unit int) aim { return aim{unit, int(f.where(p, unit).hex)} }

// sight returns the place of a target, and reports whether a unit sees it.
func (f *Battlefield) sight(p *Position, i int, t aim) (place, bool) {
	from := f.where(p, i)
	if t.unit >= 0 {
		at := f.where(p, t.unit)
		return at, f.sees(p, from, at)
	}
	// A unit sees a building if it sees any floor, but the top floor sets the height.
	top := place{uint8(t.hex), f.top(p, t.hex)}
	for floor := range top.floor + 1 {
		if f.sees(p, from, place{top.hex, floor}) {
			return top, true
		}
	}
	return top, false
}

// top is the highest floor of a hex. Ruins have only the ground floor.
func (f *Battlefield) top(p *Position, hex int) uint8 {
	if h := &p.Hexes[hex]; h.Terrain == Standing {
		return h.Level
	}
	return 0
}

// attackSituation is the situation of a unit that fires at a target, with the support of a set of units of
// its side.
func (f *Battlefield) attackSituation(p *Position, lead int, t aim, mode Mode, support int16, act Action) (s Attack, who [mostUnits]int8) {
	s = Attack{Mode: mode, Action: act, Card: t.unit < 0 && f.card[f.troops[lead].side]}
	s.Hex, who = f.hexOf(p, t.hex, f.troops[lead].side)
	s.Lead = f.attackerInfo(p, lead, t)
	n := 0
	for i := range f.troops {
		if support>>i&1 == 1 && n < len(s.Support) && p.here(i) {
			s.Support[n] = f.attackerInfo(p, i, t)
			n++
		}
	}
	if t.unit < 0 {
		return s, who
	}
	if v := f.troops[t.unit].vehicle; v > 0 {
		s.Target, s.Vehicle, s.Damage = AtVehicle, rule.Ref(v), p.Units[t.unit].Damage
		return s, who
	}
	s.Target, s.Against = AtSquad, uint8(1+slices.Index(who[:], int8(t.unit)))
	return s, who
}

// action is the action in which a unit fires.
func (p *Position) action(i int) Action {
	if p.Active == uint8(i+1) {
		return FireAndMovement
	}
	return ConcentratedFire
}

// checkAttack makes the checks that attacks on units and on buildings share.
func (f *Battlefield) checkAttack(u *rule.Umpire, p *Position, lead int, t aim, mode Mode, support int16) {
	if p.Active == uint8(lead+1) {
		if p.Doing != FiringAndMoving {
			f.refuse(u, lead, "host.actions", "is advancing and cannot fire")
		}
		if p.Shot {
			f.refuse(u, lead, "host.actions", "has already fired in this action")
		}
	}
	if !f.hasDirectFire(p, lead) {
		cite := rule.Clause("host.no-use")
		if t.unit < 0 {
			cite = "eligible.check"
		}
		f.refuse(u, lead, cite, "has only mortars: use shell to attack a hex")
		return
	}
	helpers := game.SetMembers(support)
	for _, i := range helpers {
		if why := f.cannotSupport(p, lead, i); why != "" {
			f.refuse(u, i, "box.support", why)
			return
		}
		if !f.hasDirectFire(p, i) {
			f.refuse(u, i, "host.no-use", "has only mortars and cannot support")
		}
	}
	u.Requiref(len(helpers) <= len(Attack{}.Support), "box.support", "%d units support the attack, and at most %d can", len(helpers), len(Attack{}.Support))
	s, _ := f.attackSituation(p, lead, t, mode, support, p.action(lead))
	sightsOf(u)
	s.legal(u, func(k int) string {
		switch {
		case k > 0:
			return f.troops[helpers[k-1]].name
		case k == 0:
			return f.troops[lead].name
		case t.unit >= 0:
			return f.troops[t.unit].name
		}
		return f.hexes[t.hex].name
	})
}

// refuse forbids an action of a unit, for a reason that follows the unit's name.
func (f *Battlefield) refuse(u *rule.Umpire, i int, cite rule.Clause, why string) {
	u.Refuses(cite, func() string { return f.troops[i].name + " " + why })
}

// cannotSupport is the reason why a unit cannot support another, or empty.
func (f *Battlefield) cannotSupport(p *Position, lead, i int) string {
	switch {
	case i == lead:
		return "is leading the attack and cannot support it"
	case f.troops[i].side != p.Side:
		return "is an enemy and cannot support the attack"
	case !p.here(i):
		return "is lost"
	}
	return ""
}

func checkFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	lead, target := int(a[0]), int(a[1])
	if !f.mayAct(u, p, lead) {
		return
	}
	if why := f.cannotTarget(p, target); why != "" {
		f.refuse(u, target, "host.friends", why)
		return
	}
	f.checkAttack(u, p, lead, f.aimAt(p, target), Mode(a[2]), a[3])
}

// cannotTarget is the reason why the acting side cannot fire at a unit, or empty. It does not
// reveal whether a concealed enemy is on the table.
func (f *Battlefield) cannotTarget(p *Position, target int) string {
	switch {
	case f.troops[target].side == p.Side:
		return "is your own unit: choose an enemy"
	case p.Units[target].Secrecy != Known && !f.knows(p, p.Side, target):
		return "is concealed: you do not know where it is"
	case !p.here(target):
		return "is lost"
	}
	return ""
}

func checkBombard(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayAct(u, p, int(a[0])) {
		f.checkAttack(u, p, int(a[0]), aim{-1, int(a[1])}, Normal, a[2])
	}
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.playAttackAction(u, p, int(a[0]), f.aimAt(p, int(a[1])), Mode(a[2]), a[3])
}

func doBombard(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.playAttackAction(u, p, int(a[0]), aim{-1, int(a[1])}, Normal, a[2])
}

// playAttackAction plays an attack and fatigues the units that took part.
func (f *Battlefield) playAttackAction(u *rule.Umpire, p *Position, lead int, t aim, mode Mode, support int16) {
	sightsOf(u)
	f.shoot(u, p, lead, t, mode, support, p.action(lead))
	if p.Active != 0 {
		f.revealExposed(u, p)
		p.Shot = true
		f.endIfSpent(u, p)
		return
	}
	u.Note("host.fatigue", "each unit that fired is fatigued")
	p.fatigue(lead)
	for _, i := range game.SetMembers(support) {
		p.fatigue(i)
		f.revealIfExposed(u, p, i, Hiding{Fires: true})
	}
	f.revealExposed(u, p)
	f.endAction(u, p)
}

// cast are the roles that roll dice in the procedures.
var cast = [2]rule.Side{attacker, defender}

// seats are the sides in these roles when a side attacks.
func (f *Battlefield) seats(side uint8) [2]rule.Side {
	return [2]rule.Side{f.sides[side], f.sides[1-side]}
}

// shoot plays an attack: each side rolls its dice, and the lead is revealed.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, lead int, t aim, mode Mode, support int16, act Action) (r AttackOutcome) {
	s, who := f.attackSituation(p, lead, t, mode, support, act)
	u.WithRoles(cast, f.seats(f.troops[lead].side), func() { r = playAttack(u, rule.Overheard(u, &s)) })
	f.applyResult(u, p, t, &r, who)
	f.revealIfExposed(u, p, lead, Hiding{Fires: true})
	return r
}

// applyResult applies the result of an attack to the position.
func (f *Battlefield) applyResult(u *rule.Umpire, p *Position, t aim, r *AttackOutcome, who [mostUnits]int8) {
	if t.unit >= 0 && f.troops[t.unit].vehicle > 0 {
		if p.Units[t.unit].Damage = r.Damage; r.Damage == Wrecked {
			f.removeUnit(p, t.unit)
		}
		return
	}
	switch h := &p.Hexes[t.hex]; r.Fate {
	case Weakened:
		h.Weakened = true
	case Destroyed:
		f.placeOverlay(p, t.hex)
	}
	for k, after := range r.Squads {
		if who[k] >= 0 {
			f.applyToSquad(u, p, int(who[k]), after)
			if r.Fate == Destroyed || int(who[k]) == t.unit {
				f.revealIfExposed(u, p, int(who[k]), Hiding{Struck: true})
			}
		}
	}
}

// placeOverlay replaces a building by an overlay, and puts all its units on the ground.
func (f *Battlefield) placeOverlay(p *Position, hex int) {
	h := &p.Hexes[hex]
	h.Terrain, h.Weakened = Overlay, false
	for i := range f.troops {
		if p.here(i) && int(f.where(p, i).hex) == hex {
			p.Units[i].Place = f.at[hex][0]
		}
	}
}

// applyToSquad applies the result of an attack to one squad.
func (f *Battlefield) applyToSquad(u *rule.Umpire, p *Position, i int, after SquadOutcome) {
	x := &p.Units[i]
	if after.Condition == Routed || int(after.Lost) >= x.models() {
		f.removeUnit(p, i)
		return
	}
	for range after.Lost {
		x.Models[f.chooseCasualty(u, x, i)]--
		p.Lost[f.troops[i].side]++
	}
	x.Condition, x.Activity = after.Condition, after.Activity
}

// chooseCasualty asks the owner which model is lost.
func (f *Battlefield) chooseCasualty(u *rule.Umpire, x *Unit, i int) int {
	var names game.Words
	for k, m := range x.Models {
		names.If(m > 0, sortNames[k])
	}
	lost := names[u.Choose(f.sides[f.troops[i].side], "host.casualty", "which figure is lost", names...)]
	return slices.Index(sortNames[:], lost)
}

// removeUnit takes a unit off the board.
func (f *Battlefield) removeUnit(p *Position, i int) {
	p.Lost[f.troops[i].side] += uint8(p.Units[i].models())
	p.Units[i] = Unit{}
}

// opportunityFire lets the other side fire at a unit that has moved. It reports whether damage has
// ended the action of a vehicle.
func (f *Battlefield) opportunityFire(u *rule.Umpire, p *Position, mover int) (halted bool) {
	for !halted && p.here(mover) && p.Units[mover].Condition == Fresh {
		shooter, mode, fires := f.askOpportunityFire(u, p, mover)
		if !fires {
			return false
		}
		u.Note("host.op-fire", "a unit in opportunity fire fires at the unit that moved")
		halted = f.shoot(u, p, shooter, f.aimAt(p, mover), mode, 0, OpFire).Halted
		p.fatigue(shooter)
	}
	return halted
}

// askOpportunityFire asks the other side whether it fires, and with which unit and mode.
func (f *Battlefield) askOpportunityFire(u *rule.Umpire, p *Position, mover int) (shooter int, mode Mode, fires bool) {
	var options []string
	var shots []args
	judge, t := u.Checker(), f.aimAt(p, mover)
	for i := range f.troops {
		if p.Units[i].Activity != OnOpFire || f.troops[i].side == p.Side || !f.hasDirectFire(p, i) {
			continue
		}
		s, _ := f.attackSituation(p, i, t, Normal, 0, OpFire)
		for m := Normal; m <= Suppressive; m++ {
			s.Mode = m
			if legalAttack(judge, &s); judge.Allowed() {
				options = append(options, f.react[i][m])
				shots = append(shots, args{int16(i), int16(m)})
			}
		}
	}
	k := game.React(u, f.sides[1-p.Side], "host.react", "opportunity fire at "+f.troops[mover].name, "hold fire", options...)
	if k < 0 {
		return 0, 0, false
	}
	return int(shots[k][0]), Mode(shots[k][1]), true
}
