package tideofiron

import (
	"loophole/game"
	"loophole/rule"
)

// mortarAttack returns the situation of a mortar squad's area attack.
func (f *Battlefield) mortarAttack(p *Position, i, hex int, mode Mode) (s AreaAttack, squadUnits [mostUnits]int8) {
	_, seen := f.sightOf(p, i, hexTarget(hex))
	s = AreaAttack{
		Mode: mode, Crews: p.Units[i].Models[mortars], Blocked: !seen, Spotter: f.isSpotted(p, f.units[i].side, hex, i),
		Distance: uint8(min(mostDistance, f.distances[f.placeOf(p, i).hex][hex])), Higher: f.placeOf(p, i).floor > f.top(p, hex),
	}
	s.Hex, squadUnits = f.hexSituation(p, hex, f.units[i].side)
	return s, squadUnits
}

// isSpotted reports whether a squad of a side sees a hex, not counting one unit.
func (f *Battlefield) isSpotted(p *Position, side uint8, hex, except int) bool {
	return game.Any(len(f.units), func(i int) bool {
		if i == except || f.units[i].side != side || f.units[i].vehicle > 0 || !p.here(i) {
			return false
		}
		_, seen := f.sightOf(p, i, hexTarget(hex))
		return seen
	})
}

// shellArgs reads the arguments of the action shell: the mortar squad, the target hex and the mode.
func shellArgs(a args) (i, hex int, mode Mode) { return int(a[0]), int(a[1]), Mode(a[2]) }

func shellLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, hex, mode := shellArgs(a)
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalIdle(u, p)
	f.legalFresh(u, p, i)
	if p.Units[i].Models[mortars] == 0 {
		f.forbid(u, i, "host.spotter", "has no mortar: use fire or bombard instead")
		return
	}
	s, _ := f.mortarAttack(p, i, hex, mode)
	readSightRules(u)
	f.legalEffect(u, p, &s, hex)
	legalArea(u, &s)
}

// legalEffect forbids an area attack that can have no effect, as far as the attacker knows.
func (f *Battlefield) legalEffect(u *rule.Umpire, p *Position, s *AreaAttack, hex int) {
	switch {
	case s.mayDestroyBuilding() || s.strikes(u):
	case s.State == Standing && f.knownHexes(p, p.Side)>>hex&1 == 1:
		u.Forbid("area.top", "no squad is on the floor that the attack affects, and the attack does not harm the building")
	case s.State == Standing && s.Mode == Suppressive:
		u.Forbid("attack.suppressive", "no known squad is in the hex, and the attack does not harm the building")
	default:
		u.Forbid("eligible.check", "the hex has no known target that the attack could harm")
	}
}

func shellApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, hex, mode := shellArgs(a)
	s, squadUnits := f.mortarAttack(p, i, hex, mode)
	readSightRules(u)
	f.playAreaAttack(u, p, f.units[i].side, hex, &s, squadUnits)
	f.revealIfExposed(u, p, i, Concealment{Fires: true})
	u.Note("host.fatigue", "each unit that fired is fatigued")
	p.fatigue(i)
	f.endAction(u, p)
}

// playAreaAttack plays an area attack of a side on a hex. The squads that it strikes are revealed.
func (f *Battlefield) playAreaAttack(u *rule.Umpire, p *Position, side uint8, hex int, s *AreaAttack, squadUnits [mostUnits]int8) {
	var outcome AttackOutcome
	u.WithRoles(attackRoles, f.playersOfRoles(side), func() { outcome = playArea(u, rule.Traced(u, s)) })
	f.applyResult(u, p, hexTarget(hex), &outcome, squadUnits)
	for k, i := range squadUnits {
		if i >= 0 && p.Units[i].Secrecy == Concealed && s.affectedFloors(u.Checker(), true).contains(s.Squads[k]) {
			f.revealIfExposed(u, p, int(i), Concealment{Struck: true})
		}
	}
	f.revealExposed(u, p)
}
