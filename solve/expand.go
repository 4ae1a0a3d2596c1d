package solve

import (
	"context"
	"runtime"
	"sync"

	"loophole/game"
	"loophole/rule"
)

// batch is the number of positions that each goroutine expands before the results are joined.
const batch = 64

// firstReview is the number of expanded positions after which values are computed for the first
// time.
const firstReview = 500

// An expansion is the result of expanding one position: the outcomes of its legal actions, or the
// payoff of the first side if the game is over.
type expansion struct {
	over    bool
	payoff  float32
	side    int
	actions []*outcomeTree
	err     error
}

// expand expands positions in the order in which they were met, until the value of the start is
// known or the budget is spent. From time to time it computes the values, and drops the positions
// that best play cannot reach.
func (s *Solution) expand(ctx context.Context, f *game.Instance, o Options) error {
	expanders := make([]*expander, runtime.GOMAXPROCS(0))
	for i := range expanders {
		expanders[i] = newExpander(ctx, f)
	}
	queue, review := []int32{0}, firstReview
	for len(queue) > 0 && s.Positions < o.Positions && !s.Full {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		found := make([]expansion, min(len(queue), o.Positions-s.Positions, batch*len(expanders)))
		var all sync.WaitGroup
		for k, l := range expanders {
			all.Go(func() {
				for i := k; i < len(found); i += len(expanders) {
					x := &found[i]
					if stopped := rule.Catch(func() { x.err = l.expand(s.set.At(int(queue[i])), x) }); stopped != nil {
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
			met := int32(len(s.positions))
			s.addExpansion(queue[i], &found[i])
			for ; met < int32(len(s.positions)); met++ {
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

// addExpansion adds the result for the position with a number.
func (s *Solution) addExpansion(at int32, x *expansion) {
	if x.over {
		s.positions[at] = node{kind: terminal, payoff: x.payoff}
		return
	}
	tos := make([]int32, len(x.actions))
	for i, a := range x.actions {
		tos[i] = s.addOutcomes(a)
	}
	s.positions[at] = node{firstEdge: int32(len(s.edges)), n: int32(len(tos)), kind: firstSide + nodeKind(x.side)}
	for _, to := range tos {
		s.edges = append(s.edges, edge{to: to})
	}
}

// addOutcomes adds the outcomes of an action, and returns where an edge to them leads.
func (s *Solution) addOutcomes(g *outcomeTree) int32 {
	if g.kind == unknown {
		s.Unknown++
	}
	if g.kind == terminal {
		return s.add(g.at)
	}
	tos := make([]int32, len(g.children))
	for i := range g.children {
		tos[i] = s.addOutcomes(g.children[i].outcomeTree)
	}
	b := node{firstEdge: int32(len(s.edges)), n: int32(len(tos)), kind: g.kind}
	for i, to := range tos {
		s.edges = append(s.edges, edge{to, g.children[i].p})
	}
	s.outcomes = append(s.outcomes, b)
	return ^int32(len(s.outcomes) - 1)
}
