package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

func clashPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Single(out, len(f.units), func(i int) bool {
		return f.mightAct(p, i, InCombat) && f.fightsInOpen(p, i) && !p.Units[i].Fought
	})
}

func clashLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if !f.mayAct(u, p, i, InCombat, "host.phases") {
		return
	}
	if !f.fightsInOpen(p, i) {
		u.Forbid("host.fights", "the unit is in no combat in the open")
		return
	}
	u.Require(!p.Units[i].Fought, "host.fights", "this combat has already been fought this turn")
}

// opponents returns the two units of a combat in the open: first the one that has charged,
// or else the given one.
func (f *Battlefield) opponents(p *Position, i int) [2]int {
	j := int(p.Units[i].Foe) - 1
	if p.Units[j].Charge > 0 {
		return [2]int{j, i}
	}
	return [2]int{i, j}
}

// clashSituation returns the situation of a round of combat in the open.
func (f *Battlefield) clashSituation(p *Position, pair [2]int) Clash {
	charger, one, other := &p.Units[pair[0]], &f.units[pair[0]], &f.units[pair[1]]
	return Clash{
		Attackers: f.unitNow(p, pair[0]), Defenders: f.unitNow(p, pair[1]),
		Charge: charger.Charge, Part: charger.Scant, Later: charger.Later && charger.Charge == 0,
		AttackersFront: one.front, DefendersFront: other.front, AttackersLoose: one.skirmish, DefendersLoose: other.skirmish,
	}
}

func clashApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	pair := f.opponents(p, int(a[0]))
	s := f.clashSituation(p, pair)
	for _, i := range pair {
		p.Units[i].Fought, p.Units[i].Later = true, true
	}
	clashed := rule.Traced(u, &s).play(u, f.players(pair[0], pair[1]))
	loser := -1
	for k := range pair {
		if loss := clashed.ofUnit(k); loss.gaveWay() && !clashed.ofUnit(1-k).gone() {
			loser = k
		}
	}
	var at [2]location
	var end ground.Point
	for k, i := range pair {
		at[k] = f.locationOf(p, i)
	}
	if clashed.Run > 0 {
		end, _ = f.retreatPoint(p, pair[loser], at[1-loser], ground.Length(clashed.Away)*ground.Inch)
	}
	for k, i := range pair {
		f.spendStubbornness(p, i, k == loser)
		f.removeModels(p, i, clashed.ofUnit(k).Lost, clashed.ofUnit(k).Hurt)
	}
	if loser >= 0 && p.here(pair[1-loser]) {
		f.moveAfterClash(u, p, pair[loser], pair[1-loser], at[loser].point, end, &clashed, clashed.ofUnit(loser).Fate)
	}
	for k, i := range pair {
		switch fate := clashed.ofUnit(k).Fate; {
		case clashed.ofUnit(k).gone():
			f.testFriends(u, p, i, at[k], FriendGone)
		case fate == FellBack || fate == Broke:
			f.testFriends(u, p, i, at[k], FriendBroke)
		}
	}
}

// moveAfterClash moves the loser of a round in the open, if it survives, and the winner after it.
// from is where they fought, and end is where the loser's rolled flight ends.
func (f *Battlefield) moveAfterClash(u *rule.Umpire, p *Position, loser, winner int, from, end ground.Point, clashed *ClashOutcome, fate Fate) {
	if p.here(loser) {
		f.moveLoser(u, p, loser, winner, f.locationOf(p, winner), fate, int(clashed.Away))
	}
	switch {
	case clashed.Again && fate == GaveGround:
		f.putBeside(p, winner, loser, from)
		p.Units[winner].Later, p.Units[loser].Later = true, true
		p.engage(winner, loser)
	case clashed.Again && p.here(loser):
		f.catchEnemy(p, winner, loser, from)
	case clashed.Run > 0:
		u.Note("host.run-into", "the pursuers move straight ahead by their pursuit roll")
		f.pursue(u, p, winner, from, end, int(clashed.Run))
	}
}

// gaveWay reports whether a unit has given way in a combat in the open.
func (f *Battlefield) gaveWay(before, after *Position, i int) bool {
	unit, unitBefore := &after.Units[i], &before.Units[i]
	return unit.Site == 0 || unit.Foe == 0 || unit.Did == Compelled && unitBefore.Did != Compelled || f.locationOf(after, i) != f.locationOf(before, i)
}
