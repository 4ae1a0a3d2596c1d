package oldworld

import (
	"slices"

	"loophole/rule"
)

// line puts the corps of both sides in order of Initiative.
func (b *closeCombat) line(t int) {
	n := 0
	for s := range b.sides {
		for k := range b.sides[s].corps {
			c := &b.sides[s].corps[k]
			if !c.there {
				continue
			}
			i := n
			for i > 0 && b.order[t][i-1].at < c.steady[t] {
				b.order[t][i] = b.order[t][i-1]
				i--
			}
			b.order[t][i] = strike{uint8(s), uint8(k), c.steady[t]}
			n++
		}
	}
	for ; n < len(b.order[t]); n++ {
		b.order[t][n].at = -1
	}
}

// models counts the rank and file among the wounds that a side has left.
func (b *combatant) models(pool int) int {
	n := max(0, pool-b.hero)
	if b.w > 1 { // spares the usual case a division
		n = (n + b.w - 1) / b.w
	}
	return n
}

// all counts the models of a side, its character included.
func (b *combatant) all(pool int) int {
	if b.hero > 0 && pool > 0 {
		return b.models(pool) + 1
	}
	return b.models(pool)
}

// strength is a side's Unit Strength.
func (b *combatant) strength(pool int) int {
	us := b.models(pool) * b.bulk
	if b.hero > 0 && pool > 0 {
		us += b.heroUS
	}
	return us
}

// woundsLeft is the wounds that both sides have left, characters' included. They
// are the last to fall.
type woundsLeft [2]int

func (m *Melee) pools(u *rule.Umpire, b *closeCombat) woundsLeft {
	return woundsLeft{m.Attackers.pool(u) + b.sides[attackers].hero, m.Garrison.pool(u) + b.sides[garrison].hero}
}

// A combat is who strikes whom in a round: the attackers, the garrison, and a
// second unit that assaults the building, if there is one.
type combat struct {
	bands [3]*combatant
	foe   [3]uint8 // whom each strikes
	kind  [3]uint8 // the kind of turn that it is for each
	names *[3]string
	of    *[3]rule.Side // who throws their dice
	order []strike
	fear  uint8
}

// Where nobody hears whose dice are thrown, nobody is named.
var (
	unnamed [3]string
	unsaid  [3]rule.Side
)

// fightRound plays the blows of one round between two units: what both sides have
// left, and the wounds that each has caused.
func (b *closeCombat) fightRound(u *rule.Umpire, t int, start woundsLeft, h *hands) (left woundsLeft, caused [2]int) {
	c := combat{bands: [3]*combatant{&b.sides[attackers], &b.sides[garrison]}, foe: [3]uint8{garrison, attackers}, kind: [3]uint8{uint8(t), uint8(t)}, names: &unnamed, of: &unsaid, order: b.order[t][:], fear: b.fear}
	if u.Hands() {
		c.names, c.of = &[3]string{h.names[0], h.names[1]}, &[3]rule.Side{h.of[0], h.of[1]}
	}
	l, n := c.clash(u, [3]int{start[attackers], start[garrison]})
	return woundsLeft{l[attackers], l[garrison]}, [2]int{n[attackers], n[garrison]}
}

// clash plays the blows of one round in order of Initiative.
func (c *combat) clash(u *rule.Umpire, start [3]int) (left, caused [3]int) {
	var afraid [3]bool
	if c.fear > 0 {
		afraid = c.daunted(u, start)
	}
	left = start
	order := c.order
	for i := 0; i < len(order) && order[i].at >= 0; {
		now, at := left, order[i].at
		for ; i < len(order) && order[i].at == at; i++ {
			s := &order[i]
			to := int(c.foe[s.side])
			own, foe, enemy := c.bands[s.side], c.bands[to], now[to]
			if enemy == 0 {
				continue
			}
			t := int(c.kind[s.side])
			k := &own.corps[s.corps]
			dice := own.dice(u, k, t, int(s.corps), start[s.side], now[s.side])
			if dice == 0 {
				continue
			}
			// The character falls last, by blows of a later step.
			aim, most := 0, enemy-foe.hero
			if most <= 0 {
				aim, most = 1, enemy
			}
			x := k.blows[t][aim]
			x.dice = uint8(min(dice, 255))
			if afraid[s.side] {
				x.hit = min(x.hit+c.fear, 6)
			}
			counted, lost := x.suffered(c.strike(u, int(s.side), to, x))
			// Another corps of the same step may have left fewer.
			over := max(0, lost-min(most, left[to]-(1-aim)*foe.hero))
			caused[s.side] += counted - over
			left[to] -= lost - over
		}
	}
	return left, caused
}

// strike is blows of one of the combat at another.
func (c *combat) strike(u *rule.Umpire, from, to int, b attacks) int {
	if !u.Hands() {
		return attackRoll.Roll(u, b)
	}
	h := hands{[2]rule.Side{c.of[from], c.of[to]}, [2]string{c.names[from], c.names[to]}}
	return h.strike(u, b)
}

// A meeting is one round of a bout, between what the sides have left.
type meeting struct {
	bout  *closeCombat
	kind  int
	start woundsLeft
}

// roundRoll is clash as a sub-roll, because the rounds of a siege come again in
// every turn: what is left and what was caused, ten bits each.
var roundRoll = rule.Subroll[meeting]{Name: "round of combat", Play: func(u *rule.Umpire, m meeting) int {
	left, caused := m.bout.fightRound(u, m.kind, m.start, &besieging)
	return left[0] | left[1]<<10 | caused[0]<<20 | caused[1]<<30
}}

func (b *closeCombat) rollRound(u *rule.Umpire, kind int, start woundsLeft) (left woundsLeft, caused [2]int) {
	v := roundRoll.Roll(u, meeting{b, kind, start})
	const ten = 1<<10 - 1
	return woundsLeft{v & ten, v >> 10 & ten}, [2]int{v >> 20 & ten, v >> 30 & ten}
}

// dice is how many attacks a corps makes. Models that fell before their turn
// came leave gaps: those who step up do not strike.
func (b *combatant) dice(u *rule.Umpire, c *strikers, t, kind, start, now int) int {
	attacks := int(c.attacks[t])
	if kind == hero {
		if now == 0 {
			return 0
		}
		return attacks
	}
	had := b.models(start)
	fallen := had - b.models(now)
	fighting := min(b.places, had)
	able := max(0, fighting-fallen)
	touching := min(b.contact, able)
	if fallen > 0 && able < fighting {
		u.Note("host.step-up", "models that stepped up do not strike")
	}
	if kind == mounts {
		return touching * attacks
	}
	behind := max(0, min(b.support, had-fighting)-fallen)
	if t > unmoved && b.rushes {
		behind = 0 // chargers make no supporting attacks
	}
	return touching*attacks + (able - touching) + behind
}

// daunted takes the tests of those who fear a stronger enemy.
func (c *combat) daunted(u *rule.Umpire, now [3]int) (afraid [3]bool) {
	for i, own := range c.bands {
		if own == nil || own.dauntless {
			continue
		}
		for j, foe := range c.bands {
			if foe == nil || (i == garrison) == (j == garrison) || afraid[i] {
				continue
			}
			if foe.fear && foe.strength(now[j]) > own.strength(now[i]) {
				u.Note("host.fear", "a stronger enemy that causes fear")
				afraid[i] = !alone(c.of[i], c.names[i]).test(u, own.loser.nerve.plain(), "fear of a stronger enemy")
				break
			}
		}
	}
	return afraid
}

// camps are the two sides of a combat that has no names.
var camps = [2]string{"the attackers", "the garrison"}

// What points are for: those in the order in which they are told.
const (
	forWounds = iota
	forVolley
	forStandard
	forBattleStandard
	forHeight
	forMass
	forMusician
	forRanks
	forCloseOrder
	pointKinds
)

var pointNames = [pointKinds]string{"wounds caused", "wounds by standing to shoot", "the standard", "the battle standard", "high ground",
	"massed infantry", "the only musician, in a tie", "ranks", "close order"}

func pointSaid(name string, what int) string { return "points of " + name + " for " + pointNames[what] }

// pointsOf says for what somebody has points.
func pointsOf(name string) (said [pointKinds]string) {
	for i := range said {
		said[i] = pointSaid(name, i)
	}
	return said
}

// campPoints are those of the camps: an account of a fight tells them at every turn.
var campPoints = [2][pointKinds]string{pointsOf(camps[0]), pointsOf(camps[1])}

// account tells what the points of both sides are for, as far as the record
// does not tell it otherwise.
func (b *closeCombat) account(u *rule.Umpire, caused [2]int, shot int, names [2]string) {
	for i, name := range names {
		said := &campPoints[i]
		if name != camps[i] {
			own := pointsOf(name)
			said = &own
		}
		tell := func(n int, cite rule.Clause, what int) { u.If(n > 0, n, cite, said[what]) }
		tell(caused[i]*b.score[0], "host.result", forWounds)
		if i == garrison {
			tell(shot*b.score[0], "host.result", forVolley)
		}
		tell(b.sides[i].points[standard], "host.result", forStandard)
		tell(b.sides[i].points[battleStandard], "host.result", forBattleStandard)
		tell(b.sides[i].points[high], "silent.high", forHeight)
	}
}

// combatResult is the attackers' combat result less the garrison's.
func (b *closeCombat) combatResult(u *rule.Umpire, left woundsLeft, caused [2]int, shot int, names *[2]string) int {
	if names[0] == "" {
		names = &camps
	}
	if u.Recording() {
		b.account(u, caused, shot, *names)
	}
	var score [2]int
	for i := range score {
		p := &b.sides[i].points
		score[i] = caused[i]*b.score[0] + p[standard] + p[battleStandard] + p[high]
	}
	score[garrison] += shot * b.score[0]
	a, g := &b.sides[attackers], &b.sides[garrison]
	for i := range b.sides {
		if b.sides[i].ranks > 0 || b.sides[i].close > 0 {
			score[i] += b.formed(u, i, left[i], names[i])
		}
	}
	as, gs := a.strength(left[attackers])+a.mates, g.strength(left[garrison])
	switch {
	case as > gs && a.massed:
		score[attackers] += u.Apply(b.score[1], "host.massed", pointsFor(u, names[attackers], forMass))
	case gs > as && g.massed:
		score[garrison] += u.Apply(b.score[1], "host.massed", pointsFor(u, names[garrison], forMass))
	}
	lead := score[attackers] - score[garrison]
	if lead == 0 && a.drum != g.drum {
		with := attackers
		if g.drum {
			with = garrison
		}
		lead = u.Apply(b.drum, "host.musician", pointsFor(u, names[with], forMusician))
		if g.drum {
			lead = -lead
		}
	}
	text := campResult
	if *names != camps {
		text = u.Text("", func() string { return resultOf(*names) })
	}
	return u.Apply(lead, "host.result", text)
}

func resultOf(names [2]string) string {
	return "combat result: points of " + names[attackers] + " less those of " + names[garrison]
}

var campResult = resultOf(camps)

// formed is a side's points for the order in which it stands: its ranks, and in
// the open close order.
func (b *closeCombat) formed(u *rule.Umpire, i, left int, name string) (n int) {
	x, cite := &b.sides[i], rule.Clause("silent.ranks")
	if b.open {
		cite = "host.order"
	}
	if x.ranks > 0 {
		n = u.Apply(min(max(0, x.models(left)/x.ranks-1), x.deepest), cite, pointsFor(u, name, forRanks))
	}
	if x.close > 0 && x.strength(left) >= x.close {
		n += u.Apply(b.score[2], cite, pointsFor(u, name, forCloseOrder))
	}
	return n
}

// pointsFor is the text of points of a side, where it is read.
func pointsFor(u *rule.Umpire, name string, what int) string {
	return u.Text("", func() string {
		if i := slices.Index(camps[:], name); i >= 0 {
			return campPoints[i][what]
		}
		return pointSaid(name, what)
	})
}

// eligible reports whether the attackers could occupy the building: at once,
// or by walking in later.
func (b *closeCombat) eligible(u *rule.Umpire, pool int, later bool) bool {
	take, holds := b.take, b.holds
	if later {
		take, holds = b.walk, b.room
	}
	switch {
	case !take:
		u.Note("silent.takers", "the winners are no infantry: nobody moves in")
		return false
	case b.sides[attackers].strength(pool) > holds:
		u.Note("silent.takers", "the winners are too many to move in")
		return false
	}
	return true
}

// choosesToOccupy asks the attackers, who have won, whether they move in.
func (b *closeCombat) choosesToOccupy(u *rule.Umpire, pool int, later bool, asked rule.Side) bool {
	return b.eligible(u, pool, later) &&
		u.Choose(asked, "broken.take", "move into the building?", moveIn...) == 0
}

var moveIn = []string{"occupy", "stay outside"}
