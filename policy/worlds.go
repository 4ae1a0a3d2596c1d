package policy

import (
	"errors"
	"slices"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
)

// The search for positions that a side thinks possible at a decision within an action.
const (
	mostWorlds      = 32  // positions that are found
	worldTries      = 400 // positions that are tried
	modelOnlyTrials = 250 // of each option, by a level without rollouts
)

// A witness plays an action with the given answers, from a position that a side thinks possible,
// and finds out whether it leads to the decision that the side must take.
type witness struct {
	pools  *odds.SubrollSolver
	umpire *rule.Umpire
	d      Decision
	asked  int
	met    bool
}

var (
	errMet   = errors.New("policy: the action has reached the decision")
	errOther = errors.New("policy: the action asks another question")
)

func newWitness(f *game.Instance) *witness {
	w := &witness{pools: odds.NewSubrollSolver()}
	w.umpire = rule.NewUmpire(w, nil).WithHouseRules(f.House)
	return w
}

// Roll returns the next answer if it is possible for this roll.
func (w *witness) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if w.asked == len(w.d.Answers) {
		return 0, nil, errOther
	}
	d, err := w.pools.Pool(r.Pool)
	if err != nil {
		return 0, nil, err
	}
	v := w.d.Answers[w.asked]
	if values, _ := d.All(); !slices.Contains(values, v) {
		return 0, nil, errOther
	}
	w.asked++
	return v, nil, nil
}

// Choose returns the next answer if the decision has that option. It stops at the decision itself.
func (w *witness) Choose(c rule.Choice) (int, error) {
	if w.asked == len(w.d.Answers) {
		w.met = c.By == w.d.By && c.Why == w.d.Why && slices.Equal(c.Options, w.d.Options)
		return 0, errMet
	}
	i := w.d.Answers[w.asked]
	if i < 0 || i >= len(c.Options) {
		return 0, errOther
	}
	w.asked++
	return i, nil
}

// sees reports whether the action leads to the decision from a runner's position. It moves the
// runner.
func (w *witness) sees(r *game.Runner) (bool, error) {
	w.asked, w.met = 0, false
	err := rule.Catch(func() { r.Apply(w.umpire, w.d.Action) })
	if errors.Is(err, errMet) || errors.Is(err, errOther) {
		err = nil
	}
	return w.met, err
}

// worlds returns positions that agree with everything that a side knows at a decision within an
// action: what it sees before the action, the results so far, and the question. It may find none.
func (x *roller) worlds(d Decision, side int, seed uint64) (list []game.Position, err error) {
	at := x.view.View(x.run.SetPosition(d.Position), side)
	x.witness.d, x.chance.x = d, seed
	for range worldTries {
		x.trial.Copy(x.run.Copy(at).Sample(side, x.chance.Below))
		if !x.run.IsLegal(d.Action) {
			continue
		}
		x.plays++
		met, err := x.witness.sees(x.run)
		if err != nil {
			return nil, err
		}
		if met {
			if list = append(list, x.trial.Position()); len(list) == mostWorlds {
				break
			}
		}
	}
	return list, nil
}

// hiddenChances compares the options of a decision if pieces are hidden, by rollouts from positions
// that the side thinks possible. A level without rollouts ends them right after the action. It
// returns nothing if it finds no such position.
func (x *Lookahead) hiddenChances(d Decision, side int, rng *Rand) (optionValues, error) {
	y := x.roller
	y.plays = 0
	worlds, err := y.worlds(d, side, rng.next())
	if err != nil || len(worlds) == 0 {
		return optionValues{}, err
	}
	values := make([]float64, len(d.Options))
	for i := range values {
		values[i] = 0.5
	}
	plays := x.Rollouts / 2
	if x.Rollouts == 0 {
		plays = y.plays + modelOnlyTrials*len(values)
	}
	begin := func(j uint64) { y.run.SetPosition(worlds[j%uint64(len(worlds))]) }
	arms := y.options(d, values)
	best, err := y.compare(begin, side, arms, plays, rng.next())
	return rolledOut(arms, best), err
}
