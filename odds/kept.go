package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"loophole/rule"
)

// A Kept is a question of a rulebook that was answered, with the chain of states
// that it was played out to. How it stands after so many rounds, and what comes of
// it from another of its states, is answered from that, without playing anything
// again; what was worked out once is found again. Several goroutines may ask it:
// they are served one after the other.
type Kept struct {
	Answer *Answer
	chain  *keptChain
	start  int     // the node that is answered from
	walks  []*walk // by the answer's Rounds; nil until they were asked for
}

// A keptChain serves all that is answered from one playing out.
type keptChain struct {
	mu        sync.Mutex
	odometer  *odometer // nil where there is no more to ask
	player    *rule.Player
	standings []*Standings // by the answer's Rounds; nil until they were asked for
}

// A ByRound is, for a stage that a question comes to again and again, such as a
// round, how likely each event is to have come about by then.
type ByRound struct {
	Mark    string
	Chances [][]Chance // by event, as they were asked for; then after 0, 1, … rounds
}

// Keep answers a question and keeps its chain. Its errors are those of [Ask].
func Keep(ctx context.Context, q *rule.Question, o Options) (*Kept, error) {
	d := newOdometer(ctx, o)
	c := &keptChain{odometer: d, player: q.Player()}
	d.play, d.outcomes = c.player.Play, c.player.Len
	r := &result{}
	if err := r.of(d); err != nil {
		return nil, err
	}
	rounds := d.rounds()
	k := &Kept{chain: c, walks: make([]*walk, len(rounds))}
	c.standings = make([]*Standings, len(rounds))
	var err error
	if k.Answer, err = r.answer(ctx, q, c.player); err != nil {
		return nil, err
	}
	if k.Answer.Account, err = Account(ctx, q, o.Policy); err != nil {
		return nil, err
	}
	k.Answer.Rounds = rounds
	if len(rounds) == 0 {
		k.Release()
	}
	return k, nil
}

// Size is how many ways from state to state are kept: some dozen bytes each with
// floats, and more as fractions.
func (k *Kept) Size() int {
	k.chain.mu.Lock()
	defer k.chain.mu.Unlock()
	if k.chain.odometer == nil {
		return 0
	}
	return k.chain.odometer.arena.to.used
}

// Settle gives back what only playing needs, so that a question can be kept for
// long.
func (k *Kept) Settle() {
	k.chain.mu.Lock()
	defer k.chain.mu.Unlock()
	if k.chain.odometer != nil {
		k.chain.odometer.dropSubs()
	}
}

// Release gives the chain up, for all that was answered from it: what it took
// serves other questions. The answers stay.
func (k *Kept) Release() {
	k.chain.mu.Lock()
	defer k.chain.mu.Unlock()
	if k.chain.odometer != nil {
		k.chain.odometer.rest()
		k.chain.odometer = nil
	}
}

var errGivenUp = errors.New("odds: the chain was given up; ask the question again")

// take locks the chain and lays it out for another question within the same
// budget. Where it succeeds the caller unlocks it.
func (c *keptChain) take(ctx context.Context) (*odometer, error) {
	c.mu.Lock()
	if c.odometer == nil {
		c.mu.Unlock()
		return nil, errGivenUp
	}
	d := c.odometer
	d.ctx, d.spent, d.looked = ctx, 0, 0
	return d, nil
}

// maxWalked bounds the words that are kept for one start of the chances by the round,
// and again of what it takes to go on from them: 512 KiB each.
const maxWalked = 1 << 16

// Within returns, for each of the answer's Rounds, how likely each of some events
// is to have come about within 0, 1, … up to n of them. An event counts once the
// procedure has ended with it. Fewer rounds than were asked for before, and other
// events, are looked up; more rounds go on from there. It returns a *[TooLarge]
// error for more than the budget of the question, and the context's error when
// cancelled.
func (k *Kept) Within(ctx context.Context, n int, events []int) ([]ByRound, error) {
	if len(k.walks) == 0 {
		return []ByRound{}, nil
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.mu.Unlock()
	list := make([]ByRound, len(k.walks))
	for i, mark := range k.Answer.Rounds {
		w := k.walks[i]
		k.walks[i] = nil // until it has gone on without an error
		if w == nil || w.carrier == nil && w.rounds <= n {
			if w, err = newWalk(d, mark, k.start, k.chain.player.Len(), len(k.Answer.Events), k.chain.player.Holds); err != nil {
				return nil, err
			}
		}
		if err := w.until(n); err != nil {
			return nil, err
		}
		list[i].Mark = mark
		for _, e := range events {
			list[i].Chances = append(list[i].Chances, slices.Clip(w.chances[e][:n+1]))
		}
		if known, further := w.words(); known <= maxWalked {
			k.walks[i] = w
			if further > maxWalked {
				w.rest()
			}
		}
	}
	return list, nil
}

// From answers the question from one of the [Standings] at a stage: what comes of
// it once it has come to that. What it has cost so far counts with the outcomes.
// Expected visits count from there on. Its errors are those of [Ask] for work that
// is no playing.
func (k *Kept) From(ctx context.Context, mark string, standing int) (*Kept, error) {
	s, err := k.Standings(ctx, mark)
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
	defer k.chain.mu.Unlock()
	d.chain.keeps = true
	r := &result{n: k.chain.player.Len(), runs: k.Answer.Runs, states: k.Answer.States}
	here := &Kept{chain: k.chain, start: int(s.nodes[standing]), walks: make([]*walk, len(k.walks))}
	if err := r.from(d, &d.chain, here.start); err != nil {
		return nil, err
	}
	if here.Answer, err = r.answer(ctx, k.Answer.Question, k.chain.player); err != nil {
		return nil, err
	}
	here.Answer.Rounds, here.Answer.Account = k.Answer.Rounds, k.Answer.Account
	here.Answer.From = &Standing{mark, s.Keys, s.Values[standing]}
	return here, nil
}

// rounds lists the marks that a chain comes to again from themselves, and
// between whose visits no state comes back, so that they can be counted.
func (d *odometer) rounds() []string {
	var list []string
	for _, m := range d.course.Stages() {
		w := walk{d: d, at: m.Number}
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
	look := lookout{ctx: d.ctx}
	for len(waiting) > 0 {
		ways := c.ways(int(waiting[len(waiting)-1]))
		if look.stopped(len(ways)) {
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
