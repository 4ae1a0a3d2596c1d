package policy

import (
	"context"
	"errors"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/solve"
	"loophole/winprob"
)

// The solver tries neither a position with more legal actions than mostEndingActions, nor an action that takes
// more than one in endingShare of the plays. Before the last lastRounds rounds it gets only this share of the
// plays, and none if the share is less than leastEnding, which would solve too little.
const (
	mostEndingActions = 64
	endingShare       = 8
	decisionShare     = 10 // one in so many of the plays lists what may follow a decision within an action
	lastRounds        = 2
	leastEnding       = 2_000
)

// ending solves the rest of the game from a position within a number of plays, and returns the number
// that it took. The solution is nil if the plays are not enough.
func (x *Lookahead) ending(p game.Position, plays int) (s *solve.Solution, took int, err error) {
	if s, took, err = x.endingTree(p, plays); s != nil && !s.Start().Solved() {
		s = nil
	}
	return s, took, err
}

// endingTree is like ending, but returns the solution of a part of the rest of the game if the plays
// are not enough for all of it.
func (x *Lookahead) endingTree(p game.Position, plays int) (s *solve.Solution, took int, err error) {
	f := x.search.instance
	if legal, err := f.Legal(p); err != nil || len(legal) > mostEndingActions {
		return nil, 0, err
	}
	o := solve.Options{EachAction: true, Work: plays, Plays: x.Endings / endingShare, RollByRoll: x.RollByRoll}
	if x.Strict {
		o.Batch = 1
	}
	s, err = solve.Solve(context.Background(), f, p, o)
	if errors.Is(err, solve.ErrHidden) {
		return nil, plays, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return s, s.Plays, nil
}

// knowsAll reports whether, as far as the side to decide can tell, both sides know everything about a
// position.
func (x *Lookahead) knowsAll(r *game.Runner) bool {
	f, p := r.Instance, r.Position()
	if !f.HasHiddenInfo() {
		return true
	}
	set := f.Positions()
	set.Add(x.search.runner.SetPosition(p))
	none := func(int) int { return 0 }
	_, known := set.Find(x.search.runner.Sample(r.Status().Side, none))
	return known && f.IsOpen(p)
}

// endingPlays returns the number of plays to spend on solving the rest of the game from a runner's
// position, or 0 not to try.
func (x *Lookahead) endingPlays(r *game.Runner) int {
	if r.Status().Round > x.search.rounds-lastRounds {
		return x.Endings
	}
	if share := x.Endings / endingShare; share >= leastEnding {
		return share
	}
	return 0
}

// solved returns the best action if the rest of the game is small enough to be solved; otherwise ok
// is false. took is the number of plays.
func (x *Lookahead) solved(r *game.Runner) (a game.Action, took int, ok bool, err error) {
	if x.Endings == 0 || !x.knowsAll(r) {
		return a, 0, false, nil
	}
	p, plays := r.Position(), x.endingPlays(r)
	if plays == 0 {
		return a, 0, false, nil
	}
	s, took, err := x.ending(p, plays)
	if err != nil || s == nil {
		return a, took, false, err
	}
	list, err := s.Actions(p)
	if err != nil || len(list) == 0 || !list[0].Value.Solved() {
		return a, took, false, err
	}
	return list[0].Action, took, true, nil
}

// solvedOptions returns the values of the options of a decision, as [search.options] does, if the
// rest of the game is small enough to be solved after each. Otherwise it returns no values. took is
// the number of plays.
func (x *Lookahead) solvedOptions(d Decision) (values []float64, took int, err error) {
	if x.Endings == 0 {
		return nil, 0, nil
	}
	left, failed := x.Endings, false
	var lost error // of the solver
	values, err = x.search.options(context.Background(), d, outcomes.Limits{Paths: x.Endings / decisionShare}, func(o *outcomes.Outcomes) func(int) float64 {
		known := map[int]float64{}
		return func(i int) float64 {
			if now := o.Status(i); now.Over {
				return winprob.Result(&now)
			}
			v, ok := known[i]
			if ok || failed || lost != nil {
				return v
			}
			e, fault := x.endingValue(o.At(i), max(1, left))
			left -= e.took
			if failed, lost = !e.solved, fault; failed || lost != nil {
				return 0
			}
			known[i] = e.value
			return known[i]
		}
	})
	if failed {
		values = nil
	}
	return values, x.Endings - left, errors.Join(err, lost)
}

// An endingValue is the result of an attempt to solve the rest of the game from a position.
type endingValue struct {
	value  float64 // to the first side, if it is solved
	took   int     // plays
	solved bool
}

// An endingKey holds all that an endingValue depends on.
type endingKey struct {
	position, plays, endings int
	strict, rollByRoll       bool
}

// mostEndings is the largest number of values of endings that a search keeps. The decisions within
// one action lead to the same positions again and again.
const mostEndings = 1024

// endingValue returns the value of [Lookahead.ending] for a position. It computes each value only
// once, as long as there is room to keep it.
func (x *Lookahead) endingValue(p game.Position, plays int) (endingValue, error) {
	s := x.search
	if s.ended == nil || len(s.ended) == mostEndings {
		s.endings, s.ended = s.instance.Positions(), map[endingKey]endingValue{}
	}
	key := endingKey{s.endings.Add(s.runner.SetPosition(p)), plays, x.Endings, x.Strict, x.RollByRoll}
	if e, ok := s.ended[key]; ok {
		return e, nil
	}
	solution, took, err := x.ending(p, plays)
	if err != nil {
		return endingValue{}, err
	}
	e := endingValue{took: took, solved: solution != nil}
	if e.solved {
		e.value = solution.Start().Low
	}
	s.ended[key] = e
	return e, nil
}
