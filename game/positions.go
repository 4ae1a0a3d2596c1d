package game

import "loophole/internal/intern"

// PositionSet numbers different positions of one fight from 0, in the order in
// which they are first met, so that what is known of a position can be kept and
// found again. Two positions are one exactly if they are equal. It looks at where
// a [Runner] stands, so that nothing is copied to find a position. It serves one
// goroutine at a time.
type PositionSet struct{ met met }

// met are the positions that were met, with their type forgotten.
type met interface {
	of(state) int
	find(state) (int, bool)
	at(i int) Position
	len() int
	bytes() int
}

// Positions returns an empty one. It takes runners of this fight only.
func (f *Instance) Positions() *PositionSet { return &PositionSet{f.bound.met()} }

// Add returns the number of the position that a runner stands at, a new one if it
// was not met before.
func (x *PositionSet) Add(r *Runner) int { return x.met.of(r.state) }

// Find returns the number of the position that a runner stands at, if it was met.
func (x *PositionSet) Find(r *Runner) (number int, ok bool) { return x.met.find(r.state) }

// At returns the position with a number.
func (x *PositionSet) At(i int) Position { return x.met.at(i) }

// Len returns how many different positions were met.
func (x *PositionSet) Len() int { return x.met.len() }

// Bytes is about how much memory it takes.
func (x *PositionSet) Bytes() int { return x.met.bytes() }

type metOf[S, F any, P comparable] struct{ index intern.Index[P] }

func (b *boundSpec[S, F, P]) met() met { return &metOf[S, F, P]{} }

func (x *metOf[S, F, P]) of(s state) int { return x.index.Intern(&s.(*running[S, F, P]).p) }

func (x *metOf[S, F, P]) find(s state) (int, bool) { return x.index.Find(s.(*running[S, F, P]).p) }

func (x *metOf[S, F, P]) bytes() int { return x.index.Bytes() }

func (x *metOf[S, F, P]) at(i int) Position { return Position{&at[P]{x.index.At(i)}} }

func (x *metOf[S, F, P]) len() int { return x.index.Len() }
