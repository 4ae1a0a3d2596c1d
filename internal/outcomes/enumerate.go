package outcomes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// mostQuestions is the largest number of questions on a path. A fight that continues while rounds
// are drawn has endless paths.
const mostQuestions = 200

var errEndless = errors.New("outcomes: a path has too many questions")

// enumerate sets the root of the outcomes: it plays an action with every result of every roll and every
// option of every decision. If there are errors, it releases the outcomes.
func (x *Finder) enumerate(ctx context.Context, o *Outcomes, e *enumeration, limits Limits) (*Outcomes, error) {
	var err error
	if o.Root, err = x.playAll(ctx, o.ActionRunner, e, limits); err != nil {
		o.Release()
		return nil, err
	}
	return o, nil
}

// playAll plays an action until every path was played, within the limits.
func (x *Finder) playAll(ctx context.Context, r *game.ActionRunner, e *enumeration, limits Limits) (*Node, error) {
	next := firstReview
	var source rule.Source = e
	if x.Subrolls && !e.keep {
		source = &subrollEnumeration{e, x.subrollCache()}
	}
	u := rule.NewUmpire(source, nil)
	for runs := 0; ; runs++ {
		if runs == limits.Paths {
			return nil, ErrTooMany
		}
		if runs%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e.depth, e.asked = 0, 0
		number := 0
		err := rule.Catch(func() { number = r.Play(u) })
		if errors.Is(err, errEndless) || errors.Is(err, odds.ErrTooExpensive) {
			return nil, ErrTooMany
		}
		if err != nil {
			return nil, err
		}
		if done := e.backtrack(e.end(number)); done != nil {
			return done, nil
		}
		if limits.Foresee && runs == next {
			next *= 2
			if float64(runs) > foreseen*float64(limits.Paths)*e.progress() {
				return nil, ErrTooMany
			}
		}
	}
}

// firstReview is the number of plays after which an enumeration first estimates the total. It gives
// up if the estimate exceeds foreseen times the limit.
const (
	firstReview = 12
	foreseen    = 2.5
)

// progress estimates the share of all paths that were played, as if each answer to a question led
// to equally many.
func (e *enumeration) progress() float64 {
	sum, share := 0.0, 1.0
	for i := range e.path {
		q := &e.path[i]
		share /= float64(q.n)
		sum += float64(share * float64(q.next))
	}
	return sum
}

// An enumeration answers the questions of an action: the first ones with given answers, those on
// its path by the path, and further ones with their first result or option.
type enumeration struct {
	*Finder
	given []int
	asked int // of the given answers, in this run
	path  []question
	depth int     // questions on the path that were asked in this run
	ends  []*Node // by the numbers of positions
	keep  bool    // whether nodes keep their questions, and equal results stay apart
}

// A question was asked on the path.
type question struct {
	kind          Kind
	n, next       int
	values        []int     // of dice
	probabilities []float64 // of dice
	choice        *rule.Choice
	parts         []Part // the consequences of the answers before next
}

// IsWordless reports that the umpire may leave out the words of questions, unless a tree keeps the questions.
func (e *enumeration) IsWordless() bool { return !e.keep }

// end returns the leaf of a position, the same each time.
func (e *enumeration) end(number int) *Node {
	for len(e.ends) <= number {
		e.ends = append(e.ends, &Node{Position: len(e.ends)})
	}
	return e.ends[number]
}

// backtrack adds the end of the path, and moves on to the next path. After the last path it returns the
// whole tree.
func (e *enumeration) backtrack(done *Node) *Node {
	for len(e.path) > 0 {
		q := &e.path[len(e.path)-1]
		part := Part{Node: done}
		if q.kind == Chance {
			part.P = q.probabilities[q.next]
		}
		q.parts = append(q.parts, part)
		if q.next++; q.next < q.n {
			return nil
		}
		if e.keep {
			done = &Node{Kind: q.kind, Parts: q.parts, Asked: &Asked{q.values, q.choice}}
		} else {
			done = joined(q)
		}
		e.path = e.path[:len(e.path)-1]
	}
	return done
}

// joined returns the node of a question. It joins results of dice that lead to the same node, and
// omits a roll that leads to a single node. Options stay as they are.
func joined(q *question) *Node {
	if q.kind != Chance {
		return &Node{Kind: q.kind, Parts: q.parts}
	}
	few := q.parts[:0]
	for _, x := range q.parts {
		k := slices.IndexFunc(few, func(y Part) bool { return y.Node == x.Node })
		if k < 0 {
			few = append(few, x)
		} else {
			few[k].P += x.P
		}
	}
	if len(few) == 1 {
		return few[0].Node
	}
	return &Node{Kind: Chance, Parts: few}
}

// ask adds a question to the path.
func (e *enumeration) ask(q question) error {
	if len(e.path) == mostQuestions {
		return errEndless
	}
	e.path = append(e.path, q)
	return nil
}

// Roll answers with a result of the pool.
func (e *enumeration) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if e.asked < len(e.given) {
		e.asked++
		return e.given[e.asked-1], nil, nil
	}
	if e.depth == len(e.path) {
		d, err := e.pool(r.Pool)
		if err != nil {
			return 0, nil, err
		}
		value, err = e.askDist(d)
		return value, nil, err
	}
	return e.again(), nil, nil
}

// again answers a question of dice that is on the path.
func (e *enumeration) again() (value int) {
	q := &e.path[e.depth]
	e.depth++
	return q.values[q.next]
}

// pool returns the distribution of a pool.
func (x *Finder) pool(p rule.Pool) (*odds.PoolDist, error) {
	if x.Subrolls {
		return x.subrollCache().Solver.Pool(p)
	}
	if x.pools == nil {
		x.pools = odds.NewSubrollSolver()
	}
	return x.pools.Pool(p)
}

// askDist adds a distribution to the path, and answers with its first value.
func (e *enumeration) askDist(d *odds.PoolDist) (value int, err error) {
	q := question{kind: Chance}
	q.values, q.probabilities = d.All()
	q.n = len(q.values)
	if err := e.ask(q); err != nil {
		return 0, err
	}
	e.depth++
	return q.values[0], nil
}

// Choose answers with an option.
func (e *enumeration) Choose(c rule.Choice) (int, error) {
	if e.asked < len(e.given) {
		i := e.given[e.asked]
		if e.asked++; i < 0 || i >= len(c.Options) {
			return 0, fmt.Errorf("outcomes: answer %d is option %d of %d", e.asked, i, len(c.Options))
		}
		return i, nil
	}
	if e.depth == len(e.path) {
		side := First
		if c.By == e.instance.Sides[1] {
			side = Second
		}
		q := question{kind: side, n: len(c.Options)}
		if e.keep {
			q.choice = keptChoice(c)
		}
		if err := e.ask(q); err != nil {
			return 0, err
		}
	}
	q := &e.path[e.depth]
	e.depth++
	return q.next, nil
}

// keptChoice returns a copy of a decision whose options stay as they are.
func keptChoice(c rule.Choice) *rule.Choice {
	c.Options = slices.Clone(c.Options)
	return &c
}
