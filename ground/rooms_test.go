package ground

import (
	"slices"
	"testing"
)

// cottage has three rooms in a row and one above, 12 by 6 feet of 1 inch each:
//
//	  0      6      12     18
//	6 +------+------+------+
//	  | hall |kitchn| shed |
//	  |      a      d      |     a: arch, y 2 to 4
//	  |      |      w      |     d: door, y 3 to 4; w: window, y 1 to 2
//	0 +------+------+------+
//
// Stairs lead from the hall up to the loft, which lies over it.
func cottage() House {
	return House{
		Rooms: []Room{
			{Name: "hall", Plan: Rect(At(0, 0), 6*Inch, 6*Inch), Capacity: 4},
			{Name: "kitchen", Plan: Rect(At(6, 0), 6*Inch, 6*Inch)},
			{Name: "shed", Plan: Rect(At(12, 0), 6*Inch, 6*Inch)},
			{Name: "loft", Storey: 1, Plan: Rect(At(0, 0), 6*Inch, 6*Inch)},
			{Name: "cellar", Storey: -1},
		},
		Passages: []Passage{
			{Name: "arch", Kind: RoomArch, A: "hall", B: "kitchen", Opening: Segment{At(6, 2), At(6, 4)}},
			{Name: "door", Kind: RoomDoor, A: "kitchen", B: "shed", Opening: Segment{At(12, 3), At(12, 4)}},
			{Name: "window", Kind: RoomWindow, A: "kitchen", B: "shed", Opening: Segment{At(12, 1), At(12, 2)}},
			{Name: "stairs", Kind: RoomStairs, A: "hall", B: "loft", Opening: Segment{At(1, 5), At(1, 5)}, Length: 4 * Inch},
			{Name: "trap", Kind: RoomHatch, A: "shed", B: "cellar"},
		},
	}
}

func TestRooms(t *testing.T) {
	r, err := NewRooms(cottage())
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string) RoomID {
		id, ok := r.Find(name)
		if !ok {
			t.Fatal("no room", name)
		}
		return id
	}
	hall, kitchen, shed, loft := find("hall"), find("kitchen"), find("shed"), find("loft")
	door, _ := r.FindPassage("door")
	window, _ := r.FindPassage("window")
	shut := Shut(0).With(door)
	if !r.Overlooks(kitchen, shed, shut) || r.Overlooks(hall, loft, 0) ||
		r.Overlooks(kitchen, shed, shut.With(window)) || r.Overlooks(hall, shed, 0) {
		t.Error("through the window, not up the stairs")
	}
	if a, b := r.Ends(door); a != kitchen || b != shed || r.Passage(door).Name != "door" || r.Count() != 5 || r.Passages() != 5 {
		t.Error("ends of the door")
	}
	if r.Room(hall).Capacity != 4 {
		t.Error("the capacity of the hall")
	}
}

func TestRoomSight(t *testing.T) {
	r, err := NewRooms(cottage())
	if err != nil {
		t.Fatal(err)
	}
	door, _ := r.FindPassage("door")
	for _, c := range []struct {
		name string
		a, b Point
		shut Shut
		want bool
	}{
		{"across a room", At(1, 1), At(5, 5), 0, true},
		{"through the arch", At(1, 3), At(8, 3), 0, true},
		{"through the wall", At(1, 1), At(8, 1), 0, false},
		// From (3,3) with slope 1/12: at x=6 at 3.25, at x=12 at 3.75.
		{"through arch and door", At(3, 3), Point{15000, 4000}, 0, true},
		{"the door is shut", At(3, 3), Point{15000, 4000}, Shut(0).With(door), false},
		// From (4,3) with slope -1/5: at x=6 at 2.6, at x=12 at 1.4.
		{"through arch and window", At(4, 3), At(14, 1), Shut(0).With(door), true},
		{"by the very post of the arch", At(5, 4), At(7, 4), 0, true},
		{"and a thousandth beside it", Point{5000, 4001}, Point{7000, 4001}, 0, false},
		{"out of the house", At(1, 1), At(1, -4), 0, false},
	} {
		if got := r.Sees(c.a, c.b, 0, c.shut); got != c.want || r.Sees(c.b, c.a, 0, c.shut) != got {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if !r.Sees(At(1, 1), At(5, 5), 1, 0) || r.Sees(At(1, 1), At(8, 3), 1, 0) {
		t.Error("the loft")
	}
}

// TestRoomWalls looks along a wall that has a short arch, and at stairs that
// stand against a wall.
func TestRoomWalls(t *testing.T) {
	r, err := NewRooms(House{
		Rooms: []Room{
			{Name: "hall", Plan: Rect(At(0, 0), 6*Inch, 6*Inch)}, {Name: "south", Plan: Rect(At(6, 0), 6*Inch, 3*Inch)},
			{Name: "north", Plan: Rect(At(6, 3), 6*Inch, 3*Inch)}, {Name: "loft", Storey: 1, Plan: Rect(At(0, 0), 6*Inch, 6*Inch)},
		},
		Passages: []Passage{
			{Name: "a", Kind: RoomArch, A: "hall", B: "south", Opening: Segment{At(6, 2), At(6, 3)}},
			{Name: "b", Kind: RoomArch, A: "hall", B: "north", Opening: Segment{At(6, 3), At(6, 4)}},
			{Name: "c", Kind: RoomArch, A: "south", B: "north", Opening: Segment{At(6, 3), At(7, 3)}},
			{Name: "stairs", Kind: RoomStairs, A: "hall", B: "loft", Opening: Segment{At(0, 2), At(0, 4)}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Sees(At(3, 3), At(11, 3), 0, 0) {
		t.Error("seen along the inside of a wall")
	}
	if !r.Sees(At(3, 3), Point{11000, 2999}, 0, 0) {
		t.Error("not seen beside the wall")
	}
	if r.Sees(At(3, 3), At(-2, 3), 0, 0) {
		t.Error("seen through the wall behind the stairs")
	}
}

func TestRoomWalk(t *testing.T) {
	r, err := NewRooms(cottage())
	if err != nil {
		t.Fatal(err)
	}
	hall, kitchen, shed, loft, cellar := RoomID(0), RoomID(1), RoomID(2), RoomID(3), RoomID(4)
	for _, c := range []struct {
		name string
		from Point
		a    RoomID
		to   Point
		b    RoomID
		want Length
		ok   bool
	}{
		{"across the hall", At(1, 1), hall, At(4, 5), hall, 5 * Inch, true},
		{"to the kitchen by the arch, 3 on and 3 on", At(3, 3), hall, At(9, 3), kitchen, 6 * Inch, true},
		{"into its corner: 3 on, then 3 and 3", At(3, 3), hall, At(9, 0), kitchen, 3000 + 4243, true},
		// The middle of the door is (12,3.5): 6 over and 0.5 up from the arch is 6.0208.
		{"to the shed", At(6, 3), hall, Point{15000, 3500}, shed, 9021, true},
		{"up to the loft: 4 of stairs, and 3 and 4 on", At(1, 5), hall, Point{5000, 2000}, loft, 4000 + 5000, true},
		{"to the cellar, of which there is no plan", At(3, 3), hall, At(3, 3), cellar, 0, false},
	} {
		if got, ok := r.Walk(c.from, c.a, c.to, c.b, 0); got != c.want || ok != c.ok {
			t.Errorf("%s: %v %v, want %v", c.name, got, ok, c.want)
		}
		if got, ok := r.Walk(c.to, c.b, c.from, c.a, 0); got != c.want || ok != c.ok {
			t.Errorf("%s, back: %v %v, want %v", c.name, got, ok, c.want)
		}
	}
}

// TestTwoDoors takes the door that is further away and leads there sooner: the
// roots of 26 and 41, 5.099 and 6.403, against the root of 34 and 5.
func TestTwoDoors(t *testing.T) {
	r, err := NewRooms(House{
		Rooms: []Room{{Name: "a", Plan: Rect(At(0, 0), 6*Inch, 6*Inch)}, {Name: "b", Plan: Rect(At(6, 0), 6*Inch, 6*Inch)}},
		Passages: []Passage{
			{Name: "near", A: "a", B: "b", Opening: Segment{At(6, 0), At(6, 2)}}, {Name: "far", A: "a", B: "b", Opening: Segment{At(6, 4), At(6, 6)}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := r.Walk(At(1, 2), 0, At(11, 5), 1, 0); !ok || d != 10831 {
		t.Error(d, ok)
	}
	far, _ := r.FindPassage("far")
	if d, ok := r.Walk(At(1, 2), 0, At(11, 5), 1, Shut(0).With(far)); !ok || d != 11503 {
		t.Error("with that door shut:", d, ok)
	}
}

func TestRoomFaults(t *testing.T) {
	_, err := NewRooms(House{
		Rooms: []Room{
			{Name: "hall", Plan: Rect(At(0, 0), 6*Inch, 6*Inch)}, {Name: "hall", Capacity: -1},
			{Name: "den", Plan: Rect(At(5, 0), 6*Inch, 6*Inch)}, {Name: "nook", Plan: Polygon{At(0, 0)}},
			{Name: "loft", Storey: 1, Plan: Rect(At(0, 0), 3*Inch, 3*Inch)},
		},
		Passages: []Passage{
			{Name: "door", A: "hall", B: "attic"}, {Name: "door", A: "nook", B: "nook"},
			{Name: "gate", A: "loft", B: "den"}, {Name: "arch", A: "hall", B: "den", Kind: RoomArch, Opening: Segment{At(6, 1), At(6, 7)}},
			{Name: "stairs", A: "hall", B: "loft", Kind: RoomStairs, Opening: Segment{At(5, 5), At(5, 5)}, Length: -1},
		},
	})
	want := `ground: room "hall": it has no name of its own: give it one
ground: room "hall": it holds -1: give 0 or more
ground: room "nook": a plan has 3 to 64 corners, not 1
ground: room "den": its plan overlaps that of "hall": they may only touch
ground: passage "door": it joins "hall" and "attic": name two rooms of hall, hall, den, nook, loft
ground: passage "door": it has no name of its own: give it one
ground: passage "door": it joins "nook" and "nook": name two rooms of hall, hall, den, nook, loft
ground: passage "gate": a door does not join storeys 1 and 0: use stairs or a hatch
ground: passage "arch": (6,1) to (6,7) is not a piece of a wall that "hall" and "den" share
ground: passage "stairs": its length is -0.001: give 0 to 500 inches
ground: passage "stairs": (5,5) is not in the plans of both "hall" and "loft"`
	if err == nil || err.Error() != want {
		t.Error(err)
	}
	if _, err := NewRooms(House{Rooms: make([]Room, 65)}); err == nil {
		t.Error("65 rooms")
	}
}

// TestCrossed: a line from the hall at (3,3) to the shed at (15,4) meets the
// walls at (6, 3.25), in the arch, and at (12, 3.75), in the door.
func TestCrossed(t *testing.T) {
	r, err := NewRooms(cottage())
	if err != nil {
		t.Fatal(err)
	}
	arch, _ := r.FindPassage("arch")
	door, _ := r.FindPassage("door")
	window, _ := r.FindPassage("window")
	kitchen, _ := r.Find("kitchen")
	shed, _ := r.Find("shed")
	hall, _ := r.Find("hall")
	there, back := r.Crossed(At(3, 3), At(15, 4), 0, 0), r.Crossed(At(15, 4), At(3, 3), 0, 0)
	if !there.Clear() || !slices.Equal(there.Through, []PassageID{arch, door}) || !slices.Equal(back.Through, []PassageID{door, arch}) {
		t.Errorf("%+v, and back %+v", there, back)
	}
	shut := Shut(0).With(door)
	c := r.Crossed(At(3, 3), At(15, 4), 0, shut)
	if c.Clear() || !slices.Equal(c.Walls, []RoomID{kitchen, shed}) || !slices.Equal(c.Closed, []PassageID{door}) || !slices.Equal(c.Through, []PassageID{arch}) {
		t.Errorf("the door is shut: %+v", c)
	}
	if c = r.Crossed(At(3, 5), At(9, 5), 0, 0); !slices.Equal(c.Walls, []RoomID{hall, kitchen}) || len(c.Closed) > 0 {
		t.Errorf("beside the arch: %+v", c)
	}
	if id, ok := r.Lookout(kitchen, shed, shut); !ok || id != window {
		t.Error("through", id, ok)
	}
	if id, ok := r.Lookout(kitchen, shed, shut.With(window)); ok || id != None {
		t.Error("through", id, ok)
	}
}
