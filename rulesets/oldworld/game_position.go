package oldworld

import (
	"iter"
	"sync"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a position.
const (
	mostUnits     = 12
	mostBuildings = 6
	mostSites     = 48
	mostShooting  = 40 // most models inside that an action can name
)

// Position is the part of a game that changes. It is a value, so a copy is a snapshot.
type Position struct {
	Round uint8 `min:"1" max:"12"`
	Side  uint8 `max:"1"` // the side whose turn it is
	Step  Step  `max:"4"`
	game.Outcome
	Fated [2]bool  // the side has made its fated dispel attempt this turn
	Lost  [2]uint8 // models that each side has lost
	Units [mostUnits]Unit
}

// A Unit is the place, strength and record of a unit. A unit that is gone is all
// zero.
type Unit struct {
	Site    uint8    // from 1, in the field's list; adrift off them, 0 is gone
	X, Y    [2]uint8 // of a unit off the sites, or off the middle of its wall: inches and hundredths
	Models  uint8    // rank and file
	Hurt    uint8    // wounds that one model has lost
	Guest   uint8    // the unit, from 1, of the character that has joined; 0 for none
	Hero    uint8    // wounds that the character has left; 0 for no character
	Facing  ground.Side
	Foe     uint8 // the unit that it fights, from 1, the first of two; 0 for none
	Later   bool  // its combat is past the first round
	Fleeing bool
	Spent   bool  // its stubbornness is used up
	Rush    uint8 `json:",omitzero"` // inches of a pursuit, rounded up, that are a charge in the next turn's combat
	Partly  bool  `json:",omitzero"` // the last inch was only part of one
	Jammed  uint8
	TurnRecord
}

// TurnRecord records what a unit has done and suffered this turn.
type TurnRecord struct {
	Did    State // Ready, Charging, HasRallied or Compelled
	Gait   MoveType
	Charge uint8 // inches that it charged, rounded up
	Scant  bool  // the last inch was only part of one
	Wounds uint8 // wounds on it from standing and shooting
	Shot   uint8 // models that have shot, 1 for an engine
	Cast   uint8 // spells that it has cast, a bit for each
	Left   bool  // it has left a building
	Joined bool  // a character has joined it
	Asked  bool  // it has tried to rally
	Fought bool
	Before uint8 // models lost in this phase
	Tested bool  // it has taken a Panic test in this phase
}

// Step is a part of a player's turn in which the player decides.
type Step uint8

const (
	InStrategy Step = iota
	InCharges
	InRemaining
	InShooting
	InCombat
)

// phases are the phases of the procedures, by step.
var phases = [...]Phase{InStrategy: StrategyPhase, InCharges: ChargeMoves, InRemaining: RemainingMoves, InShooting: ShootingPhase, InCombat: CombatPhase}

var stepNames = [...]string{InStrategy: "Strategy phase", InCharges: "Charge moves", InRemaining: "Remaining moves", InShooting: "Shooting phase", InCombat: "Combat phase"}

// Battlefield is the part of a game that never changes: the ground, the names, the task.
type Battlefield struct {
	played   *rule.HouseRules // the house rules of the game
	lookouts sync.Pool
	rounds   int
	first    uint8
	march    int // multiple of its Movement that a unit marches
	columns  int // the same in marching column
	apart    int // inches from enemies within which no move ends
	percent  int // of the models inside that may shoot
	sides    [2]rule.Side
	task     Task
	table    ground.Point // its corner in the north-east
	land     *ground.Map

	buildings int     // the first sites are the buildings
	goals     []uint8 // the buildings that are objectives
	sites     []site
	regiments []unitInfo
	bearers   []uint8 // units with a battle standard

	lengths [mostSites][mostSites]ground.Length // distances by the rules
	ways    [mostSites][mostSites]ground.Length // around obstacles, noWay for none
	sees    [mostSites]uint64                   // sites seen from a site, a bit for each
	lanes   [mostSites][mostBuildings]ground.Approach
	around  [mostBuildings][]int // the places at its walls
	plans   [mostBuildings][]ground.Polygon
	tops    [mostBuildings]ground.Length
	widest  [mostBuildings]uint8    // tenths of an inch
	spans   [mostBuildings][2]uint8 // east to west and south to north
	tower   [mostBuildings]bool

	// Cached values for points off the sites, which the tables do not contain.
	measured memo[pair, ground.Length]
	walked   memo[pair, ground.Length]
	looked   memo[pair, bool]
	charged  memo[pair, ground.Approach]
}

// noWay is longer than any way.
const noWay = 1 << 30

// site is a place where a unit can be: the inside of a building, a spot in the
// open, or a place at the walls of a building.
type site struct {
	name  string
	wall  int8 // the building that it touches, or -1
	at    ground.Point
	line  ground.Segment // of the wall that it is at
	cover Cover
	rock  bool // of a place at a wall: terrain lets nobody stand there
}

// unitInfo is the part of a unit that never changes.
type unitInfo struct {
	name     string
	side     uint8
	as       Side // with the models and the character at the start
	missile  rule.Ref
	engine   rule.Ref
	front    uint8
	skirmish bool
	column   bool
	own      leader // its character
	self     leader // the character that can join another unit: the unit itself, or its character
	wounds   int    // of a model
	pace     int    // Movement in inches, the better of unit and character
	strength int    // Unit Strength at the start
	level    int    // of the wizards in the unit
	command  int    // inches within which its battle standard helps, 0 for none
}

func (p *Position) here(i int) bool { return p.Units[i].Site != 0 }

// at is the site of a unit that is on the table, nowhere for one off the sites.
func (p *Position) at(i int) int { return int(p.Units[i].Site) - 1 }

// indoors returns the building that a unit is in, if it is in one.
func (f *Battlefield) indoors(p *Position, i int) (int, bool) {
	s := p.at(i)
	return s, s < f.buildings
}

// place is the place of a unit in the terms of the procedures.
func (f *Battlefield) place(p *Position, i int) Place {
	if _, in := f.indoors(p, i); in {
		return InBuilding
	}
	return InOpen
}

// unitAt is the unit at a site, or -1.
func (f *Battlefield) unitAt(p *Position, s int) int {
	for i := range f.regiments {
		if int(p.Units[i].Site) == s+1 {
			return i
		}
	}
	return -1
}

// foes are the units on the table that are not of a side, friends those that are.
func (f *Battlefield) foes(p *Position, side uint8) iter.Seq[int] { return f.friends(p, 1-side) }

func (f *Battlefield) friends(p *Position, side uint8) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range f.regiments {
			if f.regiments[i].side == side && p.here(i) && !yield(i) {
				return
			}
		}
	}
}

// foeWithin is the inches, rounded up, from a footing to the nearest enemy of a
// side; 99 for none. Fleeing enemies count only if fleeing is true.
func (f *Battlefield) foeWithin(p *Position, side uint8, at footing, fleeing bool) int {
	least := 99 * ground.Inch
	for i := range f.foes(p, side) {
		if fleeing || !p.Units[i].Fleeing {
			least = min(least, f.far(f.footing(p, i), at))
		}
	}
	return least.RoundUp()
}

// state is the state of a unit in the terms of the procedures.
func (x *Unit) state() State {
	switch {
	case x.Foe > 0:
		return Engaged
	case x.Fleeing:
		return Fleeing
	}
	return x.Did
}

// moveType is the way in which a unit has moved this turn, for shooting: a unit that has rallied
// counts as having moved.
func (x *Unit) moveType() MoveType {
	if x.Gait == Still && x.Did == HasRallied {
		return Moved
	}
	return x.Gait
}

// side is a unit as it is now. A character who is alone is a unit of one.
func (f *Battlefield) side(p *Position, i int) Side {
	t, x := &f.regiments[i], &p.Units[i]
	if x.Models == 0 {
		l := f.leader(p, i)
		return Side{
			Unit: l.row, Weapon: l.weapon, Models: 1, Started: t.as.Started + 1,
			Hurt: uint8(l.most) - x.Hero, BSB: l.bsb, StandardNear: f.hasStandardNear(p, i),
		}
	}
	d := t.as
	d.Models, d.Hurt, d.Tested = x.Models, x.Hurt, x.Spent
	if d.Started <= d.Models { // 0 means as many as now
		d.Started = 0
	}
	d.Character, d.CharacterWeapon, d.BSB = 0, 0, false
	if x.Hero > 0 {
		l := f.leader(p, i)
		d.Character, d.CharacterWeapon, d.BSB = l.row, l.weapon, l.bsb
	}
	d.StandardNear = f.hasStandardNear(p, i)
	return d
}

// hasStandardNear reports whether the battle standard of another unit is near enough to help a
// unit's tests. A fleeing bearer helps nobody.
func (f *Battlefield) hasStandardNear(p *Position, i int) bool {
	for _, bearer := range f.bearers {
		j := int(bearer)
		if !p.here(j) {
			j = f.host(p, j)
		}
		if j < 0 || j == i || f.regiments[j].side != f.regiments[i].side {
			continue
		}
		if x := &p.Units[j]; x.Hero > 0 && !x.Fleeing && f.between(p, i, j) <= f.regiments[bearer].command {
			return true
		}
	}
	return false
}

// count is the models of a unit, its character included.
func (x *Unit) count() int {
	if x.Hero > 0 {
		return int(x.Models) + 1
	}
	return int(x.Models)
}

// phaseLosses are the losses and Panic tests of a unit in this phase.
func (x *Unit) phaseLosses() PhaseLosses { return PhaseLosses{x.Before, x.Tested} }

// removeModels removes models from a unit, its character last, and leaves wounds on a model that
// remains. It reports whether any model remains.
func (f *Battlefield) removeModels(p *Position, i int, lost, hurt uint8) bool {
	x := &p.Units[i]
	if int(lost) >= x.count() {
		f.removeUnit(p, i)
		return false
	}
	fallen := min(lost, x.Models)
	x.Models -= fallen
	x.Before += lost
	p.Lost[f.regiments[i].side] += lost
	if x.Models == 0 {
		most := uint8(f.leader(p, i).most)
		x.Hurt, x.Hero = 0, min(x.Hero, most-min(hurt, most-1))
		return true
	}
	x.Hurt = min(hurt, uint8(f.regiments[i].wounds)-1)
	return true
}

// woundCharacter takes wounds from a unit's character, and reports whether any model of the unit
// remains.
func (f *Battlefield) woundCharacter(p *Position, i int, n uint8) bool {
	x := &p.Units[i]
	if n == 0 || x.Hero == 0 {
		return true
	}
	if n < x.Hero {
		x.Hero -= n
		return true
	}
	if x.Models == 0 {
		f.removeUnit(p, i)
		return false
	}
	x.Hero, x.Guest = 0, 0
	p.Lost[f.regiments[i].side]++
	return true
}

// removeUnit takes a unit off the table.
func (f *Battlefield) removeUnit(p *Position, i int) {
	p.Lost[f.regiments[i].side] += uint8(p.Units[i].count())
	f.disengage(p, i)
	p.Units[i] = Unit{}
}

// disengage ends the combat of a unit.
func (f *Battlefield) disengage(p *Position, i int) {
	x := &p.Units[i]
	if x.Foe == 0 {
		return
	}
	y := &p.Units[x.Foe-1]
	x.clearCombat()
	if y.Foe == uint8(i+1) {
		y.Foe = 0
	}
	for k := range f.regiments {
		switch z := &p.Units[k]; {
		case z.Foe == uint8(i+1): // A unit that assaults it has no enemy left.
			z.clearCombat()
		case y.Foe == 0 && z != y && z.Foe > 0 && &p.Units[z.Foe-1] == y: // Another unit fights on.
			y.Foe = uint8(k + 1)
		}
	}
	if y.Foe == 0 {
		y.clearCombat()
	}
}

// clearCombat clears the combat of a unit.
func (x *Unit) clearCombat() { x.Foe, x.Later, x.Rush, x.Partly = 0, false, 0, false }

// putAtSite puts a unit at a site.
func (p *Position) putAtSite(i, s int) {
	x := &p.Units[i]
	x.Site, x.X, x.Y = uint8(s+1), [2]uint8{}, [2]uint8{}
}

// moveAlongWall moves a unit along its wall to the point that it has met, if that point is still at
// the wall after rounding.
func (f *Battlefield) moveAlongWall(p *Position, i int, to ground.Point) {
	s := &f.sites[p.at(i)]
	middle := s.line.Middle()
	x := p.Units[i]
	x.X, x.Y = split(to.X+s.at.X-middle.X), split(to.Y+s.at.Y-middle.Y)
	if at := x.point(); s.meets(at) && f.standable(at) {
		p.Units[i] = x
	}
}

// meets reports whether a point is at the wall of a site.
func (s *site) meets(q ground.Point) bool { return s.line.Within(q, 2*touch) }

// putAtPoint puts a unit at a point off the sites.
func (p *Position) putAtPoint(i int, at ground.Point) {
	x := &p.Units[i]
	x.Site, x.X, x.Y = adrift, split(at.X), split(at.Y)
}

func split(l ground.Length) [2]uint8 {
	n := (l + grain/2) / grain
	return [2]uint8{uint8(n / 100), uint8(n % 100)}
}
