package rule

import (
	"loophole/internal/intern"
	"loophole/internal/replay"
)

// Two hints let an exact engine do less without changing what a procedure
// means: a stage mark, where equal states go on as one, and a named sub-roll,
// whose distribution is remembered. Every other source plays through them.

// Heed has an umpire ask for the answers of the path too, or no more: an engine lets
// it play some paths so, to see whether the questions are the same.
func (u *Umpire) Heed(on bool) {
	switch {
	case u.path == nil: // It asks for everything.
	case on:
		u.path = &unlaid
	default:
		u.path = &u.course.Prefix
	}
}

// unlaid is a path of which nothing is laid out. It is never written.
var unlaid replay.Prefix

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
		if s := c.ResumeFrom; c.At == 0 && s.Is(mark) {
			c.Resume = false
			if p, ok := c.Found.(*K); ok {
				*k = *p
				return true
			}
			p := s.States.(*intern.Index[K]).Place(c.FromState)
			*k, c.Found = *p, p
		}
		return true
	}
	if c.Skip > 0 {
		c.Skip--
		return true
	}
	if c.Last == nil || !c.Last.Is(mark) {
		c.Last = c.Stage(mark)
	}
	c.StoppedAt = c.Last
	t, ok := c.Last.States.(*intern.Index[K])
	if !ok {
		t = &intern.Index[K]{}
		c.Last.States = t
	}
	if n, ok := t.Met(k); ok {
		c.Last.State = n
		return false
	}
	c.Last.State = t.Intern(k)
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

// WithCheckpoints runs a part of such a part whose stage marks do count, because
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
