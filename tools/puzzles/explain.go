package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/puzzle"
)

// mostEvents is the largest number of events that explain the chance after an action.
const mostEvents = 3

// explain states for the best action and the second best what their chances depend on.
func (s *source) explain(ctx context.Context, c *candidate, plays int) error {
	finder := outcomes.NewFinder(s.instance)
	for _, i := range []int{0, len(c.Solution())} {
		x := &c.Actions[i]
		a := c.actions[x.Line]
		o, err := c.outcomes(ctx, finder, c.at, a, plays)
		if err != nil {
			return err
		}
		x.Events = s.events(c, a, o)
		p := o.At(likeliest(o.P))
		o.Release()
		if x.Next, err = s.next(ctx, c, finder, p, plays); err != nil {
			return err
		}
	}
	return nil
}

// outcomes finds the outcomes of an action with their probabilities.
func (c *candidate) outcomes(ctx context.Context, finder *outcomes.Finder, p game.Position, a game.Action, plays int) (*outcomes.Outcomes, error) {
	o, err := finder.Find(ctx, p, a, outcomes.Limits{Runs: int64(plays), Paths: plays})
	if err == nil && o.Root != nil {
		o.P = make([]float64, o.Len())
		c.spread(o, o.Root, 1)
	}
	return o, err
}

// spread adds the probability of a point within an action to the positions that follow. Each side
// takes the option that is best for it.
func (c *candidate) spread(o *outcomes.Outcomes, n *outcomes.Node, p float64) {
	value := func(position int) float64 {
		v, _ := c.solution.Value(o.At(position))
		return v.Low
	}
	switch n.Kind {
	case outcomes.Leaf:
		o.P[n.Position] += p
	case outcomes.Chance:
		for _, x := range n.Parts {
			c.spread(o, x.Node, p*x.P)
		}
	default:
		want := n.Value(value)
		for _, x := range n.Parts {
			if x.Value(value) == want {
				c.spread(o, x.Node, p)
				return
			}
		}
	}
}

// events lists the events of an action on which its value depends most.
func (s *source) events(c *candidate, a game.Action, o *outcomes.Outcomes) (list []puzzle.Event) {
	side := s.instance.Status(c.at).Side
	for _, e := range s.instance.Game.ActionTypes[a.Type].Events {
		var chance, win [2]float64 // without it, with it
		for i, p := range o.P {
			if p == 0 {
				continue
			}
			v, _ := c.solution.Value(o.At(i))
			k := 0
			if o.Holds(e, i) {
				k = 1
			}
			chance[k] += p
			win[k] += p * v.For(side).Low
		}
		if chance[0] < 0.01 || chance[1] < 0.01 {
			continue
		}
		list = append(list, puzzle.Event{Name: s.instance.Game.Events[e].Name, Chance: rounded(chance[1]), With: rounded(win[1] / chance[1]), Without: rounded(win[0] / chance[0])})
	}
	list = slices.DeleteFunc(list, func(e puzzle.Event) bool { return math.Abs(e.With-e.Without) < 0.03 })
	slices.SortStableFunc(list, func(a, b puzzle.Event) int { return cmp.Compare(weight(b), weight(a)) })
	// Events that always occur together have the same explanation.
	list = slices.CompactFunc(list, func(a, b puzzle.Event) bool {
		return a.Chance == b.Chance && a.With == b.With && a.Without == b.Without
	})
	return list[:min(len(list), mostEvents)]
}

// weight returns how much of the variance of the result an event explains.
func weight(e puzzle.Event) float64 {
	return e.Chance * (1 - e.Chance) * (e.With - e.Without) * (e.With - e.Without)
}

// mostSteps is the largest number of following actions that a puzzle shows.
const mostSteps = 8

// next lists the actions that follow in best play from a position.
func (s *source) next(ctx context.Context, c *candidate, finder *outcomes.Finder, p game.Position, plays int) (steps []puzzle.Step, err error) {
	for len(steps) < mostSteps {
		v, _ := c.solution.Value(p)
		list, err := c.solution.Actions(p)
		if err != nil || len(list) == 0 || !v.Solved() {
			return steps, err
		}
		now := s.instance.Status(p)
		if v.For(now.Side).Low <= 0 { // every action loses
			return steps, nil
		}
		a := list[0].Action
		steps = append(steps, puzzle.Step{Side: string(s.instance.Sides[now.Side]), Line: s.instance.FormatAction(a)})
		o, err := c.outcomes(ctx, finder, p, a, plays)
		if err != nil {
			return steps, err
		}
		p = o.At(likeliest(o.P))
		o.Release()
	}
	return steps, nil
}

// likeliest returns the number of the position with the greatest probability.
func likeliest(p []float64) (best int) {
	for i := range p {
		if p[i] > p[best]+1e-12 {
			best = i
		}
	}
	return best
}

// rounded rounds a chance to a millionth.
func rounded(p float64) float64 { return math.Round(p*1e6) / 1e6 }
