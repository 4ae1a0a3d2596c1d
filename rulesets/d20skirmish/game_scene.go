package d20skirmish

import (
	"fmt"
	"slices"
	"strings"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// draw shows a position: places in the open as areas, rooms as structures.
// Rooms that stand over one another are the floors of one.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.Scene{Unit: "inch", Surface: scene.Grass, Headline: fmt.Sprintf("Round %d of %d, %s to activate", p.Round, f.rounds, rule.Side(f.sides[p.Side]).Called())}
	if p.Active > 0 {
		s.Headline += "; " + f.activeText(p)
	}
	s.Counts = f.ready(p)
	stacks := f.stacks()
	for at := range f.places {
		if x := &f.places[at]; x.open {
			s.Areas = append(s.Areas, scene.Area{Name: x.name, Kind: "open", Terrain: x.terrain(), Outline: f.outline(at), Label: true})
		}
	}
	for _, stack := range stacks {
		x := scene.Structure{Name: f.stackName(stack), Outline: f.outline(stack[0]), Standing: true}
		for _, at := range stack {
			floor := scene.Floor{Name: f.floorName(at), Note: f.placeText(p, at), Places: []string{f.places[at].name}}
			for i := range f.troops {
				if int(p.Teams[i].Place) == at+1 {
					floor.Pieces = append(floor.Pieces, f.piece(p, i))
				}
			}
			if f.places[at].objective {
				x.Objective = scene.Held(int(p.Rooms[at].Held) - 1)
			}
			x.Floors = append(x.Floors, floor)
		}
		s.Structures = append(s.Structures, x)
	}
	for i := range f.troops {
		if at := int(p.Teams[i].Place) - 1; at >= 0 && f.places[at].open {
			piece := f.piece(p, i)
			piece.At = scene.Spot(f.places[at].middle)
			s.Pieces = append(s.Pieces, piece)
		}
	}
	for i := range f.ways {
		w := &f.ways[i]
		if a, b := &f.places[w.ends[0]], &f.places[w.ends[1]]; !a.open && !b.open && a.storey != b.storey {
			continue
		}
		o := scene.Opening{Name: w.name, Kind: w.drawn(p), At: f.between(w)}
		for _, end := range w.ends {
			if !f.places[end].open {
				o.In = append(o.In, f.wallOf(stacks, int(end), o.At))
			}
		}
		s.Openings = append(s.Openings, o)
	}
	s.Board[0], s.Board[1] = s.Bounds()
	return s
}

// ready counts the teams of each side that can still be activated in the round.
func (f *Battlefield) ready(p *Position) []scene.Count {
	list := []scene.Count{{Side: 0, What: "teams to activate"}, {Side: 1, What: "teams to activate"}}
	for i := range f.troops {
		if p.here(i) {
			c := &list[f.troops[i].side]
			c.Of++
			if p.Teams[i].State != Done {
				c.Left++
			}
		}
	}
	return list
}

// terrain is what a place in the open is drawn as.
func (x *spot) terrain() string {
	if x.looks == ground.Untold {
		return scene.Grass
	}
	return x.looks.String()
}

// drawn is what a passage is drawn as.
func (w *way) drawn(p *Position) string {
	kind := "door"
	switch w.kind {
	case Window:
		kind = "window"
	case Loophole:
		kind = "slit"
	case Arch, Stairs:
		kind = "gap"
	}
	if p.shut(w) {
		return "shut " + kind
	}
	return kind
}

// stackName is the name of rooms that stand over one another.
func (f *Battlefield) stackName(stack []int) string {
	var names []string
	for _, at := range stack {
		names = append(names, f.places[at].name)
	}
	return strings.Join(names, "+")
}

func (f *Battlefield) floorName(at int) string {
	return fmt.Sprintf("%s (%d)", f.places[at].name, f.places[at].storey)
}

// wallOf is the wall of a room that a passage is in; one in the middle of the
// floor has no side.
func (f *Battlefield) wallOf(stacks [][]int, at int, door scene.Point) scene.Wall {
	w := scene.Wall{Floor: f.floorName(at)}
	for _, stack := range stacks {
		if slices.Contains(stack, at) {
			w.Structure = f.stackName(stack)
		}
	}
	box := f.places[at].box
	switch {
	case door.Y == int(box[3])*scene.Scale:
		w.Side = "north"
	case door.Y == int(box[1])*scene.Scale:
		w.Side = "south"
	case door.X == int(box[2])*scene.Scale:
		w.Side = "east"
	case door.X == int(box[0])*scene.Scale:
		w.Side = "west"
	}
	return w
}

// stacks lists the rooms that stand over one another, from the lowest up.
func (f *Battlefield) stacks() [][]int {
	var stacks [][]int
	for at := range f.places {
		if f.places[at].open {
			continue
		}
		k := 0
		for k < len(stacks) && f.places[stacks[k][0]].box != f.places[at].box {
			k++
		}
		if k == len(stacks) {
			stacks = append(stacks, nil)
		}
		i := len(stacks[k])
		for i > 0 && f.places[stacks[k][i-1]].storey > f.places[at].storey {
			i--
		}
		stacks[k] = append(stacks[k][:i], append([]int{at}, stacks[k][i:]...)...)
	}
	return stacks
}

// outline is the plan of a place, south-west corner first.
func (f *Battlefield) outline(at int) []scene.Point {
	b := f.places[at].box
	west, south, east, north := int(b[0])*scene.Scale, int(b[1])*scene.Scale, int(b[2])*scene.Scale, int(b[3])*scene.Scale
	return []scene.Point{{X: west, Y: south}, {X: east, Y: south}, {X: east, Y: north}, {X: west, Y: north}}
}

// between is the middle of what two places share of a wall.
func (f *Battlefield) between(w *way) scene.Point {
	a, b := f.places[w.ends[0]].box, f.places[w.ends[1]].box
	mid := func(low, high int) int {
		return (max(int(a[low]), int(b[low])) + min(int(a[high]), int(b[high]))) * scene.Scale / 2
	}
	return scene.Point{X: mid(0, 2), Y: mid(1, 3)}
}

// piece is a team as it is shown.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	t, feels, x := &p.Teams[i], f.spirit(p, i), &f.troops[i]
	s := scene.Piece{Name: x.name, Side: int(x.side), Strength: t.men(), Where: f.places[t.Place-1].name}
	s.Spent = t.State == Done
	s.Markers = append(s.Markers, "element "+x.element.Names()[x.element])
	for _, m := range []struct {
		on   bool
		word string
	}{
		{t.Suppressed, "suppressed"}, {feels.Hesitant, "hesitant"}, {feels.Pinned, "pinned"}, {feels.Drop > 0, fmt.Sprintf("morale down by %d", feels.Drop)}, {t.State != Ready, t.State.Names()[t.State]},
	} {
		if m.on {
			s.Markers = append(s.Markers, m.word)
		}
	}
	return s
}
