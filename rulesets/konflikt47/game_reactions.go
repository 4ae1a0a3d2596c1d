package konflikt47

import "loophole/rule"

// A reply is how the target of a shot reacts.
type reply struct {
	down bool
	back shot // that it fires in return
	some bool // it does
}

// shoot plays a shot that the check allows, at one target or two: the targets react, and are hit.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, s *shot) {
	if s.second < 0 {
		one := *s
		f.exchange(u, p, &one, f.reply(u, p, &one))
		return
	}
	u.Note("from.split", "the unit fires at different targets from different sides")
	a, b := f.split(u, p, s)
	one, other := f.reply(u, p, &a), f.reply(u, p, &b)
	f.exchange(u, p, &a, one)
	if p.here(b.by) && p.here(b.at) {
		f.exchange(u, p, &b, other)
	}
}

// reply asks the target of a shot how it reacts: it goes down, or fires back if it passes a test.
func (f *Battlefield) reply(u *rule.Umpire, p *Position, s *shot) (r reply) {
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
		names, shots = f.answersTo(u, p, s.by, s.at, "firefight", names, shots)
	}
	switch k := u.Choose(f.player(s.at), "at.down", t.asked, names...); {
	case k == 0:
	case k < first:
		r.down = true
		if !f.inhouse(p, s.at) {
			u.Note("host.down", "the target goes Down")
		}
	case f.dares(u, p, s.at):
		u.Note("host.firefight", "the target fires back")
		r.back, r.some = shots[k], true
		p.Units[s.at].Die = f.spent(u, p, s.at, FireDie)
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
	case r.down && p.here(s.at) && u.Ruling(&reactionDie) == 1 && before.Units[s.at].Die == NoDie && p.Units[s.at].Die == DownDie && p.Units[s.at].At == before.Units[s.at].At:
		p.Units[s.at].Die = NoDie
	case !r.some || !p.here(s.by):
	case u.Fact(&exchanged) == 1:
		f.resolve(u, &before, p, &r.back)
	case p.here(s.at):
		f.resolve(u, p, p, &r.back)
	}
}

// resolve plays a shot at one target, from a position into another: shots that
// are fired at once do not know of each other.
func (f *Battlefield) resolve(u *rule.Umpire, from, p *Position, s *shot) {
	betweenSides(u, f.player(s.by), f.player(s.at), func() { f.play(u, from, p, s) })
}

// play is a shot whose dice have hands.
func (f *Battlefield) play(u *rule.Umpire, from, p *Position, s *shot) {
	switch a := f.gunOf(from, s); {
	case !f.inhouse(from, s.at):
		f.shootOutward(u, from, p, s)
	case s.means == Bullets:
		x, crowd := f.inward(u, from, s)
		crowd.tell(u)
		k, r := f.at(from, s.at).work, playShootAt(u, rule.Overheard(u, &x))
		if f.hurt(u, p, s.at, r.UnitResult, false); r.Rubble {
			f.collapse(u, p, k)
		}
	case s.means == Flames:
		f.burn(u, from, p, s, a)
	case s.means == Lobbed:
		f.lob(u, from, p, s, a)
	default:
		x := f.aimed(from, s, a)
		f.shelled(u, from, p, s, playDirect(u, rule.Overheard(u, &x)))
	}
}
