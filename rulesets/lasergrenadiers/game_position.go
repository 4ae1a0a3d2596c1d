package lasergrenadiers

import (
	"sync"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a position.
const (
	mostFigures  = 20
	allPlaces    = 56 // 40 of a set-up, and those beside structures
	mostSites    = 8
	mostWings    = 16
	mostWalls    = 6
	mostFeatures = 8
	mostMoves    = 10 // that a structure can be away, for a policy
)

// Position is a moment of the game. It is a value: a copy is a snapshot. Records hold the names of its
// fields.
type Position struct {
	Turn   uint8 `min:"1" max:"255"` // from 1
	Side   uint8 `max:"1"`           // whose activation it is
	Active uint8 // the piece in the middle of its activation, from 1; 0 for none
	Passed bool  // the other side has just passed
	game.Outcome
	Lost    [2]uint8
	Figures [mostFigures]Figure
	Sites   [mostSites]Site
	Wings   [mostWings]Section // the sections of structures
	Plots   [mostFeatures]Plot // the plants that grow on the features
}

// A Figure is the place and the condition of a piece.
type Figure struct {
	Place  uint8 // from 1, in the list of places; 0 is off the table
	Seen   Seen  `max:"3"`
	Done   bool  // it was activated in this turn
	Fired  bool  // it has fired in this turn
	Shaken bool
	Damage uint8  // points that a vehicle has lost
	Spent  uint8  // shots that it has fired, where they are counted
	Singed Singed `max:"2"` // when fire attacked it
}

// Seen is what the enemy knows of a piece inside a structure. In the open every piece is seen.
type Seen uint8

// What the enemy knows.
const (
	Unseen       Seen = iota
	Located           // where it is, from an earlier turn
	Detected          // it was detected in this turn
	PlaceUnknown      // in the view of a side: inside some structure
)

// A Site is the condition of a structure.
type Site struct {
	Lost  uint8 // damage points
	Fresh bool  // damaged since it was last checked for a collapse
	Gone  bool  // destroyed
}

// A Section is the condition of a section of a structure.
type Section struct {
	Fallen bool
	Lost   uint8             // damage points
	Flame                    // the fire in it
	Seat   ground.PackedSpot // where the fire was lit
	Holes  uint8             // that shots have left
	Torn   bool              // a part of its roof is gone
	Open   [mostWalls]uint8  // its walls with a breach, by bits for the storeys
	Pocked [mostWalls]uint8  // its walls with a hole, by bits for the storeys
	Worn   [mostWalls]uint8  // damage that engineers have done to its walls
}

// Battlefield is what never changes: the ground, the names, the task.
type Battlefield struct {
	house              *rule.HouseRules
	turns              int
	sides              [2]rule.Side
	task               Task
	system             System
	variant            Variant
	checks             YesNoDefault
	ignitionConditions IgnitionConditions
	wind               Wind
	groundMap          *ground.Map
	listedWalls        int // inches, see usualListedWalls

	sites      []structureInfo
	objectives []uint8 // structures that the task is about
	sections   []section
	walls      []wallInfo
	places     []place
	pieces     []pieceInfo

	distances     [allPlaces][allPlaces]ground.Length
	movesAway     [allPlaces][mostSites]uint8 // moves of six inches to the nearest place in each structure
	sightLines    [allPlaces][allPlaces]sightLine
	wayLengths    [allPlaces][allPlaces][wayCount]ground.Length // -1 for none
	wayLegs       map[wayKey][]leg                              // the legs of these paths
	wallWalks     map[ground.Segment]wallWalk                   // paths to walls, while they are measured
	breachWays    [allPlaces][allPlaces][]breachWay             // paths through all possible breaches
	openings      []openingInfo                                 // the openings of the ground
	wallAims      [allPlaces][allPlaces]wallAim
	wallViews     [allPlaces][mostWings]wallView // walls in sight, for sections of which no wall is struck
	openingShots  [allPlaces][]openingShot       // openings that can be fired into
	refugeSpots   [allPlaces][]uint8             // spots beside the structure that it is in, the nearest first
	features      []ground.Feature
	plants        []Plants                      // what grows on each feature
	plantsInSight [allPlaces][mostFeatures]bool // features that can be fired at

	measureBreachWaysOnce sync.Once     // fills breachWays
	climbCost             ground.Length // extra length of a path for each storey
	windowCost            ground.Length // extra length of a path through a window
	plantsBurn            bool          // fires are in use, and something grows
	untenable             bool          // nobody stays in ruins
}

// structureInfo is the part of a structure that never changes.
type structureInfo struct {
	SetupSite
	openingsKind openingKind
	overhead     bool // there is something overhead
	brick        bool // its wall is of brick, for which the book has a number
	first, end   ground.SectionID
}

// section is the part of a section that never changes.
type section struct {
	structure uint8
	name      string
	walls     int
}

// wallInfo is the part of a wall of a section that never changes.
type wallInfo struct {
	section, wall uint8
	name          string
}

// place is where pieces stand.
type place struct {
	name        string
	at          ground.Point
	section     int8 // section that it is in, or -1
	storey      int8
	top         bool // it is under the roof
	walled      bool // it is behind walls: not in the open, a trench or on a roof
	eyeHeight   ground.Length
	floorHeight ground.Length
	topHeight   ground.Length
}

// pieceInfo is the part of a piece that never changes.
type pieceInfo struct {
	SetupPiece
	side       uint8
	vehicle    bool
	listedMove ground.Length // moves are listed that are no longer than this
}

// roster is the pieces of both sides.
var roster = game.Units[Battlefield, Position]{
	Noun:   "piece",
	Len:    func(f *Battlefield) int { return len(f.pieces) },
	Name:   func(f *Battlefield, i int) string { return f.pieces[i].Name },
	Side:   func(f *Battlefield, i int) uint8 { return f.pieces[i].side },
	Here:   (*Position).here,
	Hidden: func(p *Position, i int) bool { return p.Figures[i].Seen == PlaceUnknown },
	Models: func(_ *Battlefield, p *Position, i int) int {
		if p.here(i) || p.Figures[i].Seen == PlaceUnknown {
			return 1
		}
		return 0
	},
	Lost: func(p *Position) [2]uint8 { return p.Lost },
}

// here reports whether a piece is on the table.
func (p *Position) here(i int) bool { return p.Figures[i].Place != 0 }

// at returns the place of a piece on the table, from 0.
func (p *Position) at(i int) int { return int(p.Figures[i].Place) - 1 }

// structureOf returns the structure of a section.
func (f *Battlefield) structureOf(w int) *structureInfo { return &f.sites[f.sections[w].structure] }

// wallOf returns a wall of a section.
func (f *Battlefield) wallOf(w, wall int) ground.WallID {
	first, _ := f.groundMap.WallsOf(ground.SectionID(w))
	return first + ground.WallID(wall)
}

// sectionOf returns the section that a piece is in, or -1.
func (f *Battlefield) sectionOf(p *Position, i int) int { return int(f.places[p.at(i)].section) }

// isEnemy reports whether a piece is an enemy of a side, on the table.
func (f *Battlefield) isEnemy(p *Position, j int, side uint8) bool {
	return j < len(f.pieces) && f.pieces[j].side != side && p.here(j)
}

// isKnown reports whether the enemies of a piece know where it is.
func (f *Battlefield) isKnown(p *Position, j int) bool {
	return p.Figures[j].Seen != Unseen || !f.isSheltered(p.at(j))
}

// inOneRoom reports whether two places are in one room.
func (f *Battlefield) inOneRoom(a, b int) bool {
	return a == b || f.sightLines[a][b].sameRoom
}

// insideSection counts the pieces of each side in a section.
func (f *Battlefield) insideSection(p *Position, section int) [2]int {
	return game.BothSides(len(f.pieces), func(i int) (uint8, bool) { return f.pieces[i].side, p.here(i) && f.sectionOf(p, i) == section })
}

// insideStructure counts the pieces of each side in a structure.
func (f *Battlefield) insideStructure(p *Position, structure int) (count [2]int) {
	for section := f.sites[structure].first; section < f.sites[structure].end; section++ {
		in := f.insideSection(p, int(section))
		count[0] += in[0]
		count[1] += in[1]
	}
	return count
}

// structureNow returns the structure of a section in the terms of the procedures.
func (f *Battlefield) structureNow(p *Position, section int) Structure {
	s := f.sites[f.sections[section].structure].Structure
	s.Gone = p.Wings[section].Fallen
	return s
}

// damageAccount returns the way to account for damage by a piece to a section, with the damage so far.
func (f *Battlefield) damageAccount(u *rule.Umpire, p *Position, section, i int) DamageAccount {
	structure := f.sections[section].structure
	info := &f.sites[structure]
	account := DamageAccount{System: f.system, Variant: f.variant}
	switch f.system.inForce(u) {
	case ByGuidelines:
		account.Hole = f.pieces[i].Hole
	case ByPoints:
		account.Points, account.Lost = info.Points, p.Sites[structure].Lost
		if account.SectionPoints = info.Section; info.Section > 0 {
			account.SectionLost = min(p.Wings[section].Lost, info.Section-1)
		}
	}
	return account
}

// armament returns the weapon of a piece.
func (f *Battlefield) armament(i int) Armament { return Armament{Weapon: f.pieces[i].Weapon} }

// isBreached reports whether a wall of the structure of a section is open.
func (f *Battlefield) isBreached(p *Position, section int) bool {
	s := &f.sites[f.sections[section].structure]
	for other := s.first; other < s.end; other++ {
		if p.Wings[other].Open != [mostWalls]uint8{} {
			return true
		}
	}
	return false
}

// occupation returns the situation of a piece that uses a section.
func (f *Battlefield) occupation(p *Position, i, section int, act Act, by Way) Occupation {
	structure, info := &f.sites[f.sections[section].structure], &f.pieces[i]
	situation := Occupation{
		Act: act, By: by, Entrances: structure.Entrances, Tunnels: structure.Tunnels, Viewers: structure.Viewers, Automated: structure.Automated,
		Infantry: structure.Infantry, Breached: f.isBreached(p, section), Structure: f.structureNow(p, section),
	}
	if info.Fixed {
		return situation
	}
	situation.Unit, situation.Soldiers = info.Unit, 1
	for j := range f.pieces {
		if other := &f.pieces[j]; j != i && other.side == info.side && !other.Fixed && p.here(j) && f.sectionOf(p, j) == section {
			situation.Soldiers++
		}
	}
	return situation
}
