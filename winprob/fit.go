package winprob

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
	"loophole/sim"
)

// Options configure a fit. The zero Options play 3 generations of 400 games.
type Options struct {
	Games       int // of each generation; 0 is 400
	Generations int // 0 is 3
	Seed        uint64
	Workers     int // goroutines; 0 is one for each core; it does not change the result
	// Progress, if not nil, is called from several goroutines with the number of games
	// played so far and of all games.
	Progress func(done, all int)
}

const (
	considered  = 10   // actions that are compared at each decision of a game for fitting
	mostRuns    = 64   // for the exact outcomes of each
	trials      = 16   // of an action with more outcomes
	mostPlayed  = 2000 // actions of a game
	randomOneIn = 6    // one decision in so many is random, so that the model sees mistakes too
	oneInLast   = 20   // the same in the last generation, whose games measure the quality of the model
	testedOf    = 5    // one in testedOf games is kept for the test
)

// Fit fits a model to a scenario by self-play. Each generation plays by the model of the one before
// it. The result depends only on the game and on Games, Generations and Seed. The error is the
// context's if it is cancelled, or a [rule.MissingFactError] of strict house rules.
func Fit(ctx context.Context, f *game.Instance, o Options) (*Model, error) {
	if o.Games < 0 || o.Generations < 0 || o.Workers < 0 {
		return nil, errors.New("winprob: the numbers of games, generations and workers must not be negative")
	}
	if o.Games == 0 {
		o.Games = 400
	}
	if o.Generations == 0 {
		o.Generations = 3
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	var m *Model
	var done atomic.Int64
	var all []sample
	for g := range o.Generations {
		random := randomOneIn
		if g == o.Generations-1 {
			random = oneInLast
		}
		games, err := play(ctx, f, m, uint64(g), random, o, &done)
		if err != nil {
			return nil, err
		}
		// The later half of the positions so far stays, so that the model does not forget what is no
		// longer played.
		all = append(all[len(all)/2:], games...)
		m = fitTo(f, all, g*o.Games)
	}
	return m, nil
}

// play plays the games of a generation, and returns their positions.
func play(ctx context.Context, f *game.Instance, m *Model, generation uint64, oneIn int, o Options, done *atomic.Int64) ([]sample, error) {
	found := make([][]sample, o.Games)
	var next atomic.Int64
	var failed error
	var lock sync.Mutex
	var workers sync.WaitGroup
	for range min(o.Workers, o.Games) {
		workers.Go(func() {
			p := newPlayer(ctx, f, m)
			p.oneIn = oneIn
			for ctx.Err() == nil {
				g := int(next.Add(1)) - 1
				if g >= o.Games {
					return
				}
				var err error
				number := generation*uint64(o.Games) + uint64(g)
				if stopped := rule.Catch(func() { found[g], err = p.play(o.Seed, number) }); stopped != nil {
					err = stopped
				}
				if err != nil {
					next.Store(int64(o.Games))
					lock.Lock()
					failed = errors.Join(failed, fmt.Errorf("winprob: game %d of seed %d: %w", number, o.Seed, err))
					lock.Unlock()
					return
				}
				if n := done.Add(1); o.Progress != nil {
					o.Progress(int(n), o.Games*o.Generations)
				}
			}
		})
	}
	workers.Wait()
	if failed == nil {
		failed = context.Cause(ctx)
	}
	var all []sample
	for _, list := range found {
		all = append(all, list...)
	}
	return all, failed
}

// fitTo fits a model to positions, tests it on one in testedOf games from the number first on,
// and then fits it to those as well.
func fitTo(f *game.Instance, all []sample, first int) *Model {
	var start game.Features
	f.Runner().Features(&start)
	e := newEncoding(&start, all)
	inputs := make([]vector, len(all))
	targets := make([]float32, len(all))
	for i := range all {
		e.encode(&all[i].features, sign(all[i].viewer), &inputs[i])
		targets[i] = all[i].target
	}
	var fitted, tested []int
	for i := range all {
		if all[i].game >= first && all[i].game%testedOf == 0 {
			tested = append(tested, i)
		} else {
			fitted = append(fitted, i)
		}
	}
	pick := func(list []int) (v []vector, t []float32) {
		for _, i := range list {
			v, t = append(v, inputs[i]), append(t, targets[i])
		}
		return v, t
	}
	t := newTrainer(e)
	v, y := pick(fitted)
	t.fit(v, y, epochs)
	q := quality(t.Model, all, inputs, tested)
	v, y = pick(tested)
	t.fit(v, y, 1)
	t.Quality = q
	t.round()
	return t.Model
}

func quality(m *Model, all []sample, inputs []vector, tested []int) Quality {
	q := Quality{Positions: len(tested)}
	games := map[int]bool{}
	mean := 0.0
	for _, i := range tested {
		games[all[i].game] = true
		mean += float64(all[i].result)
	}
	mean /= float64(max(1, len(tested)))
	for _, i := range tested {
		y := float64(all[i].result)
		d := m.chance(&inputs[i]) - y
		q.Brier += d * d
		q.Constant += (mean - y) * (mean - y)
	}
	q.Brier /= float64(max(1, len(tested)))
	q.Constant /= float64(max(1, len(tested)))
	q.Tested = len(games)
	total := map[int]bool{}
	for i := range all {
		total[all[i].game] = true
	}
	q.Games = len(total) - q.Tested
	return q
}

// A player plays games for a fit in one goroutine.
type player struct {
	ctx    context.Context
	runner *game.Runner
	view   *game.Runner // nil where nothing is hidden
	other  *game.Runner // at positions that an action may lead to
	finder *outcomes.Finder
	judge  func(r *game.Runner, viewer int) float64
	after  func(x *game.ActionRunner, position, viewer int) float64
	dice   *sim.Sampler
	umpire *rule.Umpire
	random uint64
	oneIn  int  // one decision in so many is random
	first  bool // the first generation, which cannot judge mistakes yet
	values []float64
	known  []bool
}

func newPlayer(ctx context.Context, f *game.Instance, m *Model) *player {
	p := &player{ctx: ctx, runner: f.Runner(), finder: outcomes.NewFinder(f), first: m == nil}
	if f.HasHiddenInfo() {
		p.view, p.other = f.Runner(), f.Runner()
	}
	if m != nil {
		e := m.Evaluator()
		p.judge, p.after = e.At, e.After
	} else {
		e := new(byHand)
		p.judge, p.after = e.at, e.after
	}
	p.dice = sim.NewSampler(0, 0, p.choose)
	p.umpire = rule.NewUmpire(p.dice, nil).WithHouseRules(f.House)
	return p
}

func (p *player) below(n int) int { return int(nextRandom(&p.random) >> 33 % uint64(n)) }

// choose takes the first option of a decision within an action, and sometimes another.
func (p *player) choose(c rule.Choice) int {
	if p.below(p.oneIn) == 0 {
		return p.below(len(c.Options))
	}
	return 0
}

// play plays a game to its end and returns the positions in which somebody decided.
func (p *player) play(seed, number uint64) (list []sample, err error) {
	p.dice.Start(seed, number)
	p.random = seed ^ number*0x2545f4914f6cdd1d
	p.runner.SetPosition(p.runner.Instance.Start)
	p.hideAnew()
	var luck []float32 // and mistakes, of the action after each sample
	for range mostPlayed {
		s := p.runner.Status()
		if s.Over {
			finish(list, luck, float32(Result(&s)), int(number))
			return list, nil
		}
		list, luck, err = p.act(s.Side, list, luck)
		if err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("it does not end within %d actions", mostPlayed)
}

// hideAnew places what is hidden from each side at random. Otherwise both sides would learn from the
// model where the scenario hides it.
func (p *player) hideAnew() {
	f := p.runner.Instance
	if !f.HasHiddenInfo() || f.IsOpen(f.Start) {
		return
	}
	for side := range 2 {
		p.runner.SetPosition(f.View(p.runner.Position(), side)).Sample(side, p.below)
	}
}

// finish sets the number of the game and the targets: the result, less the luck and the mistakes after each position. If
// pieces are hidden, mistakes are not subtracted.
func finish(list []sample, luck []float32, result float32, number int) {
	target := result
	for i := len(list) - 1; i >= 0; i-- {
		target -= luck[i]
		list[i].game = number
		list[i].target, list[i].result = min(max(target, 0), 1), result
	}
}

// act plays an action. It adds the position before it, as each side knows it, to the list, and the luck and
// mistake of the action to luck.
func (p *player) act(side int, list []sample, luck []float32) ([]sample, []float32, error) {
	viewer, here := Everybody, p.runner
	if p.view != nil {
		viewer = side
		here = p.view.View(p.runner, side)
	}
	best, taken, mean, err := p.decide(here, side, viewer)
	if err == nil && p.view != nil {
		// Apparent mistakes that are due to hidden pieces would add up to far more than was really
		// lost.
		mean, err = p.expected(taken, viewer)
		best = mean
	}
	if err != nil {
		return nil, nil, err
	}
	if p.view != nil {
		here = p.view.View(p.runner, side)
	}
	list = append(list, sample{viewer: viewer})
	here.Features(&list[len(list)-1].features)
	if p.view != nil { // The view of the other side.
		list = append(list, sample{viewer: 1 - side})
		p.view.View(p.runner, 1-side).Features(&list[len(list)-1].features)
	}
	p.runner.Apply(p.umpire, taken)
	chance := float32(p.seen(p.runner, viewer) - mean)
	if !p.first {
		chance += float32(mean - best)
	}
	for len(luck) < len(list)-1 {
		luck = append(luck, 0)
	}
	return list, append(luck, chance), nil
}

// seen returns the value of a runner's position, as far as a side knows it.
func (p *player) seen(r *game.Runner, viewer int) float64 {
	if p.view != nil {
		r = p.view.View(r, viewer)
	}
	return p.judge(r, viewer)
}

// expected returns the mean of the values that a side will see after an action, over all outcomes.
// Luck is measured against it, so it starts from the real position and not from the side's view,
// whose mean may differ.
func (p *player) expected(a game.Action, viewer int) (float64, error) {
	return p.mean(p.runner.Position(), a, func(x *game.ActionRunner, i int) float64 {
		return p.seen(p.other.SetPosition(x.At(i)), viewer)
	})
}

// decide compares some of the legal actions. It returns the value of the best to the first side,
// and the action to take with its value: the best one, or sometimes any.
func (p *player) decide(here *game.Runner, side, viewer int) (best float64, taken game.Action, mean float64, err error) {
	legal := here.Legal(nil)
	if len(legal) == 0 {
		return 0, taken, 0, errors.New("no action is legal, but the game is not over")
	}
	n := min(len(legal), considered)
	for i := range n {
		k := i + p.below(len(legal)-i)
		legal[i], legal[k] = legal[k], legal[i]
	}
	at := here.Position()
	values := make([]float64, n)
	top := 0
	for i, a := range legal[:n] {
		if values[i], err = p.value(at, a, viewer); err != nil {
			return 0, taken, 0, err
		}
		if side == 0 && values[i] > values[top] || side == 1 && values[i] < values[top] {
			top = i
		}
	}
	k := top
	if p.below(p.oneIn) == 0 {
		k = p.below(n)
	}
	return values[top], legal[k], values[k], nil
}

// value returns the value of an action to the first side.
func (p *player) value(at game.Position, a game.Action, viewer int) (float64, error) {
	return p.mean(at, a, func(x *game.ActionRunner, i int) float64 { return p.after(x, i, viewer) })
}

// mean returns the mean value of the positions after an action.
func (p *player) mean(at game.Position, a game.Action, of func(x *game.ActionRunner, i int) float64) (float64, error) {
	o, err := p.finder.Find(p.ctx, at, a, outcomes.Limits{Runs: mostRuns, Paths: mostRuns})
	if errors.Is(err, outcomes.ErrTooMany) {
		o, err = p.finder.Sample(at, a, trials, uint64(p.below(1<<30)))
	}
	if err != nil {
		return 0, err
	}
	defer o.Release()
	p.values, p.known = p.values[:0], p.known[:0]
	return o.Value(func(i int) float64 {
		for len(p.known) <= i {
			p.known, p.values = append(p.known, false), append(p.values, 0)
		}
		if !p.known[i] {
			p.known[i], p.values[i] = true, of(o.ActionRunner, i)
		}
		return p.values[i]
	}), nil
}

// byHand evaluates positions before there is a model, by worth and objectives only.
type byHand struct {
	features game.Features
}

func (h *byHand) at(r *game.Runner, _ int) float64 {
	r.Features(&h.features)
	return h.value()
}

func (h *byHand) after(x *game.ActionRunner, position, _ int) float64 {
	x.Features(position, &h.features)
	return h.value()
}

func (h *byHand) value() float64 {
	x := &h.features
	if x.Status.Over {
		return Result(&x.Status)
	}
	own, enemy := float32(x.Evaluations[0].Own), float32(x.Evaluations[1].Own)
	return logistic(float32(2.5*(own-enemy)/max(1, own+enemy)) + squash(x.Evaluations[0].Objectives) - squash(x.Evaluations[1].Objectives))
}
