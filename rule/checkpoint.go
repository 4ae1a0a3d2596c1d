package rule

import (
	"loophole/internal/intern"
	"loophole/internal/replay"
)

// Two declarations save an exact engine work without changing the meaning of a procedure:
// a checkpoint, where equal states merge, and a named subroll, whose distribution is cached.
// Other sources ignore checkpoints. Some, such as sim.AliasSampler, use the distributions of subrolls.

// IgnorePrefix sets whether the umpire asks its source even for answers that the prefix already contains.
// An engine plays some paths in this way to verify that a procedure repeats its questions.
func (u *Umpire) IgnorePrefix(on bool) {
	switch {
	case u.path == nil: // every question is asked
	case on:
		u.path = &emptyPrefix
	default:
		u.path = &u.plan.Prefix
	}
}

// emptyPrefix is an empty prefix. It is never written.
var emptyPrefix replay.Prefix

// Checkpoint marks a place where equal states merge. *k must contain everything that the rest of
// the procedure depends on. If Checkpoint returns false, the procedure must return at once, and its
// result is ignored.
//
//	for f.A > 0 && f.B > 0 {
//		if !rule.Checkpoint(u, "round", &f) {
//			return Outcome{}
//		}
//		…
//	}
//
// A checkpoint before any question, such as at the head of a loop, lets the engine start from any
// state by writing *k. Local variables that the rest of the procedure reads must therefore be in
// *k, or be computed from it.
//
// If a checkpoint is reached repeatedly, such as once a round, the fields of *k have tags with keys,
// units and meanings, like those of a situation. Players use them to start a procedure from a state.
func Checkpoint[K comparable](u *Umpire, name string, k *K) bool {
	c := u.plan
	if c == nil || c.Ignoring > 0 {
		return true
	}
	if c.Resume {
		if s := c.ResumeFrom; c.At == 0 && s.Is(name) {
			c.Resume = false
			if p, ok := c.Found.(*K); ok {
				*k = *p
				return true
			}
			p := intern.At[K](s.States.(*intern.Index), c.FromState)
			*k, c.Found = *p, p
		}
		return true
	}
	if c.Skip > 0 {
		c.Skip--
		return true
	}
	if c.Last == nil || !c.Last.Is(name) {
		c.Last = c.Checkpoint(name)
	}
	c.StoppedAt = c.Last
	t, ok := c.Last.States.(*intern.Index)
	if !ok || !intern.Of[K](t) {
		t = intern.New[K]()
		c.Last.States = t
	}
	if n, ok := intern.Met(t, k); ok {
		c.Last.State = n
		return false
	}
	c.Last.State = intern.Intern(t, k)
	return false
}

// CheckpointCanonical is [Checkpoint] for states that differ although every outcome has the same
// chance from each. canonical returns the one state that stands for all of these. Only an engine
// that computes odds calls it, and continues from the canonical state. A game continues from the
// state that was reached. [odds.Check] finds a wrong canonical state.
func CheckpointCanonical[K comparable](u *Umpire, name string, k *K, canonical func(K) K) bool {
	if c := u.plan; c != nil && c.Ignoring == 0 && !c.Resume && c.Skip == 0 {
		*k = canonical(*k)
	}
	return Checkpoint(u, name, k)
}

// WithoutCheckpoints runs part without the checkpoints in it. It is for parts whose continuation
// depends on more than their states. For example, an action of a game changes a position, which no
// checkpoint of a procedure contains.
func (u *Umpire) WithoutCheckpoints(part func()) {
	if u.plan == nil {
		part()
		return
	}
	u.plan.Ignoring++
	part() // If a question has no answer, a panic ends the whole run, and Ignoring no longer matters.
	u.plan.Ignoring--
}

// WithCheckpoints enables checkpoints again for a part within [Umpire.WithoutCheckpoints]. Nothing
// before the part may depend on dice, because everything outside its states must be the same on
// every path to it.
func (u *Umpire) WithCheckpoints(part func()) {
	if u.plan == nil || u.plan.Ignoring != 1 {
		part()
		return
	}
	u.plan.Ignoring--
	part()
	u.plan.Ignoring++
}

// AtCheckpoint reports whether the last run ended at a checkpoint, so that the result of the
// procedure has no meaning.
func (u *Umpire) AtCheckpoint() bool { return u.plan != nil && u.plan.StoppedAt != nil }
