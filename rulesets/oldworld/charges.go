package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// heldCharge is the situation of the charge that is being made.
var heldCharge rule.Held[Charge]

// charging is the situation of a unit that charges a building. The way counts
// in whole inches, rounded up.
func (f *Field) charging(p *Position, i, b, g int) Charge {
	t, x, at := &f.regiments[i], &p.Units[i], p.at(i)
	s := Charge{
		Attackers: f.side(p, i), Garrison: f.side(p, g), Distance: uint8(max(1, min(up(f.way(p, i, b)), 40))),
		State: x.doing(), Column: t.column, Arc: f.arc(p, i, b), Terror: t.terror,
		With: f.regiments[g].missile, Inside: p.Units[g].doing(),
	}
	if _, in := f.indoors(p, i); in {
		s.By = ByGarrison
		return s
	}
	s.Blocked, s.Terrain, s.Rough = !f.sight(at, b), !f.direct[at][b], f.rough[at][b]
	return s
}

func chargeCandidates(f *Field, p *Position, out []args) []args {
	if p.Step != InCharges || p.Ended != game.StillOn {
		return out
	}
	for i := range f.regiments {
		x := &p.Units[i]
		if !f.own(p, i, InCharges) || x.Foe > 0 || x.Fleeing || x.Did != Ready || p.at(i) < f.buildings {
			continue
		}
		for b := range f.buildings {
			if g := f.who(p, b); g >= 0 && f.regiments[g].side != p.Side && f.direct[p.at(i)][b] && f.way(p, i, b) <= 20*ground.Inch {
				out = append(out, args{int16(i), int16(b)})
			}
		}
	}
	return out
}

func checkCharge(u *rule.Umpire, f *Field, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	if !f.mine(u, p, i, InCharges, "host.phases") {
		return
	}
	g := f.who(p, b)
	if g < 0 || f.regiments[g].side == p.Side {
		u.Refuse("assault.building", "no enemy is inside: it is entered, not charged")
		return
	}
	u.Require(p.Units[g].Foe == 0, "host.one-fight", "the building is being assaulted already")
	s := f.charging(p, i, b, g)
	if s.Inside == Fleeing {
		s.Reaction = Flee
	}
	legalCharge(u, &s)
	if s.By == ByAttackers {
		u.Require(f.wall(p, i, b) >= 0, "host.room", "there is no room at the walls")
	}
}

// wall is the free place at the walls of a building that is nearest to a unit,
// or -1. Its own place counts as free.
func (f *Field) wall(p *Position, i, b int) int {
	best, least := -1, ground.Length(noWay)
	for s := f.buildings; s < len(f.sites); s++ {
		if int(f.sites[s].wall) != b {
			continue
		}
		if j := f.who(p, s); j >= 0 && j != i {
			continue
		}
		if l := f.ways[p.at(i)][s]; l < least {
			best, least = s, l
		}
	}
	return best
}

// reactions are put to the side of the unit inside; what it would ordinarily
// do goes first.
var reactions = [...]struct {
	name     string
	reaction Reaction
}{{"stand and shoot", StandAndShoot}, {"hold", Hold}, {"flee", Flee}}

// react asks the side of the unit inside how it answers a charge.
func (f *Field) react(u *rule.Umpire, s Charge, g int) Reaction {
	var names [len(reactions)]string
	var list [len(reactions)]Reaction
	judge, n := rule.NewJudge(u.House()), 0
	for _, x := range reactions {
		s.Reaction = x.reaction
		if legalReaction(judge, &s); judge.Judged() {
			names[n], list[n] = x.name, x.reaction
			n++
		}
	}
	return list[u.Choose(f.sides[f.regiments[g].side], "host.reaction", f.regiments[g].name+" is charged", names[:n]...)]
}

func doCharge(u *rule.Umpire, f *Field, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	g := f.who(p, b)
	s := f.charging(p, i, b, g)
	if s.Reaction = f.react(u, s, g); s.Reaction == StandAndShoot {
		u.Note("host.stand", "far enough away: the unit inside stands and shoots")
	}
	r := playCharge(u, heldCharge.Of(u, &s))
	x := &p.Units[i]
	x.Did = Charging
	at := p.at(i)
	switch {
	case !f.suffer(p, i, r.Lost, r.Hurt):
		f.alarm(u, p, i, at, FriendGone)
	case r.Fate == Destroyed:
		f.lose(p, g)
		p.stand(i, f.wall(p, i, b))
		f.alarm(u, p, g, b, FriendGone)
	case r.Contact:
		p.stand(i, f.wall(p, i, b))
		x.Foe, p.Units[g].Foe = uint8(g+1), uint8(i+1)
		x.Charge, x.Wounds = min(s.Distance, 9), r.Wounds
	default:
		p.Units[g].Fleeing = p.Units[g].Fleeing || r.Fleeing
		x.Near, x.Gap = uint8(b+1), uint8(max(1, int(s.Distance)-int(r.Moved)))
	}
	if x.Site > 0 {
		x.Facing = f.bearing[p.at(i)][b]
	}
	f.after(u, p)
}
