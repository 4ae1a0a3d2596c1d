package d20skirmish

import (
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/ground"
	"loophole/scene"
)

// draw shows a position: places in the open as areas, rooms as structures.
// Rooms above one another are the floors of one structure.
func draw(f *Battlefield, p *Position) scene.Scene {
	s := scene.Scene{Unit: "inch", Surface: scene.Grass, Headline: fmt.Sprintf("Round %d of %d, %s to activate", p.Round, f.rounds, f.sides[p.Side].Called())}
	if p.Active > 0 {
		s.Headline += "; " + f.activeText(p)
	}
	s.Counts = roster.Waiting(f, p, "teams to activate", func(p *Position, i int) bool { return p.Teams[i].State == Done })
	stacks := f.stacks()
	for at := range f.places {
		if place := &f.places[at]; place.open {
			s.Areas = append(s.Areas, scene.Area{Name: place.name, Kind: "open", Terrain: place.terrain(), Outline: scene.Outline(place.plan), Label: true})
		}
	}
	for _, stack := range stacks {
		structure := scene.Structure{Name: f.stackName(stack), Outline: scene.Outline(f.places[stack[0]].plan), Standing: true}
		for _, at := range stack {
			floor := scene.Floor{Name: f.floorName(at), Note: f.placeText(p, at), Places: []string{f.places[at].name}}
			for i := range p.teamsIn(uint8(at)) {
				floor.Pieces = append(floor.Pieces, f.piece(p, i))
			}
			if f.places[at].objective {
				structure.Objective = scene.Held(int(p.Rooms[at].Held) - 1)
			}
			structure.Floors = append(structure.Floors, floor)
		}
		s.Structures = append(s.Structures, structure)
	}
	for i := range f.teams {
		if at := int(p.Teams[i].Place) - 1; at >= 0 && f.places[at].open {
			piece := f.piece(p, i)
			piece.At = scene.Spot(f.places[at].middle)
			s.Pieces = append(s.Pieces, piece)
		}
	}
	for i := range f.passages {
		way := &f.passages[i]
		if a, b := &f.places[way.ends[0]], &f.places[way.ends[1]]; !a.open && !b.open && a.storey != b.storey {
			continue
		}
		opening := scene.Opening{Name: way.name, Kind: way.drawn(p), At: scene.Spot(way.shared.Middle())}
		for _, end := range way.ends {
			if !f.places[end].open {
				opening.In = append(opening.In, f.wallOf(stacks, int(end), opening.At))
			}
		}
		s.Openings = append(s.Openings, opening)
	}
	s.Board[0], s.Board[1] = s.Bounds()
	return s
}

// terrain returns the terrain as which a place in the open is drawn.
func (x *place) terrain() string {
	if x.terrainKind == ground.Untold {
		return scene.Grass
	}
	return x.terrainKind.String()
}

var drawnAs = [...]string{Door: "door", Arch: "gap", Window: "window", Loophole: "slit", Stairs: "gap", Hatch: "door"}

// drawn returns the kind of opening as which a passage is drawn.
func (w *passage) drawn(p *Position) string {
	kind := drawnAs[w.kind]
	if p.shut(w) {
		return "shut " + kind
	}
	return kind
}

// stackName returns the name of a stack of rooms.
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

// wallOf returns the wall of a room that contains a passage. A passage in the middle of
// the floor has no side.
func (f *Battlefield) wallOf(stacks [][]int, at int, door scene.Point) scene.Wall {
	wall := scene.Wall{Floor: f.floorName(at)}
	for _, stack := range stacks {
		if slices.Contains(stack, at) {
			wall.Structure = f.stackName(stack)
		}
	}
	low, high := scene.Spot(f.places[at].plan[0]), scene.Spot(f.places[at].plan[2])
	switch {
	case door.Y == high.Y:
		wall.Side = "north"
	case door.Y == low.Y:
		wall.Side = "south"
	case door.X == high.X:
		wall.Side = "east"
	case door.X == low.X:
		wall.Side = "west"
	}
	return wall
}

// stacks groups the rooms that are above one another, each group from the lowest up.
func (f *Battlefield) stacks() [][]int {
	var stacks [][]int
	for at := range f.places {
		if f.places[at].open {
			continue
		}
		over := func(stack []int) bool { return slices.Equal(f.places[stack[0]].plan, f.places[at].plan) }
		if k := slices.IndexFunc(stacks, over); k >= 0 {
			stacks[k] = append(stacks[k], at)
		} else {
			stacks = append(stacks, []int{at})
		}
	}
	for _, stack := range stacks {
		slices.SortStableFunc(stack, func(a, b int) int { return f.places[a].storey - f.places[b].storey })
	}
	return stacks
}

// piece returns the picture of a team.
func (f *Battlefield) piece(p *Position, i int) scene.Piece {
	team, morale, fixed := &p.Teams[i], f.moraleOf(p, i), &f.teams[i]
	piece := scene.Piece{Name: fixed.name, Side: int(fixed.side), Strength: team.men(), Where: f.places[team.Place-1].name}
	piece.Spent = team.State == Done
	marks := game.Words{"element " + fixed.element.Names()[fixed.element]}
	marks.If(team.Suppressed, "suppressed")
	marks.If(morale.Hesitant, "hesitant")
	marks.If(morale.Pinned, "pinned")
	marks.If(morale.Drop > 0, fmt.Sprintf("morale down by %d", morale.Drop))
	marks.If(team.State != Ready, team.State.Names()[team.State])
	piece.Markers = marks
	return piece
}
