package server

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
)

type chancesInput struct {
	MatchInput
	ChancesInput
}

// ChancesInput asks for the odds of an action.
type ChancesInput struct {
	Action string `query:"action" required:"true" minLength:"1" maxLength:"1024" doc:"the line of the action"`
	Trials int    `query:"trials" minimum:"0" maximum:"200000" doc:"estimate by this number of trials instead of exactly"`
	// If may be given several times.
	If   []string `query:"if,explode" maxItems:"24" doc:"an option that decisions within the action assume if they offer it, or QUESTION: OPTION; by default the first option of each"`
	Seed uint64   `query:"seed" doc:"the seed of the trials"`
	AtInput
}

// Chances are the exact or estimated results of an action.
type Chances struct {
	Action      string                 `json:"action"`
	Exact       bool                   `json:"exact"`
	Events      []wire.Chance          `json:"events" doc:"the named events with their exact chances; empty for an answer by trials"`
	Leads       int                    `json:"leads" doc:"the number of different positions after it"`
	Says        wire.Sentence          `json:"says" doc:"the action in words for players"`
	Zones       *wire.Zones            `json:"zones,omitempty" doc:"the chances of no, slight, some and full effect; left out for an action without these levels, and for an estimate"`
	Best        string                 `json:"best,omitempty" doc:"some effect in a word or two"`
	P           float64                `json:"p,omitempty" doc:"the chance of some effect; left out without zones"`
	Dice        int                    `json:"dice,omitempty" doc:"the number of dice rolled first; of a shot with several weapons, the dice of all of them, if it is fixed"`
	Test        string                 `json:"test,omitempty" doc:"of dice that test whether the action happens at all: their name, as order test"`
	Losses      []wire.Losses          `json:"losses" doc:"the losses of each side that can lose models; empty for an estimate"`
	Then        []Then                 `json:"then" doc:"the losses of each side at full effect, if they differ from the others and are not total; empty for an estimate"`
	Trials      *TrialsOf              `json:"trials,omitempty"`
	Explanation []wire.ExplanationLine `json:"explanation" doc:"the explanation, each line with its clause"`
	Assumes     []wire.Assumption      `json:"assumes"`
	Basis       string                 `json:"basis" doc:"the side whose knowledge the odds use"`
	Bench       string                 `json:"bench,omitempty" doc:"the address of the odds page for the procedure of the action, with its situation; left out for an action without one"`
	Asks        string                 `json:"asks,omitempty" doc:"the question of that page in a few words: which one, if the action rolls for several things"`
	NoBench     string                 `json:"no_bench,omitempty" doc:"for an action that rolls dice, why it has no question on the odds page"`
	Support     *Support               `json:"support,omitempty" doc:"the contribution of supporting units, if it is known exactly"`
	// Decisions is empty for an estimate of an action without decisions.
	Decisions []Decided `json:"decisions" doc:"the decisions within the action, with the assumed options; if= assumes others"`
	Stale     bool      `json:"stale,omitempty" doc:"the match has moved on from this position; all else is left out"`
}

// Then is a side's losses if an event happens.
type Then struct {
	If   string  `json:"if" doc:"the event as a clause"`
	Side string  `json:"side"`
	Mean float64 `json:"mean" doc:"the mean number of models that it then loses"`
	Of   int     `json:"of" doc:"the largest number of models that it can lose"`
}

// Support is the effect of helping pieces on an action.
type Support struct {
	By     string  `json:"by" doc:"the supporting units, as in a sentence"`
	Line   string  `json:"line" doc:"the same action without them"`
	Alone  float64 `json:"alone" doc:"its chance of some effect"`
	Points float64 `json:"points" doc:"the points in a hundred that they add"`
}

// Decided is a decision within an action, with the option that the odds assume.
type Decided struct {
	By      string   `json:"by" doc:"the side that decides"`
	Why     string   `json:"why" doc:"the question"`
	Clause  string   `json:"clause"`
	Options []string `json:"options"`
	Taken   int      `json:"taken" doc:"the assumed option, from 0"`
}

// TrialsOf is an answer by trials.
type TrialsOf struct {
	N         int                    `json:"n"`
	Seed      string                 `json:"seed"`
	Generator string                 `json:"generator"`
	Events    []wire.EstimatedChance `json:"events"`
}

type chancesOutput struct {
	Body Chances
}

// chances computes the odds of an action from the seat's view of the position.
func (s *Server) chances(ctx context.Context, in *chancesInput) (*chancesOutput, error) {
	var f *game.Instance
	var p game.Position
	var a game.Action
	stale := false
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) (err error) {
		f, p = t.instance, t.now(who).view
		if stale = in.stale(p); stale {
			return nil
		}
		if t.over() {
			return t.conflict(who, "over", "the game is over")
		}
		a, err = t.readAction(who, in.Action)
		return err
	})
	if err != nil {
		return nil, err
	}
	if stale {
		return staleChances(in.Action), nil
	}
	return s.chancesOf(ctx, f, p, a, &in.ChancesInput)
}

// staleChances returns the answer to a question about a position that the match has left.
func staleChances(line string) *chancesOutput {
	return &chancesOutput{Chances{Action: line, Events: []wire.Chance{}, Losses: []wire.Losses{}, Then: []Then{}, Explanation: []wire.ExplanationLine{}, Assumes: []wire.Assumption{}, Decisions: []Decided{}, Stale: true}}
}

// chancesOf computes the odds of a legal action of a position.
func (s *Server) chancesOf(ctx context.Context, f *game.Instance, p game.Position, a game.Action, in *ChancesInput) (*chancesOutput, error) {
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	out := Chances{Action: f.FormatAction(a), Says: wire.SentenceOf(f.Order(a)), Events: []wire.Chance{}, Losses: []wire.Losses{}, Then: []Then{}, Decisions: []Decided{}, Basis: "what this seat knows"}
	var met []policy.Assumption
	taking := policy.RecordingChoices(takingTold(f, in.If), &met)
	if in.Trials > 0 {
		err = out.sample(ctx, f, p, a, in, taking)
	} else {
		err = out.exactly(ctx, f, p, a, odds.Options{Budget: s.options.OddsBudget, Policy: taking})
	}
	if err != nil {
		return nil, s.engineProblem(ctx, err)
	}
	steps, err := odds.ExplainFunc(ctx, f.ActionRunner(p, a).Play, takingTold(f, in.If))
	if err != nil {
		return nil, s.engineProblem(ctx, err)
	}
	for _, d := range met {
		out.Decisions = append(out.Decisions, Decided{string(d.By), f.Spoken(d.Why), string(d.Cite), f.SpokenAll(d.Options), d.Taken})
	}
	alone := odds.Options{Budget: min(tagBudget, s.options.OddsBudget), Floats: true, Policy: takingTold(f, in.If)}
	if out.Support, err = supportOf(ctx, f, p, a, &out, alone); err != nil {
		return nil, s.engineProblem(ctx, err)
	}
	asked := questionOf(f, p, a)
	out.Bench, out.Asks = asked.bench(f.House), asked.title()
	out.Dice, out.Test = diceOf(f, p, a, taking)
	if out.Bench == "" && out.Dice > 0 {
		out.NoBench = asked.whyNone(f, p, a)
	}
	for i := range steps {
		switch s := &steps[i]; s.Kind {
		case rule.Rolled, rule.Chosen, rule.Noted, rule.Applied:
			s.Text = f.Spoken(s.Text)
		}
	}
	out.Explanation, out.Assumes = wire.ExplanationOf(f.Game.Rules, steps), wire.Assumptions(steps, nil)
	for i, s := range steps {
		if len(s.Pools) > 0 && s.Kind == rule.Rolled {
			if reads := f.FaceEffects(s.Pools[0], s.Clause); reads != "" && len(s.Pools) == 1 {
				dice, _, _ := strings.Cut(s.Pools[0].String(), " ")
				out.Explanation[i].Value = dice + ": " + reads
			}
		}
	}
	return &chancesOutput{out}, nil
}

func (c *Chances) exactly(ctx context.Context, f *game.Instance, p game.Position, a game.Action, o odds.Options) error {
	x, err := policy.Odds(ctx, f, p, a, o)
	if err != nil {
		return err
	}
	c.Exact, c.Leads = true, x.Leads
	c.Zones, c.Losses = wire.ZonesOf(f, p, x), wire.LossesOf(f, x.Lost)
	if c.Zones != nil {
		c.Best, c.P = c.Zones.Effect(), x.Succeeds()
		c.Then = thenOf(f, p, a, x)
	}
	for _, e := range x.Events {
		chance := wire.ChanceOf(f.Game.Events[e.Event].Name, e.Chance)
		chance.Says = f.EventSentence(e.Event, f.Status(p).Side)
		c.Events = append(c.Events, chance)
	}
	return nil
}

// thenOf returns the losses at full effect separately, if full effect is more than a number of
// losses.
func thenOf(f *game.Instance, p game.Position, a game.Action, x *policy.ActionOdds) []Then {
	list := []Then{}
	_, all := f.OpenSuccessEvents(p, a)
	if all < 0 {
		return list
	}
	said := f.EventText(f.Game.Events[all].Name, f.Sides[f.Status(p).Side])
	for side, lost := range x.Lost {
		if said == "" || lost == nil || len(lost.Values) < 2 {
			continue
		}
		mean, comes := x.LostIf(game.FullEffect, side)
		most := lost.Values[len(lost.Values)-1]
		if comes && mean > 0 && mean < float64(most)-0.005 && math.Abs(mean-lost.Mean().Float) >= 0.05 { // a total loss is obvious
			list = append(list, Then{said, string(f.Sides[side]), mean, most})
		}
	}
	return list
}

// supportOf compares an action with helpers to the same action without them.
func supportOf(ctx context.Context, f *game.Instance, p game.Position, a game.Action, with *Chances, o odds.Options) (*Support, error) {
	by, alone := withoutHelpers(f, p, a)
	if by == "" || with.Zones == nil || f.WhyIllegal(p, alone) != nil {
		return nil, nil
	}
	x, err := policy.Odds(ctx, f, p, alone, o)
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	chance := x.Zones[game.FullEffect].Float
	if with.Zones.Some.Float > 0 { // Otherwise both chances are those of the full effect.
		chance += x.Zones[game.SomeEffect].Float
	}
	return &Support{By: by, Line: f.FormatAction(alone), Alone: chance, Points: 100 * (with.P - chance)}, nil
}

// withoutHelpers names the pieces that help the acting piece, and returns the action without them.
func withoutHelpers(f *game.Instance, p game.Position, a game.Action) (by string, alone game.Action) {
	s, drawn := f.Scene(p)
	if !drawn {
		return "", a
	}
	there, own := placedIn(&s), f.Status(p).Side
	var said []string
	for _, part := range f.Order(a) {
		if part.Arg < 0 || part.Actor || part.Target {
			continue
		}
		helps := slices.ContainsFunc(part.Names, func(name string) bool {
			x, piece := there[name]
			return piece && x.Side == own
		})
		if !helps {
			continue
		}
		said = append(said, part.Text)
		if a.Args[part.Arg] = game.None; f.Game.ActionTypes[a.Type].Params[part.Arg].Set {
			a.Args[part.Arg] = 0
		}
	}
	return strings.Join(said, " and "), a
}

// takingTold returns a decider that takes the given options. An option is written as the ruleset
// has it or as players see it.
func takingTold(f *game.Instance, options []string) func(rule.Choice) int {
	taking := policy.PresetChoices(options)
	return func(c rule.Choice) int {
		told := c
		told.Why, told.Options = f.Spoken(c.Why), f.SpokenAll(c.Options)
		if i := taking(told); i > 0 {
			return i
		}
		return taking(c)
	}
}

// sample estimates by trials in one goroutine, because an action runner serves one.
func (c *Chances) sample(ctx context.Context, f *game.Instance, p game.Position, a game.Action, in *ChancesInput, taking func(rule.Choice) int) error {
	x := f.ActionRunner(p, a)
	r, err := sim.Sample(ctx, x.Play, sim.Options{Trials: in.Trials, Seed: in.Seed, Workers: 1, Policy: taking})
	if err != nil {
		return err
	}
	c.Leads = len(r.Outcomes)
	c.Trials = &TrialsOf{N: r.N, Seed: wire.Seed(r.Seed), Generator: r.Generator, Events: []wire.EstimatedChance{}}
	for _, e := range f.Game.ActionTypes[a.Type].Events {
		q := r.Event(func(i int) bool { return x.Holds(e, i) })
		c.Trials.Events = append(c.Trials.Events, wire.EstimatedChance{Name: f.Game.Events[e].Name, Says: f.EventSentence(e, f.Status(p).Side), Estimate: q.P, StdErr: q.StdErr, Low: q.Low, High: q.High})
	}
	return nil
}
