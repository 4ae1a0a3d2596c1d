package cli

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/policy"
)

func (c *console) selfplayCommand() *cobra.Command {
	var f gameFlags
	var games, workers int
	asJSON := false
	cmd := &cobra.Command{
		Use:   "selfplay [RULESET] SCENARIO|FILE",
		Short: "Play many games automatically and report win rates",
		Long: `Play whole games in which policies play both sides. Report win rates and losses, each
with its standard error. The same seed gives the same games, for any number of workers.
Ctrl-C ends the run and prints the games so far, marked as partial, with exit status 130.

Policies (the default for each side is random):
` + policyHelp(),
		Example: `  loophole selfplay block --policy cautious --games 200
  loophole selfplay block --policy German=aggressive --policy Soviet=cautious \
      --games 200`,
		Args:              argRange(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.selfplay(cmd.Context(), args, &f, policy.Options{Games: games, Workers: workers}, asJSON)
		},
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&games, "games", "n", 1000, "play this `NUMBER` of games")
	fl.IntVar(&workers, "workers", 0, "play in this `NUMBER` of goroutines (default one for each core)")
	fl.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// selfplay plays a series of games and prints the result.
func (c *console) selfplay(ctx context.Context, args []string, f *gameFlags, o policy.Options, asJSON bool) error {
	if o.Games < 1 || o.Games > mostGames {
		return fmt.Errorf("--games %d: give a number from 1 to %s", o.Games, format.Count(mostGames))
	}
	if err := checkWorkers(o.Workers); err != nil {
		return err
	}
	fight, err := c.newInstance(args, f)
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
	memory := policy.NewTranspositionTable(0) // The goroutines share it, because all games begin alike.
	for side := range names {
		if names[side] == "" {
			names[side] = "random"
		}
		makers[side] = func() policy.Policy {
			p, _ := memory.New(names[side]) // playedByPolicy has checked the name.
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
	b, err := policy.PlaySeries(ctx, fight, makers, o)
	bar.clear()
	if err != nil {
		return err
	}
	took := time.Since(began)
	if asJSON {
		err = c.json(selfplayOf(b, names))
	} else {
		err = c.showSeries(b, names, took)
	}
	if err == nil && b.Partial {
		return context.Canceled
	}
	return err
}

// mostGames is the largest value of --games.
const mostGames = 1_000_000_000

// mostWorkers is the largest value of --workers.
const mostWorkers = 1024

// checkWorkers returns an error for a number of goroutines that is out of range. 0 means one for
// each core.
func checkWorkers(n int) error {
	if n < 0 || n > mostWorkers {
		return fmt.Errorf("--workers %d: give a number from 0 to %d; 0 is one for each core", n, mostWorkers)
	}
	return nil
}

// showSeries prints win rates and means of a series.
func (c *console) showSeries(b *policy.Series, names [2]string, took time.Duration) error {
	p := c.page()
	f := b.Fight
	p.Line("%s %s: %s games, seed %d%s", f.Game.Rules.ID, f.Scenario, format.Count(int64(b.Games)), b.Seed, map[bool]string{true: ", partial"}[b.Partial])
	for side, s := range f.Sides {
		p.Line("  %-12s %-11s wins %s, loses %s models", s, names[side], wonShare(b, side), mean(b.Lost[side], 2))
	}
	if b.Won[2] > 0 {
		p.Line("  %-24s %s", "drawn", wonShare(b, 2))
	}
	p.Line("  %s rounds, %.1f actions a game", mean(b.Rounds, 1), b.Actions.Mean())
	for i, m := range f.Game.Marks {
		p.Line("  %-24s %s", m.Name, mean(b.Marks[i], 2))
	}
	speed := fmt.Sprintf("%.0f games a second", float64(b.Games)/took.Seconds())
	if b.Games == 1 {
		p.Line("  one game has no standard error; %s", speed)
		return p.Flush()
	}
	p.Line("  ± is one standard error; %s", speed)
	if slices.Contains(b.Won[:2], 0) || b.Won[2] == b.Games {
		p.Line("  (at most) and (at least) have 95 %% confidence; every game ended alike")
	}
	return p.Flush()
}

// wonShare returns the win rate of a side with its standard error. If every game ended alike, the
// standard error is 0, and a bound with 95 % confidence replaces it.
func wonShare(b *policy.Series, side int) string {
	share, err := b.WinRate(side)
	text := format.Percent(share, nil)
	bound := 1 - math.Pow(0.05, 1/float64(b.Games))
	switch {
	case b.Games == 1:
		return text
	case b.Won[side] == 0:
		return text + " (at most " + format.Percent(bound, nil) + ")"
	case b.Won[side] == b.Games:
		return text + " (at least " + format.Percent(1-bound, nil) + ")"
	}
	return text + " ± " + format.Percent(err, nil)
}

// mean returns a mean with its standard error. For one game it returns the value alone.
func mean(t policy.Average, digits int) string {
	if t.N < 2 {
		return fmt.Sprint(t.Sum)
	}
	return fmt.Sprintf("%.*f ± %s", digits, t.Mean(), format.StdErr(t.StdErr()))
}

// policyHelp lists the policies with their descriptions.
func policyHelp() string {
	var b strings.Builder
	for _, x := range policy.Names() {
		fmt.Fprintf(&b, "\n  %-11s %s", x.Name, x.Gist)
	}
	return b.String()
}

// tallyJSON is a mean with its standard error, as JSON.
type tallyJSON struct {
	Mean   float64  `json:"mean"`
	StdErr *float64 `json:"stderr"` // null for one game
}

// selfplaySideJSON is a side of a series, as JSON.
type selfplaySideJSON struct {
	Side   string    `json:"side"`
	Policy string    `json:"policy"`
	Wins   tallyJSON `json:"wins"`
	Lost   tallyJSON `json:"lost"`
}

// selfplayJSON is a series, as JSON.
type selfplayJSON struct {
	Ruleset  string               `json:"ruleset"`
	Scenario string               `json:"scenario"`
	Games    int                  `json:"games"`
	Seed     string               `json:"seed"`
	Partial  bool                 `json:"partial"`
	Sides    []selfplaySideJSON   `json:"sides"`
	Drawn    tallyJSON            `json:"drawn"`
	Rounds   tallyJSON            `json:"rounds"`
	Actions  tallyJSON            `json:"actions"`
	Marks    map[string]tallyJSON `json:"marks"`
}

// selfplayOf converts a series to JSON.
func selfplayOf(b *policy.Series, names [2]string) selfplayJSON {
	with := func(mean, err float64) tallyJSON {
		if b.Games < 2 {
			return tallyJSON{Mean: mean}
		}
		return tallyJSON{mean, &err}
	}
	of := func(t policy.Average) tallyJSON { return with(t.Mean(), t.StdErr()) }
	share := func(side int) tallyJSON { return with(b.WinRate(side)) }
	x := selfplayJSON{
		Ruleset: b.Fight.Game.Rules.ID, Scenario: b.Fight.Scenario, Games: b.Games, Seed: fmt.Sprint(b.Seed), Partial: b.Partial,
		Drawn: share(2), Rounds: of(b.Rounds), Actions: of(b.Actions), Marks: map[string]tallyJSON{},
	}
	for side, s := range b.Fight.Sides {
		x.Sides = append(x.Sides, selfplaySideJSON{string(s), names[side], share(side), of(b.Lost[side])})
	}
	for i, m := range b.Fight.Game.Marks {
		x.Marks[m.Name] = of(b.Marks[i])
	}
	return x
}
