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
func (b *meleeRound) compareSuccesses(u *rule.Umpire) roundResult {
	a, d := b.rollSide(u, attacking), b.rollSide(u, defending)
	u.Apply(a.hits, "outcome.compare", b.textOf(u, "successes", attacking))
	u.Apply(d.hits, "outcome.compare", b.textOf(u, "successes", defending))
	row := b.outcomeRow(u, a.hits, d.hits)
	lost := [2]int{attacking: u.Cell(&outcomes, row, attackersLose), defending: u.Cell(&outcomes, row, defendersLose)}
	switch row {
	case rowAttacker:
		lost[defending] = b.killedByWinner(u, lost[defending], defending, a.hits-d.hits)
		lost[attacking] += killedByLoser(u, d.hits)
	case rowDefender:
		lost[attacking] = b.killedByWinner(u, lost[attacking], attacking, d.hits-a.hits)
		lost[defending] += killedByLoser(u, a.hits)
	}
	if a.ones+d.ones > 0 {
		lost = casualtiesByOnes(u, row, lost, a.ones, d.ones)
	}
	if row == rowAttacker && a.hits+d.hits == 3 && b.sides[attacking].men() == 2 && b.sides[defending].men() == 1 {
		u.Note("bullet.two", "two against one: all three succeed, so the attackers win")
	}
	return roundResult{Result(row), lost}
}

// rollSide rolls for one side.
func (b *meleeRound) rollSide(u *rule.Umpire, side uint8) successes {
	v := sideDiceRoll.Roll(u, sideDice{*b, side})
	return successes{v & 255, v >> 8}
}

// outcomeRow returns the row of the outcome table for the successes of attackers (a) and defenders
// (d). With equal successes on both sides, it depends on rulings whether outnumbered defenders lose
// one too.
func (b *meleeRound) outcomeRow(u *rule.Umpire, a, d int) rule.Ref {
	switch {
	case a > d:
		return rowAttacker
	case d > a:
		return rowDefender
	case a == 0 && u.Ruling(&noneSucceed) == noneSucceedMiss:
		return rowMiss
	}
	more := b.strength(u, attacking) - b.strength(u, defending)
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
func (b *meleeRound) killedByWinner(u *rule.Umpire, each, side, margin int) int {
	men := b.sides[side].men()
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
	if hits == 0 || u.Ruling(&loser) == loserNothing {
		return 0
	}
	return u.Apply(1, "bullet.two", "casualties caused by the side with fewer successes")
}

// casualtiesByOnes adds the casualties for rolls of 1: a of the attackers, d of the defenders. If
// both sides miss, they come from the sentence in the row for a deadlock.
func casualtiesByOnes(u *rule.Umpire, row rule.Ref, lost [2]int, a, d int) [2]int {
	switch u.Ruling(&ones) {
	case onesWinner:
		if row == rowAttacker {
			d = 0
		} else if row == rowDefender {
			a = 0
		}
	case onesRoller:
		a, d = d, a
	}
	if row == rowDeadlock && u.Ruling(&onesDeadlock) == onesDeadlockOutnumbered {
		return lost
	}
	each := u.Cell(&outcomes, row, forOnes)
	more := [2]int{attacking: d * each, defending: a * each}
	cite, loser := rule.Clause("outcome.deadlock-ones"), -1
	switch row {
	case rowAttacker:
		cite, loser = "outcome.attacker-ones", defending
	case rowDefender:
		cite, loser = "outcome.defender-ones", attacking
	}
	u.Apply(more[attacking]+more[defending], cite, "casualties from rolls of 1")
	for side := range lost {
		if side == loser && lost[side] > 0 && more[side] > 0 && u.Ruling(&onesWon) == onesWonIncluded {
			lost[side] = max(lost[side], more[side])
		} else {
			lost[side] += more[side]
		}
	}
	return lost
}

// resolve plays a round between two sides, with helmet saves.
func (b *meleeRound) resolve(u *rule.Umpire) roundResult {
	t := b.beforeHelmets(u)
	for side := range t.lost {
		t.lost[side] = b.helmetSaves(u, side, t.lost[side])
	}
	b.noteOutcome(u, t)
	return t
}

// beforeHelmets is a round without helmet saves. If anybody wears a helmet it is a subroll, because
// many rolls lead to the same few casualties.
func (b *meleeRound) beforeHelmets(u *rule.Umpire) roundResult {
	if b.sides[attacking].helmet == 0 && b.sides[defending].helmet == 0 {
		return b.compareSuccesses(u)
	}
	return unpack(attackRoll.Roll(u, *b))
}

// attackRoll is compareSuccesses as a subroll.
var attackRoll = rule.Subroll[meleeRound]{Name: "rolls of a round", Play: func(u *rule.Umpire, b meleeRound) int {
	return b.compareSuccesses(u).pack()
}}

// helmetSaves rolls the helmet saves of a side and returns the characters that it loses.
func (b *meleeRound) helmetSaves(u *rule.Umpire, side, casualties int) int {
	f := &b.sides[side]
	men := f.men()
	if casualties == 0 || f.helmet == 0 || u.Ruling(&helmets) == helmetsNotUsed {
		return min(casualties, men)
	}
	if casualties > men && u.Ruling(&overkill) == overkillCapFirst {
		casualties = men
	}
	return min(casualties-rollHelmetSaves(u, casualties, f.helmet, b.player(side), b.textOf(u, "helmet saves", side)), men)
}

// rollHelmetSaves rolls helmet saves for some casualties of a side and returns the number saved.
func rollHelmetSaves(u *rule.Umpire, casualties int, helmet uint8, by rule.Side, why string) int {
	read := rule.AtMost(int(helmet))
	if u.Ruling(&rolling) != rollUnder {
		read = rule.AtLeast(int(helmet))
	}
	return u.By(by).Count(casualties, rule.D20, read, "melee.helmet", why)
}

// noteOutcome records which sides are still in combat, and the examples of the page of one against
// one.
func (b *meleeRound) noteOutcome(u *rule.Umpire, t roundResult) {
	row, a, d := rule.Ref(t.result), b.sides[attacking].men(), b.sides[defending].men()
	unhurt := t.lost == [2]int{}
	left := t.lost[attacking] < a && t.lost[defending] < d
	switch {
	case row == rowMiss && left:
		u.Note("outcome.miss-locked", "both sides are still in combat")
	case (row == rowDeadlock || row == rowOutnumbered) && left:
		u.Note("outcome.locked", "both sides are still in combat")
	}
	switch {
	case d != 1:
	case a == 1 && row == rowAttacker:
		u.Note("bullet.attacker", "one against one: only the attacker succeeds, so the attacker wins")
	case a == 1 && row == rowDefender:
		u.Note("bullet.defender", "one against one: only the defender succeeds, so the defender wins")
	case a == 1 && row == rowDeadlock && unhurt:
		u.Note("bullet.deadlock", "one against one: both succeed, and neither is hurt")
	}
}

// meleeRoundRoll is one round of melee as a subroll. By the ruling "pairing" everybody fights
// together, or in pairs. Its value is packed.
var meleeRoundRoll = rule.Subroll[meleeRound]{Name: "round of melee", Play: func(u *rule.Umpire, b meleeRound) int {
	a, d := b.sides[attacking].men(), b.sides[defending].men()
	if a > 1 && d > 1 && u.Ruling(&pairing) == pairingPairs {
		return pairsRoll.Roll(u, remainingPairs{b, 0, uint8(min(a, d))})
	}
	return b.resolve(u).pack()
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
	pairsRoll = rule.Subroll[remainingPairs]{Name: "fights of pairs", Play: func(u *rule.Umpire, d remainingPairs) int {
		p := meleeRound{first: d.first, active: d.active, exchanged: d.exchanged}
		p.sides[attacking] = d.sides[attacking].shareOfPair(int(d.pair), int(d.pairs))
		p.sides[defending] = d.sides[defending].shareOfPair(int(d.pair), int(d.pairs))
		t := unpack(meleeRoundRoll.Roll(u, p))
		if d.pair++; d.pair == d.pairs {
			return t.pack()
		}
		rest := unpack(pairsRoll.Roll(u, d))
		if rest.result != t.result {
			t.result = Mixed
		}
		t.lost[attacking] += rest.lost[attacking]
		t.lost[defending] += rest.lost[defending]
		return t.pack()
	}}
}

// shareOfPair returns the characters that fight in pair i of n: every n-th character from the best.
func (f *force) shareOfPair(i, n int) force {
	x := force{helmet: f.helmet, total: f.total}
	at := 0
	for k := kinds - 1; k >= 0; k-- {
		for range f.kinds[k].men {
			if at%n == i {
				men := x.kinds[k].men
				x.kinds[k] = f.kinds[k]
				x.kinds[k].men = men + 1
			}
			at++
		}
	}
	return x
}

// pack packs a result into a number. Casualties may exceed the characters of a side, because
// helmets save against those too.
func (t roundResult) pack() int { return int(t.result) | t.lost[attacking]<<3 | t.lost[defending]<<19 }

// unpack returns a packed result.
func unpack(v int) roundResult {
	return roundResult{Result(v & 7), [2]int{v >> 3 & (1<<16 - 1), v >> 19}}
}
