package oldworld

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// mayAct reports whether a unit can take an action of a step now. If not, it gives u the reason,
// with the clause of the step. A wrong step does not end a check, so that players see every reason.
func (f *Battlefield) mayAct(u *rule.Umpire, p *Position, i int, step Step, cite rule.Clause) bool {
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case !p.here(i):
		u.Forbid("host.wiped-out", "the unit is gone")
	case f.units[i].side != p.Side:
		u.Forbid("host.turn", "it is the other side's turn")
	default:
		u.Require(p.Step == step, cite, "this action belongs to another part of the turn")
		return true
	}
	return false
}

// mightAct reports whether a unit might act in a step. It prunes lists and gives no reasons.
func (f *Battlefield) mightAct(p *Position, i int, step Step) bool {
	return !p.Over() && p.Step == step && f.units[i].side == p.Side && p.here(i)
}

// stepActions are the action types of each step, to find out whether a player can act in
// it. The cheapest to check come first.
var stepActions = [...][]actionType{
	InStrategy: {{PseudoLegal: rallyPseudoLegal, Legal: rallyLegal}, {PseudoLegal: castPseudoLegal, Legal: castLegal}},
	InCharges:  {{PseudoLegal: chargePseudoLegal, Legal: chargeLegal}},
	InRemaining: {
		{PseudoLegal: turnPseudoLegal, Legal: turnLegal}, {PseudoLegal: movePseudoLegal, Legal: moveLegal},
		{PseudoLegal: enterPseudoLegal, Legal: enterLegal}, {PseudoLegal: leavePseudoLegal, Legal: leaveLegal},
	},
	InShooting: {
		{PseudoLegal: shootPseudoLegal, Legal: shootLegal}, {PseudoLegal: firePseudoLegal, Legal: fireLegal},
		{PseudoLegal: castPseudoLegal, Legal: castLegal},
	},
	InCombat: {{PseudoLegal: fightPseudoLegal, Legal: fightLegal}, {PseudoLegal: clashPseudoLegal, Legal: clashLegal}},
}

// An actionFinder finds out whether a player can act: it has a checker, and room for pseudo-legal
// actions. Finders are reused, because every action needs one.
type actionFinder struct {
	checker *rule.Umpire
	list    []args
}

// hasNoAction reports whether no action is legal in the step.
func (finder *actionFinder) hasNoAction(f *Battlefield, p *Position) bool {
	for k := range stepActions[p.Step] {
		action := &stepActions[p.Step][k]
		finder.list = action.PseudoLegal(f, p, finder.list[:0])
		for _, a := range finder.list {
			if action.Legal(finder.checker, f, p, a); finder.checker.Allowed() {
				return false
			}
		}
	}
	return true
}

// skipIdleSteps skips steps in which no action is legal.
func (f *Battlefield) skipIdleSteps(u *rule.Umpire, p *Position) {
	finder := f.actionFinders.Get().(*actionFinder)
	for !p.Over() && finder.hasNoAction(f, p) {
		f.endStep(u, p)
	}
	f.actionFinders.Put(finder)
}

// inStep limits a list of actions to one step.
func inStep(step Step, list func(*Battlefield, *Position, []args) []args) func(*Battlefield, *Position, []args) []args {
	return func(f *Battlefield, p *Position, out []args) []args {
		if p.Step != step || p.Over() {
			return out
		}
		return list(f, p, out)
	}
}

// thenAdvance plays an action. Afterwards it checks for the end of the game and of the step.
func thenAdvance(apply func(*rule.Umpire, *Battlefield, *Position, args)) func(*rule.Umpire, *Battlefield, *Position, args) {
	return func(u *rule.Umpire, f *Battlefield, p *Position, a args) {
		if apply(u, f, p, a); !victory.Decide(u, f, p, false) {
			f.skipIdleSteps(u, p)
		}
	}
}

// endStep begins the next step, or the other side's turn.
func (f *Battlefield) endStep(u *rule.Umpire, p *Position) {
	for i := range p.Units {
		p.Units[i].Before, p.Units[i].Tested = 0, false
	}
	switch p.Step {
	case InCharges:
		f.moveFleeing(u, p)
		p.Step = InRemaining
		victory.Decide(u, f, p, false)
	case InCombat:
		f.endTurn(u, p)
		return
	default:
		p.Step++
	}
	u.Note("host.phases", stepNames[p.Step])
}

// endTurn begins the next player turn, and after two player turns the next round.
func (f *Battlefield) endTurn(u *rule.Umpire, p *Position) {
	for i := range f.units {
		unit := &p.Units[i]
		// A pursuit that met an enemy counts as a charge in the next turn's combat.
		unit.TurnRecord, unit.Rush, unit.Partly = TurnRecord{Charge: unit.Rush, Scant: unit.Partly}, 0, false
	}
	p.Fated = [2]bool{}
	p.Side, p.Step = 1-p.Side, InStrategy
	if p.Side == f.firstSide {
		u.Note("host.length", "the round is over")
		if !victory.EndRound(u, f, p, int(p.Round) == f.rounds) {
			p.Round++
		}
	}
	for i := range f.units {
		if unit := &p.Units[i]; unit.Jammed > 0 && f.units[i].side == p.Side {
			unit.Jammed--
		}
	}
	if !p.Over() {
		u.NoteFunc("host.phases", func() string {
			return fmt.Sprintf("turn of the %s side, round %d of %d", f.sides[p.Side], p.Round, f.rounds)
		})
	}
}

// holder returns the side that holds a building, or -1. A fleeing unit inside holds nothing.
func (f *Battlefield) holder(p *Position, building int) int {
	if i := f.unitAt(p, building); i >= 0 && !p.Units[i].Fleeing {
		return int(f.units[i].side)
	}
	return -1
}

// donePseudoLegal lists the one action that ends a step.
func donePseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	return game.Single(out, 1, func(int) bool { return !p.Over() })
}

func doneLegal(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	if p.Over() {
		u.Forbid("host.victory", "the game is over")
		return
	}
	u.Require(p.Step != InCombat, "host.fights", "every combat must be fought before the turn ends")
	if p.Step != InStrategy {
		return
	}
	waits := game.Any(len(f.units), func(i int) bool { return f.mustRally(p, i) })
	u.Require(!waits, "host.rally", "a fleeing unit must try to rally first")
}

func doneApply(u *rule.Umpire, f *Battlefield, p *Position, _ args) { f.endStep(u, p) }

func (f *Battlefield) rallySituation(p *Position, i int) Rally {
	unit := &p.Units[i]
	return Rally{
		Garrison: f.unitNow(p, i), Steady: !unit.Fleeing, Later: p.Step != InStrategy || f.units[i].side != p.Side,
	}
}

// mustRally reports whether a unit has still to try to rally.
func (f *Battlefield) mustRally(p *Position, i int) bool {
	return f.mightAct(p, i, InStrategy) && p.Units[i].Fleeing && !p.Units[i].Asked
}

func rallyPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Single(out, len(f.units), func(i int) bool { return f.mustRally(p, i) })
}

func rallyLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if p.Over() || !p.here(i) {
		f.mayAct(u, p, i, InStrategy, "host.rally")
		return
	}
	s := f.rallySituation(p, i)
	legalRally(u, &s)
	u.Require(!p.Units[i].Asked, "host.rally", "the unit has already tried to rally this turn")
}

func rallyApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	unit := &p.Units[i]
	s := f.rallySituation(p, i)
	unit.Asked = true
	rallied := about(u, f.units[i].name, func() bool {
		if f.place(p, i) == InBuilding {
			return playRally(u, rule.Traced(u, &s)).Rallied
		}
		return prepareRally.For(u, rule.Traced(u, &s)).test(u, "to rally")
	})
	if rallied {
		unit.Fleeing, unit.Did = false, HasRallied
	}
}
