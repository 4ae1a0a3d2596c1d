package solve

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// DefaultPositions is how many positions are looked at if the options name no number.
const DefaultPositions = 200_000

// DefaultBytes is what the positions may take if the options say nothing: a gibibyte.
const DefaultBytes = 1 << 30

// Options say how much work a solution may take. The zero Options are the default budget.
type Options struct {
	// Positions is how many positions are looked at; 0 is DefaultPositions.
	Positions int
	// Bytes is about how much memory the positions may take; 0 is DefaultBytes.
	Bytes int
	// Progress, if not nil, is told from time to time how many positions were looked at
	// and how many are known that were not.
	Progress func(done, open int)
}

// ErrHidden is the error of a game in which the sides know different things: playing on
// what a solution says would be to know what is hidden.
var ErrHidden = errors.New("solve: the sides know different things in this game, and a solution would look at what is hidden")

// A Value is the chance of the first side to win if both sides play their best, with a
// draw as half a win: from 0 to 1, somewhere from Low to High. Both are the same in a
// position that is solved.
type Value struct{ Low, High float64 }

// closeness is what two bounds of a solved position may differ by, for the sake of
// rounding.
const closeness = 1e-9

// Solved reports whether the value is known.
func (v Value) Solved() bool { return v.High-v.Low <= closeness }

// For is the value for a side, 0 or 1.
func (v Value) For(side int) Value {
	if side == 0 {
		return v
	}
	return Value{1 - v.High, 1 - v.Low}
}

// A Solution is what was found out about the positions of a game.
type Solution struct {
	Fight     *game.Instance
	Positions int  // that were looked at
	Open      int  // that were met and not looked at
	Outcomes  int  // of all actions together
	Unknown   int  // actions with more outcomes than are enumerated, or with paths without end
	Full      bool // the memory was used up before the positions were

	tree
}

// Solve looks at the positions that can follow from one of a fight, and works out what
// they are worth. A game that is too large is no error: see [Value]. The error is ErrHidden,
// the context's when it is cancelled, or that of a strict house that lacks a fact.
func Solve(ctx context.Context, f *game.Instance, from game.Position, o Options) (*Solution, error) {
	if f.HasHiddenInfo() {
		return nil, ErrHidden
	}
	if o.Positions < 0 || o.Bytes < 0 {
		return nil, errors.New("solve: numbers of positions and of bytes are not negative")
	}
	if o.Positions == 0 {
		o.Positions = DefaultPositions
	}
	if o.Bytes == 0 {
		o.Bytes = DefaultBytes
	}
	s := &Solution{Fight: f, tree: tree{set: f.Positions(), runner: f.Runner()}}
	s.number(from)
	if err := s.expand(ctx, f, o); err != nil {
		return nil, err
	}
	s.Open, s.Outcomes = len(s.places)-s.Positions, len(s.edges)
	return s, nil
}

// Value is the value of a position; false if it was not met.
func (s *Solution) Value(p game.Position) (Value, bool) {
	i, ok := s.set.Find(s.runner.SetPosition(p))
	if !ok {
		return Value{0, 1}, false
	}
	return s.at(int32(i)), true
}

// Start is the value of the position that was solved.
func (s *Solution) Start() Value { return s.at(0) }

// An ActionValue is what the game is worth once an action is taken.
type ActionValue struct {
	Action game.Action
	Value  Value
}

// Actions lists what the side to decide may do in a position, best for it first, by the
// value that is certain. It is empty for a position that was not looked at, or in which
// the game is over.
func (s *Solution) Actions(p game.Position) (list []ActionValue, err error) {
	i, ok := s.set.Find(s.runner.SetPosition(p))
	if !ok || s.places[i].kind == open {
		return nil, nil
	}
	here := s.places[i]
	side := s.runner.Status().Side
	err = rule.Catch(func() {
		for k, a := range s.runner.Legal(nil) {
			list = append(list, ActionValue{a, s.worth(s.edges[here.first+int32(k)].to)})
		}
	})
	slices.SortStableFunc(list, func(a, b ActionValue) int {
		x, y := a.Value.For(side), b.Value.For(side)
		return cmp.Or(cmp.Compare(y.Low, x.Low), cmp.Compare(y.High, x.High))
	})
	return list, err
}
