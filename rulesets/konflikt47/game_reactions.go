package konflikt47

import "loophole/rule"

// A reply is the reaction of the target of a shot: none, to go down, or to fire back.
type reply struct {
	down      bool
	back      shot // that it fires in return, if firesBack
	firesBack bool
}

// shoot plays a shot that the check allows, at one target or two: the targets react, and are hit.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, s *shot) {
	if s.second < 0 {
		one := *s
		f.exchange(u, p, &one, f.askReply(u, p, &one))
		return
	}
	u.Note("from.split", "the unit fires at different targets from different sides")
	a, b := f.split(u, p, s)
	one, other := f.askReply(u, p, &a), f.askReply(u, p, &b)
	f.exchange(u, p, &a, one)
	if p.here(b.by) && p.here(b.at) {
		f.exchange(u, p, &b, other)
	}
}

// askReply asks the target of a shot how it reacts: it goes down, or fires back if it passes a
// test.
func (f *Battlefield) askReply(u *rule.Umpire, p *Position, s *shot) (r reply) {
	t := &f.troops[s.at]
	if p.Units[s.at].Die != NoDie {
		return r
	}
	const most = 2 + int(unmeant)
	names, shots := append(make([]string, 0, most), "no reaction"), make([]shot, 1, most)
	if !t.vehicle() {
		names, shots = append(names, "go down"), append(shots, shot{})
	}
	first := len(names)
	if !s.mistake && s.order != Ambush {
		names, shots = f.addReturnShots(u, p, s.by, s.at, "firefight", names, shots)
	}
	switch k := u.Choose(f.player(s.at), "at.down", t.asked, names...); {
	case k == 0:
	case k < first:
		r.down = true
		if !f.isInside(p, s.at) {
			u.Note("host.down", "the target goes Down")
		}
	case f.testReaction(u, p, s.at):
		u.Note("host.firefight", "the target fires back")
		r.back, r.firesBack = shots[k], true
		p.Units[s.at].Die = f.dieAfterReaction(u, p, s.at, FireDie)
	}
	return r
}

// exchange plays a shot, and the one that is fired in return.
func (f *Battlefield) exchange(u *rule.Umpire, p *Position, s *shot, r reply) {
	if !p.here(s.at) {
		return // the failed reaction was a pin too many
	}
	before := *p
	s.reacts = r.down
	f.resolve(u, p, p, s)
	switch {
	case r.down && p.here(s.at) && u.Ruling(&reactionDie) == reactionDieNo && before.Units[s.at].Die == NoDie && p.Units[s.at].Die == DownDie && p.Units[s.at].At == before.Units[s.at].At:
		p.Units[s.at].Die = NoDie
	case !r.firesBack || !p.here(s.by):
	case u.Fact(&exchanged) == 1:
		f.resolve(u, &before, p, &r.back)
	case p.here(s.at):
		f.resolve(u, p, p, &r.back)
	}
}

// resolve plays a shot at one target. It reads the position from and changes p: shots that are
// fired at once do not affect each other.
func (f *Battlefield) resolve(u *rule.Umpire, from, p *Position, s *shot) {
	betweenSides(u, f.player(s.by), f.player(s.at), func() { f.playShot(u, from, p, s) })
}

// playShot plays a shot by its means. resolve has set the sides that roll the dice.
func (f *Battlefield) playShot(u *rule.Umpire, from, p *Position, s *shot) {
	switch a := f.gunOf(from, s); {
	case !f.isInside(from, s.at):
		f.shootOutward(u, from, p, s)
	case s.means == Bullets:
		x, crowd := f.inwardFire(u, from, s)
		crowd.noteRoom(u)
		k, r := f.at(from, s.at).work, playShootAt(u, rule.Overheard(u, &x))
		if f.applyResult(u, p, s.at, r.UnitResult, false); r.Rubble {
			f.collapse(u, p, k)
		}
	case s.means == Flames:
		f.fireFlames(u, from, p, s, a)
	case s.means == Lobbed:
		f.fireIndirect(u, from, p, s, a)
	default:
		x := f.aimedShell(from, s, a)
		f.applyShell(u, from, p, s, playDirect(u, rule.Overheard(u, &x)))
	}
}
