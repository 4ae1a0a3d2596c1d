package d20skirmish

import "loophole/rule"

// Rows of the outcome table, which are also the first results of a round.
const (
	rowAttacker = rule.Ref(Attackers)
	rowDefender = rule.Ref(Defenders)
	rowDeadlock = rule.Ref(Deadlock)
	rowOutweigh = rule.Ref(Outweighed)
	rowMiss     = rule.Ref(BothMiss)
)

// A roundResult is what a round came to: casualties by role.
type roundResult struct {
	result Result
	lost   [2]int
}

// meleeRoundRoll is one round of melee: the result and the casualties of each role,
// packed by pack.
var meleeRoundRoll = rule.Subroll[meleeRound]{Name: "round of melee", Play: func(u *rule.Umpire, b meleeRound) int {
	a, d := b.sides[attacking].men(), b.sides[defending].men()
	if a > 1 && d > 1 && u.Ruling(&pairing) == 1 {
		return pairsRoll.Roll(u, remainingPairs{b, 0, uint8(min(a, d))})
	}
	return b.fight(u).pack()
}}

// pack has room for casualties beyond the characters there are: helmets count
// against those as well.
func (t roundResult) pack() int { return int(t.result) | t.lost[attacking]<<3 | t.lost[defending]<<19 }

func unpack(v int) roundResult {
	return roundResult{Result(v & 7), [2]int{v >> 3 & (1<<16 - 1), v >> 19}}
}

// remainingPairs is the fight of one pair of many, and of those after it.
type remainingPairs struct {
	meleeRound
	at, of uint8
}

// pairsRoll plays duels to the last pair. Each fight is a sub-roll, and so is
// what remains after it, as the sums are few.
var pairsRoll rule.Subroll[remainingPairs]

func init() {
	pairsRoll = rule.Subroll[remainingPairs]{Name: "fights of pairs", Play: func(u *rule.Umpire, d remainingPairs) int {
		p := meleeRound{first: d.first, active: d.active, exchanged: d.exchanged}
		p.sides[attacking] = d.sides[attacking].every(int(d.at), int(d.of))
		p.sides[defending] = d.sides[defending].every(int(d.at), int(d.of))
		t := unpack(meleeRoundRoll.Roll(u, p))
		if d.at++; d.at == d.of {
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

// every returns every n-th character of a force, from the best, the first i
// left out: as many fights as the smaller side has characters share them out.
func (f *force) every(i, n int) force {
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

// fight rolls for both sides, and for the helmets of those who would fall.
func (b *meleeRound) fight(u *rule.Umpire) roundResult {
	t := b.blows(u)
	for side := range t.lost {
		t.lost[side] = b.save(u, side, t.lost[side])
	}
	if u.Recording() {
		b.tell(u, t)
	}
	return t
}

// blows is a round before helmets. Where somebody wears one it is a sub-roll, as
// many rolls come to the same few casualties, for which helmets are then rolled.
func (b *meleeRound) blows(u *rule.Umpire) roundResult {
	if b.sides[attacking].helmet == 0 && b.sides[defending].helmet == 0 {
		return b.strike(u)
	}
	return unpack(attackRoll.Roll(u, *b))
}

var attackRoll = rule.Subroll[meleeRound]{Name: "blows of a round", Play: func(u *rule.Umpire, b meleeRound) int {
	return b.strike(u).pack()
}}

// strike rolls for both sides and reads the outcome table.
func (b *meleeRound) strike(u *rule.Umpire) roundResult {
	a, d := b.thrown(u, attacking), b.thrown(u, defending)
	u.Apply(a.hits, "outcome.compare", u.Text("", func() string { return b.of(u, "successes", attacking) }))
	u.Apply(d.hits, "outcome.compare", u.Text("", func() string { return b.of(u, "successes", defending) }))
	row := b.row(u, a.hits, d.hits)
	lost := [2]int{attacking: u.Cell(&outcomes, row, attackersLose), defending: u.Cell(&outcomes, row, defendersLose)}
	switch row {
	case rowAttacker:
		lost[defending] = b.kill(u, lost[defending], defending, a.hits-d.hits)
		lost[attacking] += strikeBack(u, d.hits)
	case rowDefender:
		lost[attacking] = b.kill(u, lost[attacking], attacking, d.hits-a.hits)
		lost[defending] += strikeBack(u, a.hits)
	}
	if a.ones+d.ones > 0 {
		lost = natural(u, row, lost, a.ones, d.ones)
	}
	if row == rowAttacker && a.hits+d.hits == 3 && b.sides[attacking].men() == 2 && b.sides[defending].men() == 1 {
		u.Note("bullet.two", "two against one: all succeed, and the defender is killed")
	}
	return roundResult{Result(row), lost}
}

func (b *meleeRound) thrown(u *rule.Umpire, side uint8) successes {
	v := sideDiceRoll.Roll(u, sideDice{*b, side})
	return successes{v & 255, v >> 8}
}

// row finds the row of the table.
func (b *meleeRound) row(u *rule.Umpire, a, d int) rule.Ref {
	switch {
	case a > d:
		return rowAttacker
	case d > a:
		return rowDefender
	case a == 0 && u.Ruling(&noneSucceed) == 0:
		return rowMiss
	}
	more := b.count(u, attacking) - b.count(u, defending)
	if more == 0 {
		return rowDeadlock
	}
	switch reading := u.Ruling(&exception); {
	case reading == 2, reading == 0 && more < 0:
		return rowDeadlock
	}
	return rowOutweigh
}

// tell notes what follows where nobody won, and names the book's examples of one
// against one.
func (b *meleeRound) tell(u *rule.Umpire, t roundResult) {
	row, a, d := rule.Ref(t.result), b.sides[attacking].men(), b.sides[defending].men()
	unhurt := t.lost == [2]int{}
	left := t.lost[attacking] < a && t.lost[defending] < d
	switch {
	case row == rowMiss && left:
		u.Note("outcome.miss-locked", "both sides are still in combat")
	case (row == rowDeadlock || row == rowOutweigh) && left:
		u.Note("outcome.locked", "both sides are still in combat")
	}
	switch {
	case d != 1:
	case a == 1 && row == rowAttacker:
		u.Note("bullet.attacker", "one against one: the attacker kills the defender")
	case a == 1 && row == rowDefender:
		u.Note("bullet.defender", "one against one: the defender kills the attacker")
	case a == 1 && row == rowDeadlock && unhurt:
		u.Note("bullet.deadlock", "one against one: both succeed, and neither is hurt")
	}
}

// kill is how many the side with more successes kills, by its margin.
func (b *meleeRound) kill(u *rule.Umpire, each, side, margin int) int {
	men := b.sides[side].men()
	if margin == 1 && men == 1 {
		return each
	}
	switch u.Ruling(&killed) {
	case 1:
		return each * margin
	case 2:
		return max(each, men)
	}
	return each
}

// strikeBack is what the successes of the side with fewer do.
func strikeBack(u *rule.Umpire, hits int) int {
	if hits == 0 || u.Ruling(&loser) == 0 {
		return 0
	}
	return u.Apply(1, "bullet.two", "killed by the side with fewer successes")
}

// natural adds the casualties by rolls of 1, a by the attackers and d by the
// defenders.
func natural(u *rule.Umpire, row rule.Ref, lost [2]int, a, d int) [2]int {
	switch u.Ruling(&ones) {
	case 1:
		if row == rowAttacker {
			d = 0
		} else if row == rowDefender {
			a = 0
		}
	case 2:
		a, d = d, a
	}
	if row == rowDeadlock && u.Ruling(&onesDeadlock) == 1 {
		return lost
	}
	each := u.Cell(&outcomes, row, forOnes)
	more := [2]int{attacking: d * each, defending: a * each}
	switch row {
	case rowAttacker:
		u.Apply(more[attacking]+more[defending], "outcome.attacker-ones", "casualties by rolls of 1")
		lost[attacking] += more[attacking]
		lost[defending] = together(u, lost[defending], more[defending])
	case rowDefender:
		u.Apply(more[attacking]+more[defending], "outcome.defender-ones", "casualties by rolls of 1")
		lost[attacking] = together(u, lost[attacking], more[attacking])
		lost[defending] += more[defending]
	default:
		u.Apply(more[attacking]+more[defending], "outcome.deadlock-ones", "casualties by rolls of 1")
		lost[attacking] += more[attacking]
		lost[defending] += more[defending]
	}
	return lost
}

// together adds casualties by 1s to those by the row that was won.
func together(u *rule.Umpire, row, more int) int {
	if row > 0 && more > 0 && u.Ruling(&onesWon) == 1 {
		return max(row, more)
	}
	return row + more
}

// save rolls the helmet saves of a side and returns whom it loses.
func (b *meleeRound) save(u *rule.Umpire, side, casualties int) int {
	f := &b.sides[side]
	men := f.men()
	if casualties == 0 || f.helmet == 0 || u.Ruling(&helmets) == 1 {
		return min(casualties, men)
	}
	if casualties > men && u.Ruling(&overkill) == 1 {
		casualties = men
	}
	why := u.Text(whoSaves[side], func() string { return b.of(u, "helmet saves", side) })
	return min(casualties-saves(u, casualties, f.helmet, b.player(side), why), men)
}

var whoSaves = [2]string{attacking: "helmet saves of the attackers", defending: "helmet saves of the defenders"}

// saves rolls helmet saves for some casualties of a side.
func saves(u *rule.Umpire, casualties int, helmet uint8, by rule.Side, why string) int {
	read := rule.AtMost(int(helmet))
	if u.Ruling(&rolling) != 0 {
		read = rule.AtLeast(int(helmet))
	}
	return u.By(by).Count(casualties, rule.D20, read, "melee.helmet", why)
}
