package outcomes

import (
	"loophole/internal/replay"
	"loophole/odds"
	"loophole/rule"
)

// A subrollEnumeration asks each subroll as one question with its exact distribution, so that a path has fewer
// questions, and an action fewer paths. It plays a subroll roll by roll if that is too expensive to compute, or if
// some of its rolls are among the given answers.
type subrollEnumeration struct {
	*enumeration
	*odds.SubrollCache[struct{}]
}

// mostSubrollValues is the number of values of subrolls, of about 16 bytes each, after which a finder forgets them.
const mostSubrollValues = 1 << 18

// subrollCache returns the cache of a finder.
func (x *Finder) subrollCache() *odds.SubrollCache[struct{}] {
	if x.subrolls == nil {
		x.subrolls = odds.NewSubrollCache(func(*odds.PoolDist) (nothing struct{}) { return nothing })
	}
	if x.subrolls.Values > mostSubrollValues {
		x.subrolls.Forget()
	}
	return x.subrolls
}

// Roll answers a roll outside subrolls, or one within the subroll that is solved.
func (e *subrollEnumeration) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if e.Solving {
		return e.Solver.Roll(r)
	}
	return e.enumeration.Roll(r)
}

// Replayed implements replay.SubrollCache.
func (e *subrollEnumeration) Replayed() (value int, ok bool) {
	if e.Solving {
		return e.Solver.Replayed()
	}
	return 0, false // The next answer may be that of a single roll of this subroll.
}

// Answer implements replay.SubrollCache.
func (e *subrollEnumeration) Answer(s *replay.Slot, arg int) (value int, known bool, err error) {
	if !e.Solving && e.asked < len(e.given) {
		return 0, true, replay.ErrNotCached
	}
	d := e.Find(s, arg)
	switch {
	case d == nil:
		return 0, false, nil
	case e.Solving:
		value, err = e.Nested(d)
	case d.Dist == nil:
		err = replay.ErrNotCached
	case e.depth < len(e.path):
		value = e.again()
	default:
		value, err = e.askDist(d.Dist)
	}
	return value, true, err
}
