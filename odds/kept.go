package odds

import (
	"context"
	"fmt"

	"loophole/rule"
)

// A Kept is a question of a rulebook that was answered, with the chain of states
// that it was played out to: how it stands after so many rounds is answered from
// that, without playing anything again. It serves one goroutine at a time.
type Kept struct {
	Answer   *Answer
	odometer *odometer // nil where there is no more to ask
	player   *rule.Player
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
	k := &Kept{odometer: d, player: q.Player()}
	d.play, d.outcomes = k.player.Play, k.player.Len
	r := &result{}
	if err := r.of(d); err != nil {
		return nil, err
	}
	rounds := d.rounds()
	var err error
	if k.Answer, err = r.answer(ctx, q, k.player, o.Policy); err != nil {
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
	if k.odometer == nil {
		return 0
	}
	return k.odometer.arena.to.used
}

// Settle gives back what only playing needs, so that a question can be kept for
// long.
func (k *Kept) Settle() {
	if k.odometer != nil {
		k.odometer.dropSubs()
	}
}

// Release gives the chain up: what it took serves other questions. The answer
// stays.
func (k *Kept) Release() {
	if k.odometer != nil {
		k.odometer.rest()
		k.odometer = nil
	}
}

// Within returns, for each of the answer's Rounds, how likely each of some events
// is to have come about within 0, 1, … up to n of them. An event counts once the
// procedure has ended with it. It returns a *[TooLarge] error for more than the
// budget of the question, and the context's error when cancelled.
func (k *Kept) Within(ctx context.Context, n int, events []int) ([]ByRound, error) {
	if k.odometer == nil && len(k.Answer.Rounds) > 0 {
		return nil, fmt.Errorf("odds: the chain was given up; ask the question again")
	}
	list := []ByRound{}
	for _, mark := range k.Answer.Rounds {
		k.odometer.ctx = ctx
		chances, err := within(k.odometer, k.player.Len(), mark, n, len(events), func(e, i int) bool { return k.player.Holds(events[e], i) })
		if err != nil {
			return nil, err
		}
		list = append(list, ByRound{mark, chances})
	}
	return list, nil
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
