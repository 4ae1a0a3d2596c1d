package exam

import (
	"errors"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/policy"
)

// An end is a position that an action leads to, with its probability.
type end struct {
	position    game.Position
	probability float64
}

// limits bound the work for the outcomes of an action. They equal those of the solver, so that every
// action that it solved can be examined.
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
	probability float64
}

// actionKey identifies an action from a position.
type actionKey struct {
	position string
	action   game.Action
}

// outcomesOf returns the positions that an action may lead to.
func (e *examiner) outcomesOf(p game.Position, a game.Action) (*cachedOutcomes, error) {
	key := actionKey{string(p.Bytes()), a}
	if cached, ok := e.fight.actions[key]; ok {
		return cached, nil
	}
	o, err := e.finder.Find(e.ctx, p, a, limits)
	if err != nil {
		return nil, err
	}
	defer func() { o.Release() }()
	cached := &cachedOutcomes{}
	if o.Root == nil {
		for i, probability := range o.P {
			if probability > 0 {
				cached.ends = append(cached.ends, end{o.At(i), probability})
			}
		}
	} else {
		o.Release()
		if o, err = e.finder.Tree(e.ctx, p, a, limits); err != nil {
			return nil, err
		}
		b := pointBuilder{fight: e.fight, outcomes: o}
		if cached.root = b.build(o.Root); b.err != nil {
			return nil, b.err
		}
	}
	e.fight.actions[key] = cached
	return cached, nil
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
	p := &point{kind: n.Kind, asked: n.Asked, next: make([]branchPoint, len(n.Parts))}
	for i, part := range n.Parts {
		next := b.build(part.Node)
		p.next[i] = branchPoint{next, part.P}
		switch {
		case n.Kind == outcomes.Chance:
			p.value += part.P * next.value
		case i == 0, n.Kind == outcomes.First && next.value > p.value, n.Kind == outcomes.Second && next.value < p.value:
			p.value = next.value
		}
	}
	return p
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

// ends lists the positions that an action leads to, if it is taken with probability taken. Within it, the
// other side chooses the best options. Decisions of the policy within it count in the node.
func (e *examiner) ends(n *node, p game.Position, a game.Action, taken float64) ([]end, error) {
	found, err := e.outcomesOf(p, a)
	if err != nil {
		return nil, err
	}
	if found.root == nil {
		list := slices.Clone(found.ends)
		for i := range list {
			list[i].probability *= taken
		}
		return list, nil
	}
	walk := actionWalk{examiner: e, before: p, action: a, reached: map[*point]float64{}}
	if err := walk.follow(found.root, taken, nil); err != nil {
		return nil, err
	}
	n.lost += walk.lost
	n.decisions += walk.decisions
	if walk.lost > roundingLoss {
		n.mistakes = append(n.mistakes, Mistake{
			Position: p, Taken: a, Best: a, Within: &walk.wrong, Reached: taken, Loss: walk.lost / taken,
		})
	}
	var list []end
	for _, leaf := range walk.leaves {
		list = append(list, end{leaf.end, walk.reached[leaf]})
	}
	return list, nil
}

// An actionWalk follows a policy through an action.
type actionWalk struct {
	*examiner
	before    game.Position
	action    game.Action
	lost      float64            // expected loss
	wrong     WrongOption        // the costliest option that it takes
	cost      float64            // the expected loss by it
	decisions float64            // expected number
	reached   map[*point]float64 // the probability of each leaf
	leaves    []*point           // in the order of their discovery
}

// follow continues from a point that these answers reach with a probability.
func (w *actionWalk) follow(at *point, probability float64, answers []int) error {
	with := func(v int) []int { return append(answers[:len(answers):len(answers)], v) }
	switch at.kind {
	case outcomes.Leaf:
		if _, ok := w.reached[at]; !ok {
			w.leaves = append(w.leaves, at)
		}
		w.reached[at] += probability
		return nil
	case outcomes.Chance:
		for i, b := range at.next {
			if err := w.follow(b.point, probability*b.probability, with(at.asked.Values[i])); err != nil {
				return err
			}
		}
		return nil
	}
	best := slices.IndexFunc(at.next, func(b branchPoint) bool { return b.value == at.value })
	if at.kind != outcomes.First+outcomes.Kind(w.side) || len(at.next) == 1 {
		return w.follow(at.next[best].point, probability, with(best))
	}
	d := policy.Decision{Choice: *at.asked.Choice, Position: w.before, Action: w.action, Answers: answers}
	chances, err := w.chooser.options(w.examiner, d)
	if err != nil {
		return err
	}
	w.decisions += probability
	for i, p := range chances {
		if p > 0 {
			cost := probability * p * max(0, w.gain(at.value-at.next[i].value))
			if w.lost += cost; cost > w.cost {
				w.cost, w.wrong = cost, WrongOption{*at.asked.Choice, i, best}
			}
			if err := w.follow(at.next[i].point, probability*p, with(i)); err != nil {
				return err
			}
		}
	}
	return nil
}
