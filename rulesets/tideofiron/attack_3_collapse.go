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

// collapse destroys the hex, and no other hex of the building (need.one-hex): it places the overlay
// with its token (overlay.placed), and damages every squad.
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
	if !h.hasSurvivors(outcome) {
		return
	}
	damage := *prepareCollapse.For(u, h)
	for i := range h.Squads {
		if left := h.survivors(i, outcome); left > 0 {
			damage.friendly = damage.cover > 0 && h.Squads[i].Friendly // without cover nobody rolls for the squad
			outcome.Squads[i].takeCollapse(u, damage, left)
		}
	}
}

// hasSurvivors reports whether any squad is still in the hex after an attack.
func (h *Hex) hasSurvivors(outcome *AttackOutcome) bool {
	for i := range h.Squads {
		if h.survivors(i, outcome) > 0 {
			return true
		}
	}
	return false
}

// survivors returns the figures of a squad that are still in the hex after an attack.
func (h *Hex) survivors(i int, outcome *AttackOutcome) uint8 {
	if outcome.Squads[i].Condition == Routed {
		return 0
	}
	return h.Squads[i].Figures - outcome.Squads[i].Lost
}

// overlayToken returns the movement cost token on the overlay of a building of some level: +1, +2 or
// +3 (overlay.token).
func overlayToken(u *rule.Umpire, level uint8) int {
	// The example is about a hex of level 1.
	if level == 1 && u.Ruling(&tokenText) == tokenTextPrinted {
		return u.Apply(1, "box.overlay", "movement token, as the damaged text of the example may say")
	}
	return u.Cell(&levelTable, rule.Ref(level+1), 0)
}

// A collapseDamage is the damage of a collapse to one squad.
type collapseDamage struct {
	dice, hitOn, figures, cover, blockOn uint8
	friendly                             bool // the squad is on the attacker's side
}

// prepareCollapse works out the damage of a collapse to each squad: four dice for each floor
// (collapse.dice), which hit on 4+ (collapse.hits). Squads have cover only under the ruling "terrain".
var prepareCollapse = rule.Precomputed[Hex, collapseDamage]{Compute: func(u *rule.Umpire, hex *Hex) (damage collapseDamage) {
	damage.dice = uint8(u.Apply((int(hex.Level)+1)*u.Fact(&collapseDice), "box.damage", "damage dice against each squad, for all floors together"))
	damage.hitOn = uint8(u.Fact(&collapseHitOn))
	if u.Ruling(&terrain) == terrainCover {
		damage.cover, damage.blockOn = uint8(u.Fact(&buildingCover)), uint8(u.Fact(&blockOn))
	}
	return damage
}}

// collapseRoll rolls the damage of a collapse. Its value is the figures lost.
var collapseRoll = rule.Subroll[collapseDamage]{Name: "damage of the collapse", Play: func(u *rule.Umpire, damage collapseDamage) int {
	hits := u.By(attacker).Count(int(damage.dice), rule.D6, rule.AtLeast(int(damage.hitOn)), "collapse.hits", "damage to a squad in the hex")
	hits -= u.By(rollsFor(damage.friendly)).Count(int(damage.cover), rule.D6, rule.AtLeast(int(damage.blockOn)), "box.terrain", "cover dice against the damage")
	return min(max(0, hits), int(damage.figures))
}}

// takeCollapse applies the damage of a collapse to a squad that has left figures. A surviving
// squad is pinned (collapse.pinned) and stays in the hex (collapse.stay).
func (o *SquadOutcome) takeCollapse(u *rule.Umpire, damage collapseDamage, left uint8) {
	damage.figures = left
	lost := uint8(collapseRoll.Roll(u, damage))
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
