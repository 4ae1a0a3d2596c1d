package game

import "math/bits"

// MostArgs is how many arguments a verb may take.
const MostArgs = 6

// None is the value of an optional argument that is left out.
const None int16 = -1

// Args are the arguments of an action, in the order of its verb. Values that a
// verb has no argument for are 0.
type Args [MostArgs]int16

// An Action is one thing that a side may do: a verb by its place in the game,
// and its arguments. It is a small comparable value; its line of text is for
// [Instance.FormatAction].
type Action struct {
	Verb uint8
	Args Args
}

// A Domain names the values that an argument may have. Value i of a kind has the
// i-th name of the field; names are single words, lower case but for places on
// the map, and differ within a kind.
type Domain[F any] struct {
	Name  string // what a player calls it: "unit"
	Names func(f *F) []string
	// Low and High bound a kind of whole numbers, which has no Names.
	Low, High int16
}

// A Param is an argument of a verb.
type Param[F any] struct {
	Kind *Domain[F]
	Word string // the small word before it: "to"
	// Optional arguments may be left out, with their word: the value is [None],
	// or, of a set, 0. An optional argument has a word unless it is the last.
	Optional bool
	// Set is several values at once: bit i of the argument is value i. A kind
	// of sets has 15 values at the most.
	Set bool
}

// mostSet is how many values fit into a set.
const mostSet = 15

// SetMembers lists the values in a set, lowest first.
func SetMembers(set int16) []int {
	var list []int
	for rest := uint16(set) & (1<<mostSet - 1); rest != 0; rest &= rest - 1 {
		list = append(list, bits.TrailingZeros16(rest))
	}
	return list
}
