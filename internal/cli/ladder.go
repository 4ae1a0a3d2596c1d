package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/format"
	"loophole/internal/ladder"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// ladderFlags are the flags of ladder.
type ladderFlags struct {
	ladder.Options
	scenarios, rulebooks []string
	anchor, seed         string
	byRulebook           bool
	byScenario, json     bool
}

func (c *console) ladderCommand() *cobra.Command {
	var f ladderFlags
	cmd := &cobra.Command{
		Use:   "ladder [POLICY...]",
		Short: "Play policies against each other, and rate them",
		Long: `Play policies against each other over all scenarios, and print how strong each is. Without
a policy, the six levels play. With two policies, the first is tested against the second.

Games come in pairs: both policies play both sides with the same dice. The luck of the dice,
measured by their exact odds, is subtracted from each result. This does not change the mean
and lowers the standard error.

A match ends when a sequential test (SPRT) has decided. H1 says that the first policy is
--elo1 points stronger than the second, H0 that it is --elo0 points stronger. --all plays
all --games instead: use it for ratings.

The same seed gives the same games, for any number of workers. Ctrl-C prints the games so
far, marked as partial, with exit status 130.`,
		Example: `  loophole ladder captain sergeant --ruleset tideofiron
  loophole ladder --scenario row --scenario stairs --games 20 --all --seed 1`,
		ValidArgsFunction: completePolicies,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Policies = args
			return c.ladder(cmd.Context(), &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.scenarios, "scenario", nil, "play this scenario `NAME` or file; repeat it for more")
	fl.StringArrayVar(&f.rulebooks, "ruleset", nil, "play the scenarios of this rulebook `ID`; repeat it for more")
	fl.IntVarP(&f.Games, "games", "n", 200, "play up to this `NUMBER` of games in each match, rounded up to pairs")
	fl.Float64Var(&f.Test.Elo0, "elo0", 0, "H0: the first policy is this many `POINTS` stronger")
	fl.Float64Var(&f.Test.Elo1, "elo1", 30, "H1: the first policy is this many `POINTS` stronger")
	fl.Float64Var(&f.Test.Alpha, "alpha", 0.05, "`CHANCE` to accept H1 if H0 is true")
	fl.Float64Var(&f.Test.Beta, "beta", 0.05, "`CHANCE` to accept H0 if H1 is true")
	fl.BoolVar(&f.All, "all", false, "play all games, also after the test has decided")
	fl.StringVar(&f.anchor, "anchor", "", "the `POLICY` with rating 0 (default the first)")
	fl.BoolVar(&f.byRulebook, "by-ruleset", false, "print the ratings of each rulebook as well")
	fl.BoolVar(&f.byScenario, "by-scenario", false, "print the scores in each scenario as well")
	fl.StringVar(&f.seed, "seed", "", "seed of the dice and of the policies, a whole `NUMBER` (default random)")
	fl.IntVar(&f.Workers, "workers", 0, "play in this `NUMBER` of goroutines (default one for each core)")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	return cmd
}

// ladder plays matches and prints the results.
func (c *console) ladder(ctx context.Context, f *ladderFlags) (err error) {
	if len(f.Policies) == 0 {
		f.Policies = levelNames()
	}
	if err := checkPolicies(f.Policies); err != nil {
		return err
	}
	anchor := 0
	if f.anchor != "" {
		if anchor = slices.Index(f.Policies, f.anchor); anchor < 0 {
			return fmt.Errorf("--anchor %s: not one of the policies%s", f.anchor, rule.Suggest(f.anchor, f.Policies))
		}
	}
	if len(f.Policies) < 2 {
		return errors.New("name two policies or more, or none for the six levels")
	}
	if f.Games < 1 || f.Games > mostGames {
		return fmt.Errorf("--games %d: give a number from 1 to %s", f.Games, format.Count(mostGames))
	}
	if err := checkWorkers(f.Workers); err != nil {
		return err
	}
	if f.Seed, err = seedOf(f.seed); err != nil {
		return err
	}
	if f.Fights, err = c.ladderFights(f); err != nil {
		return err
	}
	keepModels()
	bar := c.progress(false)
	bar.what = "pairs of games"
	f.Progress = bar.show
	t, err := ladder.Run(ctx, f.Options)
	bar.clear()
	if err != nil {
		return err
	}
	if f.json {
		err = c.json(ladderOf(t, anchor))
	} else {
		err = c.showLadder(t, anchor, f)
	}
	if err == nil && t.Partial && ctx.Err() != nil {
		return context.Canceled
	}
	return err
}

// ladderFights sets up the scenarios that the flags name: all bundled ones if they name none.
func (c *console) ladderFights(f *ladderFlags) (list []*game.Instance, err error) {
	for _, id := range f.rulebooks {
		if !slices.Contains(ids(), id) {
			return nil, fmt.Errorf("--ruleset %s: unknown rulebook%s", id, rule.Suggest(id, ids()))
		}
	}
	var chosen []*scenario.Scenario
	for _, b := range scenario.Bundled() {
		all := len(f.rulebooks) == 0 && len(f.scenarios) == 0
		if all || slices.Contains(f.rulebooks, b.Ruleset) {
			chosen = append(chosen, b)
		}
	}
	for _, name := range f.scenarios {
		b, err := c.scenarioOf([]string{name})
		if err != nil {
			return nil, fmt.Errorf("--scenario %s: %w", name, err)
		}
		if !slices.Contains(chosen, b) {
			chosen = append(chosen, b)
		}
	}
	for _, b := range chosen {
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			return nil, err
		}
		instance, err := scenario.NewInstance(g, b, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, instance)
	}
	return list, nil
}

// showLadder prints matches, ratings and times.
func (c *console) showLadder(t *ladder.Table, anchor int, f *ladderFlags) error {
	p := c.page()
	partial := map[bool]string{true: ", partial"}[t.Partial]
	p.Line("%s, seed %d%s", format.Counted(len(t.Fights), "scenarios"), t.Seed, partial)
	p.Gap()
	p.Line("%-23s %5s  %-13s %-13s %6s  %s", "match", "games", "score", "without luck", "LLR", "test")
	for i := range t.Results {
		r := &t.Results[i]
		plain, adjusted := r.Scores(nil)
		p.Line("%-23s %5d  %-13s %-13s %6.2f  %s", t.Policies[r.First]+"–"+t.Policies[r.Second], 2*len(r.Pairs),
			pairScoreText(plain), pairScoreText(adjusted), t.Test.LLR(adjusted), verdictText(r.Verdict))
	}
	lower, upper := t.Test.Bounds()
	p.Text(0, fmt.Sprintf("The scores are those of the first policy, with one standard error. "+
		"The test accepts H0 (%g points) at %.2f and H1 (%g points) at %.2f.",
		t.Test.Elo0, lower, t.Test.Elo1, upper))
	if f.byScenario {
		showScenarios(p, t)
	}
	showRatings(p, t, anchor, f.byRulebook)
	p.Gap()
	p.Line("%-12s %8s %16s %14s", "time", "moves", "mean of a move", "longest move")
	for i, x := range t.Paces {
		p.Line("%-12s %8s %13.1f ms %11.0f ms", t.Policies[i], format.Count(int64(x.Decisions)),
			milliseconds(float64(x.Sum))/float64(max(1, x.Decisions)), milliseconds(float64(x.Most)))
	}
	return p.Flush()
}

// showScenarios prints the scores of each match in each scenario.
func showScenarios(p *format.Page, t *ladder.Table) {
	p.Gap()
	p.Line("%-30s %5s  %-13s %s", "match, scenario", "games", "score", "without luck")
	for i := range t.Results {
		r := &t.Results[i]
		p.Line("%s–%s", t.Policies[r.First], t.Policies[r.Second])
		for k, f := range t.Fights {
			plain, adjusted := r.Scores(func(fight int) bool { return fight == k })
			if plain.N > 0 {
				p.Line("  %-28s %5d  %-13s %s", f.Game.Rules.ID+"/"+f.Scenario, 2*plain.N, pairScoreText(plain), pairScoreText(adjusted))
			}
		}
	}
}

// milliseconds converts nanoseconds.
func milliseconds(ns float64) float64 { return ns / 1e6 }

// ratingColumns is the number of columns of ratings that fit beside each other into a terminal.
const ratingColumns = 4

// showRatings prints the ratings over all scenarios, and those of each rulebook if asked.
func showRatings(p *format.Page, t *ladder.Table, anchor int, byRulebook bool) {
	books := []string{""}
	if byRulebook {
		books = append(books, ladderBooks(t)...)
	}
	for block := range slices.Chunk(books, ratingColumns) {
		head := fmt.Sprintf("%-12s", "rating")
		var columns [][]ladder.Rating
		for _, b := range block {
			columns = append(columns, t.Ratings(anchor, inBook(t, b)))
			head += fmt.Sprintf(" %15s", cmp.Or(b, "all"))
		}
		p.Gap()
		p.Line("%s", head)
		for i, name := range t.Policies {
			line := fmt.Sprintf("%-12s", name)
			for _, r := range columns {
				line += fmt.Sprintf(" %15s", ratingText(r[i], i == anchor))
			}
			p.Line("%s", line)
		}
	}
	p.Text(0, fmt.Sprintf("Elo points above %s, from the scores without luck, with intervals of 95 %%.",
		t.Policies[anchor]))
}

// ladderBooks lists the rulebooks of the scenarios.
func ladderBooks(t *ladder.Table) (list []string) {
	for _, f := range t.Fights {
		if id := f.Game.Rules.ID; !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// inBook returns whether a fight is of a rulebook; nil for "", which is all.
func inBook(t *ladder.Table, book string) func(int) bool {
	if book == "" {
		return nil
	}
	return func(fight int) bool { return t.Fights[fight].Game.Rules.ID == book }
}

func ratingText(r ladder.Rating, anchor bool) string {
	if anchor {
		return "0"
	}
	return fmt.Sprintf("%.0f ± %.0f", r.Elo, r.Interval)
}

func pairScoreText(s ladder.Stats) string {
	if s.N < 2 {
		return fmt.Sprintf("%.1f %%", 100*s.Mean())
	}
	return fmt.Sprintf("%.1f %% ± %.1f", 100*s.Mean(), 100*s.StdErr())
}

func verdictText(v ladder.Verdict) string {
	switch v {
	case ladder.AcceptsH0:
		return "H0 accepted"
	case ladder.AcceptsH1:
		return "H1 accepted"
	}
	return "open"
}

// scoreJSON is a mean score, as JSON.
type scoreJSON struct {
	Mean   float64  `json:"mean"`
	StdErr *float64 `json:"stderr"` // null for fewer than two pairs
}

func scoreOf(s ladder.Stats) scoreJSON {
	x := scoreJSON{Mean: s.Mean()}
	if e := s.StdErr(); s.N > 1 {
		x.StdErr = &e
	}
	return x
}

// matchJSON is a match between two policies, as JSON.
type matchJSON struct {
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Rulebook string    `json:"ruleset,omitempty"`
	Games    int       `json:"games"`
	Score    scoreJSON `json:"score"`
	Adjusted scoreJSON `json:"adjusted"`
	LLR      float64   `json:"llr"`
	Verdict  string    `json:"verdict"`
	Removed  float64   `json:"variance_removed"`
}

// ladderJSON is the result of a run, as JSON. It contains no times, so that a run gives the same
// text again.
type ladderJSON struct {
	Seed      string                     `json:"seed"`
	Partial   bool                       `json:"partial"`
	Scenarios []string                   `json:"scenarios"`
	Matches   []matchJSON                `json:"matches"`
	Rulebooks []matchJSON                `json:"by_ruleset"`
	Ratings   map[string][]ladder.Rating `json:"ratings"` // by rulebook, and of all
}

// ladderOf converts a table to JSON.
func ladderOf(t *ladder.Table, anchor int) ladderJSON {
	x := ladderJSON{Seed: fmt.Sprint(t.Seed), Partial: t.Partial}
	x.Ratings = map[string][]ladder.Rating{"all": t.Ratings(anchor, nil)}
	for _, f := range t.Fights {
		x.Scenarios = append(x.Scenarios, f.Game.Rules.ID+"/"+f.Scenario)
	}
	of := func(r *ladder.Result, book string) matchJSON {
		plain, adjusted := r.Scores(inBook(t, book))
		m := matchJSON{
			First: t.Policies[r.First], Second: t.Policies[r.Second], Rulebook: book, Games: 2 * plain.N,
			Score: scoreOf(plain), Adjusted: scoreOf(adjusted), LLR: t.Test.LLR(adjusted),
			Verdict: t.Test.Verdict(adjusted).String(),
		}
		if plain.N > 1 {
			m.Removed = math.Round(1000*(1-adjusted.Variance()/plain.Variance())) / 1000
		}
		return m
	}
	for i := range t.Results {
		m := of(&t.Results[i], "")
		m.Verdict = t.Results[i].Verdict.String()
		x.Matches = append(x.Matches, m)
	}
	for _, book := range ladderBooks(t) {
		x.Ratings[book] = t.Ratings(anchor, inBook(t, book))
		for i := range t.Results {
			x.Rulebooks = append(x.Rulebooks, of(&t.Results[i], book))
		}
	}
	return x
}
