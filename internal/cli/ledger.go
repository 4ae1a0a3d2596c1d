package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/rule"
	"loophole/rulesets"
)

var statuses = []string{
	string(rule.StatusRule), string(rule.StatusTable), string(rule.StatusOption), string(rule.StatusChoice),
	string(rule.StatusJudgement), string(rule.StatusHost), string(rule.StatusRuling), string(rule.StatusNarrative),
}

// A clauseJSON is a clause with its evidence, as JSON shows it.
type clauseJSON struct {
	Ruleset string `json:"ruleset"`
	rule.Statement
	Evidence rule.Evidence `json:"evidence"`
}

func (c *console) ledgerCommand() *cobra.Command {
	asJSON, status := false, ""
	cmd := &cobra.Command{
		Use:   "ledger [RULESET [CLAUSE …]]",
		Short: "Print the clauses of a rulebook and the evidence for each",
		Long: `Print the clauses of a rulebook in our own words, and below each the cases that
show its effect, the code that cites it, in how many situations of the conformance
kit, and the tests that name it. Effective is more than cited: a case and its twin
show a position, a refusal or a number that is otherwise without the clause. With
clauses named, also the shortest situation to try it. A clause stands for those
below it too: he stands for he.floor.`,
		ValidArgsFunction: completeClause,
		RunE: func(_ *cobra.Command, args []string) error {
			if status != "" && index(statuses, status) < 0 {
				return fmt.Errorf("--status: unknown status %q%s", status, rule.Suggest(status, statuses))
			}
			books := rulesets.All
			if len(args) > 0 {
				r, err := rulesets.Find(args[0])
				if err != nil {
					return err
				}
				books, args = []*rule.Ruleset{r}, args[1:]
			}
			return c.ledgers(books, args, status, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().StringVar(&status, "status", "", "only clauses of one `STATUS`: rule, table, option, choice, judgement, host, ruling or narrative")
	cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions(statuses, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// completeClause offers a rulebook first and its clauses after it.
func completeClause(cmd *cobra.Command, args []string, part string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeRuleset(cmd, args, part)
	}
	r, err := rulesets.Find(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, s := range r.Ledger.Statements {
		if strings.HasPrefix(string(s.ID), part) {
			ids = append(ids, string(s.ID)+"\t"+s.Gist)
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

func (c *console) ledgers(books []*rule.Ruleset, named []string, status string, asJSON bool) error {
	all := []clauseJSON{}
	p := c.page()
	for i, r := range books {
		list, err := chosen(r, named, status)
		if err != nil {
			return err
		}
		if asJSON {
			for _, s := range list {
				all = append(all, clauseJSON{r.ID, s, r.EvidenceFor(s.ID)})
			}
			continue
		}
		if i > 0 {
			p.Gap()
		}
		ledger(p, r, list, len(named) > 0)
	}
	if asJSON {
		return c.json(all)
	}
	return p.Flush()
}

// chosen lists the clauses of a rulebook that are named, or all.
func chosen(r *rule.Ruleset, named []string, status string) ([]rule.Statement, error) {
	list, met := []rule.Statement{}, map[string]bool{}
	var ids []string
	for _, s := range r.Ledger.Statements {
		ids = append(ids, string(s.ID))
		wanted := len(named) == 0
		for _, n := range named {
			if string(s.ID) == n || strings.HasPrefix(string(s.ID), n+".") {
				wanted, met[n] = true, true
			}
		}
		if wanted && (status == "" || string(s.Status) == status) {
			list = append(list, s)
		}
	}
	for _, n := range named {
		if !met[n] {
			return nil, fmt.Errorf("%s has no clause %q%s", r.ID, n, rule.Suggest(n, ids))
		}
	}
	return list, nil
}

func ledger(p *format.Page, rules *rule.Ruleset, list []rule.Statement, try bool) {
	p.Head("%s, %s: %s", rules.Title, rules.Chapter, format.Counted(len(list), "clauses"))
	n := rules.Coverage()
	p.Text(2, fmt.Sprintf("The chapter states %d clauses that bite; cases show the effect of %d of them.", n.Chapter, n.Effective))
	for i := 0; i < len(list); {
		section := list[i].Section
		p.Gap()
		p.Head("%s", section)
		for ; i < len(list) && list[i].Section == section; i++ {
			s := list[i]
			p.Line("  %s  %s", p.Strong(string(s.ID)), p.Faint(fmt.Sprintf("%s, %s", s.Status, s.Where)))
			p.Text(4, s.Gist)
			p.Text(4, proofOf(rules.EvidenceFor(s.ID)))
			if e := rules.EvidenceFor(s.ID); try && e.Shortest != "" {
				p.Text(4, "try: loophole odds "+rules.ID+" "+command(e.Shortest))
			}
		}
	}
}

// proofOf says in a line how a clause is known to be played.
func proofOf(e rule.Evidence) string {
	var parts []string
	if n := len(e.Cases); n > 0 {
		parts = append(parts, fmt.Sprintf("effective, shown by %s, such as %q", format.Counted(n, "cases"), e.Cases[0]))
	}
	if len(e.Code) > 0 {
		parts = append(parts, "code: "+strings.Join(e.Code, ", "))
	}
	if e.Situations > 0 {
		parts = append(parts, "cited in "+format.Counted(e.Situations, "situations"))
	}
	if e.GamesApplied > 0 {
		parts = append(parts, fmt.Sprintf("cited in %d of %d played games", e.GamesApplied, e.GamesPlayed))
	}
	if len(e.Tests) > 0 {
		parts = append(parts, "named by "+strings.Join(e.Tests, ", "))
	}
	if len(parts) == 0 {
		return "nothing to play"
	}
	return strings.Join(parts, "; ")
}

// command turns a situation of the kit into words for the command line.
func command(text string) string {
	words, house, ok := strings.Cut(text, "|")
	words = strings.TrimSpace(words)
	if !ok {
		return words
	}
	for _, x := range strings.Fields(house) {
		if r, ok := strings.CutPrefix(x, "rulings."); ok {
			words += " --ruling " + r
		} else {
			words += " --set " + x
		}
	}
	return words
}
