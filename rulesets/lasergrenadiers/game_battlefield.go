package lasergrenadiers

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// wayCount is how many ways in there are; a breach has a length for each wall.
const wayCount = int(ByBreach)

// Heights of a man, and how broad he is.
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
	out    int16       // the opening that the line leaves by, from 1; 0 for none
	in     int16       // the opening that it enters by
	broken []loop      // lines that breaches would open, where there is none
}

// An aim is how a wall in front of a place is struck from another.
type aim struct {
	some   bool
	wall   uint8 // within its section
	point  ground.Point
	beside bool    // the shot comes from a section next to it
	out    int16   // the opening that the shot leaves by, from 1; 0 for none
	gaps   []int16 // breaches that it could leave by, where there is no such opening
}

// spots reads the places.
func (f *Battlefield) spots(s *Setup) error {
	var faults []error
	seen := map[string]bool{}
	for i, x := range s.Places {
		if x.Name == "" || seen[x.Name] {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("place %q: places need different names", x.Name), "places", i, "name"))
			continue
		}
		seen[x.Name] = true
		faults = append(faults, game.ErrorAt("place "+x.Name, f.spot(x), "places", i))
	}
	err := errors.Join(faults...)
	if err == nil {
		f.surround()
	}
	return err
}

func (f *Battlefield) sectionNames() (names []string) {
	for w := range f.land.Sections() {
		names = append(names, f.land.SectionName(ground.SectionID(w)))
	}
	return names
}

func (f *Battlefield) spot(x SetupPlace) error {
	t := place{name: x.Name, at: x.At, wing: -1, eye: eyeHeight, high: manHeight}
	if x.In == "" {
		for w := range ground.SectionID(f.land.Sections()) {
			if f.land.Plan(w).Locate(x.At) == ground.Inside {
				return game.ErrorfAt(fmt.Sprintf("it lies in %s: say in: %s, or move it", f.land.SectionName(w), f.land.SectionName(w)), "at")
			}
		}
		f.places = append(f.places, t)
		return nil
	}
	w, ok := f.land.SectionNamed(x.In)
	if !ok {
		return game.ErrorfAt(fmt.Sprintf("there is no section %q%s", x.In, rule.Suggest(x.In, f.sectionNames())), "in")
	}
	floor := ground.Floor{Section: w, Storey: int8(x.Storey)}
	if f.land.Plan(w).Locate(x.At) != ground.Inside {
		return game.ErrorfAt("it lies outside of "+x.In, "at")
	}
	if x.Storey < -100 || x.Storey > 100 || !f.land.HasFloor(floor) {
		return game.ErrorfAt(fmt.Sprintf("%s has no storey %d", x.In, x.Storey), "storey")
	}
	t.wing, t.storey = int8(w), int8(x.Storey)
	// A turret sees all round: what is in it looks from its top.
	open := f.sites[f.wings[w].site].lies == 0 || f.sites[f.wings[w].site].Type == turret
	t.walled = !open && !f.land.OnRoof(floor)
	base := f.land.FloorHeight(floor)
	if open && !f.land.OnRoof(floor) {
		base = f.land.FloorHeight(ground.Floor{Section: w, Storey: int8(x.Storey) + 1})
	}
	above := ground.Floor{Section: w, Storey: int8(x.Storey) + 1}
	t.top = !f.land.OnRoof(floor) && (!f.land.HasFloor(above) || f.land.OnRoof(above))
	t.low, t.high, t.eye = base, base+manHeight, base+eyeHeight
	f.places = append(f.places, t)
	return nil
}

// measure works out all that the ground says of each two places.
func (f *Battlefield) measure(u *rule.Umpire) {
	f.trails, f.walks = map[trail][]leg{}, map[ground.Segment]walked{}
	climb, window := u.Fact(&climbCost), u.Fact(&windowCost)
	f.climb = ground.Length(climb) * ground.Inch
	for a := range f.places {
		for b := range f.places {
			f.far[a][b] = ground.Distance(f.places[a].at, f.places[b].at)
			if l := f.lookAt(a, b); true {
				if f.looks[a][b] = l; !l.some {
					f.looks[a][b].broken = f.broken(&f.places[a], &f.places[b])
				}
			}
			f.way(a, b, f.climb, ground.Length(window)*ground.Inch)
		}
	}
	f.walks = nil
	for k := range ground.FeatureID(f.land.Features()) {
		t := f.land.Feature(k)
		f.features = append(f.features, t)
		f.green = append(f.green, plantsOf(t.View))
	}
	f.burnable = len(f.green) > 0 && f.kindling.Fires.option(u, &fires)
	for a := range f.places {
		f.lobs[a] = f.throws(a)
		for b := range f.places {
			if f.places[b].wing >= 0 {
				f.aims[a][b] = f.aimAt(a, b)
			}
		}
		for w := range f.wings {
			f.views[a][w] = f.viewOf(a, w)
		}
		f.beside[a] = f.refuges(a)
		for k := range ground.FeatureID(f.land.Features()) {
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
	case x.walled && y.walled && x.wing == y.wing && x.storey == y.storey:
		clear := f.noPartition(x, y)
		return look{some: clear, room: clear}
	case x.walled && y.walled:
		out, in := f.bothWindows(x, y)
		return look{some: out > 0, out: out, in: in}
	case y.walled:
		in := f.oneWindow(y, x.spot())
		return look{some: in > 0, in: in}
	}
	out := f.oneWindow(x, y.spot())
	return look{some: out > 0, out: out}
}

func (t *place) spot() ground.Spot { return ground.Spot{Point: t.at, Z: t.eye} }

// outline is a man, or a vehicle, as he stands there.
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

func (f *Battlefield) noPartition(x, y *place) bool {
	return !f.cut(x, ground.Segment{A: x.at, B: y.at})
}

// partitions lists the inner walls of the floor that a place is on.
func (f *Battlefield) partitions(x *place) (list []ground.Segment) {
	for _, p := range f.inner[x.wing] {
		if p.Storey == int(x.storey) {
			list = append(list, p.Segment)
		}
	}
	return list
}

// openingsOf calls yes with each opening that the set-up has on the floor that a
// place is on, slits last because they hide more, until it returns true. It
// returns that opening, from 1, or 0.
func (f *Battlefield) openingsOf(x *place, yes func(ground.OpeningID) bool) int16 {
	list := f.sortOf(x, false)
	for _, slits := range []bool{false, true} {
		for _, o := range list {
			if f.slit(o) == slits && yes(o) {
				return int16(o) + 1
			}
		}
	}
	return 0
}

// slit reports whether an opening is a slit or an embrasure.
func (f *Battlefield) slit(o ground.OpeningID) bool {
	k := f.land.Opening(o).Kind
	return k == ground.Slit || k == ground.Embrasure
}

// oneWindow returns the opening, from 1, through which a spot outside and a
// post see each other, or 0.
func (f *Battlefield) oneWindow(post *place, out ground.Spot) int16 {
	return f.openingsOf(post, func(o ground.OpeningID) bool { return f.opens(post, o, out) })
}

// leans reports whether a piece at a post can go to an opening to look out of
// it: it is near, and no inner wall stands between.
func (f *Battlefield) leans(post *place, o ground.OpeningID) bool {
	at := *post
	at.at = f.land.OpeningSpot(o).Point
	return ground.Distance(post.at, at.at) <= leanOut && f.noPartition(post, &at)
}

// bothWindows returns the openings, from 1, through which two posts on different
// floors see each other, or 0: each sees the middle of an opening of the other's
// floor.
func (f *Battlefield) bothWindows(x, y *place) (out, in int16) {
	out = f.openingsOf(x, func(o ground.OpeningID) bool {
		in = f.openingsOf(y, func(q ground.OpeningID) bool {
			if f.leans(x, o) && f.leans(y, q) {
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
func (f *Battlefield) seesFeature(a int, k ground.FeatureID) bool {
	x, t := &f.places[a], &f.features[k]
	if x.walled || t.View == ground.Plain {
		return false
	}
	at := ground.Spot{Point: middle(t), Z: t.Height / 2}
	return f.land.Sees(x.spot(), at, ground.Destroyed{}.Removed(k))
}

// plantsOf is what a feature is as plants: what is seen through is a hedge,
// what is not are trees.
func plantsOf(v ground.Opacity) Plants {
	switch v {
	case ground.Hinder:
		return Hedge
	case ground.Screen:
		return Trees
	}
	return NoPlants
}

// middle is a point of a feature.
func middle(t *ground.Feature) ground.Point {
	if len(t.Line) > 1 {
		return ground.Segment{A: t.Line[0], B: t.Line[1]}.Middle()
	}
	x, y := int64(0), int64(0)
	for _, c := range t.Plan {
		x += int64(c.X)
		y += int64(c.Y)
	}
	n := int64(len(t.Plan))
	return ground.Point{X: ground.Length(x / n), Y: ground.Length(y / n)}
}
