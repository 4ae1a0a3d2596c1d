package tabletop

import (
	"context"

	"loophole/game"
	"loophole/odds"
	"loophole/policy"
	"loophole/sim"
	"loophole/wire"
)

type chancesInput struct {
	MatchInput
	Action string `query:"action" required:"true" minLength:"1" maxLength:"1024" doc:"the line of the action"`
	Trials int    `query:"trials" minimum:"0" maximum:"200000" doc:"answer by so many trials instead of exactly"`
	Seed   uint64 `query:"seed" doc:"the seed of the trials"`
	AtInput
}

// Chances is what may come of an action.
type Chances struct {
	Action  string            `json:"action"`
	Exact   bool              `json:"exact"`
	Events  []wire.Chance     `json:"events" doc:"the named events with their exact chances; empty for an answer by trials"`
	Leads   int               `json:"leads" doc:"to how many different positions"`
	Trials  *TrialsOf         `json:"trials,omitempty"`
	Account []wire.Step       `json:"account" doc:"how it comes about, each line with its clause"`
	Assumes []wire.Assumption `json:"assumes"`
	Basis   string            `json:"basis" doc:"from whose knowledge it is reckoned, and how decisions are taken"`
	Stale   bool              `json:"stale,omitempty" doc:"the match has gone on from the position that was asked about; nothing else is said"`
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

// chances says what may come of an action, as far as the seat can know.
func (s *Server) chances(ctx context.Context, in *chancesInput) (*chancesOutput, error) {
	var f *game.Fight
	var p game.Position
	var a game.Action
	stale := false
	err := s.look(ctx, &in.MatchInput, func(t *table, who seat) (err error) {
		f, p = t.fight, t.now(who).view
		if stale = in.stale(p); stale {
			return nil
		}
		if t.over() {
			return t.conflict(who, "over", "the game is over")
		}
		a, err = t.read(who, in.Action)
		return err
	})
	if err != nil {
		return nil, err
	}
	if stale {
		return &chancesOutput{Chances{Action: in.Action, Events: []wire.Chance{}, Account: []wire.Step{}, Assumes: []wire.Assumption{}, Stale: true}}, nil
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	out := Chances{Action: f.Print(a), Events: []wire.Chance{}, Basis: "what this seat knows; decisions within the action take their first option"}
	if in.Trials > 0 {
		err = out.sample(ctx, f, p, a, in)
	} else {
		err = out.exactly(ctx, f, p, a, s.options.OddsBudget)
	}
	if err != nil {
		return nil, s.unanswered(ctx, err)
	}
	steps, err := odds.AccountOf(ctx, f.Outcomes(p, a).Play, nil)
	if err != nil {
		return nil, s.unanswered(ctx, err)
	}
	out.Account, out.Assumes = wire.AccountOf(f.Game.Rules, steps), wire.Assumed(steps, nil)
	return &chancesOutput{out}, nil
}

func (c *Chances) exactly(ctx context.Context, f *game.Fight, p game.Position, a game.Action, budget int64) error {
	x, err := policy.Odds(ctx, f, p, a, odds.Options{Budget: budget})
	if err != nil {
		return err
	}
	c.Exact, c.Leads = true, x.Leads
	for _, e := range x.Events {
		c.Events = append(c.Events, wire.ChanceOf(f.Game.Events[e.Event].Name, e.Chance))
	}
	return nil
}

// sample plays trials in one goroutine: the player of an action serves one.
func (c *Chances) sample(ctx context.Context, f *game.Fight, p game.Position, a game.Action, in *chancesInput) error {
	x := f.Outcomes(p, a)
	r, err := sim.Sample(ctx, x.Play, sim.Options{Trials: in.Trials, Seed: in.Seed, Workers: 1})
	if err != nil {
		return err
	}
	c.Leads = len(r.Outcomes)
	c.Trials = &TrialsOf{N: r.N, Seed: wire.Seed(r.Seed), Generator: r.Generator, Events: []wire.EstimatedChance{}}
	for _, e := range f.Game.Verbs[a.Verb].Events {
		q := r.Event(func(i int) bool { return x.Holds(e, i) })
		c.Trials.Events = append(c.Trials.Events, wire.EstimatedChance{Name: f.Game.Events[e].Name, Estimate: q.P, StdErr: q.StdErr, Low: q.Low, High: q.High})
	}
	return nil
}
