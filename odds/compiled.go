package odds

import (
	"context"
	"fmt"
	"math/big"

	"loophole/rule"
)

// A Compiled is a procedure that was played out once from every state it can
// come to. It answers from another state, or for a number of rounds, without
// playing anything again. It serves one goroutine.
type Compiled[R comparable] struct {
	odometer *odometer
	outcomes []R
}

// Compile plays a procedure out and keeps what it finds. Its errors are those
// of [Of].
func Compile[R comparable](ctx context.Context, p func(*rule.Umpire) R, o Options) (*Compiled[R], error) {
	d := newOdometer(ctx, o)
	index := interned(d, p)
	if _, err := d.compile(); err != nil {
		return nil, err
	}
	// What is asked of it later outlives the context of the first question.
	d.ctx = context.WithoutCancel(ctx)
	return &Compiled[R]{d, index.AppendTo(nil)}, nil
}

// States returns how many different states the procedure was played from.
func (c *Compiled[R]) States() int { return c.odometer.nodes.Len() }

// Dist is the distribution of the outcomes from the start.
func (c *Compiled[R]) Dist() (*Dist[R], error) { return c.from(0) }

func (c *Compiled[R]) from(node int) (*Dist[R], error) {
	d := c.odometer
	d.spent, d.looked = 0, 0
	x := &Dist[R]{Outcomes: c.outcomes, Runs: d.runs, States: d.nodes.Len()}
	x.result = result{n: len(c.outcomes), runs: d.runs, states: d.nodes.Len()}
	if err := x.result.from(d, &d.chain, node); err != nil {
		return nil, err
	}
	return x, nil
}

// From is the distribution of the outcomes from a state at a stage mark. The
// error names a mark that was never reached, or a state that never stood there.
func From[R, K comparable](c *Compiled[R], mark string, state K) (*Dist[R], error) {
	for _, m := range c.odometer.course.Stages() {
		if m.Name != mark {
			continue
		}
		states, ok := m.States.(*rule.Index[K])
		if !ok {
			return nil, fmt.Errorf("odds: the states at %q are not %T", mark, state)
		}
		i, ok := states.Find(state)
		if !ok {
			return nil, fmt.Errorf("odds: the state %v is never reached at %q", state, mark)
		}
		return c.from(int(m.Nodes[i]))
	}
	return nil, fmt.Errorf("odds: the mark %q is never reached", mark)
}

// Within returns, for k from 0 to n, the chance that the procedure has ended
// with a wanted outcome before it comes to a mark for the k+1st time: with a
// mark at the head of each round, within k rounds. Between two visits of the
// mark no state may come back to itself; the error says so where one does.
func (c *Compiled[R]) Within(mark string, n int, wanted func(R) bool) ([]Chance, error) {
	return only(within(c.odometer, len(c.outcomes), mark, n, 1, func(_, i int) bool { return wanted(c.outcomes[i]) }))
}

// Within compiles a procedure and answers as [Compiled.Within] does, for those
// who have no other question to the chain.
func Within[R comparable](ctx context.Context, p func(*rule.Umpire) R, mark string, n int, wanted func(R) bool, o Options) ([]Chance, error) {
	d := newOdometer(ctx, o)
	index := interned(d, p)
	if _, err := d.compile(); err != nil {
		return nil, err
	}
	chances, err := only(within(d, index.Len(), mark, n, 1, func(_, i int) bool { return wanted(index.At(i)) }))
	d.rest()
	return chances, err
}

// only is the single event that was asked for.
func only(all [][]Chance, err error) ([]Chance, error) {
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// within answers for several events in one walk.
func within(d *odometer, outcomes int, mark string, n, events int, holds func(event, outcome int) bool) ([][]Chance, error) {
	if n < 0 || n > mostRounds {
		return nil, fmt.Errorf("odds: %d rounds: give 0 to %d", n, mostRounds)
	}
	d.spent, d.looked = 0, 0
	w := walk{d: d, at: -1}
	for _, m := range d.course.Stages() {
		if m.Name == mark {
			w.at = m.Number
		}
	}
	if w.at < 0 {
		return nil, fmt.Errorf("odds: the mark %q is never reached", mark)
	}
	w.wanted, w.chances = make([][]int, outcomes), make([][]Chance, events)
	for i := range w.wanted {
		for e := range events {
			if holds(e, i) {
				w.wanted[i] = append(w.wanted[i], e)
			}
		}
	}
	err := w.order()
	switch {
	case err != nil:
	case d.exact:
		err = w.fractions(n)
	default:
		err = w.floats(n)
	}
	return w.chances, err
}

// mostRounds bounds the rounds that Within answers for, as outcomes are bounded.
const mostRounds = MaxOutcomes

// A walk follows a chain from visit to visit of a mark.
type walk struct {
	d       *odometer
	at      int
	wanted  [][]int    // for each outcome the events that it counts for
	chances [][]Chance // of each event, after 0, 1, … rounds
	line    []int32    // every state after those that lead to it, except by the mark
	stands  []bool     // whether a state stands at the mark
}

// order sorts the states so that one pass carries mass from each visit to the
// next.
func (w *walk) order() error {
	c := &w.d.chain
	states := c.rows.Len()
	w.stands = make([]bool, states)
	w.line = make([]int32, 0, states)
	look := lookout{ctx: w.d.ctx}
	for n := range states {
		w.stands[n] = int(w.d.nodes.At(n).mark) == w.at
	}
	before := make([]int32, states) // states that lead to each and wait
	for n := range states {
		ways := c.ways(n)
		if look.stopped(len(ways)) {
			return w.d.ctx.Err()
		}
		for _, to := range ways {
			if to >= 0 && !w.stands[to] {
				before[to]++
			}
		}
	}
	for n := range states {
		if before[n] == 0 {
			w.line = append(w.line, int32(n))
		}
	}
	for i := 0; i < len(w.line); i++ {
		ways := c.ways(int(w.line[i]))
		if look.stopped(len(ways)) {
			return w.d.ctx.Err()
		}
		for _, to := range ways {
			if to < 0 || w.stands[to] {
				continue
			}
			if before[to]--; before[to] == 0 {
				w.line = append(w.line, to)
			}
		}
	}
	if len(w.line) < states {
		return fmt.Errorf("odds: between two visits of %q a state comes back to itself", w.d.course.Stages()[w.at].Name)
	}
	return nil
}

func (w *walk) floats(n int) error {
	c := &w.d.chain
	mass, next := make([]float64, c.rows.Len()), make([]float64, c.rows.Len())
	mass[0] = 1
	sums := make([]float64, len(w.chances))
	for k := 0; k <= n; k++ {
		if err := w.d.pay(float64(len(w.line)), "so many rounds"); err != nil {
			return err
		}
		for _, s := range w.line {
			v := mass[s]
			if v == 0 {
				continue
			}
			targets, chances := c.arena.floats(c.rows.At(int(s)))
			if err := w.d.pay(float64(2*len(targets)), "so many rounds"); err != nil {
				return err
			}
			chances = chances[:len(targets)]
			for i, to := range targets {
				switch p := v * chances[i]; {
				case to < 0:
					for _, e := range w.wanted[^to] {
						sums[e] += p
					}
				case w.stands[to]:
					next[to] += p
				default:
					mass[to] += p
				}
			}
		}
		for e, sum := range sums {
			w.chances[e] = append(w.chances[e], Chance{Float: sum})
		}
		mass, next = next, mass
		clear(next)
	}
	return nil
}

func (w *walk) fractions(n int) error {
	c := &w.d.chain
	mass, next := make([]sum, c.rows.Len()), make([]sum, c.rows.Len())
	mass[0].add(big.NewInt(1), 0)
	done := make([]sum, len(w.chances))
	x, weight := new(big.Int), new(big.Int)
	for k := 0; k <= n; k++ {
		if err := w.d.pay(float64(sumWords*len(w.line)), "so many rounds"); err != nil {
			return err
		}
		for _, s := range w.line {
			if !mass[s].some {
				continue
			}
			r := c.row(int(s))
			if err := w.d.pay(float64(len(r.to))*(mass[s].den.bits()/64+8), "the fractions of so many rounds"); err != nil {
				return err
			}
			den, ok := mass[s].den.times(r.w.den)
			if !ok {
				return &TooLarge{Runs: float64(n), Why: "the fractions outgrow what is kept; with floats it may go"}
			}
			for i, to := range r.to {
				x.Mul(&mass[s].num, r.w.into(weight, i))
				switch {
				case to >= 0 && w.stands[to]:
					next[to].add(x, den)
				case to >= 0:
					mass[to].add(x, den)
				default:
					for _, e := range w.wanted[^to] {
						done[e].add(x, den)
					}
				}
			}
		}
		for e := range done {
			long := done[e].den.bits() / 64
			if err := w.d.pay(long*long, "the fractions of so many rounds"); err != nil {
				return err
			}
			w.chances[e] = append(w.chances[e], exactly(new(big.Rat).SetFrac(&done[e].num, done[e].den.int())))
		}
		mass, next = next, mass
		for i := range next {
			next[i].some = false
		}
	}
	return nil
}

// sumWords is how many operations on words it costs to look whether a state has mass.
const sumWords = 4
