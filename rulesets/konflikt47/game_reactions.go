package konflikt47

import "loophole/rule"

// A targetReaction is the reaction of the target of a shot: none, to go down, or to fire back.
type targetReaction struct {
	down       bool
	returnShot shot // that it fires in return, if firesBack
	firesBack  bool
}

// shoot plays a shot that the check allows, at one target or two: the targets react, and are hit.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, s *shot) {
	if s.second < 0 {
		single := *s
		f.playExchange(u, p, &single, f.askReaction(u, p, &single))
		return
	}
	u.Note("from.split", "the unit fires at different targets from different sides")
	first, second := f.splitShot(u, p, s)
	single, other := f.askReaction(u, p, &first), f.askReaction(u, p, &second)
	f.playExchange(u, p, &first, single)
	if p.here(second.by) && p.here(second.at) {
		f.playExchange(u, p, &second, other)
	}
}

// askReaction asks the target of a shot how it reacts: it goes down, or fires back if it passes a
// test.
func (f *Battlefield) askReaction(u *rule.Umpire, p *Position, s *shot) (reaction targetReaction) {
	info := &f.units[s.at]
	if p.Units[s.at].Die != NoDie {
		return reaction
	}
	const most = 2 + int(noWeaponClass)
	names, shots := append(make([]string, 0, most), "no reaction"), make([]shot, 1, most)
	if !info.isVehicle() {
		names, shots = append(names, "go down"), append(shots, shot{})
	}
	firstShot := len(names)
	if !s.mistake && s.order != Ambush {
		names, shots = f.addReturnShots(u, p, s.by, s.at, "firefight", names, shots)
	}
	switch choice := u.Choose(f.player(s.at), "at.down", info.fireQuestion, names...); {
	case choice == 0:
	case choice < firstShot:
		reaction.down = true
		if !f.isInside(p, s.at) {
			u.Note("host.down", "the target goes Down")
		}
	case f.testReaction(u, p, s.at):
		u.Note("host.firefight", "the target fires back")
		reaction.returnShot, reaction.firesBack = shots[choice], true
		p.Units[s.at].Die = f.dieAfterReaction(u, p, s.at, FireDie)
	}
	return reaction
}

// playExchange plays a shot, and the one that is fired in return.
func (f *Battlefield) playExchange(u *rule.Umpire, p *Position, s *shot, reaction targetReaction) {
	if !p.here(s.at) {
		return // pins for the failed reaction have destroyed it
	}
	before := *p
	s.goesDown = reaction.down
	f.resolveShot(u, p, p, s)
	switch {
	case reaction.down && p.here(s.at) && u.Ruling(&reactionDie) == reactionDieNo && before.Units[s.at].Die == NoDie && p.Units[s.at].Die == DownDie && p.Units[s.at].At == before.Units[s.at].At:
		p.Units[s.at].Die = NoDie
	case !reaction.firesBack || !p.here(s.by):
	case u.Fact(&firefightSimultaneous) == 1:
		f.resolveShot(u, &before, p, &reaction.returnShot)
	case p.here(s.at):
		f.resolveShot(u, p, p, &reaction.returnShot)
	}
}

// resolveShot plays a shot at one target. It reads the position before and changes p: shots that are
// fired at once do not affect each other.
func (f *Battlefield) resolveShot(u *rule.Umpire, before, p *Position, s *shot) {
	betweenSides(u, f.player(s.by), f.player(s.at), func() { f.playShot(u, before, p, s) })
}

// playShot plays a shot by its class of weapons. resolveShot has set the sides that roll the dice.
func (f *Battlefield) playShot(u *rule.Umpire, before, p *Position, s *shot) {
	switch weapon := f.weaponOf(before, s); {
	case !f.isInside(before, s.at):
		f.shootOutward(u, before, p, s)
	case s.class == Bullets:
		situation, shares := f.inwardFire(u, before, s)
		shares.noteRoom(u)
		section, outcome := f.placeOf(before, s.at).section, playShootAt(u, rule.Traced(u, &situation))
		if f.applyResult(u, p, s.at, outcome.UnitResult, false); outcome.Rubble {
			f.collapse(u, p, section)
		}
	case s.class == Flames:
		f.fireFlames(u, before, p, s, weapon)
	case s.class == IndirectShells:
		f.fireIndirect(u, before, p, s, weapon)
	default:
		situation := f.aimedShell(before, s, weapon)
		f.applyShell(u, before, p, s, playDirect(u, rule.Traced(u, &situation)))
	}
}
