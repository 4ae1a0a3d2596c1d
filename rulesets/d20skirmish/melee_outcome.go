package d20skirmish

import "loophole/rule"

// The rows of the outcome table. Their numbers are the first values of Result.
const (
	rowAttacker    = rule.Ref(Attackers)
	rowDefender    = rule.Ref(Defenders)
	rowDeadlock    = rule.Ref(Deadlock)
	rowOutnumbered = rule.Ref(OutnumberedDeadlock)
	rowMiss        = rule.Ref(BothMiss)
)

// A roundResult is the result of a round and the casualties of each role.
type roundResult struct {
	result Result
	lost   [2]int
}

// compareSuccesses plays the table "Melee combat / Outcome": both sides roll, the successes select
// a row, and the row and rolls of 1 give the casualties. Helmet saves come afterwards.
func (r *meleeRound) compareSuccesses(u *rule.Umpire) roundResult {
	attackers, defenders := r.rollSide(u, attacking), r.rollSide(u, defending)
	u.Apply(attackers.hits, "outcome.compare", r.textOf(u, "successes", attacking))
	u.Apply(defenders.hits, "outcome.compare", r.textOf(u, "successes", defending))
	row := r.outcomeRow(u, attackers.hits, defenders.hits)
	lost := [2]int{attacking: u.Cell(&outcomes, row, attackersLose), defending: u.Cell(&outcomes, row, defendersLose)}
	switch row {
	case rowAttacker:
		lost[defending] = r.killedByWinner(u, lost[defending], defending, attackers.hits-defenders.hits)
		lost[attacking] += killedByLoser(u, defenders.hits)
	case rowDefender:
		lost[attacking] = r.killedByWinner(u, lost[attacking], attacking, defenders.hits-attackers.hits)
		lost[defending] += killedByLoser(u, attackers.hits)
	}
	if attackers.ones+defenders.ones > 0 {
		lost = casualtiesByOnes(u, row, lost, attackers.ones, defenders.ones)
	}
	if row == rowAttacker && attackers.hits+defenders.hits == 3 && r.sides[attacking].men() == 2 && r.sides[defending].men() == 1 {
		u.Note("bullet.two", "two against one: all three succeed, so the attackers win")
	}
	return roundResult{Result(row), lost}
}

// rollSide rolls for one side.
func (r *meleeRound) rollSide(u *rule.Umpire, side uint8) successes {
	packed := sideDiceRoll.Roll(u, sideDice{*r, side})
	return successes{packed & 255, packed >> 8}
}

// outcomeRow returns the row of the outcome table for the successes of both sides. If they are equal
// and one side is outnumbered, rulings decide whether each side loses one.
func (r *meleeRound) outcomeRow(u *rule.Umpire, attackers, defenders int) rule.Ref {
	switch {
	case attackers > defenders:
		return rowAttacker
	case defenders > attackers:
		return rowDefender
	case attackers == 0 && u.Ruling(&noneSucceed) == noneSucceedMiss:
		return rowMiss
	}
	more := r.strength(u, attacking) - r.strength(u, defending)
	if more == 0 {
		return rowDeadlock
	}
	switch u.Ruling(&outnumberedDeadlock) {
	case outnumberedDeadlockNever:
		return rowDeadlock
	case outnumberedDeadlockDefenders:
		if more < 0 { // the attackers are outnumbered
			return rowDeadlock
		}
	}
	return rowOutnumbered
}

// killedByWinner is the number that the side with more successes kills. each is the number in the
// table, margin the difference of successes, which counts by the ruling "killed".
func (r *meleeRound) killedByWinner(u *rule.Umpire, each, side, margin int) int {
	men := r.sides[side].men()
	if margin == 1 && men == 1 {
		return each
	}
	switch u.Ruling(&killed) {
	case killedMargin:
		return each * margin
	case killedAll:
		return max(each, men)
	}
	return each
}

// killedByLoser is the number that the side with fewer successes kills: by default none.
func killedByLoser(u *rule.Umpire, hits int) int {
	if hits == 0 || u.Ruling(&losersSuccesses) == losersSuccessesNothing {
		return 0
	}
	return u.Apply(1, "bullet.two", "casualties caused by the side with fewer successes")
}

// casualtiesByOnes adds the casualties for rolls of 1, of which byAttackers and byDefenders are
// those that each side rolled. If both sides miss, they come from the sentence in the row for a deadlock.
func casualtiesByOnes(u *rule.Umpire, row rule.Ref, lost [2]int, byAttackers, byDefenders int) [2]int {
	switch u.Ruling(&ones) {
	case onesWinner:
		if row == rowAttacker {
			byDefenders = 0
		} else if row == rowDefender {
			byAttackers = 0
		}
	case onesRoller:
		byAttackers, byDefenders = byDefenders, byAttackers
	}
	if row == rowDeadlock && u.Ruling(&onesDeadlock) == onesDeadlockOutnumbered {
		return lost
	}
	each := u.Cell(&outcomes, row, forOnes)
	more := [2]int{attacking: byDefenders * each, defending: byAttackers * each}
	cite, losers := rule.Clause("outcome.deadlock-ones"), -1
	switch row {
	case rowAttacker:
		cite, losers = "outcome.attacker-ones", defending
	case rowDefender:
		cite, losers = "outcome.defender-ones", attacking
	}
	u.Apply(more[attacking]+more[defending], cite, "casualties from rolls of 1")
	for side := range lost {
		if side == losers && lost[side] > 0 && more[side] > 0 && u.Ruling(&onesWon) == onesWonIncluded {
			lost[side] = max(lost[side], more[side])
		} else {
			lost[side] += more[side]
		}
	}
	return lost
}

// playWithSaves plays a round between two sides, with helmet saves.
func (r *meleeRound) playWithSaves(u *rule.Umpire) roundResult {
	result := r.resultBeforeSaves(u)
	for side := range result.lost {
		result.lost[side] = r.helmetSaves(u, side, result.lost[side])
	}
	r.noteOutcome(u, result)
	return result
}

// resultBeforeSaves is a round without helmet saves. If anybody wears a helmet it is a subroll,
// because many rolls lead to the same few casualties.
func (r *meleeRound) resultBeforeSaves(u *rule.Umpire) roundResult {
	if r.sides[attacking].helmet == 0 && r.sides[defending].helmet == 0 {
		return r.compareSuccesses(u)
	}
	return unpackResult(outcomeRoll.Roll(u, *r))
}

// outcomeRoll is compareSuccesses as a subroll. Its value is packed.
var outcomeRoll = rule.Subroll[meleeRound]{Name: "rolls of a round", Play: func(u *rule.Umpire, b meleeRound) int {
	return b.compareSuccesses(u).pack()
}}

// helmetSaves rolls the helmet saves of a side and returns the characters that it loses.
func (r *meleeRound) helmetSaves(u *rule.Umpire, side, casualties int) int {
	f := &r.sides[side]
	men := f.men()
	if casualties == 0 || f.helmet == 0 || u.Ruling(&helmets) == helmetsNotUsed {
		return min(casualties, men)
	}
	if casualties > men && u.Ruling(&overkill) == overkillCapFirst {
		casualties = men
	}
	return min(casualties-rollHelmetSaves(u, casualties, f.helmet, r.player(side), r.textOf(u, "helmet saves", side)), men)
}

// rollHelmetSaves rolls helmet saves for some casualties of a side and returns the number saved.
func rollHelmetSaves(u *rule.Umpire, casualties int, helmet uint8, by rule.Side, why string) int {
	target := rule.AtMost(int(helmet))
	if u.Ruling(&rolling) != rollUnder {
		target = rule.AtLeast(int(helmet))
	}
	return u.By(by).Count(casualties, rule.D20, target, "melee.helmet", why)
}

// noteOutcome records which sides are still in combat, and the examples of the page of one against
// one.
func (r *meleeRound) noteOutcome(u *rule.Umpire, result roundResult) {
	row, attackers, defenders := rule.Ref(result.result), r.sides[attacking].men(), r.sides[defending].men()
	unhurt := result.lost == [2]int{}
	left := result.lost[attacking] < attackers && result.lost[defending] < defenders
	switch {
	case row == rowMiss && left:
		u.Note("outcome.miss-locked", "both sides are still in combat")
	case (row == rowDeadlock || row == rowOutnumbered) && left:
		u.Note("outcome.locked", "both sides are still in combat")
	}
	switch {
	case defenders != 1:
	case attackers == 1 && row == rowAttacker:
		u.Note("bullet.attacker", "one against one: only the attacker succeeds, so the attacker wins")
	case attackers == 1 && row == rowDefender:
		u.Note("bullet.defender", "one against one: only the defender succeeds, so the defender wins")
	case attackers == 1 && row == rowDeadlock && unhurt:
		u.Note("bullet.deadlock", "one against one: both succeed, and neither is hurt")
	}
}

// meleeRoundRoll is one round of melee as a subroll. By the ruling "pairing" everybody fights
// together, or in pairs. Its value is packed.
var meleeRoundRoll = rule.Subroll[meleeRound]{Name: "round of melee", Play: func(u *rule.Umpire, round meleeRound) int {
	attackers, defenders := round.sides[attacking].men(), round.sides[defending].men()
	if attackers > 1 && defenders > 1 && u.Ruling(&pairing) == pairingPairs {
		return pairsRoll.Roll(u, remainingPairs{round, 0, uint8(min(attackers, defenders))})
	}
	return round.playWithSaves(u).pack()
}}

// A remainingPairs is the argument of pairsRoll: the pair that fights now, and the number of pairs.
type remainingPairs struct {
	meleeRound
	pair, pairs uint8
}

// pairsRoll plays the fight of one pair and of all pairs after it. Each is a subroll, because sums
// of casualties are few.
var pairsRoll rule.Subroll[remainingPairs]

func init() {
	pairsRoll = rule.Subroll[remainingPairs]{Name: "fights of pairs", Play: func(u *rule.Umpire, remaining remainingPairs) int {
		pair := meleeRound{first: remaining.first, active: remaining.active, exchanged: remaining.exchanged}
		pair.sides[attacking] = remaining.sides[attacking].shareOfPair(int(remaining.pair), int(remaining.pairs))
		pair.sides[defending] = remaining.sides[defending].shareOfPair(int(remaining.pair), int(remaining.pairs))
		result := unpackResult(meleeRoundRoll.Roll(u, pair))
		if remaining.pair++; remaining.pair == remaining.pairs {
			return result.pack()
		}
		rest := unpackResult(pairsRoll.Roll(u, remaining))
		if rest.result != result.result {
			result.result = Mixed
		}
		result.lost[attacking] += rest.lost[attacking]
		result.lost[defending] += rest.lost[defending]
		return result.pack()
	}}
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

// pack packs a result into a number. Casualties may exceed the characters of a side, because
// helmets save against those too.
func (t roundResult) pack() int { return int(t.result) | t.lost[attacking]<<3 | t.lost[defending]<<19 }

// unpackResult returns a packed result.
func unpackResult(packed int) roundResult {
	return roundResult{Result(packed & 7), [2]int{packed >> 3 & (1<<16 - 1), packed >> 19}}
}
