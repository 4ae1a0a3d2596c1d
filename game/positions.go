package game

import "loophole/internal/intern"

// A PositionSet numbers the different positions of one game from 0, in the order in which they are
// added. It reads the position of a [Runner], so that nothing is copied. It serves one goroutine at
// a time.
type PositionSet struct{ met untypedSet }

// untypedSet is a set of positions without their type.
type untypedSet interface {
	of(runnerState) int
	find(runnerState) (int, bool)
	at(i int) Position
	len() int
	bytes() int
}

// Positions returns an empty set, for runners of this game only.
func (f *Instance) Positions() *PositionSet { return &PositionSet{f.bound.positions()} }

// Add returns the number of the position of a runner. A position that is not in the set gets the next
// number.
func (x *PositionSet) Add(r *Runner) int { return x.met.of(r.state) }

// Find returns the number of the position of a runner, if it is in the set.
func (x *PositionSet) Find(r *Runner) (number int, ok bool) { return x.met.find(r.state) }

// At returns the position with a number.
func (x *PositionSet) At(i int) Position { return x.met.at(i) }

// Len returns the number of positions.
func (x *PositionSet) Len() int { return x.met.len() }

// Bytes returns approximately how much memory the set takes.
func (x *PositionSet) Bytes() int { return x.met.bytes() }

type metOf[S, F any, P comparable] struct{ index *intern.Index }

func (b *boundSpec[S, F, P]) positions() untypedSet { return &metOf[S, F, P]{intern.New[P]()} }

func (x *metOf[S, F, P]) of(s runnerState) int {
	return intern.Intern(x.index, &s.(*running[S, F, P]).p)
}

func (x *metOf[S, F, P]) find(s runnerState) (int, bool) {
	return intern.Find(x.index, s.(*running[S, F, P]).p)
}

func (x *metOf[S, F, P]) bytes() int { return x.index.Bytes() }

func (x *metOf[S, F, P]) at(i int) Position {
	return Position{&typedPosition[P]{*intern.At[P](x.index, i)}}
}

func (x *metOf[S, F, P]) len() int { return x.index.Len() }
