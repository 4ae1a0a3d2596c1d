package tabletop

import (
	"context"

	"loophole/game"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/sim"
	"loophole/wire"
)

type chancesInput struct {
	MatchInput
	Action string `query:"action" required:"true" minLength:"1" maxLength:"1024" doc:"the line of the action"`
	Trials int    `query:"trials" minimum:"0" maximum:"200000" doc:"answer by so many trials instead of exactly"`
	// If may stand several times.
	If   []string `query:"if,explode" maxItems:"24" doc:"an option that decisions within the action fall on, where they offer it, or QUESTION: OPTION; otherwise the first option of each"`
	Seed uint64   `query:"seed" doc:"the seed of the trials"`
	AtInput
}

// Chances is what may come of an action.
type Chances struct {
	Action  string            `json:"action"`
	Exact   bool              `json:"exact"`
	Events  []wire.Chance     `json:"events" doc:"the named events with their exact chances; empty for an answer by trials"`
	Leads   int               `json:"leads" doc:"to how many different positions"`
	Says    wire.Sentence     `json:"says" doc:"the action as players say it"`
	Zones   *wire.Zones       `json:"zones,omitempty" doc:"whether it comes to nothing, something or all that it could; left out for an action without such an end, and for an answer by trials"`
	Best    string            `json:"best,omitempty" doc:"what comes of it if it comes to something, in a word or two"`
	P       float64           `json:"p,omitempty" doc:"the chance that it comes to something; left out with the zones"`
	Dice    int               `json:"dice,omitempty" doc:"how many dice are rolled first, where that is always the same"`
	Losses  []wire.Losses     `json:"losses" doc:"how many models each side loses that may lose any; empty for an answer by trials"`
	Trials  *TrialsOf         `json:"trials,omitempty"`
	Account []wire.Step       `json:"account" doc:"how it comes about, each line with its clause"`
	Assumes []wire.Assumption `json:"assumes"`
	Basis   string            `json:"basis" doc:"from whose knowledge it is reckoned"`
	Bench   string            `json:"bench,omitempty" doc:"the address of the page that asks the procedure which the action plays, with its situation filled in; left out for an action that plays none"`
	// Decisions are empty for an answer by trials of an action that has none.
	Decisions []Decided `json:"decisions" doc:"the decisions within the action, and how they are taken to fall; other options, given as if=, have other odds"`
	Stale     bool      `json:"stale,omitempty" doc:"the match has gone on from the position that was asked about; nothing else is said"`
}

// Decided is a decision within an action, as odds assume it.
type Decided struct {
	By      string   `json:"by" doc:"the side that decides"`
	Why     string   `json:"why" doc:"the question"`
	Clause  string   `json:"clause"`
	Options []string `json:"options"`
	Taken   int      `json:"taken" doc:"the option that the odds are reckoned with, from 0"`
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
		return &chancesOutput{Chances{Action: in.Action, Events: []wire.Chance{}, Losses: []wire.Losses{}, Account: []wire.Step{}, Assumes: []wire.Assumption{}, Decisions: []Decided{}, Stale: true}}, nil
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	out := Chances{Action: f.Print(a), Says: wire.SentenceOf(f.Order(a)), Events: []wire.Chance{}, Losses: []wire.Losses{}, Decisions: []Decided{}, Basis: "what this seat knows"}
	var met []policy.Assumption
	taking := policy.Noting(policy.Taking(in.If), &met)
	if in.Trials > 0 {
		err = out.sample(ctx, f, p, a, in, taking)
	} else {
		err = out.exactly(ctx, f, p, a, odds.Options{Budget: s.options.OddsBudget, Policy: taking})
	}
	if err != nil {
		return nil, s.unanswered(ctx, err)
	}
	steps, err := odds.AccountOf(ctx, f.Outcomes(p, a).Play, policy.Taking(in.If))
	if err != nil {
		return nil, s.unanswered(ctx, err)
	}
	for _, d := range met {
		out.Decisions = append(out.Decisions, Decided{string(d.By), d.Why, string(d.Cite), d.Options, d.Taken})
	}
	out.Bench = benchOf(f, p, a)
	out.Dice = firstDice(steps)
	out.Account, out.Assumes = wire.AccountOf(f.Game.Rules, steps), wire.Assumed(steps, nil)
	return &chancesOutput{out}, nil
}

func (c *Chances) exactly(ctx context.Context, f *game.Fight, p game.Position, a game.Action, o odds.Options) error {
	x, err := policy.Odds(ctx, f, p, a, o)
	if err != nil {
		return err
	}
	c.Exact, c.Leads = true, x.Leads
	c.Zones, c.Losses = wire.ZonesOf(f, a, x.Zones), wire.LossesOf(f, x.Lost)
	if c.Zones != nil {
		c.Best, c.P = c.Zones.Some.Name, 1-x.Zones[0].Float
	}
	for _, e := range x.Events {
		c.Events = append(c.Events, wire.ChanceOf(f.Game.Events[e.Event].Name, e.Chance))
	}
	return nil
}

// firstDice is the number of dice of the first roll, or 0 where there is none or where
// it may differ.
func firstDice(steps []odds.Step) int {
	for _, s := range steps {
		if s.Kind == rule.Rolled {
			if len(s.Pools) == 1 {
				return s.Pools[0].N()
			}
			return 0
		}
	}
	return 0
}

// sample plays trials in one goroutine: the player of an action serves one.
func (c *Chances) sample(ctx context.Context, f *game.Fight, p game.Position, a game.Action, in *chancesInput, taking func(rule.Choice) int) error {
	x := f.Outcomes(p, a)
	r, err := sim.Sample(ctx, x.Play, sim.Options{Trials: in.Trials, Seed: in.Seed, Workers: 1, Policy: taking})
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
