package ground

import "slices"

// other returns the room at the far end of a passage.
func (p *passage) other(a RoomID) RoomID {
	if p.a == a {
		return p.b
	}
	return p.a
}

// Overlooks reports whether two rooms share a passage that can be seen through now, so that a
// part of one can be seen from a part of the other.
func (r *Rooms) Overlooks(a, b RoomID, shut Shut) bool {
	_, ok := r.Lookout(a, b, shut)
	return ok
}

// Lookout returns the first passage that two rooms share and that can be seen through now, if
// any.
func (r *Rooms) Lookout(a, b RoomID, shut Shut) (PassageID, bool) {
	for _, id := range r.at[a] {
		if p := &r.passages[id]; p.sees && !shut.Has(id) && p.other(a) == b {
			return id, true
		}
	}
	return None, false
}

// Sees reports whether the straight line between two points of a storey is clear: it meets each
// wall in a passage that can be seen through. Points stand in rooms, not in walls. The line may
// pass any number of rooms. Outside of all rooms it is clear.
func (r *Rooms) Sees(a, b Point, storey int, shut Shut) bool {
	clear := true
	r.crossings(a, b, storey, shut, func(_ RoomID, p PassageID) bool {
		clear = p != None
		return clear
	})
	return clear
}

// A Crossing lists the passages and walls that a straight line between two points of a storey
// meets.
type Crossing struct {
	Through []PassageID // open passages, the nearest to the first point first
	Walls   []RoomID    // rooms whose walls stop the line, in the order of their numbers
	Closed  []PassageID // shut passages that the line would go through, nearest first
}

// Clear reports whether nothing stops the line.
func (c *Crossing) Clear() bool { return len(c.Walls) == 0 }

// Crossed lists the passages that the line of [Rooms.Sees] goes through, and the walls that stop
// it.
func (r *Rooms) Crossed(a, b Point, storey int, shut Shut) (c Crossing) {
	line := Segment{a, b}
	r.crossings(a, b, storey, shut, func(room RoomID, p PassageID) bool {
		switch {
		case p != None && !slices.Contains(c.Through, p):
			c.Through = append(c.Through, p)
		case p == None && !slices.Contains(c.Walls, room):
			c.Walls = append(c.Walls, room)
		}
		return true
	})
	for id := range r.passages {
		p, n := &r.passages[id], PassageID(id)
		if shut.Has(n) && p.sees && p.drawn && r.rooms[p.a].Storey == storey && p.Opening.Meets(line) {
			c.Closed = append(c.Closed, n)
		}
	}
	near := func(x, y PassageID) int {
		return int(Distance(a, r.passages[x].Opening.Middle()) - Distance(a, r.passages[y].Opening.Middle()))
	}
	slices.SortStableFunc(c.Through, near)
	slices.SortStableFunc(c.Closed, near)
	return c
}

// crossings calls yield with each wall of a room that a line meets, and with the open passage in
// which it meets it, or None. It stops when yield returns false.
func (r *Rooms) crossings(a, b Point, storey int, shut Shut, yield func(RoomID, PassageID) bool) {
	line := Segment{a, b}
	around := boxOf(a, b)
	for i := range r.rooms {
		x := &r.rooms[i]
		if x.Storey != storey {
			continue
		}
		for j := range x.Plan {
			wall := x.Plan.Edge(j)
			w := boxOf(wall.A, wall.B)
			if !w.isApart(&around) && wall.Meets(line) && !yield(RoomID(i), r.gap(RoomID(i), wall, line, shut)) {
				return
			}
		}
	}
}

// gap returns the open passage in which a line meets a wall of a room, or None.
func (r *Rooms) gap(room RoomID, wall, line Segment, shut Shut) PassageID {
	for _, id := range r.at[room] {
		p := &r.passages[id]
		if p.sees && p.drawn && !shut.Has(id) && wall.On(p.Opening.A) && wall.On(p.Opening.B) &&
			p.Opening.Meets(line) && turn(line.A, line.B, wall.A) != turn(line.A, line.B, wall.B) {
			return id
		}
	}
	return None
}

// A passageNode is a node of the search through the house: the middle of a passage.
type passageNode struct {
	length int64 // in 1024ths
	some   bool
	done   bool
}

// Walk returns the length of the shortest way from a point of one room to a point of another, and
// whether there is one. The way leads in straight lines from the middle of one passage to the
// middle of the next. The sum is rounded up. The way does not go around obstacles in a room, nor
// around a corner that points into it. Rooms and passages without a plan cannot be measured and
// are not used.
func (r *Rooms) Walk(from Point, a RoomID, to Point, b RoomID, shut Shut) (Length, bool) {
	var best [MaxRooms]passageNode
	if a == b {
		return Distance(from, to), true
	}
	r.enter(&best, a, from, 0, shut)
	least, some := int64(0), false
	for {
		at := -1
		for i := range r.passages {
			if d := &best[i]; d.some && !d.done && (at < 0 || d.length < best[at].length) {
				at = i
			}
		}
		if at < 0 || some && best[at].length >= least {
			return roundFine(least), some
		}
		best[at].done = true
		p := &r.passages[at]
		middle := p.Opening.Middle()
		length := best[at].length + int64(p.Length)<<fineBits
		if p.a == b || p.b == b {
			if d := length + fineDistance(middle, to); !some || d < least {
				least, some = d, true
			}
		}
		r.enter(&best, p.a, middle, length, shut)
		r.enter(&best, p.b, middle, length, shut)
	}
}

// enter extends the search from a point of a room to all of its passages.
func (r *Rooms) enter(best *[MaxRooms]passageNode, room RoomID, at Point, length int64, shut Shut) {
	for _, id := range r.at[room] {
		p := &r.passages[id]
		d := length + fineDistance(at, p.Opening.Middle())
		if !p.passes || !p.drawn || shut.Has(id) || best[id].done || best[id].some && best[id].length <= d {
			continue
		}
		best[id].length, best[id].some = d, true
	}
}
