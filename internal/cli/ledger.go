package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/rule"
	"loophole/rulesets"
)

// statuses are the values of --status.
var statuses = []string{
	string(rule.StatusRule), string(rule.StatusTable), string(rule.StatusOption), string(rule.StatusChoice),
	string(rule.StatusJudgement), string(rule.StatusHost), string(rule.StatusRuling), string(rule.StatusNarrative),
}

// A clauseJSON is a clause with its evidence, as JSON.
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
		Long: `Print the clauses of a rulebook in our own words, each with its evidence: the cases
that show its effect, the code that cites it, the number of situations of the
conformance kit that cite it, and the tests that name it.

A cited clause appears in the explanation of an answer. An effective clause changes an
answer: a case and its twin show a position, a violation or a number that differs
without the clause.

CLAUSE selects a clause and the clauses below it: he selects he.floor. The output then
includes the shortest situation that uses each clause.`,
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
	cmd.Flags().StringVar(&status, "status", "", "print clauses of one `STATUS`: rule, table, option, choice, judgement, host, ruling or narrative")
	cmd.RegisterFlagCompletionFunc("status", cobra.FixedCompletions(statuses, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// completeClause completes a rulebook, then its clauses.
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

// ledgers prints the ledgers of rulebooks, or the named clauses of one.
func (c *console) ledgers(books []*rule.Ruleset, named []string, status string, asJSON bool) error {
	all := []clauseJSON{}
	p := c.page()
	for i, r := range books {
		list, err := selectClauses(r, named, status)
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

// selectClauses returns the named clauses of a rulebook with those below them, or all clauses. A
// status other than "" selects further.
func selectClauses(r *rule.Ruleset, named []string, status string) ([]rule.Statement, error) {
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

// ledger prints clauses under their sections. With try it also prints the shortest situation for
// each.
func ledger(p *format.Page, rules *rule.Ruleset, list []rule.Statement, try bool) {
	p.Head("%s, %s: %s", rules.Title, rules.Chapter, format.Counted(len(list), "clauses"))
	n := rules.Coverage()
	p.Text(2, fmt.Sprintf("The chapter has %d operative clauses; cases show the effect of %d of them.", n.Chapter, n.Effective))
	for i := 0; i < len(list); {
		section := list[i].Section
		p.Gap()
		p.Head("%s", section)
		for ; i < len(list) && list[i].Section == section; i++ {
			s := list[i]
			p.Line("  %s  %s", p.Strong(string(s.ID)), p.Faint(fmt.Sprintf("%s, %s", s.Status, s.Where)))
			p.Text(4, s.Gist)
			p.Text(4, evidenceText(rules.EvidenceFor(s.ID)))
			if e := rules.EvidenceFor(s.ID); try && e.Shortest != "" {
				p.Line("    try: "+program+" odds %s %s", rules.ID, commandWords(e.Shortest))
			}
		}
	}
}

// evidenceText describes the evidence for a clause.
func evidenceText(e rule.Evidence) string {
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
		return "no effect in play"
	}
	return strings.Join(parts, "; ")
}

// commandWords converts a situation of the kit to arguments: "dice=3 | rulings.a=b" becomes
// "dice=3 --ruling a=b".
func commandWords(text string) string {
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
