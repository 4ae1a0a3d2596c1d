package tideofiron

import "loophole/rule"

// CollapseSituation is the situation of a building hex that has just been destroyed.
type CollapseSituation struct{ Hex }

var collapseSpec = rule.Spec[CollapseSituation, AttackOutcome]{
	Name:         "collapse",
	Gist:         "a building hex is destroyed: the damage to the squads inside, and the overlay",
	Default:      CollapseSituation{Hex{Destructible: true, Hexes: 1, Squads: [mostUnits]Squad{{Figures: 4}}}},
	Legal:        legalCollapse,
	MaxQuestions: 2 * mostUnits,
	Play: func(u *rule.Umpire, s *CollapseSituation) AttackOutcome {
		outcome := s.withoutEffect()
		s.collapse(u, &outcome)
		return outcome
	},
	Events:   resultEvents,
	Measures: resultMeasures,
	Examples: []rule.Example{
		{Name: "squad-b", Settings: "level=1 squads=4", Gist: "Squad B of the illustrated example: eight dice"},
		{Name: "three-floors", Settings: "level=2 squads=4,3,2 squads.2.floor=1 squads.3.floor=2", Gist: "a squad on each of three floors"},
	},
}

// legalCollapse forbids a hex in which no building can collapse.
func legalCollapse(u *rule.Umpire, s *CollapseSituation) {
	legalHex(u, &s.Hex)
	legalStanding(u, &s.Hex)
}

// collapse destroys the hex: it places the overlay with its token, and damages every squad.
func (h *Hex) collapse(u *rule.Umpire, outcome *AttackOutcome) {
	outcome.Fate = Destroyed
	outcome.Left = OverlayState{Hexes: h.Hexes - 1, Objective: h.Objective, Tokens: h.Tokens, Token: uint8(overlayToken(u, h.Level))}
	u.Note("need.one-hex", "only this hex of the building is destroyed")
	u.Note("overlay.placed", "the hex gets a Collapsed Building overlay")
	u.Note("overlay.elevation", "the overlay is at elevation 0")
	if h.Objective {
		u.Note("objective.stays", "the hex is still an objective")
	}
	if h.Tokens > 0 {
		u.Note("collapse.tokens", "the tokens stay in the hex")
	}
	var attack collapseAttack
	for i := range h.Squads {
		left := h.Squads[i].Figures - outcome.Squads[i].Lost
		if left == 0 || outcome.Squads[i].Condition == Routed {
			continue
		}
		if attack.hitOn == 0 {
			attack = *prepareCollapse.For(u, h)
		}
		attack.ownSide = attack.cover > 0 && h.Squads[i].Friendly
		outcome.Squads[i].takeCollapse(u, attack, left)
	}
}

// overlayToken is the movement cost token on the overlay of a building of some level: +1, +2 or +3.
func overlayToken(u *rule.Umpire, level uint8) int {
	// The example is about a hex of level 1.
	if level == 1 && u.Ruling(&tokenText) == tokenTextPrinted {
		return u.Apply(1, "box.overlay", "movement token, as the damaged text of the example may say")
	}
	return u.Cell(&levelTable, rule.Ref(level+1), 0)
}

// A collapseAttack is the damage of a collapse to one squad.
type collapseAttack struct {
	dice, hitOn, figures, cover, blockOn int16
	ownSide                              bool // the squad is on the attacker's side
}

// prepareCollapse is the damage of a collapse to each squad: four dice for each floor, which hit on
// 4+. Squads have cover only under the ruling "terrain".
var prepareCollapse = rule.Precomputed[Hex, collapseAttack]{Compute: func(u *rule.Umpire, hex *Hex) (attack collapseAttack) {
	attack.dice = int16(u.Apply((int(hex.Level)+1)*u.Fact(&collapseDice), "box.damage", "damage dice against each squad, for all floors together"))
	attack.hitOn = int16(u.Fact(&collapseHitOn))
	if u.Ruling(&terrain) == terrainCover {
		attack.cover, attack.blockOn = int16(u.Fact(&buildingCover)), int16(u.Fact(&blockOn))
	}
	return attack
}}

// collapseRoll rolls the damage of a collapse. Its value is the figures lost.
var collapseRoll = rule.Subroll[collapseAttack]{Name: "damage of the collapse", Play: func(u *rule.Umpire, attack collapseAttack) int {
	hits := u.By(attacker).Count(int(attack.dice), rule.D6, rule.AtLeast(int(attack.hitOn)), "collapse.hits", "damage to a squad in the hex")
	hits -= u.By(owner(attack.ownSide)).Count(int(attack.cover), rule.D6, rule.AtLeast(int(attack.blockOn)), "box.terrain", "cover dice against the damage")
	return min(max(0, hits), int(attack.figures))
}}

// takeCollapse applies the damage of a collapse to a squad that has left figures. A surviving
// squad is pinned and stays in the hex.
func (o *SquadOutcome) takeCollapse(u *rule.Umpire, attack collapseAttack, left uint8) {
	attack.figures = int16(left)
	lost := uint8(collapseRoll.Roll(u, attack))
	o.Lost += lost
	if lost == left {
		o.Condition, o.Activity = Fresh, Ready
		return
	}
	u.Note("collapse.stay", "the surviving squad stays in the hex")
	switch {
	case o.Condition < Pinned:
		u.Note("collapse.pinned", "the surviving squad is pinned")
		o.Condition = Pinned
		o.fatigue(u)
	case o.Condition == Disrupted && u.Ruling(&disrupted) == disruptedRouted:
		u.Note("host.disrupted", "the disrupted squad routs")
		o.Condition, o.Activity = Routed, Ready
	}
}
