package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"loophole/balance"
	"loophole/game"
	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/policy"
)

// selfplayFlags are the flags of selfplay.
type selfplayFlags struct {
	gameFlags
	games, workers         int
	luck                   string
	json, force            bool
	report, all            bool
	policyList, html, save string
	vary                   []string
}

const selfplayHelp = `Play whole games in which policies play both sides. Report win rates and losses, each
with its standard error. The same seed gives the same games, for any number of workers.
Ctrl-C ends the run and prints the games so far, marked as partial, with exit status 130.

The luck of every roll is measured and subtracted from the results. This changes no expected
value and makes the error smaller. It takes 0.3 to 30 milliseconds a game: little for a policy
that looks ahead, much for random. --luck auto therefore leaves it out if both sides are
random.

For designers of scenarios (docs/balance.md):
  --report   which policies win, which units live, when and how games are decided
  --vary     the scores for values of the set-up or house rules; twice for a grid
  --all      the scores of all bundled scenarios, or of those of one rulebook
  --sample   the record of a typical game, for replay and analyse

A path of --vary is setup.KEY, facts.NAME, tables.KEY or rulings.NAME. The value none
removes an element of a list: --vary setup.units.NAME=none, compared with the same games without
--vary.

For the balance of a scenario of your own, play --policy captain. The levels up to sergeant
decide by a model of the scenario alone, which may be bad, and ± does not contain its
error. cautious is fast and has no model, but plays worse.

Policies (the default for each side is random; with --vary cautious, with --all sergeant, and
with --report the last of --policies):
`

func (c *console) selfplayCommand() *cobra.Command {
	var f selfplayFlags
	cmd := &cobra.Command{
		Use:   "selfplay [RULESET] SCENARIO|FILE",
		Short: "Play many games automatically and report win rates and balance",
		Long:  selfplayHelp + policyHelp(),
		Example: `  loophole selfplay block --policy cautious --games 200
  loophole selfplay block --policy German=aggressive --policy Soviet=cautious \
      --games 200
  loophole selfplay arnhem --report --html arnhem.html
  loophole selfplay arnhem --vary setup.rounds=3..7 --games 400`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.all {
				return upTo(1)(cmd, args)
			}
			return argRange(1, 2, "SCENARIO")(cmd, args)
		},
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			switch {
			case f.all:
				return c.balanceAll(cmd.Context(), args, &f)
			case len(f.vary) > 0:
				return c.vary(cmd.Context(), args, &f)
			case f.report:
				return c.balanceReport(cmd.Context(), args, &f)
			}
			return c.selfplay(cmd.Context(), args, &f)
		},
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.games, "games", "n", 1000, "play this `NUMBER` of games; with --report, --vary and --all 200 for "+
		"each pairing")
	fl.IntVar(&f.workers, "workers", 0, "play in this `NUMBER` of goroutines (default one for each core)")
	fl.StringVar(&f.luck, "luck", "auto", "subtract luck from the results: `WHEN` is auto, always or never")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	fl.BoolVar(&f.report, "report", false, "write a designer's report")
	fl.StringVar(&f.policyList, "policies", "random,cautious,sergeant", "the policies of the report's matrix: `A,B,C`")
	fl.StringArrayVar(&f.vary, "vary", nil, "compare values: `PATH=3..8` or PATH=a,b, such as setup.rounds=3..8; may be "+
		"given twice")
	fl.BoolVar(&f.all, "all", false, "play every bundled scenario")
	fl.StringVar(&f.html, "html", "", "write the report or the table as one HTML `FILE`")
	fl.StringVar(&f.save, "sample", "", "write the record of a typical game into a new `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --html and --sample replace a file")
	oneOf(cmd, "report", "vary", "all")
	cmd.RegisterFlagCompletionFunc("luck", cobra.FixedCompletions([]string{"auto", "always", "never"},
		cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// check checks the flags before anything is played.
func (f *selfplayFlags) check(cmd *cobra.Command) error {
	study := f.report || f.all || len(f.vary) > 0
	if study && !cmd.Flags().Changed("games") {
		f.games = 200
	}
	switch {
	case f.games < 1 || f.games > mostGames:
		return fmt.Errorf("--games %d: give a number from 1 to %s", f.games, format.Count(mostGames))
	case f.luck != "auto" && f.luck != "always" && f.luck != "never":
		return fmt.Errorf("--luck %s: give auto, always or never", f.luck)
	case f.report && f.luck == "never":
		return errors.New("--report measures luck: leave out --luck never")
	case cmd.Flags().Changed("policies") && !f.report:
		return errors.New("--policies names the policies of a matrix: add --report")
	case f.html != "" && (f.all || !study):
		return errors.New("--html writes a report or a table: add --report or --vary")
	case f.save != "" && (f.all || len(f.vary) > 0):
		return errors.New("--sample writes a game of one scenario: leave out --all and --vary")
	case f.save != "" && !f.force && exists(f.save):
		return fmt.Errorf("--sample: %s exists already; --force replaces it", f.save)
	}
	if err := checkAnalysisFile(f.html, f.json, f.force); err != nil {
		return err
	}
	return checkWorkers(f.workers)
}

// keepsLuck reports whether luck stays in the results of a series.
func (f *selfplayFlags) keepsLuck(names [2]string) bool {
	return f.luck == "never" || f.luck == "auto" && names == [2]string{"random", "random"}
}

// players returns the policy of each side: that of --policy or another.
func (f *selfplayFlags) players(instance *game.Instance, other string) ([2]string, error) {
	names, err := playedByPolicy(instance, f.policies)
	for side := range names {
		names[side] = cmp.Or(names[side], other)
	}
	return names, err
}

// selfplay plays a series of games and prints the result.
func (c *console) selfplay(ctx context.Context, args []string, f *selfplayFlags) error {
	instance, err := c.newInstance(args, &f.gameFlags)
	if err != nil {
		return err
	}
	names, err := f.players(instance, "random")
	if err != nil {
		return err
	}
	o := policy.Options{Games: f.games, Workers: f.workers}
	if o.Seed, err = seedOf(f.seed); err != nil {
		return err
	}
	if !f.keepsLuck(names) {
		c.announceFit(instance)
		if o.Luck, err = policy.Models.Near(ctx, instance); err != nil {
			return err
		}
	}
	var makers [2]func() policy.Policy
	memory := policy.NewTranspositionTable(0) // The goroutines share it, because all games begin alike.
	for side := range names {
		makers[side] = func() policy.Policy {
			p, _ := memory.New(names[side]) // playedByPolicy has checked the name.
			return p
		}
	}
	bar := c.progress(false)
	bar.what = "games"
	show := bar.forward()
	o.Progress = func(done int) { show(done, o.Games) }
	began := time.Now()
	b, err := policy.PlaySeries(ctx, instance, makers, o)
	bar.clear()
	if err != nil {
		return err
	}
	took := time.Since(began)
	if f.json {
		err = c.json(selfplayOf(b, names))
	} else {
		err = c.showSeries(b, names, took)
	}
	if err == nil && b.Partial {
		return context.Canceled
	}
	if err == nil && f.save != "" {
		return c.writeSample(ctx, instance, names, f, o.Seed)
	}
	return err
}

// forward returns a function that shows the greatest number so far. Several goroutines may call it.
func (p *progress) forward() func(done, of int) {
	var most atomic.Int64
	return func(done, of int) {
		for m := most.Load(); int64(done) > m; m = most.Load() {
			if most.CompareAndSwap(m, int64(done)) {
				p.show(done, of)
			}
		}
	}
}

// announceFit prints a notice if a model has to be fitted before luck can be measured. Models that an
// earlier run has fitted are found in the user's cache folder.
func (c *console) announceFit(f *game.Instance) {
	keepModels()
	if !policy.Models.IsNear(f) {
		fmt.Fprintln(c.err, fitting)
	}
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
	f := b.Instance
	p.Line("%s %s: %s, seed %d%s", f.Game.Rules.ID, f.Scenario, many(float64(b.Games), "games"), b.Seed,
		map[bool]string{true: ", partial"}[b.Partial])
	for side, s := range f.Sides {
		p.Line("  %-12s %-11s wins %s, loses %s models", s, names[side], wonShare(b, side), mean(b.Lost[side], 2))
	}
	if b.Won[2] > 0 {
		p.Line("  %-24s %s", "drawn", wonShare(b, 2))
	}
	showLessLuck(p, b)
	p.Line("  %s rounds, %.1f actions a game", mean(b.Rounds, 1), b.Actions.Mean())
	for i, m := range f.Game.Metrics {
		p.Line("  %-24s %s", m.Name, mean(b.Metrics[i], 2))
	}
	speed := speedOf(b.Games, took)
	if b.Games == 1 {
		p.Line("  one game has no standard error; %s", speed)
		return p.Flush()
	}
	p.Line("  ± is one standard error; %s", speed)
	switch {
	case slices.Contains(b.Won[:], b.Games):
		p.Line("  (at most) and (at least) have 95 %% confidence; every game ended alike")
	case slices.Contains(b.Won[:2], 0):
		p.Line("  (at most) has 95 %% confidence")
	}
	return p.Flush()
}

// speedOf says how fast games were played: "0.4 games a second".
func speedOf(games int, took time.Duration) string {
	speed := float64(games) / took.Seconds()
	switch {
	case speed < 1:
		return fmt.Sprintf("%.1g games a second", speed)
	case speed < 10:
		return fmt.Sprintf("%.1f games a second", speed)
	}
	return fmt.Sprintf("%.0f games a second", speed)
}

// showLessLuck prints the scores of both sides less luck, and by how much the error shrank.
func showLessLuck(p *format.Page, b *policy.Series) {
	x := balance.ScoreOf(b)
	if x.LessLuck == nil {
		return
	}
	f := b.Instance
	line := fmt.Sprintf("%s %s, %s %s", f.Sides[0], shareOf(x.LessLuck.Mean, x.LessLuck.StdErr), f.Sides[1],
		shareOf(1-x.LessLuck.Mean, x.LessLuck.StdErr))
	if b.Won[2] > 0 {
		line += "; a draw counts half"
	}
	p.Line("  %-24s %s", "less luck", line)
	if s := x.ErrorSaved(); s > 0 {
		p.Line("  %-24s %s smaller, as with %.1f times the games", "its error", format.Percent(s, nil), 1/((1-s)*(1-s)))
	}
}

// shareOf returns a share with its standard error, if there is one.
func shareOf(mean float64, stdErr *float64) string {
	text := format.Percent(mean, nil)
	if mean < 0 || mean > 1 { // The luck of a few games can exceed their results.
		text = wire.WinChance(mean)
	}
	if stdErr != nil {
		text += " ± " + format.Percent(*stdErr, nil)
	}
	return text
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
	Metrics  map[string]tallyJSON `json:"metrics"`
	Score    balance.Score        `json:"score"` // of the first side
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
		Ruleset: b.Instance.Game.Rules.ID, Scenario: b.Instance.Scenario,
		Games: b.Games, Seed: fmt.Sprint(b.Seed), Partial: b.Partial,
		Drawn: share(2), Rounds: of(b.Rounds), Actions: of(b.Actions), Metrics: map[string]tallyJSON{},
		Score: balance.ScoreOf(b),
	}
	for side, s := range b.Instance.Sides {
		x.Sides = append(x.Sides, selfplaySideJSON{string(s), names[side], share(side), of(b.Lost[side])})
	}
	for i, m := range b.Instance.Game.Metrics {
		x.Metrics[m.Name] = of(b.Metrics[i])
	}
	return x
}
