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

// mostEvents is how many events explain the chance after an action.
const mostEvents = 3

// explain states for the best action and the second best what their chances depend on.
func (s *source) explain(ctx context.Context, c *candidate, plays int) error {
	finder := outcomes.NewFinder(s.fight)
	for _, i := range []int{0, len(c.Solution())} {
		x := &c.Actions[i]
		a := c.actions[x.Line]
		o, err := finder.Find(ctx, c.at, a, outcomes.Limits{Runs: int64(plays), Paths: plays})
		if err != nil {
			return err
		}
		if o.Root == nil {
			x.Events = s.events(c, a, o)
			x.Next, err = s.next(c, o)
		}
		o.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// events lists the events of an action on which its value depends most.
func (s *source) events(c *candidate, a game.Action, o *outcomes.Outcomes) (list []puzzle.Event) {
	side := s.fight.Status(c.at).Side
	for _, e := range s.fight.Game.Verbs[a.Verb].Events {
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
		list = append(list, puzzle.Event{Name: s.fight.Game.Events[e].Name, Chance: rounded(chance[1]), With: rounded(win[1] / chance[1]), Without: rounded(win[0] / chance[0])})
	}
	list = slices.DeleteFunc(list, func(e puzzle.Event) bool { return math.Abs(e.With-e.Without) < 0.03 })
	slices.SortStableFunc(list, func(a, b puzzle.Event) int { return cmp.Compare(weight(b), weight(a)) })
	// Events that come about together say the same.
	list = slices.CompactFunc(list, func(a, b puzzle.Event) bool {
		return a.Chance == b.Chance && a.With == b.With && a.Without == b.Without
	})
	return list[:min(len(list), mostEvents)]
}

// weight is how much of the variance of the result an event explains.
func weight(e puzzle.Event) float64 {
	return e.Chance * (1 - e.Chance) * (e.With - e.Without) * (e.With - e.Without)
}

// next returns the best action in the likeliest position after an action.
func (s *source) next(c *candidate, o *outcomes.Outcomes) (*puzzle.Next, error) {
	likeliest := 0
	for i := range o.P {
		if o.P[i] > o.P[likeliest]+1e-12 {
			likeliest = i
		}
	}
	p := o.At(likeliest)
	v, _ := c.solution.Value(p)
	list, err := c.solution.Actions(p)
	if err != nil || len(list) == 0 || !v.Solved() {
		return nil, err
	}
	side := s.fight.Sides[s.fight.Status(p).Side]
	return &puzzle.Next{Side: string(side), Line: s.fight.FormatAction(list[0].Action)}, nil
}

// rounded rounds a chance to a millionth.
func rounded(p float64) float64 { return math.Round(p*1e6) / 1e6 }
