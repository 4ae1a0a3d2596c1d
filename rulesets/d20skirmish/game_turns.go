package d20skirmish

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// ready reports whether a team can be activated.
func (p *Position) ready(i int) bool { return p.Teams[i].Place != 0 && p.Teams[i].State == Ready }

// canAct reports whether a side has a team to activate.
func (f *Battlefield) canAct(p *Position, side uint8) bool {
	return game.Any(len(f.teams), func(i int) bool { return f.teams[i].side == side && p.ready(i) })
}

// mayAct reports whether a team can begin or continue an activation now. If not, it gives the umpire
// the reason.
func (f *Battlefield) mayAct(u *rule.Umpire, p *Position, i int) bool {
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case f.teams[i].side != p.Side:
		u.ForbidFunc("host.turns", func() string {
			return fmt.Sprintf("%s is on the %s side, and the %s side activates now", f.teams[i].name, f.sides[f.teams[i].side], f.sides[p.Side])
		})
	case !p.here(i) && f.teams[i].whole > 0:
		u.ForbidFunc("host.split", func() string {
			return "nobody is in " + f.teams[i].name + ": a team splits only when it assaults"
		})
	case !p.here(i):
		u.ForbidFunc("grenade.out", func() string { return "nobody is left of " + f.teams[i].name })
	case p.Active == uint8(i+1):
		return true
	case p.Active != 0:
		f.legalIdle(u, p)
	case p.Teams[i].State == Watching:
		u.ForbidFunc("host.ready", func() string { return f.teams[i].name + " is on watch and acts again in the next round" })
	case p.Teams[i].State == Done:
		u.ForbidFunc("host.ready", func() string { return f.teams[i].name + " has already been activated in this round" })
	default:
		return true
	}
	return false
}

// legalIdle forbids other teams to act until the active team has finished.
func (f *Battlefield) legalIdle(u *rule.Umpire, p *Position) {
	u.ForbidFunc("host.active", func() string {
		return f.teams[p.Active-1].name + " is in the middle of its activation and must finish first"
	})
}

// mayActFreely is mayAct for actions other than fighting, which a team in combat cannot take.
func (f *Battlefield) mayActFreely(u *rule.Umpire, p *Position, i int) bool {
	if !f.mayAct(u, p, i) {
		return false
	}
	if p.isFighting(i) {
		u.ForbidFunc("melee.continue", func() string {
			return f.teams[i].name + " is in combat in " + f.places[p.Teams[i].Place-1].name + " and can only fight on"
		})
		return false
	}
	return true
}

// actionsLeft returns the number of actions that a team has left.
func (f *Battlefield) actionsLeft(u *rule.Umpire, p *Position, i int) int {
	switch {
	case p.Active == uint8(i+1):
		return int(p.Left)
	case f.moraleOf(p, i).Hesitant:
		return u.Fact(&hesitantActions)
	}
	return u.Fact(&activationActions)
}

// spendActions begins the activation of a team, if it has not begun, and spends actions.
func (f *Battlefield) spendActions(u *rule.Umpire, p *Position, i, actions int) {
	if p.Active == 0 {
		p.Left = uint8(f.actionsLeft(u, p, i))
		p.Active = uint8(i + 1)
		p.Teams[i].Moved, p.Teams[i].Charged = false, false
	}
	p.Left -= uint8(u.Apply(actions, "host.activation", "actions taken"))
}

// endIfSpent ends an activation without actions left.
func (f *Battlefield) endIfSpent(u *rule.Umpire, p *Position) {
	if i := int(p.Active) - 1; p.Left == 0 || !p.here(i) {
		f.finish(u, p, Done)
		return
	}
	if victory.Decide(u, f, p, false) {
		p.Active, p.Left = 0, 0
	}
}

// finish ends the activation of the active team and passes the turn.
func (f *Battlefield) finish(u *rule.Umpire, p *Position, as State) {
	if i := int(p.Active) - 1; i >= 0 && p.here(i) {
		p.Teams[i].State = as
	}
	p.Active, p.Left = 0, 0
	if victory.Decide(u, f, p, false) {
		return
	}
	switch next, ok := game.NextSide(p.Side, func(side uint8) bool { return f.canAct(p, side) }); {
	case !ok:
		f.endRound(u, p)
	case next != p.Side:
		p.Side = next
		u.NoteFunc("host.turns", func() string { return fmt.Sprintf("the %s side activates", f.sides[next]) })
	}
}

// endRound tests morale and begins the next round.
func (f *Battlefield) endRound(u *rule.Umpire, p *Position) {
	u.Note("host.round", "the round is over")
	f.updateControl(u, p)
	f.testMorale(u, p)
	f.updateControl(u, p)
	if victory.EndRound(u, f, p, int(p.Round) == f.rounds) {
		return
	}
	p.Round++
	for i := range f.teams {
		if p.here(i) {
			p.Teams[i].State = Ready
		}
	}
	p.Side = 1
	if u.By(f.sides[0]).Test(rule.D20, rule.AtMost(f.initiative), "host.initiative", f.initiativeQuestion) {
		p.Side = 0
	}
	if !f.canAct(p, p.Side) {
		p.Side = 1 - p.Side
	}
}

// testMorale makes every element that lost characters test its morale, in combat or not.
func (f *Battlefield) testMorale(u *rule.Umpire, p *Position) {
	for side := range uint8(2) {
		for element := range Element(elements) {
			morale := &p.Elements[side][element]
			if !morale.Hurt {
				continue
			}
			morale.Hurt = false
			if f.isGone(p, side, element) {
				continue
			}
			situation := f.moraleSituation(p, side, element)
			situation.Hesitant = morale.Hesitant
			var result MoraleResult
			u.About(f.elements[side][element], func() { result = playMorale(u.By(f.sides[side]), rule.Traced(u, &situation)).Result })
			switch result {
			case Hesitant:
				morale.Hesitant = true
			case Routed:
				f.rout(p, side, element)
			}
		}
	}
}

// moraleSituation returns the situation of a morale test of an element, with the morale that it has
// lost.
func (f *Battlefield) moraleSituation(p *Position, side uint8, e Element) MoraleTest {
	return MoraleTest{Morale: f.morale[side][e], Lost: p.Elements[side][e].Drop}
}

// isGone reports whether an element has no team left.
func (f *Battlefield) isGone(p *Position, side uint8, e Element) bool {
	return !game.Any(len(f.teams), func(i int) bool {
		return f.teams[i].side == side && f.teams[i].element == e && p.here(i)
	})
}

// rout removes the teams of an element from the table. A melee ends if they were the last of
// their side in it.
func (f *Battlefield) rout(p *Position, side uint8, element Element) {
	for i := range f.teams {
		if team := &p.Teams[i]; f.teams[i].side == side && f.teams[i].element == element && team.Place != 0 {
			at := team.Place - 1
			f.lose(p, i, team.Plain, team.SMG)
			if f.inside(p, int(at), side) == 0 {
				p.Rooms[at].Stormed = 0
			}
		}
	}
	p.Elements[side][element] = ElementMorale{}
}

// updateControl updates which side controls each place. With a nil umpire, as at the start, it makes no
// notes.
func (f *Battlefield) updateControl(u *rule.Umpire, p *Position) {
	in := f.present(p)
	for at := range (in[0] ^ in[1]).all() {
		held, changed := game.ControlBy([2]bool{in[0].has(at), in[1].has(at)}, p.Rooms[at].Held)
		if !changed {
			continue
		}
		p.Rooms[at].Held = held
		if u != nil {
			u.NoteFunc("host.control", func() string { return fmt.Sprintf("the %s side controls %s", f.sides[held-1], f.places[at].name) })
		}
	}
}
