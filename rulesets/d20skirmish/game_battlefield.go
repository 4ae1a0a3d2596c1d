package d20skirmish

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// The limits of a set-up.
const (
	mostPlaces   = 24
	mostTeams    = 15         // halves of teams included: as many as a set of teams has room for
	mostDoors    = 6          // passages that are shut at the start
	mostTogether = mostGroups // teams of one side in a place: the groups of a fight
	unmeasured   = 255        // a distance that the plan does not have
)

// Battlefield is the part of a game that never changes: the plan, the names, the task. Distances and
// lines of sight are computed once, for every set of doors that may be shut.
type Battlefield struct {
	rounds, initiative int
	leastSplit         int // the fewest characters of a team that splits, so that both halves may assault
	sides              [2]rule.Side
	helmets            [2]uint8
	task               Task

	places          []place
	objectives      []uint8 // the places that are objectives
	passages        []passage
	passagesOf      [mostPlaces][]uint8                  // passages of each place
	sight           [1 << mostDoors][mostPlaces]placeSet // places that each place sees, by the doors that are shut
	distance        [mostPlaces][mostPlaces]uint8        // inches, rounded up, or unmeasured
	passagesBetween [mostPlaces][mostPlaces]uint8        // passages to go through, doors open; unmeasured if there is no way

	teams        []team
	morale       [2][elements]uint8 // of each element; 0 is the usual one
	house        *rule.HouseRules
	rooms        *ground.Rooms
	statedViews  [mostPlaces]placeSet // places seen according to the scenario
	names        [mostTeams][1]string // of the teams
	watchOptions [mostTeams]string    // options for fire on watch

	casualtyOptions    [mostTeams][2]string // possible casualties: without an SMG, with one
	elements           [2][elements]string  // names of the elements
	roles              [2][2]string         // names of the roles of a melee, played by a side
	initiativeQuestion string               // the question which side begins a round
}

// A placeSet is a set of places.
type placeSet uint32

func (s placeSet) has(at uint8) bool { return s>>at&1 == 1 }
func (s *placeSet) add(at uint8)     { *s |= 1 << at }

// all yields the places in a set.
func (s placeSet) all() iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(uint8(bits.TrailingZeros32(uint32(s)))) {
				return
			}
		}
	}
}

// place is a room or a place in the open.
type place struct {
	name        string
	open        bool
	cover       Cover
	capacity    uint8
	contact     uint8
	objective   bool
	middle      ground.Point
	plan        ground.Polygon // from its corner in the south-west
	storey      int
	terrainKind ground.Terrain
}

// passage is a passage between two places.
type passage struct {
	name        string
	kind        PassageKind
	ends        [2]uint8
	passable    bool
	climb       bool
	walk        ground.Length  // from middle to middle
	shared      ground.Segment // the part of a wall, or the area, that the two places share
	door        int8           // its bit of Position.Shut, or -1
	openActions uint8          // actions to open it
	canKickIn   bool           // an assault kicks it in if it is shut
}

// team is the part of a team that never changes.
type team struct {
	name    string
	side    uint8
	element Element
	skill   uint8
	fire    uint8
	whole   uint8 // the team that it is half of, from 1
}

// other returns the place at the far end of a passage.
func (w *passage) other(at uint8) uint8 {
	if w.ends[0] == at {
		return w.ends[1]
	}
	return w.ends[0]
}

// drawPlan reads the plan and measures it.
func (f *Battlefield) drawPlan(p *Position, s *Setup) error {
	var house ground.House
	var faults []error
	for i := range s.Places {
		site := &s.Places[i]
		faults = append(faults, game.ErrorAt("place "+site.Name, site.fault(), "places", i))
		plan := ground.Rect(ground.At(site.West, site.South), ground.Length(site.East-site.West)*ground.Inch, ground.Length(site.North-site.South)*ground.Inch)
		house.Rooms = append(house.Rooms, ground.Room{Name: site.Name, Storey: site.Storey, Plan: plan, Capacity: site.Capacity})
		f.places = append(f.places, place{
			name: site.Name, open: site.Open, cover: site.Cover, capacity: uint8(site.Capacity), contact: uint8(site.Contact), objective: site.Objective,
			middle: ground.Segment{A: plan[0], B: plan[2]}.Middle(), storey: site.Storey,
			terrainKind: site.Terrain, plan: plan,
		})
		if site.Objective {
			f.objectives = append(f.objectives, uint8(i))
		}
	}
	for i := range s.Passages {
		opening, err := f.measureOpening(&s.Passages[i])
		faults = append(faults, game.ErrorAt("passage "+s.Passages[i].Name, err, "passages", i))
		house.Passages = append(house.Passages, opening)
	}
	if err := errors.Join(append(faults, f.viewFaults(s.Views))...); err != nil {
		return err
	}
	rooms, err := ground.NewRooms(house)
	if err != nil {
		return placeFaults(err)
	}
	if err := f.measurePassages(rooms, s.Passages); err != nil {
		return err
	}
	p.Shut = uint8(1<<f.doorCount() - 1)
	f.rooms = rooms
	f.measureSight()
	f.countPassages()
	f.addViews(s.Views)
	return nil
}

// placeFaults changes the keys of faults from rooms to the places of a set-up.
func placeFaults(err error) error {
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

// measureOpening returns a passage with its opening: where the rectangles of its two places touch or overlap.
func (f *Battlefield) measureOpening(stated *SetupPassage) (ground.Passage, error) {
	a, err := f.findPlace(stated.A)
	err = game.ErrorAt("", err, "a")
	b, fault := f.findPlace(stated.B)
	if err = errors.Join(err, game.ErrorAt("", fault, "b")); err != nil {
		return ground.Passage{}, err
	}
	wall := sharedPart(f.places[a].plan, f.places[b].plan)
	wide, deep := wall.B.X-wall.A.X, wall.B.Y-wall.A.Y
	up := stated.Kind == Stairs || stated.Kind == Hatch
	if wide < 0 || deep < 0 || (wide == 0) == (deep == 0) && !up || up && (wide == 0 || deep == 0) {
		return ground.Passage{}, fmt.Errorf("%s and %s neither share a wall nor lie above each other, as a %s needs", stated.A, stated.B, stated.Kind.Names()[stated.Kind])
	}
	opening := ground.Passage{
		Name: stated.Name, Kind: ground.PassageKind(stated.Kind), A: stated.A, B: stated.B, Climb: stated.Climb, Length: ground.Length(stated.Steps) * ground.Inch, Opening: wall,
	}
	switch long := (wide + deep).InchesDown(); {
	case up:
		opening.Opening = ground.Segment{A: wall.Middle(), B: wall.Middle()}
	case stated.From+stated.Width > long && stated.Width > 0:
		return ground.Passage{}, game.ErrorfAt(rule.Counted("it ends %d {inch|inches} along a wall of %d", stated.From+stated.Width, long)+" that "+stated.A+" and "+stated.B+" share", "width")
	case stated.Width > 0:
		direction := ground.East
		if wide == 0 {
			direction = ground.North
		}
		from := wall.A.Step(direction, ground.Length(stated.From)*ground.Inch)
		opening.Opening = ground.Segment{A: from, B: from.Step(direction, ground.Length(stated.Width)*ground.Inch)}
	}
	return opening, nil
}

// sharedPart returns the part that two rectangles share, from its south-west to its north-east corner: a
// piece of a wall, or an area where one lies above the other.
func sharedPart(p, q ground.Polygon) ground.Segment {
	return ground.Segment{
		A: ground.Point{X: max(p[0].X, q[0].X), Y: max(p[0].Y, q[0].Y)},
		B: ground.Point{X: min(p[2].X, q[2].X), Y: min(p[2].Y, q[2].Y)},
	}
}

// measurePassages measures the way through every passage while all others are shut.
func (f *Battlefield) measurePassages(rooms *ground.Rooms, list []SetupPassage) error {
	for i := range list {
		listed, id := &list[i], ground.PassageID(i)
		a, b := rooms.Ends(id)
		way := passage{name: listed.Name, kind: listed.Kind, ends: [2]uint8{uint8(a), uint8(b)}, climb: listed.Climb, door: -1, openActions: uint8(max(1, listed.Work))}
		way.shared, way.canKickIn = sharedPart(f.places[a].plan, f.places[b].plan), listed.Kind == Door && listed.Work <= 1
		way.walk, way.passable = rooms.Walk(f.places[a].middle, a, f.places[b].middle, b, (^ground.Shut(0)).Without(id))
		if listed.Shut {
			way.door = int8(f.doorCount())
			if way.door >= mostDoors {
				return game.ErrorfAt(fmt.Sprintf("passage %s: at most %d passages can be shut at the start", listed.Name, mostDoors), "passages", i, "shut")
			}
		}
		f.passages = append(f.passages, way)
		f.passagesOf[a], f.passagesOf[b] = append(f.passagesOf[a], uint8(i)), append(f.passagesOf[b], uint8(i))
	}
	return nil
}

// doorCount counts the passages that are shut at the start.
func (f *Battlefield) doorCount() int {
	return game.Count(len(f.passages), func(i int) bool { return f.passages[i].door >= 0 })
}

// measureSight computes which places see each other, for every set of doors that may be shut: from
// middle to middle, or through an opening that two places share.
func (f *Battlefield) measureSight() {
	for doors := range 1 << f.doorCount() {
		shut := f.shutPassages(uint8(doors))
		for a := range f.places {
			for b := range f.places[:a] {
				from, to := &f.places[a], &f.places[b]
				if from.storey != to.storey {
					f.distance[a][b], f.distance[b][a] = unmeasured, unmeasured
					continue
				}
				d := uint8(min(ground.Distance(from.middle, to.middle).InchesUp(), unmeasured-1))
				f.distance[a][b], f.distance[b][a] = d, d
				if f.rooms.Overlooks(ground.RoomID(a), ground.RoomID(b), shut) || f.rooms.Sees(from.middle, to.middle, from.storey, shut) {
					f.sight[doors][a].add(uint8(b))
					f.sight[doors][b].add(uint8(a))
				}
			}
		}
	}
}

// shutPassages returns the passages whose doors are shut.
func (f *Battlefield) shutPassages(doors uint8) (shut ground.Shut) {
	for i := range f.passages {
		if d := f.passages[i].door; d >= 0 && doors>>d&1 == 1 {
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
			f.passagesBetween[a][b] = unmeasured
		}
		f.passagesBetween[a][a] = 0
		for _, k := range f.passagesOf[a] {
			if f.passages[k].passable {
				f.passagesBetween[a][f.passages[k].other(uint8(a))] = 1
			}
		}
	}
	for k := range n {
		for a := range n {
			for b := range n {
				if d := int(f.passagesBetween[a][k]) + int(f.passagesBetween[k][b]); d < int(f.passagesBetween[a][b]) {
					f.passagesBetween[a][b] = uint8(d)
				}
			}
		}
	}
}

// viewFaults returns errors for views that are wrong.
func (f *Battlefield) viewFaults(list []SetupView) error {
	var faults []error
	for i, v := range list {
		a, errA := f.findPlace(v.A)
		b, errB := f.findPlace(v.B)
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
		a, _ := f.findPlace(v.A) // viewFaults has checked the names.
		b, _ := f.findPlace(v.B)
		f.distance[a][b], f.distance[b][a] = uint8(v.Distance), uint8(v.Distance)
		f.statedViews[a].add(b)
		f.statedViews[b].add(a)
		for doors := range 1 << f.doorCount() {
			f.sight[doors][a].add(b)
			f.sight[doors][b].add(a)
		}
	}
}
