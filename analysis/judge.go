package analysis

import (
	"context"
	"errors"
	"math"
	"slices"

	"loophole/game"
	"loophole/internal/luck"
	"loophole/internal/outcomes"
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/solve"
	"loophole/winprob"
)

// The limits on the work for one action: to compute its exact outcomes, to separate its rolls and
// decisions, and to try it if it has too many outcomes.
var (
	actionLimits     = outcomes.Limits{Runs: 10_000, Paths: 10_000, Foresee: true}
	otherLimits      = outcomes.Limits{Runs: 600, Paths: 600, Foresee: true} // of an action that was not taken
	partLimits       = outcomes.Limits{Paths: 3_000}
	solvedPartLimits = outcomes.Limits{Runs: 20_000, Paths: 100_000}             // of one with more outcomes that is solved
	quickLimits      = outcomes.Limits{Runs: 3_000, Paths: 3_000, Foresee: true} // in place of actionLimits, for luck alone
)

const (
	trials      = 4_000
	quickTrials = 1_000 // for luck alone
	fewTrials   = 200
	mostParts   = 16 // rolls and decisions within an action that are valued separately

	// wholeWork bounds the plays that find out whether the rest of the game can be solved as a whole.
	wholeWork = 50_000

	// If the rest cannot be solved as a whole, single decisions are, with more positions and plays for each. The
	// limits on plays are for DefaultPositions, and grow with more of them.
	wholePlays        = 1_000   // of an action, while the rest is solved as a whole
	decisionPositions = 4       // times Options.SolvePositions, for a single decision
	decisionPlays     = 5_000   // of an action, for a single decision
	decisionWork      = 150_000 // plays for all decisions together

	// What an action seems to give up is compared by playing the game on, if it is at least leastCompared.
	leastCompared = 0.05
	eachCompared  = 5_000  // plays of actions
	allCompared   = 80_000 // for a record
	modelWeight   = 10     // of the model, in pairs of games
)

// A judge values positions and actions of one fight.
type judge struct {
	ctx       context.Context
	instance  *game.Instance
	finder    *outcomes.Finder
	model     *winprob.Evaluator
	runner    *game.Runner
	view      *game.Runner      // nil if nothing is hidden
	estimates bool              // positions are valued by the model, even if they are solved
	whole     *solve.Solution   // of the rest of the game from the earliest possible decision, or nil
	solved    []*solve.Solution // whole ones, and of single decisions, the latest first
	meter     *luck.Meter       // of actions whose rolls and decisions cannot be valued separately
	seed      uint64            // of trials, which differ from game to game
	comparer  *policy.Comparer  // of what an action seems to give up
	playsLeft int               // plays that the comparer may still make
}

func newJudge(ctx context.Context, f *game.Instance, m *winprob.Model, seed uint64) *judge {
	j := &judge{ctx: ctx, instance: f, finder: outcomes.NewFinder(f), model: m.Evaluator(), runner: f.Runner(), seed: seed, comparer: policy.NewComparer(f, m), playsLeft: allCompared}
	j.finder.Subrolls = true
	j.meter = luck.NewMeterBy(f, func(p game.Position) float64 {
		v, _ := j.value(p)
		return v
	})
	j.meter.Start(seed, 0)
	if f.HasHiddenInfo() {
		j.view = f.Runner()
	}
	return j
}

// solveEnd solves the rest of the game from as early a decision as the budgets allow: first all of it at once, and
// then, for each decision, only what best play can reach after each of its actions. played are the positions of the
// decisions, and a resignation may be the last one. Where pieces are hidden from a side that still decides something,
// nothing is solved.
func (j *judge) solveEnd(played []game.Position, positions int) error {
	scaled := func(limit int) int { return limit * max(positions, DefaultPositions) / DefaultPositions }
	whole, left := true, scaled(decisionWork)
	for _, p := range slices.Backward(played) {
		if s := j.whole; s != nil {
			if v, ok := s.Value(p); ok && v.Solved() {
				continue
			}
		}
		if whole {
			s, err := j.solve(p, solve.Options{Positions: positions, Whole: true, Plays: scaled(wholePlays), Work: scaled(wholeWork)})
			if err != nil {
				return err
			}
			if s != nil && s.Unexpanded == 0 && s.Unknown == 0 && s.Start().Solved() {
				j.whole, j.solved = s, append(j.solved, s)
				continue
			}
			whole = false
		}
		s, err := j.solve(p, solve.Options{Positions: decisionPositions * positions, EachAction: true, Plays: scaled(decisionPlays), Work: left})
		if s == nil || err != nil || !s.Start().Solved() {
			return err
		}
		if j.solved, left = append(j.solved, s), left-s.Plays; left <= 0 {
			return nil
		}
	}
	return nil
}

// solve returns a solution, or nil if a side cannot be sure of a position because pieces are hidden.
func (j *judge) solve(p game.Position, o solve.Options) (*solve.Solution, error) {
	o.Certain = true
	s, err := solve.Solve(j.ctx, j.instance, p, o)
	if errors.Is(err, solve.ErrHidden) {
		return nil, nil
	}
	return s, err
}

// exact returns the chance of the first side to win from a position that is solved.
func (j *judge) exact(p game.Position) (v float64, ok bool) {
	for i := len(j.solved) - 1; i >= 0; i-- {
		if v, ok := j.solved[i].Value(p); ok && v.Solved() {
			return v.Low, true
		}
	}
	return 0, false
}

// solvedAction returns the mean value of an action in a solved position.
func (j *judge) solvedAction(p game.Position, a game.Action) (v float64, ok bool, err error) {
	for _, solution := range slices.Backward(j.solved) {
		list, err := solution.Actions(p)
		if err != nil {
			return 0, false, err
		}
		if i := slices.IndexFunc(list, func(x solve.ActionValue) bool { return x.Action == a }); i >= 0 && list[i].Value.Solved() {
			return list[i].Value.Low, true, nil
		}
	}
	return 0, false, nil
}

// value returns the chance of the first side to win from a position, and whether it is exact.
func (j *judge) value(p game.Position) (v float64, exact bool) {
	if now := j.instance.Status(p); now.Over {
		return winprob.Result(&now), true
	}
	if !j.estimates {
		if v, ok := j.exact(p); ok {
			return v, true
		}
	}
	j.runner.SetPosition(p)
	return j.model.ForBoth(j.runner, j.view), false
}

// values returns a function that values the positions of some outcomes. It computes each value
// once.
func (j *judge) values(o *outcomes.Outcomes, exact *bool) func(int) float64 {
	known := map[int]float64{}
	return func(i int) float64 {
		v, ok := known[i]
		if !ok {
			var e bool
			v, e = j.value(o.At(i))
			*exact = *exact && e
			known[i] = v
		}
		return v
	}
}

// expected returns the mean value of an action. It samples an action that has too many outcomes for
// exact odds.
func (j *judge) expected(p game.Position, a game.Action, limits outcomes.Limits, n int) (v float64, exact, sampled bool, err error) {
	o, err := j.finder.Find(j.ctx, p, a, limits)
	if errors.Is(err, outcomes.ErrTooMany) {
		sampled = true
		j.seed++
		o, err = j.finder.Sample(p, a, n, j.seed)
	}
	if err != nil {
		return 0, false, false, err
	}
	defer o.Release()
	exact = !sampled
	return o.Value(j.values(o, &exact)), exact, sampled, nil
}

// valued returns a step that has only the values before and after its action.
func (j *judge) valued(a match.PlayedAction, _ []rule.Entry, _ bool) (s Step, err error) {
	s = Step{Side: a.By, Action: a.Action, Better: a.Action, Position: a.Before}
	s.Before, _ = j.value(a.Before)
	s.After, _ = j.value(a.After)
	s.Expected = (s.Before + s.After) / 2
	s.Best = s.Expected
	return s, nil
}

// step analyses an action that was played.
func (j *judge) step(a match.PlayedAction, answers []rule.Entry, luckOnly bool) (s Step, err error) {
	s = Step{Side: a.By, Action: a.Action, Better: a.Action, Position: a.Before}
	// If the decision is not solved, positions after it may be, and rather those that were reached than others. If exact
	// values were compared with values of the model, the error of the model would count as luck or as a mistake.
	_, solved := j.exact(a.Before)
	j.estimates = !solved
	var before, after bool
	s.Before, before = j.value(a.Before)
	s.After, after = j.value(a.After)
	limits, n := actionLimits, trials
	if luckOnly {
		limits, n = quickLimits, quickTrials
	}
	s.Expected, s.Solved, s.Sampled, err = j.expected(a.Before, a.Action, limits, n)
	if err != nil {
		return s, err
	}
	sampled := s.Sampled
	if sampled && solved { // The solver enumerates more outcomes.
		if v, ok, err := j.solvedAction(a.Before, a.Action); err != nil {
			return s, err
		} else if ok {
			s.Expected, s.Solved, s.Sampled = v, true, false
		}
	}
	s.Solved = s.Solved && before && after
	s.Luck, s.Best = s.After-s.Expected, s.Expected
	if !s.Sampled {
		limits := partLimits
		if sampled {
			limits = solvedPartLimits
		}
		if err := j.parts(a, answers, limits, &s); err != nil {
			return s, err
		}
	}
	if s.Parts == nil && slices.ContainsFunc(answers, func(e rule.Entry) bool { return e.Kind == rule.Chosen }) {
		// What a side decides is not luck.
		given := make([]luck.Answer, len(answers))
		for i, e := range answers {
			given[i] = luck.Answer{Value: e.Value, Chosen: e.Kind == rule.Chosen}
		}
		if s.Luck, err = j.meter.Action(a.Before, a.Action, given, s.After); err != nil {
			return s, err
		}
	}
	if !luckOnly {
		if err := j.compare(a, &s); err != nil {
			return s, err
		}
	}
	if s.Solved {
		s.Best = s.Before
	}
	better := max(0, gain(s.Side, s.Best-s.Expected))
	if better >= leastCompared && !s.Solved && j.playsLeft > 0 {
		if better, err = j.playOn(&s, better); err != nil {
			return s, err
		}
	}
	s.Given += better
	s.Grade = gradeOf(s.Given)
	if better < 0.01 || s.Better == s.Action {
		return s, nil
	}
	return s, j.explain(&s)
}

// playOn compares the action with the one that the model thinks better, by playing the game on from both, and returns
// what the action gave up. The model sees only the positions right after the actions. The more games there are, the
// more they count against the model. Quick players play them, so they never raise what was given up.
func (j *judge) playOn(s *Step, given float64) (float64, error) {
	from := s.Position
	if j.view != nil {
		from = j.instance.View(from, s.Side)
	}
	lead, pairs, err := j.comparer.Lead(from, s.Better, s.Action, min(eachCompared, j.playsLeft), j.seed)
	if err != nil {
		return 0, err
	}
	j.playsLeft -= eachCompared
	mean := (modelWeight*given + float64(pairs)*lead) / float64(modelWeight+pairs)
	given = min(given, max(0, mean))
	if given < 1e-9 {
		s.Better = s.Action
	}
	s.Best = s.Expected + gain(s.Side, given)
	return given, nil
}

// resignation analyses a resignation in a position, which makes the result certain.
func (j *judge) resignation(side int, p game.Position, result float64) Step {
	j.estimates = false // The result is certain, so an exact value before it mixes with no estimate.
	s := Step{Side: side, Resigned: true, Position: p, Expected: result, After: result}
	s.Before, s.Solved = j.value(p)
	s.Best = s.Before
	s.Given = gain(side, s.Before-result)
	s.Grade = gradeOf(s.Given)
	return s
}

// explain finds the reason why another action was better, from what the side knew.
func (j *judge) explain(s *Step) error {
	from, value := s.Position, func(o *outcomes.Outcomes) func(int) float64 {
		exact := true
		return j.values(o, &exact)
	}
	if j.view != nil && !s.Solved {
		from, value = j.instance.View(from, s.Side), func(o *outcomes.Outcomes) func(int) float64 {
			return func(i int) float64 { return j.model.After(o.ActionRunner, i, s.Side) }
		}
	}
	o, err := j.finder.Find(j.ctx, from, s.Better, actionLimits)
	if errors.Is(err, outcomes.ErrTooMany) {
		o, err = j.finder.Sample(from, s.Better, fewTrials, 1)
	}
	if err != nil {
		return err
	}
	defer o.Release()
	r := winprob.Explain(j.instance, from, s.Better, o, s.Side, value(o))
	chance := s.Best
	if s.Side == 1 {
		chance = 1 - chance
	}
	r.Settle(chance) // The chances of the reason average to the chance that is shown beside it.
	s.Reason = &r
	if r.SaysNothing() && o.Len() == 1 {
		r.Next, err = j.next(o.At(0), s)
	}
	return err
}

// next returns the best action in the position after the better one: by a solution if the decision is solved, otherwise
// by the model; or nil. If pieces are hidden, it does so only where the same side acts again. What is forced explains
// nothing.
func (j *judge) next(p game.Position, s *Step) (*winprob.NextAction, error) {
	if s.Solved {
		return j.nextSolved(p)
	}
	now, hides := j.instance.Status(p), j.view != nil
	if now.Over || hides && now.Side != s.Side {
		return nil, nil
	}
	legal, err := j.instance.Legal(p)
	if err != nil || len(legal) < 2 {
		return nil, err
	}
	next, best := winprob.NextAction{Side: now.Side}, math.Inf(-1)
	for _, x := range legal {
		v, err := j.known(p, x, now.Side, hides)
		if err != nil {
			return nil, err
		}
		if v = gain(now.Side, v); v > best {
			best, next.Action = v, x
		}
	}
	return &next, nil
}

// nextSolved is next for a position that is solved. It asks every solution, because that of a single decision lacks what
// best play avoids.
func (j *judge) nextSolved(p game.Position) (*winprob.NextAction, error) {
	for _, solution := range slices.Backward(j.solved) {
		if a, ok, err := solution.Choice(p); ok || err != nil {
			return &winprob.NextAction{Side: j.instance.Status(p).Side, Action: a, Solved: true}, err
		}
	}
	return nil, nil
}

// gain returns a change in value from the point of view of a side.
func gain(side int, change float64) float64 {
	if side == 1 {
		return -change
	}
	return change
}

// compare finds the best action. If pieces are hidden, it uses only what the side knew.
func (j *judge) compare(a match.PlayedAction, s *Step) error {
	from, hides := a.Before, j.view != nil && !s.Solved // In a solved position each side knows what it has to.
	if hides {
		from = j.instance.View(a.Before, a.By)
	}
	legal, err := j.instance.Legal(from)
	if err != nil {
		return err
	}
	if s.Forced = len(legal) == 1; s.Forced {
		return nil
	}
	taken, best, found := math.NaN(), 0.0, false
	for _, x := range legal {
		v := s.Expected
		if x != a.Action || hides {
			if v, err = j.known(from, x, a.By, hides); err != nil {
				return err
			}
		}
		if x == a.Action {
			taken = v
		}
		if !found || gain(a.By, v-best) > 0 {
			best, found, s.Better = v, true, x
		}
	}
	if math.IsNaN(taken) { // Only something hidden from the side made the action legal.
		s.Better = a.Action
		return nil
	}
	s.Best = min(1, max(0, s.Expected+best-taken))
	if gain(a.By, best-taken) <= 1e-9 {
		s.Best, s.Better = s.Expected, a.Action
	}
	return nil
}

// known returns the mean value of an action, given what its side knows: not everything if hides is set.
func (j *judge) known(from game.Position, a game.Action, side int, hides bool) (float64, error) {
	if !hides {
		v, _, _, err := j.expected(from, a, otherLimits, fewTrials)
		return v, err
	}
	o, err := j.finder.Find(j.ctx, from, a, otherLimits)
	if errors.Is(err, outcomes.ErrTooMany) {
		o, err = j.finder.Sample(from, a, fewTrials, 1)
	}
	if err != nil {
		return 0, err
	}
	defer o.Release()
	return o.Value(func(i int) float64 { return j.model.After(o.ActionRunner, i, side) }), nil
}
