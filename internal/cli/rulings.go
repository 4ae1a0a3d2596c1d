package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

func (c *console) rulingsCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "rulings [RULESET [RULING]]",
		Short: "Print the rulings and how each reading changes the odds",
		Args:  upTo(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			return completeRuling(args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			list := rulesets.All
			if len(args) > 0 {
				r, err := rulesets.Find(args[0])
				if err != nil {
					return err
				}
				list, args = []*rule.Ruleset{r}, args[1:]
			}
			return c.printRulings(cmd.Context(), list, args, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// printRulings prints the rulings of some rulesets, or the named one.
func (c *console) printRulings(ctx context.Context, all []*rule.Ruleset, names []string, asJSON bool) error {
	list := []rulingJSON{}
	p := c.page()
	for i, r := range all {
		compared, err := compareReadings(ctx, r, names)
		if err != nil {
			return err
		}
		if asJSON {
			list = append(list, rulingsJSON(r, compared)...)
			continue
		}
		if i > 0 {
			p.Gap()
		}
		if len(all) > 1 {
			p.Head("%s, %s", r.Title, r.Chapter)
			p.Gap()
		}
		showRulings(p, compared)
	}
	if asJSON {
		return c.json(list)
	}
	p.Gap()
	p.Line("To choose a reading: --ruling NAME=READING, or a house rules file")
	return p.Flush()
}

// compareReadings finds how the readings of the rulings, or of the named one, change the odds.
func compareReadings(ctx context.Context, rules *rule.Ruleset, names []string) ([]*odds.ReadingComparison, error) {
	var known []string
	var list []*odds.ReadingComparison
	for _, r := range rules.Rulings {
		known = append(known, r.Name)
		if len(names) > 0 && r.Name != names[0] {
			continue
		}
		x, err := odds.CompareReadings(ctx, rules, r)
		if err != nil {
			return nil, solverError(err)
		}
		list = append(list, x)
	}
	if len(names) > 0 && len(list) == 0 {
		return nil, fmt.Errorf("%s: unknown ruling %q%s", rules.ID, names[0], rule.Suggest(names[0], known))
	}
	return list, nil
}

// showRulings prints rulings with their readings and the effect on the odds.
func showRulings(p *format.Page, list []*odds.ReadingComparison) {
	for i, x := range list {
		if i > 0 {
			p.Gap()
		}
		kind := "ruling"
		if x.Ruling.Option {
			kind = "option"
		}
		p.Head("%s", x.Ruling.Name)
		p.Text(2, fmt.Sprintf("%s (%s) [%s]", x.Ruling.Question, kind, x.Ruling.Cite))
		rows := format.Columns{Paint: map[int]string{0: "strong"}}
		for j, r := range x.Ruling.Readings {
			gist := r.Gist
			if j == 0 {
				gist += " (default)"
			}
			rows.Add(r.Name, gist)
		}
		p.Columns(&rows)
		showComparison(p, x)
	}
}

// showComparison prints the odds of the example of a ruling under each reading, as far as they
// differ.
func showComparison(p *format.Page, x *odds.ReadingComparison) {
	if x.Question == nil {
		p.Text(2, "This ruling changes no example of the rulebook.")
		return
	}
	p.Line("  "+program+" odds %s%s", x.Question, choiceNote(x))
	rows := format.Columns{Right: []int{}}
	heads := []string{""}
	for i, r := range x.Ruling.Readings {
		heads = append(heads, r.Name)
		rows.Right = append(rows.Right, i+1)
	}
	rows.Add(heads...)
	proc := x.Question.Procedure
	for e, t := range proc.Events {
		if x.EventDiffers(e) {
			rows.Add(comparedRow(x, t.Name, func(of odds.ReadingOdds) string { return format.Percent(of.Chances[e].Float, of.Chances[e].Exact) })...)
		}
	}
	for m, t := range proc.Measures {
		if x.MeanDiffers(m) {
			rows.Add(comparedRow(x, t.Name+", mean", func(of odds.ReadingOdds) string { return format.Number(of.Means[m].Float) })...)
		}
	}
	p.Columns(&rows)
}

// choiceNote returns a note if players take their last option instead of the first.
func choiceNote(x *odds.ReadingComparison) string {
	if x.Last {
		return "  (players take their last option)"
	}
	return ""
}

// comparedRow returns a row of the comparison, with a cell for each reading.
func comparedRow(x *odds.ReadingComparison, name string, text func(odds.ReadingOdds) string) []string {
	row := []string{name}
	for _, of := range x.Readings {
		if of.Illegal != nil {
			row = append(row, "illegal")
			continue
		}
		row = append(row, text(of))
	}
	return row
}

// rulingJSON is a ruling with the odds under each reading, as JSON.
type rulingJSON struct {
	Ruleset  string        `json:"ruleset"`
	Ruling   string        `json:"ruling"`
	Clause   rule.Clause   `json:"clause"`
	Question string        `json:"question"`
	Option   bool          `json:"option"`
	Asked    string        `json:"asked,omitempty"` // the question of the odds
	Readings []readingJSON `json:"readings"`
}

// readingJSON is a reading with its odds, as JSON.
type readingJSON struct {
	Reading string                `json:"reading"`
	Gist    string                `json:"gist"`
	Default bool                  `json:"default"`
	Legal   *bool                 `json:"legal,omitempty"`
	Events  []wire.Chance         `json:"events,omitempty"`
	Means   map[string]*wire.Mean `json:"means,omitempty"`
}

// rulingsJSON converts rulings to JSON.
func rulingsJSON(rules *rule.Ruleset, compared []*odds.ReadingComparison) []rulingJSON {
	list := []rulingJSON{}
	for _, x := range compared {
		r := rulingJSON{Ruleset: rules.ID, Ruling: x.Ruling.Name, Clause: x.Ruling.Cite, Question: x.Ruling.Question, Option: x.Ruling.Option}
		if x.Question != nil {
			r.Asked = x.Question.String()
		}
		for i, y := range x.Ruling.Readings {
			z := readingJSON{Reading: y.Name, Gist: y.Gist, Default: i == 0}
			if x.Question != nil {
				z.setOdds(x.Question.Procedure, x.Readings[i])
			}
			r.Readings = append(r.Readings, z)
		}
		list = append(list, r)
	}
	return list
}

// setOdds sets the odds under a reading.
func (z *readingJSON) setOdds(p *rule.Procedure, of odds.ReadingOdds) {
	legal := of.Illegal == nil
	z.Legal = &legal
	if !legal {
		return
	}
	z.Means = map[string]*wire.Mean{}
	for e, t := range p.Events {
		z.Events = append(z.Events, wire.ChanceOf(t.Name, of.Chances[e]))
	}
	for m, t := range p.Measures {
		z.Means[t.Name] = wire.MeanOf(of.Means[m])
	}
}
