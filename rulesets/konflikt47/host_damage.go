package konflikt47

import "loophole/rule"

// A volley is the shots of one kind of weapon at one unit on foot.
type volley struct {
	shots, need uint8 // to hit; 7 and more is a 6 and another 6, 1 and less is no roll
	dice, faces uint8 // for the hits of each shot that hits; without dice it is one hit
	more        int8  // hits added to those of the whole volley
	plus        bool  // the dice are added to the hit itself
	halve       bool  // the unit is down and suffers half of the hits
	collapseAt  uint8 // hits that bring the building down, 0 for none
	countHalved bool  // hits are counted for a collapse after halving
	wound       damageRoll
}

// A damageRoll is the roll to damage a man of a unit.
type damageRoll struct {
	need, tough, men uint8
	exceptions       bool // a 6 and another 6 lets the shooter pick
	friend           bool // the unit is on the side of the shooters
}

// toHit rolls to hit and returns the shots that hit. Where 7 or more is needed, a 6 and then
// another 6 hits (host.six-six).
func toHit(u *rule.Umpire, shots, need int) int {
	switch {
	case need <= 1:
		return shots
	case need > 6:
		first := u.Count(shots, rule.D6, rule.AtLeast(6), "host.six-six", "to hit on 7 or more: first a 6")
		return u.Count(first, rule.D6, rule.AtLeast(6), "host.six-six", "to hit on 7 or more: then another 6")
	}
	return u.Count(shots, rule.D6, rule.AtLeast(need), "at.roll", "to hit")
}

// hits rolls the number of hits of shots that hit (host.he). It returns the hits that the
// unit suffers, half of them if it is down, and those that count for a collapse.
func (v *volley) hits(u *rule.Umpire, shots int) (suffered, counted int) {
	if v.dice == 0 {
		return shots, 0
	}
	n := u.Sum(shots*int(v.dice), rule.Die(v.faces), "host.he", "number of hits") + int(v.more)
	if v.plus {
		n += shots
	}
	suffered = n
	if v.halve {
		suffered /= 2
	}
	if v.countHalved {
		return suffered, suffered
	}
	return suffered, n
}

// specialHits sets the number of hits of two weapons (host.special): each hit of a tesla
// cannon is one hit and D6 more, each hit of a shockwave is D3.
func (v *volley) specialHits(u *rule.Umpire, special int) {
	switch special {
	case tesla:
		v.dice, v.faces, v.plus = 1, uint8(u.Fact(&teslaFaces)), true
	case shockwave:
		v.dice, v.faces = 1, uint8(u.Fact(&waveFaces))
	}
}

// toughSaves rolls for tough troops and returns how many of n losses they cancel (host.tough).
func (w *damageRoll) toughSaves(u *rule.Umpire, n int) int {
	if w.tough == 0 {
		return 0
	}
	return u.By(rollsFor(w.friend)).Count(n, rule.D6, rule.AtLeast(int(w.tough)), "host.tough", "tough troops cancel damage")
}

// A volley is rolled in three steps. Each returns no more than the next one needs, packed in
// an int, so that exact odds find few different results.

// hitAndDamageRoll rolls to hit, for the number of hits and for damage. It returns the
// losses but for sixes, and the sixes, which are exceptional damage.
var hitAndDamageRoll = rule.Subroll[volley]{Name: "hits and damage", Play: func(u *rule.Umpire, v volley) int {
	shots := toHit(u, int(v.shots), int(v.need))
	if shots == 0 {
		return 0
	}
	hits, counted := v.hits(u, shots)
	w := &v.wound
	switch {
	case v.collapseAt > 0 && counted >= int(v.collapseAt):
		return stepHit | stepCollapse
	case hits <= 0 || w.need > 6:
		return stepHit
	case !w.exceptions:
		return stepHit | u.Count(hits, rule.D6, rule.AtLeast(int(w.need)), "host.damage-roll", "damage roll, a die for each hit")
	}
	t := u.Tally(hits, rule.D6, rule.Cuts(int(w.need)-1, 5), "host.damage-roll", "damage roll, a die for each hit")
	return stepHit | t.In(1) | t.In(2)<<sixesShift
}}

// exceptionalDamageRoll rolls for the sixes (host.exceptional): tough troops cancel some, and
// another 6 lets the shooter pick, if a man is left.
var exceptionalDamageRoll = rule.Subroll[volley]{Name: "exceptional damage", Play: func(u *rule.Umpire, v volley) int {
	x := hitAndDamageRoll.Roll(u, v)
	w, n := &v.wound, x>>sixesShift&stepMask
	if n == 0 {
		return x
	}
	left := n - w.toughSaves(u, n)
	x -= (n - left) << sixesShift
	switch {
	case left >= int(w.men):
		return stepHit | stepAllLost
	case w.tough == 0 && left+x&stepMask >= int(w.men):
		return stepHit | stepAllLost
	case left > 0 && sixAgain.Roll(u, left) > 0:
		x |= sixThenSix
	}
	return x
}}

// sixAgain rolls n sixes again: 1 if one of them is another 6.
var sixAgain = rule.Subroll[int]{Name: "sixes again", Play: func(u *rule.Umpire, n int) int {
	return min(1, u.Count(n, rule.D6, rule.AtLeast(6), "host.exceptional", "each 6 rolls again: another 6 lets the shooter pick"))
}}

// volleyRoll rolls a volley. It returns the casualties with bitPicked, bitHit and bitCollapse.
var volleyRoll = rule.Subroll[volley]{Name: "volley", Play: func(u *rule.Umpire, v volley) int {
	x := exceptionalDamageRoll.Roll(u, v)
	switch {
	case x == 0:
		return 0
	case x&stepCollapse > 0:
		return bitHit | bitCollapse
	case x&stepAllLost > 0:
		return bitHit | int(v.wound.men)
	}
	lost := x & stepMask
	lost += x>>sixesShift&stepMask - v.wound.toughSaves(u, lost)
	if lost >= int(v.wound.men) {
		return bitHit | int(v.wound.men)
	}
	return bitHit | packLost(lost, x&sixThenSix > 0)
}}

// casualties rolls a volley that hits without a roll.
func (w damageRoll) casualties(u *rule.Umpire, hits int) int {
	return volleyRoll.Roll(u, volley{shots: uint8(hits), need: 1, wound: w}) &^ bitHit
}

// A heavyHit is a volley of heavy weapons at one unit, with all that follows.
type heavyHit struct {
	volley   volley
	target   infantryProtection
	pinFaces uint8 // faces of the die for pins
}

// heavyHitRoll rolls the volley, and the pins and the morale check of the unit. It returns
// the unit as packResult packs it with bitHit, or bitCollapse if the building collapses.
var heavyHitRoll = rule.Subroll[heavyHit]{Name: "volley and its effects", Play: func(u *rule.Umpire, b heavyHit) int {
	v := volleyRoll.Roll(u, b.volley)
	if v&bitCollapse > 0 {
		return bitCollapse | bitHit
	}
	var t fireResult
	t.add(&b.target, v, true, b.pinFaces)
	return packResult(b.target.afterFire(u, t, NoDie)) | v&bitHit
}}

// A fireResult is the result of one or more volleys for a unit on foot.
type fireResult struct {
	lost     uint8 `key:"lost" unit:"models" doc:"casualties so far"`
	picked   bool  `key:"picked" doc:"exceptional damage picked one of the casualties"`
	hit      bool  `key:"hit" doc:"the unit was hit"`
	flamed   bool  `key:"flamed" doc:"flames hit the unit"`
	due      bool  `key:"due" doc:"a morale check is due whatever the losses"`
	wrecked  bool  `key:"wrecked" doc:"the unit's gun is wrecked"`
	pinFaces uint8 `key:"pins-die" unit:"faces" doc:"the die that is rolled for pins; 0 is none"`
}

// add counts a volley, as volleyRoll returns it. Of the dice for pins the largest counts.
func (s *fireResult) add(h *infantryProtection, v int, heavy bool, pinFaces uint8) {
	s.lost = min(s.lost+uint8(v&lostMask), h.men)
	s.picked = s.picked || v&bitPicked > 0
	s.wrecked = s.wrecked || heavy && h.gun && v&bitPicked > 0
	if v&bitHit > 0 {
		s.hit = true
		s.pinFaces = max(s.pinFaces, pinFaces)
	}
}

// afterFire returns the unit after the fire of one unit: casualties, pins, then the morale check.
func (h *infantryProtection) afterFire(u *rule.Umpire, s fireResult, die Die) UnitResult {
	if h.destroyedByCasualties(u, s) {
		return h.destroyed()
	}
	pins := int(h.pins)
	switch {
	case s.flamed:
		pins += u.Sum(1, rule.Die(u.Fact(&flameDie)), "host.flame", "pins from the flames") + u.Fact(&flameMore)
	case s.hit && s.pinFaces > 1:
		pins += u.Sum(1, rule.Die(s.pinFaces), "host.pins", "pins from the explosion")
	case s.hit:
		pins += u.Fact(&firePins)
	}
	return h.checkMorale(u, s, pins, die)
}

// destroyedByCasualties reports whether casualties alone destroy the unit: all its men, its
// gun, or the gunner of a team that the shooter picks.
func (h *infantryProtection) destroyedByCasualties(u *rule.Umpire, s fireResult) bool {
	switch {
	case s.lost >= h.men:
		u.Note("host.casualties", "the unit has no models left")
		return true
	case s.wrecked:
		u.Note("host.exceptional", "the gun is wrecked, which destroys the unit")
		return true
	case s.picked && h.team && !h.gun:
		u.Note("host.exceptional", "the shooter picks the gunner, which destroys the team")
		return true
	}
	return false
}

// checkMorale returns the unit with these pins. It is destroyed by pins that reach its morale
// (host.broken), or by failing the morale check that follows from the loss of half of its
// men (host.half) or from flames (host.flame).
func (h *infantryProtection) checkMorale(u *rule.Umpire, s fireResult, pins int, die Die) UnitResult {
	if pins >= int(h.brokenAt) {
		u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
		return h.destroyed()
	}
	r := UnitResult{Lost: s.lost, Picked: s.picked, Pins: uint8(pins), Die: die}
	switch {
	case s.flamed, s.due:
		u.Note("host.flame", "the unit makes a morale check, whatever the damage")
	case s.lost > 0 && int(s.lost)*int(h.checkShare) >= int(h.men):
		u.Note("host.half", "the unit lost half of its models or more and makes a morale check")
	default:
		return r
	}
	morale := int(h.morale)
	if h.teamOrGun && h.men > 1 && h.men-s.lost == 1 {
		morale += u.Apply(-1, "host.nerve", "one model left in a weapon team")
	}
	if !passesMorale(u.By(rollsFor(h.friend)), morale, pins) {
		return h.destroyed()
	}
	return r
}

// The bits of a volley: casualties in the lowest six, then these.
const (
	bitPicked   = 1 << (6 + iota) // the shooter picks one of them
	bitHit                        // the volley hit
	bitCollapse                   // the building collapses

	lostMask = bitPicked - 1
)

// The bits of a step of a volley: damage but for sixes in the lowest ten, sixes in the next
// ten, then these.
const (
	sixesShift = 10
	stepMask   = 1<<sixesShift - 1

	sixThenSix   = 1 << (2 * sixesShift)
	stepHit      = sixThenSix << 1
	stepCollapse = sixThenSix << 2
	stepAllLost  = sixThenSix << 3
)

// packLost packs casualties, and whether the shooter picks one of them.
func packLost(lost int, picked bool) int {
	if picked {
		lost |= bitPicked
	}
	return lost
}

// packResult packs a unit but for its order die: casualties, pins from bit 9, fate from bit 16.
func packResult(h UnitResult) int {
	return int(h.Fate)<<16 | int(h.Pins)<<9 | packLost(int(h.Lost), h.Picked)
}

// unpackResult unpacks a unit, which shows this order die unless it is destroyed.
func unpackResult(v int, die Die) UnitResult {
	lost := uint8(v & lostMask)
	if Fate(v>>16) == Destroyed {
		return UnitResult{Fate: Destroyed, Lost: lost}
	}
	return UnitResult{Lost: lost, Picked: v&bitPicked > 0, Pins: uint8(v >> 9 & 127), Die: die}
}
