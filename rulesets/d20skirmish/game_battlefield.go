package d20skirmish

import (
	"errors"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a set-up.
const (
	mostPlaces   = 24
	mostTeams    = 15 // halves of teams included: as many as a set of teams has room for
	mostViews    = 100
	mostDoors    = 6      // passages that are shut at the start
	mostTogether = groups // teams of one side in a place: the groups of a fight
	never        = 255
)

// Battlefield is the part of a game that never changes: the plan, the names, the
// task. Distances and lines of sight are computed once, for every set of doors
// that may be shut.
type Battlefield struct {
	rounds, initiative int
	sides              [2]rule.Side
	helmets            [2]uint8
	task               Task

	places []spot
	goals  []uint8 // the places that are objectives
	ways   []way
	at     [mostPlaces][]uint8 // ways of each place
	sight  [1 << mostDoors][mostPlaces]uint32
	far    [mostPlaces][mostPlaces]uint8 // inches, rounded up; never if that cannot be measured
	steps  [mostPlaces][mostPlaces]uint8 // passages to go through, doors open; never if there is no way

	troops []troop
	morale [2][elements]uint8 // of each element; 0 is the usual one
	house  *rule.HouseRules
	rooms  *ground.Rooms
	stated [mostPlaces]uint32   // places seen according to the scenario
	names  [mostTeams][1]string // of the teams
	react  [mostTeams]string    // options for fire on watch

	fallers  [mostTeams][2]string // possible casualties: without an SMG, with one
	elements [2][elements]string  // names of the elements
	roles    [2][2]string         // names of the roles of a melee, played by a side
	begins   string               // the question which side begins a round
}

// spot is a place.
type spot struct {
	name      string
	open      bool
	cover     Cover
	capacity  uint8
	contact   uint8
	objective bool
	middle    ground.Point
	plan      ground.Polygon // from its corner in the south-west
	storey    int
	looks     ground.Terrain
}

// way is a passage between two places.
type way struct {
	name   string
	kind   Way
	ends   [2]uint8
	passes bool
	climb  bool
	length ground.Length  // from middle to middle
	shared ground.Segment // the part of a wall, or the area, that the two places share
	door   int8           // its bit of Position.Shut, or -1
	work   uint8          // actions to open it
	kicked bool           // an assault kicks it in
}

// troop is the part of a team that never changes.
type troop struct {
	name    string
	side    uint8
	element Element
	skill   uint8
	fire    uint8
	whole   uint8 // the team that it is half of, from 1
}

// other returns the place at the far end of a way.
func (w *way) other(at uint8) uint8 {
	if w.ends[0] == at {
		return w.ends[1]
	}
	return w.ends[0]
}

// drawPlan reads the plan and measures it.
func (f *Battlefield) drawPlan(p *Position, s *Setup) error {
	var h ground.House
	var faults []error
	for i := range s.Places {
		x := &s.Places[i]
		faults = append(faults, game.ErrorAt("place "+x.Name, x.fault(), "places", i))
		plan := ground.Rect(ground.At(x.West, x.South), ground.Length(x.East-x.West)*ground.Inch, ground.Length(x.North-x.South)*ground.Inch)
		h.Rooms = append(h.Rooms, ground.Room{Name: x.Name, Storey: x.Storey, Plan: plan, Capacity: x.Capacity})
		f.places = append(f.places, spot{
			name: x.Name, open: x.Open, cover: x.Cover, capacity: uint8(x.Capacity), contact: uint8(x.Contact), objective: x.Objective,
			middle: ground.Segment{A: plan[0], B: plan[2]}.Middle(), storey: x.Storey,
			looks: x.Terrain, plan: plan,
		})
		if x.Objective {
			f.goals = append(f.goals, uint8(i))
		}
	}
	for i := range s.Passages {
		x, err := f.opening(&s.Passages[i])
		faults = append(faults, game.ErrorAt("passage "+s.Passages[i].Name, err, "passages", i))
		h.Passages = append(h.Passages, x)
	}
	if err := errors.Join(append(faults, f.viewFaults(s.Views))...); err != nil {
		return err
	}
	rooms, err := ground.NewRooms(h)
	if err != nil {
		return ofPlaces(err)
	}
	if err := f.measureWays(rooms, s.Passages); err != nil {
		return err
	}
	p.Shut = uint8(1<<f.doors() - 1)
	f.rooms = rooms
	f.measureSight()
	f.countPassages()
	f.addViews(s.Views)
	return nil
}

// ofPlaces changes the keys of faults from rooms to the places of a set-up.
func ofPlaces(err error) error {
	var faults ground.Faults
	if errors.As(err, &faults) {
		for i := range faults {
			faults[i].Path = strings.Replace(faults[i].Path, "rooms.", "places.", 1)
		}
	}
	return err
}

// fault returns an error for a place that is wrong.
func (x *SetupPlace) fault() error {
	var err error
	if x.West >= x.East {
		err = game.ErrorfAt("the east wall must lie east of the west wall", "east")
	}
	if x.South >= x.North {
		err = errors.Join(err, game.ErrorfAt("the north wall must lie north of the south wall", "north"))
	}
	return err
}

// opening finds where two rectangles touch or overlap.
func (f *Battlefield) opening(x *SetupPassage) (ground.Passage, error) {
	a, err := f.find(x.A)
	err = game.ErrorAt("", err, "a")
	b, fault := f.find(x.B)
	if err = errors.Join(err, game.ErrorAt("", fault, "b")); err != nil {
		return ground.Passage{}, err
	}
	wall := sharedPart(f.places[a].plan, f.places[b].plan)
	wide, deep := wall.B.X-wall.A.X, wall.B.Y-wall.A.Y
	up := x.Kind == Stairs || x.Kind == Hatch
	if wide < 0 || deep < 0 || (wide == 0) == (deep == 0) && !up || up && (wide == 0 || deep == 0) {
		return ground.Passage{}, fmt.Errorf("%s and %s neither share a wall nor lie above each other, as a %s needs", x.A, x.B, x.Kind.Names()[x.Kind])
	}
	g := ground.Passage{
		Name: x.Name, Kind: ground.PassageKind(x.Kind), A: x.A, B: x.B, Climb: x.Climb, Length: ground.Length(x.Steps) * ground.Inch, Opening: wall,
	}
	switch long := (wide + deep).Whole(); {
	case up:
		g.Opening = ground.Segment{A: wall.Middle(), B: wall.Middle()}
	case x.From+x.Width > long && x.Width > 0:
		return ground.Passage{}, game.ErrorfAt(rule.Counted("it ends %d {inch|inches} along a wall of %d", x.From+x.Width, long)+" that "+x.A+" and "+x.B+" share", "width")
	case x.Width > 0:
		way := ground.East
		if wide == 0 {
			way = ground.North
		}
		from := wall.A.Step(way, ground.Length(x.From)*ground.Inch)
		g.Opening = ground.Segment{A: from, B: from.Step(way, ground.Length(x.Width)*ground.Inch)}
	}
	return g, nil
}

// sharedPart is the part that two rectangles share, from its south-west to its north-east corner: a
// piece of a wall, or an area where one lies above the other.
func sharedPart(p, q ground.Polygon) ground.Segment {
	return ground.Segment{
		A: ground.Point{X: max(p[0].X, q[0].X), Y: max(p[0].Y, q[0].Y)},
		B: ground.Point{X: min(p[2].X, q[2].X), Y: min(p[2].Y, q[2].Y)},
	}
}

// measureWays measures the way through every passage while all others are shut.
func (f *Battlefield) measureWays(rooms *ground.Rooms, list []SetupPassage) error {
	for i := range list {
		x, id := &list[i], ground.PassageID(i)
		a, b := rooms.Ends(id)
		w := way{name: x.Name, kind: x.Kind, ends: [2]uint8{uint8(a), uint8(b)}, climb: x.Climb, door: -1, work: uint8(max(1, x.Work))}
		w.shared, w.kicked = sharedPart(f.places[a].plan, f.places[b].plan), x.Kind == Door && x.Work <= 1
		w.length, w.passes = rooms.Walk(f.places[a].middle, a, f.places[b].middle, b, (^ground.Shut(0)).Without(id))
		if x.Shut {
			w.door = int8(f.doors())
			if w.door >= mostDoors {
				return game.ErrorfAt(fmt.Sprintf("passage %s: at most %d passages can be shut at the start", x.Name, mostDoors), "passages", i, "shut")
			}
		}
		f.ways = append(f.ways, w)
		f.at[a], f.at[b] = append(f.at[a], uint8(i)), append(f.at[b], uint8(i))
	}
	return nil
}

// doors counts the passages that are shut at the start.
func (f *Battlefield) doors() int {
	return game.Count(len(f.ways), func(i int) bool { return f.ways[i].door >= 0 })
}

// measureSight computes which places see each other, for every set of doors that may be shut: from
// middle to middle, or through an opening that two places share.
func (f *Battlefield) measureSight() {
	for doors := range 1 << f.doors() {
		shut := f.closed(uint8(doors))
		for a := range f.places {
			for b := range f.places[:a] {
				x, y := &f.places[a], &f.places[b]
				if x.storey != y.storey {
					f.far[a][b], f.far[b][a] = never, never
					continue
				}
				d := uint8(min(ground.Distance(x.middle, y.middle).RoundUp(), never-1))
				f.far[a][b], f.far[b][a] = d, d
				if f.rooms.Overlooks(ground.RoomID(a), ground.RoomID(b), shut) || f.rooms.Sees(x.middle, y.middle, x.storey, shut) {
					f.sight[doors][a] |= 1 << b
					f.sight[doors][b] |= 1 << a
				}
			}
		}
	}
}

// closed returns the passages whose doors are shut.
func (f *Battlefield) closed(doors uint8) (shut ground.Shut) {
	for i := range f.ways {
		if d := f.ways[i].door; d >= 0 && doors>>d&1 == 1 {
			shut = shut.With(ground.PassageID(i))
		}
	}
	return shut
}

// countPassages counts the passages between all places, by the algorithm of Floyd and Warshall.
func (f *Battlefield) countPassages() {
	n := len(f.places)
	for a := range n {
		for b := range n {
			f.steps[a][b] = never
		}
		f.steps[a][a] = 0
		for _, w := range f.at[a] {
			if f.ways[w].passes {
				f.steps[a][f.ways[w].other(uint8(a))] = 1
			}
		}
	}
	for k := range n {
		for a := range n {
			for b := range n {
				if d := int(f.steps[a][k]) + int(f.steps[k][b]); d < int(f.steps[a][b]) {
					f.steps[a][b] = uint8(d)
				}
			}
		}
	}
}

// viewFaults returns errors for views that are wrong.
func (f *Battlefield) viewFaults(list []SetupView) error {
	var faults []error
	for i, v := range list {
		a, errA := f.find(v.A)
		b, errB := f.find(v.B)
		err := errors.Join(game.ErrorAt("", errA, "a"), game.ErrorAt("", errB, "b"))
		if err == nil && a == b {
			err = game.ErrorfAt("a view needs two different places", "b")
		}
		faults = append(faults, game.ErrorAt("view of "+v.A, err, "views", i))
	}
	return errors.Join(faults...)
}

// addViews adds the lines of sight that the plan does not show. No door blocks them.
func (f *Battlefield) addViews(list []SetupView) {
	for _, v := range list {
		a, _ := f.find(v.A) // viewFaults has checked the names.
		b, _ := f.find(v.B)
		f.far[a][b], f.far[b][a] = uint8(v.Distance), uint8(v.Distance)
		f.stated[a] |= 1 << b
		f.stated[b] |= 1 << a
		for doors := range 1 << f.doors() {
			f.sight[doors][a] |= 1 << b
			f.sight[doors][b] |= 1 << a
		}
	}
}
