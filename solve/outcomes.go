package solve

import (
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// maxRuns bounds how often an action without decisions is played to find all its outcomes.
// maxPaths is the bound for an action with decisions. maxQuestions then bounds the questions of
// one path: a fight that continues while its rounds are drawn has paths without end.
const (
	maxRuns      = 20_000
	maxPaths     = 400_000
	maxQuestions = 200
)

var errEndless = errors.New("solve: a path has too many questions")

// An outcomeTree holds the outcomes of an action: a position as a leaf, or a node of dice or of a
// side's decision.
type outcomeTree struct {
	kind     nodeKind
	at       game.Position // of a terminal node
	children []child
}

type child struct {
	*outcomeTree
	p float64 // of a chance node
}

// An expander expands positions. It serves one goroutine.
type expander struct {
	ctx    context.Context
	fight  *game.Instance
	runner *game.Runner
	pools  *odds.SubrollSolver
}

func newExpander(ctx context.Context, f *game.Instance) *expander {
	return &expander{ctx, f, f.Runner(), odds.NewSubrollSolver()}
}

// expand fills in the expansion of a position.
func (l *expander) expand(p game.Position, x *expansion) error {
	now := l.runner.SetPosition(p).Status()
	if now.Over {
		x.over = true
		switch now.Winner {
		case 0:
			x.payoff = 1
		case game.Draw:
			x.payoff = 0.5
		}
		return nil
	}
	x.side = now.Side
	for _, a := range l.runner.Legal(nil) {
		g, err := l.outcomes(p, a)
		if err != nil {
			return err
		}
		x.actions = append(x.actions, g)
	}
	return nil
}

// outcomes finds the outcomes of an action. The odds engine answers for an action without
// decisions; [expander.enumerate] answers for the others.
func (l *expander) outcomes(p game.Position, a game.Action) (*outcomeTree, error) {
	x := l.fight.ActionRunner(p, a)
	defer x.Release()
	decided := false
	d, err := odds.DistOf(l.ctx, x.Play, odds.Options{
		Floats: true, Budget: maxRuns, SubrollBudget: true, Unsized: true,
		Policy: func(c rule.Choice) int {
			decided = decided || len(c.Options) > 1
			return 0
		},
	})
	var large *odds.TooLargeError
	switch {
	case decided:
		return l.enumerate(x)
	case errors.As(err, &large):
		return &outcomeTree{kind: unknown}, nil
	case err != nil:
		return nil, err
	}
	g := &outcomeTree{kind: chance}
	for k, i := range d.Outcomes {
		g.children = append(g.children, child{&outcomeTree{kind: terminal, at: x.At(i)}, d.Chance(k).Float})
	}
	return g.simplify(), nil
}

// simplify merges equal children, and replaces a node that has one child by that child.
func (g *outcomeTree) simplify() *outcomeTree {
	few := g.children[:0]
	for _, x := range g.children {
		k := slices.IndexFunc(few, func(y child) bool { return y.outcomeTree == x.outcomeTree })
		if k < 0 {
			few = append(few, x)
		} else {
			few[k].p += x.p
		}
	}
	if g.children = few; len(few) == 1 {
		return few[0].outcomeTree
	}
	return g
}

// enumerate plays an action with every result of every roll and every option of every decision.
func (l *expander) enumerate(x *game.ActionRunner) (*outcomeTree, error) {
	e := enumeration{expander: l}
	u := rule.NewUmpire(&e, nil)
	for runs := 0; ; runs++ {
		if runs == maxPaths {
			return &outcomeTree{kind: unknown}, nil
		}
		if runs%1024 == 0 && l.ctx.Err() != nil {
			return nil, context.Cause(l.ctx)
		}
		e.depth = 0
		number := 0
		err := rule.Catch(func() { number = x.Play(u) })
		if errors.Is(err, errEndless) {
			return &outcomeTree{kind: unknown}, nil
		}
		if err != nil {
			return nil, err
		}
		done := e.end(x, number)
		for {
			if len(e.path) == 0 {
				return done, nil
			}
			last := &e.path[len(e.path)-1]
			last.children = append(last.children, child{done, last.chance(last.next)})
			if last.next++; last.next < last.n {
				break
			}
			done = (&outcomeTree{kind: last.kind, children: last.children}).simplify()
			e.path = e.path[:len(e.path)-1]
		}
	}
}

// An enumeration is the source of one run. It answers the questions on its path as the path says,
// and each further question with its first result or option.
type enumeration struct {
	*expander
	path  []question
	depth int            // questions that this run has asked
	ends  []*outcomeTree // by the numbers of positions
}

// end returns the leaf of a position: the same pointer each time, so that simplify can compare
// leaves.
func (e *enumeration) end(x *game.ActionRunner, number int) *outcomeTree {
	for len(e.ends) <= number {
		e.ends = append(e.ends, &outcomeTree{kind: terminal, at: x.At(len(e.ends))})
	}
	return e.ends[number]
}

// A question is a roll or a decision on the path, with the outcomes of its answers so far.
type question struct {
	kind     nodeKind
	n, next  int
	values   []int
	chances  []float64
	children []child
}

func (q *question) chance(i int) float64 {
	if q.kind == chance {
		return q.chances[i]
	}
	return 0
}

// ask adds a question to the path.
func (e *enumeration) ask(q question) error {
	if len(e.path) == maxQuestions {
		return errEndless
	}
	e.path = append(e.path, q)
	return nil
}

// Roll answers with a result of the pool, and no faces.
func (e *enumeration) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if e.depth == len(e.path) {
		d, err := e.pools.Pool(r.Pool)
		if err != nil {
			return 0, nil, err
		}
		q := question{kind: chance}
		q.values, q.chances = d.All()
		q.n = len(q.values)
		if err := e.ask(q); err != nil {
			return 0, nil, err
		}
	}
	q := &e.path[e.depth]
	e.depth++
	return q.values[q.next], nil, nil
}

// Choose answers with an option.
func (e *enumeration) Choose(c rule.Choice) (int, error) {
	if len(c.Options) == 1 {
		return 0, nil
	}
	if e.depth == len(e.path) {
		side := firstSide
		if c.By == e.fight.Sides[1] {
			side = secondSide
		}
		if err := e.ask(question{kind: side, n: len(c.Options)}); err != nil {
			return 0, err
		}
	}
	q := &e.path[e.depth]
	e.depth++
	return q.next, nil
}
