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
		Short: "Print open questions and how each reading changes the odds",
		Args:  upTo(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			return completeRuling(args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			books := rulesets.All
			if len(args) > 0 {
				r, err := rulesets.Find(args[0])
				if err != nil {
					return err
				}
				books, args = []*rule.Ruleset{r}, args[1:]
			}
			return c.allRulings(cmd.Context(), books, args, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// allRulings prints the rulings of some rulebooks, or one of them.
func (c *console) allRulings(ctx context.Context, books []*rule.Ruleset, names []string, asJSON bool) error {
	list := []ruledJSON{}
	p := c.page()
	for i, r := range books {
		prices, err := priced(ctx, r, names)
		if err != nil {
			return err
		}
		if asJSON {
			list = append(list, rulingsJSON(r, prices)...)
			continue
		}
		if i > 0 {
			p.Gap()
		}
		if len(books) > 1 {
			p.Head("%s, %s", r.Title, r.Chapter)
			p.Gap()
		}
		showRulings(p, prices)
	}
	if asJSON {
		return c.json(list)
	}
	p.Gap()
	p.Line("--ruling NAME=READING, or a house file, switches.")
	return p.Flush()
}

// priced finds what the rulings, or one of them, do to the odds.
func priced(ctx context.Context, rules *rule.Ruleset, names []string) ([]*odds.ReadingComparison, error) {
	var known []string
	var prices []*odds.ReadingComparison
	for _, r := range rules.Rulings {
		known = append(known, r.Name)
		if len(names) > 0 && r.Name != names[0] {
			continue
		}
		p, err := odds.PriceRuling(ctx, rules, r)
		if err != nil {
			return nil, engine(err)
		}
		prices = append(prices, p)
	}
	if len(names) > 0 && len(prices) == 0 {
		return nil, fmt.Errorf("%s: unknown ruling %q%s", rules.ID, names[0], rule.Suggest(names[0], known))
	}
	return prices, nil
}

func showRulings(p *format.Page, prices []*odds.ReadingComparison) {
	for i, x := range prices {
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
		price(p, x)
	}
}

// price prints what a ruling does to the odds of its first situation.
func price(p *format.Page, x *odds.ReadingComparison) {
	if x.Question == nil {
		p.Text(2, "No example of the rulebook is decided by it.")
		return
	}
	p.Line("  loophole odds %s%s", x.Question, deciding(x))
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
			rows.Add(pricedRow(x, t.Name, func(of odds.ReadingOdds) string { return format.Percent(of.Chances[e].Float, of.Chances[e].Exact) })...)
		}
	}
	for m, t := range proc.Measures {
		if x.MeanDiffers(m) {
			rows.Add(pricedRow(x, t.Name+", mean", func(of odds.ReadingOdds) string { return format.Number(of.Means[m].Float) })...)
		}
	}
	p.Columns(&rows)
}

// deciding says how choices are taken, where it is not as usual.
func deciding(x *odds.ReadingComparison) string {
	if x.Last {
		return "  (while players take their last option)"
	}
	return ""
}

func pricedRow(x *odds.ReadingComparison, name string, text func(odds.ReadingOdds) string) []string {
	row := []string{name}
	for _, of := range x.Readings {
		if of.Refused != nil {
			row = append(row, "not allowed")
			continue
		}
		row = append(row, text(of))
	}
	return row
}

// ruledJSON is a ruling with its price, as JSON.
type ruledJSON struct {
	Ruleset  string        `json:"ruleset"`
	Ruling   string        `json:"ruling"`
	Clause   rule.Clause   `json:"clause"`
	Question string        `json:"question"`
	Option   bool          `json:"option"`
	Asked    string        `json:"asked,omitempty"` // the situation of the odds
	Readings []readingJSON `json:"readings"`
}

type readingJSON struct {
	Reading string                `json:"reading"`
	Gist    string                `json:"gist"`
	Default bool                  `json:"default"`
	Legal   *bool                 `json:"legal,omitempty"`
	Events  []wire.Chance         `json:"events,omitempty"`
	Means   map[string]*wire.Mean `json:"means,omitempty"`
}

func rulingsJSON(rules *rule.Ruleset, prices []*odds.ReadingComparison) []ruledJSON {
	list := []ruledJSON{}
	for _, x := range prices {
		r := ruledJSON{Ruleset: rules.ID, Ruling: x.Ruling.Name, Clause: x.Ruling.Cite, Question: x.Ruling.Question, Option: x.Ruling.Option}
		if x.Question != nil {
			r.Asked = x.Question.String()
		}
		for i, y := range x.Ruling.Readings {
			z := readingJSON{Reading: y.Name, Gist: y.Gist, Default: i == 0}
			if x.Question != nil {
				z.priced(x.Question.Procedure, x.Readings[i])
			}
			r.Readings = append(r.Readings, z)
		}
		list = append(list, r)
	}
	return list
}

func (z *readingJSON) priced(p *rule.Procedure, of odds.ReadingOdds) {
	legal := of.Refused == nil
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
