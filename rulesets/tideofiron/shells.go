package tideofiron

import "loophole/rule"

// shelling is the situation of a mortar squad's area attack.
func (f *Field) shelling(p *Position, i, hex int, mode Mode) (s Area, who [6]int8) {
	t := aim{-1, hex}
	_, seen := f.sight(p, i, t)
	s = Area{
		Mode: mode, Crews: p.Units[i].Models[mortars], Blocked: !seen, Spotter: f.spotted(p, i, t),
		Distance: uint8(min(30, f.far[f.where(p, i).hex][hex])),
	}
	s.Hex, who = f.hexOf(p, hex, f.troops[i].side)
	return s, who
}

// spotted reports whether a squad of the mortar's side sees a hex.
func (f *Field) spotted(p *Position, mortar int, t aim) bool {
	for i := range f.troops {
		if i == mortar || f.troops[i].side != f.troops[mortar].side || f.troops[i].vehicle > 0 || !p.here(i) {
			continue
		}
		if _, seen := f.sight(p, i, t); seen {
			return true
		}
	}
	return false
}

func checkShell(u *rule.Umpire, f *Field, p *Position, a args) {
	i, hex, mode := int(a[0]), int(a[1]), Mode(a[2])
	if !f.mayAct(u, p, i) {
		return
	}
	idle(u, p)
	f.steady(u, p, i)
	s, _ := f.shelling(p, i, hex, mode)
	squads := s.Squads[0].Figures > 0
	if mode == Suppressive || !f.destruct || f.board != DenseUrban {
		u.Require(squads, "attack.suppressive", "no squad is there, and the attack does nothing to a building")
	} else {
		u.Require(squads || s.Terrain == Standing, "eligible.check", "nothing is there that the attack could hurt")
	}
	legalArea(u, &s)
}

func doShell(u *rule.Umpire, f *Field, p *Position, a args) {
	i, hex := int(a[0]), int(a[1])
	s, who := f.shelling(p, i, hex, Mode(a[2]))
	r := playArea(u, heldArea.Of(u, &s))
	f.write(u, p, aim{-1, hex}, &r, who)
	u.Note("host.fatigue", "those who fired are fatigued")
	p.tire(i)
	f.finish(u, p)
}
