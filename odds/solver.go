package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"loophole/rule"
)

// A Solver is an answered question with its chain of states. From the chain it computes the chances
// after each number of rounds, and the odds from other states, without playing again. It keeps its
// results. A Solver is safe for concurrent use, and serves one caller at a time.
type Solver struct {
	Answer *Answer
	chain  *keptChain
	start  int          // the node of the start
	walks  []*roundWalk // by the answer's Rounds; nil before the first use; only while holding the chain
	words  atomic.Int64

	mu    sync.Mutex
	known [][][]Chance // by the answer's Rounds, then by event, then after 0, 1, … rounds
}

// A keptChain is what all solvers of one question share.
type keptChain struct {
	turn     chan struct{} // held by the caller that is being served
	odometer *odometer     // nil after Close
	runner   *rule.OutcomeRunner
	tables   []*StateTable // by the answer's Rounds; nil before the first use
	words    atomic.Int64
}

// A RoundSeries gives, for a checkpoint that a question reaches repeatedly, such as a round, the
// chance that each event has happened by then.
type RoundSeries struct {
	Checkpoint string
	Chances    [][]Chance // by event, in the order of the request; then after 0, 1, … rounds
}

// NewSolver answers a question and keeps its chain. Its errors are those of [Solve].
func NewSolver(ctx context.Context, q *rule.Question, o Options) (*Solver, error) {
	if !o.AllowIllegal {
		if err := q.Legal(nil); err != nil {
			return nil, err
		}
	}
	d := newOdometer(ctx, o)
	c := &keptChain{turn: make(chan struct{}, 1), odometer: d, runner: q.OutcomeRunner()}
	d.play, d.outcomes = c.runner.Play, c.runner.Len
	r := &result{}
	if err := r.solve(d); err != nil {
		return nil, err
	}
	rounds := d.rounds()
	k := &Solver{chain: c, walks: make([]*roundWalk, len(rounds)), known: make([][][]Chance, len(rounds))}
	c.tables = make([]*StateTable, len(rounds))
	var err error
	if k.Answer, err = r.answer(ctx, q, c.runner); err != nil {
		return nil, err
	}
	if !o.Unexplained {
		if k.Answer.Explanation, err = Explain(ctx, q, o.Policy); err != nil {
			return nil, err
		}
	}
	k.Answer.Rounds = rounds
	k.words.Store(int64(k.Answer.words()))
	c.words.Store(int64(d.store.words()))
	if len(rounds) == 0 {
		k.Close()
	}
	return k, nil
}

// Size returns the approximate memory in words of eight bytes: of the chain, which all solvers of
// the question share, and of this answer with its chances by round.
func (k *Solver) Size() (chain, own int) { return int(k.chain.words.Load()), int(k.words.Load()) }

// Compact releases the memory that only playing needs, for a question that is kept for long.
func (k *Solver) Compact() {
	if d, err := k.chain.take(context.Background()); err == nil {
		d.dropSubs()
		k.chain.leave()
	}
}

// Close releases the chain of all solvers of the question for other questions. Answers stay, with
// the known chances by round.
func (k *Solver) Close() {
	if d, err := k.chain.take(context.Background()); err == nil {
		d.release()
		k.chain.odometer, k.chain.tables = nil, nil
		k.chain.words.Store(0)
		k.chain.leave()
	}
}

var errClosed = errors.New("odds: the solver was closed: make another with NewSolver")

// take waits until no other caller is served, and prepares the chain for another question within
// the same budget. After success the caller calls leave.
func (c *keptChain) take(ctx context.Context) (*odometer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c.odometer == nil {
		<-c.turn
		return nil, errClosed
	}
	d := c.odometer
	d.ctx, d.spent, d.polledAt = ctx, 0, 0
	return d, nil
}

// leave lets the next caller in. The context of a question ends with it.
func (c *keptChain) leave() {
	if d := c.odometer; d != nil {
		d.ctx = context.Background()
		if d.chain.ready != nil {
			d.chain.ready.ctx = d.ctx
		}
	}
	<-c.turn
}

// maxWalked limits the words that are kept of the chances by round from one start, and again of the
// state to continue from: 512 KiB each.
const maxWalked = 1 << 16

// CachedByRound is [Solver.ByRound] from kept results only. ok is false if they are not known, or
// too large to keep.
func (k *Solver) CachedByRound(n int, events []int) (list []RoundSeries, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	list = make([]RoundSeries, len(k.known))
	for i, chances := range k.known {
		if n < 0 || len(chances) == 0 || len(chances[0]) <= n {
			return nil, false
		}
		list[i] = picked(k.Answer.Rounds[i], chances, n, events)
	}
	return list, true
}

// picked returns the chances of some events within up to n rounds.
func picked(checkpoint string, chances [][]Chance, n int, events []int) RoundSeries {
	r := RoundSeries{Checkpoint: checkpoint}
	for _, e := range events {
		r.Chances = append(r.Chances, slices.Clip(chances[e][:n+1]))
	}
	return r
}

// ByRound returns, for each of the answer's Rounds, the chance of each event within 0, 1, … up to n
// of them. An event counts once the procedure has ended with it. Fewer rounds than before, and
// other events, are looked up; more rounds continue from the known ones. It returns a
// *[TooLargeError] for more than the budget of the question, and the context's error if it is
// cancelled.
func (k *Solver) ByRound(ctx context.Context, n int, events []int) ([]RoundSeries, error) {
	if n < 0 || n > mostRounds {
		return nil, fmt.Errorf("odds: %d rounds: give 0 to %d", n, mostRounds)
	}
	if list, ok := k.CachedByRound(n, events); ok {
		return list, nil
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.leave()
	list := make([]RoundSeries, len(k.walks))
	words := k.Answer.words()
	for i, checkpoint := range k.Answer.Rounds {
		w, err := k.walk(d, i, n)
		if err != nil {
			return nil, err
		}
		list[i] = picked(checkpoint, w.chances, n, events)
		words += k.keep(i, w)
	}
	k.words.Store(int64(words))
	return list, nil
}

// walk continues the walk by one of the Rounds, or begins it.
func (k *Solver) walk(d *odometer, i, n int) (*roundWalk, error) {
	w := k.walks[i]
	k.walks[i] = nil // until it has continued without an error
	if w == nil {
		var err error
		d.spent, d.polledAt = 0, 0
		if w, err = newRoundWalk(d, k.Answer.Rounds[i], k.start, k.chain.runner.Len(), len(k.Answer.Events), k.chain.runner.Holds); err != nil {
			return nil, err
		}
	}
	return w, w.until(n)
}

// keep keeps the known chances of a walk, and the walk itself to continue from, each within the memory
// limit. It returns the words that it keeps. Without a kept walk, further rounds begin at the start again.
func (k *Solver) keep(i int, w *roundWalk) (words int) {
	if w.words > maxWalked {
		return 0
	}
	words = w.words
	if further := w.further(); further <= maxWalked {
		k.walks[i] = w
		words += further
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known[i] = slices.Clone(w.chances)
	return words
}

// FromStateNumber answers the question from a state of the [StateTable] of a checkpoint, given by
// its number: the odds once that state is reached. Outcomes include costs up to that state.
// Expected visits count from there. Its errors are those of [Solve] for work other than playing.
func (k *Solver) FromStateNumber(ctx context.Context, checkpoint string, number int) (*Solver, error) {
	s, err := k.States(ctx, checkpoint)
	if err != nil {
		return nil, err
	}
	if number < 0 || number >= len(s.nodes) {
		return nil, fmt.Errorf("odds: there is no state %d at %q: give 0 to %d", number, checkpoint, len(s.nodes)-1)
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.leave()
	d.chain.keeps = true
	r := &result{n: k.chain.runner.Len(), runs: k.Answer.Runs, states: k.Answer.States}
	here := &Solver{chain: k.chain, start: int(s.nodes[number]), walks: make([]*roundWalk, len(k.walks)), known: make([][][]Chance, len(k.walks))}
	if err := r.solveFrom(d, &d.chain, here.start); err != nil {
		return nil, err
	}
	if here.Answer, err = r.answer(ctx, k.Answer.Question, k.chain.runner); err != nil {
		return nil, err
	}
	here.Answer.Rounds, here.Answer.Explanation = k.Answer.Rounds, k.Answer.Explanation
	here.Answer.From = &State{checkpoint, s.Keys, s.Values[number]}
	here.words.Store(int64(here.Answer.words()))
	k.chain.weigh()
	return here, nil
}

// weigh updates the memory of the chain.
func (c *keptChain) weigh() {
	words := c.odometer.store.words()
	if s := c.odometer.chain.ready; s != nil {
		words += s.words()
	}
	for _, s := range c.tables {
		if s != nil {
			words += len(s.Values) * (4 + 2*len(s.Keys))
		}
	}
	c.words.Store(int64(words))
}

// rounds lists the checkpoints that repeat, and between whose visits no state repeats, so that
// their visits can be counted.
func (d *odometer) rounds() []string {
	var list []string
	for _, m := range d.plan.Checkpoints() {
		w := roundWalk{d: d, at: m.Number}
		if d.revisits(m.Number) && w.order() == nil {
			list = append(list, m.Name)
		}
	}
	return list
}

// revisits reports whether some state at a checkpoint leads to a state at it.
func (d *odometer) revisits(checkpoint int) bool {
	c := &d.chain
	at := func(n int32) bool { return int(d.nodes.At(int(n)).checkpoint) == checkpoint }
	seen := make([]bool, c.rows.Len())
	var waiting []int32
	for n := range seen {
		if at(int32(n)) {
			waiting = append(waiting, int32(n))
		}
	}
	poll := cancelPoll{ctx: d.ctx}
	for len(waiting) > 0 {
		ways := c.ways(int(waiting[len(waiting)-1]))
		if poll.cancelled(len(ways)) {
			return false
		}
		waiting = waiting[:len(waiting)-1]
		for _, to := range ways {
			switch {
			case to < 0 || seen[to]:
			case at(to):
				return true
			default:
				seen[to] = true
				waiting = append(waiting, to)
			}
		}
	}
	return false
}
