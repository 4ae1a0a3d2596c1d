// Package places puts named places on the ground of a game: spots in the open, and the floors of buildings.
// It measures once which places see each other and how long the ways between them are, and it draws them.
//
// It serves games in which a piece stands at one place, and in which nothing on the ground changes. Games whose
// buildings fall, or whose pieces stand anywhere, use package ground.
package places

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/ground"
)

// A Spot is a place in the open, as a set-up states it.
type Spot struct {
	Name string       `key:"name" doc:"a single word"`
	At   ground.Point `key:"at" unit:"inches" doc:"east and north of the table's corner"`
}

// The limits of a map. Views tell sections apart by 16 bits. The time to measure grows with the square of the
// openings.
const (
	mostSections = 16
	mostOpenings = 256
	mostPlaces   = 256 // as many as a uint8 can number
)

// eyeHeight is the height of eyes in the open above the table.
const eyeHeight = ground.Inch

// A Map is the ground of a game with its places. It never changes, and serves several goroutines at once.
type Map struct {
	plan   *ground.Map
	places []place
	views  *ground.Views
	lines  []Line          // by place and place
	indoor [][]step        // by floor, the steps to others inside
	across []ground.Length // by place and place, the ways in the open
	ways   []ground.Length // by place and place
}

// A step leads to the next floor, or through a doorway.
type step struct {
	to     int
	length ground.Length
}

// A place is a spot, or a floor. Its nodes are those of the views.
type place struct {
	name  string
	point ground.Point // the spot, or the mean of the section's corners
	floor ground.Floor // of a spot the section is None
	eyes  []int        // the spot, or the openings of the floor
	doors []int        // the spot, or the doors of the ground floor
}

// New measures the places of a set-up: first its spots, then building by building its floors from the lowest up. The
// set-up must have the plan under the key ground and the spots under spots: errors name these keys. There are at most
// 16 sections, 256 openings, and 256 spots and floors.
//
// A floor has the name of its section. If the section has several, the storey stands behind it: "mill", "mill/0",
// "mill/1". A flat roof is no place.
//
// The longest move of the game bounds the search for ways in the open: there are none between places that are
// farther apart, to the middle of a door, and none longer than twice that.
func New(plan ground.Plan, spots []Spot, longest ground.Length) (*Map, error) {
	g, err := ground.New(plan)
	if err = game.ErrorAt("", err, "ground"); err != nil {
		return nil, err
	}
	if g.Sections() > mostSections || g.Openings() > mostOpenings {
		return nil, game.ErrorfAt(fmt.Sprintf("%d sections with %d openings: at most %d with %d are possible", g.Sections(), g.Openings(), mostSections, mostOpenings), "ground")
	}
	m := &Map{plan: g}
	stands := m.addSpots(spots)
	m.addFloors(len(spots))
	if len(m.places) > mostPlaces {
		return nil, game.ErrorfAt(fmt.Sprintf("%d spots and floors: at most %d are possible", len(m.places), mostPlaces), "spots")
	}
	for i := range spots {
		err = errors.Join(err, game.FollowsFrom(game.ErrorAt("spot "+spots[i].Name, m.spotFault(i), "spots", i), "ground"))
	}
	if err != nil {
		return nil, err
	}
	m.views = g.Views(stands, eyeHeight, ground.HalfArc, longest)
	n := len(m.places)
	m.lines, m.across, m.ways = make([]Line, n*n), make([]ground.Length, n*n), make([]ground.Length, n*n)
	for a := range n {
		m.indoor = append(m.indoor, m.steps(a))
		for b := range n {
			m.lines[a*n+b], m.across[a*n+b] = m.look(a, b), m.walk(a, b)
		}
	}
	for a := range n {
		for b, l := range m.waysFrom(a, nil) {
			m.ways[a*n+b] = l
		}
	}
	return m, nil
}

// addSpots adds the places in the open, and returns them as stands.
func (m *Map) addSpots(spots []Spot) (stands []ground.Stand) {
	for i, x := range spots {
		m.places = append(m.places, place{x.Name, x.At, ground.Floor{Section: ground.None}, []int{i}, []int{i}})
		stands = append(stands, ground.Stand{Point: x.At, Rubble: ground.None})
	}
	return stands
}

// addFloors adds the floors of all sections. The node of an opening follows those of the stands.
func (m *Map) addFloors(stands int) {
	g := m.plan
	for s := range ground.SectionID(g.Sections()) {
		first, end := g.OpeningsOf(s)
		low, high := g.Storeys(s)
		if g.OnRoof(ground.Floor{Section: s, Storey: int8(high)}) {
			high--
		}
		for storey := low; storey <= high; storey++ {
			x := place{name: g.SectionName(s), point: g.Plan(s).Middle(), floor: ground.Floor{Section: s, Storey: int8(storey)}}
			if low < high {
				x.name += fmt.Sprintf("/%d", storey)
			}
			for o := first; o < end; o++ {
				if g.FloorOfOpening(o) != x.floor {
					continue
				}
				node := stands + int(o)
				x.eyes = append(x.eyes, node)
				if kind := g.Opening(o).Kind; storey == 0 && (kind == ground.Door || kind == ground.Gap) {
					x.doors = append(x.doors, node)
				}
			}
			m.places = append(m.places, x)
		}
	}
}

// spotFault returns an error for a spot at which nobody can stand, or whose name is taken.
func (m *Map) spotFault(i int) error {
	spot := &m.places[i]
	if same := slices.IndexFunc(m.places, func(x place) bool { return x.name == spot.name }); same < i {
		return game.ErrorfAt("another spot has this name: choose another one", "name")
	}
	if slices.ContainsFunc(m.places[i+1:], func(x place) bool { return x.name == spot.name && x.floor.Section >= 0 }) {
		return game.ErrorfAt("a building has this name: choose another one", "name")
	}
	if p := spot.point; max(p.X, -p.X, p.Y, -p.Y) > ground.Limit {
		return game.ErrorfAt(fmt.Sprintf("%v is too far away: coordinates are at most %v inches", p, ground.Length(ground.Limit)), "at")
	}
	if s, in := m.plan.SectionAt(spot.point); in {
		floor := slices.IndexFunc(m.places, func(x place) bool { return x.floor.Section == s && x.floor.Storey >= 0 })
		if floor < 0 {
			floor = slices.IndexFunc(m.places, func(x place) bool { return x.floor.Section == s })
		}
		return game.ErrorfAt(fmt.Sprintf("the spot lies inside %s: move it, or place pieces at %s", m.plan.SectionName(s), m.places[floor].name), "at")
	}
	if x, in := m.plan.BarrierAt(spot.point); in {
		return game.ErrorfAt("the spot lies in "+m.plan.Feature(x).Name+", where nobody can stand: move it", "at")
	}
	return nil
}

// Len returns the number of places.
func (m *Map) Len() int { return len(m.places) }

// Name returns the name of a place.
func (m *Map) Name(i int) string { return m.places[i].name }

// Inside reports whether a place is a floor of a building.
func (m *Map) Inside(i int) bool { return m.places[i].floor.Section >= 0 }

// Floor returns the floor of a place inside.
func (m *Map) Floor(i int) ground.Floor { return m.places[i].floor }

// GroundMap returns the ground, to ask for what places do not know: materials, the sides of walls, names of openings.
func (m *Map) GroundMap() *ground.Map { return m.plan }

// Openings lists the openings of a place inside.
func (m *Map) Openings(i int) (list []ground.OpeningID) {
	if m.Inside(i) {
		for _, node := range m.places[i].eyes {
			list = append(list, m.views.Nodes[node].Opening)
		}
	}
	return list
}

// Find returns the number of the place with a name. The error suggests others.
func (m *Map) Find(name string) (uint8, error) {
	names := make([]string, len(m.places))
	for i := range names {
		names[i] = m.places[i].name
	}
	i, err := game.Find("place", names, name)
	return uint8(i), err
}

// FindFloor returns the number of the floor with a name. A spot in the open is an error.
func (m *Map) FindFloor(name string) (uint8, error) {
	i, err := m.Find(name)
	if err == nil && !m.Inside(int(i)) {
		err = errors.New(name + " is a spot in the open: name a building")
	}
	return i, err
}

// Domain returns the domain of the places, for the parameters of actions.
func Domain[F any](of func(f *F) *Map) game.Domain[F] {
	return game.Named("place", func(f *F) int { return of(f).Len() }, func(f *F, i int) string { return of(f).Name(i) })
}

// A Line is the line of sight from one place to another. It is the shortest clear one between a spot or an
// opening of the one and a spot or an opening of the other, or the shortest blocked one if none is clear.
type Line struct {
	Clear    bool
	Inches   int // between the nearest points of both ends, rounded up; 0 between places without a line
	From, To ground.Point
	Through  [2]ground.OpeningID // the openings at both ends, or None
	Text     string              // where the line goes, or what blocks it
}

// Line returns the line of sight between two places. A place sees itself, at no distance.
func (m *Map) Line(from, to int) *Line { return &m.lines[from*len(m.places)+to] }

// Way returns the length of the shortest way on foot from one place to another, in inches, rounded up. It returns 0 and
// false if there is none.
//
// In the open a way leads from spot to spot, to a door or a gap of a ground floor, and from door to door. Inside it
// leads up and down by stairs, ladders and hatches, each as long as the floors are apart, and through doorways. Within
// a floor it has no length. No way leads into a building and out again, over a roof or a bridge, or through a tunnel.
func (m *Map) Way(from, to int) (inches int, ok bool) {
	return inInches(m.ways[from*len(m.places)+to])
}

// WayAvoiding is [Map.Way] by a way on which no floor but the first and the last is blocked. It searches anew at each
// call.
func (m *Map) WayAvoiding(from, to int, blocked func(place int) bool) (inches int, ok bool) {
	return inInches(m.waysFrom(from, blocked)[to])
}

// inInches returns the length of a way, or false for none.
func inInches(l ground.Length) (inches int, ok bool) {
	if l == ground.NoWay {
		return 0, false
	}
	return l.InchesUp(), true
}

// look measures the line of sight between two places.
func (m *Map) look(from, to int) Line {
	a, b := &m.places[from], &m.places[to]
	l := Line{From: a.point, To: b.point, Through: [2]ground.OpeningID{ground.None, ground.None}}
	switch {
	case from == to:
		l.Clear, l.Text = true, "at "+a.name
		return l
	case m.Inside(from) && a.floor.Section == b.floor.Section:
		l.Text = "nobody sees from floor to floor of " + m.plan.SectionName(a.floor.Section)
		return l
	}
	var best *ground.View
	var p, q *ground.Node // the ends of the best line
	for _, x := range a.eyes {
		for _, y := range b.eyes {
			v := m.views.View(x, y)
			clear := v.Clear && v.Behind == 0
			if m.views.Faces(x, y) && (best == nil || clear && !l.Clear || clear == l.Clear && v.Far < best.Far) {
				best, l.Clear, p, q = v, clear, &m.views.Nodes[x], &m.views.Nodes[y]
			}
		}
	}
	if best == nil {
		l.Text = fmt.Sprintf("no opening faces the way from %s to %s", a.name, b.name)
		return l
	}
	l.Inches, l.From, l.To, l.Through = best.Far.Inches(), p.Spot.Point, q.Spot.Point, [2]ground.OpeningID{p.Opening, q.Opening}
	if l.Text = fmt.Sprintf("from %s to %s", m.end(a, p), m.end(b, q)); !l.Clear {
		l.Text = inTheWay(m.plan.BlockerNames(p.Spot, q.Spot, ground.Destroyed{}))
	}
	return l
}

// end returns the name of an end of a line.
func (m *Map) end(x *place, n *ground.Node) string {
	if n.Opening == ground.None {
		return x.name
	}
	return m.plan.OpeningName(n.Opening)
}

// inTheWay says that obstacles are in the way.
func inTheWay(names []string) string {
	if len(names) == 1 {
		return names[0] + " is in the way"
	}
	return strings.Join(names, " and ") + " are in the way"
}

// steps lists the steps from a floor to others.
func (m *Map) steps(from int) (list []step) {
	a := &m.places[from]
	if a.floor.Section < 0 {
		return nil
	}
	for _, exit := range m.plan.Exits(a.floor) {
		if exit.Kind == ground.Tunnel || exit.Kind == ground.Bridge {
			continue
		}
		if to := slices.IndexFunc(m.places, func(x place) bool { return x.floor == exit.To }); to >= 0 {
			up := m.plan.FloorHeight(a.floor) - m.plan.FloorHeight(exit.To)
			list = append(list, step{to, max(up, -up)})
		}
	}
	return list
}

// walk measures the way in the open from one place to another.
func (m *Map) walk(from, to int) ground.Length {
	best := ground.Length(ground.NoWay)
	for _, x := range m.places[from].doors {
		for _, y := range m.places[to].doors {
			if x != y {
				best = min(best, m.views.Way(x, y).Length)
			}
		}
	}
	return best
}

// waysFrom measures the ways from a place to all others: inside, then perhaps in the open, then inside again. A nil
// function blocks no floor.
func (m *Map) waysFrom(from int, blocked func(place int) bool) []ground.Length {
	n := len(m.places)
	ways := make([]ground.Length, n)
	for i := range ways {
		ways[i] = ground.NoWay
	}
	ways[from] = 0
	passes := func(i int) bool { return i == from || blocked == nil || !blocked(i) }
	m.inside(ways, passes)
	out := slices.Clone(ways)
	for a := range n {
		if ways[a] == ground.NoWay || !passes(a) {
			continue
		}
		for b := range n {
			if x := m.across[a*n+b]; x < ground.NoWay {
				out[b] = min(out[b], ways[a]+x)
			}
		}
	}
	m.inside(out, passes)
	return out
}

// inside lengthens ways by steps from floors that may be passed, until none gets shorter.
func (m *Map) inside(ways []ground.Length, passes func(place int) bool) {
	for changed := true; changed; {
		changed = false
		for a, steps := range m.indoor {
			if ways[a] == ground.NoWay || !passes(a) {
				continue
			}
			for _, s := range steps {
				if l := ways[a] + s.length; l < ways[s.to] {
					ways[s.to], changed = l, true
				}
			}
		}
	}
}
