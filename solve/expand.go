package solve

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
)

// batch is the number of positions that are expanded before the results are joined. It is the same
// on each machine, so that the number of expanded positions does not depend on it.
const batch = 256

// firstReview is the number of expanded positions after which values are computed for the first
// time.
const firstReview = 500

// An expansion is the result of expanding one position: the outcomes of its legal actions, or the
// payoff of the first side if the game is over. An action with too many outcomes is nil.
type expansion struct {
	over    bool
	payoff  float32
	side    int
	actions []*outcomes.Outcomes
	plays   int    // of actions
	chunk   *chunk // where the positions of the outcomes are; nil: in each
	err     error
}

// A positionExpander expands positions. It serves one goroutine.
type positionExpander struct {
	ctx    context.Context
	runner *game.Runner
	finder *outcomes.Finder
	limits outcomes.Limits
	open   bool // reject positions in which something is hidden
	most   int  // plays for a position, after which its further actions count as too large; 0 is no limit
}

func newPositionExpander(ctx context.Context, f *game.Instance, o Options) *positionExpander {
	x := &positionExpander{ctx, f.Runner(), outcomes.NewFinder(f), defaultLimits, o.KnownOnly && f.HasHiddenInfo(), 0}
	x.finder.Subrolls = !o.RollByRoll
	if o.Plays > 0 {
		x.limits = outcomes.Limits{Runs: int64(o.Plays), Paths: o.Plays}
	}
	return x
}

// defaultLimits limit the plays of an action to find all its outcomes.
var defaultLimits = outcomes.Limits{Runs: 20_000, Paths: 400_000}

// expand fills in the expansion of a position.
func (l *positionExpander) expand(p game.Position, x *expansion) error {
	if l.open && !l.runner.Instance.IsOpen(p) {
		return ErrHidden
	}
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
	began := l.finder.Plays
	defer func() { x.plays = l.finder.Plays - began }()
	for _, a := range l.runner.Legal(nil) {
		if l.most > 0 && l.finder.Plays-began > l.most {
			x.actions = append(x.actions, nil)
			continue
		}
		o, err := l.finder.Find(l.ctx, p, a, l.limits)
		if err != nil && !errors.Is(err, outcomes.ErrTooMany) {
			return err
		}
		x.actions = append(x.actions, o)
	}
	return nil
}

// expand expands positions in the order of their discovery, until the value of the start is known
// or the budget is spent. From time to time it computes the values, and drops the positions that
// best play cannot reach.
func (s *Solution) expand(ctx context.Context, f *game.Instance, o Options) error {
	expanding, end := context.WithCancel(ctx)
	defer end()
	if o.Stop != nil {
		defer context.AfterFunc(o.Stop, end)()
	}
	var from source = newLocalSource(expanding, f, o)
	if canSpread && o.Spread != nil {
		spread := newSpreader(expanding, s.table.(*byteTable), o)
		defer spread.close()
		from = spread
	}
	queue, review, together := []int32{0}, firstReview, batch
	if o.Work > 0 {
		together = cmp.Or(o.Batch, smallBatch)
	}
	for len(queue) > 0 && s.Positions < o.Positions && !s.Full && (o.Work == 0 || s.Plays < o.Work) && (s.Unknown == 0 || !o.Whole && !o.EachAction) {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		sure := o.Positions - s.Positions - batch + 1
		if !o.Whole {
			sure = min(sure, review-s.Positions)
		}
		found, err := from.expand(s, queue, min(len(queue), o.Positions-s.Positions, together), sure)
		if s.Stopped = o.Stop != nil && o.Stop.Err() != nil; s.Stopped && ctx.Err() == nil {
			break // The values are bounds of what was found before.
		}
		if err != nil {
			return err
		}
		for i := range found {
			if s.views != nil && s.isAmbiguous(queue[i], &found[i]) {
				return ErrHidden
			}
			met := int32(len(s.positions))
			s.addExpansion(queue[i], &found[i])
			for ; met < int32(len(s.positions)); met++ {
				queue = append(queue, met)
			}
			s.Plays += found[i].plays
		}
		queue = queue[len(found):]
		s.Positions += len(found)
		s.Full = s.bytes() > o.Bytes
		// A position that an earlier review dropped can be relevant again, so an empty queue is no end.
		if (s.Positions >= review || len(queue) == 0) && !o.Whole {
			review = max(review, s.Positions+s.Positions/2)
			if err := s.solve(ctx); err != nil {
				return err
			}
			queue = s.relevant(o.EachAction)
		}
		if o.Progress != nil {
			o.Progress(s.Positions, len(queue))
		}
	}
	return s.solve(ctx)
}

// smallBatch is the number of positions of a batch if the work is bounded.
const smallBatch = 8

// A source expands positions.
type source interface {
	// expand expands the first n positions of a queue. The caller will certainly ask for the whole
	// batches after them that begin before the index sure.
	expand(s *Solution, queue []int32, n, sure int) ([]expansion, error)
}

// A localSource is a source that expands positions in this process, by one goroutine for each core.
type localSource struct {
	list []*positionExpander
	work int // Options.Work
}

func newLocalSource(ctx context.Context, f *game.Instance, o Options) *localSource {
	c := &localSource{make([]*positionExpander, runtime.GOMAXPROCS(0)), o.Work}
	for i := range c.list {
		c.list[i] = newPositionExpander(ctx, f, o)
	}
	return c
}

func (c *localSource) expand(s *Solution, queue []int32, n, _ int) ([]expansion, error) {
	found := make([]expansion, n)
	if c.work > 0 {
		most := max(1, (c.work-s.Plays)/2)
		for _, l := range c.list {
			l.most = most
		}
	}
	part := func(k int) {
		for i := k; i < len(found); i += len(c.list) {
			x := &found[i]
			if stopped := rule.Catch(func() { x.err = c.list[k].expand(s.at(int(queue[i])), x) }); stopped != nil {
				x.err = stopped
			}
		}
	}
	// The calling goroutine expands the first part, so that a measurement of its thread covers the
	// time of a single part.
	var others sync.WaitGroup
	for k := 1; k < min(n, len(c.list)); k++ {
		others.Go(func() { part(k) })
	}
	part(0)
	others.Wait()
	for i := range found {
		if err := found[i].err; err != nil {
			return nil, err
		}
	}
	return found, nil
}

// isAmbiguous reports whether a side that decides something in a position cannot tell it from
// another position in which it decided. If no position is ambiguous, each side can follow the
// solution with what it knows, and the values are right in spite of hidden information. Rolls
// within an action count as known to both sides.
func (s *Solution) isAmbiguous(at int32, x *expansion) bool {
	if x.over {
		return false
	}
	decides := [2]bool{}
	decides[x.side] = true
	for _, o := range x.actions {
		if o != nil && o.Root != nil {
			markDeciders(o.Root, &decides)
		}
	}
	for side, d := range decides {
		if !d {
			continue
		}
		known := s.views[side].Len()
		view := s.Instance.View(s.at(int(at)), side)
		if s.views[side].Add(s.runner.SetPosition(view)) < known {
			return true
		}
	}
	return false
}

// markDeciders marks the sides that decide something after a point within an action.
func markDeciders(n *outcomes.Node, decides *[2]bool) {
	switch n.Kind {
	case outcomes.First:
		decides[0] = true
	case outcomes.Second:
		decides[1] = true
	}
	for _, x := range n.Parts {
		markDeciders(x.Node, decides)
	}
}

// addExpansion adds the result for the position with a number.
func (s *Solution) addExpansion(at int32, x *expansion) {
	if x.over {
		s.positions[at] = node{kind: terminal, payoff: x.payoff}
		return
	}
	tos := make([]int32, len(x.actions))
	for i, a := range x.actions {
		tos[i] = s.addOutcomes(a, x.chunk)
	}
	s.positions[at] = node{firstEdge: int32(len(s.edges)), n: int32(len(tos)), kind: firstSide + nodeKind(x.side)}
	for _, to := range tos {
		s.edges = append(s.edges, edge{to: to})
	}
}

// addOutcomes adds the outcomes of an action, and returns where an edge to them leads.
func (s *Solution) addOutcomes(o *outcomes.Outcomes, c *chunk) int32 {
	if o == nil {
		s.Unknown++
		return s.addNode(node{kind: unknown})
	}
	if c != nil {
		table := s.table.(*byteTable)
		return s.addTree(o.Root, func(i int) int32 { return s.addPosition(table.addBytes(c.position(i))) })
	}
	defer o.Release()
	add := func(i int) int32 { return s.addPosition(s.add(o.At(i))) }
	if o.Root != nil {
		return s.addTree(o.Root, add)
	}
	var edges []edge
	for i, p := range o.P {
		if p > 0 {
			edges = append(edges, edge{add(i), p})
		}
	}
	return s.addEdges(chance, edges)
}

// addTree adds what may follow a point within an action.
func (s *Solution) addTree(n *outcomes.Node, add func(position int) int32) int32 {
	if n.Kind == outcomes.Leaf {
		return add(n.Position)
	}
	edges := make([]edge, len(n.Parts))
	for i, x := range n.Parts {
		edges[i] = edge{s.addTree(x.Node, add), x.P}
	}
	return s.addEdges(kinds[n.Kind], edges)
}

var kinds = [...]nodeKind{outcomes.Chance: chance, outcomes.First: firstSide, outcomes.Second: secondSide}

// addEdges adds a node within an action, unless it leads to one place only.
func (s *Solution) addEdges(kind nodeKind, edges []edge) int32 {
	if len(edges) == 1 {
		return edges[0].to
	}
	n := node{firstEdge: int32(len(s.edges)), n: int32(len(edges)), kind: kind}
	s.edges = append(s.edges, edges...)
	return s.addNode(n)
}

func (s *Solution) addNode(n node) int32 {
	s.outcomes = append(s.outcomes, n)
	return ^int32(len(s.outcomes) - 1)
}
