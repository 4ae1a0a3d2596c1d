package konflikt47

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// orderDiceLeft counts the order dice in the cup: one for each unit that has no order yet.
func (f *Battlefield) orderDiceLeft(p *Position) [2]int {
	return game.BothSides(len(f.units), func(i int) (uint8, bool) { return f.units[i].Side, p.here(i) && p.Units[i].Die == NoDie })
}

func drawPseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	if p.Stage == Drawing && !p.Over() {
		out = append(out, args{})
	}
	return out
}

func drawLegal(u *rule.Umpire, _ *Battlefield, p *Position, _ args) {
	if inPlay(u, p) {
		u.Require(p.Stage == Drawing, "host.cup", "a die has been drawn, or only one side has dice left: give an order")
	}
}

// drawApply draws an order die.
func drawApply(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	dice := f.orderDiceLeft(p)
	p.Answer = Obeys
	side, drawn := f.cup.draw(u, dice)
	if !drawn {
		return
	}
	p.Side, p.Stage = side, Ordering
	u.NoteFunc("host.cup", func() string {
		return fmt.Sprintf("a die of the %s side, out of %d %s and %d %s", f.sides[p.Side], dice[0], f.sides[0], dice[1], f.sides[1])
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
	case f.units[i].Side != p.Side:
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
	return p.Stage == Ordering && !p.Over() && f.units[i].Side == p.Side && p.here(i) && p.Units[i].Die == NoDie
}

// orderToStay completes an action type that gives a unit an order to stay where it is: Ambush,
// Rally or Down.
func orderToStay(order Order, action actionType) actionType {
	action.Params = []arg{aUnit}
	return orderAction(action,
		func(_ *Battlefield, _ *Position, i int, out []args) []args { return append(out, args{int16(i)}) },
		func(u *rule.Umpire, f *Battlefield, _ *Position, a args) {
			u.Require(order != Ambush || !f.units[a[0]].onlyFiresIndirectly(), "host.indirect", "a unit in Ambush cannot use indirect fire")
		},
		func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
			if f.order(u, p, int(a[0]), order) && order == Ambush {
				u.Note("host.ambush", "the unit waits for an enemy to move")
			}
		})
}

// command returns the situation of a unit that is given an order. A unit with pins may panic: the
// situation then has whether there is a friend to fire at and an enemy to flee from.
func (f *Battlefield) command(u *rule.Umpire, p *Position, i int, order Order) Command {
	command := Command{Order: order, Body: f.body(p, i)}
	if p.Units[i].Pins > 0 && order != Down {
		command.Friend = len(f.friendsToFireAt(u, p, i).shots) > 0
		command.Threat = f.flightSpot(p, i) >= 0
	}
	return command
}

// orderInPlace returns the situation of a unit that is given an order and stays where it is.
func (f *Battlefield) orderInPlace(u *rule.Umpire, p *Position, i int, order Order) UnitOrder {
	situation := UnitOrder{Command: f.command(u, p, i, order), Structure: orderSpec.Default.Structure}
	if at := f.placeOf(p, i); at.spot {
		situation.Outside, situation.Stuck = true, p.Units[i].Stuck
	} else {
		situation.Structure, situation.Deployed = f.structure(p, at.section), f.units[i].isGun()
	}
	return situation
}

// orderAnswer rolls the order test of a unit that stays where it is, and returns its answer. shot
// says that the unit shoots if it obeys.
func (f *Battlefield) orderAnswer(u *rule.Umpire, p *Position, i int, order Order, shot bool) OrderOutcome {
	situation := f.orderInPlace(u, p, i, order)
	return playOrder(u, exposeOrderTest(u, &situation, &situation.Command, shot))
}

// order gives an order that does not move the unit, and reports whether it is obeyed.
func (f *Battlefield) order(u *rule.Umpire, p *Position, i int, order Order) bool {
	return f.applyAnswer(u, p, i, f.orderAnswer(u, p, i, order, order == Fire))
}

// canRunAway reports whether a unit could run away.
func (f *Battlefield) canRunAway(p *Position, i int) bool {
	return !p.Units[i].Stuck && !f.units[i].isGun()
}

// applyAnswer records how a unit answers an order, plays its panic if there is one, and reports
// whether the unit obeys.
func (f *Battlefield) applyAnswer(u *rule.Umpire, p *Position, i int, ordered OrderOutcome) bool {
	unit := &p.Units[i]
	unit.Pins, unit.Die, p.Answer = ordered.Pins, ordered.Die, ordered.Answer
	switch ordered.Answer {
	case Obeys:
		return true
	case FiresAt:
		f.fireAtFriend(u, p, i)
	case RunsAway:
		f.runAway(u, p, i)
	}
	return false
}

// onlyFiresIndirectly reports whether all of a unit's weapons fire indirectly only.
func (info *unitInfo) onlyFiresIndirectly() bool {
	return !game.Any(len(info.arms), func(k int) bool {
		a := &info.arms[k]
		return a.weapon > 0 && a.fireMode != onlyIndirect
	})
}

// runAway moves a panicking unit as far as possible from the nearest enemy in sight. A unit that
// has nowhere to flee goes Down.
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

// flightSpot returns the spot to which a unit runs in panic, or -1: of those that it reaches, the one
// that is farthest from the nearest enemy in sight. Nobody leaves an upper floor in one move.
func (f *Battlefield) flightSpot(p *Position, i int) int {
	if place := f.placeOf(p, i); !f.canRunAway(p, i) || !place.spot && place.floor > 0 {
		return -1
	}
	enemy := f.nearestEnemy(p, i)
	if enemy < 0 {
		return -1
	}
	best, far := -1, f.distances[p.placeIndex(i)][enemy]
	for _, to := range f.spots {
		if f.distances[to][enemy] <= far || !f.isVacant(p, to) {
			continue
		}
		if way, _ := f.shortestWay(p.placeIndex(i), to, -1); way.AtMost(f.units[i].run) && !way.Rough && f.blocker(p, i, to) < 0 {
			best, far = to, f.distances[to][enemy]
		}
	}
	return best
}

// nearestEnemy returns the place of the nearest enemy in sight, or -1.
func (f *Battlefield) nearestEnemy(p *Position, i int) int {
	best, from := -1, p.placeIndex(i)
	for j := range f.enemies(p, i) {
		at := p.placeIndex(j)
		if (best < 0 || f.distances[from][at] < f.distances[from][best]) && f.isSeen(p, from, at) {
			best = at
		}
	}
	return best
}
