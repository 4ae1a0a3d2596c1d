package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// heldAssault is the situation of the round that is being fought.
var heldAssault rule.Held[Assault]

// assaulting is the situation of a round of combat for a building.
func (f *Field) assaulting(p *Position, i, g int) Assault {
	x := &p.Units[i]
	return Assault{
		Melee: Melee{Attackers: f.side(p, i), Garrison: f.side(p, g), Tower: f.tower[p.at(g)]},
		Pent:  f.pent(p, i, g), Charge: x.Charge, Scant: x.Scant, Later: x.Later && x.Charge == 0, Shot: x.Wounds,
	}
}

// pent reports whether a garrison has no room at the walls once the unit that
// assaults it is gone from there.
func (f *Field) pent(p *Position, i, g int) bool {
	b := p.at(g)
	for s := f.buildings; s < len(f.sites); s++ {
		if int(f.sites[s].wall) == b && !f.crowded(p, g, s, i) {
			return false
		}
	}
	return true
}

// besieger is the unit that assaults a building, or -1.
func (f *Field) besieger(p *Position, b int) int {
	if g := f.who(p, b); g >= 0 {
		return int(p.Units[g].Foe) - 1
	}
	return -1
}

func fightCandidates(f *Field, p *Position, out []args) []args {
	if p.Step != InCombat || p.Ended != game.StillOn {
		return out
	}
	for b := range f.buildings {
		if i := f.besieger(p, b); i >= 0 && !p.Units[i].Fought {
			out = append(out, args{int16(b)})
		}
	}
	return out
}

func checkFight(u *rule.Umpire, f *Field, p *Position, a args) {
	i := f.besieger(p, int(a[0]))
	switch {
	case p.Ended != game.StillOn:
		u.Refuse("host.victory", "the game is over")
	case p.Step != InCombat:
		u.Refuse("host.phases", "that is for another part of the turn")
	case i < 0:
		u.Refuse("assault.building", "nobody fights for that building")
	case p.Units[i].Fought:
		u.Refuse("host.fights", "this combat has been fought this turn")
	default:
		s := f.assaulting(p, i, f.who(p, int(a[0])))
		legalAssault(u, &s)
	}
}

func doFight(u *rule.Umpire, f *Field, p *Position, a args) {
	b := int(a[0])
	g, i := f.who(p, b), f.besieger(p, b)
	asked := [2]rule.Side{f.sides[f.regiments[i].side], f.sides[f.regiments[g].side]}
	s := f.assaulting(p, i, g)
	p.Units[i].Fought, p.Units[g].Fought = true, true
	r, away := heldAssault.Of(u, &s).play(u, asked)
	p.Units[i].Later, p.Units[g].Later = true, true
	f.spends(p, i, r.Winner == GarrisonWins)
	f.spends(p, g, r.Winner == AttackersWin)
	atI := f.footing(p, i)
	gone := [2]bool{!f.suffer(p, i, r.Attackers.Lost, r.Attackers.Hurt), !f.suffer(p, g, r.Garrison.Lost, r.Garrison.Hurt)}
	switch {
	case r.Holder == HeldByAttackers:
		f.disengage(p, i)
		u.Note("enter.off-table", "the winners leave the table and occupy the building")
		p.stand(i, b)
	case gone[attackers] || gone[garrison]:
	case r.Attackers.Fate == GaveGround || r.Attackers.Fate == FellBack || r.Attackers.Fate == Broke:
		f.thrownBack(u, p, i, b, r.Attackers.Fate, int(away))
	}
	if r.Outside && p.here(g) {
		f.sallies(u, p, g, b)
	}
	if gone[garrison] {
		f.alarm(u, p, g, f.on(b), FriendGone)
	}
	switch {
	case gone[attackers]:
		f.alarm(u, p, i, atI, FriendGone)
	case r.Attackers.Fate == FellBack || r.Attackers.Fate == Broke:
		f.alarm(u, p, i, atI, FriendBroke)
	}
	f.after(u, p)
}

// spends notes that a stubborn unit has had its one Break test without rolling.
func (f *Field) spends(p *Position, i int, lost bool) {
	if stubborn := units.Rows[f.regiments[i].as.Unit-1].Cells[unitStubborn] == 1; lost && stubborn {
		p.Units[i].Spent = true
	}
}

// thrownBack moves attackers who have lost away from the walls: as far as their
// pursuer rolled for them, or as they roll now where that is 0.
func (f *Field) thrownBack(u *rule.Umpire, p *Position, i, b int, fate Fate, away int) {
	f.disengage(p, i)
	x := &p.Units[i]
	switch {
	case fate == GaveGround:
		f.givesGround(u, p, i, b)
	case away > 0:
		x.Did, x.Fleeing = Compelled, fate == Broke
		f.retreat(u, p, i, f.on(b), away)
	case fate == FellBack:
		f.fallsBack(u, p, i, f.on(b))
	default:
		f.flees(u, p, i, f.on(b))
	}
}

// givesGround moves a unit straight back from a building, as far as there is
// room.
func (f *Field) givesGround(u *rule.Umpire, p *Position, i, b int) {
	for n := u.Fact(&giveGround); n > 0; n-- {
		end, ok := f.away(p, i, f.on(b), ground.Length(n)*ground.Inch)
		if ok && f.onTable(end) {
			p.drift(i, end)
			return
		}
	}
}

// outward is the side that a unit faces that is put down at a wall.
func (f *Field) outward(b, s int) ground.Side {
	at := f.sites[s].at
	return bearing(f.nearest(f.on(b), at), at)
}

// sallies puts a garrison down at the walls that it has left. Where there is
// no room it stays.
func (f *Field) sallies(u *rule.Umpire, p *Position, g, b int) {
	var names [mostSites]string
	var at [mostSites]int
	n := 0
	for s := f.buildings; s < len(f.sites); s++ {
		if int(f.sites[s].wall) == b && !f.crowded(p, g, s, -1) {
			names[n], at[n] = f.sites[s].name, s
			n++
		}
	}
	if n == 0 {
		u.Note("host.room", "there is no room at the walls: it stays inside")
		return
	}
	s := at[u.Choose(f.sides[f.regiments[g].side], "leave.place", "where "+f.regiments[g].name+" is put down", names[:n]...)]
	p.stand(g, s)
	p.Units[g].Facing, p.Units[g].Left = f.outward(b, s), true
}
