package outcomes

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

// ErrTooMany is the error of an action with more outcomes than the limits allow.
var ErrTooMany = errors.New("outcomes: the action has too many outcomes")

// Limits bound the work for one action.
type Limits struct {
	Runs  int64 // plays by the engine of exact odds, if nobody decides anything
	Paths int   // plays by enumeration, if somebody does
	// Foresee abandons an enumeration as soon as it seems to take far more plays than Paths. The
	// estimate may be wrong, so it may reject an action within the limits.
	Foresee bool
}

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Leaf   Kind = iota // the action is over
	Chance             // dice fall
	First              // the first side decides
	Second             // the second side decides
)

// A Node is a point within an action.
type Node struct {
	Kind     Kind
	Position int // of a leaf: the number of its position in the Outcomes
	Parts    []Part
	Asked    *Asked // the question; nil in a tree in which equal results are joined
}

// Asked is a question of a tree that keeps every answer. Parts follow the order of the answers.
type Asked struct {
	Values []int        // of a roll
	Choice *rule.Choice // of a decision
}

// A Part is what follows a node: a result of dice, with its probability, or an option.
type Part struct {
	*Node
	P float64 // of dice
}

// Outcomes are the positions that an action may lead to. Release makes their memory available to
// others.
type Outcomes struct {
	*game.ActionRunner
	// P is the probability of each position by its number, if nobody decides anything.
	P []float64
	// Root is the beginning of the action if somebody decides something within it, else nil.
	Root *Node
	// Sampled reports that P was estimated by trials.
	Sampled bool
}

// Value returns the value of the action to the first side. of gives the value of each position.
// Dice are averaged, and each side takes its best option.
func (o *Outcomes) Value(of func(position int) float64) float64 {
	if o.Root != nil {
		return o.Root.Value(of)
	}
	sum := 0.0
	for i, p := range o.P {
		if p > 0 {
			sum += float64(p * of(i))
		}
	}
	return sum
}

// Value returns the value of the rest of the action to the first side; see [Outcomes.Value].
func (n *Node) Value(of func(position int) float64) float64 {
	if n.Kind == Leaf {
		return of(n.Position)
	}
	sum := 0.0
	for i, x := range n.Parts {
		v := x.Value(of)
		switch {
		case n.Kind == Chance:
			sum += float64(x.P * v)
		case i == 0, n.Kind == First && v > sum, n.Kind == Second && v < sum:
			sum = v
		}
	}
	return sum
}

// Chances returns the probability of each position by its number, if each side takes its best
// option; see [Outcomes.Value].
func (o *Outcomes) Chances(of func(position int) float64) []float64 {
	if o.Root == nil {
		return o.P
	}
	p := make([]float64, o.Len())
	o.Root.spread(1, of, p)
	return p
}

// spread adds to p the probabilities of the positions after the node, which is reached with
// probability reached.
func (n *Node) spread(reached float64, of func(position int) float64, p []float64) {
	switch n.Kind {
	case Leaf:
		p[n.Position] += reached
	case Chance:
		for _, x := range n.Parts {
			x.spread(float64(reached*x.P), of, p)
		}
	default:
		best := n.Parts[0]
		value := best.Value(of)
		for _, x := range n.Parts[1:] {
			if v := x.Value(of); n.Kind == First && v > value || n.Kind == Second && v < value {
				best, value = x, v
			}
		}
		best.spread(reached, of, p)
	}
}

// Positions calls f with the number of each position that the action may lead to.
func (o *Outcomes) Positions(f func(position int)) {
	if o.Root == nil {
		for i, p := range o.P {
			if p > 0 {
				f(i)
			}
		}
		return
	}
	for i := range o.Len() {
		f(i)
	}
}

// A Likelihood is the number of a position, and the probability that the action leads to it. If
// somebody decides within the action, all options count as equally likely.
type Likelihood struct {
	Position int
	P        float64
}

// Likely lists the positions that the action may lead to, the most likely first.
func (o *Outcomes) Likely() []Likelihood {
	list := make([]Likelihood, o.Len())
	for i := range list {
		list[i].Position = i
		if o.Root == nil && i < len(o.P) {
			list[i].P = o.P[i]
		}
	}
	if o.Root != nil {
		o.Root.reach(1, list)
	}
	slices.SortStableFunc(list, func(a, b Likelihood) int { return cmp.Compare(b.P, a.P) })
	return list
}

// reach adds a probability to the positions that follow a node.
func (n *Node) reach(p float64, list []Likelihood) {
	if n.Kind == Leaf {
		list[n.Position].P += p
		return
	}
	for _, x := range n.Parts {
		share := x.P
		if n.Kind != Chance {
			share = 1 / float64(len(n.Parts))
		}
		x.reach(float64(p*share), list)
	}
}

// A Finder finds the outcomes of actions. It serves one goroutine.
type Finder struct {
	// Subrolls makes a subroll one question, except in the result of Tree. Actions then take fewer plays.
	Subrolls bool
	// Plays counts the plays of actions so far: a measure of work that does not depend on the processor. The runs that
	// compute a subroll for the first time do not count.
	Plays    int
	instance *game.Instance
	pools    *odds.SubrollSolver          // nil until it is needed
	subrolls *odds.SubrollCache[struct{}] // nil until it is needed
	dice     *sim.Sampler                 // nil until it is needed
}

// NewFinder returns a finder for the actions of a fight.
func NewFinder(f *game.Instance) *Finder { return &Finder{instance: f} }

// runner returns a runner of an action that counts its plays.
func (x *Finder) runner(p game.Position, a game.Action) *game.ActionRunner {
	r := x.instance.ActionRunner(p, a)
	play := r.Play
	r.Play = func(u *rule.Umpire) int {
		x.Plays++
		return play(u)
	}
	return r
}

// Find finds the outcomes of a legal action from a position. The error is ErrTooMany for an action
// beyond the limits, the context's if it is cancelled, or a [rule.MissingFactError] of strict house
// rules.
func (x *Finder) Find(ctx context.Context, p game.Position, a game.Action, limits Limits) (*Outcomes, error) {
	o := &Outcomes{ActionRunner: x.runner(p, a)}
	if x.Subrolls {
		switch end, rolls, decides, err := x.probe(o.ActionRunner); {
		case err != nil:
			o.Release()
			return nil, err
		case decides:
			return x.enumerate(ctx, o, &enumeration{Finder: x}, limits)
		case !rolls:
			o.P = make([]float64, o.Len())
			o.P[end] = 1
			return o, nil
		}
	}
	decided := false
	d, err := odds.DistOf(ctx, o.Play, odds.Options{
		Floats: true, Budget: limits.Runs, SubrollBudget: true, Unsized: true,
		Policy: func(rule.Choice) int {
			decided = true
			return 0
		},
	})
	if decided {
		return x.enumerate(ctx, o, &enumeration{Finder: x}, limits)
	}
	if err != nil {
		o.Release()
		if large := (*odds.TooLargeError)(nil); errors.As(err, &large) {
			err = ErrTooMany
		}
		return nil, err
	}
	o.P = make([]float64, o.Len())
	for k, i := range d.Outcomes {
		o.P[i] = d.Chance(k).Float
	}
	return o, nil
}

// After finds the rest of an action after the answers to its first questions: values of rolls and
// numbers of options, in the order of the questions. It always enumerates, so that each question has a
// node of its own. The error is as of [Finder.Find].
func (x *Finder) After(ctx context.Context, p game.Position, a game.Action, answers []int, limits Limits) (*Outcomes, error) {
	return x.enumerate(ctx, &Outcomes{ActionRunner: x.runner(p, a)}, &enumeration{Finder: x, given: answers}, limits)
}

// Tree finds the outcomes of an action as a tree that keeps every answer to every question: see
// [Asked]. The error is as of [Finder.Find].
func (x *Finder) Tree(ctx context.Context, p game.Position, a game.Action, limits Limits) (*Outcomes, error) {
	return x.enumerate(ctx, &Outcomes{ActionRunner: x.runner(p, a)}, &enumeration{Finder: x, keep: true}, limits)
}

// Sample estimates the outcomes of a legal action by trials. Decisions within it fall on
// their first options.
func (x *Finder) Sample(p game.Position, a game.Action, trials int, seed uint64) (*Outcomes, error) {
	o := &Outcomes{ActionRunner: x.runner(p, a), Sampled: true}
	if x.dice == nil {
		x.dice = sim.NewSampler(seed, 0, nil)
	}
	x.dice.Start(seed, 0) // The sampler keeps its tables, which take longer to build than the trials.
	u := rule.NewUmpire(x.dice, nil)
	var counts []int
	err := rule.Catch(func() {
		for range trials {
			i := o.Play(u)
			for len(counts) <= i {
				counts = append(counts, 0)
			}
			counts[i]++
		}
	})
	if err != nil {
		o.Release()
		return nil, err
	}
	o.P = make([]float64, len(counts))
	for i, n := range counts {
		o.P[i] = float64(n) / float64(trials)
	}
	return o, nil
}
