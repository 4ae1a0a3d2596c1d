package lasergrenadiers

import (
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// wayCount is the number of kinds of ways whose lengths never change: all but breaches.
const wayCount = int(ByBreach)

// The heights and the width of a man.
const (
	eyeHeight  = 1 * ground.Inch
	manHeight  = 5 * ground.Inch / 4
	manBreadth = ground.Inch / 2
	leanOut    = 3 * ground.Inch // most that a piece goes from its post to an opening
)

// A sightLine is the line of sight from one place to another.
type sightLine struct {
	exists         bool          // there is a line, at least once its blockers are gone
	sameRoom       bool          // they are in one room
	level          Concealment   // what the ground hides
	levelOverRuins Concealment   // what it hides once the blockers are gone
	blockers       uint32        // sections, and from bit 16 on features, that block the line
	openingPair                  // the openings of the line
	breachLines    []openingPair // lines that breaches would open, where there is none
}

// A wallAim is the point at which a shot from one place strikes the wall in front of another.
type wallAim struct {
	exit
	wall  uint8 // within its section
	point ground.Point
}

// addPlaces adds the places of the set-up.
func (f *Battlefield) addPlaces(s *Setup) error {
	name := func(i int) string { return s.Places[i].Name }
	err := game.SetUp("places", "place", len(s.Places), name, func(i int) error { return f.addPlace(&s.Places[i]) }, nil)
	if err == nil {
		f.addSpotsBeside()
	}
	return err
}

func (f *Battlefield) addPlace(stated *SetupPlace) error {
	added := place{name: stated.Name, at: stated.At, section: -1, eyeHeight: eyeHeight, topHeight: manHeight}
	if stated.In != "" {
		if err := f.addPost(&added, stated); err != nil {
			return err
		}
	} else if w, inside := f.groundMap.SectionAt(stated.At); inside {
		name := f.groundMap.SectionName(w)
		return game.ErrorfAt(fmt.Sprintf("the place lies in %s: say in: %s, or move it", name, name), "at")
	} else if id, barred := f.groundMap.BarrierAt(stated.At); barred {
		return game.ErrorfAt(fmt.Sprintf("the place lies in %s, which is impassable: move it", f.groundMap.Feature(id).Name), "at")
	}
	f.places = append(f.places, added)
	return nil
}

// addPost makes a place a post inside a section.
func (f *Battlefield) addPost(post *place, stated *SetupPlace) error {
	index, err := game.Find("section", sectionDomain.Names(f), stated.In)
	if err != nil {
		return game.ErrorAt("", err, "in")
	}
	section := ground.SectionID(index)
	floor, above := ground.Floor{Section: section, Storey: int8(stated.Storey)}, ground.Floor{Section: section, Storey: int8(stated.Storey) + 1}
	if f.groundMap.Plan(section).Locate(stated.At) != ground.Inside {
		return game.ErrorfAt("the place lies outside "+stated.In, "at")
	}
	if !f.groundMap.HasFloor(floor) {
		return game.ErrorfAt(fmt.Sprintf("%s has no storey %d", stated.In, stated.Storey), "storey")
	}
	post.section, post.storey = int8(section), int8(stated.Storey)
	// Pieces see from the top of a turret, in every direction.
	site, roof := f.structureOf(index), f.groundMap.OnRoof(floor)
	open := site.openingsKind == openAround || site.Type == turret
	post.walled = !open && !roof
	post.top = !roof && (!f.groundMap.HasFloor(above) || f.groundMap.OnRoof(above))
	if post.floorHeight = f.groundMap.FloorHeight(floor); open && !roof {
		post.floorHeight = f.groundMap.FloorHeight(above)
	}
	post.topHeight, post.eyeHeight = post.floorHeight+manHeight, post.floorHeight+eyeHeight
	return nil
}

// measureGround works out the distances, lines and ways between all places.
func (f *Battlefield) measureGround(u *rule.Umpire) {
	f.wayLegs, f.wallWalks = map[wayKey][]leg{}, map[ground.Segment]wallWalk{}
	f.climbCost = ground.Length(u.Fact(&climbCost)) * ground.Inch
	f.windowCost = ground.Length(u.Fact(&windowCost)) * ground.Inch
	for from := range f.places {
		for to := range f.places {
			f.distances[from][to] = ground.Distance(f.places[from].at, f.places[to].at)
			f.sightLines[from][to] = f.measureSight(from, to)
			f.measureWays(from, to)
		}
	}
	f.wallWalks = nil
	for feature := range f.features {
		f.plants = append(f.plants, plantsOf(f.features[feature].View))
	}
	f.plantsBurn = len(f.plants) > 0 && f.ignitionConditions.Fires.isYes(u, &fires)
	for from := range f.places {
		f.openingShots[from] = f.measureOpeningShots(from)
		for structure := range f.sites {
			f.movesAway[from][structure] = mostMoves
		}
		for to := range f.places {
			if section := f.places[to].section; section >= 0 {
				f.wallAims[from][to] = f.measureWallAim(from, to)
				moves := &f.movesAway[from][f.sections[section].structure]
				*moves = uint8(min(int(*moves), f.distances[from][to].InchesDown()/6))
			}
		}
		for section := range f.sections {
			f.wallViews[from][section] = f.measureWallView(from, section)
		}
		f.refugeSpots[from] = f.refuges(from)
		for feature := range f.features {
			f.plantsInSight[from][feature] = f.seesFeature(from, feature)
		}
	}
}

// measureSight works out the line of sight between two places.
func (f *Battlefield) measureSight(a, b int) sightLine {
	start, end := &f.places[a], &f.places[b]
	switch {
	case a == b:
		return sightLine{exists: true, sameRoom: true}
	case !start.walled && !end.walled:
		return f.sightOverOpenGround(start, end)
	case start.walled && end.walled && start.floor() == end.floor():
		clear := f.noPartition(start, end.at)
		return sightLine{exists: clear, sameRoom: clear}
	case start.walled && end.walled:
		out, in := f.openingsBetween(start, end)
		line := sightLine{exists: out > 0, openingPair: openingPair{out, in}}
		if !line.exists {
			line.breachLines = f.linesThroughBreaches(start, end)
		}
		return line
	case end.walled:
		return f.exitOf(end, start.spot()).sightLine(func(o int16) openingPair { return openingPair{in: o} })
	}
	return f.exitOf(start, end.spot()).sightLine(func(o int16) openingPair { return openingPair{out: o} })
}

// An exit is the opening through which a line of sight leaves the floor of a place.
type exit struct {
	exists   bool    // there is a line, whatever the fight breaches
	opening  int16   // the opening, from 1; 0 for none
	breaches []int16 // breaches that it could leave by, where there is no such opening
}

// exitOf finds the opening through which a post and a spot outside see each other.
func (f *Battlefield) exitOf(post *place, out ground.Spot) (e exit) {
	return f.exitBy(post, func(o ground.OpeningID) bool { return f.seesThrough(post, o, out) })
}

// exitBy finds the first opening on the floor of a place for which holds returns true, or else all
// possible breaches there for which it does.
func (f *Battlefield) exitBy(post *place, holds func(ground.OpeningID) bool) (found exit) {
	found.opening = f.firstOpening(post, holds)
	if found.exists = found.opening > 0; found.exists {
		return found
	}
	for _, o := range f.openingsOn(post, true) {
		if holds(o) {
			found.breaches = append(found.breaches, int16(o)+1)
		}
	}
	return found
}

// current returns the opening through which the line leaves in a position, numbered from 1, and
// whether there is a line.
func (e *exit) current(f *Battlefield, p *Position) (out int16, some bool) {
	for _, o := range e.breaches {
		if f.isOpen(p, ground.OpeningID(o-1)) {
			return o, true
		}
	}
	return e.opening, e.exists
}

// sightLine makes a line of sight of an exit, whose openings are one end of the line.
func (e exit) sightLine(end func(opening int16) openingPair) sightLine {
	line := sightLine{exists: e.exists, openingPair: end(e.opening)}
	for _, o := range e.breaches {
		line.breachLines = append(line.breachLines, end(o))
	}
	return line
}

func (t *place) spot() ground.Spot { return ground.Spot{Point: t.at, Z: t.eyeHeight} }

// outline returns the outline of a piece at a place.
func (t *place) outline() ground.Polygon {
	half := manBreadth / 2
	return ground.Rect(ground.Point{X: t.at.X - half, Y: t.at.Y - half}, manBreadth, manBreadth)
}

// sightOverOpenGround works out the line of sight between two places in the open.
func (f *Battlefield) sightOverOpenGround(start, end *place) (line sightLine) {
	from, none := start.spot(), ground.Destroyed{}
	seen, of := f.groundMap.Seen(end.outline(), end.floorHeight, end.topHeight, from, none)
	if seen > 0 {
		line.exists = true
		line.level = concealmentOf(seen, of) + Concealment(f.groundMap.Sight(from, end.spot(), none).Hindered)
		line.level = min(line.level, OverTwoThirds)
		line.levelOverRuins = line.level
		return line
	}
	sections, features := f.groundMap.Blockers(from, end.spot(), none)
	gone := none
	for _, s := range sections {
		line.blockers |= 1 << s
		gone = gone.Fallen(s)
	}
	for _, k := range features {
		line.blockers |= 1 << (mostWings + k)
		gone = gone.Removed(k)
	}
	seen, of = f.groundMap.Seen(end.outline(), end.floorHeight, end.topHeight, from, gone)
	line.exists, line.levelOverRuins = seen > 0, concealmentOf(seen, of)
	line.level = line.levelOverRuins
	return line
}

// concealmentOf returns the level of concealment of a piece of which seen points of of are visible.
func concealmentOf(seen, of int) Concealment {
	switch hidden := of - seen; {
	case hidden == 0:
		return InPlainSight
	case 3*hidden < of:
		return UnderAThird
	case 3*hidden <= 2*of:
		return AThird
	}
	return OverTwoThirds
}

// noPartition reports whether no inner wall stands between a place and a point of its floor.
func (f *Battlefield) noPartition(x *place, at ground.Point) bool {
	return !f.groundMap.Parted(x.floor(), ground.Segment{A: x.at, B: at})
}

// firstOpening returns the first opening of the set-up on the floor of a place for which holds returns
// true, numbered from 1, or 0. Slits come last, because they hide more.
func (f *Battlefield) firstOpening(post *place, holds func(ground.OpeningID) bool) int16 {
	list := f.openingsOn(post, false)
	for _, slits := range []bool{false, true} {
		for _, o := range list {
			if f.isSlit(o) == slits && holds(o) {
				return int16(o) + 1
			}
		}
	}
	return 0
}

// isSlit reports whether an opening is a slit or an embrasure.
func (f *Battlefield) isSlit(o ground.OpeningID) bool {
	k := f.groundMap.Opening(o).Kind
	return k == ground.Slit || k == ground.Embrasure
}

// canLookOut reports whether a piece at a post can go to an opening to look out of it: it is near,
// and no inner wall stands between.
func (f *Battlefield) canLookOut(post *place, o ground.OpeningID) bool {
	at := f.groundMap.OpeningSpot(o).Point
	return ground.Distance(post.at, at) <= leanOut && f.noPartition(post, at)
}

// openingsBetween returns the openings, numbered from 1, through which two posts on different floors
// see each other, or 0: each post sees the middle of an opening of the other's floor.
func (f *Battlefield) openingsBetween(one, other *place) (out, in int16) {
	out = f.firstOpening(one, func(o ground.OpeningID) bool {
		in = f.firstOpening(other, func(q ground.OpeningID) bool {
			if f.canLookOut(one, o) && f.canLookOut(other, q) {
				_, clear := f.groundMap.BetweenOpenings(o, q, ground.Destroyed{})
				return clear
			}
			return f.groundMap.FiresThrough(o, f.groundMap.OpeningSpot(q), one.at, ground.Destroyed{}) &&
				f.groundMap.FiresThrough(q, f.groundMap.OpeningSpot(o), other.at, ground.Destroyed{})
		})
		return in > 0
	})
	return out, in
}

// seesFeature reports whether the middle of a feature can be seen from a place.
func (f *Battlefield) seesFeature(a, k int) bool {
	start, feature := &f.places[a], &f.features[k]
	if start.walled || feature.View == ground.Plain {
		return false
	}
	at := ground.Spot{Point: feature.Middle(), Z: feature.Height / 2}
	return f.groundMap.Sees(start.spot(), at, ground.Destroyed{}.Removed(ground.FeatureID(k)))
}

// plantsOf returns the plants that a feature counts as: a hedge if one can see through it, trees if
// it blocks sight.
func plantsOf(v ground.Opacity) Plants {
	switch v {
	case ground.Hinder:
		return Hedge
	case ground.Screen:
		return Trees
	}
	return NoPlants
}
