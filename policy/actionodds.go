package policy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

// An ActionOdds is what may come of an action: the exact chance of each named
// event that its verb declares.
type ActionOdds struct {
	Action  game.Action
	Events  []EventOdds
	Leads   int          // to how many different positions
	Assumes []Assumption // how the decisions within it fall
	// Zones are the chances that it comes to nothing, to something, and to all that it
	// could, by the events that [game.Telling] names; they add up to 1.
	Zones [3]odds.Chance
	// Lost tells how many models each side loses, 0 or 1.
	Lost [2]*odds.IntDist

	zone     func(holds func(event int) bool) int
	outcomes *game.ActionRunner
	dist     *odds.Dist[int]
}

// AsWell is how likely the action was to come to as much as it did, or more, for the
// side that acted: to a higher zone, or to the same with as many of the enemy lost or
// more.
func (a *ActionOdds) AsWell(zone, enemyLost int, by int) odds.Chance {
	return a.dist.P(func(i int) bool {
		z := a.zoneOf(i)
		return z > zone || z == zone && a.outcomes.Lost(i, 1-by) >= enemyLost
	})
}

// zoneOf is what the action comes to by one of its outcomes.
func (a *ActionOdds) zoneOf(i int) int {
	return a.zone(func(e int) bool { return a.outcomes.Holds(e, i) })
}

// LostIf is how many models a side loses on average, if the action comes to a zone; false
// where it never does.
func (a *ActionOdds) LostIf(zone, side int) (float64, bool) {
	chance, mean := a.Zones[zone].Float, 0.
	if chance <= 0 {
		return 0, false
	}
	for _, n := range a.Lost[side].Values {
		mean += float64(n) * a.dist.P(func(i int) bool {
			return a.outcomes.Lost(i, side) == n && a.zoneOf(i) == zone
		}).Float
	}
	return mean / chance, true
}

// An Assumption is a decision within an action, and the option that odds are
// reckoned with. Other options have other odds.
type Assumption struct {
	rule.Choice
	Taken int // the index of the option
}

// String says it in a clause: "if the German side chooses stay (stay or go)".
func (a Assumption) String() string {
	return fmt.Sprintf("if %s %s (%s)", a.By.Clause("choose"), a.Options[a.Taken], a.Why)
}

// An EventOdds is an event of the game with its exact chance.
type EventOdds struct {
	Event  int // by its place in the game
	Chance odds.Chance
}

// Others lists the options that are not taken.
func (a Assumption) Others() []string {
	return slices.Delete(slices.Clone(a.Options), a.Taken, a.Taken+1)
}

// Odds answers exactly what may come of a legal action. A decision within it falls on
// the first of the options given that it offers, by name or its beginning; else on its
// first option, which is what its owner would ordinarily take. The answer says which
// decisions were met and how they fall. If o.Policy is set, that decides. The error is an *[odds.TooLargeError] for an action
// beyond the budget.
func Odds(ctx context.Context, f *game.Instance, p game.Position, a game.Action, o odds.Options, options ...string) (*ActionOdds, error) {
	if err := f.WhyIllegal(p, a); err != nil {
		return nil, err
	}
	x := f.ActionRunner(p, a)
	answer := &ActionOdds{Action: a, zone: f.Zone(p, a), outcomes: x}
	if o.Policy == nil {
		o.Policy = Taking(options)
	}
	o.Policy = Noting(o.Policy, &answer.Assumes)
	d, err := odds.DistOf(ctx, x.Play, o)
	if err != nil {
		return nil, err
	}
	answer.Leads, answer.dist = x.Len(), d
	for _, e := range f.Game.Verbs[a.Verb].Events {
		answer.Events = append(answer.Events, EventOdds{e, d.P(func(i int) bool { return x.Holds(e, i) })})
	}
	for zone := range answer.Zones {
		answer.Zones[zone] = d.P(func(i int) bool { return answer.zoneOf(i) == zone })
	}
	for side := range answer.Lost {
		answer.Lost[side] = d.Numbers(func(i int) int { return x.Lost(i, side) })
	}
	return answer, nil
}

// Taking decides for the first of some options that a decision offers, by name or its
// beginning, and for its first option where it offers none of them. "QUESTION: OPTION"
// is about the decisions of that question alone.
func Taking(options []string) func(rule.Choice) int {
	return func(c rule.Choice) int {
		for _, want := range options {
			for i, o := range c.Options {
				if strings.EqualFold(o, want) || strings.EqualFold(c.Why+": "+o, want) {
					return i
				}
			}
			for i, o := range c.Options {
				if len(o) >= len(want) && strings.EqualFold(o[:len(want)], want) {
					return i
				}
			}
		}
		return 0
	}
}

// mostAssumed is how many decisions are noted.
const mostAssumed = 24

// Noting has decisions fall as another function says, and notes each of them once.
func Noting(taking func(rule.Choice) int, met *[]Assumption) func(rule.Choice) int {
	return func(c rule.Choice) int {
		i := taking(c)
		known := slices.ContainsFunc(*met, func(a Assumption) bool {
			return a.By == c.By && a.Why == c.Why && a.Taken == i && slices.Equal(a.Options, c.Options)
		})
		if !known && len(*met) < mostAssumed {
			*met = append(*met, Assumption{c, i})
		}
		return i
	}
}

// An outlook is what may come of an action: the positions, by number, and how
// likely each is.
type outlook struct {
	*game.ActionRunner
	p []float64
}

// weighBudget is how many runs weighing one action may take, and as many for each
// sub-roll, before trials take over.
const weighBudget = 2_000

// weighTrials is how many trials then are.
const weighTrials = 400

// look finds the outlook of a legal action, exactly or, if that is too large,
// by trials. The budget is in runs; 0 is weighBudget.
func look(f *game.Instance, p game.Position, a game.Action, budget int64, chance *Rand) (*outlook, error) {
	if budget == 0 {
		budget = weighBudget
	}
	x := f.ActionRunner(p, a)
	d, err := odds.DistOf(context.Background(), x.Play, odds.Options{Floats: true, Budget: budget, SubrollBudget: true, Unsized: true})
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		x.Release()
		return lookByTrials(f, p, a, chance)
	}
	if err != nil {
		return nil, err
	}
	o := &outlook{x, make([]float64, x.Len())}
	for k, i := range d.Outcomes {
		o.p[i] = d.Chance(k).Float
	}
	return o, nil
}

func lookByTrials(f *game.Instance, p game.Position, a game.Action, chance *Rand) (*outlook, error) {
	x := f.ActionRunner(p, a)
	u := rule.NewUmpire(sim.NewSampler(chance.next(), 0, nil), nil)
	var counts []int
	err := rule.Catch(func() {
		for range weighTrials {
			i := x.Play(u)
			for len(counts) <= i {
				counts = append(counts, 0)
			}
			counts[i]++
		}
	})
	o := &outlook{x, make([]float64, len(counts))}
	for i, n := range counts {
		o.p[i] = float64(n) / weighTrials
	}
	return o, err
}

// release gives back the room of an outlook, if there is one, for others.
func (o *outlook) release() {
	if o != nil {
		o.Release()
	}
}

// mean is the expected value of a number read off the positions.
func (o *outlook) mean(of func(i int) float64) float64 {
	sum := 0.0
	for i, p := range o.p {
		if p > 0 {
			sum += p * of(i)
		}
	}
	return sum
}
