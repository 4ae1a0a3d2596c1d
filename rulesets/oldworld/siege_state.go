package oldworld

import "loophole/rule"

// A siegeTurn is the state of a siege before a player turn or a round.
type siegeTurn struct {
	left         [2]uint8 `key:"wounds" each:"attackers,garrison" unit:"wounds" doc:"wounds that the side has left"`
	dist         uint8    `key:"distance" unit:"inches" doc:"inches between the attackers and the building; 0 in combat"`
	charge       uint8    `key:"charge" unit:"inches" doc:"inches of the charge with which this round begins, or of a shorter charge with the same effect; 0 in a later round"`
	turns        uint8    `key:"turns" doc:"player turns left, including this one; 255 for no limit"`
	shot         uint8    `key:"shot" unit:"wounds" doc:"wounds from standing and shooting in this turn"`
	garrisonTurn bool     `key:"theirs" doc:"it is the garrison's turn"`
	firstCharge  bool     `key:"home" doc:"the current charge is the first, which does not fail"`
	tested       [2]bool  `key:"tested" each:"attackers,garrison" doc:"the side has used its stubbornness"`
}

// woundsLeft returns the wounds that both sides have left.
func (f *siegeTurn) woundsLeft() woundsLeft {
	return woundsLeft{int(f.left[attackers]), int(f.left[garrison])}
}

// checkpoint is the checkpoint of a siege. It stops at every round, and at every player turn if the
// garrison shoots. Without shots a turn outside combat depends on the distance only.
func (g *siegeState) checkpoint(u *rule.Umpire, f *siegeTurn) bool {
	if g.everyTurn && !rule.CheckpointCanonical(u, "turn", f, g.canonical) {
		return false
	}
	return f.dist > 0 || rule.CheckpointCanonical(u, "round", f, g.canonical)
}

// canonical replaces a charge by the shortest one with the same effect. Without a last turn, and with
// a garrison that never shoots in its own turns, every turn becomes the attackers'.
func (g *siegeState) canonical(f siegeTurn) siegeTurn {
	f.garrisonTurn = f.garrisonTurn && g.whoseTurn
	if f.charge > 0 {
		f.charge = g.charges[min(int(f.charge), g.longest)]
	}
	return f
}

// canonicalCharges returns, by the inches of a charge, the shortest charge with the same effect.
func (b *closeCombat) canonicalCharges(longest int) (charges [10]uint8) {
	for i := 1; i <= longest; i++ {
		shortest := 1
		for !b.sameFight(noCharge+i, noCharge+shortest) {
			shortest++
		}
		charges[i] = uint8(shortest)
	}
	return charges
}

// sameFight reports whether two kinds of turn have the same effect on a fight.
func (b *closeCombat) sameFight(t, v int) bool {
	for i := range b.order[t] {
		x, y := &b.order[t][i], &b.order[v][i]
		if x.side != y.side || x.fighter != y.fighter || (x.at < 0) != (y.at < 0) {
			return false
		}
		if i > 0 && (x.at == b.order[t][i-1].at) != (y.at == b.order[v][i-1].at) {
			return false
		}
	}
	for i := range b.sides {
		for k := range b.sides[i].fighters {
			c := &b.sides[i].fighters[k]
			if c.attacks[t] != c.attacks[v] || c.rolls[t] != c.rolls[v] {
				return false
			}
		}
	}
	return true
}
