package d20skirmish

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// ready reports whether a team can be activated.
func (p *Position) ready(i int) bool { return p.Teams[i].Place != 0 && p.Teams[i].State == Ready }

// canAct reports whether a side has a team to activate.
func (f *Field) canAct(p *Position, side uint8) bool {
	for i := range f.troops {
		if f.troops[i].side == side && p.ready(i) {
			return true
		}
	}
	return false
}

// mayAct says why a team cannot take an action now, or go on with its
// activation.
func (f *Field) mayAct(u *rule.Umpire, p *Position, i int) bool {
	switch {
	case p.Ended != game.StillOn:
		u.Refuse("host.victory", "the game is over")
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
func (f *Field) busy(u *rule.Umpire, p *Position) {
	u.Refuses("host.active", func() string {
		return f.troops[p.Active-1].name + " is in the middle of an activation: that ends first"
	})
}

// free says besides why a team cannot do anything but fight on.
func (f *Field) free(u *rule.Umpire, p *Position, i int) bool {
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
func (f *Field) left(u *rule.Umpire, p *Position, i int) int {
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
func (f *Field) act(u *rule.Umpire, p *Position, i, actions int) {
	if p.Active == 0 {
		p.Left = uint8(f.left(u, p, i))
		p.Active = uint8(i + 1)
		p.Teams[i].Moved, p.Teams[i].Charged = false, false
	}
	p.Left -= uint8(u.Apply(actions, "host.activation", "actions taken"))
}

// after ends an activation in which nothing is left to do.
func (f *Field) after(u *rule.Umpire, p *Position) {
	if i := int(p.Active) - 1; p.Left == 0 || !p.here(i) {
		f.finish(u, p, Done)
		return
	}
	f.judge(u, p, false)
}

// finish ends the activation of the active team, and gives the turn to the
// next.
func (f *Field) finish(u *rule.Umpire, p *Position, as State) {
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
		if u.Recording() {
			u.Note("host.turns", fmt.Sprintf("the %s side activates", f.sides[p.Side]))
		}
	case !f.canAct(p, p.Side):
		f.endRound(u, p)
	}
}

// endRound tests morale and begins the next round.
func (f *Field) endRound(u *rule.Umpire, p *Position) {
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
func (f *Field) test(u *rule.Umpire, p *Position) {
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
			var m Mood
			u.About(f.elements[side][e], func() { m = playNerve(u.By(rule.Side(f.sides[side])), heldTest.Of(u, &n)).Mood })
			switch m {
			case Shaken:
				s.Hesitant = true
			case Routed:
				f.rout(p, side, e)
			}
		}
	}
}

var (
	heldTest  rule.Held[Nerve]
	heldRally rule.Held[Nerve]
)

// nerve is the morale of an element, with what its casualties have cost it.
func (f *Field) nerve(p *Position, side uint8, e Element) Nerve {
	return Nerve{Morale: f.morale[side][e], Lost: p.Elements[side][e].Drop}
}

// gone reports whether nobody is left of an element.
func (f *Field) gone(p *Position, side uint8, e Element) bool {
	for i := range f.troops {
		if f.troops[i].side == side && f.troops[i].element == e && p.here(i) {
			return false
		}
	}
	return true
}

// rout takes the teams of an element off the table. A melee that only they kept
// up is over.
func (f *Field) rout(p *Position, side uint8, e Element) {
	for i := range f.troops {
		if t := &p.Teams[i]; f.troops[i].side == side && f.troops[i].element == e && t.Place != 0 {
			at := t.Place - 1
			f.lose(p, i, t.Plain, t.SMG)
			if f.inside(p, int(at), side) == 0 {
				p.Rooms[at].Stormed = 0
			}
		}
	}
	p.Elements[side][e] = Spirit{}
}

// control sees who controls the places: whoever is alone in one, until the
// other side is. A nil umpire keeps silent, at the start.
func (f *Field) control(u *rule.Umpire, p *Position) {
	for at := range f.places {
		a, b := f.inside(p, at, 0) > 0, f.inside(p, at, 1) > 0
		held := p.Rooms[at].Held
		switch {
		case a && !b:
			held = 1
		case b && !a:
			held = 2
		}
		if held == p.Rooms[at].Held {
			continue
		}
		p.Rooms[at].Held = held
		if u != nil && u.Recording() {
			u.Note("host.control", fmt.Sprintf("the %s side controls %s", f.sides[held-1], f.places[at].name))
		}
	}
}

// held counts the objective places that a side controls.
func (f *Field) held(p *Position, side int) int {
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
func (f *Field) cleared(p *Position) bool {
	for at := range f.places {
		if f.places[at].objective && f.inside(p, at, uint8(1-f.task.Side)) > 0 {
			return false
		}
	}
	return true
}

// judge ends the game if it is decided before its time.
func (f *Field) judge(u *rule.Umpire, p *Position, roundOver bool) bool {
	one, two := f.men(p, 0), f.men(p, 1)
	task := &f.task
	switch {
	case one == 0 && two == 0:
		p.end(u, game.WipedOut, -1)
	case one == 0:
		p.end(u, game.WipedOut, 1)
	case two == 0:
		p.end(u, game.WipedOut, 0)
	case task.Kind == Survive && f.men(p, uint8(task.Side)) < task.Many:
		p.end(u, game.Achieved, 1-task.Side)
	case task.Kind == Clear && roundOver && f.cleared(p), task.Kind == Seize && roundOver && f.held(p, task.Side) >= task.Many:
		p.end(u, game.Achieved, task.Side)
	default:
		return false
	}
	return true
}

// timeIsOver ends the game after its last round.
func (f *Field) timeIsOver(u *rule.Umpire, p *Position) {
	won := 1 - f.task.Side
	if f.task.Kind == Survive || f.task.Kind == Hold && f.held(p, f.task.Side) >= f.task.Many {
		won = f.task.Side
	}
	p.end(u, game.TimeIsOver, won)
}

func (p *Position) end(u *rule.Umpire, how game.Ending, winner int) {
	p.Ended, p.Winner, p.Active, p.Left = how, int8(winner), 0, 0
	u.Note("host.victory", "the game is over")
}
