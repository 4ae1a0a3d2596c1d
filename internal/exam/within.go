package exam

import (
	"errors"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/policy"
	"loophole/solve"
)

type actionValue = solve.ActionValue

// An end is a position that an action leads to, with its probability.
type end struct {
	position game.Position
	p        float64
}

// limits bound the work for the outcomes of an action. The solver used the same limits.
var limits = outcomes.Limits{Runs: 20_000, Paths: 400_000}

// cachedOutcomes is the cached result of an action from a position.
type cachedOutcomes struct {
	ends []end  // if nobody decides anything within it
	root *point // if somebody does
}

// A point lies within an action.
type point struct {
	kind  outcomes.Kind
	value float64 // of the rest to the first side, if both sides play their best
	end   game.Position
	next  []branchPoint
	asked *outcomes.Asked
}

// A branchPoint follows a point: with a probability after a roll, as an option after a decision.
type branchPoint struct {
	*point
	p float64
}

// actionKey identifies an action from a position.
type actionKey struct {
	position string
	action   game.Action
}

// outcomesOf returns the positions that an action may lead to.
func (e *examiner) outcomesOf(p game.Position, a game.Action) (*cachedOutcomes, error) {
	key := actionKey{string(p.Bytes()), a}
	if k, ok := e.fight.actions[key]; ok {
		return k, nil
	}
	o, err := e.finder.Find(e.ctx, p, a, limits)
	if err != nil {
		return nil, err
	}
	defer func() { o.Release() }()
	k := &cachedOutcomes{}
	if o.Root == nil {
		for i, q := range o.P {
			if q > 0 {
				k.ends = append(k.ends, end{o.At(i), q})
			}
		}
	} else {
		o.Release()
		if o, err = e.finder.Tree(e.ctx, p, a, limits); err != nil {
			return nil, err
		}
		b := pointBuilder{fight: e.fight, outcomes: o}
		if k.root = b.build(o.Root); b.err != nil {
			return nil, b.err
		}
	}
	e.fight.actions[key] = k
	return k, nil
}

// A pointBuilder makes points of the tree of an action.
type pointBuilder struct {
	fight    *Fight
	outcomes *outcomes.Outcomes
	leaves   []*point
	err      error
}

func (b *pointBuilder) build(n *outcomes.Node) *point {
	if n.Kind == outcomes.Leaf {
		return b.leaf(n.Position)
	}
	x := &point{kind: n.Kind, asked: n.Asked, next: make([]branchPoint, len(n.Parts))}
	for i, part := range n.Parts {
		y := b.build(part.Node)
		x.next[i] = branchPoint{y, part.P}
		switch {
		case n.Kind == outcomes.Chance:
			x.value += part.P * y.value
		case i == 0, n.Kind == outcomes.First && y.value > x.value, n.Kind == outcomes.Second && y.value < x.value:
			x.value = y.value
		}
	}
	return x
}

func (b *pointBuilder) leaf(i int) *point {
	for len(b.leaves) <= i {
		b.leaves = append(b.leaves, nil)
	}
	if b.leaves[i] == nil {
		p := b.outcomes.At(i)
		v, err := b.fight.valueOf(p)
		b.err = errors.Join(b.err, err)
		b.leaves[i] = &point{kind: outcomes.Leaf, end: p, value: v}
	}
	return b.leaves[i]
}

// ends lists the positions that an action leads to, if it is taken with probability w. The other
// side takes the best options within it. Decisions of the policy within it count in the node.
func (e *examiner) ends(n *node, p game.Position, a game.Action, w float64) ([]end, error) {
	k, err := e.outcomesOf(p, a)
	if err != nil {
		return nil, err
	}
	if k.root == nil {
		list := slices.Clone(k.ends)
		for i := range list {
			list[i].p *= w
		}
		return list, nil
	}
	x := actionWalk{examiner: e, before: p, action: a, at: map[*point]float64{}}
	if err := x.follow(k.root, w, nil); err != nil {
		return nil, err
	}
	n.given += x.given
	n.decisions += x.decisions
	if x.given > roundingLoss {
		n.mistakes = append(n.mistakes, Mistake{
			Position: p, Taken: a, Best: a, Inner: true, Reached: w, Loss: x.given / w,
		})
	}
	var list []end
	for _, y := range x.order {
		list = append(list, end{y.end, x.at[y]})
	}
	return list, nil
}

// actionWalk follows a policy through an action.
type actionWalk struct {
	*examiner
	before    game.Position
	action    game.Action
	given     float64
	decisions float64
	at        map[*point]float64 // how likely each end is
	order     []*point           // the ends, in the order of their discovery
}

// follow continues from a point that is reached with probability w by these answers.
func (x *actionWalk) follow(y *point, w float64, answers []int) error {
	with := func(v int) []int { return append(answers[:len(answers):len(answers)], v) }
	switch y.kind {
	case outcomes.Leaf:
		if _, ok := x.at[y]; !ok {
			x.order = append(x.order, y)
		}
		x.at[y] += w
		return nil
	case outcomes.Chance:
		for i, z := range y.next {
			if err := x.follow(z.point, w*z.p, with(y.asked.Values[i])); err != nil {
				return err
			}
		}
		return nil
	}
	best := slices.IndexFunc(y.next, func(z branchPoint) bool { return z.value == y.value })
	if y.kind != outcomes.First+outcomes.Kind(x.side) || len(y.next) == 1 {
		return x.follow(y.next[best].point, w, with(best))
	}
	d := policy.Decision{Choice: *y.asked.Choice, Position: x.before, Action: x.action, Answers: answers}
	chances, err := x.chooser.options(x.examiner, d)
	if err != nil {
		return err
	}
	x.decisions += w
	for i, p := range chances {
		if p > 0 {
			x.given += w * p * max(0, x.gain(y.value-y.next[i].value))
			if err := x.follow(y.next[i].point, w*p, with(i)); err != nil {
				return err
			}
		}
	}
	return nil
}
