//go:build draft

package konflikt47

import "loophole/rule"

// A wound is hits that are rolled for damage on a unit.
type wound struct {
	hits, need, tough, men uint8
	exceptions             bool
}

// wounds plays them: casualties, and whether the shooter picks one of them.
var wounds = rule.Sub[wound]{Name: "damage and exceptional damage", Play: func(u *rule.Umpire, w wound) int {
	if w.hits == 0 || w.need > 6 {
		return 0
	}
	t := u.Tally(int(w.hits), rule.D6, rule.Cuts(int(w.need)-1, 5), "host.damage-roll", "damage, a die for each hit")
	lost, picked := t.In(1)+t.In(2), false
	if w.exceptions && t.In(2) > 0 {
		picked = u.Count(t.In(2), rule.D6, rule.AtLeast(6), "host.exceptional", "each 6 again: another 6 lets the shooter pick") > 0
	}
	if w.tough > 0 && lost > 0 {
		lost -= u.Count(lost, rule.D6, rule.AtLeast(int(w.tough)), "host.tough", "tough troops cancel damage")
	}
	return pack(min(lost, int(w.men)), picked && lost > 0)
}}

// The bits of what a volley comes to: casualties in the lowest six.
const (
	bitPicked = 1 << (6 + iota)
	bitHit
	bitFall
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
	falls       uint8 // hits that bring the building down, 0 for none
	halved      bool  // they are counted after halving
	wound       wound // but for the hits
}

// fire plays a volley: casualties, whether the shooter picks, whether anything
// hit, whether the building falls.
var fire = rule.Sub[volley]{Name: "volley", Play: func(u *rule.Umpire, v volley) int {
	shots := toHit(u, int(v.shots), int(v.need))
	if shots == 0 {
		return 0
	}
	hits, counted := v.multiply(u, shots)
	if v.falls > 0 && counted >= int(v.falls) {
		return bitHit | bitFall
	}
	v.wound.hits = uint8(hits)
	return bitHit | wounds.Roll(u, v.wound)
}}

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

// multiply turns shots that hit into hits that the unit suffers, and into
// those that count for a collapse.
func (v *volley) multiply(u *rule.Umpire, shots int) (suffered, counted int) {
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
	if v.halved {
		return suffered, suffered
	}
	return suffered, hits
}

// A blow is a volley of heavy weapons and all that follows it for one unit.
type blow struct {
	volley volley
	hide   hide
	faces  uint8 // of the die for pins
}

// struckBy plays it: the unit afterwards, as packHurt packs it, or bitFall for a
// building that falls.
var struckBy = rule.Sub[blow]{Name: "volley and what follows", Play: func(u *rule.Umpire, b blow) int {
	v := fire.Roll(u, b.volley)
	if v&bitFall > 0 {
		return bitFall | bitHit
	}
	var t struck
	t.add(&b.hide, v, true, b.faces)
	return packHurt(b.hide.suffer(u, t, NoDie)) | v&bitHit
}}

// packHurt packs a unit into an int, except for its order die: fate from bit
// 16, pins from bit 9.
func packHurt(h Hurt) int {
	return int(h.Fate)<<16 | int(h.Pins)<<9 | pack(int(h.Lost), h.Picked)
}

func unpackHurt(v int, die Die) Hurt {
	if Fate(v>>16) == Destroyed {
		return gone
	}
	return Hurt{Lost: uint8(v & (bitPicked - 1)), Picked: v&bitPicked > 0, Pins: uint8(v >> 9 & 127), Die: die}
}

// struck is a unit on foot after some volleys.
type struck struct {
	lost    uint8
	picked  bool
	hit     bool
	wrecked bool  // its gun is wrecked
	faces   uint8 // of the die for pins
}

// add counts what a volley came to.
func (s *struck) add(h *hide, v int, heavy bool, faces uint8) {
	s.lost = min(s.lost+uint8(v&(bitPicked-1)), h.men)
	s.picked = s.picked || v&bitPicked > 0
	s.wrecked = s.wrecked || heavy && h.gun && v&bitPicked > 0
	if v&bitHit > 0 {
		s.hit = true
		s.faces = max(s.faces, faces)
	}
}

// suffer is what follows fire on a unit: casualties, pins, morale.
func (h *hide) suffer(u *rule.Umpire, s struck, die Die) Hurt {
	if h.wiped(u, s) {
		return gone
	}
	pins := int(h.pins)
	if s.hit {
		pins += h.pinned(u, s.faces)
	}
	return h.check(u, s, pins, die)
}

// wiped reports whether casualties alone destroy the unit.
func (h *hide) wiped(u *rule.Umpire, s struck) bool {
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

// pinned is the pins of one unit's fire that hit.
func (h *hide) pinned(u *rule.Umpire, faces uint8) int {
	if faces > 1 {
		return u.Sum(1, rule.Die(faces), "host.pins", "pins of the explosion")
	}
	return u.Fact(&firePins)
}

// check is the end of a unit under fire: does it break?
func (h *hide) check(u *rule.Umpire, s struck, pins int, die Die) Hurt {
	if pins >= int(h.base) {
		u.Note("host.broken", "as many pins as morale: the unit is destroyed")
		return gone
	}
	if s.lost > 0 && int(s.lost)*int(h.share) >= int(h.men) {
		u.Note("host.half", "half of the men or more: a morale check")
		if !holds(u, int(h.morale), pins) {
			return gone
		}
	}
	return Hurt{Lost: s.lost, Picked: s.picked, Pins: uint8(pins), Die: die}
}
