// Package replay contains what an exact engine and an umpire share while the engine plays a
// procedure again and again with different answers: the answers that are already known, and the
// states that were reached at checkpoints.
package replay

import (
	"errors"
	"unsafe"

	"loophole/internal/intern"
)

// A Plan is what an exact engine sets up before each run: the answers that it already knows, and
// what should happen at checkpoints. It is a struct and not an interface because the umpire reads
// it millions of times a second.
type Plan struct {
	Prefix
	ResumeFrom  *Checkpoint // the checkpoint to resume from; see [Plan.Start]
	FromState   int         // the number of the state there
	Found       any         // a pointer to that state, once it was looked up; states never change, so the pointer stays valid
	Resume      bool        // the run has not reached that checkpoint yet
	Skip        int         // checkpoints to pass on the way
	Ignoring    int         // depth of subrolls and of parts without checkpoints; above 0, checkpoints are ignored
	StoppedAt   *Checkpoint // the checkpoint at which this run ended; nil before each run
	Last        *Checkpoint // the checkpoint at which a run last ended
	checkpoints []*Checkpoint
}

// A Prefix contains the answers to the first questions of a procedure. An exact engine knows them
// when it plays a path again with another ending.
type Prefix struct {
	Values []int
	At     int // the number of answers used so far
}

// A Checkpoint holds the states that were reached at one checkpoint of a procedure.
type Checkpoint struct {
	Name   string
	Number int     // checkpoints are numbered in the order in which they are first reached
	States any     // the states reached so far, an *intern.Index that rule.Checkpoint owns
	State  int     // the number of the state at which the run ended
	Nodes  []int32 // the engine's node for each state, by the number of the state
}

// Node returns the engine's node for the state at which the run ended, or -1 if there is none yet.
func (s *Checkpoint) Node() int {
	if s.State < len(s.Nodes) {
		return int(s.Nodes[s.State])
	}
	return -1
}

// Start sets where runs begin: at a state of a checkpoint, by its number, or at the beginning of
// the procedure if from is nil.
func (c *Plan) Start(from *Checkpoint, state int) {
	c.ResumeFrom, c.FromState, c.Found = from, state, nil
}

// Checkpoints returns the checkpoints that were reached, by their numbers.
func (c *Plan) Checkpoints() []*Checkpoint { return c.checkpoints }

// Clear removes the checkpoints. The next checkpoint with the same number reuses the value that
// keep returns for the old states.
func (c *Plan) Clear(keep func(states any) any) {
	for _, s := range c.checkpoints {
		s.Name, s.States, s.Nodes = "", keep(s.States), s.Nodes[:0]
	}
	c.checkpoints, c.Last, c.StoppedAt = c.checkpoints[:0], nil, nil
	c.Start(nil, 0)
}

// Checkpoint returns the checkpoint with a name, and adds it if it is new.
func (c *Plan) Checkpoint(name string) *Checkpoint {
	for _, s := range c.checkpoints {
		if s.Name == name {
			return s
		}
	}
	n := len(c.checkpoints)
	if n < cap(c.checkpoints) {
		c.checkpoints = c.checkpoints[:n+1]
	} else {
		c.checkpoints = append(c.checkpoints, nil)
	}
	if c.checkpoints[n] == nil {
		c.checkpoints[n] = &Checkpoint{}
	}
	c.checkpoints[n].Name, c.checkpoints[n].Number = name, n
	return c.checkpoints[n]
}

// Is reports whether a checkpoint has a name. It compares the pointers first, because the name is nearly always
// the same constant.
func (s *Checkpoint) Is(name string) bool {
	return unsafe.StringData(s.Name) == unsafe.StringData(name) && len(s.Name) == len(name) || s.Name == name
}

// Len returns the number of states that were reached at the checkpoint.
func (s *Checkpoint) Len() int { return s.States.(interface{ Len() int }).Len() }

// A Wordless source may not read the words of questions: their reasons and subjects. It reads their
// sides.
type Wordless interface{ IsWordless() bool }

// A Source has a plan. An umpire without a record takes the answers of the plan's prefix without
// asking the source.
type Source interface{ Plan() *Plan }

// SubrollCache is a source that caches the distributions of named subrolls.
type SubrollCache interface {
	// Replayed returns the answer to the current question if an earlier run of the path has asked
	// it.
	Replayed() (value int, ok bool)
	// Slot returns the slot for a subroll under house rules, both identified by their pointers.
	// There the subroll keeps its arguments, and the engine their distributions. Umpires may keep
	// the result until Umpire.Reset.
	Slot(sub any, house any) *Slot
	// Has reports whether the distribution for an argument is cached.
	Has(s *Slot, arg int) bool
	// Fill computes the distribution for an argument by playing the subroll.
	Fill(s *Slot, arg int, name string, play func() int) error
	// FillSum computes the distribution for an argument as that of the sum of n values for another
	// argument, whose distribution is cached.
	FillSum(s *Slot, arg, one, n int) error
	// Answer answers with the first value of a distribution, if it is known.
	Answer(s *Slot, arg int) (value int, known bool, err error)
}

// ErrNotCached is the error of a cache that does not store the distribution for an argument. The
// umpire then plays the subroll.
var ErrNotCached = errors.New("replay: not cached: play the subroll")

// A Slot holds the cached distributions of one subroll.
type Slot struct {
	Args    any           // the arguments so far, owned by the subroll
	Results *intern.Index // the results so far if they are more than numbers, owned by the subroll
	Known   any           // the engine's distributions, by argument
}
