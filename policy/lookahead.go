package policy

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/winprob"
)

// A Lookahead plays to win. It searches by expectiminimax: each side takes the action that is
// best for its chance to win, and dice are averaged exactly. Where the search ends, a model of
// the chance to win evaluates the position.
//
// It compares the legal actions by the model. It then searches the best of them one action deeper
// at a time, until its budget is spent. Of very many actions it first keeps the best by a few
// trials of each. If pieces are hidden, it searches what its side knows, and no further than its
// own action. Finally it compares the best actions by rollouts.
type Lookahead struct {
	// Models supplies the model of a game; nil is [Models].
	Models *winprob.Library
	// Depth is the largest number of actions that it looks ahead; at least 1.
	Depth int
	// Budget is the approximate number of times that it plays an action at a decision, besides once
	// for each legal action. It limits the work of a decision independently of the processor.
	Budget int
	// Endings is the number of plays that it spends first, to solve the rest of the game exactly; 0
	// is none. If that succeeds, it takes an action that is best against best play. Before the last
	// two rounds it spends an eighth of the plays if that is at least 2,000, and none otherwise. It
	// solves nothing if some side does not know everything.
	Endings int
	// Strict keeps the plays close to Endings. Otherwise there may be several times as many.
	Strict bool
	// RollByRoll plays each subroll roll by roll, as the levels do; see [solve.Options]. Then fewer actions have exact
	// odds, and fewer endings are solved.
	RollByRoll bool
	// Rollouts is the approximate number of plays that it spends to compare the best choices of the
	// search by playing on from each; 0 is none. The plays of the endings and of the search are
	// subtracted, but a quarter always remains. A decision within an action gets half of this.
	Rollouts int
	// Mistakes is the percentage of decisions that it takes at random.
	Mistakes int
	// Start, if it is more than 0 and less than 1, is the chance of the first side to win from the start of the game
	// between strong players, at which the model is anchored; see [winprob.Model.Anchored].
	Start float64

	search *search
	roller *roller
}

// Models are the models of the chance to win that all policies share.
var Models winprob.Library

// The shape of the search.
const (
	mostDeep    = 10   // legal actions that are searched deeper
	mostReplies = 6    // actions that are searched deeper in each later position
	leastMass   = 0.01 // positions that are less likely are not searched
	mostMass    = 0.92 // the probability of the positions after an action, most likely first, that are searched
)

// The limits for the exact outcomes of an action, and the number of trials of an action beyond
// them.
var (
	leastLimits = outcomes.Limits{Runs: 60, Paths: 60, Foresee: true}
	mostLimits  = outcomes.Limits{Runs: 400, Paths: 600, Foresee: true}
)

const (
	rootTrials  = 48
	innerTrials = 16
)

// A search holds what a Lookahead knows of a game.
type search struct {
	ctx      context.Context
	instance *game.Instance
	finder   *outcomes.Finder
	value    *winprob.Evaluator
	quality  winprob.Quality
	rounds   int
	viewer   int
	end      int  // the limit for finder.Plays
	equally  bool // search all deeper lines equally deep
	table    *game.PositionSet
	known    []entry // by the numbers of positions
	runner   *game.Runner
	rng      *Rand
	endings  *game.PositionSet // of ended
	ended    map[endingKey]endingValue
}

// An entry of the table is the value of a position to the first side, found by a search of some
// depth.
type entry struct {
	depth int8
	value float32
}

// A line is an action with its value to the first side.
type line struct {
	action game.Action
	value  float64
	deep   int               // how many actions the search looked ahead
	of     func(int) float64 // the value of each position that it may lead to
	*outcomes.Outcomes
}

var (
	errBudget  = errors.New("policy: the budget of the search is spent")
	errNothing = errors.New("policy: no action is legal, but the game is not over")
)

// ChooseAction takes the action with the best chance to win.
func (x *Lookahead) ChooseAction(r *game.Runner, rng *Rand) (game.Action, error) {
	if x.Mistakes > 0 && rng.Below(100) < x.Mistakes {
		return (&Random{}).ChooseAction(r, rng)
	}
	if err := x.Prepare(context.Background(), r.Instance); err != nil {
		return game.Action{}, err
	}
	a, took, ok, err := x.solved(r)
	if ok || err != nil {
		return a, err
	}
	began := x.search.finder.Plays
	list, err := x.Rank(r, rng)
	if err != nil {
		return game.Action{}, err
	}
	if x.Rollouts > 0 && len(list) > 1 {
		plays := x.rolloutsAfter(took, x.search.finder.Plays-began)
		list = distinct(list)
		i, err := x.roller.compare(x.roller.from(x.search.runner.Copy(r)), r.Status().Side, x.roller.arms(list), plays, rng.next())
		return list[i].Action, err
	}
	return list[0].Action, nil
}

// rolloutsAfter returns the number of plays left for rollouts, given those of the endings and of
// the search. The endings count for at most half.
func (x *Lookahead) rolloutsAfter(endings, search int) int {
	return max(x.Rollouts/4, x.Rollouts-min(endings, x.Rollouts/2)-search)
}

// A Ranked is an action with the chance to win that it gives the side that acts.
type Ranked struct {
	Action game.Action
	Chance float64
	Depth  int // how many actions the search looked ahead
}

// Rank evaluates the legal actions for the side whose decision it is, best first. If the budget is
// small for their number, it keeps only the best by a few trials: see [Lookahead].
func (x *Lookahead) Rank(r *game.Runner, rng *Rand) ([]Ranked, error) {
	if err := x.Prepare(context.Background(), r.Instance); err != nil {
		return nil, err
	}
	s, p, side := x.search, r.Position(), r.Status().Side
	depth := x.start(context.Background(), r, rng)
	legal := s.runner.SetPosition(p).Legal(nil)
	if len(legal) == 0 {
		return nil, errNothing
	}
	if x.limits(len(legal)) == leastLimits {
		var err error
		if legal, err = s.survey(p, legal, side, x.rootSurvey(len(legal))); err != nil {
			return nil, err
		}
	}
	list, err := s.lines(p, legal, side, x.limits(len(legal)), rootTrials)
	if err != nil {
		return nil, err
	}
	defer release(list)
	for d := 2; d <= depth && len(list) > 1; d++ {
		if err := s.deepen(list, side, d); errors.Is(err, errBudget) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	ranked := make([]Ranked, len(list))
	for i, l := range list {
		v := l.value
		if side == 1 {
			v = 1 - v
		}
		ranked[i] = Ranked{l.action, v, l.deep}
	}
	return ranked, nil
}

// start starts a search for the decision of a runner, and returns its largest depth.
func (x *Lookahead) start(ctx context.Context, r *game.Runner, rng *Rand) (depth int) {
	s := x.search
	s.ctx, s.rng, s.end, s.equally = ctx, rng, s.finder.Plays+x.Budget, false
	s.table, s.known = r.Instance.Positions(), s.known[:0] // The result must not depend on earlier decisions.
	if r.Instance.HasHiddenInfo() {
		s.viewer = r.Status().Side
		return 1
	}
	s.viewer = winprob.Everybody
	return x.Depth
}

// limits returns the limits for each of a number of actions that share the budget.
func (x *Lookahead) limits(actions int) outcomes.Limits {
	limits := mostLimits
	if share := x.Budget / (2 * actions); share < limits.Paths {
		limits.Paths = max(leastLimits.Paths, share)
		limits.Runs = min(int64(limits.Paths), limits.Runs)
	}
	return limits
}

// Prepare fits the model of a game, if that is needed.
func (x *Lookahead) Prepare(ctx context.Context, f *game.Instance) error {
	if x.search != nil && x.search.instance == f {
		return nil
	}
	m, err := x.models().Model(ctx, f)
	if err != nil {
		return err
	}
	x.begin(f, m)
	return nil
}

// Ready reports whether the model of a game is fitted.
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
	x.search = &search{ctx: context.Background(), instance: f, finder: outcomes.NewFinder(f), value: m.Anchored(f, x.Start).Evaluator(), quality: m.Quality, rounds: m.Rounds, runner: f.Runner()}
	x.search.finder.Subrolls = !x.RollByRoll
	if x.Rollouts > 0 || f.HasHiddenInfo() {
		x.roller = newRoller(f, x.search.value, m.Quality)
	}
	if x.Rollouts == 0 && x.roller != nil {
		x.roller.horizon = 0
	}
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

// lines evaluates legal actions of a position by the model, best first.
func (s *search) lines(p game.Position, legal []game.Action, side int, limits outcomes.Limits, trials int) (list []line, err error) {
	for _, a := range legal {
		l := line{action: a, deep: 1}
		if l.Outcomes, err = s.outcomes(p, a, limits, trials); err != nil {
			release(list)
			return nil, err
		}
		l.of = s.static(l.Outcomes)
		l.value = l.Value(l.of)
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

func (s *search) outcomes(p game.Position, a game.Action, limits outcomes.Limits, trials int) (*outcomes.Outcomes, error) {
	o, err := s.finder.Find(s.ctx, p, a, limits)
	if errors.Is(err, outcomes.ErrTooMany) {
		return s.finder.Sample(p, a, trials, s.rng.next())
	}
	return o, err
}

// deepen searches the best lines of a decision d actions deep, and sorts them again. Each gets an
// equal share of the remaining budget, unless all must be searched equally deep. The value of a
// line becomes the mean of its old and its new value, so that a single wrong estimate does not
// decide.
func (s *search) deepen(list []line, side, d int) error {
	n := min(len(list), mostDeep)
	if d > 2 && !s.equally {
		n = min(n, mostReplies)
	}
	for done := range n {
		left := s.end - s.finder.Plays
		if left <= 0 {
			// Lines that were searched less deep are not comparable, and stay below.
			slices.SortStableFunc(list[:done], better(side))
			return errBudget
		}
		l := &list[done]
		end := s.end
		if !s.equally {
			end = s.finder.Plays + left/(n-done)
		}
		of, err := s.after(l, d-1, end)
		if err != nil {
			return err
		}
		l.of, l.deep = meanOfBoth(l.of, of), d
		l.value = l.Value(l.of)
	}
	slices.SortStableFunc(list[:n], better(side))
	return nil
}

// meanOfBoth returns the mean of two values of each position.
func meanOfBoth(f, g func(int) float64) func(int) float64 {
	return func(i int) float64 {
		x, y := f(i), g(i)
		return x + float64((y-x)/2)
	}
}

// after returns the value of each position that an action leads to, by a search of some depth. It
// searches the most likely positions, until they make up most of the probability or the finder has
// made end plays. The values of the others change by the average change of these.
func (s *search) after(l *line, depth, end int) (func(int) float64, error) {
	o, static := l.Outcomes, s.static(l.Outcomes)
	found := map[int]float64{}
	rise, mass := 0.0, 0.0
	for _, x := range o.Likely() {
		if x.P < leastMass || mass >= mostMass || mass > 0 && s.finder.Plays >= end {
			break
		}
		v, err := s.position(o.At(x.Position), depth)
		if err != nil {
			return nil, err
		}
		found[x.Position] = v
		rise += float64(x.P * (v - static(x.Position)))
		mass += x.P
	}
	if mass > 0 {
		rise /= mass
	}
	return func(i int) float64 {
		if v, ok := found[i]; ok {
			return v
		}
		if s := o.Status(i); s.Over {
			return static(i)
		}
		return min(1, max(0, static(i)+rise))
	}, nil
}

// position returns the value of a position by a search of at least one action.
func (s *search) position(p game.Position, depth int) (float64, error) {
	now := s.runner.SetPosition(p).Status()
	if now.Over {
		return winprob.Result(&now), nil
	}
	number := s.table.Add(s.runner)
	if number == len(s.known) {
		s.known = append(s.known, entry{depth: -1})
	}
	if k := s.known[number]; int(k.depth) >= depth {
		return float64(k.value), nil
	}
	legal := s.runner.Legal(nil)
	if len(legal) == 0 {
		return 0, errNothing
	}
	legal, err := s.survey(p, legal, now.Side, innerSurvey)
	if err != nil {
		return 0, err
	}
	list, err := s.lines(p, legal, now.Side, leastLimits, innerTrials)
	if err != nil {
		return 0, err
	}
	defer release(list)
	if depth > 1 && s.finder.Plays < s.end {
		n := min(len(list), mostReplies)
		for i := range n {
			of, err := s.after(&list[i], depth-1, s.end)
			if err != nil {
				return 0, err
			}
			list[i].value = list[i].Value(meanOfBoth(list[i].of, of))
		}
		slices.SortStableFunc(list[:n], better(now.Side))
	}
	s.known[number] = entry{int8(depth), float32(list[0].value)}
	return list[0].value, nil
}

// A survey shortens a list of actions to the best of them, by a few trials of each.
type survey struct {
	above  int // it shortens lists with more actions
	trials int // of each action
	kept   int // actions
	tried  int // actions of a longer list, evenly spread over it; 0 for all
}

var (
	rootSurvey  = survey{above: 64, trials: 8, kept: 48}
	innerSurvey = survey{above: 10, trials: 3, kept: 8, tried: 100}
)

// rootSurvey returns the survey for the actions of a decision. If rollouts compare the best actions
// anyway, the kept ones may take the whole budget.
func (x *Lookahead) rootSurvey(legal int) survey {
	if x.Rollouts == 0 {
		return rootSurvey
	}
	n := max(2*mostArms, x.Budget/(2*leastLimits.Paths))
	return survey{above: n, trials: max(2, min(rootSurvey.trials, x.Budget/2/legal)), kept: n}
}

// survey keeps the best of many actions, by a few trials of each.
func (s *search) survey(p game.Position, legal []game.Action, side int, x survey) ([]game.Action, error) {
	if len(legal) <= x.above {
		return legal, nil
	}
	if x.tried > 0 && len(legal) > x.tried {
		for i := range x.tried {
			legal[i] = legal[i*len(legal)/x.tried]
		}
		legal = legal[:x.tried]
	}
	list := make([]line, len(legal))
	for i, a := range legal {
		o, err := s.finder.Sample(p, a, x.trials, s.rng.next())
		if err != nil {
			return nil, err
		}
		list[i] = line{action: a, value: o.Value(s.static(o))}
		o.Release()
	}
	slices.SortStableFunc(list, better(side))
	for i := range x.kept {
		legal[i] = list[i].action
	}
	return legal[:x.kept], nil
}
