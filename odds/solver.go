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

// A Solver is a question of a rulebook that was answered, with the chain of states
// that it was played out to. How it stands after so many rounds, and what comes of
// it from another of its states, is answered from that, without playing anything
// again; what was worked out once is found again. Several goroutines may ask it:
// they are served one after the other.
type Solver struct {
	Answer *Answer
	chain  *keptChain
	start  int          // the node that is answered from
	walks  []*roundWalk // by the answer's Rounds, nil until they were asked for; for who has the chain
	words  atomic.Int64

	mu    sync.Mutex
	known [][][]Chance // by the answer's Rounds, then by event, then after 0, 1, … rounds
}

// A keptChain serves all that is answered from one playing out.
type keptChain struct {
	turn      chan struct{} // is held by whoever is served
	odometer  *odometer     // nil where there is no more to ask
	player    *rule.OutcomeRunner
	standings []*StateTable // by the answer's Rounds; nil until they were asked for
	words     atomic.Int64
}

// A RoundSeries is, for a stage that a question comes to again and again, such as a
// round, how likely each event is to have come about by then.
type RoundSeries struct {
	Mark    string
	Chances [][]Chance // by event, as they were asked for; then after 0, 1, … rounds
}

// NewSolver answers a question and keeps its chain. Its errors are those of [Solve].
func NewSolver(ctx context.Context, q *rule.Question, o Options) (*Solver, error) {
	if !o.Unlawful {
		if err := q.Legal(nil); err != nil {
			return nil, err
		}
	}
	d := newOdometer(ctx, o)
	c := &keptChain{turn: make(chan struct{}, 1), odometer: d, player: q.OutcomeRunner()}
	d.play, d.outcomes = c.player.Play, c.player.Len
	r := &result{}
	if err := r.of(d); err != nil {
		return nil, err
	}
	rounds := d.rounds()
	k := &Solver{chain: c, walks: make([]*roundWalk, len(rounds)), known: make([][][]Chance, len(rounds))}
	c.standings = make([]*StateTable, len(rounds))
	var err error
	if k.Answer, err = r.answer(ctx, q, c.player); err != nil {
		return nil, err
	}
	if k.Answer.Account, err = Explain(ctx, q, o.Policy); err != nil {
		return nil, err
	}
	k.Answer.Rounds = rounds
	k.words.Store(int64(k.Answer.words()))
	c.words.Store(int64(d.arena.words()))
	if len(rounds) == 0 {
		k.Close()
	}
	return k, nil
}

// Size is about how much memory is taken, in words of eight bytes: by the chain,
// which all share that were answered from it, and by this answer with what is known
// by the round.
func (k *Solver) Size() (chain, own int) { return int(k.chain.words.Load()), int(k.words.Load()) }

// Compact gives back what only playing needs, so that a question can be kept for
// long.
func (k *Solver) Compact() {
	if d, err := k.chain.take(context.Background()); err == nil {
		d.dropSubs()
		k.chain.leave()
	}
}

// Close gives the chain up, for all that was answered from it: what it took
// serves other questions. The answers stay, with what is known by the round.
func (k *Solver) Close() {
	if d, err := k.chain.take(context.Background()); err == nil {
		d.release()
		k.chain.odometer, k.chain.standings = nil, nil
		k.chain.words.Store(0)
		k.chain.leave()
	}
}

var errGivenUp = errors.New("odds: the chain was given up; ask the question again")

// take waits until nobody else is served, and lays the chain out for another
// question within the same budget. Where it succeeds the caller leaves.
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
		return nil, errGivenUp
	}
	d := c.odometer
	d.ctx, d.spent, d.looked = ctx, 0, 0
	return d, nil
}

// leave lets the next one be served. The context of a question does not outlast it.
func (c *keptChain) leave() {
	if d := c.odometer; d != nil {
		d.ctx = context.Background()
		if d.chain.ready != nil {
			d.chain.ready.ctx = d.ctx
		}
	}
	<-c.turn
}

// maxWalked bounds the words that are kept for one start of the chances by the round,
// and again of what it takes to go on from them: 512 KiB each.
const maxWalked = 1 << 16

// CachedByRound is [Solver.ByRound] for what was worked out before; ok is false where it was not,
// or takes too much to be kept.
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

// picked are the chances of some events within up to n rounds.
func picked(mark string, chances [][]Chance, n int, events []int) RoundSeries {
	r := RoundSeries{Mark: mark}
	for _, e := range events {
		r.Chances = append(r.Chances, slices.Clip(chances[e][:n+1]))
	}
	return r
}

// ByRound returns, for each of the answer's Rounds, how likely each of some events
// is to have come about within 0, 1, … up to n of them. An event counts once the
// procedure has ended with it. Fewer rounds than were asked for before, and other
// events, are looked up; more rounds go on from there. It returns a *[TooLargeError]
// error for more than the budget of the question, and the context's error when
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
	for i, mark := range k.Answer.Rounds {
		w, err := k.walk(d, i, n)
		if err != nil {
			return nil, err
		}
		list[i] = picked(mark, w.chances, n, events)
		words += k.keep(i, w)
	}
	k.words.Store(int64(words))
	return list, nil
}

// walk goes on with the walk by one of the Rounds, or begins it.
func (k *Solver) walk(d *odometer, i, n int) (*roundWalk, error) {
	w := k.walks[i]
	k.walks[i] = nil // until it has gone on without an error
	if w == nil {
		var err error
		d.spent, d.looked = 0, 0
		if w, err = newWalk(d, k.Answer.Rounds[i], k.start, k.chain.player.Len(), len(k.Answer.Events), k.chain.player.Holds); err != nil {
			return nil, err
		}
	}
	return w, w.until(n)
}

// keep keeps what was walked, as far as it is not too much, and returns the words that
// it takes. A large chain keeps what is known, and begins anew for more.
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

// FromStateNumber answers the question from one of the [StateTable] at a stage: what comes of
// it once it has come to that. What it has cost so far counts with the outcomes.
// Expected visits count from there on. Its errors are those of [Solve] for work that
// is no playing.
func (k *Solver) FromStateNumber(ctx context.Context, mark string, standing int) (*Solver, error) {
	s, err := k.States(ctx, mark)
	if err != nil {
		return nil, err
	}
	if standing < 0 || standing >= len(s.nodes) {
		return nil, fmt.Errorf("odds: standing %d of %d at %q", standing, len(s.nodes), mark)
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.leave()
	d.chain.keeps = true
	r := &result{n: k.chain.player.Len(), runs: k.Answer.Runs, states: k.Answer.States}
	here := &Solver{chain: k.chain, start: int(s.nodes[standing]), walks: make([]*roundWalk, len(k.walks)), known: make([][][]Chance, len(k.walks))}
	if err := r.from(d, &d.chain, here.start); err != nil {
		return nil, err
	}
	if here.Answer, err = r.answer(ctx, k.Answer.Question, k.chain.player); err != nil {
		return nil, err
	}
	here.Answer.Rounds, here.Answer.Account = k.Answer.Rounds, k.Answer.Account
	here.Answer.From = &State{mark, s.Keys, s.Values[standing]}
	here.words.Store(int64(here.Answer.words()))
	k.chain.weigh()
	return here, nil
}

// weigh notes how much memory the chain takes by now.
func (c *keptChain) weigh() {
	words := c.odometer.arena.words()
	if s := c.odometer.chain.ready; s != nil {
		words += s.words()
	}
	for _, s := range c.standings {
		if s != nil {
			words += len(s.Values) * (4 + 2*len(s.Keys))
		}
	}
	c.words.Store(int64(words))
}

// rounds lists the marks that a chain comes to again from themselves, and
// between whose visits no state comes back, so that they can be counted.
func (d *odometer) rounds() []string {
	var list []string
	for _, m := range d.course.Stages() {
		w := roundWalk{d: d, at: m.Number}
		if d.again(m.Number) && w.order() == nil {
			list = append(list, m.Name)
		}
	}
	return list
}

// again reports whether some state at a mark leads to a state at it.
func (d *odometer) again(mark int) bool {
	c := &d.chain
	at := func(n int32) bool { return int(d.nodes.At(int(n)).mark) == mark }
	seen := make([]bool, c.rows.Len())
	var waiting []int32
	for n := range seen {
		if at(int32(n)) {
			waiting = append(waiting, int32(n))
		}
	}
	look := cancelPoll{ctx: d.ctx}
	for len(waiting) > 0 {
		ways := c.ways(int(waiting[len(waiting)-1]))
		if look.cancelled(len(ways)) {
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
