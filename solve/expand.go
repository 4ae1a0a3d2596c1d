package solve

import (
	"context"
	"runtime"
	"sync"

	"loophole/game"
	"loophole/rule"
)

// batch is how many positions each goroutine looks at before what they found is joined.
const batch = 64

// firstReview is after how many positions expand works out for the first time what is known.
const firstReview = 500

// A looked is what somebody found who looked at one position.
type looked struct {
	end     bool
	payoff  float32
	side    int
	actions []*grown
	err     error
}

// expand looks at positions, those first that can come about first, until the value of
// the start is known or the budget is spent. From time to time it works out what is known
// so far, and leaves aside what nobody will choose who plays what is best.
func (s *Solution) expand(ctx context.Context, f *game.Instance, o Options) error {
	lookers := make([]*looker, runtime.GOMAXPROCS(0))
	for i := range lookers {
		lookers[i] = newLooker(ctx, f)
	}
	queue, review := []int32{0}, firstReview
	for len(queue) > 0 && s.Positions < o.Positions && !s.Full {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		found := make([]looked, min(len(queue), o.Positions-s.Positions, batch*len(lookers)))
		var all sync.WaitGroup
		for k, l := range lookers {
			all.Go(func() {
				for i := k; i < len(found); i += len(lookers) {
					x := &found[i]
					if stopped := rule.Catch(func() { x.err = l.look(s.set.At(int(queue[i])), x) }); stopped != nil {
						x.err = stopped
					}
				}
			})
		}
		all.Wait()
		for i := range found {
			if err := found[i].err; err != nil {
				return err
			}
			met := int32(len(s.places))
			s.join(queue[i], &found[i])
			for ; met < int32(len(s.places)); met++ {
				queue = append(queue, met)
			}
		}
		queue = queue[len(found):]
		s.Positions += len(found)
		s.Full = s.bytes() > o.Bytes
		if s.Positions >= review {
			review = s.Positions + s.Positions/2
			if err := s.solve(ctx); err != nil {
				return err
			}
			queue = s.relevant()
		}
		if o.Progress != nil {
			o.Progress(s.Positions, len(queue))
		}
	}
	return s.solve(ctx)
}

// join adds what was found at a position.
func (s *Solution) join(at int32, x *looked) {
	if x.end {
		s.places[at] = branch{kind: end, payoff: x.payoff}
		return
	}
	tos := make([]int32, len(x.actions))
	for i, a := range x.actions {
		tos[i] = s.graft(a)
	}
	s.places[at] = branch{first: int32(len(s.edges)), n: int32(len(tos)), kind: first + kind(x.side)}
	for _, to := range tos {
		s.edges = append(s.edges, edge{to: to})
	}
}

// graft adds what grew from an action, and returns where it is.
func (s *Solution) graft(g *grown) int32 {
	if g.kind == unknown {
		s.Unknown++
	}
	if g.kind == end {
		return s.number(g.at)
	}
	tos := make([]int32, len(g.parts))
	for i := range g.parts {
		tos[i] = s.graft(g.parts[i].grown)
	}
	b := branch{first: int32(len(s.edges)), n: int32(len(tos)), kind: g.kind}
	for i, to := range tos {
		s.edges = append(s.edges, edge{to, g.parts[i].p})
	}
	s.inner = append(s.inner, b)
	return ^int32(len(s.inner) - 1)
}
