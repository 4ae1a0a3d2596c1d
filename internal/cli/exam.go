package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/internal/exam"
	"loophole/internal/format"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// examFlags are the flags of exam.
type examFlags struct {
	fights   []string
	mistakes int
	json     bool
}

func (c *console) examCommand() *cobra.Command {
	var f examFlags
	cmd := &cobra.Command{
		Use:   "exam [POLICY...]",
		Short: "Measure what policies give away in small solved fights",
		Long: `Solve small fights of every rulebook, and let policies play each side of them against
best play. Print what each policy gives away: the chance to win that its decisions lose
against the best ones, in points, a game and a decision. The dice are averaged exactly.

Without a policy, the exam examines the six levels that play to win. With one policy, it
shows both sides of each fight. --mistakes lists the costliest decisions of each.

--fight examines the fights that you name, of the exam or scenarios of files, instead of
all. A file must be small enough to solve. Ctrl-C prints the fights so far, with exit status 130.`,
		Example: `  loophole exam sergeant captain
  loophole exam colonel --fight oldworld/sally --mistakes 3`,
		ValidArgsFunction: completePolicies,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.exam(cmd.Context(), args, &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.fights, "fight", nil, "examine this fight `NAME` or file; repeat it for more")
	fl.IntVar(&f.mistakes, "mistakes", 0, "list at most this `NUMBER` of mistakes of each policy, side and fight")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	return cmd
}

// levelNames returns the names of the levels that play to win, the weakest first.
func levelNames() []string {
	return []string{"recruit", "private", "corporal", "sergeant", "captain", "colonel"}
}

// checkPolicies returns an error for an unknown policy and for one that is named twice.
func checkPolicies(names []string) error {
	for i, n := range names {
		if _, err := policy.New(n); err != nil {
			return err
		}
		if slices.Contains(names[:i], n) {
			return fmt.Errorf("policy %s is named twice", n)
		}
	}
	return nil
}

// completePolicies completes the names of policies.
func completePolicies(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, x := range policy.Names() {
		if !slices.Contains(args, x.Name) {
			list = append(list, x.Name+"\t"+x.Gist)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// examFights returns the fights that the flags name, or all.
func examFights(names []string) ([]*scenario.Scenario, error) {
	all, err := exam.Bundled()
	if err != nil || len(names) == 0 {
		return all, err
	}
	var list []*scenario.Scenario
	var known []string
	for _, b := range all {
		known = append(known, b.Ruleset+"/"+b.Name)
	}
	for _, n := range names {
		if i := slices.Index(known, n); i >= 0 {
			list = append(list, all[i])
			continue
		}
		r, err := os.Open(n)
		if err != nil {
			if errors.Is(err, os.ErrNotExist) {
				return nil, fmt.Errorf("--fight %s: no fight of the exam and no file%s", n, rule.Suggest(n, known))
			}
			return nil, err
		}
		b, err := scenario.Read(n, r)
		r.Close()
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// A fightResult is what policies give away in a fight, by policy and side.
type fightResult struct {
	*exam.Fight
	given [][2]*exam.Losses
}

// exam examines policies and prints the results.
func (c *console) exam(ctx context.Context, names []string, f *examFlags) error {
	if len(names) == 0 {
		names = levelNames()
	}
	if err := checkPolicies(names); err != nil {
		return err
	}
	if f.mistakes < 0 {
		return errors.New("--mistakes: give a number of 0 or more")
	}
	fights, err := examFights(f.fights)
	if err != nil {
		return err
	}
	keepModels()
	bar := c.progress(false)
	bar.what = "fights"
	var results []fightResult
	for i, b := range fights {
		bar.show(i, len(fights))
		var r fightResult
		if r, err = examineFight(ctx, b, names); err != nil {
			break
		}
		results = append(results, r)
	}
	bar.clear()
	if err != nil && (!errors.Is(err, context.Canceled) || len(results) == 0) {
		return err
	}
	if f.json {
		return errors.Join(c.json(examOf(results, names, f.mistakes)), err)
	}
	return errors.Join(c.showExam(results, names, f.mistakes), err)
}

// examineFight examines policies in a fight.
func examineFight(ctx context.Context, b *scenario.Scenario, names []string) (r fightResult, err error) {
	if r.Fight, err = exam.New(ctx, b); err != nil {
		return r, err
	}
	for _, n := range names {
		var both [2]*exam.Losses
		for side := range both {
			x, err := policy.New(n)
			if err != nil {
				return r, err
			}
			if both[side], err = r.Examine(ctx, x, side); err != nil {
				return r, err
			}
		}
		r.given = append(r.given, both)
	}
	return r, nil
}

// showExam prints what policies give away.
func (c *console) showExam(results []fightResult, names []string, mistakes int) error {
	p := c.page()
	if len(names) == 1 {
		showOneExam(p, results)
	} else {
		showManyExam(p, results, names)
	}
	p.Gap()
	p.Text(0, "Points of winning chance, against best play. "+
		"The value is the chance of the first side if both sides play their best.")
	if mistakes > 0 {
		for _, r := range results {
			for i, n := range names {
				for side, g := range r.given[i] {
					showMistakes(p, r, n, side, g, mistakes)
				}
			}
		}
	}
	return p.Flush()
}

// showOneExam prints the results of one policy: both sides of each fight.
func showOneExam(p *format.Page, results []fightResult) {
	const row = "%-11s %7s  %-12s %5s %8s  %-12s %5s %8s"
	points := func(v float64) string { return fmt.Sprintf("%.2f", 100*v) }
	p.Line(row, "fight", "value", "side", "game", "decision", "side", "game", "decision")
	book := ""
	for _, r := range results {
		g := r.given[0]
		p.Line(row, fightName(p, r, &book), valueText(r.Solution.Start()),
			shortSide(r.Sides[0]), points(g[0].Game), points(g[0].Decision()),
			shortSide(r.Sides[1]), points(g[1].Game), points(g[1].Decision()))
	}
	p.Line("%-33s %5s %8s", "mean of both sides", points(meanGiven(results, 0)), points(meanDecision(results, 0)))
}

// fightName returns the name of a fight in a table. Before the first fight of a rulebook it prints the rulebook.
func fightName(p *format.Page, r fightResult, book *string) string {
	id, name, ok := strings.Cut(r.Name, "/")
	if !ok {
		return r.Name
	}
	if id != *book {
		p.Line("%s", id)
		*book = id
	}
	return "  " + name
}

// showManyExam prints the results of several policies: a game of each fight.
func showManyExam(p *format.Page, results []fightResult, names []string) {
	line := func(name, value string, of func(i int) float64) {
		var b strings.Builder
		for i := range names {
			fmt.Fprintf(&b, " %*.2f", max(8, len(names[i])), 100*of(i))
		}
		p.Line("%-18s %7s%s", name, value, b.String())
	}
	var head strings.Builder
	for _, n := range names {
		fmt.Fprintf(&head, " %8s", n)
	}
	p.Line("%-18s %7s%s", "given away a game", "value", head.String())
	book := ""
	for _, r := range results {
		line(fightName(p, r, &book), valueText(r.Solution.Start()), func(i int) float64 {
			return max(r.given[i][0].Game, r.given[i][1].Game)
		})
	}
	p.Gap()
	line("mean of both sides", "", func(i int) float64 { return meanGiven(results, i) })
	line("a decision", "", func(i int) float64 { return meanDecision(results, i) })
	p.Gap()
	p.Text(0, "For each fight, the number is that of the side with which the policy gives away more.")
}

// meanGiven returns what a policy gives away in a game, on the mean of fights and sides.
func meanGiven(results []fightResult, i int) float64 {
	sum := 0.0
	for _, r := range results {
		sum += r.given[i][0].Game + r.given[i][1].Game
	}
	return sum / float64(2*max(1, len(results)))
}

// meanDecision returns what a policy gives away in a decision, on the mean of all.
func meanDecision(results []fightResult, i int) float64 {
	sum, n := 0.0, 0.0
	for _, r := range results {
		for _, g := range r.given[i] {
			sum, n = sum+g.Game, n+g.Decisions
		}
	}
	return sum / max(1, n)
}

// showMistakes prints the costliest mistakes of a policy with one side of a fight.
func showMistakes(p *format.Page, r fightResult, name string, side int, g *exam.Losses, most int) {
	if len(g.Mistakes) == 0 {
		return
	}
	p.Gap()
	p.Head("%s %s: %s", r.Name, r.Sides[side], name)
	for _, m := range g.Mistakes[:min(most, len(g.Mistakes))] {
		better := "better: " + r.FormatAction(m.Best)
		if m.Within != nil {
			x := wrongOf(r.Instance, m.Within)
			better = fmt.Sprintf("by a decision within it (%s): %s. Better: %s", x.Question, x.Taken, x.Best)
		}
		p.Line("  %6.2f points in %s of games: %s", 100*m.Loss, format.Percent(m.Reached, nil), r.FormatAction(m.Taken))
		p.Text(9, better)
		for _, line := range strings.Split(strings.TrimSpace(r.Text(m.Position)), "\n") {
			p.Text(9, line)
		}
	}
}

// A wrongJSON is the costliest decision within an action, as JSON.
type wrongJSON struct {
	Question string `json:"question"`
	Taken    string `json:"taken"`
	Best     string `json:"best"`
}

func wrongOf(f *game.Instance, x *exam.WrongOption) *wrongJSON {
	if x == nil {
		return nil
	}
	options := f.SpokenAll(x.Choice.Options)
	return &wrongJSON{f.Spoken(x.Choice.Why), options[x.Taken], options[x.Best]}
}

// givenJSON is what a policy gives away with a side, as JSON.
type givenJSON struct {
	Side      string        `json:"side"`
	Game      float64       `json:"game"`
	Decision  float64       `json:"decision"`
	Decisions float64       `json:"decisions"`
	Chance    float64       `json:"chance"`
	Mistakes  []mistakeJSON `json:"mistakes,omitempty"`
}

// mistakeJSON is a decision that loses something, as JSON.
type mistakeJSON struct {
	Position string     `json:"position"`
	Taken    string     `json:"taken"`
	Best     string     `json:"best"`
	Within   bool       `json:"within"`
	Decision *wrongJSON `json:"decision,omitempty"`
	Reached  float64    `json:"reached"`
	Loss     float64    `json:"loss"`
}

// examFightJSON is a fight with the results of policies, as JSON.
type examFightJSON struct {
	Fight    string                 `json:"fight"`
	Value    float64                `json:"value"`
	Policies map[string][]givenJSON `json:"policies"`
}

// examOf converts results to JSON.
func examOf(results []fightResult, names []string, mistakes int) []examFightJSON {
	list := []examFightJSON{}
	for _, r := range results {
		x := examFightJSON{Fight: r.Name, Value: r.Solution.Start().Low, Policies: map[string][]givenJSON{}}
		for i, n := range names {
			for side, g := range r.given[i] {
				y := givenJSON{
					Side: string(r.Sides[side]), Game: g.Game, Decision: g.Decision(),
					Decisions: g.Decisions, Chance: g.Chance,
				}
				for _, m := range g.Mistakes[:min(mistakes, len(g.Mistakes))] {
					y.Mistakes = append(y.Mistakes, mistakeJSON{
						m.Position.Hash(), r.FormatAction(m.Taken), r.FormatAction(m.Best), m.Within != nil, wrongOf(r.Instance, m.Within), m.Reached, m.Loss,
					})
				}
				x.Policies[n] = append(x.Policies[n], y)
			}
		}
		list = append(list, x)
	}
	return list
}
