package rule

import (
	"unsafe"

	"loophole/internal/intern"
)

// Two hints let an exact engine do less without changing what a procedure
// means: a stage mark, where equal states go on as one, and a named sub-roll,
// whose distribution is remembered. Every other source plays through them.

// A ReplayPlan is what an exact engine lays out before each play: the answers that
// it knows already, and what is to happen at stage marks. It is a struct and
// not an interface because it is looked at millions of times a second.
type ReplayPlan struct {
	AnswerPrefix
	ResumeFrom *CheckpointStates // the mark to go on from; see [Course.Start]
	number     int               // of the state there
	state      any               // a pointer to it, once it was looked up; a state never changes, so an old place reads right
	Resume     bool              // the play is still to come to that mark
	Skip       int               // marks to pass on the way
	Inside     int               // sub-rolls that are being played: their marks are passed
	StoppedAt  *CheckpointStates // the mark at which the play ended; nil before each play
	last       *CheckpointStates // the mark at which a play ended last
	stages     []*CheckpointStates
}

// An AnswerPrefix is the answers to the questions that a procedure asks first, as an
// exact engine knows them when it plays a path again with another ending.
type AnswerPrefix struct {
	Values []int
	At     int // how many were used
}

// A CheckpointStates is what is kept of one stage mark.
type CheckpointStates struct {
	Name   string
	Number int     // marks are numbered in the order in which they are first met
	States any     // the states seen, an *[intern.Index] owned by Checkpoint
	State  int     // the number of the state met at the end
	Nodes  []int32 // the engine's: what it calls each state, by its number
}

// Node is what the engine calls the state met at the end, or -1 where it has no
// name for it yet.
func (s *CheckpointStates) Node() int {
	if s.State < len(s.Nodes) {
		return int(s.Nodes[s.State])
	}
	return -1
}

// Replayer is a source that lays out a course. An umpire that keeps no record
// takes the answers of the path without asking for them.
type Replayer interface{ Course() *ReplayPlan }

// Heed has an umpire ask for the answers of the path too, or no more: an engine lets
// it play some paths so, to see whether the questions are the same.
func (u *Umpire) Heed(on bool) {
	switch {
	case u.path == nil: // It asks for everything.
	case on:
		u.path = &unlaid
	default:
		u.path = &u.course.AnswerPrefix
	}
}

// unlaid is a path of which nothing is laid out. It is never written.
var unlaid AnswerPrefix

// Start lays out where plays go on from: the state with a number at a mark, or
// with nil the beginning.
func (c *ReplayPlan) Start(from *CheckpointStates, state int) {
	c.ResumeFrom, c.number, c.state = from, state, nil
}

// Stages returns the marks that were met, by their numbers.
func (c *ReplayPlan) Stages() []*CheckpointStates { return c.stages }

// Clear forgets the marks. What keep returns of the states of a mark is used
// again for the next mark of that number.
func (c *ReplayPlan) Clear(keep func(states any) any) {
	for _, s := range c.stages {
		s.Name, s.States, s.Nodes = "", keep(s.States), s.Nodes[:0]
	}
	c.stages, c.last, c.StoppedAt = c.stages[:0], nil, nil
	c.Start(nil, 0)
}

// stage finds a mark by its name, or takes note of it.
func (c *ReplayPlan) stage(name string) *CheckpointStates {
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
		c.stages[n] = &CheckpointStates{}
	}
	c.stages[n].Name, c.stages[n].Number = name, n
	return c.stages[n]
}

// Checkpoint is a stage mark: everything that the procedure still depends on is in
// *k, so that paths which reach the mark with equal states are one path from
// here. It returns false when the procedure must return at once; what it
// returns is ignored.
//
//	for f.A > 0 && f.B > 0 {
//		if !rule.Checkpoint(u, "round", &f) {
//			return Outcome{}
//		}
//		…
//	}
//
// A mark that is reached before any question, as a loop's head is, lets the
// engine start from any state by writing *k. Local variables that the rest of
// the procedure reads must therefore be in *k, or be computed from it.
//
// Where a mark is come to again and again, as round by round, its fields carry their
// keys, units and meanings as tags, like those of a situation: players take a fight up
// by them.
func Checkpoint[K comparable](u *Umpire, mark string, k *K) bool {
	c := u.course
	if c == nil || c.Inside > 0 {
		return true
	}
	if c.Resume {
		if s := c.ResumeFrom; c.At == 0 && s.is(mark) {
			c.Resume = false
			if p, ok := c.state.(*K); ok {
				*k = *p
				return true
			}
			p := s.States.(*intern.Index[K]).Place(c.number)
			*k, c.state = *p, p
		}
		return true
	}
	if c.Skip > 0 {
		c.Skip--
		return true
	}
	if c.last == nil || !c.last.is(mark) {
		c.last = c.stage(mark)
	}
	c.StoppedAt = c.last
	t, ok := c.last.States.(*intern.Index[K])
	if !ok {
		t = &intern.Index[K]{}
		c.last.States = t
	}
	if n, ok := t.Met(k); ok {
		c.last.State = n
		return false
	}
	c.last.State = t.Intern(k)
	return false
}

// A Merger knows which states of a procedure come to the same though they differ: from
// each of them, every outcome has the same chance.
type Merger[K any] interface {
	// Merge returns the state that stands for all that come to the same as one. It
	// reports whether many paths come to it; if not, the engine goes on through it.
	Merge(state K) (same K, meets bool)
}

// CheckpointMerging is [Checkpoint] where states that differ come to the same. Only an
// engine that works out odds merges them: a game goes on from the state as it is. The
// procedure must be right without its merger; what is said of marks holds of mergers, and
// is checked with them.
func CheckpointMerging[K comparable](u *Umpire, mark string, k *K, same Merger[K]) bool {
	if c := u.course; c != nil && c.Inside == 0 && !c.Resume && c.Skip == 0 {
		merged, meets := same.Merge(*k)
		if *k = merged; !meets {
			return true
		}
	}
	return Checkpoint(u, mark, k)
}

// Merging reports whether an engine works out odds and merges states: what a merger takes
// for one another need not be told apart then.
func (u *Umpire) Merging() bool { return u.course != nil && u.course.Inside == 0 }

// is compares the name of a mark, which nearly always is the same constant.
func (s *CheckpointStates) is(mark string) bool {
	return unsafe.StringData(s.Name) == unsafe.StringData(mark) && len(s.Name) == len(mark) || s.Name == mark
}

// WithoutCheckpoints runs a part of a play whose stage marks are to be passed, because
// more than their states depends on how the play goes on: an action of a game
// changes a position that no mark of a procedure knows.
func (u *Umpire) WithoutCheckpoints(part func()) {
	if u.course == nil {
		part()
		return
	}
	u.course.Inside++
	part() // A question without an answer ends the whole play; what Inside is then does not matter.
	u.course.Inside--
}

// WithCheckpoints runs a part of an unstaged play whose stage marks do count, because
// nothing was decided by dice before it: what a mark of the part does not know
// is the same on every path to it.
func (u *Umpire) WithCheckpoints(part func()) {
	if u.course == nil || u.course.Inside != 1 {
		part()
		return
	}
	u.course.Inside--
	part()
	u.course.Inside++
}

// AtCheckpoint reports whether the last play ended at a stage mark, so that what the
// procedure returned means nothing.
func (u *Umpire) AtCheckpoint() bool { return u.course != nil && u.course.StoppedAt != nil }
