package konflikt47

import "loophole/rule"

// A volley is the shots of one kind of weapon at one unit on foot.
type volley struct {
	shots, need uint8 // to hit; 7 or more is a 6 and another 6, 1 or less needs no roll
	dice, faces uint8 // for the hits of each shot that hits; without dice it is one hit
	addedHits   int8  // hits added to the dice of each shot that hits
	halve       bool  // the unit is down and suffers half of the hits
	collapseAt  uint8 // hits that bring the building down, 0 for none
	countHalved bool  // hits are counted for a collapse after halving
	damage      damageRoll
}

// A damageRoll is the roll to damage a man of a unit.
type damageRoll struct {
	need, tough, men uint8
	exceptional      bool // a 6 and another 6 lets the shooter pick
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
	hits := u.Sum(shots*int(v.dice), rule.Die(v.faces), "host.he", "number of hits") + shots*int(v.addedHits)
	suffered = hits
	if v.halve {
		suffered /= 2
	}
	if v.countHalved {
		return suffered, suffered
	}
	return suffered, hits
}

// setSpecialHits sets the number of hits of two weapons (host.special): each hit of a tesla
// cannon is one hit and D6 more, each hit of a shockwave is D3.
func (v *volley) setSpecialHits(u *rule.Umpire, special int) {
	switch special {
	case tesla:
		v.dice, v.faces, v.addedHits = 1, uint8(u.Fact(&teslaFaces)), 1
	case shockwave:
		v.dice, v.faces = 1, uint8(u.Fact(&shockwaveFaces))
	}
}

// toughSaves rolls for tough troops and returns how many of n losses they cancel (host.tough).
func (d *damageRoll) toughSaves(u *rule.Umpire, n int) int {
	if d.tough == 0 {
		return 0
	}
	return u.By(rollsFor(d.friend)).Count(n, rule.D6, rule.AtLeast(int(d.tough)), "host.tough", "tough troops cancel damage")
}

// A volley is rolled in this order:
//
//  1. the shots to hit;
//  2. of HE, the number of hits: with enough of them the building collapses, and the volley ends;
//  3. a damage roll for each hit, of which the sixes are exceptional damage;
//  4. of tough troops, a save for each six;
//  5. each six that is left again: another 6 lets the shooter pick;
//  6. of tough troops, a save for each other loss.
//
// The volley ends early when what follows changes nothing: no shot hits, no hit can damage, or all
// men are lost. All are lost if the sixes that no save cancels are as many as the men. If no save
// is possible, other losses count too.
//
// Each of three subrolls takes some of these steps. It returns no more than the next one needs, so
// that exact odds find few different results.

// A damageStep is a volley after one or two of its subrolls.
type damageStep struct {
	losses    int // apart from sixes
	sixes     int
	hit       bool
	collapses bool // the building
	allLost   bool
	picked    bool // one of the sixes was followed by another
}

// hitAndDamageRoll takes steps 1 to 3.
var hitAndDamageRoll = rule.NewResultSubroll("hits and damage", func(u *rule.Umpire, v volley) damageStep {
	shots := toHit(u, int(v.shots), int(v.need))
	if shots == 0 {
		return damageStep{}
	}
	hits, counted := v.hits(u, shots)
	damage := &v.damage
	switch {
	case v.collapseAt > 0 && counted >= int(v.collapseAt):
		return damageStep{hit: true, collapses: true}
	case hits <= 0 || damage.need > 6:
		return damageStep{hit: true}
	case !damage.exceptional:
		n := u.Count(hits, rule.D6, rule.AtLeast(int(damage.need)), "host.damage-roll", "damage roll, a die for each hit")
		return damageStep{hit: true, losses: n}
	}
	tally := u.Tally(hits, rule.D6, rule.Cuts(int(damage.need)-1, 5), "host.damage-roll", "damage roll, a die for each hit")
	return damageStep{hit: true, losses: tally.In(1), sixes: tally.In(2)}
})

// exceptionalDamageRoll takes steps 4 and 5 too (host.exceptional).
var exceptionalDamageRoll = rule.NewResultSubroll("exceptional damage", func(u *rule.Umpire, v volley) damageStep {
	step := hitAndDamageRoll.Roll(u, v)
	if step.sixes == 0 {
		return step
	}
	damage := &v.damage
	step.sixes -= damage.toughSaves(u, step.sixes)
	certain := step.sixes
	if damage.tough == 0 {
		certain += step.losses
	}
	if certain >= int(damage.men) {
		return damageStep{hit: true, allLost: true}
	}
	step.picked = step.sixes > 0 && anotherSixRoll.Roll(u, step.sixes) > 0
	return step
})

// anotherSixRoll rolls n sixes again: 1 if one of them is another 6.
var anotherSixRoll = rule.Subroll[int]{Name: "sixes again", Play: func(u *rule.Umpire, n int) int {
	return min(1, u.Count(n, rule.D6, rule.AtLeast(6), "host.exceptional", "each 6 rolls again: another 6 lets the shooter pick"))
}}

// A volleyResult is what a volley does.
type volleyResult struct {
	lost      uint8 // models
	hit       bool
	picked    bool // the shooter picks one of the casualties
	collapses bool // the building
}

// volleyRoll takes all steps.
var volleyRoll = rule.NewResultSubroll("volley", func(u *rule.Umpire, v volley) volleyResult {
	step, men := exceptionalDamageRoll.Roll(u, v), v.damage.men
	switch {
	case !step.hit || step.collapses:
		return volleyResult{hit: step.hit, collapses: step.collapses}
	case step.allLost:
		return volleyResult{hit: true, lost: men}
	}
	if lost := step.losses + step.sixes - v.damage.toughSaves(u, step.losses); lost < int(men) {
		return volleyResult{hit: true, lost: uint8(lost), picked: step.picked}
	}
	return volleyResult{hit: true, lost: men}
})

// resolve rolls the volley.
func (v volley) resolve(u *rule.Umpire) volleyResult { return volleyRoll.Roll(u, v) }

// resolve rolls a volley that hits without a roll.
func (d damageRoll) resolve(u *rule.Umpire, hits int) volleyResult {
	return volley{shots: uint8(hits), need: 1, damage: d}.resolve(u)
}

// A heavyHit is a volley of heavy weapons at one unit, with all that follows.
type heavyHit struct {
	volley   volley
	target   infantryProtection
	pinFaces uint8 // faces of the die for pins
}

// A heavyHitResult is the result of a heavy hit.
type heavyHitResult struct {
	hit       bool
	collapses bool       // the building
	unit      struckUnit // unless the building collapses
}

// A struckUnit is a unit after a hit, without the order die that it shows.
type struckUnit UnitResult

// showing returns the unit with this order die. A unit that is destroyed has none.
func (s struckUnit) showing(die Die) UnitResult {
	if s.Fate != Destroyed {
		s.Die = die
	}
	return UnitResult(s)
}

// heavyHitRoll rolls the volley, and the pins and the morale check of the unit.
var heavyHitRoll = rule.NewResultSubroll("volley and its effects", func(u *rule.Umpire, hit heavyHit) heavyHitResult {
	result := hit.volley.resolve(u)
	if result.collapses {
		return heavyHitResult{hit: true, collapses: true}
	}
	var fire fireResult
	fire.add(&hit.target, result, true, hit.pinFaces)
	return heavyHitResult{hit: result.hit, unit: struckUnit(hit.target.afterFire(u, fire, NoDie))}
})

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

// add counts a volley. Of the dice for pins the largest counts.
func (r *fireResult) add(target *infantryProtection, result volleyResult, heavy bool, pinFaces uint8) {
	r.lost = min(r.lost+result.lost, target.men)
	r.picked = r.picked || result.picked
	r.wrecked = r.wrecked || heavy && target.gun && result.picked
	if result.hit {
		r.hit = true
		r.pinFaces = max(r.pinFaces, pinFaces)
	}
}

// afterFire returns the unit after the fire of one unit: casualties, pins, then the morale check.
func (p *infantryProtection) afterFire(u *rule.Umpire, fire fireResult, die Die) UnitResult {
	if p.destroyedByCasualties(u, fire) {
		return p.destroyed()
	}
	pins := int(p.pins)
	switch {
	case fire.flamed:
		pins += u.Sum(1, rule.Die(u.Fact(&flamePinFaces)), "host.flame", "pins from the flames") + u.Fact(&flamePinsAdded)
	case fire.hit && fire.pinFaces > 1:
		pins += u.Sum(1, rule.Die(fire.pinFaces), "host.pins", "pins from the explosion")
	case fire.hit:
		pins += u.Fact(&firePins)
	}
	return p.checkMorale(u, fire, pins, die)
}

// destroyedByCasualties reports whether casualties alone destroy the unit: all its men, its
// gun, or the gunner of a team that the shooter picks.
func (p *infantryProtection) destroyedByCasualties(u *rule.Umpire, fire fireResult) bool {
	switch {
	case fire.lost >= p.men:
		u.Note("host.casualties", "the unit has no models left")
		return true
	case fire.wrecked:
		u.Note("host.exceptional", "the gun is wrecked, which destroys the unit")
		return true
	case fire.picked && p.team && !p.gun:
		u.Note("host.exceptional", "the shooter picks the gunner, which destroys the team")
		return true
	}
	return false
}

// checkMorale returns the unit with these pins. It is destroyed by pins that reach its morale
// (host.broken), or by failing the morale check that follows from the loss of half of its
// men (host.half) or from flames (host.flame).
func (p *infantryProtection) checkMorale(u *rule.Umpire, fire fireResult, pins int, die Die) UnitResult {
	if isBroken(u, uint8(pins), p.brokenAt) {
		return p.destroyed()
	}
	result := UnitResult{Lost: fire.lost, Picked: fire.picked, Pins: uint8(pins), Die: die}
	switch {
	case fire.flamed, fire.due:
		u.Note("host.flame", "the unit makes a morale check, whatever the damage")
	case fire.lost > 0 && int(fire.lost)*int(p.checkShare) >= int(p.men):
		u.Note("host.half", "the unit lost half of its models or more and makes a morale check")
	default:
		return result
	}
	morale := int(p.morale)
	if p.teamOrGun && p.men > 1 && p.men-fire.lost == 1 {
		morale += u.Apply(lastCrewman, "host.nerve", "one model left in a weapon team")
	}
	if !passesMorale(u.By(rollsFor(p.friend)), morale, pins) {
		return p.destroyed()
	}
	return result
}
