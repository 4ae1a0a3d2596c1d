package winprob

import (
	"cmp"
	"math"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
)

// A Reason explains the chance to win by an action. Chances are those of the side that acts.
type Reason struct {
	Side    int
	Events  []ReasonEvent // that may happen or not, the most important first
	Lost    [2]float64    // models of each side, on average
	Ground  int           // 1 if the action on average improves its side's value of objectives, -1 if it worsens it, where the game goes on
	Certain bool          // the action leads to one position only
	Decided bool          // sides decide within the action; each is assumed to choose its best option
	Sampled bool          // the numbers are estimates
	Next    *NextAction   // what is best then, where nothing else explains the action; or nil
}

// A NextAction is the best action in the position that another one leads to, by the values behind its reason.
type NextAction struct {
	Side   int // that acts
	Action game.Action
	Solved bool // it is best in the solved rest of the game
}

// SaysNothing reports whether the action has no dice, losses or objectives that explain it: all depends on the position
// that it leads to.
func (r *Reason) SaysNothing() bool {
	return r.Certain && r.Ground <= 0 && r.Lost[0] < LeastLost && r.Lost[1] < LeastLost
}

// LeastLost is the smallest number of models lost on average that a reason names.
const LeastLost = 0.05

// A ReasonEvent is an event of an action with its probability, and with the chance to win if it
// happens and if it does not.
type ReasonEvent struct {
	Event    int // its index in the events of the game
	P        float64
	If, Else float64
}

// matters returns how much of the variance of the result the event explains.
func (e *ReasonEvent) matters() float64 { return e.P * (1 - e.P) * (e.If - e.Else) * (e.If - e.Else) }

// Tells reports whether the event alone gives the chance to win a standard deviation of at least one percentage point.
func (e *ReasonEvent) Tells() bool { return e.matters() >= 0.01*0.01 }

// Explain finds the reason for the value of an action. side is the side that acts. value returns
// the chance of the first side to win from a position of the outcomes.
func Explain(f *game.Instance, p game.Position, a game.Action, o *outcomes.Outcomes, side int, value func(position int) float64) Reason {
	chances := o.Chances(value)
	own := func(i int) float64 {
		if side == 1 {
			return 1 - value(i)
		}
		return value(i)
	}
	r := Reason{Side: side, Decided: o.Root != nil, Sampled: o.Sampled}
	possible, mean, ground := 0, 0.0, 0.0
	before := f.Runner().SetPosition(p).Evaluate(side).Objectives
	for i, c := range chances {
		if c <= 0 {
			continue
		}
		possible++
		mean += c * own(i)
		if !f.Status(o.At(i)).Over { // The value of a finished game is that of its result.
			ground += c * float64(o.Evaluate(i, side).Objectives-before)
		}
		for s := range r.Lost {
			r.Lost[s] += c * float64(o.Lost(i, s))
		}
	}
	switch r.Certain = possible == 1; {
	case ground > 0.5:
		r.Ground = 1
	case ground < -0.5:
		r.Ground = -1
	}
	for _, e := range f.Game.ActionTypes[a.Type].Events {
		x := ReasonEvent{Event: e}
		for i, c := range chances {
			if c > 0 && o.Holds(e, i) {
				x.P += c
				x.If += c * own(i)
			}
		}
		if x.P < 0.0005 || x.P > 0.9995 {
			continue
		}
		x.If, x.Else = x.If/x.P, (mean-x.If)/(1-x.P)
		r.Events = append(r.Events, x)
	}
	slices.SortStableFunc(r.Events, func(a, b ReasonEvent) int { return cmp.Compare(b.matters(), a.matters()) })
	return r
}

// Settle shifts the chances of the events so that their means equal another chance to win by the
// action, such as one by rollouts. All move equally far on the scale of the model, the logit.
func (r *Reason) Settle(chance float64) {
	for i := range r.Events {
		e := &r.Events[i]
		low, high := -settleMost, settleMost
		for range 40 {
			by := (low + high) / 2
			if float64(e.P*moved(e.If, by))+float64((1-e.P)*moved(e.Else, by)) < chance {
				low = by
			} else {
				high = by
			}
		}
		e.If, e.Else = moved(e.If, low), moved(e.Else, low)
	}
}

// settleMost is the largest shift by Settle, as a logit.
const settleMost = 12.0

// moved moves a chance on the scale of logits. Certain chances stay.
func moved(v, by float64) float64 {
	if v <= 0 || v >= 1 {
		return v
	}
	return 1 / (1 + (1-v)/v*math.Exp(-by))
}
