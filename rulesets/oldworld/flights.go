package oldworld

import (
	"loophole/ground"
	"loophole/rule"
)

// compulsory moves those who flee and are not inside, before the remaining
// moves.
func (f *Field) compulsory(u *rule.Umpire, p *Position) {
	for i := range f.regiments {
		x := &p.Units[i]
		if f.regiments[i].side != p.Side || !p.here(i) || !x.Fleeing {
			continue
		}
		u.Note("host.compulsory", "a fleeing unit flees on")
		if _, in := f.indoors(p, i); in {
			u.Note("flee.stays", "inside, it does not move")
			continue
		}
		f.flees(u, p, i, f.scare(p, i))
	}
}

// scare is where the nearest enemy of a unit is: what it flees from.
func (f *Field) scare(p *Position, i int) int {
	best, least := p.at(i), 100
	for j := range f.regiments {
		if f.regiments[j].side != f.regiments[i].side && p.here(j) {
			if d := f.between(p, i, j); d < least {
				best, least = p.at(j), d
			}
		}
	}
	return best
}

// flees is a unit in the open that flees from a site.
func (f *Field) flees(u *rule.Umpire, p *Position, i, from int) {
	x := &p.Units[i]
	x.Fleeing, x.Did = true, Compelled
	f.retreat(u, p, i, from, u.Sum(2, rule.D6, "host.pursue", "inches that the unit flees"))
}

// fallsBack is a unit in the open that falls back from a site in good order.
func (f *Field) fallsBack(u *rule.Umpire, p *Position, i, from int) {
	p.Units[i].Did = Compelled
	f.retreat(u, p, i, from, u.Highest(2, 1, rule.D6, "host.fall-back", "inches that the unit falls back"))
}

// retreat moves a unit some inches straight away from a site: off the table, to
// the spot in reach that is furthest away or, where there is none, from the
// building that it stands at.
func (f *Field) retreat(u *rule.Umpire, p *Position, i, from, inches int) {
	x := &p.Units[i]
	at := p.at(i)
	if inches > f.edge(from, at) {
		u.Note("host.edge", "it leaves the table and is lost")
		f.lose(p, i)
		return
	}
	best, least := -1, int(f.far[from][at])
	for s := f.buildings; s < len(f.sites); s++ {
		far := int(f.far[from][s])
		if far > least && f.ways[at][s] <= ground.Length(inches)*ground.Inch && f.who(p, s) < 0 && f.foeWithin(p, f.regiments[i].side, s, true) > 1 {
			best, least = s, far
		}
	}
	switch {
	case best >= 0:
		x.Facing = f.bearing[at][best]
		p.stand(i, best)
	case x.Near > 0:
		x.Gap = uint8(min(int(x.Gap)+inches, 40))
	case f.sites[at].wall >= 0:
		x.Near, x.Gap = uint8(f.sites[at].wall+1), uint8(max(1, inches))
	}
}

// heldScare is the situation of a unit that may panic for its friends.
var heldScare rule.Held[Scare]

// alarm lets the friends of a unit that was destroyed, or broke, at a site take
// their Panic tests.
func (f *Field) alarm(u *rule.Umpire, p *Position, fallen, at int, cause Cause) {
	t := &f.regiments[fallen]
	judge := rule.NewJudge(u.House())
	for i := range f.regiments {
		if i == fallen || f.regiments[i].side != t.side || !p.here(i) {
			continue
		}
		x := &p.Units[i]
		s := Scare{
			Garrison: f.side(p, i), Outside: f.place(p, i) == InOpen, Cause: cause, Distance: uint8(min(f.inches(p, i, at), 99)),
			Friend: uint8(min(t.strength, 99)), Before: x.Tested,
		}
		if legalScare(judge, &s); !judge.Judged() {
			continue
		}
		u.Note("host.panic-strength", "friends enough are destroyed or broken within six inches")
		if s.State = x.doing(); x.Did == Charging {
			s.State = Charging
		}
		if legalScare(judge, &s); !judge.Judged() {
			u.Note("host.no-panic", "it fights, charged or flees: no Panic test")
			continue
		}
		x.Tested = true
		f.mood(u, p, i, at, playScare(u, heldScare.Of(u, &s)).Mood)
	}
}

// mood is what a unit does after a Panic test for what came from a site.
func (f *Field) mood(u *rule.Umpire, p *Position, i, from int, m Mood) {
	x := &p.Units[i]
	switch m {
	case FallsBack:
		f.fallsBack(u, p, i, from)
	case Flees:
		f.flees(u, p, i, from)
	case FleesInside:
		x.Fleeing = true
	case StaysInside:
		if x.Gait == Still {
			x.Gait = Moved
		}
	}
}

// shaken takes the losses of a shot from a unit, and has it do what its Panic
// test says.
func (f *Field) shaken(u *rule.Umpire, p *Position, i, from int, r *Shot) {
	x := &p.Units[i]
	d := f.side(p, i)
	tests := !x.Tested && startled(u, int(r.Lost)+int(x.Before), d.all()+int(x.Before)) || r.Mood != Calm
	at := p.at(i)
	if !f.wound(p, i, r.Hero) || !f.suffer(p, i, r.Lost, r.Hurt) {
		f.alarm(u, p, i, at, FriendGone)
		return
	}
	if tests {
		x.Tested = true
	}
	f.mood(u, p, i, from, r.Mood)
}
