package ground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// House describes rooms joined by passages, as in the d20 skirmish game.
type House struct {
	Rooms    []Room
	Passages []Passage
}

// Room is a room on a storey of the house. A room without a plan is not drawn: it has
// connections, but no distances in inches and no lines of sight.
type Room struct {
	Name     string
	Storey   int
	Plan     Polygon
	Capacity int // 0 if none is stated
}

// PassageKind is the kind of a connection between two rooms.
type PassageKind uint8

// The kinds of passages. Troops do not pass through windows and loopholes unless the plan says
// so. Nobody sees along stairs and hatches.
const (
	RoomDoor PassageKind = iota
	RoomArch
	RoomWindow
	RoomLoophole
	RoomStairs
	RoomHatch
)

var passageNames = []string{"door", "arch", "window", "loophole", "stairs", "hatch"}

// String returns the name of the kind.
func (k PassageKind) String() string { return nameOf(passageNames, int(k)) }

// MarshalText writes the name.
func (k PassageKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a name.
func (k *PassageKind) UnmarshalText(b []byte) error {
	return read(k, passageNames, "kind of passage", b)
}

// Passage joins two rooms. Between two rooms with plans on one storey it has an Opening, a part
// of the wall that they share. Stairs and hatches may have one too: their place in both plans,
// without which they have no distance.
type Passage struct {
	Name    string
	Kind    PassageKind
	A, B    string // names of rooms
	Opening Segment
	Climb   bool   // a window or a loophole that troops can climb through
	Length  Length // the length of stairs or of a hatch from foot to head
}

// MaxRooms bounds the rooms and the passages of a house.
const MaxRooms = 64

// Shut is the set of closed passages, which block movement and sight. It is comparable; the zero
// value is an open house.
type Shut uint64

// With returns the set with a passage closed.
func (s Shut) With(p PassageID) Shut { return s | 1<<p }

// Without returns the set with a passage opened.
func (s Shut) Without(p PassageID) Shut { return s &^ (1 << p) }

// Has reports whether a passage is closed.
func (s Shut) Has(p PassageID) bool { return s>>p&1 == 1 }

// RoomID and PassageID number the rooms and passages of a house from 0 in the
// order of its description.
type (
	RoomID    int16
	PassageID int16
)

// Rooms is a house that [NewRooms] has checked. It does not change.
type Rooms struct {
	rooms    []Room
	passages []passage
	at       [][]PassageID // of each room
}

type passage struct {
	Passage
	a, b         RoomID
	passes, sees bool
	drawn        bool // it has an opening
}

// NewRooms checks a house and builds its rooms. The error, if any, is [Faults].
func NewRooms(h House) (*Rooms, error) {
	b := roomBuilder{r: new(Rooms), byName: map[string]RoomID{}}
	if len(h.Rooms) > MaxRooms || len(h.Passages) > MaxRooms {
		b.fault("house", "%d rooms and %d passages: it may have %d of each", len(h.Rooms), len(h.Passages), MaxRooms)
		return nil, b.faults
	}
	for i := range h.Rooms {
		b.path = "rooms." + strconv.Itoa(i+1)
		b.addRoom(h.Rooms[i])
	}
	b.checkOverlaps()
	b.r.at = make([][]PassageID, len(h.Rooms))
	seen := map[string]bool{}
	for i := range h.Passages {
		p := &h.Passages[i]
		b.path = "passages." + strconv.Itoa(i+1)
		if p.Name == "" || seen[p.Name] {
			b.fault("passage "+strconv.Quote(p.Name), "it has no name of its own: give it one")
		}
		seen[p.Name] = true
		b.addPassage(*p)
	}
	if err := b.faults.orNil(); err != nil {
		return nil, err
	}
	return b.r, nil
}

// A roomBuilder adds rooms and passages to a house, and collects their faults.
type roomBuilder struct {
	r      *Rooms
	byName map[string]RoomID
	path   string // of the present room or passage, for faults
	faults Faults
}

func (b *roomBuilder) fault(where, format string, a ...any) {
	b.faults = append(b.faults, Fault{Where: where, What: fmt.Sprintf(format, a...), Path: b.path})
}

// addRoom adds a room. It drops a plan that is not a valid outline.
func (b *roomBuilder) addRoom(x Room) {
	where := "room " + strconv.Quote(x.Name)
	if _, double := b.byName[x.Name]; double || x.Name == "" {
		b.fault(where, "it has no name of its own: give it one")
	}
	if x.Capacity < 0 {
		b.fault(where, "it holds %d: give 0 or more", x.Capacity)
	}
	if len(x.Plan) > 0 {
		if err := x.Plan.Check(); err != nil {
			b.fault(where, "%v", err)
			x.Plan = nil
		} else {
			x.Plan = x.Plan.counterclockwise()
		}
	}
	if _, double := b.byName[x.Name]; !double {
		b.byName[x.Name] = RoomID(len(b.r.rooms))
	}
	b.r.rooms = append(b.r.rooms, x)
}

// checkOverlaps finds rooms on one storey whose plans overlap.
func (b *roomBuilder) checkOverlaps() {
	for j, y := range b.r.rooms {
		for _, x := range b.r.rooms[:j] {
			if len(x.Plan) == 0 || len(y.Plan) == 0 || x.Storey != y.Storey {
				continue
			}
			s, t := shapeOf(x.Plan), shapeOf(y.Plan)
			if overlap(&s, &t) {
				b.path = "rooms." + strconv.Itoa(j+1)
				b.fault("room "+strconv.Quote(y.Name), "its plan overlaps that of %q: they may only touch", x.Name)
			}
		}
	}
}

// addPassage adds a passage between two rooms.
func (b *roomBuilder) addPassage(x Passage) {
	where := "passage " + strconv.Quote(x.Name)
	a, ok := b.byName[x.A]
	c, also := b.byName[x.B]
	if !ok || !also || a == c {
		b.fault(where, "it joins %q and %q: name two rooms of %s", x.A, x.B, b.names())
		return
	}
	if int(x.Kind) >= len(passageNames) {
		b.fault(where, "its kind is unknown: use one of %s", strings.Join(passageNames, ", "))
	}
	if x.Length < 0 || x.Length > Limit {
		b.fault(where, "its length is %v: give 0 to %v inches", x.Length, Limit)
	}
	if !x.Opening.A.within() || !x.Opening.B.within() {
		b.fault(where, "%v to %v is too far from the origin", x.Opening.A, x.Opening.B)
		return
	}
	up := x.Kind == RoomStairs || x.Kind == RoomHatch
	p := passage{Passage: x, a: a, b: c, sees: !up}
	p.passes = up || x.Kind == RoomDoor || x.Kind == RoomArch || x.Climb
	p.drawn = b.checkPlace(where, &p, up)
	id := PassageID(len(b.r.passages))
	b.r.passages = append(b.r.passages, p)
	b.r.at[a], b.r.at[c] = append(b.r.at[a], id), append(b.r.at[c], id)
}

// checkPlace checks the place of a passage, and reports whether it has one in the plans of both its
// rooms.
func (b *roomBuilder) checkPlace(where string, p *passage, up bool) bool {
	s, t := &b.r.rooms[p.a], &b.r.rooms[p.b]
	plans, at := len(s.Plan) > 0 && len(t.Plan) > 0, p.Opening
	switch {
	case !up && s.Storey != t.Storey:
		b.fault(where, "a %v does not join storeys %d and %d: use stairs or a hatch", p.Kind, s.Storey, t.Storey)
	case !plans || up && at == Segment{}:
		return false
	case up && !(s.Plan.Holds(at.Middle()) && t.Plan.Holds(at.Middle())):
		b.fault(where, "%v is not in the plans of both %q and %q", at.Middle(), p.A, p.B)
	case !up && (at.A == at.B || !onWall(s.Plan, at) || !onWall(t.Plan, at)):
		b.fault(where, "%v to %v is not a piece of a wall that %q and %q share", at.A, at.B, p.A, p.B)
	}
	return plans
}

func (b *roomBuilder) names() string {
	names := make([]string, len(b.r.rooms))
	for i := range b.r.rooms {
		names[i] = b.r.rooms[i].Name
	}
	return strings.Join(names, ", ")
}

// onWall reports whether a segment is a part of one side of a plan.
func onWall(p Polygon, s Segment) bool {
	for i := range p {
		if e := p.Edge(i); e.On(s.A) && e.On(s.B) {
			return true
		}
	}
	return false
}

// Count returns the number of rooms, and Passages the number of passages.
func (r *Rooms) Count() int    { return len(r.rooms) }
func (r *Rooms) Passages() int { return len(r.passages) }

// Room returns a copy of the description of a room, its corners counterclockwise.
func (r *Rooms) Room(id RoomID) Room {
	x := r.rooms[id]
	x.Plan = slices.Clone(x.Plan)
	return x
}

// Passage returns the description of a passage.
func (r *Rooms) Passage(id PassageID) Passage { return r.passages[id].Passage }

// Ends returns the rooms that a passage joins.
func (r *Rooms) Ends(id PassageID) (a, b RoomID) { return r.passages[id].a, r.passages[id].b }

// Find returns the room with a name.
func (r *Rooms) Find(name string) (RoomID, bool) {
	for i := range r.rooms {
		if r.rooms[i].Name == name {
			return RoomID(i), true
		}
	}
	return None, false
}

// FindPassage returns the passage with a name.
func (r *Rooms) FindPassage(name string) (PassageID, bool) {
	for i := range r.passages {
		if r.passages[i].Name == name {
			return PassageID(i), true
		}
	}
	return None, false
}
