package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/cmd/loophole/internal/page"
	"loophole/rule"
	"loophole/rulesets"
)

// shelved is what the list of rulebooks says about one.
type shelved struct {
	ID         string         `json:"ruleset"`
	Title      string         `json:"title"`
	Chapter    string         `json:"chapter"`
	Hash       string         `json:"hash"`
	Clauses    int            `json:"clauses"`
	Statuses   map[string]int `json:"statuses"`
	Procedures []string       `json:"procedures"`
	Rulings    int            `json:"rulings"`
	Facts      int            `json:"facts"`
	Tables     int            `json:"tables"`
}

func shelve(r *rule.Ruleset) shelved {
	s := shelved{
		ID: r.ID, Title: r.Title, Chapter: r.Chapter, Hash: r.Hash(), Clauses: len(r.Ledger.Statements),
		Statuses: map[string]int{}, Procedures: procedures(r), Rulings: len(r.Rulings), Facts: len(r.Facts), Tables: len(r.Tables),
	}
	for _, x := range r.Ledger.Statements {
		s.Statuses[string(x.Status)]++
	}
	return s
}

func (c *console) rulesetsCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:               "rulesets",
		Short:             "List the rulebooks",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			list := []shelved{}
			for _, r := range rulesets.All {
				list = append(list, shelve(r))
			}
			if asJSON {
				return c.json(list)
			}
			return c.listRulesets(list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func (c *console) listRulesets(list []shelved) error {
	p := c.page()
	rows := page.Columns{Paint: map[int]string{0: "strong"}}
	for _, s := range list {
		rows.Add(s.ID, s.Title+", "+s.Chapter)
		played := s.Clauses - s.Statuses[string(rule.StatusNarrative)]
		rows.Add("", fmt.Sprintf("%d clauses, %d of them in play; %s; %s; %s", s.Clauses, played,
			plural(s.Rulings, "ruling"), plural(s.Facts, "fact"), plural(s.Tables, "table")))
		rows.Add("", "procedures: "+strings.Join(s.Procedures, ", "))
	}
	p.Columns(&rows)
	p.Gap()
	p.Line("loophole explain RULESET says what each procedure needs.")
	return p.Flush()
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
