package oldworld

import "loophole/rule"

// siegeMerges say which states of a siege have the same future, so that exact odds are worked out
// once for all of them. No rule depends on it.
type siegeMerges struct {
	charge         [10]uint8 // the shortest charge that is fought alike, by inches
	certain        int       // most inches of a charge that cannot fail
	fallBack       fallBackMerges
	garrisonShoots bool // the garrison shoots at charges or between them
	countTurns     bool // the side whose turn it is, or the turns left, matter
}

// merges finds charges that are fought alike, charges that cannot fail, and whether the turn
// matters.
func (g *siegeState) merges(s *Siege) siegeMerges {
	m := siegeMerges{garrisonShoots: s.Stand || s.Fire, countTurns: s.Turns > 0 || s.Fire, certain: int(g.approach.run.move) + 1}
	for i := 1; i <= g.longest; i++ {
		m.charge[i] = uint8(i)
		for shorter := 1; shorter < i; shorter++ {
			if g.combat.sameFight(noCharge+i, noCharge+shorter) {
				m.charge[i] = uint8(shorter)
				break
			}
		}
	}
	if !m.garrisonShoots {
		for i := 1; i <= 6; i++ {
			m.fallBack[i] = uint8(i)
			if i <= m.certain {
				m.fallBack[i] = m.charge[min(i, g.longest)]
			}
		}
	}
	return m
}

// fallBackMerges are, by the inches of a fall back, the fewest inches with the same future, because
// the next charge is fought alike. 0 merges nothing.
type fallBackMerges [7]uint8

// fallBackRoll is the inches that beaten attackers fall back.
var fallBackRoll = rule.Subroll[fallBackMerges]{Name: "fall back", Play: func(u *rule.Umpire, m fallBackMerges) int {
	n := u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back")
	if m[n] > 0 {
		return int(m[n])
	}
	return n
}}

// fallBack rolls the inches that beaten attackers fall back.
func (g *siegeState) fallBack(u *rule.Umpire) int {
	if u.Merging() {
		return fallBackRoll.Roll(u, g.merged.fallBack)
	}
	return fallBackRoll.Roll(u, fallBackMerges{})
}

// Merge returns the state that stands for all with the same future. If nobody shoots, the way to
// the walls is skipped, and meets is false: only rounds of combat are states then.
func (g *siegeState) Merge(f siegeTurn) (same siegeTurn, meets bool) {
	m := &g.merged
	for side := range f.tested {
		f.tested[side] = f.tested[side] && g.combat.sides[side].loser.spirit == Stubborn
	}
	if !m.countTurns {
		f.garrisonTurn = false
	}
	if f.dist > 0 && !m.garrisonShoots {
		g.skipIdleTurns(&f)
	}
	if f.charge > 0 {
		f.charge = m.charge[min(int(f.charge), g.longest)]
	}
	return f, m.garrisonShoots
}

// skipIdleTurns skips turns without dice: the garrison's, in which it does nothing, and a charge
// that cannot fail.
func (g *siegeState) skipIdleTurns(f *siegeTurn) {
	if f.garrisonTurn {
		if f.turns == 1 { // In the last turn the distance does not matter.
			f.dist = 1
			return
		}
		f.garrisonTurn = false
		if f.turns != endless {
			f.turns--
		}
	}
	if f.firstCharge || int(f.dist) <= g.merged.certain {
		f.charge, f.dist, f.shot, f.firstCharge = f.dist, 0, 0, false
	}
}

// sameFight reports whether two kinds of turn are fought alike.
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
