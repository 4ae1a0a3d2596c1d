package game

import (
	"fmt"
	"strings"
)

// Nothing is the only name in a domain without things, because a domain needs a name.
const Nothing = "nothing"

// Named returns the domain of n things. Value i has the name that called returns for thing i, from 0.
func Named[F any](name string, n func(f *F) int, called func(f *F, i int) string) Domain[F] {
	return Domain[F]{Name: name, Names: func(f *F) []string {
		var names []string
		for i := range n(f) {
			names = append(names, called(f, i))
		}
		if len(names) == 0 {
			return []string{Nothing}
		}
		return names
	}}
}

// Things returns the domain of the things in a list of the battlefield, by what each is called.
func Things[F, T any](name string, list func(f *F) []T, called func(x *T) string) Domain[F] {
	return Named(name, func(f *F) int { return len(list(f)) }, func(f *F, i int) string { return called(&list(f)[i]) })
}

// Choice returns the domain of words that are the same in every game.
func Choice[F any](name string, words ...string) Domain[F] {
	return Domain[F]{Name: name, Names: func(*F) []string { return words }}
}

// EndValue returns the value of the end of a game to a side: 1000 if it has won, -1000 if it has lost. It is
// 0 for a draw and while the game is in progress.
func EndValue(how Ending, winner int8, side uint8) int {
	switch {
	case how == InProgress || winner == Draw:
		return 0
	case winner == int8(side):
		return 1000
	}
	return -1000
}

// SoleSide returns the side that alone has units in a place, or -1.
func SoleSide(in [2]int) int {
	switch {
	case in[0] > 0 == (in[1] > 0):
		return -1
	case in[0] > 0:
		return 0
	}
	return 1
}

// ControlBy returns which side controls a place, from 1, or 0 for neither, and whether that has changed. A
// side that is alone in a place controls it until the other side is alone there. The argument present says
// which sides have units there, and held which side has controlled the place so far, from 1.
func ControlBy(present [2]bool, held uint8) (now uint8, changed bool) {
	switch {
	case present[0] == present[1]:
		return held, false
	case present[0]:
		now = 1
	default:
		now = 2
	}
	return now, now != held
}

// Roster writes for each side its losses and, a line each, those of its n units that are on the
// table.
func Roster[S ~string](b *strings.Builder, sides [2]S, lost [2]uint8, n int, unit func(i int) (side uint8, there bool), text func(i int) string) {
	for side := range uint8(2) {
		fmt.Fprintf(b, "%s, %d lost\n", sides[side], lost[side])
		for i := range n {
			if of, there := unit(i); there && of == side {
				fmt.Fprintf(b, "  %s\n", text(i))
			}
		}
	}
}
