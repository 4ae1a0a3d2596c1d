package konflikt47

import "loophole/rule"

// Occupants is the garrison of a building, floor by floor.
type Occupants struct {
	Floors [6]Troops `key:"floors" doc:"the units inside by their men, one a floor, the ground floor first"`
	Roof   Troops    `key:"roof" doc:"the unit on the roof"`
}

// HE is an explosive value.
type HE uint8

// The values of high explosive. From the second on they are the rows of the
// table.
const (
	OfWeapon HE = iota
	HED2
	HED3
	HED6
	HE2D6
	HE3D6
)

// Names lists the values.
func (HE) Names() []string { return []string{"of-the-weapon", "d2", "d3", "d6", "2d6", "3d6"} }

// Shelled is a building and its garrison after a shell.
type Shelled struct {
	Hit    bool          `key:"hit" doc:"the shot hits"`
	Burst  int8          `key:"burst" doc:"the floor on which it bursts, the ground floor 0; -1 for none, -2 for the roof alone"`
	Rubble bool          `key:"rubble" doc:"the building becomes rubble, which is difficult ground"`
	Floors [6]UnitResult `key:"floors" doc:"the units inside, by floor"`
	Roof   UnitResult    `key:"roof" doc:"the unit on the roof"`
}

var shelledEvents = []rule.Event[Shelled]{
	{Name: "hit", Gist: "the shot hits", Holds: func(s Shelled) bool { return s.Hit }},
	{Name: "building-destroyed", Gist: "the building becomes rubble", Holds: func(s Shelled) bool { return s.Rubble }},
	{Name: "casualty", Gist: "at least one man is lost, or a unit", Holds: func(s Shelled) bool {
		return s.any(func(h UnitResult) bool { return h.Lost > 0 })
	}},
	{Name: "unit-destroyed", Gist: "at least one unit is destroyed", Holds: func(s Shelled) bool {
		return s.any(func(h UnitResult) bool { return h.Fate == Destroyed })
	}},
	{Name: "picked", Gist: "the shooters pick a casualty of a unit that is not destroyed", Holds: func(s Shelled) bool {
		return s.any(func(h UnitResult) bool { return h.Picked })
	}},
	{Name: "bursts-on-ground-floor", Gist: "the shell bursts on the ground floor", Holds: func(s Shelled) bool { return s.Burst == 0 }},
	{Name: "bursts-on-first-floor", Gist: "it bursts on the first floor above", Holds: func(s Shelled) bool { return s.Burst == 1 }},
	{Name: "bursts-on-second-floor", Gist: "it bursts on the second floor above", Holds: func(s Shelled) bool { return s.Burst == 2 }},
	{Name: "bursts-on-third-floor", Gist: "it bursts on the third floor above", Holds: func(s Shelled) bool { return s.Burst == 3 }},
}

var shelledMeasures = []rule.Measure[Shelled]{
	{Name: "casualties", Unit: "men lost, all those of destroyed units included", Of: func(s Shelled) int {
		n := int(s.Roof.Lost)
		for _, h := range s.Floors {
			n += int(h.Lost)
		}
		return n
	}},
	{Name: "units-destroyed", Unit: "units", Of: func(s Shelled) int {
		n := 0
		s.any(func(h UnitResult) bool {
			if h.Fate == Destroyed {
				n++
			}
			return false
		})
		return n
	}},
}

func (s Shelled) any(holds func(UnitResult) bool) bool {
	for _, h := range s.Floors {
		if holds(h) {
			return true
		}
	}
	return holds(s.Roof)
}

// Where a shell bursts, if not on a floor.
const (
	noBurst   = -1
	roofBurst = -2
)

// unharmed is the garrison before anything happens.
func (g *Occupants) unharmed() Shelled {
	r := Shelled{Burst: noBurst, Roof: g.Roof.unharmed()}
	for i := range g.Floors {
		r.Floors[i] = g.Floors[i].unharmed()
	}
	return r
}

// on is the unit on a level, the roof above the topmost floor.
func (g *Occupants) on(level, storeys int) *Troops {
	if level == storeys {
		return &g.Roof
	}
	return &g.Floors[level]
}

func (s *Shelled) on(level, storeys int) *UnitResult {
	if level == storeys {
		return &s.Roof
	}
	return &s.Floors[level]
}

// legalOccupants says why there cannot be such a garrison.
func legalOccupants(u *rule.Umpire, g *Occupants, s *Structure) {
	n := 0
	for i := range g.Floors {
		t := &g.Floors[i]
		if !t.present() {
			u.Require(*t == Troops{}, "host.units", "a unit without men and without a name")
			continue
		}
		n++
		u.Require(i < int(s.Storeys), "enter.capacity", "there is a unit on a floor that the building does not have")
		legalOccupant(u, t)
	}
	if g.Roof.present() {
		n++
		legalOccupant(u, &g.Roof)
	}
	u.Require(n > 0, "he.found", "nobody is in the building: floors=8 puts eight men on its ground floor")
}

func legalOccupant(u *rule.Umpire, t *Troops) {
	legalBody(u, &t.Body)
	u.Require(t.onFoot(u), "enter.infantry", "vehicles and mounted troops are not inside buildings")
}

// targetLevel returns the level of the target: by its number in the list, the roof
// last, or the lowest enemy.
func (g *Occupants) targetLevel(target, storeys int) int {
	if target > 0 {
		return target - 1
	}
	for level := range storeys + 1 {
		if t := g.on(level, storeys); t.present() && !t.Friendly {
			return level
		}
	}
	return 0
}

// legalTargetLevel says why the target cannot be fired at.
func legalTargetLevel(u *rule.Umpire, g *Occupants, s *Structure, target uint8) {
	if int(target) > int(s.Storeys)+1 {
		u.Forbid("he.found", "the building has no such floor, nor roof")
		return
	}
	t := g.on(g.targetLevel(int(target), int(s.Storeys)), int(s.Storeys))
	u.Require(t.present(), "he.found", "nobody is on that floor to be fired at")
	u.Require(!t.Friendly, "host.friends", "the target is on the shooter's side")
}

// legalReaction says why the target of a shell cannot go down.
func legalReaction(u *rule.Umpire, g *Occupants, s *Structure, target uint8, r Reaction) {
	if r == NoReaction || int(target) > int(s.Storeys)+1 {
		return
	}
	t := g.on(g.targetLevel(int(target), int(s.Storeys)), int(s.Storeys))
	u.Require(t.Die == NoDie, "at.down", "a unit that has been ordered already does not react")
}

// A heBurst is a shell on every level of a building: what it would do to
// the unit there.
type heBurst struct {
	dice     uint8
	faces    uint8
	pins     uint8
	levels   [7]floorTarget
	topFloor int8 // the topmost floor
}

// A floorTarget is a floor, or the roof, under a shell.
type floorTarget struct {
	there      bool
	inside     bool
	spared     bool // it is on the side of those who fire, and is not struck
	protection infantryProtection
	volley     volley
	die        Die
}

// heRow is the row of the table of high explosive.
func heRow(u *rule.Umpire, w rule.Ref, he HE) rule.Ref {
	if he != OfWeapon {
		return rule.Ref(he)
	}
	return rule.Ref(u.LookupCell(&weapons, w, weaponHE))
}

// prepareBurst works out a shell for every level. The volleys have one shot that
// hits.
func (g *Occupants) prepareBurst(u *rule.Umpire, s *Structure, row rule.Ref, solid bool) heBurst {
	b := heBurst{
		dice: uint8(u.Cell(&explosives, row, heDice)), faces: uint8(u.Cell(&explosives, row, heFaces)),
		pins: uint8(u.Cell(&explosives, row, hePins)), topFloor: int8(s.Storeys) - 1,
	}
	pen := u.Cell(&explosives, row, hePen)
	falls := 0
	if b.dice > 1 && !solid {
		u.Note("he.large", "HE of 2D6 and more may bring the building down")
		falls = u.Fact(&collapseHits)
	}
	for i := range int(s.Storeys) + 1 {
		t := g.on(i, int(s.Storeys))
		if !t.present() {
			continue
		}
		b.levels[i] = t.floorTarget(u, b, pen, falls, i < int(s.Storeys) || u.Ruling(&roofCover) == 1)
	}
	return b
}

// floorTarget is a unit under a shell.
func (t *Troops) floorTarget(u *rule.Umpire, b heBurst, pen, falls int, inside bool) floorTarget {
	u.Note("he.open", "shells do damage as in the open")
	u.Note("he.no-extra", "walls give no extra protection against them")
	if t.Unit != 0 && t.gun(u) && u.LookupCell(&units, t.Unit, unitShield) > 0 {
		u.Note("he.no-shield", "nor does the gun shield")
	}
	spared := t.Friendly && u.Ruling(&friendsStruck) == 1
	if t.Friendly && !spared {
		u.Note("he.top", "friends on that floor are struck as well")
	}
	h := t.infantryProtection(u, true)
	v := volley{shots: 1, dice: b.dice, faces: b.faces, halve: t.Die == DownDie, wound: h.withPenetration(u, pen).damageRoll()}
	if falls > 0 && inside {
		v.collapseAt = uint8(falls)
		v.countHalved = v.halve && u.Ruling(&twelveHits) == 1
	}
	return floorTarget{true, inside, spared, h, v, t.Die}
}

// resolveHit is a shell on the unit of a level: what becomes of it, or whether the
// building falls.
func (l *floorTarget) resolveHit(u *rule.Umpire, pins uint8) (h UnitResult, fallen bool) {
	v := heavyHitRoll.Roll(u, heavyHit{l.volley, l.protection, pins})
	if v&bitCollapse > 0 {
		return l.protection.destroyed(), true
	}
	return unpackResult(v, l.die), false
}

// collapse is a collapse of the building: all its units are gone.
func (b *heBurst) collapse(u *rule.Umpire, r Shelled) Shelled {
	u.Note("he.rubble", "the building is replaced by rubble")
	u.Note("he.twelve", "everybody inside is destroyed with it")
	r.Rubble = true
	for i := range int(b.topFloor) + 1 {
		if b.levels[i].there {
			r.Floors[i] = b.levels[i].protection.destroyed()
		}
	}
	if roof := &b.levels[b.topFloor+1]; roof.there && u.Ruling(&roofFall) == 0 {
		r.Roof = roof.protection.destroyed()
	}
	return r
}
