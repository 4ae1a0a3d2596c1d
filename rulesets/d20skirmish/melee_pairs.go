package d20skirmish

import "loophole/rule"

// roundRoll is a round of melee. By the ruling "pairing" everybody fights together, or in pairs.
var roundRoll = rule.NewResultSubroll("round of melee", func(u *rule.Umpire, r meleeRound) roundResult {
	attackers, defenders := r.sides[attacking].men(), r.sides[defending].men()
	if attackers > 1 && defenders > 1 && u.Ruling(&pairing) == pairingPairs {
		return pairsRoll.Roll(u, pairsLeft{meleeRound: r, next: 0, all: uint8(min(attackers, defenders))})
	}
	return r.playWithSaves(u)
})

// A pairsLeft is the pairs of a round that have not fought: the next one, and those after it.
type pairsLeft struct {
	meleeRound
	next, all uint8
}

// pairsRoll is the fights of the pairs that are left. Exact odds keep it, because sums of casualties are few.
var pairsRoll *rule.ResultSubroll[pairsLeft, roundResult]

func init() {
	pairsRoll = rule.NewResultSubroll("fights of pairs", func(u *rule.Umpire, left pairsLeft) roundResult { return left.fight(u) })
}

// fight plays the fight of the next pair, then those of the pairs after it, and adds them up.
func (p *pairsLeft) fight(u *rule.Umpire) roundResult {
	pair := meleeRound{first: p.first, active: p.active, exchanged: p.exchanged}
	for side := range p.sides {
		pair.sides[side] = p.sides[side].shareOfPair(int(p.next), int(p.all))
	}
	result := roundRoll.Roll(u, pair)
	if p.next++; p.next == p.all {
		return result
	}
	rest := pairsRoll.Roll(u, *p)
	if rest.result != result.result {
		result.result = Mixed
	}
	result.lost[attacking] += rest.lost[attacking]
	result.lost[defending] += rest.lost[defending]
	return result
}

// shareOfPair returns the characters that fight in pair i of n: every n-th character from the best.
func (f *force) shareOfPair(i, n int) force {
	share := force{helmet: f.helmet, total: f.total}
	place := 0
	for k := mostKinds - 1; k >= 0; k-- {
		for range f.kinds[k].men {
			if place%n == i {
				men := share.kinds[k].men
				share.kinds[k] = f.kinds[k]
				share.kinds[k].men = men + 1
			}
			place++
		}
	}
	return share
}
