package policy

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"loophole/game"
	"loophole/rule"
	"loophole/sim"
	"loophole/winprob"
)

// The shape of a comparison by rollouts.
const (
	mostArms    = 8     // choices that are compared
	tries       = 4     // actions that a side draws at a decision of a rollout, of which it takes one
	horizon     = 12    // actions of a rollout if the model is good enough
	priorWeight = 10    // the weight of the value by the search, in rollouts
	firstReview = 24    // rollouts of each choice before the first ones are dropped
	doubt       = 2.5   // standard errors by which a choice must be worse to be dropped
	leastWorse  = 1e-9  // the least by which every other choice counts as worse than the best
	tooClose    = 0.004 // a difference in the chance to win that is not worth more rollouts
)

// A roller compares choices by rollouts: from each choice it plays the game on many times, with a
// fast policy for both sides. At a decision, that policy draws some legal actions, plays each once,
// and takes the one with the best position by the model. It then plays that action with other dice.
//
// A rollout ends with the game, or after horizon actions, when the model values the position. If
// pieces are hidden, each rollout begins at a position that the side to decide thinks possible, and
// each side sees only what it may know.
type roller struct {
	value      *winprob.Evaluator
	run, trial *game.Runner
	view       *game.Runner // nil if nothing is hidden
	dice       *sim.Sampler
	script     scripted
	umpire     *rule.Umpire
	answering  *rule.Umpire // asks the script
	chance     Rand
	random     Random
	witness    *witness // nil if nothing is hidden
	horizon    int      // actions of a rollout
	plays      int      // of actions, so far
}

// An arm is a choice that is compared with others.
type arm struct {
	start   func() // plays the choice from the position of x.run
	prior   float64
	results []float32 // for the side that decides, by the number of the rollout
	sum     float64
}

func (a *arm) mean() float64 {
	return (a.sum + float64(priorWeight)*a.prior) / float64(len(a.results)+priorWeight)
}

// scripted repeats given answers first, and leaves further ones to a sampler.
type scripted struct {
	dice  *sim.Sampler
	given []int
}

func (s *scripted) next() (v int, ok bool) {
	if len(s.given) == 0 {
		return 0, false
	}
	v, s.given = s.given[0], s.given[1:]
	return v, true
}

// Roll answers a roll.
func (s *scripted) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if v, ok := s.next(); ok {
		return v, nil, nil
	}
	return s.dice.Roll(r)
}

// Choose answers a choice.
func (s *scripted) Choose(c rule.Choice) (option int, err error) {
	if v, ok := s.next(); ok {
		return v, nil
	}
	return s.dice.Choose(c)
}

func newRoller(f *game.Instance, value *winprob.Evaluator, q winprob.Quality) *roller {
	x := &roller{value: value, run: f.Runner(), trial: f.Runner(), dice: sim.NewSampler(0, 0, nil)}
	if f.HasHiddenInfo() {
		x.view, x.witness = f.Runner(), newWitness(f)
	}
	if x.horizon = horizon; q.Constant <= 0 || 1-q.Brier/q.Constant < leastSkill {
		x.horizon = maxActions
	}
	x.script.dice = x.dice
	x.answering = rule.NewUmpire(&x.script, nil).WithHouseRules(f.House)
	x.umpire = rule.NewUmpire(x.dice, nil).WithHouseRules(f.House)
	return x
}

// distinct returns the best actions of a search for a comparison. Of actions of one kind with equal
// chances it takes only the first, because the model sees no difference between them.
func distinct(list []Ranked) []Ranked {
	some := make([]Ranked, 0, mostArms)
	for _, l := range list {
		alike := func(o Ranked) bool { return o.Action.Type == l.Action.Type && math.Abs(o.Chance-l.Chance) < 1e-9 }
		if len(some) < mostArms && !slices.ContainsFunc(some, alike) {
			some = append(some, l)
		}
	}
	return some
}

// arms returns an arm for each action.
func (x *roller) arms(list []Ranked) []*arm {
	arms := make([]*arm, len(list))
	for i, l := range list {
		arms[i] = &arm{prior: l.Chance, start: func() { x.run.Apply(x.umpire, l.Action) }}
	}
	x.plays = 0
	return arms
}

// from returns the function that begins a rollout at a runner's position. If pieces are hidden,
// each rollout begins at another position that the side to decide thinks possible.
func (x *roller) from(at *game.Runner) func(uint64) {
	side := at.Status().Side
	return func(uint64) {
		if x.run.Copy(at); x.view != nil {
			x.run.Sample(side, x.chance.Below)
		}
	}
}

// options returns an arm for each option of a decision, with its value by the model.
func (x *roller) options(d Decision, values []float64) []*arm {
	arms := make([]*arm, len(values))
	for i, v := range values {
		answers := append(slices.Clone(d.Answers), i)
		arms[i] = &arm{prior: v, start: func() {
			x.script.given = answers
			x.run.Apply(x.answering, d.Action)
		}}
	}
	return arms
}

// compare returns the index of the best arm for a side. begin sets x.run to the position at which a
// rollout begins, by the rollout's number. The rollouts continue until x.plays reaches plays. Each
// stage drops the worse half of the arms (sequential halving), and reviews drop those that are
// worse beyond doubt.
func (x *roller) compare(begin func(j uint64), side int, arms []*arm, plays int, seed uint64) (int, error) {
	left := slices.Clone(arms)
	stages := max(1, bits.Len(uint(len(arms)-1)))
	j, review, first := uint64(0), firstReview, x.plays
	for stage := 1; ; stage++ {
		end := first + max(0, plays-first)*min(stage, stages)/stages
		for ; x.plays < end; j++ {
			for _, a := range left {
				if err := x.rollout(begin, side, a, seed, j); err != nil {
					return 0, err
				}
			}
			if int(j)+1 == review {
				review += review / 2
				if left = drop(left); len(left) == 1 || settled(left) {
					break
				}
			}
		}
		slices.SortStableFunc(left, func(a, b *arm) int { return cmp.Compare(b.mean(), a.mean()) })
		if len(left) == 1 || stage >= stages || settled(left) {
			return slices.Index(arms, left[0]), nil
		}
		left = left[:(len(left)+1)/2]
	}
}

// follow plays rollouts of an arm with the dice of the best arm, until it has as many, or until
// x.plays reaches plays.
func (x *roller) follow(begin func(j uint64), side int, a, best *arm, plays int, seed uint64) error {
	for j := range best.results {
		if x.plays >= plays {
			break
		}
		if err := x.rollout(begin, side, a, seed, uint64(j)); err != nil {
			return err
		}
	}
	return nil
}

// rollout plays rollout number j of an arm. Its dice depend only on the seed and on j.
func (x *roller) rollout(begin func(j uint64), side int, a *arm, seed, j uint64) error {
	x.dice.Start(seed, j)
	x.chance.x = seed ^ j*0x9e3779b97f4a7c15
	begin(j)
	a.start()
	x.plays++
	v, err := x.playOut()
	if err != nil {
		return err
	}
	if side == 1 {
		v = 1 - v
	}
	a.results = append(a.results, float32(v))
	a.sum += v
	return nil
}

// playOut plays the game on and returns the chance of the first side to win at the end of the
// rollout.
func (x *roller) playOut() (float64, error) {
	for range x.horizon {
		now := x.run.Status()
		if now.Over {
			return winprob.Result(&now), nil
		}
		a, err := x.choose(now.Side)
		if err != nil {
			return 0, err
		}
		x.run.Apply(x.umpire, a)
		x.plays++
	}
	return x.value.ForBoth(x.run, x.view), nil
}

// choose draws some actions and returns the one with the best position by the model.
func (x *roller) choose(side int) (best game.Action, err error) {
	from, viewer := x.run, winprob.Everybody
	if x.view != nil {
		from, viewer = x.view.View(x.run, side), side
	}
	top := -1.0
	for i := range tries {
		a, err := x.random.ChooseAction(from, &x.chance)
		if err != nil {
			return a, err
		}
		if i > 0 && a == best {
			continue
		}
		x.trial.Copy(from).Apply(x.umpire, a)
		x.plays++
		v := x.value.At(x.trial, viewer)
		if side == 1 {
			v = 1 - v
		}
		if v > top {
			top, best = v, a
		}
	}
	return best, nil
}

// lead returns the mean difference between the results of two arms, and its standard error.
// Rollouts with the same number have the same dice, so the results are compared pair by pair.
func (a *arm) lead(b *arm) (mean, stdErr float64) {
	both := min(len(a.results), len(b.results))
	n := float64(both)
	sum, squares := 0.0, 0.0
	for i, v := range a.results[:both] {
		d := float64(v - b.results[i])
		sum += d
		squares += float64(d * d)
	}
	mean = sum / n
	return mean, math.Sqrt(max(0, squares/n-float64(mean*mean)) / n)
}

// stdErr returns the standard error of the mean result, or 0 without rollouts.
func (a *arm) stdErr() float64 {
	n := float64(len(a.results))
	if n == 0 {
		return 0
	}
	mean, squares := a.sum/n, 0.0
	for _, v := range a.results {
		squares += float64(float64(v) * float64(v))
	}
	return math.Sqrt(max(0, squares/n-float64(mean*mean)) / n)
}

// standings returns the chance to win by each arm. Each arm is as far behind the best one as its
// rollouts are behind those of the best one with the same dice.
func standings(arms []*arm, best int) []float64 {
	list := make([]float64, len(arms))
	b := arms[best]
	for i, a := range arms {
		list[i] = b.mean()
		if n := float64(len(a.results)); i != best {
			worse := float64(priorWeight * (b.prior - a.prior))
			if n > 0 {
				mean, _ := b.lead(a)
				worse += float64(n * mean)
			}
			list[i] = max(0, list[i]-max(leastWorse, worse/(n+priorWeight)))
		}
	}
	return list
}

// leader returns the arm with the best mean.
func leader(arms []*arm) *arm {
	best := arms[0]
	for _, a := range arms[1:] {
		if a.mean() > best.mean() {
			best = a
		}
	}
	return best
}

// drop removes the arms that are worse than the best one beyond doubt.
func drop(arms []*arm) []*arm {
	best := leader(arms)
	return slices.DeleteFunc(slices.Clone(arms), func(a *arm) bool {
		mean, stdErr := best.lead(a)
		return a != best && mean > tooClose && mean > doubt*stdErr
	})
}

// settled reports whether no arm can be much better than the best one.
func settled(arms []*arm) bool {
	best := leader(arms)
	return !slices.ContainsFunc(arms, func(a *arm) bool {
		mean, stdErr := best.lead(a)
		return a != best && 2*stdErr-mean > tooClose
	})
}
