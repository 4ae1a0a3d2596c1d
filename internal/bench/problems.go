package bench

import "loophole/rule"

// An exchange is a number of attack dice against a number of defence dice.
type exchange struct{ attack, defence int8 }

// net is the hits of the attack less those of the defence, and at least 0.
var net = rule.Subroll[exchange]{Name: "attack against defence", Play: func(u *rule.Umpire, x exchange) int {
	hits := u.Count(int(x.attack), rule.D6, rule.AtLeast(5), "p1.attack", "attack dice")
	return max(0, hits-u.Count(int(x.defence), rule.D6, rule.AtLeast(5), "p1.defence", "defence dice"))
}}

// Net is problem 1: nineteen dice on 5+ less three dice on 5+.
func Net(u *rule.Umpire) int { return net.Roll(u, exchange{19, 3}) }

// A Volley is a number of dice with their rolls to hit, to wound and to save.
type Volley struct {
	Dice             int8
	Hit, Wound, Save int8 // target numbers, 2 to 6
	Again            bool // misses to hit are rolled again
}

// Forty is problem 2.
var Forty = Volley{Dice: 40, Hit: 3, Wound: 4, Save: 5}

// A volley holds the rolls of one die of a Volley.
type volley struct {
	hit, wound, save int8
	again            bool
}

var unsaved = rule.IndependentSubroll[volley]{Name: "hit, wound, save", Play: func(u *rule.Umpire, n int, v volley) int {
	hits := u.Count(n, rule.D6, rule.AtLeast(int(v.hit)), "p2.hit", "to hit")
	if v.again {
		hits += u.Count(n-hits, rule.D6, rule.AtLeast(int(v.hit)), "p2.hit", "to hit, again")
	}
	wounds := u.Count(hits, rule.D6, rule.AtLeast(int(v.wound)), "p2.wound", "to wound")
	return wounds - u.Count(wounds, rule.D6, rule.AtLeast(int(v.save)), "p2.save", "saves")
}}

// Unsaved returns the number of wounds that are not saved. The dice are independent, and the
// procedure declares that.
func (v Volley) Unsaved(u *rule.Umpire) int {
	return unsaved.Roll(u, int(v.Dice), volley{v.Hit, v.Wound, v.Save, v.Again})
}

// Staged returns the same with checkpoints, as for a rule whose dice are not independent.
func (v Volley) Staged(u *rule.Umpire) int {
	n := u.Count(int(v.Dice), rule.D6, rule.AtLeast(int(v.Hit)), "p2.hit", "to hit")
	if v.Again {
		n += u.Count(int(v.Dice)-n, rule.D6, rule.AtLeast(int(v.Hit)), "p2.hit", "to hit, again")
	}
	if !rule.Checkpoint(u, "hits", &n) {
		return 0
	}
	n = u.Count(n, rule.D6, rule.AtLeast(int(v.Wound)), "p2.wound", "to wound")
	if !rule.Checkpoint(u, "wounds", &n) {
		return 0
	}
	return n - u.Count(n, rule.D6, rule.AtLeast(int(v.Save)), "p2.save", "saves")
}

// Volleys is problem 6: two times 5,000 volleys of up to forty dice.
func Volleys(visit func(Volley)) {
	for n := int8(1); n <= 40; n++ {
		for hit := int8(2); hit <= 6; hit++ {
			for wound := int8(2); wound <= 6; wound++ {
				for save := int8(2); save <= 6; save++ {
					visit(Volley{n, hit, wound, save, false})
					visit(Volley{n, hit, wound, save, true})
				}
			}
		}
	}
}

// A Burst is the result of a shell.
type Burst struct {
	Floor    int8 // 0 is the cellar
	Collapse bool
	Lost     int8
}

// occupants of the building of problem 3, from the cellar to the top.
var occupants = [5]int8{3, 8, 5, 10, 2}

// explosion is the number of occupants of a floor that a burst kills, or brought if it brings the
// building down.
var explosion = rule.Subroll[int8]{Name: "explosion", Play: func(u *rule.Umpire, there int8) int {
	hits := u.Sum(3, rule.D6, "p3.hits", "hits")
	if hits >= 12 {
		return brought
	}
	return min(int(there), u.Count(hits, rule.D6, rule.AtLeast(6), "p3.kill", "killed"))
}}

const brought = 99

// Shell is problem 3: a shell falls through four floors, bursts, and may bring the building down.
func Shell(u *rule.Umpire) Burst {
	floor := int8(4)
	for floor > 0 && !u.Test(rule.D6, rule.AtLeast(4), "p3.burst", "bursts on this floor?") {
		floor--
	}
	lost := explosion.Roll(u, occupants[floor])
	if lost == brought {
		return Burst{floor, true, 28}
	}
	return Burst{floor, false, int8(lost)}
}

// A Fight is the number of fighters left on each side.
type Fight struct{ A, B int8 }

// A clash is the number of fighters who strike, and the number of their targets.
type clash struct{ strike, there int8 }

// felled is the number of losses of B when A strikes.
var felled = rule.Subroll[clash]{Name: "A strikes", Play: func(u *rule.Umpire, c clash) int {
	return min(int(c.there), u.Count(int(c.strike), rule.D6, rule.AtLeast(5), "p4.hit", "A hits"))
}}

// pierce is the number of hits of B that A does not save.
var pierce = rule.IndependentSubroll[struct{}]{Name: "hit, then save", Play: func(u *rule.Umpire, n int, _ struct{}) int {
	hits := u.Count(n, rule.D6, rule.AtLeast(4), "p4.hit", "B hits")
	return hits - u.Count(hits, rule.D6, rule.AtLeast(5), "p4.save", "A saves")
}}

// saved is the number of losses of A when B strikes.
var saved = rule.Subroll[clash]{Name: "B strikes, A saves", Play: func(u *rule.Umpire, c clash) int {
	return min(int(c.there), pierce.Roll(u, int(c.strike), struct{}{}))
}}

// round is both at once: the losses of A in the high bits, those of B in the low eight.
var round = rule.Subroll[Fight]{Name: "round", Play: func(u *rule.Umpire, f Fight) int {
	lostB := felled.Roll(u, clash{f.A, f.B})
	return saved.Roll(u, clash{f.B, f.A})<<8 | lostB
}}

// Melee is problem 4: a fight to the finish, both sides striking at once.
func (f Fight) Melee(u *rule.Umpire) Fight {
	for f.A > 0 && f.B > 0 {
		if !rule.Checkpoint(u, "round", &f) {
			return Fight{}
		}
		lost := round.Roll(u, f)
		f.A, f.B = f.A-int8(lost>>8), f.B-int8(lost&255)
	}
	return f
}

// Apart is the same with a question for each side. It caches less, which matters in a fight of a
// hundred against a hundred.
func (f Fight) Apart(u *rule.Umpire) Fight {
	for f.A > 0 && f.B > 0 {
		if !rule.Checkpoint(u, "round", &f) {
			return Fight{}
		}
		lostB := felled.Roll(u, clash{f.A, f.B})
		lostA := saved.Roll(u, clash{f.B, f.A})
		f.A, f.B = f.A-int8(lostA), f.B-int8(lostB)
	}
	return f
}

// barrage is the damage of some guns that hit on 5+.
var barrage = rule.Subroll[int8]{Name: "guns", Play: func(u *rule.Umpire, guns int8) int {
	return u.Sum(u.Count(int(guns), rule.D6, rule.AtLeast(5), "p5.hit", "guns that hit"), rule.D6, "p5.damage", "damage")
}}

// stands is 1 if a building with so much damage survives its roll of two dice, else 0.
var stands = rule.Subroll[int8]{Name: "collapse", Play: func(u *rule.Umpire, damage int8) int {
	if u.Sum(2, rule.D6, "p5.collapse", "does it stand?") <= int(damage)/8 {
		return 0
	}
	return 1
}}

// Breach is problem 5: three guns fire at a building of sixty points until it falls. The problem
// asks for the number of turns.
func Breach(u *rule.Umpire) bool {
	damage := int8(0)
	for rule.Checkpoint(u, "turn", &damage) {
		damage = min(60, damage+int8(barrage.Roll(u, 3)))
		if !rule.Checkpoint(u, "damage", &damage) {
			return false
		}
		if damage == 60 || damage >= 20 && stands.Roll(u, damage) == 0 {
			return true
		}
	}
	return false
}
