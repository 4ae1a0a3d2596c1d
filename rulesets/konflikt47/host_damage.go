package konflikt47

import "loophole/rule"

// A damageRoll is what it takes to damage a man of a unit.
type damageRoll struct {
	need, tough, men uint8
	exceptions       bool // a 6 and another 6 lets the shooter pick
	friend           bool // on the side of those who shoot
}

// The bits of what a volley comes to: casualties in the lowest six.
const (
	bitPicked = 1 << (6 + iota)
	bitHit
	bitCollapse
)

func pack(lost int, picked bool) int {
	if picked {
		lost |= bitPicked
	}
	return lost
}

// A volley is shots of one kind at one unit on foot.
type volley struct {
	shots, need uint8 // to hit; 7 and more is a 6 and another 6, 1 and less is no roll
	dice, faces uint8 // hits of each shot that hits; no dice for one
	more        int8  // hits more, of the whole volley
	plus        bool  // the dice are besides the hit
	halve       bool  // the unit is down
	collapseAt  uint8 // hits that bring the building down, 0 for none
	countHalved bool  // they are counted after halving
	wound       damageRoll
}

// A volley is played in three steps, each of which remembers no more than the
// next one needs: dice that damage, those of them that are sixes, casualties.
// A step is packed in an int: damage but for sixes in the lowest ten bits, sixes
// in the next ten.
const (
	sixesShift = 10
	stepMask   = 1<<sixesShift - 1
)

// The bits of a step.
const (
	sixThenSix   = 1 << (2*sixesShift + iota) // a six was followed by another
	stepHit                                   // something hit
	stepCollapse                              // the building falls
	stepAllLost                               // every man is lost
)

// hitAndDamageRoll rolls to hit and for damage.
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
		return stepHit | u.Count(hits, rule.D6, rule.AtLeast(int(w.need)), "host.damage-roll", "damage, a die for each hit")
	}
	t := u.Tally(hits, rule.D6, rule.Cuts(int(w.need)-1, 5), "host.damage-roll", "damage, a die for each hit")
	return stepHit | t.In(1) | t.In(2)<<sixesShift
}}

// exceptionalDamageRoll plays the sixes: tough troops cancel some, and another six lets
// the shooter pick. Nobody picks where nobody is left.
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

// sixAgain rolls sixes again.
var sixAgain = rule.Subroll[int]{Name: "sixes again", Play: func(u *rule.Umpire, n int) int {
	return min(1, u.Count(n, rule.D6, rule.AtLeast(6), "host.exceptional", "each 6 again: another 6 lets the shooter pick"))
}}

// volleyRoll plays a volley: casualties, whether the shooter picks, whether anything
// hit, whether the building falls.
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
	return bitHit | pack(lost, x&sixThenSix > 0)
}}

// toughSaves is how many of so many losses tough troops cancel.
func (w *damageRoll) toughSaves(u *rule.Umpire, n int) int {
	if w.tough == 0 {
		return 0
	}
	return u.By(rollsFor(w.friend)).Count(n, rule.D6, rule.AtLeast(int(w.tough)), "host.tough", "tough troops cancel damage")
}

// casualties is a volley that hits without a roll.
func (w damageRoll) casualties(u *rule.Umpire, hits int) int {
	return volleyRoll.Roll(u, volley{shots: uint8(hits), need: 1, wound: w}) &^ bitHit
}

// toHit rolls to hit. A score that no die reaches takes a 6 and another 6.
func toHit(u *rule.Umpire, shots, need int) int {
	switch {
	case need <= 1:
		return shots
	case need > 6:
		sixes := u.Count(shots, rule.D6, rule.AtLeast(6), "host.six-six", "to hit, 7 or more needed: first a 6")
		return u.Count(sixes, rule.D6, rule.AtLeast(6), "host.six-six", "then another 6")
	}
	return u.Count(shots, rule.D6, rule.AtLeast(need), "at.roll", "to hit")
}

// hits turns shots that hit into hits that the unit suffers, and into
// those that count for a collapse.
func (v *volley) hits(u *rule.Umpire, shots int) (suffered, counted int) {
	if v.dice == 0 {
		return shots, 0
	}
	hits := u.Sum(shots*int(v.dice), rule.Die(v.faces), "host.he", "number of hits") + int(v.more)
	if v.plus {
		hits += shots
	}
	suffered = hits
	if v.halve {
		suffered /= 2
	}
	if v.countHalved {
		return suffered, suffered
	}
	return suffered, hits
}

// A heavyHit is a volley of heavy weapons and all that follows it for one unit.
type heavyHit struct {
	volley   volley
	target   infantryProtection
	pinFaces uint8 // of the die for pins
}

// heavyHitRoll plays it: the unit afterwards, as packHurt packs it, or bitFall for a
// building that falls.
var heavyHitRoll = rule.Subroll[heavyHit]{Name: "volley and what follows", Play: func(u *rule.Umpire, b heavyHit) int {
	v := volleyRoll.Roll(u, b.volley)
	if v&bitCollapse > 0 {
		return bitCollapse | bitHit
	}
	var t fireResult
	t.add(&b.target, v, true, b.pinFaces)
	return packResult(b.target.afterFire(u, t, NoDie)) | v&bitHit
}}

// packResult packs a unit into an int, except for its order die: fate from bit
// 16, pins from bit 9.
func packResult(h UnitResult) int {
	return int(h.Fate)<<16 | int(h.Pins)<<9 | pack(int(h.Lost), h.Picked)
}

func unpackResult(v int, die Die) UnitResult {
	if Fate(v>>16) == Destroyed {
		return UnitResult{Fate: Destroyed, Lost: uint8(v & (bitPicked - 1))}
	}
	return UnitResult{Lost: uint8(v & (bitPicked - 1)), Picked: v&bitPicked > 0, Pins: uint8(v >> 9 & 127), Die: die}
}

// fireResult is a unit on foot after some volleys.
type fireResult struct {
	lost     uint8 `key:"lost" unit:"men" doc:"casualties so far"`
	picked   bool  `key:"picked" doc:"one of them was picked by exceptional damage"`
	hit      bool  `key:"hit" doc:"it was hit"`
	flamed   bool  `key:"flamed" doc:"it was hit by flames"`
	due      bool  `key:"due" doc:"a morale check is due whatever was lost"`
	wrecked  bool  `key:"wrecked" doc:"its gun is wrecked"`
	pinFaces uint8 `key:"pins-die" unit:"faces" doc:"the die that is rolled for pins; 0 is none"`
}

// add counts what a volley came to.
func (s *fireResult) add(h *infantryProtection, v int, heavy bool, faces uint8) {
	s.lost = min(s.lost+uint8(v&(bitPicked-1)), h.men)
	s.picked = s.picked || v&bitPicked > 0
	s.wrecked = s.wrecked || heavy && h.gun && v&bitPicked > 0
	if v&bitHit > 0 {
		s.hit = true
		s.pinFaces = max(s.pinFaces, faces)
	}
}

// afterFire is what follows fire on a unit: casualties, pins, morale.
func (h *infantryProtection) afterFire(u *rule.Umpire, s fireResult, die Die) UnitResult {
	if h.destroyedByCasualties(u, s) {
		return h.destroyed()
	}
	pins := int(h.pins)
	switch {
	case s.flamed:
		pins += u.Sum(1, rule.Die(u.Fact(&flameDie)), "host.flame", "pins of the flames") + u.Fact(&flameMore)
	case s.hit:
		pins += h.pinsFromHits(u, s.pinFaces)
	}
	return h.checkMorale(u, s, pins, die)
}

// destroyedByCasualties reports whether casualties alone destroy the unit.
func (h *infantryProtection) destroyedByCasualties(u *rule.Umpire, s fireResult) bool {
	switch {
	case s.lost >= h.men:
		u.Note("host.casualties", "every man is lost")
		return true
	case s.wrecked:
		u.Note("host.exceptional", "the gun itself is wrecked, and with it the unit")
		return true
	case s.picked && h.team && !h.gun:
		u.Note("host.exceptional", "the shooter picks the gunner, and with him the team")
		return true
	}
	return false
}

// pinsFromHits is the pins of one unit's fire that hit.
func (h *infantryProtection) pinsFromHits(u *rule.Umpire, faces uint8) int {
	if faces > 1 {
		return u.Sum(1, rule.Die(faces), "host.pins", "pins of the explosion")
	}
	return u.Fact(&firePins)
}

// checkMorale is the end of a unit under fire: does it break?
func (h *infantryProtection) checkMorale(u *rule.Umpire, s fireResult, pins int, die Die) UnitResult {
	if pins >= int(h.brokenAt) {
		u.Note("host.broken", "as many pins as morale: the unit is destroyed")
		return h.destroyed()
	}
	switch {
	case s.flamed, s.due:
		u.Note("host.flame", "a morale check, whatever the damage")
	case s.lost > 0 && int(s.lost)*int(h.checkShare) >= int(h.men):
		u.Note("host.half", "half of the men or more: a morale check")
	default:
		return UnitResult{Lost: s.lost, Picked: s.picked, Pins: uint8(pins), Die: die}
	}
	morale := int(h.morale)
	if h.teamOrGun && h.men > 1 && h.men-s.lost == 1 {
		morale += u.Apply(-1, "host.nerve", "one man left of a weapon team")
	}
	if !passesMorale(u.By(rollsFor(h.friend)), morale, pins) {
		return h.destroyed()
	}
	return UnitResult{Lost: s.lost, Picked: s.picked, Pins: uint8(pins), Die: die}
}
