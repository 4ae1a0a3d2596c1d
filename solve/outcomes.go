package solve

import (
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// mostRuns is how often an action is played at most to know all its outcomes, mostPaths if
// somebody decides something within it. A path then has mostQuestions at most: a fight that
// goes on as long as rounds are drawn has paths without end.
const (
	mostRuns      = 20_000
	mostPaths     = 400_000
	mostQuestions = 200
)

var errEndless = errors.New("solve: a path has too many questions")

// A grown is what may come of an action: a position, which ends it, or what dice or a
// side's decisions make of it.
type grown struct {
	kind  kind
	at    game.Position // of an end
	parts []part
}

type part struct {
	*grown
	p float64 // of dice
}

// A looker looks at positions. It serves one goroutine.
type looker struct {
	ctx    context.Context
	fight  *game.Instance
	runner *game.Runner
	pools  *odds.SubrollSolver
}

func newLooker(ctx context.Context, f *game.Instance) *looker {
	return &looker{ctx, f, f.Runner(), odds.NewSubrollSolver()}
}

func (l *looker) look(p game.Position, x *looked) error {
	now := l.runner.SetPosition(p).Status()
	if now.Over {
		x.end = true
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

// outcomes finds what may come of an action. Where nobody decides anything within it,
// the engine of exact odds does.
func (l *looker) outcomes(p game.Position, a game.Action) (*grown, error) {
	x := l.fight.ActionRunner(p, a)
	defer x.Release()
	decided := false
	d, err := odds.DistOf(l.ctx, x.Play, odds.Options{
		Floats: true, Budget: mostRuns, SubrollBudget: true, Unsized: true,
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
		return &grown{kind: unknown}, nil
	case err != nil:
		return nil, err
	}
	g := &grown{kind: dice}
	for k, i := range d.Outcomes {
		g.parts = append(g.parts, part{&grown{kind: end, at: x.At(i)}, d.Chance(k).Float})
	}
	return g.simple(), nil
}

// simple is a grown in which everything stands once: parts that are the same are one, and
// of what has one part only that part remains.
func (g *grown) simple() *grown {
	few := g.parts[:0]
	for _, x := range g.parts {
		k := slices.IndexFunc(few, func(y part) bool { return y.grown == x.grown })
		if k < 0 {
			few = append(few, x)
		} else {
			few[k].p += x.p
		}
	}
	if g.parts = few; len(few) == 1 {
		return few[0].grown
	}
	return g
}

// enumerate plays an action with every reading of every roll and every option of every
// decision.
func (l *looker) enumerate(x *game.ActionRunner) (*grown, error) {
	e := enumeration{looker: l}
	u := rule.NewUmpire(&e, nil)
	for runs := 0; ; runs++ {
		if runs == mostPaths {
			return &grown{kind: unknown}, nil
		}
		if runs%1024 == 0 && l.ctx.Err() != nil {
			return nil, context.Cause(l.ctx)
		}
		e.depth = 0
		number := 0
		err := rule.Catch(func() { number = x.Play(u) })
		if errors.Is(err, errEndless) {
			return &grown{kind: unknown}, nil
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
			last.parts = append(last.parts, part{done, last.chance(last.next)})
			if last.next++; last.next < last.n {
				break
			}
			done = (&grown{kind: last.kind, parts: last.parts}).simple()
			e.path = e.path[:len(e.path)-1]
		}
	}
}

// An enumeration answers the questions of an action: those on its path as the path says,
// further ones with their first reading or option.
type enumeration struct {
	*looker
	path  []question
	depth int      // questions that were asked in this run
	ends  []*grown // by the numbers of positions
}

// end is the end at a position, the same each time.
func (e *enumeration) end(x *game.ActionRunner, number int) *grown {
	for len(e.ends) <= number {
		e.ends = append(e.ends, &grown{kind: end, at: x.At(len(e.ends))})
	}
	return e.ends[number]
}

// A question is one that was asked on the path, and what came of its answers so far.
type question struct {
	kind    kind
	n, next int
	values  []int
	chances []float64
	parts   []part
}

func (q *question) chance(i int) float64 {
	if q.kind == dice {
		return q.chances[i]
	}
	return 0
}

// ask adds a question to the path.
func (e *enumeration) ask(q question) error {
	if len(e.path) == mostQuestions {
		return errEndless
	}
	e.path = append(e.path, q)
	return nil
}

// Roll answers with a reading of the pool.
func (e *enumeration) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if e.depth == len(e.path) {
		d, err := e.pools.Pool(r.Pool)
		if err != nil {
			return 0, nil, err
		}
		q := question{kind: dice}
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
		side := first
		if c.By == e.fight.Sides[1] {
			side = second
		}
		if err := e.ask(question{kind: side, n: len(c.Options)}); err != nil {
			return 0, err
		}
	}
	q := &e.path[e.depth]
	e.depth++
	return q.next, nil
}
