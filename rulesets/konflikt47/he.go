package konflikt47

import (
	"slices"

	"loophole/rule"
)

// Occupants are the units in a building, one on each floor, and on its roof.
type Occupants struct {
	Floors [mostStoreys]Troops `key:"floors" doc:"the models of the unit on each floor, from the ground floor up"`
	Roof   Troops              `key:"roof" doc:"the unit on the roof"`
}

// HE is the high-explosive value of a weapon.
type HE uint8

// The values of high explosive. After the first they are rows of the table of explosives.
const (
	OfWeapon HE = iota
	HED2
	HED3
	HED6
	HE2D6
	HE3D6
)

func (HE) Names() []string { return []string{"of-the-weapon", "d2", "d3", "d6", "2d6", "3d6"} }

// ShellOutcome is a building and its occupants after a shell.
type ShellOutcome struct {
	Hit    bool `key:"hit" doc:"the shot hits"`
	Burst  int8 `key:"burst" doc:"the floor where the shell bursts; 0 is the ground floor, -1 none, -2 only the roof"`
	Rubble bool `key:"rubble" doc:"the building becomes rubble, which is difficult ground"`
	OccupantResults
}

// The values of ShellOutcome.Burst that are no floors.
const (
	noBurst   = -1
	roofBurst = -2
)

// OccupantResults are the units in a building, and on its roof, afterwards.
type OccupantResults struct {
	Floors [mostStoreys]UnitResult `key:"floors" doc:"the units inside, by floor"`
	Roof   UnitResult              `key:"roof" doc:"the unit on the roof"`
}

var shellEvents = []rule.Event[ShellOutcome]{
	{Name: "hit", Gist: "the shot hits", Holds: func(s ShellOutcome) bool { return s.Hit }},
	{Name: "building-destroyed", Gist: "the building becomes rubble", Holds: func(s ShellOutcome) bool { return s.Rubble }},
	{Name: "casualty", Gist: "at least one model is lost, or a unit", Holds: func(s ShellOutcome) bool { return s.sum(UnitResult.lost) > 0 }},
	{Name: "unit-destroyed", Gist: "at least one unit is destroyed", Holds: func(s ShellOutcome) bool { return s.any(UnitResult.isDestroyed) }},
	{Name: "picked", Gist: "the shooters pick a casualty in a unit that survives", Holds: func(s ShellOutcome) bool { return s.any(func(r UnitResult) bool { return r.Picked }) }},
	{Name: "bursts-on-ground-floor", Gist: "the shell bursts on the ground floor", Holds: func(s ShellOutcome) bool { return s.Burst == 0 }},
	{Name: "bursts-on-first-floor", Gist: "the shell bursts on the first floor", Holds: func(s ShellOutcome) bool { return s.Burst == 1 }},
	{Name: "bursts-on-second-floor", Gist: "the shell bursts on the second floor", Holds: func(s ShellOutcome) bool { return s.Burst == 2 }},
	{Name: "bursts-on-third-floor", Gist: "the shell bursts on the third floor", Holds: func(s ShellOutcome) bool { return s.Burst == 3 }},
}

var shellMeasures = []rule.Measure[ShellOutcome]{
	{Name: "casualties", Unit: "models lost, with all models of destroyed units", Of: func(s ShellOutcome) int { return s.sum(UnitResult.lost) }},
	{Name: "units-destroyed", Unit: "units", Of: func(s ShellOutcome) int {
		return s.sum(func(r UnitResult) int {
			if r.isDestroyed() {
				return 1
			}
			return 0
		})
	}},
}

// sum adds a number of each unit up.
func (r *OccupantResults) sum(of func(UnitResult) int) int {
	sum := of(r.Roof)
	for _, unit := range r.Floors {
		sum += of(unit)
	}
	return sum
}

// any reports whether a condition holds of at least one unit.
func (r *OccupantResults) any(holds func(UnitResult) bool) bool {
	return slices.ContainsFunc(r.Floors[:], holds) || holds(r.Roof)
}

// atLevel returns the unit on a level of a building. The roof is above the topmost storey.
func (r *OccupantResults) atLevel(level, storeys int) *UnitResult {
	if level == storeys {
		return &r.Roof
	}
	return &r.Floors[level]
}

// unharmed returns the occupants before anything happens.
func (o *Occupants) unharmed() OccupantResults {
	results := OccupantResults{Roof: o.Roof.unharmed()}
	for i := range o.Floors {
		results.Floors[i] = o.Floors[i].unharmed()
	}
	return results
}

// atLevel returns the unit on a level of a building. The roof is above the topmost storey.
func (o *Occupants) atLevel(level, storeys int) *Troops {
	if level == storeys {
		return &o.Roof
	}
	return &o.Floors[level]
}

// legalOccupants forbids impossible occupants.
func legalOccupants(u *rule.Umpire, occupants *Occupants, s *Structure) {
	count := 0
	for i := range occupants.Floors {
		unit := &occupants.Floors[i]
		if !unit.isPresent() {
			u.Require(*unit == Troops{}, "host.units", "a unit needs models or a name")
			continue
		}
		count++
		u.Require(i < int(s.Storeys), "enter.capacity", "a unit is on a floor that the building does not have")
		legalOccupant(u, &unit.Body)
	}
	if occupants.Roof.isPresent() {
		count++
		legalOccupant(u, &occupants.Roof.Body)
	}
	u.Require(count > 0, "he.found", "the building is empty: floors=8 puts eight models on the ground floor")
}

// legalOccupant forbids any unit inside that is neither infantry nor artillery.
func legalOccupant(u *rule.Umpire, b *Body) {
	legalBody(u, b)
	u.Require(b.onFoot(u), "enter.infantry", "vehicles and mounted troops cannot be inside a building")
}

// aimedAt returns the level of the target and the unit there. The target is a number in the
// list of floors, the roof last, or 0 for the lowest enemy.
func (o *Occupants) aimedAt(s *Structure, target uint8) (level int, unit *Troops) {
	storeys := int(s.Storeys)
	if target > 0 {
		return int(target) - 1, o.atLevel(int(target)-1, storeys)
	}
	for level := range storeys + 1 {
		if unit := o.atLevel(level, storeys); unit.isPresent() && !unit.Friendly {
			return level, unit
		}
	}
	return 0, o.atLevel(0, storeys)
}

// legalAim forbids a target that cannot be fired at.
func legalAim(u *rule.Umpire, occupants *Occupants, s *Structure, target uint8) {
	if target > s.Storeys+1 {
		u.Forbid("he.found", "the building has no such floor or roof")
		return
	}
	_, unit := occupants.aimedAt(s, target)
	u.Require(unit.isPresent(), "he.found", "no unit is on that floor")
	u.Require(!unit.Friendly, "host.friends", "the target is on the shooters' side")
}

// legalReaction forbids a target of a shell or of flames to go down if it cannot.
func legalReaction(u *rule.Umpire, occupants *Occupants, s *Structure, target uint8, reaction Reaction) {
	if reaction == NoReaction || target > s.Storeys+1 {
		return
	}
	_, unit := occupants.aimedAt(s, target)
	u.Require(unit.Die == NoDie, "at.down", "a unit that already has an order cannot react")
}

// explosivesRow returns the row of a weapon in the table of explosives, or of a value that is given.
func explosivesRow(u *rule.Umpire, weapon rule.Ref, he HE) rule.Ref {
	if he != OfWeapon {
		return rule.Ref(he)
	}
	return rule.Ref(u.LookupCell(&weapons, weapon, weaponHE))
}

// prepareBurst works out a shell of a row of the table of explosives for every level. A shell
// with 2D6 hits or more may bring the building down (he.large), unless the building is solid.
func (o *Occupants) prepareBurst(u *rule.Umpire, s *Structure, row rule.Ref, solid bool) heBurst {
	burst := heBurst{
		dice: uint8(u.Cell(&explosives, row, heDice)), faces: uint8(u.Cell(&explosives, row, heFaces)),
		pins: uint8(u.Cell(&explosives, row, hePins)), topFloor: int8(s.Storeys) - 1,
	}
	pen := u.Cell(&explosives, row, hePen)
	if burst.dice >= collapseDice && !solid {
		u.Note("he.large", "HE of 2D6 or more may bring the building down")
		burst.collapseAt = u.Fact(&collapseHits)
	}
	for i := range int(s.Storeys) + 1 {
		if unit := o.atLevel(i, int(s.Storeys)); unit.isPresent() {
			burst.levels[i] = unit.floorTarget(u, burst, pen, i < int(s.Storeys) || u.Ruling(&roofCover) == roofCoverInside)
		}
	}
	return burst
}

// floorTarget works out a shell that bursts on a unit's level: damage as in the open
// (he.open), without the protection of walls (he.no-extra) or of a gun shield (he.no-shield).
func (t *Troops) floorTarget(u *rule.Umpire, burst heBurst, pen int, inside bool) floorTarget {
	u.Note("he.open", "the shell does damage as in the open")
	u.Note("he.no-extra", "HE ignores extra protection")
	if t.hasGunShield(u) {
		u.Note("he.no-shield", "HE ignores the gun shield")
	}
	spared := t.Friendly && u.Ruling(&friendsStruck) == friendsStruckNo
	if t.Friendly && !spared {
		u.Note("he.top", "the shell also strikes friends on that floor")
	}
	protection := t.infantryProtection(u, true)
	volley := volley{shots: 1, dice: burst.dice, faces: burst.faces, halve: t.Die == DownDie, damage: protection.withPenetration(u, pen).damageRoll()}
	if burst.collapseAt > 0 && inside {
		volley.collapseAt = uint8(burst.collapseAt)
		volley.countHalved = volley.halve && u.Ruling(&twelveHits) == twelveHitsSuffered
	}
	return floorTarget{present: true, spared: spared, protection: protection, volley: volley, die: t.Die}
}

// resolveHit rolls a shell that bursts on the level. It returns the unit there afterwards,
// and whether 12 hits or more bring the building down (he.twelve).
func (t *floorTarget) resolveHit(u *rule.Umpire, pins uint8) (unit UnitResult, collapses bool) {
	result := heavyHitRoll.Roll(u, heavyHit{t.volley, t.protection, pins})
	if result.collapses {
		return t.protection.destroyed(), true
	}
	return result.unit.showing(t.die), false
}

// collapse replaces the building by rubble and destroys every unit inside (he.rubble).
func (b *heBurst) collapse(u *rule.Umpire, outcome ShellOutcome) ShellOutcome {
	u.Note("he.rubble", "rubble replaces the building")
	u.Note("he.twelve", "the collapse destroys every unit inside")
	outcome.Rubble = true
	for i := range int(b.topFloor) + 1 {
		if b.levels[i].present {
			outcome.Floors[i] = b.levels[i].protection.destroyed()
		}
	}
	if roof := &b.levels[b.topFloor+1]; roof.present && u.Ruling(&roofFall) == roofFallYes {
		outcome.Roof = roof.protection.destroyed()
	}
	return outcome
}

// A heBurst is a shell on every level of a building.
type heBurst struct {
	dice       uint8                        // for the hits
	faces      uint8                        // of each of these dice
	pins       uint8                        // faces of the die for pins
	collapseAt int                          // hits that bring the building down, 0 for none
	levels     [mostStoreys + 1]floorTarget // the roof above the topmost floor
	topFloor   int8
}

// A floorTarget is the unit on a floor or on the roof, with the shell as a volley of one shot.
type floorTarget struct {
	present    bool
	spared     bool // it is on the side of the shooters, and is not struck
	protection infantryProtection
	volley     volley
	die        Die
}
