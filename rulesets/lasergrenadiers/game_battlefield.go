package lasergrenadiers

import (
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// wayCount is how many ways in there are; a breach has a length for each wall.
const wayCount = int(ByBreach)

// The heights and the width of a man.
const (
	eyeHeight  = 1 * ground.Inch
	manHeight  = 5 * ground.Inch / 4
	manBreadth = ground.Inch / 2
	leanOut    = 3 * ground.Inch // as far from its post a piece goes to an opening
)

// A look is what can be seen of one place from another.
type look struct {
	some   bool        // there is a line, once what blocks it is gone
	room   bool        // they are in one room
	level  Concealment // what the ground hides
	bare   Concealment // what it hides when that is gone
	blocks uint32      // sections, and features from bit 16 on, that must be gone
	loop               // the openings of the line
	broken []loop      // lines that breaches would open, where there is none
}

// An aim is how a wall in front of a place is struck from another.
type aim struct {
	exit
	wall  uint8 // within its section
	point ground.Point
}

// spots reads the places.
func (f *Battlefield) spots(s *Setup) error {
	name := func(i int) string { return s.Places[i].Name }
	err := game.SetUp("places", "place", len(s.Places), name, func(i int) error { return f.spot(&s.Places[i]) }, nil)
	if err == nil {
		f.addSpotsBeside()
	}
	return err
}

func (f *Battlefield) spot(x *SetupPlace) error {
	t := place{name: x.Name, at: x.At, wing: -1, eye: eyeHeight, high: manHeight}
	if x.In != "" {
		if err := f.addPost(&t, x); err != nil {
			return err
		}
	} else if w, inside := f.land.SectionAt(x.At); inside {
		name := f.land.SectionName(w)
		return game.ErrorfAt(fmt.Sprintf("the place lies in %s: say in: %s, or move it", name, name), "at")
	}
	f.places = append(f.places, t)
	return nil
}

// post makes a place one inside a section.
func (f *Battlefield) addPost(t *place, x *SetupPlace) error {
	n, err := game.Find("section", sectionKind.Names(f), x.In)
	if err != nil {
		return game.ErrorAt("", err, "in")
	}
	w := ground.SectionID(n)
	floor, above := ground.Floor{Section: w, Storey: int8(x.Storey)}, ground.Floor{Section: w, Storey: int8(x.Storey) + 1}
	if f.land.Plan(w).Locate(x.At) != ground.Inside {
		return game.ErrorfAt("the place lies outside "+x.In, "at")
	}
	if !f.land.HasFloor(floor) {
		return game.ErrorfAt(fmt.Sprintf("%s has no storey %d", x.In, x.Storey), "storey")
	}
	t.wing, t.storey = int8(w), int8(x.Storey)
	// A turret sees all round: what is in it looks from its top.
	site, roof := f.siteOf(n), f.land.OnRoof(floor)
	open := site.lies == 0 || site.Type == turret
	t.walled = !open && !roof
	t.top = !roof && (!f.land.HasFloor(above) || f.land.OnRoof(above))
	if t.low = f.land.FloorHeight(floor); open && !roof {
		t.low = f.land.FloorHeight(above)
	}
	t.high, t.eye = t.low+manHeight, t.low+eyeHeight
	return nil
}

// measure works out all that the ground says of each two places.
func (f *Battlefield) measure(u *rule.Umpire) {
	f.trails, f.walks = map[trail][]leg{}, map[ground.Segment]walked{}
	f.climb = ground.Length(u.Fact(&climbCost)) * ground.Inch
	f.window = ground.Length(u.Fact(&windowCost)) * ground.Inch
	for a := range f.places {
		for b := range f.places {
			f.far[a][b] = ground.Distance(f.places[a].at, f.places[b].at)
			f.looks[a][b] = f.lookAt(a, b)
			f.way(a, b)
		}
	}
	f.walks = nil
	for k := range f.features {
		f.green = append(f.green, plantsOf(f.features[k].View))
	}
	f.burnable = len(f.green) > 0 && f.kindling.Fires.option(u, &fires)
	for a := range f.places {
		f.lobs[a] = f.openingShots(a)
		for s := range f.sites {
			f.moves[a][s] = mostMoves
		}
		for b := range f.places {
			if w := f.places[b].wing; w >= 0 {
				f.aims[a][b] = f.aimAt(a, b)
				to := &f.moves[a][f.wings[w].site]
				*to = uint8(min(int(*to), f.far[a][b].Whole()/6))
			}
		}
		for w := range f.wings {
			f.views[a][w] = f.viewOf(a, w)
		}
		f.beside[a] = f.refuges(a)
		for k := range f.features {
			f.plant[a][k] = f.seesFeature(a, k)
		}
	}
}

// lookAt draws the lines between two places.
func (f *Battlefield) lookAt(a, b int) look {
	x, y := &f.places[a], &f.places[b]
	switch {
	case a == b:
		return look{some: true, room: true}
	case !x.walled && !y.walled:
		return f.lookOver(x, y)
	case x.walled && y.walled && x.floor() == y.floor():
		clear := f.noPartition(x, y.at)
		return look{some: clear, room: clear}
	case x.walled && y.walled:
		out, in := f.bothWindows(x, y)
		l := look{some: out > 0, loop: loop{out, in}}
		if !l.some {
			l.broken = f.linesThroughBreaches(x, y)
		}
		return l
	case y.walled:
		return f.exitOf(y, x.spot()).look(func(o int16) loop { return loop{in: o} })
	}
	return f.exitOf(x, y.spot()).look(func(o int16) loop { return loop{out: o} })
}

// An exit is the opening by which a line leaves the floor of a place.
type exit struct {
	some bool    // there is a line, whatever the fight breaches
	way  int16   // the opening, from 1; 0 for none
	gaps []int16 // breaches that it could leave by, where there is no such opening
}

// exitOf finds the opening through which a post and a spot outside see each other.
func (f *Battlefield) exitOf(post *place, out ground.Spot) (e exit) {
	return f.exitBy(post, func(o ground.OpeningID) bool { return f.seesThrough(post, o, out) })
}

// exitBy finds the opening of the floor of a place of which something holds.
func (f *Battlefield) exitBy(post *place, holds func(ground.OpeningID) bool) (e exit) {
	e.way = f.openingsOf(post, holds)
	if e.some = e.way > 0; e.some {
		return e
	}
	for _, o := range f.openingsOn(post, true) {
		if holds(o) {
			e.gaps = append(e.gaps, int16(o)+1)
		}
	}
	return e
}

// by is the opening by which the line leaves, from 1, and whether there is a line.
func (e *exit) by(f *Battlefield, p *Position) (out int16, some bool) {
	for _, o := range e.gaps {
		if f.isOpen(p, ground.OpeningID(o-1)) {
			return o, true
		}
	}
	return e.way, e.some
}

// look makes a look of an exit, whose openings are an end of the line.
func (e exit) look(end func(opening int16) loop) look {
	l := look{some: e.some, loop: end(e.way)}
	for _, o := range e.gaps {
		l.broken = append(l.broken, end(o))
	}
	return l
}

func (t *place) spot() ground.Spot { return ground.Spot{Point: t.at, Z: t.eye} }

// outline is the outline of a man or a vehicle at a point.
func (t *place) outline() ground.Polygon {
	half := manBreadth / 2
	return ground.Rect(ground.Point{X: t.at.X - half, Y: t.at.Y - half}, manBreadth, manBreadth)
}

// lookOver looks from open ground to open ground.
func (f *Battlefield) lookOver(x, y *place) (l look) {
	from, none := x.spot(), ground.Destroyed{}
	n, of := f.land.Seen(y.outline(), y.low, y.high, from, none)
	if n > 0 {
		l.some = true
		l.level = hides(n, of) + Concealment(f.land.Sight(from, y.spot(), none).Hindered)
		l.level = min(l.level, OverTwoThirds)
		l.bare = l.level
		return l
	}
	sections, features := f.land.Blockers(from, y.spot(), none)
	gone := none
	for _, s := range sections {
		l.blocks |= 1 << s
		gone = gone.Fallen(s)
	}
	for _, k := range features {
		l.blocks |= 1 << (mostWings + k)
		gone = gone.Removed(k)
	}
	n, of = f.land.Seen(y.outline(), y.low, y.high, from, gone)
	l.some, l.bare = n > 0, hides(n, of)
	l.level = l.bare
	return l
}

// hides turns what is seen of a piece into a level of concealment.
func hides(n, of int) Concealment {
	switch hidden := of - n; {
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
	return !f.land.Parted(x.floor(), ground.Segment{A: x.at, B: at})
}

// openingsOf calls yes with each opening that the set-up has on the floor that a place is on, slits
// last because they hide more, until it returns true. It returns that opening, from 1, or 0.
func (f *Battlefield) openingsOf(x *place, yes func(ground.OpeningID) bool) int16 {
	list := f.openingsOn(x, false)
	for _, slits := range []bool{false, true} {
		for _, o := range list {
			if f.isSlit(o) == slits && yes(o) {
				return int16(o) + 1
			}
		}
	}
	return 0
}

// isSlit reports whether an opening is a slit or an embrasure.
func (f *Battlefield) isSlit(o ground.OpeningID) bool {
	k := f.land.Opening(o).Kind
	return k == ground.Slit || k == ground.Embrasure
}

// canLookOut reports whether a piece at a post can go to an opening to look out of it: it is near,
// and no inner wall stands between.
func (f *Battlefield) canLookOut(post *place, o ground.OpeningID) bool {
	at := f.land.OpeningSpot(o).Point
	return ground.Distance(post.at, at) <= leanOut && f.noPartition(post, at)
}

// bothWindows returns the openings, from 1, through which two posts on different floors see each
// other, or 0: each sees the middle of an opening of the other's floor.
func (f *Battlefield) bothWindows(x, y *place) (out, in int16) {
	out = f.openingsOf(x, func(o ground.OpeningID) bool {
		in = f.openingsOf(y, func(q ground.OpeningID) bool {
			if f.canLookOut(x, o) && f.canLookOut(y, q) {
				_, clear := f.land.BetweenOpenings(o, q, ground.Destroyed{})
				return clear
			}
			return f.land.FiresThrough(o, f.land.OpeningSpot(q), x.at, ground.Destroyed{}) &&
				f.land.FiresThrough(q, f.land.OpeningSpot(o), y.at, ground.Destroyed{})
		})
		return in > 0
	})
	return out, in
}

// seesFeature reports whether the middle of a feature can be seen from a place.
func (f *Battlefield) seesFeature(a, k int) bool {
	x, t := &f.places[a], &f.features[k]
	if x.walled || t.View == ground.Plain {
		return false
	}
	at := ground.Spot{Point: t.Middle(), Z: t.Height / 2}
	return f.land.Sees(x.spot(), at, ground.Destroyed{}.Removed(ground.FeatureID(k)))
}

// plantsOf is what a feature is as plants: what is seen through is a hedge, what is not are trees.
func plantsOf(v ground.Opacity) Plants {
	switch v {
	case ground.Hinder:
		return Hedge
	case ground.Screen:
		return Trees
	}
	return NoPlants
}
