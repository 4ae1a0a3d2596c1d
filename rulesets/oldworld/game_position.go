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
	Site    uint8    // from 1, in the battlefield's list, or offSites; 0 is gone
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
	Jammed  uint8 // own turns until the crew can fire again after a misfire
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
	house            *rule.HouseRules // the house rules of the game
	actionFinders    sync.Pool
	rounds           int
	firstSide        uint8
	marchMultiple    int // multiple of its Movement that a unit marches
	columnMultiple   int // the same in marching column
	enemyApartInches int // inches from enemies within which no move ends
	shootingPercent  int // of the models inside that may shoot
	sides            [2]rule.Side
	task             Task
	tableCorner      ground.Point // its corner in the north-east
	groundMap        *ground.Map

	buildings       int     // the first sites are the buildings
	objectives      []uint8 // the buildings that are objectives
	sites           []site
	units           []unitInfo
	standardBearers []uint8 // units with a battle standard

	distances     [mostSites][mostSites]ground.Length // distances by the rules
	walkDistances [mostSites][mostSites]ground.Length // around obstacles, noWay for none
	sees          [mostSites]uint64                   // sites seen from a site, a bit for each
	chargeLanes   [mostSites][mostBuildings]ground.Approach
	wallSites     [mostBuildings][]int // the places at its walls
	plans         [mostBuildings][]ground.Polygon
	roofHeights   [mostBuildings]ground.Length
	widest        [mostBuildings]uint8    // tenths of an inch
	spans         [mostBuildings][2]uint8 // east to west and south to north
	isTower       [mostBuildings]bool

	// Cached values for points off the sites, which the tables do not contain.
	distanceCache game.Cache[locationPair, ground.Length]
	walkCache     game.Cache[locationPair, ground.Length]
	sightCache    game.Cache[locationPair, bool]
	laneCache     game.Cache[locationPair, ground.Approach]
}

// noWay is longer than any way.
const noWay = 1 << 30

// site is a place where a unit can be: the inside of a building, a spot in the
// open, or a place at the walls of a building.
type site struct {
	name       string
	atBuilding int8 // the building at whose wall it is, or -1
	at         ground.Point
	wallLine   ground.Segment // of the wall that it is at
	cover      Cover
	blocked    bool // of a place at a wall: terrain lets nobody stand there
}

// unitInfo is the part of a unit that never changes.
type unitInfo struct {
	name             string
	side             uint8
	atStart          Troops // with the models and the character at the start
	missile          rule.Ref
	engine           rule.Ref
	front            uint8
	skirmish         bool
	column           bool
	ownCharacter     characterInfo // its character
	joiningCharacter characterInfo // the character that can join another unit: the unit itself, or its character
	wounds           int           // of a model
	movement         int           // Movement in inches, the better of unit and character
	strength         int           // Unit Strength at the start
	level            int           // of the wizards in the unit
	standardInches   int           // inches within which its battle standard helps, 0 for none
}

func (p *Position) here(i int) bool { return p.Units[i].Site != 0 }

// siteOf returns the site of a unit that is on the table, noSite for one off the sites.
func (p *Position) siteOf(i int) int { return int(p.Units[i].Site) - 1 }

// buildingOf returns the building that a unit is in, if it is in one.
func (f *Battlefield) buildingOf(p *Position, i int) (int, bool) {
	site := p.siteOf(i)
	return site, site < f.buildings
}

// place returns the place of a unit in the terms of the procedures.
func (f *Battlefield) place(p *Position, i int) Place {
	if _, in := f.buildingOf(p, i); in {
		return InBuilding
	}
	return InOpen
}

// unitAt returns the unit at a site, or -1.
func (f *Battlefield) unitAt(p *Position, site int) int {
	for i := range f.units {
		if int(p.Units[i].Site) == site+1 {
			return i
		}
	}
	return -1
}

// enemiesOf returns the units on the table that are not of a side.
func (f *Battlefield) enemiesOf(p *Position, side uint8) iter.Seq[int] {
	return roster.OfSide(f, p, 1-side)
}

// nearestEnemyInches returns the inches, rounded up, from a location to the nearest enemy of a
// side; 99 for none. Fleeing enemies count only if fleeing is true.
func (f *Battlefield) nearestEnemyInches(p *Position, side uint8, at location, fleeing bool) int {
	least := 99 * ground.Inch
	for i := range f.enemiesOf(p, side) {
		if fleeing || !p.Units[i].Fleeing {
			least = min(least, f.distance(f.locationOf(p, i), at))
		}
	}
	return least.InchesUp()
}

// state returns the state of a unit in the terms of the procedures.
func (unit *Unit) state() State {
	switch {
	case unit.Foe > 0:
		return Engaged
	case unit.Fleeing:
		return Fleeing
	}
	return unit.Did
}

// moveType returns the way in which a unit has moved this turn, for shooting: a unit that has rallied
// counts as having moved.
func (unit *Unit) moveType() MoveType {
	if unit.Gait == Still && unit.Did == HasRallied {
		return Moved
	}
	return unit.Gait
}

// unitNow returns a unit as it is now. A character who is alone is a unit of one.
func (f *Battlefield) unitNow(p *Position, i int) Troops {
	info, unit := &f.units[i], &p.Units[i]
	if unit.Models == 0 {
		character := f.characterOf(p, i)
		return Troops{
			Unit: character.row, Weapon: character.weapon, Models: 1, Started: info.atStart.Started + 1,
			Hurt: uint8(character.wounds) - unit.Hero, BSB: character.battleStandard, StandardNear: f.hasStandardNear(p, i),
		}
	}
	now := info.atStart
	now.Models, now.Hurt, now.Tested = unit.Models, unit.Hurt, unit.Spent
	if now.Started <= now.Models { // 0 means as many as now
		now.Started = 0
	}
	now.Character, now.CharacterWeapon, now.BSB = 0, 0, false
	if unit.Hero > 0 {
		character := f.characterOf(p, i)
		now.Character, now.CharacterWeapon, now.BSB = character.row, character.weapon, character.battleStandard
	}
	now.StandardNear = f.hasStandardNear(p, i)
	return now
}

// hasStandardNear reports whether the battle standard of another unit is near enough to help a
// unit's tests. A fleeing bearer helps nobody.
func (f *Battlefield) hasStandardNear(p *Position, i int) bool {
	for _, bearer := range f.standardBearers {
		j := int(bearer)
		if !p.here(j) {
			j = f.unitJoined(p, j)
		}
		if j < 0 || j == i || f.units[j].side != f.units[i].side {
			continue
		}
		if unit := &p.Units[j]; unit.Hero > 0 && !unit.Fleeing && f.inchesBetween(p, i, j) <= f.units[bearer].standardInches {
			return true
		}
	}
	return false
}

// count returns the models of a unit, its character included.
func (unit *Unit) count() int {
	if unit.Hero > 0 {
		return int(unit.Models) + 1
	}
	return int(unit.Models)
}

// phaseLosses returns the losses and Panic tests of a unit in this phase.
func (unit *Unit) phaseLosses() PhaseLosses { return PhaseLosses{unit.Before, unit.Tested} }

// removeModels removes models from a unit, its character last, and leaves wounds on a model that
// remains. It reports whether any model remains.
func (f *Battlefield) removeModels(p *Position, i int, lost, hurt uint8) bool {
	unit := &p.Units[i]
	if int(lost) >= unit.count() {
		f.removeUnit(p, i)
		return false
	}
	fallen := min(lost, unit.Models)
	unit.Models -= fallen
	unit.Before += lost
	p.Lost[f.units[i].side] += lost
	if unit.Models == 0 {
		characterWounds := uint8(f.characterOf(p, i).wounds)
		unit.Hurt, unit.Hero = 0, min(unit.Hero, characterWounds-min(hurt, characterWounds-1))
		return true
	}
	unit.Hurt = min(hurt, uint8(f.units[i].wounds)-1)
	return true
}

// woundCharacter takes wounds from a unit's character, and reports whether any model of the unit
// remains.
func (f *Battlefield) woundCharacter(p *Position, i int, wounds uint8) bool {
	unit := &p.Units[i]
	if wounds == 0 || unit.Hero == 0 {
		return true
	}
	if wounds < unit.Hero {
		unit.Hero -= wounds
		return true
	}
	if unit.Models == 0 {
		f.removeUnit(p, i)
		return false
	}
	unit.Hero, unit.Guest = 0, 0
	p.Lost[f.units[i].side]++
	return true
}

// removeUnit takes a unit off the table.
func (f *Battlefield) removeUnit(p *Position, i int) {
	p.Lost[f.units[i].side] += uint8(p.Units[i].count())
	f.disengage(p, i)
	p.Units[i] = Unit{}
}

// disengage ends the combat of a unit.
func (f *Battlefield) disengage(p *Position, i int) {
	unit := &p.Units[i]
	if unit.Foe == 0 {
		return
	}
	enemy := &p.Units[unit.Foe-1]
	unit.clearCombat()
	if enemy.Foe == uint8(i+1) {
		enemy.Foe = 0
	}
	for k := range f.units {
		switch other := &p.Units[k]; {
		case other.Foe == uint8(i+1): // A unit that assaults it has no enemy left.
			other.clearCombat()
		case enemy.Foe == 0 && other != enemy && other.Foe > 0 && &p.Units[other.Foe-1] == enemy: // Another unit fights on.
			enemy.Foe = uint8(k + 1)
		}
	}
	if enemy.Foe == 0 {
		enemy.clearCombat()
	}
}

// clearCombat clears the combat of a unit.
func (unit *Unit) clearCombat() { unit.Foe, unit.Later, unit.Rush, unit.Partly = 0, false, 0, false }

// putAtSite puts a unit at a site.
func (p *Position) putAtSite(i, site int) {
	unit := &p.Units[i]
	unit.Site, unit.X, unit.Y = uint8(site+1), [2]uint8{}, [2]uint8{}
}

// moveAlongWall moves a unit along its wall to the point that it has met, if that point is still at
// the wall after rounding.
func (f *Battlefield) moveAlongWall(p *Position, i int, to ground.Point) {
	s := &f.sites[p.siteOf(i)]
	middle := s.wallLine.Middle()
	moved := p.Units[i]
	moved.X, moved.Y = inchesAndHundredths(to.X+s.at.X-middle.X), inchesAndHundredths(to.Y+s.at.Y-middle.Y)
	if at := moved.point(); s.meets(at) && f.canStandAt(at) {
		p.Units[i] = moved
	}
}

// meets reports whether a point is at the wall of a site.
func (s *site) meets(point ground.Point) bool { return s.wallLine.Within(point, 2*wallGap) }

// putAtPoint puts a unit at a point off the sites.
func (p *Position) putAtPoint(i int, at ground.Point) {
	unit := &p.Units[i]
	unit.Site, unit.X, unit.Y = offSites, inchesAndHundredths(at.X), inchesAndHundredths(at.Y)
}

func inchesAndHundredths(length ground.Length) [2]uint8 {
	hundredths := (length + pointPrecision/2) / pointPrecision
	return [2]uint8{uint8(hundredths / 100), uint8(hundredths % 100)}
}
