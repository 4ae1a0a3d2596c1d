package game

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"loophole/rule"
	"loophole/scene"
)

// Units are the units, teams or pieces of both sides, by their numbers from 0. The battlefield F
// holds what never changes about a unit, the position P the rest.
type Units[F, P any] struct {
	Noun string // "unit"
	Len  func(f *F) int
	Name func(f *F, i int) string
	Side func(f *F, i int) uint8
	// Here reports whether a unit is on the table. If it is nil, units with models are.
	Here func(p *P, i int) bool
	// Hidden reports whether a unit is on the table where the position does not say, as in the view of its
	// enemies. If it is nil, no unit is.
	Hidden func(p *P, i int) bool
	// Models counts the models that a unit has on the table.
	Models func(f *F, p *P, i int) int
	// Lost are the models that each side has lost.
	Lost func(p *P) [2]uint8
}

// Domain returns the domain of the units, for the parameters of actions.
func (r *Units[F, P]) Domain() Domain[F] { return Named(r.Noun, r.Len, r.Name) }

// here reports whether a unit is on the table.
func (r *Units[F, P]) here(f *F, p *P, i int) bool {
	if r.Here == nil {
		return r.Models(f, p, i) > 0
	}
	return r.Here(p, i)
}

// CountModels counts the models of each side, on the table and lost. It is a [Spec.CountModels].
func (r *Units[F, P]) CountModels(f *F, p *P) (here, lost [2]int) {
	for i := range r.Len(f) {
		here[r.Side(f, i)] += r.Models(f, p, i)
	}
	gone := r.Lost(p)
	return here, [2]int{int(gone[0]), int(gone[1])}
}

// ModelsOf counts the models of a side on the table.
func (r *Units[F, P]) ModelsOf(f *F, p *P, side uint8) int {
	here, _ := r.CountModels(f, p)
	return here[side]
}

// Left reports which sides have a unit on the table, hidden ones included.
func (r *Units[F, P]) Left(f *F, p *P) (sides [2]bool) {
	for i := range r.Len(f) {
		if r.here(f, p, i) || r.Hidden != nil && r.Hidden(p, i) {
			sides[r.Side(f, i)] = true
		}
		if sides[0] && sides[1] {
			break
		}
	}
	return sides
}

// HiddenUnits counts the units of each side that are on the table where the position does not say. It
// is a [Victory.Hidden].
func (r *Units[F, P]) HiddenUnits(f *F, p *P) [2]int {
	return BothSides(r.Len(f), func(i int) (uint8, bool) { return r.Side(f, i), r.Hidden != nil && r.Hidden(p, i) })
}

// Waiting counts the units of each side on the table, and those that have yet to do something:
// "pieces to activate".
func (r *Units[F, P]) Waiting(f *F, p *P, what string, done func(p *P, i int) bool) []scene.Count {
	list := []scene.Count{{Side: 0, What: what}, {Side: 1, What: what}}
	for i := range r.Len(f) {
		if r.here(f, p, i) {
			c := &list[r.Side(f, i)]
			if c.Of++; !done(p, i) {
				c.Left++
			}
		}
	}
	return list
}

// Text writes for each side its losses and, a line each, its units on the table. The function unit returns
// the whole line of a unit, which begins with its name and a blank: "cooks 3 men, in the galley". Text does
// not add the name. Cases of the casebook find a unit's line by its name, and so does the kit when it
// compares positions in which a unit is hidden.
func (r *Units[F, P]) Text(b *strings.Builder, f *F, p *P, sides [2]rule.Side, unit func(f *F, p *P, i int) string) {
	of := func(i int) (uint8, bool) { return r.Side(f, i), r.here(f, p, i) }
	Roster(b, sides, r.Lost(p), r.Len(f), of, func(i int) string { return unit(f, p, i) })
}

// EvaluateBy returns a [Spec.Evaluate] that adds up the values of units. The task function returns the
// progress of a side with its task, in the same unit. Policies that look one action ahead
// approach an objective only if each step towards it is worth something, and more than the models that the
// step may cost.
func EvaluateBy[F, P any](r *Units[F, P], value func(f *F, p *P, i int) int, task func(f *F, p *P, side uint8) int) func(*F, *P, int) Evaluation {
	return func(f *F, p *P, side int) Evaluation {
		e := Evaluation{Objectives: task(f, p, uint8(side))}
		for i := range r.Len(f) {
			if v := value(f, p, i); int(r.Side(f, i)) == side {
				e.Own += v
			} else {
				e.Enemy += v
			}
		}
		return e
	}
}

// Nearest returns the least distance of the units of a side on the table, and far if none is
// nearer. Units with a distance below 0 do not count.
func (r *Units[F, P]) Nearest(f *F, p *P, side uint8, far int, distance func(i int) int) int {
	for i := range r.Len(f) {
		if r.Side(f, i) != side || !r.here(f, p, i) {
			continue
		}
		if d := distance(i); d >= 0 {
			far = min(far, d)
		}
	}
	return far
}

// OfSide runs through the units of a side that are on the table, in their order.
func (r *Units[F, P]) OfSide(f *F, p *P, side uint8) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range r.Len(f) {
			if r.Side(f, i) == side && r.here(f, p, i) && !yield(i) {
				return
			}
		}
	}
}

// OnTable runs through the units of both sides that are on the table, in their order.
func (r *Units[F, P]) OnTable(f *F, p *P) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range r.Len(f) {
			if r.here(f, p, i) && !yield(i) {
				return
			}
		}
	}
}

// Enemies lists the enemies of a side that are on the table.
func (r *Units[F, P]) Enemies(f *F, p *P, side uint8) (list []int) {
	for i := range r.Len(f) {
		if r.Side(f, i) != side && r.here(f, p, i) {
			list = append(list, i)
		}
	}
	return list
}

// OfPiece turns a function of a unit on the table into a function of a piece by its name, for
// [Spec.SightLines] and [Spec.Reaches].
func OfPiece[F, P, T any](r *Units[F, P], of func(f *F, p *P, i int) []T) func(f *F, p *P, piece string) []T {
	return func(f *F, p *P, piece string) []T {
		i := First(r.Len(f), func(i int) bool { return r.Name(f, i) == piece })
		if i < 0 || !r.here(f, p, i) {
			return nil
		}
		return of(f, p, i)
	}
}

// LinesToEnemies returns a [Spec.SightLines] that draws a line from a unit to each of its enemies on the
// table. The function line draws the line from unit i to unit j.
func LinesToEnemies[F, P any](r *Units[F, P], line func(f *F, p *P, i, j int) scene.Line) func(f *F, p *P, piece string) []scene.Line {
	return OfPiece(r, func(f *F, p *P, i int) (list []scene.Line) {
		for _, j := range r.Enemies(f, p, r.Side(f, i)) {
			list = append(list, line(f, p, i, j))
		}
		return list
	})
}

// Along returns an [ActionType.FireLine] from the piece that one argument names to the target that
// another one names. The compiler cannot infer the type of the position. State it, as in
// game.Along[Battlefield, Position](&squadKind, 0, &squadKind, 1).
func Along[F, P any](piece *Domain[F], by int, target *Domain[F], at int) func(*F, *P, Args) (string, string) {
	return func(f *F, _ *P, a Args) (string, string) {
		if name := target.Names(f)[a[at]]; name != Nothing {
			return piece.Names(f)[a[by]], name
		}
		return "", ""
	}
}

// SetUp sets up the n units of a list of the set-up, which has the given key. The function add sets
// up one unit. If it fails, omit, unless it is nil, leaves a gap for the unit, so that the other
// units are checked too.
func SetUp(key, noun string, n int, name func(i int) string, add func(i int) error, omit func(i int)) error {
	var faults []error
	for i := range n {
		if err := add(i); err != nil {
			faults = append(faults, ErrorAt(noun+" "+name(i), err, key, i))
			if omit != nil {
				omit(i)
			}
		}
	}
	return errors.Join(faults...)
}

// CheckPresent returns an error if a side of a set-up has no units.
func CheckPresent[S ~string](sides [2]S, there [2]bool, key, nouns string) error {
	for side, is := range there {
		if !is {
			return ErrorfAt(fmt.Sprintf("the %s side has no %s", sides[side], nouns), key)
		}
	}
	return nil
}

// CheckUnused returns an error if a member of a list in a position is not zero, although only the
// first n are in use.
func CheckUnused[T comparable](noun string, list []T, n int) error {
	for i := n; i < len(list); i++ {
		if list[i] != *new(T) {
			return fmt.Errorf("%s %d does not exist, but the position holds values for it", noun, i)
		}
	}
	return nil
}

// CheckGone returns an error if the state of a member that is no longer on the table is not zero.
func CheckGone[T comparable](noun string, i int, left T) error {
	if left != *new(T) {
		return fmt.Errorf("%s %d is lost, but the position holds values for it", noun, i)
	}
	return nil
}

// CheckUnits checks the states of the units of a position. A state that no unit uses, or whose unit is off the
// table, must be zero. The function check returns the fault of a unit on the table.
func CheckUnits[F, P any, T comparable](r *Units[F, P], f *F, p *P, states []T, check func(i int) error) error {
	faults := []error{CheckUnused(r.Noun, states, r.Len(f))}
	for i := range r.Len(f) {
		if r.here(f, p, i) {
			faults = append(faults, check(i))
		} else {
			faults = append(faults, CheckGone(r.Noun, i, states[i]))
		}
	}
	return errors.Join(faults...)
}

// SideNames returns the sides with two names, as [Spec.Sides] does.
func SideNames(sides [2]string) [2]rule.Side {
	return [2]rule.Side{rule.Side(sides[0]), rule.Side(sides[1])}
}

// NextSide returns the side that acts next if the sides take turns: the other one, or the same
// again if only that can act. It reports false if neither can.
func NextSide(side uint8, canAct func(side uint8) bool) (next uint8, ok bool) {
	for _, next := range [2]uint8{1 - side, side} {
		if canAct(next) {
			return next, true
		}
	}
	return side, false
}

// React asks a side which of its options it reacts with, or whether it declines. It returns the index
// of the option, and -1 if there is none or the side declines. It does not write to the caller's array.
//
// The side is shown the options in their order, and decline after them. Exact odds take the first option
// by default: they assume that the side reacts, and with the first option.
func React(u *rule.Umpire, side rule.Side, cite rule.Clause, why, decline string, options ...string) int {
	if len(options) == 0 {
		return -1
	}
	k := u.Choose(side, cite, why, append(slices.Clip(options), decline)...)
	if k == len(options) {
		return -1
	}
	return k
}
