// Package replay is what an exact engine and an umpire share while a procedure is played
// again and again, each time with the next answers: the answers that are known already, and
// the states that were met at stage marks.
package replay

import (
	"errors"
	"unsafe"
)

// A Plan is what an exact engine lays out before each play: the answers that
// it knows already, and what is to happen at stage marks. It is a struct and
// not an interface because it is looked at millions of times a second.
type Plan struct {
	Prefix
	ResumeFrom *Checkpoint // the mark to go on from; see [Plan.Start]
	FromState  int         // the number of the state there
	Found      any         // a pointer to it, once it was looked up; a state never changes, so an old place reads right
	Resume     bool        // the play is still to come to that mark
	Skip       int         // marks to pass on the way
	Inside     int         // subrolls that are being played: their marks are passed
	StoppedAt  *Checkpoint // the mark at which the play ended; nil before each play
	Last       *Checkpoint // the mark at which a play ended last
	stages     []*Checkpoint
}

// An Prefix is the answers to the questions that a procedure asks first, as an
// exact engine knows them when it plays a path again with another ending.
type Prefix struct {
	Values []int
	At     int // how many were used
}

// A Checkpoint is what is kept of one stage mark.
type Checkpoint struct {
	Name   string
	Number int     // marks are numbered in the order in which they are first met
	States any     // the states seen, an *[intern.Index] owned by rule.Checkpoint
	State  int     // the number of the state met at the end
	Nodes  []int32 // the engine's: what it calls each state, by its number
}

// Node is what the engine calls the state met at the end, or -1 where it has no
// name for it yet.
func (s *Checkpoint) Node() int {
	if s.State < len(s.Nodes) {
		return int(s.Nodes[s.State])
	}
	return -1
}

// Start lays out where plays go on from: the state with a number at a mark, or
// with nil the beginning.
func (c *Plan) Start(from *Checkpoint, state int) {
	c.ResumeFrom, c.FromState, c.Found = from, state, nil
}

// Stages returns the marks that were met, by their numbers.
func (c *Plan) Stages() []*Checkpoint { return c.stages }

// Clear forgets the marks. What keep returns of the states of a mark is used
// again for the next mark of that number.
func (c *Plan) Clear(keep func(states any) any) {
	for _, s := range c.stages {
		s.Name, s.States, s.Nodes = "", keep(s.States), s.Nodes[:0]
	}
	c.stages, c.Last, c.StoppedAt = c.stages[:0], nil, nil
	c.Start(nil, 0)
}

// Stage finds a mark by its name, or takes note of it.
func (c *Plan) Stage(name string) *Checkpoint {
	for _, s := range c.stages {
		if s.Name == name {
			return s
		}
	}
	n := len(c.stages)
	if n < cap(c.stages) {
		c.stages = c.stages[:n+1]
	} else {
		c.stages = append(c.stages, nil)
	}
	if c.stages[n] == nil {
		c.stages[n] = &Checkpoint{}
	}
	c.stages[n].Name, c.stages[n].Number = name, n
	return c.stages[n]
}

// Is compares the name of a mark, which nearly always is the same constant.
func (s *Checkpoint) Is(mark string) bool {
	return unsafe.StringData(s.Name) == unsafe.StringData(mark) && len(s.Name) == len(mark) || s.Name == mark
}

// Len returns how many states were seen at the mark.
func (s *Checkpoint) Len() int { return s.States.(interface{ Len() int }).Len() }

// A Source lays out a plan. An umpire that keeps no record takes the answers of its prefix
// without asking for them.
type Source interface{ Course() *Plan }

// SubrollCache is a source that remembers the distribution of named subrolls.
type SubrollCache interface {
	// Replayed returns the answer to the question that the path has come to, if
	// the path was here before.
	Replayed() (value int, ok bool)
	// Slot returns the place where a subroll, known by its pointer, keeps its
	// arguments under a house, by its pointer, and the engine what it learnt of them. Umpires
	// may keep the answer until Umpire.Reset.
	Slot(sub any, house any) *Slot
	// Has reports whether the distribution for an argument is remembered.
	Has(s *Slot, arg int) bool
	// Fill finds the distribution for an argument by playing the subroll.
	Fill(s *Slot, arg int, name string, play func() int) error
	// FillSum finds the distribution for an argument as that of the sum of n
	// values for another argument, which is known.
	FillSum(s *Slot, arg, one, n int) error
	// Answer answers with the first value of a distribution, if it is known.
	Answer(s *Slot, arg int) (value int, known bool, err error)
}

// ErrNotCached is what a cache returns for an argument whose distribution it does
// without: the subroll is played.
var ErrNotCached = errors.New("replay: not remembered; to be played")

// A Slot holds what is remembered of one subroll.
type Slot struct {
	Args  any // the arguments seen, owned by the subroll
	Known any // what the engine learnt, by argument
}
