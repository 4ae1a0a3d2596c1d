package solve

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// DefaultPositions is the number of positions that [Solve] expands if Options.Positions is 0.
const DefaultPositions = 200_000

// DefaultBytes is the memory for positions if Options.Bytes is 0: 1 GiB.
const DefaultBytes = 1 << 30

// Options bound the work of [Solve]. The zero Options are the default budget.
type Options struct {
	// Positions is the number of positions to expand; 0 is DefaultPositions.
	Positions int
	// Bytes is the approximate memory that the positions may take; 0 is DefaultBytes.
	Bytes int
	// Whole expands every possible position, even those that best play avoids, so that each has a
	// value. It stops at the first action with too many outcomes.
	Whole bool
	// EachAction finds the value of every legal action of the start, not only of the best ones. It
	// stops at the first action with too many outcomes.
	EachAction bool
	// KnownOnly makes Solve return [ErrHidden] at the first position that a side does not know
	// completely. Otherwise Solve checks the positions after expanding them.
	KnownOnly bool
	// Certain makes Solve return [ErrHidden] if a side cannot be sure of the position that it begins with, because
	// something hidden may be elsewhere. Otherwise the sides count as knowing it.
	Certain bool
	// Plays limits the plays of an action to find all its outcomes; 0 is 20,000 for an action
	// without decisions, and 400,000 for one with decisions.
	Plays int
	// RollByRoll plays each subroll roll by roll, as earlier versions did, which takes more plays and gives the same
	// values. Measurements with a limit on plays stay comparable.
	RollByRoll bool
	// Work is an approximate limit on the plays of all actions together; 0 is no limit. The result
	// does not depend on the processor. The runs that compute a subroll for the first time do not count.
	Work int
	// Batch is the number of positions that share the rest of Work at a time; 0 is 8. With fewer
	// positions, the plays exceed Work by less.
	Batch int
	// Spread, if not nil, expands positions elsewhere, such as on other machines: it passes work to
	// [Expander.Expand] and returns the result. Several goroutines call it at once. The works of a
	// solution are numbered from 0. A number always stands for the same work, no matter who
	// computes it and how long that takes. The solution is the same as that of a single process.
	// Spread excludes Work.
	Spread func(ctx context.Context, number int, work []byte) ([]byte, error)
	// Ahead is the number of works that Spread may have at a time; 0 is 64.
	Ahead int
	// Stop, if not nil, ends the expansion when it is done. The values of the solution are then those of the positions
	// that were expanded before, and ranges where that is too little.
	Stop context.Context
	// Progress, if not nil, is called after each batch with the number of expanded positions and
	// the number that still wait.
	Progress func(done, open int)
}

// ErrHidden is the error of [Solve] for a game with hidden information, if a side that decides
// cannot tell two positions apart. A solution would reveal what that side may not know.
var ErrHidden = errors.New("solve: the sides know different things in this game, and a solution would use what is hidden")

// A Value is the chance of the first side to win if both sides play their best, from 0 to 1. A
// draw counts as half a win. The true value lies from Low to High. Both are the same in a solved
// position, up to rounding.
type Value struct{ Low, High float64 }

// tolerance is the largest difference between the bounds of a solved position. It allows for
// rounding.
const tolerance = 1e-9

// Solved reports whether the two bounds agree.
func (v Value) Solved() bool { return v.High-v.Low <= tolerance }

// For returns the chance to win of a side, 0 or 1.
func (v Value) For(side int) Value {
	if side == 0 {
		return v
	}
	return Value{1 - v.High, 1 - v.Low}
}

// A Solution holds the values of the positions that [Solve] expanded.
type Solution struct {
	Instance   *game.Instance
	Positions  int  // the number of expanded positions
	Unexpanded int  // positions that were found and not expanded
	Outcomes   int  // of all actions together
	Unknown    int  // actions with more outcomes than are enumerated, or with paths without end
	Plays      int  // the number of plays of actions to find their outcomes
	Full       bool // the memory ran out before the limit on positions was reached
	Stopped    bool // Options.Stop ended the expansion

	tree
	runner *game.Runner
	views  *[2]*game.PositionSet // what each side knew when it decided; nil if nothing is hidden
}

// Solve expands the positions that can follow from one position of an instance, and computes their
// values. A game that is too large is no error: its [Value] is a range. Its errors are ErrHidden,
// those of invalid options and of Options.Spread, the context's if it is cancelled, and a
// [rule.MissingFactError] of strict house rules.
func Solve(ctx context.Context, f *game.Instance, from game.Position, o Options) (*Solution, error) {
	if min(o.Positions, o.Bytes, o.Plays, o.Work, o.Batch, o.Ahead) < 0 {
		return nil, errors.New("solve: Positions, Bytes, Plays, Work, Batch and Ahead must not be negative")
	}
	if o.Positions == 0 {
		o.Positions = DefaultPositions
	}
	if o.Bytes == 0 {
		o.Bytes = DefaultBytes
	}
	if o.Spread != nil && !canSpread {
		return nil, errors.New("solve: this build cannot give work to other machines: leave out Spread")
	}
	if o.Spread != nil && o.Work > 0 {
		return nil, errors.New("solve: spread work has no limit: leave out Work or Spread")
	}
	s := &Solution{Instance: f, tree: tree{table: &playedTable{f.Positions(), f.Runner()}}, runner: f.Runner()}
	if canSpread && o.Spread != nil {
		s.table = newByteTable(f)
	}
	if f.HasHiddenInfo() {
		if o.Certain && !isCertain(f, from) {
			return nil, ErrHidden
		}
		s.views = &[2]*game.PositionSet{f.Positions(), f.Positions()}
	}
	s.addPosition(s.add(from))
	if err := s.expand(ctx, f, o); err != nil {
		return nil, err
	}
	s.Unexpanded, s.Outcomes = len(s.positions)-s.Positions, len(s.edges)
	return s, nil
}

// certainSamples is the number of positions that [isCertain] draws from what a side knows. If all of them equal the
// position, the side counts as sure of it.
const certainSamples = 64

// isCertain reports whether no side thinks another position possible.
func isCertain(f *game.Instance, p game.Position) bool {
	rng, r, set := rand.New(rand.NewPCG(1, 1)), f.Runner(), f.Positions()
	set.Add(r.SetPosition(p))
	for side := range 2 {
		view := f.View(p, side)
		for range certainSamples {
			if _, same := set.Find(r.SetPosition(view).Sample(side, rng.IntN)); !same {
				return false
			}
		}
	}
	return true
}

// Value returns the value of a position. For a position that it did not find, it returns the range
// from 0 to 1 and false.
func (s *Solution) Value(p game.Position) (Value, bool) {
	i, ok := s.find(p)
	if !ok {
		return Value{0, 1}, false
	}
	return s.valueAt(int32(i)), true
}

// Start returns the value of the position that [Solve] was given.
func (s *Solution) Start() Value { return s.valueAt(0) }

// An ActionValue is an action with the value of the game after it.
type ActionValue struct {
	Action game.Action
	Value  Value
}

// Actions lists the legal actions of the side to decide. The list is sorted for that side by the
// lower bound of its chance to win, then by the upper one, best first. It is empty for a position
// that was not expanded, and for one in which the game is over.
func (s *Solution) Actions(p game.Position) (list []ActionValue, err error) {
	i, ok := s.find(p)
	if !ok || s.positions[i].kind == unexpanded {
		return nil, nil
	}
	here := s.positions[i]
	side := s.runner.SetPosition(p).Status().Side
	err = rule.Catch(func() {
		for k, a := range s.runner.Legal(nil) {
			list = append(list, ActionValue{a, s.edgeValue(s.edges[here.firstEdge+int32(k)].to)})
		}
	})
	slices.SortStableFunc(list, func(a, b ActionValue) int {
		x, y := a.Value.For(side), b.Value.For(side)
		return cmp.Or(cmp.Compare(y.Low, x.Low), cmp.Compare(y.High, x.High))
	})
	return list, err
}

// Choice returns the best action of the side to decide in a solved position. ok is false if the solution does not know
// it, if the game is over, and if only one action is legal.
func (s *Solution) Choice(p game.Position) (best game.Action, ok bool, err error) {
	if v, known := s.Value(p); !known || !v.Solved() {
		return game.Action{}, false, nil
	}
	list, err := s.Actions(p)
	if err != nil || len(list) < 2 || !list[0].Value.Solved() {
		return game.Action{}, false, err
	}
	return list[0].Action, true, nil
}
