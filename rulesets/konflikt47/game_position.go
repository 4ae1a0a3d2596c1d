package konflikt47

import (
	"iter"
	"sync/atomic"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a position.
const (
	mostUnits           = 14
	mostSections        = 12
	mostArms            = 4
	mostOpeningsOfFloor = 32 // openings of a floor
	mostPlaces          = 120
	mostOpenings        = 120
)

// Position is a moment of the game. It is a value: a copy is a snapshot.
type Position struct {
	Turn   uint8 `min:"1"`
	Stage  Stage
	Side   uint8         `max:"1"` // whose decision it is
	Answer OrderResponse // of the last unit that was given an order
	game.Outcome
	Lost     [2]uint8
	Units    [mostUnits]Unit
	Sections [mostSections]State
}

// A Unit is where a unit is and what is left of it. One that is to be set up has no place.
type Unit struct {
	At     uint8           // from 1, in the battlefield's list of places
	Men    uint8           // a vehicle is one
	Arms   [mostArms]uint8 // weapons left, kind by kind
	Pins   uint8           `max:"100"`
	Die    Die
	Port   uint8 // the opening at which its fixed weapon is set up, from 1
	Stuck  bool  // a vehicle that will not move again
	Aim    uint8 // the unit at which it fires indirectly, from 1
	Shots  uint8 `max:"9"` // that it has fired so, neither having moved
	Ranged bool  // one of them hit
}

// State is the state of a section.
type State uint8

const (
	Whole State = iota
	Burns
	Fallen
)

// Stage is the kind of decision that is due.
type Stage uint8

const (
	SettingUp Stage = iota // a side places a unit
	Drawing                // an order die is drawn from the cup
	Ordering               // a side gives an order
)

func (Stage) Names() []string { return []string{"set-up", "draw", "orders"} }

// Task is what a side must do to win.
type Task struct {
	Kind TaskKind `key:"kind" doc:"what the side must do"`
	Side uint8    `key:"side" of:"sides" doc:"the side with the task; the other side wins if the task fails"`
	Many uint8    `key:"many" doc:"sections to hold or destroy, or models and vehicles that must survive" min:"0" max:"99"`
}

// TaskKind is a kind of task.
type TaskKind uint8

const (
	Hold    TaskKind = iota // be alone in at least Many objective sections after the last turn
	Destroy                 // bring at least Many objective sections down, or set fire to them
	Clear                   // leave no enemy in the objective sections at the end of a turn
	Survive                 // have at least Many models and vehicles after the last turn
)

func (TaskKind) Names() []string { return []string{"hold", "destroy", "clear", "survive"} }

// Battlefield is what never changes: the ground with its lines of sight, the names, the task.
type Battlefield struct {
	turns            int
	sides            [2]rule.Side
	limits           limits
	judgedHouseSized bool // sections of any size are judged house-sized
	task             Task
	house            *rule.HouseRules
	ground           *ground.Map
	places           []place
	sections         []section
	openings         []opening // by their number on the map
	units            []unitInfo

	objectives []uint8 // sections that the task is about

	views      *ground.Views                 // from spots and openings
	nodeKinds  []Opening                     // of the nodes of the views; of a spot it means nothing
	spots      []int                         // the spots among the places, which are the first nodes
	viewCache  []atomic.Pointer[cachedSight] // what units see of each other, as far as it has been asked for
	cup        cup                           // the order dice
	spotsOnWay [][][]int                     // from spot to spot: the spots where a unit is in the way of a vehicle
	distances  [mostPlaces][mostPlaces]ground.Exact
}

// limits are numbers of the house rules that decide which weapon fires through which opening.
type limits struct{ menPerOpening, pointBlankInches, plungingInches, armouredFrom, fixedWeaponArc int }

// A place is a spot on the table or a floor of a section.
type place struct {
	name           string
	spot           bool
	section        int8 // the section of a floor, or of which the spot is the rubble; -1
	floor          uint8
	cover          Cover
	zone           [2]bool // a spot in the set-up zone of each side
	point          ground.Point
	nodes          []uint16 // the spot; of a floor its openings, and then its walls
	eyes           int      // how many of them have lines of sight: the spot, or the openings
	openings       []int    // these openings
	firingOpenings []int    // those of them that weapons fire out of
	beforeSection  int8     // the section before which a vehicle stops that did not bring it down; -1
	wall           int      // the wall before which it stops
}

// A section is a section of a structure.
type section struct {
	name         string
	SetupWork    // what the scenario says of it
	material     Material
	size         uint8               // inches along its longest side
	floors       []int               // their places
	rubble       int                 // the spot that it becomes
	zone         [2]Zone             // how much of it is in the set-up zone of each side
	connected    [mostStoreys]uint16 // the sections connected on each floor, as a set
	straightWays []straightWay       // the straight way of a vehicle from each spot, by place
}

// An opening is a way out of a floor.
type opening struct {
	name     string
	kind     Opening
	section  int8
	floor    uint8
	side     Side
	passable bool  // troops go through it
	room     uint8 // men who have room to fire, as the players judge; 0 for the usual two
}

// A unitInfo has what never changes of a unit.
type unitInfo struct {
	SetupUnit       // what the scenario says of it
	men             uint8
	class           int
	value           int // of a vehicle
	run             int // inches
	team            bool
	arms            [mostArms]arm
	fireQuestion    string // "grenadiers is fired at"
	dieQuestion     string // "the turn is over for grenadiers"
	openingQuestion string // "where the weapon of grenadiers is set up"
	refugeQuestion  string // "the burning building is left by grenadiers: where it goes"
	assaultQuestion string // "grenadiers is assaulted"
}

// An arm is a unit's weapons of one kind.
type arm struct {
	weapon     rule.Ref
	count      uint8
	kind       int // small arm, heavy weapon, flamethrower
	shots      int
	maxRange   uint8
	pen        int
	fixed      bool
	team       bool
	shells     bool // it has high explosive
	shellsOnly bool // and nothing else
	fireMode   int  // how it fires
	minRange   uint8
}

// A straightWay is the straight way of a vehicle from a spot to a section.
type straightWay struct {
	ground.Drive
	inches uint8 // rounded up
	front  int   // the place before the wall that it reaches, or -1
	spot   int   // a spot by that wall, or -1
	beside []int // the places of those who are in the way
}

// placeIndex returns the number of the place of a unit on the table.
func (p *Position) placeIndex(i int) int { return int(p.Units[i].At) - 1 }

func (f *Battlefield) placeOf(p *Position, i int) *place { return &f.places[p.placeIndex(i)] }

// here reports whether a unit is on the table.
func (p *Position) here(i int) bool { return p.Units[i].At != 0 }

func (info *unitInfo) isVehicle() bool { return isVehicleClass(info.class) }
func (info *unitInfo) isGun() bool     { return info.class == classArtillery }

// player returns the side that a unit is on, and opponent the other one.
func (f *Battlefield) player(i int) rule.Side   { return f.sides[f.units[i].Side] }
func (f *Battlefield) opponent(i int) rule.Side { return f.sides[1-f.units[i].Side] }

// enemies runs through the units on the table of the side that a unit is not on.
func (f *Battlefield) enemies(p *Position, i int) iter.Seq[int] {
	return roster.OfSide(f, p, 1-f.units[i].Side)
}

// sections returns the set of the sections in a state.
func (p *Position) sections(state State) (set uint16) {
	for k, sectionState := range p.Sections {
		if sectionState == state {
			set |= 1 << k
		}
	}
	return set
}

// anyArm reports whether something holds of a kind of weapons that a unit has left.
func (f *Battlefield) anyArm(p *Position, i int, holds func(a *arm) bool) bool {
	for k, n := range p.Units[i].Arms {
		if n > 0 && holds(&f.units[i].arms[k]) {
			return true
		}
	}
	return false
}

// unitAt returns the unit at a place, or -1.
func (f *Battlefield) unitAt(p *Position, at int) int {
	return game.First(len(f.units), func(i int) bool { return int(p.Units[i].At) == at+1 })
}

// floor returns a floor of a section.
func (f *Battlefield) floor(sectionIndex int8, floor uint8) *place {
	return &f.places[f.sections[sectionIndex].floors[floor]]
}

// isFreeFor reports whether a place is empty, or the unit itself is there.
func (f *Battlefield) isFreeFor(p *Position, at, i int) bool {
	j := f.unitAt(p, at)
	return j < 0 || j == i
}

// structure returns the Structure of a section for a situation.
func (f *Battlefield) structure(p *Position, index int8) Structure {
	section := &f.sections[index]
	s := Structure{Kind: section.Kind, Storeys: uint8(len(section.floors)), Burning: p.Sections[index] == Burns}
	if p.Sections[index] == Fallen {
		s.Kind = Ruin
	}
	return s
}

// body returns the Body of a unit for a situation.
func (f *Battlefield) body(p *Position, i int) Body {
	info, unit := &f.units[i], &p.Units[i]
	body := Body{Men: unit.Men, Unit: info.Unit, Quality: info.Quality, Pins: unit.Pins, Officer: f.officerBonus(p, i)}
	if info.isVehicle() {
		body.Men = 0
	}
	return body
}

// target returns a unit as a target of a side.
func (f *Battlefield) target(p *Position, i int, by uint8) Troops {
	return Troops{Body: f.body(p, i), Die: p.Units[i].Die, Friendly: f.units[i].Side == by}
}

// officerBonus returns the best bonus of an officer of the unit's side within reach.
func (f *Battlefield) officerBonus(p *Position, i int) (bonus uint8) {
	if !p.here(i) {
		return 0
	}
	for other := range f.units {
		officer, reach := &f.units[other], officerInches
		if officer.Officer <= bonus || officer.Side != f.units[i].Side || !p.here(other) {
			continue
		}
		if officer.Officer >= seniorBonus {
			reach = seniorInches
		}
		if f.distances[p.placeIndex(i)][p.placeIndex(other)].AtMost(reach) {
			bonus = officer.Officer
		}
	}
	return bonus
}

// isSeen reports whether any part of one place is seen from another.
func (f *Battlefield) isSeen(p *Position, from, to int) bool {
	fallen := p.sections(Fallen)
	viewer, seen := &f.places[from], &f.places[to]
	for _, eye := range viewer.nodes[:viewer.eyes] {
		for _, node := range seen.nodes[:seen.eyes] {
			if view := f.views.View(int(eye), int(node)); view.Clear && view.Behind&^fallen == 0 {
				return true
			}
		}
	}
	return false
}
