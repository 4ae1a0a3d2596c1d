package d20skirmish

import "loophole/rule"

// The rows of the outcome table. Their numbers are the values of Result from Attackers to BothMiss.
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
// a row (outcome.compare), and the row and rolls of 1 give the casualties. Helmet saves come afterwards.
func (r *meleeRound) compareSuccesses(u *rule.Umpire) roundResult {
	attackers, defenders := sideRoll.Roll(u, sideOfRound{*r, attacking}), sideRoll.Roll(u, sideOfRound{*r, defending})
	u.Apply(attackers.count, "outcome.compare", r.textOf(u, "successes", attacking))
	u.Apply(defenders.count, "outcome.compare", r.textOf(u, "successes", defending))
	row := r.outcomeRow(u, attackers.count, defenders.count)
	lost := [2]int{attacking: u.Cell(&outcomes, row, attackersLose), defending: u.Cell(&outcomes, row, defendersLose)}
	switch row {
	case rowAttacker:
		lost[defending] = r.killedByWinner(u, lost[defending], defending, attackers.count-defenders.count)
		lost[attacking] += killedByLoser(u, defenders.count)
	case rowDefender:
		lost[attacking] = r.killedByWinner(u, lost[attacking], attacking, defenders.count-attackers.count)
		lost[defending] += killedByLoser(u, attackers.count)
	}
	if attackers.ones+defenders.ones > 0 {
		lost = casualtiesByOnes(u, row, lost, attackers.ones, defenders.ones)
	}
	if row == rowAttacker && attackers.count+defenders.count == 3 && r.sides[attacking].men() == 2 && r.sides[defending].men() == 1 {
		u.Note("bullet.two", "two against one: all three succeed, so the attackers win")
	}
	return roundResult{Result(row), lost}
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

// killedByWinner returns how many of the losing side the winners kill: side is the losing side, each
// the number in the table, and margin the difference of successes, which counts by the ruling
// "killed".
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

// killedByLoser returns how many the side with fewer successes kills: by default none (bullet.two).
func killedByLoser(u *rule.Umpire, successes int) int {
	if successes == 0 || u.Ruling(&losersSuccesses) == losersSuccessesNothing {
		return 0
	}
	return u.Apply(1, "bullet.two", "casualties caused by the side with fewer successes")
}

// casualtiesByOnes adds the casualties for rolls of 1 (outcome.attacker-ones, outcome.defender-ones,
// outcome.deadlock-ones). byAttackers and byDefenders are the 1s that each side rolled. If both sides
// miss, the sentence in the row for a deadlock applies.
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

// noteOutcome records which sides are still in combat, and which of the book's examples of one
// against one has occurred.
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
