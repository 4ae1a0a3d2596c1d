package tideofiron

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a position.
const (
	mostHexes  = 64
	mostFloors = 3
)

// Position is a moment of the game. It is a value: a copy is a snapshot.
type Position struct {
	Round  uint8         `min:"1" max:"255"` // from 1
	Side   uint8         `max:"1"`           // whose action turn it is
	Left   uint8         // actions left in the turn, including the current one
	Active uint8         // the unit in the middle of its activation, from 1; 0 for none
	Doing  CurrentAction `max:"2"` // what the active unit does
	Points uint8         // movement points that the active unit has left
	Shot   bool          // the active unit has fired
	game.Outcome
	Lost  [2]uint8
	Score [2]uint8
	Calls [2]uint8 // times that a side can call its artillery
	Tried [2]uint8 // the last round in which a side called its artillery
	Units [mostUnits]Unit
	Hexes [mostHexes]HexState
}

// A Unit is the place and the state of a unit.
type Unit struct {
	Place     uint8              // from 1, in the battlefield's list; 0 is off the board
	Models    [figureKinds]uint8 // figures of each kind, regulars first; a vehicle is one model
	Condition Condition          `max:"2"`
	Activity  Activation
	Damage    Damage  `max:"2"`
	Secrecy   Secrecy `max:"2"`
}

// A HexState is the part of a hex that play changes.
type HexState struct {
	Terrain  BuildingState // recorded matches have this name
	Level    uint8         `max:"2"` // of the building; for an overlay, that of the destroyed building
	Weakened bool
	Held     uint8 `max:"2"` // the side that controls the objective, from 1; 0 is nobody
}

// CurrentAction is what the active unit is doing.
type CurrentAction uint8

const (
	Idle CurrentAction = iota
	Advancing
	FiringAndMoving
)

var (
	figureNames  = [figureKinds]string{"regular", "elite", "officer", "machine-gun crew", "mortar crew"}
	figureCounts = [figureKinds]string{"%d regular", "%d elite", "%d officer", "%d machine-gun {crew}", "%d mortar {crew}"}
)

// models counts the models of a unit. A vehicle is one.
func (unit *Unit) models() int {
	total := 0
	for _, models := range unit.Models {
		total += int(models)
	}
	return total
}

// markers returns the condition, the activation, the damage and the secrecy of a unit in words.
func (unit *Unit) markers() (words game.Words) {
	words.If(unit.Condition != Fresh, unit.Condition.Names()[unit.Condition])
	words.If(unit.Activity != Ready, unit.Activity.Names()[unit.Activity])
	words.If(unit.Damage != Undamaged, unit.Damage.Names()[unit.Damage]+" damage")
	words.If(unit.Secrecy == Concealed, "concealed")
	return words
}

// Battlefield is what never changes in play: the map, the names and the task.
type Battlefield struct {
	house            *rule.HouseRules
	rounds           int
	actions          int
	firstSide        uint8
	sides            [2]rule.Side
	stielgranateCard [2]bool
	destructible     bool
	board            Board
	task             Task
	sightRules       sightRules
	ownersTell       bool       // owners say which buildings are occupied
	batteries        [2]battery // artillery off the board

	hexes              []hexInfo
	places             []place
	units              []unitInfo
	objectives         []uint8                         // hexes that are objectives
	buildingHexes      [][]uint8                       // hexes of each building, from 1
	placesByFloor      [mostHexes][mostFloors]uint8    // places by hex and floor, from 1
	distances          [mostHexes][mostHexes]uint8     // in hexes, from hex to hex
	neighbours         [mostHexes][6]int8              // in the order of ground.Hex.Neighbour, -1 off the board
	hexesOnLines       [mostHexes][mostHexes][][2]int8 // hexes that lines pass, -1 off the board
	opportunityOptions [mostUnits][2]string            // options of opportunity fire
}

// hexInfo is the part of a hex that never changes.
type hexInfo struct {
	name      string
	cell      ground.Hex
	building  int // contiguous building, from 1; 0 is none
	objective bool
	tokens    uint8
}

// place is a floor of a hex.
type place struct{ hex, floor uint8 }

// unitInfo is the part of a unit that never changes.
type unitInfo struct {
	name     string
	side     uint8
	vehicle  uint8 // row of the table of units; 0 for a squad
	antiTank bool
	medic    bool
	german   bool
	models   uint8              // at the start
	figures  [figureKinds]uint8 // models of each kind at the start
}

// Task is what a side must do to win.
type Task struct {
	Kind TaskKind `key:"kind" doc:"hold enough objective hexes at the end, destroy or clear them, survive with enough models, or score points each round"`
	Side uint8    `key:"side" of:"sides" doc:"the side that has the task; with points, both have it"`
	Many uint8    `key:"many" doc:"hexes to hold or destroy, or models that must survive" min:"0" max:"99"`
}

// TaskKind is a kind of task.
type TaskKind uint8

const (
	Hold    TaskKind = iota // control enough objective hexes after the last round
	Destroy                 // destroy enough objective hexes
	Clear                   // leave no enemy in the objective hexes at the end of a round
	Survive                 // have enough models after the last round
	Points                  // one point a round for each objective hex; more points win
)

func (TaskKind) Names() []string { return []string{"hold", "destroy", "clear", "survive", "points"} }

// here reports whether a unit is on the board.
func (p *Position) here(i int) bool { return p.Units[i].Place != 0 }

// placeOf returns the hex and the floor of a unit on the board.
func (f *Battlefield) placeOf(p *Position, i int) place { return f.places[p.Units[i].Place-1] }

// hasOfficer reports whether an officer of the unit's side is at its place.
func (f *Battlefield) hasOfficer(p *Position, i int) bool {
	return game.Any(len(f.units), func(j int) bool {
		return p.Units[j].Models[officers] > 0 && p.Units[j].Place == p.Units[i].Place && f.units[j].side == f.units[i].side
	})
}

// unitsAt counts the units of a side at a place, concealed or not.
func (f *Battlefield) unitsAt(p *Position, at uint8, side uint8) int {
	return game.Count(len(f.units), func(i int) bool { return p.Units[i].Place == at && f.units[i].side == side })
}

// sees reports whether the line of sight between two places is clear.
func (f *Battlefield) sees(p *Position, from, to place) bool {
	_, blocked := f.findObstacle(p, from, to)
	return !blocked
}

// findObstacle finds what blocks the line of sight between two places: a hex, or two if the line
// runs between them. Inside one hex, the floors in between block it, and findObstacle returns that
// hex twice.
func (f *Battlefield) findObstacle(p *Position, eye, target place) (hexes [2]int8, blocked bool) {
	distance := int(f.distances[eye.hex][target.hex])
	from, to := int(eye.floor), int(target.floor)
	if distance == 0 {
		return [2]int8{int8(eye.hex), int8(eye.hex)}, abs(from-to) > f.sightRules.floorsSeen
	}
	for passed, pair := range f.hexesOnLines[eye.hex][target.hex] {
		hidden := f.hexBlocks(p, pair[0], passed+1, distance, from, to)
		if pair[1] != pair[0] && hidden != f.sightRules.eitherBlocks { // otherwise the first decides
			hidden = f.sightRules.blocksBetween(hidden, f.hexBlocks(p, pair[1], passed+1, distance, from, to))
		}
		if hidden {
			return pair, true
		}
	}
	return hexes, false
}

// hexBlocks reports whether what stands in a hex hides one floor from another. toHex is the distance
// from the first floor to the hex, and distance that to the other floor, both in hexes. Hexes off the
// board hide nothing.
func (f *Battlefield) hexBlocks(p *Position, hex int8, toHex, distance, from, to int) bool {
	if hex < 0 {
		return false
	}
	state := &p.Hexes[hex]
	return state.Terrain != Open && f.sightRules.blocks(Obstacle{state.Terrain, state.Level}, toHex, distance, from, to)
}

// steps returns the distance between two places in hexes. Inside one hex, each floor counts as a hex.
func (f *Battlefield) steps(from, to place) int {
	if from.hex == to.hex {
		return abs(int(from.floor) - int(to.floor))
	}
	return int(f.distances[from.hex][to.hex])
}
