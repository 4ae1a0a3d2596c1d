package d20skirmish

import (
	"fmt"
	"math/bits"

	"loophole/game"
	"loophole/rule"
)

// ready reports whether a team can be activated.
func (p *Position) ready(i int) bool { return p.Teams[i].Place != 0 && p.Teams[i].State == Ready }

// canAct reports whether a side has a team to activate.
func (f *Battlefield) canAct(p *Position, side uint8) bool {
	for i := range f.troops {
		if f.troops[i].side == side && p.ready(i) {
			return true
		}
	}
	return false
}

// mayAct says why a team cannot take an action now, or go on with its
// activation.
func (f *Battlefield) mayAct(u *rule.Umpire, p *Position, i int) bool {
	switch {
	case p.Ended != game.InProgress:
		u.Forbid("host.victory", "the game is over")
	case f.troops[i].side != p.Side:
		u.Refuses("host.turns", func() string {
			return fmt.Sprintf("%s is %s, and the %s side activates now", f.troops[i].name, f.sides[f.troops[i].side], f.sides[p.Side])
		})
	case !p.here(i) && f.troops[i].whole > 0:
		u.Refuses("host.split", func() string {
			return "nobody is in " + f.troops[i].name + ": half of a team comes about when it assaults"
		})
	case !p.here(i):
		u.Refuses("grenade.out", func() string { return "nobody is left of " + f.troops[i].name })
	case p.Active == uint8(i+1):
		return true
	case p.Active != 0:
		f.busy(u, p)
	case p.Teams[i].State == Watching:
		u.Refuses("host.ready", func() string { return f.troops[i].name + " is on watch, and acts again in the next round" })
	case p.Teams[i].State == Done:
		u.Refuses("host.ready", func() string { return f.troops[i].name + " has been activated in this round" })
	default:
		return true
	}
	return false
}

// busy refuses what has to wait until the active team has done.
func (f *Battlefield) busy(u *rule.Umpire, p *Position) {
	u.Refuses("host.active", func() string {
		return f.troops[p.Active-1].name + " is in the middle of an activation: that ends first"
	})
}

// free says besides why a team cannot do anything but fight on.
func (f *Battlefield) free(u *rule.Umpire, p *Position, i int) bool {
	if !f.mayAct(u, p, i) {
		return false
	}
	if p.fighting(i) {
		u.Refuses("melee.continue", func() string {
			return f.troops[i].name + " is in combat in " + f.places[p.Teams[i].Place-1].name + ", and fights on"
		})
		return false
	}
	return true
}

// left is how many actions a team has left.
func (f *Battlefield) left(u *rule.Umpire, p *Position, i int) int {
	switch {
	case p.Active == uint8(i+1):
		return int(p.Left)
	case f.spirit(p, i).Hesitant:
		return u.Fact(&hesitantActions)
	}
	return u.Fact(&activationActions)
}

// act begins the activation of a team, if it has not begun, and takes some of
// its actions.
func (f *Battlefield) act(u *rule.Umpire, p *Position, i, actions int) {
	if p.Active == 0 {
		p.Left = uint8(f.left(u, p, i))
		p.Active = uint8(i + 1)
		p.Teams[i].Moved, p.Teams[i].Charged = false, false
	}
	p.Left -= uint8(u.Apply(actions, "host.activation", "actions taken"))
}

// after ends an activation in which nothing is left to do.
func (f *Battlefield) after(u *rule.Umpire, p *Position) {
	if i := int(p.Active) - 1; p.Left == 0 || !p.here(i) {
		f.finish(u, p, Done)
		return
	}
	f.judge(u, p, false)
}

// finish ends the activation of the active team, and gives the turn to the
// next.
func (f *Battlefield) finish(u *rule.Umpire, p *Position, as State) {
	if i := int(p.Active) - 1; i >= 0 && p.here(i) {
		p.Teams[i].State = as
	}
	p.Active, p.Left = 0, 0
	if f.judge(u, p, false) {
		return
	}
	switch {
	case f.canAct(p, 1-p.Side):
		p.Side = 1 - p.Side
		u.Notes("host.turns", func() string { return fmt.Sprintf("the %s side activates", f.sides[p.Side]) })
	case !f.canAct(p, p.Side):
		f.endRound(u, p)
	}
}

// endRound tests morale and begins the next round.
func (f *Battlefield) endRound(u *rule.Umpire, p *Position) {
	u.Note("host.round", "the round is over")
	f.control(u, p)
	f.test(u, p)
	f.control(u, p)
	if f.judge(u, p, true) {
		return
	}
	if int(p.Round) == f.rounds {
		f.timeIsOver(u, p)
		return
	}
	p.Round++
	for i := range f.troops {
		if p.here(i) {
			p.Teams[i].State = Ready
		}
	}
	p.Side = 1
	if u.By(rule.Side(f.sides[0])).Test(rule.D20, rule.AtMost(f.initiative), "host.initiative", f.begins) {
		p.Side = 0
	}
	if !f.canAct(p, p.Side) {
		p.Side = 1 - p.Side
	}
}

// test has every element that lost somebody test its morale, in combat or not.
func (f *Battlefield) test(u *rule.Umpire, p *Position) {
	for side := range uint8(2) {
		for e := range Element(elements) {
			s := &p.Elements[side][e]
			if !s.Hurt {
				continue
			}
			s.Hurt = false
			if f.gone(p, side, e) {
				continue
			}
			n := f.nerve(p, side, e)
			n.Hesitant = s.Hesitant
			var m MoraleResult
			u.About(f.elements[side][e], func() { m = playMorale(u.By(rule.Side(f.sides[side])), rule.Overheard(u, &n)).Mood })
			switch m {
			case Shaken:
				s.Hesitant = true
			case Routed:
				f.rout(p, side, e)
			}
		}
	}
}

// nerve is the morale of an element, with what its casualties have cost it.
func (f *Battlefield) nerve(p *Position, side uint8, e Element) MoraleTest {
	return MoraleTest{Morale: f.morale[side][e], Lost: p.Elements[side][e].Drop}
}

// gone reports whether nobody is left of an element.
func (f *Battlefield) gone(p *Position, side uint8, e Element) bool {
	for i := range f.troops {
		if f.troops[i].side == side && f.troops[i].element == e && p.here(i) {
			return false
		}
	}
	return true
}

// rout takes the teams of an element off the table. A melee that only they kept
// up is over.
func (f *Battlefield) rout(p *Position, side uint8, e Element) {
	for i := range f.troops {
		if t := &p.Teams[i]; f.troops[i].side == side && f.troops[i].element == e && t.Place != 0 {
			at := t.Place - 1
			f.lose(p, i, t.Plain, t.SMG)
			if f.inside(p, int(at), side) == 0 {
				p.Rooms[at].Stormed = 0
			}
		}
	}
	p.Elements[side][e] = ElementMorale{}
}

// control sees who controls the places: whoever is alone in one, until the
// other side is. A nil umpire keeps silent, at the start.
func (f *Battlefield) control(u *rule.Umpire, p *Position) {
	in := f.present(p)
	for left := in[0] ^ in[1]; left != 0; left &= left - 1 {
		at := bits.TrailingZeros32(left)
		held := 1 + uint8(in[1]>>at&1)
		if held == p.Rooms[at].Held {
			continue
		}
		p.Rooms[at].Held = held
		if u != nil {
			u.Notes("host.control", func() string { return fmt.Sprintf("the %s side controls %s", f.sides[held-1], f.places[at].name) })
		}
	}
}

// held counts the objective places that a side controls.
func (f *Battlefield) held(p *Position, side int) int {
	n := 0
	for at := range f.places {
		if f.places[at].objective && p.Rooms[at].Held == uint8(side)+1 {
			n++
		}
	}
	return n
}

// cleared reports whether no enemy of the side with the task is in an objective
// place.
func (f *Battlefield) cleared(p *Position) bool {
	for at := range f.places {
		if f.places[at].objective && f.inside(p, at, uint8(1-f.task.Side)) > 0 {
			return false
		}
	}
	return true
}

// judge ends the game if it is decided before its time.
func (f *Battlefield) judge(u *rule.Umpire, p *Position, roundOver bool) bool {
	left, task := f.whoIsLeft(p), &f.task
	switch {
	case !left[0] && !left[1]:
		p.end(u, game.WipedOut, -1)
	case !left[0]:
		p.end(u, game.WipedOut, 1)
	case !left[1]:
		p.end(u, game.WipedOut, 0)
	case task.Kind == Survive && f.men(p, uint8(task.Side)) < task.Many:
		p.end(u, game.TaskDecided, 1-task.Side)
	case task.Kind == Clear && roundOver && f.cleared(p), task.Kind == Seize && roundOver && f.held(p, task.Side) >= task.Many:
		p.end(u, game.TaskDecided, task.Side)
	default:
		return false
	}
	return true
}

// timeIsOver ends the game after its last round.
func (f *Battlefield) timeIsOver(u *rule.Umpire, p *Position) {
	won := 1 - f.task.Side
	if f.task.Kind == Survive || f.task.Kind == Hold && f.held(p, f.task.Side) >= f.task.Many {
		won = f.task.Side
	}
	p.end(u, game.OutOfTime, won)
}

func (p *Position) end(u *rule.Umpire, how game.Ending, winner int) {
	p.Ended, p.Winner, p.Active, p.Left = how, int8(winner), 0, 0
	u.Note("host.victory", "the game is over")
}
