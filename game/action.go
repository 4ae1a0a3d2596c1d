package game

import "math/bits"

// MaxArgs is the largest number of arguments of an action.
const MaxArgs = 6

// None is the value of an optional argument that is left out.
const None int16 = -1

// Args are the arguments of an action, in the order of its parameters. The rest is 0.
type Args [MaxArgs]int16

// An Action is an action type, by its place in the game, with its arguments. It is a small
// comparable value. [Instance.FormatAction] writes it as a line of text.
type Action struct {
	Type uint8
	Args Args
}

// A Domain names the values that an argument may have. Value i has the i-th name. A name is one
// word. Names are in lower case, except for places on the map, and differ within a domain.
type Domain[F any] struct {
	Name  string // what a player calls it: "unit"
	Names func(f *F) []string
	// Low and High bound a domain of whole numbers, which has no Names.
	Low, High int16
}

// A Param is a parameter of an action type.
type Param[F any] struct {
	Domain *Domain[F]
	Word   string // the small word before it: "to"
	// Optional arguments may be left out, with their word: the value is [None],
	// or, of a set, 0. An optional argument has a word unless it is the last.
	Optional bool
	// Set accepts several values at once: bit i of the argument is value i. The domain then has
	// 15 values at most.
	Set bool
}

// mostSet is the largest number of values of a domain whose sets can be arguments.
const mostSet = 15

// SetMembers lists the values in a set, lowest first.
func SetMembers(set int16) []int {
	var list []int
	for rest := uint16(set) & (1<<mostSet - 1); rest != 0; rest &= rest - 1 {
		list = append(list, bits.TrailingZeros16(rest))
	}
	return list
}
