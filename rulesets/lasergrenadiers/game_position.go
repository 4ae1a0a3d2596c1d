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
	mostPlaces   = 40 // of a set-up
	allPlaces    = 56 // with those beside structures
	mostSites    = 8
	mostWings    = 16
	mostWalls    = 6
	mostFeatures = 8
	mostMoves    = 10 // that a structure can be away, for a policy
)

// Position is a moment of the game. It is a value: a copy is a snapshot.
type Position struct {
	Turn   uint8 `min:"1" max:"255"` // from 1
	Side   uint8 `max:"1"`           // whose activation it is
	Active uint8 // the piece in the middle of its activation, from 1; 0 for none
	Passed bool  // the other side has just passed
	game.Outcome
	Lost    [2]uint8
	Figures [mostFigures]Figure
	Sites   [mostSites]Site
	Wings   [mostWings]Section
	Plots   [mostFeatures]Plot // what grows on the features
}

// A Figure is where a piece is and how it is.
type Figure struct {
	Place  uint8 // from 1, in the list of places; 0 is off the table
	Seen   Seen  `max:"3"`
	Done   bool  // it was activated in this turn
	Fired  bool  // it has fired in this turn
	Shaken bool
	Damage uint8  // points that a vehicle has lost
	Spent  uint8  // shots that it has fired, where they are counted
	Singed Singed `max:"2"`
}

// Seen is what the enemy knows of a piece inside a structure. In the open every piece is seen.
type Seen uint8

// What the enemy knows.
const (
	Unseen   Seen = iota
	Located       // where it is, from an earlier turn
	Detected      // it was detected in this turn
	Veiled        // in the view of a side: somewhere, nobody knows where
)

// A Site is how a structure is.
type Site struct {
	Lost  uint8 // damage points
	Fresh bool  // damaged since it was last checked for a collapse
	Gone  bool  // destroyed
}

// A Section is how a section of a structure is.
type Section struct {
	Fallen bool
	Lost   uint8             // damage points
	Flame                    // the fire in it
	Seat   ground.PackedSpot // where it was lit
	Holes  uint8             // that shots have left
	Torn   bool              // a part of its roof is gone
	Open   [mostWalls]uint8  // its walls with a breach, by bits for the storeys
	Pocked [mostWalls]uint8  // its walls with a hole
	Worn   [mostWalls]uint8  // damage that engineers have done to its walls
}

// Battlefield is what never changes: the ground, the names, the task.
type Battlefield struct {
	house    *rule.HouseRules
	turns    int
	sides    [2]rule.Side
	task     Task
	system   System
	variant  Variant
	checks   YesNoDefault
	kindling IgnitionConditions
	wind     Wind
	land     *ground.Map

	sites   []site
	goals   []uint8 // structures that the task is about
	wings   []section
	faces   []wallInfo
	places  []place
	figures []figure

	far      [allPlaces][allPlaces]ground.Length
	moves    [allPlaces][mostSites]uint8 // of six inches to the nearest place in each structure
	looks    [allPlaces][allPlaces]look
	ways     [allPlaces][allPlaces][wayCount]ground.Length // -1 for none
	trails   map[trail][]leg                               // where they lead
	walks    map[ground.Segment]walked                     // ways to walls, while the field is laid out
	holes    [allPlaces][allPlaces][]passage               // ways through breaches, once there is one
	gaps     []gap                                         // the openings of the ground
	aims     [allPlaces][allPlaces]aim
	views    [allPlaces][mostWings]view // walls that are seen where none of those is struck
	lobs     [allPlaces][]openingShot   // openings that can be fired into
	beside   [allPlaces][]uint8         // spots beside the structure that it is in, the nearest first
	features []ground.Feature
	green    []Plants                      // what grows on each feature
	plant    [allPlaces][mostFeatures]bool // features that can be fired at

	digging   sync.Once     // of those ways
	climb     ground.Length // that a storey costs
	window    ground.Length // that a window costs
	burnable  bool          // fires are in use, and something grows
	untenable bool          // nobody stays in ruins
}

// site is a structure of the set-up with its sections.
type site struct {
	SetupSite
	lies       int  // column openings of its type
	covered    bool // there is something overhead
	brick      bool // its wall is of brick, for which the book has a number
	first, end ground.SectionID
}

// section is a section.
type section struct {
	site  uint8
	name  string
	walls int
}

// wallInfo is a wall of a section.
type wallInfo struct {
	wing, wall uint8
	name       string
}

// place is where pieces stand.
type place struct {
	name   string
	at     ground.Point
	wing   int8 // section that it is in, or -1
	storey int8
	top    bool // it is under the roof
	walled bool // it is behind walls: not in the open, a trench or on a roof
	eye    ground.Length
	low    ground.Length
	high   ground.Length
}

// figure is what a piece is, whatever becomes of it.
type figure struct {
	SetupPiece
	side    uint8
	vehicle bool
}

// roster is the pieces of both sides.
var roster = game.Units[Battlefield, Position]{
	Noun: "piece",
	Len:  func(f *Battlefield) int { return len(f.figures) },
	Name: func(f *Battlefield, i int) string { return f.figures[i].Name },
	Side: func(f *Battlefield, i int) uint8 { return f.figures[i].side },
	Here: (*Position).here,
	Models: func(_ *Battlefield, p *Position, i int) int {
		if p.here(i) || p.Figures[i].Seen == Veiled {
			return 1
		}
		return 0
	},
	Lost: func(p *Position) [2]uint8 { return p.Lost },
}

// here reports whether a piece is on the table.
func (p *Position) here(i int) bool { return p.Figures[i].Place != 0 }

// at is the place of a piece on the table, from 0.
func (p *Position) at(i int) int { return int(p.Figures[i].Place) - 1 }

// siteOf is the structure of a section.
func (f *Battlefield) siteOf(w int) *site { return &f.sites[f.wings[w].site] }

// wallOf is a wall of a section.
func (f *Battlefield) wallOf(w, wall int) ground.WallID {
	first, _ := f.land.WallsOf(ground.SectionID(w))
	return first + ground.WallID(wall)
}

// wingOf is the section that a piece is in, or -1.
func (f *Battlefield) wingOf(p *Position, i int) int { return int(f.places[p.at(i)].wing) }

// isEnemy reports whether a piece is an enemy of a side, on the table.
func (f *Battlefield) isEnemy(p *Position, j int, side uint8) bool {
	return j < len(f.figures) && f.figures[j].side != side && p.here(j)
}

// knows reports whether the enemies of a piece know where it is.
func (f *Battlefield) knows(p *Position, j int) bool {
	return p.Figures[j].Seen != Unseen || !f.isSheltered(p.at(j))
}

// inOneRoom reports whether two places are in one room.
func (f *Battlefield) inOneRoom(a, b int) bool {
	return a == b || f.looks[a][b].room
}

// inside counts the pieces of each side in a section.
func (f *Battlefield) inside(p *Position, w int) [2]int {
	return game.BothSides(len(f.figures), func(i int) (uint8, bool) { return f.figures[i].side, p.here(i) && f.wingOf(p, i) == w })
}

// within counts the pieces of each side in a structure.
func (f *Battlefield) within(p *Position, s int) (n [2]int) {
	for w := f.sites[s].first; w < f.sites[s].end; w++ {
		in := f.inside(p, int(w))
		n[0] += in[0]
		n[1] += in[1]
	}
	return n
}

// structure is a section as the procedures find it.
func (f *Battlefield) structure(p *Position, w int) Structure {
	s := f.sites[f.wings[w].site].Structure
	s.Gone = p.Wings[w].Fallen
	return s
}

// score is how damage by a piece to a section is accounted for, and how it stands.
func (f *Battlefield) score(u *rule.Umpire, p *Position, w, i int) DamageAccount {
	n := f.wings[w].site
	s := &f.sites[n]
	k := DamageAccount{System: f.system, Variant: f.variant}
	switch f.system.in(u) {
	case ByGuidelines:
		k.Hole = f.figures[i].Hole
	case ByPoints:
		k.Points, k.Lost = s.Points, p.Sites[n].Lost
		if k.SectionPoints = s.Section; s.Section > 0 {
			k.SectionLost = min(p.Wings[w].Lost, s.Section-1)
		}
	}
	return k
}

// arm is the weapon of a piece.
func (f *Battlefield) arm(i int) Armament { return Armament{Weapon: f.figures[i].Weapon} }

// isBreached reports whether a wall of the structure of a section is open.
func (f *Battlefield) isBreached(p *Position, w int) bool {
	s := &f.sites[f.wings[w].site]
	for v := s.first; v < s.end; v++ {
		if p.Wings[v].Open != [mostWalls]uint8{} {
			return true
		}
	}
	return false
}

// use is what a piece does in a section.
func (f *Battlefield) use(p *Position, i, w int, act Act, by Way) Occupation {
	s, t := &f.sites[f.wings[w].site], &f.figures[i]
	o := Occupation{
		Act: act, By: by, Entrances: s.Entrances, Tunnels: s.Tunnels, Viewers: s.Viewers, Automated: s.Automated,
		Infantry: s.Infantry, Breached: f.isBreached(p, w), Structure: f.structure(p, w),
	}
	if t.Fixed {
		return o
	}
	o.Unit, o.Soldiers = t.Unit, 1
	for j := range f.figures {
		if x := &f.figures[j]; j != i && x.side == t.side && !x.Fixed && p.here(j) && f.wingOf(p, j) == w {
			o.Soldiers++
		}
	}
	return o
}
