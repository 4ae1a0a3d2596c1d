package server

import (
	"slices"
	"strconv"
	"strings"

	"loophole/scene"
)

// A placed is a piece with its place in the scene.
type placed struct {
	*scene.Piece
	at scene.Point
}

// placedIn returns the pieces of a scene by name. Pieces in structures are at the middle of the
// structure.
func placedIn(s *scene.Scene) map[string]placed {
	all := map[string]placed{}
	for i := range s.Structures {
		x := &s.Structures[i]
		for k := range x.Floors {
			for n := range x.Floors[k].Pieces {
				p := &x.Floors[k].Pieces[n]
				all[p.Name] = placed{p, scene.Centre(x.Outline)}
			}
		}
	}
	for i := range s.Pieces {
		all[s.Pieces[i].Name] = placed{&s.Pieces[i], s.Pieces[i].At}
	}
	return all
}

// traces returns the moves of the pieces between two scenes.
func traces(before, after *scene.Scene) []Trace {
	was, is, list := placedIn(before), placedIn(after), []Trace{}
	for _, name := range after.PieceNames() {
		a, ok := was[name]
		if b := is[name]; ok && (a.at != b.at || a.Where != b.Where) {
			list = append(list, Trace{"move", name, []int{a.at.X, a.at.Y}, []int{b.at.X, b.at.Y}})
		}
	}
	return list
}

// changes returns the differences between two scenes.
func changes(before, after *scene.Scene) []Change {
	was, is, list := placedIn(before), placedIn(after), []Change{}
	for _, name := range before.PieceNames() {
		a := was[name]
		b, there := is[name]
		switch {
		case !there:
			list = append(list, Change{"gone", name, a.Title, a.Where, ""})
			continue
		case a.Strength != b.Strength:
			list = append(list, Change{"loses", name, a.Title, strconv.Itoa(a.Strength), strconv.Itoa(b.Strength)})
		}
		if !slices.Equal(a.Markers, b.Markers) {
			list = append(list, Change{"marked", name, a.Title, strings.Join(a.Markers, ", "), strings.Join(b.Markers, ", ")})
		}
	}
	for _, name := range after.PieceNames() {
		if _, there := was[name]; !there {
			list = append(list, Change{"comes", name, is[name].Title, "", is[name].Where})
		}
	}
	conditions := map[string]string{}
	for i := range before.Structures {
		conditions[before.Structures[i].Name] = before.Structures[i].Condition
	}
	for i := range after.Structures {
		x := &after.Structures[i]
		if c, there := conditions[x.Name]; there && c != x.Condition {
			list = append(list, Change{"condition", x.Name, x.Title, c, x.Condition})
		}
	}
	return list
}
