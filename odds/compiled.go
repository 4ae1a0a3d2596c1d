package odds

import (
	"context"
	"fmt"

	"loophole/internal/intern"
	"loophole/rule"
)

// A Compiled is a procedure that was played once from each of its states. It answers questions from
// another state, or about a number of rounds, without playing again. It is not safe for concurrent
// use.
type Compiled[R comparable] struct {
	odometer *odometer
	outcomes []R
}

// Compile plays a procedure from each of its states and keeps the result. Its errors are those of
// [DistOf].
func Compile[R comparable](ctx context.Context, p func(*rule.Umpire) R, o Options) (*Compiled[R], error) {
	d := newOdometer(ctx, o)
	index := interned(d, p)
	if _, err := d.compile(); err != nil {
		return nil, err
	}
	// Later questions may outlive the context of this one.
	d.ctx = context.WithoutCancel(ctx)
	d.chain.keeps = true
	return &Compiled[R]{d, intern.AppendTo[R](index.Index, nil)}, nil
}

// Dist returns the distribution of the outcomes from the start.
func (c *Compiled[R]) Dist() (*Dist[R], error) { return c.from(0) }

func (c *Compiled[R]) from(node int) (*Dist[R], error) {
	d := c.odometer
	d.spent, d.polledAt = 0, 0
	x := &Dist[R]{Outcomes: c.outcomes, Runs: d.runs, States: d.nodes.Len()}
	x.result = result{n: len(c.outcomes), runs: d.runs, states: d.nodes.Len()}
	if err := x.result.solveFrom(d, &d.chain, node); err != nil {
		return nil, err
	}
	return x, nil
}

// From returns the distribution of the outcomes from a state at a checkpoint. The error names a
// checkpoint or a state that was never reached.
func From[R, K comparable](c *Compiled[R], checkpoint string, state K) (*Dist[R], error) {
	for _, m := range c.odometer.plan.Checkpoints() {
		if m.Name != checkpoint {
			continue
		}
		states, ok := m.States.(*intern.Index)
		if !ok || !intern.Of[K](states) {
			return nil, fmt.Errorf("odds: the states at %q are not %T", checkpoint, state)
		}
		i, ok := intern.Find(states, state)
		if !ok {
			return nil, fmt.Errorf("odds: the state %v is never reached at %q", state, checkpoint)
		}
		return c.from(int(m.Nodes[i]))
	}
	return nil, fmt.Errorf("odds: the checkpoint %q is never reached", checkpoint)
}

// Within returns, for k from 0 to n, the chance that the procedure ends with a wanted outcome
// before it reaches the checkpoint for the k+1st time. If each round begins with the checkpoint,
// that is the chance within k rounds. It fails if a state can repeat between two visits of the
// checkpoint.
func (c *Compiled[R]) Within(checkpoint string, n int, wanted func(R) bool) ([]Chance, error) {
	return within(c.odometer, len(c.outcomes), checkpoint, n, func(i int) bool { return wanted(c.outcomes[i]) })
}

// Within compiles a procedure and answers like [Compiled.Within].
func Within[R comparable](ctx context.Context, p func(*rule.Umpire) R, checkpoint string, n int, wanted func(R) bool, o Options) ([]Chance, error) {
	d := newOdometer(ctx, o)
	index := interned(d, p)
	if _, err := d.compile(); err != nil {
		return nil, err
	}
	chances, err := within(d, index.Len(), checkpoint, n, func(i int) bool { return wanted(*intern.At[R](index.Index, i)) })
	d.release()
	return chances, err
}

// within answers for a single event.
func within(d *odometer, outcomes int, checkpoint string, n int, wanted func(outcome int) bool) ([]Chance, error) {
	d.spent, d.polledAt = 0, 0
	w, err := newRoundWalk(d, checkpoint, 0, outcomes, 1, func(_, i int) bool { return wanted(i) })
	if err != nil {
		return nil, err
	}
	if err := w.until(n); err != nil {
		return nil, err
	}
	return w.chances[0], nil
}
