package policy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
	"loophole/winprob"
)

// A Lookahead plays to win. It searches by expectiminimax: each side takes the action that is
// best for its chance to win, and dice are averaged exactly. Where the search ends, a model of
// the chance to win evaluates the position.
//
// It deepens until its budget is spent. Where pieces are hidden it searches what its side
// knows, and no further than its own action.
type Lookahead struct {
	// Models gives the model of a fight; nil is [Models].
	Models *winprob.Library
	// Depth is how many actions it looks ahead at most; at least 1.
	Depth int
	// Budget is how many actions it evaluates at a decision, apart from those that are
	// legal at once. It bounds the time of a decision.
	Budget int
	// Mistakes is how many of a hundred decisions it takes at random.
	Mistakes int

	search *search
}

// Models are the models of the chance to win that all policies share.
var Models winprob.Library

// The shape of the search below the first action.
const (
	lookaheadWidth = 5    // actions that are searched further in each position
	leastMass      = 0.02 // positions that are less likely are evaluated by the model
)

// searchLimits bound the work for the exact outcomes of one action.
var searchLimits = outcomes.Limits{Runs: 400, Paths: 600}

// searchTrials is how often an action with more outcomes is tried.
const searchTrials = 48

// A search holds what a Lookahead knows of a fight.
type search struct {
	ctx     context.Context
	fight   *game.Instance
	finder  *outcomes.Finder
	value   *winprob.Evaluator
	quality winprob.Quality
	viewer  int
	left    int // actions of the budget
	table   *game.PositionSet
	known   []entry // by the numbers of positions
	runner  *game.Runner
	chance  *Rand
}

// An entry of the table is the value of a position to the first side, searched so deep.
type entry struct {
	depth int8
	value float32
}

// A line is an action with its value to the first side.
type line struct {
	action game.Action
	value  float64
	*outcomes.Outcomes
}

var errBudget = errors.New("policy: the budget of the search is spent")

// ChooseAction takes the action with the best chance to win.
func (x *Lookahead) ChooseAction(r *game.Runner, chance *Rand) (game.Action, error) {
	if x.Mistakes > 0 && chance.Below(100) < x.Mistakes {
		return (&Random{}).ChooseAction(r, chance)
	}
	list, err := x.Rank(r, chance)
	if err != nil {
		return game.Action{}, err
	}
	return list[0].Action, nil
}

// A Ranked is an action with the chance of the side that acts to win by it.
type Ranked struct {
	Action game.Action
	Chance float64
	Depth  int // how many actions the search looked ahead
}

// Rank evaluates every legal action for the side whose decision it is, best first.
func (x *Lookahead) Rank(r *game.Runner, chance *Rand) ([]Ranked, error) {
	if err := x.Prepare(context.Background(), r.Fight); err != nil {
		return nil, err
	}
	s, side := x.search, r.Status().Side
	depth := x.start(context.Background(), r, chance)
	list, err := s.lines(r.Position())
	if err != nil {
		return nil, err
	}
	defer release(list)
	if len(list) == 0 {
		return nil, fmt.Errorf("policy: nothing is legal, and the game is not over")
	}
	ranked := make([]Ranked, len(list))
	deep := make([]int, len(list))
	for i := range deep {
		deep[i] = 1
	}
	for d := 2; d <= depth && len(list) > 1; d++ {
		done, err := s.deepen(list, side, d)
		if err != nil && !errors.Is(err, errBudget) {
			return nil, err
		}
		for i := range done {
			deep[i] = d
		}
		if err != nil {
			break
		}
	}
	for i, l := range list {
		v := l.value
		if side == 1 {
			v = 1 - v
		}
		ranked[i] = Ranked{l.action, v, deep[i]}
	}
	return ranked, nil
}

// start starts a search for the decision of a runner, and returns how deep it goes at most.
func (x *Lookahead) start(ctx context.Context, r *game.Runner, chance *Rand) (depth int) {
	s := x.search
	s.ctx, s.chance, s.left = ctx, chance, x.Budget
	s.table, s.known = r.Fight.Positions(), s.known[:0] // What is found must not depend on the past.
	if r.Fight.HasHiddenInfo() {
		s.viewer = r.Status().Side
		return 1
	}
	s.viewer = winprob.Everybody
	return x.Depth
}

// Prepare has the model of a fight fitted, if that is needed.
func (x *Lookahead) Prepare(ctx context.Context, f *game.Instance) error {
	if x.search != nil && x.search.fight == f {
		return nil
	}
	m, err := x.models().Model(ctx, f)
	if err != nil {
		return err
	}
	x.begin(f, m)
	return nil
}

// Ready reports whether the model of a fight is there.
func (x *Lookahead) Ready(f *game.Instance) bool {
	_, ok := x.models().Ready(f)
	return ok
}

func (x *Lookahead) models() *winprob.Library {
	if x.Models == nil {
		return &Models
	}
	return x.Models
}

func (x *Lookahead) begin(f *game.Instance, m *winprob.Model) {
	x.search = &search{ctx: context.Background(), fight: f, finder: outcomes.NewFinder(f), value: m.Evaluator(), quality: m.Quality, runner: f.Runner()}
}

// better compares lines for a side, best first.
func better(side int) func(a, b line) int {
	return func(a, b line) int {
		if side == 0 {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	}
}

// lines evaluates every legal action of a position by the model, best first.
func (s *search) lines(p game.Position) (list []line, err error) {
	r := s.runner.SetPosition(p)
	side := r.Status().Side
	for _, a := range r.Legal(nil) {
		l := line{action: a}
		if l.Outcomes, err = s.outcomes(p, a); err != nil {
			release(list)
			return nil, err
		}
		l.value = l.Value(s.static(l.Outcomes))
		list = append(list, l)
	}
	slices.SortStableFunc(list, better(side))
	return list, nil
}

func release(list []line) {
	for _, l := range list {
		l.Release()
	}
}

// static evaluates the positions that an action leads to by the model, each once.
func (s *search) static(o *outcomes.Outcomes) func(int) float64 {
	known := make([]float64, o.Len())
	for i := range known {
		known[i] = -1
	}
	return func(i int) float64 {
		if known[i] < 0 {
			known[i] = s.value.After(o.ActionRunner, i, s.viewer)
		}
		return known[i]
	}
}

func (s *search) outcomes(p game.Position, a game.Action) (*outcomes.Outcomes, error) {
	o, err := s.finder.Find(s.ctx, p, a, searchLimits)
	if errors.Is(err, outcomes.ErrTooMany) {
		return s.finder.Sample(p, a, searchTrials, s.chance.next())
	}
	return o, err
}

// deepen searches the best lines of a decision d actions deep, and sorts them anew. It
// returns how many it searched; the others keep their places below.
func (s *search) deepen(list []line, side, d int) (done int, err error) {
	n := min(len(list), 2*lookaheadWidth)
	for i := range n {
		v, err := s.after(&list[i], d-1)
		if err != nil {
			// What was searched less deep is not comparable, and stays below.
			slices.SortStableFunc(list[:done], better(side))
			return done, err
		}
		list[i].value = v
		done++
	}
	slices.SortStableFunc(list[:n], better(side))
	return n, nil
}

// after is the value of an action, if the positions that it leads to are searched so deep.
func (s *search) after(l *line, depth int) (float64, error) {
	static := s.static(l.Outcomes)
	var failed error
	v := l.Value(func(i int) float64 {
		if failed != nil || l.P != nil && l.P[i] < leastMass {
			return static(i)
		}
		v, err := s.position(l.At(i), depth)
		if err != nil {
			failed = err
		}
		return v
	})
	return v, failed
}

// position is the value of a position, searched so deep.
func (s *search) position(p game.Position, depth int) (float64, error) {
	now := s.runner.SetPosition(p).Status()
	if now.Over {
		return winprob.Result(&now), nil
	}
	if depth == 0 {
		return s.value.At(s.runner, s.viewer), nil
	}
	number := s.table.Add(s.runner)
	if number == len(s.known) {
		s.known = append(s.known, entry{depth: -1})
	}
	if k := s.known[number]; int(k.depth) >= depth {
		return float64(k.value), nil
	}
	list, err := s.lines(p)
	if err != nil {
		return 0, err
	}
	defer release(list)
	if s.left -= len(list); s.left < 0 {
		return 0, errBudget
	}
	if len(list) == 0 {
		return 0, fmt.Errorf("policy: nothing is legal, and the game is not over")
	}
	if depth > 1 {
		n := min(len(list), lookaheadWidth)
		for i := range n {
			if list[i].value, err = s.after(&list[i], depth-1); err != nil {
				return 0, err
			}
		}
		slices.SortStableFunc(list[:n], better(now.Side))
	}
	s.known[number] = entry{int8(depth), float32(list[0].value)}
	return list[0].value, nil
}

// ChooseOption takes the first option, which is the ordinary one. Who knows where in an action
// the decision falls asks [Lookahead.Decide].
func (x *Lookahead) ChooseOption(rule.Choice, *Rand) int { return 0 }

// Decide takes the option that is best for the chance of its side to win. It takes the first one
// where pieces are hidden, where what follows is too much to enumerate, and where the model is
// not fitted yet: see [Lookahead.Prepare].
func (x *Lookahead) Decide(f *game.Instance, d Decision, chance *Rand) (int, error) {
	if f.HasHiddenInfo() {
		return 0, nil
	}
	if x.Mistakes > 0 && chance.Below(100) < x.Mistakes {
		return chance.Below(len(d.Options)), nil
	}
	if x.search == nil || x.search.fight != f {
		m, ok := x.models().Ready(f)
		if !ok {
			return 0, nil
		}
		x.begin(f, m)
	}
	x.search.viewer = winprob.Everybody
	values, err := x.search.options(context.Background(), d)
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best, err
}

// options returns the chance to win, of the side that decides, by each option of a decision. It
// returns nothing where what follows is too much to enumerate.
func (s *search) options(ctx context.Context, d Decision) ([]float64, error) {
	o, err := s.finder.After(ctx, d.Position, d.Action, d.Answers, decisionLimits)
	if errors.Is(err, outcomes.ErrTooMany) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer o.Release()
	if len(o.Root.Parts) != len(d.Options) || o.Root.Kind == outcomes.Chance {
		return nil, nil
	}
	values, static := make([]float64, len(d.Options)), s.static(o)
	for i, part := range o.Root.Parts {
		if values[i] = part.Value(static); d.By == s.fight.Sides[1] {
			values[i] = 1 - values[i]
		}
	}
	return values, nil
}

// decisionLimits bound the work for what follows a decision within an action.
var decisionLimits = outcomes.Limits{Paths: 4000}
