package oldworld

import (
	"loophole/game"
	"loophole/rule"
)

// A characterInfo is the part of a character that never changes.
type characterInfo struct {
	row, weapon    rule.Ref
	wounds         int
	level          int // of a wizard, 0 for no wizard
	battleStandard bool
}

// characterOf returns the character of a unit: its own, or one that has joined the unit.
func (f *Battlefield) characterOf(p *Position, i int) *characterInfo {
	if guest := p.Units[i].Guest; guest > 0 {
		return &f.units[guest-1].joiningCharacter
	}
	return &f.units[i].ownCharacter
}

// unitJoined returns the unit that an off-table character has joined, or -1.
func (f *Battlefield) unitJoined(p *Position, i int) int {
	return game.First(len(f.units), func(host int) bool { return int(p.Units[host].Guest) == i+1 })
}

// joinUnit makes a lone character join the unit in a building.
func (f *Battlefield) joinUnit(p *Position, i, host int) {
	character, unit := &p.Units[i], &p.Units[host]
	unit.Hero, unit.Guest, unit.Joined = character.Hero, uint8(i+1), true
	if character.Models > 0 {
		unit.Hero = uint8(f.units[i].wounds) - character.Hurt
	}
	*character = Unit{}
}

// legalCharacterLeaving forbids a character to leave a unit in a building if it cannot.
func (f *Battlefield) legalCharacterLeaving(u *rule.Umpire, p *Position, i, host, site int) {
	building, in := f.buildingOf(p, host)
	if !in {
		u.Forbid("host.join", "the character's unit is in the open: in this game characters leave units in buildings only")
		return
	}
	u.Require(int(f.sites[site].atBuilding) == building, "leave.place", "the character must be put down touching the building")
	u.Require(!p.Units[host].Joined, "leave.ends", "the character went in this turn and cannot move again")
	character := f.units[i].joiningCharacter
	situation := f.leaveSituation(p, host, site)
	situation.Garrison = Troops{Unit: character.row, Weapon: character.weapon, Models: 1}
	legalLeave(u, &situation)
}

// leaveUnit makes a character leave a unit.
func (f *Battlefield) leaveUnit(u *rule.Umpire, p *Position, i, host int) {
	u.Note("host.join", "the character leaves the unit")
	character, unit := &p.Units[i], &p.Units[host]
	if info := &f.units[i]; info.atStart.Unit == info.joiningCharacter.row {
		character.Models, character.Hurt = 1, uint8(info.wounds)-unit.Hero
	} else {
		character.Hero = unit.Hero
	}
	unit.Hero, unit.Guest = 0, 0
}

// canJoin reports whether a character can join a unit: the unit is on the same side and has no character.
func (f *Battlefield) canJoin(p *Position, i, host int) bool {
	return f.units[host].side == f.units[i].side && p.Units[host].Hero == 0
}

// isLoneCharacter reports whether a unit is a lone character.
func (f *Battlefield) isLoneCharacter(p *Position, i int) bool {
	unit := &p.Units[i]
	return unit.Models == 0 || unit.Models == 1 && f.units[i].joiningCharacter.row == f.units[i].atStart.Unit
}
