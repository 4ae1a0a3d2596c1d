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

// An ActionOdds holds the outcomes of an action: the exact chance of each event that its action
// type declares.
type ActionOdds struct {
	Action  game.Action
	Events  []EventOdds
	Leads   int          // the number of different positions that it leads to
	Assumes []Assumption // the decisions within it, and the options that were assumed
	// Zones are the chances of no effect, of a slight one, of some and of the full effect, by the
	// events that [game.ActionWording] names. They add up to 1.
	Zones [game.FullEffect + 1]odds.Chance
	// Lost is the distribution of the models that each side loses, 0 or 1.
	Lost [2]*odds.IntDist

	zone     func(holds func(event int) bool) int
	outcomes *game.ActionRunner
	dist     *odds.Dist[int]
}

// Succeeds returns the chance of some effect or more.
func (a *ActionOdds) Succeeds() float64 {
	return a.Zones[game.SomeEffect].Float + a.Zones[game.FullEffect].Float
}

// AsWell returns the chance of a result at least as good for the side that acted: a higher zone,
// or the same zone with at least as many enemies lost.
func (a *ActionOdds) AsWell(zone, enemyLost int, by int) odds.Chance {
	return a.dist.P(func(i int) bool {
		z := a.zoneOf(i)
		return z > zone || z == zone && a.outcomes.Lost(i, 1-by) >= enemyLost
	})
}

// SlightName returns what players call a slight effect: the events of it that may happen, as "shaken or
// damaged".
func (a *ActionOdds) SlightName(f *game.Instance, p game.Position) string {
	var list []string
	for _, e := range f.OpenSlightEvents(p, a.Action) {
		may := a.dist.P(func(i int) bool { return a.zoneOf(i) == game.SlightEffect && a.outcomes.Holds(e, i) })
		if s := f.EventTag(e); may.Float > 0 && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return strings.Join(list, " or ")
}

// zoneOf returns the zone of the outcome with a number.
func (a *ActionOdds) zoneOf(i int) int {
	return a.zone(func(e int) bool { return a.outcomes.Holds(e, i) })
}

// LostIf returns the mean number of models that a side loses if the action ends in a zone. It
// returns false for a zone with chance 0.
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

// An Assumption is a decision within an action, and the option that the odds assume. Other
// options have other odds.
type Assumption struct {
	rule.Choice
	Taken int // the index of the option
}

// String returns the assumption as a clause: "if the German side chooses stay (stay or go)".
func (a Assumption) String() string {
	return fmt.Sprintf("if %s %s (%s)", a.By.WithVerb("choose"), a.Options[a.Taken], a.Why)
}

// An EventOdds is an event of the game with its exact chance.
type EventOdds struct {
	Event  int // its index in the events of the game
	Chance odds.Chance
}

// Others lists the options that are not taken.
func (a Assumption) Others() []string {
	return slices.Delete(slices.Clone(a.Options), a.Taken, a.Taken+1)
}

// Odds computes the exact odds of a legal action. The options decide for the sides, as in
// [PresetChoices], unless o.Policy is set, which then decides. The answer lists the decisions that
// occurred and the options that were assumed. The error is a [rule.IllegalError] for an illegal
// action, and an *[odds.TooLargeError] for one beyond the budget.
func Odds(ctx context.Context, f *game.Instance, p game.Position, a game.Action, o odds.Options, options ...string) (*ActionOdds, error) {
	if err := f.WhyIllegal(p, a); err != nil {
		return nil, err
	}
	x := f.ActionRunner(p, a)
	answer := &ActionOdds{Action: a, zone: f.EffectLevel(p, a), outcomes: x}
	if o.Policy == nil {
		o.Policy = PresetChoices(options)
	}
	o.Policy = RecordingChoices(o.Policy, &answer.Assumes)
	d, err := odds.DistOf(ctx, x.Play, o)
	if err != nil {
		return nil, err
	}
	answer.Leads, answer.dist = x.Len(), d
	for _, e := range f.Game.ActionTypes[a.Type].Events {
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

// PresetChoices returns a function that decides within actions. It takes the first of the given options
// that a decision offers, by its full text or its beginning, in any case. Else it takes the
// decision's first option, the ordinary choice of its side. An option written as "QUESTION:
// OPTION" applies to that question alone.
func PresetChoices(options []string) func(rule.Choice) int {
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

// maxAssumptions bounds the decisions that [RecordingChoices] notes.
const maxAssumptions = 24

// RecordingChoices returns a function that decides as taking does. It also adds each different decision to
// met, once, up to 24 of them.
func RecordingChoices(taking func(rule.Choice) int, met *[]Assumption) func(rule.Choice) int {
	return func(c rule.Choice) int {
		i := taking(c)
		known := slices.ContainsFunc(*met, func(a Assumption) bool {
			return a.By == c.By && a.Why == c.Why && a.Taken == i && slices.Equal(a.Options, c.Options)
		})
		if !known && len(*met) < maxAssumptions {
			*met = append(*met, Assumption{c, i})
		}
		return i
	}
}

// An outcomeDist holds the positions that an action leads to, by number, with the probability of
// each.
type outcomeDist struct {
	*game.ActionRunner
	p []float64
}

// exactBudget bounds the runs that evaluating one action exactly may take, and those of each
// subroll. An action beyond it is evaluated by trials.
const exactBudget = 2_000

// trialsPerAction is the number of trials of an action that exceeds exactBudget.
const trialsPerAction = 400

// outcomeDistOf computes the outcomes of a legal action, exactly or, if that is too large, by
// trials. The budget is in runs; 0 is exactBudget.
func outcomeDistOf(f *game.Instance, p game.Position, a game.Action, budget int64, rng *Rand) (*outcomeDist, error) {
	if budget == 0 {
		budget = exactBudget
	}
	x := f.ActionRunner(p, a)
	d, err := odds.DistOf(context.Background(), x.Play, odds.Options{Floats: true, Budget: budget, SubrollBudget: true, Unsized: true})
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		x.Release()
		return sampledDistOf(f, p, a, rng)
	}
	if err != nil {
		return nil, err
	}
	o := &outcomeDist{x, make([]float64, x.Len())}
	for k, i := range d.Outcomes {
		o.p[i] = d.Chance(k).Float
	}
	return o, nil
}

// sampledDistOf estimates the outcomes of a legal action by trials.
func sampledDistOf(f *game.Instance, p game.Position, a game.Action, rng *Rand) (*outcomeDist, error) {
	x := f.ActionRunner(p, a)
	u := rule.NewUmpire(sim.NewSampler(rng.next(), 0, nil), nil)
	var counts []int
	err := rule.Catch(func() {
		for range trialsPerAction {
			i := x.Play(u)
			for len(counts) <= i {
				counts = append(counts, 0)
			}
			counts[i]++
		}
	})
	o := &outcomeDist{x, make([]float64, len(counts))}
	for i, n := range counts {
		o.p[i] = float64(n) / trialsPerAction
	}
	return o, err
}

// release makes the memory of o, which may be nil, available to other actions.
func (o *outcomeDist) release() {
	if o != nil {
		o.Release()
	}
}

// mean returns the expected value of a function of the position's number.
func (o *outcomeDist) mean(of func(i int) float64) float64 {
	sum := 0.0
	for i, p := range o.p {
		if p > 0 {
			sum += p * of(i)
		}
	}
	return sum
}
