package konflikt47

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// orderDiceLeft counts the order dice in the cup: one for each unit that has no order yet.
func (f *Battlefield) orderDiceLeft(p *Position) [2]int {
	return game.BothSides(len(f.troops), func(i int) (uint8, bool) { return f.troops[i].Side, p.here(i) && p.Units[i].Die == NoDie })
}

func drawPseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	if p.Stage == Drawing && !p.Over() {
		out = append(out, args{})
	}
	return out
}

func checkDraw(u *rule.Umpire, _ *Battlefield, p *Position, _ args) {
	if inPlay(u, p) {
		u.Require(p.Stage == Drawing, "host.cup", "a die has been drawn, or only one side has dice left: give an order")
	}
}

// doDraw draws an order die.
func doDraw(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	n := f.orderDiceLeft(p)
	p.Answer = Obeys
	side, drawn := f.cup.draw(u, n)
	if !drawn {
		return
	}
	p.Side, p.Stage = side, Ordering
	u.Notes("host.cup", func() string {
		return fmt.Sprintf("a die of the %s side, out of %d %s and %d %s", f.sides[p.Side], n[0], f.sides[0], n[1], f.sides[1])
	})
}

// inPlay reports whether the battle is under way. If not, it gives u the reason.
func inPlay(u *rule.Umpire, p *Position) bool {
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Stage == SettingUp:
		u.Forbid("host.set-up", "some units are not set up yet")
	default:
		return true
	}
	return false
}

// mayOrder reports whether a unit can be given an order now. If not, it gives u the reason.
func (f *Battlefield) mayOrder(u *rule.Umpire, p *Position, i int) bool {
	switch {
	case !inPlay(u, p):
	case p.Stage == Drawing:
		u.Forbid("host.cup", "draw an order die first")
	case f.troops[i].Side != p.Side:
		u.Forbid("host.cup", "the drawn die belongs to the other side")
	case !p.here(i):
		u.Forbid("host.casualties", "the unit is destroyed")
	case p.Units[i].Die != NoDie:
		u.Forbid("host.one-order", "the unit has already received an order or reacted in this turn")
	default:
		return true
	}
	return false
}

// ready reports whether a unit may still take an order. It is a quick test, and mayOrder decides.
func (f *Battlefield) ready(p *Position, i int) bool {
	return p.Stage == Ordering && !p.Over() && f.troops[i].Side == p.Side && p.here(i) && p.Units[i].Die == NoDie
}

// orderToStay completes an action type that gives a unit an order to stay where it is: Ambush, Rally
// or Down.
func orderToStay(o Order, v actionType) actionType {
	v.Args = []arg{anUnit}
	return ordered(v,
		func(_ *Battlefield, _ *Position, i int, out []args) []args { return append(out, args{int16(i)}) },
		func(u *rule.Umpire, f *Battlefield, _ *Position, a args) {
			u.Require(o != Ambush || !f.troops[a[0]].indirect(), "host.indirect", "a unit in Ambush cannot use indirect fire")
		},
		func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
			if f.order(u, p, int(a[0]), o) && o == Ambush {
				u.Note("host.ambush", "the unit waits for an enemy to move")
			}
		})
}

// command is the situation of a unit that is given an order. A unit with pins may panic: the
// situation then has whether there is a friend to fire at and an enemy to flee from.
func (f *Battlefield) command(u *rule.Umpire, p *Position, i int, o Order) Command {
	c := Command{Order: o, Body: f.body(p, i)}
	if p.Units[i].Pins > 0 && o != Down {
		c.Friend = len(f.friendsToFireAt(u, p, i).shots) > 0
		c.Threat = f.flightSpot(p, i) >= 0
	}
	return c
}

// orderInPlace is the situation of a unit that is given an order and stays where it is.
func (f *Battlefield) orderInPlace(u *rule.Umpire, p *Position, i int, o Order) UnitOrder {
	g := UnitOrder{Command: f.command(u, p, i, o), Structure: orderSpec.Default.Structure}
	// In the open:
	if at := f.at(p, i); at.spot {
		g.Outside, g.Stuck = true, p.Units[i].Stuck
	} else {
		g.Structure, g.Deployed = f.structure(p, at.work), f.troops[i].gun()
	}
	return g
}

// orderAnswer rolls the order test of a unit that stays where it is, and returns its answer. shot says
// that the unit shoots if it obeys.
func (f *Battlefield) orderAnswer(u *rule.Umpire, p *Position, i int, o Order, shot bool) Ordered {
	g := f.orderInPlace(u, p, i, o)
	return playOrder(u, exposeOrderTest(u, &g, &g.Command, shot))
}

// order gives an order that does not move the unit, and reports whether it is obeyed.
func (f *Battlefield) order(u *rule.Umpire, p *Position, i int, o Order) bool {
	return f.applyAnswer(u, p, i, f.orderAnswer(u, p, i, o, o == Fire))
}

// canRunAway reports whether a unit could run away.
func (f *Battlefield) canRunAway(p *Position, i int) bool {
	return !p.Units[i].Stuck && !f.troops[i].gun()
}

// applyAnswer records how a unit answers an order, plays its panic if there is one, and reports
// whether the unit obeys.
func (f *Battlefield) applyAnswer(u *rule.Umpire, p *Position, i int, o Ordered) bool {
	x := &p.Units[i]
	x.Pins, x.Die, p.Answer = o.Pins, o.Die, o.Answer
	switch o.Answer {
	case Obeys:
		return true
	case FiresAt:
		f.fireAtFriend(u, p, i)
	case RunsAway:
		f.runAway(u, p, i)
	}
	return false
}

// indirect reports whether all of a unit's weapons fire indirectly only.
func (t *unitInfo) indirect() bool {
	return !game.Any(len(t.arms), func(k int) bool {
		a := &t.arms[k]
		return a.weapon > 0 && a.way != onlyIndirect
	})
}

// runAway moves a panicking unit as far as possible from the nearest enemy in sight. A unit that has
// nowhere to flee goes Down.
func (f *Battlefield) runAway(u *rule.Umpire, p *Position, i int) {
	to := f.flightSpot(p, i)
	if to < 0 {
		u.Note("host.fubar", "the unit has nowhere to flee and goes Down")
		p.Units[i].Die = DownDie
		return
	}
	u.Note("host.fubar", "the unit flees from the nearest enemy in sight")
	f.placeUnit(p, i, to, -1)
	f.triggerAmbushes(u, p, i)
}

// flightSpot is the spot to which a unit runs in panic, or -1: of those that it reaches, the one that
// is farthest from the nearest enemy in sight. Nobody leaves an upper floor in one move.
func (f *Battlefield) flightSpot(p *Position, i int) int {
	if x := f.at(p, i); !f.canRunAway(p, i) || !x.spot && x.floor > 0 {
		return -1
	}
	enemy := f.nearestEnemy(p, i)
	if enemy < 0 {
		return -1
	}
	best, far := -1, f.apart[p.where(i)][enemy]
	for _, to := range f.spots {
		if f.apart[to][enemy] <= far || !f.isVacant(p, to) {
			continue
		}
		if s, _ := f.shortestWay(p.where(i), to, -1); s.AtMost(f.troops[i].run) && !s.Rough && f.blocker(p, i, to) < 0 {
			best, far = to, f.apart[to][enemy]
		}
	}
	return best
}

// nearestEnemy is the place of the nearest enemy in sight, or -1.
func (f *Battlefield) nearestEnemy(p *Position, i int) int {
	best, from := -1, p.where(i)
	for j := range f.enemies(p, i) {
		at := p.where(j)
		if (best < 0 || f.apart[from][at] < f.apart[from][best]) && f.seen(p, from, at) {
			best = at
		}
	}
	return best
}
