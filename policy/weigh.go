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
	"loophole/solve"
	"loophole/winprob"
)

// A Weighing holds the values of the legal actions of a decision to the side that decides.
type Weighing struct {
	Side    int
	Actions []Weighed // best first
	Quality winprob.Quality
	Solved  bool // the rest of the game is solved, so that the chances are exact
}

// A Weighed is an action of a [Weighing].
type Weighed struct {
	Ranked
	AtOnce  float64         // the chance to win by the model right after the action, without a search
	Search  float64         // the chance to win by the search, without rollouts
	Sampled bool            // the chance by the search is an estimate
	Ends    bool            // the game ends with the action, so that the chance by the search needs no rollouts
	Games   int             // rollouts behind the chance
	Error   float64         // the standard error of the chance, by rollouts
	Doubt   float64         // the standard error of its distance from the best action, by rollouts
	Low     float64         // the least chance that a part of the rest of the game proves
	High    float64         // the greatest chance that it proves
	Reason  *winprob.Reason // nil if it was not asked for
}

// Blunder is the smallest loss of winning chance of which a player is warned.
const Blunder = 0.1

// leastSkill is the share of the variance of results that a model must explain before players are
// warned by it.
const leastSkill = 0.1

// Trusted reports whether the model is good enough to warn players by it.
func (w *Weighing) Trusted() bool {
	return w.Quality.Constant > 0 && 1-w.Quality.Brier/w.Quality.Constant >= leastSkill
}

// A Loss is the winning chance that an action gives away.
type Loss struct {
	Lost   float64
	Proven bool // Lost is a proven lower bound of the loss, and at least 0
	Warn   bool // whether to warn the player
}

// GivesAway returns how much less winning chance an action has than the best one. A warning needs a loss of at least
// [Blunder]. If the chances are not exact, the model must also be good enough, and rollouts must leave little doubt that
// the loss is at least half of [Blunder]. If one of the chances is only a bound, the loss between the bounds counts.
// Without rollouts, the model must show half of [Blunder] even without a search. Both limits double if the search is an
// estimate.
func (w *Weighing) GivesAway(a game.Action) Loss {
	i := w.Find(a)
	if i < 0 {
		return Loss{}
	}
	best, x := &w.Actions[0], &w.Actions[i]
	lost, limit := best.Chance-x.Chance, Blunder
	switch least := max(0, best.Low-x.High); {
	case w.Solved:
		return Loss{Lost: lost, Warn: lost >= limit}
	case least >= limit, best.Proven() == AtLeast, best.Proven() == AtMost, x.Proven() == AtLeast:
		return Loss{least, true, least >= limit}
	case x.Games > 0, x.Proven() == Exactly && best.isCompared():
		return Loss{Lost: lost, Warn: lost >= limit && lost-2*x.Doubt >= limit/2 && w.Trusted()}
	case best.Sampled || x.Sampled:
		limit *= 2
	}
	return Loss{Lost: lost, Warn: lost >= limit && best.AtOnce-x.AtOnce >= limit/2 && best.Depth == x.Depth && w.Trusted()}
}

// Adviser returns the policy that advises players. It decides as the strongest level does, but with a
// budget for an answer within a second, and it asks each subroll as one question, which takes fewer plays.
func Adviser() *Lookahead {
	return &Lookahead{Depth: 3, Budget: 20_000, Endings: 60_000, Rollouts: 100_000}
}

// Find returns the index of an action, or -1.
func (w *Weighing) Find(a game.Action) int {
	return slices.IndexFunc(w.Actions, func(x Weighed) bool { return x.Action == a })
}

// Explains reports whether an action has a reason, and was compared with the best one by rollouts, by proofs or by an
// equally deep search.
func (w *Weighing) Explains(a game.Action) bool {
	i := w.Find(a)
	if i < 0 || w.Actions[i].Reason == nil {
		return false
	}
	best, x := &w.Actions[0], &w.Actions[i]
	return x.isCompared() && best.isCompared() || x.Depth == best.Depth && x.isCompared() == best.isCompared()
}

// Weigh evaluates every legal action for the side whose decision it is. Unlike [Lookahead.Rank], it
// abandons a depth that its budget does not finish. So the best actions and those asked about are
// all searched equally deep, and their chances can be compared. It then compares these by rollouts,
// or solves the rest of the game, as [Lookahead.ChooseAction] does. It adds reasons to the best
// actions, as many as most says, and to those asked about.
//
// The runner holds the view of the side, so the answer depends on nothing that is hidden from it.
// The error is the context's if it is cancelled.
func (x *Lookahead) Weigh(ctx context.Context, r *game.Runner, most int, asked ...game.Action) (w *Weighing, err error) {
	if err := x.Prepare(ctx, r.Instance); err != nil {
		return nil, err
	}
	stopped := rule.Catch(func() { w, err = x.weigh(ctx, r, most, asked) })
	return w, errors.Join(stopped, err)
}

func (x *Lookahead) weigh(ctx context.Context, r *game.Runner, most int, asked []game.Action) (*Weighing, error) {
	s, p, side := x.search, r.Position(), r.Status().Side
	w := &Weighing{Side: side, Quality: s.quality}
	depth := x.start(ctx, r, NewRand(1, 0, side))
	s.equally = true
	legal := s.runner.SetPosition(p).Legal(nil)
	if len(legal) == 0 {
		return nil, errNothing
	}
	list, err := s.lines(p, legal, side, x.limits(len(legal)), rootTrials)
	if err != nil {
		return nil, err
	}
	defer release(list)
	atOnce := map[game.Action]float64{}
	for _, l := range list {
		atOnce[l.action] = l.value
	}
	first := promote(list, asked)
	reached, reasons, err := s.deepenEqually(list, side, depth, func() map[game.Action]*winprob.Reason {
		found := map[game.Action]*winprob.Reason{}
		for i, l := range list {
			if i < most || slices.Contains(asked, l.action) {
				reason := winprob.Explain(r.Instance, p, l.action, l.Outcomes, side, l.of)
				found[l.action] = &reason
			}
		}
		return found
	})
	if err != nil {
		return nil, err
	}
	for i, l := range list {
		y := Weighed{Ranked: Ranked{l.action, forSide(side, l.value), 1}, AtOnce: forSide(side, atOnce[l.action]), Sampled: l.Sampled, High: 1, Reason: reasons[l.action]}
		if y.Search = y.Chance; i < first {
			y.Depth = reached
		}
		y.Ends = !l.Sampled && s.ends(l.Outcomes)
		w.Actions = append(w.Actions, y)
	}
	var solution *solve.Solution
	err = x.judge(ctx, r, w, asked, func(known *solve.Solution) {
		solution = known
		for i := range w.Actions {
			y := &w.Actions[i]
			if i >= most && !slices.Contains(asked, y.Action) || known == nil && y.Reason != nil {
				continue
			}
			l := &list[slices.IndexFunc(list, func(l line) bool { return l.action == y.Action })]
			reason := winprob.Explain(r.Instance, p, y.Action, l.Outcomes, side, solvedOr(known, l.Outcomes, l.of))
			y.Reason = &reason
		}
	})
	if err != nil {
		return nil, err
	}
	x.explainExactly(p, w, asked, solution)
	return w, x.nameNext(p, w, asked, solution)
}

// ends reports whether the game is over in all outcomes of an action.
func (s *search) ends(o *outcomes.Outcomes) bool {
	for i := range o.Len() {
		if end := o.Status(i); !end.Over {
			return false
		}
	}
	return true
}

// solvedOr returns a function that values positions by a solution if they are solved, and else by the model. Positions
// without a solution are not reached if both sides play their best.
func solvedOr(known *solve.Solution, o *outcomes.Outcomes, of func(int) float64) func(int) float64 {
	return func(i int) float64 {
		if known != nil {
			if v, ok := known.Value(o.At(i)); ok && v.Solved() {
				return v.Low
			}
		}
		return of(i)
	}
}

// The reasons of the best exactReasons actions, and of those asked about, have exact odds if reasonLimits suffice for
// these. If nothing else explains such an action, its reason names the best action that follows.
const exactReasons = 6

var reasonLimits = outcomes.Limits{Runs: 20_000, Paths: 20_000}

// explainExactly replaces reasons that rest on trials, for the best actions and those asked about, as far as their odds
// can be computed.
func (x *Lookahead) explainExactly(p game.Position, w *Weighing, asked []game.Action, known *solve.Solution) {
	for i := range w.Actions {
		y := &w.Actions[i]
		if y.Reason == nil || !y.Reason.Sampled || i >= exactReasons && !slices.Contains(asked, y.Action) {
			continue
		}
		o, err := x.search.finder.Find(x.search.ctx, p, y.Action, reasonLimits)
		if err != nil {
			continue // It has too many outcomes, and the reason says that its numbers are estimates.
		}
		reason := winprob.Explain(x.search.instance, p, y.Action, o, w.Side, solvedOr(known, o, x.search.static(o)))
		o.Release()
		reason.Settle(y.Chance)
		y.Reason = &reason
	}
}

// nameNext adds the best following action to reasons that say nothing otherwise. If pieces are hidden, it does so only
// where the same side acts again.
func (x *Lookahead) nameNext(p game.Position, w *Weighing, asked []game.Action, known *solve.Solution) error {
	for i := range w.Actions {
		y := &w.Actions[i]
		if y.Reason == nil || !y.Reason.SaysNothing() || i >= exactReasons && !slices.Contains(asked, y.Action) {
			continue
		}
		next, err := x.search.next(p, y.Action, w.Side, known)
		if err != nil {
			return err
		}
		y.Reason.Next = next
	}
	return nil
}

// next returns the best action in the only position that an action leads to, or nil.
func (s *search) next(p game.Position, a game.Action, side int, known *solve.Solution) (*winprob.NextAction, error) {
	o, err := s.outcomes(p, a, reasonLimits, 1)
	if err != nil {
		return nil, err
	}
	defer o.Release()
	after := o.At(0)
	now := s.instance.Status(after)
	if o.Len() != 1 || now.Over || s.viewer != winprob.Everybody && now.Side != side {
		return nil, nil
	}
	if known != nil {
		if a, ok, err := known.Choice(after); ok || err != nil {
			return &winprob.NextAction{Side: now.Side, Action: a, Solved: true}, err
		}
	}
	legal := s.runner.SetPosition(after).Legal(nil)
	if len(legal) < 2 { // What is forced explains nothing.
		return nil, nil
	}
	list, err := s.lines(after, legal, now.Side, leastLimits, innerTrials)
	if err != nil {
		return nil, err
	}
	defer release(list)
	return &winprob.NextAction{Side: now.Side, Action: list[0].action}, nil
}

// An explainer adds reasons to the best actions and to those asked about. With a solution it replaces all of them,
// because the best actions can be others than those of the search. Without one it adds only those that are lacking.
type explainer func(known *solve.Solution)

// judge replaces the chances of a search by exact ones if the rest of the game can be solved.
// Otherwise it compares the best actions, and those asked about, by rollouts, and keeps chances within what is proven.
// Then it sorts the actions again.
func (x *Lookahead) judge(ctx context.Context, r *game.Runner, w *Weighing, asked []game.Action, explain explainer) error {
	part, took, err := x.judgeSolved(r, w, explain)
	if err != nil || w.Solved {
		return err
	}
	if x.Rollouts > 0 && len(w.Actions) > 1 {
		if err := x.judgeByRollouts(ctx, r, w, asked, took); err != nil {
			return err
		}
	} else if part == nil {
		return nil
	}
	if part != nil {
		if err := w.bound(part, r.Position()); err != nil {
			return err
		}
	}
	explain(nil) // Rollouts and bounds put other actions first.
	w.settle()
	return nil
}

// judgeByRollouts compares the best actions, and those asked about. took is the number of plays that were spent before.
func (x *Lookahead) judgeByRollouts(ctx context.Context, r *game.Runner, w *Weighing, asked []game.Action, took int) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	ranked := make([]Ranked, len(w.Actions))
	for i := range w.Actions {
		ranked[i] = w.Actions[i].Ranked
	}
	some := distinct(ranked)
	y, compared := x.roller, len(some)
	for _, l := range ranked {
		if slices.Contains(asked, l.Action) && !slices.Contains(some, l) {
			some = append(some, l)
		}
	}
	const seed = 1
	begin, plays, arms := y.from(x.search.runner.Copy(r)), x.Rollouts-min(took, x.Rollouts/2), y.arms(some)
	best, err := y.compare(begin, w.Side, arms[:compared], plays, seed)
	if err != nil {
		return err
	}
	for _, a := range arms[compared:] { // They change nothing about the others.
		if err := y.follow(begin, w.Side, a, arms[best], y.plays+plays/mostArms, seed); err != nil {
			return err
		}
	}
	for i, v := range standings(arms, best) {
		z := &w.Actions[w.Find(some[i].Action)]
		if z.Chance, z.Games, z.Error = v, len(arms[i].results), arms[i].stdErr(); i != best && z.Games > 0 {
			_, z.Doubt = arms[best].lead(arms[i])
		}
		if z.Ends {
			z.Chance, z.Error = z.Search, 0
		}
	}
	w.settle()
	return nil
}

// judgeSolved takes the exact chances if the rest of the game is small enough to be solved. Otherwise it returns the
// solution of a part of it, if there is one. took is the number of plays.
func (x *Lookahead) judgeSolved(r *game.Runner, w *Weighing, explain explainer) (part *solve.Solution, took int, err error) {
	if x.Endings == 0 || !x.knowsAll(r) {
		return nil, 0, nil
	}
	p, plays := r.Position(), x.endingPlays(r)
	if plays == 0 {
		return nil, 0, nil
	}
	s, took, err := x.endingTree(p, plays)
	if err != nil || s == nil {
		return nil, took, err
	}
	list, err := s.Actions(p)
	if err != nil || len(list) != len(w.Actions) || slices.ContainsFunc(list, func(a solve.ActionValue) bool { return !a.Value.Solved() }) {
		return s, took, err
	}
	w.Solved = true
	for _, a := range list {
		if i := w.Find(a.Action); i >= 0 {
			w.Actions[i].Chance, w.Actions[i].Reason = forSide(w.Side, a.Value.Low), nil
		}
	}
	w.settle()
	explain(s)
	w.settle()
	return nil, took, nil
}

// settle sorts the actions by their chances. If rollouts compared some, these and those with a proven chance come
// first. It adapts the reasons to the new chances.
func (w *Weighing) settle() {
	rolled := slices.ContainsFunc(w.Actions, func(x Weighed) bool { return x.Games > 0 })
	slices.SortStableFunc(w.Actions, func(a, b Weighed) int {
		if x, y := a.isCompared(), b.isCompared(); rolled && x != y {
			if x {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Chance, a.Chance)
	})
	for i := range w.Actions {
		if x := &w.Actions[i]; x.Reason != nil {
			x.Reason.Settle(x.Chance)
		}
	}
}

// forSide converts a chance of the first side to one of a side.
func forSide(side int, v float64) float64 {
	if side == 1 {
		return 1 - v
	}
	return v
}

// promote moves the actions asked about into the first part of the list, which is searched deeper,
// and returns the length of that part.
func promote(list []line, asked []game.Action) (first int) {
	first = min(len(list), mostDeep)
	place := first - 1
	for _, a := range asked {
		i := slices.IndexFunc(list, func(l line) bool { return l.action == a })
		if i >= first && place > 0 {
			list[i], list[place] = list[place], list[i]
			place--
		}
	}
	return first
}

// deepenEqually searches the first lines as deep as the budget allows for all of them, and sorts
// them again. It returns that depth, and the reasons of that depth. It calls explain after each depth, because
// an abandoned deeper search overwrites what the search before it found.
func (s *search) deepenEqually(list []line, side, depth int, explain func() map[game.Action]*winprob.Reason) (reached int, reasons map[game.Action]*winprob.Reason, err error) {
	n := min(len(list), mostDeep)
	slices.SortStableFunc(list[:n], better(side))
	reached, reasons = 1, explain()
	for d := 2; d <= depth && len(list) > 1; d++ {
		kept := slices.Clone(list)
		if err := s.deepen(list, side, d); errors.Is(err, errBudget) {
			copy(list, kept)
			break
		} else if err != nil {
			return reached, reasons, err
		}
		reached, reasons = d, explain()
	}
	return reached, reasons, nil
}

// An OptionWeighing holds the values of the options of a decision within an action to the side that
// decides.
type OptionWeighing struct {
	Chances []float64 // to win, by option; nil if the options cannot be told apart
	Errors  []float64 // standard errors of the chances, by rollouts; nil without rollouts
	Games   int       // rollouts from the best option
	Quality winprob.Quality
	Solved  bool // the rest of the game is solved, so that the chances are exact
}

// WeighOptions evaluates the options of a decision within an action, as [Lookahead.Decide] does. If
// pieces are hidden, the position of the decision may be the view of the side that decides.
func (x *Lookahead) WeighOptions(ctx context.Context, f *game.Instance, d Decision) (w *OptionWeighing, err error) {
	if err := x.Prepare(ctx, f); err != nil {
		return nil, err
	}
	side := slices.Index(f.Sides[:], d.By)
	if side < 0 {
		return nil, fmt.Errorf("policy: %q is no side of this game: the sides are %q and %q", d.By, f.Sides[0], f.Sides[1])
	}
	w = &OptionWeighing{Quality: x.search.quality}
	stopped := rule.Catch(func() {
		var found optionValues
		found, err = x.optionChances(ctx, d, side, NewRand(1, 0, side))
		w.Chances, w.Errors, w.Games, w.Solved = found.values, found.errors, found.games, found.exact
	})
	return w, errors.Join(stopped, err)
}
