package oldworld

import "loophole/rule"

// A siegeState is the state of a siege before a player turn or a round.
type siegeState struct {
	left         [2]uint8 `key:"wounds" each:"attackers,garrison" unit:"wounds" doc:"wounds that the side has left"`
	distance     uint8    `key:"distance" unit:"inches" doc:"inches between the attackers and the building; 0 in combat"`
	charge       uint8    `key:"charge" unit:"inches" doc:"inches of the charge with which this round begins, or of a shorter charge with the same effect; 0 in a later round"`
	turnsLeft    uint8    `key:"turns" doc:"player turns left, including this one; 255 for no limit"`
	shotWounds   uint8    `key:"shot" unit:"wounds" doc:"wounds from standing and shooting in this turn"`
	garrisonTurn bool     `key:"theirs" doc:"it is the garrison's turn"`
	firstCharge  bool     `key:"home" doc:"the current charge is the first, which does not fail"`
	tested       [2]bool  `key:"tested" each:"attackers,garrison" doc:"the side has used its stubbornness"`
}

// woundsLeft returns the wounds that both sides have left.
func (state *siegeState) woundsLeft() woundsLeft {
	return woundsLeft{int(state.left[attackers]), int(state.left[garrison])}
}

// checkpoint is the checkpoint of a siege. It stops at every round, and at every player turn if the
// garrison shoots. Without shots a turn outside combat depends on the distance only.
func (p *preparedSiege) checkpoint(u *rule.Umpire, state *siegeState) bool {
	if p.everyTurn && !rule.CheckpointCanonical(u, "turn", state, p.canonical) {
		return false
	}
	return state.distance > 0 || rule.CheckpointCanonical(u, "round", state, p.canonical)
}

// canonical replaces a charge by the shortest one with the same effect. Without a last turn, and
// with a garrison that never shoots in its own turns, every turn becomes the attackers'.
func (p *preparedSiege) canonical(state siegeState) siegeState {
	state.garrisonTurn = state.garrisonTurn && p.whoseTurn
	if state.charge > 0 {
		state.charge = p.equivalent[min(int(state.charge), p.longest)]
	}
	return state
}

// equivalentCharges returns, by the inches of a charge, the shortest charge with the same effect.
func (c *preparedCombat) equivalentCharges(longest int) (charges [longestCharge + 1]uint8) {
	for i := 1; i <= longest; i++ {
		shortest := 1
		for !c.sameFight(afterCharge(i), afterCharge(shortest)) {
			shortest++
		}
		charges[i] = uint8(shortest)
	}
	return charges
}

// sameFight reports whether two kinds of turn have the same effect on a fight.
func (c *preparedCombat) sameFight(one, other turnKind) bool {
	for i := range c.order[one] {
		first, second := &c.order[one][i], &c.order[other][i]
		if first.side != second.side || first.fighter != second.fighter || (first.initiative < 0) != (second.initiative < 0) {
			return false
		}
		if i > 0 && (first.initiative == c.order[one][i-1].initiative) != (second.initiative == c.order[other][i-1].initiative) {
			return false
		}
	}
	for i := range c.sides {
		for k := range c.sides[i].fighters {
			fighters := &c.sides[i].fighters[k]
			if fighters.attacks[one] != fighters.attacks[other] || fighters.rolls[one] != fighters.rolls[other] {
				return false
			}
		}
	}
	return true
}
