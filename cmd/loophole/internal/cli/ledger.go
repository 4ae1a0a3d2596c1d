package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"loophole/cmd/loophole/internal/page"
	"loophole/rule"
	"loophole/rulesets"
)

var statuses = []string{
	string(rule.StatusRule), string(rule.StatusTable), string(rule.StatusOption), string(rule.StatusChoice),
	string(rule.StatusJudgement), string(rule.StatusHost), string(rule.StatusRuling), string(rule.StatusNarrative),
}

func (c *console) ledgerCommand() *cobra.Command {
	asJSON, status := false, ""
	cmd := &cobra.Command{
		Use:               "ledger RULESET",
		Short:             "Print the clauses of a rulebook, in our own words",
		Args:              exactly("RULESET"),
		ValidArgsFunction: completeRuleset,
		RunE: func(_ *cobra.Command, args []string) error {
			rules, err := rulesets.Find(args[0])
			if err != nil {
				return err
			}
			if status != "" && index(statuses, status) < 0 {
				return fmt.Errorf("--status: unknown status %q%s", status, rule.Suggest(status, statuses))
			}
			list := []rule.Statement{}
			for _, s := range rules.Ledger.Statements {
				if status == "" || string(s.Status) == status {
					list = append(list, s)
				}
			}
			if asJSON {
				return c.json(list)
			}
			return c.ledger(rules, list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().StringVar(&status, "status", "", "only clauses of one `STATUS`: rule, table, option, choice, judgement, host, ruling or narrative")
	cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions(statuses, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (c *console) ledger(rules *rule.Ruleset, list []rule.Statement) error {
	p := c.page()
	p.Head("%s, %s: %s", rules.Title, rules.Chapter, plural(len(list), "clause"))
	for i := 0; i < len(list); {
		section := list[i].Section
		p.Gap()
		p.Head("%s", section)
		rows := page.Columns{Paint: map[int]string{1: "faint", 2: "faint"}}
		for ; i < len(list) && list[i].Section == section; i++ {
			rows.Add(string(list[i].ID), string(list[i].Status), list[i].Where, list[i].Gist)
		}
		p.Columns(&rows)
	}
	return p.Flush()
}
