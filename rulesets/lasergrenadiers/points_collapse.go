package lasergrenadiers

import "loophole/rule"

// CollapseCheck is the situation of a damaged structure that is checked turn by turn.
type CollapseCheck struct {
	Points uint8 `key:"points" unit:"points" min:"1" max:"250" doc:"damage points that the structure had"`
	Lost   uint8 `key:"lost" unit:"points" min:"0" max:"250" doc:"points that the structure has lost"`
	More   uint8 `key:"more" unit:"points" min:"0" max:"250" doc:"points that the structure loses in each turn"`
	Turns  uint8 `key:"turns" unit:"turns" min:"1" max:"100" doc:"turns of checks"`
	Inside uint8 `key:"inside" unit:"soldiers" min:"0" max:"99" doc:"troops that stay inside"`
}

// CollapseOutcome is the outcome of [CollapseCheck].
type CollapseOutcome struct {
	Fate Fate  `key:"structure" doc:"what happened to the structure"`
	Turn uint8 `key:"turn" unit:"turns" doc:"the turn in which the structure fell; 0 if it stands"`
	Lost uint8 `key:"lost" unit:"points" doc:"points lost when the structure fell, or at the end"`
	Dead uint8 `key:"casualties" unit:"soldiers" doc:"troops lost with the structure"`
	Out  uint8 `key:"driven-out" unit:"soldiers" doc:"troops that had to leave"`
}

var collapseSpec = rule.Spec[CollapseCheck, CollapseOutcome]{
	Name:         "collapse",
	Gist:         "collapse checks of a damaged structure, turn by turn",
	Default:      CollapseCheck{Points: 10, Lost: 4, Turns: 20},
	Legal:        legalCollapse,
	Play:         playCollapse,
	MaxQuestions: 100,
	Events: []rule.Event[CollapseOutcome]{
		{Name: "collapsed", Gist: "the structure collapses from its damage", Holds: func(o CollapseOutcome) bool { return o.Fate == Collapsed }},
		{Name: "collapsed-in-turn-1", Gist: "the structure collapses in the first turn", Holds: func(o CollapseOutcome) bool { return o.Fate == Collapsed && o.Turn == 1 }},
		{Name: "destroyed", Gist: "the structure first loses its last point", Holds: func(o CollapseOutcome) bool { return o.Fate == Destroyed }},
		{Name: "stands", Gist: "the structure stands to the last turn", Holds: func(o CollapseOutcome) bool { return o.Fate == Stands }},
	},
	Measures: []rule.Measure[CollapseOutcome]{
		{Name: "turn", Unit: "turn in which the structure fell; 0 if it stands", Of: func(o CollapseOutcome) int { return int(o.Turn) }},
		{Name: "lost", Unit: "damage points", Of: func(o CollapseOutcome) int { return int(o.Lost) }},
	},
	Examples: []rule.Example{
		{Name: "forty", Settings: "turns=1", Gist: "the rulebook's example: a structure with 40% damage stands on 1 to 6"},
		{Name: "to-the-end", Settings: "turns=100", Gist: "the same structure until it falls"},
		{Name: "under-fire", Settings: "points=24 lost=2 more=3 turns=12 inside=6", Gist: "a building that loses three of 24 points each turn"},
	},
}

func legalCollapse(u *rule.Umpire, s *CollapseCheck) {
	u.Require(s.Lost < s.Points, "points.track", "the structure has no points left and is destroyed")
}

// A damageProgress is a damaged structure at the beginning of a turn.
type damageProgress struct {
	turn      uint8 `key:"turn" doc:"the turn that begins"`
	lost      uint8 `key:"lost" unit:"points" doc:"damage points lost so far"`
	newDamage bool  `key:"fresh" doc:"the structure has new damage since the last check"`
}

func playCollapse(u *rule.Umpire, s *CollapseCheck) CollapseOutcome {
	now := damageProgress{turn: 1, lost: s.Lost, newDamage: true}
	for now.turn <= s.Turns {
		if !rule.Checkpoint(u, "turn", &now) {
			return CollapseOutcome{}
		}
		u.Apply(int(now.turn), "points.each-turn", "turn")
		if collapsesNow(u, now.newDamage, int(now.lost), int(s.Points)) {
			return s.outcome(u, Collapsed, now)
		}
		now.lost = uint8(min(int(now.lost)+int(s.More), int(s.Points)))
		if s.More > 0 {
			u.Apply(int(s.More), "points.track", "points lost in this turn")
		}
		if now.lost == s.Points {
			return s.outcome(u, Destroyed, now)
		}
		now.newDamage = s.More > 0
		now.turn++
	}
	return CollapseOutcome{Lost: now.lost}
}

// collapsesNow checks a damaged structure if that is due this turn, and reports whether it collapses.
func collapsesNow(u *rule.Umpire, newDamage bool, lost, points int) bool {
	return mustCheckCollapse(u, newDamage) && collapses(u, lost, points)
}

// mustCheckCollapse reports whether a damaged structure is checked this turn (points.each-turn).
func mustCheckCollapse(u *rule.Umpire, newDamage bool) bool {
	return newDamage || u.Ruling(&again) == againEachTurn
}

// collapses checks a damaged structure at the start of a turn, and reports whether it collapses
// (points.collapse).
func collapses(u *rule.Umpire, lost, points int) bool {
	stand, die := standsOn(u, lost, points)
	if stand >= int(die) {
		return false
	}
	u.Note("points.each-turn", "the check comes at the start of the turn")
	if u.Test(die, rule.AtMost(stand), "points.forty", "does the damaged structure stand?") {
		return false
	}
	u.Note("points.early", "the structure collapses before it loses its last point")
	return true
}

// standsOn returns the highest face on which a damaged structure stands, and the die (points.forty). If
// that is the die's highest face, nobody rolls. A D10 loses one face for each tenth of the points that
// are lost, a D100 one for each hundredth.
func standsOn(u *rule.Umpire, lost, points int) (stand int, die rule.Die) {
	if u.Ruling(&collapseDie) == collapseDiePercentile {
		return max(0, 100-100*lost/points), rule.D100
	}
	tenths := highestFace * lost / points
	switch u.Ruling(&rounding) {
	case roundingNearest:
		tenths = (2*highestFace*lost + points) / (2 * points)
	case roundingUp:
		tenths = (highestFace*lost + points - 1) / points
	}
	return max(0, highestFace-tenths), rule.D10
}

// outcome returns the outcome of a structure that has fallen.
func (s *CollapseCheck) outcome(u *rule.Umpire, fate Fate, now damageProgress) CollapseOutcome {
	dead, out := lostAndDrivenOut(u, s.Inside)
	return CollapseOutcome{fate, now.turn, now.lost, dead, out}
}

// lostAndDrivenOut works out the fate of the pieces inside (points.inside, points.untenable).
func lostAndDrivenOut(u *rule.Umpire, inside uint8) (dead, out uint8) {
	if inside == 0 {
		return 0, 0
	}
	if u.Ruling(&insiders) == insidersLost {
		return inside, 0
	}
	if u.Ruling(&untenable) == untenableYes {
		u.Note("points.untenable", "the position is untenable: the troops leave")
		return 0, inside
	}
	return 0, 0
}
