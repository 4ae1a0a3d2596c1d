package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/rule"
	"loophole/rulesets"
)

func (c *console) explainCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:               "explain [RULESET [PROCEDURE]]",
		Short:             "Describe the inputs and results of a procedure, with examples",
		Args:              upTo(2),
		ValidArgsFunction: completeProcedure,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.explainAll(asJSON)
			}
			rules, err := rulesets.Find(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return c.explainRuleset(rules, asJSON)
			}
			p, err := rules.Procedure(args[1])
			if err != nil {
				return err
			}
			if asJSON {
				return c.json(wire.ProcedureOf(p))
			}
			return c.explainProcedure(p)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// explainAll lists the procedures of all rulesets.
func (c *console) explainAll(asJSON bool) error {
	if asJSON {
		return c.json(proceduresOf(rulesets.All))
	}
	p := c.page()
	for i, r := range rulesets.All {
		if i > 0 {
			p.Gap()
		}
		p.Head("%s: %s, %s", r.ID, r.Title, r.Chapter)
		c.listProcedures(p, r)
	}
	p.Gap()
	p.Line("%s", "For one procedure: "+program+" explain RULESET PROCEDURE")
	return p.Flush()
}

// proceduresOf returns the procedures of rulesets, as JSON has them.
func proceduresOf(all []*rule.Ruleset) []wire.Procedure {
	list := []wire.Procedure{}
	for _, r := range all {
		for _, p := range r.Procedures {
			list = append(list, wire.ProcedureOf(p))
		}
	}
	return list
}

// listProcedures prints the procedures of a ruleset with their descriptions.
func (c *console) listProcedures(p *format.Page, r *rule.Ruleset) {
	rows := format.Columns{Paint: map[int]string{0: "strong"}}
	for _, x := range r.Procedures {
		rows.Add(x.Name, x.Gist)
	}
	p.Columns(&rows)
}

// explainRuleset lists the procedures of one ruleset.
func (c *console) explainRuleset(r *rule.Ruleset, asJSON bool) error {
	if asJSON {
		return c.json(proceduresOf([]*rule.Ruleset{r}))
	}
	p := c.page()
	p.Head("%s, %s", r.Title, r.Chapter)
	c.listProcedures(p, r)
	p.Gap()
	p.Head("See also")
	rows := format.Columns{}
	for _, x := range r.Procedures {
		rows.Add(fmt.Sprintf(program+" explain %s %s", r.ID, x.Name))
	}
	for _, x := range []string{"tables", "rulings", "ledger"} {
		rows.Add(fmt.Sprintf(program+" %s %s", x, r.ID))
	}
	p.Columns(&rows)
	return p.Flush()
}

// explainProcedure prints the keys, events, measures and examples of a procedure.
func (c *console) explainProcedure(proc *rule.Procedure) error {
	p := c.page()
	id := proc.Rules().ID
	p.Head("%s %s: %s", id, proc.Name, proc.Gist)
	p.Gap()
	p.Head("Keys (key=value)")
	rows := format.Columns{Paint: map[int]string{0: "strong"}}
	for _, k := range proc.Keys() {
		rows.Add(k.Path, fmt.Sprintf("%s (%s)", k.Doc, values(k)))
	}
	p.Columns(&rows)
	if len(proc.Events) > 0 {
		p.Gap()
		p.Head("Events")
		listLabels(p, proc.Events)
	}
	if len(proc.Measures) > 0 {
		p.Gap()
		p.Head("Measures")
		listLabels(p, proc.Measures)
	}
	for i, e := range proc.Examples {
		if i == 0 {
			p.Gap()
			p.Head("Examples")
		}
		p.Text(2, e.Gist+":")
		p.Line("    "+program+" odds %s", strings.TrimSpace(fmt.Sprintf("%s %s %s", id, proc.Name, e.Settings)))
	}
	return p.Flush()
}

// listLabels prints the names of events or measures with their descriptions.
func listLabels(p *format.Page, list []rule.Label) {
	var rows format.Columns
	for _, t := range list {
		rows.Add(t.Name, t.Gist)
	}
	p.Columns(&rows)
}

// values describes the values of a key, with its default.
func values(k rule.Key) string {
	if k.Kind == "list" {
		if k.Default != "" {
			return fmt.Sprintf("a list a,b,c of up to %d; default %s", k.Max, k.Default)
		}
		return fmt.Sprintf("a list a,b,c of up to %d", k.Max)
	}
	return ranged(k) + "; default " + k.Default
}

// ranged describes the values of a key, without its default.
func ranged(k rule.Key) string {
	switch k.Kind {
	case "yes/no":
		return "yes or no"
	case "name":
		return strings.Join(k.Values, ", ")
	case "list":
		return fmt.Sprintf("a list of up to %d", k.Max)
	}
	return strings.TrimSpace(fmt.Sprintf("%d to %d %s", k.Min, k.Max, format.Noun(int64(k.Max), k.Unit)))
}
