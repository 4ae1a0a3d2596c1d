package oldworld

import (
	"loophole/game"
	"loophole/rule"
)

// A leader is a character in a unit.
type leader struct {
	row, weapon rule.Ref
	most        int // wounds
	level       int // of a wizard
	bsb         bool
}

// leader is the character of a unit: its own, or one that has joined the unit.
func (f *Battlefield) leader(p *Position, i int) *leader {
	if g := p.Units[i].Guest; g > 0 {
		return &f.regiments[g-1].self
	}
	return &f.regiments[i].own
}

// host is the unit that an off-table character has joined, or -1.
func (f *Battlefield) host(p *Position, i int) int {
	return game.First(len(f.regiments), func(h int) bool { return int(p.Units[h].Guest) == i+1 })
}

// joinUnit makes a lone character join the unit in a building.
func (f *Battlefield) joinUnit(p *Position, i, h int) {
	x, y := &p.Units[i], &p.Units[h]
	y.Hero, y.Guest, y.Joined = x.Hero, uint8(i+1), true
	if x.Models > 0 {
		y.Hero = uint8(f.regiments[i].wounds) - x.Hurt
	}
	*x = Unit{}
}

// legalParting forbids a character to leave a unit in a building if it cannot.
func (f *Battlefield) legalParting(u *rule.Umpire, p *Position, i, h, s int) {
	b, in := f.indoors(p, h)
	if !in {
		u.Forbid("host.join", "the character's unit is in the open: in this game characters leave units in buildings only")
		return
	}
	u.Require(int(f.sites[s].wall) == b, "leave.place", "the character must be put down touching the building")
	u.Require(!p.Units[h].Joined, "leave.ends", "the character went in this turn and cannot move again")
	l := f.regiments[i].self
	x := f.leaveSituation(p, h, s)
	x.Garrison = Side{Unit: l.row, Weapon: l.weapon, Models: 1}
	legalLeave(u, &x)
}

// leaveUnit makes a character leave a unit.
func (f *Battlefield) leaveUnit(u *rule.Umpire, p *Position, i, h int) {
	u.Note("host.join", "the character leaves the unit")
	x, y := &p.Units[i], &p.Units[h]
	if t := &f.regiments[i]; t.as.Unit == t.self.row {
		x.Models, x.Hurt = 1, uint8(t.wounds)-y.Hero
	} else {
		x.Hero = y.Hero
	}
	y.Hero, y.Guest = 0, 0
}

// canJoin reports whether a character can join a unit: it is on the same side and has no character.
func (f *Battlefield) canJoin(p *Position, i, h int) bool {
	return f.regiments[h].side == f.regiments[i].side && p.Units[h].Hero == 0
}

// isLoneCharacter reports whether a unit is a lone character.
func (f *Battlefield) isLoneCharacter(p *Position, i int) bool {
	x := &p.Units[i]
	return x.Models == 0 || x.Models == 1 && f.regiments[i].self.row == f.regiments[i].as.Unit
}
