package cli

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"loophole/numeral"
	"loophole/policy"
)

func (c *console) battleCommand() *cobra.Command {
	var f fighting
	var games, workers int
	asJSON := false
	cmd := &cobra.Command{
		Use:   "battle [RULESET] SCENARIO|FILE",
		Short: "Have the program play a scenario many times, against itself",
		Long: `Play whole games with both sides in the hands of policies, and say who wins, how
often, and at what cost, each with its standard error. The same seed gives the
same games, whatever the number of workers. Ctrl-C ends with what is known,
marked as partial; the exit status is then 130.`,
		Example: `  loophole battle tideofiron block --games 10000
  loophole battle block --policy German=aggressive --policy Soviet=cautious --games 200`,
		Args:              oneOrMore(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.battle(cmd.Context(), args, &f, policy.Options{Games: games, Workers: workers}, asJSON)
		},
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&games, "games", "n", 1000, "how many games to play")
	fl.IntVar(&workers, "workers", 0, "how many goroutines play; one for each core if nothing is said")
	fl.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func (c *console) battle(ctx context.Context, args []string, f *fighting, o policy.Options, asJSON bool) error {
	if o.Games < 1 || o.Workers < 0 {
		return fmt.Errorf("--games and --workers: give numbers of 1 or more")
	}
	fight, err := c.fight(args, f)
	if err != nil {
		return err
	}
	names, err := playedByPolicy(fight, f.policies)
	if err != nil {
		return err
	}
	if o.Seed, err = seedOf(f.seed); err != nil {
		return err
	}
	var makers [2]func() policy.Policy
	for side := range names {
		if names[side] == "" {
			names[side] = "random"
		}
		makers[side] = func() policy.Policy {
			p, _ := policy.New(names[side]) // playedByPolicy has looked.
			return p
		}
	}
	bar := c.progress(false)
	var most atomic.Int64
	o.Progress = func(done int) {
		for m := most.Load(); int64(done) > m; m = most.Load() {
			if most.CompareAndSwap(m, int64(done)) {
				bar.show(done, o.Games)
			}
		}
	}
	began := time.Now()
	b, err := policy.Fight(ctx, fight, makers, o)
	bar.clear()
	if err != nil {
		return err
	}
	took := time.Since(began)
	if asJSON {
		err = c.json(battleOf(b, names))
	} else {
		err = c.showBattle(b, names, took)
	}
	if err == nil && b.Partial {
		return context.Canceled
	}
	return err
}

func (c *console) showBattle(b *policy.Battle, names [2]string, took time.Duration) error {
	p := c.page()
	f := b.Fight
	p.Line("%s %s: %s games, seed %d%s", f.Game.Rules.ID, f.Scenario, numeral.Count(int64(b.Games)), b.Seed, map[bool]string{true: ", partial"}[b.Partial])
	for side, s := range f.Sides {
		share, err := b.Share(side)
		p.Line("  %-12s %-11s wins %s ± %s, loses %.2f ± %s models", s, names[side], numeral.Percent(share, nil), numeral.Percent(err, nil), b.Lost[side].Mean(), numeral.Error(b.Lost[side].StdErr()))
	}
	if share, err := b.Share(2); share > 0 {
		p.Line("  %-24s %s ± %s", "drawn", numeral.Percent(share, nil), numeral.Percent(err, nil))
	}
	p.Line("  %.1f ± %s rounds, %.1f actions a game", b.Rounds.Mean(), numeral.Error(b.Rounds.StdErr()), b.Actions.Mean())
	for i, m := range f.Game.Marks {
		p.Line("  %-24s %.2f ± %s", m.Name, b.Marks[i].Mean(), numeral.Error(b.Marks[i].StdErr()))
	}
	p.Line("  ± is one standard error; %.0f games a second", float64(b.Games)/took.Seconds())
	return p.Flush()
}

// tallyJSON is a mean with its standard error.
type tallyJSON struct {
	Mean   float64 `json:"mean"`
	StdErr float64 `json:"stderr"`
}

type battleSideJSON struct {
	Side   string    `json:"side"`
	Policy string    `json:"policy"`
	Wins   tallyJSON `json:"wins"`
	Lost   tallyJSON `json:"lost"`
}

type battleJSON struct {
	Ruleset  string               `json:"ruleset"`
	Scenario string               `json:"scenario"`
	Games    int                  `json:"games"`
	Seed     string               `json:"seed"`
	Partial  bool                 `json:"partial"`
	Sides    []battleSideJSON     `json:"sides"`
	Drawn    tallyJSON            `json:"drawn"`
	Rounds   tallyJSON            `json:"rounds"`
	Actions  tallyJSON            `json:"actions"`
	Marks    map[string]tallyJSON `json:"marks"`
}

func battleOf(b *policy.Battle, names [2]string) battleJSON {
	of := func(t policy.Tally) tallyJSON { return tallyJSON{t.Mean(), t.StdErr()} }
	share := func(side int) tallyJSON {
		p, err := b.Share(side)
		return tallyJSON{p, err}
	}
	x := battleJSON{
		Ruleset: b.Fight.Game.Rules.ID, Scenario: b.Fight.Scenario, Games: b.Games, Seed: fmt.Sprint(b.Seed), Partial: b.Partial,
		Drawn: share(2), Rounds: of(b.Rounds), Actions: of(b.Actions), Marks: map[string]tallyJSON{},
	}
	for side, s := range b.Fight.Sides {
		x.Sides = append(x.Sides, battleSideJSON{string(s), names[side], share(side), of(b.Lost[side])})
	}
	for i, m := range b.Fight.Game.Marks {
		x.Marks[m.Name] = of(b.Marks[i])
	}
	return x
}
