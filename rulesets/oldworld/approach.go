package oldworld

import "loophole/rule"

// An approach is what the way of the attackers to the walls depends on, from
// the first charge or from being thrown back, and no die changes.
type approach struct {
	run   run
	began int   // attackers that began the battle
	reach int   // range of the garrison's missile weapon
	near  int   // inches from which a charge can be shot at
	fire  blows // in the garrison's own turn
	stand blows // at a charge
	halt  nerve // of the attackers
}

// with is the missile weapon of the garrison.
func (s *Siege) with(u *rule.Umpire) rule.Ref { return s.Garrison.missile(u, s.With) }

// approach works out the way to the walls.
func (s *Siege) approach(u *rule.Umpire, b *bout) approach {
	d, g := &s.Attackers, &s.Garrison
	a := approach{
		run: run{move: uint8(u.Cell(&units, d.Unit, unitMove))}, began: d.started() + heroCount(d.Hero),
		halt: d.nerve(u),
	}
	if s.with(u) == 0 {
		return a
	}
	a.reach, a.near = u.Cell(&missiles, s.with(u), missileRange), int(a.run.move)
	if u.Cell(&missiles, s.with(u), missileQuick) == 1 {
		a.near = 0
	}
	if s.Stand {
		a.stand = g.stands(u, s.with(u), d)
	}
	if s.Fire {
		a.fire = g.stands(u, s.with(u), d)
		a.fire.hit = uint8(u.Cell(&ballistic, row(own(u, g.BS, g.Unit, unitBS)), shotHit))
	}
	return a
}

// besieging are the hands in a siege.
var besieging = hands{of: [2]rule.Side{attackingSide, defendingSide}}

// A gap is a charge over some inches.
type gap struct {
	run  run
	dist uint8
}

// closes is a charge on the building: the inches that are still missing, 0 for
// contact.
var closes = rule.Sub[gap]{Name: "charge", Play: func(u *rule.Umpire, g gap) int {
	inches := dash.Play(u, g.run)
	if int(g.run.move)+inches >= int(g.dist) {
		return 0
	}
	u.Note("host.failed-charge", "the charge fails: it moves the inches of its die")
	return int(g.dist) - inches
}}

// march is one player turn of a siege in which nobody fights: the garrison
// shoots, or the attackers charge.
func (g *beleaguered) march(u *rule.Umpire, f *stand) (Held, bool) {
	if f.theirs {
		if h, over := g.fusillade(u, f); over {
			return h, over
		}
		return g.pass(u, f)
	}
	f.shot = 0
	a := &g.way
	if most := int(a.run.move) + 6; int(f.dist) > most && !f.home {
		u.Note("host.charge", "too far for a charge, however the dice fall: they move up")
		f.dist -= a.run.move
		return g.pass(u, f)
	}
	if a.stand.by == byShooting && int(f.dist) >= a.near {
		f.shot = uint8(g.shootAt(u, f, a.stand))
		if f.left[attackers] == 0 {
			return g.end(f, HeldByGarrison, CutDown)
		}
	}
	charged := int(f.dist)
	if f.dist = uint8(g.charges(u, f)); f.dist > 0 {
		f.shot = 0
		return g.pass(u, f)
	}
	f.kind = g.same[unmoved+min(charged, g.far)]
	return Held{}, false
}

// charges is one charge; the first is known to reach the building.
func (g *beleaguered) charges(u *rule.Umpire, f *stand) int {
	if f.home {
		f.home = false
		return 0
	}
	return closes.Roll(u, gap{g.way.run, f.dist})
}

// fusillade is the garrison's fire in its own turn, and what it does to the
// attackers' spirits.
func (g *beleaguered) fusillade(u *rule.Umpire, f *stand) (Held, bool) {
	a := &g.way
	if a.fire.by != byShooting || int(f.dist) > a.reach {
		return Held{}, false
	}
	b := a.fire
	if 2*int(f.dist) > a.reach {
		b.hit -= uint8(u.Cell(&modifiers, rowLongRange, 0))
	}
	side := &g.bout.sides[attackers]
	before := side.all(int(f.left[attackers]))
	g.shootAt(u, f, b)
	now := side.all(int(f.left[attackers]))
	switch {
	case now == 0:
		return g.end(f, HeldByGarrison, CutDown)
	case !startled(u, before-now, before):
		return Held{}, false
	}
	u.Note("host.panic", "more than a quarter lost in this phase: a Panic test")
	if besieging.back().test(u, a.halt, panics[Losses]) {
		return Held{}, false
	}
	if now*100 <= u.Fact(&panicFlees)*a.began {
		u.Note("host.panic-fail", "too few are left: they flee")
		return g.end(f, HeldByGarrison, Repelled)
	}
	f.dist += uint8(u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back from panic"))
	return Held{}, false
}

// shootAt shoots at the attackers with half of the garrison, and returns the
// wounds that count.
func (g *beleaguered) shootAt(u *rule.Umpire, f *stand, b blows) int {
	b.dice = uint8(half(u, g.bout.sides[garrison].all(int(f.left[garrison]))))
	counted, lost := b.suffered(besieging.back().strike(u, b))
	pool := int(f.left[attackers])
	over := max(0, lost-max(0, pool-g.bout.sides[attackers].hero))
	f.left[attackers] = uint8(pool - (lost - over))
	return counted - over
}
