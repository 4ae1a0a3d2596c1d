package game

import (
	"strings"

	"loophole/scene"
)

// A MarkerWording is the wording of a marker of a piece, or of the condition of a structure. In both
// texts # stands for the number of the marker, and * for the things that it names.
type MarkerWording struct {
	Label string // on the table, if it differs from the marker: "opportunity fire"
	Is    string // as a predicate, if not "is" and the label: "is in opportunity fire"
}

// markerWording returns the wording of a marker: its own, or that of its form with # for a number, or
// with * for what follows its first word.
func (w *Wording) markerWording(m string) (x MarkerWording, number, things string) {
	if x, there := w.Markers[m]; there {
		return x, "", ""
	}
	if number = firstNumber(m); number != "" {
		if x, there := w.Markers[strings.Replace(m, number, "#", 1)]; there {
			return x, number, ""
		}
	}
	if first, rest, found := strings.Cut(m, " "); found {
		if x, there := w.Markers[first+" *"]; there {
			return x, "", rest
		}
	}
	return MarkerWording{}, number, ""
}

// MarkerLabel returns the name that players use for a marker: "opportunity fire" for op-fire.
func (f *Instance) MarkerLabel(m string) string {
	x, number, things := f.Game.Wording.markerWording(m)
	if x.Label == "" {
		return m
	}
	return f.fillMarker(x.Label, number, things)
}

// fillMarker puts the number and the things of a marker into its wording. It uses no replacer, because
// one takes two thousand bytes and a picture has a hundred markers.
func (f *Instance) fillMarker(words, number, things string) string {
	words = strings.ReplaceAll(words, "#", number)
	if strings.Contains(words, "*") {
		words = strings.ReplaceAll(words, "*", f.allCalled(things))
	}
	return words
}

// markerPredicate returns the predicate that a thing has a marker, in the singular or plural: "has
// 2 pins".
func (f *Instance) markerPredicate(m string, many bool) string {
	x, number, things := f.Game.Wording.markerWording(m)
	s := x.Is
	switch {
	case s != "":
		s = f.fillMarker(s, number, things)
	case number != "" && strings.HasPrefix(m, number):
		s = "has " + m
	default:
		s = "is " + f.MarkerLabel(m)
	}
	if many {
		s = toPlural(s)
	}
	return s
}

// allCalled returns the names that players use for things that are listed with "and".
func (f *Instance) allCalled(list string) string {
	names := strings.Split(list, " and ")
	for i, n := range names {
		names[i] = f.Called(n)
	}
	return joinWords(names)
}

// Picture is [Instance.Scene] with its headline, markers and conditions in the words of players.
func (f *Instance) Picture(p Position) (s scene.Scene, ok bool) {
	s, ok = f.Scene(p)
	s.Headline = strings.Join(f.SpokenAll(strings.Split(s.Headline, "; ")), "; ")
	mark := func(list []string) {
		for i := range list {
			list[i] = f.MarkerLabel(list[i])
		}
	}
	pieces := func(list []scene.Piece) {
		for i := range list {
			mark(list[i].Markers)
		}
	}
	for i := range s.Structures {
		x := &s.Structures[i]
		x.Condition = f.MarkerLabel(x.Condition)
		mark(x.Markers)
		for k := range x.Floors {
			pieces(x.Floors[k].Pieces)
		}
	}
	pieces(s.Pieces)
	pieces(s.Waiting)
	return s, ok
}
